/* SPDX-License-Identifier: MIT */
#include "layer/session_script/session_events.h"

#include <math.h>

#include "layer/pose/convert.h"

enum { EYES = 3 }; /* the bits of both views */

void us_session_events_init(struct us_session_events *events,
                            const struct us_session_scripts *scripts,
                            struct us_session_events_audience audience)
{
    *events = (struct us_session_events){.scripts = scripts, .audience = audience};
}

/* The newest value of a kind of event before the event number `count`; NULL: none. */
static const struct us_session_script_event *
find_last(const struct us_session_script *script, enum us_session_script_kind kind, size_t count)
{
    while (count > 0) {
        const struct us_session_script_event *event = &script->events[--count];
        bool is_limit =
            event->kind != US_SESSION_SCRIPT_STATE || event->state <= XR_SESSION_STATE_FOCUSED;
        if (event->kind == kind && is_limit)
            return event;
    }
    return NULL;
}

static bool is_present(const struct us_session_events *events)
{
    bool present = true;
    for (int i = 0; i < US_SCRIPT_SOURCES; i++)
        present &= events->is_present[i];
    return present;
}

static void set_limit(struct us_session_events *events)
{
    XrSessionState lowest = XR_SESSION_STATE_FOCUSED;
    for (int i = 0; i < US_SCRIPT_SOURCES; i++)
        lowest = events->highest[i] < lowest ? events->highest[i] : lowest;
    events->states.limit = (int)lowest;
}

static void lift_limit(struct us_session_events *events)
{
    for (int i = 0; i < US_SCRIPT_SOURCES; i++)
        events->highest[i] = XR_SESSION_STATE_FOCUSED;
    set_limit(events);
}

static void note_masks(struct us_session_events *events,
                       const struct us_session_script_event *event)
{
    if (events->audience.masks)
        events->masks_due |= event->views != 0 ? event->views : EYES;
}

/* Sets what one script says at a time, without its events in between. */
static void jump_in(struct us_session_events *events, int source, double time_s)
{
    const struct us_session_script *script = events->scripts->of[source];
    const struct us_session_script_event *state = NULL, *presence = NULL, *rate = NULL;
    events->next[source] = script != NULL ? us_session_script_count_until(script, time_s) : 0;
    if (script != NULL) {
        state = find_last(script, US_SESSION_SCRIPT_STATE, events->next[source]);
        presence = find_last(script, US_SESSION_SCRIPT_PRESENCE, events->next[source]);
        rate = find_last(script, US_SESSION_SCRIPT_REFRESH_RATE, events->next[source]);
    }
    events->highest[source] = state != NULL ? state->state : XR_SESSION_STATE_FOCUSED;
    events->is_present[source] = presence == NULL || presence->is_present;
    if (rate != NULL || source == US_SCRIPT_FAULTS)
        events->rates_hz[source] = rate != NULL ? rate->rate_hz : 0.0f;
}

/* The app is told of the spaces that are elsewhere than it knows. */
static void place_spaces(struct us_session_events *events, double time_s, XrTime time)
{
    for (int i = 0; i < US_SCRIPT_SPACES; i++) {
        struct us_pose place =
            us_session_scripts_space(events->scripts, (enum us_script_space)i, time_s);
        if (events->has_told_places &&
            !us_session_script_is_same_place(place, events->told_places[i]))
            events->moves[i] = (struct us_script_move){
                true, true, time, us_pose_multiply(us_pose_inverse(events->told_places[i]), place)};
        events->told_places[i] = place;
    }
    events->has_told_places = true;
}

/* What the app could ask for again changed between two of the recorded events, so that it is told
 * to ask. */
static void skip_changes(struct us_session_events *events, size_t from, size_t to, XrTime time)
{
    const struct us_session_script *script = events->scripts->of[US_SCRIPT_RECORDED];
    struct us_script_move *stage = &events->moves[US_SCRIPT_SPACE_STAGE];
    for (size_t i = from < to ? from : to; i < (from < to ? to : from); i++) {
        const struct us_session_script_event *event = &script->events[i];
        if (event->kind == US_SESSION_SCRIPT_MASK)
            note_masks(events, event);
        if (event->kind == US_SESSION_SCRIPT_RECENTRING && event->space == US_SCRIPT_SPACE_STAGE &&
            !stage->is_due)
            *stage = (struct us_script_move){true, true, time, us_pose_identity};
    }
}

/* Sets what the scripts say before a time; what happens at the time itself is told as events. */
static void jump(struct us_session_events *events, double to_s, XrTime time)
{
    double time_s = to_s - 2.0 * US_SESSION_SCRIPT_SAME_S;
    for (int i = 0; i < US_SCRIPT_SOURCES; i++)
        jump_in(events, i, time_s);
    place_spaces(events, time_s, time);
    events->presence_due |= us_session_scripts_tell_presence(events->scripts) &&
                            is_present(events) != events->told_present;
}

void us_session_events_begin(struct us_session_events *events, double from_s)
{
    if (!us_session_scripts_any(events->scripts))
        return;
    events->has_begun = false;
    jump(events, from_s, 1);
    lift_limit(events);
    events->masks_due = 0;
    events->told_rate_hz = events->rates_hz[US_SCRIPT_RECORDED];
    events->presence_due = us_session_scripts_tell_presence(events->scripts);
}

static void apply_state(struct us_session_events *events, int source, XrSessionState state)
{
    if (state <= XR_SESSION_STATE_FOCUSED) {
        events->highest[source] = state;
        set_limit(events);
    }
    if (state == XR_SESSION_STATE_LOSS_PENDING)
        events->states.loses = true;
    events->fault_ends |= source == US_SCRIPT_FAULTS && state > XR_SESSION_STATE_FOCUSED;
    events->wants_exit |= state == XR_SESSION_STATE_STOPPING;
}

/* The pose in the event is the script's own, unless both scripts move the space. */
static void apply_move(struct us_session_events *events,
                       const struct us_session_script_event *event, const struct us_script_now *now)
{
    struct us_pose place = us_session_scripts_space(events->scripts, event->space, event->change_s);
    struct us_pose *told = &events->told_places[event->space];
    int movers = 0;
    for (int i = 0; i < US_SCRIPT_SOURCES; i++)
        movers += events->scripts->of[i] != NULL &&
                  us_session_script_moves(events->scripts->of[i], event->space, event->change_s);
    /* A recording may say any time: 30 years are as far off as more. */
    double ahead_ns =
        fmin(fmax((event->change_s - now->recording_s) * now->ns_per_second, -1e18), 1e18);
    events->moves[event->space] = (struct us_script_move){
        true, event->has_pose, now->time + (XrTime)llround(ahead_ns),
        movers < 2 ? event->T_before_after : us_pose_multiply(us_pose_inverse(*told), place)};
    *told = place;
}

static void apply(struct us_session_events *events, int source,
                  const struct us_session_script_event *event, const struct us_script_now *now)
{
    switch (event->kind) {
    case US_SESSION_SCRIPT_STATE:
        apply_state(events, source, event->state);
        break;
    case US_SESSION_SCRIPT_PRESENCE:
        events->is_present[source] = event->is_present;
        events->presence_due = is_present(events) != events->told_present;
        break;
    case US_SESSION_SCRIPT_RECENTRING:
        apply_move(events, event, now);
        break;
    case US_SESSION_SCRIPT_REFRESH_RATE:
        if (events->told_rate_hz == 0.0f)
            events->told_rate_hz = event->before_hz > 0.0f ? event->before_hz : now->rate_hz;
        events->rates_hz[source] = event->rate_hz;
        break;
    case US_SESSION_SCRIPT_MASK:
        note_masks(events, event);
        break;
    case US_SESSION_SCRIPT_EVENTS_LOST:
        events->lost_count = event->lost_count;
        break;
    case US_SESSION_SCRIPT_INSTANCE_LOSS:
        events->loses_instance = events->fault_ends = true;
        break;
    }
}

static bool write_state(XrSession session, XrSessionState state, XrTime time,
                        XrEventDataBuffer *event)
{
    XrEventDataSessionStateChanged *changed = (XrEventDataSessionStateChanged *)event;
    *changed = (XrEventDataSessionStateChanged){.type = XR_TYPE_EVENT_DATA_SESSION_STATE_CHANGED,
                                                .session = session,
                                                .state = state,
                                                .time = time};
    return true;
}

static bool write_move(struct us_session_events *events, XrSession session,
                       enum us_script_space space, XrEventDataBuffer *event)
{
    struct us_script_move *move = &events->moves[space];
    if (!move->is_due)
        return false;
    move->is_due = false;
    if (space == US_SCRIPT_SPACE_LOCAL_FLOOR && !events->audience.local_floor)
        return false;
    XrEventDataReferenceSpaceChangePending *changed =
        (XrEventDataReferenceSpaceChangePending *)event;
    *changed = (XrEventDataReferenceSpaceChangePending){
        .type = XR_TYPE_EVENT_DATA_REFERENCE_SPACE_CHANGE_PENDING,
        .session = session,
        .referenceSpaceType = us_script_space_type(space),
        .changeTime = move->change_time > 0 ? move->change_time : 1,
        .poseValid = move->has_pose ? XR_TRUE : XR_FALSE,
        .poseInPreviousSpace =
            us_convert_to_posef(move->has_pose ? move->T_before_after : us_pose_identity)};
    return true;
}

static bool write_presence(struct us_session_events *events, XrSession session,
                           XrEventDataBuffer *event)
{
    if (!events->presence_due)
        return false;
    events->presence_due = false;
    events->told_present = is_present(events);
    XrEventDataUserPresenceChangedEXT *changed = (XrEventDataUserPresenceChangedEXT *)event;
    if (events->audience.presence)
        *changed = (XrEventDataUserPresenceChangedEXT){
            .type = XR_TYPE_EVENT_DATA_USER_PRESENCE_CHANGED_EXT,
            .session = session,
            .isUserPresent = events->told_present ? XR_TRUE : XR_FALSE};
    return events->audience.presence;
}

/* Faults come before the recording, and that before the display itself. */
static float find_rate(const struct us_session_events *events, float own_hz)
{
    float rate_hz = own_hz;
    for (int i = 0; i < US_SCRIPT_SOURCES; i++)
        rate_hz = events->rates_hz[i] > 0.0f ? events->rates_hz[i] : rate_hz;
    return rate_hz;
}

static bool write_rate(struct us_session_events *events, float own_hz, XrEventDataBuffer *event)
{
    bool is_fault = events->rates_hz[US_SCRIPT_FAULTS] > 0.0f;
    float told_hz = events->told_rate_hz, rate_hz = find_rate(events, own_hz);
    float before_hz = told_hz == 0.0f && is_fault ? own_hz : told_hz;
    bool is_new = before_hz > 0.0f && rate_hz > 0.0f && rate_hz != before_hz;
    if (is_new)
        events->told_rate_hz = rate_hz;
    if (!is_new || !events->audience.refresh_rate)
        return false;
    XrEventDataDisplayRefreshRateChangedFB *changed =
        (XrEventDataDisplayRefreshRateChangedFB *)event;
    *changed = (XrEventDataDisplayRefreshRateChangedFB){
        .type = XR_TYPE_EVENT_DATA_DISPLAY_REFRESH_RATE_CHANGED_FB,
        .fromDisplayRefreshRate = before_hz,
        .toDisplayRefreshRate = rate_hz};
    return true;
}

static bool write_mask(struct us_session_events *events, XrSession session,
                       XrEventDataBuffer *event)
{
    if (events->masks_due == 0)
        return false;
    uint32_t view = (events->masks_due & 1) != 0 ? 0 : 1;
    events->masks_due &= ~(UINT32_C(1) << view);
    *(XrEventDataVisibilityMaskChangedKHR *)event = (XrEventDataVisibilityMaskChangedKHR){
        .type = XR_TYPE_EVENT_DATA_VISIBILITY_MASK_CHANGED_KHR,
        .session = session,
        .viewConfigurationType = XR_VIEW_CONFIGURATION_TYPE_PRIMARY_STEREO,
        .viewIndex = view};
    return true;
}

/* Events of the instance. */
static bool write_of_instance(struct us_session_events *events, XrTime time,
                              XrEventDataBuffer *event)
{
    if (events->lost_count > 0) {
        *(XrEventDataEventsLost *)event = (XrEventDataEventsLost){
            .type = XR_TYPE_EVENT_DATA_EVENTS_LOST, .lostEventCount = events->lost_count};
        events->lost_count = 0;
        return true;
    }
    if (!events->loses_instance)
        return false;
    events->loses_instance = false;
    *(XrEventDataInstanceLossPending *)event = (XrEventDataInstanceLossPending){
        .type = XR_TYPE_EVENT_DATA_INSTANCE_LOSS_PENDING, .lossTime = time};
    return true;
}

/* Writes what is due already. */
static bool write_due(struct us_session_events *events, XrSession session,
                      const struct us_script_now *now, XrEventDataBuffer *event)
{
    XrSessionState state;
    if (us_script_state_next(&events->states, &state))
        return write_state(session, state, now->time, event);
    for (int i = 0; i < US_SCRIPT_SPACES; i++) {
        if (write_move(events, session, (enum us_script_space)i, event))
            return true;
    }
    return write_presence(events, session, event) || write_rate(events, now->rate_hz, event) ||
           write_mask(events, session, event) || write_of_instance(events, now->time, event);
}

/* The script whose next event is the earliest one that is due; -1: none. */
static int find_due(const struct us_session_events *events, double time_s)
{
    int found = -1;
    double earliest_s = time_s + US_SESSION_SCRIPT_SAME_S;
    for (int i = US_SCRIPT_SOURCES - 1; i >= 0; i--) {
        const struct us_session_script *script = events->scripts->of[i];
        if (script == NULL || events->next[i] >= script->event_count ||
            script->events[events->next[i]].at_s > earliest_s)
            continue;
        earliest_s = script->events[events->next[i]].at_s;
        found = i;
    }
    return found;
}

/* Whether playback went back, so that events were told that have not happened yet. */
static bool went_back(const struct us_session_events *events, double time_s)
{
    for (int i = 0; i < US_SCRIPT_SOURCES; i++) {
        const struct us_session_script *script = events->scripts->of[i];
        if (script != NULL && events->next[i] > us_session_script_count_until(script, time_s))
            return true;
    }
    return false;
}

bool us_session_events_next(struct us_session_events *events, XrSession session,
                            const struct us_script_now *now, XrEventDataBuffer *event)
{
    if (!us_session_scripts_any(events->scripts))
        return false;
    if (!now->is_playing && events->has_begun) {
        lift_limit(events);
        events->has_begun = false;
    } else if (now->is_playing && (!events->has_begun || events->pass != now->pass ||
                                   went_back(events, now->recording_s))) {
        const size_t before = events->next[US_SCRIPT_RECORDED];
        jump(events, now->recording_s, now->time);
        skip_changes(events, before, events->next[US_SCRIPT_RECORDED], now->time);
        set_limit(events);
        events->has_begun = true;
        events->pass = now->pass;
    }
    while (!write_due(events, session, now, event)) {
        int source = now->is_playing ? find_due(events, now->recording_s) : -1;
        if (source < 0)
            return false;
        apply(events, source, &events->scripts->of[source]->events[events->next[source]++], now);
    }
    return true;
}

void us_session_events_on_rate(struct us_session_events *events, float rate_hz)
{
    if (events->told_rate_hz > 0.0f)
        events->told_rate_hz = rate_hz;
}
