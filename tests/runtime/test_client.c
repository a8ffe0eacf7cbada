/* SPDX-License-Identifier: MIT */
#include "test_client.h"

#include <math.h>
#include <string.h>

static const XrPosef identity = {.orientation = {0, 0, 0, 1}};

PFN_xrVoidFunction client_load(XrInstance instance, const char *name)
{
    PFN_xrVoidFunction function = NULL;
    OK(xrGetInstanceProcAddr(instance, name, &function));
    return function;
}

XrPath client_path(const struct client *client, const char *string)
{
    XrPath value = XR_NULL_PATH;
    OK(xrStringToPath(client->instance, string, &value));
    return value;
}

#define EXTENSION_LIMIT 64

static uint32_t list_extensions(const struct client *client,
                                const char *out_names[static EXTENSION_LIMIT])
{
    static XrExtensionProperties offered[EXTENSION_LIMIT];
    uint32_t count = 0;
    if (client->all) {
        for (int i = 0; i < EXTENSION_LIMIT; i++)
            offered[i] = (XrExtensionProperties){.type = XR_TYPE_EXTENSION_PROPERTIES};
        OK(xrEnumerateInstanceExtensionProperties(NULL, EXTENSION_LIMIT, &count, offered));
        for (uint32_t i = 0; i < count; i++)
            out_names[i] = offered[i].extensionName;
        return count;
    }
    if (client->bare) {
        out_names[0] = client->extension;
        return client->extension != NULL;
    }
    out_names[count++] = XR_MND_HEADLESS_EXTENSION_NAME;
    out_names[count++] = XR_EXT_HAND_TRACKING_EXTENSION_NAME;
    out_names[count++] = XR_EXT_EYE_GAZE_INTERACTION_EXTENSION_NAME;
    if (client->view_count == 4)
        out_names[count++] = XR_VARJO_QUAD_VIEWS_EXTENSION_NAME;
    if (client->newer) {
        out_names[count++] = XR_EXT_LOCAL_FLOOR_EXTENSION_NAME;
        out_names[count++] = XR_KHR_LOCATE_SPACES_EXTENSION_NAME;
        out_names[count++] = XR_EXT_PALM_POSE_EXTENSION_NAME;
        out_names[count++] = XR_EXT_HAND_INTERACTION_EXTENSION_NAME;
    }
    if (client->extension != NULL)
        out_names[count++] = client->extension;
    if (client->extension2 != NULL)
        out_names[count++] = client->extension2;
    return count;
}

void client_create_instance(struct client *client)
{
    const char *extensions[EXTENSION_LIMIT];
    if (client->view_count == 0) {
        client->view_type = XR_VIEW_CONFIGURATION_TYPE_PRIMARY_STEREO;
        client->view_count = 2;
    }
    const XrInstanceCreateInfo info = {
        .type = XR_TYPE_INSTANCE_CREATE_INFO,
        .applicationInfo = {.applicationName = "test_runtime",
                            .apiVersion = XR_MAKE_VERSION(1, client->minor, 0)},
        .enabledApiLayerCount = client->layer != NULL,
        .enabledApiLayerNames = &client->layer,
        .enabledExtensionCount = list_extensions(client, extensions),
        .enabledExtensionNames = extensions,
    };
    OK(xrCreateInstance(&info, &client->instance));
    if (client->layer != NULL || client->vulkan || client->all) /* a layer has them too */
        return;
    PFN_xrVoidFunction function = NULL;
    CHECK(xrGetInstanceProcAddr(client->instance, "xrGetVulkanGraphicsDeviceKHR", &function) ==
              XR_ERROR_FUNCTION_UNSUPPORTED &&
          function == NULL);
}

XrSpace client_create_space(const struct client *client, XrReferenceSpaceType type)
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

void client_create_session(struct client *client)
{
    const XrSystemGetInfo get = {.type = XR_TYPE_SYSTEM_GET_INFO,
                                 .formFactor = XR_FORM_FACTOR_HEAD_MOUNTED_DISPLAY};
    XrSystemId system = XR_NULL_SYSTEM_ID;
    OK(xrGetSystem(client->instance, &get, &system));
    const XrSessionCreateInfo info = {.type = XR_TYPE_SESSION_CREATE_INFO, .systemId = system};
    OK(xrCreateSession(client->instance, &info, &client->session));
    client->view = client_create_space(client, XR_REFERENCE_SPACE_TYPE_VIEW);
    client->local = client_create_space(client, XR_REFERENCE_SPACE_TYPE_LOCAL);
    client->stage = client_create_space(client, XR_REFERENCE_SPACE_TYPE_STAGE);
}

void client_create_set(struct client *client)
{
    const XrActionSetCreateInfo info = {.type = XR_TYPE_ACTION_SET_CREATE_INFO,
                                        .actionSetName = "play",
                                        .localizedActionSetName = "Play"};
    OK(xrCreateActionSet(client->instance, &info, &client->set));
}

void client_attach(const struct client *client)
{
    const XrSessionActionSetsAttachInfo info = {.type = XR_TYPE_SESSION_ACTION_SETS_ATTACH_INFO,
                                                .countActionSets = 1,
                                                .actionSets = &client->set};
    OK(xrAttachSessionActionSets(client->session, &info));
}

XrAction client_create_action(const struct client *client, const char *name, XrActionType type)
{
    XrActionCreateInfo info = {.type = XR_TYPE_ACTION_CREATE_INFO, .actionType = type};
    strcpy(info.actionName, name);
    strcpy(info.localizedActionName, name);
    XrAction action = XR_NULL_HANDLE;
    OK(xrCreateAction(client->set, &info, &action));
    return action;
}

XrSpace client_create_action_space(const struct client *client, XrAction action)
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

XrResult client_suggest(const struct client *client, const char *profile, uint32_t count,
                        const XrActionSuggestedBinding *bindings)
{
    const XrInteractionProfileSuggestedBinding info = {
        .type = XR_TYPE_INTERACTION_PROFILE_SUGGESTED_BINDING,
        .interactionProfile = client_path(client, profile),
        .countSuggestedBindings = count,
        .suggestedBindings = bindings,
    };
    return xrSuggestInteractionProfileBindings(client->instance, &info);
}

#define GET_STATE(function, kind, KIND)                                                            \
    XrActionState##kind function(const struct client *client, XrAction action)                     \
    {                                                                                              \
        const XrActionStateGetInfo get = {.type = XR_TYPE_ACTION_STATE_GET_INFO,                   \
                                          .action = action};                                       \
        XrActionState##kind state = {.type = XR_TYPE_ACTION_STATE_##KIND};                         \
        OK(xrGetActionState##kind(client->session, &get, &state));                                 \
        return state;                                                                              \
    }
GET_STATE(client_get_boolean, Boolean, BOOLEAN)
GET_STATE(client_get_float, Float, FLOAT)
GET_STATE(client_get_vector, Vector2f, VECTOR2F)

XrPath client_profile(const struct client *client, const char *user)
{
    XrInteractionProfileState state = {.type = XR_TYPE_INTERACTION_PROFILE_STATE};
    OK(xrGetCurrentInteractionProfile(client->session, client_path(client, user), &state));
    return state.interactionProfile;
}

XrSpaceLocation client_locate(const struct client *client, XrSpace space, XrSpace base,
                              XrSpaceVelocity *velocity)
{
    XrSpaceLocation location = {.type = XR_TYPE_SPACE_LOCATION, .next = velocity};
    OK(xrLocateSpace(space, base, client->time, &location));
    return location;
}

XrHandTrackerEXT client_create_tracker(const struct client *client, XrHandEXT hand)
{
    const XrHandTrackerCreateInfoEXT info = {.type = XR_TYPE_HAND_TRACKER_CREATE_INFO_EXT,
                                             .hand = hand,
                                             .handJointSet = XR_HAND_JOINT_SET_DEFAULT_EXT};
    XrHandTrackerEXT tracker = XR_NULL_HANDLE;
    OK(CLIENT_LOAD(client, xrCreateHandTrackerEXT)(client->session, &info, &tracker));
    return tracker;
}

bool client_locate_joints(const struct client *client, XrHandTrackerEXT tracker,
                          XrHandJointLocationEXT joints[XR_HAND_JOINT_COUNT_EXT],
                          XrHandJointVelocityEXT *velocities)
{
    XrHandJointVelocitiesEXT speeds = {.type = XR_TYPE_HAND_JOINT_VELOCITIES_EXT,
                                       .jointCount = XR_HAND_JOINT_COUNT_EXT,
                                       .jointVelocities = velocities};
    XrHandJointLocationsEXT locations = {.type = XR_TYPE_HAND_JOINT_LOCATIONS_EXT,
                                         .next = velocities != NULL ? &speeds : NULL,
                                         .jointCount = XR_HAND_JOINT_COUNT_EXT,
                                         .jointLocations = joints};
    const XrHandJointsLocateInfoEXT at = {.type = XR_TYPE_HAND_JOINTS_LOCATE_INFO_EXT,
                                          .baseSpace = client->local,
                                          .time = client->time};
    OK(CLIENT_LOAD(client, xrLocateHandJointsEXT)(tracker, &at, &locations));
    return locations.isActive;
}

void client_create_grip_gaze_select(struct client *client)
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
    client_attach(client);
    client->grip_space = client_create_action_space(client, client->grip);
    client->gaze_space = client_create_action_space(client, client->gaze);
}

bool client_poll_state(const struct client *client, XrSessionState wanted)
{
    XrEventDataBuffer event = {.type = XR_TYPE_EVENT_DATA_BUFFER};
    while (xrPollEvent(client->instance, &event) == XR_SUCCESS) {
        XrEventDataSessionStateChanged changed;
        memcpy(&changed, &event, sizeof changed);
        if (changed.type == XR_TYPE_EVENT_DATA_SESSION_STATE_CHANGED && changed.state == wanted)
            return true;
        event.type = XR_TYPE_EVENT_DATA_BUFFER;
    }
    return false;
}

void client_begin_session(const struct client *client)
{
    const XrSessionBeginInfo info = {
        .type = XR_TYPE_SESSION_BEGIN_INFO,
        .primaryViewConfigurationType = client->view_type,
    };
    CHECK(client_poll_state(client, XR_SESSION_STATE_READY));
    OK(xrBeginSession(client->session, &info));
}

void client_begin(struct client *client)
{
    client_begin_session(client);
    CHECK(client_poll_state(client, XR_SESSION_STATE_FOCUSED));
}

XrResult client_end_frame(XrSession session, XrTime time)
{
    const XrFrameEndInfo end = {.type = XR_TYPE_FRAME_END_INFO,
                                .displayTime = time,
                                .environmentBlendMode = XR_ENVIRONMENT_BLEND_MODE_OPAQUE};
    return xrEndFrame(session, &end);
}

XrResult client_sync(const struct client *client, uint32_t count, const XrActiveActionSet *sets)
{
    const XrActionsSyncInfo info = {.type = XR_TYPE_ACTIONS_SYNC_INFO,
                                    .countActiveActionSets = count,
                                    .activeActionSets = sets};
    return xrSyncActions(client->session, &info);
}

void client_run_frame(struct client *client)
{
    XrFrameState state = {.type = XR_TYPE_FRAME_STATE};
    CHECK(xrBeginFrame(client->session, NULL) == XR_ERROR_CALL_ORDER_INVALID);
    OK(xrWaitFrame(client->session, NULL, &state));
    OK(xrBeginFrame(client->session, NULL));
    OK(client_end_frame(client->session, state.predictedDisplayTime));
    CHECK(client_end_frame(client->session, state.predictedDisplayTime) ==
          XR_ERROR_CALL_ORDER_INVALID);
    client->time = state.predictedDisplayTime;
    client->period = state.predictedDisplayPeriod;
    OK(client_sync(client, 1, &(XrActiveActionSet){.actionSet = client->set}));
}

bool client_is_near(XrVector3f a, struct rt_vector b)
{
    return fabs((double)a.x - b.x) < 1e-5 && fabs((double)a.y - b.y) < 1e-5 &&
           fabs((double)a.z - b.z) < 1e-5;
}

bool client_is_pose(const XrPosef *pose, const struct rt_motion *motion)
{
    const struct rt_quaternion q = motion->rotation;
    const XrQuaternionf p = pose->orientation;
    const double dot =
        (double)p.x * q.x + (double)p.y * q.y + (double)p.z * q.z + (double)p.w * q.w;
    return client_is_near(pose->position, motion->position_m) && fabs(dot) > 1 - 1e-6;
}

void client_end_session(const struct client *client)
{
    OK(xrRequestExitSession(client->session));
    CHECK(client_poll_state(client, XR_SESSION_STATE_STOPPING));
    OK(xrEndSession(client->session));
    CHECK(client_poll_state(client, XR_SESSION_STATE_EXITING));
}

void client_end(struct client *client)
{
    client_end_session(client);
    OK(xrDestroySession(client->session));
    OK(xrDestroyInstance(client->instance));
}
