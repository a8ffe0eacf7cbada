/* SPDX-License-Identifier: MIT */
#include "animation/convert_session.h"

#include <string.h>

#include "animation/animation_file.h"
#include "core/base/file.h"
#include "session/open_recording.h"

struct conversion {
    const struct us_convert_options *options;
    struct us_convert_report *report;
    struct us_block_source *source; /* knows time 0 and the markers */
    struct us_file file;
    struct us_session_reader *reader;
    struct us_animation_file *animation;
    unsigned pass;
};

/* ---- The frames ---- */

static void show(const struct conversion *conversion, int64_t time_ns)
{
    const struct us_convert_options *options = conversion->options;
    const struct us_session_summary *summary = us_session_reader_summary(conversion->reader);
    const int64_t span_ns = summary->last_ns - summary->first_ns;
    if (options->progress == NULL || span_ns <= 0 || time_ns < summary->first_ns)
        return;
    const uint64_t total = (uint64_t)span_ns;
    const uint64_t done = (uint64_t)(time_ns - summary->first_ns);
    options->progress(options->data, conversion->pass * total + done, 2 * total);
}

/* Whether a hand has a profile of something that it holds. */
static bool has_controllers(const struct us_session_components *table,
                            const struct us_session_input *input)
{
    for (unsigned hand = 0; hand < US_SESSION_HANDS; hand++) {
        const uint8_t number = input->profiles[hand];
        if (number > 0 && number <= table->profile_count &&
            strstr(table->profiles[number - 1], "hand_interaction") == NULL)
            return true;
    }
    return false;
}

static enum us_result add_frame(const struct conversion *conversion,
                                const struct us_session_frame *frame, struct us_error *error)
{
    const struct us_convert_options *options = conversion->options;
    struct us_session_frame changed = *frame;
    if (options->change != NULL)
        options->change(options->changer, &changed);
    return us_animation_file_add(conversion->animation, &changed, error);
}

/* Reads the recording once. */
static enum us_result pass(struct conversion *conversion, struct us_error *error)
{
    const struct us_recording *recording = conversion->source->ops->recording(conversion->source);
    if (conversion->options->begin != NULL)
        conversion->options->begin(conversion->options->changer);
    enum us_result result = us_session_reader_seek(conversion->reader, INT64_MIN, false, error);
    while (result == US_OK) {
        const struct us_session_message *message;
        enum us_session_next next = us_session_reader_next(conversion->reader, &message);
        if (next == US_SESSION_NEXT_FAILED)
            return us_session_reader_failure(conversion->reader, error);
        if (next == US_SESSION_NEXT_END)
            break;
        if (message->topic == US_SESSION_TOPIC_INPUT)
            conversion->report->has_controllers |= has_controllers(
                &us_session_reader_summary(conversion->reader)->components, &message->of.input);
        if (message->topic != US_SESSION_TOPIC_FRAME)
            continue;
        show(conversion, message->time_ns);
        result = add_frame(conversion, &message->of.frame, error);
    }
    conversion->pass++;
    if (result == US_OK)
        result = us_animation_file_end_pass(conversion->animation, recording->markers,
                                            recording->marker_count, error);
    return result;
}

/* ---- The file ---- */

static enum us_result convert(struct conversion *conversion, int file, struct us_error *error)
{
    const struct us_convert_options *options = conversion->options;
    const struct us_animation_file_options wanted = {
        .file = file,
        .key_size = options->key_size,
        .origin_ns = us_session_source_origin_ns(conversion->source),
        .tolerance_m = options->tolerance_m,
        .tolerance_rad = options->tolerance_rad};
    conversion->animation = us_animation_file_create(&wanted);
    if (conversion->animation == NULL)
        return us_result_no_memory(error);
    enum us_result result = pass(conversion, error);
    return result == US_OK ? pass(conversion, error) : result;
}

static void report_file(const struct conversion *conversion)
{
    struct us_convert_report *report = conversion->report;
    const struct us_animation_file_report *made = us_animation_file_report(conversion->animation);
    report->facts = made->facts;
    report->has_head = made->has_head;
    report->has_hands = made->has_hands;
    report->has_gaze = made->has_gaze;
    report->keys = made->keys;
    report->bytes = made->bytes;
    report->keys_left_out = made->keys_left_out;
    report->worst_m = made->worst_m;
    report->worst_rad = made->worst_rad;
    report->in_output = made->in_output;
    report->markers = conversion->source->ops->recording(conversion->source)->marker_count;
}

static enum us_result open_session(const char *path, struct conversion *conversion,
                                   struct us_error *error)
{
    struct us_file file;
    enum us_result result = us_file_open(path, &file, error);
    if (result == US_OK)
        result = us_session_source_create(&file, &conversion->source, error);
    if (result == US_OK)
        result = us_file_open(path, &conversion->file, error);
    return result == US_OK ? us_session_reader_open(&conversion->file, &conversion->reader, error)
                           : result;
}

static void close_session(struct conversion *conversion)
{
    us_animation_file_destroy(conversion->animation);
    if (conversion->reader != NULL)
        us_session_reader_close(conversion->reader);
    us_file_close(&conversion->file);
    if (conversion->source != NULL)
        conversion->source->ops->destroy(conversion->source);
}

enum us_result us_convert_session(const char *path, int file,
                                  const struct us_convert_options *options,
                                  struct us_convert_report *report, struct us_error *error)
{
    struct conversion conversion = {
        .options = options, .report = report, .file = {.descriptor = -1}};
    *report = (struct us_convert_report){0};
    enum us_result result = open_session(path, &conversion, error);
    if (result == US_OK)
        result = convert(&conversion, file, error);
    if (conversion.animation != NULL)
        report_file(&conversion);
    if (conversion.reader != NULL) {
        const struct us_session_damage *damage = us_session_reader_damage(conversion.reader);
        report->is_finished = us_session_reader_summary(conversion.reader)->is_finished;
        report->damages = damage->chunks + damage->messages;
    }
    close_session(&conversion);
    return result;
}
