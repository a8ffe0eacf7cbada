/* SPDX-License-Identifier: MIT */
/*
 * process_tree: the processes that descend from this one.
 *
 * A process that calls us_process_tree_adopt becomes the parent of every descendant whose own
 * parent ends (prctl(2), PR_SET_CHILD_SUBREAPER), so that a daemon stays a descendant, too.
 */
#ifndef US_PROCESS_TREE_H
#define US_PROCESS_TREE_H

#include <stdbool.h>
#include <sys/types.h>

#include "platform/app.h"

/* Adopt descendants whose parent ends, for as long as this process lives. */
void us_process_tree_adopt(void);

/* Whether `process` is a living descendant, or a child of this process that has ended and was not
 * waited for yet. */
bool us_process_tree_has(pid_t process);

/*
 * Send a signal to every living descendant but `except` (0: to all). Without /proc only `child`
 * gets it. Returns how many got it.
 */
unsigned us_process_tree_signal(int number, pid_t child, pid_t except);

/*
 * Starts argv[0] as us_execute does, in a child that calls `prepare` before. Returns it once it has
 * begun; -1, with the reason (us_app_fault): it has not.
 */
pid_t us_process_tree_start(char **argv, void (*prepare)(const void *data), const void *data,
                            int *out_reason);

/* waitpid(2), which signals do not interrupt. `out` says how the child has ended that was found; it
 * may be NULL. */
pid_t us_process_tree_wait(pid_t process, int flags, struct us_app_end *out);

#endif
