/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/base/text.h"
#include "drive/drive_memory.h"
#include "person/script_line.h"
#include "person/scripted_person.h"
#include "tool/drive/person/live_session.h"

/* A fault that is planned, or that is to end in its first frame. */
struct plan {
    struct rt_script *script;
    struct tool_live_session *session;
    const struct us_fault *fault;
    const char *name;    /* without its length */
    uint64_t frame, end; /* end TOOL_LIVE_NEVER: none */
    double hz;
};

static double time_of(const struct plan *plan, uint64_t frame)
{
    return (double)frame / plan->hz;
}

static void note_replaced(struct tool_live_faults *faults, unsigned line)
{
    struct tool_live_fault_replaced *replaced =
        &faults->replaced[faults->replaced_count++ % TOOL_LIVE_FAULTS_REPLACED];
    replaced->line = line;
    memcpy(replaced->name, faults->lines[line].name, sizeof replaced->name);
}

/* Whether the input is at a time what the fault made it: no later line has replaced that. */
static bool line_is_in_force(const struct tool_live_fault_line *line,
                             const struct rt_script *script, double time_s)
{
    const struct rt_track *track = rt_script_find(script, line->subject, line->input);
    const struct rt_track_key *key = track != NULL ? rt_track_step(track, time_s) : NULL;
    return key != NULL && key->time_s == line->key.time_s &&
           memcmp(key->values, line->key.values, sizeof key->values) == 0;
}

/* Keeps what an end of the fault brings back. The same fault once more is one fault. */
static void note_line(const struct plan *plan, enum rt_script_subject subject, const char *input,
                      const struct rt_track_key *key, const struct rt_track_key *before)
{
    struct tool_live_faults *faults = &plan->session->faults;
    unsigned at = 0;
    while (at < faults->line_count &&
           (faults->lines[at].subject != subject || strcmp(faults->lines[at].input, input) != 0))
        at++;
    struct tool_live_fault_line *line = &faults->lines[at];
    const bool was_in_force =
        at < faults->line_count && line_is_in_force(line, plan->script, key->time_s);
    const bool goes_on = was_in_force && strcmp(line->name, plan->name) == 0;
    if (was_in_force && !goes_on)
        note_replaced(faults, at);
    if (!goes_on)
        *line =
            (struct tool_live_fault_line){.subject = subject, .input = input, .before = *before};
    line->key = *key;
    snprintf(line->name, sizeof line->name, "%s", plan->name);
    faults->line_count += at == faults->line_count;
}

/* What the input is in the frame in which the fault begins, without it, and when it is over. */
struct without {
    struct rt_track_key before, after;
};

/* The input has the key while the fault lasts. What was planned for it is dropped. */
static bool plan_keys(const struct plan *plan, enum rt_script_subject subject, const char *name,
                      enum rt_track_kind kind, struct rt_track_key key, struct without without)
{
    struct rt_track *track = rt_script_open(plan->script, subject, name, kind);
    if (track == NULL)
        return false;
    key.time_s = time_of(plan, plan->frame);
    note_line(plan, subject, name, &key, &without.before);
    rt_track_cut(track, key.time_s);
    if (plan->end == TOOL_LIVE_NEVER)
        return rt_track_add(track, &key);
    without.after.time_s = time_of(plan, plan->end);
    return rt_track_add(track, &key) && rt_track_add(track, &without.after);
}

static bool plan_step(const struct plan *plan, enum rt_script_subject subject, const char *name,
                      int value, int fallback)
{
    struct without without = {0};
    without.before.values[0] =
        rt_scripted_person_step(plan->script, subject, name, time_of(plan, plan->frame), fallback);
    without.after.values[0] =
        rt_scripted_person_step(plan->script, subject, name, time_of(plan, plan->end), fallback);
    return plan_keys(plan, subject, name, RT_TRACK_STEP, (struct rt_track_key){.values = {value}},
                     without);
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
    for (int hand = 0; hand < US_HAND_COUNT; hand++)
        if (plan->fault->who & 1u << hand)
            ok &= plan_step(plan, rt_script_subject_of((enum us_hand)hand), "connected", 0, 1);
    return ok;
}

/* The fault says where the new LOCAL is in the one before. */
static bool plan_recentring(const struct plan *plan)
{
    const double *n = plan->fault->numbers;
    const struct rt_motion before =
        rt_scripted_person_local(plan->script, time_of(plan, plan->frame));
    const struct rt_motion after = rt_scripted_person_local(plan->script, time_of(plan, plan->end));
    const struct rt_motion m_before_now = {
        .position_m = {n[1], 0, n[2]},
        .rotation = rt_geometry_yaw_pitch(n[0] * US_POSE_RAD_IN_DEGREE, 0),
    };
    const struct rt_motion now = rt_motion_compose(&before, &m_before_now);
    struct rt_track_key key = {0};
    struct without without = {0};
    rt_track_set_pose(&key, &now);
    rt_track_set_pose(&without.before, &before);
    rt_track_set_pose(&without.after, &after);
    return plan_keys(plan, RT_SCRIPT_SESSION, "recentre", RT_TRACK_POSE, key, without);
}

/* The layer makes the fault. Where the app is told of the end, that is an event of its own, because
 * events come frame by frame. */
static bool add_fault(const struct plan *plan, struct rt_script_parser *parser)
{
    struct tool_live_session *session = plan->session;
    const struct us_fault *fault = plan->fault;
    const bool tells_end = fault->kind == US_FAULT_BOUNDS || fault->kind == US_FAULT_REFRESH;
    const double late_s = US_DRIVE_LATE / plan->hz;
    if (session->fixed_faults + session->faults.count >= US_FAULTS_MAX)
        return rt_script_line_fail(
            parser,
            "a drive has at most %d faults of this kind, with those of --fault; "
            "focus-lost and others about the session do not count",
            US_FAULTS_MAX);
    if (fault->kind == US_FAULT_LATENCY && fault->numbers[0] * 0.001 > late_s)
        return rt_script_line_fail(parser, "while an app is driven, latency is at most %g ms",
                                   floor(late_s * 1000));
    if (fault->kind == US_FAULT_REFRESH && session->fixed_refreshes)
        return rt_script_line_fail(
            parser, "this drive was started with --fault refresh, which alone changes the "
                    "display's rate");
    struct tool_live_fault *added = &session->faults.list[session->faults.count++];
    *added = (struct tool_live_fault){
        .begin = plan->frame,
        .end = plan->end,
        .tells_end = tells_end,
        .is_once = us_fault_is_once(fault),
    };
    snprintf(added->name, sizeof added->name, "%s", plan->name);
    snprintf(added->text, sizeof added->text, "%s", tells_end ? plan->name : fault->text);
    return true;
}

/* Most faults about the session are lines. */
static bool plan_line(const struct plan *plan, struct rt_script_parser *parser)
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
        return add_fault(plan, parser);
    }
    return ok || rt_script_line_fail(parser, "out of memory");
}

bool tool_live_session_may_recentre(const struct tool_live_session *session,
                                    struct rt_script_parser *parser)
{
    return !session->fixed_recentres ||
           rt_script_line_fail(
               parser, "this drive was started with --fault recenter, which alone moves LOCAL");
}

bool tool_live_session_plan_fault(struct tool_live_session *session, struct rt_script *script,
                                  const char *item, uint64_t frame, double hz,
                                  struct rt_script_parser *parser)
{
    struct us_faults made = {0};
    struct us_faults_error wrong;
    if (!us_faults_add(&made, item, 0, &wrong))
        return rt_script_line_fail(parser, "'%.*s' %s", wrong.length, wrong.text, wrong.why);
    const struct us_fault *fault = &made.list[0];
    char name[US_SESSION_TEXT_SIZE];
    struct plan plan = {script, session, fault, name, frame, TOOL_LIVE_NEVER, hz};
    if (strlen(US_FAULT_END) + (size_t)fault->length >= US_SESSION_TEXT_SIZE)
        return rt_script_line_fail(parser, "the fault has more than %d bytes",
                                   (int)(US_SESSION_TEXT_SIZE - 1 - strlen(US_FAULT_END)));
    snprintf(name, sizeof name, "%.*s", fault->name_length, fault->text);
    if (isfinite(fault->length_s))
        plan.end = frame + (uint64_t)fmax(1, round(fault->length_s * hz));
    if (fault->kind == US_FAULT_RECENTER && !tool_live_session_may_recentre(session, parser))
        return false;
    return plan_line(&plan, parser);
}

/* ---- The end of a fault that was given while the app runs ---- */

static bool is_in_force(const struct tool_live_fault *fault, uint64_t frame)
{
    return !fault->is_once && fault->begin <= frame && frame < fault->end;
}

static bool end_faults(const struct plan *plan)
{
    bool found = false;
    for (unsigned i = 0; i < plan->session->faults.count; i++) {
        struct tool_live_fault *fault = &plan->session->faults.list[i];
        if (!is_in_force(fault, plan->frame) || strcmp(fault->name, plan->name) != 0)
            continue;
        fault->end = plan->frame;
        fault->tells_end = found = true;
    }
    return found;
}

/* The input is again what it was before the fault. False: there is no memory. */
static bool end_line(const struct plan *plan, const struct tool_live_fault_line *line)
{
    struct rt_track_key before = line->before;
    const struct rt_track *found = rt_script_find(plan->script, line->subject, line->input);
    struct rt_track *track = rt_script_open(plan->script, line->subject, line->input, found->kind);
    before.time_s = time_of(plan, plan->frame);
    if (track == NULL)
        return false;
    rt_track_cut(track, before.time_s);
    return rt_track_add(track, &before);
}

static bool end_lines(const struct plan *plan, bool *out_found)
{
    const struct tool_live_faults *faults = &plan->session->faults;
    bool good = true;
    for (unsigned i = 0; good && i < faults->line_count; i++) {
        const struct tool_live_fault_line *line = &faults->lines[i];
        if (strcmp(line->name, plan->name) != 0 ||
            !line_is_in_force(line, plan->script, time_of(plan, plan->frame)))
            continue;
        *out_found = true;
        good = end_line(plan, line);
    }
    return good;
}

/* Names each fault that could be ended; one that has several lines, once. */
static bool fail_unknown(const struct plan *plan, struct rt_script_parser *parser)
{
    const struct tool_live_faults *faults = &plan->session->faults;
    char list[160] = "";
    for (unsigned i = 0; i < faults->count; i++)
        if (is_in_force(&faults->list[i], plan->frame))
            us_text_add_word(list, sizeof list, faults->list[i].name);
    for (unsigned i = 0; i < faults->line_count; i++)
        if (line_is_in_force(&faults->lines[i], plan->script, time_of(plan, plan->frame)) &&
            (i == 0 || strcmp(faults->lines[i].name, faults->lines[i - 1].name) != 0))
            us_text_add_word(list, sizeof list, faults->lines[i].name);
    return rt_script_line_fail(
        parser, "no fault '%.60s' of this drive is in force then, so it cannot end; %s%s",
        plan->name, list[0] != '\0' ? "in force: " : "none is in force", list);
}

/* The fault that took the place of one with that name, and is in force; NULL: none. */
static const char *find_successor(const struct plan *plan)
{
    const struct tool_live_faults *faults = &plan->session->faults;
    for (unsigned i = faults->replaced_count;
         i > 0 && i + TOOL_LIVE_FAULTS_REPLACED > faults->replaced_count; i--) {
        const struct tool_live_fault_replaced *replaced =
            &faults->replaced[(i - 1) % TOOL_LIVE_FAULTS_REPLACED];
        const struct tool_live_fault_line *line = &faults->lines[replaced->line];
        if (strcmp(replaced->name, plan->name) == 0 &&
            line_is_in_force(line, plan->script, time_of(plan, plan->frame)))
            return line->name;
    }
    return NULL;
}

bool tool_live_session_plan_fault_end(struct tool_live_session *session, struct rt_script *script,
                                      const char *name, uint64_t frame, double hz,
                                      struct rt_script_parser *parser)
{
    struct us_faults made = {0};
    struct us_faults_error wrong;
    if (!us_faults_add(&made, name, 0, &wrong))
        return rt_script_line_fail(parser, "'%.60s' %s", name, wrong.why);
    const struct us_fault *fault = &made.list[0];
    const struct plan plan = {script, session, fault, name, frame, TOOL_LIVE_NEVER, hz};
    if (fault->name_length < fault->length)
        return rt_script_line_fail(parser, "'%.60s' has a length; to end it, write it without '+'",
                                   name);
    bool found = end_faults(&plan);
    if (!end_lines(&plan, &found))
        return rt_script_line_fail(parser, "'%.60s' cannot end: out of memory", name);
    if (found)
        return true;
    const char *successor = find_successor(&plan);
    if (successor != NULL)
        return rt_script_line_fail(
            parser,
            "the fault '%.60s' was replaced by '%.60s', which is about the same thing: write "
            "'fault end %.60s', and then what holds, such as 'session state focused'",
            name, successor, successor);
    return us_fault_is_once(fault)
               ? rt_script_line_fail(parser, "'%.60s' happens once, so it has no end", name)
               : fail_unknown(&plan, parser);
}
