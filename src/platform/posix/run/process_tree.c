/* SPDX-License-Identifier: MIT */
/* pipe2 is not in POSIX. */
#define _GNU_SOURCE
#include "platform/posix/run/process_tree.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "platform/path.h"
#include "platform/posix/system.h"

enum { NOT_STARTED = 127 };

struct process {
    pid_t id, parent;
    bool is_ours, is_alive;
};

struct processes {
    struct process *list;
    size_t count, room;
};

void us_process_tree_adopt(void)
{
    prctl(PR_SET_CHILD_SUBREAPER, 1L, 0L, 0L, 0L);
}

/* "PID (NAME) STATE PARENT ...", proc(5); NAME may hold anything, a ')' too. */
static bool read_process(const char *id, struct process *out)
{
    char path[64], text[256];
    snprintf(path, sizeof path, "/proc/%.20s/stat", id);
    us_system_read(path, text, sizeof text);
    const char *behind = strrchr(text, ')');
    if (behind == NULL || strlen(behind) < 5)
        return false;
    *out = (struct process){.id = (pid_t)strtol(id, NULL, 10),
                            .parent = (pid_t)strtol(behind + 4, NULL, 10),
                            .is_alive = behind[2] != 'Z' && behind[2] != 'X'};
    return true;
}

static bool add(struct processes *processes, const struct process *process)
{
    if (processes->count == processes->room) {
        size_t room = processes->room > 0 ? 2 * processes->room : 64;
        struct process *more = realloc(processes->list, room * sizeof *more);
        if (more == NULL)
            return false;
        processes->list = more;
        processes->room = room;
    }
    processes->list[processes->count++] = *process;
    return true;
}

static bool is_ours(const struct processes *processes, pid_t id)
{
    for (size_t i = 0; i < processes->count; i++)
        if (processes->list[i].id == id)
            return processes->list[i].is_ours;
    return false;
}

/* A child may have a smaller number than its parent: numbers wrap. */
static void mark_descendants(struct processes *processes)
{
    pid_t self = getpid();
    for (bool more = true; more;) {
        more = false;
        for (size_t i = 0; i < processes->count; i++) {
            struct process *process = &processes->list[i];
            if (process->is_ours ||
                (process->parent != self && !is_ours(processes, process->parent)))
                continue;
            process->is_ours = more = true;
        }
    }
}

/* Every process of the machine, with the descendants marked. False without /proc. */
static bool list_processes(struct processes *out)
{
    *out = (struct processes){0};
    struct us_path_list *names = us_path_list_begin("/proc");
    const char *name;
    bool has_room = true;
    while (names != NULL && has_room && (name = us_path_list_next(names)) != NULL) {
        struct process process;
        if (name[0] >= '1' && name[0] <= '9' && read_process(name, &process))
            has_room = add(out, &process);
    }
    us_path_list_end(names);
    mark_descendants(out);
    return out->count > 0;
}

bool us_process_tree_has(pid_t process)
{
    struct processes processes;
    bool has = false;
    list_processes(&processes);
    for (size_t i = 0; i < processes.count; i++) {
        const struct process *at = &processes.list[i];
        /* A child that has ended and was not waited for still has a status to read. */
        has |= at->id == process && at->is_ours && (at->is_alive || at->parent == getpid());
    }
    free(processes.list);
    return has;
}

unsigned us_process_tree_signal(int number, pid_t child, pid_t except)
{
    struct processes processes;
    unsigned count = 0;
    if (!list_processes(&processes) && child > 0 && child != except)
        count += kill(child, number) == 0;
    for (size_t i = 0; i < processes.count; i++) {
        const struct process *at = &processes.list[i];
        if (at->is_ours && at->is_alive && at->id != except)
            count += kill(at->id, number) == 0;
    }
    free(processes.list);
    return count;
}

pid_t us_process_tree_start(char **argv, void (*prepare)(const void *data), const void *data,
                            int *out_reason)
{
    int why[2], reason = 0;
    if (pipe2(why, O_CLOEXEC) != 0) {
        *out_reason = errno;
        return -1;
    }
    pid_t process = fork();
    if (process == 0) {
        prepare(data);
        reason = us_execute(argv);
        _exit(write(why[1], &reason, sizeof reason) == sizeof reason ? NOT_STARTED : 1);
    }
    reason = process < 0 ? errno : 0;
    close(why[1]);
    while (process > 0 && read(why[0], &reason, sizeof reason) < 0 && errno == EINTR)
        ;
    close(why[0]);
    *out_reason = reason;
    if (reason == 0)
        return process;
    if (process > 0)
        us_process_tree_wait(process, 0, NULL);
    return -1;
}

pid_t us_process_tree_wait(pid_t process, int flags, struct us_app_end *out)
{
    int status = 0;
    pid_t found;
    while ((found = waitpid(process, &status, flags)) < 0 && errno == EINTR)
        ;
    bool exited = WIFEXITED(status);
    if (found != 0 && out != NULL)
        *out = (struct us_app_end){.exited = exited,
                                   .number = exited ? WEXITSTATUS(status) : WTERMSIG(status)};
    return found;
}
