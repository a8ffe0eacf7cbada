/* SPDX-License-Identifier: MIT */
/*
 * The headless runtime through the real loader: a session without graphics reaches FOCUSED, and
 * every answer follows the formulas of moving_person.h. Run with UNDERSTUDY_HEADLESS_PERSON=moving.
 */
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#include "test_client.h"

static void create_actions(struct client *client)
{
    client_create_set(client);
    client->grip = client_create_action(client, "grip", XR_ACTION_TYPE_POSE_INPUT);
    client->gaze = client_create_action(client, "gaze", XR_ACTION_TYPE_POSE_INPUT);
    client->select = client_create_action(client, "select", XR_ACTION_TYPE_BOOLEAN_INPUT);
    const XrActionSuggestedBinding hand[] = {
        {client->grip, client_path(client, "/user/hand/left/input/grip/pose")},
        {client->select, client_path(client, "/user/hand/left/input/select/click")},
    };
    const XrActionSuggestedBinding eyes[] = {
        {client->gaze, client_path(client, "/user/eyes_ext/input/gaze_ext/pose")},
    };
    OK(client_suggest(client, "/interaction_profiles/khr/simple_controller", 2, hand));
    OK(client_suggest(client, "/interaction_profiles/ext/eye_gaze_interaction", 1, eyes));
    CHECK(client_suggest(client, "/interaction_profiles/khr/simple_controller", 1, eyes) ==
          XR_ERROR_PATH_UNSUPPORTED);
    const XrSessionActionSetsAttachInfo attach = {
        .type = XR_TYPE_SESSION_ACTION_SETS_ATTACH_INFO,
        .countActionSets = 1,
        .actionSets = &client->set,
    };
    OK(xrAttachSessionActionSets(client->session, &attach));
    CHECK(xrAttachSessionActionSets(client->session, &attach) ==
          XR_ERROR_ACTIONSETS_ALREADY_ATTACHED);
    client->grip_space = client_create_action_space(client, client->grip);
    client->gaze_space = client_create_action_space(client, client->gaze);
}

static void check_space(const struct client *client, XrSpace space, XrSpace base,
                        struct rt_motion expected)
{
    XrSpaceVelocity velocity = {.type = XR_TYPE_SPACE_VELOCITY};
    XrSpaceLocation location = {.type = XR_TYPE_SPACE_LOCATION, .next = &velocity};
    OK(xrLocateSpace(space, base, client->time, &location));
    CHECK(location.locationFlags == 15 && velocity.velocityFlags == 3);
    CHECK(client_is_pose(&location.pose, &expected));
    CHECK(client_is_near(velocity.linearVelocity, expected.linear_m_s));
    CHECK(client_is_near(velocity.angularVelocity, expected.angular_rad_s));
    CHECK(xrLocateSpace(space, base, 0, &location) == XR_ERROR_TIME_INVALID);
}

/* The velocity of a formula is the derivative of its position. */
static void check_velocity(struct rt_motion (*motion)(enum rt_hand hand, XrTime time), XrTime time)
{
    const XrTime step_ns = 1000000;
    const struct rt_motion before = motion(RT_HAND_LEFT, time - step_ns);
    const struct rt_motion after = motion(RT_HAND_LEFT, time + step_ns);
    const struct rt_vector claimed = motion(RT_HAND_LEFT, time).linear_m_s;
    CHECK(fabs((after.position_m.x - before.position_m.x) / 2e-3 - claimed.x) < 1e-4);
    CHECK(fabs((after.position_m.y - before.position_m.y) / 2e-3 - claimed.y) < 1e-4);
    CHECK(fabs((after.position_m.z - before.position_m.z) / 2e-3 - claimed.z) < 1e-4);
}

static struct rt_motion aim(enum rt_hand hand, XrTime time)
{
    const struct rt_motion m_local_grip = rt_moving_person_grip(hand, time);
    const struct rt_motion m_grip_aim = rt_geometry_grip_offset(RT_HAND_POSE_AIM);
    return rt_motion_compose(&m_local_grip, &m_grip_aim);
}

static struct rt_motion little_tip(enum rt_hand hand, XrTime time)
{
    return rt_moving_person_joint(hand, XR_HAND_JOINT_LITTLE_TIP_EXT, time);
}

static void check_hand(const struct client *client)
{
    const PFN_xrCreateHandTrackerEXT create =
        (PFN_xrCreateHandTrackerEXT)client_load(client->instance, "xrCreateHandTrackerEXT");
    const PFN_xrLocateHandJointsEXT locate =
        (PFN_xrLocateHandJointsEXT)client_load(client->instance, "xrLocateHandJointsEXT");
    const XrHandTrackerCreateInfoEXT info = {.type = XR_TYPE_HAND_TRACKER_CREATE_INFO_EXT,
                                             .hand = XR_HAND_RIGHT_EXT,
                                             .handJointSet = XR_HAND_JOINT_SET_DEFAULT_EXT};
    XrHandTrackerEXT tracker = XR_NULL_HANDLE;
    OK(create(client->session, &info, &tracker));
    XrHandJointLocationEXT joints[XR_HAND_JOINT_COUNT_EXT];
    XrHandJointLocationsEXT locations = {.type = XR_TYPE_HAND_JOINT_LOCATIONS_EXT,
                                         .jointCount = XR_HAND_JOINT_COUNT_EXT,
                                         .jointLocations = joints};
    const XrHandJointsLocateInfoEXT at = {.type = XR_TYPE_HAND_JOINTS_LOCATE_INFO_EXT,
                                          .baseSpace = client->local,
                                          .time = client->time};
    OK(locate(tracker, &at, &locations));
    CHECK(locations.isActive);
    for (uint32_t i = 0; i < XR_HAND_JOINT_COUNT_EXT; i++) {
        const struct rt_motion expected =
            rt_moving_person_joint(RT_HAND_RIGHT, (XrHandJointEXT)i, client->time);
        CHECK(client_is_pose(&joints[i].pose, &expected) && joints[i].radius > 0);
    }
}

static void check_views(const struct client *client)
{
    const XrViewLocateInfo info = {.type = XR_TYPE_VIEW_LOCATE_INFO,
                                   .viewConfigurationType = client->view_type,
                                   .displayTime = client->time,
                                   .space = client->stage};
    XrViewState state = {.type = XR_TYPE_VIEW_STATE};
    XrView views[4] = {{.type = XR_TYPE_VIEW},
                       {.type = XR_TYPE_VIEW},
                       {.type = XR_TYPE_VIEW},
                       {.type = XR_TYPE_VIEW}};
    uint32_t count = 0;
    CHECK(xrLocateViews(client->session, &info, &state, 1, &count, views) ==
          XR_ERROR_SIZE_INSUFFICIENT);
    OK(xrLocateViews(client->session, &info, &state, 4, &count, views));
    CHECK(count == client->view_count && state.viewStateFlags == 15);
    const struct rt_motion m_local_stage = rt_moving_person_stage();
    const struct rt_motion m_local_head = rt_moving_person_head(client->time);
    for (uint32_t i = 0; i < count; i++) {
        const XrPosef eye = rt_geometry_eye(i);
        const struct rt_motion m_head_eye = rt_motion_from_pose(&eye);
        const struct rt_motion m_local_eye = rt_motion_compose(&m_local_head, &m_head_eye);
        const struct rt_motion expected = rt_motion_relative(&m_local_stage, &m_local_eye);
        const XrFovf fov = rt_geometry_fov(i);
        CHECK(client_is_pose(&views[i].pose, &expected));
        CHECK(memcmp(&views[i].fov, &fov, sizeof fov) == 0);
    }
}

static void check_person(const struct client *client)
{
    const struct rt_motion head = rt_moving_person_head(client->time);
    const struct rt_motion stage = rt_moving_person_stage();
    check_space(client, client->view, client->local, head);
    check_space(client, client->view, client->stage, rt_motion_relative(&stage, &head));
    check_space(client, client->stage, client->view, rt_motion_relative(&head, &stage));
    check_space(client, client->grip_space, client->local,
                rt_moving_person_grip(RT_HAND_LEFT, client->time));
    const struct rt_motion m_local_head = rt_moving_person_head(client->time);
    const struct rt_motion m_head_gaze = rt_moving_person_gaze_in_head(client->time);
    check_space(client, client->gaze_space, client->local,
                rt_motion_compose(&m_local_head, &m_head_gaze));
    check_velocity(aim, client->time);
    check_velocity(little_tip, client->time);
    check_views(client);
    XrTime since = 0;
    const bool down = rt_moving_person_select(RT_HAND_LEFT, client->time, &since);
    const XrActionStateGetInfo get = {.type = XR_TYPE_ACTION_STATE_GET_INFO,
                                      .action = client->select};
    XrActionStateBoolean state = {.type = XR_TYPE_ACTION_STATE_BOOLEAN};
    OK(xrGetActionStateBoolean(client->session, &get, &state));
    CHECK(state.isActive && (state.currentState == XR_TRUE) == down);
    CHECK(!down || state.lastChangeTime == since);
}

struct waiter {
    XrSession session;
    atomic_bool done;
    XrFrameState state;
};

static void *wait_frame(void *argument)
{
    struct waiter *waiter = argument;
    waiter->state = (XrFrameState){.type = XR_TYPE_FRAME_STATE};
    OK(xrWaitFrame(waiter->session, NULL, &waiter->state));
    atomic_store(&waiter->done, true);
    return NULL;
}

/* A second xrWaitFrame blocks until the first frame has begun. Other calls do not block. */
static void check_pipelined_wait(const struct client *client)
{
    XrFrameState first = {.type = XR_TYPE_FRAME_STATE};
    OK(xrWaitFrame(client->session, NULL, &first));
    struct waiter waiter = {.session = client->session};
    pthread_t thread;
    CHECK(pthread_create(&thread, NULL, wait_frame, &waiter) == 0);
    const struct timespec nap = {.tv_nsec = 50000000};
    nanosleep(&nap, NULL);
    check_person(client);
    CHECK(!atomic_load(&waiter.done));
    OK(xrBeginFrame(client->session, NULL));
    CHECK(pthread_join(thread, NULL) == 0);
    CHECK(waiter.state.predictedDisplayTime > first.predictedDisplayTime);
    CHECK(xrBeginFrame(client->session, NULL) == XR_FRAME_DISCARDED);
}

/* Destroyed handles, handles of another type and invalid handles are errors. */
static void check_handles(const struct client *client)
{
    XrSpaceLocation location = {.type = XR_TYPE_SPACE_LOCATION};
    const XrSpace space = client_create_space(client, XR_REFERENCE_SPACE_TYPE_VIEW);
    OK(xrDestroySpace(space));
    CHECK(xrLocateSpace(client->view, space, client->time, &location) == XR_ERROR_HANDLE_INVALID);
    CHECK(xrLocateSpace(client->view, (XrSpace)client->set, client->time, &location) ==
          XR_ERROR_HANDLE_INVALID);
    CHECK(xrLocateSpace(client->view, (XrSpace)(uintptr_t)&location, client->time, &location) ==
          XR_ERROR_HANDLE_INVALID);
}

/* "test_runtime 4" expects the four-view configuration. */
int main(int argc, char **argv)
{
    const bool quad = argc > 1 && strcmp(argv[1], "4") == 0;
    for (int i = 0; i < 2; i++) {
        struct client client = {
            .view_type = quad ? XR_VIEW_CONFIGURATION_TYPE_PRIMARY_QUAD_VARJO
                              : XR_VIEW_CONFIGURATION_TYPE_PRIMARY_STEREO,
            .view_count = quad ? 4 : 2,
        };
        client_create_instance(&client);
        client_create_session(&client);
        create_actions(&client);
        client_begin(&client);
        for (int frame = 0; frame < 5; frame++) {
            client_run_frame(&client);
            check_person(&client);
        }
        check_hand(&client);
        check_handles(&client);
        check_pipelined_wait(&client);
        client_end(&client);
    }
    return 0;
}
