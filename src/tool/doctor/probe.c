/* SPDX-License-Identifier: MIT */
#include "tool/doctor/probe.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/base/monotonic.h"

static void go_nowhere(void)
{
    int nowhere = open("/dev/null", O_RDWR);
    for (int stream = 0; stream <= 2 && nowhere >= 0; stream++)
        dup2(nowhere, stream);
}

static void answer_in_child(tool_probe_body *body, const void *question, char *answer, size_t size,
                            int pipe_end, unsigned last_s)
{
    const struct rlimit no_core = {0, 0};
    setpgid(0, 0);
    setrlimit(RLIMIT_CORE, &no_core);
    signal(SIGPIPE, SIG_DFL);
    alarm(last_s); /* should the parent be gone by then */
    go_nowhere();
    body(question, answer);
    while (size > 0) {
        ssize_t written = write(pipe_end, answer, size);
        if (written <= 0 && errno != EINTR)
            _exit(1);
        answer += written > 0 ? written : 0;
        size -= written > 0 ? (size_t)written : 0;
    }
    _exit(0);
}

/* True if the whole answer came; `out_late` if the time was over before. */
static bool read_answer(int pipe_end, char *answer, size_t size, double until_s, bool *out_late)
{
    struct pollfd wait = {.fd = pipe_end, .events = POLLIN};
    *out_late = false;
    while (size > 0) {
        double left_s = until_s - us_monotonic_s();
        *out_late = left_s <= 0.0;
        if (*out_late)
            return false;
        if (poll(&wait, 1, (int)(left_s * 1000.0) + 1) <= 0)
            continue;
        ssize_t got = read(pipe_end, answer, size);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        answer += got;
        size -= (size_t)got;
    }
    return true;
}

static struct tool_probe end_child(pid_t child, bool answered, bool late)
{
    int status = 0;
    if (answered || late)
        kill(-child, SIGKILL);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    kill(-child, SIGKILL);
    if (answered)
        return (struct tool_probe){.end = TOOL_PROBE_ANSWERED};
    if (late)
        return (struct tool_probe){.end = TOOL_PROBE_HUNG};
    if (WIFSIGNALED(status))
        return (struct tool_probe){.end = TOOL_PROBE_CRASHED, .signal = WTERMSIG(status)};
    return (struct tool_probe){.end = TOOL_PROBE_EXITED};
}

static struct tool_probe fail(int reason)
{
    struct tool_probe probe = {.end = TOOL_PROBE_FAILED};
    snprintf(probe.why, sizeof probe.why, "%s", strerror(reason));
    return probe;
}

struct tool_probe tool_probe_run(tool_probe_body *body, const void *question, void *answer,
                                 size_t size, double timeout_s)
{
    int ends[2];
    bool late;
    memset(answer, 0, size);
    if (pipe(ends) != 0)
        return fail(errno);
    fflush(NULL);
    pid_t child = fork();
    int reason = errno;
    if (child == 0) {
        close(ends[0]);
        answer_in_child(body, question, answer, size, ends[1], (unsigned)timeout_s + 5);
    }
    close(ends[1]);
    if (child < 0) {
        close(ends[0]);
        return fail(reason);
    }
    setpgid(child, child); /* whoever is first */
    bool answered = read_answer(ends[0], answer, size, us_monotonic_s() + timeout_s, &late);
    close(ends[0]);
    if (!answered)
        memset(answer, 0, size);
    return end_child(child, answered, late);
}
