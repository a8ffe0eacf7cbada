/* SPDX-License-Identifier: MIT */
#include "tool/edit/stage/sinks.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "core/recording/channels.h"
#include "session/open_recording.h"
#include "status/output_file.h"

/* As the recorder's chunks. The ring holds four times as many messages. */
#define CHUNK_NS INT64_C(400000000)
/* Each pose gets a key wherever any curve had one. Those that it had not itself go again: within
 * what float32 tells apart, they are on the lines between its own. */
#define SAME_M 1e-6
#define SAME_RAD 2e-5
enum { CHUNK_MESSAGES = US_SESSION_RING_SLOTS / 4 };

enum us_result tool_edit_open_written(const char *path, struct us_loaded_recording *out,
                                      struct us_error *error)
{
    enum us_result result = us_open_recording(path, true, out, error);
    if (result != US_OK)
        return result;
    us_sampler_set_wait(out->sampler, true);
    return us_channels_check(&out->recording, US_CHANNEL_ALL, error);
}

enum us_result tool_edit_check_written(const char *path, struct us_error *error)
{
    struct us_loaded_recording made;
    enum us_result result = tool_edit_open_written(path, &made, error);
    us_loaded_recording_close(&made);
    return result;
}

/* ---- A session recording ---- */

static enum us_result append(struct tool_edit_session_sink *sink, struct us_error *error)
{
    struct us_mcap_writer *mcap = &sink->writer.mcap;
    if (!us_mcap_writer_is_sound(mcap))
        return us_result_no_memory(error);
    const int why = us_output_file_append(sink->file, mcap->out.bytes, (size_t)mcap->out.size);
    if (why != 0) {
        sink->written.in_output = true;
        return us_result_fail(error, US_ERROR_FILE, US_NO_BYTE, NULL, "%s", strerror(why));
    }
    us_mcap_writer_taken(mcap);
    return US_OK;
}

static enum us_result flush(struct tool_edit_session_sink *sink, struct us_error *error)
{
    struct us_session_taken taken;
    const uint64_t tail = atomic_load(&sink->ring->tail);
    if (!us_session_writer_chunk(&sink->writer, sink->ring, tail, false, &taken))
        return US_OK;
    us_session_ring_release(sink->ring, taken.tail);
    return append(sink, error);
}

static enum us_result put(struct tool_edit_session_sink *sink, enum us_session_topic topic,
                          const void *message, int64_t time_ns, struct us_error *error)
{
    const uint64_t waiting = atomic_load(&sink->ring->head) - atomic_load(&sink->ring->tail);
    if (waiting >= CHUNK_MESSAGES || (waiting > 0 && time_ns - sink->chunk_ns >= CHUNK_NS)) {
        enum us_result result = flush(sink, error);
        if (result != US_OK)
            return result;
        sink->chunk_ns = time_ns;
    } else if (waiting == 0) {
        sink->chunk_ns = time_ns;
    }
    (void)us_session_ring_put(sink->ring, topic, message); /* there is room */
    return US_OK;
}

/* The markers up to a time. */
static enum us_result put_markers(struct tool_edit_session_sink *sink, int64_t up_to_ns,
                                  struct us_error *error)
{
    const struct tool_edit_marker *from;
    enum us_result result = US_OK;
    while (result == US_OK &&
           (from = tool_edit_marker_next(sink->outline, up_to_ns, &sink->marker)) != NULL) {
        struct us_session_marker marker = {.time_ns = from->time_ns, .source = from->source};
        memcpy(marker.name, from->name, sizeof marker.name);
        result = put(sink, US_SESSION_TOPIC_MARKER, &marker, marker.time_ns, error);
    }
    return result;
}

static enum us_result take_message(struct tool_edit_stage *stage,
                                   struct us_session_message *message, struct us_error *error)
{
    struct tool_edit_session_sink *sink = (struct tool_edit_session_sink *)stage;
    enum us_result result = put_markers(sink, message->time_ns, error);
    if (result != US_OK)
        return result;
    if (message->topic == US_SESSION_TOPIC_FRAME) {
        sink->written.frames++;
        if (sink->outline->renumbers)
            message->of.frame.number = sink->written.frames;
    }
    if (message->topic == US_SESSION_TOPIC_INPUT) {
        if (!sink->outline->has_components)
            return US_OK;
        message->of.input.count = sink->outline->components.count;
    }
    return put(sink, message->topic, &message->of, message->time_ns, error);
}

static enum us_result end_session(struct tool_edit_stage *stage, struct us_error *error)
{
    struct tool_edit_session_sink *sink = (struct tool_edit_session_sink *)stage;
    enum us_result result = put_markers(sink, INT64_MAX, error);
    if (result == US_OK)
        result = flush(sink, error);
    if (result != US_OK)
        return result;
    us_mcap_writer_end(&sink->writer.mcap);
    result = append(sink, error);
    sink->written.bytes = sink->writer.mcap.position;
    return result;
}

enum us_result tool_edit_session_sink_init(struct tool_edit_session_sink *sink, int file,
                                           const struct tool_edit_outline *outline,
                                           struct us_error *error)
{
    *sink = (struct tool_edit_session_sink){
        .stage = {.take = take_message, .end = end_session}, .outline = outline, .file = file};
    sink->ring = us_session_ring_take(NULL);
    if (!us_session_writer_init(&sink->writer) || sink->ring == NULL)
        return us_result_no_memory(error);
    sink->ring->info = outline->info;
    sink->ring->components = outline->components;
    atomic_store(&sink->ring->has_info, true);
    atomic_store(&sink->ring->has_components, outline->has_components);
    us_session_writer_begin(&sink->writer, US_TOOL_VERSION);
    return append(sink, error);
}

void tool_edit_session_sink_finish(struct tool_edit_session_sink *sink)
{
    us_session_writer_finish(&sink->writer);
    if (sink->ring != NULL)
        us_session_ring_give_back(sink->ring);
}

/* ---- An input animation file ---- */

/* Whether a hand has a profile of something that it holds. */
static bool has_controllers(const struct us_session_components *table,
                            const struct us_session_input *input)
{
    for (unsigned hand = 0; hand < US_SESSION_HANDS; hand++) {
        const char *path = us_session_profile_path(table, input->profiles[hand]);
        if (path[0] != '\0' && strstr(path, "hand_interaction") == NULL)
            return true;
    }
    return false;
}

static enum us_result take_frame(struct tool_edit_stage *stage, struct us_session_message *message,
                                 struct us_error *error)
{
    struct tool_edit_animation_sink *sink = (struct tool_edit_animation_sink *)stage;
    if (message->topic == US_SESSION_TOPIC_INPUT)
        sink->has_controllers |= has_controllers(&sink->outline->components, &message->of.input);
    return message->topic == US_SESSION_TOPIC_FRAME
               ? us_animation_file_add(sink->animation, &message->of.frame, error)
               : US_OK;
}

static enum us_result end_animation(struct tool_edit_stage *stage, struct us_error *error)
{
    struct tool_edit_animation_sink *sink = (struct tool_edit_animation_sink *)stage;
    const uint32_t count = sink->outline->marker_count;
    struct us_marker *markers = tool_edit_markers_of_recording(sink->outline);
    if (markers == NULL)
        return us_result_no_memory(error);
    enum us_result result = us_animation_file_end_pass(sink->animation, markers, count, error);
    free(markers);
    return result;
}

enum us_result tool_edit_animation_sink_init(struct tool_edit_animation_sink *sink, int file,
                                             const struct tool_edit_outline *outline,
                                             struct us_error *error)
{
    const struct us_animation_file_options options = {
        .file = file,
        .key_size = outline->key_size,
        .origin_ns = outline->origin_ns,
        .tolerance_m = outline->keeps_keys ? 0.0 : fmax(outline->reduce_m, SAME_M),
        .tolerance_rad = outline->keeps_keys ? 0.0 : fmax(outline->reduce_rad, SAME_RAD)};
    *sink = (struct tool_edit_animation_sink){.stage = {.take = take_frame, .end = end_animation},
                                              .outline = outline,
                                              .animation = us_animation_file_create(&options)};
    return sink->animation != NULL ? US_OK : us_result_no_memory(error);
}

struct tool_edit_written
tool_edit_animation_sink_written(const struct tool_edit_animation_sink *sink)
{
    const struct us_animation_file_report *report = us_animation_file_report(sink->animation);
    return (struct tool_edit_written){.frames = report->facts.frames,
                                      .keys = report->keys,
                                      .bytes = report->bytes,
                                      .frames_same = report->facts.frames_same,
                                      .in_output = report->in_output};
}

void tool_edit_animation_sink_finish(struct tool_edit_animation_sink *sink)
{
    us_animation_file_destroy(sink->animation);
}

/* ---- The proof ---- */

static enum us_result compare(struct tool_edit_stage *stage, struct us_session_message *message,
                              struct us_error *error)
{
    struct tool_edit_proof *proof = (struct tool_edit_proof *)stage;
    static struct us_session_frame made;
    struct tool_edit_distance distance;
    if (message->topic != US_SESSION_TOPIC_FRAME || message->time_ns < proof->outline->start_ns)
        return US_OK;
    const double at_s = tool_edit_seconds(proof->outline, message->time_ns);
    if (tool_edit_frame_at(proof->made.sampler, at_s, true, &made, error) != US_OK)
        return US_ERROR_FILE;
    proof->frames++;
    if (!tool_edit_frame_distance(&message->of.frame, &made, !proof->outline->is_session,
                                  &distance)) {
        proof->unequal++;
        return US_OK;
    }
    proof->worst.metres = fmax(proof->worst.metres, distance.metres);
    proof->worst.radians = fmax(proof->worst.radians, distance.radians);
    return US_OK;
}

enum us_result tool_edit_proof_init(struct tool_edit_proof *proof, const char *path,
                                    const struct tool_edit_outline *outline, struct us_error *error)
{
    *proof = (struct tool_edit_proof){.stage = {.take = compare}, .outline = outline};
    return tool_edit_open_written(path, &proof->made, error);
}

void tool_edit_proof_finish(struct tool_edit_proof *proof)
{
    us_loaded_recording_close(&proof->made);
}
