/* SPDX-License-Identifier: MIT */
#include "layer/faults/fail_functions.h"

/* A function that asks first. The typed pointer in the list below makes a wrong signature fail to
 * compile. */
#define FAIL_FUNCTION(name, parameters, arguments)                                                 \
    static XRAPI_ATTR XrResult XRAPI_CALL fail_##name parameters                                   \
    {                                                                                              \
        struct us_fail_calls *calls = us_fail_calls_current();                                     \
        XrResult result = us_fail_calls_check(calls, US_FAIL_##name);                              \
        if (XR_FAILED(result))                                                                     \
            return result;                                                                         \
        return ((PFN_##name)us_fail_calls_next(calls, US_FAIL_##name))arguments;                   \
    }

FAIL_FUNCTION(xrGetInstanceProperties, (XrInstance a, XrInstanceProperties *b), (a, b))
FAIL_FUNCTION(xrPollEvent, (XrInstance a, XrEventDataBuffer *b), (a, b))
FAIL_FUNCTION(xrGetSystem, (XrInstance a, const XrSystemGetInfo *b, XrSystemId *c), (a, b, c))
FAIL_FUNCTION(xrGetSystemProperties, (XrInstance a, XrSystemId b, XrSystemProperties *c), (a, b, c))
FAIL_FUNCTION(xrEnumerateEnvironmentBlendModes,
              (XrInstance a, XrSystemId b, XrViewConfigurationType c, uint32_t d, uint32_t *e,
               XrEnvironmentBlendMode *f),
              (a, b, c, d, e, f))
FAIL_FUNCTION(xrEnumerateViewConfigurations,
              (XrInstance a, XrSystemId b, uint32_t c, uint32_t *d, XrViewConfigurationType *e),
              (a, b, c, d, e))
FAIL_FUNCTION(xrGetViewConfigurationProperties,
              (XrInstance a, XrSystemId b, XrViewConfigurationType c,
               XrViewConfigurationProperties *d),
              (a, b, c, d))
FAIL_FUNCTION(xrEnumerateViewConfigurationViews,
              (XrInstance a, XrSystemId b, XrViewConfigurationType c, uint32_t d, uint32_t *e,
               XrViewConfigurationView *f),
              (a, b, c, d, e, f))
FAIL_FUNCTION(xrStringToPath, (XrInstance a, const char *b, XrPath *c), (a, b, c))
FAIL_FUNCTION(xrPathToString, (XrInstance a, XrPath b, uint32_t c, uint32_t *d, char *e),
              (a, b, c, d, e))
FAIL_FUNCTION(xrCreateSession, (XrInstance a, const XrSessionCreateInfo *b, XrSession *c),
              (a, b, c))
FAIL_FUNCTION(xrDestroySession, (XrSession a), (a))
FAIL_FUNCTION(xrBeginSession, (XrSession a, const XrSessionBeginInfo *b), (a, b))
FAIL_FUNCTION(xrEndSession, (XrSession a), (a))
FAIL_FUNCTION(xrRequestExitSession, (XrSession a), (a))
FAIL_FUNCTION(xrWaitFrame, (XrSession a, const XrFrameWaitInfo *b, XrFrameState *c), (a, b, c))
FAIL_FUNCTION(xrBeginFrame, (XrSession a, const XrFrameBeginInfo *b), (a, b))
FAIL_FUNCTION(xrEndFrame, (XrSession a, const XrFrameEndInfo *b), (a, b))
FAIL_FUNCTION(xrLocateViews,
              (XrSession a, const XrViewLocateInfo *b, XrViewState *c, uint32_t d, uint32_t *e,
               XrView *f),
              (a, b, c, d, e, f))
FAIL_FUNCTION(xrEnumerateReferenceSpaces,
              (XrSession a, uint32_t b, uint32_t *c, XrReferenceSpaceType *d), (a, b, c, d))
FAIL_FUNCTION(xrGetReferenceSpaceBoundsRect, (XrSession a, XrReferenceSpaceType b, XrExtent2Df *c),
              (a, b, c))
FAIL_FUNCTION(xrCreateReferenceSpace,
              (XrSession a, const XrReferenceSpaceCreateInfo *b, XrSpace *c), (a, b, c))
FAIL_FUNCTION(xrCreateActionSpace, (XrSession a, const XrActionSpaceCreateInfo *b, XrSpace *c),
              (a, b, c))
FAIL_FUNCTION(xrDestroySpace, (XrSpace a), (a))
FAIL_FUNCTION(xrLocateSpace, (XrSpace a, XrSpace b, XrTime c, XrSpaceLocation *d), (a, b, c, d))
FAIL_FUNCTION(xrLocateSpaces, (XrSession a, const XrSpacesLocateInfo *b, XrSpaceLocations *c),
              (a, b, c))
FAIL_FUNCTION(xrLocateSpacesKHR, (XrSession a, const XrSpacesLocateInfo *b, XrSpaceLocations *c),
              (a, b, c))
FAIL_FUNCTION(xrEnumerateSwapchainFormats, (XrSession a, uint32_t b, uint32_t *c, int64_t *d),
              (a, b, c, d))
FAIL_FUNCTION(xrCreateSwapchain, (XrSession a, const XrSwapchainCreateInfo *b, XrSwapchain *c),
              (a, b, c))
FAIL_FUNCTION(xrDestroySwapchain, (XrSwapchain a), (a))
FAIL_FUNCTION(xrEnumerateSwapchainImages,
              (XrSwapchain a, uint32_t b, uint32_t *c, XrSwapchainImageBaseHeader *d), (a, b, c, d))
FAIL_FUNCTION(xrAcquireSwapchainImage,
              (XrSwapchain a, const XrSwapchainImageAcquireInfo *b, uint32_t *c), (a, b, c))
FAIL_FUNCTION(xrWaitSwapchainImage, (XrSwapchain a, const XrSwapchainImageWaitInfo *b), (a, b))
FAIL_FUNCTION(xrReleaseSwapchainImage, (XrSwapchain a, const XrSwapchainImageReleaseInfo *b),
              (a, b))
FAIL_FUNCTION(xrCreateActionSet, (XrInstance a, const XrActionSetCreateInfo *b, XrActionSet *c),
              (a, b, c))
FAIL_FUNCTION(xrDestroyActionSet, (XrActionSet a), (a))
FAIL_FUNCTION(xrCreateAction, (XrActionSet a, const XrActionCreateInfo *b, XrAction *c), (a, b, c))
FAIL_FUNCTION(xrDestroyAction, (XrAction a), (a))
FAIL_FUNCTION(xrSuggestInteractionProfileBindings,
              (XrInstance a, const XrInteractionProfileSuggestedBinding *b), (a, b))
FAIL_FUNCTION(xrAttachSessionActionSets, (XrSession a, const XrSessionActionSetsAttachInfo *b),
              (a, b))
FAIL_FUNCTION(xrGetCurrentInteractionProfile, (XrSession a, XrPath b, XrInteractionProfileState *c),
              (a, b, c))
FAIL_FUNCTION(xrSyncActions, (XrSession a, const XrActionsSyncInfo *b), (a, b))
FAIL_FUNCTION(xrGetActionStateBoolean,
              (XrSession a, const XrActionStateGetInfo *b, XrActionStateBoolean *c), (a, b, c))
FAIL_FUNCTION(xrGetActionStateFloat,
              (XrSession a, const XrActionStateGetInfo *b, XrActionStateFloat *c), (a, b, c))
FAIL_FUNCTION(xrGetActionStateVector2f,
              (XrSession a, const XrActionStateGetInfo *b, XrActionStateVector2f *c), (a, b, c))
FAIL_FUNCTION(xrGetActionStatePose,
              (XrSession a, const XrActionStateGetInfo *b, XrActionStatePose *c), (a, b, c))
FAIL_FUNCTION(xrApplyHapticFeedback,
              (XrSession a, const XrHapticActionInfo *b, const XrHapticBaseHeader *c), (a, b, c))
FAIL_FUNCTION(xrStopHapticFeedback, (XrSession a, const XrHapticActionInfo *b), (a, b))
FAIL_FUNCTION(xrEnumerateBoundSourcesForAction,
              (XrSession a, const XrBoundSourcesForActionEnumerateInfo *b, uint32_t c, uint32_t *d,
               XrPath *e),
              (a, b, c, d, e))
FAIL_FUNCTION(xrGetInputSourceLocalizedName,
              (XrSession a, const XrInputSourceLocalizedNameGetInfo *b, uint32_t c, uint32_t *d,
               char *e),
              (a, b, c, d, e))
FAIL_FUNCTION(xrCreateHandTrackerEXT,
              (XrSession a, const XrHandTrackerCreateInfoEXT *b, XrHandTrackerEXT *c), (a, b, c))
FAIL_FUNCTION(xrDestroyHandTrackerEXT, (XrHandTrackerEXT a), (a))
FAIL_FUNCTION(xrLocateHandJointsEXT,
              (XrHandTrackerEXT a, const XrHandJointsLocateInfoEXT *b, XrHandJointLocationsEXT *c),
              (a, b, c))
FAIL_FUNCTION(xrGetHandMeshFB, (XrHandTrackerEXT a, XrHandTrackingMeshFB *b), (a, b))

#define ENTRY(name)                                                                                \
    [US_FAIL_##name] = _Generic(fail_##name, PFN_##name : (PFN_xrVoidFunction)fail_##name)

const PFN_xrVoidFunction us_fail_functions[US_FAIL_FUNCTIONS] = {
    ENTRY(xrGetInstanceProperties),
    ENTRY(xrPollEvent),
    ENTRY(xrGetSystem),
    ENTRY(xrGetSystemProperties),
    ENTRY(xrEnumerateEnvironmentBlendModes),
    ENTRY(xrEnumerateViewConfigurations),
    ENTRY(xrGetViewConfigurationProperties),
    ENTRY(xrEnumerateViewConfigurationViews),
    ENTRY(xrStringToPath),
    ENTRY(xrPathToString),
    ENTRY(xrCreateSession),
    ENTRY(xrDestroySession),
    ENTRY(xrBeginSession),
    ENTRY(xrEndSession),
    ENTRY(xrRequestExitSession),
    ENTRY(xrWaitFrame),
    ENTRY(xrBeginFrame),
    ENTRY(xrEndFrame),
    ENTRY(xrLocateViews),
    ENTRY(xrEnumerateReferenceSpaces),
    ENTRY(xrGetReferenceSpaceBoundsRect),
    ENTRY(xrCreateReferenceSpace),
    ENTRY(xrCreateActionSpace),
    ENTRY(xrDestroySpace),
    ENTRY(xrLocateSpace),
    ENTRY(xrLocateSpaces),
    ENTRY(xrLocateSpacesKHR),
    ENTRY(xrEnumerateSwapchainFormats),
    ENTRY(xrCreateSwapchain),
    ENTRY(xrDestroySwapchain),
    ENTRY(xrEnumerateSwapchainImages),
    ENTRY(xrAcquireSwapchainImage),
    ENTRY(xrWaitSwapchainImage),
    ENTRY(xrReleaseSwapchainImage),
    ENTRY(xrCreateActionSet),
    ENTRY(xrDestroyActionSet),
    ENTRY(xrCreateAction),
    ENTRY(xrDestroyAction),
    ENTRY(xrSuggestInteractionProfileBindings),
    ENTRY(xrAttachSessionActionSets),
    ENTRY(xrGetCurrentInteractionProfile),
    ENTRY(xrSyncActions),
    ENTRY(xrGetActionStateBoolean),
    ENTRY(xrGetActionStateFloat),
    ENTRY(xrGetActionStateVector2f),
    ENTRY(xrGetActionStatePose),
    ENTRY(xrApplyHapticFeedback),
    ENTRY(xrStopHapticFeedback),
    ENTRY(xrEnumerateBoundSourcesForAction),
    ENTRY(xrGetInputSourceLocalizedName),
    ENTRY(xrCreateHandTrackerEXT),
    ENTRY(xrDestroyHandTrackerEXT),
    ENTRY(xrLocateHandJointsEXT),
    ENTRY(xrGetHandMeshFB),
};
