/* SPDX-License-Identifier: MIT */
#include "layer/answer/live_hand.h"

#include "layer/base/next_chain.h"
#include "layer/pose/convert.h"
#include "layer/answer/space.h"

static void move_joint(const struct us_session *session, const struct us_placement *base,
                       XrHandJointLocationEXT *joint, XrHandJointVelocityEXT *velocity)
{
    XrSpaceLocationData location = {joint->locationFlags, joint->pose};
    XrSpaceVelocityData moves = {0};
    if (velocity != NULL)
        moves = (XrSpaceVelocityData){velocity->velocityFlags, velocity->linearVelocity,
                                      velocity->angularVelocity};
    struct us_placement placed = us_space_place_located(session, NULL, &location, &moves);
    us_space_relate(base, &placed);
    joint->locationFlags = placed.flags;
    joint->pose = us_convert_to_posef(placed.motion.pose);
    if (velocity == NULL)
        return;
    velocity->velocityFlags = placed.velocity_flags;
    velocity->linearVelocity = us_convert_to_vector3f(placed.motion.linear_m_s);
    velocity->angularVelocity = us_convert_to_vector3f(placed.motion.angular_rad_s);
}

static void move_aim(const struct us_session *session, const struct us_placement *base,
                     XrHandTrackingAimStateFB *aim)
{
    XrSpaceLocationData location = {US_SPACE_ALL_VALID, aim->aimPose};
    struct us_placement placed = us_space_place_located(session, NULL, &location, NULL);
    us_space_relate(base, &placed);
    aim->aimPose = us_convert_to_posef(placed.motion.pose);
}

static void move_hand(const struct us_session *session, const struct us_placement *base,
                      XrHandJointLocationsEXT *locations)
{
    const XrSpaceLocationFlags valid =
        XR_SPACE_LOCATION_ORIENTATION_VALID_BIT | XR_SPACE_LOCATION_POSITION_VALID_BIT;
    XrHandJointVelocitiesEXT *velocities =
        us_next_chain_find_output(locations->next, XR_TYPE_HAND_JOINT_VELOCITIES_EXT);
    for (uint32_t i = 0; i < locations->jointCount; i++)
        move_joint(session, base, &locations->jointLocations[i],
                   velocities != NULL && i < velocities->jointCount
                       ? &velocities->jointVelocities[i]
                       : NULL);
    if ((base->flags & valid) != valid)
        locations->isActive = XR_FALSE;
}

XrResult us_live_hand_locate(const struct us_instance *instance, XrHandTrackerEXT tracker,
                             const XrHandJointsLocateInfoEXT *info,
                             XrHandJointLocationsEXT *locations, struct us_answer *out_answer)
{
    PFN_xrLocateHandJointsEXT next = instance->next.xrLocateHandJointsEXT;
    if (info == NULL || locations == NULL)
        return next(tracker, info, locations);
    struct us_space_base base;
    us_space_find_use(info->baseSpace, &base.use);
    if (base.use.resolved.entity == US_ENTITY_RUNTIME)
        return next(tracker, info, locations);
    const struct us_session *session = base.use.space->session;
    XrHandJointsLocateInfoEXT below = *info;
    below.baseSpace = session->anchor;
    XrResult result = next(tracker, &below, locations);
    if (XR_FAILED(result))
        return result;
    struct us_playback_moment moment = us_playback_moment(session, info->time);
    XrResult placed = us_space_base_place(session, &moment, &base);
    if (XR_FAILED(placed))
        return placed;
    move_hand(session, &base.placement, locations);
    XrHandTrackingAimStateFB *aim =
        us_next_chain_find_output(locations->next, XR_TYPE_HAND_TRACKING_AIM_STATE_FB);
    if (aim != NULL)
        move_aim(session, &base.placement, aim);
    const struct us_space_use hand = {.resolved = {.entity = US_ENTITY_RUNTIME}};
    if (out_answer != NULL)
        *out_answer = us_space_answer(&hand, US_HOW_ABSENT, &base, &moment);
    return result;
}
