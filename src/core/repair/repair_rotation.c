/* SPDX-License-Identifier: MIT */
#include "core/repair/repair_rotation.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/bytes.h"
#include "core/curve/key_times.h"
#include "core/repair/rotation_signs.h"

enum { COMPONENTS = US_ROTATION_COMPONENTS };

struct walk {
    const struct us_curve *curves; /* X Y Z W */
    bool shared;                   /* all four have keys at the same times */
    struct us_key_times times;     /* their union, if not shared */
    uint32_t count;
    uint8_t *edits; /* enum us_rotation_edit of each key */
    struct us_rotation_signs signs;
};

static void components_at(const struct walk *walk, uint32_t index, double out[COMPONENTS])
{
    for (unsigned i = 0; i < COMPONENTS; i++)
        out[i] = walk->shared
                     ? (double)us_curve_key(&walk->curves[i], index).value
                     : us_curve_evaluate_clamped(&walk->curves[i], (double)walk->times.at_s[index]);
}

/* Whether a later key stands at the same time: only the last key at a time counts. */
static bool hidden(const struct walk *walk, uint32_t index)
{
    return walk->shared && index + 1 < walk->count &&
           us_curve_time_s(walk->curves, index) == us_curve_time_s(walk->curves, index + 1);
}

/* Whether every component has a key at this time. */
static bool on_keys(const struct walk *walk, uint32_t index)
{
    for (unsigned i = 0; i < COMPONENTS && !walk->shared; i++) {
        const struct us_curve *curve = &walk->curves[i];
        float time_s = walk->times.at_s[index];
        if (curve->key_count > 0 &&
            us_curve_time_s(curve, us_curve_find(curve, (double)time_s)) != time_s)
            return false;
    }
    return true;
}

static void judge(struct walk *walk)
{
    for (uint32_t i = 0; i < walk->count; i++) {
        walk->edits[i] = US_ROTATION_KEEP;
        if (hidden(walk, i))
            continue;
        double here[COMPONENTS];
        components_at(walk, i, here);
        walk->edits[i] = (uint8_t)us_rotation_signs_next(&walk->signs, here, on_keys(walk, i));
    }
}

static bool all_linear(const struct us_curve *curve)
{
    for (uint32_t i = 0; i + 1 < curve->key_count; i++) {
        struct us_segment segment = us_curve_segment(curve, i);
        if (!us_segment_is_linear(&segment))
            return false;
    }
    return true;
}

/* An infinite tangent makes a step, and its sign says which key holds. It stays when the sign of
 * the rotation changes. */
static float turned_tangent(float tangent)
{
    return isinf(tangent) ? tangent : -tangent;
}

/* A repeating curve repeats between its own first and last key, so new keys outside them would
 * change it. */
static bool keeps_period(const struct walk *walk, const struct us_curve *curve)
{
    return !us_curve_repeats(curve) ||
           (us_curve_time_s(curve, 0) == walk->times.at_s[0] &&
            us_curve_time_s(curve, curve->key_count - 1) == walk->times.at_s[walk->count - 1]);
}

static struct us_key key_for(const struct walk *walk, unsigned component, uint32_t index)
{
    struct us_key key = {.weighted_mode = US_WEIGHTED_BOTH};
    if (walk->shared) {
        key = us_curve_key(&walk->curves[component], index);
    } else {
        key.time_s = walk->times.at_s[index];
        key.value = (float)us_curve_evaluate_clamped(&walk->curves[component], (double)key.time_s);
    }
    if (walk->edits[index] == US_ROTATION_FLIP) {
        key.value = -key.value;
        key.in_tangent = turned_tangent(key.in_tangent);
        key.out_tangent = turned_tangent(key.out_tangent);
    }
    return key;
}

/* Gives a key without data the value of a good key: the one before it, or the first good one. */
static void fill_zero(struct us_key *key, const struct us_key *good)
{
    key->value = good->value;
    if (!isinf(key->in_tangent))
        key->in_tangent = 0.0f;
    if (!isinf(key->out_tangent))
        key->out_tangent = 0.0f;
}

static void write_component(const struct walk *walk, unsigned component, uint8_t *keys,
                            uint32_t key_size)
{
    uint32_t first_good = 0;
    while (first_good < walk->count &&
           (walk->edits[first_good] == US_ROTATION_REPLACE || hidden(walk, first_good)))
        first_good++;
    struct us_key good = key_for(walk, component, first_good);
    for (uint32_t i = 0; i < walk->count; i++) {
        struct us_key key = key_for(walk, component, i);
        if (walk->edits[i] == US_ROTATION_REPLACE)
            fill_zero(&key, &good);
        else if (!hidden(walk, i))
            good = key;
        uint8_t bytes[US_KEY_SIZE_FULL];
        us_key_store(&key, bytes);
        memcpy(keys + (size_t)i * key_size, bytes, key_size);
    }
}

static bool rewrite(struct us_repair_work *work, const struct walk *walk, unsigned curve_index)
{
    struct us_curve fresh[COMPONENTS];
    for (unsigned i = 0; i < COMPONENTS; i++) {
        fresh[i] = walk->curves[i];
        uint32_t key_size = walk->shared ? fresh[i].key_size : (uint32_t)US_KEY_SIZE_SHORT;
        uint8_t *keys = us_repair_new_keys(work, &fresh[i], walk->count, key_size);
        if (keys == NULL)
            return false;
        write_component(walk, i, keys, key_size);
        /* A curve of one key is constant; with more keys its wrap modes would make it repeat. */
        if (!us_curve_repeats(&walk->curves[i]))
            fresh[i].pre_wrap = fresh[i].post_wrap = US_WRAP_CLAMP_FOREVER;
    }
    memcpy(&work->recording->curves[curve_index], fresh, sizeof(fresh));
    return true;
}

static bool repair(struct us_repair_work *work, struct walk *walk, unsigned curve_index,
                   bool expected)
{
    if (walk->signs.zeros == walk->signs.seen)
        return !expected ||
               us_repair_note(work, US_REPAIR_NO_ROTATION, curve_index, walk->signs.zeros, 0.0);
    bool linear = true;
    for (unsigned i = 0; i < COMPONENTS && !walk->shared; i++)
        linear = linear && all_linear(&walk->curves[i]) && keeps_period(walk, &walk->curves[i]);
    if (!walk->shared && !linear)
        return us_repair_note(work, US_REPAIR_SPLIT_TIMES, curve_index,
                              walk->signs.flips + walk->signs.zeros, 0.0);
    return rewrite(work, walk, curve_index) &&
           (walk->signs.flips == 0 ||
            us_repair_note(work, US_REPAIR_SIGN_FLIP, curve_index, walk->signs.flips, 0.0)) &&
           (walk->signs.zeros == 0 ||
            us_repair_note(work, US_REPAIR_ZERO_ROTATION, curve_index, walk->signs.zeros, 0.0));
}

static bool walk_init(struct walk *walk, const struct us_curve *curves)
{
    *walk = (struct walk){.curves = curves, .shared = true};
    const struct us_curve *const all[COMPONENTS] = {&curves[0], &curves[1], &curves[2], &curves[3]};
    for (unsigned i = 1; i < COMPONENTS; i++)
        walk->shared = walk->shared && us_key_times_equal(all[0], all[i]);
    walk->count = curves[0].key_count;
    if (!walk->shared) {
        if (!us_key_times_union(all, COMPONENTS, &walk->times))
            return false;
        walk->count = walk->times.count;
    }
    walk->edits = malloc((size_t)walk->count + 1);
    return walk->edits != NULL;
}

/*
 * Finds the usual case without a copy: the components share their key times, every key has data,
 * and no sign changes. Then there is nothing to repair.
 */
static bool is_sound(const struct us_curve *curves)
{
    for (unsigned i = 1; i < COMPONENTS; i++)
        if (!us_key_times_equal(&curves[0], &curves[i]))
            return false;
    float before[COMPONENTS] = {0.0f};
    for (uint32_t k = 0; k < curves[0].key_count; k++) {
        float turn = 0.0f, square = 0.0f;
        for (unsigned i = 0; i < COMPONENTS; i++) {
            float value = us_bytes_load_f32(curves[i].keys + (size_t)k * curves[i].key_size + 4);
            turn += value * before[i];
            square += value * value;
            before[i] = value;
        }
        if ((k > 0 && !(turn > 1e-5f)) || !(square > 1e-5f) || !(square < 1e5f))
            return false;
    }
    return true;
}

bool us_repair_rotation(struct us_repair_work *work, unsigned curve_index, bool expected)
{
    /* Only a report needs the count of rotations that are not unit. */
    if (work->report == NULL && is_sound(&work->recording->curves[curve_index]))
        return true;
    struct walk walk;
    bool done = walk_init(&walk, &work->recording->curves[curve_index]);
    if (done && walk.count > 0) {
        judge(&walk);
        if (walk.signs.flips > 0 || walk.signs.zeros > 0)
            done = repair(work, &walk, curve_index, expected);
        if (done && walk.signs.not_unit > 0)
            done = us_repair_note(work, US_REPAIR_NOT_UNIT, curve_index, walk.signs.not_unit, 0.0);
    }
    free(walk.edits);
    us_key_times_finish(&walk.times);
    return done;
}
