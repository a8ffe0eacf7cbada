/* SPDX-License-Identifier: MIT */
#include "core/keys/key_density.h"

#include <math.h>
#include <stdlib.h>

#include "core/base/bytes.h"
#include "core/base/search.h"

/* The keys of a curve that are in the span: from `low` to `high`, exclusive. */
struct part {
    unsigned curve;
    uint32_t low, high;
};

/* The time of a curve's middle key, weighted by the bytes of the curve's keys. */
struct vote {
    double time_s;
    uint64_t bytes;
};

struct cutting {
    const struct us_file *file;
    const struct us_curve_index *index;
    struct part parts[US_CURVE_COUNT];
    unsigned count;
    bool failed; /* the file could not be read there: */
    uint64_t failed_byte;
};

static double time_of(struct cutting *cutting, unsigned curve, uint32_t key)
{
    uint8_t bytes[4];
    uint64_t byte = us_curve_index_key_byte(cutting->index, curve, key);
    if (!us_file_get(cutting->file, byte, bytes, sizeof bytes)) {
        cutting->failed = true;
        cutting->failed_byte = byte;
        return 0.0;
    }
    return (double)us_bytes_load_f32(bytes);
}

/* The first of the part's keys at or after `time_s`; with `behind`, the first one after it. */
static uint32_t first_from(struct cutting *cutting, const struct part *part, double time_s,
                           bool behind)
{
    struct us_search search = {.low = part->low, .high = part->high};
    while (us_search_next(&search) && !cutting->failed) {
        double at_s = time_of(cutting, part->curve, (uint32_t)search.middle);
        us_search_narrow(&search, behind ? at_s <= time_s : at_s < time_s);
    }
    return (uint32_t)search.low;
}

static uint64_t bytes_of(const struct cutting *cutting, const struct part *part)
{
    return (uint64_t)(part->high - part->low) * cutting->index->head.curves[part->curve].key_size;
}

static uint64_t all_bytes(const struct cutting *cutting)
{
    uint64_t bytes = 0;
    for (unsigned i = 0; i < cutting->count; i++)
        bytes += bytes_of(cutting, &cutting->parts[i]);
    return bytes;
}

static int compare_votes(const void *a, const void *b)
{
    double x = ((const struct vote *)a)->time_s, y = ((const struct vote *)b)->time_s;
    return (x > y) - (x < y);
}

/* Half of a curve's keys are on either side of its middle key. So a quarter of all keys or more are
 * on either side of the weighted median of the middle keys. */
static double median_s(struct cutting *cutting)
{
    struct vote votes[US_CURVE_COUNT];
    unsigned count = 0;
    uint64_t total = 0, below = 0;
    for (unsigned i = 0; i < cutting->count; i++) {
        const struct part *part = &cutting->parts[i];
        if (part->high == part->low)
            continue;
        struct vote vote = {time_of(cutting, part->curve, part->low + (part->high - part->low) / 2),
                            bytes_of(cutting, part)};
        total += vote.bytes;
        votes[count++] = vote;
    }
    qsort(votes, count, sizeof votes[0], compare_votes);
    unsigned i = 0;
    while (i + 1 < count && 2 * (below + votes[i].bytes) < total)
        below += votes[i++].bytes;
    return count > 0 ? votes[i].time_s : (double)INFINITY;
}

/* The time of the first key after `from_s`. */
static double next_s(struct cutting *cutting, double from_s)
{
    double next = (double)INFINITY;
    for (unsigned i = 0; i < cutting->count; i++) {
        const struct part *part = &cutting->parts[i];
        uint32_t key = first_from(cutting, part, from_s, true);
        if (key < part->high)
            next = fmin(next, time_of(cutting, part->curve, key));
    }
    return next;
}

static void keep_side(struct cutting *cutting, double cut_s, bool before)
{
    for (unsigned i = 0; i < cutting->count; i++) {
        struct part *part = &cutting->parts[i];
        uint32_t key = first_from(cutting, part, cut_s, false);
        *(before ? &part->high : &part->low) = key;
    }
}

static void list_parts(struct cutting *cutting, double from_s, double to_s)
{
    for (unsigned i = 0; i < US_CURVE_COUNT; i++) {
        struct part part = {i, 0, cutting->index->head.curves[i].key_count};
        if (part.high == 0)
            continue;
        part.low = first_from(cutting, &part, from_s, false);
        part.high = first_from(cutting, &part, to_s, false);
        cutting->parts[cutting->count++] = part;
    }
}

enum us_result us_key_density_cut(const struct us_file *file, const struct us_curve_index *index,
                                  double time_s, uint64_t limit_bytes, double *from_s, double *to_s,
                                  struct us_error *error)
{
    struct cutting cutting = {.file = file, .index = index};
    list_parts(&cutting, *from_s, *to_s);
    while (all_bytes(&cutting) > limit_bytes && !cutting.failed) {
        double cut_s = median_s(&cutting);
        if (!(cut_s > *from_s))
            cut_s = next_s(&cutting, *from_s);
        if (!(cut_s < *to_s))
            break;
        bool before = time_s < cut_s;
        keep_side(&cutting, cut_s, before);
        *(before ? to_s : from_s) = cut_s;
    }
    return cutting.failed ? us_result_fail(error, US_ERROR_FILE, cutting.failed_byte, NULL,
                                           "the file cannot be read, or became shorter meanwhile")
                          : US_OK;
}

void us_played_spans_init(struct us_played_spans *spans, const struct us_recording *recording,
                          struct us_curve_reader *readers, uint32_t count)
{
    spans->from_s = spans->to_s = us_recording_start_s(recording);
    spans->end_s = recording->last_key_s;
    us_key_merge_init(&spans->times, readers, count);
    spans->has_next = us_key_merge_next(&spans->times, &spans->next_s);
}

bool us_played_spans_next(struct us_played_spans *spans)
{
    if (spans->to_s >= spans->end_s)
        return false;
    spans->from_s = spans->to_s;
    while (spans->has_next && (double)spans->next_s <= spans->from_s)
        spans->has_next = us_key_merge_next(&spans->times, &spans->next_s);
    spans->to_s = spans->has_next ? fmin((double)spans->next_s, spans->end_s) : spans->end_s;
    return true;
}
