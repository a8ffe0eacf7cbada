/* SPDX-License-Identifier: MIT */
/* Hazard: a summary that leaves a person to guess why an app did not react, or that says what did
 * not happen. */
#include "actions.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/sampler/sampler.h"
#include "status/run_status.h"

struct app {
    struct scene scene;
    XrActionSet set;
    XrAction click, grip, buzz;
    XrSpace hand;
};

static void make(struct app *app, unsigned parts, const char *const *names, uint32_t count)
{
    scene_init(&app->scene, parts);
    scene_start(&app->scene, names, count);
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
    const XrHapticVibration vibration = {
        .duration = 7, .frequency = 160.0f, .amplitude = amplitude};
    assert_success(actions_vibrate(&app->scene, app->buzz, subaction, vibration));
}

static void vibrate(struct app *app, const char *subaction)
{
    vibrate_by(app, subaction, 0.5f);
}

static void locate_views(struct app *app, double seconds)
{
    (void)scene_locate_views(&app->scene, app->scene.local, SCENE_AT(seconds));
}

static void end(struct app *app)
{
    app->scene.calls.xrDestroyInstance(app->scene.instance);
}

static void expect(const struct app *app, const char *line)
{
    scene_expect_log(&app->scene, line);
}

/* Left pinches in [2, 3), right in [1, 2) and is there until 4: a sync finds a pinch that was
 * anywhere since the last one. Frames: one when it got the focus, and nine here. */
TEST_OF(test_played, struct app, app, make(app, SCENE_ALL | SCENE_PINCHES, NULL, 0),
        scene_finish(&app->scene))
{
    attach(app);
    static const double times_s[] = {0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 3.6, 4.5};
    for (unsigned i = 0; i < sizeof times_s / sizeof times_s[0]; i++) {
        actions_frame(&app->scene, app->set, times_s[i]);
        if (i != 2)
            (void)actions_boolean(&app->scene, app->click, LEFT);
        scene_locate(&app->scene, app->hand, app->scene.local, SCENE_AT(times_s[i]), NULL);
        if (times_s[i] == 1.5)
            vibrate(app, RIGHT), vibrate_by(app, RIGHT, 0.0f); /* the second is none */
        if (times_s[i] == 2.5)
            vibrate(app, LEFT), vibrate(app, LEFT);
        if (times_s[i] >= 3.5)
            vibrate(app, LEFT);
        locate_views(app, times_s[i]);
        locate_views(app, times_s[i]);
    }
    vibrate(app, NULL);
    end(app);
    expect(app, "from 0.00 s to 4.50 s of 10.00 s in 10 frames; the recording's end was not "
                "reached");
    expect(app, "head: the app located its views 18 times in 9 of 10 frames\n");
    assert_int_equal(scene_count_log(&app->scene, "haptic vibration: amplitude 500/1000, "
                                                  "frequency 160000 mHz, duration 7 ns"),
                     7);
    expect(app, "hands: the app did not enable XR_EXT_hand_tracking");
    expect(app, "gaze: the app did not enable XR_EXT_eye_gaze_interaction");
    expect(app, "hand poses: the app located spaces of actions 9 times in 9 of 10 frames; the "
                "hand was there 8 times\n");
    expect(app, "buttons and triggers of a hand: the app read them 8 times in 8 of 10 frames\n");
    expect(app, "understudy: right hand pinched at 1.00 s to 2.00 s; the app vibrated it 1 time "
                "in that time\n");
    expect(app, "understudy: left hand pinched at 2.00 s to 3.00 s; the app vibrated it 2 times "
                "in that time\n");
    expect(app, "the app vibrated the left hand 4 times while it did not pinch, at 3.50 s to "
                "3.60 s (2 times), 4.50 s (2 times)\n");
    expect(app, "the app vibrated the right hand 1 time while it did not pinch, at 4.50 s");
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
    (void)scene_hand(&app.scene, XR_HAND_LEFT_EXT);
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
TEST_OF(test_bound_to_nothing, struct app, app, scene_init(&app->scene, SCENE_ALL),
        scene_finish(&app->scene))
{
    setenv("UNDERSTUDY_CHANNELS", "hands,pinch", 1);
    scene_start(&app->scene, NULL, 0);
    app->set = actions_set(&app->scene, 0);
    app->click = actions_make(&app->scene, app->set, XR_ACTION_TYPE_BOOLEAN_INPUT, PAD, NULL, NULL);
    actions_bind_one(&app->scene, app->set, XBOX, app->click, PAD "/input/a/click");
    actions_frame(&app->scene, app->set, 1);
    (void)actions_boolean(&app->scene, app->click, PAD);
    end(app);
    expect(app, "pinches: the app suggested no button or trigger for a hand in a "
                "profile that is played");
    expect(app, "hands: the app suggested no pose action for a hand in a profile "
                "that is played");
    assert_int_equal(scene_count_log(&app->scene, "gaze was"), 0);
    assert_int_equal(scene_count_log(&app->scene, "head was"), 0);
}

/* Two rounds of three pinches. */
TEST_OF(test_many_pinches, struct app, app, scene_init(&app->scene, SCENE_ALL | SCENE_PINCHES),
        scene_finish(&app->scene))
{
    setenv("UNDERSTUDY_END", "loop", 1);
    scene_start(&app->scene, NULL, 0);
    attach(app);
    static const double times_s[] = {1.5,  2.5,  4.0,  4.5,  5.0, 6.0, 6.5,  9.95,
                                     10.5, 12.5, 14.0, 14.5, 15,  16,  16.5, 19.95};
    for (unsigned i = 0; i < sizeof times_s / sizeof times_s[0]; i++) {
        actions_frame(&app->scene, app->set, times_s[i]);
        if (i == 1 || i == 13)
            vibrate(app, LEFT);
    }
    end(app);
    expect(app, "from 0.00 s, 1 time through, and then to 9.95 s in 17 frames\n");
    expect(app, "left hand pinched 6 times, at 2.50 s to 4.00 s (the app vibrated it 1 time), "
                "5.00 s to 6.00 s, 9.95 s, 2.50 s to 4.00 s and 2 more; it was vibrated 2 times "
                "in all of them\n");
}

/* A pinch that the first sync finds has begun there. */
TEST_OF(test_a_pinch_at_the_beginning, struct app, app,
        make(app, SCENE_ALL | SCENE_PINCHES, NULL, 0), scene_finish(&app->scene))
{
    attach(app);
    actions_frame(&app->scene, app->set, 2.5);
    end(app);
    expect(app, "left hand pinched at 2.50 s");
}

/* Periods are 10 ms: between 0.01 and 0.05 s three display times have no frame. */
TEST_OF(test_late_frames, struct app, app, make(app, SCENE_ALL, NULL, 0), scene_finish(&app->scene))
{
    scene_wait_frame(&app->scene, SCENE_AT(0.01));
    scene_wait_frame(&app->scene, SCENE_AT(0.05));
    scene_wait_frame(&app->scene, SCENE_AT(0.064));
    end(app);
    expect(app, "late: the app had no frame for 3 display times\n");
    assert_int_equal(scene_count_log(&app->scene, "held the last pose"), 0);
}

/* What the app's frames were, and how often a line of the summary is there. */
static void check_frames(const char *end_mode, const double *times_s, size_t count,
                         const char *line)
{
    struct app app;
    scene_init(&app.scene, SCENE_HEAD);
    setenv("UNDERSTUDY_FROM", "1.25", 1);
    setenv("UNDERSTUDY_TO", "9.5", 1);
    setenv("UNDERSTUDY_END", end_mode, 1);
    scene_start(&app.scene, NULL, 0);
    for (size_t i = 0; i < count; i++)
        scene_wait_frame(&app.scene, SCENE_AT(times_s[i]));
    end(&app);
    expect(&app, line);
    scene_finish(&app.scene);
}

/* The first frame is where playback begins. */
TEST(test_how_far)
{
    static const double early[] = {1.25}, before[] = {8.248}, late[] = {9.0},
                        twice[] = {9.0, 17.25};
    check_frames("hold", NULL, 0,
                 "from 1.25 s to 1.25 s of 9.50 s in 1 frame; the recording's end was not reached");
    check_frames("hold", early, 1,
                 "from 1.25 s to 2.50 s of 9.50 s in 2 frames; the recording's end was not "
                 "reached\n");
    /* No rounding makes it look like the end. */
    check_frames("hold", before, 1,
                 "from 1.25 s to 9.498 s of 9.500 s in 2 frames; the recording's end was not "
                 "reached\n");
    check_frames("hold", late, 1,
                 "from 1.25 s to 9.50 s in 2 frames; the recording's end was reached\n");
    check_frames("loop", late, 1, "from 1.25 s, 1 time through, and then to 2.00 s in 2 frames\n");
    check_frames("loop", twice, 2,
                 "from 1.25 s, 2 times through, and then to 2.00 s in 3 frames\n");
}

static void check_elsewhere(int early, int elsewhere)
{
    static const char *const lines[2][3] = {
        {NULL, "the app vibrated 1 time what is on no hand\n",
         "the app vibrated 2 times what is on no hand\n"},
        {"the app vibrated 1 time before playback started\n",
         "the app vibrated 1 time before playback started, and 1 time what is on no hand\n",
         "the app vibrated 1 time before playback started, and 2 times what is on no hand\n"}};
    struct app app;
    scene_init(&app.scene, SCENE_ALL);
    scene_open(&app.scene, NULL, 0);
    XrActionSet set = actions_set(&app.scene, 0);
    XrAction pad = actions_make(&app.scene, set, XR_ACTION_TYPE_VIBRATION_OUTPUT, PAD, NULL, NULL);
    assert_success(actions_suggest_one(&app.scene, XBOX, pad, PAD "/output/haptic_left"));
    attach(&app);
    for (int i = 0; i < early; i++)
        vibrate(&app, LEFT);
    scene_focus(&app.scene);
    app.buzz = pad;
    for (int i = 0; i < elsewhere; i++)
        vibrate(&app, PAD);
    end(&app);
    if (lines[early][elsewhere] != NULL)
        expect(&app, lines[early][elsewhere]);
    else
        assert_int_equal(scene_count_log(&app.scene, "the app vibrated"), 0);
    scene_finish(&app.scene);
}

/* Without playback nothing is said of it, and vibrations before it are told apart, as are those of
 * what is on no hand. */
TEST(test_vibrations_elsewhere)
{
    struct app app;
    scene_init(&app.scene, SCENE_ALL);
    scene_open(&app.scene, NULL, 0);
    attach(&app);
    vibrate(&app, LEFT);
    end(&app);
    assert_int_equal(scene_count_log(&app.scene, "played "), 0);
    scene_finish(&app.scene);

    for (int early = 0; early < 2; early++)
        for (int elsewhere = 0; elsewhere < 3; elsewhere++)
            check_elsewhere(early, elsewhere);
}

/* Hands that are left live; and a hand that is played and never pinches. */
TEST(test_vibrations_of_hands)
{
    struct app app;
    static const struct {
        int left, right;
        const char *level, *line;
    } rows[] = {{1, 0, "info", "the app vibrated the left hand 1 time; it is not played\n"},
                {0, 1, "info", "the app vibrated the right hand 1 time; it is not played\n"},
                {1, 2, "info",
                 "the app vibrated the left hand 1 time and the right hand 2 times; they are "
                 "not played\n"},
                {1, 0, "warn", NULL}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        scene_init(&app.scene, SCENE_ALL);
        setenv("UNDERSTUDY_CHANNELS", "head", 1);
        setenv("UNDERSTUDY_LOG_LEVEL", rows[i].level, 1);
        scene_open(&app.scene, NULL, 0);
        attach(&app);
        scene_focus(&app.scene);
        for (int k = 0; k < rows[i].left; k++)
            vibrate(&app, LEFT);
        for (int k = 0; k < rows[i].right; k++)
            vibrate(&app, RIGHT);
        end(&app);
        if (rows[i].line != NULL)
            expect(&app, rows[i].line);
        else
            assert_int_equal(scene_count_log(&app.scene, ""), 0);
        scene_finish(&app.scene);
    }
    make(&app, SCENE_ALL, NULL, 0);
    attach(&app);
    actions_frame(&app.scene, app.set, 0.1);
    vibrate(&app, RIGHT);
    /* A quarter of a second apart at most is one burst. */
    static const double times_s[] = {4.0, 4.24, 4.5, 6.0};
    for (size_t i = 0; i < 4; i++) {
        actions_frame(&app.scene, app.set, times_s[i]);
        vibrate(&app, LEFT);
    }
    end(&app);
    expect(&app, "the app vibrated the right hand 1 time, at 0.10 s\n");
    expect(&app, "the app vibrated the left hand 4 times, at 4.00 s to 4.24 s (2 times), 4.50 s (1 "
                 "time), 6.00 s (1 time)\n");
    scene_finish(&app.scene);
}

/* What an app asks for by other ways, and what was not always there: the right hand goes at 4 s. */
TEST(test_other_questions)
{
    static const char *const names[] = {SCENE_HAND_AND_EYES,
                                        XR_FB_HAND_TRACKING_AIM_EXTENSION_NAME};
    static const char eyes[] = EYES;
    for (int is_located = 0; is_located < 2; is_located++) {
        struct app app;
        make(&app, SCENE_ALL, names, 3);
        XrActionSet set = actions_set(&app.scene, 0);
        XrAction gaze = actions_make(&app.scene, set, XR_ACTION_TYPE_POSE_INPUT, eyes, NULL, NULL);
        assert_success(actions_suggest_one(&app.scene, EYE_GAZE_PROFILE, gaze, EYE_GAZE));
        XrSpace space = actions_space(&app.scene, gaze, eyes);
        XrHandTrackerEXT tracker = scene_hand(&app.scene, XR_HAND_RIGHT_EXT);
        assert_success(actions_attach(&app.scene, &set, 1));
        for (int i = 0; i < 2; i++) {
            double t = i == 0 ? 1.0 : 5.0;
            XrHandTrackingAimStateFB aim = {.type = XR_TYPE_HAND_TRACKING_AIM_STATE_FB};
            HAND_JOINTS(locations, joints);
            actions_frame(&app.scene, set, t);
            locations.next = &aim;
            if (is_located == 1) {
                scene_joints(&app.scene, tracker, app.scene.local, SCENE_AT(t), &locations);
                scene_locate(&app.scene, space, app.scene.local, SCENE_AT(t), NULL);
            }
        }
        scene_locate(&app.scene, app.scene.view, app.scene.local, SCENE_AT(5), NULL);
        locate_views(&app, 5);
        end(&app);
        expect(&app, "head: the app located its views 1 time in 1 of 3 frames, and located its "
                     "VIEW space 1 time in 1 of 3 frames\n");
        expect(&app, is_located == 0 ? "gaze: the app suggested an action for it, but never "
                                       "located its space\n"
                                     : "gaze: the app located it 2 times in 2 of 3 frames\n");
        expect(&app, is_located == 0
                         ? "hands: the app made a hand tracker, but never located joints\n"
                         : "hand joints: the app located them 2 times in 2 of 3 frames; the hand "
                           "was there 1 time\n");
        expect(&app, is_located == 0 ? "pinches: the app suggested no button or trigger for a hand"
                                     : "pinches: the app read them by XR_FB_hand_tracking_aim\n");
        scene_finish(&app.scene);
    }
}

/* Answers that the sampler says were late, so far. */
static uint64_t late_answers;
uint64_t __real_us_sampler_late_count(const struct us_sampler *sampler);
uint64_t __wrap_us_sampler_late_count(const struct us_sampler *sampler);

uint64_t __wrap_us_sampler_late_count(const struct us_sampler *sampler)
{
    return __real_us_sampler_late_count(sampler) + late_answers;
}

TEST(test_held_answers)
{
    static const uint64_t late[] = {0, 2, 2, 5};
    struct app app;
    make(&app, SCENE_ALL, NULL, 0);
    for (int i = 0; i < 4; i++) {
        late_answers = late[i];
        scene_wait_frame(&app.scene, SCENE_AT(0.01 * (i + 1)));
    }
    end(&app);
    expect(&app, "late: 5 answers in 2 frames held the last pose, because the recording was not "
                 "read yet\n");
    assert_int_equal(scene_count_log(&app.scene, "display time"), 0);
    scene_finish(&app.scene);

    /* That is a warning, and nothing else is. */
    scene_init(&app.scene, SCENE_ALL | SCENE_PINCHES);
    setenv("UNDERSTUDY_LOG_LEVEL", "warn", 1);
    late_answers = 0;
    scene_open(&app.scene, NULL, 0);
    attach(&app);
    vibrate(&app, LEFT);
    scene_focus(&app.scene);
    late_answers = 1;
    for (int i = 1; i < 9; i++) {
        actions_frame(&app.scene, app.set, i);
        (void)actions_boolean(&app.scene, app.click, LEFT);
        vibrate(&app, LEFT), vibrate(&app, RIGHT);
        scene_locate(&app.scene, app.hand, app.scene.local, SCENE_AT(i), NULL);
        locate_views(&app, i);
    }
    end(&app);
    late_answers = 0;
    expect(&app, "late: 1 answer in 1 frame held the last pose");
    scene_expect_log(&app.scene, "");
    scene_finish(&app.scene);
}

/* As many spans as there is room for, and no more; without a vibration nothing is said of any. */
TEST(test_as_many_pinches_as_room)
{
    static const double times_s[] = {1.5, 2.5, 4.0, 4.5, 5.0, 6.0, 6.5, 9.95, 10.5, 12.5, 14.0};
    struct app app;
    scene_init(&app.scene, SCENE_ALL | SCENE_PINCHES);
    setenv("UNDERSTUDY_END", "loop", 1);
    scene_start(&app.scene, NULL, 0);
    attach(&app);
    for (size_t i = 0; i < sizeof times_s / sizeof times_s[0]; i++) {
        actions_frame(&app.scene, app.set, times_s[i]);
        if (i == 1)
            vibrate(&app, LEFT);
    }
    end(&app);
    expect(&app, "left hand pinched 4 times, at 2.50 s to 4.00 s (the app vibrated it 1 time), "
                 "5.00 s to 6.00 s, 9.95 s, 2.50 s to 4.00 s\n");
    assert_int_equal(scene_count_log(&app.scene, "the app vibrated the"), 0);
    scene_finish(&app.scene);
    /* More, which nobody felt. */
    scene_init(&app.scene, SCENE_ALL | SCENE_PINCHES);
    setenv("UNDERSTUDY_END", "loop", 1);
    scene_start(&app.scene, NULL, 0);
    attach(&app);
    for (size_t i = 0; i < sizeof times_s / sizeof times_s[0]; i++)
        actions_frame(&app.scene, app.set, times_s[i]);
    for (double t = 14.5; t < 17.0; t += 0.5)
        actions_frame(&app.scene, app.set, t);
    end(&app);
    expect(&app, "left hand pinched 5 times, at 2.50 s to 4.00 s, 5.00 s to 6.00 s, 9.95 s, 2.50 s "
                 "to 4.00 s and 1 more\n");
    scene_finish(&app.scene);
    /* One, which nobody felt. */
    make(&app, SCENE_ALL | SCENE_PINCHES, NULL, 0);
    attach(&app);
    for (size_t i = 0; i < 3; i++)
        actions_frame(&app.scene, app.set, times_s[i]);
    end(&app);
    expect(&app, "left hand pinched at 2.50 s to 4.00 s\n");
    assert_int_equal(scene_count_log(&app.scene, "vibrated"), 0);
    scene_finish(&app.scene);
}

/* A name of any length is told up to the room that there is. */
TEST(test_long_names)
{
    struct app app;
    char path[256] = "/tmp/", line[200] = "played ";
    memset(path + 5, 'n', 200);
    snprintf(path + 205, sizeof path - 205, "%ld", (long)getpid());
    scene_init(&app.scene, SCENE_ALL);
    assert_int_equal(rename(app.scene.recording, path), 0);
    setenv("UNDERSTUDY_PLAY", path, 1);
    scene_start(&app.scene, NULL, 0);
    end(&app);
    memset(line + 7, 'n', US_SUMMARY_NAME_SIZE - 1);
    strcat(line, " from 0.00 s");
    expect(&app, line);
    unlink(path);
    scene_finish(&app.scene);
}

/* The nearest whole number of periods, of 10 ms, is how many frames on one is; a half counts as one
 * more. */
TEST(test_skipped_display_times)
{
    const XrDuration none[] = {-5, FAKE_NO_PERIOD};
    for (int i = 0; i < 2; i++) {
        struct app app;
        scene_init(&app.scene, SCENE_ALL);
        fake.next_period = none[i];
        scene_start(&app.scene, NULL, 0);
        scene_wait_frame(&app.scene, SCENE_AT(1));
        end(&app);
        assert_int_equal(scene_count_log(&app.scene, "display time"), 0);
        scene_finish(&app.scene);
    }
    for (int tenths = -20; tenths <= 620; tenths += 5) {
        struct app app;
        char line[80];
        long skipped = (tenths + 50) / 100 - 1;
        make(&app, SCENE_ALL, NULL, 0);
        scene_wait_frame(&app.scene, SCENE_START + tenths * INT64_C(100000));
        end(&app);
        snprintf(line, sizeof line, "late: the app had no frame for %ld display %s\n", skipped,
                 skipped == 1 ? "time" : "times");
        if (skipped > 0)
            expect(&app, line);
        else
            assert_int_equal(scene_count_log(&app.scene, "display time"), 0);
        scene_finish(&app.scene);
    }
}

/* As many instances as there is room for share their summaries with the tool, and one more keeps
 * its own; a place that was given back is clean. */
TEST(test_shared)
{
    struct scene scenes[US_RUN_STATUS_SUMMARIES + 1];
    char path[64];
    snprintf(path, sizeof path, "/tmp/understudy-summary-%ld", (long)getpid());
    int file = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
    assert_true(file >= 0 && us_run_status_prepare(file));
    struct us_run_status *status = us_run_status_make(file);
    assert_non_null(status);
    scene_init(&scenes[0], SCENE_ALL);
    setenv("UNDERSTUDY_RUN_STATUS", path, 1);
    for (int i = 0; i <= US_RUN_STATUS_SUMMARIES; i++) {
        scenes[i] = scenes[0];
        scene_start(&scenes[i], NULL, 0);
        for (int k = 0; k < US_RUN_STATUS_SUMMARIES; k++)
            assert_int_equal(atomic_load(&status->slots[k]),
                             k <= i ? US_RUN_STATUS_OPEN : US_RUN_STATUS_FREE);
        if (i < US_RUN_STATUS_SUMMARIES)
            assert_string_equal(status->summaries[i].name, strrchr(scenes[0].recording, '/') + 1);
    }
    assert_true(status->summaries[3].played == 15 && status->summaries[3].to_s == 10.0);
    assert_int_equal(status->summaries[3].frames, 1);
    assert_success(scenes[3].calls.xrDestroyInstance(scenes[3].instance));
    assert_int_equal(atomic_load(&status->slots[3]), US_RUN_STATUS_FREE);
    assert_int_equal(atomic_load(&status->slots[2]), US_RUN_STATUS_OPEN);
    scene_open(&scenes[3], NULL, 0);
    assert_int_equal(atomic_load(&status->slots[3]), US_RUN_STATUS_OPEN);
    assert_int_equal(status->summaries[3].frames, 0);
    for (int i = 0; i <= US_RUN_STATUS_SUMMARIES; i++)
        assert_success(scenes[i].calls.xrDestroyInstance(scenes[i].instance));
    /* Each instance is counted, with its process as far as there is room; and each start. */
    unsigned made = US_RUN_STATUS_SUMMARIES + 2;
    assert_int_equal(atomic_load(&status->started), US_RUN_STATUS_SUMMARIES + 1);
    for (; made < US_RUN_STATUS_PROCESSES + 2; made++) {
        assert_int_equal(atomic_load(&status->instances), made);
        assert_success(scene_create(&scenes[0], NULL, 0));
        assert_success(scenes[0].calls.xrDestroyInstance(scenes[0].instance));
    }
    assert_int_equal(atomic_load(&status->process_count), US_RUN_STATUS_PROCESSES + 2);
    for (int i = 0; i < US_RUN_STATUS_PROCESSES; i++)
        assert_int_equal(atomic_load(&status->processes[i]), getpid());
    for (int i = 0; i < US_RUN_STATUS_SUMMARIES; i++)
        assert_int_equal(atomic_load(&status->slots[i]), US_RUN_STATUS_FREE);
    us_run_status_close(status);
    close(file);
    unlink(path);
    scene_finish(&scenes[0]);
}

TESTS_MAIN(test_played, test_undone, test_bound_to_nothing, test_many_pinches,
           test_a_pinch_at_the_beginning, test_late_frames, test_how_far, test_vibrations_elsewhere,
           test_vibrations_of_hands, test_other_questions, test_held_answers,
           test_as_many_pinches_as_room, test_long_names, test_skipped_display_times, test_shared)
