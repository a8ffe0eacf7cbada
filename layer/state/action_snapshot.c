/* SPDX-License-Identifier: MIT */
#include "layer/state/action_snapshot.h"

#include <stdlib.h>
#include <string.h>

enum { WORDS = sizeof(struct us_input_state) / sizeof(uint64_t) };
_Static_assert(sizeof(struct us_input_state) == WORDS * sizeof(uint64_t),
               "the size is a multiple of a word");
_Static_assert(sizeof(struct us_input_state) == 24, "the struct has no padding");

bool us_action_snapshot_init(struct us_action_snapshot *snapshot, uint32_t count)
{
    *snapshot = (struct us_action_snapshot){.count = count};
    for (int i = 0; i < 2; i++) {
        snapshot->words[i] = calloc((size_t)count * WORDS + 1, sizeof(_Atomic uint64_t));
        if (snapshot->words[i] == NULL)
            return false;
    }
    return true;
}

void us_action_snapshot_finish(struct us_action_snapshot *snapshot)
{
    free(snapshot->words[0]);
    free(snapshot->words[1]);
}

void us_action_snapshot_write(struct us_action_snapshot *snapshot,
                              const struct us_input_state *states)
{
    uint64_t number = atomic_load_explicit(&snapshot->newest, memory_order_relaxed) + 1;
    size_t copy = number % 2;
    us_seqlock_write_begin(&snapshot->locks[copy]);
    for (size_t i = 0; i < snapshot->count; i++) {
        uint64_t words[WORDS];
        memcpy(words, &states[i], sizeof words);
        for (size_t k = 0; k < WORDS; k++)
            us_seqlock_store(&snapshot->words[copy][i * WORDS + k], words[k]);
    }
    us_seqlock_write_end(&snapshot->locks[copy]);
    atomic_store_explicit(&snapshot->newest, number, memory_order_release);
}

struct us_input_state us_action_snapshot_read(const struct us_action_snapshot *snapshot,
                                              uint32_t index)
{
    struct us_input_state state = {0};
    uint64_t words[WORDS];
    bool whole = false;
    while (!whole) {
        uint64_t number = atomic_load_explicit(&snapshot->newest, memory_order_acquire);
        if (number == 0 || index >= snapshot->count)
            return state;
        size_t copy = number % 2;
        uint64_t version = us_seqlock_read_begin(&snapshot->locks[copy]);
        for (size_t k = 0; k < WORDS; k++)
            words[k] = us_seqlock_load(&snapshot->words[copy][(size_t)index * WORDS + k]);
        whole = us_seqlock_is_whole(&snapshot->locks[copy], version);
    }
    memcpy(&state, words, sizeof words);
    return state;
}
