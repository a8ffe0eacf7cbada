/* SPDX-License-Identifier: MIT */
/* Hazard: a call for actions that is answered otherwise than the specification demands: accepted
 * where it is wrong, or refused because only the layer knows what the app enabled. */
#include "actions.h"

#include <math.h>
#include <stdlib.h>

struct app {
    struct scene scene;
    XrActionSet set;
    XrAction click, grip;
};

static void create(struct app *app, const char *const *names, uint32_t count)
{
    scene_open(&app->scene, names, count);
    app->set = actions_set(&app->scene, 0);
    app->click =
        actions_make(&app->scene, app->set, XR_ACTION_TYPE_BOOLEAN_INPUT, LEFT, RIGHT, NULL);
    app->grip = actions_make(&app->scene, app->set, XR_ACTION_TYPE_POSE_INPUT, LEFT, RIGHT, NULL);
}

/* The runtime has neither extension and refuses every path of theirs. */
static void create_supplied(struct app *app)
{
    static const char *const names[] = {XR_EXT_PALM_POSE_EXTENSION_NAME,
                                        XR_EXT_HAND_INTERACTION_EXTENSION_NAME};
    create(app, names, 2);
    assert_int_equal(fake.name_count, 0);
    fake.unknown[0] = "palm_ext";
    fake.unknown[1] = "pinch_ext";
    fake.unknown[2] = "poke_ext";
    fake.unknown[3] = "hand_interaction_ext";
}

/* What the runtime knows of a suggestion reaches it, in one piece; of the rest it never hears. */
static void check_supplied(struct app *app)
{
    struct actions_binding bindings[] = {
        {app->grip, LEFT "/input/palm_ext/pose"},  {app->click, LEFT "/input/select/click"},
        {app->grip, LEFT "/input/pinch_ext/pose"}, {app->grip, RIGHT "/input/poke_ext/pose"},
        {app->grip, RIGHT "/input/palm_ext"},      {app->grip, RIGHT "/input/grip/pose"}};
    assert_success(actions_suggest(&app->scene, SIMPLE, bindings, 6));
    assert_int_equal(fake.suggestions, 1);
    assert_int_equal(fake.suggested_count, 2);
    assert_int_equal(fake.suggested[0], actions_path(&app->scene, LEFT "/input/select/click"));
    assert_int_equal(fake.suggested[1], actions_path(&app->scene, RIGHT "/input/grip/pose"));
    assert_success(actions_suggest_one(&app->scene, TOUCH, app->grip, LEFT "/input/palm_ext/pose"));
    assert_int_equal(fake.suggestions, 1);
    /* The layer's own paths are checked all the same, and so are the runtime's. */
    bindings[0].path = PAD "/input/palm_ext/pose";
    assert_int_equal(actions_suggest(&app->scene, SIMPLE, bindings, 2), XR_ERROR_PATH_UNSUPPORTED);
    bindings[0].path = LEFT "/input/palm_ext/value";
    assert_int_equal(actions_suggest(&app->scene, SIMPLE, bindings, 2), XR_ERROR_PATH_UNSUPPORTED);
    bindings[0].path = LEFT "/input/palm_ext/pose";
    bindings[0].action = US_XR_HANDLE(XrAction, 4711);
    assert_int_equal(actions_suggest(&app->scene, SIMPLE, bindings, 2), XR_ERROR_HANDLE_INVALID);
}

static void check_supplied_live(struct app *app)
{
    check_supplied(app);
    fake_fail("xrSuggestInteractionProfileBindings", XR_ERROR_RUNTIME_FAILURE);
    struct actions_binding bindings[] = {{app->grip, LEFT "/input/palm_ext/pose"},
                                         {app->click, LEFT "/input/select/click"}};
    assert_int_equal(actions_suggest(&app->scene, SIMPLE, bindings, 2), XR_ERROR_RUNTIME_FAILURE);
    fake.fails = NULL;
    assert_success(actions_attach(&app->scene, &app->set, 1));
    assert_int_equal(
        actions_suggest_one(&app->scene, SIMPLE, app->grip, LEFT "/input/palm_ext/pose"),
        XR_ERROR_ACTIONSETS_ALREADY_ATTACHED);
    /* What is bound to the runtime's own paths is live. */
    fake.live_hand.active = fake.live_hand.truth = true;
    scene_focus(&app->scene);
    assert_success(actions_sync(&app->scene, app->set));
    assert_true(actions_boolean(&app->scene, app->click, LEFT).currentState);
}

TEST_OF(test_supplied_without_recording, struct app, app, scene_init(&app->scene, 0),
        scene_end(&app->scene))
{
    create_supplied(app);
    check_supplied_live(app);
}

#define APP_TEST(name)                                                                             \
    TEST_OF(name, struct app, app, scene_init(&app->scene, SCENE_ALL), scene_end(&app->scene))

APP_TEST(test_supplied_head_alone)
{
    setenv("UNDERSTUDY_CHANNELS", "head", 1);
    create_supplied(app);
    check_supplied_live(app);
}

TEST_OF(test_supplied_played, struct app, app, scene_init(&app->scene, SCENE_ALL | SCENE_PINCHES),
        scene_end(&app->scene))
{
    create_supplied(app);
    check_supplied(app);
}

/* A profile that is not one of hands is the runtime's to know, whatever is played. */
APP_TEST(test_other_users)
{
    create(app, NULL, 0);
    fake.unknown[0] = "xbox";
    assert_int_equal(actions_suggest_one(&app->scene, XBOX, app->click, PAD "/input/a/click"),
                     XR_ERROR_PATH_UNSUPPORTED);
}

/* Where the runtime knows none of the paths, it is told of none. */
APP_TEST(test_nothing_known)
{
    create(app, NULL, 0);
    fake.unknown[0] = "input";
    fake.suggested_count = 77;
    const struct actions_binding bindings[] = {{app->click, LEFT "/input/select/click"},
                                               {app->grip, RIGHT "/input/grip/pose"}};
    assert_success(actions_suggest(&app->scene, SIMPLE, bindings, 2));
    assert_int_equal(fake.suggestions, 3); /* both at once, and one by one */
    assert_int_equal(fake.suggested_count, 77);
}

/* What has no bindings, or no list of them, is the runtime's to answer. */
APP_TEST(test_suggestion_of_nothing)
{
    create(app, NULL, 0);
    XrActionSuggestedBinding binding = {app->click,
                                        actions_path(&app->scene, LEFT "/input/select/click")};
    XrInteractionProfileSuggestedBinding suggested = {
        .type = XR_TYPE_INTERACTION_PROFILE_SUGGESTED_BINDING,
        .interactionProfile = actions_path(&app->scene, SIMPLE),
        .suggestedBindings = &binding};
    PFN_xrSuggestInteractionProfileBindings call =
        app->scene.calls.xrSuggestInteractionProfileBindings;
    assert_success(call(app->scene.instance, &suggested));
    assert_int_equal(fake.suggestions, 1);
    suggested.countSuggestedBindings = 1;
    suggested.suggestedBindings = NULL;
    assert_int_equal(call(app->scene.instance, &suggested), XR_ERROR_VALIDATION_FAILURE);
    assert_int_equal(call(app->scene.instance, NULL), XR_ERROR_VALIDATION_FAILURE);
    assert_int_equal(fake.suggestions, 1);
}

/* A suggestion for the Index controller: its own left trigger, and modifications. */
static XrResult suggest_modified(struct app *app, const char *path, const void *const *chained,
                                 uint32_t count)
{
    XrBindingModificationsKHR modifications = {
        .type = XR_TYPE_BINDING_MODIFICATIONS_KHR,
        .bindingModificationCount = count,
        .bindingModifications = (const XrBindingModificationBaseHeaderKHR *const *)chained};
    XrActionSuggestedBinding bindings[] = {
        {app->click, actions_path(&app->scene, LEFT "/input/trigger/click")},
        {app->click, actions_path(&app->scene, path)}};
    XrInteractionProfileSuggestedBinding suggested = {
        .type = XR_TYPE_INTERACTION_PROFILE_SUGGESTED_BINDING,
        .next = &modifications,
        .interactionProfile = actions_path(&app->scene, INDEX),
        .countSuggestedBindings = 2,
        .suggestedBindings = bindings};
    return app->scene.calls.xrSuggestInteractionProfileBindings(app->scene.instance, &suggested);
}

static XrInteractionProfileDpadBindingEXT directions(struct app *app, const char *path)
{
    return (XrInteractionProfileDpadBindingEXT){.type =
                                                    XR_TYPE_INTERACTION_PROFILE_DPAD_BINDING_EXT,
                                                .binding = actions_path(&app->scene, path),
                                                .actionSet = app->set,
                                                .forceThreshold = 0.5f,
                                                .forceThresholdReleased = 0.4f,
                                                .centerRegion = 0.5f,
                                                .wedgeAngle = 1.5f};
}

static XrResult suggest_directions(struct app *app, XrInteractionProfileDpadBindingEXT dpad)
{
    const void *chained[] = {&dpad};
    return suggest_modified(app, LEFT "/input/thumbstick/dpad_up", chained, 1);
}

static void create_modified(struct app *app)
{
    static const char *const names[] = {XR_KHR_BINDING_MODIFICATION_EXTENSION_NAME,
                                        XR_EXT_DPAD_BINDING_EXTENSION_NAME,
                                        XR_EXT_PALM_POSE_EXTENSION_NAME};
    scene_init(&app->scene, SCENE_ALL);
    fake.also[0] = names[0];
    fake.also[1] = names[1];
    create(app, names, 3);
}

/* Directions of something that has none: nothing else is wrong with the suggestion. */
TEST_OF(test_wrong_modification, struct app, app, create_modified(app), scene_end(&app->scene))
{
    static const char *const wrong[] = {LEFT "/input/trigger",
                                        LEFT "/input/thumbstick/dpad_up",
                                        LEFT "/input/thumbstick/x",
                                        LEFT "/input/system",
                                        PAD "/input/thumbstick",
                                        LEFT "/input",
                                        LEFT};
    fake.unknown[0] = "gamepad";
    assert_success(suggest_directions(app, directions(app, RIGHT "/input/trackpad")));
    assert_int_equal(fake.modification_count, 1);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        fake.suggested_count = fake.modification_count = 77;
        assert_int_equal(suggest_directions(app, directions(app, wrong[i])),
                         XR_ERROR_PATH_UNSUPPORTED);
        /* What was suggested before stays. */
        assert_int_equal(fake.suggested_count, 77);
        assert_int_equal(fake.modification_count, 77);
    }
}

#define MODIFIED_TEST(name)                                                                        \
    TEST_OF(name, struct app, app, create_modified(app), scene_end(&app->scene))

/* What the runtime knows of the modifications goes down with what it knows of the bindings. */
MODIFIED_TEST(test_partly_known_modification)
{
    fake.unknown[0] = "palm_ext";
    fake.unknown[1] = "trackpad";
    XrInteractionProfileDpadBindingEXT left = directions(app, LEFT "/input/thumbstick"),
                                       right = directions(app, RIGHT "/input/trackpad");
    const void *chained[] = {&right, &left};
    assert_success(suggest_modified(app, LEFT "/input/trackpad/dpad_up", chained, 2));
    assert_int_equal(fake.suggested_count, 1);
    assert_int_equal(fake.suggested[0], actions_path(&app->scene, LEFT "/input/trigger/click"));
    assert_int_equal(fake.modification_count, 1);
    /* Nothing is chained where it knows none of them. */
    assert_success(suggest_modified(app, LEFT "/input/trackpad/dpad_up", chained, 1));
    assert_int_equal(fake.suggested_count, 1);
    assert_false(fake.is_suggested_chained);
    /* With a path that only the layer knows, the chain is the rest's. */
    fake.unknown[1] = NULL;
    assert_success(suggest_modified(app, LEFT "/input/palm_ext/pose", chained, 2));
    assert_int_equal(fake.modification_count, 2);
}

/* Where the runtime does not know the profile, the layer says what the runtime would say. */
MODIFIED_TEST(test_modification_of_unknown_profile)
{
    fake.unknown[0] = "valve";
    XrInteractionProfileDpadBindingEXT good = directions(app, LEFT "/input/thumbstick"), bad;
    assert_success(suggest_directions(app, good));
    assert_int_equal(suggest_directions(app, directions(app, LEFT "/input/trigger")),
                     XR_ERROR_PATH_UNSUPPORTED);
    const struct {
        float pressed, released, center, wedge;
        bool fine;
    } rows[] = {
        {0.5f, 0.4f, 0.5f, 1.5f, true},       {1.0f, 1.0f, 0.999f, 0.0f, true},
        {0.0f, 0.0f, 0.5f, 1.5f, false},      {1.1f, 0.4f, 0.5f, 1.5f, false},
        {0.4f, 0.5f, 0.5f, 1.5f, false},      {0.5f, 0.0f, 0.5f, 1.5f, false},
        {0.5f, 0.4f, 0.0f, 1.5f, false},      {0.5f, 0.4f, 1.0f, 1.5f, false},
        {0.5f, 0.4f, 0.5f, -1, false},        {0.5f, 0.4f, 0.5f, 3.15f, false},
        {NAN, 0.4f, 0.5f, 1.5f, false},       {0.5f, 0.4f, 0.5f, NAN, false},
        {0.5f, 0.4f, 0.5f, 3.1415925f, true}, {0.5f, 0.4f, 0.5f, 3.14159265f, false},
        {0.5f, 1.1f, 0.5f, 1.5f, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        bad = good;
        bad.forceThreshold = rows[i].pressed;
        bad.forceThresholdReleased = rows[i].released;
        bad.centerRegion = rows[i].center;
        bad.wedgeAngle = rows[i].wedge;
        assert_int_equal(suggest_directions(app, bad),
                         rows[i].fine ? XR_SUCCESS : XR_ERROR_VALIDATION_FAILURE);
    }
    const void *twice[] = {&good, &good};
    assert_int_equal(suggest_modified(app, LEFT "/input/thumbstick/dpad_up", twice, 2),
                     XR_ERROR_VALIDATION_FAILURE);
    /* A kind of modification that the layer does not know: the runtime's answer stands. */
    XrBindingModificationBaseHeaderKHR other = {.type = XR_TYPE_DEBUG_UTILS_LABEL_EXT};
    const void *chained[] = {&other};
    assert_int_equal(suggest_modified(app, LEFT "/input/thumbstick/dpad_up", chained, 1),
                     XR_ERROR_PATH_UNSUPPORTED);
}

/* How a suggestion is judged that only the layer knows, with this behind it. */
static XrResult judge(struct app *app, const void *next)
{
    const XrActionSuggestedBinding binding = {
        app->click, actions_path(&app->scene, LEFT "/input/trigger/click")};
    const XrInteractionProfileSuggestedBinding suggested = {
        XR_TYPE_INTERACTION_PROFILE_SUGGESTED_BINDING, next, actions_path(&app->scene, INDEX), 1,
        &binding};
    return app->scene.calls.xrSuggestInteractionProfileBindings(app->scene.instance, &suggested);
}

static XrResult judge_two(struct app *app, const void *one, const void *other)
{
    const void *chained[] = {one, other};
    const XrBindingModificationsKHR list = {
        .type = XR_TYPE_BINDING_MODIFICATIONS_KHR,
        .bindingModificationCount = other != NULL ? 2 : 1,
        .bindingModifications = (const XrBindingModificationBaseHeaderKHR *const *)chained};
    return judge(app, &list);
}

/* Thresholds stand in the chain itself, or in the list; they count if their extension is enabled.
 */
TEST(test_thresholds)
{
    static const char *const names[] = {XR_KHR_BINDING_MODIFICATION_EXTENSION_NAME,
                                        XR_VALVE_ANALOG_THRESHOLD_EXTENSION_NAME};
    for (uint32_t enabled = 1; enabled < 3; enabled++) {
        struct app app;
        scene_init(&app.scene, SCENE_ALL);
        fake.also[0] = names[0];
        fake.also[1] = names[1];
        create(&app, names, enabled);
        fake.unknown[0] = "valve";
        XrInteractionProfileAnalogThresholdVALVE good = {
            .type = XR_TYPE_INTERACTION_PROFILE_ANALOG_THRESHOLD_VALVE,
            .binding = actions_path(&app.scene, LEFT "/input/trigger/value"),
            .onThreshold = 0.5f,
            .offThreshold = 0.5f};
        XrInteractionProfileAnalogThresholdVALVE wrong_value = good, wrong_path = good;
        wrong_value.offThreshold = 0.6f;
        wrong_path.binding = actions_path(&app.scene, LEFT "/input/haptic");
        bool counts = enabled == 2;
        assert_int_equal(judge(&app, NULL), XR_SUCCESS);
        assert_int_equal(judge(&app, &good), XR_SUCCESS);
        assert_int_equal(judge(&app, &wrong_value),
                         counts ? XR_ERROR_VALIDATION_FAILURE : XR_SUCCESS);
        assert_int_equal(judge(&app, &wrong_path), counts ? XR_ERROR_PATH_UNSUPPORTED : XR_SUCCESS);
        assert_int_equal(judge_two(&app, &good, &good), XR_SUCCESS);
        assert_int_equal(judge_two(&app, &wrong_value, &good), XR_ERROR_VALIDATION_FAILURE);
        assert_int_equal(judge_two(&app, &good, &wrong_path), XR_ERROR_PATH_UNSUPPORTED);
        assert_int_equal(judge_two(&app, &wrong_value, &wrong_path), XR_ERROR_VALIDATION_FAILURE);
        /* Two of different inputs or sets are no twins. */
        XrInteractionProfileDpadBindingEXT left = directions(&app, LEFT "/input/thumbstick"),
                                           right = directions(&app, RIGHT "/input/thumbstick"),
                                           other = left;
        other.actionSet = actions_set(&app.scene, 0);
        assert_int_equal(judge_two(&app, &left, &right), XR_SUCCESS);
        assert_int_equal(judge_two(&app, &left, &other), XR_SUCCESS);
        assert_int_equal(judge_two(&app, &left, &left), XR_ERROR_VALIDATION_FAILURE);
        assert_int_equal(judge_two(&app, &good, &left), XR_SUCCESS);
        assert_int_equal(judge_two(&app, NULL, &left), XR_ERROR_VALIDATION_FAILURE);
        scene_end(&app.scene);
    }
}

/* Only paths that the layer supplies: nobody else sees what is chained to them. */
MODIFIED_TEST(test_modification_of_supplied_paths)
{
    XrInteractionProfileDpadBindingEXT good = directions(app, LEFT "/input/thumbstick"),
                                       bad = directions(app, LEFT "/input/trigger");
    for (int wrong = 0; wrong < 2; wrong++) {
        const XrBindingModificationBaseHeaderKHR *chained[] = {
            (const void *)(wrong ? &bad : &good)};
        const XrBindingModificationsKHR list = {.type = XR_TYPE_BINDING_MODIFICATIONS_KHR,
                                                .bindingModificationCount = 1,
                                                .bindingModifications = chained};
        const XrActionSuggestedBinding binding = {
            app->grip, actions_path(&app->scene, LEFT "/input/palm_ext/pose")};
        const XrInteractionProfileSuggestedBinding suggested = {
            .type = XR_TYPE_INTERACTION_PROFILE_SUGGESTED_BINDING,
            .next = &list,
            .interactionProfile = actions_path(&app->scene, INDEX),
            .countSuggestedBindings = 1,
            .suggestedBindings = &binding};
        assert_int_equal(
            app->scene.calls.xrSuggestInteractionProfileBindings(app->scene.instance, &suggested),
            wrong ? XR_ERROR_PATH_UNSUPPORTED : XR_SUCCESS);
        assert_int_equal(fake.suggestions, 0);
    }
}

/* A profile that the layer alone supplies: it refuses what a runtime refuses. */
APP_TEST(test_suggestion_of_another_type)
{
    static const char *const names[] = {SCENE_HAND_AND_EYES};
    create(app, names, 2);
    const XrActionSuggestedBinding binding = {app->grip, actions_path(&app->scene, EYE_GAZE)};
    const XrInteractionProfileSuggestedBinding good = {
        .type = XR_TYPE_INTERACTION_PROFILE_SUGGESTED_BINDING,
        .interactionProfile = actions_path(&app->scene, EYE_GAZE_PROFILE),
        .countSuggestedBindings = 1,
        .suggestedBindings = &binding};
    XrInteractionProfileSuggestedBinding other = good;
    other.type = XR_TYPE_ACTION_CREATE_INFO;
    PFN_xrSuggestInteractionProfileBindings suggest =
        app->scene.calls.xrSuggestInteractionProfileBindings;
    assert_success(suggest(app->scene.instance, &good));
    assert_int_equal(suggest(app->scene.instance, &other), XR_ERROR_VALIDATION_FAILURE);
}

/* A path that an extension or a version adds is there with it alone, whatever the action's type. */
TEST(test_gated_paths)
{
    static const struct {
        const char *path, *extension;
        bool of_pose; /* bound to the pose action; otherwise to the boolean one */
    } rows[] = {
        {LEFT "/input/palm_ext/pose", XR_EXT_PALM_POSE_EXTENSION_NAME, false},
        {LEFT "/input/palm_ext", XR_EXT_PALM_POSE_EXTENSION_NAME, false},
        {LEFT "/input/palm_ext/pose", XR_EXT_PALM_POSE_EXTENSION_NAME, true},
        {RIGHT "/input/pinch_ext/pose", XR_EXT_HAND_INTERACTION_EXTENSION_NAME, false},
        {RIGHT "/input/poke_ext", XR_EXT_HAND_INTERACTION_EXTENSION_NAME, false},
        {LEFT "/input/grip_surface/pose", XR_KHR_MAINTENANCE1_EXTENSION_NAME, false},
        {LEFT "/input/grip_surface", XR_KHR_MAINTENANCE1_EXTENSION_NAME, true},
        {LEFT "/input/thumbstick/dpad_up", XR_EXT_DPAD_BINDING_EXTENSION_NAME, true},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        for (uint32_t enabled = 0; enabled < 2; enabled++) {
            struct app app;
            scene_init(&app.scene, SCENE_ALL);
            fake.also[0] = rows[i].extension;
            create(&app, &rows[i].extension, enabled);
            fake.unknown[0] = "valve";
            XrAction action = rows[i].of_pose ? app.grip : app.click;
            assert_int_equal(actions_suggest_one(&app.scene, INDEX, action, rows[i].path),
                             enabled ? XR_SUCCESS : XR_ERROR_PATH_UNSUPPORTED);
            /* Its own paths of another type are there, and bind nothing. */
            assert_success(
                actions_suggest_one(&app.scene, INDEX, app.grip, LEFT "/input/trigger/click"));
            scene_end(&app.scene);
        }
    }
}

/* A profile that a version of OpenXR adds is there from that version on: here the layer alone knows
 * it. */
TEST(test_gated_profiles)
{
    static const char touch_plus[] = "/interaction_profiles/meta/touch_plus_controller";
    static const XrVersion versions[] = {XR_MAKE_VERSION(1, 0, 0), XR_MAKE_VERSION(1, 1, 0),
                                         XR_MAKE_VERSION(2, 0, 0)};
    for (int i = 0; i < 3; i++) {
        struct app app;
        scene_init(&app.scene, SCENE_ALL);
        app.scene.version = versions[i];
        create(&app, NULL, 0);
        fake.unknown[0] = "touch_plus";
        assert_int_equal(
            actions_suggest_one(&app.scene, touch_plus, app.click, LEFT "/input/trigger/value"),
            i > 0 ? XR_SUCCESS : XR_ERROR_PATH_UNSUPPORTED);
        scene_end(&app.scene);
    }
}

/* A set is made active for a user whom one of its actions declares, or for all. */
TEST_OF(test_undeclared_subaction, struct app, app, scene_init(&app->scene, SCENE_ALL),
        scene_end(&app->scene))
{
    static const char *const names[] = {SCENE_HAND_AND_EYES};
    create(app, names, 2);
    XrPath eyes = actions_path(&app->scene, EYES);
    XrActionSet gazing = actions_set(&app->scene, 0), detached = actions_set(&app->scene, 0);
    actions_make(&app->scene, gazing, XR_ACTION_TYPE_POSE_INPUT, EYES, PAD, NULL);
    actions_make(&app->scene, detached, XR_ACTION_TYPE_POSE_INPUT, LEFT, NULL, NULL);
    XrActionSet sets[] = {app->set, gazing};
    assert_success(actions_attach(&app->scene, sets, 2));
    scene_focus(&app->scene);
    XrPath left = actions_path(&app->scene, LEFT), pad = actions_path(&app->scene, PAD);
    const struct {
        XrActiveActionSet active[2];
        uint32_t count;
        XrResult expected;
    } rows[] = {
        {{{app->set, left}}, 1, XR_SUCCESS},
        {{{gazing, eyes}}, 1, XR_SUCCESS},
        {{{gazing, pad}, {app->set, XR_NULL_PATH}}, 2, XR_SUCCESS},
        {{{app->set, eyes}}, 1, XR_ERROR_PATH_UNSUPPORTED},
        {{{gazing, eyes}, {app->set, eyes}}, 2, XR_ERROR_PATH_UNSUPPORTED},
        {{{gazing, left}}, 1, XR_ERROR_PATH_UNSUPPORTED},
        {{{app->set, left}, {app->set, pad}}, 2, XR_ERROR_PATH_UNSUPPORTED},
        {{{detached, eyes}}, 1, XR_ERROR_ACTIONSET_NOT_ATTACHED},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        assert_int_equal(actions_sync_many(&app->scene, rows[i].active, rows[i].count, NULL),
                         rows[i].expected);
}

TESTS_MAIN(test_suggestion_of_nothing, test_nothing_known, test_supplied_without_recording,
           test_supplied_head_alone, test_supplied_played, test_other_users,
           test_wrong_modification, test_partly_known_modification,
           test_modification_of_unknown_profile, test_thresholds,
           test_modification_of_supplied_paths, test_suggestion_of_another_type, test_gated_paths,
           test_gated_profiles, test_undeclared_subaction)
