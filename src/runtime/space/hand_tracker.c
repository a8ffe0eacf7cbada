/* SPDX-License-Identifier: MIT */
/* XR_EXT_hand_tracking. */
#include "runtime/person/person.h"
#include "runtime/space/space.h"
#include "runtime/instance/call.h"

struct hand_tracker {
    struct rt_object object;
    enum us_hand hand;
};

static XrResult create(struct rt_session *session, const XrHandTrackerCreateInfoEXT *info,
                       XrHandTrackerEXT *out_tracker)
{
    if (info == NULL || info->type != XR_TYPE_HAND_TRACKER_CREATE_INFO_EXT || out_tracker == NULL)
        return XR_ERROR_VALIDATION_FAILURE;
    if (session->object.instance->settings.disabled[RT_FEATURE_HAND_TRACKING_SYSTEM])
        return XR_ERROR_FEATURE_UNSUPPORTED;
    if ((info->hand != XR_HAND_LEFT_EXT && info->hand != XR_HAND_RIGHT_EXT) ||
        info->handJointSet != XR_HAND_JOINT_SET_DEFAULT_EXT)
        return XR_ERROR_VALIDATION_FAILURE;
    XrResult result;
    struct hand_tracker *tracker =
        rt_object_create(sizeof *tracker, XR_OBJECT_TYPE_HAND_TRACKER_EXT, &session->object,
                         rt_object_free, &result);
    if (tracker == NULL)
        return result;
    tracker->hand = info->hand == XR_HAND_LEFT_EXT ? US_HAND_LEFT : US_HAND_RIGHT;
    *out_tracker = RT_HANDLE(XrHandTrackerEXT, tracker);
    return XR_SUCCESS;
}

RT_CALL(xrCreateHandTrackerEXT, SESSION,
        (XrSession handle, const XrHandTrackerCreateInfoEXT *info, XrHandTrackerEXT *handTracker),
        create(object, info, handTracker))

RT_DESTROY(xrDestroyHandTrackerEXT, XrHandTrackerEXT, HAND_TRACKER_EXT)

/* m_local_base and `flags`: NULL and 0 if the hand is not tracked. */
static void fill_joint(const struct hand_tracker *tracker, XrHandJointEXT joint, XrTime time,
                       const struct rt_motion *m_local_base, XrSpaceLocationFlags flags,
                       XrHandJointLocationEXT *location, XrHandJointVelocityEXT *velocity)
{
    struct rt_motion m_base_joint = rt_motion_identity();
    if (m_local_base != NULL) {
        const struct rt_motion m_local_joint =
            rt_person_joint(&tracker->object.instance->person, tracker->hand, joint, time);
        m_base_joint = rt_motion_relative(m_local_base, &m_local_joint);
    }
    location->locationFlags = flags;
    location->pose = rt_motion_to_pose(&m_base_joint);
    location->radius = m_local_base != NULL ? rt_geometry_joint_radius_m(joint) : 0;
    if (velocity == NULL)
        return;
    velocity->velocityFlags = m_local_base != NULL ? RT_SPACE_VELOCITY_FLAGS : 0;
    velocity->linearVelocity = rt_motion_to_vector3f(m_base_joint.linear_m_s);
    velocity->angularVelocity = rt_motion_to_vector3f(m_base_joint.angular_rad_s);
}

static XrResult check(const struct rt_session *session, const XrHandJointsLocateInfoEXT *info,
                      const XrHandJointLocationsEXT *locations,
                      const XrHandJointVelocitiesEXT *velocities)
{
    if (info == NULL || info->type != XR_TYPE_HAND_JOINTS_LOCATE_INFO_EXT || locations == NULL ||
        locations->type != XR_TYPE_HAND_JOINT_LOCATIONS_EXT)
        return XR_ERROR_VALIDATION_FAILURE;
    if (rt_space_find(session, info->baseSpace) == NULL)
        return XR_ERROR_HANDLE_INVALID;
    if (locations->jointCount != XR_HAND_JOINT_COUNT_EXT || locations->jointLocations == NULL)
        return XR_ERROR_VALIDATION_FAILURE;
    if (velocities != NULL &&
        (velocities->jointCount != XR_HAND_JOINT_COUNT_EXT || velocities->jointVelocities == NULL))
        return XR_ERROR_VALIDATION_FAILURE;
    return info->time <= 0 ? XR_ERROR_TIME_INVALID : XR_SUCCESS;
}

static XrResult locate(const struct hand_tracker *tracker, const XrHandJointsLocateInfoEXT *info,
                       XrHandJointLocationsEXT *locations)
{
    const struct rt_session *session = (const struct rt_session *)tracker->object.parent;
    XrHandJointVelocitiesEXT *velocities =
        locations == NULL ? NULL
                          : us_xr_find_output(locations->next, XR_TYPE_HAND_JOINT_VELOCITIES_EXT);
    const XrResult result = check(session, info, locations, velocities);
    if (result != XR_SUCCESS)
        return result;
    const struct rt_space *base = rt_space_find(session, info->baseSpace);
    struct rt_motion m_local_base;
    const bool active =
        rt_person_has_joints(&session->object.instance->person, tracker->hand, info->time) &&
        session->state == XR_SESSION_STATE_FOCUSED &&
        rt_space_locate(base, info->time, &m_local_base);
    const XrSpaceLocationFlags flags = active ? rt_space_flags(base, info->time) : 0;
    locations->isActive = active;
    for (uint32_t i = 0; i < XR_HAND_JOINT_COUNT_EXT; i++)
        fill_joint(tracker, (XrHandJointEXT)i, info->time, active ? &m_local_base : NULL, flags,
                   &locations->jointLocations[i],
                   velocities == NULL ? NULL : &velocities->jointVelocities[i]);
    return XR_SUCCESS;
}

RT_CALL(xrLocateHandJointsEXT, HAND_TRACKER_EXT,
        (XrHandTrackerEXT handle, const XrHandJointsLocateInfoEXT *info,
         XrHandJointLocationsEXT *locations),
        locate(object, info, locations))
