/* SPDX-License-Identifier: MIT */
#include "oracle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Below this length four components hold no rotation. */
static const double least_norm = 1e-3;

static bool share_times(const struct oracle_curve curves[4])
{
    for (int c = 1; c < 4; c++) {
        if (curves[c].count != curves[0].count)
            return false;
        for (size_t i = 0; i < curves[0].count; i++)
            if (curves[c].keys[i].time_s != curves[0].keys[i].time_s)
                return false;
    }
    return true;
}

static bool all_linear(const struct oracle_curve curves[4])
{
    for (int c = 0; c < 4; c++)
        if (!oracle_curve_is_linear(&curves[c]))
            return false;
    return true;
}

static int compare_times(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The key times of the four curves, each once. NULL: out of memory. */
static double *union_of_times(const struct oracle_curve curves[4], size_t *out_count)
{
    size_t total = 0;
    for (int c = 0; c < 4; c++)
        total += curves[c].count;
    double *times = calloc(total + 1, sizeof *times);
    if (!times)
        return NULL;
    size_t n = 0, kept = 0;
    for (int c = 0; c < 4; c++)
        for (size_t i = 0; i < curves[c].count; i++)
            times[n++] = curves[c].keys[i].time_s;
    qsort(times, n, sizeof *times, compare_times);
    for (size_t i = 0; i < n; i++)
        if (kept == 0 || times[i] != times[kept - 1])
            times[kept++] = times[i];
    *out_count = kept;
    return times;
}

static bool copy_curve(const struct oracle_curve *from, struct oracle_curve *out)
{
    *out = *from;
    out->keys = calloc(from->count + 1, sizeof *out->keys);
    if (out->keys && from->count > 0)
        memcpy(out->keys, from->keys, from->count * sizeof *out->keys);
    return out->keys != NULL;
}

/* A straight line through the values that the curve has at the given times. One key has one value
 * at any time: it does not begin to repeat. */
static bool resample_curve(const struct oracle_curve *from, const double *times, size_t count,
                           struct oracle_curve *out)
{
    *out = *from;
    out->count = count;
    out->pre_wrap = from->count > 1 ? from->pre_wrap : ORACLE_WRAP_CLAMP_FOREVER;
    out->post_wrap = from->count > 1 ? from->post_wrap : ORACLE_WRAP_CLAMP_FOREVER;
    out->keys = calloc(count + 1, sizeof *out->keys);
    for (size_t i = 0; out->keys && i < count; i++) {
        out->keys[i].time_s = times[i];
        out->keys[i].value = oracle_curve_value(from, times[i]);
        out->keys[i].weighted_mode = ORACLE_WEIGHTED_IN | ORACLE_WEIGHTED_OUT;
    }
    return out->keys != NULL;
}

static struct oracle_quat key_quat(const struct oracle_curve curves[4], size_t i)
{
    return (struct oracle_quat){curves[0].keys[i].value, curves[1].keys[i].value,
                                curves[2].keys[i].value, curves[3].keys[i].value};
}

/* An infinite tangent is no slope but the mark of a step: its sign says which side holds. */
static void negate_key(struct oracle_key *key)
{
    key->value = -key->value;
    key->in_tangent = isinf(key->in_tangent) ? key->in_tangent : -key->in_tangent;
    key->out_tangent = isinf(key->out_tangent) ? key->out_tangent : -key->out_tangent;
}

static void replace_key(struct oracle_curve curves[4], size_t i, struct oracle_quat q)
{
    double values[4] = {q.x, q.y, q.z, q.w};
    for (int c = 0; c < 4; c++) {
        struct oracle_key *key = &curves[c].keys[i];
        key->value = values[c];
        key->in_tangent = isinf(key->in_tangent) ? key->in_tangent : 0;
        key->out_tangent = isinf(key->out_tangent) ? key->out_tangent : 0;
    }
}

/* Walk the keys, which all four curves share: align signs, give keys without a rotation their
 * neighbour's. */
static void align_shared(struct oracle_track *track)
{
    struct oracle_curve *curves = track->rotation;
    size_t count = curves[0].count, first_good = 0;
    while (first_good < count && oracle_quat_norm(key_quat(curves, first_good)) < least_norm)
        first_good++;
    if (first_good == count) {
        track->rotation_repair = ORACLE_ROTATION_ABSENT;
        track->zero_keys = (int)count;
        return;
    }
    struct oracle_quat good = key_quat(curves, first_good);
    for (size_t i = 0; i < count; i++) {
        struct oracle_quat raw = key_quat(curves, i);
        if (oracle_quat_norm(raw) < least_norm) {
            replace_key(curves, i, good);
            track->zero_keys++;
            continue;
        }
        if (oracle_quat_dot(good, raw) < 0) {
            for (int c = 0; c < 4; c++)
                negate_key(&curves[c].keys[i]);
            track->flips++;
        }
        good = key_quat(curves, i);
    }
}

bool oracle_align_track(struct oracle_track *track)
{
    bool shared = share_times(track->rotation_raw);
    bool linear = all_linear(track->rotation_raw);
    size_t count = 0;
    double *times = union_of_times(track->rotation_raw, &count);
    if (!times)
        return false;
    bool good = true;
    for (int c = 0; c < 4; c++) {
        const struct oracle_curve *raw = &track->rotation_raw[c];
        good = good && (shared || !linear ? copy_curve(raw, &track->rotation[c])
                                          : resample_curve(raw, times, count, &track->rotation[c]));
    }
    free(times);
    track->rotation_repair = shared   ? ORACLE_ROTATION_SHARED
                             : linear ? ORACLE_ROTATION_RESAMPLED
                                      : ORACLE_ROTATION_AS_READ;
    if (good && (shared || linear))
        align_shared(track);
    return good;
}
