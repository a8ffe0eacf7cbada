/* SPDX-License-Identifier: MIT */
/*
 * process: what this process is, and whose. Any thread; no allocation.
 */
#ifndef US_PROCESS_H
#define US_PROCESS_H

#include <stdbool.h>
#include <stdint.h>

/* The number under which other programs know this process. */
int us_process_id(void);

/* Whether a process of this number lives. */
bool us_process_lives(int process);

/* Whether the process's user owns what has this owner (`owner` of struct us_about). */
bool us_process_owns(uint64_t owner);
/* The same, or root does, who could do anything else as well. */
bool us_process_trusts(uint64_t owner);
/* Whether the process may do what it likes with the files of all users: root. Windows: never, since
 * each file says who may. */
bool us_process_is_superuser(void);
/* Whether it runs with another user's or group's rights than those of who started it (set-user-ID).
 * Windows: never. */
bool us_process_is_raised(void);

/* A child that this process forks closes this descriptor, so that a lock of the file ends with this
 * process; -1: none. One descriptor at a time, one thread. Windows: nothing to do, because a child
 * inherits only what it is given. */
void us_process_close_in_child(int file);

#endif
