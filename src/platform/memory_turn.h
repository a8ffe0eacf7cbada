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

/* Zeroed at first. */
struct us_memory_turn {
    _Atomic uint32_t changes;
    _Atomic uint32_t waiting; /* threads */
};

/* What us_memory_turn_wait takes. */
static inline uint32_t us_memory_turn_see(const struct us_memory_turn *turn)
{
    return atomic_load(&turn->changes);
}

/* Where nobody waits, this is no system call. */
void us_memory_turn_change(struct us_memory_turn *turn);

/* Waits while the turn is as it was seen, but so long at most; it may come back early. */
void us_memory_turn_wait(struct us_memory_turn *turn, uint32_t seen, int64_t most_ns);

#endif
