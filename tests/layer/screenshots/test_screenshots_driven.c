/* SPDX-License-Identifier: MIT */
/* Hazard: the driver of an app gets a screenshot that it has not asked for, or none of a frame of
 * which it wants one. */
#include "shots_app.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "drive/drive_memory.h"
#include "session/session_recorder.h"

#define HZ 100.0 /* SHOTS_PERIOD_S */
#define ORIGIN_NS INT64_C(1000000000)
enum { FRAMES = 6 };

static char play_path[64], drive_path[64];
static struct us_drive *drive;

static struct us_session_frame frame_of(int n)
{
    return (struct us_session_frame){
        .time_ns = ORIGIN_NS + n * INT64_C(10000000),
        .period_ns = 10000000,
        .number = (uint64_t)n + 1,
        .should_render = true,
        .session_state = XR_SESSION_STATE_FOCUSED,
        .head = {.is_recorded = true, .is_active = true, .flags = 15, .pose = us_pose_identity}};
}

/* What the driver begins with. */
static void record_first_frame(void)
{
    static const struct us_session_components components;
    const struct us_session_recorder_options options = {.path = play_path, .version = "test"};
    const struct us_session_info info = {.time_ns = ORIGIN_NS, .is_driven = true};
    const struct us_session_frame frame = frame_of(0);
    const struct us_session_input input = {.time_ns = frame.time_ns};
    struct us_session_recorder *recorder;
    struct us_error error;
    if (us_session_recorder_open(&options, &recorder, &error) != US_OK)
        fail_msg("%s", error.text);
    assert_true(us_session_recorder_put_session(recorder, &info));
    assert_true(us_session_recorder_put_components(recorder, &components));
    assert_true(us_session_recorder_put_frame(recorder, &frame));
    assert_true(us_session_recorder_put_input(recorder, &input));
    assert_true(us_session_recorder_close(recorder));
}

static void begin(struct shots_app *app)
{
    snprintf(play_path, sizeof play_path, "/tmp/understudy-shots-%ld.mcap", (long)getpid());
    snprintf(drive_path, sizeof drive_path, "/tmp/understudy-shots-%ld.drive", (long)getpid());
    unlink(play_path);
    unlink(drive_path);
    record_first_frame();
    int file = open(drive_path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    assert_true(file >= 0 && us_drive_prepare(file));
    drive = us_drive_make(file, HZ);
    close(file);
    assert_non_null(drive);
    for (int n = 0; n < FRAMES; n++) {
        const struct us_session_frame frame = frame_of(n);
        const struct us_session_input input = {.time_ns = frame.time_ns};
        assert_true(us_drive_put(drive, &frame, &input));
    }
    shots_play = play_path, shots_drive = drive_path;
    shots_begin(app, NULL, NULL);
    shots_make_swapchain(app);
}

static void end(struct shots_app *app, int expected)
{
    shots_end(app, expected);
    us_drive_close(drive);
    unlink(play_path);
    unlink(drive_path);
    shots_play = shots_drive = NULL;
}

TEST(test_what_the_driver_wants)
{
    struct shots_app app;
    begin(&app);
    us_drive_shoot(drive, 2);
    us_drive_shoot(drive, 4);
    us_drive_grant(drive, FRAMES);
    for (int n = 0; n < FRAMES; n++)
        shots_frame(&app, n);
    app.scene.calls.xrEndSession(app.scene.session);
    app.scene.calls.xrDestroySession(app.scene.session);
    shots_check_screenshot(&app, "frame-000002-view-0.png", 2, 2, 0);
    shots_check_screenshot(&app, "frame-000004-view-1.png", 4, 1, 1);
    end(&app, 4);
}

TEST(test_a_driver_that_wants_none)
{
    struct shots_app app;
    begin(&app);
    us_drive_grant(drive, FRAMES);
    for (int n = 0; n < FRAMES; n++)
        shots_frame(&app, n);
    end(&app, 0);
}

TESTS_MAIN(test_what_the_driver_wants, test_a_driver_that_wants_none)
