/* SPDX-License-Identifier: MIT */
/* Hazard: a curve that is not Unity's. Expected values are closed forms, or the oracle's. */
#include "support.h"

#include "core/curve/curve.h"
#include "oracle.h"

enum { MOST_KEYS = 16 };

/* A curve whose keys lie at an odd address, as they do in a file. */
struct made {
    struct us_curve curve;
    uint8_t bytes[1 + MOST_KEYS * 28];
};

static void make(struct made *made, const struct animation_key *keys, unsigned count,
                 unsigned key_size)
{
    for (unsigned i = 0; i < count; i++) {
        uint8_t *at = made->bytes + 1 + (size_t)i * key_size;
        poke_f32(at, keys[i].time_s);
        poke_f32(at + 4, keys[i].value);
        if (key_size == 8)
            continue;
        poke_f32(at + 8, keys[i].in_tangent);
        poke_f32(at + 12, keys[i].out_tangent);
        poke_f32(at + 16, keys[i].in_weight);
        poke_f32(at + 20, keys[i].out_weight);
        poke_i32(at + 24, keys[i].mode);
    }
    made->curve = (struct us_curve){.keys = made->bytes + 1,
                                    .key_count = count,
                                    .key_size = key_size,
                                    .pre_wrap = 8,
                                    .post_wrap = 8};
}

static double value_at(const struct animation_key *keys, unsigned count, int pre, int post,
                       double time_s)
{
    struct made made;
    make(&made, keys, count, 28);
    made.curve.pre_wrap = pre;
    made.curve.post_wrap = post;
    return us_curve_evaluate(&made.curve, time_s, NULL);
}

static double slope_at(const struct animation_key *keys, unsigned count, int pre, int post,
                       double time_s)
{
    struct made made;
    double slope;
    make(&made, keys, count, 28);
    made.curve.pre_wrap = pre;
    made.curve.post_wrap = post;
    us_curve_evaluate(&made.curve, time_s, &slope);
    return slope;
}

static const struct animation_key ramp[] = {{1, 10, 0, 0, 0, 0, 3}, {3, 30, 0, 0, 0, 0, 3}};

TEST(no_key_is_zero_and_one_key_is_constant)
{
    static const int modes[] = {0, 1, 2, 4, 8, 3, -1};
    static const double times_s[] = {-1e30, -1.0, 0.0, 5.0, 6.0, 1e30, INFINITY, -INFINITY, NAN};
    const struct animation_key one = {5, 7, 1, INFINITY, 1, 1, 3};
    for (unsigned m = 0; m < 49; m++)
        for (unsigned t = 0; t < 9; t++) {
            int pre = modes[m / 7], post = modes[m % 7];
            assert_true(value_at(NULL, 0, pre, post, times_s[t]) == 0.0);
            assert_true(slope_at(NULL, 0, pre, post, times_s[t]) == 0.0);
            assert_true(value_at(&one, 1, pre, post, times_s[t]) == 7.0);
            assert_true(slope_at(&one, 1, pre, post, times_s[t]) == 0.0);
        }
}

/* f(t) = 10 t on [1, 3]; worked out by hand from docs/format.md, "Evaluation", rule 2. */
static double wrapped_by_hand(int mode, double time_s)
{
    static const struct {
        double time_s, clamp, loop, pingpong;
    } table[] = {
        {-3.0, 10, 10, 10},     {-1.0, 10, 10, 30},     {-0.5, 10, 15, 25},   {0.5, 10, 25, 15},
        {0.75, 10, 27.5, 12.5}, {3.0, 30, 10, 30},      {3.5, 30, 15, 25},    {5.0, 30, 10, 10},
        {5.5, 30, 15, 15},      {7.25, 30, 12.5, 27.5}, {4001.5, 30, 15, 15}, {-3998.5, 10, 15, 15},
    };
    for (unsigned i = 0; i < sizeof table / sizeof *table; i++)
        if (table[i].time_s == time_s)
            return mode == 2 ? table[i].loop : mode == 4 ? table[i].pingpong : table[i].clamp;
    fail_msg("no such time");
    return 0.0;
}

TEST(every_wrap_mode_before_and_after)
{
    static const int modes[] = {0, 1, 2, 4, 8, 3, 6, 12, -1, INT32_MIN, INT32_MAX};
    static const double before_s[] = {-3998.5, -3.0, -1.0, -0.5, 0.5, 0.75};
    static const double after_s[] = {3.0, 3.5, 5.0, 5.5, 7.25, 4001.5};
    for (unsigned a = 0; a < 11; a++)
        for (unsigned b = 0; b < 11; b++)
            for (unsigned i = 0; i < 6; i++) {
                check_near(value_at(ramp, 2, modes[a], modes[b], before_s[i]),
                           wrapped_by_hand(modes[a], before_s[i]), 1e-9, "before");
                check_near(value_at(ramp, 2, modes[a], modes[b], after_s[i]),
                           wrapped_by_hand(modes[b], after_s[i]), 1e-9, "after");
                check_near(value_at(ramp, 2, modes[a], modes[b], 2.25), 22.5, 1e-12, "inside");
                check_near(value_at(ramp, 2, modes[a], modes[b], 1.0), 10, 0, "first");
            }
}

/* So little before the first key, or after the last one, that a double cannot tell how long a whole
 * round then lasts: the value is that of the key that this round ends or begins with. */
TEST(a_hair_beside_the_keys)
{
    double before_s = nextafter(1.0, -INFINITY), after_s = nextafter(3.0, INFINITY);
    check_near(value_at(ramp, 2, 8, 8, before_s), 10, 0, "held before");
    check_near(value_at(ramp, 2, 2, 2, before_s), 30, 1e-9, "a loop ends with the last key");
    check_near(value_at(ramp, 2, 2, 2, after_s), 10, 1e-9, "a loop begins with the first key");
    check_near(value_at(ramp, 2, 4, 4, before_s), 10, 1e-9, "a ping-pong ends with the first key");
    check_near(slope_at(ramp, 2, 4, 4, before_s), -10, 1e-9, "on its way back");
    check_near(value_at(ramp, 2, 4, 4, after_s), 30, 1e-9, "a ping-pong turns at the last key");
    struct made made;
    make(&made, ramp, 2, 28);
    for (int mode = 0; mode <= 8; mode++)
        for (int i = -40; i <= 40; i++) {
            double rate, wrapped_s;
            made.curve.pre_wrap = made.curve.post_wrap = mode;
            wrapped_s = us_curve_wrap(&made.curve, nextafter(0.5 * i, -INFINITY), &rate);
            assert_true(wrapped_s >= 1.0 && wrapped_s <= 3.0);
            wrapped_s = us_curve_wrap(&made.curve, nextafter(0.5 * i, INFINITY), NULL);
            assert_true(wrapped_s >= 1.0 && wrapped_s <= 3.0);
        }
    /* One key is all there is. */
    made.curve.key_count = 1;
    for (int mode = 0; mode <= 8; mode++) {
        double rate;
        made.curve.pre_wrap = made.curve.post_wrap = mode;
        assert_true(us_curve_wrap(&made.curve, 7.0, &rate) == 1.0 && rate == 0.0);
        assert_true(us_curve_wrap(&made.curve, -7.0, &rate) == 1.0 && rate == 0.0);
        assert_true(us_curve_wrap(&made.curve, (double)NAN, &rate) == 1.0 && rate == 0.0);
    }
}

/* Loops and ping-pongs repeat, on either side, if there is more than one key. */
TEST(what_repeats)
{
    static const int32_t modes[] = {8, 0, 1, 2, 4, 3, -1};
    for (unsigned a = 0; a < 7; a++) {
        assert_int_equal(us_wrap_place(modes[a]), a < 5 ? a : US_WRAP_UNKNOWN);
        for (unsigned b = 0; b < 7; b++)
            for (uint32_t keys = 0; keys <= 3; keys++) {
                const struct us_curve curve = {
                    .key_count = keys, .pre_wrap = modes[a], .post_wrap = modes[b]};
                bool either = a == 3 || a == 4 || b == 3 || b == 4;
                assert_int_equal(us_curve_repeats(&curve), either && keys > 1);
            }
    }
}

TEST(slopes_follow_the_wrap)
{
    check_near(slope_at(ramp, 2, 8, 8, 2.0), 10, 1e-9, "inside");
    check_near(slope_at(ramp, 2, 8, 8, 1.0), 10, 1e-9, "on the first key, to the right");
    check_near(slope_at(ramp, 2, 8, 8, 3.0), 0, 0, "on the last key, to the right");
    check_near(slope_at(ramp, 2, 8, 8, 0.5), 0, 0, "before");
    check_near(slope_at(ramp, 2, 8, 8, 4.0), 0, 0, "after");
    check_near(slope_at(ramp, 2, 2, 2, 4.0), 10, 1e-9, "loop");
    check_near(slope_at(ramp, 2, 2, 2, 3.0), 10, 1e-9, "loop's seam, to the right");
    check_near(slope_at(ramp, 2, 4, 4, 3.5), -10, 1e-9, "ping-pong back");
    check_near(slope_at(ramp, 2, 4, 4, 5.5), 10, 1e-9, "ping-pong forth");
    check_near(slope_at(ramp, 2, 4, 4, 0.5), -10, 1e-9, "ping-pong before");
    check_near(slope_at(ramp, 2, 4, 4, 3.0), -10, 1e-9, "ping-pong's turn, to the right");
    check_near(slope_at(ramp, 2, 4, 4, 5.0), 10, 1e-9, "ping-pong's other turn");
    /* On the way back, what lies to the right in time lies to the left on the curve. */
    const struct animation_key bend[] = {
        {0, 0, 0, 0, 0, 0, 3}, {1, 1, 0, 0, 0, 0, 3}, {2, 4, 0, 0, 0, 0, 3}};
    check_near(slope_at(bend, 3, 4, 4, 2.5), -3, 1e-9, "ping-pong in front of a key");
    check_near(slope_at(bend, 3, 4, 4, 3.0), -1, 1e-9, "ping-pong over a key");
    check_near(slope_at(bend, 3, 4, 4, 3.5), -1, 1e-9, "ping-pong behind a key");
}

TEST(repeated_times_the_last_key_wins)
{
    const struct animation_key twice[] = {
        {0, 0, 0, 0, 0, 0, 3}, {1, 5, 0, 0, 0, 0, 3}, {1, 9, 0, 0, 0, 0, 3}, {2, 9, 0, 0, 0, 0, 3}};
    check_near(value_at(twice, 4, 8, 8, 0.5), 4.5, 1e-12, "before: to the key that counts");
    check_near(slope_at(twice, 4, 8, 8, 0.5), 9, 1e-12, "its slope");
    check_near(value_at(twice, 4, 8, 8, 1.0), 9, 0, "at");
    check_near(value_at(twice, 4, 8, 8, 1.5), 9, 1e-12, "after");

    const struct animation_key ends[] = {{1, 3, 0, 0, 0, 0, 3},
                                         {1, 4, 0, 0, 0, 0, 3},
                                         {2, 6, 0, 0, 0, 0, 3},
                                         {2, 7, 0, 0, 0, 0, 3},
                                         {2, 8, 0, 0, 0, 0, 3}};
    check_near(value_at(ends, 5, 8, 8, 0.0), 4, 0, "before all");
    check_near(value_at(ends, 5, 8, 8, 1.0), 4, 0, "first");
    check_near(value_at(ends, 5, 8, 8, 1.5), 6, 1e-12, "half way");
    check_near(value_at(ends, 5, 8, 8, 2.0), 8, 0, "last");
    check_near(value_at(ends, 5, 2, 2, 2.5), 6, 1e-12, "looped");

    const struct animation_key all[] = {
        {1, 3, 0, 0, 0, 0, 3}, {1, 4, 0, 0, 0, 0, 3}, {1, 5, 0, 0, 0, 0, 3}};
    static const int modes[] = {0, 1, 2, 4, 8};
    for (unsigned m = 0; m < 5; m++)
        for (double t = 0.0; t <= 2.0; t += 0.5) {
            check_near(value_at(all, 3, modes[m], modes[m], t), 5, 0, "no length");
            check_near(slope_at(all, 3, modes[m], modes[m], t), 0, 0, "no length's slope");
        }
}

TEST(steps)
{
    const float inf = INFINITY;
    static const struct {
        float out, in;
        double want;
    } cases[] = {{INFINITY, 0, 2},         {0, INFINITY, 2},        {INFINITY, INFINITY, 2},
                 {-INFINITY, 0, 6},        {0, -INFINITY, 6},       {-INFINITY, -INFINITY, 6},
                 {INFINITY, -INFINITY, 2}, {-INFINITY, INFINITY, 2}};
    for (unsigned i = 0; i < 8; i++)
        for (int mode = 0; mode <= 3; mode++) {
            /* Steps come before weights; the outer tangents do not matter. */
            const struct animation_key keys[] = {{0, 2, inf, cases[i].out, 0.5f, 0.5f, mode},
                                                 {4, 6, cases[i].in, -inf, 0.5f, 0.5f, mode}};
            check_near(value_at(keys, 2, 8, 8, 0.0), cases[i].want, 0, "at the left key");
            check_near(value_at(keys, 2, 8, 8, 3.999), cases[i].want, 0, "between");
            check_near(value_at(keys, 2, 8, 8, 4.0), 6, 0, "at the right key");
            check_near(slope_at(keys, 2, 8, 8, 2.0), 0, 0, "slope");
        }
}

TEST(without_weights_it_is_hermite)
{
    /* Weights are there but do not count: left mode In, right mode Out. */
    const struct animation_key keys[] = {{1, 2, 9, 3, 0.9f, 0.1f, 1}, {3, 5, -1, 9, 0.1f, 0.9f, 2}};
    for (double s = 0.0; s < 1.0; s += 1.0 / 64) {
        double h00 = 2 * s * s * s - 3 * s * s + 1, h10 = s * s * s - 2 * s * s + s;
        double h01 = 3 * s * s - 2 * s * s * s, h11 = s * s * s - s * s;
        double d00 = 6 * s * s - 6 * s, d10 = 3 * s * s - 4 * s + 1, d11 = 3 * s * s - 2 * s;
        check_near(value_at(keys, 2, 8, 8, 1 + 2 * s), 2 * h00 + 6 * h10 + 5 * h01 - 2 * h11, 1e-12,
                   "value");
        check_near(slope_at(keys, 2, 8, 8, 1 + 2 * s), (2 * d00 + 6 * d10 - 5 * d00 - 2 * d11) / 2,
                   1e-11, "slope");
    }
}

TEST(weights_of_a_third_are_hermite)
{
    const float third = 1.0f / 3.0f;
    for (int left = 0; left <= 3; left++)
        for (int right = 0; right <= 3; right++) {
            const struct animation_key plain[] = {{0, 1, 0, 4, 0, 0, 0}, {2, -3, 5, 0, 0, 0, 0}};
            const struct animation_key weighted[] = {{0, 1, 0, 4, 7, third, left},
                                                     {2, -3, 5, 0, third, 7, right}};
            for (double t = 0.0; t < 2.0; t += 0.03125) {
                check_near(value_at(weighted, 2, 8, 8, t), value_at(plain, 2, 8, 8, t), 1e-6,
                           "value");
                check_near(slope_at(weighted, 2, 8, 8, t), slope_at(plain, 2, 8, 8, t), 1e-5,
                           "slope");
            }
        }
}

TEST(weights_of_zero_are_linear)
{
    /* Whatever the tangents. The near-zero weight takes the long way and must agree. */
    const struct animation_key keys[] = {{1, 10, 5, -77, 0, 0, 3}, {3, 30, 1000, 5, 0, 0, 3}};
    const struct animation_key nearly[] = {{1, 10, 0, 0, 0, 1e-12f, 3},
                                           {3, 30, 0, 0, 1e-12f, 0, 3}};
    const struct animation_key half[] = {{1, 10, 0, 0, 0, 0, 2}, {3, 30, 0, 0, 0, 0, 1}};
    for (double t = 1.0; t < 3.0; t += 0.0625) {
        check_near(value_at(keys, 2, 8, 8, t), 10 * t, 1e-12, "value");
        check_near(slope_at(keys, 2, 8, 8, t), 10, 1e-12, "slope");
        check_near(value_at(half, 2, 8, 8, t), 10 * t, 1e-12, "value, modes Out and In");
        check_near(value_at(nearly, 2, 8, 8, t), 10 * t, 1e-6, "value, nearly");
    }
}

static double bezier(double v0, double v1, double v2, double v3, double u)
{
    double w = 1 - u;
    return w * w * w * v0 + 3 * w * w * u * v1 + 3 * w * u * u * v2 + u * u * u * v3;
}

/* Value on [0, 2] between 1 and 5, tangents m0 and m1, at the parameter u. */
static double value_at_parameter(double ow, double m0, double iw, double m1, double u)
{
    return bezier(1, 1 + ow * m0 * 2, 5 - iw * m1 * 2, 5, u);
}

TEST(cubics_of_time_that_invert_in_closed_form)
{
    const struct animation_key cube[] = {{0, 1, 0, 3, 0, 0, 3}, {2, 5, 0.5f, 0, 1, 0, 3}};
    const struct animation_key mirrored[] = {{0, 1, 0, 0.5f, 0, 1, 3}, {2, 5, 3, 0, 0, 0, 3}};
    const struct animation_key both[] = {{0, 1, 0, 0.5f, 0, 1, 3}, {2, 5, -1, 0, 1, 0, 3}};
    for (double s = 0.0; s < 1.0; s += 1.0 / 128) {
        check_near(value_at(cube, 2, 8, 8, 2 * s), value_at_parameter(0, 3, 1, 0.5, cbrt(s)), 4e-6,
                   "weights 0 and 1: time is u^3");
        check_near(value_at(mirrored, 2, 8, 8, 2 * s),
                   value_at_parameter(1, 0.5, 0, 3, 1 - cbrt(1 - s)), 4e-6,
                   "weights 1 and 0: time is 1 - (1 - u)^3");
        check_near(value_at(both, 2, 8, 8, 2 * s),
                   value_at_parameter(1, 0.5, 1, -1, (1 + cbrt(2 * s - 1)) / 2), 4e-6,
                   "weights 1 and 1: time is (1 + (2u - 1)^3) / 2");
    }
}

TEST(every_weighted_mode_by_parameter)
{
    uint64_t seed = 11;
    for (int round = 0; round < 20000; round++) {
        int left = round & 3, right = round >> 2 & 3;
        float ow = (float)random_share(&seed), iw = (float)random_share(&seed);
        float m0 = (float)random_between(&seed, -9, 9), m1 = (float)random_between(&seed, -9, 9);
        double u = random_share(&seed), third = 1.0 / 3;
        double o = left & 2 ? (double)ow : third, i = right & 1 ? (double)iw : third;
        double s = bezier(0, o, 1 - i, 1, u);
        const struct animation_key keys[] = {{0, 1, 99, m0, 99, ow, left},
                                             {2, 5, m1, 99, iw, 99, right}};
        double want = value_at_parameter(o, (double)m0, i, (double)m1, u);
        /* Where time stands still in u, rounding s moves u: allow what one ulp of s does. */
        double rate = 3 * ((1 - u) * (1 - u) * o + 2 * u * (1 - u) * (1 - i - o) + u * u * i);
        double within = 1e-6 * 4 + 1e-13 / fmax(rate, 1e-9);
        check_near(value_at(keys, 2, 8, 8, 2 * s), want, within, "value");
    }
}

TEST(a_symmetric_curve_is_half_way_in_the_middle)
{
    /* From a weight of 1 on, time turns back at u = 1/2, and an earlier root exists. */
    for (float weight = -1.0f; weight < 1.0f; weight += 0.0625f) {
        const struct animation_key keys[] = {{0, 1, 0, 3, 0, weight, 3},
                                             {2, 5, 3, 0, weight, 0, 3}};
        check_near(value_at(keys, 2, 8, 8, 1.0), 3, 1e-6, "middle");
    }
}

/* The smallest u with time(u) = s by brute force. */
static double smallest_root(double ow, double iw, double s)
{
    enum { STEPS = 8000 };
    if (s == 0)
        return 0;
    for (int i = 1; i <= STEPS; i++) {
        double low = (double)(i - 1) / STEPS, high = (double)i / STEPS;
        if (bezier(0, ow, 1 - iw, 1, high) < s)
            continue;
        for (int n = 0; n < 60; n++) {
            double middle = (low + high) / 2;
            if (bezier(0, ow, 1 - iw, 1, middle) < s)
                low = middle;
            else
                high = middle;
        }
        return high;
    }
    return 1;
}

TEST(unclamped_weights_take_the_smallest_root)
{
    /* With 1.1 on both sides the time hardly turns back. */
    static const float weights[] = {-2.0f, -0.5f, 0.0f, 0.5f, 1.0f, 1.1f, 1.5f, 3.0f, 50.0f};
    for (unsigned a = 0; a < 9; a++)
        for (unsigned b = 0; b < 9; b++) {
            float ow = weights[a], iw = weights[b];
            const struct animation_key keys[] = {{0, 1, 0, 1, 0, ow, 3}, {2, 5, -1, 0, iw, 0, 3}};
            double reach = 4 + 2 * fabs((double)ow) + 2 * fabs((double)iw);
            for (double s = 0.0013; s < 1.0; s += 0.0113) {
                double u = smallest_root((double)ow, (double)iw, s);
                check_near(value_at(keys, 2, 8, 8, 2 * s),
                           value_at_parameter((double)ow, 1, (double)iw, -1, u), 1e-6 * reach,
                           "value");
            }
        }
}

TEST(absurd_weights_and_tangents_stay_finite)
{
    static const float odd[] = {0, 1e-45f, 1e-20f, 1, 1e20f, 3.4e38f, -1e-45f, -1, -3.4e38f};
    for (unsigned i = 0; i < 9 * 9 * 9; i++)
        for (int mode = 0; mode < 4; mode++) {
            float a = odd[i % 9], b = odd[i / 9 % 9], m = odd[i / 81];
            const struct animation_key keys[] = {{0, 1, 0, m, 0, a, mode},
                                                 {2, 5, -m, 0, b, 0, mode}};
            for (double t = 0.0; t <= 2.0; t += 0.25) {
                assert_true(isfinite(value_at(keys, 2, 8, 8, t)));
                assert_true(isfinite(slope_at(keys, 2, 8, 8, t)));
            }
        }
}

TEST(slopes_are_central_differences)
{
    uint64_t seed = 5;
    for (int round = 0; round < 5000; round++) {
        struct animation_key keys[2];
        for (int i = 0; i < 2; i++)
            keys[i] = (struct animation_key){(float)i,
                                             (float)random_between(&seed, -1, 1),
                                             (float)random_between(&seed, -3, 3),
                                             (float)random_between(&seed, -3, 3),
                                             (float)random_between(&seed, 0, 0.8),
                                             (float)random_between(&seed, 0, 0.8),
                                             round & 3};
        double t = random_between(&seed, 0.01, 0.99), h = 1e-5;
        double want = (value_at(keys, 2, 8, 8, t + h) - value_at(keys, 2, 8, 8, t - h)) / (2 * h);
        check_near(slope_at(keys, 2, 8, 8, t), want, 1e-4 * (1 + fabs(want)), "slope");
    }
}

TEST(slope_where_time_stands_still_in_the_parameter)
{
    /* Out weight 0 against an unweighted right side: time is 2u^2 - u^3, so u'(s) is infinite at
     * the key, and the slope is the ratio of second derivatives: (3 rise - m1 dx) / 2 a segment. */
    const struct animation_key keys[] = {{0, 1, 0, 7, 0, 0, 2}, {2, 5, 1, 0, 0, 0, 2}};
    check_near(slope_at(keys, 2, 8, 8, 0.0), (3 * 4.0 - 1 * 2.0) / 2 / 2, 1e-9, "at the key");
    check_near(slope_at(keys, 2, 8, 8, 1e-6), (3 * 4.0 - 1 * 2.0) / 2 / 2, 1e-2, "just after it");
    /* Weights 0 and 1, right tangent along the chord: time u^3, value 1 + 4u^3. */
    const struct animation_key chord[] = {{0, 1, 0, 7, 0, 0, 3}, {2, 5, 2, 0, 1, 0, 3}};
    check_near(slope_at(chord, 2, 8, 8, 0.0), 2, 1e-9, "chord, at the key");
    check_near(slope_at(chord, 2, 8, 8, 1e-17), 2, 1e-9, "chord, next to the key");
    check_near(slope_at(chord, 2, 8, 8, 1.0), 2, 1e-9, "chord, in the middle");
}

TEST(eight_byte_keys_are_linear)
{
    struct made made;
    make(&made, ramp, 2, 8);
    double slope;
    check_near(us_curve_evaluate(&made.curve, 2.25, &slope), 22.5, 1e-12, "value");
    check_near(slope, 10, 1e-12, "slope");
    struct us_key key = us_curve_key(&made.curve, 1);
    assert_true(key.time_s == 3.0f && key.value == 30.0f && key.in_weight == 0.0f &&
                key.out_weight == 0.0f && key.weighted_mode == 3);
    struct us_segment segment = us_curve_segment(&made.curve, 0);
    assert_true(us_segment_is_linear(&segment));
}

TEST(keys_store_as_they_load)
{
    struct made made;
    const struct animation_key keys[] = {{1, -2, 3, -INFINITY, 5, 6, -7}};
    make(&made, keys, 1, 28);
    uint8_t out[28];
    struct us_key key = us_curve_key(&made.curve, 0);
    assert_true(key.time_s == 1 && key.value == -2 && key.in_tangent == 3 &&
                key.out_tangent == -INFINITY && key.in_weight == 5 && key.out_weight == 6 &&
                key.weighted_mode == -7);
    us_key_store(&key, out);
    assert_memory_equal(out, made.bytes + 1, 28);
}

TEST(truth_values_hold)
{
    struct made made;
    const struct animation_key keys[] = {{1, 1, 0, 0, 0, 0, 0},
                                         {2, 0.5f, 0, 0, 0, 0, 0},
                                         {3, 0.51f, 0, 0, 0, 0, 0},
                                         {4, 0, 0, 0, 0, 0, 0}};
    make(&made, keys, 4, 8);
    static const struct {
        double time_s;
        bool clamp, loop;
    } cases[] = {{0.0, true, true},  {1.0, true, true},   {1.999, true, true}, {2.0, false, false},
                 {3.0, true, true},  {3.999, true, true}, {4.0, false, true},  {5.5, false, false},
                 {1e9, false, true}, {-1e9, true, false}};
    for (unsigned i = 0; i < 9; i++) {
        made.curve.pre_wrap = made.curve.post_wrap = 8;
        assert_int_equal(us_curve_evaluate_bool(&made.curve, cases[i].time_s), cases[i].clamp);
        made.curve.pre_wrap = made.curve.post_wrap = 2;
        if (fabs(cases[i].time_s) < 1e6)
            assert_int_equal(us_curve_evaluate_bool(&made.curve, cases[i].time_s), cases[i].loop);
    }
    made.curve.pre_wrap = made.curve.post_wrap = 8;
    assert_true(us_curve_evaluate_bool(&made.curve, (double)NAN));
    made.curve.key_count = 1;
    assert_true(us_curve_evaluate_bool(&made.curve, 99.0));
    made.curve.key_count = 0;
    assert_false(us_curve_evaluate_bool(&made.curve, 1.0));
}

TEST(times_that_are_no_times)
{
    static const int modes[] = {0, 1, 2, 4, 8};
    static const double odd_s[] = {NAN, INFINITY, -INFINITY, 1e300, -1e300, 1e18, 5e-324, -5e-324};
    for (unsigned m = 0; m < 25; m++)
        for (unsigned t = 0; t < 8; t++) {
            double value = value_at(ramp, 2, modes[m / 5], modes[m % 5], odd_s[t]);
            assert_true(value >= 10.0 && value <= 30.0);
            assert_true(isfinite(slope_at(ramp, 2, modes[m / 5], modes[m % 5], odd_s[t])));
        }
    check_near(value_at(ramp, 2, 8, 8, (double)NAN), 10, 0, "NaN is the first key");
    check_near(value_at(ramp, 2, 8, 8, (double)INFINITY), 30, 0, "infinity is the last");
}

TEST(huge_values_and_denormal_lengths)
{
    const float most = 3.4028235e38f, least = 1e-45f;
    const struct animation_key huge[] = {{0, -most, 0, 0, 0, 0, 3}, {1, most, 0, 0, 0, 0, 3}};
    check_near(value_at(huge, 2, 8, 8, 0.5), 0, 0, "middle of the widest step");
    check_near(value_at(huge, 2, 8, 8, 0.25), -0.5 * (double)most, 1e32, "quarter");
    const struct animation_key brief[] = {{0, 1, 0, 0, 0, 0, 3}, {least, 5, 0, 0, 0, 0, 3}};
    const struct animation_key bent[] = {{0, 1, 0, 0, 0, 0, 0}, {least, 5, 0, 0, 0, 0, 0}};
    check_near(value_at(brief, 2, 8, 8, 0.5 * (double)least), 3, 1e-9, "middle of the briefest");
    check_near(value_at(bent, 2, 8, 8, 0.5 * (double)least), 3, 1e-9, "the same, bent");
    for (int mode = 2; mode <= 4; mode += 2)
        for (double t = -1.0; t <= 1.0; t += 0.0625) {
            double value = value_at(brief, 2, mode, mode, t);
            assert_true(value >= 1.0 && value <= 5.0);
        }
    /* Far from 0 a float's steps are wide: the neighbours of 2^24 are 2 apart. */
    const struct animation_key far[] = {{16777216, 0, 0, 0, 0, 0, 3}, {16777218, 1, 0, 0, 0, 0, 3}};
    check_near(value_at(far, 2, 8, 8, 16777216.5), 0.25, 1e-12, "far out");
}

TEST(the_left_key_is_found)
{
    struct made made;
    struct animation_key keys[MOST_KEYS] = {{0}};
    uint64_t seed = 3;
    for (int round = 0; round < 300; round++) {
        unsigned count = 1 + (unsigned)(random_share(&seed) * MOST_KEYS);
        float time_s = -2.0f;
        for (unsigned i = 0; i < count; i++) {
            time_s += (float)(int)random_between(&seed, 0, 3);
            keys[i].time_s = time_s;
        }
        make(&made, keys, count, round & 1 ? 8 : 28);
        for (double t = -4.0; t <= (double)time_s + 2.0; t += 0.5) {
            unsigned want = 0;
            for (unsigned i = 0; i < count; i++)
                want = (double)keys[i].time_s <= t ? i : want;
            assert_int_equal(us_curve_find(&made.curve, t), want);
        }
    }
}

/* Everything at once: random keys with steps, duplicates, all modes and wraps, against the oracle.
 */
TEST(random_curves_as_the_oracle_sees_them)
{
    static const int wraps[] = {0, 1, 2, 4, 8, 5};
    uint64_t seed = 77;
    for (int round = 0; round < 3000; round++) {
        struct animation_key keys[MOST_KEYS] = {{0}};
        struct oracle_key seen[MOST_KEYS];
        unsigned count = 2 + (unsigned)(random_share(&seed) * (MOST_KEYS - 2));
        struct oracle_curve oracle = {wraps[round % 6], wraps[round / 6 % 6], false, 0, seen};
        float time_s = (float)random_between(&seed, -3, 3);
        for (unsigned i = 0; i < count; i++) {
            struct animation_key *key = &keys[i];
            *key = (struct animation_key){time_s,
                                          (float)random_between(&seed, -1, 1),
                                          (float)random_between(&seed, -4, 4),
                                          (float)random_between(&seed, -4, 4),
                                          (float)random_between(&seed, 0, 1),
                                          (float)random_between(&seed, 0, 1),
                                          (int)random_between(&seed, 0, 4)};
            if (random_share(&seed) < 0.1)
                key->out_tangent = random_share(&seed) < 0.5 ? INFINITY : -INFINITY;
            if (random_share(&seed) < 0.1)
                key->in_tangent = random_share(&seed) < 0.5 ? INFINITY : -INFINITY;
            if (random_share(&seed) < 0.3)
                key->in_weight = key->out_weight = 0.0f;
            if (oracle.count > 0 && seen[oracle.count - 1].time_s == (double)time_s)
                oracle.count--;
            seen[oracle.count++] = (struct oracle_key){(double)key->time_s,
                                                       (double)key->value,
                                                       (double)key->in_tangent,
                                                       (double)key->out_tangent,
                                                       (double)key->in_weight,
                                                       (double)key->out_weight,
                                                       key->mode};
            if (random_share(&seed) > 0.15)
                time_s += (float)random_between(&seed, 0.01, 1);
        }
        double first_s = (double)keys[0].time_s, last_s = (double)keys[count - 1].time_s;
        if (first_s == last_s)
            continue;
        struct made made;
        make(&made, keys, count, 28);
        made.curve.pre_wrap = oracle.pre_wrap;
        made.curve.post_wrap = oracle.post_wrap;
        for (int i = 0; i < 60; i++) {
            double t = i < (int)count ? (double)keys[i].time_s
                                      : random_between(&seed, first_s - 5, last_s + 5);
            check_near(us_curve_evaluate(&made.curve, t, NULL), oracle_curve_value(&oracle, t),
                       5e-6, "value");
        }
    }
}

TESTS_MAIN(no_key_is_zero_and_one_key_is_constant, every_wrap_mode_before_and_after,
           a_hair_beside_the_keys, what_repeats, slopes_follow_the_wrap,
           repeated_times_the_last_key_wins, steps, without_weights_it_is_hermite,
           weights_of_a_third_are_hermite, weights_of_zero_are_linear,
           cubics_of_time_that_invert_in_closed_form, every_weighted_mode_by_parameter,
           a_symmetric_curve_is_half_way_in_the_middle, unclamped_weights_take_the_smallest_root,
           absurd_weights_and_tangents_stay_finite, slopes_are_central_differences,
           slope_where_time_stands_still_in_the_parameter, eight_byte_keys_are_linear,
           keys_store_as_they_load, truth_values_hold, times_that_are_no_times,
           huge_values_and_denormal_lengths, the_left_key_is_found,
           random_curves_as_the_oracle_sees_them)
