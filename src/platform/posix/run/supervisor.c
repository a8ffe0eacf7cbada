/* SPDX-License-Identifier: MIT */
/* pipe2 and ppoll are not in POSIX. */
#define _GNU_SOURCE
#include "platform/supervisor.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "platform/pipe.h"
#include "platform/posix/run/process_tree.h"

#define LOOK_NS 20000000L

static const int passed_on[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2};
enum { PASSED_ON_COUNT = sizeof passed_on / sizeof passed_on[0] };

/* ---- The program ---- */

/* The supervisor's pipe, for the signals' handler; -1: there is none. */
static volatile sig_atomic_t control = -1;
static volatile sig_atomic_t app_has_own_group;
/* The first signal that asked this process to end. */
static volatile sig_atomic_t interrupted;
/* Whether SIGUSR1 is for this process, and how often it came. */
static volatile sig_atomic_t takes_marks, marks;

/* Of the supervisor that runs; input: -1 if the app gets this process's input. */
static struct pipes {
    int control[2], result[2], input[2];
} pipes;
static pid_t supervisor;

void us_supervisor_tell(unsigned char order)
{
    ssize_t told = control >= 0 ? write(control, &order, 1) : 0;
    (void)told;
}

int us_supervisor_interruption(void)
{
    return interrupted;
}

void us_supervisor_take_marks(bool takes)
{
    takes_marks = takes;
}

int us_supervisor_marks(void)
{
    return marks;
}

/* A signal of the terminal (si_code above 0: from the kernel) goes to this process's whole group,
 * so an app in the group has got it already. */
static void pass_on(int number, siginfo_t *info, void *context)
{
    (void)context;
    int saved = errno;
    bool is_message = number == SIGUSR1 || number == SIGUSR2;
    if (takes_marks && number == SIGUSR1) {
        marks = marks + 1;
        return;
    }
    if (interrupted == 0 && !is_message)
        interrupted = number;
    bool has_it = info->si_code > 0 && !app_has_own_group;
    us_supervisor_tell((unsigned char)(number | (has_it ? US_SUPERVISOR_HAS_IT : 0) |
                                       (is_message ? US_SUPERVISOR_ONLY_PASS : 0)));
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

/* Whether the standard input is /dev/null, which main also gives a closed one. */
static bool has_no_input(void)
{
    struct stat input, nothing;
    return fstat(STDIN_FILENO, &input) == 0 && stat("/dev/null", &nothing) == 0 &&
           S_ISCHR(input.st_mode) && input.st_rdev == nothing.st_rdev;
}

static bool open_pipes(void)
{
    pipes = (struct pipes){.control = {-1, -1}, .result = {-1, -1}, .input = {-1, -1}};
    return pipe2(pipes.control, O_CLOEXEC) == 0 && pipe2(pipes.result, O_CLOEXEC) == 0 &&
           (!has_no_input() || pipe2(pipes.input, O_CLOEXEC) == 0);
}

static void close_end(int *end)
{
    if (*end >= 0)
        close(*end);
    *end = -1;
}

static void close_pipe(int ends[2])
{
    close_end(&ends[0]);
    close_end(&ends[1]);
}

static void close_pipes(void)
{
    int why = errno;
    close_pipe(pipes.control);
    close_pipe(pipes.result);
    close_pipe(pipes.input);
    errno = why;
}

/* Of the supervisor alone. */
static struct {
    const struct us_supervisor_order *order;
    sigset_t mask; /* the app's */
    pid_t app;
} own;

/* Runs in the child, with all signals blocked. */
static _Noreturn void supervise(const struct us_supervisor_order *order, const sigset_t *mask)
{
    close_end(&pipes.control[1]);
    close_end(&pipes.result[0]);
    control = -1;
    own.order = order;
    own.mask = *mask;
    us_process_tree_adopt();
    _exit(order->supervise(order->data) ? 0 : 1);
}

bool us_supervisor_start(const struct us_supervisor_order *order)
{
    sigset_t all, mask;
    us_process_tree_adopt();
    app_has_own_group = !has_terminal();
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, &mask);
    watch_signals();
    supervisor = open_pipes() ? fork() : -1;
    if (supervisor == 0)
        supervise(order, &mask);
    if (supervisor < 0) {
        close_pipes();
    } else {
        /* The other end of `control` stays open, so that writing to it is no error when the
         * supervisor has ended. */
        close_end(&pipes.result[1]);
        close_pipe(pipes.input); /* only the supervisor holds it */
        control = pipes.control[1];
    }
    int why = errno;
    sigprocmask(SIG_SETMASK, &mask, NULL);
    errno = why;
    return supervisor > 0;
}

bool us_supervisor_hear(void *out, size_t size)
{
    return us_pipe_read(pipes.result[0], out, size) == (int64_t)size;
}

bool us_supervisor_wait(const int outputs[2], int most_ms)
{
    struct pollfd news[] = {{.fd = pipes.result[0], .events = POLLIN},
                            {.fd = outputs[0], .events = POLLIN},
                            {.fd = outputs[1], .events = POLLIN}};
    int ready = poll(news, 3, most_ms);
    return ready < 0 ? errno != EINTR : news[0].revents != 0;
}

void us_supervisor_join(void)
{
    us_process_tree_wait(supervisor, 0, NULL);
    control = -1;
    close_pipes();
}

/* They are descendants of this process now. */
void us_supervisor_end_orphans(double kill_after_s)
{
    us_process_tree_signal(SIGTERM, 0, 0);
    for (unsigned i = 0; i < 500; i++) {
        pid_t ended;
        while ((ended = us_process_tree_wait(-1, WNOHANG, NULL)) > 0)
            ;
        if (ended < 0)
            return;
        nanosleep(&(struct timespec){.tv_nsec = 10000000L}, NULL);
        if (i * 0.01 >= kill_after_s)
            us_process_tree_signal(SIGKILL, 0, 0);
    }
}

/* ---- The supervisor ---- */

/* Runs in the child, before it becomes the app. */
static void prepare_app(const void *data)
{
    (void)data;
    const int streams[] = {pipes.input[0], own.order->outputs[0], own.order->outputs[1]};
    if (app_has_own_group)
        setpgid(0, 0);
    for (int i = STDIN_FILENO; i <= STDERR_FILENO; i++)
        if (streams[i] >= 0)
            dup2(streams[i], i);
    prctl(PR_SET_PDEATHSIG, (unsigned long)SIGKILL, 0L, 0L, 0L);
    sigprocmask(SIG_SETMASK, &own.mask, NULL);
}

static void note_child(int number)
{
    (void)number;
}

/* Every signal stays blocked, except SIGCHLD while it waits. */
static void watch_children(void)
{
    struct sigaction action = {.sa_handler = note_child};
    sigemptyset(&action.sa_mask);
    sigaction(SIGCHLD, &action, NULL);
}

int us_supervisor_start_app(void)
{
    int reason;
    const pid_t app = us_process_tree_start(own.order->argv, prepare_app, NULL, &reason);
    if (app < 0)
        return reason;
    own.app = app;
    setpgid(0, 0);
    prctl(PR_SET_NAME, "understudy-tree", 0L, 0L, 0L);
    watch_children();
    return 0;
}

bool us_supervisor_say(const void *message, size_t size)
{
    return write(pipes.result[1], message, size) == (ssize_t)size;
}

enum us_supervisor_reaped us_supervisor_reap(struct us_supervisor_process *out)
{
    struct us_app_end end;
    pid_t process = us_process_tree_wait(-1, WNOHANG, &end);
    if (process <= 0)
        return process == 0 ? US_SUPERVISOR_ALL_RUN : US_SUPERVISOR_NONE_LEFT;
    *out = (struct us_supervisor_process){
        .number = (int)process, .is_app = process == own.app, .end = end};
    return US_SUPERVISOR_ENDED;
}

bool us_supervisor_has(int process)
{
    return us_process_tree_has((pid_t)process);
}

void us_supervisor_signal_app(int number)
{
    kill(own.app, number);
}

void us_supervisor_signal_all(int number, bool but_app)
{
    us_process_tree_signal(number, own.app, but_app ? own.app : 0);
}

bool us_supervisor_holds_input(void)
{
    return pipes.input[1] >= 0;
}

void us_supervisor_end_input(void)
{
    close_end(&pipes.input[1]);
}

int us_supervisor_orders(unsigned char *out, int size, bool is_idle)
{
    const struct timespec soon = {.tv_nsec = LOOK_NS};
    struct pollfd news = {.fd = pipes.control[0], .events = POLLIN};
    sigset_t open;
    sigfillset(&open);
    sigdelset(&open, SIGCHLD);
    if (ppoll(&news, 1, is_idle ? NULL : &soon, &open) <= 0)
        return 0;
    ssize_t length = read(pipes.control[0], out, (size_t)size);
    if (length != 0)
        return length > 0 ? (int)length : 0;
    close_end(&pipes.control[0]);
    return -1;
}
