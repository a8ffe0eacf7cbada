/* SPDX-License-Identifier: MIT */
#include "hooks.h"

#include <stdlib.h>

#include "chain.h"
#include "convert.h"
#include "playback.h"
#include "rebase.h"
#include "space.h"

struct hand_tracker {
    struct us_node node; /* its parent is the session */
    struct us_session *session;
    enum us_hand hand;
    bool is_ours;     /* the handle is this node: the chain below knows nothing of it */
    bool has_sources; /* made with XrHandTrackingDataSourceInfoEXT */
    bool may_be_seen; /* joints may come from a hand that holds nothing, as recorded ones do */
    float radii_m[XR_HAND_JOINT_COUNT_EXT];
};

static struct hand_tracker *find_tracker(XrHandTrackerEXT handle)
{
    return (struct hand_tracker *)us_handles_find(US_HANDLE_HAND_TRACKER, US_XR_VALUE(handle));
}

static void free_tracker(struct us_node *node)
{
    free(node);
}

static bool is_create_valid(const XrHandTrackerCreateInfoEXT *info)
{
    return info != NULL && info->type == XR_TYPE_HAND_TRACKER_CREATE_INFO_EXT &&
           (info->hand == XR_HAND_LEFT_EXT || info->hand == XR_HAND_RIGHT_EXT) &&
           info->handJointSet == XR_HAND_JOINT_SET_DEFAULT_EXT;
}

static void read_sources(struct hand_tracker *tracker, const XrHandTrackerCreateInfoEXT *info)
{
    const XrHandTrackingDataSourceInfoEXT *sources =
        us_chain_find_input(info->next, XR_TYPE_HAND_TRACKING_DATA_SOURCE_INFO_EXT);
    tracker->has_sources = sources != NULL;
    tracker->may_be_seen = sources == NULL;
    for (uint32_t i = 0; sources != NULL && i < sources->requestedDataSourceCount; i++)
        tracker->may_be_seen |=
            sources->requestedDataSources[i] == XR_HAND_TRACKING_DATA_SOURCE_UNOBSTRUCTED_EXT;
}

/* The chain below's tracker, if it has hand tracking and hands. */
static XrResult create_below(const struct us_instance *instance, XrSession session,
                             const XrHandTrackerCreateInfoEXT *info, XrHandTrackerEXT *handle)
{
    if (us_extensions_is_supplied(instance->extensions, US_EXTENSION_HAND_TRACKING) ||
        instance->next.xrCreateHandTrackerEXT == NULL)
        return XR_ERROR_FEATURE_UNSUPPORTED;
    return instance->next.xrCreateHandTrackerEXT(session, info, handle);
}

XRAPI_ATTR XrResult XRAPI_CALL us_hook_xrCreateHandTrackerEXT(
    XrSession session_handle, const XrHandTrackerCreateInfoEXT *info, XrHandTrackerEXT *handle)
{
    struct us_session *session = us_session_find(session_handle);
    struct us_instance *instance = session != NULL ? session->instance : us_instance_fallback();
    if (instance == NULL)
        return XR_ERROR_HANDLE_INVALID;
    bool plays = session != NULL && session->places && instance->plays_hands;
    if (!plays && session == NULL &&
        us_extensions_is_supplied(instance->extensions, US_EXTENSION_HAND_TRACKING))
        return XR_ERROR_HANDLE_INVALID;
    if (plays && us_extensions_is_supplied(instance->extensions, US_EXTENSION_HAND_TRACKING) &&
        (!is_create_valid(info) || handle == NULL))
        return XR_ERROR_VALIDATION_FAILURE;
    XrResult result = create_below(instance, session_handle, info, handle);
    bool is_ours = result == XR_ERROR_FEATURE_UNSUPPORTED;
    if (!plays || (XR_FAILED(result) && !is_ours) || !is_create_valid(info))
        return result;

    struct hand_tracker *tracker = calloc(1, sizeof *tracker);
    if (tracker == NULL)
        return is_ours ? XR_ERROR_OUT_OF_MEMORY : result;
    uint64_t value = is_ours ? (uint64_t)(uintptr_t)tracker : US_XR_VALUE(*handle);
    tracker->node =
        (struct us_node){US_HANDLE_HAND_TRACKER, value, &session->node, free_tracker, NULL};
    tracker->session = session;
    tracker->hand = info->hand == XR_HAND_LEFT_EXT ? US_HAND_LEFT : US_HAND_RIGHT;
    tracker->is_ours = is_ours;
    for (int i = 0; i < XR_HAND_JOINT_COUNT_EXT; i++)
        tracker->radii_m[i] = us_joint_radius_m(us_convert_joint((XrHandJointEXT)i));
    read_sources(tracker, info);
    if (!us_handles_add(&tracker->node)) {
        free(tracker);
        return is_ours ? XR_ERROR_OUT_OF_MEMORY : result;
    }
    if (is_ours)
        *handle = US_XR_HANDLE(XrHandTrackerEXT, value);
    return is_ours ? XR_SUCCESS : result;
}

XRAPI_ATTR XrResult XRAPI_CALL us_hook_xrDestroyHandTrackerEXT(XrHandTrackerEXT handle)
{
    struct hand_tracker *tracker = find_tracker(handle);
    struct us_instance *instance =
        tracker != NULL ? tracker->session->instance : us_instance_fallback();
    if (instance == NULL)
        return XR_ERROR_HANDLE_INVALID;
    bool is_ours = tracker != NULL && tracker->is_ours;
    if (!is_ours && instance->next.xrDestroyHandTrackerEXT == NULL)
        return XR_ERROR_HANDLE_INVALID;
    struct us_node *list = us_handles_detach(tracker != NULL ? &tracker->node : NULL);
    XrResult result = is_ours ? XR_SUCCESS : instance->next.xrDestroyHandTrackerEXT(handle);
    if (XR_FAILED(result))
        us_handles_restore(list);
    else
        us_handles_free(list);
    return result;
}

/* What the chain below would have said about the call, for a tracker that it does not know. */
static XrResult check_locate(const struct hand_tracker *tracker,
                             const XrHandJointsLocateInfoEXT *info,
                             const XrHandJointLocationsEXT *locations,
                             const XrHandJointVelocitiesEXT *velocities,
                             const XrHandTrackingDataSourceStateEXT *source)
{
    if (info->type != XR_TYPE_HAND_JOINTS_LOCATE_INFO_EXT ||
        locations->type != XR_TYPE_HAND_JOINT_LOCATIONS_EXT ||
        locations->jointCount != XR_HAND_JOINT_COUNT_EXT || locations->jointLocations == NULL)
        return XR_ERROR_VALIDATION_FAILURE;
    if (velocities != NULL &&
        (velocities->jointCount != XR_HAND_JOINT_COUNT_EXT || velocities->jointVelocities == NULL))
        return XR_ERROR_VALIDATION_FAILURE;
    if (source != NULL && !tracker->has_sources)
        return XR_ERROR_VALIDATION_FAILURE;
    return info->time <= 0 ? XR_ERROR_TIME_INVALID : XR_SUCCESS;
}

static XrResult call_below(const struct hand_tracker *tracker, XrHandTrackerEXT handle,
                           const XrHandJointsLocateInfoEXT *info,
                           XrHandJointLocationsEXT *locations)
{
    const struct us_session *session = tracker->session;
    if (!tracker->is_ours)
        return session->instance->next.xrLocateHandJointsEXT(handle, info, locations);
    /* A harmless question tells what is wrong with the base space, the time or the session. */
    XrSpaceLocation location = {.type = XR_TYPE_SPACE_LOCATION};
    return session->instance->next.xrLocateSpace(session->view, info->baseSpace, info->time,
                                                 &location);
}

/* Nothing is valid. */
static void write_unknown(XrHandJointLocationsEXT *locations, XrHandJointVelocitiesEXT *velocities)
{
    const XrHandJointVelocityEXT still = {0};
    locations->isActive = XR_FALSE;
    for (int i = 0; i < XR_HAND_JOINT_COUNT_EXT; i++) {
        locations->jointLocations[i].locationFlags = 0;
        locations->jointLocations[i].pose = us_convert_to_posef(us_pose_identity);
        if (velocities != NULL)
            velocities->jointVelocities[i] = still;
    }
}

/* All 26 joints. What is known of one is known of each. */
static void write_hand(XrHandJointLocationsEXT *locations, XrHandJointVelocitiesEXT *velocities,
                       const struct us_placement *base, const struct us_rebase *rebase,
                       const struct us_hand_sample *recorded)
{
    XrHandJointLocationEXT *poses = locations->jointLocations;
    struct us_space_flags flags = us_space_seen_flags(base);
    locations->isActive = XR_TRUE;
    us_rebase_poses(rebase, recorded->joints, poses);
    for (int i = 0; i < XR_HAND_JOINT_COUNT_EXT; i++)
        poses[i].locationFlags = flags.location;
    if (velocities == NULL)
        return;
    us_rebase_velocities(rebase, recorded->joints, poses, velocities->jointVelocities);
    for (int i = 0; i < XR_HAND_JOINT_COUNT_EXT; i++)
        velocities->jointVelocities[i].velocityFlags = flags.velocity;
}

static void write_radii(XrHandJointLocationsEXT *locations, const float *radii_m)
{
    for (int i = 0; i < XR_HAND_JOINT_COUNT_EXT; i++)
        locations->jointLocations[i].radius = radii_m[i];
}

static bool is_base_located(const struct us_placement *base)
{
    const XrSpaceLocationFlags needed =
        XR_SPACE_LOCATION_ORIENTATION_VALID_BIT | XR_SPACE_LOCATION_POSITION_VALID_BIT;
    return (base->flags & needed) == needed;
}

/* Whether the hand is there. */
static bool answer(const struct hand_tracker *tracker, XrTime time, const struct us_placement *base,
                   XrHandJointLocationsEXT *locations, XrHandJointVelocitiesEXT *velocities)
{
    const struct us_session *session = tracker->session;
    const struct us_hand_sample *recorded = NULL;
    struct us_frame_sample frame;
    double rate;
    if (tracker->may_be_seen && is_base_located(base) &&
        atomic_load_explicit(&session->focused, memory_order_acquire))
        recorded = us_playback_recorded_hand(session, tracker->hand, time, &frame, &rate);
    if (recorded != NULL) {
        struct us_rebase rebase;
        us_rebase_init(&rebase, &base->motion, session->T_anchor_recording, rate);
        write_hand(locations, velocities, base, &rebase, recorded);
    } else {
        write_unknown(locations, velocities);
    }
    write_radii(locations, tracker->radii_m);
    return recorded != NULL;
}

XRAPI_ATTR XrResult XRAPI_CALL us_hook_xrLocateHandJointsEXT(XrHandTrackerEXT handle,
                                                             const XrHandJointsLocateInfoEXT *info,
                                                             XrHandJointLocationsEXT *locations)
{
    const struct hand_tracker *tracker = find_tracker(handle);
    if (tracker == NULL) {
        struct us_instance *instance = us_instance_fallback();
        if (instance == NULL || instance->next.xrLocateHandJointsEXT == NULL)
            return XR_ERROR_HANDLE_INVALID;
        return instance->next.xrLocateHandJointsEXT(handle, info, locations);
    }
    if (info == NULL || locations == NULL)
        return XR_ERROR_VALIDATION_FAILURE;
    XrHandJointVelocitiesEXT *velocities =
        us_chain_find_output(locations->next, XR_TYPE_HAND_JOINT_VELOCITIES_EXT);
    XrHandTrackingDataSourceStateEXT *source =
        us_chain_find_output(locations->next, XR_TYPE_HAND_TRACKING_DATA_SOURCE_STATE_EXT);
    XrResult result = check_locate(tracker, info, locations, velocities, source);
    if (XR_SUCCEEDED(result))
        result = call_below(tracker, handle, info, locations);
    if (XR_FAILED(result))
        return result;

    struct us_session *session = tracker->session;
    us_playback_on_locate(session, info->time);
    struct us_placement base;
    XrResult placed =
        us_space_place(session, info->baseSpace, us_space_find(info->baseSpace), info->time, &base);
    if (XR_FAILED(placed))
        return placed;
    bool active = answer(tracker, info->time, &base, locations, velocities);
    if (source != NULL) {
        source->isActive = active ? XR_TRUE : XR_FALSE;
        source->dataSource = XR_HAND_TRACKING_DATA_SOURCE_UNOBSTRUCTED_EXT;
    }
    atomic_fetch_add_explicit(&session->instance->counts.hands, 1, memory_order_relaxed);
    return result;
}
