/* SPDX-License-Identifier: MIT */
/* pipe2 is not in POSIX. */
#define _GNU_SOURCE
#include "tool/process/launch.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
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
enum { PASSED_ON_COUNT = sizeof passed_on / sizeof passed_on[0] };

/* The supervisor's pipe, for the signals' handler; -1: there is none. */
static volatile sig_atomic_t control = -1;
static volatile sig_atomic_t app_has_own_group;
/* The first signal that asked this process to end. */
static volatile sig_atomic_t interrupted;
/* Whether SIGUSR1 is for this process, and how often it came. */
static volatile sig_atomic_t takes_marks, marks;

/* How often this process calls the functions that watch the run. */
#define LOOK_EACH_MS 100

static void tell_supervisor(unsigned char order)
{
    ssize_t told = control >= 0 ? write(control, &order, 1) : 0;
    (void)told;
}

void tool_launch_end_app(void)
{
    tell_supervisor(SIGTERM);
}

/* A signal of the terminal (si_code above 0: from the kernel) goes to this process's whole group,
 * so an app in the group has got it already. */
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
    tell_supervisor((unsigned char)(number | (has_it ? TOOL_SUPERVISE_HAS_IT : 0)));
    errno = saved;
}

static void watch_signals(void)
{
    for (unsigned i = 0; i < PASSED_ON_COUNT; i++) {
        struct sigaction before, action = {.sa_flags = SA_SIGINFO | SA_RESTART};
        action.sa_sigaction = pass_on;
        sigfillset(&action.sa_mask);
        /* Signals that were ignored, as under nohup, stay ignored. */
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

/* Processes that the supervisor did not end are now descendants of this process. */
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

/* Prints the last calls of an app that crashed. */
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

/* Of the launch that runs: its pipes and copies, and whether something is on the way. */
static atomic_int output_pipes[2] = {-1, -1};
static const char *_Atomic output_paths[2];
static atomic_bool is_copying;

static void tell_outputs(const struct tool_stream_copy copies[2])
{
    for (int i = 0; i < 2; i++) {
        atomic_store(&output_pipes[i], copies != NULL ? copies[i].from : -1);
        atomic_store(&output_paths[i], copies != NULL ? copies[i].path : NULL);
    }
}

const char *tool_launch_output(int stream)
{
    return atomic_load(&output_paths[stream]);
}

/* What is not in a pipe any more is on the way, or in the copy. */
bool tool_launch_has_output(void)
{
    bool has_any = false;
    for (int i = 0; i < 2; i++) {
        int pipe = atomic_load(&output_pipes[i]), bytes = 0;
        has_any |= pipe >= 0 && ioctl(pipe, FIONREAD, &bytes) == 0 && bytes > 0;
    }
    return has_any || atomic_load(&is_copying);
}

static void take_copies(struct tool_stream_copy copies[2])
{
    atomic_store(&is_copying, true);
    for (int i = 0; i < 2; i++)
        tool_stream_copy_take(&copies[i]);
    atomic_store(&is_copying, false);
}

/* Watches the run and passes the app's output on until the supervisor sends a message. */
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

/* Reads a message of the supervisor. False if there are no more. */
static bool read_result(int result_pipe, struct tool_supervise_result *out)
{
    ssize_t length;
    while ((length = read(result_pipe, out, sizeof *out)) < 0 && errno == EINTR)
        ;
    return length == (ssize_t)sizeof *out;
}

/* Reads the last message of the supervisor, and waits for its end. */
static int wait_for_result(pid_t supervisor, int result_pipe, const char *app,
                           const struct tool_launch_limits *limits, struct tool_launch_end *out_end)
{
    struct tool_supervise_result result;
    bool is_told = read_result(result_pipe, &result);
    while (waitpid(supervisor, NULL, 0) < 0 && errno == EINTR)
        ;
    if (!is_told) {
        tool_text_complain("the supervisor of the app was killed; terminating the app");
        end_orphans();
        *out_end = (struct tool_launch_end){TOOL_LAUNCH_SIGNALLED, SIGKILL, interrupted};
        return TOOL_EXIT_CANNOT;
    }
    /* The app may have ended before the supervisor got the signal. */
    if (interrupted != 0 && result.end.interrupted == 0)
        end_orphans();
    result.end.interrupted = interrupted;
    *out_end = result.end;
    return say_end(limits, &result.end, app);
}

struct pipes {
    int control[2], result[2], input[2]; /* input: -1 if the app gets this process's input */
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

/* Whether the standard input is /dev/null, which main also gives a closed one. */
static bool has_no_input(void)
{
    struct stat input, nothing;
    return fstat(STDIN_FILENO, &input) == 0 && stat("/dev/null", &nothing) == 0 &&
           S_ISCHR(input.st_mode) && input.st_rdev == nothing.st_rdev;
}

static bool open_pipes(struct pipes *pipes)
{
    return pipe2(pipes->control, O_CLOEXEC) == 0 && pipe2(pipes->result, O_CLOEXEC) == 0 &&
           (!has_no_input() || pipe2(pipes->input, O_CLOEXEC) == 0);
}

/* Runs in the child, with all signals blocked. */
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
        .streams = {pipes->input[0], pipes->copies[0].to_pipe, pipes->copies[1].to_pipe},
        .input = pipes->input[1]};
    tool_supervise(&order);
}

/* Runs in this process, once the supervisor runs. */
static int see_to(char **argv, const struct tool_launch_limits *limits, struct pipes *pipes,
                  pid_t supervisor, struct tool_launch_end *out_end)
{
    bool copies = limits->copies[0] != NULL || limits->copies[1] != NULL;
    struct sigaction before;
    struct tool_supervise_result start;
    for (int i = 0; i < 2; i++)
        tool_stream_copy_release(&pipes->copies[i]);
    if (read_result(pipes->result[0], &start) && start.not_started != 0) {
        while (waitpid(supervisor, NULL, 0) < 0 && errno == EINTR)
            ;
        return tool_execute_explain(argv[0], start.not_started);
    }
    tell_outputs(pipes->copies);
    if (limits->started != NULL)
        limits->started(limits->data);
    /* The reader of this process's output may end; the app's output is still copied. */
    if (copies)
        sigaction(SIGPIPE, &(struct sigaction){.sa_handler = SIG_IGN}, &before);
    if (copies || limits->watch != NULL)
        look_after(limits->watch, pipes->copies, pipes->result[0]);
    int code = wait_for_result(supervisor, pipes->result[0], argv[0], limits, out_end);
    take_copies(pipes->copies);
    tell_outputs(NULL);
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
        /* The other end of `control` stays open, so that writing to it is no error when the
         * supervisor has ended. */
        close(pipes->result[1]);
        pipes->result[1] = -1;
        close_pipe(pipes->input); /* only the supervisor holds it */
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
    struct pipes pipes = {.control = {-1, -1}, .result = {-1, -1}, .input = {-1, -1}};
    bool out = tool_stream_copy_open(&pipes.copies[0], limits->copies[0], STDOUT_FILENO);
    bool error = tool_stream_copy_open(&pipes.copies[1], limits->copies[1], STDERR_FILENO);
    int code = TOOL_EXIT_CANNOT;
    if (out && error)
        code = launch_with(argv, limits, &pipes, out_end);
    close_pipe(pipes.control);
    close_pipe(pipes.result);
    close_pipe(pipes.input);
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
