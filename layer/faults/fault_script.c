/* SPDX-License-Identifier: MIT */
#include "layer/faults/fail_calls.h"

#include <math.h>
#include <stdlib.h>

enum { EDGES_MAX = 2 * US_FAULTS_MAX };

/* What all faults together say at a time. */
struct said {
    XrSessionState highest;
    bool is_present;
    bool has_device[US_HAND_COUNT];
    float rate_hz;                 /* 0: the display's own */
    struct us_pose T_before_after; /* of LOCAL */
};

static bool is_of_session(const struct us_fault *fault)
{
    return fault->kind >= US_FAULT_BATTERY && fault->kind <= US_FAULT_REFRESH;
}

static struct us_pose recentring_of(const struct us_fault *fault)
{
    double half_rad = fault->numbers[0] * US_POSE_PI / 360.0;
    return (struct us_pose){{0.0f, (float)sin(half_rad), 0.0f, (float)cos(half_rad)},
                            {(float)fault->numbers[1], 0.0f, (float)fault->numbers[2]}};
}

static void add_fault(const struct us_fault *fault, struct said *said)
{
    if (fault->kind == US_FAULT_NOT_VISIBLE || fault->kind == US_FAULT_HEADSET_OFF)
        said->highest = XR_SESSION_STATE_SYNCHRONIZED;
    if (fault->kind == US_FAULT_FOCUS_LOST && said->highest > XR_SESSION_STATE_VISIBLE)
        said->highest = XR_SESSION_STATE_VISIBLE;
    if (fault->kind == US_FAULT_HEADSET_OFF || fault->kind == US_FAULT_USER_ABSENT)
        said->is_present = false;
    if (fault->kind == US_FAULT_RECENTER)
        said->T_before_after = us_pose_multiply(said->T_before_after, recentring_of(fault));
    for (int hand = 0; hand < US_HAND_COUNT && fault->kind == US_FAULT_BATTERY; hand++)
        said->has_device[hand] &= (fault->who & 1u << hand) == 0;
}

static struct said say_at(const struct us_faults *faults, double time_s)
{
    struct said said = {XR_SESSION_STATE_FOCUSED,
                        true,
                        {true, true},
                        us_faults_refresh_hz(faults, time_s),
                        us_pose_identity};
    for (unsigned i = 0; i < faults->count; i++)
        if (us_fault_is_active(&faults->list[i], time_s))
            add_fault(&faults->list[i], &said);
    return said;
}

static int compare_times(const void *a, const void *b)
{
    double first = *(const double *)a, second = *(const double *)b;
    return (first > second) - (first < second);
}

/* The times at which faults of the session begin and end, sorted. */
static unsigned find_edges(const struct us_faults *faults, double out[EDGES_MAX])
{
    unsigned count = 0;
    for (unsigned i = 0; i < faults->count; i++) {
        const struct us_fault *fault = &faults->list[i];
        out[count++] = fault->from_s;
        if (isfinite(fault->to_s))
            out[count++] = fault->to_s;
    }
    qsort(out, count, sizeof out[0], compare_times);
    return count;
}

/* Adds what changes at `at_s` from `before` to `now`. */
static bool add_changes(struct us_session_script *script, double at_s, const struct said *before,
                        const struct said *now)
{
    if (now->is_present != before->is_present &&
        !us_session_script_add_presence(script, at_s, now->is_present))
        return false;
    if (now->highest != before->highest && !us_session_script_add_state(script, at_s, now->highest))
        return false;
    if (!us_pose_is_near(now->T_before_after, before->T_before_after, 1e-7f, 1e-6f) &&
        !us_session_script_add_recentring(
            script, at_s - US_FAULT_SCRIPT_NOTICE_S, at_s,
            us_pose_multiply(us_pose_inverse(before->T_before_after), now->T_before_after)))
        return false;
    if (now->rate_hz != before->rate_hz &&
        !us_session_script_add_refresh_rate(script, at_s, now->rate_hz))
        return false;
    for (int hand = 0; hand < US_HAND_COUNT; hand++)
        if (now->has_device[hand] != before->has_device[hand] &&
            !us_session_script_add_device(script, at_s, (enum us_hand)hand, now->has_device[hand]))
            return false;
    return true;
}

static bool fill(struct us_session_script *script, const struct us_faults *faults)
{
    for (unsigned i = 0; i < faults->count; i++) {
        const struct us_fault *fault = &faults->list[i];
        if (!us_session_script_add_news(script, fault, fault->from_s) ||
            (isfinite(fault->to_s) && !us_session_script_add_news(script, fault, fault->to_s)))
            return false;
    }
    double edges[EDGES_MAX];
    unsigned count = find_edges(faults, edges);
    struct said before = say_at(faults, (double)-INFINITY);
    for (unsigned i = 0; i < count; i++) {
        struct said now = say_at(faults, edges[i]);
        if (!add_changes(script, edges[i], &before, &now))
            return false;
        before = now;
    }
    for (unsigned i = 0; i < faults->count; i++) {
        const struct us_fault *fault = &faults->list[i];
        if (!us_session_script_add_ending(script, fault, fault->from_s))
            return false;
    }
    return true;
}

/* Adds the faults of the session. Those that a drive has added have their script already
 * (driven.c). */
static void choose(const struct us_faults *faults, struct us_faults *out)
{
    for (unsigned i = 0; i < faults->count; i++)
        if (is_of_session(&faults->list[i]) && !us_fault_is_added(&faults->list[i]))
            out->list[out->count++] = faults->list[i];
}

bool us_fault_script_create(const struct us_faults *faults, struct us_session_script **out)
{
    struct us_faults chosen = {0};
    choose(faults, &chosen);
    *out = NULL;
    if (chosen.count == 0)
        return true;
    *out = us_session_script_create();
    if (*out != NULL && fill(*out, &chosen))
        return true;
    us_session_script_destroy(*out);
    *out = NULL;
    return false;
}
