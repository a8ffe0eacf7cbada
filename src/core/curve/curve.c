/* SPDX-License-Identifier: MIT */
#include "core/curve/curve.h"

#include <math.h>

#include "core/base/bytes.h"
#include "core/base/search.h"

enum { KEY_VALUE = 4, KEY_IN_TANGENT = 8, KEY_OUT_TANGENT = 12, KEY_IN_WEIGHT = 16 };
enum { KEY_OUT_WEIGHT = 20, KEY_WEIGHTED_MODE = 24 };

unsigned us_wrap_place(int32_t mode)
{
    static const int32_t modes[US_WRAP_UNKNOWN] = {US_WRAP_CLAMP_FOREVER, US_WRAP_DEFAULT,
                                                   US_WRAP_ONCE, US_WRAP_LOOP, US_WRAP_PINGPONG};
    unsigned place = 0;
    while (place < US_WRAP_UNKNOWN && modes[place] != mode)
        place++;
    return place;
}

static const uint8_t *key_bytes(const struct us_curve *curve, uint32_t index)
{
    return curve->keys + (size_t)index * curve->key_size;
}

struct us_key us_curve_key(const struct us_curve *curve, uint32_t index)
{
    const uint8_t *at = key_bytes(curve, index);
    struct us_key key = {
        .time_s = us_bytes_load_f32(at),
        .value = us_bytes_load_f32(at + KEY_VALUE),
        .weighted_mode = US_WEIGHTED_BOTH,
    };
    if (curve->key_size == US_KEY_SIZE_FULL) {
        key.in_tangent = us_bytes_load_f32(at + KEY_IN_TANGENT);
        key.out_tangent = us_bytes_load_f32(at + KEY_OUT_TANGENT);
        key.in_weight = us_bytes_load_f32(at + KEY_IN_WEIGHT);
        key.out_weight = us_bytes_load_f32(at + KEY_OUT_WEIGHT);
        key.weighted_mode = (int32_t)us_bytes_load_u32(at + KEY_WEIGHTED_MODE);
    }
    return key;
}

void us_key_store(const struct us_key *key, uint8_t *out)
{
    us_bytes_store_f32(out, key->time_s);
    us_bytes_store_f32(out + KEY_VALUE, key->value);
    us_bytes_store_f32(out + KEY_IN_TANGENT, key->in_tangent);
    us_bytes_store_f32(out + KEY_OUT_TANGENT, key->out_tangent);
    us_bytes_store_f32(out + KEY_IN_WEIGHT, key->in_weight);
    us_bytes_store_f32(out + KEY_OUT_WEIGHT, key->out_weight);
    us_bytes_store_u32(out + KEY_WEIGHTED_MODE, (uint32_t)key->weighted_mode);
}

uint32_t us_curve_find(const struct us_curve *curve, double time_s)
{
    struct us_search search = {.high = curve->key_count, .wants_last = true};
    while (us_search_next(&search))
        us_search_narrow(&search, (double)us_curve_time_s(curve, search.middle) <= time_s);
    return (uint32_t)search.low;
}

/* In [0, period]: just below 0, rounding may give the period itself. */
static double positive_modulo(double value, double period)
{
    double rest = fmod(value, period);
    return rest < 0.0 ? rest + period : rest;
}

double us_curve_wrap(const struct us_curve *curve, double time_s, double *out_rate)
{
    double first_s = (double)us_curve_time_s(curve, 0);
    double last_s = (double)us_curve_time_s(curve, curve->key_count - 1);
    double length_s = last_s - first_s;
    double rate = 1.0;
    double wrapped_s = time_s;

    if (!(time_s >= first_s) || time_s >= last_s) {
        bool after = time_s >= last_s;
        int32_t mode = after ? curve->post_wrap : curve->pre_wrap;
        if (mode == US_WRAP_LOOP && length_s > 0.0 && isfinite(time_s)) {
            wrapped_s = first_s + positive_modulo(time_s - first_s, length_s);
        } else if (mode == US_WRAP_PINGPONG && length_s > 0.0 && isfinite(time_s)) {
            double phase_s = positive_modulo(time_s - first_s, 2.0 * length_s);
            rate = phase_s >= length_s ? -1.0 : 1.0;
            wrapped_s = first_s + (phase_s >= length_s ? 2.0 * length_s - phase_s : phase_s);
        } else {
            rate = 0.0;
            wrapped_s = after ? last_s : first_s;
        }
    }
    if (out_rate != NULL)
        *out_rate = rate;
    return wrapped_s;
}

bool us_curve_repeats(const struct us_curve *curve)
{
    int32_t pre = curve->pre_wrap, post = curve->post_wrap;
    return curve->key_count > 1 && (pre == US_WRAP_LOOP || pre == US_WRAP_PINGPONG ||
                                    post == US_WRAP_LOOP || post == US_WRAP_PINGPONG);
}

struct us_segment us_curve_segment(const struct us_curve *curve, uint32_t index)
{
    uint32_t right = index + 1;
    float right_s = us_curve_time_s(curve, right);
    if (right + 1 < curve->key_count && us_curve_time_s(curve, right + 1) == right_s)
        right = us_curve_find(curve, (double)right_s);
    return (struct us_segment){us_curve_key(curve, index), us_curve_key(curve, right)};
}

/* Steps come before weights: +infinity on either side holds the left value, -infinity alone takes
 * the right one. */
static bool segment_step(const struct us_segment *segment, double *out_value)
{
    float out_tangent = segment->left.out_tangent;
    float in_tangent = segment->right.in_tangent;
    if (!isinf(out_tangent) && !isinf(in_tangent))
        return false;
    bool hold_left =
        (isinf(out_tangent) && out_tangent > 0.0f) || (isinf(in_tangent) && in_tangent > 0.0f);
    *out_value = (double)(hold_left ? segment->left.value : segment->right.value);
    return true;
}

static bool out_counts(const struct us_segment *segment)
{
    return (segment->left.weighted_mode & US_WEIGHTED_OUT) != 0;
}

static bool in_counts(const struct us_segment *segment)
{
    return (segment->right.weighted_mode & US_WEIGHTED_IN) != 0;
}

bool us_segment_is_linear(const struct us_segment *segment)
{
    double unused;
    return !segment_step(segment, &unused) && out_counts(segment) && in_counts(segment) &&
           segment->left.out_weight == 0.0f && segment->right.in_weight == 0.0f;
}

static double hermite(const struct us_segment *segment, double s, double length_s,
                      double *out_slope)
{
    double v0 = (double)segment->left.value;
    double v1 = (double)segment->right.value;
    double m0 = (double)segment->left.out_tangent * length_s;
    double m1 = (double)segment->right.in_tangent * length_s;
    double c2 = 3.0 * (v1 - v0) - 2.0 * m0 - m1;
    double c3 = 2.0 * (v0 - v1) + m0 + m1;
    *out_slope = (m0 + s * (2.0 * c2 + s * 3.0 * c3)) / length_s;
    return v0 + s * (m0 + s * (c2 + s * c3));
}

/* p(u) = u * (c1 + u * (c2 + u * c3)): a cubic with p(0) = 0, as a Bezier's time is. */
struct cubic {
    double c1, c2, c3;
};

static struct cubic bezier_cubic(double p1, double p2, double p3)
{
    return (struct cubic){3.0 * p1, 3.0 * (p2 - 2.0 * p1), p3 - 3.0 * (p2 - p1)};
}

static double cubic_at(struct cubic p, double u)
{
    return u * (p.c1 + u * (p.c2 + u * p.c3));
}

static double cubic_slope(struct cubic p, double u)
{
    return p.c1 + u * (2.0 * p.c2 + u * 3.0 * p.c3);
}

/* The first turning point of p if it lies within (0, 1), otherwise 1. */
static double first_turn(struct cubic p)
{
    double b = 2.0 * p.c2;
    double discriminant = b * b - 12.0 * p.c3 * p.c1;
    if (!(discriminant > 0.0))
        return 1.0;
    double u = -2.0 * p.c1 / (b + copysign(sqrt(discriminant), b));
    return u > 0.0 && u < 1.0 ? u : 1.0;
}

/* The u in [0, 1] with p(u) = s, for p that rises from 0 to 1 and s in [0, 1]. curved_segment.c
 * does the same for two at a time. */
static double solve_rising(struct cubic p, double s)
{
    double low = 0.0, high = 1.0;
    double u = fmax(fmin(2.0 * s - cubic_at(p, s), 1.0), 0.0);
    bool done = false;
    for (int i = 0; i < US_CURVE_SOLVE_MOST && !done; i++) {
        double excess = cubic_at(p, u) - s;
        if (excess < 0.0)
            low = u;
        else
            high = u;
        double slope = fmax(cubic_slope(p, u), US_CURVE_SOLVE_SLOPE);
        double next = u - excess / slope;
        if (!(next >= low && next <= high))
            next = 0.5 * (low + high);
        double step = next - u;
        done = step * step * fabs(p.c2 + 3.0 * p.c3 * u) < US_CURVE_SOLVE_ERROR * slope;
        u = next;
    }
    return u;
}

/* The smallest u in [0, 1] with p(u) = s, for p(1) = 1 and s in [0, 1]. If p does not reach s up to
 * its first turn, it crosses s once behind it. Weights outside of [0, 1] are rare, so this need not
 * be fast. */
static double cubic_solve(struct cubic p, double s)
{
    double low = 0.0, high = first_turn(p);
    if (s == 0.0)
        return 0.0;
    if (cubic_at(p, high) < s) {
        low = high;
        high = 1.0;
    }
    while (high - low > 1e-15) {
        double u = 0.5 * (low + high);
        if (cubic_at(p, u) < s)
            low = u;
        else
            high = u;
    }
    return high;
}

/* d(value)/d(time) at u, or 0 where it is infinite. An out weight of 0 makes both rates 0 at u = 0:
 * there and next to it the slope is that of the first powers of u that are left. */
static double cubic_ratio(struct cubic value, struct cubic time, double u)
{
    double rate = cubic_slope(time, u);
    if (fabs(rate) > US_CURVE_LEAST_RATE)
        return cubic_slope(value, u) / rate;
    if (time.c1 != 0.0)
        return 0.0;
    if (time.c2 != 0.0)
        return value.c2 / time.c2;
    return value.c2 == 0.0 ? value.c3 : 0.0; /* the time is u^3 */
}

static double weighted(const struct us_segment *segment, double s, double length_s,
                       double *out_slope)
{
    double third = 1.0 / 3.0;
    double out_weight = out_counts(segment) ? (double)segment->left.out_weight : third;
    double in_weight = in_counts(segment) ? (double)segment->right.in_weight : third;
    double rise = (double)segment->right.value - (double)segment->left.value;
    double p1 = out_weight * (double)segment->left.out_tangent * length_s;
    double p2 = rise - in_weight * (double)segment->right.in_tangent * length_s;
    struct cubic time = bezier_cubic(out_weight, 1.0 - in_weight, 1.0);
    struct cubic value = bezier_cubic(p1, p2, rise);

    bool rises = out_weight >= 0.0 && out_weight <= 1.0 && in_weight >= 0.0 && in_weight <= 1.0;
    double u = rises ? solve_rising(time, s) : cubic_solve(time, s);
    *out_slope = cubic_ratio(value, time, u) / length_s;
    return (double)segment->left.value + cubic_at(value, u);
}

double us_segment_evaluate(const struct us_segment *segment, double time_s, double *out_slope)
{
    double left_s = (double)segment->left.time_s;
    double length_s = (double)segment->right.time_s - left_s;
    double slope = 0.0;
    double value;
    if (!(length_s > 0.0)) {
        value = (double)segment->right.value;
    } else if (!segment_step(segment, &value)) {
        double s = (time_s - left_s) / length_s;
        s = s > 0.0 ? (s < 1.0 ? s : 1.0) : 0.0;
        if (us_segment_is_linear(segment)) {
            double rise = (double)segment->right.value - (double)segment->left.value;
            value = (double)segment->left.value + s * rise;
            slope = rise / length_s;
        } else if (out_counts(segment) || in_counts(segment)) {
            value = weighted(segment, s, length_s, &slope);
        } else {
            value = hermite(segment, s, length_s, &slope);
        }
    }
    if (out_slope != NULL)
        *out_slope = slope;
    return value;
}

/* On the way back of a ping-pong, the segment after a key is the one that ends at it. */
static double slope_behind(const struct us_curve *curve, uint32_t index, double time_s,
                           double slope)
{
    double key_s = (double)us_curve_time_s(curve, index);
    uint32_t before = us_curve_find(curve, nextafter(key_s, -INFINITY));
    if (key_s != time_s || before == index)
        return slope;
    struct us_segment segment = us_curve_segment(curve, before);
    us_segment_evaluate(&segment, time_s, &slope);
    return slope;
}

double us_curve_evaluate(const struct us_curve *curve, double time_s, double *out_slope)
{
    double slope = 0.0;
    double value = 0.0;
    if (curve->key_count > 0) {
        double rate;
        double wrapped_s = us_curve_wrap(curve, time_s, &rate);
        uint32_t index = us_curve_find(curve, wrapped_s);
        /* Where the curve is held, the value is that of the key: a step at the first key begins
         * with it. */
        if (rate != 0.0 && index + 1 < curve->key_count) {
            struct us_segment segment = us_curve_segment(curve, index);
            value = us_segment_evaluate(&segment, wrapped_s, &slope);
        } else {
            value = (double)us_curve_key(curve, index).value;
        }
        if (rate < 0.0 && out_slope != NULL)
            slope = slope_behind(curve, index, wrapped_s, slope);
        slope *= rate;
    }
    if (out_slope != NULL)
        *out_slope = slope;
    return value;
}

double us_curve_evaluate_clamped(const struct us_curve *curve, double time_s)
{
    struct us_curve clamped = *curve;
    clamped.pre_wrap = US_WRAP_CLAMP_FOREVER;
    clamped.post_wrap = US_WRAP_CLAMP_FOREVER;
    return us_curve_evaluate(&clamped, time_s, NULL);
}

bool us_curve_evaluate_bool(const struct us_curve *curve, double time_s)
{
    if (curve->key_count == 0)
        return false;
    double held_s = us_curve_wrap(curve, time_s, NULL);
    return us_curve_key(curve, us_curve_find(curve, held_s)).value > 0.5f;
}
