/* SPDX-License-Identifier: MIT */
#include "layer/record/record_session.h"

#include "layer/answer/space.h"
#include "layer/record/actions/own_actions.h"
#include "layer/record/base/record_location.h"
#include "layer/state/session.h"

static void replace_pose(struct us_pose *sampled, struct us_pose told)
{
    if (!us_record_pose_is_near(*sampled, told))
        *sampled = told;
}

/* The head from where the app was told the first view is: the view's place in the head is known. */
static void replace_head(struct us_session_frame *frame, const struct us_record_base *base,
                         const XrViewState *state, const XrView *view)
{
    if (!us_session_is_placed(state->viewStateFlags) || !frame->head.is_recorded ||
        !us_session_is_placed(frame->head.flags))
        return;
    struct us_pose T_reference_view = us_record_base_pose(base, view->pose);
    replace_pose(&frame->head.pose,
                 us_pose_multiply(T_reference_view, us_pose_inverse(frame->views[0].pose)));
}

void us_record_told_views(struct us_record_session *recorded, const XrViewLocateInfo *info,
                          const XrViewState *state, uint32_t count, const XrView *views)
{
    if (info->viewConfigurationType != recorded->view_configuration)
        return;
    struct us_pending_frame *pending = us_record_session_claim(recorded, info->displayTime);
    if (pending == NULL)
        return;
    struct us_session_frame *frame = &pending->frame;
    struct us_record_base base;
    if (count == frame->view_count && us_record_base_of_space(frame, info->space, &base))
        replace_head(frame, &base, state, &views[0]);
    for (uint32_t i = 0; i < count && i < frame->view_count; i++)
        frame->views[i].fov = us_record_fov(views[i].fov);
    us_record_pending_frames_release(&recorded->frames, pending);
}

/* The location in a frame that a space of the app stands for; NULL: none. With `is_lost` the app
 * was told that it is not located. A location of an action is marked as told. */
static struct us_session_location *find_told_location(const struct us_record_session *recorded,
                                                      struct us_pending_frame *pending,
                                                      const struct us_space *space, bool is_lost)
{
    if (space->is_reference)
        return space->reference == XR_REFERENCE_SPACE_TYPE_VIEW ? &pending->frame.head : NULL;
    const struct us_own_actions *own =
        atomic_load_explicit(&recorded->actions, memory_order_acquire);
    const struct us_live_source *source =
        own != NULL ? us_own_input_app_source(own, space->action, space->subaction, false) : NULL;
    /* The frame was sampled before the sync that told the app that the controller is gone. */
    if (source == NULL && own != NULL && is_lost)
        source = us_own_input_app_source(own, space->action, space->subaction, true);
    if (source == NULL)
        return NULL;
    if (source->kind == US_LIVE_GAZE) {
        pending->is_gaze_told = true;
        return &pending->frame.gaze;
    }
    pending->is_pose_told[source->hand][source->pose] = true;
    return &pending->frame.poses[source->hand][source->pose];
}

static void replace_location(const struct us_record_session *recorded,
                             struct us_pending_frame *pending, const struct us_space *space,
                             const struct us_record_base *base, const XrSpaceLocation *location,
                             const XrSpaceVelocity *velocity)
{
    struct us_session_location told = {0};
    us_record_location_fill(&told, base, location, velocity);
    bool is_lost = !us_session_is_placed(told.flags);
    struct us_session_location *sampled = find_told_location(recorded, pending, space, is_lost);
    if (sampled == NULL)
        return;
    if (is_lost) {
        sampled->flags = told.flags;
        return;
    }
    if (space->has_offset)
        told.pose = us_pose_multiply(told.pose, us_pose_inverse(space->T_entity_space));
    bool is_near =
        us_session_is_placed(sampled->flags) && us_record_pose_is_near(sampled->pose, told.pose);
    /* An offset moves the velocity too; without one asked for, the sampled one stays. */
    if (velocity == NULL || space->has_offset || is_near) {
        unsigned moving = US_SESSION_BOTH_MOVING;
        told.flags = (uint8_t)((told.flags & ~moving) | (sampled->flags & moving));
        told.linear_m_s = sampled->linear_m_s;
        told.angular_rad_s = sampled->angular_rad_s;
    }
    if (is_near)
        told.pose = sampled->pose;
    told.is_active = true;
    *sampled = told;
}

static void told_location(struct us_record_session *recorded, XrSpace handle, XrSpace base_handle,
                          XrTime time, const XrSpaceLocation *location,
                          const XrSpaceVelocity *velocity)
{
    const struct us_space *space = us_space_find(handle);
    struct us_record_base base;
    if (space == NULL)
        return;
    struct us_pending_frame *pending = us_record_session_claim(recorded, time);
    if (pending == NULL)
        return;
    if (us_record_base_of_space(&pending->frame, base_handle, &base))
        replace_location(recorded, pending, space, &base, location, velocity);
    us_record_pending_frames_release(&recorded->frames, pending);
}

void us_record_told_space(struct us_record_session *recorded, XrSpace handle, XrSpace base,
                          XrTime time, const XrSpaceLocation *location)
{
    told_location(recorded, handle, base, time, location,
                  us_xr_find_output(location->next, XR_TYPE_SPACE_VELOCITY));
}

void us_record_told_spaces(struct us_record_session *recorded, const XrSpacesLocateInfo *info,
                           const XrSpaceLocations *locations)
{
    const XrSpaceVelocities *velocities =
        us_xr_find_output(locations->next, XR_TYPE_SPACE_VELOCITIES);
    for (uint32_t i = 0; i < info->spaceCount && i < locations->locationCount; i++) {
        const XrSpaceLocation location = {.type = XR_TYPE_SPACE_LOCATION,
                                          .locationFlags = locations->locations[i].locationFlags,
                                          .pose = locations->locations[i].pose};
        XrSpaceVelocity velocity = {.type = XR_TYPE_SPACE_VELOCITY};
        bool moves = velocities != NULL && i < velocities->velocityCount;
        if (moves) {
            velocity.velocityFlags = velocities->velocities[i].velocityFlags;
            velocity.linearVelocity = velocities->velocities[i].linearVelocity;
            velocity.angularVelocity = velocities->velocities[i].angularVelocity;
        }
        told_location(recorded, info->spaces[i], info->baseSpace, info->time, &location,
                      moves ? &velocity : NULL);
    }
}

/* Whether all joints are where they were sampled. */
static bool is_same_hand(const struct us_session_hand_joints *a,
                         const struct us_session_hand_joints *b)
{
    if (!a->is_recorded || a->is_active != b->is_active)
        return false;
    for (int i = 0; a->is_active && i < US_SESSION_JOINTS; i++) {
        if (a->joints[i].flags != b->joints[i].flags ||
            !us_record_pose_is_near(a->joints[i].pose, b->joints[i].pose))
            return false;
    }
    return true;
}

/* Velocities that the app did not ask for stay the sampled ones. */
static void keep_velocities(struct us_session_hand_joints *told,
                            const struct us_session_hand_joints *sampled)
{
    unsigned moving = US_SESSION_BOTH_MOVING;
    for (int i = 0; i < US_SESSION_JOINTS; i++) {
        struct us_session_joint *joint = &told->joints[i];
        joint->flags = (uint8_t)(joint->flags | (sampled->joints[i].flags & moving));
        joint->linear_m_s = sampled->joints[i].linear_m_s;
        joint->angular_rad_s = sampled->joints[i].angular_rad_s;
    }
}

void us_record_told_hand(struct us_record_session *recorded, const struct us_hand_tracker *tracker,
                         const XrHandJointsLocateInfoEXT *info,
                         const XrHandJointLocationsEXT *locations)
{
    struct us_record_base base;
    struct us_session_hand_joints told = {0};
    if (locations->jointCount < US_SESSION_JOINTS)
        return;
    struct us_pending_frame *pending = us_record_session_claim(recorded, info->time);
    if (pending == NULL)
        return;
    enum us_session_hand hand = tracker->hand == US_HAND_LEFT ? US_SESSION_LEFT : US_SESSION_RIGHT;
    struct us_session_hand_joints *sampled = &pending->frame.hands[hand];
    if (us_record_base_of_space(&pending->frame, info->baseSpace, &base)) {
        us_record_hand_fill(&told, &base, locations);
        if (us_xr_find_output(locations->next, XR_TYPE_HAND_JOINT_VELOCITIES_EXT) == NULL)
            keep_velocities(&told, sampled);
        else
            atomic_store_explicit(&recorded->wants_joint_velocities, true, memory_order_relaxed);
        if (told.data_source == 0)
            told.data_source = sampled->data_source;
        if (!is_same_hand(sampled, &told))
            *sampled = told;
        const XrHandTrackingAimStateFB *aim =
            us_xr_find_output(locations->next, XR_TYPE_HAND_TRACKING_AIM_STATE_FB);
        if (aim != NULL && recorded->has_aims)
            us_record_aim_fill(&pending->frame.aims[hand], &base, aim);
    }
    us_record_pending_frames_release(&recorded->frames, pending);
}
