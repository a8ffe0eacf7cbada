/* SPDX-License-Identifier: MIT */
#include "platform/program.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <unistd.h>

#include "platform/path.h"
#include "platform/posix/run/process_tree.h"

/* The first files that are opened would take the places of closed standard streams, and get what is
 * printed. Who reads or writes these files here gets the same error as with a closed stream. A
 * program that is started inherits them, for the same reason. */
static void fill_closed_streams(void)
{
    for (int i = STDIN_FILENO; i <= STDERR_FILENO; i++)
        if (fcntl(i, F_GETFD) < 0 &&
            open("/dev/null", (i == STDIN_FILENO ? O_WRONLY : O_RDONLY) | O_NOCTTY) != i)
            return; /* there is no /dev/null */
}

void us_program_begin(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    fill_closed_streams();
    /* If it is inherited as ignored, nobody can wait for a child, and apps inherit that. */
    signal(SIGCHLD, SIG_DFL);
}

void us_program_begin_trial(unsigned most_s)
{
    const struct rlimit no_core = {0, 0};
    setpgid(0, 0);
    setrlimit(RLIMIT_CORE, &no_core);
    alarm(most_s);
}

bool us_program_path(char *out, size_t size)
{
    return us_path_link("/proc/self/exe", out, size);
}

bool us_program_show(const char *path)
{
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        execlp("xdg-open", "xdg-open", path, (char *)NULL);
        _exit(127);
    }
    struct us_app_end end;
    return child > 0 && us_process_tree_wait(child, 0, &end) > 0 && end.exited && end.number == 0;
}
