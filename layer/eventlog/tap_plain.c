/* SPDX-License-Identifier: MIT */
/* Taps of functions of which only failures are logged. */
#include "layer/eventlog/event_log.h"

static struct us_event_log *of_instance(XrInstance handle, const struct us_session **out_session)
{
    *out_session = NULL;
    return us_event_log_of_instance(handle);
}

static struct us_event_log *of_session(XrSession handle, const struct us_session **out_session)
{
    *out_session = us_session_find(handle);
    return us_event_log_of_session(*out_session);
}

/* The event log of the instance that a handle belongs to. An unknown handle belongs to the newest
 * instance. */
static struct us_event_log *of_node(enum us_handle_type type, uint64_t value,
                                    const struct us_session **out_session)
{
    const struct us_node *node = us_handle_table_find(type, value);
    *out_session = NULL;
    while (node != NULL && node->parent != NULL)
        node = node->parent;
    return node != NULL ? ((const struct us_instance *)node)->event_log
                        : us_event_log_of_session(NULL);
}

#define PLAIN(name, parameters, log_of, arguments)                                                 \
    static XRAPI_ATTR XrResult XRAPI_CALL tap_##name parameters                                    \
    {                                                                                              \
        const struct us_session *session;                                                          \
        struct us_event_log *log = log_of;                                                         \
        if (log == NULL)                                                                           \
            return XR_ERROR_HANDLE_INVALID;                                                        \
        XrResult result = US_EVENT_LOG_CALL(log, name, log->next.name arguments);                  \
        us_event_log_result(log, session, US_TAP_##name, result);                                  \
        return result;                                                                             \
    }

/* The same for a function that created or destroyed a handle. */
#define COUNTED(name, parameters, log_of, arguments, kind, change)                                 \
    static XRAPI_ATTR XrResult XRAPI_CALL tap_##name parameters                                    \
    {                                                                                              \
        const struct us_session *session;                                                          \
        struct us_event_log *log = log_of;                                                         \
        if (log == NULL)                                                                           \
            return XR_ERROR_HANDLE_INVALID;                                                        \
        XrResult result = US_EVENT_LOG_CALL(log, name, log->next.name arguments);                  \
        us_event_log_result(log, session, US_TAP_##name, result);                                  \
        if (XR_SUCCEEDED(result))                                                                  \
            us_event_log_##change(log, US_LOGGED_##kind);                                          \
        return result;                                                                             \
    }

#define OF_INSTANCE of_instance(handle, &session)
#define OF_SESSION of_session(handle, &session)
#define OF_NODE(type) of_node(US_HANDLE_##type, US_XR_VALUE(handle), &session)
#define OF_SWAPCHAIN OF_NODE(LOGGED_SWAPCHAIN)

PLAIN(xrGetInstanceProperties, (XrInstance handle, XrInstanceProperties *properties), OF_INSTANCE,
      (handle, properties))
PLAIN(xrResultToString, (XrInstance handle, XrResult value, char *buffer), OF_INSTANCE,
      (handle, value, buffer))
PLAIN(xrStructureTypeToString, (XrInstance handle, XrStructureType value, char *buffer),
      OF_INSTANCE, (handle, value, buffer))
PLAIN(xrGetSystem, (XrInstance handle, const XrSystemGetInfo *info, XrSystemId *system),
      OF_INSTANCE, (handle, info, system))
PLAIN(xrEnumerateEnvironmentBlendModes,
      (XrInstance handle, XrSystemId system, XrViewConfigurationType type, uint32_t capacity,
       uint32_t *out_count, XrEnvironmentBlendMode *modes),
      OF_INSTANCE, (handle, system, type, capacity, out_count, modes))
PLAIN(xrEnumerateViewConfigurations,
      (XrInstance handle, XrSystemId system, uint32_t capacity, uint32_t *out_count,
       XrViewConfigurationType *types),
      OF_INSTANCE, (handle, system, capacity, out_count, types))
PLAIN(xrGetViewConfigurationProperties,
      (XrInstance handle, XrSystemId system, XrViewConfigurationType type,
       XrViewConfigurationProperties *properties),
      OF_INSTANCE, (handle, system, type, properties))
PLAIN(xrEnumerateViewConfigurationViews,
      (XrInstance handle, XrSystemId system, XrViewConfigurationType type, uint32_t capacity,
       uint32_t *out_count, XrViewConfigurationView *views),
      OF_INSTANCE, (handle, system, type, capacity, out_count, views))
PLAIN(xrEnumerateReferenceSpaces,
      (XrSession handle, uint32_t capacity, uint32_t *out_count, XrReferenceSpaceType *types),
      OF_SESSION, (handle, capacity, out_count, types))
PLAIN(xrGetReferenceSpaceBoundsRect,
      (XrSession handle, XrReferenceSpaceType type, XrExtent2Df *bounds), OF_SESSION,
      (handle, type, bounds))
PLAIN(xrEnumerateSwapchainFormats,
      (XrSession handle, uint32_t capacity, uint32_t *out_count, int64_t *formats), OF_SESSION,
      (handle, capacity, out_count, formats))
PLAIN(xrEnumerateSwapchainImages,
      (XrSwapchain handle, uint32_t capacity, uint32_t *out_count,
       XrSwapchainImageBaseHeader *images),
      OF_SWAPCHAIN, (handle, capacity, out_count, images))
PLAIN(xrAcquireSwapchainImage,
      (XrSwapchain handle, const XrSwapchainImageAcquireInfo *info, uint32_t *index), OF_SWAPCHAIN,
      (handle, info, index))
PLAIN(xrWaitSwapchainImage, (XrSwapchain handle, const XrSwapchainImageWaitInfo *info),
      OF_SWAPCHAIN, (handle, info))
PLAIN(xrReleaseSwapchainImage, (XrSwapchain handle, const XrSwapchainImageReleaseInfo *info),
      OF_SWAPCHAIN, (handle, info))
PLAIN(xrStringToPath, (XrInstance handle, const char *text, XrPath *path), OF_INSTANCE,
      (handle, text, path))
PLAIN(xrPathToString,
      (XrInstance handle, XrPath path, uint32_t capacity, uint32_t *out_count, char *buffer),
      OF_INSTANCE, (handle, path, capacity, out_count, buffer))
COUNTED(xrDestroySpace, (XrSpace handle), OF_NODE(SPACE), (handle), SPACES, destroyed)
COUNTED(xrCreateHandTrackerEXT,
        (XrSession handle, const XrHandTrackerCreateInfoEXT *info, XrHandTrackerEXT *tracker),
        OF_SESSION, (handle, info, tracker), HAND_TRACKERS, created)
COUNTED(xrDestroyHandTrackerEXT, (XrHandTrackerEXT handle), OF_NODE(HAND_TRACKER), (handle),
        HAND_TRACKERS, destroyed)
COUNTED(xrCreateActionSet,
        (XrInstance handle, const XrActionSetCreateInfo *info, XrActionSet *action_set),
        OF_INSTANCE, (handle, info, action_set), ACTION_SETS, created)
COUNTED(xrDestroyActionSet, (XrActionSet handle), OF_NODE(ACTION_SET), (handle), ACTION_SETS,
        destroyed)
COUNTED(xrDestroyAction, (XrAction handle), OF_NODE(ACTION), (handle), ACTIONS, destroyed)
PLAIN(xrAttachSessionActionSets, (XrSession handle, const XrSessionActionSetsAttachInfo *info),
      OF_SESSION, (handle, info))
PLAIN(xrEnumerateBoundSourcesForAction,
      (XrSession handle, const XrBoundSourcesForActionEnumerateInfo *info, uint32_t capacity,
       uint32_t *out_count, XrPath *sources),
      OF_SESSION, (handle, info, capacity, out_count, sources))
PLAIN(xrGetInputSourceLocalizedName,
      (XrSession handle, const XrInputSourceLocalizedNameGetInfo *info, uint32_t capacity,
       uint32_t *out_count, char *buffer),
      OF_SESSION, (handle, info, capacity, out_count, buffer))

const struct us_tap_function us_tap_plain[] = {
    US_TAP_FUNCTION(xrGetInstanceProperties),
    US_TAP_FUNCTION(xrResultToString),
    US_TAP_FUNCTION(xrStructureTypeToString),
    US_TAP_FUNCTION(xrGetSystem),
    US_TAP_FUNCTION(xrEnumerateEnvironmentBlendModes),
    US_TAP_FUNCTION(xrEnumerateViewConfigurations),
    US_TAP_FUNCTION(xrGetViewConfigurationProperties),
    US_TAP_FUNCTION(xrEnumerateViewConfigurationViews),
    US_TAP_FUNCTION(xrEnumerateReferenceSpaces),
    US_TAP_FUNCTION(xrGetReferenceSpaceBoundsRect),
    US_TAP_FUNCTION(xrEnumerateSwapchainFormats),
    US_TAP_FUNCTION(xrEnumerateSwapchainImages),
    US_TAP_FUNCTION(xrAcquireSwapchainImage),
    US_TAP_FUNCTION(xrWaitSwapchainImage),
    US_TAP_FUNCTION(xrReleaseSwapchainImage),
    US_TAP_FUNCTION(xrStringToPath),
    US_TAP_FUNCTION(xrPathToString),
    US_TAP_FUNCTION(xrDestroySpace),
    US_TAP_FUNCTION(xrCreateHandTrackerEXT),
    US_TAP_FUNCTION(xrDestroyHandTrackerEXT),
    US_TAP_FUNCTION(xrCreateActionSet),
    US_TAP_FUNCTION(xrDestroyActionSet),
    US_TAP_FUNCTION(xrDestroyAction),
    US_TAP_FUNCTION(xrAttachSessionActionSets),
    US_TAP_FUNCTION(xrEnumerateBoundSourcesForAction),
    US_TAP_FUNCTION(xrGetInputSourceLocalizedName),
    US_TAP_FUNCTIONS_END,
};
