/* SPDX-License-Identifier: MIT */
#include "tool/edit/stage/source.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "core/keys/sorted_keys.h"
#include "session/open_recording.h"
#include "tool/edit/stage/frame_tracks.h"
#include "tool/recording/session_survey.h"

/* The time that recording time 0 of an input animation file gets: 0 would mean that it is not
 * known. */
#define ANIMATION_ORIGIN_NS INT64_C(1000000000000000)
enum { WINDOW_SIZE = 4096 };

struct tool_edit_source {
    struct tool_edit_source_options options;
    struct tool_edit_source_counts counts;
    bool is_session;
    struct us_file file;
    struct us_block_source *blocks; /* of a session: knows time 0 */
    struct us_session_reader *reader;
    struct us_loaded_recording loaded; /* of an input animation file */
    struct us_curve_index index;
    struct us_key_source keys; /* and its window */
    uint8_t window[4096];
    double before_s; /* the key time before, and what is sampled there and behind it */
    struct us_session_frame before, between, line;
};

/* ---- Opening ---- */

static enum us_result open_session(const char *path, struct tool_edit_source *source,
                                   struct us_error *error)
{
    struct us_file file;
    enum us_result result = us_file_open(path, &file, error);
    if (result == US_OK)
        result = us_session_source_create(&file, &source->blocks, error);
    if (result == US_OK)
        result = us_session_reader_open(&source->file, &source->reader, error);
    if (result != US_OK)
        return result;
    source->counts.is_finished = us_session_reader_summary(source->reader)->is_finished;
    source->counts.unknown = us_session_reader_summary(source->reader)->other_messages;
    if (!source->counts.is_finished && !source->options.repairs)
        return us_result_fail(error, US_ERROR_TRUNCATED, US_NO_BYTE, NULL,
                              "the recording was not finished; type `understudy recover FILE`, or "
                              "edit what is whole of it with the step 'repair'");
    return US_OK;
}

static enum us_result open_animation(const char *path, struct tool_edit_source *source,
                                     struct us_error *error)
{
    enum us_result result = us_open_recording(path, true, &source->loaded, error);
    if (result == US_OK)
        result = us_curve_index_read(&source->file, &source->index, error);
    if (result == US_OK)
        us_sampler_set_wait(source->loaded.sampler, true);
    source->counts.is_finished = true;
    return result;
}

enum us_result tool_edit_source_open(const char *path,
                                     const struct tool_edit_source_options *options,
                                     struct tool_edit_source **out, struct us_error *error)
{
    struct tool_edit_source *source = calloc(1, sizeof *source);
    *out = NULL;
    if (source == NULL)
        return us_result_no_memory(error);
    source->options = *options;
    source->file.descriptor = -1;
    source->is_session = tool_session_is(path);
    enum us_result result = us_file_open(path, &source->file, error);
    if (result == US_OK)
        result = source->is_session ? open_session(path, source, error)
                                    : open_animation(path, source, error);
    if (result == US_OK)
        *out = source;
    else
        tool_edit_source_close(source);
    return result;
}

void tool_edit_source_close(struct tool_edit_source *source)
{
    if (source == NULL)
        return;
    us_loaded_recording_close(&source->loaded);
    us_curve_index_finish(&source->index);
    if (source->reader != NULL)
        us_session_reader_close(source->reader);
    if (source->blocks != NULL)
        source->blocks->ops->destroy(source->blocks);
    us_file_close(&source->file);
    free(source);
}

struct tool_edit_source_counts tool_edit_source_counts(const struct tool_edit_source *source)
{
    return source->counts;
}

const struct us_key_source *tool_edit_source_keys(struct tool_edit_source *source)
{
    if (source->is_session)
        return NULL;
    source->keys = source->loaded.streams
                       ? us_key_source_in_file(&source->file, &source->index, source->window,
                                               sizeof source->window)
                       : us_key_source_in_memory(&source->loaded.recording);
    return &source->keys;
}

/* ---- The outline ---- */

static enum us_result read_markers(const struct tool_edit_source *source,
                                   struct tool_edit_outline *out, struct us_error *error)
{
    const struct us_session_message *message;
    enum us_result result = US_OK;
    us_session_reader_seek_topic(source->reader, US_SESSION_TOPIC_MARKER);
    while (result == US_OK &&
           (result = us_session_reader_next(source->reader, &message, error)) == US_OK &&
           message != NULL) {
        struct tool_edit_marker marker = {.time_ns = message->time_ns,
                                          .source = message->of.marker.source};
        memcpy(marker.name, message->of.marker.name, sizeof marker.name);
        result = tool_edit_marker_add(out, &marker, error);
    }
    return result;
}

static enum us_result outline_session(const struct tool_edit_source *source,
                                      struct tool_edit_outline *out, struct us_error *error)
{
    const struct us_session_summary *summary = us_session_reader_summary(source->reader);
    const struct us_recording *recording = source->blocks->ops->recording(source->blocks);
    struct us_loaded_recording facts = {0};
    us_session_source_tell(source->blocks, &facts);
    out->is_session = true;
    out->info = summary->info;
    out->has_components = summary->has_components;
    out->components = summary->components;
    out->origin_ns = out->start_ns = facts.session_origin_ns;
    out->last_ns = out->origin_ns + llround(recording->last_key_s * 1e9);
    out->spaces = facts.session_spaces;
    return read_markers(source, out, error);
}

/* A little later than the key: a key is written at the last float32 before its frame
 * (animation_keys.h), which is then the same one. */
static int64_t animation_ns(double time_s)
{
    return ANIMATION_ORIGIN_NS + (int64_t)ceil(time_s * 1e9) + (time_s > 0.0 ? 2 : 0);
}

static enum us_result outline_animation(struct tool_edit_source *source,
                                        struct tool_edit_outline *out, struct us_error *error)
{
    const struct us_recording *recording = &source->loaded.recording;
    enum us_result result = US_OK;
    source->counts.renamed = 0;
    /* More than 36 years would not fit, and no float32 tells frames apart there. */
    if (!(fabs(recording->first_key_s) < 1e6 && fabs(recording->last_key_s) < 1e6))
        return us_result_fail(error, US_ERROR_COUNT, US_NO_BYTE, NULL,
                              "the recording has keys at %s, which is too late to edit",
                              us_seconds_words(recording->last_key_s).text);
    out->key_size = recording->layout.key_size;
    out->origin_ns = ANIMATION_ORIGIN_NS;
    out->start_ns = animation_ns(us_recording_start_s(recording));
    out->last_ns = animation_ns(recording->last_key_s);
    for (uint32_t i = 0; i < recording->marker_count && result == US_OK; i++) {
        const double time_s = (double)recording->markers[i].time_s;
        if (!(fabs(time_s) < 1e6))
            return us_result_fail(error, US_ERROR_COUNT, US_NO_BYTE, NULL,
                                  "the recording has a marker at %s, which is too far away to edit",
                                  us_seconds_words(time_s).text);
        struct tool_edit_marker marker = {.time_ns = animation_ns(time_s),
                                          .source = US_SESSION_MARKER_USER};
        const struct us_marker *from = &recording->markers[i];
        us_utf8_copy(marker.name, sizeof marker.name, from->name, from->name_length);
        source->counts.renamed += strlen(marker.name) != from->name_length ||
                                  memcmp(marker.name, from->name, from->name_length) != 0;
        result = tool_edit_marker_add(out, &marker, error);
    }
    return result;
}

enum us_result tool_edit_source_outline(struct tool_edit_source *source,
                                        struct tool_edit_outline *out, struct us_error *error)
{
    enum us_result result = source->is_session ? outline_session(source, out, error)
                                               : outline_animation(source, out, error);
    tool_edit_markers_sort(out);
    return result;
}

/* ---- The messages ---- */

static void show(const struct tool_edit_source *source, double share)
{
    const uint64_t total = 1000000;
    if (source->options.progress != NULL && share >= 0.0 && share <= 1.0)
        source->options.progress(source->options.data, (uint64_t)(share * (double)total), total);
}

static enum us_result give(struct tool_edit_source *source, struct tool_edit_stage *first,
                           struct us_session_message *message, struct us_error *error)
{
    source->counts.frames += message->topic == US_SESSION_TOPIC_FRAME;
    return first->take(first, message, error);
}

static enum us_result check_damage(struct tool_edit_source *source, struct us_error *error)
{
    const struct us_session_damage *damage = us_session_reader_damage(source->reader);
    source->counts.damages = damage->chunks + damage->messages;
    if (source->counts.damages == 0 || source->options.repairs)
        return US_OK;
    return us_result_fail(error, US_ERROR_TRUNCATED, damage->first_offset, NULL,
                          "the recording is damaged; edit what is whole of it with the step "
                          "'repair'");
}

static enum us_result read_session(struct tool_edit_source *source, struct tool_edit_stage *first,
                                   struct us_error *error)
{
    static struct us_session_message copy;
    const struct us_session_summary *summary = us_session_reader_summary(source->reader);
    const double length_s = us_session_seconds_between(summary->first_ns, summary->last_ns);
    int64_t last_ns = INT64_MIN;
    enum us_result result = us_session_reader_seek(source->reader, INT64_MIN, false, error);
    while (result == US_OK) {
        const struct us_session_message *message;
        result = us_session_reader_next(source->reader, &message, error);
        if (result != US_OK)
            break;
        if (message == NULL)
            return check_damage(source, error);
        const bool is_frame = message->topic == US_SESSION_TOPIC_FRAME;
        const bool comes_again = is_frame && message->time_ns <= last_ns;
        if (message->topic == US_SESSION_TOPIC_MARKER || comes_again)
            continue; /* the outline has markers; playback leaves out a frame that comes again */
        last_ns = is_frame ? message->time_ns : last_ns;
        show(source, us_session_seconds_between(summary->first_ns, message->time_ns) / length_s);
        copy = *message;
        result = give(source, first, &copy, error);
    }
    return result;
}

struct merge {
    struct us_key_merge keys;
    struct us_curve_reader readers[US_CURVE_COUNT];
    uint8_t windows[US_CURVE_COUNT][WINDOW_SIZE];
};

/* The key times of all curves, whether playback streams the file or has loaded it. */
static void begin_merge(struct merge *merge, const struct tool_edit_source *source)
{
    const struct us_recording *recording = &source->loaded.recording;
    const struct us_key_source keys =
        source->loaded.streams
            ? us_key_source_in_file(&source->file, &source->index, merge->windows[0], WINDOW_SIZE)
            : us_key_source_in_memory(recording);
    uint32_t count = 0;
    for (unsigned i = 0; i < US_CURVE_COUNT; i++)
        if (recording->curves[i].key_count > 0) {
            merge->readers[count] = us_key_source_open(&keys, count, i);
            count++;
        }
    us_key_merge_init(&merge->keys, merge->readers, count);
}

static void note_curve(struct tool_edit_source *source, const struct us_session_frame *frame)
{
    struct tool_edit_distance *worst = &source->counts.curved, distance;
    source->line = source->before;
    tool_edit_mix(&source->line, frame, 0.5f);
    if (!tool_edit_frame_distance(&source->line, &source->between, true, &distance))
        return;
    worst->metres = fmax(worst->metres, distance.metres);
    worst->radians = fmax(worst->radians, distance.radians);
}

bool tool_edit_source_curved(const struct tool_edit_source_counts *counts, char *out, size_t size)
{
    const double degrees = counts->curved.radians * US_POSE_DEGREES_IN_RAD;
    snprintf(out, size,
             "its curves are straight lines between the keys now, which are off by %.1f mm and "
             "%.1f degrees halfway",
             counts->curved.metres * 1000.0, degrees);
    return counts->curved.metres > 1e-4 || degrees > 0.1;
}

static enum us_result give_sample(struct tool_edit_source *source, double time_s, int64_t before_ns,
                                  struct tool_edit_stage *first, struct us_error *error)
{
    static struct us_session_message message;
    const bool may_curve =
        before_ns != 0 && source->loaded.recording.layout.key_size == US_KEY_SIZE_FULL;
    if (may_curve)
        (void)tool_edit_frame_at(source->loaded.sampler, (source->before_s + time_s) / 2.0, false,
                                 &source->between, NULL);
    memset(&message, 0, sizeof message);
    if (tool_edit_frame_at(source->loaded.sampler, time_s, false, &message.of.frame, error) !=
        US_OK)
        return US_ERROR_FILE;
    if (may_curve)
        note_curve(source, &message.of.frame);
    source->before = message.of.frame;
    source->before_s = time_s;
    message.topic = US_SESSION_TOPIC_FRAME;
    tool_edit_set_time(&message, animation_ns(time_s));
    message.of.frame.number = source->counts.frames + 1;
    message.of.frame.period_ns = before_ns != 0 ? message.time_ns - before_ns : 0;
    return give(source, first, &message, error);
}

static enum us_result read_animation(struct tool_edit_source *source, struct tool_edit_stage *first,
                                     struct us_error *error)
{
    const double start_s = us_recording_start_s(&source->loaded.recording);
    const double last_s = source->loaded.recording.last_key_s;
    struct merge *merge = malloc(sizeof *merge);
    float key_s = 0.0f;
    if (merge == NULL)
        return us_result_no_memory(error);
    begin_merge(merge, source);
    enum us_result result = give_sample(source, start_s, 0, first, error);
    int64_t before_ns = animation_ns(start_s);
    while (result == US_OK && us_key_merge_next(&merge->keys, &key_s)) {
        const double time_s = (double)key_s;
        if (!(time_s > start_s) || !(time_s <= last_s))
            continue;
        show(source, (time_s - start_s) / (last_s - start_s));
        result = give_sample(source, time_s, before_ns, first, error);
        before_ns = animation_ns(time_s);
    }
    free(merge);
    return result;
}

enum us_result tool_edit_source_read(struct tool_edit_source *source, struct tool_edit_stage *first,
                                     struct us_error *error)
{
    source->counts.frames = 0;
    return source->is_session ? read_session(source, first, error)
                              : read_animation(source, first, error);
}
