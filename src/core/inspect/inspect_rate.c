/* SPDX-License-Identifier: MIT */
#include "core/inspect/inspect_rate.h"

#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 1 << 16, MERGE_BYTES = 1 << 20 };

/* The key times of many curves as one rising list: a heap of the curves by their next times. */
struct merge {
    struct us_curve_reader reader[US_CURVE_COUNT];
    uint32_t next[US_CURVE_COUNT];
    float next_s[US_CURVE_COUNT];
    uint16_t heap[US_CURVE_COUNT];
    unsigned curves[US_CURVE_COUNT];
    uint32_t count, heap_count;
    uint8_t *windows;
    uint64_t *buckets;
};

/* Curves with the same times give the same list; should two hashes agree by chance, an estimate is
 * a little off. */
static void choose_curves(const struct us_inspect_work *work, struct merge *merge)
{
    const struct us_curve *curves = work->index->head.curves;
    for (unsigned i = 0; i < US_CURVE_COUNT; i++) {
        bool known = curves[i].key_count == 0 || us_recording_curve_is_bool(i);
        for (uint32_t k = merge->count; k-- > 0 && !known;)
            known = curves[merge->curves[k]].key_count == curves[i].key_count &&
                    work->times_hash[merge->curves[k]] == work->times_hash[i];
        if (!known)
            merge->curves[merge->count++] = i;
    }
}

static void sink(struct merge *merge, uint32_t place)
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

static void rewind_all(const struct us_inspect_work *work, struct merge *merge)
{
    uint32_t size = MERGE_BYTES / merge->count;
    size = size < US_INSPECT_WINDOW_SIZE ? size : US_INSPECT_WINDOW_SIZE;
    for (uint32_t i = 0; i < merge->count; i++) {
        us_curve_reader_init(&merge->reader[i], work->file, work->index, merge->curves[i],
                             merge->windows + (size_t)i * size, size);
        merge->next[i] = 0;
        merge->next_s[i] = us_curve_reader_time_s(&merge->reader[i], 0);
        merge->heap[i] = (uint16_t)i;
    }
    merge->heap_count = merge->count;
    for (uint32_t i = merge->heap_count / 2; i-- > 0;)
        sink(merge, i);
}

static bool next_time(struct merge *merge, float *out_s)
{
    if (merge->heap_count == 0)
        return false;
    *out_s = merge->next_s[merge->heap[0]];
    while (merge->heap_count > 0 && merge->next_s[merge->heap[0]] == *out_s) {
        uint32_t first = merge->heap[0];
        if (++merge->next[first] < merge->reader[first].curve.key_count)
            merge->next_s[first] =
                us_curve_reader_time_s(&merge->reader[first], merge->next[first]);
        else
            merge->heap[0] = merge->heap[--merge->heap_count];
        sink(merge, 0);
    }
    return true;
}

static uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof(bits));
    return bits;
}

/* Count the distances between neighbouring times by their upper bits, or with the upper bits
 * `upper` by their lower ones: as bits, numbers above 0 have the order of what they stand for.
 * Returns how many there are. */
static uint64_t count_steps(const struct us_inspect_work *work, struct merge *merge,
                            const uint32_t *upper)
{
    memset(merge->buckets, 0, BUCKETS * sizeof(*merge->buckets));
    rewind_all(work, merge);
    float before_s, time_s;
    uint64_t steps = 0;
    for (bool any = next_time(merge, &before_s); any && next_time(merge, &time_s); steps++) {
        uint32_t bits = bits_of(time_s - before_s);
        before_s = time_s;
        if (upper == NULL)
            merge->buckets[bits >> 16]++;
        else if (bits >> 16 == *upper)
            merge->buckets[bits & 0xffffu]++;
    }
    return steps;
}

/* The bucket that holds the `rank`-th distance, from 0; `rank` is then the place in it. */
static uint32_t bucket_of(const struct merge *merge, uint64_t *rank)
{
    uint32_t bucket = 0;
    while (bucket + 1 < BUCKETS && *rank >= merge->buckets[bucket])
        *rank -= merge->buckets[bucket++];
    return bucket;
}

/* The keys that a reduction leaves are shared out over the curves: together they still show every
 * frame. */
static void measure(struct us_inspect_work *work, struct merge *merge)
{
    uint64_t steps = count_steps(work, merge, NULL);
    if (steps == 0)
        return;
    uint64_t rank = steps / 2;
    uint32_t upper = bucket_of(merge, &rank);
    count_steps(work, merge, &upper);
    uint32_t bits = upper << 16 | bucket_of(merge, &rank);
    float median_s;
    memcpy(&median_s, &bits, sizeof(median_s));
    work->facts->rate_hz = 1.0 / (double)median_s;
}

enum us_result us_inspect_rate(struct us_inspect_work *work)
{
    struct merge *merge = calloc(1, sizeof(*merge));
    if (merge == NULL)
        return us_inspect_out_of_memory(work);
    merge->windows = malloc(MERGE_BYTES);
    merge->buckets = malloc(BUCKETS * sizeof(*merge->buckets));
    enum us_result result = US_OK;
    choose_curves(work, merge);
    if (merge->windows == NULL || merge->buckets == NULL)
        result = us_inspect_out_of_memory(work);
    else if (merge->count > 0)
        measure(work, merge);
    if (result == US_OK)
        result = us_inspect_was_read(work, merge->reader, merge->count);
    free(merge->windows);
    free(merge->buckets);
    free(merge);
    return result;
}
