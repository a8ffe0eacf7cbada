/* SPDX-License-Identifier: MIT */
/* Taps of functions that create and locate spaces, views and hands. */
#include <stdio.h>
#include <stdlib.h>

#include "layer/state/session.h"
#include "layer/eventlog/event_log.h"

static struct us_log_event *begin_space(struct us_event_log *log, XrSpace handle,
                                        const XrPosef *pose)
{
    struct us_space *space = us_space_find(handle);
    if (space == NULL)
        return NULL;
    struct us_log_state_space *state = calloc(1, sizeof *state);
    if (state != NULL) {
        state->number = us_event_journal_number(log->journal, US_NUMBERED_SPACE);
        us_handle_table_keep(&space->node, US_STAGE_EVENT_LOG, state);
    }
    struct us_log_event *event =
        us_event_log_begin(log, space->session, US_LOG_EVENT_LEVEL_EVENTS, US_LOG_EVENT_SPACE);
    if (event == NULL)
        return NULL;
    event->of.space.space = us_event_log_space(space);
    event->of.space.pose = *pose;
    event->of.space.action[0] = event->of.space.subaction[0] = '\0';
    return event;
}

static XRAPI_ATTR XrResult XRAPI_CALL
tap_xrCreateReferenceSpace(XrSession handle, const XrReferenceSpaceCreateInfo *info, XrSpace *space)
{
    US_EVENT_LOG_OF_CALL(handle, session, log);
    XrResult result =
        US_EVENT_LOG_TAPPED(log, session, xrCreateReferenceSpace, (handle, info, space));
    struct us_log_event *event =
        XR_SUCCEEDED(result) ? begin_space(log, *space, &info->poseInReferenceSpace) : NULL;
    if (event == NULL)
        return result;
    event->of.space.kind = us_log_event_word("reference");
    event->of.space.type_value = info->referenceSpaceType;
    us_event_journal_commit(event);
    return result;
}

static void copy_names(const struct us_action *action, XrPath subaction,
                       char out_action[US_LOG_EVENT_NAME_SIZE],
                       char out_subaction[US_LOG_EVENT_NAME_SIZE])
{
    const struct us_log_state_slot *slot = us_event_log_find_slot(action, subaction);
    const struct us_log_state_action *state = us_event_log_action(action);
    snprintf(out_action, US_LOG_EVENT_NAME_SIZE, "%s", state != NULL ? state->name : "?");
    snprintf(out_subaction, US_LOG_EVENT_NAME_SIZE, "%s", slot != NULL ? slot->text : "");
}

static XRAPI_ATTR XrResult XRAPI_CALL tap_xrCreateActionSpace(XrSession handle,
                                                              const XrActionSpaceCreateInfo *info,
                                                              XrSpace *space)
{
    US_EVENT_LOG_OF_CALL(handle, session, log);
    XrResult result = US_EVENT_LOG_TAPPED(log, session, xrCreateActionSpace, (handle, info, space));
    struct us_log_event *event =
        XR_SUCCEEDED(result) ? begin_space(log, *space, &info->poseInActionSpace) : NULL;
    if (event == NULL)
        return result;
    event->of.space.kind = us_log_event_word("action");
    copy_names(us_action_find(info->action), info->subactionPath, event->of.space.action,
               event->of.space.subaction);
    us_event_journal_commit(event);
    return result;
}

/* In a session without frames, locate calls drive playback. */
static void follow_without_frames(struct us_event_log *log, struct us_session *session)
{
    if (session != NULL && session->headless)
        us_event_log_follow(log, session);
}

/* Begins an event about the time that a call asks for. */
static struct us_log_event *begin_for_time(struct us_event_log *log,
                                           const struct us_session *session,
                                           enum us_log_event_kind kind, XrTime time)
{
    struct us_log_event *event = us_event_log_begin(log, session, US_LOG_EVENT_LEVEL_CALLS, kind);
    if (event != NULL && session != NULL)
        event->frame = us_event_log_frame_at(session, time);
    return event;
}

/* Begins an event about a locate call. The caller adds pose and velocity. */
static struct us_log_event *begin_locate(struct us_event_log *log, struct us_session *session,
                                         enum us_function call, const struct us_space *space,
                                         const struct us_space *base, XrTime time,
                                         struct us_answer answer)
{
    follow_without_frames(log, session);
    if (!us_event_journal_wants(log->journal, US_LOG_EVENT_LEVEL_CALLS))
        return NULL;
    struct us_log_event *event = begin_for_time(log, session, US_LOG_EVENT_LOCATE, time);
    if (event == NULL)
        return NULL;
    event->of.locate.call = us_log_event_word(us_function_names[call]);
    event->of.locate.space = us_event_log_space(space);
    event->of.locate.base = us_event_log_space(base);
    event->of.locate.answer = us_event_log_answer(session, time, answer);
    event->of.locate.has_velocity = false;
    return event;
}

static XRAPI_ATTR XrResult XRAPI_CALL tap_xrLocateSpace(XrSpace handle, XrSpace base_handle,
                                                        XrTime time, XrSpaceLocation *location)
{
    const struct us_space *space = us_space_find(handle), *base = us_space_find(base_handle);
    struct us_session *session = space != NULL  ? space->session
                                 : base != NULL ? base->session
                                                : NULL;
    struct us_event_log *log = us_event_log_of_session(session);
    US_RETURN_IF_INVALID(log);
    struct us_answers answers;
    XrResult result =
        US_EVENT_LOG_ASK(log, xrLocateSpace, (handle, base_handle, time, location), &answers);
    us_event_log_result_at(log, session, US_FUNCTION_xrLocateSpace, result, time);
    struct us_log_event *event = XR_SUCCEEDED(result)
                                     ? begin_locate(log, session, US_FUNCTION_xrLocateSpace, space,
                                                    base, time, us_answers_get(&answers, 0))
                                     : NULL;
    if (event == NULL)
        return result;
    const XrSpaceVelocity *velocity = us_xr_find_output(location->next, XR_TYPE_SPACE_VELOCITY);
    event->of.locate.flags = location->locationFlags;
    event->of.locate.pose = location->pose;
    if (velocity != NULL) {
        event->of.locate.has_velocity = true;
        event->of.locate.velocity_flags = velocity->velocityFlags;
        event->of.locate.linear = velocity->linearVelocity;
        event->of.locate.angular = velocity->angularVelocity;
    }
    us_event_journal_commit(event);
    return result;
}

static void write_element(struct us_event_log *log, struct us_session *session,
                          enum us_function call, const XrSpacesLocateInfo *info, uint32_t index,
                          const XrSpaceLocations *locations, struct us_answer answer)
{
    const XrSpaceVelocities *velocities =
        us_xr_find_output(locations->next, XR_TYPE_SPACE_VELOCITIES);
    struct us_log_event *event =
        begin_locate(log, session, call, us_space_find(info->spaces[index]),
                     us_space_find(info->baseSpace), info->time, answer);
    if (event == NULL)
        return;
    event->of.locate.flags = locations->locations[index].locationFlags;
    event->of.locate.pose = locations->locations[index].pose;
    if (velocities != NULL && index < velocities->velocityCount) {
        event->of.locate.has_velocity = true;
        event->of.locate.velocity_flags = velocities->velocities[index].velocityFlags;
        event->of.locate.linear = velocities->velocities[index].linearVelocity;
        event->of.locate.angular = velocities->velocities[index].angularVelocity;
    }
    us_event_journal_commit(event);
}

static XrResult locate_many(XrSession handle, const XrSpacesLocateInfo *info,
                            XrSpaceLocations *locations, enum us_function call)
{
    US_EVENT_LOG_OF_CALL(handle, session, log);
    struct us_answers answers;
    XrResult result =
        call == US_FUNCTION_xrLocateSpacesKHR
            ? US_EVENT_LOG_ASK(log, xrLocateSpacesKHR, (handle, info, locations), &answers)
            : US_EVENT_LOG_ASK(log, xrLocateSpaces, (handle, info, locations), &answers);
    us_event_log_result_at(log, session, call, result, info != NULL ? info->time : 0);
    if (info == NULL || XR_FAILED(result))
        return result;
    uint32_t count = info->spaceCount < US_ANSWERS_MAX ? info->spaceCount : US_ANSWERS_MAX;
    for (uint32_t i = 0; i < count; i++)
        write_element(log, session, call, info, i, locations, us_answers_get(&answers, i));
    if (us_event_journal_wants(log->journal, US_LOG_EVENT_LEVEL_CALLS))
        us_event_journal_drop(log->journal, info->spaceCount - count);
    return result;
}

US_LOCATE_SPACES_HANDLERS(tap, locate_many)

static void write_views(struct us_event_log *log, struct us_session *session,
                        const XrViewLocateInfo *info, const XrViewState *state, uint32_t count,
                        const XrView *views, struct us_answer answer)
{
    follow_without_frames(log, session);
    if (!us_event_journal_wants(log->journal, US_LOG_EVENT_LEVEL_CALLS))
        return;
    struct us_log_event *event =
        begin_for_time(log, session, US_LOG_EVENT_VIEWS, info->displayTime);
    if (event == NULL)
        return;
    event->of.views.base = us_event_log_space(us_space_find(info->space));
    event->of.views.count = count;
    event->of.views.answer = us_event_log_answer(session, info->displayTime, answer);
    event->of.views.flags = state->viewStateFlags;
    for (uint32_t i = 0; i < count && i < US_LOG_EVENT_VIEWS_MAX; i++) {
        event->of.views.poses[i] = views[i].pose;
        event->of.views.fovs[i] = views[i].fov;
    }
    us_event_journal_commit(event);
}

static XRAPI_ATTR XrResult XRAPI_CALL tap_xrLocateViews(XrSession handle,
                                                        const XrViewLocateInfo *info,
                                                        XrViewState *state, uint32_t capacity,
                                                        uint32_t *out_count, XrView *views)
{
    US_EVENT_LOG_OF_CALL(handle, session, log);
    struct us_answers answers;
    XrResult result = US_EVENT_LOG_ASK(log, xrLocateViews,
                                       (handle, info, state, capacity, out_count, views), &answers);
    us_event_log_result_at(log, session, US_FUNCTION_xrLocateViews, result,
                           info != NULL ? info->displayTime : 0);
    /* A call for the count alone locates nothing. */
    if (info != NULL && XR_SUCCEEDED(result) && capacity > 0)
        write_views(log, session, info, state, *out_count < capacity ? *out_count : capacity, views,
                    us_answers_get(&answers, 0));
    return result;
}

static void write_hand(struct us_event_log *log, const struct us_hand_tracker *tracker,
                       const XrHandJointsLocateInfoEXT *info,
                       const XrHandJointLocationsEXT *locations, struct us_answer answer)
{
    follow_without_frames(log, tracker->session);
    if (!us_event_journal_wants(log->journal, US_LOG_EVENT_LEVEL_CALLS) ||
        locations->jointCount < XR_HAND_JOINT_COUNT_EXT)
        return;
    struct us_log_event *event =
        begin_for_time(log, tracker->session, US_LOG_EVENT_HAND, info->time);
    if (event == NULL)
        return;
    event->of.hand.is_right = tracker->hand == US_HAND_RIGHT;
    event->of.hand.active = locations->isActive == XR_TRUE;
    event->of.hand.base = us_event_log_space(us_space_find(info->baseSpace));
    event->of.hand.answer = us_event_log_answer(tracker->session, info->time, answer);
    for (int i = 0; event->of.hand.active && i < XR_HAND_JOINT_COUNT_EXT; i++)
        event->of.hand.joints[i] = locations->jointLocations[i].pose;
    us_event_journal_commit(event);
}

static XRAPI_ATTR XrResult XRAPI_CALL
tap_xrLocateHandJointsEXT(XrHandTrackerEXT handle, const XrHandJointsLocateInfoEXT *info,
                          XrHandJointLocationsEXT *locations)
{
    const struct us_hand_tracker *tracker = us_hand_tracker_find(handle);
    const struct us_session *session = tracker != NULL ? tracker->session : NULL;
    struct us_event_log *log = us_event_log_of_session(session);
    US_RETURN_IF_INVALID(log);
    struct us_answers answers;
    XrResult result =
        US_EVENT_LOG_ASK(log, xrLocateHandJointsEXT, (handle, info, locations), &answers);
    us_event_log_result_at(log, session, US_FUNCTION_xrLocateHandJointsEXT, result,
                           info != NULL ? info->time : 0);
    if (info != NULL && XR_SUCCEEDED(result) && tracker != NULL)
        write_hand(log, tracker, info, locations, us_answers_get(&answers, 0));
    return result;
}

const struct us_handler us_taps_space[] = {
    US_HANDLER(xrCreateReferenceSpace, tap_xrCreateReferenceSpace),
    US_HANDLER(xrCreateActionSpace, tap_xrCreateActionSpace),
    US_HANDLER(xrLocateSpace, tap_xrLocateSpace),
    US_HANDLER(xrLocateSpaces, tap_xrLocateSpaces),
    US_HANDLER(xrLocateSpacesKHR, tap_xrLocateSpacesKHR),
    US_HANDLER(xrLocateViews, tap_xrLocateViews),
    US_HANDLER(xrLocateHandJointsEXT, tap_xrLocateHandJointsEXT),
    US_HANDLERS_END,
};
