/* SPDX-License-Identifier: MIT */
/* Hazard: a recorded trigger or stick drives another input of the app, or none. A session recording
 * of a few inputs plays, and apps with profiles that it does not have read them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "actions.h"
#include "session/session_recorder.h"

#define HTC_RIGHT "/user/hand_htc/right"

enum {
    LEFT_TRIGGER,
    LEFT_STICK,
    LEFT_X,
    RIGHT_TRIGGER,
    RIGHT_SELECT,
    RIGHT_PAD_X,
    HTC_RIGHT_SQUEEZE,
    LEFT_HAPTIC,
    PAD_A,
    COUNT
};

/* In the second half of the recording the left trigger is pulled, and the right select, which was
 * not pressed, has no value. */
enum { FRAMES = 200, PERIOD_NS = 10000000 };
#define FIRST_S 0.5
#define SECOND_S 1.5

static char path[64];

static struct us_session_input input_at(int frame)
{
    bool is_second = frame >= FRAMES / 2;
    struct us_session_input input = {.time_ns = (frame + 1) * INT64_C(10000000), .count = COUNT};
    memset(input.active, 1, COUNT);
    memset(input.profiles, 0, sizeof input.profiles);
    input.profiles[US_SESSION_USER_LEFT] = input.profiles[US_SESSION_USER_RIGHT] = 1;
    input.values[LEFT_TRIGGER].x = is_second ? 0.875f : 0.25f;
    input.values[LEFT_STICK] = (struct us_session_value){-0.5f, 0.75f};
    input.truths[LEFT_STICK] = US_SESSION_TRUTH_FALSE;
    input.values[LEFT_X].x = 1.0f;
    input.values[RIGHT_TRIGGER].x = 0.25f;
    input.truths[RIGHT_TRIGGER] = is_second ? US_SESSION_TRUTH_UNKNOWN : US_SESSION_TRUTH_TRUE;
    input.active[RIGHT_SELECT] = !is_second;
    input.values[RIGHT_PAD_X].x = 0.375f;
    input.values[HTC_RIGHT_SQUEEZE].x = 0.625f;
    input.values[PAD_A].x = 1.0f;
    return input;
}

static void put_both(struct us_session_recorder *recorder, const struct us_session_input *input)
{
    struct us_session_frame frame = {.time_ns = input->time_ns,
                                     .period_ns = PERIOD_NS,
                                     .number = (uint64_t)(input->time_ns / PERIOD_NS),
                                     .session_state = XR_SESSION_STATE_FOCUSED};
    frame.head = (struct us_session_location){
        .is_recorded = true, .is_active = true, .flags = 15, .pose = us_pose_identity};
    us_session_recorder_wait(recorder);
    assert_true(us_session_recorder_put_frame(recorder, &frame));
    assert_true(us_session_recorder_put_input(recorder, input));
}

static void write_recording(void)
{
    static const struct us_session_component list[COUNT] = {
        {LEFT "/input/trigger/value", US_SESSION_COMPONENT_FLOAT},
        {LEFT "/input/thumbstick", US_SESSION_COMPONENT_VECTOR2},
        {LEFT "/input/x/click", US_SESSION_COMPONENT_BOOLEAN},
        {RIGHT "/input/trigger/value", US_SESSION_COMPONENT_FLOAT},
        {RIGHT "/input/select/click", US_SESSION_COMPONENT_BOOLEAN},
        {RIGHT "/input/trackpad/x", US_SESSION_COMPONENT_FLOAT},
        {HTC_RIGHT "/input/squeeze/value", US_SESSION_COMPONENT_FLOAT},
        {LEFT "/output/haptic", US_SESSION_COMPONENT_FLOAT},
        {PAD "/input/a/click", US_SESSION_COMPONENT_BOOLEAN}};
    static struct us_session_components components = {.count = COUNT, .profile_count = 1};
    static struct us_session_info info = {.time_ns = 1};
    const struct us_session_recorder_options options = {.path = path, .version = "test"};
    struct us_session_recorder *recorder;
    memcpy(components.components, list, sizeof list);
    strcpy(components.profiles[0], "/interaction_profiles/of/nobody");
    unlink(path);
    assert_int_equal(us_session_recorder_open(&options, &recorder, NULL), US_OK);
    assert_true(us_session_recorder_put_session(recorder, &info));
    assert_true(us_session_recorder_put_components(recorder, &components));
    for (int i = 0; i < FRAMES; i++) {
        const struct us_session_input input = input_at(i);
        put_both(recorder, &input);
    }
    assert_true(us_session_recorder_close(recorder));
}

/* A recording in which the left hand has the profile number n in the frame n. Of the numbers the
 * first stands for Touch, the last for Index, and the third for what is no hand's. */
static void write_profiles(void)
{
    static struct us_session_components components = {
        .count = 1,
        .components = {{LEFT "/input/x/click", US_SESSION_COMPONENT_BOOLEAN}},
        .profile_count = US_SESSION_PROFILES_MAX};
    static struct us_session_info info = {.time_ns = 1};
    const struct us_session_recorder_options options = {.path = path, .version = "test"};
    struct us_session_recorder *recorder;
    for (int i = 0; i < US_SESSION_PROFILES_MAX; i++)
        snprintf(components.profiles[i], sizeof components.profiles[i],
                 "/interaction_profiles/of/nobody_%d", i);
    strcpy(components.profiles[0], TOUCH);
    strcpy(components.profiles[2], XBOX);
    strcpy(components.profiles[US_SESSION_PROFILES_MAX - 1], INDEX);
    unlink(path);
    assert_int_equal(us_session_recorder_open(&options, &recorder, NULL), US_OK);
    assert_true(us_session_recorder_put_session(recorder, &info));
    assert_true(us_session_recorder_put_components(recorder, &components));
    for (int i = 0; i <= US_SESSION_PROFILES_MAX; i++) {
        struct us_session_input input = {.time_ns = (i + 1) * INT64_C(10000000), .count = 1};
        input.profiles[US_SESSION_USER_LEFT] = (uint8_t)i;
        put_both(recorder, &input);
    }
    assert_true(us_session_recorder_close(recorder));
}

struct read {
    bool is_active;
    float x, y; /* a truth value is 0 or 1 */
};

/* What an app reads that has this one binding. */
static struct read read_one(const char *profile, const char *user, const char *rest,
                            XrActionType type, double seconds)
{
    static const char *const htc = "XR_HTC_hand_interaction";
    struct scene scene;
    char binding[128];
    struct read read = {0};
    bool is_htc = strcmp(profile, HTC_HANDS) == 0;
    scene_init(&scene, 0);
    setenv("UNDERSTUDY_PLAY", path, 1);
    fake.also[0] = htc;
    scene_open(&scene, &htc, is_htc);
    XrActionSet set = actions_set(&scene, 0);
    XrAction action = actions_make(&scene, set, type, NULL, NULL, NULL);
    snprintf(binding, sizeof binding, "%s%s", user, rest);
    actions_bind_one(&scene, set, profile, action, binding);
    scene_focus(&scene);
    actions_frame(&scene, set, seconds);
    if (type == XR_ACTION_TYPE_BOOLEAN_INPUT) {
        XrActionStateBoolean state = actions_boolean(&scene, action, NULL);
        read = (struct read){state.isActive, (float)state.currentState, 0};
    } else if (type == XR_ACTION_TYPE_FLOAT_INPUT) {
        XrActionStateFloat state = actions_float(&scene, action, NULL);
        read = (struct read){state.isActive, state.currentState, 0};
    } else {
        XrActionStateVector2f state = actions_vector(&scene, action, NULL);
        read = (struct read){state.isActive, state.currentState.x, state.currentState.y};
    }
    scene_end(&scene);
    return read;
}

#define TRUTH XR_ACTION_TYPE_BOOLEAN_INPUT
#define NUMBER XR_ACTION_TYPE_FLOAT_INPUT
#define VECTOR XR_ACTION_TYPE_VECTOR2F_INPUT

struct row {
    const char *profile, *user, *rest;
    XrActionType type;
    double seconds;
    struct read expected;
};

static void check(const struct row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct row *row = &rows[i];
        struct read got = read_one(row->profile, row->user, row->rest, row->type, row->seconds);
        if (got.is_active != row->expected.is_active || got.x != row->expected.x ||
            got.y != row->expected.y)
            fail_msg("%s%s of %s at %g s: %d (%g, %g)", row->user, row->rest, row->profile,
                     row->seconds, got.is_active, (double)got.x, (double)got.y);
    }
}
#define CHECK(...)                                                                                 \
    do {                                                                                           \
        static const struct row rows[] = {__VA_ARGS__};                                            \
        check(rows, sizeof rows / sizeof rows[0]);                                                 \
    } while (0)

/* HTC's hands are the same hands. */
TEST(test_same_path)
{
    CHECK({TOUCH, LEFT, "/input/trigger/value", NUMBER, FIRST_S, {true, 0.25f, 0}},
          {TOUCH, LEFT, "/input/trigger/value", NUMBER, SECOND_S, {true, 0.875f, 0}},
          {TOUCH, LEFT, "/input/thumbstick", VECTOR, FIRST_S, {true, -0.5f, 0.75f}},
          {TOUCH, LEFT, "/input/x/click", TRUTH, FIRST_S, {true, 1, 0}},
          {TOUCH, RIGHT, "/input/squeeze/value", NUMBER, FIRST_S, {true, 0.625f, 0}},
          {HTC_HANDS, HTC_RIGHT, "/input/squeeze/value", NUMBER, FIRST_S, {true, 0.625f, 0}});
}

/* The very path first, then what means the same. */
TEST(test_same_meaning)
{
    CHECK({HTC_HANDS, HTC_LEFT, "/input/select/value", NUMBER, SECOND_S, {true, 0.875f, 0}},
          {HTC_HANDS, HTC_RIGHT, "/input/select/value", NUMBER, FIRST_S, {true, 0.25f, 0}},
          {SIMPLE, RIGHT, "/input/select/click", TRUTH, FIRST_S, {true, 0, 0}},
          {SIMPLE, LEFT, "/input/select/click", TRUTH, FIRST_S, {true, 0, 0}},
          {SIMPLE, LEFT, "/input/select/click", TRUTH, SECOND_S, {true, 1, 0}},
          {INDEX, LEFT, "/input/a/click", TRUTH, FIRST_S, {true, 1, 0}},
          {VIVE, LEFT, "/input/trackpad", VECTOR, FIRST_S, {true, -0.5f, 0.75f}});
}

/* A number of a stick is a part of the vector; another stick's number serves as well. */
TEST(test_parts_of_vectors)
{
    CHECK({TOUCH, LEFT, "/input/thumbstick/y", NUMBER, FIRST_S, {true, 0.75f, 0}},
          {TOUCH, LEFT, "/input/thumbstick/x", NUMBER, FIRST_S, {true, -0.5f, 0}},
          {VIVE, LEFT, "/input/trackpad/y", NUMBER, FIRST_S, {true, 0.75f, 0}},
          {TOUCH, RIGHT, "/input/thumbstick/x", NUMBER, FIRST_S, {true, 0.375f, 0}});
}

TEST(test_no_counterpart)
{
    CHECK({TOUCH, LEFT, "/input/squeeze/value", NUMBER, FIRST_S, {false, 0, 0}},
          {TOUCH, LEFT, "/input/y/click", TRUTH, FIRST_S, {false, 0, 0}},
          {TOUCH, RIGHT, "/input/thumbstick/y", NUMBER, FIRST_S, {false, 0, 0}},
          {TOUCH, RIGHT, "/input/thumbstick", VECTOR, FIRST_S, {false, 0, 0}});
}

/* What the runtime made of a number is recorded for the path itself, not for another one. */
TEST(test_truths)
{
    CHECK({TOUCH, RIGHT, "/input/trigger/value", TRUTH, FIRST_S, {true, 1, 0}},
          {TOUCH, RIGHT, "/input/trigger/value", TRUTH, SECOND_S, {true, 0, 0}},
          {SIMPLE, RIGHT, "/input/select/click", TRUTH, SECOND_S, {true, 0, 0}},
          {VIVE, RIGHT, "/input/trigger/click", TRUTH, FIRST_S, {true, 0, 0}},
          {TOUCH, LEFT, "/input/thumbstick/y", TRUTH, FIRST_S, {true, 1, 0}});
}

/* The profile with a recorded number, if the app suggested bindings for it and it has the user;
 * otherwise the one that is chosen. */
TEST(test_numbers_of_profiles)
{
    struct scene scene;
    write_profiles();
    scene_init(&scene, 0);
    setenv("UNDERSTUDY_PLAY", path, 1);
    setenv("UNDERSTUDY_PROFILE", "khr/simple_controller", 1);
    scene_open(&scene, NULL, 0);
    XrActionSet set = actions_set(&scene, 0);
    XrAction click = actions_make(&scene, set, XR_ACTION_TYPE_BOOLEAN_INPUT, LEFT, PAD, NULL);
    assert_success(actions_suggest_one(&scene, SIMPLE, click, LEFT "/input/select/click"));
    assert_success(actions_suggest_one(&scene, INDEX, click, LEFT "/input/a/click"));
    assert_success(actions_suggest_one(&scene, TOUCH, click, LEFT "/input/x/click"));
    actions_bind_one(&scene, set, XBOX, click, PAD "/input/a/click");
    scene_focus(&scene);
    for (int number = 0; number <= US_SESSION_PROFILES_MAX; number++) {
        actions_frame(&scene, set, number / 100.0);
        const char *expected = number == 1                         ? TOUCH
                               : number == US_SESSION_PROFILES_MAX ? INDEX
                                                                   : SIMPLE;
        assert_string_equal(actions_profile(&scene, LEFT), number == 0 ? "" : expected);
    }
    scene_end(&scene);
}

int main(void)
{
    snprintf(path, sizeof path, "/tmp/understudy-recorded-components-%ld.mcap", (long)getpid());
    write_recording();
    int failed = RUN_TESTS(test_same_path, test_same_meaning, test_parts_of_vectors,
                           test_no_counterpart, test_truths, test_numbers_of_profiles);
    unlink(path);
    return failed;
}
