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

struct us_child {
    pid_t process;
};

/* What the child has in place of its standard streams. */
struct streams {
    int in, out, error;
};

static void take_streams(const void *data)
{
    const struct streams *streams = data;
    dup2(streams->in, STDIN_FILENO);
    dup2(streams->out, STDOUT_FILENO);
    dup2(streams->error, STDERR_FILENO);
    signal(SIGPIPE, SIG_DFL);
}

struct us_child *us_child_start(char **argv, int error, int ends[2], int *out_reason)
{
    int in[2] = {-1, -1}, out[2] = {-1, -1};
    struct us_child *child = calloc(1, sizeof *child);
    bool is_open = child != NULL && pipe2(in, O_CLOEXEC) == 0 && pipe2(out, O_CLOEXEC) == 0;
    *out_reason = errno;
    const struct streams streams = {in[0], out[1], error};
    pid_t process = is_open ? us_process_tree_start(argv, take_streams, &streams, out_reason) : -1;
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
