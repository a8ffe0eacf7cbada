/* SPDX-License-Identifier: MIT */
/*
 * Action sets and actions: which names, subaction paths, types and orders of calls the
 * specification refuses, and with which result (OpenXR, "Input and Haptics"). Linked with the
 * runtime.
 */
#include <string.h>

#include "../test_client.h"

#define HANDS 2

struct app {
    struct client client;
    XrAction boolean, number, vector, pose, haptic; /* for the left hand alone */
    XrPath left, right;
};

static XrActionSetCreateInfo set_info(const char *name, const char *localized)
{
    XrActionSetCreateInfo info = {.type = XR_TYPE_ACTION_SET_CREATE_INFO};
    strncpy(info.actionSetName, name, sizeof info.actionSetName - 1);
    strncpy(info.localizedActionSetName, localized, sizeof info.localizedActionSetName - 1);
    return info;
}

static XrActionCreateInfo action_info(const char *name, const char *localized, XrActionType type)
{
    XrActionCreateInfo info = {.type = XR_TYPE_ACTION_CREATE_INFO, .actionType = type};
    strncpy(info.actionName, name, sizeof info.actionName - 1);
    strncpy(info.localizedActionName, localized, sizeof info.localizedActionName - 1);
    return info;
}

static void open_instance(struct app *app, const char *extension)
{
    *app = (struct app){.client = {.bare = true, .extension = extension, .minor = 1}};
    client_create_instance(&app->client);
    const XrActionSetCreateInfo info = set_info("set", "Set");
    OK(xrCreateActionSet(app->client.instance, &info, &app->client.set));
    app->left = client_path(&app->client, "/user/hand/left");
    app->right = client_path(&app->client, "/user/hand/right");
}

/* A name is a single component of a path. */
static const struct {
    const char *name;
    XrResult expected;
} names[] = {
    {"", XR_ERROR_NAME_INVALID},
    {"a", XR_SUCCESS},
    {"abcdefghijklmnopqrstuvwxyz", XR_SUCCESS},
    {"0123456789", XR_SUCCESS},
    {"a-b_c.d", XR_SUCCESS},
    {"with space", XR_ERROR_PATH_FORMAT_INVALID},
    {"Upper", XR_ERROR_PATH_FORMAT_INVALID},
    {"sla/sh", XR_ERROR_PATH_FORMAT_INVALID},
    {"/slash", XR_ERROR_PATH_FORMAT_INVALID},
    {"quest?", XR_ERROR_PATH_FORMAT_INVALID},
    {"plus+", XR_ERROR_PATH_FORMAT_INVALID},
    {"\xc3\xa4", XR_ERROR_PATH_FORMAT_INVALID},
    {"a\tb", XR_ERROR_PATH_FORMAT_INVALID},
    {".", XR_ERROR_PATH_FORMAT_INVALID},
    {"..", XR_ERROR_PATH_FORMAT_INVALID},
};

static void check_names(void)
{
    struct app app;
    open_instance(&app, NULL);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char localized[32];
        snprintf(localized, sizeof localized, "Name %zu \xc3\xa4", i);
        const XrActionSetCreateInfo set = set_info(names[i].name, localized);
        const XrActionCreateInfo info =
            action_info(names[i].name, localized, XR_ACTION_TYPE_FLOAT_INPUT);
        XrActionSet created = XR_NULL_HANDLE;
        XrAction action = XR_NULL_HANDLE;
        const XrResult of_set = xrCreateActionSet(app.client.instance, &set, &created);
        const XrResult of_action = xrCreateAction(app.client.set, &info, &action);
        if (of_set != names[i].expected || of_action != names[i].expected) {
            fprintf(stderr, "\"%s\": %d and %d\n", names[i].name, of_set, of_action);
            exit(1);
        }
    }
    XrActionSetCreateInfo endless = set_info("endless", "Endless");
    XrActionSet created = XR_NULL_HANDLE;
    memset(endless.actionSetName, 'a', sizeof endless.actionSetName);
    CHECK(XR_FAILED(xrCreateActionSet(app.client.instance, &endless, &created)));
    endless = set_info("endless", "Endless");
    memset(endless.localizedActionSetName, 'a', sizeof endless.localizedActionSetName);
    CHECK(xrCreateActionSet(app.client.instance, &endless, &created) ==
          XR_ERROR_LOCALIZED_NAME_INVALID);
    XrActionCreateInfo info = action_info("endless", "Endless", XR_ACTION_TYPE_FLOAT_INPUT);
    XrAction action = XR_NULL_HANDLE;
    memset(info.actionName, 'a', sizeof info.actionName);
    CHECK(XR_FAILED(xrCreateAction(app.client.set, &info, &action)));
    info = action_info("no_text", "", XR_ACTION_TYPE_FLOAT_INPUT);
    CHECK(xrCreateAction(app.client.set, &info, &action) == XR_ERROR_LOCALIZED_NAME_INVALID);
    OK(xrDestroyInstance(app.client.instance));
}

/* Names are unique among those that exist; a destroyed one's are free. */
static void check_duplicates(void)
{
    struct app app;
    open_instance(&app, NULL);
    XrActionSet set = XR_NULL_HANDLE;
    XrActionSetCreateInfo same = set_info("set", "Other");
    CHECK(xrCreateActionSet(app.client.instance, &same, &set) == XR_ERROR_NAME_DUPLICATED);
    same = set_info("other", "Set");
    CHECK(xrCreateActionSet(app.client.instance, &same, &set) ==
          XR_ERROR_LOCALIZED_NAME_DUPLICATED);
    same = set_info("other", "Other");
    OK(xrCreateActionSet(app.client.instance, &same, &set));
    OK(xrDestroyActionSet(set));
    CHECK(xrDestroyActionSet(set) == XR_ERROR_HANDLE_INVALID);
    OK(xrCreateActionSet(app.client.instance, &same, &set));
    XrAction action = XR_NULL_HANDLE, other = XR_NULL_HANDLE;
    XrActionCreateInfo info = action_info("a", "A", XR_ACTION_TYPE_BOOLEAN_INPUT);
    OK(xrCreateAction(set, &info, &action));
    info = action_info("a", "B", XR_ACTION_TYPE_BOOLEAN_INPUT);
    CHECK(xrCreateAction(set, &info, &other) == XR_ERROR_NAME_DUPLICATED);
    info = action_info("b", "A", XR_ACTION_TYPE_BOOLEAN_INPUT);
    CHECK(xrCreateAction(set, &info, &other) == XR_ERROR_LOCALIZED_NAME_DUPLICATED);
    OK(xrDestroyAction(action));
    OK(xrCreateAction(set, &info, &other));
    OK(xrDestroyActionSet(set));
    CHECK(xrDestroyAction(other) == XR_ERROR_HANDLE_INVALID); /* it went with its set */
    OK(xrDestroyInstance(app.client.instance));
}

static XrResult create_with(const struct app *app, uint32_t count, const XrPath *paths)
{
    static int number;
    char name[32];
    snprintf(name, sizeof name, "action_%d", number++);
    XrActionCreateInfo info = action_info(name, name, XR_ACTION_TYPE_BOOLEAN_INPUT);
    info.countSubactionPaths = count;
    info.subactionPaths = paths;
    XrAction action = XR_NULL_HANDLE;
    return xrCreateAction(app->client.set, &info, &action);
}

static void check_subaction_paths(void)
{
    static const struct {
        const char *path, *extension;
        bool known; /* without the extension */
    } paths[] = {
        {"/user/hand/left", NULL, true},
        {"/user/hand/right", NULL, true},
        {"/user/head", NULL, true},
        {"/user/gamepad", NULL, true},
        {"/user/eyes_ext", "XR_EXT_eye_gaze_interaction", false},
        {"/user/hand_htc/left", "XR_HTC_hand_interaction", false},
        {"/user/wrist_htc/right", "XR_HTC_vive_wrist_tracker_interaction", false},
        {"/user/mouse", "XR_ANDROID_mouse_interaction", false},
        {"/user/invalid", NULL, false},
        {"/user/hand", NULL, false},
        {"/user/hand/left/input", NULL, false},
        {"/user", NULL, false},
        {"/interaction_profiles/khr/simple_controller", NULL, false},
    };
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        struct app app;
        open_instance(&app, NULL);
        XrPath path = client_path(&app.client, paths[i].path);
        CHECK(create_with(&app, 1, &path) ==
              (paths[i].known ? XR_SUCCESS : XR_ERROR_PATH_UNSUPPORTED));
        OK(xrDestroyInstance(app.client.instance));
        if (paths[i].extension == NULL)
            continue;
        open_instance(&app, paths[i].extension);
        path = client_path(&app.client, paths[i].path);
        OK(create_with(&app, 1, &path));
        OK(xrDestroyInstance(app.client.instance));
    }
    struct app app;
    open_instance(&app, NULL);
    const XrPath twice[] = {app.left, app.left}, both[] = {app.left, app.right};
    const XrPath null = XR_NULL_PATH, wrong = 0x1234;
    OK(create_with(&app, 2, both));
    CHECK(create_with(&app, 2, twice) == XR_ERROR_PATH_UNSUPPORTED);
    CHECK(create_with(&app, 1, &null) == XR_ERROR_PATH_INVALID);
    CHECK(create_with(&app, 1, &wrong) == XR_ERROR_PATH_INVALID);
    CHECK(create_with(&app, 1, NULL) == XR_ERROR_VALIDATION_FAILURE);
    OK(xrDestroyInstance(app.client.instance));
}

static XrAction create_left(const struct app *app, const char *name, XrActionType type)
{
    XrActionCreateInfo info = action_info(name, name, type);
    info.countSubactionPaths = 1;
    info.subactionPaths = &app->left;
    XrAction action = XR_NULL_HANDLE;
    OK(xrCreateAction(app->client.set, &info, &action));
    return action;
}

static void open_session(struct app *app)
{
    open_instance(app, XR_MND_HEADLESS_EXTENSION_NAME);
    const XrSessionCreateInfo info = {.type = XR_TYPE_SESSION_CREATE_INFO, .systemId = 1};
    OK(xrCreateSession(app->client.instance, &info, &app->client.session));
    app->boolean = create_left(app, "boolean", XR_ACTION_TYPE_BOOLEAN_INPUT);
    app->number = create_left(app, "number", XR_ACTION_TYPE_FLOAT_INPUT);
    app->vector = create_left(app, "vector", XR_ACTION_TYPE_VECTOR2F_INPUT);
    app->pose = create_left(app, "pose", XR_ACTION_TYPE_POSE_INPUT);
    app->haptic = create_left(app, "haptic", XR_ACTION_TYPE_VIBRATION_OUTPUT);
}

enum { STATES = 6 };

/* A question about each action, with that subaction path. `shift` takes another action's type. */
static XrResult ask(const struct app *app, int which, XrPath path, int shift)
{
    const XrAction actions[STATES] = {app->boolean, app->number, app->vector,
                                      app->pose,    app->haptic, app->haptic};
    const XrAction action = actions[(which + shift) % STATES];
    const XrActionStateGetInfo get = {
        .type = XR_TYPE_ACTION_STATE_GET_INFO, .action = action, .subactionPath = path};
    const XrHapticActionInfo haptic = {
        .type = XR_TYPE_HAPTIC_ACTION_INFO, .action = action, .subactionPath = path};
    const XrHapticVibration vibration = {
        .type = XR_TYPE_HAPTIC_VIBRATION, .amplitude = 1, .duration = XR_MIN_HAPTIC_DURATION};
    XrActionStateBoolean boolean = {.type = XR_TYPE_ACTION_STATE_BOOLEAN};
    XrActionStateFloat number = {.type = XR_TYPE_ACTION_STATE_FLOAT};
    XrActionStateVector2f vector = {.type = XR_TYPE_ACTION_STATE_VECTOR2F};
    XrActionStatePose pose = {.type = XR_TYPE_ACTION_STATE_POSE};
    switch (which) {
    case 0:
        return xrGetActionStateBoolean(app->client.session, &get, &boolean);
    case 1:
        return xrGetActionStateFloat(app->client.session, &get, &number);
    case 2:
        return xrGetActionStateVector2f(app->client.session, &get, &vector);
    case 3:
        return xrGetActionStatePose(app->client.session, &get, &pose);
    case 4:
        return xrApplyHapticFeedback(app->client.session, &haptic,
                                     (const XrHapticBaseHeader *)&vibration);
    default:
        return xrStopHapticFeedback(app->client.session, &haptic);
    }
}

static XrResult sync_with(const struct app *app, XrPath path)
{
    const XrActiveActionSet active = {app->client.set, path};
    return client_sync(&app->client, 1, &active);
}

static XrResult create_space(const struct app *app, XrAction action, XrPath path)
{
    const XrActionSpaceCreateInfo info = {.type = XR_TYPE_ACTION_SPACE_CREATE_INFO,
                                          .action = action,
                                          .subactionPath = path,
                                          .poseInActionSpace = {.orientation = {0, 0, 0, 1}}};
    XrSpace space = XR_NULL_HANDLE;
    return xrCreateActionSpace(app->client.session, &info, &space);
}

/* Before the set is attached; and afterwards nothing of it may change. */
static void check_attachment(void)
{
    struct app app;
    open_session(&app);
    XrInteractionProfileState state = {.type = XR_TYPE_INTERACTION_PROFILE_STATE};
    for (int i = 0; i < STATES; i++)
        CHECK(ask(&app, i, XR_NULL_PATH, 0) == XR_ERROR_ACTIONSET_NOT_ATTACHED);
    CHECK(sync_with(&app, XR_NULL_PATH) == XR_ERROR_ACTIONSET_NOT_ATTACHED);
    CHECK(xrGetCurrentInteractionProfile(app.client.session, app.left, &state) ==
          XR_ERROR_ACTIONSET_NOT_ATTACHED);
    client_attach(&app.client);
    XrAction late = XR_NULL_HANDLE;
    const XrActionCreateInfo info = action_info("late", "Late", XR_ACTION_TYPE_BOOLEAN_INPUT);
    CHECK(xrCreateAction(app.client.set, &info, &late) == XR_ERROR_ACTIONSETS_ALREADY_ATTACHED);
    const XrActionSuggestedBinding binding = {
        app.boolean, client_path(&app.client, "/user/hand/left/input/select/click")};
    CHECK(client_suggest(&app.client, "/interaction_profiles/khr/simple_controller", 1, &binding) ==
          XR_ERROR_ACTIONSETS_ALREADY_ATTACHED);
    const XrSessionActionSetsAttachInfo again = {.type = XR_TYPE_SESSION_ACTION_SETS_ATTACH_INFO,
                                                 .countActionSets = 1,
                                                 .actionSets = &app.client.set};
    CHECK(xrAttachSessionActionSets(app.client.session, &again) ==
          XR_ERROR_ACTIONSETS_ALREADY_ATTACHED);
    CHECK(xrGetCurrentInteractionProfile(app.client.session, XR_NULL_PATH, &state) ==
          XR_ERROR_PATH_INVALID);
    CHECK(xrGetCurrentInteractionProfile(app.client.session, 0x1234, &state) ==
          XR_ERROR_PATH_INVALID);
    CHECK(xrGetCurrentInteractionProfile(app.client.session,
                                         client_path(&app.client, "/invalid/top/level/path"),
                                         &state) == XR_ERROR_PATH_UNSUPPORTED);
    OK(xrDestroyInstance(app.client.instance));
}

/* The actions are declared for the left hand. Every other path is undeclared, known or not. */
static void check_undeclared(void)
{
    static const char *const undeclared[] = {
        "/user/hand/right", "/user/head", "/user/gamepad", "/user/eyes_ext",
        "/user/invalid",    "/user/hand", "/other"};
    struct app app;
    open_session(&app);
    client_attach(&app.client);
    for (int i = 0; i < STATES; i++) {
        CHECK(XR_SUCCEEDED(ask(&app, i, XR_NULL_PATH, 0)));
        CHECK(XR_SUCCEEDED(ask(&app, i, app.left, 0)));
        CHECK(ask(&app, i, 0x1234, 0) == XR_ERROR_PATH_INVALID);
    }
    for (size_t i = 0; i < sizeof undeclared / sizeof undeclared[0]; i++) {
        const XrPath path = client_path(&app.client, undeclared[i]);
        for (int which = 0; which < STATES; which++)
            CHECK(ask(&app, which, path, 0) == XR_ERROR_PATH_UNSUPPORTED);
        CHECK(create_space(&app, app.pose, path) == XR_ERROR_PATH_UNSUPPORTED);
        CHECK(sync_with(&app, path) == XR_ERROR_PATH_UNSUPPORTED);
    }
    OK(create_space(&app, app.pose, app.left));
    OK(create_space(&app, app.pose, XR_NULL_PATH));
    CHECK(create_space(&app, app.pose, 0x1234) == XR_ERROR_PATH_INVALID);
    CHECK(create_space(&app, app.boolean, app.left) == XR_ERROR_ACTION_TYPE_MISMATCH);
    CHECK(create_space(&app, XR_NULL_HANDLE, app.left) == XR_ERROR_HANDLE_INVALID);
    CHECK(XR_SUCCEEDED(sync_with(&app, app.left)));
    CHECK(sync_with(&app, 0x1234) == XR_ERROR_PATH_INVALID);
    for (int which = 0; which < 5; which++)
        CHECK(ask(&app, which, XR_NULL_PATH, which == 4 ? 2 : 1) == XR_ERROR_ACTION_TYPE_MISMATCH);
    OK(xrDestroyInstance(app.client.instance));
}

static void check_types(void)
{
    struct app app;
    open_instance(&app, NULL);
    const XrActionType wrong[] = {(XrActionType)0, (XrActionType)5, (XrActionType)99,
                                  (XrActionType)101};
    XrAction action = XR_NULL_HANDLE;
    for (int i = 0; i < 4; i++) {
        const XrActionCreateInfo info = action_info("typed", "Typed", wrong[i]);
        CHECK(xrCreateAction(app.client.set, &info, &action) == XR_ERROR_VALIDATION_FAILURE);
    }
    XrActionCreateInfo info = action_info("typed", "Typed", XR_ACTION_TYPE_POSE_INPUT);
    info.type = XR_TYPE_UNKNOWN;
    CHECK(xrCreateAction(app.client.set, &info, &action) == XR_ERROR_VALIDATION_FAILURE);
    CHECK(xrCreateAction((XrActionSet)app.client.instance, &info, &action) ==
          XR_ERROR_HANDLE_INVALID);
    OK(xrDestroyInstance(app.client.instance));
}

int main(void)
{
    check_names();
    check_duplicates();
    check_subaction_paths();
    check_attachment();
    check_undeclared();
    check_types();
    return 0;
}
