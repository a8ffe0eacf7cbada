/* SPDX-License-Identifier: MIT */
#include "fault_app.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const fault_names[FAULT_CALLS] = {
#define HOOKED(name) #name,
#include "hooked.def"
#undef HOOKED
};

static void *own(struct fault_app *app, const char *name)
{
    PFN_xrVoidFunction function = NULL;
    XrResult result = app->scene.get(app->scene.instance, name, &function);
    union {
        PFN_xrVoidFunction function;
        void *pointer;
    } as = {XR_SUCCEEDED(result) ? function : NULL};
    return as.pointer;
}

static XrResult note(struct fault_app *app, const char *call, XrResult result)
{
    if (app->note_count < FAULT_NOTES)
        app->notes[app->note_count++] = (struct fault_note){call, result};
    return result;
}

static XrPath make_path(struct fault_app *app, const char *text)
{
    union {
        void *pointer;
        PFN_xrStringToPath function;
    } as = {own(app, "xrStringToPath")};
    XrPath path = XR_NULL_PATH;
    note(app, "xrStringToPath",
         as.pointer != NULL ? as.function(app->scene.instance, text, &path)
                            : XR_ERROR_FUNCTION_UNSUPPORTED);
    return path;
}

/* A call of the app's own setting up; the struct `info` is in scope. */
#define MAKE(function, ...)                                                                        \
    note(app, #function,                                                                           \
         app->scene.calls.function != NULL ? app->scene.calls.function(__VA_ARGS__)                \
                                           : XR_ERROR_FUNCTION_UNSUPPORTED)

static XrSpace make_space(struct fault_app *app, XrReferenceSpaceType type)
{
    XrReferenceSpaceCreateInfo info = {.type = XR_TYPE_REFERENCE_SPACE_CREATE_INFO,
                                       .referenceSpaceType = type,
                                       .poseInReferenceSpace = scene_identity};
    XrSpace space = XR_NULL_HANDLE;
    MAKE(xrCreateReferenceSpace, app->scene.session, &info, &space);
    return space;
}

static XrAction make_action(struct fault_app *app, XrActionSet set, XrActionType type)
{
    XrActionCreateInfo info = {.type = XR_TYPE_ACTION_CREATE_INFO,
                               .actionType = type,
                               .countSubactionPaths = 1,
                               .subactionPaths = &app->left};
    XrAction action = XR_NULL_HANDLE;
    MAKE(xrCreateAction, set, &info, &action);
    return action;
}

static XrActionSet make_set(struct fault_app *app)
{
    XrActionSetCreateInfo info = {.type = XR_TYPE_ACTION_SET_CREATE_INFO};
    XrActionSet set = XR_NULL_HANDLE;
    MAKE(xrCreateActionSet, app->scene.instance, &info, &set);
    return set;
}

static XrHandTrackerEXT make_hand(struct fault_app *app)
{
    XrHandTrackerCreateInfoEXT info = {.type = XR_TYPE_HAND_TRACKER_CREATE_INFO_EXT,
                                       .hand = XR_HAND_LEFT_EXT,
                                       .handJointSet = XR_HAND_JOINT_SET_DEFAULT_EXT};
    XrHandTrackerEXT hand = XR_NULL_HANDLE;
    MAKE(xrCreateHandTrackerEXT, app->scene.session, &info, &hand);
    return hand;
}

static void make_paths(struct fault_app *app)
{
    app->left = make_path(app, "/user/hand/left");
    app->profile = make_path(app, "/interaction_profiles/oculus/touch_controller");
    app->select_path = make_path(app, "/user/hand/left/input/trigger/touch");
    app->number_path = make_path(app, "/user/hand/left/input/trigger/value");
    app->grip_path = make_path(app, "/user/hand/left/input/grip/pose");
    app->buzz_path = make_path(app, "/user/hand/left/output/haptic");
}

static void make_actions(struct fault_app *app)
{
    app->set = make_set(app);
    app->spare_set = make_set(app);
    app->select = make_action(app, app->set, XR_ACTION_TYPE_BOOLEAN_INPUT);
    app->number = make_action(app, app->set, XR_ACTION_TYPE_FLOAT_INPUT);
    app->vector = make_action(app, app->set, XR_ACTION_TYPE_VECTOR2F_INPUT);
    app->grip = make_action(app, app->set, XR_ACTION_TYPE_POSE_INPUT);
    app->buzz = make_action(app, app->set, XR_ACTION_TYPE_VIBRATION_OUTPUT);
    app->spare_action = make_action(app, app->spare_set, XR_ACTION_TYPE_BOOLEAN_INPUT);
    XrActionSuggestedBinding list[] = {{app->select, app->select_path},
                                       {app->number, app->number_path},
                                       {app->grip, app->grip_path},
                                       {app->buzz, app->buzz_path}};
    XrInteractionProfileSuggestedBinding suggested = {
        .type = XR_TYPE_INTERACTION_PROFILE_SUGGESTED_BINDING,
        .interactionProfile = app->profile,
        .countSuggestedBindings = 4,
        .suggestedBindings = list};
    MAKE(xrSuggestInteractionProfileBindings, app->scene.instance, &suggested);
    XrSessionActionSetsAttachInfo attach = {.type = XR_TYPE_SESSION_ACTION_SETS_ATTACH_INFO,
                                            .countActionSets = 1,
                                            .actionSets = &app->set};
    MAKE(xrAttachSessionActionSets, app->scene.session, &attach);
    XrActionSpaceCreateInfo info = {.type = XR_TYPE_ACTION_SPACE_CREATE_INFO,
                                    .action = app->grip,
                                    .subactionPath = app->left,
                                    .poseInActionSpace = scene_identity};
    MAKE(xrCreateActionSpace, app->scene.session, &info, &app->grip_space);
}

static void make_session(struct fault_app *app)
{
    XrSessionCreateInfo info = {.type = XR_TYPE_SESSION_CREATE_INFO};
    XrSessionBeginInfo begin = {.type = XR_TYPE_SESSION_BEGIN_INFO};
    XrSwapchainCreateInfo swapchain = {.type = XR_TYPE_SWAPCHAIN_CREATE_INFO,
                                       .format = 43,
                                       .sampleCount = 1,
                                       .width = 16,
                                       .height = 16,
                                       .faceCount = 1,
                                       .arraySize = 1,
                                       .mipCount = 1};
    MAKE(xrCreateSession, app->scene.instance, &info, &app->scene.session);
    MAKE(xrBeginSession, app->scene.session, &begin);
    app->view = make_space(app, XR_REFERENCE_SPACE_TYPE_VIEW);
    app->local = make_space(app, XR_REFERENCE_SPACE_TYPE_LOCAL);
    app->base = app->local;
    app->spare_space = make_space(app, XR_REFERENCE_SPACE_TYPE_STAGE);
    MAKE(xrCreateSwapchain, app->scene.session, &swapchain, &app->swapchain);
}

void fault_app_poll(struct fault_app *app)
{
    for (int i = 0; i < 2 * FAKE_EVENTS; i++) {
        XrEventDataBuffer event = {.type = XR_TYPE_EVENT_DATA_BUFFER};
        if (app->scene.calls.xrPollEvent == NULL ||
            app->scene.calls.xrPollEvent(app->scene.instance, &event) != XR_SUCCESS)
            return;
    }
}

void fault_app_build(struct fault_app *app, const struct scene *scene, bool direct)
{
    static const char *const names[] = {SCENE_HAND_AND_EYES, XR_KHR_LOCATE_SPACES_EXTENSION_NAME,
                                        XR_FB_HAND_TRACKING_MESH_EXTENSION_NAME,
                                        XR_FB_DISPLAY_REFRESH_RATE_EXTENSION_NAME};
    struct fault_link(*links)[FAULT_LINKS] = app->links;
    memset(app, 0, sizeof *app);
    app->links = links;
    app->scene = *scene;
    app->time = SCENE_START;
    if (direct) {
        app->scene.get = fake_get;
        app->scene.create = fake_create;
    }
    if (XR_FAILED(note(app, "xrCreateInstance", scene_create(&app->scene, names, 5))))
        return;
    make_paths(app);
    make_session(app);
    make_actions(app);
    app->hand = make_hand(app);
    app->spare_hand = make_hand(app);
    fake_push_state(app->scene.session, XR_SESSION_STATE_FOCUSED);
    fault_app_poll(app);
    XrFrameState frame = {.type = XR_TYPE_FRAME_STATE};
    XrActiveActionSet active = {app->set, XR_NULL_PATH};
    XrActionsSyncInfo sync = {
        .type = XR_TYPE_ACTIONS_SYNC_INFO, .countActiveActionSets = 1, .activeActionSets = &active};
    fake.next_time = SCENE_START;
    MAKE(xrWaitFrame, app->scene.session, NULL, &frame);
    MAKE(xrSyncActions, app->scene.session, &sync);
    fault_app_poll(app);
}

bool fault_app_destroys(enum fault_call call)
{
    return strncmp(fault_names[call], "xrDestroy", 9) == 0;
}

void fault_app_call_all(struct fault_app *app)
{
    static const enum fault_call last[] = {FAULT_xrDestroyHandTrackerEXT, FAULT_xrDestroySpace,
                                           FAULT_xrDestroySwapchain,      FAULT_xrDestroyAction,
                                           FAULT_xrDestroyActionSet,      FAULT_xrEndSession,
                                           FAULT_xrDestroySession,        FAULT_xrDestroyInstance};
    if (app->scene.instance == XR_NULL_HANDLE)
        return;
    for (int call = 0; call < FAULT_CALLS; call++) {
        if (!fault_app_destroys((enum fault_call)call) && call != FAULT_xrEndSession)
            note(app, fault_names[call], fault_app_call(app, (enum fault_call)call));
    }
    for (size_t i = 0; i < sizeof last / sizeof last[0]; i++)
        note(app, fault_names[last[i]], fault_app_call(app, last[i]));
}

bool fault_app_is_untouched(const struct fault_app *app)
{
    return memcmp(&app->out, &app->before, sizeof app->out) == 0;
}

static bool is_near(float got, float expected)
{
    return fabsf(got - expected) < 1e-4f;
}

bool fault_app_plays(struct fault_app *app, double seconds)
{
    app->time = fake.next_time = SCENE_AT(seconds);
    bool plays = fault_app_call(app, FAULT_xrWaitFrame) == XR_SUCCESS &&
                 fault_app_call(app, FAULT_xrSyncActions) == XR_SUCCESS &&
                 fault_app_call(app, FAULT_xrLocateSpace) == XR_SUCCESS;
    XrVector3f at = app->out.location.pose.position;
    plays = plays && app->out.location.locationFlags == 15 &&
            is_near(at.x, 0.1f * (float)seconds) && is_near(at.y, 0.2f) && is_near(at.z, -0.3f);
    plays = plays && fault_app_call(app, FAULT_xrLocateHandJointsEXT) == XR_SUCCESS &&
            app->out.joints.isActive &&
            is_near(app->out.joint[XR_HAND_JOINT_PALM_EXT].pose.position.y,
                    1.0f + 0.05f * (float)seconds);
    plays = plays && fault_app_call(app, FAULT_xrGetActionStateBoolean) == XR_SUCCESS &&
            app->out.boolean.isActive && app->out.boolean.currentState;
    return plays;
}
