/* SPDX-License-Identifier: MIT */
#include "launch.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "text.h"
#include "verb.h"

static const int passed_on[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2};
enum { PASSED_ON_COUNT = sizeof(passed_on) / sizeof(passed_on[0]) };

#define LOOK_NS 20000000L

static volatile sig_atomic_t app_process;

/* What the terminal sends (si_code above 0: from the kernel) goes to the whole group, so the app
 * has it already. */
static void pass_on(int number, siginfo_t *info, void *context)
{
    (void)context;
    int saved = errno;
    if (info->si_code <= 0 && app_process > 0)
        kill((pid_t)app_process, number);
    errno = saved;
}

static void watch_signals(sigset_t *out_before)
{
    sigset_t watched;
    sigemptyset(&watched);
    for (unsigned i = 0; i < PASSED_ON_COUNT; i++)
        sigaddset(&watched, passed_on[i]);
    sigprocmask(SIG_BLOCK, &watched, out_before);
    for (unsigned i = 0; i < PASSED_ON_COUNT; i++) {
        struct sigaction before, action = {.sa_flags = SA_SIGINFO | SA_RESTART};
        action.sa_sigaction = pass_on;
        sigemptyset(&action.sa_mask);
        /* What was ignored, as under nohup, stays ignored. */
        if (sigaction(passed_on[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(passed_on[i], &action, NULL);
    }
}

/* In the child: become the app, or tell the parent why not. */
static void become(char **argv, const sigset_t *mask, int tell)
{
    sigprocmask(SIG_SETMASK, mask, NULL);
    execvp(argv[0], argv);
    int reason = errno;
    ssize_t told = write(tell, &reason, sizeof(reason));
    _exit(told == sizeof(reason) ? US_EXIT_MISSING : US_EXIT_CANNOT);
}

static int say_not_started(const char *app, int reason)
{
    if (reason == ENOENT && strchr(app, '/') != NULL && access(app, F_OK) == 0) {
        us_text_complain("%s cannot be executed: the interpreter that it needs is missing", app);
        return US_EXIT_CANNOT;
    }
    if (reason == ENOENT) {
        us_text_complain("there is no app %s; check its name, or pass its path", app);
        return US_EXIT_MISSING;
    }
    us_text_complain("%s cannot be executed: %s", app, strerror(reason));
    return US_EXIT_CANNOT;
}

static double now_s(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* An app that is watched for. */
struct watch {
    const struct us_launch_limits *limits;
    pid_t process;
    double began_s, done_s, ended_s; /* NaN: not yet */
    enum us_launch_how how;          /* where it was ended */
    bool killed;
};

static void end_app(struct watch *watch, double now, enum us_launch_how how, double after_s)
{
    us_text_complain("%s %.9g s: the app is ended",
                     how == US_LAUNCH_LIMIT ? "the limit is"
                                            : "playback has ended, and the app has not after",
                     after_s);
    watch->ended_s = now;
    watch->how = how;
    kill(watch->process, SIGTERM);
}

/* Do what is due. A comparison with NaN is false. */
static void look(struct watch *watch)
{
    const struct us_launch_limits *limits = watch->limits;
    double now = now_s();
    if (isnan(watch->done_s) && limits->done_file != NULL && access(limits->done_file, F_OK) == 0)
        watch->done_s = now;
    if (isnan(watch->ended_s)) {
        if (now - watch->began_s >= limits->limit_s)
            end_app(watch, now, US_LAUNCH_LIMIT, limits->limit_s);
        else if (now - watch->done_s >= limits->grace_s)
            end_app(watch, now, US_LAUNCH_GRACE, limits->grace_s);
    } else if (!watch->killed && now - watch->ended_s >= US_LAUNCH_KILL_AFTER_S) {
        us_text_complain("the app does not heed SIGTERM: it is killed");
        watch->killed = true;
        kill(watch->process, SIGKILL);
    }
}

/* As waitpid. */
static pid_t wait_watching(struct watch *watch, int *out_status)
{
    const struct us_launch_limits *limits = watch->limits;
    if (isnan(limits->limit_s) && limits->done_file == NULL)
        return waitpid(watch->process, out_status, 0);
    for (;;) {
        pid_t ended = waitpid(watch->process, out_status, WNOHANG);
        if (ended != 0)
            return ended;
        look(watch);
        nanosleep(&(struct timespec){.tv_nsec = LOOK_NS}, NULL);
    }
}

static int wait_for_end(pid_t process, const struct us_launch_limits *limits,
                        struct us_launch_end *out_end)
{
    struct watch watch = {limits,      process,          now_s(), (double)NAN,
                          (double)NAN, US_LAUNCH_EXITED, false};
    int status;
    while (wait_watching(&watch, &status) < 0) {
        if (errno == EINTR)
            continue;
        us_text_complain("the app's end could not be waited for: %s", strerror(errno));
        return US_EXIT_CANNOT;
    }
    bool exited = WIFEXITED(status);
    int number = exited ? WEXITSTATUS(status) : WTERMSIG(status);
    enum us_launch_how by_itself = exited ? US_LAUNCH_EXITED : US_LAUNCH_SIGNALLED;
    *out_end = (struct us_launch_end){isnan(watch.ended_s) ? by_itself : watch.how, number};
    if (!isnan(watch.ended_s))
        return US_EXIT_ENDED;
    if (exited)
        return number;
    us_text_complain("the app was ended by signal %d (%s)", number, strsignal(number));
    return US_EXIT_SIGNAL + number;
}

static bool open_pipe(int ends[2])
{
    if (pipe(ends) != 0)
        return false;
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    return true;
}

int us_launch(char **argv, const struct us_launch_limits *limits, struct us_launch_end *out_end)
{
    int ends[2];
    sigset_t mask;
    struct us_launch_end end = {US_LAUNCH_NOT_STARTED, 0};
    signal(SIGCHLD, SIG_DFL);
    if (!open_pipe(ends)) {
        us_text_complain("the app cannot be started: %s", strerror(errno));
        return US_EXIT_CANNOT;
    }
    watch_signals(&mask);
    pid_t process = fork();
    if (process == 0)
        become(argv, &mask, ends[1]);
    int fork_reason = errno;
    close(ends[1]);
    app_process = process;
    sigprocmask(SIG_SETMASK, &mask, NULL);

    int code = US_EXIT_CANNOT, reason = 0;
    ssize_t told = 0;
    while (process > 0 && (told = read(ends[0], &reason, sizeof(reason))) < 0 && errno == EINTR)
        ;
    close(ends[0]);
    if (process < 0) {
        us_text_complain("the app cannot be started: %s", strerror(fork_reason));
    } else if (told > 0) {
        waitpid(process, NULL, 0);
        code = say_not_started(argv[0], reason);
    } else {
        code = wait_for_end(process, limits, &end);
    }
    if (out_end != NULL)
        *out_end = end;
    return code;
}
