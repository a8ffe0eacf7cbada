/* SPDX-License-Identifier: MIT */
/* What the recorder locates itself, right after xrWaitFrame or at the times that the app asks for.
 */
#include "layer/record/record_session.h"

#include <string.h>

#include "layer/answer/playback.h"
#include "layer/record/actions/own_actions.h"
#include "layer/record/base/record_location.h"

/* Where a space is in the reference. Nothing is recorded if the runtime refuses the question. The
 * velocity, with what is chained to it, is asked for if it is not NULL. */
static void sample_space(const struct us_record_session *recorded, XrSpace space, XrTime time,
                         XrSpaceVelocity *velocity, struct us_session_location *out)
{
    XrSpaceLocation location = {.type = XR_TYPE_SPACE_LOCATION, .next = velocity};
    if (space == XR_NULL_HANDLE ||
        XR_FAILED(recorded->recorder->own->xrLocateSpace(space, recorded->local, time, &location)))
        return;
    const struct us_record_base base = us_record_base_local(&recorded->reference);
    us_record_location_fill(out, &base, &location, velocity);
}

static void sample_spaces(struct us_record_session *recorded, XrTime time,
                          struct us_session_frame *frame)
{
    struct us_session_location *spaces = frame->spaces;
    XrSpaceLocation stage = {.type = XR_TYPE_SPACE_LOCATION};
    us_record_reference_advance(&recorded->reference, time);
    if (recorded->stage != XR_NULL_HANDLE && XR_SUCCEEDED(recorded->recorder->own->xrLocateSpace(
                                                 recorded->stage, recorded->local, time, &stage))) {
        us_record_reference_follow(&recorded->reference, us_record_pose(stage.pose),
                                   us_session_is_placed(stage.locationFlags));
        const struct us_record_base base = us_record_base_local(&recorded->reference);
        us_record_location_fill(&spaces[US_SESSION_SPACE_STAGE], &base, &stage, NULL);
    }
    sample_space(recorded, recorded->local_floor, time, NULL,
                 &spaces[US_SESSION_SPACE_LOCAL_FLOOR]);
    spaces[US_SESSION_SPACE_LOCAL] =
        (struct us_session_location){.is_recorded = true,
                                     .is_active = true,
                                     .flags = US_SESSION_BOTH_VALID | US_SESSION_BOTH_TRACKED,
                                     .pose = recorded->reference.T_reference_local};
}

/* The eyes in the head. False if the chain below fails. */
static bool ask_views(const struct us_record_session *recorded, XrTime time,
                      struct us_session_frame *frame)
{
    XrView views[US_SESSION_VIEWS_MAX];
    XrViewState state = {.type = XR_TYPE_VIEW_STATE};
    uint32_t count = 0;
    const XrViewLocateInfo info = {.type = XR_TYPE_VIEW_LOCATE_INFO,
                                   .viewConfigurationType = recorded->view_configuration,
                                   .displayTime = time,
                                   .space = recorded->view};
    for (int i = 0; i < US_SESSION_VIEWS_MAX; i++)
        views[i] = (XrView){.type = XR_TYPE_VIEW};
    if (recorded->view_configuration == 0 ||
        XR_FAILED(recorded->recorder->own->xrLocateViews(recorded->handle, &info, &state,
                                                         US_SESSION_VIEWS_MAX, &count, views)))
        return false;
    frame->view_flags = (uint32_t)state.viewStateFlags;
    frame->view_count = count;
    for (uint32_t i = 0; i < count; i++)
        frame->views[i] =
            (struct us_session_view){us_record_pose(views[i].pose), us_record_fov(views[i].fov)};
    return true;
}

static bool are_near(const struct us_session_view *a, const struct us_session_view *b,
                     uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (!us_record_pose_is_near(a[i].pose, b[i].pose))
            return false;
    return true;
}

/* Eyes stand still in a head, but a runtime may read its head twice for one answer: on a busy
 * machine Monado's eyes are off for one call. Eyes that moved count if they did not move back. */
static void sample_views(struct us_record_session *recorded, XrTime time,
                         struct us_session_frame *frame)
{
    if (!ask_views(recorded, time, frame))
        return;
    if (!are_near(frame->views, recorded->views, frame->view_count))
        (void)ask_views(recorded, time, frame);
    memcpy(recorded->views, frame->views, sizeof recorded->views);
}

/* The structs that are chained to a question for joints. */
struct hand_answer {
    XrHandJointLocationEXT joints[US_SESSION_JOINTS];
    XrHandJointVelocityEXT joint_velocities[US_SESSION_JOINTS];
    XrHandJointVelocitiesEXT velocities;
    XrHandTrackingAimStateFB aim;
    XrHandTrackingDataSourceStateEXT source;
    XrHandJointLocationsEXT locations;
};

static void chain_hand(const struct us_record_session *recorded, struct hand_answer *answer)
{
    answer->velocities = (XrHandJointVelocitiesEXT){.type = XR_TYPE_HAND_JOINT_VELOCITIES_EXT,
                                                    .jointCount = US_SESSION_JOINTS,
                                                    .jointVelocities = answer->joint_velocities};
    answer->aim = (XrHandTrackingAimStateFB){.type = XR_TYPE_HAND_TRACKING_AIM_STATE_FB};
    answer->source =
        (XrHandTrackingDataSourceStateEXT){.type = XR_TYPE_HAND_TRACKING_DATA_SOURCE_STATE_EXT};
    answer->locations = (XrHandJointLocationsEXT){.type = XR_TYPE_HAND_JOINT_LOCATIONS_EXT,
                                                  .jointCount = US_SESSION_JOINTS,
                                                  .jointLocations = answer->joints};
    void **end = &answer->locations.next;
    if (atomic_load_explicit(&recorded->wants_joint_velocities, memory_order_relaxed))
        *end = &answer->velocities, end = &answer->velocities.next;
    if (recorded->has_aims)
        *end = &answer->aim, end = &answer->aim.next;
    if (recorded->has_sources)
        *end = &answer->source;
}

static void sample_hand(const struct us_record_session *recorded, enum us_session_hand hand,
                        XrTime time, struct us_session_frame *frame)
{
    struct hand_answer answer = {0};
    const XrHandJointsLocateInfoEXT info = {
        .type = XR_TYPE_HAND_JOINTS_LOCATE_INFO_EXT, .baseSpace = recorded->local, .time = time};
    chain_hand(recorded, &answer);
    if (recorded->trackers[hand] == XR_NULL_HANDLE ||
        XR_FAILED(recorded->recorder->own->xrLocateHandJointsEXT(recorded->trackers[hand], &info,
                                                                 &answer.locations)))
        return;
    const struct us_record_base base = us_record_base_local(&recorded->reference);
    us_record_hand_fill(&frame->hands[hand], &base, &answer.locations);
    if (recorded->has_aims)
        us_record_aim_fill(&frame->aims[hand], &base, &answer.aim);
}

/* What is bound and inactive is recorded as such. `chained`: what else is asked for; NULL: nothing.
 */
static void sample_pose(const struct us_record_session *recorded, struct us_own_pose pose,
                        XrTime time, void *chained, struct us_session_location *out)
{
    XrSpaceVelocity velocity = {.type = XR_TYPE_SPACE_VELOCITY, .next = chained};
    out->is_recorded = pose.is_bound;
    sample_space(recorded, pose.space, time, &velocity, out);
}

static void sample_actions(const struct us_record_session *recorded, XrTime time,
                           struct us_session_frame *frame)
{
    const struct us_own_actions *own =
        atomic_load_explicit(&recorded->actions, memory_order_acquire);
    XrEyeGazeSampleTimeEXT sample = {.type = XR_TYPE_EYE_GAZE_SAMPLE_TIME_EXT};
    if (own == NULL)
        return;
    for (int hand = 0; hand < US_SESSION_HANDS; hand++) {
        for (int pose = 0; pose < US_SESSION_POSES; pose++)
            sample_pose(recorded,
                        us_own_input_hand_pose(own, (enum us_session_hand)hand,
                                               (enum us_session_hand_pose)pose),
                        time, NULL, &frame->poses[hand][pose]);
    }
    sample_pose(recorded, us_own_input_gaze(own), time, &sample, &frame->gaze);
    frame->gaze_time_ns = sample.time;
}

static void sample_bounds(struct us_record_session *recorded, XrTime time,
                          struct us_session_frame *frame)
{
    XrTime change_ns = atomic_load(&recorded->bounds_change_ns);
    if (change_ns != 0)
        recorded->bounds = us_record_session_read_bounds(recorded);
    /* Another change may have been told meanwhile; then the value is another one. */
    if (change_ns != 0 && change_ns <= time)
        (void)atomic_compare_exchange_strong(&recorded->bounds_change_ns, &change_ns, 0);
    frame->has_stage_bounds = recorded->bounds.are_known;
    frame->stage_width_m = recorded->bounds.width_m;
    frame->stage_depth_m = recorded->bounds.depth_m;
}

static void sample_all(struct us_record_session *recorded, const XrFrameState *state,
                       struct us_session_frame *frame)
{
    XrTime time = state->predictedDisplayTime;
    XrSpaceVelocity velocity = {.type = XR_TYPE_SPACE_VELOCITY};
    frame->period_ns = state->predictedDisplayPeriod;
    frame->number = ++recorded->frame_count;
    frame->should_render = state->shouldRender == XR_TRUE;
    frame->session_state =
        (uint32_t)atomic_load_explicit(&recorded->session->app_state, memory_order_relaxed);
    sample_spaces(recorded, time, frame);
    sample_space(recorded, recorded->view, time, &velocity, &frame->head);
    sample_views(recorded, time, frame);
    sample_hand(recorded, US_SESSION_LEFT, time, frame);
    sample_hand(recorded, US_SESSION_RIGHT, time, frame);
    sample_actions(recorded, time, frame);
    sample_bounds(recorded, time, frame);
    frame->presence = (enum us_session_presence)atomic_load(&recorded->presence);
    frame->refresh_rate_hz = atomic_load(&recorded->refresh_rate_hz);
}

/* Markers that the tool asked for since the last frame. */
static void put_markers(struct us_record_session *recorded)
{
    struct us_recorder *recorder = recorded->recorder;
    struct us_run_status_marker asked;
    int64_t behind_ns = atomic_load_explicit(&recorder->behind_ns, memory_order_relaxed);
    while (us_run_status_next_marker(recorder->instance->run_status, &recorded->marker_number,
                                     &asked)) {
        struct us_session_marker marker = {
            .time_ns = us_recorder_counts_frames(recorder)
                           ? us_recorder_now(recorder)
                           : us_session_time_add(asked.monotonic_ns, -behind_ns),
            .source = asked.source == US_RUN_STATUS_MARKER_SIGNAL ? US_SESSION_MARKER_SIGNAL
                                                                  : US_SESSION_MARKER_USER};
        memcpy(marker.name, asked.name, sizeof marker.name);
        us_recorder_put_marker(recorder, &marker);
    }
}

_Static_assert(sizeof((struct us_session_marker *)0)->name ==
                   sizeof((struct us_run_status_marker *)0)->name,
               "names of markers");

/* The app may have located a pose in the frame before the sync. Then it keeps what it was told, and
 * the sync says only whether the action is active. */
static void keep_told(bool is_told, const struct us_session_location *before,
                      struct us_session_location *now)
{
    bool is_active = now->is_active;
    if (!is_told)
        return;
    *now = *before;
    now->is_active = is_active;
}

static void sample_actions_again(struct us_record_session *recorded)
{
    XrTime time = atomic_load_explicit(&recorded->recorder->frame_ns, memory_order_relaxed);
    struct us_pending_frame *pending =
        time > 0 ? us_record_pending_frames_claim(&recorded->frames, time) : NULL;
    atomic_store_explicit(&recorded->synced_ns, time, memory_order_relaxed);
    if (pending == NULL)
        return;
    struct us_session_frame *frame = &pending->frame;
    const struct us_session_location gaze = frame->gaze;
    const int64_t gaze_time_ns = frame->gaze_time_ns;
    struct us_session_location poses[US_SESSION_HANDS][US_SESSION_POSES];
    memcpy(poses, frame->poses, sizeof poses);
    memset(frame->poses, 0, sizeof frame->poses);
    frame->gaze = (struct us_session_location){0};
    frame->gaze_time_ns = 0;
    sample_actions(recorded, time, frame);
    for (int hand = 0; hand < US_SESSION_HANDS; hand++) {
        for (int pose = 0; pose < US_SESSION_POSES; pose++)
            keep_told(pending->is_pose_told[hand][pose], &poses[hand][pose],
                      &frame->poses[hand][pose]);
    }
    keep_told(pending->is_gaze_told, &gaze, &frame->gaze);
    if (pending->is_gaze_told)
        frame->gaze_time_ns = gaze_time_ns;
    us_record_pending_frames_release(&recorded->frames, pending);
}

bool us_record_session_expects_sync(const struct us_record_session *recorded, XrTime time)
{
    return atomic_load_explicit(&recorded->actions, memory_order_acquire) != NULL &&
           atomic_load_explicit(&recorded->synced_ns, memory_order_relaxed) < time;
}

/* What recorded time is ahead of XrTime. It goes on where a session begins again, and playback with
 * it: from where it was. */
static int64_t measure_ahead(struct us_record_session *recorded, XrTime time)
{
    const struct us_session *session = recorded->session;
    bool has_started = atomic_load_explicit(&session->start_ns, memory_order_acquire) >= 0;
    if (recorded->has_started && !has_started)
        recorded->began_ahead_ns = us_recorder_ahead_ns(recorded->recorder);
    recorded->has_started = has_started;
    return us_session_time_add(recorded->began_ahead_ns, us_playback_ahead_ns(session, time));
}

void us_record_session_sample(struct us_record_session *recorded, const XrFrameState *state)
{
    XrTime time = state->predictedDisplayTime;
    const struct us_clock *clock = &recorded->recorder->instance->clock;
    put_markers(recorded);
    if (recorded->previous_ns > 0)
        us_record_pending_frames_commit(&recorded->frames, recorded->previous_ns);
    recorded->previous_ns = recorded->newest_ns;
    recorded->newest_ns = time;
    int64_t ahead_ns = measure_ahead(recorded, time);
    atomic_store_explicit(&recorded->recorder->frame_ns, time, memory_order_relaxed);
    atomic_store_explicit(&recorded->recorder->clock_ns, us_session_time_add(time, ahead_ns),
                          memory_order_relaxed);
    struct us_pending_frame *frame = us_record_pending_frames_begin(&recorded->frames, time);
    if (frame == NULL) { /* of a runtime whose times go back */
        us_record_pending_frames_commit(&recorded->frames, INT64_MAX);
        frame = us_record_pending_frames_begin(&recorded->frames, time);
    }
    if (frame == NULL)
        return;
    frame->ahead_ns = ahead_ns;
    sample_all(recorded, state, &frame->frame);
    if (recorded->has_started && clock->kind == US_CLOCK_FRAME)
        frame->frame.period_ns = us_clock_frame_ns(1.0, clock->frame_hz);
    us_record_pending_frames_release(&recorded->frames, frame);
}

/* An app may ask for one thing at a time, each at its own now. */
#define LEAST_APART_NS INT64_C(4000000)

static bool is_unpaced(const struct us_record_session *recorded)
{
    return recorded->is_headless &&
           !atomic_load_explicit(&recorded->recorder->is_paced, memory_order_relaxed) &&
           atomic_load(&recorded->recorder->is_open);
}

/* Only the runtime knows what time it is. */
static bool looks_ahead(const struct us_record_session *recorded, XrTime time)
{
    return recorded->recorder->own->xrConvertTimespecTimeToTimeKHR != NULL &&
           us_runtime_time_is_ahead(time, us_recorder_now(recorded->recorder));
}

static void sample_unpaced(struct us_record_session *recorded, XrTime time)
{
    XrTime before = recorded->newest_ns;
    if (time > 0 && !looks_ahead(recorded, time) &&
        (before == 0 || time - LEAST_APART_NS >= before))
        us_record_session_sample(
            recorded, &(XrFrameState){.type = XR_TYPE_FRAME_STATE,
                                      .predictedDisplayTime = time,
                                      .predictedDisplayPeriod = before > 0 ? time - before : 0});
}

struct us_pending_frame *us_record_session_claim(struct us_record_session *recorded, XrTime time)
{
    if (is_unpaced(recorded) &&
        !atomic_flag_test_and_set_explicit(&recorded->samples_unpaced, memory_order_acquire)) {
        recorded->has_asked = true;
        sample_unpaced(recorded, time);
        atomic_flag_clear_explicit(&recorded->samples_unpaced, memory_order_release);
    }
    return us_record_pending_frames_claim(&recorded->frames, time);
}

void us_record_session_sample_synced(struct us_record_session *recorded)
{
    if (!is_unpaced(recorded)) {
        sample_actions_again(recorded);
        return;
    }
    us_recorder_wait(recorded->recorder);
    if (atomic_flag_test_and_set_explicit(&recorded->samples_unpaced, memory_order_acquire))
        return;
    if (!recorded->has_asked)
        sample_unpaced(recorded, us_recorder_now(recorded->recorder));
    recorded->has_asked = false;
    atomic_flag_clear_explicit(&recorded->samples_unpaced, memory_order_release);
}
