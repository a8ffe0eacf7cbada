/* SPDX-License-Identifier: MIT */
#include "layer/record/record_session.h"

#include <stdlib.h>

#include "layer/answer/space.h"
#include "layer/state/session.h"

/* A space of the recorder's own. */
static XrSpace make_space(const struct us_record_session *recorded, XrReferenceSpaceType type)
{
    XrSpace handle = XR_NULL_HANDLE;
    const XrReferenceSpaceCreateInfo info = {.type = XR_TYPE_REFERENCE_SPACE_CREATE_INFO,
                                             .referenceSpaceType = type,
                                             .poseInReferenceSpace = {{0, 0, 0, 1}, {0, 0, 0}}};
    PFN_xrCreateReferenceSpace create = recorded->recorder->own->xrCreateReferenceSpace;
    if (create == NULL || XR_FAILED(create(recorded->handle, &info, &handle)))
        return XR_NULL_HANDLE;
    struct us_space *space = us_space_find(handle);
    if (space != NULL)
        space->node.is_own = true;
    return handle;
}

static void make_spaces(struct us_record_session *recorded)
{
    recorded->local = make_space(recorded, XR_REFERENCE_SPACE_TYPE_LOCAL);
    recorded->view = make_space(recorded, XR_REFERENCE_SPACE_TYPE_VIEW);
    recorded->stage = make_space(recorded, XR_REFERENCE_SPACE_TYPE_STAGE);
    if (us_instance_has_local_floor(recorded->recorder->instance))
        recorded->local_floor = make_space(recorded, XR_REFERENCE_SPACE_TYPE_LOCAL_FLOOR);
}

/* The summary speaks of what the app made. */
static XrResult create_tracker(const struct us_record_session *recorded,
                               const XrHandTrackerCreateInfoEXT *info, XrHandTrackerEXT *tracker)
{
    atomic_uint *steps = &recorded->recorder->instance->summary->steps;
    unsigned before = atomic_load(steps);
    XrResult result =
        recorded->recorder->own->xrCreateHandTrackerEXT(recorded->handle, info, tracker);
    if ((before & US_SUMMARY_MADE_TRACKER) == 0)
        atomic_fetch_and(steps, ~(unsigned)US_SUMMARY_MADE_TRACKER);
    return result;
}

static void make_tracker(struct us_record_session *recorded, enum us_session_hand hand)
{
    const XrHandTrackingDataSourceEXT sources[] = {XR_HAND_TRACKING_DATA_SOURCE_UNOBSTRUCTED_EXT,
                                                   XR_HAND_TRACKING_DATA_SOURCE_CONTROLLER_EXT};
    XrHandTrackingDataSourceInfoEXT source_info = {
        .type = XR_TYPE_HAND_TRACKING_DATA_SOURCE_INFO_EXT,
        .requestedDataSourceCount = 2,
        .requestedDataSources = (XrHandTrackingDataSourceEXT *)sources};
    const XrHandTrackerCreateInfoEXT info = {.type = XR_TYPE_HAND_TRACKER_CREATE_INFO_EXT,
                                             .next = recorded->has_sources ? &source_info : NULL,
                                             .hand = hand == US_SESSION_LEFT ? XR_HAND_LEFT_EXT
                                                                             : XR_HAND_RIGHT_EXT,
                                             .handJointSet = XR_HAND_JOINT_SET_DEFAULT_EXT};
    XrHandTrackerEXT handle = XR_NULL_HANDLE;
    if (XR_FAILED(create_tracker(recorded, &info, &handle)))
        return;
    recorded->trackers[hand] = handle;
    struct us_hand_tracker *tracker = us_hand_tracker_find(handle);
    if (tracker != NULL)
        tracker->node.is_own = true;
}

/* A system without hands refuses; then there are none to record. */
static void make_trackers(struct us_record_session *recorded)
{
    const struct us_instance *instance = recorded->recorder->instance;
    if (recorded->recorder->own->xrCreateHandTrackerEXT == NULL ||
        (!us_recorder_has_extension(instance, US_EXTENSION_HAND_TRACKING) &&
         (!instance->bindings.plays.hands || instance->settings.record_only_asked)))
        return;
    recorded->has_sources = us_recorder_has_extension(instance, US_EXTENSION_DATA_SOURCE);
    recorded->has_aims = us_recorder_has_extension(instance, US_EXTENSION_AIM_FB);
    make_tracker(recorded, US_SESSION_LEFT);
    make_tracker(recorded, US_SESSION_RIGHT);
}

struct us_record_bounds us_record_session_read_bounds(const struct us_record_session *recorded)
{
    XrExtent2Df bounds = {0, 0};
    PFN_xrGetReferenceSpaceBoundsRect get = recorded->recorder->own->xrGetReferenceSpaceBoundsRect;
    bool are_known = recorded->stage != XR_NULL_HANDLE && get != NULL &&
                     get(recorded->handle, XR_REFERENCE_SPACE_TYPE_STAGE, &bounds) == XR_SUCCESS;
    return (struct us_record_bounds){are_known, bounds.width, bounds.height};
}

static void commit(void *data, const struct us_session_frame *frame)
{
    us_recorder_put_frame(data, frame);
}

struct us_record_session *us_record_session_create(struct us_recorder *recorder,
                                                   struct us_session *session,
                                                   const XrSessionCreateInfo *info)
{
    struct us_record_session *recorded = calloc(1, sizeof *recorded);
    if (recorded == NULL)
        return NULL;
    recorded->recorder = recorder;
    recorded->session = session;
    recorded->handle = session->handle;
    recorded->system = info->systemId;
    recorded->is_headless = session->headless;
    recorded->reference.T_reference_local = us_pose_identity;
    us_record_pending_frames_init(&recorded->frames, commit, recorder);
    make_spaces(recorded);
    if (recorded->local == XR_NULL_HANDLE || recorded->view == XR_NULL_HANDLE) {
        us_message_log(&recorder->instance->log, US_MESSAGE_LOG_ERROR,
                       "the runtime refuses the spaces that recording needs; the app runs without "
                       "being recorded");
        free(recorded);
        return NULL;
    }
    make_trackers(recorded);
    return recorded;
}

struct us_record_session *us_record_session_find(const struct us_recorder *recorder,
                                                 const struct us_session *session)
{
    struct us_record_session *recorded =
        atomic_load_explicit(&recorder->session, memory_order_acquire);
    return recorded != NULL && session != NULL && recorded->session == session ? recorded : NULL;
}

/* Only where the app has the extension of the runtime, which then tells the app of changes. */
static void read_rate(struct us_record_session *recorded)
{
    const struct us_instance *instance = recorded->recorder->instance;
    PFN_xrGetDisplayRefreshRateFB get = recorded->recorder->own->xrGetDisplayRefreshRateFB;
    float rate_hz = 0.0f;
    struct us_extensions extensions = instance->bindings.extensions;
    if (us_extensions_is_enabled(extensions, US_EXTENSION_REFRESH_RATE) &&
        !us_extensions_is_supplied(extensions, US_EXTENSION_REFRESH_RATE) && get != NULL &&
        XR_SUCCEEDED(get(recorded->handle, &rate_hz)))
        atomic_store(&recorded->refresh_rate_hz, rate_hz);
}

void us_record_session_begin(struct us_record_session *recorded, const XrSessionBeginInfo *info)
{
    struct us_session_info *description = calloc(1, sizeof *description);
    if (description == NULL)
        return;
    recorded->view_configuration = info->primaryViewConfigurationType;
    recorded->bounds = us_record_session_read_bounds(recorded);
    read_rate(recorded);
    us_record_session_describe(recorded, description);
    recorded->marker_number = us_run_status_newest_marker(recorded->recorder->instance->run_status);
    us_recorder_begin(recorded->recorder, recorded->session, description);
    us_record_mesh_begin(recorded);
    free(description);
}

void us_record_session_end(struct us_record_session *recorded)
{
    struct us_recorder *recorder = recorded->recorder;
    us_record_pending_frames_commit(&recorded->frames, INT64_MAX);
    us_recorder_end(recorder, !recorded->is_headless && !atomic_load(&recorded->has_picture));
    /* A thread in xrPollEvent uses the struct under this lock, or between us_recorder_enter and
     * us_recorder_leave. */
    us_handle_table_lock();
    atomic_store(&recorder->session, NULL);
    us_handle_table_unlock();
}

void us_record_session_free(struct us_record_session *recorded, bool is_instance_there)
{
    struct us_own_actions *actions = atomic_load(&recorded->actions);
    struct us_recorder *recorder = recorded->recorder;
    if (actions != NULL && is_instance_there) {
        us_own_actions_destroy(recorder->kept_actions, true);
        recorder->kept_actions = actions;
    } else {
        us_own_actions_destroy(actions, is_instance_there);
    }
    free(recorded); /* its spaces and trackers went with the session */
}

static bool open_recorder(struct us_instance *instance, const XrInstanceCreateInfo *info,
                          const struct us_dispatch *below)
{
    instance->kept[US_STAGE_RECORD] = us_recorder_open(instance, info, below);
    return instance->kept[US_STAGE_RECORD] != NULL;
}

static void close_recorder(struct us_instance *instance)
{
    struct us_recorder *recorder = instance->kept[US_STAGE_RECORD];
    if (recorder == NULL)
        return;
    struct us_record_session *recorded = atomic_load(&recorder->session);
    if (recorded != NULL) {
        us_record_session_end(recorded);
        us_record_session_free(recorded, false);
    }
    us_own_actions_destroy(recorder->kept_actions, false);
    us_recorder_close(recorder);
    instance->kept[US_STAGE_RECORD] = NULL;
}

const struct us_stage us_record_stage = {
    open_recorder, close_recorder, NULL,
    (const struct us_handler *const[]){us_record_watches_session, us_record_watches_frame,
                                       us_record_watches_action, NULL}};
