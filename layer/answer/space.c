/* SPDX-License-Identifier: MIT */
#include "layer/answer/space.h"

#include <stdlib.h>

#include "layer/pose/convert.h"

static const struct us_placement not_located = {
    .motion = {.pose = {{0.0f, 0.0f, 0.0f, 1.0f}, {0.0f, 0.0f, 0.0f}}}};

void us_space_free(struct us_node *node)
{
    struct us_space *space = (struct us_space *)node;
    us_action_unref(space->action);
    free(space);
}

struct us_space us_space_view(const struct us_session *session)
{
    return (struct us_space){.session = (struct us_session *)session,
                             .is_reference = true,
                             .reference = XR_REFERENCE_SPACE_TYPE_VIEW,
                             .T_entity_space = us_pose_identity};
}

/* Applies the space's offset and the flags. On entry `placement` has the entity's pose; `flags`
 * (enum us_pose_flags) are its valid and tracked parts. */
static void finish_recorded(const struct us_space *space, uint8_t flags,
                            struct us_placement *placement)
{
    if (space->has_offset) {
        placement->motion = us_motion_offset(placement->motion, space->T_entity_space);
        /* The offset is rotated by the orientation, so the position is only as valid as the
         * orientation. */
        if (!(flags & US_POSE_ORIENTATION_VALID))
            flags &= (uint8_t) ~(US_POSE_POSITION_VALID | US_POSE_POSITION_TRACKED);
        if (!(flags & US_POSE_ANGULAR_VALID))
            flags &= (uint8_t)~US_POSE_LINEAR_VALID;
    }
    placement->flags = flags & US_SPACE_ALL_VALID;
    placement->velocity_flags = (flags / US_POSE_LINEAR_VALID) & US_SPACE_ALL_MOVING;
    placement->is_origin = false;
}

/* Gives a reference space valid velocities of 0 if the runtime reported none: reference spaces do
 * not move relative to each other. */
static struct us_placement with_velocity_of_rest(const struct us_space *space,
                                                 struct us_placement placement)
{
    bool rests =
        space != NULL && space->is_reference && space->reference != XR_REFERENCE_SPACE_TYPE_VIEW;
    if (rests && (placement.velocity_flags & US_SPACE_ALL_MOVING) != US_SPACE_ALL_MOVING) {
        placement.motion.linear_m_s = (struct us_vec3){0.0f, 0.0f, 0.0f};
        placement.motion.angular_rad_s = (struct us_vec3){0.0f, 0.0f, 0.0f};
        placement.velocity_flags = US_SPACE_ALL_MOVING;
    }
    return placement;
}

struct us_placement us_space_place_located(const struct us_session *session,
                                           const struct us_space *space,
                                           const XrSpaceLocationData *location,
                                           const XrSpaceVelocityData *velocity)
{
    struct us_placement placement = not_located;
    placement.flags = location->locationFlags;
    struct us_pose pose = us_convert_from_posef(location->pose);
    if (placement.flags & XR_SPACE_LOCATION_ORIENTATION_VALID_BIT)
        placement.motion.pose.rotation = pose.rotation;
    if (placement.flags & XR_SPACE_LOCATION_POSITION_VALID_BIT)
        placement.motion.pose.position_m = pose.position_m;
    if (velocity != NULL) {
        placement.velocity_flags = velocity->velocityFlags & US_SPACE_ALL_MOVING;
        if (placement.velocity_flags & XR_SPACE_VELOCITY_LINEAR_VALID_BIT)
            placement.motion.linear_m_s = us_convert_from_vector3f(velocity->linearVelocity);
        if (placement.velocity_flags & XR_SPACE_VELOCITY_ANGULAR_VALID_BIT)
            placement.motion.angular_rad_s = us_convert_from_vector3f(velocity->angularVelocity);
    }
    if (session->virtual_spaces.is_virtual)
        placement.motion =
            us_rebase_motion(session->virtual_spaces.T_virtual_real, placement.motion);
    return with_velocity_of_rest(space, placement);
}

static struct us_placement place_virtual(const struct us_session *session,
                                         const struct us_space *space,
                                         const struct us_playback_moment *moment)
{
    struct us_pose T_virtual_space = us_pose_identity, place;
    (void)us_virtual_spaces_find(&session->virtual_spaces, space->reference, &T_virtual_space);
    if (us_answer_scripted_place(session, space->reference, moment, &place))
        T_virtual_space = us_pose_multiply(T_virtual_space, place);
    struct us_motion still = {.pose = us_pose_multiply(T_virtual_space, space->T_entity_space)};
    return (struct us_placement){still, US_SPACE_ALL_VALID, US_SPACE_ALL_MOVING, false,
                                 US_HOW_EXACT};
}

static XrResult ask_runtime(const struct us_session *session, XrSpace handle,
                            const struct us_space *space, XrTime time, struct us_placement *out)
{
    XrSpaceVelocity velocity = {.type = XR_TYPE_SPACE_VELOCITY};
    XrSpaceLocation location = {.type = XR_TYPE_SPACE_LOCATION, .next = &velocity};
    XrResult result =
        session->instance->next.xrLocateSpace(handle, session->anchor, time, &location);
    if (XR_FAILED(result))
        return result;
    XrSpaceLocationData location_data = {location.locationFlags, location.pose};
    XrSpaceVelocityData velocity_data = {velocity.velocityFlags, velocity.linearVelocity,
                                         velocity.angularVelocity};
    *out = us_space_place_located(session, space, &location_data, &velocity_data);
    return result;
}

/* Places a space on a recorded controller pose. False if the recording has no such pose. */
static bool place_controller(const struct us_session *session, const struct us_space *space,
                             struct us_resolved from, const struct us_playback_moment *moment,
                             struct us_placement *out)
{
    if (!session->instance->bindings.plays.controllers)
        return false;
    struct us_playback_controller pose =
        us_playback_controller(session, from.hand, from.pose, moment);
    if (!pose.is_recorded)
        return false;
    *out = not_located;
    out->motion = pose.motion;
    out->how = pose.how;
    if (pose.flags != 0)
        finish_recorded(space, pose.flags, out);
    return true;
}

/* Places a space on a recorded hand or controller. The space cannot be located while the recorder
 * did not track the hand. */
static void place_hand(const struct us_session *session, const struct us_space *space,
                       struct us_resolved from, const struct us_playback_moment *moment,
                       struct us_placement *out)
{
    struct us_motion joints[XR_HAND_JOINT_COUNT_EXT], head;
    if (place_controller(session, space, from, moment, out))
        return;
    struct us_playback_answer hand = us_playback_hand(session, from.hand, moment, joints);
    if (!hand.is_there) {
        *out = not_located;
        out->how = hand.how;
        return;
    }
    bool has_head = session->instance->bindings.plays.head;
    if (has_head)
        us_playback_head(session, moment, &head, NULL);
    out->how = hand.how;
    out->motion = us_hand_pose(from.pose, from.hand, joints, has_head ? &head : NULL);
    finish_recorded(space, hand.flags, out);
}

/* Places the recorded gaze relative to the live head, with the flags of the live head. */
static XrResult place_carried_gaze(const struct us_session *session, const struct us_space *space,
                                   const struct us_playback_moment *moment,
                                   struct us_placement *out)
{
    struct us_motion gaze;
    struct us_playback_answer answer = us_playback_gaze_in_head(session, moment, &gaze);
    *out = not_located;
    out->how = answer.how;
    if (!answer.is_there)
        return XR_SUCCESS;
    XrResult result = ask_runtime(session, session->view, NULL, moment->time, out);
    out->how = answer.how;
    if (XR_FAILED(result))
        return result;
    struct us_vec3 turning = us_quat_rotate(out->motion.pose.rotation, gaze.angular_rad_s);
    out->motion = us_motion_offset(out->motion, gaze.pose);
    out->motion.angular_rad_s = us_vec3_add(out->motion.angular_rad_s, turning);
    if (space->has_offset)
        out->motion = us_motion_offset(out->motion, space->T_entity_space);
    out->flags &= answer.flags;
    out->velocity_flags &= answer.flags / US_POSE_LINEAR_VALID;
    return result;
}

static XrResult place_gaze(const struct us_session *session, const struct us_space *space,
                           const struct us_playback_moment *moment, struct us_placement *out)
{
    if (session->instance->carries_gaze)
        return place_carried_gaze(session, space, moment, out);
    uint8_t flags;
    struct us_playback_answer answer = us_playback_gaze(session, moment, &out->motion, &flags);
    if (answer.is_there)
        finish_recorded(space, flags, out);
    else
        *out = not_located;
    out->how = answer.how;
    return XR_SUCCESS;
}

/* Places a space of the chain below. The anchor space itself needs no call. */
static XrResult place_live(const struct us_session *session, const struct us_space_use *use,
                           XrTime time, struct us_placement *out)
{
    const struct us_space *space = use->space;
    if (space == NULL || !space->is_reference || space->reference != session->anchor_type)
        return ask_runtime(session, use->handle, space, time, out);
    struct us_motion still = {.pose = space->T_entity_space};
    *out = (struct us_placement){still, US_SPACE_ALL_VALID, US_SPACE_ALL_MOVING, !space->has_offset,
                                 US_HOW_ABSENT};
    return XR_SUCCESS;
}

/* Moves a reference space, which is placed as the chain below has it, to where a script has it. Its
 * offset stays in the moved space. */
static void move_place(const struct us_session *session, const struct us_space *space,
                       const struct us_playback_moment *moment, struct us_placement *placement)
{
    struct us_pose place;
    if (!us_answer_scripted_place(session, space->reference, moment, &place))
        return;
    if (space->has_offset)
        place = us_pose_multiply(us_pose_inverse(space->T_entity_space),
                                 us_pose_multiply(place, space->T_entity_space));
    placement->motion = us_motion_offset(placement->motion, place);
    placement->is_origin = false;
}

XrResult us_space_place(const struct us_session *session, const struct us_space_use *use,
                        const struct us_playback_moment *moment, struct us_placement *out)
{
    XrResult result;
    const struct us_space *space = use->space;
    uint8_t flags;
    switch (use->resolved.entity) {
    case US_ENTITY_HEAD:
        out->how = us_playback_head(session, moment, &out->motion, &flags);
        finish_recorded(space, flags, out);
        return XR_SUCCESS;
    case US_ENTITY_HAND:
        place_hand(session, space, use->resolved, moment, out);
        return XR_SUCCESS;
    case US_ENTITY_GAZE:
        return place_gaze(session, space, moment, out);
    case US_ENTITY_VIRTUAL:
        *out = place_virtual(session, space, moment);
        return XR_SUCCESS;
    case US_ENTITY_NOWHERE:
        *out = not_located;
        return XR_SUCCESS;
    case US_ENTITY_MOVED:
        result = place_live(session, use, moment->time, out);
        if (XR_SUCCEEDED(result))
            move_place(session, space, moment, out);
        return result;
    case US_ENTITY_RUNTIME:
        break;
    }
    return place_live(session, use, moment->time, out);
}

XrResult us_space_base_ask(const struct us_session *session, XrTime time,
                           struct us_space_base *base)
{
    enum us_entity entity = base->use.resolved.entity;
    return entity == US_ENTITY_RUNTIME || entity == US_ENTITY_MOVED
               ? place_live(session, &base->use, time, &base->placement)
               : XR_SUCCESS;
}

XrResult us_space_base_place(const struct us_session *session,
                             const struct us_playback_moment *moment, struct us_space_base *base)
{
    return base->use.resolved.entity == US_ENTITY_RUNTIME
               ? XR_SUCCESS
               : us_space_place(session, &base->use, moment, &base->placement);
}

/* The valid and tracked flags of a pose relative to a base (docs/openxr.md, 3.2). */
static XrSpaceLocationFlags relate_flags(XrSpaceLocationFlags base, XrSpaceLocationFlags entity)
{
    XrSpaceLocationFlags both = base & entity & US_SPACE_ALL_VALID;
    if (!(base & XR_SPACE_LOCATION_ORIENTATION_VALID_BIT))
        both &= ~(XrSpaceLocationFlags)(XR_SPACE_LOCATION_POSITION_VALID_BIT);
    if (!(both & XR_SPACE_LOCATION_ORIENTATION_VALID_BIT))
        both &= ~(XrSpaceLocationFlags)(XR_SPACE_LOCATION_ORIENTATION_TRACKED_BIT);
    if (!(both & XR_SPACE_LOCATION_POSITION_VALID_BIT))
        both &= ~(XrSpaceLocationFlags)(XR_SPACE_LOCATION_POSITION_TRACKED_BIT);
    return both;
}

static XrSpaceVelocityFlags relate_velocity_flags(const struct us_placement *base,
                                                  XrSpaceVelocityFlags entity,
                                                  XrSpaceLocationFlags related)
{
    XrSpaceVelocityFlags both = base->velocity_flags & entity;
    /* A rotating base adds a linear velocity to everything around it. */
    if (!(base->velocity_flags & XR_SPACE_VELOCITY_ANGULAR_VALID_BIT) ||
        !(related & XR_SPACE_LOCATION_POSITION_VALID_BIT))
        both &= ~(XrSpaceVelocityFlags)XR_SPACE_VELOCITY_LINEAR_VALID_BIT;
    if (!(related & XR_SPACE_LOCATION_ORIENTATION_VALID_BIT))
        both &= ~(XrSpaceVelocityFlags)XR_SPACE_VELOCITY_ANGULAR_VALID_BIT;
    return both;
}

struct us_space_flags us_space_seen_flags(const struct us_placement *base)
{
    XrSpaceLocationFlags location = relate_flags(base->flags, US_SPACE_ALL_VALID);
    return (struct us_space_flags){location,
                                   relate_velocity_flags(base, US_SPACE_ALL_MOVING, location)};
}

void us_space_relate(const struct us_placement *base, struct us_placement *placement)
{
    if (!base->is_origin)
        placement->motion = us_motion_relative(base->motion, placement->motion);
    placement->flags = relate_flags(base->flags, placement->flags);
    placement->velocity_flags =
        relate_velocity_flags(base, placement->velocity_flags, placement->flags);
    if (!(placement->flags & XR_SPACE_LOCATION_ORIENTATION_VALID_BIT))
        placement->motion.pose.rotation = us_pose_identity.rotation;
    if (!(placement->flags & XR_SPACE_LOCATION_POSITION_VALID_BIT))
        placement->motion.pose.position_m = us_pose_identity.position_m;
}

static bool is_same_entity(const struct us_space_use *a, const struct us_space_use *b)
{
    enum us_entity entity = a->resolved.entity;
    if (entity != b->resolved.entity)
        return false;
    if (entity == US_ENTITY_VIRTUAL || entity == US_ENTITY_MOVED)
        return a->space->reference == b->space->reference;
    if (entity == US_ENTITY_HAND)
        return a->resolved.hand == b->resolved.hand && a->resolved.pose == b->resolved.pose;
    return entity == US_ENTITY_HEAD || entity == US_ENTITY_GAZE;
}

static bool is_same_pose(struct us_pose a, struct us_pose b)
{
    return a.rotation.x == b.rotation.x && a.rotation.y == b.rotation.y &&
           a.rotation.z == b.rotation.z && a.rotation.w == b.rotation.w &&
           a.position_m.x == b.position_m.x && a.position_m.y == b.position_m.y &&
           a.position_m.z == b.position_m.z;
}

bool us_space_is_same_frame(const struct us_space *a, const struct us_space *b)
{
    return a == b ||
           (a->session == b->session && a->is_reference && b->is_reference &&
            a->reference == b->reference && is_same_pose(a->T_entity_space, b->T_entity_space));
}

/* The pose of one space relative to another that is fixed to the same entity. Exactly the identity
 * if their offsets are equal. */
static struct us_pose relate_offsets(const struct us_space *base, const struct us_space *space)
{
    return is_same_pose(base->T_entity_space, space->T_entity_space)
               ? us_pose_identity
               : us_pose_multiply(us_pose_inverse(base->T_entity_space), space->T_entity_space);
}

/* XR_EXT_eye_gaze_interaction requires that both tracked flags of a gaze are equal. */
static XrSpaceLocationFlags all_or_none_tracked(XrSpaceLocationFlags flags)
{
    const XrSpaceLocationFlags tracked =
        XR_SPACE_LOCATION_ORIENTATION_TRACKED_BIT | XR_SPACE_LOCATION_POSITION_TRACKED_BIT;
    return (flags & tracked) == tracked ? flags : flags & ~tracked;
}

/* Relates a gaze that moves with the live head to a VIEW space. The live head's pose cancels out,
 * so the runtime is not asked. */
static bool place_gaze_in_head(const struct us_session *session, const struct us_space_use *use,
                               const struct us_space *base_space,
                               const struct us_playback_moment *moment, struct us_placement *out)
{
    struct us_motion gaze;
    if (!session->instance->carries_gaze || use->resolved.entity != US_ENTITY_GAZE ||
        base_space == NULL || !base_space->is_reference ||
        base_space->reference != XR_REFERENCE_SPACE_TYPE_VIEW)
        return false;
    struct us_playback_answer answer = us_playback_gaze_in_head(session, moment, &gaze);
    *out = not_located;
    out->how = answer.how;
    if (answer.is_there) {
        out->motion = gaze;
        finish_recorded(use->space, answer.flags, out);
        out->motion =
            us_motion_relative((struct us_motion){.pose = base_space->T_entity_space}, out->motion);
    }
    return true;
}

XrResult us_space_locate(const struct us_session *session, const struct us_space_use *use,
                         const struct us_space_base *base, const struct us_playback_moment *moment,
                         struct us_placement *out)
{
    const struct us_space *base_space = base->use.space;
    if (is_same_entity(use, &base->use) && base->placement.flags != 0) {
        struct us_motion still = {.pose = relate_offsets(base_space, use->space)};
        *out = (struct us_placement){still, US_SPACE_ALL_VALID, US_SPACE_ALL_MOVING, false,
                                     base->placement.how};
        return XR_SUCCESS;
    }
    if (place_gaze_in_head(session, use, base_space, moment, out))
        return XR_SUCCESS;
    XrResult result = us_space_place(session, use, moment, out);
    if (XR_FAILED(result))
        return result;
    us_space_relate(&base->placement, out);
    if (use->resolved.entity == US_ENTITY_GAZE)
        out->flags = all_or_none_tracked(out->flags);
    return result;
}

static bool is_recorded(enum us_entity entity)
{
    return entity != US_ENTITY_RUNTIME && entity != US_ENTITY_NOWHERE;
}

static bool moves_by_recording(enum us_entity entity)
{
    return is_recorded(entity) && entity != US_ENTITY_VIRTUAL && entity != US_ENTITY_MOVED;
}

/* Whether the space is of the anchor's type. The recording's origin is fixed to the anchor, so the
 * pose of a recorded entity relative to it comes from the recording alone. */
static bool is_anchor(const struct us_space *space)
{
    return space != NULL && space->is_reference && space->session->has_spaces &&
           space->reference == space->session->anchor_type;
}

static enum us_source answer_source(const struct us_space_use *a, const struct us_space_use *b)
{
    bool a_is_recorded = is_recorded(a->resolved.entity);
    bool b_is_recorded = is_recorded(b->resolved.entity);
    if ((b_is_recorded && is_anchor(a->space)) || (a_is_recorded && is_anchor(b->space)))
        return US_SOURCE_RECORDING;
    if (a->resolved.entity == US_ENTITY_NOWHERE || b->resolved.entity == US_ENTITY_NOWHERE)
        return US_SOURCE_NOBODY;
    if (a_is_recorded != b_is_recorded)
        return US_SOURCE_BOTH;
    return a_is_recorded ? US_SOURCE_RECORDING : US_SOURCE_RUNTIME;
}

struct us_answer us_space_answer(const struct us_space_use *use, enum us_how how,
                                 const struct us_space_base *base,
                                 const struct us_playback_moment *moment)
{
    struct us_answer answer = us_answer_runtime();
    answer.from = answer_source(use, &base->use);
    if (answer.from != US_SOURCE_RECORDING && answer.from != US_SOURCE_BOTH)
        return answer;
    answer.at_s = moment->at.recording_s;
    answer.how = US_HOW_EXACT; /* virtual spaces do not move */
    if (moves_by_recording(use->resolved.entity))
        answer.how = how;
    else if (moves_by_recording(base->use.resolved.entity))
        answer.how = base->placement.how;
    return answer;
}
