/* SPDX-License-Identifier: MIT */
#include "layer/record/record_event.h"

#include "layer/record/record_session.h"

/* The recorded session of an event, under the lock of the handle table: another thread may destroy
 * it. */
static struct us_record_session *find_recorded(struct us_recorder *recorder, XrSession session)
{
    struct us_record_session *recorded =
        atomic_load_explicit(&recorder->session, memory_order_acquire);
    return recorded != NULL && recorded->handle == session ? recorded : NULL;
}

static bool fill_state(const XrEventDataBuffer *event, struct us_session_event *out)
{
    const XrEventDataSessionStateChanged *changed = (const void *)event;
    out->kind = US_SESSION_EVENT_STATE;
    out->value = changed->state;
    if (changed->time > 0)
        out->time_ns = changed->time;
    return true;
}

static bool fill_space(struct us_record_session *recorded, const XrEventDataBuffer *event,
                       struct us_session_event *out)
{
    const XrEventDataReferenceSpaceChangePending *changed = (const void *)event;
    us_record_reference_note(&recorded->reference, changed);
    if (changed->referenceSpaceType == XR_REFERENCE_SPACE_TYPE_STAGE)
        atomic_store(&recorded->bounds_changed, true);
    out->kind = US_SESSION_EVENT_REFERENCE_SPACE;
    out->value = changed->referenceSpaceType;
    out->change_time_ns = changed->changeTime;
    out->has_pose = changed->poseValid == XR_TRUE;
    out->pose = us_record_pose(changed->poseInPreviousSpace);
    return true;
}

static bool fill_presence(struct us_record_session *recorded, const XrEventDataBuffer *event,
                          struct us_session_event *out)
{
    const XrEventDataUserPresenceChangedEXT *changed = (const void *)event;
    atomic_store(&recorded->presence, changed->isUserPresent == XR_TRUE
                                          ? (int)US_SESSION_PRESENCE_PRESENT
                                          : (int)US_SESSION_PRESENCE_ABSENT);
    out->kind = US_SESSION_EVENT_PRESENCE;
    out->value = changed->isUserPresent == XR_TRUE;
    return true;
}

static bool fill_visibility(const XrEventDataBuffer *event, struct us_session_event *out)
{
    const XrEventDataVisibilityMaskChangedKHR *changed = (const void *)event;
    out->kind = US_SESSION_EVENT_VISIBILITY;
    out->value = changed->viewConfigurationType;
    out->value2 = changed->viewIndex;
    return true;
}

/* Its event names no session. */
static bool fill_rate(struct us_record_session *recorded, const XrEventDataBuffer *event,
                      struct us_session_event *out)
{
    const XrEventDataDisplayRefreshRateChangedFB *changed = (const void *)event;
    atomic_store(&recorded->refresh_rate_hz, changed->toDisplayRefreshRate);
    out->kind = US_SESSION_EVENT_REFRESH_RATE;
    out->number = changed->toDisplayRefreshRate;
    out->number2 = changed->fromDisplayRefreshRate;
    return true;
}

static bool fill_other(const XrEventDataBuffer *event, struct us_session_event *out)
{
    out->kind = US_SESSION_EVENT_OTHER;
    out->value = (int64_t)event->type;
    return true;
}

/* Which session an event is of, for the types whose first member behind `next` is a session. */
static bool is_of_session(XrStructureType type)
{
    return type == XR_TYPE_EVENT_DATA_SESSION_STATE_CHANGED ||
           type == XR_TYPE_EVENT_DATA_REFERENCE_SPACE_CHANGE_PENDING ||
           type == XR_TYPE_EVENT_DATA_INTERACTION_PROFILE_CHANGED ||
           type == XR_TYPE_EVENT_DATA_VISIBILITY_MASK_CHANGED_KHR ||
           type == XR_TYPE_EVENT_DATA_USER_PRESENCE_CHANGED_EXT;
}

static bool fill(struct us_record_session *recorded, const XrEventDataBuffer *event,
                 struct us_session_event *out)
{
    switch ((int64_t)event->type) {
    case XR_TYPE_EVENT_DATA_SESSION_STATE_CHANGED:
        return fill_state(event, out);
    case XR_TYPE_EVENT_DATA_REFERENCE_SPACE_CHANGE_PENDING:
        return fill_space(recorded, event, out);
    case XR_TYPE_EVENT_DATA_INTERACTION_PROFILE_CHANGED:
        return false; /* the profiles themselves are recorded, when they are asked for */
    case XR_TYPE_EVENT_DATA_VISIBILITY_MASK_CHANGED_KHR:
        return fill_visibility(event, out);
    case XR_TYPE_EVENT_DATA_DISPLAY_REFRESH_RATE_CHANGED_FB:
        return fill_rate(recorded, event, out);
    case (int64_t)XR_TYPE_EVENT_DATA_USER_PRESENCE_CHANGED_EXT:
        return fill_presence(recorded, event, out);
    default:
        return fill_other(event, out);
    }
}

void us_record_event(struct us_recorder *recorder, const XrEventDataBuffer *event)
{
    struct us_session_event out = {.time_ns = us_recorder_now(recorder)};
    const XrEventDataInteractionProfileChanged *of_session = (const void *)event;
    /* Another thread may be destroying the session. */
    us_handle_table_lock();
    struct us_record_session *recorded =
        is_of_session(event->type) ? find_recorded(recorder, of_session->session)
                                   : atomic_load_explicit(&recorder->session, memory_order_acquire);
    bool is_filled = recorded != NULL && fill(recorded, event, &out);
    us_handle_table_unlock();
    if (is_filled)
        us_recorder_put_event(recorder, &out);
}
