/* SPDX-License-Identifier: MIT */
/*
 * XR_EXT_conformance_automation on the headless runtime, through the real loader: what a test sets
 * is what the actions read, and the rest of the device is at rest. Nobody wears the headset.
 */
#include <math.h>

#include "../test_client.h"

#define LEFT "/user/hand/left"
#define RIGHT "/user/hand/right"
#define TOUCH "/interaction_profiles/oculus/touch_controller"
#define XBOX "/interaction_profiles/microsoft/xbox_controller"
#define VIVE_PRO "/interaction_profiles/htc/vive_pro"
#define SIMPLE "/interaction_profiles/khr/simple_controller"

static PFN_xrSetInputDeviceActiveEXT set_active;
static PFN_xrSetInputDeviceStateBoolEXT set_bool;
static PFN_xrSetInputDeviceStateFloatEXT set_float;
static PFN_xrSetInputDeviceStateVector2fEXT set_vector;
static PFN_xrSetInputDeviceLocationEXT set_location;

struct app {
    struct client client;
    XrAction button, trigger, pull, stick, axis, grip, jump, brake, mute;
    XrSpace grip_space;
};

static void create(struct app *app)
{
    struct client *client = &app->client;
    client_create_instance(client);
    client_create_session(client);
    client_create_set(client);
    app->button = client_create_action(client, "button", XR_ACTION_TYPE_BOOLEAN_INPUT);
    app->trigger = client_create_action(client, "trigger", XR_ACTION_TYPE_FLOAT_INPUT);
    app->pull = client_create_action(client, "pull", XR_ACTION_TYPE_BOOLEAN_INPUT);
    app->stick = client_create_action(client, "stick", XR_ACTION_TYPE_VECTOR2F_INPUT);
    app->axis = client_create_action(client, "axis", XR_ACTION_TYPE_FLOAT_INPUT);
    app->grip = client_create_action(client, "grip", XR_ACTION_TYPE_POSE_INPUT);
    app->jump = client_create_action(client, "jump", XR_ACTION_TYPE_BOOLEAN_INPUT);
    app->brake = client_create_action(client, "brake", XR_ACTION_TYPE_FLOAT_INPUT);
    app->mute = client_create_action(client, "mute", XR_ACTION_TYPE_BOOLEAN_INPUT);
    const XrActionSuggestedBinding gamepad[] = {
        {app->jump, client_path(client, "/user/gamepad/input/a/click")},
        {app->brake, client_path(client, "/user/gamepad/input/trigger_left/value")},
    };
    const XrActionSuggestedBinding head = {app->mute,
                                           client_path(client, "/user/head/input/mute_mic/click")};
    OK(client_suggest(client, XBOX, 2, gamepad));
    OK(client_suggest(client, VIVE_PRO, 1, &head));
    const XrActionSuggestedBinding touch[] = {
        {app->button, client_path(client, LEFT "/input/x/click")},
        {app->trigger, client_path(client, LEFT "/input/trigger/value")},
        {app->pull, client_path(client, LEFT "/input/trigger")},
        {app->stick, client_path(client, LEFT "/input/thumbstick")},
        {app->axis, client_path(client, LEFT "/input/thumbstick/y")},
        {app->grip, client_path(client, LEFT "/input/grip/pose")},
        {app->grip, client_path(client, RIGHT "/input/grip/pose")},
    };
    const XrActionSuggestedBinding simple = {app->button,
                                             client_path(client, LEFT "/input/select/click")};
    OK(client_suggest(client, TOUCH, 7, touch));
    OK(client_suggest(client, SIMPLE, 1, &simple));
    client_attach(client);
    app->grip_space = client_create_action_space(client, app->grip);
    set_active = CLIENT_LOAD(client, xrSetInputDeviceActiveEXT);
    set_bool = CLIENT_LOAD(client, xrSetInputDeviceStateBoolEXT);
    set_float = CLIENT_LOAD(client, xrSetInputDeviceStateFloatEXT);
    set_vector = CLIENT_LOAD(client, xrSetInputDeviceStateVector2fEXT);
    set_location = CLIENT_LOAD(client, xrSetInputDeviceLocationEXT);
}

static XrPath path(const struct app *app, const char *string)
{
    return client_path(&app->client, string);
}

/* A device comes, is used, is exchanged, and goes. */
static void check_device(struct app *app)
{
    const XrSession session = app->client.session;
    client_run_frame(&app->client);
    CHECK(client_profile(&app->client, LEFT) == XR_NULL_PATH &&
          !client_get_boolean(&app->client, app->button).isActive);
    OK(set_active(session, path(app, TOUCH), path(app, LEFT), XR_TRUE));
    CHECK(!client_get_boolean(&app->client, app->button).isActive); /* before the sync */
    client_run_frame(&app->client);
    CHECK(client_profile(&app->client, LEFT) == path(app, TOUCH));
    XrActionStateBoolean button = client_get_boolean(&app->client, app->button);
    CHECK(button.isActive && !button.currentState && !button.changedSinceLastSync);
    OK(set_bool(session, path(app, LEFT), path(app, LEFT "/input/x/click"), XR_TRUE));
    OK(set_float(session, path(app, LEFT), path(app, LEFT "/input/trigger/value"), 0.625f));
    OK(set_vector(session, path(app, LEFT), path(app, LEFT "/input/thumbstick"),
                  (XrVector2f){0.25f, -0.5f}));
    client_run_frame(&app->client);
    button = client_get_boolean(&app->client, app->button);
    CHECK(button.isActive && button.currentState && button.changedSinceLastSync);
    CHECK(button.lastChangeTime == app->client.time);
    CHECK(client_get_float(&app->client, app->trigger).currentState == 0.625f);
    CHECK(client_get_boolean(&app->client, app->pull).currentState);
    const XrActionStateVector2f stick = client_get_vector(&app->client, app->stick);
    CHECK(stick.isActive && stick.currentState.x == 0.25f && stick.currentState.y == -0.5f);
    CHECK(client_get_float(&app->client, app->axis).currentState == -0.5f);
    client_run_frame(&app->client);
    CHECK(!client_get_boolean(&app->client, app->button).changedSinceLastSync);
    OK(set_active(session, path(app, SIMPLE), path(app, LEFT), XR_TRUE));
    client_run_frame(&app->client);
    CHECK(client_profile(&app->client, LEFT) == path(app, SIMPLE));
    CHECK(!client_get_boolean(&app->client, app->button).currentState &&
          !client_get_float(&app->client, app->trigger).isActive);
    OK(set_active(session, path(app, TOUCH), path(app, LEFT), XR_FALSE)); /* was not there */
    client_run_frame(&app->client);
    CHECK(client_profile(&app->client, LEFT) == path(app, SIMPLE));
    OK(set_active(session, path(app, SIMPLE), path(app, LEFT), XR_FALSE));
    client_run_frame(&app->client);
    CHECK(client_profile(&app->client, LEFT) == XR_NULL_PATH &&
          !client_get_boolean(&app->client, app->button).isActive);
}

/* A pose that is set in STAGE is 1.6 m lower in LOCAL: the floor of nobody's room (person.h). */
static void check_location(struct app *app)
{
    const XrSession session = app->client.session;
    const XrPosef pose = {{0, 0.6f, 0, 0.8f}, {0.5f, 1.0f, -2.0f}};
    OK(set_active(session, path(app, TOUCH), path(app, LEFT), XR_TRUE));
    OK(set_location(session, path(app, LEFT), path(app, LEFT "/input/grip/pose"), app->client.stage,
                    pose));
    client_run_frame(&app->client);
    XrSpaceVelocity velocity = {.type = XR_TYPE_SPACE_VELOCITY};
    XrSpaceLocation location = {.type = XR_TYPE_SPACE_LOCATION, .next = &velocity};
    OK(xrLocateSpace(app->grip_space, app->client.local, app->client.time, &location));
    CHECK(location.locationFlags == 15);
    CHECK(fabsf(location.pose.position.x - 0.5f) < 1e-6f &&
          fabsf(location.pose.position.y + 0.6f) < 1e-6f &&
          fabsf(location.pose.position.z + 2.0f) < 1e-6f);
    CHECK(fabsf(location.pose.orientation.y - 0.6f) < 1e-6f);
    CHECK(velocity.linearVelocity.x == 0 && velocity.angularVelocity.y == 0);
    const XrPosef wrong = {{0, 0, 0, 0.5f}, {0, 0, 0}};
    CHECK(set_location(session, path(app, LEFT), path(app, LEFT "/input/grip/pose"),
                       app->client.stage, wrong) == XR_ERROR_POSE_INVALID);
    CHECK(set_location(session, path(app, LEFT), path(app, LEFT "/input/grip/pose"), XR_NULL_HANDLE,
                       pose) == XR_ERROR_HANDLE_INVALID);
}

/* A gamepad and the buttons of a headset, which nobody has otherwise. */
static void check_others(struct app *app)
{
    const XrSession session = app->client.session;
    const XrPath gamepad = path(app, "/user/gamepad"), head = path(app, "/user/head");
    CHECK(!client_get_boolean(&app->client, app->jump).isActive &&
          !client_get_boolean(&app->client, app->mute).isActive);
    OK(set_active(session, path(app, XBOX), gamepad, XR_TRUE));
    OK(set_active(session, path(app, VIVE_PRO), head, XR_TRUE));
    OK(set_bool(session, gamepad, path(app, "/user/gamepad/input/a/click"), XR_TRUE));
    OK(set_float(session, gamepad, path(app, "/user/gamepad/input/trigger_left/value"), 0.75f));
    client_run_frame(&app->client);
    XrInteractionProfileState state = {.type = XR_TYPE_INTERACTION_PROFILE_STATE};
    OK(xrGetCurrentInteractionProfile(session, gamepad, &state));
    CHECK(state.interactionProfile == path(app, XBOX));
    CHECK(client_get_boolean(&app->client, app->jump).currentState);
    CHECK(client_get_float(&app->client, app->brake).currentState == 0.75f);
    CHECK(client_get_boolean(&app->client, app->mute).isActive &&
          !client_get_boolean(&app->client, app->mute).currentState);
    OK(set_bool(session, head, path(app, "/user/head/input/mute_mic/click"), XR_TRUE));
    OK(set_active(session, path(app, XBOX), gamepad, XR_FALSE));
    client_run_frame(&app->client);
    CHECK(client_get_boolean(&app->client, app->mute).currentState &&
          !client_get_boolean(&app->client, app->jump).isActive);
    CHECK(set_active(session, path(app, XBOX), head, XR_TRUE) == XR_ERROR_PATH_UNSUPPORTED);
    CHECK(set_bool(session, head, path(app, "/user/head/input/a/click"), XR_TRUE) ==
          XR_ERROR_PATH_UNSUPPORTED);
}

static float grip_x(const struct app *app)
{
    const XrSpaceLocation location =
        client_locate(&app->client, app->grip_space, app->client.local, NULL);
    CHECK(location.locationFlags == 15);
    return location.pose.position.x;
}

/* A space of both hands stays with its hand while that has a controller: another one that comes
 * later does not take it. Nobody's hands are at x = -0.2 and 0.2. */
static void check_sticky(struct app *app)
{
    const XrSession session = app->client.session;
    const XrPath touch = path(app, TOUCH), left = path(app, LEFT), right = path(app, RIGHT);
    OK(set_active(session, touch, left, XR_FALSE));
    OK(set_active(session, touch, right, XR_TRUE));
    client_run_frame(&app->client);
    CHECK(fabsf(grip_x(app) - 0.2f) < 1e-6f);
    OK(set_active(session, touch, left, XR_TRUE));
    client_run_frame(&app->client);
    CHECK(fabsf(grip_x(app) - 0.2f) < 1e-6f);
    OK(set_active(session, touch, right, XR_FALSE));
    client_run_frame(&app->client);
    CHECK(fabsf(grip_x(app) + 0.2f) < 1e-6f);
    OK(set_active(session, touch, right, XR_TRUE));
    client_run_frame(&app->client);
    CHECK(fabsf(grip_x(app) + 0.2f) < 1e-6f);
}

static void check_refusals(const struct app *app)
{
    const XrSession session = app->client.session;
    const XrPath left = path(app, LEFT), right = path(app, RIGHT);
    CHECK(set_active(session, XR_NULL_PATH, left, XR_TRUE) == XR_ERROR_PATH_INVALID);
    CHECK(set_active(session, path(app, TOUCH), 0x1234, XR_TRUE) == XR_ERROR_PATH_INVALID);
    CHECK(set_active(session, path(app, "/interaction_profiles/a/b"), left, XR_TRUE) ==
          XR_ERROR_PATH_UNSUPPORTED);
    CHECK(set_active(session, path(app, TOUCH), path(app, "/user/head"), XR_TRUE) ==
          XR_ERROR_PATH_UNSUPPORTED);
    CHECK(set_bool(session, left, path(app, LEFT "/input/y/touch"), XR_TRUE) == XR_SUCCESS);
    CHECK(set_bool(session, left, path(app, LEFT "/input/a/click"), XR_TRUE) ==
          XR_ERROR_PATH_UNSUPPORTED);
    CHECK(set_bool(session, left, path(app, LEFT "/input/trigger/value"), XR_TRUE) ==
          XR_ERROR_PATH_UNSUPPORTED);
    CHECK(set_float(session, left, path(app, LEFT "/input/trigger"), 1) ==
          XR_ERROR_PATH_UNSUPPORTED);
    CHECK(set_float(session, right, path(app, LEFT "/input/trigger/value"), 1) ==
          XR_ERROR_PATH_UNSUPPORTED);
    CHECK(set_float(session, left, XR_NULL_PATH, 1) == XR_ERROR_PATH_INVALID);
    CHECK(set_float(XR_NULL_HANDLE, left, path(app, LEFT "/input/trigger/value"), 1) ==
          XR_ERROR_HANDLE_INVALID);
}

int main(void)
{
    for (int i = 0; i < 2; i++) { /* a second instance knows nothing of the first one's devices */
        struct app app = {.client = {.extension = XR_EXT_CONFORMANCE_AUTOMATION_EXTENSION_NAME}};
        create(&app);
        client_begin(&app.client);
        check_device(&app);
        check_others(&app);
        check_sticky(&app);
        check_location(&app);
        check_refusals(&app);
        client_end(&app.client);
    }
    return 0;
}
