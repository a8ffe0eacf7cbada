/* SPDX-License-Identifier: MIT */
#include "layer/state/session.h"
#include "layer/hooks/hooks.h"

#include "layer/pose/hand.h"
#include "layer/base/next_chain.h"
#include "layer/pose/convert.h"
#include "layer/answer/playback.h"
#include "layer/pose/rebase.h"
#include "layer/answer/space.h"

/* Distance of the elbow from the wrist along the forearm. Recordings have no elbow. */
static const float forearm_m = 0.25f;

/* The chained structs that the layer reads or writes; NULL: not chained. Revision 1 of
 * XR_FB_hand_tracking_aim chains its struct to the input, revision 2 to the output; headers differ
 * in the chain that has the scale. */
struct chained {
    XrHandJointVelocitiesEXT *velocities;
    XrHandTrackingDataSourceStateEXT *source;
    XrHandTrackingAimStateFB *aim;
    XrHandTrackingScaleFB *scale;
    const XrHandJointsMotionRangeInfoEXT *range;
};

static bool is_enabled(const struct us_hand_tracker *tracker, enum us_extension which)
{
    return us_extensions_is_enabled(tracker->session->instance->bindings.extensions, which);
}

static bool is_supplied(const struct us_hand_tracker *tracker, enum us_extension which)
{
    return us_extensions_is_supplied(tracker->session->instance->bindings.extensions, which);
}

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
    XrHandJointVelocitiesEXT *velocities =
        us_xr_find_output(locations->next, XR_TYPE_HAND_JOINT_VELOCITIES_EXT);
    for (uint32_t i = 0; i < locations->jointCount; i++)
        move_joint(session, base, &locations->jointLocations[i],
                   velocities != NULL && i < velocities->jointCount
                       ? &velocities->jointVelocities[i]
                       : NULL);
    if (!us_space_is_located(base->flags))
        locations->isActive = XR_FALSE;
}

/*
 * Locates a live hand. Where the layer defines the pose of the base (a recorded head or hand, or a
 * virtual reference space), the chain below would use the real pose of that space, which is
 * elsewhere. It is therefore asked for the hand in the anchor space, and joints, velocities and the
 * pose of XR_FB_hand_tracking_aim are moved into the base. isActive is false if that is nowhere.
 */
static XrResult locate_below(const struct us_instance *instance, XrHandTrackerEXT tracker,
                             const XrHandJointsLocateInfoEXT *info,
                             XrHandJointLocationsEXT *locations)
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
        us_xr_find_output(locations->next, XR_TYPE_HAND_TRACKING_AIM_STATE_FB);
    if (aim != NULL)
        move_aim(session, &base.placement, aim);
    const struct us_space_use hand = {.resolved = {.entity = US_ENTITY_RUNTIME}};
    us_answers_report(0, us_space_answer(&hand, US_HOW_ABSENT, &base, &moment));
    return result;
}

static struct chained find_chained(const struct us_hand_tracker *tracker,
                                   const XrHandJointsLocateInfoEXT *info,
                                   XrHandJointLocationsEXT *locations)
{
    struct chained chained = {
        .velocities = us_xr_find_output(locations->next, XR_TYPE_HAND_JOINT_VELOCITIES_EXT)};
    if (is_enabled(tracker, US_EXTENSION_DATA_SOURCE))
        chained.source =
            us_xr_find_output(locations->next, XR_TYPE_HAND_TRACKING_DATA_SOURCE_STATE_EXT);
    if (is_enabled(tracker, US_EXTENSION_AIM_FB))
        chained.aim = us_next_chain_find_either(locations->next, info->next,
                                                XR_TYPE_HAND_TRACKING_AIM_STATE_FB);
    if (is_enabled(tracker, US_EXTENSION_MESH_FB) &&
        (tracker->is_ours || is_supplied(tracker, US_EXTENSION_MESH_FB)))
        chained.scale =
            us_next_chain_find_either(locations->next, info->next, XR_TYPE_HAND_TRACKING_SCALE_FB);
    if (is_enabled(tracker, US_EXTENSION_MOTION_RANGE))
        chained.range = us_xr_find_input(info->next, XR_TYPE_HAND_JOINTS_MOTION_RANGE_INFO_EXT);
    return chained;
}

/* Validates chained structs of extensions that the chain below may not know. */
static XrResult check_chained(const struct us_hand_tracker *tracker, const struct chained *chained)
{
    const XrHandJointsMotionRangeInfoEXT *range = chained->range;
    if (range != NULL &&
        range->handJointsMotionRange != XR_HAND_JOINTS_MOTION_RANGE_UNOBSTRUCTED_EXT &&
        range->handJointsMotionRange != XR_HAND_JOINTS_MOTION_RANGE_CONFORMING_TO_CONTROLLER_EXT)
        return XR_ERROR_VALIDATION_FAILURE;
    if (chained->source != NULL && !tracker->has_sources)
        return XR_ERROR_VALIDATION_FAILURE;
    return XR_SUCCESS;
}

/* Validates the call as a runtime does, because the chain below may not know the tracker. */
static XrResult check_locate(const struct us_hand_tracker *tracker,
                             const XrHandJointsLocateInfoEXT *info,
                             const XrHandJointLocationsEXT *locations,
                             const XrHandJointVelocitiesEXT *velocities)
{
    if (info->type != XR_TYPE_HAND_JOINTS_LOCATE_INFO_EXT ||
        locations->type != XR_TYPE_HAND_JOINT_LOCATIONS_EXT ||
        locations->jointCount != tracker->joint_count || locations->jointLocations == NULL)
        return XR_ERROR_VALIDATION_FAILURE;
    if (velocities != NULL &&
        (velocities->jointCount != tracker->joint_count || velocities->jointVelocities == NULL))
        return XR_ERROR_VALIDATION_FAILURE;
    return info->time <= 0 ? XR_ERROR_TIME_INVALID : XR_SUCCESS;
}

static XrResult call_below(const struct us_hand_tracker *tracker, XrHandTrackerEXT handle,
                           const XrHandJointsLocateInfoEXT *info,
                           XrHandJointLocationsEXT *locations)
{
    const struct us_session *session = tracker->session;
    if (!tracker->is_ours)
        return session->instance->next.xrLocateHandJointsEXT(handle, info, locations);
    /* xrLocateSpace reports an invalid base space, time or session. */
    XrSpaceLocation location = {.type = XR_TYPE_SPACE_LOCATION};
    return session->instance->next.xrLocateSpace(session->view, info->baseSpace, info->time,
                                                 &location);
}

/* The joints are those of the hand that was recorded; the mesh follows them, whatever the size. */
static void write_scale(XrHandTrackingScaleFB *scale)
{
    scale->sensorOutput = 1.0f;
    scale->currentOutput = 1.0f;
}

/* Writes that the hand is not active and no joint is valid. */
static void write_unknown(XrHandJointLocationsEXT *locations, XrHandJointVelocitiesEXT *velocities)
{
    const XrHandJointVelocityEXT still = {0};
    locations->isActive = XR_FALSE;
    for (uint32_t i = 0; i < locations->jointCount; i++) {
        locations->jointLocations[i].locationFlags = 0;
        locations->jointLocations[i].pose = us_convert_to_posef(us_pose_identity);
        if (velocities != NULL)
            velocities->jointVelocities[i] = still;
    }
}

/* Writes the elbow. It is fixed to the wrist: +Z of the wrist points along the forearm, away from
 * the hand. */
static void write_elbow(XrHandJointLocationsEXT *locations, XrHandJointVelocitiesEXT *velocities)
{
    const XrHandJointLocationEXT *wrist = &locations->jointLocations[XR_HAND_JOINT_WRIST_EXT];
    XrHandJointLocationEXT *elbow =
        &locations->jointLocations[XR_HAND_FOREARM_JOINT_ELBOW_ULTRALEAP];
    struct us_pose pose = us_convert_from_posef(wrist->pose);
    struct us_vec3 arm_m = us_quat_rotate(pose.rotation, (struct us_vec3){0.0f, 0.0f, forearm_m});
    pose.position_m = us_vec3_add(pose.position_m, arm_m);
    elbow->locationFlags = wrist->locationFlags;
    elbow->pose = us_convert_to_posef(pose);
    if (velocities == NULL)
        return;
    XrHandJointVelocityEXT velocity = velocities->jointVelocities[XR_HAND_JOINT_WRIST_EXT];
    struct us_vec3 turning = us_convert_from_vector3f(velocity.angularVelocity);
    velocity.linearVelocity = us_convert_to_vector3f(us_vec3_add(
        us_convert_from_vector3f(velocity.linearVelocity), us_vec3_cross(turning, arm_m)));
    velocities->jointVelocities[XR_HAND_FOREARM_JOINT_ELBOW_ULTRALEAP] = velocity;
}

/* The flags of a joint, enum us_pose_flags. An input animation has all flags; a session recording
 * has them for each joint. */
static uint64_t known_of(const struct us_hand_sample *recorded, int joint)
{
    uint64_t most = recorded->inferred ? US_POSE_INFERRED : US_POSE_ALL;
    return recorded->has_details ? most & recorded->flags[us_joint_from_openxr(joint)] : most;
}

/* Writes all 26 joints. */
static void write_hand(XrHandJointLocationsEXT *locations, XrHandJointVelocitiesEXT *velocities,
                       const struct us_placement *base, const struct us_rebase *rebase,
                       const struct us_hand_sample *recorded)
{
    XrHandJointLocationEXT *poses = locations->jointLocations;
    struct us_space_flags flags = us_space_seen_flags(base);
    locations->isActive = XR_TRUE;
    us_rebase_poses(rebase, recorded->joints, poses);
    for (int i = 0; i < XR_HAND_JOINT_COUNT_EXT; i++)
        poses[i].locationFlags = flags.location & known_of(recorded, i);
    if (velocities == NULL)
        return;
    us_rebase_velocities(rebase, recorded->joints, poses, velocities->jointVelocities);
    for (int i = 0; i < XR_HAND_JOINT_COUNT_EXT; i++)
        velocities->jointVelocities[i].velocityFlags =
            flags.velocity & (known_of(recorded, i) / US_POSE_LINEAR_VALID);
}

static void write_radii(XrHandJointLocationsEXT *locations, const float *radii_m)
{
    for (uint32_t i = 0; i < locations->jointCount; i++)
        locations->jointLocations[i].radius = radii_m[i];
}

/* Writes the state that a session recorded. Without the channel "pinch" the pinches stay live. */
static void write_recorded_aim(const struct us_hand_tracker *tracker,
                               const struct us_placement *base,
                               const struct us_hand_sample *recorded, XrHandTrackingAimStateFB *aim)
{
    const struct us_aim_sample *sample = &recorded->aim;
    struct us_pose T_base_aim = us_pose_multiply(us_pose_inverse(base->motion.pose),
                                                 us_playback_place_aim(tracker->session, sample));
    bool is_valid = (sample->status & XR_HAND_TRACKING_AIM_VALID_BIT_FB) != 0;
    us_hand_aim_write_pose(aim, tracker->hand, is_valid ? T_base_aim : us_pose_identity);
    if (!tracker->session->instance->bindings.plays.pinch)
        return;
    aim->status = sample->status;
    if (recorded->pinching)
        aim->status |= XR_HAND_TRACKING_AIM_INDEX_PINCHING_BIT_FB;
    else
        aim->status &= ~XR_HAND_TRACKING_AIM_INDEX_PINCHING_BIT_FB;
    aim->pinchStrengthIndex = sample->pinches[0];
    aim->pinchStrengthMiddle = sample->pinches[1];
    aim->pinchStrengthRing = sample->pinches[2];
    aim->pinchStrengthLittle = sample->pinches[3];
    if (!tracker->node.is_own)
        us_status_summary_note_step(tracker->session->instance->summary, US_SUMMARY_READ_AIM);
}

/* Writes aim and pinches as recorded, or else as the joints have them. What the chain below wrote
 * is replaced. */
static void write_aim(const struct us_hand_tracker *tracker,
                      const struct us_playback_moment *moment, const struct us_placement *base,
                      const struct us_hand_sample *recorded, XrHandTrackingAimStateFB *aim)
{
    const struct us_session *session = tracker->session;
    const struct us_instance *instance = session->instance;
    if (recorded == NULL) {
        us_hand_aim_clear(aim);
        return;
    }
    /* The chain below did not write the struct. */
    if (tracker->is_ours || is_supplied(tracker, US_EXTENSION_AIM_FB))
        us_hand_aim_clear(aim);
    if (recorded->has_details && recorded->aim.is_recorded) {
        write_recorded_aim(tracker, base, recorded, aim);
        return;
    }
    struct us_motion joints[XR_HAND_JOINT_COUNT_EXT], head;
    us_playback_place_hand(session, recorded, moment->at.rate, joints);
    if (instance->bindings.plays.head)
        us_playback_head(session, moment, &head, NULL);
    struct us_motion T_anchor_aim = us_hand_pose(US_HAND_POSE_AIM, tracker->hand, joints,
                                                 instance->bindings.plays.head ? &head : NULL);
    us_hand_aim_write_pose(aim, tracker->hand,
                           us_pose_multiply(us_pose_inverse(base->motion.pose), T_anchor_aim.pose));
    if (instance->bindings.plays.pinch) {
        us_hand_aim_write_pinches(aim, joints, recorded->pinching);
        if (!tracker->node.is_own)
            us_status_summary_note_step(instance->summary, US_SUMMARY_READ_AIM);
    }
}

/* Whether the recording answers this call. Otherwise the hand is not active. */
static bool asks_recording(const struct us_hand_tracker *tracker,
                           const struct us_playback_moment *moment, const struct us_placement *base)
{
    const struct us_session *session = tracker->session;
    return us_space_is_located(base->flags) && !us_playback_is_live(session) &&
           us_answer_scripted_has_focus(session, moment);
}

/* The source of a recorded hand; joints of an input animation have no controller. */
static XrHandTrackingDataSourceEXT source_of(const struct us_hand_sample *recorded)
{
    return recorded->has_details &&
                   recorded->data_source == XR_HAND_TRACKING_DATA_SOURCE_CONTROLLER_EXT
               ? XR_HAND_TRACKING_DATA_SOURCE_CONTROLLER_EXT
               : XR_HAND_TRACKING_DATA_SOURCE_UNOBSTRUCTED_EXT;
}

/* Whether the app wants joints of the recorded hand's source. */
static bool allows(const struct us_hand_tracker *tracker, const struct us_hand_sample *recorded)
{
    return source_of(recorded) == XR_HAND_TRACKING_DATA_SOURCE_CONTROLLER_EXT
               ? tracker->allows_controller
               : tracker->allows_unobstructed;
}

static void write_source(XrHandTrackingDataSourceStateEXT *source, XrBool32 active,
                         XrHandTrackingDataSourceEXT data_source)
{
    source->isActive = active;
    source->dataSource = data_source;
}

/* Writes the recorded hand, or an inactive one. */
static struct us_playback_answer overlay_hand(const struct us_hand_tracker *tracker, bool asks,
                                              const struct us_playback_moment *moment,
                                              const struct us_placement *base,
                                              XrHandJointLocationsEXT *locations,
                                              const struct chained *chained)
{
    const struct us_session *session = tracker->session;
    struct us_playback_answer answer = {.is_there = false, .how = US_HOW_ABSENT};
    struct us_frame_sample frame;
    if (asks)
        answer = us_playback_recorded_hand(session, tracker->hand, moment,
                                           chained->velocities != NULL, &frame);
    answer.is_there = answer.is_there && allows(tracker, &frame.hands[tracker->hand]);
    const struct us_hand_sample *recorded = answer.is_there ? &frame.hands[tracker->hand] : NULL;
    if (recorded != NULL) {
        struct us_rebase rebase;
        us_rebase_init(&rebase, &base->motion, session->T_anchor_recording, moment->at.rate);
        write_hand(locations, chained->velocities, base, &rebase, recorded);
        if (tracker->joint_count > XR_HAND_JOINT_COUNT_EXT)
            write_elbow(locations, chained->velocities);
    } else {
        write_unknown(locations, chained->velocities);
    }
    write_radii(locations, tracker->radii_m);
    if (recorded != NULL && recorded->has_details)
        for (int i = 0; i < XR_HAND_JOINT_COUNT_EXT; i++)
            locations->jointLocations[i].radius = recorded->radius_m[us_joint_from_openxr(i)];
    if (chained->aim != NULL)
        write_aim(tracker, moment, base, recorded, chained->aim);
    if (chained->source != NULL)
        write_source(chained->source, answer.is_there ? XR_TRUE : XR_FALSE,
                     recorded != NULL ? source_of(recorded)
                                      : XR_HAND_TRACKING_DATA_SOURCE_UNOBSTRUCTED_EXT);
    return answer;
}

/* Locates a live hand, and fills structs of extensions that the chain below lacks: the data source
 * is the unobstructed hand, and there is no aim. */
static XrResult locate_live(const struct us_hand_tracker *tracker, XrHandTrackerEXT handle,
                            const XrHandJointsLocateInfoEXT *info,
                            XrHandJointLocationsEXT *locations, const struct chained *chained)
{
    XrResult result = locate_below(tracker->session->instance, handle, info, locations);
    if (XR_FAILED(result))
        return result;
    bool supplies_source = is_supplied(tracker, US_EXTENSION_DATA_SOURCE);
    struct us_playback_moment moment = us_playback_moment(tracker->session, info->time);
    bool is_denied = !us_answer_scripted_gives_input(tracker->session, &moment);
    if (is_denied || (supplies_source && !tracker->allows_unobstructed))
        write_unknown(locations, chained->velocities);
    if ((is_denied || supplies_source) && chained->source != NULL)
        write_source(chained->source, locations->isActive,
                     XR_HAND_TRACKING_DATA_SOURCE_UNOBSTRUCTED_EXT);
    if ((is_denied || is_supplied(tracker, US_EXTENSION_AIM_FB)) && chained->aim != NULL)
        us_hand_aim_clear(chained->aim);
    return result;
}

static XrResult locate_played(const struct us_hand_tracker *tracker, XrHandTrackerEXT handle,
                              const XrHandJointsLocateInfoEXT *info,
                              XrHandJointLocationsEXT *locations, const struct chained *chained)
{
    struct us_session *session = tracker->session;
    struct us_space_base base;
    XrResult result = check_locate(tracker, info, locations, chained->velocities);
    if (XR_FAILED(result))
        return result;
    us_space_find_use(info->baseSpace, &base.use);
    result = us_space_base_ask(session, info->time, &base);
    if (XR_SUCCEEDED(result))
        result = call_below(tracker, handle, info, locations);
    if (XR_FAILED(result))
        return result;
    struct us_playback_moment moment = us_playback_locate(session, info->time);
    XrResult placed = us_space_base_place(session, &moment, &base);
    if (XR_FAILED(placed))
        return placed;
    bool asks = asks_recording(tracker, &moment, &base.placement);
    struct us_playback_answer hand =
        overlay_hand(tracker, asks, &moment, &base.placement, locations, chained);
    if (!tracker->node.is_own)
        us_status_summary_note_question(session->instance->summary, US_SUMMARY_JOINTS,
                                        hand.is_there);
    const struct us_space_use use = {
        .resolved = {.entity = asks ? US_ENTITY_HAND : US_ENTITY_NOWHERE, .hand = tracker->hand}};
    us_answers_report(0, us_space_answer(&use, hand.how, &base, &moment));
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL
hook_xrLocateHandJointsEXT(XrHandTrackerEXT handle, const XrHandJointsLocateInfoEXT *info,
                           XrHandJointLocationsEXT *locations)
{
    const struct us_hand_tracker *tracker = us_hand_tracker_find(handle);
    if (tracker == NULL || tracker->passes_on) {
        struct us_instance *instance =
            us_session_instance(tracker != NULL ? tracker->session : NULL);
        if (instance == NULL || instance->next.xrLocateHandJointsEXT == NULL)
            return XR_ERROR_HANDLE_INVALID;
        return locate_below(instance, handle, info, locations);
    }
    if (info == NULL || locations == NULL)
        return XR_ERROR_VALIDATION_FAILURE;
    struct chained chained = find_chained(tracker, info, locations);
    XrResult result = check_chained(tracker, &chained);
    if (XR_FAILED(result))
        return result;
    /* A tracker that the chain below does not know cannot become live; its hand becomes
     * inactive. */
    bool plays = tracker->plays && (tracker->is_ours || !us_playback_is_live(tracker->session));
    result = plays ? locate_played(tracker, handle, info, locations, &chained)
                   : locate_live(tracker, handle, info, locations, &chained);
    if (XR_SUCCEEDED(result) && chained.scale != NULL)
        write_scale(chained.scale);
    return result;
}

const struct us_handler us_hooks_hand[] = {
    US_HANDLER(xrLocateHandJointsEXT, hook_xrLocateHandJointsEXT),
    US_HANDLERS_END,
};
