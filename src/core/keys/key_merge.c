/* SPDX-License-Identifier: MIT */
#include "core/keys/key_merge.h"

static void sink(struct us_key_merge *merge, uint32_t place)
{
    for (;;) {
        uint32_t least = place;
        for (uint32_t child = 2 * place + 1; child <= 2 * place + 2; child++)
            if (child < merge->heap_count &&
                merge->next_s[merge->heap[child]] < merge->next_s[merge->heap[least]])
                least = child;
        if (least == place)
            return;
        uint16_t swap = merge->heap[place];
        merge->heap[place] = merge->heap[least];
        merge->heap[least] = swap;
        place = least;
    }
}

void us_key_merge_init(struct us_key_merge *merge, struct us_curve_reader *readers, uint32_t count)
{
    merge->readers = readers;
    merge->heap_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (readers[i].curve.key_count == 0)
            continue;
        merge->next[i] = 0;
        merge->next_s[i] = us_curve_reader_time_s(&readers[i], 0);
        merge->heap[merge->heap_count++] = (uint16_t)i;
    }
    for (uint32_t i = merge->heap_count / 2; i-- > 0;)
        sink(merge, i);
}

bool us_key_merge_next(struct us_key_merge *merge, float *out_s)
{
    if (merge->heap_count == 0)
        return false;
    *out_s = merge->next_s[merge->heap[0]];
    while (merge->heap_count > 0 && merge->next_s[merge->heap[0]] == *out_s) {
        uint32_t first = merge->heap[0];
        struct us_curve_reader *reader = &merge->readers[first];
        if (++merge->next[first] < reader->curve.key_count)
            merge->next_s[first] = us_curve_reader_time_s(reader, merge->next[first]);
        else
            merge->heap[0] = merge->heap[--merge->heap_count];
        sink(merge, 0);
    }
    return true;
}
