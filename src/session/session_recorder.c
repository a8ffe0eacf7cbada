/* SPDX-License-Identifier: MIT */
#include "session/session_recorder.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/own_use.h"
#include "platform/descriptor.h"
#include "platform/memory_turn.h"
#include "platform/thread.h"
#include "platform/time.h"
#include "session/file/session_ring.h"
#include "session/file/session_writer.h"
#include "status/output_file.h"

struct us_session_recorder {
    struct us_session_ring *ring;
    int file;
    struct us_thread thread;
    atomic_bool stop;
    struct us_memory_turn look;    /* the thread waits for it between its looks */
    struct us_memory_turn written; /* changes when the thread has written what waited */
    void (*on_failure)(void *data, const char *text);
    void *data;
    struct us_session_writer writer; /* the thread's */
};

/* The part that runs on an app's threads. */

static bool may_put(const struct us_session_recorder *recorder)
{
    return recorder != NULL &&
           atomic_load_explicit(&recorder->ring->has_info, memory_order_acquire) &&
           !atomic_load_explicit(&recorder->ring->failed, memory_order_relaxed);
}

static bool put(const struct us_session_recorder *recorder, enum us_session_topic topic,
                const void *message)
{
    return may_put(recorder) && us_session_ring_put(recorder->ring, topic, message);
}

bool us_session_recorder_put_session(struct us_session_recorder *recorder,
                                     const struct us_session_info *info)
{
    if (recorder == NULL || atomic_load_explicit(&recorder->ring->has_info, memory_order_relaxed))
        return false;
    recorder->ring->info = *info;
    atomic_store_explicit(&recorder->ring->has_info, true, memory_order_release);
    return true;
}

bool us_session_recorder_put_components(struct us_session_recorder *recorder,
                                        const struct us_session_components *components)
{
    if (!may_put(recorder) || components->count > US_SESSION_COMPONENTS_MAX ||
        components->profile_count > US_SESSION_PROFILES_MAX ||
        atomic_load_explicit(&recorder->ring->has_components, memory_order_relaxed))
        return false;
    recorder->ring->components = *components;
    atomic_store_explicit(&recorder->ring->has_components, true, memory_order_release);
    return true;
}

static bool is_tracked(const struct us_session_location *location)
{
    const unsigned tracked = US_SESSION_BOTH_TRACKED;
    return location->is_recorded && location->is_active && (location->flags & tracked) != 0;
}

static uint32_t tracked_in(const struct us_session_frame *frame)
{
    const struct us_session_hand_joints *hands = frame->hands;
    uint32_t tracked = 0;
    if (is_tracked(&frame->head))
        tracked |= US_SESSION_TRACKED_HEAD;
    if (hands[US_SESSION_LEFT].is_active)
        tracked |= US_SESSION_TRACKED_LEFT_HAND;
    if (hands[US_SESSION_RIGHT].is_active)
        tracked |= US_SESSION_TRACKED_RIGHT_HAND;
    if (is_tracked(&frame->gaze))
        tracked |= US_SESSION_TRACKED_GAZE;
    if (is_tracked(&frame->poses[US_SESSION_LEFT][US_SESSION_POSE_GRIP]))
        tracked |= US_SESSION_TRACKED_LEFT_GRIP;
    if (is_tracked(&frame->poses[US_SESSION_RIGHT][US_SESSION_POSE_GRIP]))
        tracked |= US_SESSION_TRACKED_RIGHT_GRIP;
    return tracked;
}

bool us_session_recorder_put_frame(struct us_session_recorder *recorder,
                                   const struct us_session_frame *frame)
{
    if (!may_put(recorder) || frame->view_count > US_SESSION_VIEWS_MAX)
        return false;
    struct us_session_ring *ring = recorder->ring;
    if (!us_session_ring_put(ring, US_SESSION_TOPIC_FRAME, frame))
        return false;
    int64_t none = 0;
    atomic_compare_exchange_strong_explicit(&ring->first_ns, &none, frame->time_ns,
                                            memory_order_relaxed, memory_order_relaxed);
    atomic_store_explicit(&ring->last_ns, frame->time_ns, memory_order_relaxed);
    atomic_store_explicit(&ring->tracked, tracked_in(frame), memory_order_relaxed);
    atomic_fetch_add_explicit(&ring->frames, 1, memory_order_relaxed);
    return true;
}

bool us_session_recorder_put_input(struct us_session_recorder *recorder,
                                   const struct us_session_input *input)
{
    return may_put(recorder) &&
           atomic_load_explicit(&recorder->ring->has_components, memory_order_acquire) &&
           input->count == recorder->ring->components.count &&
           us_session_ring_put(recorder->ring, US_SESSION_TOPIC_INPUT, input);
}

bool us_session_recorder_put_event(struct us_session_recorder *recorder,
                                   const struct us_session_event *event)
{
    return put(recorder, US_SESSION_TOPIC_EVENT, event);
}

bool us_session_recorder_put_haptic(struct us_session_recorder *recorder,
                                    const struct us_session_haptic *haptic)
{
    return put(recorder, US_SESSION_TOPIC_HAPTIC, haptic);
}

bool us_session_recorder_put_marker(struct us_session_recorder *recorder,
                                    const struct us_session_marker *marker)
{
    return put(recorder, US_SESSION_TOPIC_MARKER, marker);
}

bool us_session_recorder_put_struct(struct us_session_recorder *recorder,
                                    const struct us_session_struct *unknown)
{
    return unknown->size <= US_SESSION_BYTES_MAX && put(recorder, US_SESSION_TOPIC_STRUCT, unknown);
}

bool us_session_recorder_put_mesh(struct us_session_recorder *recorder,
                                  const struct us_session_mesh_part *part)
{
    return part->count <= US_SESSION_MESH_VALUES && put(recorder, US_SESSION_TOPIC_MESH, part);
}

/* The part that opens, writes and closes the file. */

/* A chunk begins with the first message that waits, and ends CHUNK_NS later: with the thread's
 * sleep it lasts less than half a second. */
enum { IDLE_NS = 20000000, CHUNK_NS = 400000000 };
/* From so many waiting messages on, a chunk is written at once, and from so many on, a thread that
 * has time waits. */
enum { CHUNK_MESSAGES = US_SESSION_RING_SLOTS / 4, MOST_MESSAGES = US_SESSION_RING_SLOTS / 2 };

/* ---- The file ---- */

/* Appends the writer's new bytes to the file. Returns 0, or the error number. */
static int append(struct us_session_recorder *recorder)
{
    struct us_mcap_writer *mcap = &recorder->writer.mcap;
    if (!us_mcap_writer_is_sound(mcap))
        return ENOMEM;
    return us_output_file_append(recorder->file, mcap->out.bytes, (size_t)mcap->out.size);
}

/* Ends the file with its last whole chunk. Often there is still room for the summary, because the
 * chunk that did not fit is removed. The file can be read without the summary as well. */
static void fail(struct us_session_recorder *recorder, int error)
{
    struct us_mcap_writer *mcap = &recorder->writer.mcap;
    char text[160];
    us_mcap_writer_drop(mcap);
    us_mcap_writer_end(mcap);
    bool is_finished = append(recorder) == 0;
    atomic_store_explicit(&recorder->ring->failed, true, memory_order_release);
    snprintf(text, sizeof text, "%s: the recording ends early, after %llu bytes%s", strerror(error),
             (unsigned long long)mcap->position,
             is_finished ? "" : "; `understudy recover` makes it whole");
    if (recorder->on_failure != NULL)
        recorder->on_failure(recorder->data, text);
}

static bool has_failed(const struct us_session_recorder *recorder)
{
    return atomic_load_explicit(&recorder->ring->failed, memory_order_relaxed);
}

/* Writes one chunk of the messages that wait. Before and after, it notes in the ring how far the
 * file is. */
static void flush(struct us_session_recorder *recorder)
{
    struct us_session_ring *ring = recorder->ring;
    struct us_mcap_writer *mcap = &recorder->writer.mcap;
    struct us_session_taken taken;
    uint64_t tail = atomic_load_explicit(&ring->tail, memory_order_relaxed);
    if (!us_session_writer_chunk(&recorder->writer, ring, tail, false, &taken))
        return;
    atomic_store_explicit(&ring->commit.next_tail, taken.tail, memory_order_relaxed);
    atomic_store_explicit(&ring->commit.next_size, mcap->position + mcap->out.size,
                          memory_order_release);
    int error = append(recorder);
    if (error == 0) {
        us_mcap_writer_taken(mcap);
        atomic_store_explicit(&ring->commit.file_size, mcap->position, memory_order_release);
        atomic_store_explicit(&ring->dropped_said, taken.dropped, memory_order_relaxed);
        us_session_ring_release(ring, taken.tail);
    }
    atomic_store_explicit(&ring->commit.next_size, 0, memory_order_release);
    if (error != 0)
        fail(recorder, error);
}

/* The header, the schemas and the channels. */
static int write_beginning(struct us_session_recorder *recorder, const char *version)
{
    us_session_writer_begin(&recorder->writer, version);
    int error = append(recorder);
    if (error == 0)
        us_mcap_writer_taken(&recorder->writer.mcap);
    atomic_store_explicit(&recorder->ring->commit.file_size, recorder->writer.mcap.position,
                          memory_order_release);
    return error;
}

static void write_end(struct us_session_recorder *recorder)
{
    struct us_mcap_writer *mcap = &recorder->writer.mcap;
    us_mcap_writer_end(mcap);
    int error = append(recorder);
    if (error != 0)
        fail(recorder, error);
    else
        us_mcap_writer_taken(mcap);
}

/* ---- The thread ---- */

static uint64_t count_waiting(const struct us_session_ring *ring)
{
    uint64_t tail = atomic_load_explicit(&ring->tail, memory_order_relaxed);
    return atomic_load_explicit(&ring->head, memory_order_relaxed) - tail;
}

static void *write_on(void *data)
{
    struct us_session_recorder *recorder = data;
    const struct us_session_ring *ring = recorder->ring;
    int64_t since_ns = 0; /* when the first message that waits was seen; 0: none waits */
    bool stop = false;
    while (!stop && !has_failed(recorder)) {
        uint32_t turn = us_memory_turn_see(&recorder->look);
        stop = atomic_load_explicit(&recorder->stop, memory_order_acquire);
        uint64_t waiting = count_waiting(ring);
        int64_t now = us_time_now_ns();
        if (waiting > 0 && since_ns == 0)
            since_ns = now;
        bool is_due = since_ns != 0 && now - since_ns >= CHUNK_NS;
        if (stop || is_due || waiting >= CHUNK_MESSAGES) {
            flush(recorder);
            us_memory_turn_change(&recorder->written);
            since_ns = 0;
        }
        if (!stop) /* until it is time to look again, or somebody cannot wait */
            us_memory_turn_wait(&recorder->look, turn, IDLE_NS);
    }
    return NULL;
}

void us_session_recorder_wait(struct us_session_recorder *recorder)
{
    if (recorder == NULL || count_waiting(recorder->ring) < CHUNK_MESSAGES)
        return;
    us_memory_turn_change(&recorder->look);
    for (;;) {
        uint32_t turn = us_memory_turn_see(&recorder->written);
        if (has_failed(recorder) || count_waiting(recorder->ring) <= MOST_MESSAGES)
            break;
        us_memory_turn_wait(&recorder->written, turn, IDLE_NS);
    }
}

/* ---- Opening and closing ---- */

/* Opens a file that only this process uses, and that is empty or is emptied. Returns -1 with `why`
 * on failure. */
static int open_file(const char *path, bool replaces, bool *out_taken, const char **why)
{
    struct us_about about;
    int file = us_output_file_open(path, US_OUTPUT_FILE_USUAL, why);
    if (file < 0)
        return -1;
    *why = NULL;
    if (!us_output_file_lock(file)) {
        *why = "another process is writing it";
        *out_taken = true;
    } else if (!us_descriptor_about(file, &about) ||
               (replaces && !us_descriptor_truncate(file, 0))) {
        *why = strerror(errno);
    } else if (about.size > 0 && !replaces) {
        *why = "it is there already; remove it, or name another file";
        *out_taken = true;
    }
    if (*why == NULL)
        return file;
    us_descriptor_close(file);
    return -1;
}

static void give_back(struct us_session_recorder *recorder)
{
    if (recorder == NULL)
        return;
    if (recorder->ring != NULL)
        us_session_writer_finish(&recorder->writer);
    us_session_ring_give_back(recorder->ring);
    free(recorder);
}

enum us_result us_session_recorder_open(const struct us_session_recorder_options *options,
                                        struct us_session_recorder **out, struct us_error *error)
{
    const char *why = NULL;
    int number = ENOMEM;
    bool is_taken = false;
    *out = NULL;
    int file = open_file(options->path, options->replaces, &is_taken, &why);
    if (options->out_taken != NULL)
        *options->out_taken = is_taken;
    if (file < 0)
        return us_result_fail(error, US_ERROR_FILE, US_NO_BYTE, NULL, "cannot record to %s: %s",
                              options->path, why);
    struct us_session_recorder *recorder = calloc(1, sizeof *recorder);
    if (recorder != NULL && (recorder->ring = us_session_ring_take(options->ring)) != NULL &&
        us_session_writer_init(&recorder->writer)) {
        recorder->file = file;
        recorder->ring->number = options->number;
        recorder->on_failure = options->on_failure;
        recorder->data = options->data;
        number = write_beginning(recorder, options->version);
        if (number == 0)
            number = us_own_use_start_thread(&recorder->thread, 0, write_on, recorder);
        if (number == 0) {
            *out = recorder;
            return US_OK;
        }
    }
    give_back(recorder);
    (void)us_descriptor_truncate(file, 0);
    us_descriptor_close(file);
    return us_result_fail(error, number == ENOMEM ? US_ERROR_MEMORY : US_ERROR_FILE, US_NO_BYTE,
                          NULL, "cannot record to %s: %s", options->path, strerror(number));
}

bool us_session_recorder_close(struct us_session_recorder *recorder)
{
    if (recorder == NULL)
        return true;
    atomic_store_explicit(&recorder->stop, true, memory_order_release);
    us_memory_turn_change(&recorder->look);
    us_thread_join(&recorder->thread);
    if (!has_failed(recorder))
        write_end(recorder);
    /* Some file systems report only now that there was no room. */
    if (!us_descriptor_close(recorder->file) && !has_failed(recorder)) {
        recorder->file = -1;
        fail(recorder, errno);
    }
    bool is_whole = !has_failed(recorder);
    give_back(recorder);
    return is_whole;
}

struct us_session_progress us_session_recorder_counts(const struct us_session_recorder *recorder)
{
    return recorder != NULL ? us_session_ring_look(recorder->ring)
                            : (struct us_session_progress){0};
}
