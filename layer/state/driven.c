/* SPDX-License-Identifier: MIT */
#include "layer/state/driven.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A fault begins a moment before its frame, so that it is in force in that frame however its time
 * is rounded. */
#define BEFORE_S 1e-9

static double at_s(const struct us_driven *driven, const struct us_session_event *event)
{
    return us_session_seconds_between(driven->origin_ns, event->time_ns);
}

static void complain_of_room(const struct us_driven *driven)
{
    us_message_log(driven->log, US_MESSAGE_LOG_ERROR,
                   "the drive has more events than can be played");
}

/* What the app is told of a fault that begins, or that has ended. The rate is then that of the
 * faults that are left. */
static void tell_fault(const struct us_driven *driven, const struct us_fault *fault, double at_s,
                       bool begins)
{
    const bool is_rate = fault->kind == US_FAULT_REFRESH;
    const float rate_hz =
        begins ? (float)fault->numbers[0] : us_faults_refresh_hz(driven->faults, at_s);
    if (driven->script == NULL)
        return;
    if (!us_session_script_add_news(driven->script, fault, at_s) ||
        (begins && !us_session_script_add_ending(driven->script, fault, at_s)) ||
        (is_rate && !us_session_script_add_refresh_rate(driven->script, at_s, rate_hz)))
        complain_of_room(driven);
}

static void begin_fault(const struct us_driven *driven, const struct us_session_event *event)
{
    struct us_faults *faults = driven->faults;
    struct us_faults_error wrong;
    double at_now_s = at_s(driven, event), from_s = at_now_s - BEFORE_S;
    if (!us_faults_add(faults, event->text, from_s, &wrong)) {
        us_message_log(driven->log, US_MESSAGE_LOG_ERROR, "the fault '%s' of the drive %s",
                       event->text, wrong.why);
        return;
    }
    const struct us_fault *added = &faults->list[faults->count - 1];
    if (driven->block != NULL && (added->kind == US_FAULT_FREEZE || added->untracked))
        us_drive_block_pin(driven->block, from_s);
    tell_fault(driven, added, at_now_s, true);
}

/* A part of a recording may have the end of a fault and not its begin. */
static void end_fault(const struct us_driven *driven, const struct us_session_event *event)
{
    double at_now_s = at_s(driven, event);
    const struct us_fault *ended =
        us_faults_end(driven->faults, event->text + strlen(US_FAULT_END), at_now_s - BEFORE_S);
    if (ended != NULL)
        tell_fault(driven, ended, at_now_s, false);
}

static void take_fault(const struct us_driven *driven, const struct us_session_event *event)
{
    if (strncmp(event->text, US_FAULT_END, strlen(US_FAULT_END)) == 0)
        end_fault(driven, event);
    else
        begin_fault(driven, event);
}

static void add_marker(struct us_driven *driven, struct us_session_event *event)
{
    const unsigned count = atomic_load_explicit(&driven->marker_count, memory_order_relaxed);
    driven->markers[count] =
        (struct us_marker){(float)at_s(driven, event), event->text, (uint32_t)strlen(event->text)};
    atomic_store_explicit(&driven->marker_count, count + 1, memory_order_release);
}

const struct us_marker *us_driven_markers(const struct us_driven *driven, uint32_t *out_count)
{
    const bool is_drive = driven->markers != NULL;
    *out_count = is_drive ? atomic_load_explicit(&driven->marker_count, memory_order_acquire)
                          : driven->recording->marker_count;
    return is_drive ? driven->markers : driven->recording->markers;
}

static void add_to_script(const struct us_driven *driven, const struct us_session_event *event)
{
    if (!us_recorded_script_add_driven(driven->script, event, driven->origin_ns))
        complain_of_room(driven);
}

void us_driven_take(struct us_driven *driven, uint64_t frame)
{
    struct us_session_event *event;
    while (driven->script != NULL &&
           (event = us_drive_event(driven->drive, driven->taken, frame)) != NULL) {
        driven->taken++;
        event->text[sizeof event->text - 1] = '\0';
        if (event->kind == US_DRIVE_EVENT_MARKER)
            add_marker(driven, event);
        else if (event->kind == US_SESSION_EVENT_FAULT)
            take_fault(driven, event);
        else
            add_to_script(driven, event);
    }
}

/* Markers of a drive come one by one. */
static bool make_room(struct us_driven *driven)
{
    driven->script = us_recorded_script_create_driven(US_DRIVE_EVENTS);
    if (driven->drive == NULL)
        return driven->script != NULL;
    driven->markers = calloc(US_DRIVE_EVENTS, sizeof *driven->markers);
    return driven->script != NULL && driven->markers != NULL;
}

struct us_session_script *us_driven_load(struct us_driven *driven, const char *path)
{
    struct us_error error = {.text = "out of memory"};
    bool ok = make_room(driven);
    if (ok && driven->drive == NULL)
        ok = us_recorded_script_read_driven(path, US_DRIVE_EVENTS, &driven->events, &driven->count,
                                            &error) == US_OK;
    for (size_t i = 0; ok && i < driven->count; i++)
        add_to_script(driven, &driven->events[i]);
    if (ok)
        return driven->script;
    us_message_log(driven->log, US_MESSAGE_LOG_ERROR,
                   "what happened to the session of the drive is not played: %s", error.text);
    us_session_script_destroy(driven->script);
    driven->script = NULL;
    driven->count = 0;
    return NULL;
}

void us_driven_load_faults(struct us_driven *driven, int64_t resumed_ns)
{
    for (size_t i = 0; i < driven->count; i++)
        if (driven->events[i].kind == US_SESSION_EVENT_FAULT)
            take_fault(driven, &driven->events[i]);
    double told =
        driven->drive != NULL ? (double)resumed_ns * 1e-9 * us_drive_hz(driven->drive) : 0.0;
    if (told > 0.5)
        us_driven_take(driven, (uint64_t)llround(told) - 1);
}

void us_driven_finish(struct us_driven *driven)
{
    free(driven->events);
    free(driven->markers);
}
