/* SPDX-License-Identifier: MIT */
/* What an app is told outside of its frames: a `query` line for each call, with its result and all
 * of its answer that is no handle. */
#include "spy.h"

#include <string.h>

enum { LIST_MAX = 256 };

/* Leaves the log locked. */
static struct us_json_text *begin(const char *call, XrResult result)
{
    spy_lock();
    struct us_json_text *text = probe_report_begin(&spy.log, "query");
    us_json_text_string(text, "call", call);
    us_json_text_integer(text, "result", result);
    return text;
}

static void end(void)
{
    probe_report_end(&spy.log);
    spy_unlock();
}

static void say(const char *call, XrResult result)
{
    (void)begin(call, result);
    end();
}

static void say_text(const char *call, XrResult result, const char *asked, const char *answer)
{
    struct us_json_text *text = begin(call, result);
    us_json_text_string(text, "asked", asked);
    us_json_text_string(text, "answer", XR_SUCCEEDED(result) ? answer : "");
    end();
}

static void name_path(XrPath path, char out_text[XR_MAX_PATH_LENGTH])
{
    uint32_t size;
    if (!path ||
        XR_FAILED(spy.next.PathToString(spy.instance, path, XR_MAX_PATH_LENGTH, &size, out_text)))
        out_text[0] = '\0';
}

/* The values of an enumeration, or only how many there are. */
static void say_values(const char *call, XrResult result, uint32_t capacity, uint32_t count,
                       const int64_t *values)
{
    struct us_json_text *text = begin(call, result);
    us_json_text_integer(text, "capacity", capacity);
    us_json_text_integer(text, "count", XR_SUCCEEDED(result) ? count : 0);
    us_json_text_value(text, "answer", "[");
    for (uint32_t i = 0; capacity > 0 && XR_SUCCEEDED(result) && i < count && i < LIST_MAX; i++)
        us_json_text_integer(text, NULL, values[i]);
    us_json_text_raw(text, "]");
    end();
}

#define SAY_VALUES(call, result, capacity, count, list)                                            \
    do {                                                                                           \
        int64_t values[LIST_MAX];                                                                  \
        for (uint32_t i = 0;                                                                       \
             (capacity) > 0 && XR_SUCCEEDED(result) && i < *(count) && i < LIST_MAX; i++)          \
            values[i] = (int64_t)(list)[i];                                                        \
        say_values(call, result, capacity, *(count), values);                                      \
    } while (0)

static XRAPI_ATTR XrResult XRAPI_CALL get_system(XrInstance instance, const XrSystemGetInfo *info,
                                                 XrSystemId *system)
{
    XrResult result = spy.next.GetSystem(instance, info, system);
    say("xrGetSystem", result);
    return result;
}

static const void *chained(const void *next, XrStructureType type)
{
    for (const XrBaseOutStructure *at = next; at; at = at->next)
        if (at->type == type)
            return at;
    return NULL;
}

static XRAPI_ATTR XrResult XRAPI_CALL get_system_properties(XrInstance instance, XrSystemId system,
                                                            XrSystemProperties *properties)
{
    XrResult result = spy.next.GetSystemProperties(instance, system, properties);
    const XrSystemHandTrackingPropertiesEXT *hands =
        chained(properties->next, XR_TYPE_SYSTEM_HAND_TRACKING_PROPERTIES_EXT);
    const XrSystemEyeGazeInteractionPropertiesEXT *eyes =
        chained(properties->next, XR_TYPE_SYSTEM_EYE_GAZE_INTERACTION_PROPERTIES_EXT);
    struct us_json_text *text = begin("xrGetSystemProperties", result);
    us_json_text_string(text, "system", properties->systemName);
    us_json_text_integer(text, "layers", properties->graphicsProperties.maxLayerCount);
    us_json_text_integer(text, "width", properties->graphicsProperties.maxSwapchainImageWidth);
    us_json_text_integer(text, "orientation", properties->trackingProperties.orientationTracking);
    us_json_text_integer(text, "position", properties->trackingProperties.positionTracking);
    us_json_text_integer(text, "hands", hands ? (int)hands->supportsHandTracking : -1);
    us_json_text_integer(text, "eyes", eyes ? (int)eyes->supportsEyeGazeInteraction : -1);
    end();
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL enumerate_view_configurations(XrInstance instance,
                                                                    XrSystemId system,
                                                                    uint32_t capacity,
                                                                    uint32_t *count,
                                                                    XrViewConfigurationType *types)
{
    XrResult result =
        spy.next.EnumerateViewConfigurations(instance, system, capacity, count, types);
    SAY_VALUES("xrEnumerateViewConfigurations", result, capacity, count, types);
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL enumerate_blend_modes(XrInstance instance, XrSystemId system,
                                                            XrViewConfigurationType type,
                                                            uint32_t capacity, uint32_t *count,
                                                            XrEnvironmentBlendMode *modes)
{
    XrResult result =
        spy.next.EnumerateEnvironmentBlendModes(instance, system, type, capacity, count, modes);
    SAY_VALUES("xrEnumerateEnvironmentBlendModes", result, capacity, count, modes);
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL enumerate_reference_spaces(XrSession session,
                                                                 uint32_t capacity, uint32_t *count,
                                                                 XrReferenceSpaceType *types)
{
    XrResult result = spy.next.EnumerateReferenceSpaces(session, capacity, count, types);
    SAY_VALUES("xrEnumerateReferenceSpaces", result, capacity, count, types);
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL enumerate_formats(XrSession session, uint32_t capacity,
                                                        uint32_t *count, int64_t *formats)
{
    XrResult result = spy.next.EnumerateSwapchainFormats(session, capacity, count, formats);
    SAY_VALUES("xrEnumerateSwapchainFormats", result, capacity, count, formats);
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL get_bounds(XrSession session, XrReferenceSpaceType type,
                                                 XrExtent2Df *bounds)
{
    XrResult result = spy.next.GetReferenceSpaceBoundsRect(session, type, bounds);
    struct us_json_text *text = begin("xrGetReferenceSpaceBoundsRect", result);
    us_json_text_integer(text, "type", type);
    us_json_text_number(text, "width", (double)bounds->width);
    us_json_text_number(text, "height", (double)bounds->height);
    end();
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL string_to_path(XrInstance instance, const char *string,
                                                     XrPath *path)
{
    XrResult result = spy.next.StringToPath(instance, string, path);
    say_text("xrStringToPath", result, string, "");
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL path_to_string(XrInstance instance, XrPath path,
                                                     uint32_t capacity, uint32_t *count,
                                                     char *buffer)
{
    char known[XR_MAX_PATH_LENGTH];
    XrResult result = spy.next.PathToString(instance, path, capacity, count, buffer);
    name_path(path, known);
    say_text("xrPathToString", result, known, capacity > 0 ? buffer : "");
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL create_action_set(XrInstance instance,
                                                        const XrActionSetCreateInfo *info,
                                                        XrActionSet *set)
{
    XrResult result = spy.next.CreateActionSet(instance, info, set);
    say_text("xrCreateActionSet", result, info->actionSetName, "");
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL
suggest_bindings(XrInstance instance, const XrInteractionProfileSuggestedBinding *suggested)
{
    char profile[XR_MAX_PATH_LENGTH];
    XrResult result = spy.next.SuggestInteractionProfileBindings(instance, suggested);
    name_path(suggested->interactionProfile, profile);
    say_text("xrSuggestInteractionProfileBindings", result, profile, "");
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL attach_sets(XrSession session,
                                                  const XrSessionActionSetsAttachInfo *info)
{
    XrResult result = spy.next.AttachSessionActionSets(session, info);
    say("xrAttachSessionActionSets", result);
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL
enumerate_sources(XrSession session, const XrBoundSourcesForActionEnumerateInfo *info,
                  uint32_t capacity, uint32_t *count, XrPath *sources)
{
    XrResult result =
        spy.next.EnumerateBoundSourcesForAction(session, info, capacity, count, sources);
    struct us_json_text *text = begin("xrEnumerateBoundSourcesForAction", result);
    struct spy_names_entry action =
        spy_names_get(&spy.names, SPY_NAMES_ACTION, (uint64_t)info->action);
    us_json_text_string(text, "action", action.name);
    us_json_text_integer(text, "capacity", capacity);
    us_json_text_integer(text, "count", XR_SUCCEEDED(result) ? *count : 0);
    us_json_text_value(text, "answer", "[");
    for (uint32_t i = 0; capacity > 0 && XR_SUCCEEDED(result) && i < *count; i++) {
        char source[XR_MAX_PATH_LENGTH];
        name_path(sources[i], source);
        us_json_text_string(text, NULL, source);
    }
    us_json_text_raw(text, "]");
    end();
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL get_source_name(XrSession session,
                                                      const XrInputSourceLocalizedNameGetInfo *info,
                                                      uint32_t capacity, uint32_t *count,
                                                      char *buffer)
{
    char source[XR_MAX_PATH_LENGTH];
    XrResult result = spy.next.GetInputSourceLocalizedName(session, info, capacity, count, buffer);
    name_path(info->sourcePath, source);
    say_text("xrGetInputSourceLocalizedName", result, source, capacity > 0 ? buffer : "");
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL begin_session(XrSession session,
                                                    const XrSessionBeginInfo *info)
{
    XrResult result = spy.next.BeginSession(session, info);
    say("xrBeginSession", result);
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL end_session(XrSession session)
{
    XrResult result = spy.next.EndSession(session);
    say("xrEndSession", result);
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL request_exit(XrSession session)
{
    XrResult result = spy.next.RequestExitSession(session);
    say("xrRequestExitSession", result);
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL begin_frame(XrSession session, const XrFrameBeginInfo *info)
{
    XrResult result = spy.next.BeginFrame(session, info);
    say("xrBeginFrame", result);
    return result;
}

PFN_xrGetSystem const spy_hook_GetSystem = get_system;
PFN_xrGetSystemProperties const spy_hook_GetSystemProperties = get_system_properties;
PFN_xrEnumerateViewConfigurations const spy_hook_EnumerateViewConfigurations =
    enumerate_view_configurations;
PFN_xrEnumerateEnvironmentBlendModes const spy_hook_EnumerateEnvironmentBlendModes =
    enumerate_blend_modes;
PFN_xrEnumerateReferenceSpaces const spy_hook_EnumerateReferenceSpaces = enumerate_reference_spaces;
PFN_xrEnumerateSwapchainFormats const spy_hook_EnumerateSwapchainFormats = enumerate_formats;
PFN_xrGetReferenceSpaceBoundsRect const spy_hook_GetReferenceSpaceBoundsRect = get_bounds;
PFN_xrStringToPath const spy_hook_StringToPath = string_to_path;
PFN_xrPathToString const spy_hook_PathToString = path_to_string;
PFN_xrCreateActionSet const spy_hook_CreateActionSet = create_action_set;
PFN_xrSuggestInteractionProfileBindings const spy_hook_SuggestInteractionProfileBindings =
    suggest_bindings;
PFN_xrAttachSessionActionSets const spy_hook_AttachSessionActionSets = attach_sets;
PFN_xrEnumerateBoundSourcesForAction const spy_hook_EnumerateBoundSourcesForAction =
    enumerate_sources;
PFN_xrGetInputSourceLocalizedName const spy_hook_GetInputSourceLocalizedName = get_source_name;
PFN_xrBeginSession const spy_hook_BeginSession = begin_session;
PFN_xrEndSession const spy_hook_EndSession = end_session;
PFN_xrRequestExitSession const spy_hook_RequestExitSession = request_exit;
PFN_xrBeginFrame const spy_hook_BeginFrame = begin_frame;
