/* SPDX-License-Identifier: MIT */
/* pipe2 and close_range are not in POSIX. */
#define _GNU_SOURCE
#include "tool/compress/copy_guard.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* Whoever waits for the end of this process's output, or for a lock, does not wait for the guard.
 * Its end of the pipe becomes descriptor 0. */
static void let_go(int pipe_end)
{
    dup2(pipe_end, STDIN_FILENO);
    close_range(1, ~0U, 0);
}

static _Noreturn void guard(int pipe_end, const char *file, const char *folder)
{
    static const int ignored[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2};
    char byte;
    ssize_t length;
    for (unsigned i = 0; i < sizeof ignored / sizeof ignored[0]; i++)
        signal(ignored[i], SIG_IGN);
    prctl(PR_SET_NAME, "understudy-copy", 0L, 0L, 0L);
    let_go(pipe_end);
    while ((length = read(STDIN_FILENO, &byte, 1)) < 0 && errno == EINTR)
        ;
    if (length == 0) {
        unlink(file);
        rmdir(folder);
    }
    _exit(0);
}

int tool_copy_guard_begin(const char *file, const char *folder)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        return -1;
    pid_t child = fork();
    if (child == 0) {
        /* The guard is no child: nobody who waits for all children waits for it. */
        setsid();
        pid_t second = fork();
        if (second == 0)
            guard(ends[0], file, folder);
        _exit(second < 0);
    }
    int status = -1;
    close(ends[0]);
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    if (status == 0)
        return ends[1];
    close(ends[1]);
    return -1;
}

void tool_copy_guard_end(int guard)
{
    if (guard < 0)
        return;
    /* The guard may have been killed; then nobody reads this. */
    void (*before)(int) = signal(SIGPIPE, SIG_IGN);
    ssize_t told = write(guard, "", 1);
    (void)told;
    signal(SIGPIPE, before);
    close(guard);
}
