/* SPDX-License-Identifier: MIT */
/*
 * Hazard: the thread that reads ahead makes the wrong block, throws out one that is needed, or
 * looks at playback too late or all the time. What it decides is looked at one decision at a time,
 * without the thread, so that no clock has a say: hence the source itself.
 */
#include "support.h"

#include <unistd.h>

#include "core/sampler/stream.c"
#include "core/sampler/stream_plan.c"

#include "encode.h"
#include "core/sampler/block_builder.h"
#include "generate.h"

/* A source that has cells of one length, and makes no blocks. */
static struct cells {
    struct us_block_source base;
    struct us_recording recording;
    double first_s, cell_s; /* where the first cell begins; how long each is */
} cells;

static struct us_span find_cell(const struct us_block_source *source, double time_s)
{
    (void)source;
    double from_s = cells.first_s + floor((time_s - cells.first_s) / cells.cell_s) * cells.cell_s;
    double to_s = from_s + cells.cell_s;
    return (struct us_span){from_s <= cells.first_s ? -INFINITY : from_s,
                            to_s >= cells.recording.last_key_s ? INFINITY : to_s};
}

static const struct us_recording *get_recording(const struct us_block_source *source)
{
    (void)source;
    return &cells.recording;
}

static const struct us_block_source_ops cells_ops = {.recording = get_recording, .cell = find_cell};

/* Ten cells of 10 s, from 0 to 100 s, and no block. */
static void init(struct us_stream *stream)
{
    memset(stream, 0, sizeof *stream);
    cells =
        (struct cells){.base = {&cells_ops}, .recording = {.last_key_s = 100.0}, .cell_s = 10.0};
    stream->source = &cells.base;
    stream->recording = &cells.recording;
    stream->slot_count = US_STREAM_RING_SLOTS;
}

static void set_slot(struct us_stream *stream, unsigned slot, double from_s, double to_s)
{
    stream->slots[slot].span = (struct us_span){from_s, to_s};
    atomic_store(&stream->slots[slot].ready, true);
}

/* What the worker sees of it. */
static const struct us_stream_look *see(const struct us_stream *stream)
{
    static struct us_stream_look look;
    look = look_at(stream);
    return &look;
}

static double below(double time_s)
{
    return nextafter(time_s, -INFINITY);
}

TEST(a_span_covers_its_beginning_and_not_its_end)
{
    struct us_span span = {10.0, 20.0};
    assert_true(us_span_covers(span, 10.0) && us_span_covers(span, below(20.0)));
    assert_false(us_span_covers(span, below(10.0)) || us_span_covers(span, 20.0));
    assert_true(us_span_distance(span, 4.0) == 6.0 && us_span_distance(span, 27.0) == 7.0);
    assert_true(us_span_distance(span, 10.0) == 0.0 && us_span_distance(span, 15.0) == 0.0);
}

/* Cells of a tenth of a second, whose borders no float is exactly: half-open, without a gap, and
 * the outer ones without an end. */
TEST(cells_cut_time)
{
    struct us_block_builder builder = {.first_s = -1.7, .cell_s = 0.1, .cell_count = 1000};
    for (int i = 1; i < 1000; i++) {
        double border_s = -1.7 + i * 0.1;
        struct us_span in_front = us_block_builder_cell(&builder, below(border_s));
        struct us_span behind = us_block_builder_cell(&builder, border_s);
        assert_true(in_front.to_s == border_s && behind.from_s == border_s);
        assert_true(i == 1 ? in_front.from_s == -INFINITY
                           : in_front.from_s == -1.7 + (i - 1) * 0.1);
        assert_true(i == 999 ? behind.to_s == INFINITY : behind.to_s == -1.7 + (i + 1) * 0.1);
    }
    double last_s = -1.7 + 999 * 0.1;
    const double outside[] = {98.3, 98.31, 1e9, 1e300};
    for (unsigned i = 0; i < 4; i++) {
        struct us_span last = us_block_builder_cell(&builder, outside[i]);
        struct us_span first = us_block_builder_cell(&builder, -outside[i]);
        assert_true(last.from_s == last_s && last.to_s == INFINITY);
        assert_true(first.from_s == -INFINITY && first.to_s == -1.7 + 0.1);
    }
    /* All keys at one time: one cell, which is everything. */
    builder.cell_s = 0.0;
    builder.cell_count = 1;
    struct us_span all = us_block_builder_cell(&builder, 4.0);
    assert_true(all.from_s == -INFINITY && all.to_s == INFINITY);
}

TEST(the_next_block_begins_where_one_ends)
{
    struct us_stream stream;
    init(&stream);
    assert_true(next_block_time(see(&stream), 15.0, false) == 20.0);
    assert_true(next_block_time(see(&stream), 15.0, true) == below(10.0));
    /* Over the ends, the other end. */
    assert_true(next_block_time(see(&stream), 95.0, false) == 0.0);
    assert_true(next_block_time(see(&stream), 5.0, true) == 100.0);
    /* A block is what it is, and not its cell; what is not ready is none. */
    set_slot(&stream, 2, 12.0, 17.0);
    set_slot(&stream, 1, 40.0, 50.0);
    assert_true(next_block_time(see(&stream), 15.0, false) == 17.0);
    assert_true(next_block_time(see(&stream), 15.0, true) == below(12.0));
    assert_true(next_block_time(see(&stream), 18.0, false) == 20.0);
    atomic_store(&stream.slots[2].ready, false);
    assert_true(next_block_time(see(&stream), 15.0, false) == 20.0);
    /* Absolute times begin where their keys do. */
    cells.recording.first_key_s = 3.0;
    assert_true(next_block_time(see(&stream), 95.0, false) == 3.0);
    cells.recording.first_key_s = -3.0;
    assert_true(next_block_time(see(&stream), 95.0, false) == 0.0);
}

TEST(time_until_a_block_is_left)
{
    struct us_stream stream;
    init(&stream);
    struct us_stream_pace pace = {.at_s = 14.0, .speed = 1.0};
    check_near(until_left_s(see(&stream), &pace, 14.0), 6.0, 1e-9, "forwards");
    check_near(until_left_s(see(&stream), &pace, 20.0), 16.0, 1e-9, "the next block as well");
    pace.speed = 4.0;
    check_near(until_left_s(see(&stream), &pace, 14.0), 1.5, 1e-9, "fast");
    pace.speed = 0.25;
    check_near(until_left_s(see(&stream), &pace, 14.0), 6.0, 1e-9, "slow may become as recorded");
    pace.backward = true;
    pace.speed = 1.0;
    check_near(until_left_s(see(&stream), &pace, 14.0), 4.0, 1e-9, "backwards");
    pace.at_s = 3.0;
    check_near(until_left_s(see(&stream), &pace, 3.0), 3.0, 1e-9, "to the beginning");
    pace = (struct us_stream_pace){.at_s = 98.0, .speed = 1.0};
    check_near(until_left_s(see(&stream), &pace, 98.0), 2.0, 1e-9, "to the end");
    pace.at_s = 101.0;
    check_near(until_left_s(see(&stream), &pace, 101.0), 0.0, 1e-9, "behind the end");
    /* With a recording that begins late, backwards too. */
    cells.recording.first_key_s = cells.first_s = 50.0;
    cells.cell_s = 5.0;
    pace = (struct us_stream_pace){.at_s = 52.0, .speed = 1.0, .backward = true};
    check_near(until_left_s(see(&stream), &pace, 52.0), 2.0, 1e-9, "to a late beginning");
}

/* The block that plays and the next; a third only when it is soon needed. */
TEST(what_is_wanted)
{
    struct us_stream stream;
    double wanted_s[AHEAD_BLOCKS + 1] = {0.0};
    init(&stream);
    struct us_stream_pace pace = {.at_s = 14.0, .speed = 1.0};
    assert_int_equal(list_wanted(see(&stream), &pace, wanted_s), 2);
    assert_true(wanted_s[0] == 14.0 && wanted_s[1] == 20.0);
    pace.speed = 8.0; /* 16 s of recording are left in two blocks: 2 s */
    assert_int_equal(list_wanted(see(&stream), &pace, wanted_s), 3);
    assert_true(wanted_s[2] == 30.0);
    pace.speed = 7.9;
    assert_int_equal(list_wanted(see(&stream), &pace, wanted_s), 2);
    pace = (struct us_stream_pace){.at_s = 14.0, .speed = 100.0, .backward = true};
    assert_int_equal(list_wanted(see(&stream), &pace, wanted_s), 3);
    assert_true(wanted_s[1] == below(10.0) && wanted_s[2] == 100.0);
}

TEST(the_slot_that_is_farthest_away_is_used)
{
    struct us_stream stream;
    const double wanted_s[] = {14.0, 20.0, 30.0};
    init(&stream);
    set_slot(&stream, 0, 50.0, 60.0);
    set_slot(&stream, 1, 10.0, 20.0);
    set_slot(&stream, 3, 20.0, 30.0);
    assert_int_equal(choose_slot(see(&stream), wanted_s, 3, 3), 2); /* it is empty */
    set_slot(&stream, 2, 70.0, 80.0);
    assert_int_equal(choose_slot(see(&stream), wanted_s, 3, 3), 2);
    set_slot(&stream, 2, 40.0, 50.0);
    assert_int_equal(choose_slot(see(&stream), wanted_s, 3, 3), 0);
    set_slot(&stream, 0, 30.0, 40.0);
    assert_int_equal(choose_slot(see(&stream), wanted_s, 2, 3), 2);
    assert_int_equal(choose_slot(see(&stream), wanted_s, 3, 3), 2);
    set_slot(&stream, 2, 14.0, 15.0);
    /* All are needed. */
    assert_int_equal(choose_slot(see(&stream), wanted_s, 3, 0), -1);
    assert_int_equal(choose_slot(see(&stream), wanted_s, 3, 3), -1);
    assert_int_equal(choose_slot(see(&stream), wanted_s, 3, 2), 0);
    assert_ptr_equal(slot_covering(&stream, 35.0), &stream.slots[0]);
    atomic_store(&stream.slots[0].ready, false);
    assert_null(slot_covering(&stream, 35.0));
    assert_null(slot_covering(&stream, 45.0));
}

/* A thread asks for a time beside the one that plays; true if its block is there. */
static bool ask(struct us_stream *stream, double time_s)
{
    uint64_t late = us_stream_late_count(stream);
    struct us_pin pin = us_stream_pin(stream, time_s, false);
    us_stream_unpin(stream, &pin);
    return us_stream_late_count(stream) == late;
}

TEST(what_is_asked_for_in_each_frame_is_needed)
{
    struct us_stream stream;
    double wanted_s[ALL_WANTED] = {0.0};
    unsigned urgent;
    struct us_stream_pace pace = {.at_s = 14.0, .speed = 1.0};
    init(&stream);
    stream.slot_count = US_STREAM_SLOTS;
    for (unsigned i = 0; i < US_STREAM_RING_SLOTS; i++)
        set_slot(&stream, i, 10.0 * (i + 1), 10.0 * (i + 2));
    stream.slots[3].block = (struct us_block *)(void *)&stream; /* nobody looks into it */
    /* Before a time plays, what is asked for is what plays. */
    assert_true(ask(&stream, 45.0) && atomic_load(&stream.wanted_s) == 45.0);
    assert_int_equal(list_all_wanted(see(&stream), &pace, wanted_s, &urgent), 2);
    us_stream_play(&stream, 14.0);
    assert_int_equal(list_all_wanted(see(&stream), &pace, wanted_s, &urgent), 2);
    assert_int_equal(choose_slot(see(&stream), wanted_s, 2, 3), 3);
    assert_true(ask(&stream, 45.0) && atomic_load(&stream.wanted_s) == 14.0);
    /* Its place is no longer one of the ring. */
    assert_int_equal(choose_slot(see(&stream), wanted_s, 2, 3), 4);
    set_slot(&stream, 4, 60.0, 70.0);
    assert_int_equal(choose_slot(see(&stream), wanted_s, 2, 3), 4);
    for (unsigned i = 0; i < ASKED_FRAMES; i++)
        us_stream_play(&stream, 14.0);
    assert_int_equal(choose_slot(see(&stream), wanted_s, 2, 3), 4);
    us_stream_play(&stream, 14.0);
    atomic_store(&stream.slots[4].ready, false);
    assert_int_equal(choose_slot(see(&stream), wanted_s, 2, 3), 3);
    /* It goes on into the next block within two seconds. */
    assert_true(ask(&stream, 47.9));
    assert_int_equal(list_all_wanted(see(&stream), &pace, wanted_s, &urgent), 2);
    assert_true(ask(&stream, 48.0));
    assert_int_equal(list_all_wanted(see(&stream), &pace, wanted_s, &urgent), 3);
    assert_true(wanted_s[2] == 50.0);
    pace.backward = true;
    assert_int_equal(list_all_wanted(see(&stream), &pace, wanted_s, &urgent), 2);
    pace.backward = false;
    /* What is not there comes next to what plays. */
    assert_false(ask(&stream, 81.0));
    assert_int_equal(list_all_wanted(see(&stream), &pace, wanted_s, &urgent), 4);
    assert_true(wanted_s[0] == 14.0 && wanted_s[1] == 81.0 && wanted_s[2] == 20.0);
    /* The number of frames begins again behind the largest one. */
    atomic_store(&stream.frame, UINT_MAX);
    us_stream_play(&stream, 14.0);
    assert_int_equal(atomic_load(&stream.frame), 1);
}

static unsigned makes, there, most_there;
static void destroy_block(struct us_block *block)
{
    (void)block;
    there--;
}
static const struct us_block_ops block_ops = {.destroy = destroy_block};

static enum us_result make_cell(struct us_block_source *source, double time_s,
                                struct us_block **out_block, struct us_span *out_span,
                                struct us_error *error)
{
    static struct us_block block = {&block_ops};
    (void)error;
    *out_block = &block;
    *out_span = find_cell(source, time_s);
    makes++;
    most_there = ++there > most_there ? there : most_there;
    return US_OK;
}

/* Plays from 0 to 99 s. Asks in each frame for the time that plays, which must be there, for those
 * of `frozen_s` that have been, and for one that is `behind_s` behind; 0: for none. Returns how
 * many of these were late. */
static unsigned play_through(double cell_s, const double *frozen_s, unsigned count, double behind_s)
{
    static const struct us_block_source_ops ops = {
        .recording = get_recording, .cell = find_cell, .make = make_cell};
    static struct us_stream stream;
    struct us_stream_pace pace = {.speed = 1.0};
    unsigned late = 0;
    init(&stream);
    stream.slot_count = US_STREAM_SLOTS;
    cells.base.ops = &ops;
    cells.cell_s = cell_s;
    makes = there = most_there = 0;
    for (unsigned frame = 0; frame < 990; frame++) {
        double time_s = frame * 0.1;
        us_stream_play(&stream, time_s);
        pace.at_s = time_s;
        while (take_step(&stream, &pace))
            ;
        assert_true(ask(&stream, time_s));
        for (unsigned i = 0; i < count; i++)
            late += time_s >= frozen_s[i] && !ask(&stream, frozen_s[i]);
        late += behind_s > 0.0 && !ask(&stream, time_s - behind_s);
    }
    return late;
}

/* Each block is made once for each time that comes to it, however far from playback the times are
 * that are asked for in each frame, and nothing is late. */
TEST(times_beside_playback_are_there)
{
    static const double frozen_s[] = {5.0, 15.0, 19.5, 55.0};
    assert_int_equal(play_through(10.0, NULL, 0, 0.0), 0);
    assert_int_equal(makes, 12); /* each of them, and the first two again at the end */
    assert_true(most_there <= US_STREAM_RING_SLOTS);
    for (unsigned count = 1; count <= 4; count++) {
        assert_int_equal(play_through(10.0, frozen_s, count, 0.0), 0);
        assert_int_equal(makes, count == 1 ? 11 : 10); /* these have the first two */
        assert_true(most_there <= US_STREAM_RING_SLOTS + 2 * count);
    }
    assert_int_equal(play_through(10.0, NULL, 0, 35.0), 0);
    assert_true(makes <= 2 * 12); /* once for each of the two */
    assert_true(most_there <= US_STREAM_RING_SLOTS + 2);
    assert_int_equal(play_through(10.0, frozen_s, 4, 35.0), 0);
}

/* With more of them than there is place for, what plays is there all the same. */
TEST(too_many_times_do_not_stop_playback)
{
    double frozen_s[20];
    for (unsigned i = 0; i < 20; i++)
        frozen_s[i] = 2.5 + 4.5 * i;
    assert_true(play_through(2.0, frozen_s, 20, 0.0) > 0);
    assert_int_equal(most_there, US_STREAM_SLOTS);
}

/* Where playback went since the last look, which was 1000 s ago. */
static bool look(struct us_stream *stream, struct us_stream_pace *pace, double from_s, double to_s)
{
    pace->at_s = from_s;
    pace->clock_s = us_time_now_s() - 1000.0;
    pace->speed = 7.0;
    atomic_store(&stream->wanted_s, to_s);
    bool surprised = update_pace(stream, pace);
    assert_true(pace->at_s == to_s);
    assert_true(fabs(us_time_now_s() - pace->clock_s) < 500.0);
    return surprised;
}

TEST(playback_is_followed)
{
    struct us_stream stream;
    struct us_stream_pace pace = {.backward = true};
    init(&stream);
    assert_false(look(&stream, &pace, 10.0, 30.0));
    assert_false(pace.backward);
    check_near(pace.speed, 0.02, 0.01, "20 s in 1000 s");
    assert_false(look(&stream, &pace, 30.0, 30.0)); /* it rests: as it moved before */
    assert_false(pace.backward);
    assert_true(pace.speed == 0.0);
    assert_false(look(&stream, &pace, 30.0, 10.0));
    assert_true(pace.backward);
    check_near(pace.speed, 0.02, 0.01, "backwards as well");
    assert_false(look(&stream, &pace, 30.0, 30.0));
    assert_true(pace.backward);
    assert_false(look(&stream, &pace, 10.0, 59.0));
    assert_false(pace.backward);
    /* Half of the recording at once is a jump, which has no direction and no speed. */
    assert_true(look(&stream, &pace, 70.0, 20.0));
    assert_false(pace.backward);
    assert_true(pace.speed == 7.0);
    pace.backward = true;
    assert_true(look(&stream, &pace, 10.0, 90.0));
    assert_true(pace.backward);
    /* Somebody came to a block that was not there. */
    atomic_store(&stream.late, 3);
    assert_true(look(&stream, &pace, 10.0, 11.0));
    assert_false(look(&stream, &pace, 11.0, 12.0));
    /* A clock that did not move says nothing of the speed. */
    pace.clock_s = us_time_now_s() + 1000.0;
    atomic_store(&stream.wanted_s, 13.0);
    assert_false(update_pace(&stream, &pace));
    assert_true(pace.speed == 0.0);
    /* A jump is half of what there is, wherever that begins. */
    cells.recording.first_key_s = 80.0;
    assert_true(look(&stream, &pace, 85.0, 95.0));
    assert_false(look(&stream, &pace, 85.0, 94.0));
}

TEST(looks_are_no_more_often_than_needed)
{
    struct us_stream stream;
    init(&stream);
    struct us_stream_pace pace = {.at_s = 14.0, .speed = 0.0, .pause_ns = US_STREAM_POLL_NS};
    assert_int_equal(us_stream_pause_ns(see(&stream), &pace), 2 * US_STREAM_POLL_NS);
    pace.pause_ns = 40000000;
    assert_int_equal(us_stream_pause_ns(see(&stream), &pace), POLL_STILL_NS);
    pace.speed = 1.0;
    assert_int_equal(us_stream_pause_ns(see(&stream), &pace), 80000000);
    pace.pause_ns = 150000000;
    assert_int_equal(us_stream_pause_ns(see(&stream), &pace), POLL_STEADY_NS);
    pace.at_s = 19.875; /* an eighth of a second before the end of the block */
    assert_int_equal(us_stream_pause_ns(see(&stream), &pace), 125000000);
    pace.at_s = below(20.0);
    assert_int_equal(us_stream_pause_ns(see(&stream), &pace), US_STREAM_POLL_NS);
}

static unsigned count_readers(struct us_stream *stream)
{
    unsigned count = 0;
    for (unsigned i = 0; i < US_STREAM_RING_SLOTS; i++)
        count += atomic_load(&stream->slots[i].readers);
    return count;
}

/* Who asks gets the block of the time, or is late and gets the nearest; one slot is held. */
TEST(blocks_are_held_while_they_are_read)
{
    struct us_stream stream;
    init(&stream);
    struct us_pin pin = us_stream_pin(&stream, 15.0, false);
    assert_null(pin.block);
    assert_null(pin.slot);
    assert_int_equal(count_readers(&stream), 0);
    assert_int_equal(us_stream_late_count(&stream), 1);
    us_stream_unpin(&stream, &pin);
    /* Any address will do for a block that nobody looks into. */
    struct us_block *blocks[US_STREAM_RING_SLOTS];
    for (unsigned i = 0; i < US_STREAM_RING_SLOTS; i++) {
        set_slot(&stream, i, 10.0 * (i + 1), 10.0 * (i + 2));
        stream.slots[i].block = blocks[i] = (struct us_block *)(void *)&stream.slots[i];
    }
    const double times_s[] = {10.0, 25.0, below(50.0), 30.0, 12.0, 41.0};
    const unsigned expected[] = {0, 1, 3, 2, 0, 3};
    for (unsigned i = 0; i < 6; i++) {
        pin = us_stream_pin(&stream, times_s[i], i % 2 == 0);
        assert_ptr_equal(pin.block, blocks[expected[i]]);
        assert_true(pin.time_s == times_s[i] && pin.from_s == 10.0 * (expected[i] + 1));
        assert_int_equal(atomic_load(&stream.slots[expected[i]].readers), 1);
        assert_int_equal(count_readers(&stream), 1);
        us_stream_unpin(&stream, &pin);
        assert_null(pin.block);
        assert_int_equal(count_readers(&stream), 0);
        assert_true(atomic_load(&stream.wanted_s) == times_s[i]);
    }
    assert_int_equal(us_stream_late_count(&stream), 1);
    /* Beside all of them: the nearest, at its own nearest time. */
    pin = us_stream_pin(&stream, 70.0, false);
    assert_ptr_equal(pin.block, blocks[3]);
    assert_true(pin.time_s == below(50.0) && pin.from_s == 40.0);
    us_stream_unpin(&stream, &pin);
    stream.slots[0].block = NULL; /* it could not be made */
    pin = us_stream_pin(&stream, 12.0, false);
    assert_ptr_equal(pin.block, blocks[1]);
    assert_true(pin.time_s == 20.0);
    assert_int_equal(count_readers(&stream), 1);
    us_stream_unpin(&stream, &pin);
    assert_int_equal(us_stream_late_count(&stream), 3);
    /* What is there, without being late for what is not. */
    pin = us_stream_pin_kept(&stream, 35.0);
    assert_ptr_equal(pin.block, blocks[2]);
    assert_true(pin.from_s == 30.0 && atomic_load(&stream.wanted_s) == 12.0);
    us_stream_unpin(&stream, &pin);
    pin = us_stream_pin_kept(&stream, 12.0);
    assert_null(pin.block);
    pin = us_stream_pin_kept(&stream, 70.0);
    assert_null(pin.block);
    assert_int_equal(count_readers(&stream), 0);
    assert_int_equal(us_stream_late_count(&stream), 3);
    /* No number is the beginning, and infinity the last block. */
    set_slot(&stream, 3, 40.0, INFINITY);
    cells.recording.first_key_s = 21.0;
    pin = us_stream_pin(&stream, (double)NAN, false);
    assert_true(pin.time_s == 21.0);
    us_stream_unpin(&stream, &pin);
    pin = us_stream_pin(&stream, INFINITY, false);
    assert_ptr_equal(pin.block, blocks[3]);
    us_stream_unpin(&stream, &pin);
    assert_int_equal(us_stream_late_count(&stream), 3);
}

/* A stream over a file of 120 s, as it is opened, but without its thread. */
static struct us_stream *open_without_thread(char path[256])
{
    struct us_generate_settings settings = us_generate_default();
    settings.performance.seconds = 120.0;
    settings.layout.key_size = US_KEY_SIZE_SHORT;
    struct us_recording made;
    uint8_t *bytes;
    uint64_t size;
    struct us_stream *stream = calloc(1, sizeof *stream);
    assert_non_null(stream);
    assert_int_equal(us_generate(&settings, &made, NULL), US_OK);
    assert_int_equal(us_encode(&made, &settings.layout, &bytes, &size, NULL), US_OK);
    us_recording_finish(&made);
    save_file("stream", bytes, size, path);
    free(bytes);
    assert_true(init_sync(stream));
    struct us_file file;
    struct us_curve_index index;
    assert_int_equal(us_file_open(path, &file, NULL), US_OK);
    assert_int_equal(us_curve_index_read(&file, &index, NULL), US_OK);
    assert_int_equal(us_curve_source_create(&file, &index, &stream->source, NULL), US_OK);
    stream->recording = stream->source->ops->recording(stream->source);
    stream->slot_count = US_STREAM_RING_SLOTS;
    return stream;
}

/* First a few keys, then some more, then a whole cell. */
TEST(a_stream_works_its_way_up)
{
    char path[256];
    struct us_stream *stream = open_without_thread(path);
    assert_int_equal(make_start(stream, &stream->slots[0], FRAMES_AT_START, NULL), US_OK);
    make_next_blocks(stream);
    assert_false(us_stream_error(stream, NULL));
    double start_s = us_recording_start_s(us_stream_recording(stream));
    const struct us_span *first = &stream->slots[0].span, *whole = &stream->slots[1].span,
                         *second = &stream->slots[2].span;
    for (unsigned i = 0; i < 3; i++) {
        assert_true(atomic_load(&stream->slots[i].ready));
        assert_non_null(stream->slots[i].block);
        assert_true(us_span_covers(stream->slots[i].span, start_s));
    }
    assert_true(first->to_s < second->to_s && second->to_s < whole->to_s);
    struct us_span cell = stream->source->ops->cell(stream->source, start_s);
    assert_true(whole->from_s == cell.from_s && whole->to_s == cell.to_s);
    /* Then the thread makes one block after the other, what plays first. */
    struct us_stream_pace pace = {.at_s = start_s, .speed = 1.0};
    assert_false(take_step(stream, &pace));
    pace.at_s = second->to_s;
    assert_true(take_step(stream, &pace));
    assert_non_null(slot_covering(stream, cell.to_s));
    assert_false(take_step(stream, &pace));
    pace.at_s = 60.0;
    assert_true(take_step(stream, &pace));
    assert_non_null(slot_covering(stream, 60.0));
    assert_false(us_stream_error(stream, NULL));
    us_stream_destroy(stream);
}

/* What cannot be read is told, the first time, and a block is not made of it. */
TEST(a_file_that_ends_early_is_told)
{
    char path[256];
    struct us_stream *stream = open_without_thread(path);
    assert_int_equal(make_start(stream, &stream->slots[0], FRAMES_AT_START, NULL), US_OK);
    assert_int_equal(truncate(path, 1000), 0);
    make_next_blocks(stream);
    struct us_error error;
    assert_true(us_stream_error(stream, &error));
    assert_true(us_stream_error(stream, NULL));
    assert_int_equal(error.result, US_ERROR_FILE);
    assert_false(atomic_load(&stream->slots[1].ready));
    /* The first failure stays; and a slot that could not be filled is not tried again and again. */
    const struct us_error other = {.result = US_ERROR_MEMORY};
    report_made(stream, US_ERROR_MEMORY, &other);
    report_made(stream, US_OK, &other);
    assert_true(us_stream_error(stream, &error));
    assert_int_equal(error.result, US_ERROR_FILE);
    struct us_stream_pace pace = {.at_s = 60.0, .speed = 0.0};
    assert_true(take_step(stream, &pace));
    struct slot *slot = slot_covering(stream, 60.0);
    assert_non_null(slot);
    assert_null(slot->block);
    us_stream_destroy(stream);
}

static int teardown(void **state)
{
    (void)state;
    scratch_remove();
    return 0;
}

int main(void)
{
    return RUN_TESTS_WITHIN(
        NULL, teardown, a_span_covers_its_beginning_and_not_its_end, cells_cut_time,
        the_next_block_begins_where_one_ends, time_until_a_block_is_left, what_is_wanted,
        the_slot_that_is_farthest_away_is_used, what_is_asked_for_in_each_frame_is_needed,
        times_beside_playback_are_there, too_many_times_do_not_stop_playback, playback_is_followed,
        looks_are_no_more_often_than_needed, blocks_are_held_while_they_are_read,
        a_stream_works_its_way_up, a_file_that_ends_early_is_told);
}
