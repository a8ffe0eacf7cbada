/* SPDX-License-Identifier: MIT */
/* Calls of which nothing is noted but that they failed. */
#include "record.h"

static struct us_record *of_instance(XrInstance handle, const struct us_session **out_session)
{
    *out_session = NULL;
    return us_record_of_instance(handle);
}

static struct us_record *of_session(XrSession handle, const struct us_session **out_session)
{
    *out_session = us_session_find(handle);
    return us_record_of_session(*out_session);
}

/* Of a handle that does not tell whose it is. */
static struct us_record *of_any(uint64_t value, const struct us_session **out_session)
{
    (void)value;
    *out_session = NULL;
    return us_record_of_session(NULL);
}

#define PLAIN(name, parameters, record_of, arguments)                                              \
    static XRAPI_ATTR XrResult XRAPI_CALL watch_##name parameters                                  \
    {                                                                                              \
        const struct us_session *session;                                                          \
        struct us_record *record = record_of;                                                      \
        if (record == NULL)                                                                        \
            return XR_ERROR_HANDLE_INVALID;                                                        \
        XrResult result = record->told.name arguments;                                             \
        us_record_result(record, session, US_WATCH_##name, result);                                \
        return result;                                                                             \
    }

#define OF_INSTANCE of_instance(handle, &session)
#define OF_SESSION of_session(handle, &session)
#define OF_ANY of_any(US_XR_VALUE(handle), &session)

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
PLAIN(xrCreateSwapchain,
      (XrSession handle, const XrSwapchainCreateInfo *info, XrSwapchain *swapchain), OF_SESSION,
      (handle, info, swapchain))
PLAIN(xrDestroySwapchain, (XrSwapchain handle), OF_ANY, (handle))
PLAIN(xrEnumerateSwapchainImages,
      (XrSwapchain handle, uint32_t capacity, uint32_t *out_count,
       XrSwapchainImageBaseHeader *images),
      OF_ANY, (handle, capacity, out_count, images))
PLAIN(xrAcquireSwapchainImage,
      (XrSwapchain handle, const XrSwapchainImageAcquireInfo *info, uint32_t *index), OF_ANY,
      (handle, info, index))
PLAIN(xrWaitSwapchainImage, (XrSwapchain handle, const XrSwapchainImageWaitInfo *info), OF_ANY,
      (handle, info))
PLAIN(xrReleaseSwapchainImage, (XrSwapchain handle, const XrSwapchainImageReleaseInfo *info),
      OF_ANY, (handle, info))
PLAIN(xrStringToPath, (XrInstance handle, const char *text, XrPath *path), OF_INSTANCE,
      (handle, text, path))
PLAIN(xrPathToString,
      (XrInstance handle, XrPath path, uint32_t capacity, uint32_t *out_count, char *buffer),
      OF_INSTANCE, (handle, path, capacity, out_count, buffer))
PLAIN(xrDestroySpace, (XrSpace handle), OF_ANY, (handle))
PLAIN(xrCreateHandTrackerEXT,
      (XrSession handle, const XrHandTrackerCreateInfoEXT *info, XrHandTrackerEXT *tracker),
      OF_SESSION, (handle, info, tracker))
PLAIN(xrDestroyHandTrackerEXT, (XrHandTrackerEXT handle), OF_ANY, (handle))
PLAIN(xrCreateActionSet,
      (XrInstance handle, const XrActionSetCreateInfo *info, XrActionSet *action_set), OF_INSTANCE,
      (handle, info, action_set))
PLAIN(xrDestroyActionSet, (XrActionSet handle), OF_ANY, (handle))
PLAIN(xrDestroyAction, (XrAction handle), OF_ANY, (handle))
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

const struct us_watcher us_watch_plain[] = {
    US_WATCHER(xrGetInstanceProperties),
    US_WATCHER(xrResultToString),
    US_WATCHER(xrStructureTypeToString),
    US_WATCHER(xrGetSystem),
    US_WATCHER(xrEnumerateEnvironmentBlendModes),
    US_WATCHER(xrEnumerateViewConfigurations),
    US_WATCHER(xrGetViewConfigurationProperties),
    US_WATCHER(xrEnumerateViewConfigurationViews),
    US_WATCHER(xrEnumerateReferenceSpaces),
    US_WATCHER(xrGetReferenceSpaceBoundsRect),
    US_WATCHER(xrEnumerateSwapchainFormats),
    US_WATCHER(xrCreateSwapchain),
    US_WATCHER(xrDestroySwapchain),
    US_WATCHER(xrEnumerateSwapchainImages),
    US_WATCHER(xrAcquireSwapchainImage),
    US_WATCHER(xrWaitSwapchainImage),
    US_WATCHER(xrReleaseSwapchainImage),
    US_WATCHER(xrStringToPath),
    US_WATCHER(xrPathToString),
    US_WATCHER(xrDestroySpace),
    US_WATCHER(xrCreateHandTrackerEXT),
    US_WATCHER(xrDestroyHandTrackerEXT),
    US_WATCHER(xrCreateActionSet),
    US_WATCHER(xrDestroyActionSet),
    US_WATCHER(xrDestroyAction),
    US_WATCHER(xrAttachSessionActionSets),
    US_WATCHER(xrEnumerateBoundSourcesForAction),
    US_WATCHER(xrGetInputSourceLocalizedName),
    US_WATCHERS_END,
};
