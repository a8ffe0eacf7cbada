/* SPDX-License-Identifier: MIT */
#include "core/sampler/stream.h"

#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "core/base/own_use.h"
#include "core/sampler/stream_plan.h"
#include "platform/thread.h"
#include "platform/time.h"

/* The lengths of the first and the second block: 0.4 s and 1.6 s at 60 Hz. The worker makes the
 * second one while the first plays, also from a cold disk. */
enum { FRAMES_AT_START = 26, FRAMES_NEXT = 96 };
enum { THREAD_STACK_SIZE = 256 << 10 };

/* A thread may read `span` and `block` while `readers` counts it, if it saw `ready` after it was
 * counted. */
struct slot {
    atomic_bool ready;
    atomic_uint readers;
    atomic_uint asked_frame; /* in which a thread asked for a time in it; 0: in none */
    _Atomic double asked_s;  /* that time */
    struct us_span span;
    struct us_block *block; /* NULL: making it failed */
};

struct us_stream {
    struct us_block_source *source; /* used by the worker only, once it runs */
    const struct us_recording *recording;
    struct slot slots[US_STREAM_SLOTS];
    unsigned slot_count;
    atomic_uint hint; /* the slot that answered last */

    _Atomic double wanted_s;
    atomic_uint frame; /* counts the times that play; 0: what is asked for is what plays */
    atomic_bool misses;
    _Atomic double missed_s; /* with `misses`: another time, whose block is not there */
    atomic_uint_fast64_t late;

    bool calibrated; /* set before the worker starts */
    bool has_worker;
    struct us_thread worker;
    struct us_mutex turn; /* held by the thread that waits for a block */
    struct us_mutex mutex;
    struct us_condition wake, made; /* wake: signals the worker; made: the worker made a block */
    bool stopping;                  /* under the mutex */
    bool failed;                    /* under the mutex */
    struct us_error error;
};

/* A reader counts itself before it reads the flag; empty_slot() clears the flag before it reads the
 * count. So either the reader sees the cleared flag, or empty_slot() sees the reader. */
static bool pin_slot(struct slot *slot)
{
    if (!atomic_load(&slot->ready))
        return false;
    atomic_fetch_add(&slot->readers, 1);
    if (atomic_load(&slot->ready))
        return true;
    atomic_fetch_sub(&slot->readers, 1);
    return false;
}

static void unpin_slot(struct slot *slot)
{
    atomic_fetch_sub_explicit(&slot->readers, 1, memory_order_release);
}

static struct slot *pin_covering(struct us_stream *stream, double time_s)
{
    unsigned hint = atomic_load_explicit(&stream->hint, memory_order_relaxed);
    for (unsigned i = 0; i < stream->slot_count; i++) {
        unsigned place = (hint + i) % stream->slot_count;
        struct slot *slot = &stream->slots[place];
        if (!pin_slot(slot))
            continue;
        if (us_span_covers(slot->span, time_s)) {
            if (i > 0)
                atomic_store_explicit(&stream->hint, place, memory_order_relaxed);
            return slot;
        }
        unpin_slot(slot);
    }
    return NULL;
}

static struct slot *pin_nearest(struct us_stream *stream, double time_s)
{
    struct slot *nearest = NULL;
    for (unsigned i = 0; i < stream->slot_count; i++) {
        struct slot *slot = &stream->slots[i];
        if (!pin_slot(slot))
            continue;
        double far_s = us_span_distance(slot->span, time_s);
        bool better = slot->block != NULL &&
                      (nearest == NULL || far_s < us_span_distance(nearest->span, time_s));
        struct slot *other = better ? nearest : slot;
        nearest = better ? slot : nearest;
        if (other != NULL)
            unpin_slot(other);
    }
    return nearest;
}

/* Tells the worker what a thread asks for: a block that it keeps, or one that is not there. */
static void note_asked(struct us_stream *stream, struct slot *slot, double time_s)
{
    unsigned frame = atomic_load_explicit(&stream->frame, memory_order_relaxed);
    if (frame == 0) {
        atomic_store_explicit(&stream->wanted_s, time_s, memory_order_relaxed);
    } else if (slot != NULL) {
        atomic_store_explicit(&slot->asked_s, time_s, memory_order_relaxed);
        atomic_store_explicit(&slot->asked_frame, frame, memory_order_relaxed);
    } else {
        atomic_store_explicit(&stream->missed_s, time_s, memory_order_relaxed);
        atomic_store_explicit(&stream->misses, true, memory_order_release);
    }
}

/* Waiting threads take turns, so that the worker does not evict the block of one for another. Each
 * stores its time repeatedly, because threads that do not wait overwrite it. */
static struct slot *wait_for(struct us_stream *stream, double time_s)
{
    struct slot *slot = pin_covering(stream, time_s);
    if (slot != NULL || !stream->has_worker)
        return slot;
    us_mutex_lock(&stream->turn);
    us_mutex_lock(&stream->mutex);
    while ((slot = pin_covering(stream, time_s)) == NULL && !stream->stopping) {
        note_asked(stream, NULL, time_s);
        us_condition_signal(&stream->wake);
        us_condition_wait_until(&stream->made, &stream->mutex,
                                us_time_now_ns() + US_STREAM_POLL_NS);
    }
    us_mutex_unlock(&stream->mutex);
    us_mutex_unlock(&stream->turn);
    return slot;
}

/* Replaces times that no span covers: NaN, and +infinity, where the last span ends. */
static double finite_time(const struct us_stream *stream, double time_s)
{
    return isnan(time_s) ? stream->recording->first_key_s : fmin(time_s, DBL_MAX);
}

struct us_pin us_stream_pin(struct us_stream *stream, double time_s, bool wait)
{
    time_s = finite_time(stream, time_s);
    struct slot *slot = wait ? wait_for(stream, time_s) : pin_covering(stream, time_s);
    note_asked(stream, slot, time_s);
    if (slot != NULL && slot->block != NULL)
        return (struct us_pin){slot->block, time_s, slot->span.from_s, slot};
    if (slot != NULL)
        unpin_slot(slot);
    atomic_fetch_add_explicit(&stream->late, 1, memory_order_relaxed);
    slot = pin_nearest(stream, time_s);
    if (slot == NULL)
        return (struct us_pin){NULL, time_s, time_s, NULL};
    double last_s = nextafter(slot->span.to_s, -INFINITY);
    return (struct us_pin){slot->block, fmin(fmax(time_s, slot->span.from_s), last_s),
                           slot->span.from_s, slot};
}

void us_stream_play(struct us_stream *stream, double time_s)
{
    atomic_store_explicit(&stream->wanted_s, finite_time(stream, time_s), memory_order_relaxed);
    if (atomic_fetch_add_explicit(&stream->frame, 1, memory_order_relaxed) == UINT_MAX)
        atomic_store_explicit(&stream->frame, 1, memory_order_relaxed);
}

struct us_pin us_stream_pin_kept(struct us_stream *stream, double time_s)
{
    struct slot *slot = pin_covering(stream, time_s);
    if (slot != NULL && slot->block != NULL)
        return (struct us_pin){slot->block, time_s, slot->span.from_s, slot};
    if (slot != NULL)
        unpin_slot(slot);
    return (struct us_pin){NULL, time_s, time_s, NULL};
}

void us_stream_unpin(struct us_stream *stream, struct us_pin *pin)
{
    (void)stream;
    if (pin->slot != NULL)
        unpin_slot(pin->slot);
    *pin = (struct us_pin){0};
}

/* For the worker, or for the creator before the worker starts. Nobody else changes slots, so it
 * need not stay pinned. */
static struct slot *slot_covering(struct us_stream *stream, double time_s)
{
    struct slot *slot = pin_covering(stream, time_s);
    if (slot != NULL)
        unpin_slot(slot);
    return slot;
}

static void short_sleep(void)
{
    us_time_sleep(100000);
}

static void empty_slot(struct slot *slot)
{
    atomic_store(&slot->ready, false);
    while (atomic_load(&slot->readers) > 0)
        short_sleep();
    us_block_destroy(slot->block);
    slot->block = NULL;
    atomic_store_explicit(&slot->asked_frame, 0, memory_order_relaxed);
}

/* A function of a source that makes a block. */
typedef enum us_result make_block(struct us_block_source *source, double time_s,
                                  struct us_block **out_block, struct us_span *out_span,
                                  struct us_error *error);

/* Replaces the blocks that were made before the keys were sorted. */
static void remake_blocks(struct us_stream *stream, double first_s)
{
    for (unsigned i = 0; i < stream->slot_count; i++) {
        struct slot *slot = &stream->slots[i];
        if (!atomic_load(&slot->ready))
            continue;
        struct us_block *block;
        struct us_span span;
        (void)stream->source->ops->make(stream->source, fmax(slot->span.from_s, first_s), &block,
                                        &span, NULL);
        empty_slot(slot);
        slot->block = block;
        slot->span = span;
        atomic_store(&slot->ready, true);
    }
}

static bool sort_keys(struct us_stream *stream)
{
    double first_s;
    if (stream->source->ops->sort == NULL || !stream->source->ops->sort(stream->source, &first_s))
        return false;
    remake_blocks(stream, first_s);
    return true;
}

static void report_made(struct us_stream *stream, enum us_result result,
                        const struct us_error *error)
{
    us_mutex_lock(&stream->mutex);
    if (result != US_OK && !stream->failed) {
        stream->failed = true;
        stream->error = *error;
    }
    us_condition_broadcast(&stream->made);
    us_mutex_unlock(&stream->mutex);
}

/* A thread that finds a slot without a block gets the reason: the failure is stored before the slot
 * is ready. */
static void publish(struct us_stream *stream, struct slot *slot, enum us_result result,
                    const struct us_error *error)
{
    if (result != US_OK && error != NULL)
        report_made(stream, result, error);
    atomic_store(&slot->ready, true);
}

/* Makes a block in an empty slot: of so many frames, or with 0, by `how`. */
static enum us_result make(struct us_stream *stream, struct slot *slot, double time_s,
                           make_block *how, uint32_t frames, struct us_error *error)
{
    enum us_result result;
    do
        result = frames > 0 ? stream->source->ops->start(stream->source, time_s, frames,
                                                         &slot->block, &slot->span, error)
                            : how(stream->source, time_s, &slot->block, &slot->span, error);
    while (result == US_ERROR_UNSORTED && sort_keys(stream));
    publish(stream, slot, result, error);
    return result;
}

static enum us_result fill(struct us_stream *stream, struct slot *slot, double time_s,
                           struct us_error *error)
{
    empty_slot(slot);
    return make(stream, slot, time_s, stream->source->ops->make, 0, error);
}

/* Sleeps until the next check, or until a thread waits for a block. True if the worker must stop.
 */
static bool sleep_until_due(struct us_stream *stream, bool busy, long pause_ns)
{
    int64_t until_ns = us_time_now_ns() + pause_ns;
    us_mutex_lock(&stream->mutex);
    if (!busy && !stream->stopping)
        us_condition_wait_until(&stream->wake, &stream->mutex, until_ns);
    bool stop = stream->stopping;
    us_mutex_unlock(&stream->mutex);
    return stop;
}

/* Makes the first block of the recording. That fixes the length of cells. */
static enum us_result calibrate(struct us_stream *stream, struct slot *slot, struct us_error *error)
{
    return make(stream, slot, us_recording_start_s(stream->recording),
                stream->source->ops->calibrate, 0, error);
}

/* Makes a block of the first frames only, which is quick. */
static enum us_result make_start(struct us_stream *stream, struct slot *slot, uint32_t frames,
                                 struct us_error *error)
{
    return make(stream, slot, us_recording_start_s(stream->recording), NULL, frames, error);
}

/* Makes the second block, of intermediate size, and then the first whole cell: if the file is not
 * in memory, making a whole cell takes longer than the first block plays. */
static void make_next_blocks(struct us_stream *stream)
{
    struct us_error error;
    if (stream->source->ops->ask_ahead != NULL)
        stream->source->ops->ask_ahead(stream->source);
    enum us_result result = make_start(stream, &stream->slots[2], FRAMES_NEXT, &error);
    if (result == US_OK)
        result = calibrate(stream, &stream->slots[1], &error);
    report_made(stream, result, &error);
}

static bool update_pace(const struct us_stream *stream, struct us_stream_pace *pace)
{
    return us_stream_pace_update(pace, stream->recording, atomic_load(&stream->wanted_s),
                                 us_time_now_s(), us_stream_late_count(stream));
}

static struct us_stream_look look_at(const struct us_stream *stream)
{
    struct us_stream_look look = {.source = stream->source, .slot_count = stream->slot_count};
    unsigned frame = atomic_load_explicit(&stream->frame, memory_order_relaxed);
    for (unsigned i = 0; i < stream->slot_count; i++) {
        const struct slot *slot = &stream->slots[i];
        unsigned asked = atomic_load_explicit(&slot->asked_frame, memory_order_relaxed);
        look.slots[i] = (struct us_stream_seen_slot){
            .is_ready = atomic_load(&slot->ready),
            .span = slot->span,
            .asked_ago = asked != 0 ? frame - asked : UINT_MAX,
            .asked_s = atomic_load_explicit(&slot->asked_s, memory_order_relaxed)};
    }
    look.misses = atomic_load_explicit(&stream->misses, memory_order_acquire);
    look.missed_s = atomic_load_explicit(&stream->missed_s, memory_order_relaxed);
    return look;
}

/* Makes a block, or removes one. False if there was nothing to do. */
static bool take_step(struct us_stream *stream, const struct us_stream_pace *pace)
{
    const struct us_stream_look look = look_at(stream);
    struct us_stream_step step = us_stream_next_step(&look, pace);
    struct us_error error;
    if (!step.makes)
        atomic_store_explicit(&stream->misses, false, memory_order_relaxed);
    if (step.slot < 0)
        return false;
    if (step.makes) {
        enum us_result result = fill(stream, &stream->slots[step.slot], step.time_s, &error);
        report_made(stream, result, &error);
    } else {
        empty_slot(&stream->slots[step.slot]);
    }
    return true;
}

static void *work(void *context)
{
    struct us_stream *stream = context;
    if (!stream->calibrated)
        make_next_blocks(stream);
    struct us_stream_pace pace = {.at_s = atomic_load(&stream->wanted_s),
                                  .clock_s = us_time_now_s(),
                                  .pause_ns = US_STREAM_POLL_NS};
    bool busy = true;
    while (!sleep_until_due(stream, busy, pace.pause_ns)) {
        bool surprised = update_pace(stream, &pace);
        busy = take_step(stream, &pace);
        if (busy)
            continue;
        const struct us_stream_look look = look_at(stream);
        pace.pause_ns = surprised ? US_STREAM_POLL_NS : us_stream_pause_ns(&look, &pace);
    }
    return NULL;
}

static bool start_worker(struct us_stream *stream)
{
    stream->has_worker =
        us_own_use_start_thread(&stream->worker, THREAD_STACK_SIZE, work, stream) == 0;
    return stream->has_worker;
}

/* Makes all blocks of a short recording. `*out_all` is false if blocks are shorter than cells, so
 * that they do not fit into the slots. */
static enum us_result make_whole(struct us_stream *stream, bool *out_all, struct us_error *error)
{
    const struct us_block_source_ops *ops = stream->source->ops;
    enum us_result result = calibrate(stream, &stream->slots[0], error);
    stream->calibrated = true;
    uint32_t cells = ops->cell_count(stream->source);
    bool all = cells <= US_STREAM_RING_SLOTS;
    double time_s = stream->recording->first_key_s;
    for (unsigned i = 0; i < cells && all && result == US_OK; i++) {
        struct us_span cell = ops->cell(stream->source, time_s);
        if (slot_covering(stream, time_s) == NULL)
            result = fill(stream, &stream->slots[i], time_s, error);
        const struct slot *slot = slot_covering(stream, time_s);
        /* If a block is shorter than its cell, there are more blocks than slots. */
        all = slot != NULL && slot->span.from_s == cell.from_s && slot->span.to_s == cell.to_s;
        time_s = cell.to_s;
    }
    *out_all = all;
    return result;
}

/* Makes all blocks of a short recording. Makes the first frames of a longer one, and starts the
 * worker. */
static enum us_result make_first(struct us_stream *stream, struct us_error *error)
{
    struct slot *slot = &stream->slots[0];
    bool all = stream->source->ops->cell_count(stream->source) <= US_STREAM_RING_SLOTS;
    enum us_result result;
    stream->slot_count = US_STREAM_SLOTS;
    if (all) {
        result = make_whole(stream, &all, error);
    } else {
        result = make_start(stream, slot, FRAMES_AT_START, error);
    }
    if (result != US_OK || all)
        return result;
    return start_worker(stream)
               ? US_OK
               : us_result_fail(error, US_ERROR_MEMORY, US_NO_BYTE, NULL,
                                "cannot start the thread that reads the recording");
}

static bool init_conditions(struct us_stream *stream)
{
    if (!us_condition_init(&stream->wake))
        return false;
    if (us_condition_init(&stream->made))
        return true;
    us_condition_destroy(&stream->wake);
    return false;
}

/* Makes all mutexes and conditions, or none. */
static bool init_sync(struct us_stream *stream)
{
    if (!us_mutex_init(&stream->mutex))
        return false;
    if (!us_mutex_init(&stream->turn))
        goto destroy_mutex;
    if (init_conditions(stream))
        return true;
    us_mutex_destroy(&stream->turn);
destroy_mutex:
    us_mutex_destroy(&stream->mutex);
    return false;
}

enum us_result us_stream_create(struct us_block_source *source, struct us_stream **out_stream,
                                struct us_error *error)
{
    *out_stream = NULL;
    struct us_stream *stream = calloc(1, sizeof *stream);
    if (stream == NULL || !init_sync(stream)) {
        free(stream);
        source->ops->destroy(source);
        return us_result_no_memory(error);
    }
    stream->source = source;
    stream->recording = source->ops->recording(source);
    atomic_store(&stream->wanted_s, us_recording_start_s(stream->recording));
    enum us_result result = make_first(stream, error);
    if (result != US_OK) {
        us_stream_destroy(stream);
        return result;
    }
    *out_stream = stream;
    return US_OK;
}

void us_stream_destroy(struct us_stream *stream)
{
    if (stream == NULL)
        return;
    if (stream->has_worker) {
        us_mutex_lock(&stream->mutex);
        stream->stopping = true;
        us_condition_broadcast(&stream->wake);
        us_condition_broadcast(&stream->made);
        us_mutex_unlock(&stream->mutex);
        us_thread_join(&stream->worker);
    }
    for (unsigned i = 0; i < US_STREAM_SLOTS; i++)
        us_block_destroy(stream->slots[i].block);
    stream->source->ops->destroy(stream->source);
    us_condition_destroy(&stream->wake);
    us_condition_destroy(&stream->made);
    us_mutex_destroy(&stream->turn);
    us_mutex_destroy(&stream->mutex);
    free(stream);
}

const struct us_recording *us_stream_recording(const struct us_stream *stream)
{
    return stream->recording;
}

uint64_t us_stream_late_count(const struct us_stream *stream)
{
    return atomic_load_explicit(&stream->late, memory_order_relaxed);
}

bool us_stream_error(struct us_stream *stream, struct us_error *out_error)
{
    us_mutex_lock(&stream->mutex);
    bool failed = stream->failed;
    if (failed && out_error != NULL)
        *out_error = stream->error;
    us_mutex_unlock(&stream->mutex);
    return failed;
}

bool us_stream_sorts_keys(const struct us_stream *stream)
{
    return stream->source->ops->sorts_keys(stream->source);
}
