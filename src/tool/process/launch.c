/* SPDX-License-Identifier: MIT */
/* pipe2 is not in POSIX. */
#define _GNU_SOURCE
#include "tool/process/launch.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tool/process/call_report.h"
#include "tool/process/execute.h"
#include "tool/process/stream_copy.h"
#include "tool/process/supervise.h"
#include "tool/cli/text.h"
#include "tool/process/process_tree.h"
#include "tool/cli/command.h"

static const int passed_on[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2};
enum { PASSED_ON_COUNT = sizeof(passed_on) / sizeof(passed_on[0]) };

/* The supervisor's pipe, for the signals' handler; -1: there is none. */
static volatile sig_atomic_t control = -1;
static volatile sig_atomic_t app_has_own_group;
/* The first signal that asked this process to end. */
static volatile sig_atomic_t interrupted;
/* SIGUSR1 is for this process, and how often it came. */
static volatile sig_atomic_t takes_marks, marks;

/* How often somebody looks after the run. */
#define LOOK_EACH_MS 100

/* What the terminal sends (si_code above 0: from the kernel) goes to this process's whole group, so
 * the app has it already if it is in it. */
static void pass_on(int number, siginfo_t *info, void *context)
{
    (void)context;
    int saved = errno;
    if (takes_marks && number == SIGUSR1) {
        marks = marks + 1;
        return;
    }
    if (interrupted == 0 && number != SIGUSR1 && number != SIGUSR2)
        interrupted = number;
    bool has_it = info->si_code > 0 && !app_has_own_group;
    unsigned char order = (unsigned char)(number | (has_it ? TOOL_SUPERVISE_HAS_IT : 0));
    ssize_t told = control >= 0 ? write(control, &order, 1) : 0;
    (void)told;
    errno = saved;
}

static void watch_signals(void)
{
    for (unsigned i = 0; i < PASSED_ON_COUNT; i++) {
        struct sigaction before, action = {.sa_flags = SA_SIGINFO | SA_RESTART};
        action.sa_sigaction = pass_on;
        sigfillset(&action.sa_mask);
        /* What was ignored, as under nohup, stays ignored. */
        if (sigaction(passed_on[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(passed_on[i], &action, NULL);
    }
}

static bool has_terminal(void)
{
    int terminal = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (terminal >= 0)
        close(terminal);
    return terminal >= 0;
}

/* What the supervisor did not end is this process's now. */
static void end_orphans(void)
{
    tool_process_tree_signal(SIGTERM, 0, 0);
    for (unsigned i = 0; i < 500; i++) {
        pid_t ended;
        while ((ended = waitpid(-1, NULL, WNOHANG)) > 0)
            ;
        if (ended < 0)
            return;
        nanosleep(&(struct timespec){.tv_nsec = 10000000L}, NULL);
        if (i * 0.01 >= TOOL_LAUNCH_KILL_AFTER_S)
            tool_process_tree_signal(SIGKILL, 0, 0);
    }
}

/* What an app that crashed was doing. */
static void say_crash(const struct tool_launch_limits *limits, const struct tool_launch_end *end,
                      const char *app)
{
    if (end->interrupted != 0 || end->number == SIGTERM || end->number == SIGINT ||
        limits->run_status == NULL)
        return;
    tool_call_report_print(limits->run_status);
    tool_call_report_print_backtrace(app);
}

static int say_end(const struct tool_launch_limits *limits, const struct tool_launch_end *end,
                   const char *app)
{
    switch (end->how) {
    case TOOL_LAUNCH_EXITED:
        return end->number;
    case TOOL_LAUNCH_LIMIT:
    case TOOL_LAUNCH_GRACE:
    case TOOL_LAUNCH_STALL:
        return TOOL_EXIT_ENDED;
    case TOOL_LAUNCH_SIGNALLED:
        tool_text_complain("signal %d (%s) ended the app", end->number, strsignal(end->number));
        say_crash(limits, end, app);
        return TOOL_EXIT_SIGNAL + end->number;
    case TOOL_LAUNCH_NOT_STARTED:
        break;
    }
    return TOOL_EXIT_CANNOT;
}

static void take_copies(struct tool_stream_copy copies[2])
{
    for (int i = 0; i < 2; i++)
        tool_stream_copy_take(&copies[i]);
}

/* Looks after the run and passes the app's output on until the supervisor has something to say. */
static void look_after(const struct tool_launch_watch *watch, struct tool_stream_copy copies[2],
                       int result_pipe)
{
    bool is_over = false;
    for (sig_atomic_t seen = 0; !is_over;) {
        struct pollfd news[] = {{.fd = result_pipe, .events = POLLIN},
                                {.fd = copies[0].from, .events = POLLIN},
                                {.fd = copies[1].from, .events = POLLIN}};
        int ready = poll(news, 3, watch != NULL ? LOOK_EACH_MS : -1);
        is_over = ready < 0 ? errno != EINTR : news[0].revents != 0;
        take_copies(copies);
        for (; watch != NULL && watch->mark != NULL && seen != marks; seen++)
            watch->mark(watch->data);
        if (watch != NULL)
            watch->look(watch->data);
    }
}

/* Read what the supervisor has to say, and wait for its end. */
static int wait_for_result(pid_t supervisor, int result_pipe, const char *app,
                           const struct tool_launch_limits *limits, struct tool_launch_end *out_end)
{
    struct tool_supervise_result result;
    ssize_t length;
    while ((length = read(result_pipe, &result, sizeof(result))) < 0 && errno == EINTR)
        ;
    while (waitpid(supervisor, NULL, 0) < 0 && errno == EINTR)
        ;
    if (length != (ssize_t)sizeof(result)) {
        tool_text_complain("the supervisor of the app was killed; terminating the app");
        end_orphans();
        *out_end = (struct tool_launch_end){TOOL_LAUNCH_SIGNALLED, SIGKILL, interrupted};
        return TOOL_EXIT_CANNOT;
    }
    /* The app may have ended before the supervisor heard of the signal. */
    if (interrupted != 0 && result.end.interrupted == 0)
        end_orphans();
    result.end.interrupted = interrupted;
    if (result.not_started != 0)
        return tool_execute_explain(app, result.not_started);
    *out_end = result.end;
    return say_end(limits, &result.end, app);
}

struct pipes {
    int control[2], result[2];
    struct tool_stream_copy copies[2];
};

static void close_pipe(int ends[2])
{
    for (int i = 0; i < 2; i++) {
        if (ends[i] >= 0)
            close(ends[i]);
        ends[i] = -1;
    }
}

static bool open_pipes(struct pipes *pipes)
{
    if (pipe2(pipes->control, O_CLOEXEC) == 0 && pipe2(pipes->result, O_CLOEXEC) == 0)
        return true;
    int reason = errno;
    close_pipe(pipes->control);
    errno = reason;
    return false;
}

/* In the child, with all signals blocked. */
static _Noreturn void supervise(char **argv, const struct tool_launch_limits *limits,
                                const sigset_t *mask, struct pipes *pipes)
{
    close(pipes->control[1]);
    close(pipes->result[0]);
    control = -1;
    const struct tool_supervise order = {
        .argv = argv,
        .limits = limits,
        .mask = mask,
        .own_group = app_has_own_group,
        .control = pipes->control[0],
        .result = pipes->result[1],
        .streams = {pipes->copies[0].to_pipe, pipes->copies[1].to_pipe}};
    tool_supervise(&order);
}

/* In this process, once the supervisor runs. */
static int see_to(char **argv, const struct tool_launch_limits *limits, struct pipes *pipes,
                  pid_t supervisor, struct tool_launch_end *out_end)
{
    bool copies = limits->copies[0] != NULL || limits->copies[1] != NULL;
    struct sigaction before;
    for (int i = 0; i < 2; i++)
        tool_stream_copy_release(&pipes->copies[i]);
    /* The reader of this process's output may go; the app's output is copied on. */
    if (copies)
        sigaction(SIGPIPE, &(struct sigaction){.sa_handler = SIG_IGN}, &before);
    if (copies || limits->watch != NULL)
        look_after(limits->watch, pipes->copies, pipes->result[0]);
    int code = wait_for_result(supervisor, pipes->result[0], argv[0], limits, out_end);
    take_copies(pipes->copies);
    if (copies)
        sigaction(SIGPIPE, &before, NULL);
    return code;
}

static int launch_with(char **argv, const struct tool_launch_limits *limits, struct pipes *pipes,
                       struct tool_launch_end *out_end)
{
    sigset_t all, mask;
    int code = TOOL_EXIT_CANNOT;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, &mask);
    watch_signals();
    pid_t supervisor = open_pipes(pipes) ? fork() : -1;
    if (supervisor == 0)
        supervise(argv, limits, &mask, pipes);
    if (supervisor < 0) {
        tool_text_complain("the app cannot be started: %s", strerror(errno));
        sigprocmask(SIG_SETMASK, &mask, NULL);
    } else {
        /* The control's other end stays open: writing to it when the supervisor is gone is no
         * error. */
        close(pipes->result[1]);
        pipes->result[1] = -1;
        control = pipes->control[1];
        sigprocmask(SIG_SETMASK, &mask, NULL);
        code = see_to(argv, limits, pipes, supervisor, out_end);
        control = -1;
    }
    return code;
}

static int launch(char **argv, const struct tool_launch_limits *limits,
                  struct tool_launch_end *out_end)
{
    struct pipes pipes = {.control = {-1, -1}, .result = {-1, -1}};
    bool out = tool_stream_copy_open(&pipes.copies[0], limits->copies[0], STDOUT_FILENO);
    bool error = tool_stream_copy_open(&pipes.copies[1], limits->copies[1], STDERR_FILENO);
    int code = TOOL_EXIT_CANNOT;
    if (out && error)
        code = launch_with(argv, limits, &pipes, out_end);
    close_pipe(pipes.control);
    close_pipe(pipes.result);
    for (int i = 0; i < 2; i++)
        tool_stream_copy_close(&pipes.copies[i]);
    return code;
}

int tool_launch(char **argv, const struct tool_launch_limits *limits,
                struct tool_launch_end *out_end)
{
    struct tool_launch_end end = {TOOL_LAUNCH_NOT_STARTED, 0, interrupted};
    int code = TOOL_EXIT_SIGNAL + interrupted;
    tool_process_tree_adopt();
    app_has_own_group = !has_terminal();
    takes_marks = limits->watch != NULL && limits->watch->mark != NULL;
    /* Someone may have asked for the end between two runs. */
    if (interrupted == 0)
        code = launch(argv, limits, &end);
    if (out_end != NULL)
        *out_end = end;
    return code;
}
