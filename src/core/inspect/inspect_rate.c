/* SPDX-License-Identifier: MIT */
#include "core/inspect/inspect_rate.h"

#include <stdlib.h>
#include <string.h>

#include "core/keys/key_merge.h"

enum { BUCKETS = 1 << 16, MERGE_BYTES = 1 << 20 };

struct rate {
    unsigned curves[US_CURVE_COUNT]; /* those whose key times differ */
    uint32_t count;
    struct us_curve_reader readers[US_CURVE_COUNT];
    struct us_key_merge times;
    uint8_t *windows;
    uint64_t *buckets;
};

/* Curves with the same key times give the same list, so one of them is enough. If two hashes agree
 * by chance, the rate is a little wrong. */
static void choose_curves(const struct us_inspect_work *work, struct rate *rate)
{
    const struct us_curve *curves = work->detect.source.recording->curves;
    for (unsigned i = 0; i < US_CURVE_COUNT; i++) {
        bool known = curves[i].key_count == 0 || us_recording_curve_is_bool(i);
        for (uint32_t k = rate->count; k-- > 0 && !known;)
            known = curves[rate->curves[k]].key_count == curves[i].key_count &&
                    work->times_hash[rate->curves[k]] == work->times_hash[i];
        if (!known)
            rate->curves[rate->count++] = i;
    }
}

static void rewind_all(const struct us_inspect_work *work, struct rate *rate)
{
    const struct us_key_source *source = &work->detect.source;
    uint32_t size = MERGE_BYTES / rate->count;
    size = size < US_INSPECT_WINDOW_SIZE ? size : US_INSPECT_WINDOW_SIZE;
    for (uint32_t i = 0; i < rate->count; i++)
        us_curve_reader_init(&rate->readers[i], source->file, source->index, rate->curves[i],
                             rate->windows + (size_t)i * size, size);
    us_key_merge_init(&rate->times, rate->readers, rate->count);
}

static uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof(bits));
    return bits;
}

/* Counts the distances between neighbouring key times in buckets, and returns how many there are.
 * The upper 16 bits of a distance choose its bucket; if `upper` is given, the lower 16 bits of
 * those with these upper bits do. This works because positive floats have the same order as their
 * bits. */
static uint64_t count_steps(const struct us_inspect_work *work, struct rate *rate,
                            const uint32_t *upper)
{
    memset(rate->buckets, 0, BUCKETS * sizeof(*rate->buckets));
    rewind_all(work, rate);
    float before_s, time_s;
    uint64_t steps = 0;
    for (bool any = us_key_merge_next(&rate->times, &before_s);
         any && us_key_merge_next(&rate->times, &time_s); steps++) {
        uint32_t bits = bits_of(time_s - before_s);
        before_s = time_s;
        if (upper == NULL)
            rate->buckets[bits >> 16]++;
        else if (bits >> 16 == *upper)
            rate->buckets[bits & 0xffffu]++;
    }
    return steps;
}

/* The bucket that holds the `rank`-th distance, counted from 0. `rank` becomes the place in that
 * bucket. */
static uint32_t bucket_of(const struct rate *rate, uint64_t *rank)
{
    uint32_t bucket = 0;
    while (bucket + 1 < BUCKETS && *rank >= rate->buckets[bucket])
        *rank -= rate->buckets[bucket++];
    return bucket;
}

/* The toolkit's key reduction leaves each curve only some of the frames. The key times of all
 * curves together still show every frame. */
static void measure(struct us_inspect_work *work, struct rate *rate)
{
    uint64_t steps = count_steps(work, rate, NULL);
    if (steps == 0)
        return;
    uint64_t rank = steps / 2;
    uint32_t upper = bucket_of(rate, &rank);
    count_steps(work, rate, &upper);
    uint32_t bits = upper << 16 | bucket_of(rate, &rank);
    float median_s;
    memcpy(&median_s, &bits, sizeof(median_s));
    work->facts->rate_hz = 1.0 / (double)median_s;
}

enum us_result us_inspect_rate(struct us_inspect_work *work)
{
    struct rate *rate = calloc(1, sizeof(*rate));
    if (rate == NULL)
        return us_detect_out_of_memory(&work->detect);
    rate->windows = malloc(MERGE_BYTES);
    rate->buckets = malloc(BUCKETS * sizeof(*rate->buckets));
    enum us_result result = US_OK;
    choose_curves(work, rate);
    if (rate->windows == NULL || rate->buckets == NULL)
        result = us_detect_out_of_memory(&work->detect);
    else if (rate->count > 0)
        measure(work, rate);
    if (result == US_OK)
        result = us_detect_was_read(&work->detect, rate->readers, rate->count);
    free(rate->windows);
    free(rate->buckets);
    free(rate);
    return result;
}
