/* SPDX-License-Identifier: MIT */
/* Hazard: the recorder's own actions change what the app gets, or miss what it gets. Every test
 * runs on the headless runtime. */
#include "runtime_app.h"
#include "sink.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "actions.h"

enum { TEXT_SIZE = 65536 };

/* Everything that an app can ask of actions, as text. */
static char text[2][TEXT_SIZE];

static void say(char *out, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void say(char *out, const char *format, ...)
{
    va_list arguments;
    size_t length = strlen(out);
    va_start(arguments, format);
    vsnprintf(out + length, TEXT_SIZE - length, format, arguments);
    va_end(arguments);
}

static void begin(struct runtime_app *app, bool is_recorded, const char *person,
                  const char *const *extensions, uint32_t extension_count)
{
    sink_reset();
    runtime_app_begin(app, is_recorded, person, extensions, extension_count);
}

static void check_near(float got, double expected)
{
    if (!(fabs((double)got - expected) < 1e-4))
        fail_msg("got %.7g, expected %.7g", (double)got, expected);
}

static const char *text_of(struct runtime_app *app, XrPath path)
{
    static char out[XR_MAX_PATH_LENGTH];
    uint32_t count;
    out[0] = '\0';
    if (path != XR_NULL_PATH)
        assert_success(RUNTIME_APP_CALL(app, xrPathToString)(app->scene.instance, path, sizeof out,
                                                             &count, out));
    return out;
}

static XrAction make_action(struct runtime_app *app, XrActionSet set, const char *name,
                            XrActionType type, bool declares)
{
    const XrPath hands[] = {actions_path(&app->scene, LEFT), actions_path(&app->scene, RIGHT)};
    return actions_make_named(&app->scene, set, type, name, hands, declares ? 2 : 0);
}

static XrActionStateFloat get_float(struct runtime_app *app, XrAction action, const char *user,
                                    XrResult *out_result)
{
    const XrActionStateGetInfo info = {.type = XR_TYPE_ACTION_STATE_GET_INFO,
                                       .action = action,
                                       .subactionPath = actions_path(&app->scene, user)};
    XrActionStateFloat state = {.type = XR_TYPE_ACTION_STATE_FLOAT};
    *out_result = app->scene.calls.xrGetActionStateFloat(app->scene.session, &info, &state);
    return state;
}

/* The app of these tests: a low set with a trigger and a pose, a high one with squeeze and trigger
 * of the left hand. */
struct app_actions {
    XrActionSet low, high;
    XrAction trigger, grip, stick, squeeze, high_trigger, shake, low_squeeze;
    XrActiveActionSet both[2]; /* the low set is the first one */
};

static void make_actions(struct runtime_app *app, struct app_actions *out)
{
    out->low = actions_set_named(&app->scene, "low", 0);
    out->high = actions_set_named(&app->scene, "high", 5);
    out->trigger = make_action(app, out->low, "trigger", XR_ACTION_TYPE_FLOAT_INPUT, true);
    out->grip = make_action(app, out->low, "grip", XR_ACTION_TYPE_POSE_INPUT, true);
    out->stick = make_action(app, out->low, "stick", XR_ACTION_TYPE_VECTOR2F_INPUT, false);
    out->shake = make_action(app, out->low, "shake", XR_ACTION_TYPE_VIBRATION_OUTPUT, true);
    out->low_squeeze = make_action(app, out->low, "squeeze", XR_ACTION_TYPE_FLOAT_INPUT, true);
    out->squeeze = make_action(app, out->high, "squeeze", XR_ACTION_TYPE_FLOAT_INPUT, false);
    out->high_trigger = make_action(app, out->high, "trigger", XR_ACTION_TYPE_FLOAT_INPUT, true);
    out->both[0] = (XrActiveActionSet){out->low, XR_NULL_PATH};
    out->both[1] = (XrActiveActionSet){out->high, XR_NULL_PATH};
}

static void suggest_all(struct runtime_app *app, const struct app_actions *actions)
{
    const struct actions_binding touch[] = {{actions->trigger, LEFT "/input/trigger/value"},
                                            {actions->trigger, RIGHT "/input/trigger/value"},
                                            {actions->grip, LEFT "/input/grip/pose"},
                                            {actions->grip, RIGHT "/input/grip/pose"},
                                            {actions->stick, LEFT "/input/thumbstick"},
                                            {actions->shake, LEFT "/output/haptic"},
                                            {actions->squeeze, LEFT "/input/squeeze/value"},
                                            {actions->low_squeeze, LEFT "/input/squeeze/value"},
                                            {actions->high_trigger, LEFT "/input/trigger"}};
    const struct actions_binding simple[] = {{actions->trigger, LEFT "/input/select/click"},
                                             {actions->grip, LEFT "/input/grip/pose"}};
    assert_success(actions_suggest(&app->scene, TOUCH, touch, 9));
    assert_success(actions_suggest(&app->scene, SIMPLE, simple, 2));
}

static XrResult attach_both(struct runtime_app *app, const struct app_actions *actions)
{
    const XrActionSet sets[] = {actions->low, actions->high};
    return actions_attach(&app->scene, sets, 2);
}

/* The app has all its actions and the focus. */
static void open_app(struct runtime_app *app, struct app_actions *out)
{
    make_actions(app, out);
    suggest_all(app, out);
    assert_success(attach_both(app, out));
    runtime_app_focus(app);
}

static void say_sources(struct runtime_app *app, char *out, XrAction action)
{
    const XrBoundSourcesForActionEnumerateInfo info = {
        .type = XR_TYPE_BOUND_SOURCES_FOR_ACTION_ENUMERATE_INFO, .action = action};
    XrPath sources[8];
    uint32_t count = 0;
    XrResult result = app->scene.calls.xrEnumerateBoundSourcesForAction(app->scene.session, &info,
                                                                        8, &count, sources);
    say(out, "sources %d:%u", (int)result, count);
    for (uint32_t i = 0; XR_SUCCEEDED(result) && i < count; i++) {
        char name[256] = "";
        uint32_t size = 0;
        const XrInputSourceLocalizedNameGetInfo name_info = {
            .type = XR_TYPE_INPUT_SOURCE_LOCALIZED_NAME_GET_INFO,
            .sourcePath = sources[i],
            .whichComponents = 7};
        XrResult named = app->scene.calls.xrGetInputSourceLocalizedName(
            app->scene.session, &name_info, sizeof name, &size, name);
        say(out, " %s(%d %s)", text_of(app, sources[i]), (int)named, name);
    }
    say(out, "\n");
}

static void say_states(struct runtime_app *app, char *out, const struct app_actions *actions)
{
    const XrAction floats[] = {actions->trigger, actions->squeeze, actions->high_trigger,
                               actions->low_squeeze};
    const char *users[] = {NULL, LEFT, RIGHT, "/user/gamepad"};
    for (int i = 0; i < 4; i++) {
        for (int user = 0; user < 4; user++) {
            XrResult result;
            XrActionStateFloat state = get_float(app, floats[i], users[user], &result);
            say(out, "float %d user %d: %d active %d\n", i, user, (int)result, (int)state.isActive);
        }
    }
    XrResult result;
    get_float(app, actions->grip, NULL, &result);
    say(out, "a pose is no float: %d\n", (int)result);
}

static void say_profiles(struct runtime_app *app, char *out)
{
    const char *users[] = {LEFT, RIGHT, "/user/head", "/user/gamepad", EYES, "/user/nobody"};
    for (int i = 0; i < 6; i++) {
        XrInteractionProfileState state = {.type = XR_TYPE_INTERACTION_PROFILE_STATE};
        XrResult result = app->scene.calls.xrGetCurrentInteractionProfile(
            app->scene.session, actions_path(&app->scene, users[i]), &state);
        say(out, "profile %s: %d %s\n", users[i], (int)result,
            XR_SUCCEEDED(result) ? text_of(app, state.interactionProfile) : "");
    }
}

/* All events that wait. */
static void say_events(struct runtime_app *app, char *out)
{
    XrEventDataBuffer event = {.type = XR_TYPE_EVENT_DATA_BUFFER};
    while (app->scene.calls.xrPollEvent(app->scene.instance, &event) == XR_SUCCESS) {
        say(out, "event %d\n", (int)event.type);
        event.type = XR_TYPE_EVENT_DATA_BUFFER;
    }
}

/* Errors before attaching. */
static void say_early(struct runtime_app *app, char *out, const struct app_actions *actions)
{
    const struct actions_binding wrong = {actions->trigger, LEFT "/input/nothing/value"};
    const struct actions_binding gaze = {actions->grip, EYE_GAZE};
    say(out, "sync before attaching %d\n", (int)actions_sync(&app->scene, actions->low));
    say(out, "a wrong binding %d\n", (int)actions_suggest(&app->scene, TOUCH, &wrong, 1));
    say(out, "an unknown profile %d\n",
        (int)actions_suggest(&app->scene, "/interaction_profiles/no/controller", &wrong, 1));
    say(out, "the eyes %d\n", (int)actions_suggest(&app->scene, EYE_GAZE_PROFILE, &gaze, 1));
    XrActionSetCreateInfo info = {.type = XR_TYPE_ACTION_SET_CREATE_INFO,
                                  .actionSetName = "low",
                                  .localizedActionSetName = "other"};
    XrActionSet set;
    say(out, "the same set %d\n",
        (int)app->scene.calls.xrCreateActionSet(app->scene.instance, &info, &set));
    const XrPath eyes = actions_path(&app->scene, EYES);
    const XrActionCreateInfo of_eyes = {.type = XR_TYPE_ACTION_CREATE_INFO,
                                        .actionName = "eyes",
                                        .localizedActionName = "Eyes",
                                        .actionType = XR_ACTION_TYPE_POSE_INPUT,
                                        .countSubactionPaths = 1,
                                        .subactionPaths = &eyes};
    XrAction action;
    say(out, "an action of the eyes %d\n",
        (int)app->scene.calls.xrCreateAction(actions->low, &of_eyes, &action));
    say_profiles(app, out);
    say_states(app, out, actions);
    say(out, "no sets %d\n", (int)actions_attach(&app->scene, NULL, 0));
}

static void say_late(struct runtime_app *app, char *out, const struct app_actions *actions)
{
    const XrActionSet other = actions_set_named(&app->scene, "other", 1);
    const XrActiveActionSet unattached = {other, XR_NULL_PATH};
    const XrActiveActionSet wrong_user = {actions->low, actions_path(&app->scene, "/user/gamepad")};
    const XrActiveActionSet undeclared = {actions->high, actions_path(&app->scene, RIGHT)};
    const struct actions_binding again = {actions->trigger, LEFT "/input/trigger/value"};
    say(out, "attach again %d\n", (int)actions_attach(&app->scene, &actions->low, 1));
    say(out, "suggest again %d\n", (int)actions_suggest(&app->scene, TOUCH, &again, 1));
    say(out, "sync unattached %d\n", (int)actions_sync_many(&app->scene, &unattached, 1, NULL));
    say(out, "sync wrong user %d\n", (int)actions_sync_many(&app->scene, &wrong_user, 1, NULL));
    say(out, "sync with a user %d\n", (int)actions_sync_many(&app->scene, &undeclared, 1, NULL));
    say(out, "sync nothing %d\n", (int)actions_sync_many(&app->scene, NULL, 0, NULL));
    const XrActiveActionSet twice[] = {{actions->low, actions_path(&app->scene, LEFT)},
                                       {actions->low, actions_path(&app->scene, RIGHT)}};
    say(out, "sync twice %d\n", (int)actions_sync_many(&app->scene, twice, 2, NULL));
    say_states(app, out, actions);
    const XrActiveActionSet of_left[] = {{actions->low, XR_NULL_PATH},
                                         {actions->high, actions_path(&app->scene, LEFT)}};
    say(out, "sync the high set for one hand %d\n",
        (int)actions_sync_many(&app->scene, of_left, 2, NULL));
    say_states(app, out, actions);
}

static void say_all(bool is_recorded, char *out)
{
    struct runtime_app app;
    struct app_actions actions;
    begin(&app, is_recorded, "moving", NULL, 0);
    make_actions(&app, &actions);
    suggest_all(&app, &actions);
    say_early(&app, out, &actions);
    say(out, "attach %d\n", (int)attach_both(&app, &actions));
    runtime_app_focus(&app);
    say(out, "sync %d\n", (int)actions_sync_many(&app.scene, actions.both, 2, NULL));
    say_events(&app, out);
    say_profiles(&app, out);
    say_states(&app, out, &actions);
    const XrAction all[] = {actions.trigger, actions.grip,         actions.stick,
                            actions.squeeze, actions.high_trigger, actions.shake};
    for (int i = 0; i < 6; i++)
        say_sources(&app, out, all[i]);
    say(out, "sync low %d\n", (int)actions_sync_many(&app.scene, actions.both, 1, NULL));
    say_states(&app, out, &actions);
    say_late(&app, out, &actions);
    runtime_app_end(&app);
}

TEST(test_the_app_cannot_tell)
{
    text[0][0] = text[1][0] = '\0';
    say_all(false, text[0]);
    assert_int_equal(sink.opens, 0);
    say_all(true, text[1]);
    assert_int_equal(sink.opens, 1);
    assert_true(sink.components.count > 20);
    assert_non_null(strstr(text[0], "the same set -"));
    assert_non_null(strstr(text[0], "touch_controller"));
    assert_string_equal(text[0], text[1]);
}

/* The runtime says once that profiles changed. These users have none then. */
static bool has_news;
static XrPath lost_users[2];
static PFN_xrPollEvent next_poll;
static PFN_xrGetCurrentInteractionProfile next_profile;
static XrSession event_session;

static XRAPI_ATTR XrResult XRAPI_CALL poll_lost(XrInstance instance, XrEventDataBuffer *event)
{
    XrEventDataInteractionProfileChanged *changed = (void *)event;
    if (!has_news)
        return next_poll(instance, event);
    has_news = false;
    *changed = (XrEventDataInteractionProfileChanged){
        .type = XR_TYPE_EVENT_DATA_INTERACTION_PROFILE_CHANGED, .session = event_session};
    return XR_SUCCESS;
}

static XRAPI_ATTR XrResult XRAPI_CALL get_lost_profile(XrSession session, XrPath user,
                                                       XrInteractionProfileState *state)
{
    XrResult result = next_profile(session, user, state);
    if (user == lost_users[0] || user == lost_users[1])
        state->interactionProfile = XR_NULL_PATH;
    return result;
}

static PFN_xrVoidFunction wrap_lost(const char *name, PFN_xrVoidFunction function)
{
    RUNTIME_APP_WRAP(xrPollEvent, next_poll, poll_lost)
    RUNTIME_APP_WRAP(xrGetCurrentInteractionProfile, next_profile, get_lost_profile)
    return function;
}

/* What the app is told when these users lose their profiles, in an app with bindings for Touch or
 * with none. */
static void say_lost(bool suggests, const char *const lost[2], char *out)
{
    struct runtime_app app;
    lost_users[0] = lost_users[1] = XR_NULL_PATH;
    runtime_app_wrap = wrap_lost;
    begin(&app, true, "moving", NULL, 0);
    event_session = app.scene.session;
    const XrActionSet set = actions_set_named(&app.scene, "set", 0);
    const XrAction action = make_action(&app, set, "action", XR_ACTION_TYPE_FLOAT_INPUT, false);
    const struct actions_binding touch[] = {{action, LEFT "/input/trigger/value"},
                                            {action, RIGHT "/input/trigger/value"}};
    if (suggests)
        assert_success(actions_suggest(&app.scene, TOUCH, touch, 2));
    assert_success(actions_attach(&app.scene, &set, 1));
    runtime_app_focus(&app);
    assert_success(actions_sync(&app.scene, set));
    out[0] = '\0';
    say_events(&app, out);
    assert_string_equal(out, "event 52\n");
    out[0] = '\0';
    for (int i = 0; i < 2; i++)
        lost_users[i] = actions_path(&app.scene, lost[i]);
    has_news = true;
    say_events(&app, out);
    runtime_app_end(&app);
    runtime_app_wrap = NULL;
}

/* The app did not ask for the eyes: that they alone have another profile is no news to it. */
TEST(test_lost_eyes)
{
    static const char eyes[] = EYES, told[] = "event 52\n";
    static const struct {
        bool suggests;
        const char *lost[2], *told;
    } rows[] = {{false, {eyes}, ""},        {true, {eyes}, ""},    {true, {NULL}, told},
                {true, {eyes, LEFT}, told}, {true, {RIGHT}, told}, {false, {NULL}, told}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        say_lost(rows[i].suggests, rows[i].lost, text[0]);
        assert_string_equal(text[0], rows[i].told);
    }
}

/* An app that suggests nothing: the eyes' profile is the only one that changes. */
TEST(test_no_event_of_the_eyes)
{
    for (int i = 0; i < 2; i++) {
        struct runtime_app app;
        text[i][0] = '\0';
        begin(&app, i == 1, "moving", NULL, 0);
        const XrActionSet set = actions_set_named(&app.scene, "empty", 0);
        (void)make_action(&app, set, "nothing", XR_ACTION_TYPE_BOOLEAN_INPUT, false);
        say(text[i], "attach %d\n", (int)actions_attach(&app.scene, &set, 1));
        runtime_app_focus(&app);
        say(text[i], "sync %d\n", (int)actions_sync(&app.scene, set));
        say_events(&app, text[i]);
        (void)runtime_app_frame(&app);
        say_profiles(&app, text[i]);
        runtime_app_end(&app);
    }
    assert_string_equal(text[0], text[1]);
    assert_true(sink_frame(-1)->gaze.is_active);
}

/* The eyes are the app's own, and its gaze is recorded. */
TEST(test_the_app_enables_the_eyes)
{
    const char *eyes[] = {XR_EXT_EYE_GAZE_INTERACTION_EXTENSION_NAME};
    for (int i = 0; i < 2; i++) {
        struct runtime_app app;
        text[i][0] = '\0';
        begin(&app, i == 1, "moving", eyes, 1);
        const XrActionSet set = actions_set_named(&app.scene, "eyes", 0);
        const XrAction gaze = make_action(&app, set, "gaze", XR_ACTION_TYPE_POSE_INPUT, false);
        const struct actions_binding binding = {gaze, EYE_GAZE};
        say(text[i], "suggest %d\n",
            (int)actions_suggest(&app.scene, EYE_GAZE_PROFILE, &binding, 1));
        say(text[i], "attach %d\n", (int)actions_attach(&app.scene, &set, 1));
        runtime_app_focus(&app);
        say(text[i], "sync %d\n", (int)actions_sync(&app.scene, set));
        say_profiles(&app, text[i]);
        say_sources(&app, text[i], gaze);
        (void)runtime_app_frame(&app);
        runtime_app_end(&app);
    }
    assert_string_equal(text[0], text[1]);
    assert_true(sink_frame(-1)->gaze.is_active);
    assert_true(sink_frame(-1)->gaze_time_ns > 0);
}

/* What an action of the app reads is what the recording holds of its component. */
static void check_component(struct runtime_app *app, XrAction action, const char *user,
                            const char *path)
{
    XrActionStateFloat state = actions_float(&app->scene, action, user);
    const struct us_session_input *input = sink_input(-1);
    uint32_t index = sink_component(path);
    assert_true(state.isActive);
    assert_int_equal(input->active[index], 1);
    assert_true(input->values[index].x == state.currentState);
}

#define APP_TEST(name)                                                                             \
    TEST_OF(name, struct runtime_app, app, begin(app, true, "moving", NULL, 0),                    \
            runtime_app_end(app))

APP_TEST(test_components_are_what_the_app_reads)
{
    struct app_actions actions;
    open_app(app, &actions);
    assert_int_equal(sink.components_count, 1);
    for (int i = 0; i < 20; i++) {
        (void)runtime_app_frame(app);
        assert_success(actions_sync_many(&app->scene, actions.both, 2, NULL));
        /* The high set has the left trigger: the low one's action gets nothing of it. */
        assert_false(actions_float(&app->scene, actions.trigger, LEFT).isActive);
        check_component(app, actions.high_trigger, LEFT, LEFT "/input/trigger/value");
        check_component(app, actions.trigger, RIGHT, RIGHT "/input/trigger/value");
        check_component(app, actions.squeeze, NULL, LEFT "/input/squeeze/value");
        /* Without the high set the low one gets it. */
        assert_success(actions_sync_many(&app->scene, actions.both, 1, NULL));
        check_component(app, actions.trigger, LEFT, LEFT "/input/trigger/value");
        assert_false(actions_float(&app->scene, actions.squeeze, NULL).isActive);
    }
    /* The high set for the left hand alone. */
    const XrActiveActionSet of_left[] = {{actions.low, XR_NULL_PATH},
                                         {actions.high, actions_path(&app->scene, LEFT)}};
    assert_success(actions_sync_many(&app->scene, of_left, 2, NULL));
    assert_false(actions_float(&app->scene, actions.trigger, LEFT).isActive);
    check_component(app, actions.high_trigger, LEFT, LEFT "/input/trigger/value");
    assert_success(actions_sync_many(&app->scene, actions.both, 1, NULL));
    const struct us_session_input *input = sink_input(-1);
    for (uint32_t i = 0; i < sink.components.count; i++)
        assert_string_not_equal(sink.components.components[i].path, RIGHT "/input/select/click");
    /* What no set of the app's binds is there as well. */
    assert_int_equal(input->active[sink_component(LEFT "/input/squeeze/value")], 1);
    assert_int_equal(input->active[sink_component(RIGHT "/input/thumbstick")], 1);
    assert_int_equal(input->active[sink_component(LEFT "/input/x/click")], 1);
    assert_int_equal(input->active[sink_component(LEFT "/input/select/click")], 0);
    assert_string_equal(sink.components.profiles[input->profiles[US_SESSION_USER_LEFT] - 1], TOUCH);
}

/* What a boolean action of the app reads of a number is what the recording says of the number. */
APP_TEST(test_truths_are_what_the_app_reads)
{
    XrActionSet sets[] = {actions_set_named(&app->scene, "low", 0),
                          actions_set_named(&app->scene, "high", 3)};
    XrAction pull = make_action(app, sets[0], "pull", XR_ACTION_TYPE_BOOLEAN_INPUT, true);
    XrAction grab = make_action(app, sets[1], "grab", XR_ACTION_TYPE_BOOLEAN_INPUT, true);
    const struct actions_binding bindings[] = {{pull, LEFT "/input/trigger/value"},
                                               {pull, RIGHT "/input/trigger/value"},
                                               {grab, RIGHT "/input/squeeze/value"}};
    assert_success(actions_suggest(&app->scene, TOUCH, bindings, 3));
    assert_success(actions_attach(&app->scene, sets, 2));
    runtime_app_focus(app);
    const struct {
        XrAction action;
        const char *user, *path;
    } rows[] = {{pull, LEFT, LEFT "/input/trigger/value"},
                {pull, RIGHT, RIGHT "/input/trigger/value"},
                {grab, RIGHT, RIGHT "/input/squeeze/value"}};
    const XrActiveActionSet active[] = {{sets[0], XR_NULL_PATH}, {sets[1], XR_NULL_PATH}};
    int seen[3][2] = {{0}};
    for (int i = 0; i < 200; i++) {
        (void)runtime_app_frame(app);
        assert_success(actions_sync_many(&app->scene, active, 2, NULL));
        for (int k = 0; k < 3; k++) {
            XrActionStateBoolean told = actions_boolean(&app->scene, rows[k].action, rows[k].user);
            enum us_session_truth expected =
                told.currentState ? US_SESSION_TRUTH_TRUE : US_SESSION_TRUTH_FALSE;
            assert_true(told.isActive);
            assert_int_equal(sink_input(-1)->truths[sink_component(rows[k].path)], expected);
            seen[k][told.currentState]++;
        }
    }
    for (int k = 0; k < 3; k++)
        assert_true(seen[k][0] > 0 && seen[k][1] > 0);
    /* A number that no action of the app's is bound to has one too, a truth value has none. */
    const struct us_session_input *input = sink_input(-1);
    assert_int_not_equal(input->truths[sink_component(LEFT "/input/squeeze/value")],
                         US_SESSION_TRUTH_UNKNOWN);
    assert_int_equal(input->truths[sink_component(LEFT "/input/x/click")],
                     US_SESSION_TRUTH_UNKNOWN);
    assert_int_equal(input->truths[sink_component(LEFT "/input/thumbstick")],
                     US_SESSION_TRUTH_UNKNOWN);
}

/* An app cannot suggest anything anew once it has attached sets: in its next session it attaches
 * the same ones, and the recorder's own go with them. */
TEST(test_components_in_a_second_session)
{
    struct runtime_app app;
    struct app_actions actions;
    begin(&app, true, "moving", NULL, 0);
    make_actions(&app, &actions);
    suggest_all(&app, &actions);
    struct us_session_components first;
    for (int session = 1; session <= 3; session++) {
        if (session > 1)
            runtime_app_next_session(&app);
        assert_success(attach_both(&app, &actions));
        runtime_app_focus(&app);
        assert_int_equal(sink.opens, session);
        assert_int_equal(sink.components_count, session);
        if (session == 1)
            first = sink.components;
        assert_memory_equal(&sink.components, &first, sizeof first);
        (void)runtime_app_frame(&app);
        assert_success(actions_sync_many(&app.scene, actions.both, 2, NULL));
        check_component(&app, actions.high_trigger, LEFT, LEFT "/input/trigger/value");
        check_component(&app, actions.trigger, RIGHT, RIGHT "/input/trigger/value");
        (void)runtime_app_frame(&app);
        (void)runtime_app_frame(&app);
        assert_true(sink_frame(-1)->poses[1][US_SESSION_POSE_GRIP].is_active);
        assert_true(sink_frame(-1)->gaze.is_active);
    }
    runtime_app_end(&app);
    assert_int_equal(sink.closes, 3);
}

/* Poses of both hands, at the frame's time, whichever set of the app's has them. */
APP_TEST(test_poses)
{
    struct app_actions actions;
    open_app(app, &actions);
    assert_success(actions_sync_many(&app->scene, actions.both, 2, NULL));
    /* A frame is complete when the next one ends: a sync may still belong to it. */
    XrTime time = runtime_app_frame(app);
    runtime_app_frame(app);
    const struct us_session_frame *frame = sink_frame(-1);
    assert_int_equal(frame->time_ns, time);
    double t = (double)time * 1e-9;
    for (int hand = 0; hand < 2; hand++) {
        /* tests/../moving_person.h: grip at (10 + 0.3 k, 1.3 + 0.1 sin(2t + h), ...) */
        const struct us_session_location *grip = &frame->poses[hand][US_SESSION_POSE_GRIP];
        assert_true(grip->is_recorded && grip->is_active);
        check_near(grip->pose.position_m.x, 10.0 + (hand == 0 ? -0.3 : 0.3));
        check_near(grip->pose.position_m.y, 1.3 + 0.1 * sin(2.0 * t + hand));
        assert_true(frame->poses[hand][US_SESSION_POSE_AIM].is_active);
    }
    check_near(frame->head.pose.position_m.x, 10.0 + 0.1 * sin(t));
    /* The layer enabled the eyes and the hands. */
    assert_true(frame->gaze.is_active);
    assert_true(frame->hands[0].is_active && frame->hands[1].is_active);
}

/* The app enables an extension that the layer offers and the runtime lacks, and suggests its path
 * as well: everything else is recorded, and works in the app. */
TEST(test_a_supplied_path_is_left_out)
{
    struct runtime_app app;
    struct app_actions actions;
    const char *palm[] = {XR_EXT_PALM_POSE_EXTENSION_NAME};
    runtime_app_variable = "UNDERSTUDY_HEADLESS_LACKS";
    runtime_app_value = "palm_pose";
    begin(&app, true, "moving", palm, 1);
    make_actions(&app, &actions);
    const struct actions_binding bindings[] = {{actions.trigger, LEFT "/input/trigger/value"},
                                               {actions.trigger, RIGHT "/input/trigger/value"},
                                               {actions.grip, LEFT "/input/palm_ext/pose"},
                                               {actions.grip, RIGHT "/input/grip/pose"}};
    actions_bind(&app.scene, actions.low, TOUCH, bindings, 4);
    runtime_app_focus(&app);
    (void)runtime_app_frame(&app);
    assert_success(actions_sync(&app.scene, actions.low));
    check_component(&app, actions.trigger, LEFT, LEFT "/input/trigger/value");
    check_component(&app, actions.trigger, RIGHT, RIGHT "/input/trigger/value");
    assert_int_equal(sink_input(-1)->active[sink_component(LEFT "/input/squeeze/value")], 1);
    runtime_app_end(&app);
    unsetenv(runtime_app_variable);
    runtime_app_variable = NULL;
}

/* The runtime does not know a component: the others are recorded, and the app's work. */
APP_TEST(test_a_refused_component_is_left_out)
{
    struct app_actions actions;
    runtime_app_refuses = "thumbrest";
    open_app(app, &actions);
    assert_success(actions_sync_many(&app->scene, actions.both, 2, NULL));
    check_component(app, actions.trigger, RIGHT, RIGHT "/input/trigger/value");
    const struct us_session_input *input = sink_input(-1);
    assert_int_equal(input->active[sink_component(LEFT "/input/thumbrest/touch")], 0);
    assert_int_equal(input->active[sink_component(LEFT "/input/x/click")], 1);
}

/* The runtime refuses the own sets: the app's alone are attached, and work. */
APP_TEST(test_refused_sets_are_left_out)
{
    struct app_actions actions;
    runtime_app_sets_max = 2;
    open_app(app, &actions);
    assert_success(actions_sync_many(&app->scene, actions.both, 2, NULL));
    assert_true(actions_float(&app->scene, actions.trigger, RIGHT).isActive);
    assert_true(actions_float(&app->scene, actions.high_trigger, LEFT).isActive);
    (void)runtime_app_frame(app);
    runtime_app_frame(app);
    assert_int_equal(sink.components_count, 0);
    assert_true(sink_frame(-1)->head.is_recorded);
}

TEST(test_haptics)
{
    struct runtime_app app;
    struct app_actions actions;
    runtime_app_variable = "UNDERSTUDY_RECORD_MARK_ON";
    runtime_app_value = "haptic";
    begin(&app, true, "moving", NULL, 0);
    open_app(&app, &actions);
    const XrHapticActionInfo info = {.type = XR_TYPE_HAPTIC_ACTION_INFO,
                                     .action = actions.shake,
                                     .subactionPath = actions_path(&app.scene, LEFT)};
    const XrHapticVibration vibration = {.type = XR_TYPE_HAPTIC_VIBRATION,
                                         .duration = 20000000,
                                         .frequency = 150.0f,
                                         .amplitude = 0.5f};
    assert_success(
        app.scene.calls.xrApplyHapticFeedback(app.scene.session, &info, (const void *)&vibration));
    assert_success(app.scene.calls.xrStopHapticFeedback(app.scene.session, &info));
    const struct us_session_haptic *haptic = &sink_message(US_SESSION_TOPIC_HAPTIC, 0)->of.haptic;
    assert_string_equal(haptic->action, "shake");
    assert_string_equal(haptic->subaction, LEFT);
    assert_int_equal(haptic->duration_ns, 20000000);
    assert_true(haptic->frequency_hz == 150.0f && haptic->amplitude == 0.5f);
    assert_false(haptic->is_stop);
    assert_true(sink_message(US_SESSION_TOPIC_HAPTIC, 1)->of.haptic.is_stop);
    /* The next one comes at once, and belongs to the same marker. */
    assert_success(
        app.scene.calls.xrApplyHapticFeedback(app.scene.session, &info, (const void *)&vibration));
    assert_int_equal(sink_count(US_SESSION_TOPIC_HAPTIC), 3);
    assert_int_equal(sink_count(US_SESSION_TOPIC_MARKER), 1);
    const struct us_session_marker *marker = &sink_message(US_SESSION_TOPIC_MARKER, 0)->of.marker;
    assert_string_equal(marker->name, "shake");
    assert_int_equal(marker->source, US_SESSION_MARKER_HAPTIC);
    assert_true(marker->time_ns == haptic->time_ns);
    runtime_app_end(&app);
    runtime_app_variable = NULL;
}

TESTS_MAIN(test_the_app_cannot_tell, test_no_event_of_the_eyes, test_lost_eyes,
           test_the_app_enables_the_eyes, test_components_are_what_the_app_reads,
           test_truths_are_what_the_app_reads, test_components_in_a_second_session, test_poses,
           test_a_supplied_path_is_left_out, test_a_refused_component_is_left_out,
           test_refused_sets_are_left_out, test_haptics)
