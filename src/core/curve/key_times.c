/* SPDX-License-Identifier: MIT */
#include "core/curve/curve.h"

#include <stdlib.h>

bool us_curve_key_times_equal(const struct us_curve *a, const struct us_curve *b)
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

static bool times_of_curve(const struct us_curve *curve, struct us_curve_key_times *out)
{
    *out = (struct us_curve_key_times){0};
    out->at_s = malloc(((size_t)curve->key_count + 1) * sizeof *out->at_s);
    if (out->at_s == NULL)
        return false;
    for (uint32_t i = 0; i < curve->key_count; i++) {
        float time_s = us_curve_time_s(curve, i);
        if (out->count == 0 || out->at_s[out->count - 1] != time_s)
            out->at_s[out->count++] = time_s;
    }
    return true;
}

static bool merge(struct us_curve_key_times *into, struct us_curve_key_times *from)
{
    size_t room = (size_t)into->count + from->count + 1;
    struct us_curve_key_times merged = {malloc(room * sizeof(float)), 0};
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
    us_curve_key_times_finish(into);
    us_curve_key_times_finish(from);
    *into = merged;
    return true;
}

/* Merge neighbours, then neighbours of what came out, until one list is left in lists[0]. */
static bool merge_tree(struct us_curve_key_times *lists, uint32_t count)
{
    for (uint32_t step = 1; step < count; step *= 2)
        for (uint32_t i = 0; i + step < count; i += 2 * step)
            if (!merge(&lists[i], &lists[i + step]))
                return false;
    return true;
}

/* A curve whose times are in the union, and their hash once it was needed. */
struct listed {
    uint32_t curve;
    bool hashed;
    uint64_t hash;
};

static uint64_t hash_of(const struct us_curve *curve, struct listed *listed)
{
    if (listed->hashed)
        return listed->hash;
    uint64_t hash = 0;
    for (uint32_t i = 0; i < curve->key_count; i++) {
        hash = (hash ^ us_bytes_load_u32(curve->keys + (size_t)i * curve->key_size)) *
               UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 29;
    }
    listed->hashed = true;
    listed->hash = hash;
    return hash;
}

/* Comparing the hashes first avoids comparing long lists that differ only near their end. Lists
 * that differ only in the sign of a zero have different hashes; merging both changes nothing.
 */
static bool is_listed(const struct us_curve *const *curves, struct listed *listed, uint32_t count,
                      struct listed *one)
{
    const struct us_curve *curve = curves[one->curve];
    /* Curves that share their times stand near each other in a file: look at the latest first. */
    for (uint32_t i = count; i-- > 0;) {
        const struct us_curve *other = curves[listed[i].curve];
        if (other->key_count != curve->key_count)
            continue;
        if ((other->axis != 0 && other->axis == curve->axis) ||
            (hash_of(other, &listed[i]) == hash_of(curve, one) &&
             us_curve_key_times_equal(other, curve)))
            return true;
    }
    return false;
}

bool us_curve_key_times_union(const struct us_curve *const *curves, uint32_t count,
                              struct us_curve_key_times *out)
{
    *out = (struct us_curve_key_times){0};
    struct us_curve_key_times *lists = calloc((size_t)count + 1, sizeof *lists);
    struct listed *listed = calloc((size_t)count + 1, sizeof *listed);
    uint32_t listed_count = 0;
    bool done = lists != NULL && listed != NULL;
    for (uint32_t i = 0; i < count && done; i++) {
        struct listed one = {.curve = i};
        if (curves[i]->key_count == 0 || is_listed(curves, listed, listed_count, &one))
            continue;
        done = times_of_curve(curves[i], &lists[listed_count]);
        listed[listed_count] = one;
        listed_count += done;
    }
    done = done && merge_tree(lists, listed_count);
    if (done)
        *out = lists[0];
    for (uint32_t i = done ? 1 : 0; lists != NULL && i < listed_count; i++)
        us_curve_key_times_finish(&lists[i]);
    free(lists);
    free(listed);
    return done;
}

void us_curve_key_times_finish(struct us_curve_key_times *times)
{
    free(times->at_s);
    *times = (struct us_curve_key_times){0};
}
