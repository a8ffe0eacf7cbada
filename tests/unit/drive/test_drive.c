/* SPDX-License-Identifier: MIT */
/* Hazard: an app that is told another frame than the one that it waits for, that gets a frame
 * before it was granted, or that waits for a driver that has gone. Both sides speak by the folder's
 * one public header. */
#include "support.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "core/sampler/sampler.h"
#include "drive/drive_memory.h"

#define ORIGIN_NS INT64_C(1000000000)
#define LONG_NS INT64_C(600000000000)
enum { FRAMES = 3000, BACK = US_DRIVE_BACK + US_DRIVE_LATE };

static char path[256];
static double hz = 60.0;

struct drive_scene {
    int file;
    struct us_drive *tool, *layer;
    struct us_block *block;
};

static int64_t frame_ns(uint64_t number)
{
    return ORIGIN_NS + (int64_t)llround((double)number / hz * 1e9);
}

/* Frame n has the head at x = n, and the first component of its input at n. */
static bool put(struct us_drive *drive, uint64_t number)
{
    const uint8_t all = US_POSE_ALL;
    struct us_session_frame frame = {.time_ns = frame_ns(number), .number = number + 1};
    struct us_session_input input = {.time_ns = frame_ns(number), .count = 1, .active = {1}};
    frame.head = (struct us_session_location){
        true, true, all, {{0, 0, 0, 1}, {(float)number, 0, 0}}, {0, 0, 0}, {0, 0, 0}};
    frame.hands[US_SESSION_LEFT].is_recorded = frame.hands[US_SESSION_LEFT].is_active = true;
    for (unsigned i = 0; i < US_SESSION_JOINTS; i++)
        frame.hands[US_SESSION_LEFT].joints[i] = (struct us_session_joint){
            .flags = all, .pose = {{0, 0, 0, 1}, {(float)number, (float)i, 0}}};
    frame.aims[US_SESSION_LEFT].is_recorded = true;
    frame.aims[US_SESSION_LEFT].status = number % 7 == 0 ? 4 : 0; /* the index finger pinches */
    input.values[0].x = (float)number;
    return us_drive_put(drive, &frame, &input);
}

static double time_of(uint64_t number)
{
    return (double)(frame_ns(number) - ORIGIN_NS) * 1e-9;
}

static void expect_frame(const struct us_block *block, uint64_t number)
{
    struct us_frame_sample frame;
    struct us_input_sample input;
    us_block_frame(block, time_of(number), US_SAMPLE_ALL, &frame);
    us_block_inputs(block, time_of(number), &input);
    assert_int_equal(frame.head.how, US_HOW_EXACT);
    assert_true(frame.head.motion.pose.position_m.x == (float)number);
    assert_true(frame.hands[US_HAND_LEFT].joints[US_JOINT_WRIST].pose.position_m.x ==
                (float)number);
    assert_int_equal(input.count, 1);
    assert_true(input.values[0].x == (float)number);
    assert_int_equal(us_block_pinched(block, US_HAND_LEFT, time_of(number), time_of(number)),
                     number % 7 == 0);
}

static void make_file(struct drive_scene *scene)
{
    *scene = (struct drive_scene){0};
    scratch_path("drive", path);
    unlink(path);
    scene->file = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    assert_true(scene->file >= 0);
    assert_true(us_drive_prepare(scene->file));
}

static void open_scene(struct drive_scene *scene)
{
    make_file(scene);
    assert_null(us_drive_open(path)); /* nobody has marked it */
    scene->tool = us_drive_make(scene->file, hz);
    assert_non_null(scene->tool);
    scene->layer = us_drive_open(path);
    assert_non_null(scene->layer);
    assert_true(us_drive_hz(scene->layer) == hz);
    assert_null(us_drive_block(scene->layer));
    assert_true(put(scene->tool, 0));
    scene->block = us_drive_block(scene->layer);
    assert_non_null(scene->block);
}

static void close_scene(struct drive_scene *scene)
{
    us_block_destroy(scene->block);
    us_drive_close(scene->layer);
    us_drive_close(scene->tool);
    close(scene->file);
    scratch_remove();
}

static void *drive_on(void *data)
{
    struct drive_scene *scene = data;
    for (uint64_t n = 0; n < FRAMES; n++) {
        while (n > 0 && !put(scene->tool, n))
            assert_true(us_drive_wait_app(scene->tool, n - US_DRIVE_AHEAD, LONG_NS));
        us_drive_grant(scene->tool, n + 1);
    }
    return NULL;
}

static void check_each_frame(void)
{
    struct drive_scene scene;
    pthread_t driver;
    open_scene(&scene);
    assert_int_equal(pthread_create(&driver, NULL, drive_on, &scene), 0);
    for (uint64_t n = 0; n < FRAMES; n++) {
        assert_int_equal(us_drive_wait(scene.layer, n), US_DRIVE_GRANTED);
        expect_frame(scene.block, n);
        if (n >= BACK)
            expect_frame(scene.block, n - BACK);
    }
    pthread_join(driver, NULL);
    close_scene(&scene);
}

TEST(each_frame_is_the_one_that_was_put)
{
    check_each_frame();
}

static void *wait_for_three(void *data)
{
    struct drive_scene *scene = data;
    for (uint64_t n = 0; n < 3; n++)
        assert_int_equal(us_drive_wait(scene->layer, n), US_DRIVE_GRANTED);
    return NULL;
}

static void expect_app(const struct drive_scene *scene, uint64_t frame, bool waits)
{
    struct us_drive_app app = us_drive_app(scene->tool);
    assert_true(app.has_started);
    assert_int_equal(app.waiting_frame, frame);
    assert_int_equal(app.waits, waits);
}

/* At the highest rate of the frame clock, too, an input is not that of the next frame. */
TEST(a_thousand_frames_a_second)
{
    hz = 1000.0;
    check_each_frame();
    hz = 60.0;
}

/* A frame must be put and granted, in any order. */
TEST(an_app_waits_for_what_is_granted)
{
    struct drive_scene scene;
    pthread_t app;
    open_scene(&scene);
    assert_false(us_drive_app(scene.tool).has_started);
    assert_false(us_drive_wait_app(scene.tool, 0, 0));
    assert_int_equal(pthread_create(&app, NULL, wait_for_three, &scene), 0);
    assert_true(us_drive_wait_app(scene.tool, 0, LONG_NS));
    expect_app(&scene, 0, true);
    us_drive_grant(scene.tool, 2);
    us_drive_grant(scene.tool, 1); /* never fewer */
    assert_true(us_drive_wait_app(scene.tool, 1, LONG_NS));
    expect_app(&scene, 1, true); /* it was granted, but not put */
    assert_true(put(scene.tool, 1));
    assert_true(put(scene.tool, 2));
    assert_true(us_drive_wait_app(scene.tool, 2, LONG_NS));
    expect_app(&scene, 2, true); /* it was put, but not granted */
    us_drive_grant(scene.tool, 3);
    pthread_join(app, NULL);
    expect_app(&scene, 2, false);
    close_scene(&scene);
}

TEST(nothing_in_the_window_is_overwritten)
{
    struct drive_scene scene;
    uint64_t n = 1;
    open_scene(&scene);
    while (put(scene.tool, n))
        n++;
    assert_int_equal(n, US_DRIVE_AHEAD + 1);
    us_drive_grant(scene.tool, FRAMES);
    for (uint64_t newest = 0; newest < FRAMES; newest++) {
        assert_int_equal(us_drive_wait(scene.layer, newest), US_DRIVE_GRANTED);
        while (put(scene.tool, n))
            n++;
        assert_int_equal(n, newest + US_DRIVE_AHEAD + 1);
        for (uint64_t at = newest > BACK ? newest - BACK : 0; at <= newest; at++)
            if (at % 16 == newest % 16)
                expect_frame(scene.block, at);
    }
    close_scene(&scene);
}

/* A reader finds out that the writer has been round. */
TEST(a_window_that_is_gone_is_known)
{
    struct drive_scene scene;
    struct us_session_content content;
    open_scene(&scene);
    uint64_t count = us_drive_content(scene.layer, &content);
    assert_int_equal(count, 1);
    us_drive_grant(scene.tool, FRAMES);
    for (uint64_t n = 1; n < 1 + US_DRIVE_FRAMES - US_DRIVE_WINDOW; n++) {
        assert_true(us_drive_is_kept(scene.layer, count));
        assert_int_equal(us_drive_wait(scene.layer, n - 1), US_DRIVE_GRANTED);
        assert_true(put(scene.tool, n));
    }
    if (sysconf(_SC_PAGESIZE) == 4096)
        assert_false(us_drive_is_kept(scene.layer, count));
    close_scene(&scene);
}

/* The head is half way between frames 2 and 3, or at frame 7, for as long as the drive lasts. */
TEST(what_a_fault_freezes_stays_readable)
{
    struct drive_scene scene;
    open_scene(&scene);
    double between_s = (time_of(2) + time_of(3)) / 2.0;
    us_drive_block_pin(scene.block, between_s);
    us_drive_block_pin(scene.block, time_of(7));
    us_drive_grant(scene.tool, FRAMES);
    for (uint64_t n = 0; n < FRAMES; n++) {
        assert_true(n == 0 || put(scene.tool, n));
        assert_int_equal(us_drive_wait(scene.layer, n), US_DRIVE_GRANTED);
        us_drive_block_keep(scene.block, n);
        struct us_frame_sample frame;
        us_block_frame(scene.block, between_s, US_SAMPLE_HEAD, &frame);
        if (n >= 3)
            check_near((double)frame.head.motion.pose.position_m.x, 2.5, 1e-6, "head");
        if (n >= 7)
            expect_frame(scene.block, 7);
    }
    close_scene(&scene);
}

TEST(an_end_and_screenshots)
{
    struct drive_scene scene;
    uint64_t end = 0;
    open_scene(&scene);
    assert_false(us_drive_end_frame(scene.layer, &end));
    us_drive_shoot(scene.tool, 3);
    us_drive_end(scene.tool, 3);
    for (uint64_t n = 1; n <= 3; n++)
        assert_true(put(scene.tool, n));
    us_drive_grant(scene.tool, 4);
    for (uint64_t n = 0; n < 10; n++) { /* frames 4 to 9 are free */
        assert_int_equal(us_drive_wait(scene.layer, n), US_DRIVE_GRANTED);
        assert_int_equal(us_drive_is_wanted(scene.layer, n), n == 3);
    }
    assert_true(us_drive_end_frame(scene.layer, &end));
    assert_int_equal(end, 3);
    /* Another app finds nothing of it. */
    us_drive_clear(scene.tool);
    struct us_drive *layer = us_drive_open(path);
    assert_non_null(layer);
    assert_null(us_drive_block(layer));
    assert_false(us_drive_app(scene.tool).has_started);
    assert_false(us_drive_end_frame(layer, &end));
    assert_false(us_drive_is_wanted(layer, 3));
    assert_true(put(scene.tool, 0));
    us_drive_grant(scene.tool, 1);
    assert_int_equal(us_drive_wait(layer, 0), US_DRIVE_GRANTED);
    us_drive_close(layer);
    close_scene(&scene);
}

static double now_s(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void drive_until_killed(struct drive_scene *scene, int ready, const int life[2])
{
    scene->tool = us_drive_make(scene->file, hz);
    bool is_fine = scene->tool != NULL && put(scene->tool, 0);
    if (fork() == 0) { /* as the app's supervisor does, it outlives the driver */
        char byte;
        close(life[1]);
        _exit(read(life[0], &byte, 1) != 0);
    }
    close(life[0]);
    us_drive_grant(scene->tool, 1);
    if (!is_fine || write(ready, "r", 1) != 1)
        _exit(1);
    for (;;)
        pause();
}

/* This process holds the same file, which it gave to the driver: that is no sign of life. */
TEST(an_app_goes_on_without_its_driver)
{
    struct drive_scene scene;
    int ready[2], life[2]; /* the other end of `life` closes when this process ends */
    char byte;
    make_file(&scene);
    assert_int_equal(pipe(ready), 0);
    assert_int_equal(pipe(life), 0);
    pid_t driver = fork();
    if (driver == 0)
        drive_until_killed(&scene, ready[1], life);
    assert_int_equal(read(ready[0], &byte, 1), 1);
    scene.layer = us_drive_open(path);
    assert_non_null(scene.layer);
    assert_int_equal(us_drive_wait(scene.layer, 0), US_DRIVE_GRANTED);
    kill(driver, SIGKILL);
    waitpid(driver, NULL, 0);
    double from_s = now_s();
    assert_int_equal(us_drive_wait(scene.layer, 1), US_DRIVE_GONE);
    print_message("went on after %.3f s\n", now_s() - from_s);
    for (uint64_t n = 2; n < FRAMES; n++)
        assert_int_equal(us_drive_wait(scene.layer, n), US_DRIVE_GONE);
    close(life[0]);
    close(life[1]);
    close(ready[0]);
    close(ready[1]);
    close_scene(&scene);
}

static void *wait_for_one(void *data)
{
    struct drive_scene *scene = data;
    assert_int_equal(us_drive_wait(scene->layer, 0), US_DRIVE_RELEASED);
    return NULL;
}

TEST(an_app_that_ends_waits_no_more)
{
    struct drive_scene scene;
    pthread_t app;
    open_scene(&scene);
    assert_int_equal(pthread_create(&app, NULL, wait_for_one, &scene), 0);
    assert_true(us_drive_wait_app(scene.tool, 0, LONG_NS));
    us_drive_release(scene.layer);
    pthread_join(app, NULL);
    expect_app(&scene, 0, true); /* it did not get it */
    us_drive_grant(scene.tool, 1);
    assert_int_equal(us_drive_wait(scene.layer, 0), US_DRIVE_GRANTED); /* the next session */
    close_scene(&scene);
}

TEST(what_is_no_drive_is_refused)
{
    struct drive_scene scene;
    make_file(&scene);
    assert_null(us_drive_make(scene.file, 0.0));
    assert_null(us_drive_make(scene.file, (double)NAN));
    struct us_drive *first = us_drive_make(scene.file, hz);
    assert_non_null(first);
    assert_null(us_drive_make(scene.file, hz)); /* another one drives */
    us_drive_close(first);
    assert_int_equal(ftruncate(scene.file, 4096), 0);
    assert_null(us_drive_open(path));
    assert_null(us_drive_make(scene.file, hz));
    assert_null(us_drive_open("/dev/null"));
    assert_null(us_drive_open("/nowhere/drive"));
    close_scene(&scene);
}

/* The layer takes each event with its frame, and those of the frames before. */
TEST(events_come_with_their_frame)
{
    struct drive_scene scene;
    struct us_session_event event = {.kind = US_SESSION_EVENT_STATE};
    open_scene(&scene);
    for (uint64_t i = 0; i < US_DRIVE_EVENTS; i++) {
        event.frame_time_ns = frame_ns(1 + i / 3);
        event.value = (int64_t)i;
        assert_true(us_drive_put_event(scene.tool, &event));
    }
    assert_false(us_drive_put_event(scene.tool, &event));
    uint64_t next = 0;
    for (uint64_t frame = 0; frame < 10; frame++) {
        const struct us_session_event *found;
        while ((found = us_drive_event(scene.layer, next, frame)) != NULL)
            assert_int_equal(found->value, next++);
        assert_int_equal(next, 3 * frame);
    }
    assert_int_equal(us_drive_event(scene.layer, US_DRIVE_EVENTS - 1, FRAMES)->value,
                     US_DRIVE_EVENTS - 1);
    assert_null(us_drive_event(scene.layer, US_DRIVE_EVENTS, FRAMES));
    close_scene(&scene);
}

TESTS_MAIN(each_frame_is_the_one_that_was_put, a_thousand_frames_a_second,
           an_app_waits_for_what_is_granted, nothing_in_the_window_is_overwritten,
           a_window_that_is_gone_is_known, what_a_fault_freezes_stays_readable,
           events_come_with_their_frame, an_end_and_screenshots, an_app_goes_on_without_its_driver,
           an_app_that_ends_waits_no_more, what_is_no_drive_is_refused)
