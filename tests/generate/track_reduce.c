/* SPDX-License-Identifier: MIT */
#include "track.h"

#include <stdlib.h>
#include <string.h>

struct span {
    uint32_t first, last;
};

/* How far, squared, row `index` is from the line between the span's ends, in the group's values. */
static double distance_squared(const struct us_track *track, struct span span, uint32_t index,
                               unsigned first_value, unsigned last_value)
{
    const struct us_track_row *a = &track->rows[span.first];
    const struct us_track_row *b = &track->rows[span.last];
    const struct us_track_row *row = &track->rows[index];
    double length_s = (double)b->time_s - (double)a->time_s;
    double share = length_s > 0.0 ? ((double)row->time_s - (double)a->time_s) / length_s : 0.0;
    double sum = 0.0;
    for (unsigned i = first_value; i < last_value; i++) {
        double from = (double)a->values[i];
        double off = from + ((double)b->values[i] - from) * share - (double)row->values[i];
        sum += off * off;
    }
    return sum;
}

static uint32_t farthest(const struct us_track *track, struct span span, unsigned first_value,
                         unsigned last_value, double tolerance)
{
    uint32_t found = span.first;
    double most = tolerance * tolerance;
    for (uint32_t i = span.first + 1; i < span.last; i++) {
        double off = distance_squared(track, span, i, first_value, last_value);
        if (off > most) {
            most = off;
            found = i;
        }
    }
    return found;
}

/* Ramer, Douglas and Peucker, without recursion: a span is split at its worst row until none is
 * bad. */
static bool reduce_group(struct us_track *track, unsigned group, double tolerance)
{
    unsigned first_value = group == 0 ? 0 : US_TRACK_SPLIT;
    unsigned last_value = group == 0 ? US_TRACK_SPLIT : US_TRACK_VALUES;
    bool *drop = malloc(track->count);
    struct span *stack = malloc(sizeof *stack * track->count);
    if (drop == NULL || stack == NULL) {
        free(drop);
        free(stack);
        return false;
    }
    memset(drop, true, track->count);
    drop[0] = drop[track->count - 1] = false;
    uint32_t depth = 0;
    stack[depth++] = (struct span){0, track->count - 1};
    while (depth > 0) {
        struct span span = stack[--depth];
        uint32_t split = farthest(track, span, first_value, last_value, tolerance);
        if (split == span.first)
            continue;
        drop[split] = false;
        stack[depth++] = (struct span){span.first, split};
        stack[depth++] = (struct span){split, span.last};
    }
    free(stack);
    track->drop[group] = drop;
    return true;
}

bool us_track_reduce(struct us_track *track)
{
    if (track->count < 3)
        return true;
    return reduce_group(track, 0, 0.001) && reduce_group(track, 1, 0.01);
}
