/* SPDX-License-Identifier: MIT */
/* pipe2 is not in POSIX. */
#define _GNU_SOURCE
#include "platform/app.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "platform/posix/run/process_tree.h"

enum { NOT_STARTED = 127 };

struct us_child {
    pid_t process;
};

/* In the child. What does not start says why. */
static void become(char **argv, int in, int out, int error, int why)
{
    dup2(in, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    dup2(error, STDERR_FILENO);
    signal(SIGPIPE, SIG_DFL);
    int reason = us_execute(argv);
    (void)!write(why, &reason, sizeof reason);
    _exit(NOT_STARTED);
}

static pid_t start(char **argv, int in, int out, int error, int *out_reason)
{
    int why[2];
    if (pipe2(why, O_CLOEXEC) != 0) {
        *out_reason = errno;
        return -1;
    }
    pid_t process = fork();
    if (process == 0)
        become(argv, in, out, error, why[1]);
    *out_reason = process < 0 ? errno : 0;
    close(why[1]);
    ssize_t length = 0;
    while (process > 0 && (length = read(why[0], out_reason, sizeof *out_reason)) < 0 &&
           errno == EINTR)
        continue;
    close(why[0]);
    if (length <= 0)
        return process;
    us_process_tree_wait(process, 0, NULL);
    return -1;
}

struct us_child *us_child_start(char **argv, int error, int ends[2], int *out_reason)
{
    int in[2] = {-1, -1}, out[2] = {-1, -1};
    struct us_child *child = calloc(1, sizeof *child);
    bool is_open = child != NULL && pipe2(in, O_CLOEXEC) == 0 && pipe2(out, O_CLOEXEC) == 0;
    *out_reason = errno;
    pid_t process = is_open ? start(argv, in[0], out[1], error, out_reason) : -1;
    ends[0] = out[0];
    ends[1] = in[1];
    const int closed[] = {in[0], out[1], process > 0 ? -1 : in[1], process > 0 ? -1 : out[0]};
    for (unsigned i = 0; i < sizeof closed / sizeof closed[0]; i++)
        if (closed[i] >= 0)
            close(closed[i]);
    if (process > 0) {
        child->process = process;
        return child;
    }
    free(child);
    return NULL;
}

static bool take(struct us_child *child, int flags, struct us_app_end *out)
{
    if (us_process_tree_wait(child->process, flags, out) == 0)
        return false;
    free(child);
    return true;
}

bool us_child_has_ended(struct us_child *child, struct us_app_end *out)
{
    return take(child, WNOHANG, out);
}

void us_child_ask(const struct us_child *child)
{
    kill(child->process, SIGTERM);
}

void us_child_kill(struct us_child *child, struct us_app_end *out)
{
    /* It may lead a group (us_program_begin_trial), which only its own children are in. */
    kill(-child->process, SIGKILL);
    kill(child->process, SIGKILL);
    take(child, 0, out);
}
