/* SPDX-License-Identifier: MIT */
/* ppoll is not in POSIX. */
#define _GNU_SOURCE
#include "tool/process/supervise.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "core/base/monotonic.h"
#include "tool/process/call_report.h"
#include "tool/process/execute.h"
#include "status/run_status.h"
#include "status/setting_table.h"
#include "tool/cli/text.h"
#include "tool/process/process_tree.h"

#define LOOK_NS 20000000L
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
    int control; /* -1: the tool is gone */
    int input;   /* the end of the app's standard input that is held open; -1: none */
    pid_t app;   /* the process that was started; it may be a shell that starts others */
    bool app_is_gone, has_children;
    int status;                     /* of `app`, as waitpid gives it */
    int orphan_status;              /* of a process that loaded the layer; 0: success */
    double began_s, done_s, gone_s; /* NaN: not yet */
    double frame_s;                 /* when the newest frame was seen; at first, `began_s` */
    uint64_t frames;                /* tool_call_report_frames */
    enum phase phase;
    double phase_s; /* since when */
    int asked;      /* the signal that the tool got; 0: none */
    bool forced;    /* the supervisor ended it */
    enum tool_launch_how how;
};

static bool is_player(const struct state *state, pid_t process)
{
    const struct us_run_status *status = state->limits->run_status;
    for (unsigned i = 0; status != NULL && i < US_RUN_STATUS_PROCESSES; i++)
        if (atomic_load(&status->processes[i]) == (int)process)
            return true;
    return false;
}

static void reap(struct state *state)
{
    pid_t process;
    int status;
    while ((process = waitpid(-1, &status, WNOHANG)) > 0) {
        if (process == state->app) {
            state->app_is_gone = true;
            state->status = status;
            state->gone_s = us_monotonic_s();
        } else if (status != 0 && is_player(state, process)) {
            state->orphan_status = status;
        }
    }
    state->has_children = process == 0;
}

/* An app may wait for the end of its input before it exits. */
static void end_input(struct state *state)
{
    if (state->input >= 0)
        close(state->input);
    state->input = -1;
}

static void terminate_all(struct state *state, double now)
{
    end_input(state);
    /* A process that got SIGTERM from the tool's caller gets no second one. */
    tool_process_tree_signal(SIGTERM, state->app, state->asked == SIGTERM ? state->app : 0);
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
    state->forced = true;
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
        end_input(state);
    uint64_t frames = tool_call_report_frames(limits->run_status);
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

static double kill_after_s(const struct state *state)
{
    double given_s = state->limits->kill_after_s;
    return given_s > 0.0 ? given_s : TOOL_LAUNCH_KILL_AFTER_S;
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
        state->forced |= !state->app_is_gone;
        terminate_all(state, now);
        break;
    case PHASE_TERMINATED:
        if (waited_s < kill_after_s(state))
            break;
        tool_text_complain("the app did not exit after SIGTERM; killing it");
        state->phase = PHASE_KILLED;
        state->phase_s = now;
        state->forced |= !state->app_is_gone;
        tool_process_tree_signal(SIGKILL, state->app, 0);
        break;
    case PHASE_KILLED:
        tool_process_tree_signal(SIGKILL, state->app, 0);
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
        if (process > 0 && tool_process_tree_has(process))
            return false;
    }
    return true;
}

/* A signal that the tool got ends the app, except the signals that are only passed on. */
static void obey(struct state *state, unsigned char order)
{
    int number = order & TOOL_SUPERVISE_SIGNAL;
    bool is_message = number == SIGUSR1 || number == SIGUSR2;
    if ((order & TOOL_SUPERVISE_HAS_IT) == 0 && !state->app_is_gone)
        kill(state->app, number);
    if (is_message || state->phase != PHASE_RUNNING)
        return;
    end_input(state);
    state->asked = number;
    state->forced = state->app_is_gone;
    state->phase = PHASE_ASKED;
    state->phase_s = us_monotonic_s();
}

static void read_control(struct state *state)
{
    unsigned char orders[16];
    ssize_t length = read(state->control, orders, sizeof orders);
    for (ssize_t i = 0; i < length; i++)
        obey(state, orders[i]);
    if (length != 0)
        return;
    close(state->control);
    state->control = -1;
    if (state->phase <= PHASE_ASKED)
        terminate_all(state, us_monotonic_s());
}

static void wait_for_news(struct state *state, const sigset_t *open)
{
    const struct tool_launch_limits *limits = state->limits;
    const struct timespec soon = {.tv_nsec = LOOK_NS};
    struct pollfd control = {.fd = state->control, .events = POLLIN};
    bool is_idle = state->phase == PHASE_RUNNING && !state->app_is_gone && isnan(limits->limit_s) &&
                   isnan(limits->grace_s) && !(limits->stall_s > 0.0) && state->input < 0;
    if (ppoll(&control, 1, is_idle ? NULL : &soon, open) > 0)
        read_control(state);
}

static void note_child(int number)
{
    (void)number;
}

/* Every signal stays blocked, except SIGCHLD while it waits. */
static void watch(struct state *state)
{
    struct sigaction action = {.sa_handler = note_child};
    sigset_t open;
    sigemptyset(&action.sa_mask);
    sigaction(SIGCHLD, &action, NULL);
    sigfillset(&open);
    sigdelset(&open, SIGCHLD);
    for (;;) {
        reap(state);
        double now = us_monotonic_s();
        if (is_over(state, now))
            return;
        go_on(state, now);
        wait_for_news(state, &open);
    }
}

static struct tool_launch_end describe(const struct state *state)
{
    int status = state->status;
    if (!state->app_is_gone)
        status = SIGKILL;
    else if (status == 0)
        status = state->orphan_status;
    bool exited = WIFEXITED(status);
    enum tool_launch_how by_itself = exited ? TOOL_LAUNCH_EXITED : TOOL_LAUNCH_SIGNALLED;
    bool by_limits = state->how == TOOL_LAUNCH_LIMIT || state->how == TOOL_LAUNCH_GRACE ||
                     state->how == TOOL_LAUNCH_STALL;
    struct tool_launch_end end = {by_limits ? state->how : by_itself,
                                  exited ? WEXITSTATUS(status) : WTERMSIG(status), state->asked};
    if (state->asked != 0 && state->forced)
        end = (struct tool_launch_end){TOOL_LAUNCH_SIGNALLED, state->asked, state->asked};
    return end;
}

/* Runs in the child: becomes the app, or reports why it cannot. */
static _Noreturn void become(const struct tool_supervise *order, int tell)
{
    if (order->own_group)
        setpgid(0, 0);
    for (int i = STDIN_FILENO; i <= STDERR_FILENO; i++)
        if (order->streams[i] >= 0)
            dup2(order->streams[i], i);
    prctl(PR_SET_PDEATHSIG, (unsigned long)SIGKILL, 0L, 0L, 0L);
    sigprocmask(SIG_SETMASK, order->mask, NULL);
    int reason = tool_execute(order->argv);
    ssize_t told = write(tell, &reason, sizeof reason);
    _exit(told == sizeof reason ? 0 : 1);
}

/* The app's process, or -1 with errno. */
static pid_t start_app(const struct tool_supervise *order)
{
    int ends[2], reason = 0;
    if (pipe2(ends, O_CLOEXEC) != 0)
        return -1;
    pid_t app = fork();
    if (app == 0)
        become(order, ends[1]);
    reason = app < 0 ? errno : 0;
    close(ends[1]);
    while (app > 0 && read(ends[0], &reason, sizeof reason) < 0 && errno == EINTR)
        ;
    close(ends[0]);
    if (reason == 0)
        return app;
    if (app > 0)
        waitpid(app, NULL, 0);
    errno = reason;
    return -1;
}

/* Removes the files of the run: the tool, which would do it, is gone. */
static void remove_files(void)
{
    for (int i = 0; i < US_SETTING_COUNT; i++) {
        const struct us_setting *setting = &us_setting_table[i];
        const char *path =
            setting->kind == US_SETTING_KIND_RUN_FILE ? getenv(setting->variable) : NULL;
        if (path != NULL)
            unlink(path);
    }
}

static bool tell(const struct tool_supervise *order, const struct tool_supervise_result *result)
{
    return write(order->result, result, sizeof *result) == (ssize_t)sizeof *result;
}

void tool_supervise(const struct tool_supervise *order)
{
    struct tool_supervise_result result = {0};
    bool told = true;
    struct state state = {.limits = order->limits,
                          .control = order->control,
                          .input = order->input,
                          .has_children = true,
                          .began_s = us_monotonic_s(),
                          .frame_s = us_monotonic_s(),
                          .done_s = (double)NAN,
                          .gone_s = (double)NAN,
                          .phase_s = (double)NAN};
    tool_process_tree_adopt();
    state.app = start_app(order);
    if (state.app < 0) {
        result.not_started = errno;
    } else {
        setpgid(0, 0);
        prctl(PR_SET_NAME, "understudy-tree", 0L, 0L, 0L);
        told = tell(order, &result);
        watch(&state);
        result.end = describe(&state);
        if (state.control < 0 && order->limits->abandoned != NULL)
            order->limits->abandoned(order->limits->data);
        if (state.control < 0)
            remove_files();
    }
    told = tell(order, &result) && told;
    _exit(told ? 0 : 1);
}
