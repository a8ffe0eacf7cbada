/* SPDX-License-Identifier: MIT */
/*
 * memory_turn: how two processes wait for each other by words in memory that they share
 * (memory_file.h), without a lock.
 *
 * Who waits reads the turn, looks at what it waits for, and then waits for the turn to change. Who
 * changes what is waited for does so first and changes the turn afterwards. Any thread.
 */
#ifndef US_MEMORY_TURN_H
#define US_MEMORY_TURN_H

#include <stdatomic.h>
#include <stdint.h>

/* `waiting` counts the threads that wait: where it is 0, this is no system call. */
void us_memory_turn_change(_Atomic uint32_t *turn, const _Atomic uint32_t *waiting);

/* Waits while the turn is as it was seen, but so long at most; it may come back early. The caller
 * has counted itself in `waiting`. */
void us_memory_turn_wait(_Atomic uint32_t *turn, uint32_t seen, int64_t most_ns);

#endif
