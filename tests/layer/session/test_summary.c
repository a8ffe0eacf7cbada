/* SPDX-License-Identifier: MIT */
/* Hazard: a summary that leaves a person to guess why an app did not react, or that says what did
 * not happen. */
#include "actions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "status/run_status.h"
#include "status/summary.h"

struct app {
    struct scene scene;
    XrActionSet set;
    XrAction click, grip, buzz;
    XrSpace hand;
};

static void make(struct app *app, unsigned parts, const char *const *names, uint32_t count)
{
    scene_init(&app->scene, parts);
    scene_open(&app->scene, names, count);
    scene_focus(&app->scene);
}

static void attach(struct app *app)
{
    app->set = actions_set(&app->scene, 0);
    app->click =
        actions_make(&app->scene, app->set, XR_ACTION_TYPE_BOOLEAN_INPUT, LEFT, RIGHT, NULL);
    app->grip = actions_make(&app->scene, app->set, XR_ACTION_TYPE_POSE_INPUT, RIGHT, NULL, NULL);
    app->buzz =
        actions_make(&app->scene, app->set, XR_ACTION_TYPE_VIBRATION_OUTPUT, LEFT, RIGHT, NULL);
    const struct actions_binding bindings[] = {{app->click, LEFT "/input/select/click"},
                                               {app->click, RIGHT "/input/select/click"},
                                               {app->grip, RIGHT "/input/grip/pose"},
                                               {app->buzz, LEFT "/output/haptic"},
                                               {app->buzz, RIGHT "/output/haptic"}};
    assert_success(actions_suggest(&app->scene, SIMPLE, bindings, 5));
    app->hand = actions_space(&app->scene, app->grip, RIGHT);
    assert_success(actions_attach(&app->scene, &app->set, 1));
}

static void vibrate_by(struct app *app, const char *subaction, float amplitude)
{
    XrHapticActionInfo info = {.type = XR_TYPE_HAPTIC_ACTION_INFO,
                               .action = app->buzz,
                               .subactionPath = actions_path(&app->scene, subaction)};
    XrHapticVibration vibration = {.type = XR_TYPE_HAPTIC_VIBRATION,
                                   .duration = 7,
                                   .frequency = 160.0f,
                                   .amplitude = amplitude};
    assert_success(app->scene.calls.xrApplyHapticFeedback(app->scene.session, &info,
                                                          (const XrHapticBaseHeader *)&vibration));
}

static void vibrate(struct app *app, const char *subaction)
{
    vibrate_by(app, subaction, 0.5f);
}

static void locate_views(struct app *app, double seconds)
{
    XrViewLocateInfo info = {.type = XR_TYPE_VIEW_LOCATE_INFO,
                             .displayTime = SCENE_AT(seconds),
                             .space = app->scene.local};
    XrViewState state = {.type = XR_TYPE_VIEW_STATE};
    XrView views[2] = {{.type = XR_TYPE_VIEW}, {.type = XR_TYPE_VIEW}};
    uint32_t count;
    assert_success(
        app->scene.calls.xrLocateViews(app->scene.session, &info, &state, 2, &count, views));
}

static void end(struct app *app)
{
    app->scene.calls.xrDestroyInstance(app->scene.instance);
}

static void expect(const struct app *app, const char *line)
{
    if (scene_count_log(&app->scene, line) != 1)
        fail_msg("%d lines have '%s'", scene_count_log(&app->scene, line), line);
}

/* Left pinches in [2, 3), right in [1, 2) and is there until 4: a sync finds a pinch that was
 * anywhere since the last one. Frames: one when it got the focus, and nine here. */
TEST(test_played)
{
    struct app app;
    make(&app, SCENE_ALL | SCENE_PINCHES, NULL, 0);
    attach(&app);
    static const double times_s[] = {0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 3.6, 4.5};
    for (unsigned i = 0; i < sizeof times_s / sizeof times_s[0]; i++) {
        actions_frame(&app.scene, app.set, times_s[i]);
        if (i != 2)
            (void)actions_boolean(&app.scene, app.click, LEFT);
        scene_locate(&app.scene, app.hand, app.scene.local, SCENE_AT(times_s[i]), NULL);
        if (times_s[i] == 1.5)
            vibrate(&app, RIGHT), vibrate_by(&app, RIGHT, 0.0f); /* the second is none */
        if (times_s[i] == 2.5)
            vibrate(&app, LEFT), vibrate(&app, LEFT);
        if (times_s[i] >= 3.5)
            vibrate(&app, LEFT);
        locate_views(&app, times_s[i]);
        locate_views(&app, times_s[i]);
    }
    vibrate(&app, NULL);
    end(&app);
    expect(&app, "from 0.00 s to 4.50 s of 10.00 s in 10 frames; the recording's end was not "
                 "reached");
    expect(&app, "head: the app located its views 18 times in 9 of 10 frames\n");
    assert_int_equal(scene_count_log(&app.scene, "haptic vibration: amplitude 500/1000, "
                                                 "frequency 160000 mHz, duration 7 ns"),
                     7);
    expect(&app, "hands: the app did not enable XR_EXT_hand_tracking");
    expect(&app, "gaze: the app did not enable XR_EXT_eye_gaze_interaction");
    expect(&app, "hand poses: the app located spaces of actions 9 times in 9 of 10 frames; the "
                 "hand was there 8 times\n");
    expect(&app, "buttons and triggers of a hand: the app read them 8 times in 8 of 10 frames\n");
    expect(&app, "understudy: right hand pinched at 1.00 s to 2.00 s; the app vibrated it 1 time "
                 "in that time\n");
    expect(&app, "understudy: left hand pinched at 2.00 s to 3.00 s; the app vibrated it 2 times "
                 "in that time\n");
    expect(&app, "the app vibrated the left hand 4 times while it did not pinch, at 3.50 s to "
                 "3.60 s (2 times), 4.50 s (2 times)\n");
    expect(&app, "the app vibrated the right hand 1 time while it did not pinch, at 4.50 s");
    scene_finish(&app.scene);
}

/* What an app that enables all of it left undone, further with each pass. */
TEST(test_undone)
{
    static const char *const names[] = {SCENE_HAND_AND_EYES};
    struct app app;
    make(&app, SCENE_ALL, names, 2);
    end(&app);
    expect(&app, "head: the app located neither its views nor its VIEW space");
    expect(&app, "hands: the app enabled XR_EXT_hand_tracking, but made no hand "
                 "tracker");
    expect(&app, "hands: the app attached no actions");
    expect(&app, "gaze: the app enabled XR_EXT_eye_gaze_interaction, but attached "
                 "no actions");
    expect(&app, "pinches: the app attached no actions");
    scene_finish(&app.scene);

    make(&app, SCENE_ALL, names, 2);
    XrHandTrackerCreateInfoEXT hand = {.type = XR_TYPE_HAND_TRACKER_CREATE_INFO_EXT,
                                       .hand = XR_HAND_LEFT_EXT};
    XrHandTrackerEXT tracker;
    assert_success(app.scene.calls.xrCreateHandTrackerEXT(app.scene.session, &hand, &tracker));
    attach(&app);
    scene_locate(&app.scene, app.scene.view, app.scene.local, SCENE_AT(0), NULL);
    end(&app);
    expect(&app, "head: the app located its VIEW space 1 time in 1 of 1 frames, but never its "
                 "views");
    expect(&app, "hands: the app made a hand tracker, but never located joints");
    expect(&app, "hands: the app suggested a pose action for a hand, but never "
                 "located its space");
    expect(&app, "gaze: the app enabled XR_EXT_eye_gaze_interaction, but "
                 "suggested no action for it");
    expect(&app, "pinches: the app suggested a button or trigger for a hand, but "
                 "never read it");
    scene_finish(&app.scene);
}

/* A profile that nobody wears, and channels that are left live: nothing is said of the latter. */
TEST(test_bound_to_nothing)
{
    struct app app;
    scene_init(&app.scene, SCENE_ALL);
    setenv("UNDERSTUDY_CHANNELS", "hands,pinch", 1);
    scene_open(&app.scene, NULL, 0);
    scene_focus(&app.scene);
    app.set = actions_set(&app.scene, 0);
    app.click = actions_make(&app.scene, app.set, XR_ACTION_TYPE_BOOLEAN_INPUT, PAD, NULL, NULL);
    assert_success(actions_suggest_one(&app.scene,
                                       "/interaction_profiles/microsoft/xbox_controller", app.click,
                                       PAD "/input/a/click"));
    assert_success(actions_attach(&app.scene, &app.set, 1));
    actions_frame(&app.scene, app.set, 1);
    (void)actions_boolean(&app.scene, app.click, PAD);
    end(&app);
    expect(&app, "pinches: the app suggested no button or trigger for a hand in a "
                 "profile that is played");
    expect(&app, "hands: the app suggested no pose action for a hand in a profile "
                 "that is played");
    assert_int_equal(scene_count_log(&app.scene, "gaze was"), 0);
    assert_int_equal(scene_count_log(&app.scene, "head was"), 0);
    scene_finish(&app.scene);
}

/* Two rounds of three pinches. */
TEST(test_many_pinches)
{
    struct app app;
    scene_init(&app.scene, SCENE_ALL | SCENE_PINCHES);
    setenv("UNDERSTUDY_END", "loop", 1);
    scene_open(&app.scene, NULL, 0);
    scene_focus(&app.scene);
    attach(&app);
    static const double times_s[] = {1.5,  2.5,  4.0,  4.5,  5.0, 6.0, 6.5,  9.95,
                                     10.5, 12.5, 14.0, 14.5, 15,  16,  16.5, 19.95};
    for (unsigned i = 0; i < sizeof times_s / sizeof times_s[0]; i++) {
        actions_frame(&app.scene, app.set, times_s[i]);
        if (i == 1 || i == 13)
            vibrate(&app, LEFT);
    }
    end(&app);
    expect(&app, "from 0.00 s, 1 time through, and then to 9.95 s in 17 frames\n");
    expect(&app, "left hand pinched 6 times, at 2.50 s to 4.00 s (the app vibrated it 1 time), "
                 "5.00 s to 6.00 s, 9.95 s, 2.50 s to 4.00 s and 2 more; it was vibrated 2 times "
                 "in all of them\n");
    scene_finish(&app.scene);
}

/* Periods are 10 ms: between 0.01 and 0.05 s three display times have no frame. */
TEST(test_late_frames)
{
    struct app app;
    make(&app, SCENE_ALL, NULL, 0);
    scene_wait_frame(&app.scene, SCENE_AT(0.01));
    scene_wait_frame(&app.scene, SCENE_AT(0.05));
    scene_wait_frame(&app.scene, SCENE_AT(0.064));
    end(&app);
    expect(&app, "late: the app had no frame for 3 display times\n");
    assert_int_equal(scene_count_log(&app.scene, "held the last pose"), 0);
    scene_finish(&app.scene);
}

struct lines {
    char text[4000];
    int count, warnings;
};

static void keep_line(void *data, bool is_warning, const char *line)
{
    struct lines *lines = data;
    size_t length = strlen(lines->text);
    snprintf(lines->text + length, sizeof lines->text - length, "%s\n", line);
    lines->count++;
    lines->warnings += is_warning;
}

/* Everything at once stays short, and answers that were held are a warning. */
TEST(test_held_answers)
{
    static struct us_run_status status;
    struct us_summary *summary = us_run_status_add_summary(&status, "/a/b.bin", 1.0, 9.0, 15);
    assert_ptr_equal(summary, &status.summaries[0]);
    atomic_store(&summary->started, true);
    static const uint64_t late[] = {0, 2, 2, 5};
    for (int i = 0; i < 4; i++) {
        us_status_summary_note_frame(summary);
        us_status_summary_note_late(summary, late[i]);
        us_status_summary_note_pinch(summary, 0, i + 1, i, 0.0, i % 2 == 1);
    }
    us_status_summary_note_pinch(summary, 0, 3, 2.0, 0.0, false); /* older than the last */
    us_status_summary_note_live_vibration(summary, 1);
    us_status_summary_note_time(summary, 3.0, 0.0, false);
    struct lines lines = {.count = 0};
    us_status_summary_describe(summary, keep_line, &lines);
    assert_non_null(strstr(lines.text, "played b.bin from 1.00 s to 3.00 s of 9.00 s in 4 frames"));
    assert_non_null(strstr(lines.text,
                           "late: 5 answers in 2 frames held the last pose, because the "
                           "recording was not read yet\n"));
    assert_non_null(strstr(lines.text, "left hand pinched 2 times, at 1.00 s, 3.00 s\n"));
    assert_non_null(strstr(lines.text, "the app vibrated the left hand 1 time; it is not played"));
    assert_int_equal(lines.warnings, 1);
    assert_true(lines.count <= 12);
}

/* As many instances as there is room for; a place that was given back is clean. */
TEST(test_shared)
{
    static struct us_run_status status;
    struct us_summary *all[US_RUN_STATUS_SUMMARIES];
    for (int i = 0; i < US_RUN_STATUS_SUMMARIES; i++) {
        all[i] = us_run_status_add_summary(&status, "x", 0.0, 1.0, 15);
        assert_non_null(all[i]);
        us_status_summary_note_frame(all[i]);
    }
    assert_null(us_run_status_add_summary(&status, "x", 0.0, 1.0, 15));
    us_run_status_drop_summary(&status, all[3]);
    us_run_status_drop_summary(NULL, all[3]);
    assert_int_equal(status.slots[3], US_RUN_STATUS_FREE);
    assert_int_equal(status.slots[2], US_RUN_STATUS_OPEN);
    assert_ptr_equal(us_run_status_add_summary(&status, "y", 0.0, 1.0, 15), all[3]);
    assert_int_equal(all[3]->frames, 0);
    assert_string_equal(all[3]->name, "y");
    assert_null(us_run_status_add_summary(NULL, "y", 0.0, 1.0, 15));
}

int main(void)
{
    return RUN_TESTS(test_played, test_undone, test_bound_to_nothing, test_many_pinches,
                     test_late_frames, test_held_answers, test_shared);
}
