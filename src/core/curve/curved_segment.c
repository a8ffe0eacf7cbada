/* SPDX-License-Identifier: MIT */
#include "core/curve/curved_segment.h"

#include <float.h>
#include <math.h>

#if defined(__SSE2__) && !defined(US_CURVED_SEGMENT_PORTABLE)
#define WITH_SSE2 1
#include <emmintrin.h>
#else
#define WITH_SSE2 0
#endif

static bool counts(float weight)
{
    return !isnan(weight);
}

static bool is_tame(float weight)
{
    return !counts(weight) || (weight >= 0.0f && weight <= 1.0f);
}

enum us_curved_segment_kind us_curved_segment_from_segment(const struct us_segment *segment,
                                                           struct us_curved_segment *out)
{
    const struct us_key *left = &segment->left, *right = &segment->right;
    *out = (struct us_curved_segment){
        .left_s = left->time_s,
        .right_s = right->time_s,
        .left_value = left->value,
        .right_value = right->value,
        .out_tangent = left->out_tangent,
        .in_tangent = right->in_tangent,
        .out_weight = left->weighted_mode & US_WEIGHTED_OUT ? left->out_weight : NAN,
        .in_weight = right->weighted_mode & US_WEIGHTED_IN ? right->in_weight : NAN,
    };
    if (!(left->time_s < right->time_s) || isinf(out->out_tangent) || isinf(out->in_tangent) ||
        us_segment_is_linear(segment))
        return US_CURVED_SEGMENT_OTHER;
    if (!counts(out->out_weight) && !counts(out->in_weight))
        return US_CURVED_SEGMENT_HERMITE;
    return is_tame(out->out_weight) && is_tame(out->in_weight) ? US_CURVED_SEGMENT_WEIGHTED
                                                               : US_CURVED_SEGMENT_OTHER;
}

static struct us_segment segment_of(const struct us_curved_segment *curved)
{
    return (struct us_segment){
        .left = {.time_s = curved->left_s,
                 .value = curved->left_value,
                 .out_tangent = curved->out_tangent,
                 .out_weight = curved->out_weight,
                 .weighted_mode = counts(curved->out_weight) ? US_WEIGHTED_OUT : US_WEIGHTED_NONE},
        .right = {.time_s = curved->right_s,
                  .value = curved->right_value,
                  .in_tangent = curved->in_tangent,
                  .in_weight = curved->in_weight,
                  .weighted_mode = counts(curved->in_weight) ? US_WEIGHTED_IN : US_WEIGHTED_NONE},
    };
}

static float narrow(double value, double most)
{
    return (float)fmax(-most, fmin(value, most));
}

static void evaluate_one(const struct us_curved_segment *curved,
                         const struct us_curved_segment_moment *moment, float *out_value,
                         float *out_slope)
{
    double slope;
    struct us_segment segment = segment_of(curved);
    *out_value = narrow(us_segment_evaluate(&segment, moment->time_s, &slope), (double)FLT_MAX);
    if (out_slope != NULL)
        *out_slope = narrow(slope * moment->rate, (double)moment->most_slope);
}

#if WITH_SSE2

/* ---- Two segments at a time, in the order of operations that curve.c has. */

struct pair {
    __m128d left_s, length_s, s; /* s: the share of the way */
    __m128d left_value, right_value;
    __m128d out_tangent, in_tangent;
};

struct cubics {
    __m128d c1, c2, c3;
};

static inline __m128d product(double a, __m128d b)
{
    return _mm_mul_pd(_mm_set1_pd(a), b);
}

static inline struct pair pair_of(const struct us_curved_segment *a,
                                  const struct us_curved_segment *b, __m128d time_s)
{
    const __m128 a_low = _mm_loadu_ps(&a->left_s), b_low = _mm_loadu_ps(&b->left_s);
    const __m128 a_high = _mm_loadu_ps(&a->out_tangent), b_high = _mm_loadu_ps(&b->out_tangent);
    const __m128 times = _mm_unpacklo_ps(a_low, b_low), values = _mm_unpackhi_ps(a_low, b_low);
    const __m128 tangents = _mm_unpacklo_ps(a_high, b_high);
    struct pair pair = {
        .left_s = _mm_cvtps_pd(times),
        .left_value = _mm_cvtps_pd(values),
        .right_value = _mm_cvtps_pd(_mm_movehl_ps(values, values)),
        .out_tangent = _mm_cvtps_pd(tangents),
        .in_tangent = _mm_cvtps_pd(_mm_movehl_ps(tangents, tangents)),
    };
    pair.length_s = _mm_sub_pd(_mm_cvtps_pd(_mm_movehl_ps(times, times)), pair.left_s);
    __m128d s = _mm_div_pd(_mm_sub_pd(time_s, pair.left_s), pair.length_s);
    pair.s = _mm_max_pd(_mm_min_pd(s, _mm_set1_pd(1.0)), _mm_setzero_pd());
    return pair;
}

static inline __m128d hermite(const struct pair *pair, __m128d *out_slope)
{
    const __m128d v0 = pair->left_value, v1 = pair->right_value, s = pair->s;
    const __m128d m0 = _mm_mul_pd(pair->out_tangent, pair->length_s);
    const __m128d m1 = _mm_mul_pd(pair->in_tangent, pair->length_s);
    const __m128d c2 =
        _mm_sub_pd(_mm_sub_pd(product(3.0, _mm_sub_pd(v1, v0)), product(2.0, m0)), m1);
    const __m128d c3 = _mm_add_pd(_mm_add_pd(product(2.0, _mm_sub_pd(v0, v1)), m0), m1);
    const __m128d inner = _mm_add_pd(product(2.0, c2), _mm_mul_pd(product(3.0, s), c3));
    *out_slope = _mm_div_pd(_mm_add_pd(m0, _mm_mul_pd(s, inner)), pair->length_s);
    const __m128d cubic = _mm_add_pd(c2, _mm_mul_pd(s, c3));
    return _mm_add_pd(v0, _mm_mul_pd(s, _mm_add_pd(m0, _mm_mul_pd(s, cubic))));
}

static inline __m128d chosen(__m128d mask, __m128d yes, __m128d no)
{
    return _mm_or_pd(_mm_and_pd(mask, yes), _mm_andnot_pd(mask, no));
}

static inline struct cubics bezier(__m128d p1, __m128d p2, __m128d p3)
{
    const __m128d apart = _mm_sub_pd(p2, p1);
    return (struct cubics){product(3.0, p1), product(3.0, _mm_sub_pd(p2, product(2.0, p1))),
                           _mm_sub_pd(p3, product(3.0, apart))};
}

static inline __m128d cubics_at(const struct cubics *p, __m128d u)
{
    const __m128d inner = _mm_add_pd(p->c2, _mm_mul_pd(u, p->c3));
    return _mm_mul_pd(u, _mm_add_pd(p->c1, _mm_mul_pd(u, inner)));
}

static inline __m128d cubics_slope(const struct cubics *p, __m128d u)
{
    const __m128d inner = _mm_add_pd(product(2.0, p->c2), _mm_mul_pd(product(3.0, u), p->c3));
    return _mm_add_pd(p->c1, _mm_mul_pd(u, inner));
}

/* As solve_rising in curve.c. A lane that has finished keeps its result until the other one has
 * finished. */
static inline __m128d solve_rising(const struct cubics *p, __m128d s)
{
    const __m128d sign = _mm_set1_pd(-0.0), least = _mm_set1_pd(US_CURVE_SOLVE_SLOPE);
    const __m128d zero = _mm_setzero_pd(), one = _mm_set1_pd(1.0);
    __m128d low = zero, high = one, done = zero;
    __m128d u = _mm_max_pd(_mm_min_pd(_mm_sub_pd(product(2.0, s), cubics_at(p, s)), one), zero);
    for (int i = 0; i < US_CURVE_SOLVE_MOST && _mm_movemask_pd(done) != 3; i++) {
        __m128d excess = _mm_sub_pd(cubics_at(p, u), s);
        __m128d under = _mm_cmplt_pd(excess, zero);
        low = chosen(under, u, low);
        high = chosen(under, high, u);
        __m128d slope = _mm_max_pd(cubics_slope(p, u), least);
        __m128d next = _mm_sub_pd(u, _mm_div_pd(excess, slope));
        __m128d inside = _mm_and_pd(_mm_cmpge_pd(next, low), _mm_cmple_pd(next, high));
        next = chosen(inside, next, product(0.5, _mm_add_pd(low, high)));
        __m128d step = _mm_sub_pd(next, u);
        __m128d bow = _mm_add_pd(p->c2, _mm_mul_pd(product(3.0, p->c3), u));
        __m128d off = _mm_mul_pd(_mm_mul_pd(step, step), _mm_andnot_pd(sign, bow));
        u = chosen(done, u, next);
        done = _mm_or_pd(done, _mm_cmplt_pd(off, product(US_CURVE_SOLVE_ERROR, slope)));
    }
    return u;
}

/* A weight that does not count is a third. */
static inline __m128d weights_of(float a, float b)
{
    const __m128d weights = _mm_cvtps_pd(_mm_set_ps(0.0f, 0.0f, b, a));
    return chosen(_mm_cmpord_pd(weights, weights), weights, _mm_set1_pd(1.0 / 3.0));
}

/* False where the slope is a limit: curve.c computes these. */
static inline bool weighted(const struct us_curved_segment *a, const struct us_curved_segment *b,
                            const struct pair *pair, __m128d *out_value, __m128d *out_slope)
{
    const __m128d one = _mm_set1_pd(1.0);
    const __m128d out_weight = weights_of(a->out_weight, b->out_weight);
    const __m128d in_weight = weights_of(a->in_weight, b->in_weight);
    const __m128d rise = _mm_sub_pd(pair->right_value, pair->left_value);
    const __m128d p1 = _mm_mul_pd(_mm_mul_pd(out_weight, pair->out_tangent), pair->length_s);
    const __m128d p2 =
        _mm_sub_pd(rise, _mm_mul_pd(_mm_mul_pd(in_weight, pair->in_tangent), pair->length_s));
    const struct cubics time = bezier(out_weight, _mm_sub_pd(one, in_weight), one);
    const struct cubics value = bezier(p1, p2, rise);
    const __m128d u = solve_rising(&time, pair->s);
    const __m128d rate = cubics_slope(&time, u);
    *out_value = _mm_add_pd(pair->left_value, cubics_at(&value, u));
    const __m128d divisor = _mm_max_pd(rate, _mm_set1_pd(US_CURVE_LEAST_RATE));
    *out_slope = _mm_div_pd(_mm_div_pd(cubics_slope(&value, u), divisor), pair->length_s);
    return _mm_movemask_pd(_mm_cmpgt_pd(rate, _mm_set1_pd(US_CURVE_LEAST_RATE))) == 3;
}

static inline __m128 narrowed(__m128d value, double most)
{
    /* These take the second operand where the first is NaN. */
    value = _mm_max_pd(_mm_min_pd(value, _mm_set1_pd(most)), _mm_set1_pd(-most));
    return _mm_cvtpd_ps(value);
}

static inline void put(__m128 two, const struct us_curved_segment_use *one,
                       const struct us_curved_segment_use *other, float *out)
{
    _mm_store_ss(&out[one->place], two);
    _mm_store_ss(&out[other->place], _mm_shuffle_ps(two, two, _MM_SHUFFLE(1, 1, 1, 1)));
}

/* Returns how many of the uses are done; the caller continues with the next one. `kind` is a
 * constant, so that the compiler removes the other branch. */
static inline uint32_t evaluate_pairs(enum us_curved_segment_kind kind,
                                      const struct us_curved_segment *segments,
                                      const struct us_curved_segment_use *uses, uint32_t count,
                                      const struct us_curved_segment_moment *moment, float *values,
                                      float *slopes)
{
    const __m128d time_s = _mm_set1_pd(moment->time_s), rate = _mm_set1_pd(moment->rate);
    uint32_t i = 0;
    for (; i < count; i += 2) {
        /* With an odd count, the last one is evaluated twice. */
        const struct us_curved_segment_use *one = &uses[i],
                                           *other = &uses[i + 1 < count ? i + 1 : i];
        const struct us_curved_segment *a = &segments[one->segment], *b = &segments[other->segment];
        const struct pair pair = pair_of(a, b, time_s);
        __m128d value, slope;
        if (kind == US_CURVED_SEGMENT_HERMITE)
            value = hermite(&pair, &slope);
        else if (!weighted(a, b, &pair, &value, &slope))
            break;
        put(narrowed(value, (double)FLT_MAX), one, other, values);
        if (slopes != NULL)
            put(narrowed(_mm_mul_pd(slope, rate), (double)moment->most_slope), one, other, slopes);
    }
    return i < count ? i : count;
}

#endif

void us_curved_segment_evaluate(enum us_curved_segment_kind kind,
                                const struct us_curved_segment *segments,
                                const struct us_curved_segment_use *uses, uint32_t count,
                                const struct us_curved_segment_moment *moment, float *values,
                                float *slopes)
{
    for (uint32_t i = 0; i < count; i++) {
#if WITH_SSE2
        if (kind == US_CURVED_SEGMENT_HERMITE)
            i = evaluate_pairs(US_CURVED_SEGMENT_HERMITE, segments, uses, count, moment, values,
                               slopes); /* all of them */
        else if (kind == US_CURVED_SEGMENT_WEIGHTED)
            i += evaluate_pairs(US_CURVED_SEGMENT_WEIGHTED, segments, uses + i, count - i, moment,
                                values, slopes);
        if (i == count)
            return;
#endif
        uint32_t place = uses[i].place;
        evaluate_one(&segments[uses[i].segment], moment, &values[place],
                     slopes != NULL ? &slopes[place] : NULL);
    }
#if !WITH_SSE2
    (void)kind;
#endif
}
