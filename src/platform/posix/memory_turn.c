/* SPDX-License-Identifier: MIT */
/* syscall is not in POSIX. */
#define _DEFAULT_SOURCE
#include "platform/memory_turn.h"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#define SECOND_NS INT64_C(1000000000)

void us_memory_turn_change(struct us_memory_turn *turn)
{
    atomic_fetch_add(&turn->changes, 1);
    if (atomic_load(&turn->waiting) > 0)
        syscall(SYS_futex, &turn->changes, FUTEX_WAKE, INT32_MAX, NULL, NULL, 0);
}

void us_memory_turn_wait(struct us_memory_turn *turn, uint32_t seen, int64_t most_ns)
{
    /* The kernel's timespec of this call, which has longs whatever libc's time_t is. */
    const long most[2] = {(long)(most_ns / SECOND_NS), (long)(most_ns % SECOND_NS)};
    atomic_fetch_add(&turn->waiting, 1);
    syscall(SYS_futex, &turn->changes, FUTEX_WAIT, seen, most, NULL, 0);
    atomic_fetch_sub(&turn->waiting, 1);
}
