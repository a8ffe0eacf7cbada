/* SPDX-License-Identifier: MIT */
#include "platform/memory_turn.h"

#include "platform/windows/system.h"

#define MS_NS INT64_C(1000000)
/* WaitOnAddress knows only the threads of one process: those of another one look so often. */
enum { LOOK_MS = 2 };

void us_memory_turn_change(_Atomic uint32_t *turn, const _Atomic uint32_t *waiting)
{
    atomic_fetch_add(turn, 1);
    if (atomic_load(waiting) > 0)
        WakeByAddressAll((void *)turn);
}

void us_memory_turn_wait(_Atomic uint32_t *turn, uint32_t seen, int64_t most_ns)
{
    int64_t most_ms = (most_ns + MS_NS - 1) / MS_NS;
    DWORD wait_ms = most_ms < 0 ? 0 : most_ms < LOOK_MS ? (DWORD)most_ms : LOOK_MS;
    WaitOnAddress((void *)turn, &seen, sizeof seen, wait_ms);
}
