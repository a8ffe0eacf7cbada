/* SPDX-License-Identifier: MIT */
/* What the recording answers at a moment, placed where the app sees it. */
#include "layer/answer/playback.h"

#include "core/faults/fault_frame.h"
#include "layer/pose/convert.h"
#include "layer/pose/rebase.h"
#include "session/session_changes.h"

/* The faults that change input at a moment; NULL: none. */
static inline const struct us_faults *faults_at(const struct us_session *session,
                                                const struct us_playback_moment *moment)
{
    return moment->at.phase != US_CLOCK_WAITING ? session->instance->input_faults : NULL;
}

void us_playback_sample(const struct us_session *session, const struct us_playback_moment *moment,
                        unsigned parts, struct us_frame_sample *out)
{
    const struct us_faults *faults = faults_at(session, moment);
    if (faults == NULL)
        us_sampler_frame(session->instance->loaded.sampler, moment->at.recording_s, parts, out);
    else
        us_fault_frame(faults, session->instance->loaded.sampler, moment->at.recording_s, parts,
                       out);
}

bool us_playback_pinched(const struct us_session *session, enum us_hand hand, XrTime since,
                         const struct us_playback_moment *moment)
{
    double to_s = moment->at.recording_s, from_s = to_s;
    if (since > 0) {
        struct us_clock_time before = us_playback_time(session, since);
        if (before.pass == moment->at.pass)
            from_s = before.recording_s;
    }
    const struct us_faults *faults = faults_at(session, moment);
    if (faults != NULL)
        return us_fault_pinched(faults, session->instance->loaded.sampler, hand, from_s, to_s);
    return us_sampler_pinched(session->instance->loaded.sampler, hand, from_s, to_s);
}

/* Before the start and after the end the clock holds one recording time, for which the sampler may
 * have interpolated. */
static inline enum us_how how_played(enum us_how sampled, const struct us_playback_moment *moment)
{
    if (sampled == US_HOW_ABSENT || moment->at.phase == US_CLOCK_PLAYING)
        return sampled;
    return moment->at.phase == US_CLOCK_WAITING ? US_HOW_BEFORE_START : US_HOW_HELD;
}

/* The flags of a pose that a fault may have taken the tracking from. */
static inline uint8_t known_flags(bool inferred)
{
    return inferred ? US_POSE_INFERRED : US_POSE_ALL;
}

/* Converts a pose from the recording's axes to the anchor space, and its velocities to the app's
 * seconds. */
static inline struct us_motion place(const struct us_session *session, struct us_motion recorded,
                                     double rate)
{
    return us_rebase_motion(session->T_anchor_recording, us_convert_motion(recorded, rate));
}

enum us_how us_playback_head(const struct us_session *session,
                             const struct us_playback_moment *moment, struct us_motion *out_head,
                             uint8_t *out_flags)
{
    struct us_frame_sample frame;
    us_playback_sample(session, moment, US_SAMPLE_HEAD, &frame);
    *out_head = place(session, frame.head.motion, moment->at.rate);
    if (out_flags != NULL)
        *out_flags = frame.head.flags;
    return how_played(frame.head.how, moment);
}

struct us_playback_answer us_playback_gaze(const struct us_session *session,
                                           const struct us_playback_moment *moment,
                                           struct us_motion *out_gaze, uint8_t *out_flags)
{
    struct us_frame_sample frame;
    us_playback_sample(session, moment, US_SAMPLE_GAZE, &frame);
    const struct us_gaze_sample *gaze = &frame.gaze;
    struct us_playback_answer answer = {gaze->valid, how_played(gaze->how, moment),
                                        known_flags(gaze->inferred)};
    if (answer.is_there && out_flags != NULL)
        *out_flags = answer.flags & (gaze->has_pose ? gaze->flags : US_POSE_ALL);
    if (answer.is_there)
        *out_gaze =
            us_rebase_motion(session->T_anchor_recording, us_convert_gaze(gaze, moment->at.rate));
    return answer;
}

bool us_playback_gaze_is_active(const struct us_session *session,
                                const struct us_playback_moment *moment)
{
    struct us_frame_sample frame;
    us_playback_sample(session, moment, US_SAMPLE_GAZE | US_SAMPLE_STILL, &frame);
    return frame.gaze.is_active;
}

struct us_playback_answer us_playback_gaze_in_head(const struct us_session *session,
                                                   const struct us_playback_moment *moment,
                                                   struct us_motion *out_gaze)
{
    const struct us_instance *instance = session->instance;
    struct us_motion head;
    struct us_playback_answer answer = us_playback_gaze(session, moment, out_gaze, NULL);
    if (!answer.is_there)
        return answer;
    if (us_recording_has_head(&instance->loaded.recording)) {
        us_playback_head(session, moment, &head, NULL);
        *out_gaze = us_motion_relative(head, *out_gaze);
    }
    out_gaze->pose.position_m = out_gaze->linear_m_s = (struct us_vec3){0.0f, 0.0f, 0.0f};
    return answer;
}

struct us_playback_controller us_playback_controller(const struct us_session *session,
                                                     enum us_hand hand, enum us_hand_pose pose,
                                                     const struct us_playback_moment *moment)
{
    struct us_frame_sample frame;
    const struct us_controller_pose *recorded = &frame.controllers[hand].poses[pose];
    us_playback_sample(session, moment, (unsigned)US_SAMPLE_LEFT_CONTROLLER << hand, &frame);
    enum us_how how = frame.controllers[hand].how;
    if (how == US_HOW_ABSENT || !recorded->is_recorded)
        return (struct us_playback_controller){.is_recorded = false};
    return (struct us_playback_controller){true, recorded->flags, how_played(how, moment),
                                           place(session, recorded->motion, moment->at.rate)};
}

uint32_t us_playback_views(const struct us_session *session,
                           const struct us_playback_moment *moment, XrView out_views[US_VIEWS_MAX])
{
    struct us_frame_sample frame;
    us_playback_sample(session, moment, US_SAMPLE_VIEWS, &frame);
    if (frame.views.how == US_HOW_ABSENT)
        return 0;
    for (uint32_t i = 0; i < frame.views.count; i++) {
        const struct us_view_sample *view = &frame.views.views[i];
        out_views[i] =
            (XrView){.type = XR_TYPE_VIEW,
                     .pose = us_convert_to_posef(us_convert_pose(view->pose)),
                     .fov = {view->left_rad, view->right_rad, view->up_rad, view->down_rad}};
    }
    return frame.views.count;
}

bool us_playback_stage_bounds(const struct us_session *session,
                              const struct us_playback_moment *moment, XrExtent2Df *out_bounds)
{
    struct us_frame_sample frame;
    us_playback_sample(session, moment, US_SAMPLE_STAGE, &frame);
    if (frame.stage.how == US_HOW_ABSENT)
        return false;
    const struct us_session_told_bounds *told = us_session_changes_bounds(
        session->instance->loaded.session_changes, frame.stage.since_s, moment->at.recording_s);
    if (told != NULL) {
        *out_bounds = (XrExtent2Df){told->width_m, told->depth_m};
        return told->are_known;
    }
    if (!frame.stage.has_bounds)
        return false;
    *out_bounds = (XrExtent2Df){frame.stage.width_m, frame.stage.depth_m};
    return true;
}

/* More than the tolerance of the times of inputs (session_block.c), and less than a frame. */
#define JUST_BEFORE_S 0.003

void us_playback_inputs(const struct us_session *session, enum us_hand hand,
                        const struct us_playback_moment *moment, struct us_input_sample *out)
{
    const struct us_faults *faults = faults_at(session, moment);
    const struct us_sampler *sampler = session->instance->loaded.sampler;
    if (faults != NULL) {
        us_fault_inputs(faults, sampler, hand, moment->at.recording_s, out);
        return;
    }
    if (moment->at.phase == US_CLOCK_WAITING && session->first_frame == 0) {
        us_sampler_inputs(sampler, moment->at.recording_s - JUST_BEFORE_S, out);
        if (out->how == US_HOW_EXACT && !out->lacked_focus)
            return;
    }
    us_sampler_inputs(sampler, moment->at.recording_s, out);
}

struct us_playback_answer us_playback_recorded_hand(const struct us_session *session,
                                                    enum us_hand hand,
                                                    const struct us_playback_moment *moment,
                                                    bool moving, struct us_frame_sample *out_frame)
{
    const struct us_hand_sample *sample = &out_frame->hands[hand];
    unsigned parts = (unsigned)US_SAMPLE_LEFT << hand;
    us_playback_sample(session, moment, moving ? parts : parts | US_SAMPLE_STILL, out_frame);
    return (struct us_playback_answer){sample->tracked, how_played(sample->how, moment),
                                       known_flags(sample->inferred)};
}

void us_playback_place_hand(const struct us_session *session, const struct us_hand_sample *recorded,
                            double rate, struct us_motion out_joints[XR_HAND_JOINT_COUNT_EXT])
{
    for (int joint = 0; joint < XR_HAND_JOINT_COUNT_EXT; joint++)
        out_joints[joint] = place(session, recorded->joints[us_joint_from_openxr(joint)], rate);
}

struct us_playback_answer us_playback_hand(const struct us_session *session, enum us_hand hand,
                                           const struct us_playback_moment *moment,
                                           struct us_motion out_joints[XR_HAND_JOINT_COUNT_EXT])
{
    struct us_frame_sample frame;
    struct us_playback_answer answer =
        us_playback_recorded_hand(session, hand, moment, true, &frame);
    if (answer.is_there)
        us_playback_place_hand(session, &frame.hands[hand], moment->at.rate, out_joints);
    return answer;
}

struct us_pose us_playback_place_aim(const struct us_session *session,
                                     const struct us_aim_sample *aim)
{
    return place(session, (struct us_motion){.pose = aim->pose}, 1.0).pose;
}
