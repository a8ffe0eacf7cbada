/* SPDX-License-Identifier: MIT */
/*
 * The headless runtime's controllers and newer spaces through the real loader: every value
 * follows the formulas of the moving person. Run with UNDERSTUDY_HEADLESS_PERSON=moving,
 * UNDERSTUDY_HEADLESS_PROFILE=valve/index_controller and UNDERSTUDY_HEADLESS_RECENTRE=10.
 */
#include <math.h>
#include <string.h>

#include "formulas.h"
#include "test_client.h"

#define LEFT "/user/hand/left/input/"
#define RIGHT "/user/hand/right/input/"
#define INDEX "/interaction_profiles/valve/index_controller"

struct inputs {
    XrActionSet high;
    XrAction trigger, stick, axis, button, parent, palm, grip, taken;
    XrSpace palm_space, grip_space, floor;
    PFN_xrLocateSpaces locate_spaces;
};

static XrActionSet create_set(const struct client *client, const char *name, uint32_t priority)
{
    XrActionSetCreateInfo info = {.type = XR_TYPE_ACTION_SET_CREATE_INFO, .priority = priority};
    XrActionSet set = XR_NULL_HANDLE;
    strcpy(info.actionSetName, name);
    strcpy(info.localizedActionSetName, name);
    OK(xrCreateActionSet(client->instance, &info, &set));
    return set;
}

static void create_actions(struct client *client, struct inputs *inputs)
{
    inputs->high = client->set = create_set(client, "high", 5);
    inputs->taken = client_create_action(client, "taken", XR_ACTION_TYPE_BOOLEAN_INPUT);
    client->set = create_set(client, "low", 0);
    inputs->trigger = client_create_action(client, "trigger", XR_ACTION_TYPE_FLOAT_INPUT);
    inputs->stick = client_create_action(client, "stick", XR_ACTION_TYPE_VECTOR2F_INPUT);
    inputs->axis = client_create_action(client, "axis", XR_ACTION_TYPE_FLOAT_INPUT);
    inputs->button = client_create_action(client, "button", XR_ACTION_TYPE_BOOLEAN_INPUT);
    inputs->parent = client_create_action(client, "parent", XR_ACTION_TYPE_BOOLEAN_INPUT);
    inputs->palm = client_create_action(client, "palm", XR_ACTION_TYPE_POSE_INPUT);
    inputs->grip = client_create_action(client, "grip", XR_ACTION_TYPE_POSE_INPUT);
}

static void suggest(const struct client *client, const struct inputs *inputs)
{
    const XrActionSuggestedBinding good[] = {
        {inputs->taken, client_path(client, RIGHT "trackpad/touch")},
        {inputs->trigger, client_path(client, LEFT "trigger/value")},
        {inputs->trigger, client_path(client, RIGHT "trigger/value")},
        {inputs->stick, client_path(client, LEFT "thumbstick")},
        {inputs->axis, client_path(client, RIGHT "trackpad/y")},
        {inputs->button, client_path(client, LEFT "a/click")},
        {inputs->parent, client_path(client, LEFT "trigger")},
        {inputs->palm, client_path(client, LEFT "palm_ext/pose")},
        {inputs->grip, client_path(client, LEFT "grip/pose")},
    };
    const XrActionSuggestedBinding wrong = {inputs->button, client_path(client, LEFT "x/click")};
    OK(client_suggest(client, INDEX, 9, good));
    CHECK(client_suggest(client, INDEX, 1, &wrong) == XR_ERROR_PATH_UNSUPPORTED);
    OK(client_suggest(client, "/interaction_profiles/oculus/touch_controller", 1, &wrong));
    const XrActionSuggestedBinding hand = {inputs->trigger,
                                           client_path(client, LEFT "pinch_ext/value")};
    OK(client_suggest(client, "/interaction_profiles/ext/hand_interaction_ext", 1, &hand));
}

static void create(struct client *client, struct inputs *inputs)
{
    client_create_instance(client);
    client_create_session(client);
    create_actions(client, inputs);
    suggest(client, inputs);
    const XrActionSet sets[] = {client->set, inputs->high};
    const XrSessionActionSetsAttachInfo attach = {
        .type = XR_TYPE_SESSION_ACTION_SETS_ATTACH_INFO, .countActionSets = 2, .actionSets = sets};
    OK(xrAttachSessionActionSets(client->session, &attach));
    inputs->palm_space = client_create_action_space(client, inputs->palm);
    inputs->grip_space = client_create_action_space(client, inputs->grip);
    inputs->floor = client_create_space(client, XR_REFERENCE_SPACE_TYPE_LOCAL_FLOOR);
    inputs->locate_spaces = (PFN_xrLocateSpaces)client_load(client->instance, "xrLocateSpacesKHR");
}

static float get_float(const struct client *client, XrAction action)
{
    const XrActionStateFloat state = client_get_float(client, action);
    CHECK(state.isActive && state.lastChangeTime == client->time);
    return state.currentState;
}

static bool get_boolean(const struct client *client, XrAction action)
{
    const XrActionStateBoolean state = client_get_boolean(client, action);
    CHECK(state.isActive);
    return state.currentState;
}

/* client_run_frame has synchronised the lower set alone. */
static void check_low_set(const struct client *client, const struct inputs *inputs)
{
    const float left = formula_trigger(US_HAND_LEFT, client->time);
    const float right = formula_trigger(US_HAND_RIGHT, client->time);
    XrTime since;
    CHECK(get_float(client, inputs->trigger) == (left > right ? left : right));
    CHECK(get_float(client, inputs->axis) == formula_pad(US_HAND_RIGHT, client->time).y);
    CHECK(get_boolean(client, inputs->button) == formula_button(US_HAND_LEFT, client->time));
    CHECK(get_boolean(client, inputs->parent) ==
          formula_select(US_HAND_LEFT, client->time, &since));
    const XrActionStateVector2f state = client_get_vector(client, inputs->stick);
    const XrVector2f stick = formula_stick(US_HAND_LEFT, client->time);
    CHECK(state.isActive && state.currentState.x == stick.x && state.currentState.y == stick.y);
}

/* The higher set takes the right trackpad, whatever component is bound. */
static void check_priority(const struct client *client, const struct inputs *inputs)
{
    const XrActiveActionSet active[] = {{.actionSet = client->set}, {.actionSet = inputs->high}};
    OK(client_sync(client, 2, active));
    const XrActionStateFloat state = client_get_float(client, inputs->axis);
    CHECK(!state.isActive && state.currentState == 0 && !state.changedSinceLastSync);
    CHECK(get_boolean(client, inputs->button) == formula_button(US_HAND_LEFT, client->time));
    CHECK(get_boolean(client, inputs->taken) == formula_button(US_HAND_RIGHT, client->time));
}

/* No action of the set was made with subaction paths. */
static void check_undeclared(const struct client *client)
{
    const XrActiveActionSet active = {client->set, client_path(client, "/user/hand/left")};
    CHECK(client_sync(client, 1, &active) == XR_ERROR_PATH_UNSUPPORTED);
}

static void check_profile(const struct client *client, const struct inputs *inputs)
{
    CHECK(client_profile(client, "/user/hand/left") == client_path(client, INDEX));
    const XrBoundSourcesForActionEnumerateInfo info = {
        .type = XR_TYPE_BOUND_SOURCES_FOR_ACTION_ENUMERATE_INFO, .action = inputs->trigger};
    XrPath sources[4];
    uint32_t count = 0;
    OK(xrEnumerateBoundSourcesForAction(client->session, &info, 4, &count, sources));
    CHECK(count == 2 && sources[0] == client_path(client, LEFT "trigger/value"));
    const XrInputSourceLocalizedNameGetInfo get = {
        .type = XR_TYPE_INPUT_SOURCE_LOCALIZED_NAME_GET_INFO,
        .sourcePath = sources[0],
        .whichComponents = XR_INPUT_SOURCE_LOCALIZED_NAME_USER_PATH_BIT |
                           XR_INPUT_SOURCE_LOCALIZED_NAME_COMPONENT_BIT};
    char name[64];
    OK(xrGetInputSourceLocalizedName(client->session, &get, sizeof name, &count, name));
    CHECK(strcmp(name, "Left Hand trigger/value") == 0 && count == strlen(name) + 1);
}

static struct formula_motion local_at(bool recentred)
{
    return recentred ? formula_recentred() : formula_rest(0, 0, 0, 0, 0);
}

/* The palm in the grip, from the specification: both +X leave the palm along its normal. -Z of the
 * grip goes from the little finger to the thumb through the tube of the fingers, +Y of the palm
 * from the palm to the thumb: they are apart only by the 0.3 rad that a handle leans. -Z of the
 * palm, the straight index finger, is then across the tube, at -Y of the grip. A turn by -a about
 * +X has Y = (0, cos a, -sin a) and -Z = (0, -sin a, -cos a); with a = pi/2 - 0.3 these are (0, sin
 * 0.3, -cos 0.3) and (0, -cos 0.3, -sin 0.3). */
static void check_palm(const struct client *client, const struct inputs *inputs)
{
    const XrSpaceLocation palm =
        client_locate(client, inputs->palm_space, inputs->grip_space, NULL);
    const XrQuaternionf q = palm.pose.orientation;
    const double x = (double)q.x, w = (double)q.w;
    CHECK(palm.locationFlags == 15 && fabs((double)q.y) < 1e-6 && fabs((double)q.z) < 1e-6);
    const double y_axis[] = {w * w - x * x, 2 * x * w}; /* y and z of the turned +Y */
    CHECK(fabs(y_axis[0] - sin(0.3)) < 1e-6 && fabs(y_axis[1] + cos(0.3)) < 1e-6);
    const double forward[] = {2 * x * w, x * x - w * w}; /* of the turned -Z */
    CHECK(fabs(forward[0] + cos(0.3)) < 1e-6 && fabs(forward[1] + sin(0.3)) < 1e-6);
}

static void check_spaces(const struct client *client, const struct inputs *inputs, bool recentred)
{
    const XrSpace spaces[] = {client->view, inputs->palm_space, inputs->floor};
    const struct formula_motion local = local_at(recentred);
    const struct formula_motion expected_in_room[] = {
        formula_head(client->time),
        formula_compose(formula_grip(US_HAND_LEFT, client->time),
                        formula_hand_pose(US_HAND_POSE_PALM)),
        formula_compose(local, formula_floor())};
    XrSpaceLocationData data[3];
    XrSpaceVelocityData velocity_data[3];
    XrSpaceVelocities velocities = {
        .type = XR_TYPE_SPACE_VELOCITIES, .velocityCount = 3, .velocities = velocity_data};
    XrSpaceLocations locations = {.type = XR_TYPE_SPACE_LOCATIONS,
                                  .next = &velocities,
                                  .locationCount = 3,
                                  .locations = data};
    XrSpacesLocateInfo info = {.type = XR_TYPE_SPACES_LOCATE_INFO,
                               .baseSpace = client->local,
                               .time = client->time,
                               .spaceCount = 3,
                               .spaces = spaces};
    OK(inputs->locate_spaces(client->session, &info, &locations));
    for (int i = 0; i < 3; i++) {
        const struct rt_motion expected =
            formula_told(formula_relative(local, expected_in_room[i]));
        CHECK(data[i].locationFlags == 15 && velocity_data[i].velocityFlags == 3);
        CHECK(client_is_pose(&data[i].pose, &expected));
        CHECK(client_is_near(velocity_data[i].linearVelocity, expected.linear_m_s));
        CHECK(client_is_near(velocity_data[i].angularVelocity, expected.angular_rad_s));
    }
    info.spaceCount = 2;
    CHECK(inputs->locate_spaces(client->session, &info, &locations) == XR_ERROR_VALIDATION_FAILURE);
}

static XrTime poll_recentre(const struct client *client)
{
    XrEventDataBuffer event = {.type = XR_TYPE_EVENT_DATA_BUFFER};
    XrTime time = 0;
    while (xrPollEvent(client->instance, &event) == XR_SUCCESS) {
        XrEventDataReferenceSpaceChangePending change;
        memcpy(&change, &event, sizeof change);
        const struct rt_motion moved = formula_told(formula_recentred());
        if (change.type == XR_TYPE_EVENT_DATA_REFERENCE_SPACE_CHANGE_PENDING) {
            CHECK(change.poseValid && client_is_pose(&change.poseInPreviousSpace, &moved));
            time = change.changeTime;
        }
        event.type = XR_TYPE_EVENT_DATA_BUFFER;
    }
    return time;
}

int main(void)
{
    struct client client = {.newer = true};
    struct inputs inputs = {0};
    XrTime recentred_at = 0;
    create(&client, &inputs);
    client_begin(&client);
    for (int frame = 1; frame <= 20; frame++) {
        client_run_frame(&client);
        const XrTime told = poll_recentre(&client);
        CHECK((told != 0) == (frame == 10));
        recentred_at = told != 0 ? told : recentred_at;
        check_low_set(&client, &inputs);
        check_spaces(&client, &inputs, recentred_at != 0 && client.time >= recentred_at);
        check_priority(&client, &inputs);
    }
    check_palm(&client, &inputs);
    CHECK(client.time >= recentred_at);
    check_undeclared(&client);
    check_profile(&client, &inputs);
    client_end(&client);
    return 0;
}
