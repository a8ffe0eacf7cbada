/* SPDX-License-Identifier: MIT */
/* Which frame a time is: pipelined apps, dropped and late frames, jitter, the past, and a writer
 * beside readers. */
#include <math.h>
#include <pthread.h>
#include <string.h>

#include "testing.h"
#include "layer/state/frame_history.h"

enum { PERIOD_NS = 11111111 };

static struct us_frame_history frames;

static double at(int64_t time_ns)
{
    double frame = -1e9;
    assert_true(us_frame_history_position(&frames, time_ns, &frame));
    return frame;
}

static void check_near(double got, double expected, double tolerance)
{
    assert_true(fabs(got - expected) <= tolerance);
}

static void begin(void)
{
    memset(&frames, 0, sizeof frames);
    us_frame_history_reset(&frames);
}

TEST(none_yet)
{
    double frame;
    begin();
    assert_false(us_frame_history_position(&frames, 5, &frame));
    assert_int_equal(us_frame_history_add(&frames, 1000, PERIOD_NS), 0);
    assert_true(at(1000) == 0.0);
    us_frame_history_reset(&frames);
    assert_false(us_frame_history_position(&frames, 5, &frame));
}

TEST(on_time)
{
    begin();
    for (int64_t n = 0; n < 400; n++) {
        int64_t time_ns = 5000000000 + n * PERIOD_NS;
        assert_int_equal(us_frame_history_add(&frames, time_ns, PERIOD_NS), n);
        assert_true(at(time_ns) == (double)n);
        /* A pipelined app asks for the next frame already, and a late thread for the one before. */
        assert_true(at(time_ns + PERIOD_NS) == (double)(n + 1));
        if (n > 0)
            assert_true(at(time_ns - PERIOD_NS) == (double)(n - 1));
        /* A hundredth of a period to either side is still that frame; a fiftieth is none. */
        assert_true(at(time_ns + PERIOD_NS / 101) == (double)n);
        assert_true(at(time_ns - PERIOD_NS / 101) == (double)n);
        check_near(at(time_ns - PERIOD_NS / 50), (double)n - 0.02, 1e-6);
        check_near(at(time_ns + PERIOD_NS / 2), (double)n + 0.5, 1e-6);
    }
    /* 50 ms ago, between two frames; and so long ago that nothing is kept. */
    check_near(at(5000000000 + 390 * (int64_t)PERIOD_NS + PERIOD_NS / 2), 390.5, 1e-6);
    check_near(at(5000000000), 0.0, 1e-6);
}

static void *add_one(void *time_ns)
{
    us_frame_history_add(&frames, *(const int64_t *)time_ns, PERIOD_NS);
    return NULL;
}

/* An app that waits in a thread of its own. */
static void add_elsewhere(int64_t time_ns)
{
    pthread_t waiter;
    assert_int_equal(pthread_create(&waiter, NULL, add_one, &time_ns), 0);
    pthread_join(waiter, NULL);
}

/* The numbers do not depend on what was dropped: the app counts the frames it gets. */
TEST(dropped)
{
    begin();
    int64_t time_ns = 5000000000;
    for (int64_t n = 0; n < 50; n++) {
        add_elsewhere(time_ns);
        assert_true(at(time_ns) == (double)n);
        double ahead = at(time_ns + PERIOD_NS);
        assert_true(ahead == (double)(n + 1));
        int64_t skipped = 1 + n % 4;
        add_elsewhere(time_ns + skipped * PERIOD_NS);
        n++;
        /* What was asked ahead is the same afterwards. */
        assert_true(at(time_ns + PERIOD_NS) == ahead);
        check_near(at(time_ns + PERIOD_NS / 3), (double)n - 2.0 / 3.0, 1e-6);
        assert_true(at(time_ns + skipped * PERIOD_NS) == (double)n);
        /* The rest of the gap is in the past of the late frame. */
        if (skipped == 4) {
            assert_true(at(time_ns + 3 * (int64_t)PERIOD_NS) == (double)(n - 1));
            check_near(at(time_ns + 3 * PERIOD_NS / 2), (double)n - 2.5, 1e-6);
        }
        time_ns += (skipped + 1) * PERIOD_NS;
    }
}

/* An app that asks for a time before or after the one it was told asks for the same numbers,
 * however late the frame is: six periods before is never this frame. */
TEST(told_late)
{
    for (int64_t late = 1; late <= 20; late++) {
        begin();
        int64_t time_ns = 5000000000;
        for (int64_t n = 0; n < 40; n++, time_ns += late * PERIOD_NS + (n % 3 == 0 ? 2500000 : 0)) {
            us_frame_history_add(&frames, time_ns, PERIOD_NS);
            assert_true(at(time_ns) == (double)n);
            assert_true(at(time_ns + 6 * (int64_t)PERIOD_NS) == (double)(n + 6));
            check_near(at(time_ns - PERIOD_NS / 5), (double)n - 0.2, 1e-6);
            assert_true(at(time_ns - 6 * (int64_t)PERIOD_NS) <= (double)(n - 1));
            /* But for the times of earlier frames that it was told. */
            check_near(at(time_ns - 11 * (int64_t)PERIOD_NS / 2), (double)n - 5.5, 1e-6);
        }
    }
}

TEST(jitter_and_nonsense)
{
    begin();
    int64_t time_ns = 1000000000;
    for (int64_t n = 0; n < 100; n++) {
        int64_t jitter_ns = (n * 7919 % 5 - 2) * 1000000;
        us_frame_history_add(&frames, time_ns + jitter_ns, PERIOD_NS);
        assert_true(at(time_ns + jitter_ns) == (double)n);
        /* What was predicted of a display that jitters came true. */
        if (n > 0) {
            int64_t before_ns = ((n - 1) * 7919 % 5 - 2) * 1000000;
            bool came_true = jitter_ns - before_ns < PERIOD_NS / 4;
            assert_true((at(time_ns + before_ns) == (double)n) == came_true);
        }
        time_ns += PERIOD_NS;
    }
    /* As far as a quarter of a period. */
    for (int percent = -30; percent <= 30; percent += 2) {
        const int64_t off_ns = PERIOD_NS * percent / 100;
        begin();
        us_frame_history_add(&frames, 1000000000, PERIOD_NS);
        us_frame_history_add(&frames, 1000000000 + PERIOD_NS + off_ns, PERIOD_NS);
        check_near(at(1000000000 + PERIOD_NS), percent > 25 ? 1.0 - percent / 100.0 : 1.0, 1e-6);
    }
    /* The same time again, and a time in the past: the newest frame is the one that is meant. */
    begin();
    us_frame_history_add(&frames, 1000, 100);
    us_frame_history_add(&frames, 1000, 100);
    assert_true(at(1000) == 1.0);
    us_frame_history_add(&frames, 500, 100);
    assert_true(at(500) == 2.0);
    /* No period: the distance to the frame before. */
    begin();
    us_frame_history_add(&frames, 1000000, 0);
    us_frame_history_add(&frames, 3000000, -5);
    assert_true(at(5000000) == 2.0);
}

static void *add_many(void *data)
{
    (void)data;
    for (int64_t n = 0; n < 200000; n++)
        us_frame_history_add(&frames, 1000000000 + n * PERIOD_NS, PERIOD_NS);
    return NULL;
}

TEST(beside_a_writer)
{
    begin();
    us_frame_history_add(&frames, 1000000000 - PERIOD_NS, PERIOD_NS);
    pthread_t writer;
    assert_int_equal(pthread_create(&writer, NULL, add_many, NULL), 0);
    /* Frame number k + 1 is at 1e9 + k periods, whichever frames are there already. */
    for (int64_t k = 0; k < 200000; k += 7)
        check_near(at(1000000000 + k * PERIOD_NS), (double)(k + 1), 1e-3);
    pthread_join(writer, NULL);
}

int main(void)
{
    return RUN_TESTS(none_yet, on_time, dropped, told_late, jitter_and_nonsense, beside_a_writer);
}
