/* SPDX-License-Identifier: MIT */
/*
 * An app without frames: it never calls xrWaitFrame, xrBeginFrame or xrEndFrame, and asks where
 * things are at times of its own, from xrConvertTimespecTimeToTimeKHR.
 *
 * polled PROFILE COMPONENT...: binds the right hand's grip, and each component of the profile that
 * is named ("trigger/value", "thumbstick"), to an action of its own. Until the session stops it
 * repeats: look ten seconds ahead, ask where head, grip and wrist are, sync the actions, read them,
 * ask where the head is once more. Each time prints a line of numbers: the first time in ns, the X
 * of head, grip and wrist, the time after the sync, the head's X then, and for each component
 * whether it is active, and its value. The Y of a vector stands behind it. A line on standard error
 * says how many vertices hide a part of the left view. Exit status: 3, a call failed.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define XR_USE_TIMESPEC
#include <openxr/openxr.h>
#include <openxr/openxr_platform.h>

#define RIGHT "/user/hand/right"

enum { COMPONENTS_MAX = 8 };

static XrInstance instance;
static XrSession session;
static XrSpace local, view, grip;
static XrActionSet set;
static XrAction grip_action, actions[COMPONENTS_MAX];
static XrHandTrackerEXT tracker;
static PFN_xrConvertTimespecTimeToTimeKHR convert;
static PFN_xrLocateHandJointsEXT locate_joints;

static void check(XrResult result, const char *call)
{
    if (XR_SUCCEEDED(result))
        return;
    fprintf(stderr, "%s: %d\n", call, result);
    exit(3);
}

static PFN_xrVoidFunction load(const char *name)
{
    PFN_xrVoidFunction function = NULL;
    check(xrGetInstanceProcAddr(instance, name, &function), name);
    return function;
}

static void open_session(void)
{
    const char *const names[] = {
        XR_MND_HEADLESS_EXTENSION_NAME, XR_KHR_CONVERT_TIMESPEC_TIME_EXTENSION_NAME,
        XR_EXT_HAND_TRACKING_EXTENSION_NAME, XR_KHR_VISIBILITY_MASK_EXTENSION_NAME};
    const XrInstanceCreateInfo info = {
        .type = XR_TYPE_INSTANCE_CREATE_INFO,
        .applicationInfo = {.applicationName = "polled", .apiVersion = XR_MAKE_VERSION(1, 0, 0)},
        .enabledExtensionCount = 4,
        .enabledExtensionNames = names};
    check(xrCreateInstance(&info, &instance), "xrCreateInstance");
    const XrSystemGetInfo get = {.type = XR_TYPE_SYSTEM_GET_INFO,
                                 .formFactor = XR_FORM_FACTOR_HEAD_MOUNTED_DISPLAY};
    XrSystemId system = XR_NULL_SYSTEM_ID;
    check(xrGetSystem(instance, &get, &system), "xrGetSystem");
    const XrSessionCreateInfo create = {.type = XR_TYPE_SESSION_CREATE_INFO, .systemId = system};
    check(xrCreateSession(instance, &create, &session), "xrCreateSession");
    convert = (PFN_xrConvertTimespecTimeToTimeKHR)load("xrConvertTimespecTimeToTimeKHR");
    locate_joints = (PFN_xrLocateHandJointsEXT)load("xrLocateHandJointsEXT");
}

static XrPath path_of(const char *begin, const char *end)
{
    char text[XR_MAX_PATH_LENGTH];
    XrPath path = XR_NULL_PATH;
    snprintf(text, sizeof text, "%s%s", begin, end);
    check(xrStringToPath(instance, text, &path), text);
    return path;
}

/* A component that ends as none of these is a vector. */
static XrActionType type_of(const char *component)
{
    const char *end = strrchr(component, '/');
    if (end == NULL)
        return XR_ACTION_TYPE_VECTOR2F_INPUT;
    return strcmp(end, "/value") == 0 || strcmp(end, "/force") == 0 ? XR_ACTION_TYPE_FLOAT_INPUT
                                                                    : XR_ACTION_TYPE_BOOLEAN_INPUT;
}

static XrAction make_action(int number, XrActionType type)
{
    XrActionCreateInfo info = {.type = XR_TYPE_ACTION_CREATE_INFO, .actionType = type};
    XrAction action = XR_NULL_HANDLE;
    snprintf(info.actionName, sizeof info.actionName, "action_%d", number);
    snprintf(info.localizedActionName, sizeof info.localizedActionName, "Action %d", number);
    check(xrCreateAction(set, &info, &action), "xrCreateAction");
    return action;
}

static void open_actions(const char *profile, int count, char **components)
{
    XrActionSuggestedBinding bindings[1 + COMPONENTS_MAX];
    const XrActionSetCreateInfo info = {.type = XR_TYPE_ACTION_SET_CREATE_INFO,
                                        .actionSetName = "polled",
                                        .localizedActionSetName = "Polled"};
    check(xrCreateActionSet(instance, &info, &set), "xrCreateActionSet");
    grip_action = make_action(0, XR_ACTION_TYPE_POSE_INPUT);
    bindings[0] = (XrActionSuggestedBinding){grip_action, path_of(RIGHT, "/input/grip/pose")};
    for (int i = 0; i < count; i++) {
        actions[i] = make_action(1 + i, type_of(components[i]));
        bindings[1 + i] =
            (XrActionSuggestedBinding){actions[i], path_of(RIGHT "/input/", components[i])};
    }
    const XrInteractionProfileSuggestedBinding suggested = {
        .type = XR_TYPE_INTERACTION_PROFILE_SUGGESTED_BINDING,
        .interactionProfile = path_of("/interaction_profiles/", profile),
        .countSuggestedBindings = 1 + (uint32_t)count,
        .suggestedBindings = bindings};
    check(xrSuggestInteractionProfileBindings(instance, &suggested), profile);
    const XrSessionActionSetsAttachInfo attach = {
        .type = XR_TYPE_SESSION_ACTION_SETS_ATTACH_INFO, .countActionSets = 1, .actionSets = &set};
    check(xrAttachSessionActionSets(session, &attach), "xrAttachSessionActionSets");
}

static XrSpace reference_space(XrReferenceSpaceType type)
{
    const XrReferenceSpaceCreateInfo info = {.type = XR_TYPE_REFERENCE_SPACE_CREATE_INFO,
                                             .referenceSpaceType = type,
                                             .poseInReferenceSpace = {{0, 0, 0, 1}, {0, 0, 0}}};
    XrSpace space = XR_NULL_HANDLE;
    check(xrCreateReferenceSpace(session, &info, &space), "xrCreateReferenceSpace");
    return space;
}

static void open_spaces(void)
{
    PFN_xrCreateHandTrackerEXT create = (PFN_xrCreateHandTrackerEXT)load("xrCreateHandTrackerEXT");
    const XrActionSpaceCreateInfo grips = {.type = XR_TYPE_ACTION_SPACE_CREATE_INFO,
                                           .action = grip_action,
                                           .poseInActionSpace = {{0, 0, 0, 1}, {0, 0, 0}}};
    const XrHandTrackerCreateInfoEXT hand = {.type = XR_TYPE_HAND_TRACKER_CREATE_INFO_EXT,
                                             .hand = XR_HAND_RIGHT_EXT,
                                             .handJointSet = XR_HAND_JOINT_SET_DEFAULT_EXT};
    local = reference_space(XR_REFERENCE_SPACE_TYPE_LOCAL);
    view = reference_space(XR_REFERENCE_SPACE_TYPE_VIEW);
    check(xrCreateActionSpace(session, &grips, &grip), "xrCreateActionSpace");
    check(create(session, &hand, &tracker), "xrCreateHandTrackerEXT");
}

static void print_mask(void)
{
    PFN_xrGetVisibilityMaskKHR get = (PFN_xrGetVisibilityMaskKHR)load("xrGetVisibilityMaskKHR");
    XrVisibilityMaskKHR mask = {.type = XR_TYPE_VISIBILITY_MASK_KHR};
    check(get(session, XR_VIEW_CONFIGURATION_TYPE_PRIMARY_STEREO, 0,
              XR_VISIBILITY_MASK_TYPE_HIDDEN_TRIANGLE_MESH_KHR, &mask),
          "xrGetVisibilityMaskKHR");
    fprintf(stderr, "polled: %u vertices of a mask\n", mask.vertexCountOutput);
}

static XrTime now(void)
{
    struct timespec clock;
    XrTime time = 0;
    clock_gettime(CLOCK_MONOTONIC, &clock);
    check(convert(instance, &clock, &time), "xrConvertTimespecTimeToTimeKHR");
    return time;
}

/* NaN where it is not known. */
static double x_of(XrSpace space, XrTime time)
{
    XrSpaceLocation location = {.type = XR_TYPE_SPACE_LOCATION};
    check(xrLocateSpace(space, local, time, &location), "xrLocateSpace");
    return (location.locationFlags & XR_SPACE_LOCATION_POSITION_VALID_BIT) != 0
               ? (double)location.pose.position.x
               : strtod("nan", NULL);
}

static double wrist_x(XrTime time)
{
    XrHandJointLocationEXT joints[XR_HAND_JOINT_COUNT_EXT];
    const XrHandJointsLocateInfoEXT info = {
        .type = XR_TYPE_HAND_JOINTS_LOCATE_INFO_EXT, .baseSpace = local, .time = time};
    XrHandJointLocationsEXT locations = {.type = XR_TYPE_HAND_JOINT_LOCATIONS_EXT,
                                         .jointCount = XR_HAND_JOINT_COUNT_EXT,
                                         .jointLocations = joints};
    check(locate_joints(tracker, &info, &locations), "xrLocateHandJointsEXT");
    return locations.isActive ? (double)joints[XR_HAND_JOINT_WRIST_EXT].pose.position.x
                              : strtod("nan", NULL);
}

static void print_state(int index, const char *component)
{
    const XrActionStateGetInfo info = {.type = XR_TYPE_ACTION_STATE_GET_INFO,
                                       .action = actions[index]};
    XrActionStateFloat number = {.type = XR_TYPE_ACTION_STATE_FLOAT};
    XrActionStateVector2f vector = {.type = XR_TYPE_ACTION_STATE_VECTOR2F};
    XrActionStateBoolean truth = {.type = XR_TYPE_ACTION_STATE_BOOLEAN};
    switch (type_of(component)) {
    case XR_ACTION_TYPE_FLOAT_INPUT:
        check(xrGetActionStateFloat(session, &info, &number), component);
        printf(" %d %.6f", number.isActive == XR_TRUE, (double)number.currentState);
        break;
    case XR_ACTION_TYPE_VECTOR2F_INPUT:
        check(xrGetActionStateVector2f(session, &info, &vector), component);
        printf(" %d %.6f %.6f", vector.isActive == XR_TRUE, (double)vector.currentState.x,
               (double)vector.currentState.y);
        break;
    default:
        check(xrGetActionStateBoolean(session, &info, &truth), component);
        printf(" %d %d", truth.isActive == XR_TRUE, truth.currentState == XR_TRUE);
    }
}

static void ask(int count, char **components)
{
    const XrTime before = now();
    (void)x_of(view, before + INT64_C(10000000000));
    const double head = x_of(view, before), in_hand = x_of(grip, before), wrist = wrist_x(before);
    const XrActiveActionSet active = {set, XR_NULL_PATH};
    const XrActionsSyncInfo info = {
        .type = XR_TYPE_ACTIONS_SYNC_INFO, .countActiveActionSets = 1, .activeActionSets = &active};
    check(xrSyncActions(session, &info), "xrSyncActions");
    const XrTime after = now();
    printf("%lld %.8f %.8f %.8f %lld %.8f", (long long)before, head, in_hand, wrist,
           (long long)after, x_of(view, after));
    for (int i = 0; i < count; i++)
        print_state(i, components[i]);
    putchar('\n');
}

static XrSessionState poll(XrSessionState state)
{
    XrEventDataBuffer event = {.type = XR_TYPE_EVENT_DATA_BUFFER};
    while (xrPollEvent(instance, &event) == XR_SUCCESS) {
        XrEventDataSessionStateChanged changed;
        memcpy(&changed, &event, sizeof changed);
        if (changed.type == XR_TYPE_EVENT_DATA_SESSION_STATE_CHANGED)
            state = changed.state;
        event.type = XR_TYPE_EVENT_DATA_BUFFER;
    }
    return state;
}

int main(int argc, char **argv)
{
    const struct timespec pause = {0, 5000000};
    const XrSessionBeginInfo begin = {.type = XR_TYPE_SESSION_BEGIN_INFO,
                                      .primaryViewConfigurationType =
                                          XR_VIEW_CONFIGURATION_TYPE_PRIMARY_STEREO};
    if (argc < 2 || argc - 2 > COMPONENTS_MAX)
        return 2;
    open_session();
    open_actions(argv[1], argc - 2, argv + 2);
    open_spaces();
    XrSessionState state = XR_SESSION_STATE_UNKNOWN;
    while ((state = poll(state)) != XR_SESSION_STATE_READY)
        nanosleep(&pause, NULL);
    check(xrBeginSession(session, &begin), "xrBeginSession");
    print_mask();
    while ((state = poll(state)) != XR_SESSION_STATE_STOPPING) {
        if (state == XR_SESSION_STATE_FOCUSED)
            ask(argc - 2, argv + 2);
        nanosleep(&pause, NULL);
    }
    check(xrEndSession(session), "xrEndSession");
    check(xrDestroyInstance(instance), "xrDestroyInstance");
    return 0;
}
