/* SPDX-License-Identifier: MIT */
#include "times.h"

#include <stdlib.h>

bool us_times_equal(const struct us_curve *a, const struct us_curve *b)
{
    if (a->key_count != b->key_count)
        return false;
    if (a->keys == b->keys || (a->axis != 0 && a->axis == b->axis))
        return true;
    for (uint32_t i = 0; i < a->key_count; i++)
        if (us_curve_time_s(a, i) != us_curve_time_s(b, i))
            return false;
    return true;
}

static bool times_of_curve(const struct us_curve *curve, struct us_times *out)
{
    *out = (struct us_times){0};
    out->at_s = malloc(((size_t)curve->key_count + 1) * sizeof(*out->at_s));
    if (out->at_s == NULL)
        return false;
    for (uint32_t i = 0; i < curve->key_count; i++) {
        float time_s = us_curve_time_s(curve, i);
        if (out->count == 0 || out->at_s[out->count - 1] != time_s)
            out->at_s[out->count++] = time_s;
    }
    return true;
}

static bool merge(struct us_times *into, struct us_times *from)
{
    size_t room = (size_t)into->count + from->count + 1;
    struct us_times merged = {malloc(room * sizeof(float)), 0};
    if (merged.at_s == NULL)
        return false;
    uint32_t a = 0, b = 0;
    while (a < into->count || b < from->count) {
        bool take_a = b == from->count || (a < into->count && into->at_s[a] <= from->at_s[b]);
        float time_s = take_a ? into->at_s[a] : from->at_s[b];
        a += a < into->count && into->at_s[a] == time_s;
        b += b < from->count && from->at_s[b] == time_s;
        merged.at_s[merged.count++] = time_s;
    }
    us_times_finish(into);
    us_times_finish(from);
    *into = merged;
    return true;
}

/* Merge neighbours, then neighbours of what came out, until one list is left in lists[0]. */
static bool merge_tree(struct us_times *lists, uint32_t count)
{
    for (uint32_t step = 1; step < count; step *= 2)
        for (uint32_t i = 0; i + step < count; i += 2 * step)
            if (!merge(&lists[i], &lists[i + step]))
                return false;
    return true;
}

static bool known(const struct us_curve *const *curves, const uint32_t *kept, uint32_t kept_count,
                  const struct us_curve *curve)
{
    /* Curves that share their times stand near each other in a file: look at the latest first. */
    for (uint32_t i = kept_count; i-- > 0;)
        if (us_times_equal(curves[kept[i]], curve))
            return true;
    return false;
}

bool us_times_union(const struct us_curve *const *curves, uint32_t count, struct us_times *out)
{
    *out = (struct us_times){0};
    struct us_times *lists = calloc((size_t)count + 1, sizeof(*lists));
    uint32_t *kept = calloc((size_t)count + 1, sizeof(*kept));
    uint32_t kept_count = 0;
    bool done = lists != NULL && kept != NULL;
    for (uint32_t i = 0; i < count && done; i++) {
        if (curves[i]->key_count == 0 || known(curves, kept, kept_count, curves[i]))
            continue;
        done = times_of_curve(curves[i], &lists[kept_count]);
        kept[kept_count] = i;
        kept_count += done;
    }
    done = done && merge_tree(lists, kept_count);
    if (done)
        *out = lists[0];
    for (uint32_t i = done ? 1 : 0; lists != NULL && i < kept_count; i++)
        us_times_finish(&lists[i]);
    free(lists);
    free(kept);
    return done;
}

void us_times_finish(struct us_times *times)
{
    free(times->at_s);
    *times = (struct us_times){0};
}
