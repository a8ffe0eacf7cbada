/* SPDX-License-Identifier: MIT */
/*
 * Any keys, wrap modes, weights and times: an answer in a bounded time, finite where the keys are,
 * and the one that the oracle's slow evaluation gives.
 */
#include "fuzz.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/curve/curve.h"
#include "core/recording/format.h"
#include "oracle.h"

enum { MOST_KEYS = 24, MOST_TIMES = 40 };

struct made {
    struct us_curve curve;
    uint8_t bytes[MOST_KEYS * US_KEY_SIZE_FULL];
    struct us_key keys[MOST_KEYS];
    struct oracle_key seen[MOST_KEYS];
    struct oracle_curve oracle;
    double reach;   /* no value is further from 0 */
    bool is_gentle; /* weights within [0, 1], and nothing near a float's limits */
};

static float any_or_tame(struct fuzz_feed *feed, bool any)
{
    return any ? fuzz_float_any(feed) : fuzz_float(feed);
}

/* Mostly in [0, 1], where a file's are. */
static float weight(struct fuzz_feed *feed)
{
    uint8_t byte = fuzz_u8(feed);
    return byte < 8 ? fuzz_float(feed) : (float)(byte - 8) / 247.0f;
}

static void read_keys(struct made *made, struct fuzz_feed *feed)
{
    static const int32_t modes[] = {8, 0, 1, 2, 4, 5};
    uint8_t kind = fuzz_u8(feed);
    bool any = (kind & 1) != 0;
    made->curve = (struct us_curve){.keys = made->bytes,
                                    .key_count = fuzz_choice(feed, MOST_KEYS + 1),
                                    .key_size = kind & 2 ? US_KEY_SIZE_SHORT : US_KEY_SIZE_FULL,
                                    .pre_wrap = modes[fuzz_choice(feed, 6)],
                                    .post_wrap = modes[fuzz_choice(feed, 6)]};
    float time_s = fuzz_float(feed);
    for (uint32_t i = 0; i < made->curve.key_count; i++) {
        float step_s = any_or_tame(feed, any);
        time_s = any ? step_s : time_s + fabsf(step_s);
        struct us_key key = {time_s, any_or_tame(feed, any), 0, 0, 0, 0, US_WEIGHTED_BOTH};
        if (made->curve.key_size == US_KEY_SIZE_FULL) {
            uint8_t side = fuzz_u8(feed);
            key.in_tangent = side & 4 ? fuzz_float_any(feed) : fuzz_float(feed);
            key.out_tangent = side & 8 ? fuzz_float_any(feed) : fuzz_float(feed);
            key.in_weight = side & 16 ? 0.0f : weight(feed);
            key.out_weight = side & 32 ? 0.0f : weight(feed);
            key.weighted_mode = side & 64 ? (int32_t)fuzz_u32(feed) : side & 3;
        }
        uint8_t whole[US_KEY_SIZE_FULL];
        us_key_store(&key, whole);
        memcpy(made->bytes + i * made->curve.key_size, whole, made->curve.key_size);
    }
}

static bool is_weight(double value)
{
    return value >= 0.0 && value <= 1.0;
}

static void see_keys(struct made *made)
{
    made->oracle =
        (struct oracle_curve){made->curve.pre_wrap, made->curve.post_wrap, false, 0, made->seen};
    double steepest = 0.0, heaviest = 1.0;
    made->is_gentle = true;
    made->reach = 0.0;
    for (uint32_t i = 0; i < made->curve.key_count; i++) {
        struct us_key key = us_curve_key(&made->curve, i);
        size_t *count = &made->oracle.count;
        if (*count > 0 && made->seen[*count - 1].time_s == (double)key.time_s)
            --*count;
        made->seen[(*count)++] = (struct oracle_key){
            (double)key.time_s,      (double)key.value,     (double)key.in_tangent,
            (double)key.out_tangent, (double)key.in_weight, (double)key.out_weight,
            key.weighted_mode};
        made->reach = fmax(made->reach, fabs((double)key.value));
        double in = isinf(key.in_tangent) ? 0.0 : fabs((double)key.in_tangent);
        double out = isinf(key.out_tangent) ? 0.0 : fabs((double)key.out_tangent);
        steepest = fmax(steepest, fmax(in, out));
        heaviest = fmax(heaviest, fmax(fabs((double)key.in_weight), fabs((double)key.out_weight)));
        made->is_gentle = made->is_gentle && is_weight((double)key.in_weight) &&
                          is_weight((double)key.out_weight) && fabs((double)key.time_s) < 1e9;
    }
    if (made->oracle.count > 0) {
        double length_s = made->seen[made->oracle.count - 1].time_s - made->seen[0].time_s;
        made->reach += 4.0 * steepest * heaviest * length_s;
    }
}

/* Where a repeating curve jumps, one rounding decides which side counts. */
static bool is_seam(const struct made *made, double time_s)
{
    double first_s = made->seen[0].time_s, last_s = made->seen[made->oracle.count - 1].time_s;
    if (time_s >= first_s && time_s <= last_s)
        return false;
    double within_s = 1e-9 * (1.0 + fabs(time_s) + fabs(first_s) + fabs(last_s));
    return oracle_curve_near_key(&made->oracle, time_s, within_s) || last_s - first_s < 1e-3;
}

static void check_time(const struct made *made, double time_s)
{
    double slope, got = us_curve_evaluate(&made->curve, time_s, &slope);
    if (made->reach < 1e60)
        fuzz_check(isfinite(got) && isfinite(slope), "at %.17g s: %g, slope %g", time_s, got,
                   slope);
    double clamped = us_curve_evaluate_clamped(&made->curve, time_s);
    if (made->reach < 1e60)
        fuzz_check(isfinite(clamped), "clamped at %.17g s: %g", time_s, clamped);
    us_curve_evaluate_bool(&made->curve, time_s);
    if (!made->is_gentle || made->oracle.count == 0 || !isfinite(time_s) || fabs(time_s) > 1e9 ||
        is_seam(made, time_s))
        return;
    double want = oracle_curve_value(&made->oracle, time_s);
    fuzz_check(fabs(got - want) <= 2e-5 * made->reach, "at %.17g s: %.17g, the oracle says %.17g",
               time_s, got, want);
}

static void check_segments(const struct made *made)
{
    for (uint32_t i = 0; i + 1 < made->curve.key_count; i++) {
        struct us_segment segment = us_curve_segment(&made->curve, i);
        double left_s = (double)segment.left.time_s, right_s = (double)segment.right.time_s;
        check_time(made, left_s);
        check_time(made, right_s);
        check_time(made, left_s + (right_s - left_s) * 0.5);
        check_time(made, nextafter(right_s, left_s));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const double odd_s[] = {NAN, INFINITY, -INFINITY, 1e300, -1e300, 0.0, 5e-324};
    struct fuzz_feed feed = fuzz_feed(data, size);
    struct made made;
    read_keys(&made, &feed);
    if (us_key_check_check(&made.curve, 0, 0, NULL) != US_OK)
        return 0;
    see_keys(&made);
    check_segments(&made);
    for (unsigned i = 0; i < sizeof odd_s / sizeof *odd_s; i++)
        check_time(&made, odd_s[i]);
    for (unsigned i = 0; i < MOST_TIMES && feed.left > 0; i++)
        check_time(&made, (double)fuzz_float(&feed) * (i % 2 ? 1.0 : 1.0 / 7.0));
    return 0;
}
