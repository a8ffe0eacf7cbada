/* SPDX-License-Identifier: MIT */
/*
 * The headless runtime with nobody in the headset, through the real loader: the head rests 1.6 m
 * above the floor, and there is no hand, controller or gaze unless it was asked for. "test_person
 * connected" expects hands and controllers that rest: run it with UNDERSTUDY_HEADLESS_HANDS=live
 * and UNDERSTUDY_HEADLESS_CONTROLLERS=live. Expected values are those that person.h states.
 */
#include <math.h>
#include <string.h>

#include "test_client.h"

/* The space is at that position of the base, not turned and at rest; or, with NULL, nowhere. */
static void check_space(const struct client *client, XrSpace space, XrSpace base,
                        const struct rt_vector *position_m)
{
    XrSpaceVelocity velocity = {.type = XR_TYPE_SPACE_VELOCITY};
    const XrSpaceLocation location = client_locate(client, space, base, &velocity);
    if (position_m == NULL) {
        CHECK(location.locationFlags == 0 && velocity.velocityFlags == 0);
        return;
    }
    const struct rt_motion expected = {.position_m = *position_m, .rotation = {0, 0, 0, 1}};
    const struct rt_vector rest = {0, 0, 0};
    CHECK(location.locationFlags == 15 && velocity.velocityFlags == 3);
    CHECK(client_is_pose(&location.pose, &expected));
    CHECK(client_is_near(velocity.linearVelocity, rest));
    CHECK(client_is_near(velocity.angularVelocity, rest));
}

static void check_views(const struct client *client)
{
    const XrViewLocateInfo info = {.type = XR_TYPE_VIEW_LOCATE_INFO,
                                   .viewConfigurationType = client->view_type,
                                   .displayTime = client->time,
                                   .space = client->local};
    XrViewState state = {.type = XR_TYPE_VIEW_STATE};
    XrView views[2] = {{.type = XR_TYPE_VIEW}, {.type = XR_TYPE_VIEW}};
    uint32_t count = 0;
    OK(xrLocateViews(client->session, &info, &state, 2, &count, views));
    for (int i = 0; i < 2; i++) {
        const struct rt_motion expected = {.position_m = {i == 0 ? -0.032 : 0.032, 0, 0},
                                           .rotation = {0, 0, 0, 1}};
        CHECK(client_is_pose(&views[i].pose, &expected));
    }
}

static void check_hand(const struct client *client, bool connected)
{
    XrHandJointLocationEXT joints[XR_HAND_JOINT_COUNT_EXT];
    CHECK(client_locate_joints(client, client_create_tracker(client, XR_HAND_RIGHT_EXT), joints,
                               NULL) == connected);
    const struct rt_motion wrist = {.position_m = {0.2, -0.4, -0.3}, .rotation = {0, 0, 0, 1}};
    const struct rt_motion tip = {.position_m = {0.2, -0.4, -0.485}, .rotation = {0, 0, 0, 1}};
    CHECK(connected || joints[XR_HAND_JOINT_WRIST_EXT].locationFlags == 0);
    CHECK(!connected || client_is_pose(&joints[XR_HAND_JOINT_WRIST_EXT].pose, &wrist));
    CHECK(!connected || client_is_pose(&joints[XR_HAND_JOINT_MIDDLE_TIP_EXT].pose, &tip));
}

static void check_actions(const struct client *client, bool connected)
{
    const XrActionStateBoolean pressed = client_get_boolean(client, client->select);
    const XrActionStateGetInfo gaze = {.type = XR_TYPE_ACTION_STATE_GET_INFO,
                                       .action = client->gaze};
    XrActionStatePose looks = {.type = XR_TYPE_ACTION_STATE_POSE};
    CHECK((pressed.isActive == XR_TRUE) == connected);
    CHECK(!pressed.currentState && !pressed.changedSinceLastSync);
    OK(xrGetActionStatePose(client->session, &gaze, &looks));
    CHECK(!looks.isActive);
    const struct rt_vector grip_m = {-0.2, -0.4, -0.35};
    check_space(client, client->grip_space, client->local, connected ? &grip_m : NULL);
    check_space(client, client->gaze_space, client->local, NULL);
    CHECK((client_profile(client, "/user/hand/left") != XR_NULL_PATH) == connected);
}

int main(int argc, char **argv)
{
    const bool connected = argc > 1 && strcmp(argv[1], "connected") == 0;
    struct client client = {.newer = true};
    client_create_instance(&client);
    client_create_session(&client);
    const XrSpace floor = client_create_space(&client, XR_REFERENCE_SPACE_TYPE_LOCAL_FLOOR);
    client_create_grip_gaze_select(&client);
    client_begin(&client);
    for (int frame = 0; frame < 90; frame++) {
        client_run_frame(&client);
        const struct rt_vector origin_m = {0, 0, 0}, head_m = {0, 1.6, 0};
        check_space(&client, client.view, client.local, &origin_m);
        check_space(&client, client.view, client.stage, &head_m);
        check_space(&client, client.view, floor, &head_m);
        check_views(&client);
        check_actions(&client, connected);
        check_hand(&client, connected);
    }
    client_end(&client);
    return 0;
}
