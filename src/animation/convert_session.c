/* SPDX-License-Identifier: MIT */
#include "animation/convert_session.h"

#include <string.h>

#include "animation/animation_writer.h"
#include "core/base/file.h"
#include "session/session_source.h"

struct conversion {
    const struct us_convert_options *options;
    struct us_convert_report *report;
    struct us_block_source *source; /* knows time 0 and the markers */
    struct us_file file;
    struct us_session_reader *reader;
    struct us_animation_plan plan;
    struct us_animation_writer *writer; /* NULL: the keys are counted */
    unsigned pass;
};

static enum us_result no_memory(struct us_error *error)
{
    return us_result_fail(error, US_ERROR_MEMORY, US_NO_BYTE, NULL, "out of memory");
}

/* ---- Where keys go ---- */

static enum us_result count_keys(void *data, unsigned first_curve, unsigned count,
                                 const struct us_key_row *row, struct us_error *error)
{
    struct conversion *conversion = data;
    (void)row;
    (void)error;
    for (unsigned i = 0; i < count; i++)
        conversion->plan.key_counts[first_curve + i]++;
    return US_OK;
}

static bool has_section(const struct us_layout *layout, unsigned curve)
{
    return curve < US_CURVE_TRACKED ? layout->has_camera
           : curve < US_CURVE_GAZE  ? layout->has_hands
                                    : layout->has_gaze;
}

static enum us_result write_keys(void *data, unsigned first_curve, unsigned count,
                                 const struct us_key_row *row, struct us_error *error)
{
    struct conversion *conversion = data;
    enum us_result result = US_OK;
    if (!has_section(&conversion->plan.layout, first_curve))
        return US_OK;
    for (unsigned i = 0; i < count && result == US_OK; i++)
        result = us_animation_writer_add(conversion->writer, first_curve + i, row->time_s,
                                         row->values[i], error);
    conversion->report->keys += count;
    conversion->report->in_output |= result != US_OK;
    return result;
}

/* ---- The frames ---- */

static enum us_result go_on(const struct conversion *conversion, int64_t time_ns,
                            struct us_error *error)
{
    const struct us_convert_options *options = conversion->options;
    const struct us_session_summary *summary = us_session_reader_summary(conversion->reader);
    const int64_t span_ns = summary->last_ns - summary->first_ns;
    if (options->progress == NULL || span_ns <= 0 || time_ns < summary->first_ns)
        return US_OK;
    const uint64_t total = (uint64_t)span_ns;
    const uint64_t done = (uint64_t)(time_ns - summary->first_ns);
    if (options->progress(options->data, conversion->pass * total + done, 2 * total))
        return US_OK;
    conversion->report->is_stopped = true;
    return us_result_fail(error, US_ERROR_USAGE, US_NO_BYTE, NULL, "the conversion was stopped");
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

static enum us_result read_frames(const struct conversion *conversion, struct us_session_keys *keys,
                                  struct us_key_output *output, struct us_error *error)
{
    enum us_result result = us_session_reader_seek(conversion->reader, INT64_MIN, false, error);
    while (result == US_OK) {
        const struct us_session_message *message;
        enum us_session_next next = us_session_reader_next(conversion->reader, &message);
        if (next == US_SESSION_NEXT_MEMORY)
            return no_memory(error);
        if (next == US_SESSION_NEXT_END)
            return us_session_keys_end(keys, output, error);
        if (message->topic == US_SESSION_TOPIC_INPUT)
            conversion->report->has_controllers |= has_controllers(
                &us_session_reader_summary(conversion->reader)->components, &message->of.input);
        if (message->topic != US_SESSION_TOPIC_FRAME)
            continue;
        result = us_session_keys_add(keys, output, &message->of.frame, error);
        if (result == US_OK)
            result = go_on(conversion, message->time_ns, error);
    }
    return result;
}

/* Reads the recording once. */
static enum us_result pass(struct conversion *conversion, us_key_take *take, struct us_error *error)
{
    struct us_convert_report *report = conversion->report;
    struct us_key_output output = {.tolerance_m = conversion->options->tolerance_m,
                                   .tolerance_rad = conversion->options->tolerance_rad,
                                   .take = take,
                                   .data = conversion};
    struct us_session_keys *keys =
        us_session_keys_create(us_session_source_origin_ns(conversion->source));
    if (keys == NULL)
        return no_memory(error);
    enum us_result result = read_frames(conversion, keys, &output, error);
    report->facts = *us_session_keys_facts(keys);
    report->worst_m = output.worst_m;
    report->worst_rad = output.worst_rad;
    report->keys_left_out = output.left_out[US_KEY_POSITION] + output.left_out[US_KEY_ROTATION];
    if (conversion->plan.layout.has_gaze)
        report->keys_left_out += output.left_out[US_KEY_DIRECTION];
    us_session_keys_destroy(keys);
    conversion->pass++;
    return result;
}

/* ---- The file ---- */

/* A file of version 1.1, with the sections for which there is something. */
static enum us_result plan(struct conversion *conversion, struct us_error *error)
{
    struct us_convert_report *report = conversion->report;
    const struct us_session_keys_facts *facts = &report->facts;
    const struct us_recording *recording = conversion->source->ops->recording(conversion->source);
    report->has_head = facts->head > facts->head_lost;
    report->has_hands = facts->hands[US_HAND_LEFT] + facts->hands[US_HAND_RIGHT] > 0;
    report->has_gaze = facts->gaze > 0;
    report->markers = recording->marker_count;
    conversion->plan.layout = (struct us_layout){.version_major = 1,
                                                 .version_minor = 1,
                                                 .key_size = conversion->options->key_size,
                                                 .has_markers = true,
                                                 .has_camera = report->has_head,
                                                 .has_hands = report->has_hands,
                                                 .has_gaze = report->has_gaze};
    conversion->plan.markers = recording->markers;
    conversion->plan.marker_count = recording->marker_count;
    if (report->has_head || report->has_hands || report->has_gaze)
        return US_OK;
    return us_result_fail(error, US_ERROR_NOTHING, US_NO_BYTE, NULL,
                          "the session holds no head, no hand and no gaze");
}

static enum us_result write_file(struct conversion *conversion, int file, struct us_error *error)
{
    struct us_convert_report *report = conversion->report;
    enum us_result result =
        us_animation_writer_create(file, &conversion->plan, &conversion->writer, error);
    report->in_output = result == US_ERROR_FILE;
    if (result == US_OK)
        result = pass(conversion, write_keys, error);
    if (result != US_OK)
        return result;
    result = us_animation_writer_finish(conversion->writer, &report->bytes, error);
    report->in_output = result != US_OK;
    return result;
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
    us_animation_writer_destroy(conversion->writer);
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
        result = pass(&conversion, count_keys, error);
    if (result == US_OK)
        result = plan(&conversion, error);
    if (result == US_OK)
        result = write_file(&conversion, file, error);
    if (conversion.reader != NULL) {
        const struct us_session_damage *damage = us_session_reader_damage(conversion.reader);
        report->is_finished = us_session_reader_summary(conversion.reader)->is_finished;
        report->damages = damage->chunks + damage->messages;
    }
    close_session(&conversion);
    return result;
}
