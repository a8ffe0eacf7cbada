/* SPDX-License-Identifier: MIT */
/* Hazard: the recorder adds to an attachment that is wrong or that nobody asked it to extend, loses
 * what serves the next session, or leaves something behind. Every test runs on the headless
 * runtime. */
#include "runtime_app.h"
#include "sink.h"

#include <string.h>

#include "actions.h"
#include "counting.h"

static struct runtime_app app;
static XrActionSet set;
static XrAction trigger, shake;

/* The recorder's own sets: how many it made so far, and how many there are. */
static int made, living;
static uint64_t first_own, last_own;
/* The runtime refuses reference spaces of this type; 0: none. */
static XrReferenceSpaceType refused_space;

static PFN_xrCreateActionSet next_set;
static PFN_xrDestroyActionSet next_destroy;
static PFN_xrCreateReferenceSpace next_space;
static PFN_xrBeginSession next_begin;
static bool refuses_to_begin;

static bool is_own(const char *name)
{
    return strncmp(name, "understudy_recorder", 19) == 0;
}

static XRAPI_ATTR XrResult XRAPI_CALL create_set(XrInstance instance,
                                                 const XrActionSetCreateInfo *info,
                                                 XrActionSet *out)
{
    XrResult result = next_set(instance, info, out);
    if (is_own(info->actionSetName) && XR_SUCCEEDED(result)) {
        made++;
        living++;
        first_own = first_own == 0 ? US_XR_VALUE(*out) : first_own;
        last_own = US_XR_VALUE(*out);
    }
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL destroy_set(XrActionSet handle)
{
    living -= US_XR_VALUE(handle) >= first_own && US_XR_VALUE(handle) <= last_own;
    return next_destroy(handle);
}

static XRAPI_ATTR XrResult XRAPI_CALL create_space(XrSession session,
                                                   const XrReferenceSpaceCreateInfo *info,
                                                   XrSpace *space)
{
    return info->referenceSpaceType == refused_space ? XR_ERROR_REFERENCE_SPACE_UNSUPPORTED
                                                     : next_space(session, info, space);
}

static XRAPI_ATTR XrResult XRAPI_CALL refuse_to_begin(XrSession session,
                                                      const XrSessionBeginInfo *info)
{
    (void)session, (void)info;
    return XR_ERROR_RUNTIME_FAILURE;
}

static PFN_xrVoidFunction wrap(const char *name, PFN_xrVoidFunction function)
{
    RUNTIME_APP_WRAP(xrCreateActionSet, next_set, create_set)
    RUNTIME_APP_WRAP(xrDestroyActionSet, next_destroy, destroy_set)
    RUNTIME_APP_WRAP(xrCreateReferenceSpace, next_space, create_space)
    if (refuses_to_begin)
        RUNTIME_APP_WRAP(xrBeginSession, next_begin, refuse_to_begin)
    return function;
}

static XrAction make_action(XrActionType type, const char *name)
{
    return actions_make_named(&app.scene, set, type, name, NULL, 0);
}

/* An app with a set, whose bindings are suggested. */
static void begin(const char *variable, const char *value, XrReferenceSpaceType without)
{
    made = living = 0;
    first_own = last_own = 0;
    refused_space = without;
    sink_reset();
    runtime_app_wrap = wrap;
    runtime_app_variable = variable;
    runtime_app_value = value;
    runtime_app_begin(&app, true, "moving", NULL, 0);
    const XrActionSetCreateInfo info = {.type = XR_TYPE_ACTION_SET_CREATE_INFO,
                                        .actionSetName = "app",
                                        .localizedActionSetName = "app",
                                        .priority = 1};
    assert_success(app.scene.calls.xrCreateActionSet(app.scene.instance, &info, &set));
    trigger = make_action(XR_ACTION_TYPE_FLOAT_INPUT, "trigger");
    shake = make_action(XR_ACTION_TYPE_VIBRATION_OUTPUT, "shake");
    const struct actions_binding touch[] = {{trigger, LEFT "/input/trigger/value"},
                                            {shake, LEFT "/output/haptic"}};
    assert_success(actions_suggest(&app.scene, TOUCH, touch, 2));
}

static void end(void)
{
    runtime_app_end(&app);
    runtime_app_wrap = NULL;
    runtime_app_variable = NULL;
}

#define BEGUN_TEST(name, ...) TEST_BETWEEN(name, begin(__VA_ARGS__), end())

/* What is wrong with an attachment is the runtime's to say. Nothing is made for it. */
BEGUN_TEST(test_wrong_attachments, NULL, NULL, 0)
{
    const XrActionSet unknown[] = {set, (XrActionSet)(uintptr_t)0x123456789};
    assert_int_equal(actions_attach(&app.scene, &set, 0), XR_ERROR_VALIDATION_FAILURE);
    assert_int_equal(actions_attach(&app.scene, NULL, 1), XR_ERROR_VALIDATION_FAILURE);
    assert_int_equal(actions_attach(&app.scene, unknown, 2), XR_ERROR_HANDLE_INVALID);
    assert_int_equal(app.scene.calls.xrAttachSessionActionSets(app.scene.session, NULL),
                     XR_ERROR_VALIDATION_FAILURE);
    assert_int_equal(made, 0);
    assert_success(actions_attach(&app.scene, &set, 1));
    assert_int_equal(made, 2);
    assert_int_equal(actions_attach(&app.scene, &set, 1), XR_ERROR_ACTIONSETS_ALREADY_ATTACHED);
    assert_int_equal(made, 2);
    assert_int_equal(living, 2);
}

/* With UNDERSTUDY_RECORD_ONLY_ASKED nothing is read that the app does not read. */
BEGUN_TEST(test_only_what_the_app_asks, "UNDERSTUDY_RECORD_ONLY_ASKED", "1", 0)
{
    assert_success(actions_attach(&app.scene, &set, 1));
    assert_int_equal(made, 0);
}

/* Sets whose bindings the runtime refuses are destroyed. */
BEGUN_TEST(test_refused_suggestions, NULL, NULL, 0)
{
    runtime_app_refuses = "/user/"; /* the eyes, too */
    assert_success(actions_attach(&app.scene, &set, 1));
    assert_true(made > 0);
    assert_int_equal(living, 0);
}

/* Where the runtime attaches the app's sets alone, the own ones are destroyed. */
BEGUN_TEST(test_too_many_sets, NULL, NULL, 0)
{
    runtime_app_sets_max = 2;
    assert_success(actions_attach(&app.scene, &set, 1));
    assert_int_equal(made, 2);
    assert_int_equal(living, 0);
}

/* Without memory the app's set is attached all the same, and works; the own ones are all there, or
 * none is. */
TEST(test_attaching_without_memory)
{
    bool is_through = false;
    int lost = 0;
    for (uint64_t which = 1; !is_through; which++) {
        begin(NULL, NULL, 0);
        counting_reset();
        counting.fails_at = which;
        assert_success(actions_attach(&app.scene, &set, 1));
        counting.fails_at = 0;
        is_through = counting.taken < which;
        assert_true(living == 0 || living == 2);
        lost += living == 0;
        runtime_app_focus(&app);
        const XrActiveActionSet active = {set, XR_NULL_PATH};
        for (int i = 0; i < 2; i++) {
            assert_success(actions_sync_many(&app.scene, &active, 1, NULL));
            assert_true(actions_float(&app.scene, trigger, NULL).isActive);
            (void)runtime_app_frame(&app);
        }
        assert_true(sink_frame(-1)->head.is_recorded);
        /* Another session attaches the same; the own sets of one session are left behind it. */
        runtime_app_next_session(&app);
        assert_success(actions_attach(&app.scene, &set, 1));
        runtime_app_next_session(&app);
        assert_int_equal(living, 2);
        end();
    }
    assert_true(lost > 10);
}

/* One session has attached `set`; the next one has attached nothing yet. Returns another set. */
static XrActionSet begin_with_other(void)
{
    const XrActionSetCreateInfo info = {.type = XR_TYPE_ACTION_SET_CREATE_INFO,
                                        .actionSetName = "other",
                                        .localizedActionSetName = "other"};
    XrActionSet other;
    begin(NULL, NULL, 0);
    assert_success(app.scene.calls.xrCreateActionSet(app.scene.instance, &info, &other));
    assert_success(actions_attach(&app.scene, &set, 1));
    runtime_app_next_session(&app);
    return other;
}

/* What one session attached is destroyed when another one has attached something else. */
TEST(test_another_attachment)
{
    const XrActionSet other = begin_with_other();
    int before = made;
    assert_success(actions_attach(&app.scene, &other, 1));
    assert_true(made > before);
    runtime_app_next_session(&app);
    assert_int_equal(living, made - before);
    end();
}

/* The runtime destroys with its instance what the sessions left: it may not be called any more. */
TEST(test_an_instance_that_goes_with_its_session)
{
    const XrActionSet other = begin_with_other();
    assert_success(actions_attach(&app.scene, &other, 1));
    assert_true(made > 2);
    assert_int_equal(living, made);
    runtime_app_end_with_session(&app);
    assert_int_equal(living, made);
    runtime_app_wrap = NULL;
}

/* What one session attached serves the next one that attaches it, even with a session in between
 * that attaches nothing. */
BEGUN_TEST(test_sessions_without_an_attachment, NULL, NULL, 0)
{
    assert_success(actions_attach(&app.scene, &set, 1));
    runtime_app_next_session(&app);
    runtime_app_next_session(&app);
    assert_success(actions_attach(&app.scene, &set, 1));
    assert_int_equal(made, 2);
    assert_int_equal(living, 2);
    runtime_app_focus(&app);
    const XrActiveActionSet active = {set, XR_NULL_PATH};
    assert_success(actions_sync_many(&app.scene, &active, 1, NULL));
    (void)runtime_app_frame(&app);
    assert_int_equal(sink_input(-1)->active[sink_component(LEFT "/input/trigger/value")], 1);
}

/* Without LOCAL or VIEW nothing can be recorded, and the app runs as it would; without STAGE the
 * rest is. */
TEST(test_refused_reference_spaces)
{
    static const XrReferenceSpaceType types[] = {
        XR_REFERENCE_SPACE_TYPE_LOCAL, XR_REFERENCE_SPACE_TYPE_VIEW, XR_REFERENCE_SPACE_TYPE_STAGE};
    for (int i = 0; i < 3; i++) {
        begin(NULL, NULL, types[i]);
        assert_success(actions_attach(&app.scene, &set, 1));
        runtime_app_focus(&app);
        (void)runtime_app_frame(&app);
        (void)runtime_app_frame(&app);
        assert_int_equal(scene_count_log(&app.scene, "refuses the spaces that recording needs"),
                         i < 2);
        assert_int_equal(sink.opens, i == 2);
        assert_int_equal(sink_count(US_SESSION_TOPIC_FRAME) > 0, i == 2);
        if (i == 2)
            assert_false(sink_frame(-1)->spaces[US_SESSION_SPACE_STAGE].is_recorded);
        end();
    }
}

/* A session that the runtime does not begin is not recorded. */
TEST(test_a_session_that_does_not_begin)
{
    refuses_to_begin = true;
    begin(NULL, NULL, 0);
    const XrSessionBeginInfo info = {.type = XR_TYPE_SESSION_BEGIN_INFO};
    assert_int_equal(app.scene.calls.xrBeginSession(app.scene.session, &info),
                     XR_ERROR_RUNTIME_FAILURE);
    assert_int_equal(sink.opens, 0);
    end();
    refuses_to_begin = false;
}

/* Vibrations are markers only where somebody wants that, and those that fail are none. */
TEST(test_marks_of_vibrations)
{
    for (int is_wanted = 0; is_wanted < 2; is_wanted++) {
        begin(is_wanted ? "UNDERSTUDY_RECORD_MARK_ON" : NULL, "haptic", 0);
        assert_success(actions_attach(&app.scene, &set, 1));
        runtime_app_focus(&app);
        XrHapticActionInfo info = {.type = XR_TYPE_HAPTIC_ACTION_INFO, .action = trigger};
        XrHapticVibration vibration = {.type = XR_TYPE_HAPTIC_VIBRATION, .amplitude = 1.0f};
        PFN_xrApplyHapticFeedback apply = app.scene.calls.xrApplyHapticFeedback;
        assert_int_equal(apply(app.scene.session, &info, (const void *)&vibration),
                         XR_ERROR_ACTION_TYPE_MISMATCH);
        assert_int_equal(sink_count(US_SESSION_TOPIC_HAPTIC), 1);
        assert_int_equal(sink_count(US_SESSION_TOPIC_MARKER), 0);
        info.action = shake;
        vibration.amplitude = 0.0f; /* recorded, but no vibration */
        assert_success(apply(app.scene.session, &info, (const void *)&vibration));
        assert_int_equal(sink_count(US_SESSION_TOPIC_MARKER), 0);
        vibration.amplitude = 1.0f;
        assert_success(apply(app.scene.session, &info, (const void *)&vibration));
        assert_int_equal(sink_count(US_SESSION_TOPIC_HAPTIC), 3);
        assert_int_equal(sink_count(US_SESSION_TOPIC_MARKER), is_wanted);
        end();
    }
}

/* Properties of extensions that the app did not enable stay as the app left them. */
BEGUN_TEST(test_properties_nobody_asked_for, NULL, NULL, 0)
{
    PFN_xrGetSystemProperties get = RUNTIME_APP_CALL(&app, xrGetSystemProperties);
    XrSystemEyeGazeInteractionPropertiesEXT eyes = {
        .type = XR_TYPE_SYSTEM_EYE_GAZE_INTERACTION_PROPERTIES_EXT};
    XrSystemHandTrackingPropertiesEXT hands = {.type = XR_TYPE_SYSTEM_HAND_TRACKING_PROPERTIES_EXT,
                                               .next = &eyes};
    XrSystemProperties properties = {.type = XR_TYPE_SYSTEM_PROPERTIES};
    assert_success(get(app.scene.instance, app.system, &properties));
    properties.next = &hands;
    for (XrBool32 before = 0; before < 2; before++) {
        hands.supportsHandTracking = before;
        eyes.supportsEyeGazeInteraction = before;
        assert_success(get(app.scene.instance, app.system, &properties));
        assert_int_equal(hands.supportsHandTracking, before);
        assert_int_equal(eyes.supportsEyeGazeInteraction, before);
    }
}

TESTS_MAIN(test_wrong_attachments, test_only_what_the_app_asks, test_refused_suggestions,
           test_too_many_sets, test_attaching_without_memory, test_another_attachment,
           test_an_instance_that_goes_with_its_session, test_sessions_without_an_attachment,
           test_refused_reference_spaces, test_a_session_that_does_not_begin,
           test_marks_of_vibrations, test_properties_nobody_asked_for)
