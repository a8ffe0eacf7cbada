/* SPDX-License-Identifier: MIT */
/* Hazard: a curved segment whose answer depends on how many are evaluated at once, or by which
 * path.
 */
#include "support.h"

#include <float.h>

#include "core/curve/curved_segment.h"

enum { MOST = 9, GUARD = 3 };

struct curved_case {
    enum us_curved_segment_kind kind;
    uint32_t count;
    struct us_segment segments[MOST];
    struct us_curved_segment curved[MOST];
    struct us_curved_segment_use uses[MOST];
    struct us_curved_segment_moment moment;
};

static float odd_weight(uint64_t *seed)
{
    static const float odd[] = {0.0f, 1.0f, 1e-30f, 1e-6f, 0.999999f, 0.5f};
    return random_share(seed) < 0.3 ? odd[(int)random_between(seed, 0, 6)]
                                    : (float)random_share(seed);
}

static float odd_tangent(uint64_t *seed)
{
    static const float odd[] = {0.0f, 1e6f, -3e38f, 3e38f, 1e-40f};
    return random_share(seed) < 0.1 ? odd[(int)random_between(seed, 0, 5)]
                                    : (float)random_between(seed, -20, 20);
}

static struct us_segment random_segment(enum us_curved_segment_kind kind, uint64_t *seed)
{
    int32_t mode = 1 + (int32_t)random_between(seed, 0, 3); /* in, out or both */
    struct us_segment segment = {
        .left = {.time_s = (float)random_between(seed, -3, 0),
                 .value = (float)random_between(seed, -2, 2),
                 .out_tangent = odd_tangent(seed),
                 .out_weight = odd_weight(seed),
                 .weighted_mode = kind == US_CURVED_SEGMENT_HERMITE ? 0 : mode & US_WEIGHTED_OUT},
        .right = {.time_s = (float)random_between(seed, 0.001, 3),
                  .value = (float)random_between(seed, -2, 2),
                  .in_tangent = odd_tangent(seed),
                  .in_weight = odd_weight(seed),
                  .weighted_mode = kind == US_CURVED_SEGMENT_HERMITE ? 0 : mode & US_WEIGHTED_IN},
    };
    if (kind != US_CURVED_SEGMENT_OTHER)
        return segment;
    if (random_share(seed) < 0.3)
        segment.left.out_tangent = random_share(seed) < 0.5 ? INFINITY : -INFINITY;
    else if (random_share(seed) < 0.3)
        segment.right.in_tangent = random_share(seed) < 0.5 ? INFINITY : -INFINITY;
    else if (random_share(seed) < 0.5)
        segment.right.time_s = segment.left.time_s;
    else {
        segment.left.weighted_mode = US_WEIGHTED_OUT;
        segment.left.out_weight = (float)random_between(seed, 1.01, 4);
    }
    return segment;
}

static void make(struct curved_case *made, uint64_t *seed)
{
    *made = (struct curved_case){
        .kind = (enum us_curved_segment_kind)random_between(seed, 0, US_CURVED_SEGMENT_KINDS),
        .count = (uint32_t)random_between(seed, 0, MOST + 1),
        .moment = {.rate = random_share(seed) < 0.5 ? 1.0 : -0.5, .most_slope = 1e15f},
    };
    for (uint32_t i = 0; i < made->count; i++) {
        uint32_t at = (i * 4 + 1) % MOST; /* not in order */
        do
            made->segments[at] = random_segment(made->kind, seed);
        while (us_curved_segment_from_segment(&made->segments[at], &made->curved[at]) !=
               made->kind);
        made->uses[i] = (struct us_curved_segment_use){at, MOST - 1 - i};
    }
    double share = random_share(seed);
    made->moment.time_s = share < 0.1   ? -4.0
                          : share > 0.9 ? 4.0
                          : share > 0.8 ? (double)made->segments[1].left.time_s
                                        : random_between(seed, -3, 3);
}

static float nearest(double value, double most)
{
    return (float)fmax(-most, fmin(value, most));
}

static void check(const struct curved_case *made)
{
    float values[MOST + GUARD], slopes[MOST + GUARD], alone[MOST + GUARD];
    for (unsigned i = 0; i < MOST + GUARD; i++)
        values[i] = slopes[i] = alone[i] = 77.0f;
    us_curved_segment_evaluate(made->kind, made->curved, made->uses, made->count, &made->moment,
                               values, slopes);
    us_curved_segment_evaluate(made->kind, made->curved, made->uses, made->count, &made->moment,
                               alone, NULL);
    assert_memory_equal(values, alone, sizeof values);
    float want[MOST + GUARD], want_slopes[MOST + GUARD];
    for (unsigned i = 0; i < MOST + GUARD; i++)
        want[i] = want_slopes[i] = 77.0f;
    for (uint32_t i = 0; i < made->count; i++) {
        double slope;
        double value = us_segment_evaluate(&made->segments[made->uses[i].segment],
                                           made->moment.time_s, &slope);
        want[made->uses[i].place] = nearest(value, (double)FLT_MAX);
        want_slopes[made->uses[i].place] =
            nearest(slope * made->moment.rate, (double)made->moment.most_slope);
    }
    assert_memory_equal(values, want, sizeof values);
    assert_memory_equal(slopes, want_slopes, sizeof slopes);
}

TEST(many_at_a_time_have_the_bits_of_one)
{
    uint64_t seed = 31;
    for (int round = 0; round < 60000; round++) {
        static struct curved_case made;
        make(&made, &seed);
        check(&made);
    }
}

/* Which way a segment is evaluated: by its weights that count, and by what stands in the way. */
TEST(kinds_of_segments)
{
    static const struct {
        int32_t left_mode, right_mode;
        float out_weight, in_weight, out_tangent, in_tangent, right_s;
        enum us_curved_segment_kind kind;
    } cases[] = {
        {1, 2, 0.5f, 0.5f, 1, 1, 2, US_CURVED_SEGMENT_HERMITE}, /* the other sides' weights */
        {0, 0, 9, -9, 1, 1, 2, US_CURVED_SEGMENT_HERMITE},
        {2, 0, 0.5f, 9, 1, 1, 2, US_CURVED_SEGMENT_WEIGHTED},
        {0, 1, -9, 0.5f, 1, 1, 2, US_CURVED_SEGMENT_WEIGHTED},
        {3, 3, 0, 1, 1, 1, 2, US_CURVED_SEGMENT_WEIGHTED},
        {3, 3, 1, 0, 1, 1, 2, US_CURVED_SEGMENT_WEIGHTED},
        {3, 3, 0, 0, 1, 1, 2, US_CURVED_SEGMENT_OTHER}, /* a line */
        {2, 0, 1.01f, 0.5f, 1, 1, 2, US_CURVED_SEGMENT_OTHER},
        {3, 3, 1.1f, 0.5f, 1, 1, 2, US_CURVED_SEGMENT_OTHER},
        {3, 3, 0.5f, -0.01f, 1, 1, 2, US_CURVED_SEGMENT_OTHER},
        {3, 3, 0.5f, 0.5f, INFINITY, 1, 2, US_CURVED_SEGMENT_OTHER},
        {0, 0, 0, 0, 1, -INFINITY, 2, US_CURVED_SEGMENT_OTHER},
        {0, 0, 0, 0, 1, 1, 1, US_CURVED_SEGMENT_OTHER}, /* no length */
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct us_segment segment = {
            .left = {1, 4, 0, cases[i].out_tangent, 0, cases[i].out_weight, cases[i].left_mode},
            .right = {cases[i].right_s, 5, cases[i].in_tangent, 0, cases[i].in_weight, 0,
                      cases[i].right_mode}};
        struct us_curved_segment out;
        assert_int_equal(us_curved_segment_from_segment(&segment, &out), cases[i].kind);
    }
}

/* Weights of a third make the time straight; then a weighted segment is the Hermite one. */
TEST(a_third_is_hermite)
{
    uint64_t seed = 32;
    for (int round = 0; round < 3000; round++) {
        struct us_segment plain = random_segment(US_CURVED_SEGMENT_HERMITE, &seed), thirds;
        plain.left.out_tangent = (float)random_between(&seed, -5, 5);
        plain.right.in_tangent = (float)random_between(&seed, -5, 5);
        thirds = plain;
        thirds.left.weighted_mode = US_WEIGHTED_OUT;
        thirds.left.out_weight = 1.0f / 3.0f;
        double length_s = (double)plain.right.time_s - (double)plain.left.time_s;
        double time_s = (double)plain.left.time_s + random_share(&seed) * length_s;
        double a, b;
        check_near(us_segment_evaluate(&thirds, time_s, &a),
                   us_segment_evaluate(&plain, time_s, &b), 1e-6, "value");
        check_near(a, b, 1e-4, "slope");
    }
}

/* The curve in its own parameter: x(u) and y(u) need no solving. */
TEST(weighted_segments_are_their_parametric_form)
{
    uint64_t seed = 33;
    for (int round = 0; round < 20000; round++) {
        struct us_segment one = random_segment(US_CURVED_SEGMENT_WEIGHTED, &seed);
        one.left.weighted_mode = US_WEIGHTED_OUT;
        one.right.weighted_mode = US_WEIGHTED_IN;
        one.left.out_tangent = (float)random_between(&seed, -5, 5);
        one.right.in_tangent = (float)random_between(&seed, -5, 5);
        one.left.out_weight = (float)random_between(&seed, 0, 0.95);
        one.right.in_weight = (float)random_between(&seed, 0, 0.95);
        double u = random_between(&seed, 0.01, 0.99), v = 1.0 - u;
        double b1 = 3.0 * u * v * v, b2 = 3.0 * u * u * v, b3 = u * u * u;
        double out = (double)one.left.out_weight, in = (double)one.right.in_weight;
        double length_s = (double)one.right.time_s - (double)one.left.time_s;
        double from = (double)one.left.value, to = (double)one.right.value;
        double x = b1 * out + b2 * (1.0 - in) + b3;
        double p1 = from + out * (double)one.left.out_tangent * length_s;
        double p2 = to - in * (double)one.right.in_tangent * length_s;
        double y = from * v * v * v + p1 * b1 + p2 * b2 + to * b3;
        double slope;
        check_near(us_segment_evaluate(&one, (double)one.left.time_s + x * length_s, &slope), y,
                   1e-8, "value");
    }
}

TESTS_MAIN(many_at_a_time_have_the_bits_of_one, kinds_of_segments, a_third_is_hermite,
           weighted_segments_are_their_parametric_form)
