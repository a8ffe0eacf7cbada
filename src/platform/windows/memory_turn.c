/* SPDX-License-Identifier: MIT */
#include "platform/memory_turn.h"

#include "platform/windows/system.h"

#define MS_NS INT64_C(1000000)
/* WaitOnAddress knows only the threads of one process: those of another one look so often. */
enum { LOOK_MS = 2 };

void us_memory_turn_change(struct us_memory_turn *turn)
{
    atomic_fetch_add(&turn->changes, 1);
    if (atomic_load(&turn->waiting) > 0)
        WakeByAddressAll((void *)&turn->changes);
}

void us_memory_turn_wait(struct us_memory_turn *turn, uint32_t seen, int64_t most_ns)
{
    int64_t most_ms = (most_ns + MS_NS - 1) / MS_NS;
    DWORD wait_ms = most_ms < 0 ? 0 : most_ms < LOOK_MS ? (DWORD)most_ms : LOOK_MS;
    atomic_fetch_add(&turn->waiting, 1);
    WaitOnAddress((void *)&turn->changes, &seen, sizeof seen, wait_ms);
    atomic_fetch_sub(&turn->waiting, 1);
}
