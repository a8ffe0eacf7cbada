// SPDX-License-Identifier: MIT
// The headless runtime through the real loader: a session without graphics reaches FOCUSED, and
// every answer is what live.h says.
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "live.h"

#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);                        \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)
#define OK(call) CHECK((call) == XR_SUCCESS)

static const XrPosef identity = {.orientation = {0, 0, 0, 1}};

struct client {
    XrViewConfigurationType view_type;
    uint32_t view_count;
    XrInstance instance;
    XrSession session;
    XrSpace view, local, stage;
    XrActionSet set;
    XrAction grip, select, gaze;
    XrSpace grip_space, gaze_space;
    XrTime time;
};

static PFN_xrVoidFunction load(XrInstance instance, const char *name)
{
    PFN_xrVoidFunction function = NULL;
    OK(xrGetInstanceProcAddr(instance, name, &function));
    return function;
}

static XrPath path(const struct client *client, const char *string)
{
    XrPath value = XR_NULL_PATH;
    OK(xrStringToPath(client->instance, string, &value));
    return value;
}

static void create_instance(struct client *client)
{
    static const char *const extensions[] = {
        XR_MND_HEADLESS_EXTENSION_NAME,
        XR_EXT_HAND_TRACKING_EXTENSION_NAME,
        XR_EXT_EYE_GAZE_INTERACTION_EXTENSION_NAME,
        XR_VARJO_QUAD_VIEWS_EXTENSION_NAME,
    };
    const XrInstanceCreateInfo info = {
        .type = XR_TYPE_INSTANCE_CREATE_INFO,
        .applicationInfo = {.applicationName = "test_runtime",
                            .apiVersion = XR_MAKE_VERSION(1, 0, 0)},
        .enabledExtensionCount = client->view_count == 4 ? 4 : 3,
        .enabledExtensionNames = extensions,
    };
    OK(xrCreateInstance(&info, &client->instance));
    PFN_xrVoidFunction function = NULL;
    CHECK(xrGetInstanceProcAddr(client->instance, "xrGetVulkanGraphicsDeviceKHR", &function) ==
              XR_ERROR_FUNCTION_UNSUPPORTED &&
          function == NULL);
}

static XrSpace create_space(const struct client *client, XrReferenceSpaceType type)
{
    const XrReferenceSpaceCreateInfo info = {
        .type = XR_TYPE_REFERENCE_SPACE_CREATE_INFO,
        .referenceSpaceType = type,
        .poseInReferenceSpace = identity,
    };
    XrSpace space = XR_NULL_HANDLE;
    OK(xrCreateReferenceSpace(client->session, &info, &space));
    return space;
}

static void create_session(struct client *client)
{
    const XrSystemGetInfo get = {.type = XR_TYPE_SYSTEM_GET_INFO,
                                 .formFactor = XR_FORM_FACTOR_HEAD_MOUNTED_DISPLAY};
    XrSystemId system = XR_NULL_SYSTEM_ID;
    OK(xrGetSystem(client->instance, &get, &system));
    const XrSessionCreateInfo info = {.type = XR_TYPE_SESSION_CREATE_INFO, .systemId = system};
    OK(xrCreateSession(client->instance, &info, &client->session));
    client->view = create_space(client, XR_REFERENCE_SPACE_TYPE_VIEW);
    client->local = create_space(client, XR_REFERENCE_SPACE_TYPE_LOCAL);
    client->stage = create_space(client, XR_REFERENCE_SPACE_TYPE_STAGE);
}

static XrAction create_action(const struct client *client, const char *name, XrActionType type)
{
    XrActionCreateInfo info = {.type = XR_TYPE_ACTION_CREATE_INFO, .actionType = type};
    strcpy(info.actionName, name);
    strcpy(info.localizedActionName, name);
    XrAction action = XR_NULL_HANDLE;
    OK(xrCreateAction(client->set, &info, &action));
    return action;
}

static XrSpace create_action_space(const struct client *client, XrAction action)
{
    const XrActionSpaceCreateInfo info = {
        .type = XR_TYPE_ACTION_SPACE_CREATE_INFO,
        .action = action,
        .poseInActionSpace = identity,
    };
    XrSpace space = XR_NULL_HANDLE;
    OK(xrCreateActionSpace(client->session, &info, &space));
    return space;
}

static XrResult suggest(const struct client *client, const char *profile, uint32_t count,
                        const XrActionSuggestedBinding *bindings)
{
    const XrInteractionProfileSuggestedBinding info = {
        .type = XR_TYPE_INTERACTION_PROFILE_SUGGESTED_BINDING,
        .interactionProfile = path(client, profile),
        .countSuggestedBindings = count,
        .suggestedBindings = bindings,
    };
    return xrSuggestInteractionProfileBindings(client->instance, &info);
}

static void create_actions(struct client *client)
{
    const XrActionSetCreateInfo info = {.type = XR_TYPE_ACTION_SET_CREATE_INFO,
                                        .actionSetName = "play",
                                        .localizedActionSetName = "Play"};
    OK(xrCreateActionSet(client->instance, &info, &client->set));
    client->grip = create_action(client, "grip", XR_ACTION_TYPE_POSE_INPUT);
    client->gaze = create_action(client, "gaze", XR_ACTION_TYPE_POSE_INPUT);
    client->select = create_action(client, "select", XR_ACTION_TYPE_BOOLEAN_INPUT);
    const XrActionSuggestedBinding hand[] = {
        {client->grip, path(client, "/user/hand/left/input/grip/pose")},
        {client->select, path(client, "/user/hand/left/input/select/click")},
    };
    const XrActionSuggestedBinding eyes[] = {
        {client->gaze, path(client, "/user/eyes_ext/input/gaze_ext/pose")},
    };
    OK(suggest(client, "/interaction_profiles/khr/simple_controller", 2, hand));
    OK(suggest(client, "/interaction_profiles/ext/eye_gaze_interaction", 1, eyes));
    CHECK(suggest(client, "/interaction_profiles/khr/simple_controller", 1, eyes) ==
          XR_ERROR_PATH_UNSUPPORTED);
    const XrSessionActionSetsAttachInfo attach = {
        .type = XR_TYPE_SESSION_ACTION_SETS_ATTACH_INFO,
        .countActionSets = 1,
        .actionSets = &client->set,
    };
    OK(xrAttachSessionActionSets(client->session, &attach));
    CHECK(xrAttachSessionActionSets(client->session, &attach) ==
          XR_ERROR_ACTIONSETS_ALREADY_ATTACHED);
    client->grip_space = create_action_space(client, client->grip);
    client->gaze_space = create_action_space(client, client->gaze);
}

static bool poll_state(const struct client *client, XrSessionState wanted)
{
    XrEventDataBuffer event = {.type = XR_TYPE_EVENT_DATA_BUFFER};
    while (xrPollEvent(client->instance, &event) == XR_SUCCESS) {
        XrEventDataSessionStateChanged changed;
        memcpy(&changed, &event, sizeof(changed));
        if (changed.type == XR_TYPE_EVENT_DATA_SESSION_STATE_CHANGED && changed.state == wanted)
            return true;
        event.type = XR_TYPE_EVENT_DATA_BUFFER;
    }
    return false;
}

static void begin(struct client *client)
{
    const XrSessionBeginInfo info = {
        .type = XR_TYPE_SESSION_BEGIN_INFO,
        .primaryViewConfigurationType = client->view_type,
    };
    CHECK(poll_state(client, XR_SESSION_STATE_READY));
    OK(xrBeginSession(client->session, &info));
    CHECK(poll_state(client, XR_SESSION_STATE_FOCUSED));
}

static void run_frame(struct client *client)
{
    XrFrameState state = {.type = XR_TYPE_FRAME_STATE};
    CHECK(xrBeginFrame(client->session, NULL) == XR_ERROR_CALL_ORDER_INVALID);
    OK(xrWaitFrame(client->session, NULL, &state));
    OK(xrBeginFrame(client->session, NULL));
    const XrFrameEndInfo end = {
        .type = XR_TYPE_FRAME_END_INFO,
        .displayTime = state.predictedDisplayTime,
        .environmentBlendMode = XR_ENVIRONMENT_BLEND_MODE_OPAQUE,
    };
    OK(xrEndFrame(client->session, &end));
    CHECK(xrEndFrame(client->session, &end) == XR_ERROR_CALL_ORDER_INVALID);
    client->time = state.predictedDisplayTime;
    const XrActiveActionSet active = {.actionSet = client->set};
    const XrActionsSyncInfo sync = {
        .type = XR_TYPE_ACTIONS_SYNC_INFO, .countActiveActionSets = 1, .activeActionSets = &active};
    OK(xrSyncActions(client->session, &sync));
}

static bool is_near(XrVector3f a, struct us_vector b)
{
    return fabs((double)a.x - b.x) < 1e-5 && fabs((double)a.y - b.y) < 1e-5 &&
           fabs((double)a.z - b.z) < 1e-5;
}

static bool is_pose(const XrPosef *pose, const struct us_motion *motion)
{
    const struct us_quaternion q = motion->rotation;
    const XrQuaternionf p = pose->orientation;
    const double dot =
        (double)p.x * q.x + (double)p.y * q.y + (double)p.z * q.z + (double)p.w * q.w;
    return is_near(pose->position, motion->position_m) && fabs(dot) > 1 - 1e-6;
}

static void check_space(const struct client *client, XrSpace space, XrSpace base,
                        struct us_motion expected)
{
    XrSpaceVelocity velocity = {.type = XR_TYPE_SPACE_VELOCITY};
    XrSpaceLocation location = {.type = XR_TYPE_SPACE_LOCATION, .next = &velocity};
    OK(xrLocateSpace(space, base, client->time, &location));
    CHECK(location.locationFlags == 15 && velocity.velocityFlags == 3);
    CHECK(is_pose(&location.pose, &expected));
    CHECK(is_near(velocity.linearVelocity, expected.linear_m_s));
    CHECK(is_near(velocity.angularVelocity, expected.angular_rad_s));
    CHECK(xrLocateSpace(space, base, 0, &location) == XR_ERROR_TIME_INVALID);
}

// The velocity that the closed form claims is how the position really moves.
static void check_velocity(struct us_motion (*motion)(enum us_hand hand, XrTime time), XrTime time)
{
    const XrTime step_ns = 1000000;
    const struct us_motion before = motion(US_HAND_LEFT, time - step_ns);
    const struct us_motion after = motion(US_HAND_LEFT, time + step_ns);
    const struct us_vector claimed = motion(US_HAND_LEFT, time).linear_m_s;
    CHECK(fabs((after.position_m.x - before.position_m.x) / 2e-3 - claimed.x) < 1e-4);
    CHECK(fabs((after.position_m.y - before.position_m.y) / 2e-3 - claimed.y) < 1e-4);
    CHECK(fabs((after.position_m.z - before.position_m.z) / 2e-3 - claimed.z) < 1e-4);
}

static struct us_motion little_tip(enum us_hand hand, XrTime time)
{
    return us_live_joint(hand, XR_HAND_JOINT_LITTLE_TIP_EXT, time);
}

static void check_hand(const struct client *client)
{
    const PFN_xrCreateHandTrackerEXT create =
        (PFN_xrCreateHandTrackerEXT)load(client->instance, "xrCreateHandTrackerEXT");
    const PFN_xrLocateHandJointsEXT locate =
        (PFN_xrLocateHandJointsEXT)load(client->instance, "xrLocateHandJointsEXT");
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
        const struct us_motion expected =
            us_live_joint(US_HAND_RIGHT, (XrHandJointEXT)i, client->time);
        CHECK(is_pose(&joints[i].pose, &expected) && joints[i].radius > 0);
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
    const struct us_motion m_local_stage = us_live_stage();
    const struct us_motion m_local_head = us_live_head(client->time);
    for (uint32_t i = 0; i < count; i++) {
        const XrPosef eye = us_live_eye(i);
        const struct us_motion m_head_eye = us_motion_from_pose(&eye);
        const struct us_motion m_local_eye = us_motion_compose(&m_local_head, &m_head_eye);
        const struct us_motion expected = us_motion_relative(&m_local_stage, &m_local_eye);
        const XrFovf fov = us_live_fov(i);
        CHECK(is_pose(&views[i].pose, &expected));
        CHECK(memcmp(&views[i].fov, &fov, sizeof(fov)) == 0);
    }
}

static void check_live(const struct client *client)
{
    const struct us_motion head = us_live_head(client->time);
    const struct us_motion stage = us_live_stage();
    check_space(client, client->view, client->local, head);
    check_space(client, client->view, client->stage, us_motion_relative(&stage, &head));
    check_space(client, client->stage, client->view, us_motion_relative(&head, &stage));
    check_space(client, client->grip_space, client->local,
                us_live_grip(US_HAND_LEFT, client->time));
    check_space(client, client->gaze_space, client->local, us_live_gaze(client->time));
    check_velocity(us_live_aim, client->time);
    check_velocity(little_tip, client->time);
    check_views(client);
    XrTime since = 0;
    const bool down = us_live_select(US_HAND_LEFT, client->time, &since);
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

// A second xrWaitFrame blocks until the first frame has begun, and nothing else does meanwhile.
static void check_pipelined_wait(const struct client *client)
{
    XrFrameState first = {.type = XR_TYPE_FRAME_STATE};
    OK(xrWaitFrame(client->session, NULL, &first));
    struct waiter waiter = {.session = client->session};
    pthread_t thread;
    CHECK(pthread_create(&thread, NULL, wait_frame, &waiter) == 0);
    const struct timespec nap = {.tv_nsec = 50000000};
    nanosleep(&nap, NULL);
    check_live(client);
    CHECK(!atomic_load(&waiter.done));
    OK(xrBeginFrame(client->session, NULL));
    CHECK(pthread_join(thread, NULL) == 0);
    CHECK(waiter.state.predictedDisplayTime > first.predictedDisplayTime);
    CHECK(xrBeginFrame(client->session, NULL) == XR_FRAME_DISCARDED);
}

// Handles that were never given, or are no more, are found out.
static void check_handles(const struct client *client)
{
    XrSpaceLocation location = {.type = XR_TYPE_SPACE_LOCATION};
    const XrSpace space = create_space(client, XR_REFERENCE_SPACE_TYPE_VIEW);
    OK(xrDestroySpace(space));
    CHECK(xrLocateSpace(client->view, space, client->time, &location) == XR_ERROR_HANDLE_INVALID);
    CHECK(xrLocateSpace(client->view, (XrSpace)client->set, client->time, &location) ==
          XR_ERROR_HANDLE_INVALID);
    CHECK(xrLocateSpace(client->view, (XrSpace)&location, client->time, &location) ==
          XR_ERROR_HANDLE_INVALID);
}

static void end(struct client *client)
{
    OK(xrRequestExitSession(client->session));
    CHECK(poll_state(client, XR_SESSION_STATE_STOPPING));
    OK(xrEndSession(client->session));
    CHECK(poll_state(client, XR_SESSION_STATE_EXITING));
    OK(xrDestroySession(client->session));
    OK(xrDestroyInstance(client->instance));
}

// "test_runtime 4" expects the four-view configuration.
int main(int argc, char **argv)
{
    const bool quad = argc > 1 && strcmp(argv[1], "4") == 0;
    for (int i = 0; i < 2; i++) {
        struct client client = {
            .view_type = quad ? XR_VIEW_CONFIGURATION_TYPE_PRIMARY_QUAD_VARJO
                              : XR_VIEW_CONFIGURATION_TYPE_PRIMARY_STEREO,
            .view_count = quad ? 4 : 2,
        };
        create_instance(&client);
        create_session(&client);
        create_actions(&client);
        begin(&client);
        for (int frame = 0; frame < 5; frame++) {
            run_frame(&client);
            check_live(&client);
        }
        check_hand(&client);
        check_handles(&client);
        check_pipelined_wait(&client);
        end(&client);
    }
    return 0;
}
