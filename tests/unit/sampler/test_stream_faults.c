/* SPDX-License-Identifier: MIT */
/*
 * Hazard: what the system or the source refuses is not noticed, or what was made before is left
 * behind. Here both refuse one thing at a time, and the clock stands still: hence the source
 * itself.
 */
#define _GNU_SOURCE
#include "support.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "core/base/own_use.h"

/* What the clock shows, which call fails (from 1; 0: none), and how much of what is made is left.
 */
static struct timespec shown, waited_until;
static unsigned calls, fails_at;
static int alive, waits;

static int show_clock(clockid_t clock, struct timespec *out)
{
    assert_int_equal(clock, CLOCK_MONOTONIC);
    *out = shown;
    return 0;
}

static int refused(void)
{
    return ++calls == fails_at ? ENOMEM : 0;
}

static int make_one(void)
{
    int result = refused();
    alive += result == 0;
    return result;
}

static int destroy_one(void)
{
    alive--;
    return 0;
}

static int take_nothing(const void *argument)
{
    (void)argument;
    return 0;
}

/* The parts of the stream that make threads and what they wait for, on a system that may refuse. */
#define clock_gettime show_clock
#define pthread_condattr_init(attributes) (memset(attributes, 0, sizeof *(attributes)), make_one())
#define pthread_condattr_setclock(attributes, clock) (take_nothing(attributes), refused())
#define pthread_condattr_destroy(attributes) (take_nothing(attributes), destroy_one())
#define pthread_mutex_init(mutex, attributes) (take_nothing(mutex), make_one())
#define pthread_mutex_destroy(mutex) (take_nothing(mutex), destroy_one())
#define pthread_cond_init(condition, attributes) (take_nothing(condition), make_one())
#define pthread_cond_destroy(condition) (take_nothing(condition), destroy_one())
#define us_own_use_start_thread(thread, size, work, context)                                       \
    (take_nothing(thread), take_nothing(context), (void)(work), (void)(size), refused())
#define pthread_cond_timedwait(condition, mutex, until)                                            \
    (take_nothing(condition), take_nothing(mutex), waited_until = *(until), waits++)
#include "platform/posix/thread.c"
#include "platform/posix/time.c"

#include "core/sampler/stream.c"
#include "core/sampler/stream_plan.c"

#include "core/sampler/block_builder.h"

TEST(a_deadline_carries_whole_seconds)
{
    static const struct {
        struct timespec at;
        long ns;
        struct timespec want;
    } cases[] = {{{7, 0}, 1, {7, 1}},
                 {{7, 999999998}, 1, {7, 999999999}},
                 {{7, 999999999}, 1, {8, 0}},
                 {{7, 999999999}, 5000000, {8, 4999999}},
                 {{7, 800000000}, 200000000, {8, 0}},
                 {{7, 999999999}, 999999999, {8, 999999998}}};
    struct us_condition condition = {PTHREAD_COND_INITIALIZER};
    struct us_mutex mutex = US_MUTEX_INIT;
    for (unsigned i = 0; i < 6; i++) {
        shown = cases[i].at;
        us_condition_wait_until(&condition, &mutex, us_time_now_ns() + cases[i].ns);
        assert_int_equal(waited_until.tv_sec, cases[i].want.tv_sec);
        assert_int_equal(waited_until.tv_nsec, cases[i].want.tv_nsec);
    }
    shown = (struct timespec){5, 250000000};
    assert_true(us_time_now_s() == 5.25);
}

TEST(the_worker_waits_with_nothing_to_do)
{
    struct us_stream stream = {.mutex = US_MUTEX_INIT};
    for (unsigned i = 0; i < 4; i++) {
        bool busy = i % 2 == 1;
        stream.stopping = i / 2 == 1;
        waits = 0;
        assert_int_equal(sleep_until_due(&stream, busy, 1000), stream.stopping);
        assert_int_equal(waits, !busy && !stream.stopping);
    }
}

static struct us_recording recording;

TEST(speed_is_way_by_time)
{
    struct us_stream stream = {.recording = &recording};
    static const struct {
        double from_s, to_s, seconds, speed;
        bool was_backward, is_backward;
    } cases[] = {{10, 30, 10, 2, true, false}, {30, 10, 10, 2, false, true},
                 {30, 30, 10, 0, true, true},  {30, 30, 10, 0, false, false},
                 {30, 31, 0, 0, true, false},  {30, 30, 0, 0, false, false}};
    recording = (struct us_recording){.first_key_s = 0.0, .last_key_s = 100.0};
    for (unsigned i = 0; i < 6; i++) {
        struct us_stream_pace pace = {
            .at_s = cases[i].from_s, .clock_s = 100.0, .backward = cases[i].was_backward};
        shown = (struct timespec){100 + (time_t)cases[i].seconds, 0};
        atomic_store(&stream.wanted_s, cases[i].to_s);
        assert_false(update_pace(&stream, &pace));
        assert_true(pace.speed == cases[i].speed);
        assert_int_equal(pace.backward, cases[i].is_backward);
        assert_true(pace.at_s == cases[i].to_s);
        assert_true(pace.clock_s == 100.0 + cases[i].seconds);
    }
}

/* Each call that may fail, once: all that was made is destroyed again. */
TEST(what_the_system_refuses_leaves_nothing)
{
    unsigned most = 100;
    for (fails_at = 1; fails_at <= most; fails_at++) {
        struct us_stream stream = {0};
        calls = 0;
        alive = 0;
        bool made = init_sync(&stream);
        if (made)
            most = fails_at;
        assert_int_equal(made, fails_at > calls);
        assert_int_equal(alive, made ? 4 : 0); /* two mutexes and two conditions */
    }
    /* 2 mutexes; 2 conditions, each with attributes and their clock; and none refused */
    assert_int_equal(most, 9);
    for (fails_at = 0; fails_at <= 1; fails_at++) {
        struct us_stream stream = {0};
        calls = 0;
        alive = 0;
        assert_int_equal(start_worker(&stream), fails_at == 0);
        assert_int_equal(stream.has_worker, fails_at == 0);
        assert_int_equal(alive, 0);
    }
    fails_at = 0;
}

/* ---- A source that has ten cells of 10 s, and refuses. */

static struct refusing {
    struct us_block_source base;
    unsigned made, sorts, unsorted; /* calls; how many calls from now on find unsorted keys */
    bool can_sort;
} refusing;

static const struct us_recording *get_recording(const struct us_block_source *source)
{
    (void)source;
    return &recording;
}

static uint32_t count_cells(const struct us_block_source *source)
{
    (void)source;
    return 10;
}

static struct us_span find_cell(const struct us_block_source *source, double time_s)
{
    (void)source;
    double from_s = 10.0 * floor(time_s / 10.0);
    return (struct us_span){from_s, from_s + 10.0};
}

static enum us_result refuse(struct us_block_source *source, double time_s,
                             struct us_block **out_block, struct us_span *out_span,
                             struct us_error *error)
{
    *out_block = NULL;
    *out_span = find_cell(source, time_s);
    refusing.made++;
    if (refusing.unsorted > 0) {
        refusing.unsorted--;
        return us_result_fail(error, US_ERROR_UNSORTED, US_NO_BYTE, NULL, "unsorted");
    }
    return us_result_fail(error, US_ERROR_FILE, US_NO_BYTE, NULL, "refused");
}

static enum us_result refuse_start(struct us_block_source *source, double time_s, uint32_t frames,
                                   struct us_block **out_block, struct us_span *out_span,
                                   struct us_error *error)
{
    (void)frames;
    return refuse(source, time_s, out_block, out_span, error);
}

static bool sort(struct us_block_source *source, double *out_first_s)
{
    (void)source;
    *out_first_s = 12.0;
    refusing.sorts++;
    return refusing.can_sort;
}

static const struct us_block_source_ops no_sort_ops = {.recording = get_recording,
                                                       .cell_count = count_cells,
                                                       .cell = find_cell,
                                                       .make = refuse,
                                                       .calibrate = refuse,
                                                       .start = refuse_start};
static const struct us_block_source_ops sort_ops = {.recording = get_recording,
                                                    .cell_count = count_cells,
                                                    .cell = find_cell,
                                                    .make = refuse,
                                                    .calibrate = refuse,
                                                    .start = refuse_start,
                                                    .sort = sort};

static void init(struct us_stream *stream, const struct us_block_source_ops *ops)
{
    memset(stream, 0, sizeof *stream);
    stream->mutex = (struct us_mutex)US_MUTEX_INIT;
    stream->made = (struct us_condition){PTHREAD_COND_INITIALIZER};
    recording = (struct us_recording){.last_key_s = 100.0};
    refusing = (struct refusing){.base = {ops}};
    stream->source = &refusing.base;
    stream->recording = &recording;
    stream->slot_count = US_STREAM_RING_SLOTS;
}

static void set_slot(struct us_stream *stream, unsigned slot, double from_s, double to_s)
{
    stream->slots[slot].span = (struct us_span){from_s, to_s};
    atomic_store(&stream->slots[slot].ready, true);
}

TEST(what_cannot_be_sorted_is_an_error)
{
    struct us_stream stream;
    struct us_error error;
    for (unsigned variant = 0; variant < 4; variant++) {
        bool start = variant % 2 == 1;
        init(&stream, variant < 2 ? &no_sort_ops : &sort_ops);
        refusing.unsorted = 3;
        enum us_result result = start ? make_start(&stream, &stream.slots[2], 26, &error)
                                      : fill(&stream, &stream.slots[2], 55.0, &error);
        assert_int_equal(result, US_ERROR_UNSORTED);
        assert_int_equal(error.result, US_ERROR_UNSORTED);
        /* Nobody finds the slot without its block and is not told why. */
        assert_true(us_stream_error(&stream, NULL));
        assert_int_equal(refusing.made, 1);
        assert_int_equal(refusing.sorts, variant < 2 ? 0 : 1);
        assert_true(atomic_load(&stream.slots[2].ready));
    }
    /* Sorted, it is made again, and the blocks there were as well: none in front of the keys. */
    init(&stream, &sort_ops);
    refusing.unsorted = 1;
    refusing.can_sort = true;
    set_slot(&stream, 0, -INFINITY, 2.0);
    set_slot(&stream, 3, 70.0, 80.0);
    assert_int_equal(fill(&stream, &stream.slots[2], 55.0, &error), US_ERROR_FILE);
    assert_int_equal(refusing.made, 4);
    assert_int_equal(refusing.sorts, 1);
    const double from_s[] = {10.0, 0.0, 50.0, 70.0};
    for (unsigned i = 0; i < US_STREAM_RING_SLOTS; i++) {
        assert_int_equal(atomic_load(&stream.slots[i].ready), i != 1);
        assert_true(stream.slots[i].span.from_s == from_s[i]);
    }
}

TEST(no_slot_is_taken_from_what_plays)
{
    struct us_stream stream;
    init(&stream, &no_sort_ops);
    for (unsigned i = 0; i < US_STREAM_RING_SLOTS; i++)
        set_slot(&stream, i, 10.0, 20.0);
    const struct us_stream_pace pace = {.at_s = 14.0, .speed = 1.0};
    assert_false(take_step(&stream, &pace));
    assert_int_equal(refusing.made, 0);
}

/* From the very beginning it takes the whole recording until it begins again. */
TEST(the_end_is_far_from_the_beginning)
{
    struct us_stream stream;
    init(&stream, &no_sort_ops);
    set_slot(&stream, 0, 50.0, INFINITY);
    set_slot(&stream, 1, -INFINITY, 50.0);
    struct us_stream_pace pace = {.at_s = 0.0, .speed = 1.0};
    const struct us_stream_look look = look_at(&stream);
    assert_true(until_left_s(&look, &pace, 70.0) == 100.0);
    pace = (struct us_stream_pace){.at_s = 100.0, .speed = 1.0, .backward = true};
    assert_true(until_left_s(&look, &pace, 20.0) == 100.0);
}

/* Standard output stays open when a source is closed that never sorted. */
TEST(a_source_closes_its_own_files)
{
    struct animation_file made;
    char path[256];
    uint64_t size;
    animation_init(&made);
    animation_fill_small(&made, false);
    uint8_t *bytes = animation_bytes(&made, &size);
    animation_finish(&made);
    save_file("closed", bytes, size, path);
    free(bytes);
    struct us_file file;
    struct us_curve_index index;
    struct us_block_source *source;
    assert_int_equal(us_file_open(path, &file, NULL), US_OK);
    assert_int_equal(us_curve_index_read(&file, &index, NULL), US_OK);
    assert_int_equal(us_curve_source_create(&file, &index, &source, NULL), US_OK);
    assert_int_equal(file.descriptor, -1);
    /* It sorts once. */
    double first_s = -99.0;
    assert_false(source->ops->sorts_keys(source));
    assert_true(source->ops->sort(source, &first_s));
    assert_true(first_s == source->ops->recording(source)->first_key_s);
    assert_true(source->ops->sorts_keys(source));
    assert_false(source->ops->sort(source, &first_s));
    source->ops->destroy(source);
    assert_int_equal(us_file_open(path, &file, NULL), US_OK);
    assert_int_equal(us_curve_index_read(&file, &index, NULL), US_OK);
    assert_int_equal(us_curve_source_create(&file, &index, &source, NULL), US_OK);
    source->ops->destroy(source);
    assert_true(fcntl(0, F_GETFD) >= 0 && fcntl(1, F_GETFD) >= 0);
    scratch_remove();
}

TESTS_MAIN(a_deadline_carries_whole_seconds, the_worker_waits_with_nothing_to_do,
           speed_is_way_by_time, what_the_system_refuses_leaves_nothing,
           what_cannot_be_sorted_is_an_error, no_slot_is_taken_from_what_plays,
           the_end_is_far_from_the_beginning, a_source_closes_its_own_files)
