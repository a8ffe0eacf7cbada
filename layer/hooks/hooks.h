/* SPDX-License-Identifier: MIT */
/*
 * hooks: the functions that the app calls instead of those of the chain below. functions.def names
 * the file of each hook.
 *
 * Every hook first calls the chain below with the app's arguments; some handles and paths are
 * replaced. It overwrites outputs only if that call succeeded: an error from below is returned
 * unchanged, and so is a success code other than XR_SUCCESS. A hook never writes `type` or `next`
 * of the app's structs, and ignores structs that it does not know. It forwards a handle that the
 * layer does not know unchanged. The threading rules are OpenXR's; no hook holds a lock during a
 * call down.
 *
 * On a frame thread (xrWaitFrame, xrEndFrame, xrLocate*, xrSyncActions, xrGetActionState*) a hook
 * makes no allocation, takes no lock and makes no system call. docs/threads.md lists the
 * exceptions: messages once a session, a change of the current interaction profile, a sync with
 * very many action sets, and frames of which a screenshot is taken.
 */
#ifndef US_HOOKS_H
#define US_HOOKS_H

#include "layer/answer/answer.h"
#include "openxr/xr.h"

/* The hooks of us_answer_hooks. The hooks of the OpenXR functions call these with a NULL report. */
XrResult us_hook_locate_space(XrSpace space, XrSpace base, XrTime time, XrSpaceLocation *location,
                              struct us_answer *out_answer);
XrResult us_hook_locate_spaces(XrSession session, const XrSpacesLocateInfo *info,
                               XrSpaceLocations *locations, bool is_khr,
                               struct us_answers *out_answers);
XrResult us_hook_locate_views(XrSession session, const XrViewLocateInfo *info, XrViewState *state,
                              uint32_t capacity, uint32_t *out_count, XrView *views,
                              struct us_answer *out_answer);
XrResult us_hook_locate_hand_joints(XrHandTrackerEXT tracker, const XrHandJointsLocateInfoEXT *info,
                                    XrHandJointLocationsEXT *locations,
                                    struct us_answer *out_answer);
XrResult us_hook_get_action_state(XrSession session, const XrActionStateGetInfo *info,
                                  XrActionType type, void *state, enum us_source *out_from);

/* Instance. */
XRAPI_ATTR XrResult XRAPI_CALL us_hook_xrDestroyInstance(XrInstance instance);
XRAPI_ATTR XrResult XRAPI_CALL us_hook_xrGetSystemProperties(XrInstance instance, XrSystemId system,
                                                             XrSystemProperties *properties);
XRAPI_ATTR XrResult XRAPI_CALL us_hook_xrPollEvent(XrInstance instance, XrEventDataBuffer *event);

/* Session and frame. */
XRAPI_ATTR XrResult XRAPI_CALL us_hook_xrCreateSession(XrInstance instance,
                                                       const XrSessionCreateInfo *info,
                                                       XrSession *session);
XRAPI_ATTR XrResult XRAPI_CALL us_hook_xrDestroySession(XrSession session);
XRAPI_ATTR XrResult XRAPI_CALL us_hook_xrBeginSession(XrSession session,
                                                      const XrSessionBeginInfo *info);
XRAPI_ATTR XrResult XRAPI_CALL us_hook_xrEndSession(XrSession session);
XRAPI_ATTR XrResult XRAPI_CALL us_hook_xrWaitFrame(XrSession session, const XrFrameWaitInfo *info,
                                                   XrFrameState *state);
XRAPI_ATTR XrResult XRAPI_CALL us_hook_xrEndFrame(XrSession session, const XrFrameEndInfo *info);

/* Swapchains. xrReleaseSwapchainImage copies the image of a frame to capture before it calls
 * down. */
XRAPI_ATTR XrResult XRAPI_CALL us_hook_xrCreateSwapchain(XrSession session,
                                                         const XrSwapchainCreateInfo *info,
                                                         XrSwapchain *swapchain);
XRAPI_ATTR XrResult XRAPI_CALL us_hook_xrDestroySwapchain(XrSwapchain swapchain);
XRAPI_ATTR XrResult XRAPI_CALL us_hook_xrAcquireSwapchainImage(
    XrSwapchain swapchain, const XrSwapchainImageAcquireInfo *info, uint32_t *index);
XRAPI_ATTR XrResult XRAPI_CALL us_hook_xrWaitSwapchainImage(XrSwapchain swapchain,
                                                            const XrSwapchainImageWaitInfo *info);
XRAPI_ATTR XrResult XRAPI_CALL
us_hook_xrReleaseSwapchainImage(XrSwapchain swapchain, const XrSwapchainImageReleaseInfo *info);

/* Spaces and views. */
XRAPI_ATTR XrResult XRAPI_CALL us_hook_xrEnumerateReferenceSpaces(XrSession session,
                                                                  uint32_t capacity,
                                                                  uint32_t *out_count,
                                                                  XrReferenceSpaceType *types);
XRAPI_ATTR XrResult XRAPI_CALL us_hook_xrGetReferenceSpaceBoundsRect(XrSession session,
                                                                     XrReferenceSpaceType type,
                                                                     XrExtent2Df *bounds);
XRAPI_ATTR XrResult XRAPI_CALL us_hook_xrCreateReferenceSpace(
    XrSession session, const XrReferenceSpaceCreateInfo *info, XrSpace *space);
XRAPI_ATTR XrResult XRAPI_CALL us_hook_xrCreateActionSpace(XrSession session,
                                                           const XrActionSpaceCreateInfo *info,
                                                           XrSpace *space);
XRAPI_ATTR XrResult XRAPI_CALL us_hook_xrDestroySpace(XrSpace space);
XRAPI_ATTR XrResult XRAPI_CALL us_hook_xrLocateSpace(XrSpace space, XrSpace base, XrTime time,
                                                     XrSpaceLocation *location);
XRAPI_ATTR XrResult XRAPI_CALL us_hook_xrLocateSpaces(XrSession session,
                                                      const XrSpacesLocateInfo *info,
                                                      XrSpaceLocations *locations);
XRAPI_ATTR XrResult XRAPI_CALL us_hook_xrLocateSpacesKHR(XrSession session,
                                                         const XrSpacesLocateInfo *info,
                                                         XrSpaceLocations *locations);
XRAPI_ATTR XrResult XRAPI_CALL us_hook_xrLocateViews(XrSession session,
                                                     const XrViewLocateInfo *info,
                                                     XrViewState *state, uint32_t capacity,
                                                     uint32_t *out_count, XrView *views);

/* Hands. */
XRAPI_ATTR XrResult XRAPI_CALL us_hook_xrCreateHandTrackerEXT(
    XrSession session, const XrHandTrackerCreateInfoEXT *info, XrHandTrackerEXT *tracker);
XRAPI_ATTR XrResult XRAPI_CALL us_hook_xrDestroyHandTrackerEXT(XrHandTrackerEXT tracker);
XRAPI_ATTR XrResult XRAPI_CALL us_hook_xrLocateHandJointsEXT(XrHandTrackerEXT tracker,
                                                             const XrHandJointsLocateInfoEXT *info,
                                                             XrHandJointLocationsEXT *locations);
XRAPI_ATTR XrResult XRAPI_CALL us_hook_xrGetHandMeshFB(XrHandTrackerEXT tracker,
                                                       XrHandTrackingMeshFB *mesh);

/* Actions. */
XRAPI_ATTR XrResult XRAPI_CALL us_hook_xrCreateActionSet(XrInstance instance,
                                                         const XrActionSetCreateInfo *info,
                                                         XrActionSet *set);
XRAPI_ATTR XrResult XRAPI_CALL us_hook_xrDestroyActionSet(XrActionSet set);
XRAPI_ATTR XrResult XRAPI_CALL us_hook_xrCreateAction(XrActionSet set,
                                                      const XrActionCreateInfo *info,
                                                      XrAction *action);
XRAPI_ATTR XrResult XRAPI_CALL us_hook_xrDestroyAction(XrAction action);
XRAPI_ATTR XrResult XRAPI_CALL
us_hook_xrAttachSessionActionSets(XrSession session, const XrSessionActionSetsAttachInfo *info);
XRAPI_ATTR XrResult XRAPI_CALL us_hook_xrSyncActions(XrSession session,
                                                     const XrActionsSyncInfo *info);

/* Action states and vibrations. */
XRAPI_ATTR XrResult XRAPI_CALL us_hook_xrGetActionStateBoolean(XrSession session,
                                                               const XrActionStateGetInfo *info,
                                                               XrActionStateBoolean *state);
XRAPI_ATTR XrResult XRAPI_CALL us_hook_xrGetActionStateFloat(XrSession session,
                                                             const XrActionStateGetInfo *info,
                                                             XrActionStateFloat *state);
XRAPI_ATTR XrResult XRAPI_CALL us_hook_xrGetActionStateVector2f(XrSession session,
                                                                const XrActionStateGetInfo *info,
                                                                XrActionStateVector2f *state);
XRAPI_ATTR XrResult XRAPI_CALL us_hook_xrGetActionStatePose(XrSession session,
                                                            const XrActionStateGetInfo *info,
                                                            XrActionStatePose *state);
XRAPI_ATTR XrResult XRAPI_CALL us_hook_xrApplyHapticFeedback(XrSession session,
                                                             const XrHapticActionInfo *info,
                                                             const XrHapticBaseHeader *feedback);
XRAPI_ATTR XrResult XRAPI_CALL us_hook_xrStopHapticFeedback(XrSession session,
                                                            const XrHapticActionInfo *info);

/* Bindings. */
XRAPI_ATTR XrResult XRAPI_CALL us_hook_xrSuggestInteractionProfileBindings(
    XrInstance instance, const XrInteractionProfileSuggestedBinding *suggested);
XRAPI_ATTR XrResult XRAPI_CALL us_hook_xrGetCurrentInteractionProfile(
    XrSession session, XrPath top_level_path, XrInteractionProfileState *profile);
XRAPI_ATTR XrResult XRAPI_CALL us_hook_xrEnumerateBoundSourcesForAction(
    XrSession session, const XrBoundSourcesForActionEnumerateInfo *info, uint32_t capacity,
    uint32_t *out_count, XrPath *sources);
XRAPI_ATTR XrResult XRAPI_CALL us_hook_xrGetInputSourceLocalizedName(
    XrSession session, const XrInputSourceLocalizedNameGetInfo *info, uint32_t capacity,
    uint32_t *out_count, char *buffer);

#endif
