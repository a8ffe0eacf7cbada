/* SPDX-License-Identifier: MIT */
#include "core/sampler/stream.h"

#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "core/base/own_use.h"
#include "platform/thread.h"
#include "platform/time.h"

enum { RING_SLOTS = 4, AHEAD_BLOCKS = 2 };
/* For blocks that are asked for in each frame beside those of the time that plays: faults may
 * freeze or delay the head, the hands and the gaze, each at another time; and each may be about to
 * go on to its next block. */
enum { MOST_SLOTS = RING_SLOTS + 8, ASKED_FRAMES = 2 };
enum { ALL_WANTED = AHEAD_BLOCKS + 2 + MOST_SLOTS };
/* The lengths of the first and the second block: 0.4 s and 1.6 s at 60 Hz. The worker makes the
 * second one while the first plays, also from a cold disk. */
enum { FRAMES_AT_START = 26, FRAMES_NEXT = 96 };
enum { THREAD_STACK_SIZE = 256 << 10 };
/* The intervals at which the worker checks playback: at first and after a jump; while playback
 * stands still and may jump; and while it plays steadily. */
enum { POLL_NS = 5000000, POLL_STILL_NS = 50000000, POLL_STEADY_NS = 200000000 };
/* The worker makes the second block ahead only if the existing blocks last less than this. */
#define LEAD_S 2.0

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
    struct slot slots[MOST_SLOTS];
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

static bool covers(struct us_span span, double time_s)
{
    return time_s >= span.from_s && time_s < span.to_s;
}

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
        if (covers(slot->span, time_s)) {
            if (i > 0)
                atomic_store_explicit(&stream->hint, place, memory_order_relaxed);
            return slot;
        }
        unpin_slot(slot);
    }
    return NULL;
}

static double distance(struct us_span span, double time_s)
{
    return time_s < span.from_s ? span.from_s - time_s : fmax(time_s - span.to_s, 0.0);
}

static struct slot *pin_nearest(struct us_stream *stream, double time_s)
{
    struct slot *nearest = NULL;
    for (unsigned i = 0; i < stream->slot_count; i++) {
        struct slot *slot = &stream->slots[i];
        if (!pin_slot(slot))
            continue;
        bool better =
            slot->block != NULL &&
            (nearest == NULL || distance(slot->span, time_s) < distance(nearest->span, time_s));
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
                                us_time_ns(US_TIME_MONOTONIC) + POLL_NS);
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
 * need not pin them. */
static struct slot *slot_covering(struct us_stream *stream, double time_s)
{
    for (unsigned i = 0; i < stream->slot_count; i++)
        if (atomic_load(&stream->slots[i].ready) && covers(stream->slots[i].span, time_s))
            return &stream->slots[i];
    return NULL;
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

/* A time in the next block after (if `backward`, before) the one that covers `time_s`. After the
 * last block comes the first one. */
static double next_block_time(const struct us_stream *stream, double time_s, bool backward)
{
    const struct us_recording *head = stream->recording;
    struct us_span span = stream->source->ops->cell(stream->source, time_s);
    for (unsigned i = 0; i < stream->slot_count; i++) {
        const struct slot *slot = &stream->slots[i];
        if (atomic_load(&slot->ready) && covers(slot->span, time_s))
            span = slot->span;
    }
    if (backward)
        return isinf(span.from_s) ? head->last_key_s : nextafter(span.from_s, -INFINITY);
    return isinf(span.to_s) ? us_recording_start_s(head) : span.to_s;
}

/* The position and speed of playback when the worker last checked it. */
struct pace {
    double at_s, clock_s;
    double speed; /* recorded seconds per second, never negative */
    bool backward;
    uint64_t late;
    long pause_ns; /* until the next check */
};

static double clock_s(void)
{
    return 1e-9 * (double)us_time_ns(US_TIME_MONOTONIC);
}

/* Seconds until playback leaves the block of `time_s`, or reaches the end of the recording. */
static double until_left_s(const struct us_stream *stream, const struct pace *pace, double time_s)
{
    double next_s = next_block_time(stream, time_s, pace->backward);
    double apart_s = pace->backward ? pace->at_s - next_s : next_s - pace->at_s;
    if (apart_s <= 0.0)
        apart_s = pace->backward ? pace->at_s - stream->recording->first_key_s
                                 : stream->recording->last_key_s - pace->at_s;
    return fmax(apart_s, 0.0) / fmax(pace->speed, 1.0);
}

/* Lists times whose blocks playback needs soon, the most urgent first. Returns how many. */
static unsigned list_wanted(const struct us_stream *stream, const struct pace *pace,
                            double out_wanted_s[AHEAD_BLOCKS + 1])
{
    out_wanted_s[0] = pace->at_s;
    for (unsigned i = 1; i <= AHEAD_BLOCKS; i++) {
        if (i > 1 && until_left_s(stream, pace, out_wanted_s[i - 1]) > LEAD_S)
            return i;
        out_wanted_s[i] = next_block_time(stream, out_wanted_s[i - 1], pace->backward);
    }
    return AHEAD_BLOCKS + 1;
}

/* Whether a thread asked for it in one of the last frames. */
static bool is_asked(const struct us_stream *stream, const struct slot *slot)
{
    unsigned frame = atomic_load_explicit(&stream->frame, memory_order_relaxed);
    unsigned asked = atomic_load_explicit(&slot->asked_frame, memory_order_relaxed);
    return asked != 0 && frame - asked <= ASKED_FRAMES;
}

static bool is_needed(const struct us_stream *stream, const struct slot *slot,
                      const double *wanted_s, unsigned count)
{
    bool needed = is_asked(stream, slot);
    for (unsigned k = 0; k < count; k++)
        needed = needed || covers(slot->span, wanted_s[k]);
    return needed;
}

/* Whether it is in use, and not only for a time far from the one that plays. */
static bool is_of_ring(struct us_stream *stream, const struct slot *slot, double playing_s)
{
    const struct slot *playing = slot_covering(stream, playing_s);
    bool touches = playing != NULL && slot->span.from_s <= playing->span.to_s &&
                   slot->span.to_s >= playing->span.from_s;
    return touches || !is_asked(stream, slot);
}

/* The slot farthest from now that nobody needs; NULL: there is none. Counts the slots of the ring.
 */
static struct slot *find_spare(struct us_stream *stream, const double *wanted_s, unsigned count,
                               unsigned *out_ring)
{
    struct slot *spare = NULL;
    *out_ring = 0;
    for (unsigned i = 0; i < stream->slot_count; i++) {
        struct slot *slot = &stream->slots[i];
        if (!atomic_load(&slot->ready))
            continue;
        *out_ring += is_of_ring(stream, slot, wanted_s[0]) ? 1 : 0;
        if (!is_needed(stream, slot, wanted_s, count) &&
            (spare == NULL ||
             distance(slot->span, wanted_s[0]) > distance(spare->span, wanted_s[0])))
            spare = slot;
    }
    return spare;
}

/* The one asked for longest ago, but none that covers one of the wanted times. */
static struct slot *find_oldest(struct us_stream *stream, const double *wanted_s, unsigned count)
{
    struct slot *oldest = NULL;
    for (unsigned i = 0; i < stream->slot_count; i++) {
        struct slot *slot = &stream->slots[i];
        bool wanted = false;
        for (unsigned k = 0; k < count; k++)
            wanted = wanted || covers(slot->span, wanted_s[k]);
        if (!wanted && (oldest == NULL || slot->asked_frame < oldest->asked_frame))
            oldest = slot;
    }
    return oldest;
}

/* An empty slot, while the ring is not full or all are needed; otherwise one to make empty. With
 * `urgent`, the first so many times are not taken from one another, but from others; without, NULL
 * says that others need all of them. */
static struct slot *choose_slot(struct us_stream *stream, const double *wanted_s, unsigned count,
                                unsigned urgent)
{
    unsigned ring;
    struct slot *spare = find_spare(stream, wanted_s, count, &ring);
    if (spare != NULL && ring >= RING_SLOTS)
        return spare;
    for (unsigned i = 0; i < stream->slot_count; i++)
        if (!atomic_load(&stream->slots[i].ready))
            return &stream->slots[i];
    return spare != NULL || urgent == 0 ? spare : find_oldest(stream, wanted_s, urgent);
}

/* As list_wanted, with the time that was missed: these are urgent. Then those of times beside them
 * that go on into another block. */
static unsigned list_all_wanted(const struct us_stream *stream, const struct pace *pace,
                                double out_wanted_s[ALL_WANTED], unsigned *out_urgent)
{
    double playing_s[AHEAD_BLOCKS + 1];
    unsigned playing = list_wanted(stream, pace, playing_s), count = 0;
    out_wanted_s[count++] = playing_s[0];
    if (atomic_load_explicit(&stream->misses, memory_order_acquire))
        out_wanted_s[count++] = atomic_load_explicit(&stream->missed_s, memory_order_relaxed);
    for (unsigned i = 1; i < playing; i++)
        out_wanted_s[count++] = playing_s[i];
    *out_urgent = count;
    for (unsigned i = 0; i < stream->slot_count; i++) {
        const struct slot *slot = &stream->slots[i];
        if (!atomic_load(&slot->ready) || !is_asked(stream, slot))
            continue;
        double asked_s = atomic_load_explicit(&slot->asked_s, memory_order_relaxed);
        double next_s = next_block_time(stream, asked_s, pace->backward);
        double apart_s = pace->backward ? asked_s - next_s : next_s - asked_s;
        if (apart_s >= 0.0 && apart_s / fmax(pace->speed, 1.0) <= LEAD_S)
            out_wanted_s[count++] = next_s;
    }
    return count;
}

/* Makes a block that is missing. */
static void make_block_of(struct us_stream *stream, double time_s, struct slot *slot)
{
    struct us_error error;
    enum us_result result = fill(stream, slot, time_s, &error);
    report_made(stream, result, &error);
}

/* Makes the most urgent missing block. If none is missing, removes a block that is left of those
 * that were asked for. False if there was nothing to do. */
static bool make_missing_block(struct us_stream *stream, const struct pace *pace)
{
    double wanted_s[ALL_WANTED];
    unsigned ring, urgent, count = list_all_wanted(stream, pace, wanted_s, &urgent);
    for (unsigned i = 0; i < count; i++) {
        if (slot_covering(stream, wanted_s[i]) != NULL)
            continue;
        struct slot *slot = choose_slot(stream, wanted_s, count, i < urgent ? urgent : 0);
        if (slot == NULL)
            continue;
        make_block_of(stream, wanted_s[i], slot);
        return true;
    }
    atomic_store_explicit(&stream->misses, false, memory_order_relaxed);
    struct slot *spare = find_spare(stream, wanted_s, count, &ring);
    if (spare == NULL || ring <= RING_SLOTS)
        return false;
    empty_slot(spare);
    return true;
}

/* Sleeps until the next check, or until a thread waits for a block. True if the worker must stop.
 */
static bool sleep_until_due(struct us_stream *stream, bool busy, long pause_ns)
{
    int64_t until_ns = us_time_ns(US_TIME_MONOTONIC) + pause_ns;
    us_mutex_lock(&stream->mutex);
    if (!busy && !stream->stopping)
        us_condition_wait_until(&stream->wake, &stream->mutex, until_ns);
    bool stop = stream->stopping;
    us_mutex_unlock(&stream->mutex);
    return stop;
}

/* Doubles the pause, but not beyond the end of the block that plays: then the worker has to make
 * the next one. */
static long choose_pause_ns(const struct us_stream *stream, const struct pace *pace)
{
    double most_ns = POLL_STILL_NS;
    if (pace->speed > 0.0)
        most_ns = fmin(1e9 * until_left_s(stream, pace, pace->at_s), POLL_STEADY_NS);
    return (long)fmax(fmin(most_ns, 2.0 * (double)pace->pause_ns), POLL_NS);
}

/* Updates the pace. True if playback jumped or outran the blocks. */
static bool update_pace(const struct us_stream *stream, struct pace *pace)
{
    double now_s = atomic_load(&stream->wanted_s), at_clock_s = clock_s();
    double moved_s = now_s - pace->at_s, passed_s = at_clock_s - pace->clock_s;
    uint64_t late = us_stream_late_count(stream);
    /* A loop that starts again does not change the direction. */
    bool jumped =
        fabs(moved_s) >= 0.5 * (stream->recording->last_key_s - stream->recording->first_key_s);
    if (moved_s != 0.0 && !jumped)
        pace->backward = moved_s < 0.0;
    if (!jumped)
        pace->speed = passed_s > 0.0 ? fabs(moved_s) / passed_s : 0.0;
    bool was_late = late != pace->late;
    pace->at_s = now_s;
    pace->clock_s = at_clock_s;
    pace->late = late;
    return jumped || was_late;
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

static void *work(void *context)
{
    struct us_stream *stream = context;
    if (!stream->calibrated)
        make_next_blocks(stream);
    struct pace pace = {
        .at_s = atomic_load(&stream->wanted_s), .clock_s = clock_s(), .pause_ns = POLL_NS};
    bool busy = true;
    while (!sleep_until_due(stream, busy, pace.pause_ns)) {
        bool surprised = update_pace(stream, &pace);
        busy = make_missing_block(stream, &pace);
        if (!busy)
            pace.pause_ns = surprised ? POLL_NS : choose_pause_ns(stream, &pace);
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
    bool all = cells <= RING_SLOTS;
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
    bool all = stream->source->ops->cell_count(stream->source) <= RING_SLOTS;
    enum us_result result;
    stream->slot_count = MOST_SLOTS;
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
    for (unsigned i = 0; i < MOST_SLOTS; i++)
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
