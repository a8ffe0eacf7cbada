/* SPDX-License-Identifier: MIT */
/* Hazard: a recorded trigger or stick drives another input of the app, or none. */
#include <stdio.h>

#include "testing.h"
#include "layer/bindings/recorded_components.h"

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

static struct us_session_components touch_and_simple(void)
{
    static const struct {
        const char *path;
        enum us_session_component_type type;
    } rows[COUNT] = {
        {"/user/hand/left/input/trigger/value", US_SESSION_COMPONENT_FLOAT},
        {"/user/hand/left/input/thumbstick", US_SESSION_COMPONENT_VECTOR2},
        {"/user/hand/left/input/x/click", US_SESSION_COMPONENT_BOOLEAN},
        {"/user/hand/right/input/trigger/value", US_SESSION_COMPONENT_FLOAT},
        {"/user/hand/right/input/select/click", US_SESSION_COMPONENT_BOOLEAN},
        {"/user/hand/right/input/trackpad/x", US_SESSION_COMPONENT_FLOAT},
        {"/user/hand_htc/right/input/squeeze/value", US_SESSION_COMPONENT_FLOAT},
        {"/user/hand/left/output/haptic", US_SESSION_COMPONENT_FLOAT},
        {"/user/gamepad/input/a/click", US_SESSION_COMPONENT_BOOLEAN},
    };
    struct us_session_components out = {.count = COUNT};
    for (int i = 0; i < COUNT; i++) {
        snprintf(out.components[i].path, sizeof out.components[i].path, "%s", rows[i].path);
        out.components[i].type = rows[i].type;
    }
    return out;
}

static struct us_recorded_sources find(const char *user, const char *path, XrActionType type)
{
    struct us_session_components recorded = touch_and_simple();
    struct us_component component = {.path = path, .type = type};
    struct us_recorded_sources sources;
    us_recorded_sources_find(&recorded, user, &component, &sources);
    return sources;
}

TEST(test_same_path)
{
    struct us_recorded_sources sources =
        find("/user/hand/left", "/input/trigger/value", XR_ACTION_TYPE_FLOAT_INPUT);
    assert_int_equal(sources.count, 1);
    assert_int_equal(sources.list[0].component, LEFT_TRIGGER);
    /* HTC's hands are the same hands. */
    sources = find("/user/hand_htc/left", "/input/trigger/value", XR_ACTION_TYPE_FLOAT_INPUT);
    assert_int_equal(sources.count, 1);
    assert_int_equal(sources.list[0].component, LEFT_TRIGGER);
    sources = find("/user/hand_htc/right", "/input/trigger/value", XR_ACTION_TYPE_FLOAT_INPUT);
    assert_int_equal(sources.count, 2);
    assert_int_equal(sources.list[0].component, RIGHT_TRIGGER);
    sources = find("/user/hand/right", "/input/squeeze/value", XR_ACTION_TYPE_FLOAT_INPUT);
    assert_int_equal(sources.count, 1);
    assert_int_equal(sources.list[0].component, HTC_RIGHT_SQUEEZE);
    sources = find("/user/gamepad", "/input/a/click", XR_ACTION_TYPE_BOOLEAN_INPUT);
    assert_int_equal(sources.count, 1);
    assert_int_equal(sources.list[0].component, PAD_A);
}

TEST(test_same_meaning)
{
    /* The very path first, then what means the same. */
    struct us_recorded_sources sources =
        find("/user/hand/right", "/input/select/click", XR_ACTION_TYPE_BOOLEAN_INPUT);
    assert_int_equal(sources.count, 2);
    assert_int_equal(sources.list[0].component, RIGHT_SELECT);
    assert_int_equal(sources.list[1].component, RIGHT_TRIGGER);
    sources = find("/user/hand/left", "/input/select/click", XR_ACTION_TYPE_BOOLEAN_INPUT);
    assert_int_equal(sources.count, 1);
    assert_int_equal(sources.list[0].component, LEFT_TRIGGER);
    sources = find("/user/hand/left", "/input/a/click", XR_ACTION_TYPE_BOOLEAN_INPUT);
    assert_int_equal(sources.count, 1);
    assert_int_equal(sources.list[0].component, LEFT_X);
    sources = find("/user/hand/left", "/input/trackpad", XR_ACTION_TYPE_VECTOR2F_INPUT);
    assert_int_equal(sources.count, 1);
    assert_int_equal(sources.list[0].component, LEFT_STICK);
}

/* A number of a stick is a part of the vector; another stick's number serves as well. */
TEST(test_parts_of_vectors)
{
    struct us_recorded_sources sources =
        find("/user/hand/left", "/input/thumbstick/y", XR_ACTION_TYPE_FLOAT_INPUT);
    assert_int_equal(sources.count, 1);
    assert_int_equal(sources.list[0].component, LEFT_STICK);
    assert_int_equal(sources.list[0].part, US_RECORDED_Y);
    sources = find("/user/hand/left", "/input/thumbstick/x", XR_ACTION_TYPE_FLOAT_INPUT);
    assert_int_equal(sources.count, 1);
    assert_int_equal(sources.list[0].part, US_RECORDED_X);
    sources = find("/user/hand/right", "/input/thumbstick/x", XR_ACTION_TYPE_FLOAT_INPUT);
    assert_int_equal(sources.count, 1);
    assert_int_equal(sources.list[0].component, RIGHT_PAD_X);
    assert_int_equal(sources.list[0].part, US_RECORDED_WHOLE);
}

TEST(test_no_counterpart)
{
    assert_int_equal(
        find("/user/hand/left", "/input/squeeze/value", XR_ACTION_TYPE_FLOAT_INPUT).count, 0);
    assert_int_equal(
        find("/user/gamepad", "/input/trigger/value", XR_ACTION_TYPE_FLOAT_INPUT).count, 0);
    assert_int_equal(
        find("/user/hand/left", "/output/haptic", XR_ACTION_TYPE_VIBRATION_OUTPUT).count, 0);
    /* Another user, whose path begins as this one's does. */
    assert_int_equal(find("/user/hand", "/input/trigger/value", XR_ACTION_TYPE_FLOAT_INPUT).count,
                     0);
    assert_int_equal(
        find("/user/hand/lef", "/input/trigger/value", XR_ACTION_TYPE_FLOAT_INPUT).count, 0);
}

TEST(test_values)
{
    struct us_recorded_sources sources =
        find("/user/hand/right", "/input/select/click", XR_ACTION_TYPE_BOOLEAN_INPUT);
    struct us_input_sample inputs = {.count = COUNT};
    assert_null(us_recorded_sources_active(&sources, &inputs));
    inputs.active[RIGHT_TRIGGER] = 1;
    inputs.values[RIGHT_TRIGGER].x = 0.25f;
    inputs.count = RIGHT_TRIGGER; /* an input message with fewer components */
    assert_null(us_recorded_sources_active(&sources, &inputs));
    inputs.count = COUNT;
    const struct us_recorded_source *source = us_recorded_sources_active(&sources, &inputs);
    assert_non_null(source);
    assert_true(us_recorded_source_value(source, &inputs).x == 0.25f);
    inputs.active[RIGHT_SELECT] = 1;
    inputs.values[RIGHT_SELECT].x = 1.0f;
    source = us_recorded_sources_active(&sources, &inputs);
    assert_int_equal(source->component, RIGHT_SELECT);
    assert_true(us_recorded_source_value(source, &inputs).x == 1.0f);
    /* The second number of a vector. */
    sources = find("/user/hand/left", "/input/thumbstick/y", XR_ACTION_TYPE_FLOAT_INPUT);
    inputs.active[LEFT_STICK] = 1;
    inputs.values[LEFT_STICK] = (struct us_input_value){-0.5f, 0.75f};
    source = us_recorded_sources_active(&sources, &inputs);
    assert_true(us_recorded_source_value(source, &inputs).x == 0.75f &&
                us_recorded_source_value(source, &inputs).y == 0.0f);
    sources = find("/user/hand/left", "/input/thumbstick", XR_ACTION_TYPE_VECTOR2F_INPUT);
    source = us_recorded_sources_active(&sources, &inputs);
    assert_true(us_recorded_source_value(source, &inputs).x == -0.5f &&
                us_recorded_source_value(source, &inputs).y == 0.75f);
}

/* What the runtime made of a number is recorded for the path itself, not for another one. */
TEST(test_truths)
{
    struct us_input_sample inputs = {.count = COUNT};
    inputs.active[RIGHT_TRIGGER] = inputs.active[LEFT_STICK] = 1;
    inputs.truths[RIGHT_TRIGGER] = US_INPUT_TRUE;
    inputs.truths[LEFT_STICK] = US_INPUT_TRUE;
    struct us_recorded_sources sources =
        find("/user/hand/right", "/input/trigger/value", XR_ACTION_TYPE_FLOAT_INPUT);
    const struct us_recorded_source *source = us_recorded_sources_active(&sources, &inputs);
    assert_int_equal(us_recorded_source_truth(source, &inputs), US_INPUT_TRUE);
    inputs.truths[RIGHT_TRIGGER] = US_INPUT_FALSE;
    assert_int_equal(us_recorded_source_truth(source, &inputs), US_INPUT_FALSE);
    inputs.truths[RIGHT_TRIGGER] = US_INPUT_TRUTH_UNKNOWN;
    assert_int_equal(us_recorded_source_truth(source, &inputs), US_INPUT_TRUTH_UNKNOWN);
    inputs.truths[RIGHT_TRIGGER] = US_INPUT_TRUE;
    sources = find("/user/hand/left", "/input/squeeze/value", XR_ACTION_TYPE_FLOAT_INPUT);
    assert_int_equal(sources.count, 0);
    sources = find("/user/hand/right", "/input/select/click", XR_ACTION_TYPE_BOOLEAN_INPUT);
    source = us_recorded_sources_active(&sources, &inputs);
    assert_int_equal(source->component, RIGHT_TRIGGER);
    assert_int_equal(us_recorded_source_truth(source, &inputs), US_INPUT_TRUTH_UNKNOWN);
    /* A part of a vector has none. */
    sources = find("/user/hand/left", "/input/thumbstick/x", XR_ACTION_TYPE_FLOAT_INPUT);
    source = us_recorded_sources_active(&sources, &inputs);
    assert_int_equal(us_recorded_source_truth(source, &inputs), US_INPUT_TRUTH_UNKNOWN);
}

int main(void)
{
    return RUN_TESTS(test_same_path, test_same_meaning, test_parts_of_vectors, test_no_counterpart,
                     test_values, test_truths);
}
