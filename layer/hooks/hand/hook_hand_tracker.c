/* SPDX-License-Identifier: MIT */
#include "layer/state/session.h"
#include "layer/hooks/hooks.h"

#include <stdlib.h>

#include "layer/answer/playback.h"
#include "layer/pose/hand.h"
#include "layer/state/recorded_meshes.h"

/* Recordings have no elbow. The radius is that of a typical forearm. */
static const float elbow_radius_m = 0.045f;

struct us_hand_tracker *us_hand_tracker_find(XrHandTrackerEXT handle)
{
    return (struct us_hand_tracker *)us_handle_table_find(US_HANDLE_HAND_TRACKER,
                                                          US_XR_VALUE(handle));
}

static void free_tracker(struct us_node *node)
{
    free(node);
}

/* The layer never supplies XR_ULTRALEAP_hand_tracking_forearm, so the elbow needs a runtime that
 * has it. */
static bool is_set_known(const struct us_instance *instance, XrHandJointSetEXT set)
{
    struct us_extensions extensions = instance->bindings.extensions;
    return set == XR_HAND_JOINT_SET_DEFAULT_EXT ||
           (set == XR_HAND_JOINT_SET_HAND_WITH_FOREARM_ULTRALEAP &&
            us_extensions_is_enabled(extensions, US_EXTENSION_FOREARM) &&
            !us_extensions_is_supplied(extensions, US_EXTENSION_HAND_TRACKING));
}

static bool is_create_valid(const struct us_instance *instance,
                            const XrHandTrackerCreateInfoEXT *info)
{
    return info != NULL && info->type == XR_TYPE_HAND_TRACKER_CREATE_INFO_EXT &&
           (info->hand == XR_HAND_LEFT_EXT || info->hand == XR_HAND_RIGHT_EXT) &&
           is_set_known(instance, info->handJointSet);
}

/* The app's request of XR_EXT_hand_tracking_data_source; NULL: none. */
static const XrHandTrackingDataSourceInfoEXT *find_sources(const struct us_instance *instance,
                                                           const XrHandTrackerCreateInfoEXT *info)
{
    if (info == NULL ||
        !us_extensions_is_enabled(instance->bindings.extensions, US_EXTENSION_DATA_SOURCE))
        return NULL;
    return us_xr_find_input(info->next, XR_TYPE_HAND_TRACKING_DATA_SOURCE_INFO_EXT);
}

/* Whether the list has at least one source, only known sources and no source twice. */
static bool are_sources_valid(const XrHandTrackingDataSourceInfoEXT *sources)
{
    unsigned seen = 0;
    if (sources == NULL)
        return true;
    if (sources->requestedDataSourceCount == 0 || sources->requestedDataSources == NULL)
        return false;
    for (uint32_t i = 0; i < sources->requestedDataSourceCount; i++) {
        XrHandTrackingDataSourceEXT source = sources->requestedDataSources[i];
        if (source != XR_HAND_TRACKING_DATA_SOURCE_UNOBSTRUCTED_EXT &&
            source != XR_HAND_TRACKING_DATA_SOURCE_CONTROLLER_EXT)
            return false;
        unsigned bit = 1u << (unsigned)source;
        if ((seen & bit) != 0)
            return false;
        seen |= bit;
    }
    return true;
}

static void read_sources(struct us_hand_tracker *tracker,
                         const XrHandTrackingDataSourceInfoEXT *sources)
{
    tracker->has_sources = sources != NULL;
    tracker->allows_unobstructed = tracker->allows_controller = sources == NULL;
    for (uint32_t i = 0; sources != NULL && i < sources->requestedDataSourceCount; i++) {
        XrHandTrackingDataSourceEXT source = sources->requestedDataSources[i];
        tracker->allows_unobstructed |= source == XR_HAND_TRACKING_DATA_SOURCE_UNOBSTRUCTED_EXT;
        tracker->allows_controller |= source == XR_HAND_TRACKING_DATA_SOURCE_CONTROLLER_EXT;
    }
}

/* Creates a tracker in the chain below, if it has hand tracking. */
static XrResult create_below(const struct us_instance *instance, XrSession session,
                             const XrHandTrackerCreateInfoEXT *info, XrHandTrackerEXT *handle)
{
    if (us_extensions_is_supplied(instance->bindings.extensions, US_EXTENSION_HAND_TRACKING) ||
        instance->next.xrCreateHandTrackerEXT == NULL)
        return XR_ERROR_FEATURE_UNSUPPORTED;
    return instance->next.xrCreateHandTrackerEXT(session, info, handle);
}

static struct us_hand_tracker *new_tracker(struct us_session *session,
                                           const XrHandTrackerCreateInfoEXT *info)
{
    struct us_hand_tracker *tracker = calloc(1, sizeof *tracker);
    if (tracker == NULL)
        return NULL;
    tracker->session = session;
    tracker->hand = info->hand == XR_HAND_LEFT_EXT ? US_HAND_LEFT : US_HAND_RIGHT;
    tracker->joint_count = info->handJointSet == XR_HAND_JOINT_SET_DEFAULT_EXT
                               ? XR_HAND_JOINT_COUNT_EXT
                               : XR_HAND_FOREARM_JOINT_COUNT_ULTRALEAP;
    for (int i = 0; i < XR_HAND_JOINT_COUNT_EXT; i++)
        tracker->radii_m[i] = us_joint_radius_m(us_joint_from_openxr(i));
    tracker->radii_m[XR_HAND_FOREARM_JOINT_ELBOW_ULTRALEAP] = elbow_radius_m;
    read_sources(tracker, find_sources(session->instance, info));
    return tracker;
}

/* Adds a tracker to the handle table under `*handle`. If the layer makes the handle, writes the new
 * handle there. */
static bool add_tracker(struct us_hand_tracker *tracker, XrHandTrackerEXT *handle)
{
    uint64_t value = tracker->is_ours ? (uint64_t)(uintptr_t)tracker : US_XR_VALUE(*handle);
    tracker->node =
        us_handle_table_node(US_HANDLE_HAND_TRACKER, value, &tracker->session->node, free_tracker);
    if (!us_handle_table_add(&tracker->node))
        return false;
    *handle = US_XR_HANDLE(XrHandTrackerEXT, value);
    return true;
}

/* Validates the call where the chain below cannot. */
static XrResult check_create(const struct us_instance *instance, bool plays,
                             const XrHandTrackerCreateInfoEXT *info, const XrHandTrackerEXT *handle)
{
    struct us_extensions extensions = instance->bindings.extensions;
    if (plays && us_extensions_is_supplied(extensions, US_EXTENSION_HAND_TRACKING) &&
        (!is_create_valid(instance, info) || handle == NULL))
        return XR_ERROR_VALIDATION_FAILURE;
    if (us_extensions_is_supplied(extensions, US_EXTENSION_DATA_SOURCE) &&
        !are_sources_valid(find_sources(instance, info)))
        return XR_ERROR_VALIDATION_FAILURE;
    return XR_SUCCESS;
}

/* Whether the layer adds anything to the answers for a live hand. */
static bool adds_to_live(const struct us_instance *instance)
{
    struct us_extensions extensions = instance->bindings.extensions;
    return us_session_scripts_any(&instance->scripts) ||
           us_extensions_is_supplied(extensions, US_EXTENSION_DATA_SOURCE) ||
           us_extensions_is_supplied(extensions, US_EXTENSION_MOTION_RANGE) ||
           us_extensions_is_supplied(extensions, US_EXTENSION_MESH_FB) ||
           us_extensions_is_supplied(extensions, US_EXTENSION_AIM_FB);
}

static XRAPI_ATTR XrResult XRAPI_CALL hook_xrCreateHandTrackerEXT(
    XrSession session_handle, const XrHandTrackerCreateInfoEXT *info, XrHandTrackerEXT *handle)
{
    US_SESSION_OF_CALL(session_handle, session, instance);
    bool plays = session != NULL && session->has_spaces && instance->bindings.plays.hands;
    if (session == NULL &&
        us_extensions_is_supplied(instance->bindings.extensions, US_EXTENSION_HAND_TRACKING))
        return XR_ERROR_HANDLE_INVALID;
    XrResult result = check_create(instance, plays, info, handle);
    if (XR_FAILED(result))
        return result;
    result = create_below(instance, session_handle, info, handle);
    bool is_ours = plays && result == XR_ERROR_FEATURE_UNSUPPORTED;
    bool adds = plays || adds_to_live(instance);
    if (session == NULL || (XR_FAILED(result) && !is_ours) || !is_create_valid(instance, info))
        return result;
    if (is_ours && !are_sources_valid(find_sources(instance, info)))
        return XR_ERROR_VALIDATION_FAILURE;

    struct us_hand_tracker *tracker = new_tracker(session, info);
    if (tracker == NULL)
        return is_ours ? XR_ERROR_OUT_OF_MEMORY : result;
    tracker->plays = plays;
    tracker->passes_on = !adds;
    tracker->is_ours = is_ours;
    if (!add_tracker(tracker, handle)) {
        free(tracker);
        return is_ours ? XR_ERROR_OUT_OF_MEMORY : result;
    }
    us_status_summary_note_step(instance->summary, US_SUMMARY_MADE_TRACKER);
    return is_ours ? XR_SUCCESS : result;
}

static XRAPI_ATTR XrResult XRAPI_CALL hook_xrDestroyHandTrackerEXT(XrHandTrackerEXT handle)
{
    struct us_hand_tracker *tracker = us_hand_tracker_find(handle);
    struct us_instance *instance = us_session_instance(tracker != NULL ? tracker->session : NULL);
    US_RETURN_IF_INVALID(instance);
    bool is_ours = tracker != NULL && tracker->is_ours;
    if (!is_ours && instance->next.xrDestroyHandTrackerEXT == NULL)
        return XR_ERROR_HANDLE_INVALID;
    struct us_node *list = us_handle_table_detach((struct us_node *)tracker);
    return us_handle_table_settle(list, is_ours ? XR_SUCCESS
                                                : instance->next.xrDestroyHandTrackerEXT(handle));
}

/* The mesh of the chain below. The chain says what is wrong with the call. Where a recorded mesh
 * takes the place of its own, its arrays may be longer than the app's. */
static XrResult get_mesh_below(const struct us_instance *instance, XrHandTrackerEXT handle,
                               const struct us_session_mesh *recorded, XrHandTrackingMeshFB *mesh)
{
    if (instance->next.xrGetHandMeshFB == NULL)
        return XR_ERROR_FUNCTION_UNSUPPORTED;
    if (recorded == NULL || mesh == NULL)
        return instance->next.xrGetHandMeshFB(handle, mesh);
    XrHandTrackingMeshFB counts = {.type = mesh->type, .next = mesh->next};
    XrResult result = instance->next.xrGetHandMeshFB(handle, &counts);
    return XR_SUCCEEDED(result) ? us_recorded_hand_mesh_write(recorded, mesh) : result;
}

static XRAPI_ATTR XrResult XRAPI_CALL hook_xrGetHandMeshFB(XrHandTrackerEXT handle,
                                                           XrHandTrackingMeshFB *mesh)
{
    struct us_hand_tracker *tracker = us_hand_tracker_find(handle);
    struct us_instance *instance = us_session_instance(tracker != NULL ? tracker->session : NULL);
    US_RETURN_IF_INVALID(instance);
    bool is_supplied =
        us_extensions_is_supplied(instance->bindings.extensions, US_EXTENSION_MESH_FB);
    bool plays = tracker != NULL && tracker->plays && !us_playback_is_live(tracker->session);
    const struct us_session_mesh *recorded =
        plays ? us_recorded_hand_mesh_find(instance, tracker->hand) : NULL;
    if (!is_supplied && (tracker == NULL || !tracker->is_ours))
        return get_mesh_below(instance, handle, recorded, mesh);
    US_RETURN_IF_INVALID(tracker);
    return recorded != NULL ? us_recorded_hand_mesh_write(recorded, mesh)
                            : us_hand_mesh_write(tracker->hand, mesh);
}

const struct us_handler us_hooks_hand_tracker[] = {
    US_HANDLER(xrCreateHandTrackerEXT, hook_xrCreateHandTrackerEXT),
    US_HANDLER(xrDestroyHandTrackerEXT, hook_xrDestroyHandTrackerEXT),
    US_HANDLER(xrGetHandMeshFB, hook_xrGetHandMeshFB),
    US_HANDLERS_END,
};
