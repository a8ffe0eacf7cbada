/* SPDX-License-Identifier: MIT */
#include "layer/state/action_snapshot.h"

#include <stdlib.h>
#include <string.h>

enum { WORDS = sizeof(struct us_input_state) / sizeof(uint64_t) };
_Static_assert(sizeof(struct us_input_state) == WORDS * sizeof(uint64_t), "no holes");
_Static_assert(sizeof(struct us_input_state) == 24, "no holes");

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

/*
 * The words are stored with release and loaded with acquire, so that a reader who met a word of a
 * later sync also meets the number that was changed before it. (Fences would do with less, but the
 * thread sanitizer does not know them.)
 */
void us_action_snapshot_write(struct us_action_snapshot *snapshot,
                              const struct us_input_state *states)
{
    uint64_t number = atomic_load_explicit(&snapshot->newest, memory_order_relaxed) + 1;
    size_t copy = number % 2;
    atomic_store_explicit(&snapshot->number[copy], 0, memory_order_relaxed);
    for (size_t i = 0; i < snapshot->count; i++) {
        uint64_t words[WORDS];
        memcpy(words, &states[i], sizeof words);
        for (size_t k = 0; k < WORDS; k++)
            atomic_store_explicit(&snapshot->words[copy][i * WORDS + k], words[k],
                                  memory_order_release);
    }
    atomic_store_explicit(&snapshot->number[copy], number, memory_order_release);
    atomic_store_explicit(&snapshot->newest, number, memory_order_release);
}

struct us_input_state us_action_snapshot_read(const struct us_action_snapshot *snapshot,
                                              uint32_t index)
{
    struct us_input_state state = {0};
    uint64_t words[WORDS], number;
    bool whole = false;
    while (!whole) {
        number = atomic_load_explicit(&snapshot->newest, memory_order_acquire);
        if (number == 0 || index >= snapshot->count)
            return state;
        size_t copy = number % 2;
        whole = atomic_load_explicit(&snapshot->number[copy], memory_order_acquire) == number;
        for (size_t k = 0; k < WORDS; k++)
            words[k] = atomic_load_explicit(&snapshot->words[copy][(size_t)index * WORDS + k],
                                            memory_order_acquire);
        whole =
            whole && atomic_load_explicit(&snapshot->number[copy], memory_order_relaxed) == number;
    }
    memcpy(&state, words, sizeof words);
    return state;
}
