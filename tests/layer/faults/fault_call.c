/* SPDX-License-Identifier: MIT */
/* The calls of fault_app, a function each. What is wrong with one on purpose is counted through: P
 * is a pointer, H a handle. */
#include "fault_app.h"

#include <string.h>

static bool is_null(struct fault_app *app, int which)
{
    bool null = app->null == which;
    app->spoiled |= null;
    return null;
}

static uint64_t handle(struct fault_app *app, int which, uint64_t value)
{
    bool garbage = app->garbage == which;
    app->spoiled |= garbage;
    return garbage ? app->value : value;
}

#define P(which, pointer) (is_null(app, which) ? NULL : (pointer))
#define H(which, type, value) US_XR_HANDLE(type, handle(app, which, US_XR_VALUE(value)))
/* In front of what the chain has anyway. */
#define N(next) chain(app, next)

/* A thousand structs of types that nobody knows, each type twice. */
static void *chain(struct fault_app *app, void *next)
{
    if (!app->chained || app->chains == FAULT_CHAINS)
        return next;
    struct fault_link *links = app->links[app->chains++];
    for (int i = 0; i < FAULT_LINKS; i++)
        links[i] = (struct fault_link){
            {(XrStructureType)(0x7ffe0000 + i / 2),
             i + 1 < FAULT_LINKS ? &links[i + 1].base : (XrBaseOutStructure *)next},
            {0x5a5a5a5a5a5a5a5a, 0xa5a5a5a5a5a5a5a5}};
    return links;
}

#define CALL(name, ...)                                                                            \
    memcpy(&app->before, &app->out, sizeof app->out);                                              \
    return app->scene.calls.name != NULL ? app->scene.calls.name(__VA_ARGS__)                      \
                                         : XR_ERROR_FUNCTION_UNSUPPORTED;
#define DEFINE(name) static XrResult call_##name(struct fault_app *app)
#define SESSION H(1, XrSession, app->scene.session)
#define INSTANCE H(1, XrInstance, app->scene.instance)

DEFINE(xrDestroyInstance){CALL(xrDestroyInstance, INSTANCE)}

DEFINE(xrGetSystemProperties)
{
    struct fault_out *out = &app->out;
    out->eyes.type = XR_TYPE_SYSTEM_EYE_GAZE_INTERACTION_PROPERTIES_EXT;
    out->eyes.next = NULL;
    out->hands.type = XR_TYPE_SYSTEM_HAND_TRACKING_PROPERTIES_EXT;
    out->hands.next = &out->eyes;
    out->properties.type = XR_TYPE_SYSTEM_PROPERTIES;
    out->properties.next = N(&out->hands);
    CALL(xrGetSystemProperties, INSTANCE, 1, P(1, &out->properties))
}

DEFINE(xrPollEvent)
{
    app->out.event.type = XR_TYPE_EVENT_DATA_BUFFER;
    app->out.event.next = N(NULL);
    CALL(xrPollEvent, INSTANCE, P(1, &app->out.event))
}

DEFINE(xrCreateSession)
{
    XrSessionCreateInfo info = {.type = XR_TYPE_SESSION_CREATE_INFO, .next = N(NULL)};
    CALL(xrCreateSession, INSTANCE, P(1, &info), P(2, &app->out.session))
}

DEFINE(xrDestroySession){CALL(xrDestroySession, SESSION)}

DEFINE(xrBeginSession)
{
    XrSessionBeginInfo info = {.type = XR_TYPE_SESSION_BEGIN_INFO, .next = N(NULL)};
    CALL(xrBeginSession, SESSION, P(1, &info))
}

DEFINE(xrEndSession){CALL(xrEndSession, SESSION)}

DEFINE(xrWaitFrame)
{
    XrFrameWaitInfo info = {.type = XR_TYPE_FRAME_WAIT_INFO, .next = N(NULL)};
    app->out.frame.type = XR_TYPE_FRAME_STATE;
    app->out.frame.next = N(NULL);
    CALL(xrWaitFrame, SESSION, P(1, &info), P(2, &app->out.frame))
}

DEFINE(xrEndFrame)
{
    XrCompositionLayerProjectionView views[2] = {
        {.type = XR_TYPE_COMPOSITION_LAYER_PROJECTION_VIEW,
         .next = N(NULL),
         .pose = scene_identity},
        {.type = XR_TYPE_COMPOSITION_LAYER_PROJECTION_VIEW, .pose = scene_identity}};
    XrCompositionLayerProjection projection = {.type = XR_TYPE_COMPOSITION_LAYER_PROJECTION,
                                               .next = N(NULL),
                                               .space = H(2, XrSpace, app->local),
                                               .viewCount = 2,
                                               .views = P(4, views)};
    XrCompositionLayerQuad quad = {.type = XR_TYPE_COMPOSITION_LAYER_QUAD,
                                   .next = N(NULL),
                                   .space = H(3, XrSpace, app->grip_space),
                                   .pose = scene_identity};
    const XrCompositionLayerBaseHeader *layers[] = {
        P(3, (const XrCompositionLayerBaseHeader *)&projection),
        (const XrCompositionLayerBaseHeader *)&quad};
    XrFrameEndInfo info = {.type = XR_TYPE_FRAME_END_INFO,
                           .next = N(NULL),
                           .displayTime = app->time,
                           .layerCount = 2,
                           .layers = P(2, layers)};
    CALL(xrEndFrame, SESSION, P(1, &info))
}

DEFINE(xrEnumerateReferenceSpaces){
    CALL(xrEnumerateReferenceSpaces, SESSION, 8, P(1, &app->out.count), P(2, app->out.types))}

DEFINE(xrGetReferenceSpaceBoundsRect){CALL(xrGetReferenceSpaceBoundsRect, SESSION,
                                           XR_REFERENCE_SPACE_TYPE_STAGE, P(1, &app->out.bounds))}

DEFINE(xrCreateSwapchain)
{
    XrSwapchainCreateInfo info = {.type = XR_TYPE_SWAPCHAIN_CREATE_INFO,
                                  .next = N(NULL),
                                  .format = 43,
                                  .sampleCount = 1,
                                  .width = 16,
                                  .height = 16,
                                  .faceCount = 1,
                                  .arraySize = 1,
                                  .mipCount = 1};
    CALL(xrCreateSwapchain, SESSION, P(1, &info), P(2, &app->out.swapchain))
}

#define SWAPCHAIN H(1, XrSwapchain, app->swapchain)

DEFINE(xrDestroySwapchain){CALL(xrDestroySwapchain, SWAPCHAIN)}

DEFINE(xrAcquireSwapchainImage)
{
    XrSwapchainImageAcquireInfo info = {.type = XR_TYPE_SWAPCHAIN_IMAGE_ACQUIRE_INFO,
                                        .next = N(NULL)};
    CALL(xrAcquireSwapchainImage, SWAPCHAIN, P(1, &info), P(2, &app->out.image))
}

DEFINE(xrWaitSwapchainImage)
{
    XrSwapchainImageWaitInfo info = {.type = XR_TYPE_SWAPCHAIN_IMAGE_WAIT_INFO, .next = N(NULL)};
    CALL(xrWaitSwapchainImage, SWAPCHAIN, P(1, &info))
}

DEFINE(xrReleaseSwapchainImage)
{
    XrSwapchainImageReleaseInfo info = {.type = XR_TYPE_SWAPCHAIN_IMAGE_RELEASE_INFO,
                                        .next = N(NULL)};
    CALL(xrReleaseSwapchainImage, SWAPCHAIN, P(1, &info))
}

DEFINE(xrCreateReferenceSpace)
{
    XrReferenceSpaceCreateInfo info = {.type = XR_TYPE_REFERENCE_SPACE_CREATE_INFO,
                                       .next = N(NULL),
                                       .referenceSpaceType = XR_REFERENCE_SPACE_TYPE_STAGE,
                                       .poseInReferenceSpace = scene_identity};
    CALL(xrCreateReferenceSpace, SESSION, P(1, &info), P(2, &app->out.space))
}

DEFINE(xrCreateActionSpace)
{
    XrActionSpaceCreateInfo info = {.type = XR_TYPE_ACTION_SPACE_CREATE_INFO,
                                    .next = N(NULL),
                                    .action = H(2, XrAction, app->grip),
                                    .subactionPath = app->left,
                                    .poseInActionSpace = scene_identity};
    CALL(xrCreateActionSpace, SESSION, P(1, &info), P(2, &app->out.space))
}

DEFINE(xrDestroySpace){CALL(xrDestroySpace, H(1, XrSpace, app->spare_space))}

DEFINE(xrLocateSpace)
{
    app->out.velocity.type = XR_TYPE_SPACE_VELOCITY;
    app->out.velocity.next = NULL;
    app->out.location.type = XR_TYPE_SPACE_LOCATION;
    app->out.location.next = N(&app->out.velocity);
    CALL(xrLocateSpace, H(1, XrSpace, app->view), H(2, XrSpace, app->base), app->time,
         P(1, &app->out.location))
}

static void fill_locations(struct fault_app *app, XrSpace *spaces, XrSpacesLocateInfo *info)
{
    struct fault_out *out = &app->out;
    spaces[0] = H(2, XrSpace, app->view);
    spaces[1] = H(3, XrSpace, app->grip_space);
    *info = (XrSpacesLocateInfo){.type = XR_TYPE_SPACES_LOCATE_INFO,
                                 .next = N(NULL),
                                 .baseSpace = H(4, XrSpace, app->base),
                                 .time = app->time,
                                 .spaceCount = 2,
                                 .spaces = P(3, spaces)};
    out->velocities = (XrSpaceVelocities){
        .type = XR_TYPE_SPACE_VELOCITIES, .velocityCount = 2, .velocities = out->some_velocities};
    out->locations = (XrSpaceLocations){.type = XR_TYPE_SPACE_LOCATIONS,
                                        .next = N(&out->velocities),
                                        .locationCount = 2,
                                        .locations = P(4, out->some_locations)};
}

DEFINE(xrLocateSpaces)
{
    XrSpace spaces[2];
    XrSpacesLocateInfo info;
    fill_locations(app, spaces, &info);
    CALL(xrLocateSpaces, SESSION, P(1, &info), P(2, &app->out.locations))
}

DEFINE(xrLocateSpacesKHR)
{
    XrSpace spaces[2];
    XrSpacesLocateInfo info;
    fill_locations(app, spaces, &info);
    CALL(xrLocateSpacesKHR, SESSION, P(1, &info), P(2, &app->out.locations))
}

DEFINE(xrLocateViews)
{
    XrViewLocateInfo info = {.type = XR_TYPE_VIEW_LOCATE_INFO,
                             .next = N(NULL),
                             .viewConfigurationType = XR_VIEW_CONFIGURATION_TYPE_PRIMARY_STEREO,
                             .displayTime = app->time,
                             .space = H(2, XrSpace, app->base)};
    app->out.view_state.type = XR_TYPE_VIEW_STATE;
    app->out.view_state.next = N(NULL);
    for (int i = 0; i < 2; i++) {
        app->out.views[i].type = XR_TYPE_VIEW;
        app->out.views[i].next = N(NULL);
    }
    CALL(xrLocateViews, SESSION, P(1, &info), P(2, &app->out.view_state), 2, P(3, &app->out.count),
         P(4, app->out.views))
}

DEFINE(xrCreateHandTrackerEXT)
{
    XrHandTrackerCreateInfoEXT info = {.type = XR_TYPE_HAND_TRACKER_CREATE_INFO_EXT,
                                       .next = N(NULL),
                                       .hand = XR_HAND_RIGHT_EXT,
                                       .handJointSet = XR_HAND_JOINT_SET_DEFAULT_EXT};
    CALL(xrCreateHandTrackerEXT, SESSION, P(1, &info), P(2, &app->out.tracker))
}

DEFINE(xrDestroyHandTrackerEXT){
    CALL(xrDestroyHandTrackerEXT, H(1, XrHandTrackerEXT, app->spare_hand))}

DEFINE(xrLocateHandJointsEXT)
{
    struct fault_out *out = &app->out;
    XrHandJointsLocateInfoEXT info = {.type = XR_TYPE_HAND_JOINTS_LOCATE_INFO_EXT,
                                      .next = N(NULL),
                                      .baseSpace = H(2, XrSpace, app->base),
                                      .time = app->time};
    out->joint_velocities = (XrHandJointVelocitiesEXT){.type = XR_TYPE_HAND_JOINT_VELOCITIES_EXT,
                                                       .jointCount = FAULT_JOINTS,
                                                       .jointVelocities = out->joint_velocity};
    out->joints.type = XR_TYPE_HAND_JOINT_LOCATIONS_EXT;
    out->joints.next = N(&out->joint_velocities);
    out->joints.jointCount = FAULT_JOINTS;
    out->joints.jointLocations = P(3, out->joint);
    CALL(xrLocateHandJointsEXT, H(1, XrHandTrackerEXT, app->hand), P(1, &info), P(2, &out->joints))
}

DEFINE(xrGetHandMeshFB)
{
    app->out.mesh = (XrHandTrackingMeshFB){.type = XR_TYPE_HAND_TRACKING_MESH_FB, .next = N(NULL)};
    CALL(xrGetHandMeshFB, H(1, XrHandTrackerEXT, app->hand), P(1, &app->out.mesh))
}

DEFINE(xrCreateActionSet)
{
    XrActionSetCreateInfo info = {.type = XR_TYPE_ACTION_SET_CREATE_INFO, .next = N(NULL)};
    CALL(xrCreateActionSet, INSTANCE, P(1, &info), P(2, &app->out.set))
}

DEFINE(xrDestroyActionSet){CALL(xrDestroyActionSet, H(1, XrActionSet, app->spare_set))}

DEFINE(xrCreateAction)
{
    XrActionCreateInfo info = {.type = XR_TYPE_ACTION_CREATE_INFO,
                               .next = N(NULL),
                               .actionType = XR_ACTION_TYPE_BOOLEAN_INPUT,
                               .countSubactionPaths = 1,
                               .subactionPaths = P(3, &app->left)};
    CALL(xrCreateAction, H(1, XrActionSet, app->spare_set), P(1, &info), P(2, &app->out.action))
}

DEFINE(xrDestroyAction){CALL(xrDestroyAction, H(1, XrAction, app->spare_action))}

DEFINE(xrAttachSessionActionSets)
{
    XrActionSet sets[] = {H(2, XrActionSet, app->set)};
    XrSessionActionSetsAttachInfo info = {.type = XR_TYPE_SESSION_ACTION_SETS_ATTACH_INFO,
                                          .next = N(NULL),
                                          .countActionSets = 1,
                                          .actionSets = P(2, sets)};
    CALL(xrAttachSessionActionSets, SESSION, P(1, &info))
}

DEFINE(xrSyncActions)
{
    XrActiveActionSet active[] = {{H(2, XrActionSet, app->set), XR_NULL_PATH}};
    XrActionsSyncInfo info = {.type = XR_TYPE_ACTIONS_SYNC_INFO,
                              .next = N(NULL),
                              .countActiveActionSets = 1,
                              .activeActionSets = P(2, active)};
    CALL(xrSyncActions, SESSION, P(1, &info))
}

#define GET_INFO(which)                                                                            \
    XrActionStateGetInfo info = {.type = XR_TYPE_ACTION_STATE_GET_INFO,                            \
                                 .next = N(NULL),                                                  \
                                 .action = H(2, XrAction, which),                                  \
                                 .subactionPath = app->left};

DEFINE(xrGetActionStateBoolean)
{
    GET_INFO(app->select)
    app->out.boolean.type = XR_TYPE_ACTION_STATE_BOOLEAN;
    app->out.boolean.next = N(NULL);
    CALL(xrGetActionStateBoolean, SESSION, P(1, &info), P(2, &app->out.boolean))
}

DEFINE(xrGetActionStateFloat)
{
    GET_INFO(app->number)
    app->out.number.type = XR_TYPE_ACTION_STATE_FLOAT;
    app->out.number.next = N(NULL);
    CALL(xrGetActionStateFloat, SESSION, P(1, &info), P(2, &app->out.number))
}

DEFINE(xrGetActionStateVector2f)
{
    GET_INFO(app->vector)
    app->out.vector.type = XR_TYPE_ACTION_STATE_VECTOR2F;
    app->out.vector.next = N(NULL);
    CALL(xrGetActionStateVector2f, SESSION, P(1, &info), P(2, &app->out.vector))
}

DEFINE(xrGetActionStatePose)
{
    GET_INFO(app->grip)
    app->out.pose.type = XR_TYPE_ACTION_STATE_POSE;
    app->out.pose.next = N(NULL);
    CALL(xrGetActionStatePose, SESSION, P(1, &info), P(2, &app->out.pose))
}

#define HAPTIC_INFO                                                                                \
    XrHapticActionInfo info = {.type = XR_TYPE_HAPTIC_ACTION_INFO,                                 \
                               .next = N(NULL),                                                    \
                               .action = H(2, XrAction, app->buzz),                                \
                               .subactionPath = app->left};

DEFINE(xrApplyHapticFeedback)
{
    HAPTIC_INFO
    XrHapticVibration vibration = {
        .type = XR_TYPE_HAPTIC_VIBRATION, .next = N(NULL), .amplitude = 1};
    CALL(xrApplyHapticFeedback, SESSION, P(1, &info), P(2, (XrHapticBaseHeader *)&vibration))
}

DEFINE(xrStopHapticFeedback){HAPTIC_INFO CALL(xrStopHapticFeedback, SESSION, P(1, &info))}

DEFINE(xrSuggestInteractionProfileBindings)
{
    XrActionSuggestedBinding list[] = {{H(2, XrAction, app->select), app->select_path}};
    XrInteractionProfileSuggestedBinding suggested = {
        .type = XR_TYPE_INTERACTION_PROFILE_SUGGESTED_BINDING,
        .next = N(NULL),
        .interactionProfile = app->profile,
        .countSuggestedBindings = 1,
        .suggestedBindings = P(2, list)};
    CALL(xrSuggestInteractionProfileBindings, INSTANCE, P(1, &suggested))
}

DEFINE(xrGetCurrentInteractionProfile)
{
    app->out.profile.type = XR_TYPE_INTERACTION_PROFILE_STATE;
    app->out.profile.next = N(NULL);
    CALL(xrGetCurrentInteractionProfile, SESSION, app->left, P(1, &app->out.profile))
}

DEFINE(xrEnumerateBoundSourcesForAction)
{
    XrBoundSourcesForActionEnumerateInfo info = {
        .type = XR_TYPE_BOUND_SOURCES_FOR_ACTION_ENUMERATE_INFO,
        .next = N(NULL),
        .action = H(2, XrAction, app->select)};
    CALL(xrEnumerateBoundSourcesForAction, SESSION, P(1, &info), 4, P(2, &app->out.count),
         P(3, app->out.sources))
}

DEFINE(xrGetInputSourceLocalizedName)
{
    XrInputSourceLocalizedNameGetInfo info = {.type = XR_TYPE_INPUT_SOURCE_LOCALIZED_NAME_GET_INFO,
                                              .next = N(NULL),
                                              .sourcePath = app->select_path,
                                              .whichComponents =
                                                  XR_INPUT_SOURCE_LOCALIZED_NAME_USER_PATH_BIT};
    CALL(xrGetInputSourceLocalizedName, SESSION, P(1, &info), sizeof app->out.name,
         P(2, &app->out.count), P(3, app->out.name))
}

DEFINE(xrEnumerateDisplayRefreshRatesFB){
    CALL(xrEnumerateDisplayRefreshRatesFB, SESSION, 4, P(2, &app->out.count), P(3, app->out.rates))}

DEFINE(xrGetDisplayRefreshRateFB){CALL(xrGetDisplayRefreshRateFB, SESSION, P(1, app->out.rates))}

DEFINE(xrRequestDisplayRefreshRateFB){CALL(xrRequestDisplayRefreshRateFB, SESSION, 0.0f)}

XrResult fault_app_call(struct fault_app *app, enum fault_call call)
{
    static XrResult (*const calls[FAULT_CALLS])(struct fault_app *) = {
#define HOOKED(name) call_##name,
#include "hooked.def"
#undef HOOKED
    };
    memset(&app->out, 0xa5, sizeof app->out);
    app->spoiled = false;
    app->chains = 0;
    return calls[call](app);
}
