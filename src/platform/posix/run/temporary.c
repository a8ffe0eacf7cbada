/* SPDX-License-Identifier: MIT */
/* pipe2 is not in POSIX. */
#define _GNU_SOURCE
#include "platform/temporary.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "platform/posix/run/process_tree.h"

const char *us_temporary_memory(void)
{
    return "/dev/shm";
}

const char *us_temporary_usual(void)
{
    return "/tmp";
}

int us_temporary_make_file(char *path)
{
    int file = mkstemp(path);
    if (file >= 0)
        fcntl(file, F_SETFD, FD_CLOEXEC);
    return file;
}

bool us_temporary_make_folder(char *path)
{
    return mkdtemp(path) != NULL;
}

static int remove_entry(const char *path, const struct stat *status, int type, struct FTW *place)
{
    (void)status, (void)type, (void)place;
    (void)remove(path);
    return 0;
}

void us_temporary_remove(const char *path)
{
    nftw(path, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
}

/* For names that the guard is told. */
enum { GUARDED_SIZE = 1 << 15 };

/* To the guard: the names of folders and files, each with its final NUL. An empty name at the end:
 * this process removed what it did not want to keep. */
static int guard_pipe = -1;
static pid_t guarded_process;
static size_t guarded_size;

void us_temporary_tell_guard(const char *path)
{
    size_t size = strlen(path) + 1;
    if (guard_pipe < 0 || (size > 1 && guarded_size + size >= GUARDED_SIZE))
        return;
    guarded_size += size;
    /* The guard may have been killed; then nobody reads this. */
    void (*before)(int) = signal(SIGPIPE, SIG_IGN);
    (void)!write(guard_pipe, path, size);
    signal(SIGPIPE, before);
}

/* close_range would do it, but glibc before 2.34 and Linux before 5.9 lack it. */
static void close_all_but_input(void)
{
    DIR *folder = opendir("/proc/self/fd");
    if (folder == NULL)
        return;
    for (struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder)) {
        int file = atoi(entry->d_name); /* "." and ".." are 0 */
        if (file != STDIN_FILENO && file != dirfd(folder))
            close(file);
    }
    closedir(folder);
}

/* Waits for the end of the process that made the folders and files, and of all that it forked
 * without exec. It ignores the signals that end a run, and holds nothing open that somebody could
 * wait for. */
static _Noreturn void guard(int pipe_end)
{
    static const int ignored[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2};
    static char names[GUARDED_SIZE + 1];
    size_t size = 0;
    ssize_t length = 1;
    for (unsigned i = 0; i < sizeof ignored / sizeof ignored[0]; i++)
        signal(ignored[i], SIG_IGN);
    prctl(PR_SET_NAME, "understudy-tidy", 0L, 0L, 0L);
    dup2(pipe_end, STDIN_FILENO);
    close_all_but_input();
    while (length > 0 && size < sizeof names) {
        length = read(STDIN_FILENO, names + size, sizeof names - size);
        size += length > 0 ? (size_t)length : 0;
        length = length < 0 && errno == EINTR ? 1 : length;
    }
    bool is_over = size > 1 && names[size - 1] == '\0' && names[size - 2] == '\0';
    for (size_t at = 0; !is_over && at < size; at += strlen(names + at) + 1)
        us_temporary_remove(names + at);
    _exit(0);
}

static void dismiss_guard(void)
{
    if (getpid() == guarded_process)
        us_temporary_tell_guard("");
}

/* The guard is no child: nobody who waits for all children waits for it. Without it, all works but
 * for what is left after SIGKILL. */
void us_temporary_guard(void)
{
    int ends[2];
    if (guard_pipe >= 0 || pipe2(ends, O_CLOEXEC) != 0)
        return;
    pid_t child = fork();
    if (child == 0) {
        setsid();
        if (fork() == 0)
            guard(ends[0]);
        _exit(0);
    }
    close(ends[0]);
    if (child > 0)
        us_process_tree_wait(child, 0, NULL);
    guard_pipe = ends[1];
    guarded_process = getpid();
    atexit(dismiss_guard);
}
