/* SPDX-License-Identifier: MIT */
/* Which frame a time is: pipelined apps, dropped and late frames, jitter, the past, and a writer
 * beside readers. With the frame clock the recorded head says which frame an app is told of: at
 * 100 Hz it moves 1 mm a frame, at 1000 Hz a tenth of that. */
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "scene.h"

enum { PERIOD_NS = 11111111 };
#define FIRST_NS SCENE_START

static struct scene scene;
static double frame_m;

/* Frame 0 is at FIRST_NS. */
static void begin(int hz, XrDuration period_ns)
{
    char clock[32];
    snprintf(clock, sizeof clock, "frame:%d", hz);
    frame_m = 0.1 / hz;
    scene_init(&scene, SCENE_HEAD);
    setenv("UNDERSTUDY_CLOCK", clock, 1);
    fake.next_period = period_ns;
    scene_start(&scene, NULL, 0);
}

static void end(void)
{
    scene_end(&scene);
}

#define CLOCK_TEST(name, ...) TEST_BETWEEN(name, begin(__VA_ARGS__), end())

/* The frame that a time is, as far as a float can say. */
static double at(XrTime time_ns)
{
    return (double)scene_locate(&scene, scene.view, scene.local, time_ns, NULL).pose.position.x /
           frame_m;
}

static void check_at(XrTime time_ns, double expected)
{
    double got = at(time_ns);
    if (!(fabs(got - expected) < 1e-3))
        fail_msg("frame %.6f, expected %.6f", got, expected);
}

CLOCK_TEST(on_time, 100, PERIOD_NS)
{
    for (int64_t n = 0; n < 400; n++) {
        XrTime time_ns = FIRST_NS + n * PERIOD_NS;
        if (n > 0)
            scene_wait_frame(&scene, time_ns);
        check_at(time_ns, (double)n);
        /* A pipelined app asks for the next frame already, and a late thread for the one before. */
        check_at(time_ns + PERIOD_NS, (double)(n + 1));
        check_at(time_ns - PERIOD_NS, n > 0 ? (double)(n - 1) : 0.0);
        /* A hundredth of a period to either side is still that frame; a little more is none. */
        check_at(time_ns + PERIOD_NS / 101, (double)n);
        check_at(time_ns - PERIOD_NS / 101, (double)n);
        check_at(time_ns - 105 * PERIOD_NS / 10000, n > 0 ? (double)n - 0.0105 : 0.0);
        check_at(time_ns + PERIOD_NS / 2, (double)n + 0.5);
        check_at(time_ns + 99 * PERIOD_NS / 100 + PERIOD_NS / 500, (double)n + 1.0);
    }
    /* 50 ms ago, between two frames; and so long ago that nothing is kept. */
    check_at(FIRST_NS + 390 * (int64_t)PERIOD_NS + PERIOD_NS / 2, 390.5);
    check_at(FIRST_NS, 0.0);
    check_at(FIRST_NS + 4 * (int64_t)PERIOD_NS, 4.0);
}

static void *wait_one(void *time_ns)
{
    scene_wait_frame(&scene, *(const XrTime *)time_ns);
    return NULL;
}

/* An app that waits in a thread of its own. */
static void wait_elsewhere(XrTime time_ns)
{
    pthread_t waiter;
    assert_int_equal(pthread_create(&waiter, NULL, wait_one, &time_ns), 0);
    pthread_join(waiter, NULL);
}

/* The numbers do not depend on what was dropped: the app counts the frames it gets. */
CLOCK_TEST(dropped, 100, PERIOD_NS)
{
    XrTime time_ns = FIRST_NS + PERIOD_NS;
    for (int64_t n = 1; n < 301; n++) {
        wait_elsewhere(time_ns);
        check_at(time_ns, (double)n);
        check_at(time_ns + PERIOD_NS, (double)(n + 1));
        int64_t skipped = 1 + n % 4;
        wait_elsewhere(time_ns + skipped * PERIOD_NS);
        n++;
        /* What was asked ahead is the same afterwards. */
        check_at(time_ns + PERIOD_NS, (double)n);
        check_at(time_ns + PERIOD_NS / 3, (double)n - 2.0 / 3.0);
        check_at(time_ns + skipped * PERIOD_NS, (double)n);
        /* The rest of the gap is in the past of the late frame. */
        if (skipped == 4) {
            check_at(time_ns + 3 * (int64_t)PERIOD_NS, (double)(n - 1));
            check_at(time_ns + 3 * PERIOD_NS / 2, (double)n - 2.5);
            check_at(time_ns + PERIOD_NS + PERIOD_NS / 20, (double)n - 2.95);
        }
        time_ns += (skipped + 1) * PERIOD_NS;
    }
}

/* An app that asks for a time before or after the one it was told asks for the same numbers,
 * however late the frame is: six periods before is never this frame. */
TEST(told_late)
{
    for (int64_t late = 1; late <= 20; late++) {
        begin(100, PERIOD_NS);
        XrTime time_ns = FIRST_NS;
        for (int64_t n = 0; n < 40; n++, time_ns += late * PERIOD_NS + (n % 3 == 0 ? 2500000 : 0)) {
            if (n > 0)
                scene_wait_frame(&scene, time_ns);
            check_at(time_ns, (double)n);
            check_at(time_ns + 6 * (int64_t)PERIOD_NS, (double)(n + 6));
            check_at(time_ns - PERIOD_NS / 5, fmax((double)n - 0.2, 0.0));
            assert_true(at(time_ns - 6 * (int64_t)PERIOD_NS) <= fmax((double)(n - 1), 0.0) + 1e-3);
            /* But for the times of earlier frames that it was told. */
            check_at(time_ns - 11 * (int64_t)PERIOD_NS / 2, fmax((double)n - 5.5, 0.0));
        }
        end();
    }
}

TEST(jitter)
{
    begin(100, PERIOD_NS);
    for (int64_t n = 1; n < 100; n++) {
        XrTime time_ns = FIRST_NS + n * PERIOD_NS;
        int64_t jitter_ns = (n * 7919 % 5 - 2) * 1000000, before_ns = ((n - 1) * 7919 % 5 - 2);
        before_ns *= n > 1 ? 1000000 : 0; /* frame 0 was on time */
        scene_wait_frame(&scene, time_ns + jitter_ns);
        check_at(time_ns + jitter_ns, (double)n);
        /* What was predicted of a display that jitters came true. */
        bool came_true = jitter_ns - before_ns < PERIOD_NS / 4;
        assert_int_equal(fabs(at(time_ns + before_ns) - (double)n) < 1e-3, came_true);
    }
    end();
    /* As far as a quarter of a period. */
    for (int percent = -30; percent <= 30; percent += 2) {
        begin(100, PERIOD_NS);
        scene_wait_frame(&scene, FIRST_NS + PERIOD_NS + PERIOD_NS * percent / 100);
        check_at(FIRST_NS + PERIOD_NS, percent > 25 ? 1.0 - percent / 100.0 : 1.0);
        end();
    }
}

/* The same time again, and a time in the past: the newest frame is the one that is meant. Without a
 * period it is the distance to the frame before, and 1/60 s where that says nothing. */
CLOCK_TEST(nonsense, 100, PERIOD_NS)
{
    scene_wait_frame(&scene, FIRST_NS);
    check_at(FIRST_NS, 1.0);
    scene_wait_frame(&scene, FIRST_NS - 1000);
    check_at(FIRST_NS - 1000, 2.0);
    end();
    begin(100, -5);
    check_at(FIRST_NS + 16666667, 1.0);
    fake.next_period = FAKE_NO_PERIOD;
    scene_wait_frame(&scene, FIRST_NS + 4000000);
    check_at(FIRST_NS + 8000000, 2.0);
    scene_wait_frame(&scene, FIRST_NS + 4000000);
    check_at(FIRST_NS + 4000000 + 16666667, 3.0);
}

enum { MANY = 9000 };

static void *wait_many(void *data)
{
    (void)data;
    for (int64_t n = 1; n < MANY; n++)
        scene_wait_frame(&scene, FIRST_NS + n * PERIOD_NS);
    return NULL;
}

/* Frame n is at n periods, whichever frames are there already. */
CLOCK_TEST(beside_a_writer, 1000, PERIOD_NS)
{
    pthread_t writer;
    assert_int_equal(pthread_create(&writer, NULL, wait_many, NULL), 0);
    for (int64_t n = 0; n < MANY; n++)
        assert_true(fabs(at(FIRST_NS + n * PERIOD_NS) - (double)n) < 1e-2);
    pthread_join(writer, NULL);
}

TESTS_MAIN(on_time, dropped, told_late, jitter, nonsense, beside_a_writer)
