/* SPDX-License-Identifier: MIT */
#include "tool/drive/person/live_session.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "drive/drive_memory.h"
#include "person/scripted_person.h"

/* A fault that is planned. */
struct plan {
    struct rt_script *script;
    const struct us_fault *fault;
    uint64_t frame, end; /* end 0: none */
    double hz;
};

static bool refuse(struct rt_script_error *error, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(error->text, sizeof error->text, format, list);
    va_end(list);
    return false;
}

/* The input has the key while the fault lasts, and `after` behind it. What was planned for it is
 * dropped. */
static bool plan_keys(const struct plan *plan, enum rt_script_subject subject, const char *name,
                      enum rt_track_kind kind, struct rt_track_key key, struct rt_track_key after)
{
    struct rt_track *track = rt_script_open(plan->script, subject, name, kind);
    if (track == NULL)
        return false;
    key.time_s = (double)plan->frame / plan->hz;
    after.time_s = (double)plan->end / plan->hz;
    rt_track_cut(track, key.time_s);
    return rt_track_add(track, &key) && (plan->end == 0 || rt_track_add(track, &after));
}

static bool plan_step(const struct plan *plan, enum rt_script_subject subject, const char *name,
                      int value, int fallback)
{
    const int after = rt_scripted_person_step(plan->script, subject, name,
                                              (double)plan->end / plan->hz, fallback);
    return plan_keys(plan, subject, name, RT_TRACK_STEP, (struct rt_track_key){.values = {value}},
                     (struct rt_track_key){.values = {after}});
}

static bool plan_state(const struct plan *plan, int state)
{
    return plan_step(plan, RT_SCRIPT_SESSION, "state", state, RT_SCRIPT_STATE_FOCUSED);
}

static bool plan_truth(const struct plan *plan, const char *name)
{
    return plan_step(plan, RT_SCRIPT_SESSION, name, 0, 1);
}

static bool plan_battery(const struct plan *plan)
{
    bool ok = true;
    for (int hand = 0; hand < RT_HAND_COUNT; hand++)
        if (plan->fault->who & 1u << hand)
            ok &= plan_step(plan, rt_script_subject_of((enum rt_hand)hand), "connected", 0, 1);
    return ok;
}

/* The fault says where the new LOCAL is in the one before. */
static bool plan_recentring(const struct plan *plan)
{
    const double *n = plan->fault->numbers;
    const struct rt_motion before =
        rt_scripted_person_local(plan->script, (double)plan->frame / plan->hz);
    const struct rt_motion after =
        rt_scripted_person_local(plan->script, (double)plan->end / plan->hz);
    const struct rt_motion m_before_now = {
        .position_m = {n[1], 0, n[2]},
        .rotation = rt_geometry_yaw_pitch(n[0] * RT_RAD_PER_DEGREE, 0),
    };
    const struct rt_motion now = rt_motion_compose(&before, &m_before_now);
    struct rt_track_key keys[2];
    rt_track_set_pose(&keys[0], &now);
    rt_track_set_pose(&keys[1], &after);
    return plan_keys(plan, RT_SCRIPT_SESSION, "recentre", RT_TRACK_POSE, keys[0], keys[1]);
}

static bool plan_line(const struct plan *plan, struct rt_script_error *error)
{
    bool ok;
    switch (plan->fault->kind) {
    case US_FAULT_FOCUS_LOST:
        ok = plan_state(plan, RT_SCRIPT_STATE_VISIBLE);
        break;
    case US_FAULT_NOT_VISIBLE:
        ok = plan_state(plan, RT_SCRIPT_STATE_SYNCHRONIZED);
        break;
    case US_FAULT_HEADSET_OFF:
        ok = plan_state(plan, RT_SCRIPT_STATE_SYNCHRONIZED) && plan_truth(plan, "presence");
        break;
    case US_FAULT_USER_ABSENT:
        ok = plan_truth(plan, "presence");
        break;
    case US_FAULT_MASK:
        ok = plan_truth(plan, "mask");
        break;
    case US_FAULT_STOPPING:
        ok = plan_state(plan, RT_SCRIPT_STATE_STOPPING);
        break;
    case US_FAULT_BATTERY:
        ok = plan_battery(plan);
        break;
    case US_FAULT_RECENTER:
        ok = plan_recentring(plan);
        break;
    default:
        return refuse(error,
                      "%s cannot begin while the app runs: start the drive with --fault %.*s@2s, "
                      "and give --fault to the replay as well",
                      us_fault_kind_name(plan->fault->kind), plan->fault->length,
                      plan->fault->text);
    }
    return ok || refuse(error, "out of memory");
}

/* Whether the layer makes the fault, at any time. */
static bool is_of_frames(enum us_fault_kind kind)
{
    return kind < US_FAULT_BATTERY || kind == US_FAULT_FRAME_DROP || kind == US_FAULT_FAIL;
}

static bool add_fault(struct tool_live_session *session, const struct plan *plan,
                      struct rt_script_error *error)
{
    const struct us_fault *fault = plan->fault;
    const double late_s = US_DRIVE_LATE / plan->hz;
    if (session->fixed_faults + session->fault_count >= US_FAULTS_MAX)
        return refuse(error,
                      "a drive has at most %d faults of this kind, with those of --fault; "
                      "focus-lost and others about the session do not count",
                      US_FAULTS_MAX);
    if (fault->length >= US_SESSION_TEXT_SIZE)
        return refuse(error, "the fault has more than %d bytes", US_SESSION_TEXT_SIZE - 1);
    if (fault->kind == US_FAULT_LATENCY && fault->numbers[0] * 0.001 > late_s)
        return refuse(error, "while an app is driven, latency is at most %g ms",
                      floor(late_s * 1000));
    struct tool_live_fault *added = &session->faults[session->fault_count++];
    added->frame = plan->frame;
    snprintf(added->text, sizeof added->text, "%s", fault->text);
    return true;
}

bool tool_live_session_may_recentre(const struct tool_live_session *session,
                                    struct rt_script_error *out_error)
{
    return !session->fixed_recentres ||
           refuse(out_error,
                  "this drive was started with --fault recenter, which alone moves LOCAL");
}

bool tool_live_session_plan_fault(struct tool_live_session *session, struct rt_script *script,
                                  const char *item, uint64_t frame, double hz,
                                  struct rt_script_error *out_error)
{
    struct us_faults made = {0};
    struct us_faults_error wrong;
    if (!us_faults_add(&made, item, 0, &wrong))
        return refuse(out_error, "'%.*s' %s", wrong.length, wrong.text, wrong.why);
    struct plan plan = {script, &made.list[0], frame, 0, hz};
    if (isfinite(made.list[0].length_s))
        plan.end = frame + (uint64_t)fmax(1, round(made.list[0].length_s * hz));
    if (made.list[0].kind == US_FAULT_RECENTER &&
        !tool_live_session_may_recentre(session, out_error))
        return false;
    return is_of_frames(made.list[0].kind) ? add_fault(session, &plan, out_error)
                                           : plan_line(&plan, out_error);
}
