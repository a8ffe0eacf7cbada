/* SPDX-License-Identifier: MIT */
#include "tool/process/launch_types.h"

#include <math.h>

#include "platform/environment.h"
#include "platform/path.h"
#include "platform/supervisor.h"
#include "platform/time.h"
#include "tool/process/call_report.h"
#include "status/run_status.h"
#include "status/setting_table.h"
#include "tool/cli/text.h"

/* How long SIGKILL may take; a process that is still there then belongs to another user, or hangs
 * in a driver. */
#define GIVE_UP_AFTER_S 5.0
/* How long processes that the app left behind may take to make an OpenXR instance. */
#define START_WITHIN_S 10.0

enum phase {
    PHASE_RUNNING,
    PHASE_ASKED,      /* the app got the signal that the tool got */
    PHASE_TERMINATED, /* everything got SIGTERM */
    PHASE_KILLED,     /* everything gets SIGKILL until no process is left */
};

struct state {
    const struct tool_launch_limits *limits;
    bool is_abandoned; /* the tool is gone */
    bool app_is_gone, has_children;
    struct us_app_end end;          /* of the process that was started */
    struct us_app_end orphan_end;   /* of another process that loaded the layer */
    double began_s, done_s, gone_s; /* NaN: not yet */
    double frame_s;                 /* when the newest frame was seen; at first, `began_s` */
    uint64_t frames;                /* tool_call_report_frames */
    enum phase phase;
    double phase_s; /* since when */
    int asked;      /* the signal that the tool got; 0: none */
    enum tool_launch_obeys obeys;
    enum tool_launch_how how;
};

static bool is_player(const struct state *state, int process)
{
    const struct us_run_status *status = state->limits->run_status;
    for (unsigned i = 0; status != NULL && i < US_RUN_STATUS_PROCESSES; i++)
        if (atomic_load(&status->processes[i]) == process)
            return true;
    return false;
}

static void reap(struct state *state)
{
    struct us_supervisor_process process;
    enum us_supervisor_reaped reaped;
    while ((reaped = us_supervisor_reap(&process)) == US_SUPERVISOR_ENDED) {
        bool is_success = process.end.exited && process.end.number == 0;
        if (process.is_app) {
            state->app_is_gone = true;
            state->end = process.end;
            state->gone_s = us_time_now_s();
        } else if (!is_success && is_player(state, process.number)) {
            state->orphan_end = process.end;
        }
    }
    state->has_children = reaped == US_SUPERVISOR_ALL_RUN;
}

static void terminate_all(struct state *state, double now)
{
    us_supervisor_end_input(); /* an app may wait for that before it exits */
    /* A process that got SIGTERM from the tool's caller gets no second one. */
    us_supervisor_signal_all(US_SIGNAL_TERM, state->asked == US_SIGNAL_TERM);
    state->phase = PHASE_TERMINATED;
    state->phase_s = now;
}

static void begin_end(struct state *state, double now, enum tool_launch_how how, double after_s)
{
    if (how == TOOL_LAUNCH_STALL)
        tool_text_complain("the app has submitted no frame for %.9g s; terminating it", after_s);
    else
        tool_text_complain(
            how == TOOL_LAUNCH_LIMIT
                ? "the app is still running after the limit of %.9g s; terminating it"
                : "the app is still running %.9g s after playback ended; terminating it",
            after_s);
    if (how == TOOL_LAUNCH_STALL)
        tool_call_report_print(state->limits->run_status);
    state->how = how;
    terminate_all(state, now);
}

/* A comparison with NaN is false. */
static void check_limits(struct state *state, double now)
{
    const struct tool_launch_limits *limits = state->limits;
    const struct us_run_status *status = limits->run_status;
    if (isnan(state->done_s) && status != NULL && atomic_load(&status->ended) > 0)
        state->done_s = now;
    /* The input does not end when playback ends: an app that exits at the end of its input would
     * not end its session. */
    if (status != NULL && atomic_load(&status->exits) > 0)
        us_supervisor_end_input();
    uint64_t frames = tool_call_report_frames(status);
    if (frames != state->frames) {
        state->frames = frames;
        state->frame_s = now;
    }
    if (limits->stall_s > 0.0 && now - state->frame_s >= limits->stall_s)
        begin_end(state, now, TOOL_LAUNCH_STALL, limits->stall_s);
    else if (now - state->began_s >= limits->limit_s)
        begin_end(state, now, TOOL_LAUNCH_LIMIT, limits->limit_s);
    else if (now - state->done_s >= limits->grace_s)
        begin_end(state, now, TOOL_LAUNCH_GRACE, limits->grace_s);
}

/* Does everything that is due. */
static void go_on(struct state *state, double now)
{
    double waited_s = now - state->phase_s;
    switch (state->phase) {
    case PHASE_RUNNING:
        check_limits(state, now);
        break;
    case PHASE_ASKED:
        if (!state->app_is_gone && waited_s < TOOL_LAUNCH_KILL_AFTER_S)
            break;
        if (!state->app_is_gone)
            state->obeys = TOOL_LAUNCH_STAYS;
        terminate_all(state, now);
        break;
    case PHASE_TERMINATED:
        if (waited_s < TOOL_LAUNCH_KILL_AFTER_S)
            break;
        tool_text_complain("the app did not exit after " US_SIGNAL_TERM_WORDS "; killing it");
        state->phase = PHASE_KILLED;
        state->phase_s = now;
        us_supervisor_signal_all(US_SIGNAL_KILL, false);
        break;
    case PHASE_KILLED:
        us_supervisor_signal_all(US_SIGNAL_KILL, false);
        break;
    }
}

/* A process that the app left running counts as the app if it has the layer, or may still load it:
 * an app that became a daemon, or that a script started. Any other process is a service that the
 * run need not wait for. */
static bool is_over(const struct state *state, double now)
{
    const struct us_run_status *status = state->limits->run_status;
    if (!state->has_children)
        return true;
    if (state->phase == PHASE_KILLED)
        return now - state->phase_s >= GIVE_UP_AFTER_S;
    if (!state->app_is_gone || state->phase != PHASE_RUNNING)
        return false;
    if (status == NULL || atomic_load(&status->instances) == 0)
        return now - state->gone_s >= START_WITHIN_S;
    for (unsigned i = 0; i < US_RUN_STATUS_PROCESSES; i++) {
        int process = atomic_load(&status->processes[i]);
        if (process > 0 && us_supervisor_has(process))
            return false;
    }
    return true;
}

/* A signal that the tool got ends the app, except the signals that are only passed on. */
static void obey(struct state *state, unsigned char order)
{
    int number = order & US_SUPERVISOR_SIGNAL;
    if ((order & US_SUPERVISOR_HAS_IT) == 0 && !state->app_is_gone)
        us_supervisor_signal_app(number);
    if ((order & US_SUPERVISOR_ONLY_PASS) != 0 || state->phase != PHASE_RUNNING)
        return;
    us_supervisor_end_input();
    state->asked = number;
    state->obeys = state->app_is_gone ? TOOL_LAUNCH_LEAVES : TOOL_LAUNCH_OBEYS;
    state->phase = PHASE_ASKED;
    state->phase_s = us_time_now_s();
}

static void take_orders(struct state *state)
{
    const struct tool_launch_limits *limits = state->limits;
    unsigned char orders[16];
    bool is_idle = state->phase == PHASE_RUNNING && !state->app_is_gone && isnan(limits->limit_s) &&
                   isnan(limits->grace_s) && !(limits->stall_s > 0.0) &&
                   !us_supervisor_holds_input();
    int count = us_supervisor_orders(orders, sizeof orders, is_idle);
    for (int i = 0; i < count; i++)
        obey(state, orders[i]);
    if (count >= 0)
        return;
    state->is_abandoned = true;
    if (state->phase <= PHASE_ASKED)
        terminate_all(state, us_time_now_s());
}

static void watch(struct state *state)
{
    for (;;) {
        reap(state);
        double now = us_time_now_s();
        if (is_over(state, now))
            return;
        go_on(state, now);
        take_orders(state);
    }
}

static struct tool_launch_end describe(const struct state *state)
{
    struct us_app_end last = state->end;
    if (!state->app_is_gone)
        last = (struct us_app_end){.exited = false, .number = US_SIGNAL_KILL};
    else if (last.exited && last.number == 0)
        last = state->orphan_end;
    enum tool_launch_how by_itself = last.exited ? TOOL_LAUNCH_EXITED : TOOL_LAUNCH_SIGNALLED;
    bool by_limits = state->how == TOOL_LAUNCH_LIMIT || state->how == TOOL_LAUNCH_GRACE ||
                     state->how == TOOL_LAUNCH_STALL;
    return (struct tool_launch_end){.how = by_limits ? state->how : by_itself,
                                    .number = last.number,
                                    .interrupted = state->asked,
                                    .status = last.status,
                                    .obeys = state->obeys};
}

/* Removes the files of the run: the tool, which would do it, is gone. */
static void remove_files(void)
{
    for (int i = 0; i < US_SETTING_COUNT; i++) {
        const struct us_setting *setting = &us_setting_table[i];
        const char *path = setting->kind == US_SETTING_KIND_RUN_FILE
                               ? us_environment_get(setting->variable)
                               : NULL;
        if (path != NULL)
            us_path_remove(path);
    }
}

bool tool_supervise(void *data)
{
    const struct tool_launch_limits *limits = data;
    struct tool_supervise_result result = {.not_started = us_supervisor_start_app()};
    struct state state = {.limits = limits,
                          .has_children = true,
                          .orphan_end = {.exited = true},
                          .began_s = us_time_now_s(),
                          .frame_s = us_time_now_s(),
                          .done_s = (double)NAN,
                          .gone_s = (double)NAN,
                          .phase_s = (double)NAN};
    bool told = true;
    if (result.not_started == 0) {
        told = us_supervisor_say(&result, sizeof result);
        watch(&state);
        result.end = describe(&state);
        if (state.is_abandoned && limits->abandoned != NULL)
            limits->abandoned(limits->data);
        if (state.is_abandoned)
            remove_files();
    }
    return us_supervisor_say(&result, sizeof result) && told;
}
