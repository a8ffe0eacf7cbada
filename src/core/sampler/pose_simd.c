/* SPDX-License-Identifier: MIT */
#include "core/sampler/pose_simd.h"

#include <assert.h>
#include <math.h>
#include <stddef.h>

#if defined(__SSE2__) && !defined(US_POSE_SIMD_PORTABLE)
#define WITH_SSE2 1
#include <emmintrin.h>
#else
#define WITH_SSE2 0
#endif

/* A smaller |q|^2 does not define a rotation. */
#define LEAST_SQUARE 1e-12f

enum { POSE_FLOATS = US_POSE_SIMD_POSE_FLOATS };

/* ---- One pose at a time. The vector code keeps this order of operations, to give the same bits.
 */

/* Whether rows are so close in time that a straight rise may exceed the greatest rate. */
static bool is_steep(float per_s)
{
    return !(fabsf(per_s) <= US_POSE_SIMD_MOST_RATE / US_POSE_SIMD_MOST_RISE);
}

static void blend_one(const float *left, const float *right, float share, float per_s,
                      float *out_values, float *out_slopes)
{
    for (int i = 0; i < POSE_FLOATS; i++) {
        float rise = right[i] - left[i];
        out_values[i] = left[i] + share * rise;
        if (out_slopes != NULL)
            out_slopes[i] = is_steep(per_s) ? us_pose_simd_bounded(rise * per_s) : rise * per_s;
    }
}

static void motion_of(const float *value, const float *slope, struct us_motion *out)
{
    *out = (struct us_motion){.pose = {{0.0f, 0.0f, 0.0f, 1.0f}, {value[4], value[5], value[6]}}};
    if (slope != NULL)
        out->linear_m_s = (struct us_vec3){slope[4], slope[5], slope[6]};
    float square =
        value[0] * value[0] + value[1] * value[1] + value[2] * value[2] + value[3] * value[3];
    if (!(square > LEAST_SQUARE) || !(square < INFINITY))
        return;
    float scale = 1.0f / sqrtf(square);
    scale = value[3] < 0.0f ? -scale : scale;
    float x = value[0] * scale, y = value[1] * scale, z = value[2] * scale, w = value[3] * scale;
    out->pose.rotation = (struct us_quat){x, y, z, w};
    if (slope == NULL)
        return;
    float dx = slope[0] * scale, dy = slope[1] * scale, dz = slope[2] * scale,
          dw = slope[3] * scale;
    out->angular_rad_s = (struct us_vec3){
        2.0f * (dx * w - dw * x - dy * z + dz * y),
        2.0f * (dy * w - dw * y - dz * x + dx * z),
        2.0f * (dz * w - dw * z - dx * y + dy * x),
    };
}

static void blend_motion(const float *left, const float *right, float share, float per_s,
                         bool with_velocity, struct us_motion *out)
{
    float values[POSE_FLOATS], slopes[POSE_FLOATS];
    blend_one(left, right, share, per_s, values, with_velocity ? slopes : NULL);
    motion_of(values, with_velocity ? slopes : NULL, out);
}

#if WITH_SSE2

/* ---- Four poses at a time. */

enum { AT_A_TIME = 4 };

/* The places of a motion's floats. A store of four floats writes one float after a vector of three.
 */
enum { AT_ROTATION = 0, AT_POSITION = 4, AT_LINEAR = 7, AT_ANGULAR = 10, MOTION_FLOATS = 13 };
static_assert(sizeof(struct us_motion) == MOTION_FLOATS * sizeof(float), "no padding");
static_assert(offsetof(struct us_motion, pose.position_m) == AT_POSITION * sizeof(float), "");
static_assert(offsetof(struct us_motion, linear_m_s) == AT_LINEAR * sizeof(float), "");
static_assert(offsetof(struct us_motion, angular_rad_s) == AT_ANGULAR * sizeof(float), "");

/* The rotations of four poses, one lane for each pose. */
struct lanes {
    __m128 x, y, z, w;
};

static inline struct lanes lanes_of(const __m128 *rows)
{
    struct lanes lanes = {rows[0], rows[1], rows[2], rows[3]};
    _MM_TRANSPOSE4_PS(lanes.x, lanes.y, lanes.z, lanes.w);
    return lanes;
}

static inline struct lanes scaled(struct lanes a, __m128 factor)
{
    return (struct lanes){_mm_mul_ps(a.x, factor), _mm_mul_ps(a.y, factor), _mm_mul_ps(a.z, factor),
                          _mm_mul_ps(a.w, factor)};
}

/* 1 / |q|, negative if q.w is negative, and any number if q is not a rotation. Bit i of
 * `*out_rotations` says whether q of lane i is a rotation. */
static inline __m128 scale_of(struct lanes q, int *out_rotations)
{
    const __m128 one = _mm_set1_ps(1.0f), zero = _mm_setzero_ps(), sign = _mm_set1_ps(-0.0f);
    __m128 square = _mm_add_ps(
        _mm_add_ps(_mm_add_ps(_mm_mul_ps(q.x, q.x), _mm_mul_ps(q.y, q.y)), _mm_mul_ps(q.z, q.z)),
        _mm_mul_ps(q.w, q.w));
    __m128 good = _mm_and_ps(_mm_cmpgt_ps(square, _mm_set1_ps(LEAST_SQUARE)),
                             _mm_cmplt_ps(square, _mm_set1_ps(INFINITY)));
    *out_rotations = _mm_movemask_ps(good);
    /* Avoid a division by zero even in unused lanes: an app may have unmasked the exception. */
    square = _mm_max_ps(square, _mm_set1_ps(LEAST_SQUARE));
    return _mm_xor_ps(_mm_div_ps(one, _mm_sqrt_ps(square)),
                      _mm_and_ps(_mm_cmplt_ps(q.w, zero), sign));
}

/* 2 (da b - db a - dc d + dd c), in the order of motion_of. */
static inline __m128 rate(__m128 da, __m128 b, __m128 db, __m128 a, __m128 dc, __m128 d, __m128 dd,
                          __m128 c)
{
    __m128 sum = _mm_sub_ps(_mm_mul_ps(da, b), _mm_mul_ps(db, a));
    sum = _mm_add_ps(_mm_sub_ps(sum, _mm_mul_ps(dc, d)), _mm_mul_ps(dd, c));
    return _mm_mul_ps(_mm_set1_ps(2.0f), sum);
}

static inline void store_angular(struct lanes q, struct lanes d, float *to)
{
    __m128 rows[AT_A_TIME] = {
        rate(d.x, q.w, d.w, q.x, d.y, q.z, d.z, q.y),
        rate(d.y, q.w, d.w, q.y, d.z, q.x, d.x, q.z),
        rate(d.z, q.w, d.w, q.z, d.x, q.y, d.y, q.x),
        _mm_setzero_ps(),
    };
    struct lanes pose = lanes_of(rows);
    _mm_storeu_ps(to + AT_ANGULAR, pose.x);
    _mm_storeu_ps(to + AT_ANGULAR + MOTION_FLOATS, pose.y);
    _mm_storeu_ps(to + AT_ANGULAR + 2 * MOTION_FLOATS, pose.z);
    /* Store only three floats for the last pose: the array ends there. */
    _mm_storel_pi((__m64 *)(void *)(to + AT_ANGULAR + 3 * MOTION_FLOATS), pose.w);
    _mm_store_ss(to + AT_ANGULAR + 2 + 3 * MOTION_FLOATS, _mm_movehl_ps(pose.w, pose.w));
}

/* If `slopes` is NULL, the caller has stored zeros as angular velocities. The stores overwrite the
 * extra floats that the stores before them wrote. */
static inline void store_rotations(const __m128 *values, const __m128 *slopes,
                                   struct us_motion *out)
{
    float *to = (float *)(void *)out;
    struct lanes q = lanes_of(values);
    int rotations;
    __m128 scale = scale_of(q, &rotations);
    if (slopes != NULL)
        store_angular(scaled(q, scale), scaled(lanes_of(slopes), scale), to);
    const __m128 each[AT_A_TIME] = {
        _mm_shuffle_ps(scale, scale, _MM_SHUFFLE(0, 0, 0, 0)),
        _mm_shuffle_ps(scale, scale, _MM_SHUFFLE(1, 1, 1, 1)),
        _mm_shuffle_ps(scale, scale, _MM_SHUFFLE(2, 2, 2, 2)),
        _mm_shuffle_ps(scale, scale, _MM_SHUFFLE(3, 3, 3, 3)),
    };
    for (int i = 0; i < AT_A_TIME; i++)
        _mm_storeu_ps(to + i * MOTION_FLOATS + AT_ROTATION, _mm_mul_ps(values[i], each[i]));
    for (int i = 0; i < AT_A_TIME && rotations != 15; i++)
        if ((rotations >> i & 1) == 0) {
            out[i].pose.rotation = (struct us_quat){0.0f, 0.0f, 0.0f, 1.0f};
            out[i].angular_rad_s = (struct us_vec3){0.0f, 0.0f, 0.0f};
        }
}

/* Also writes into the angular velocity, which the caller stores later. */
static inline void store_linear(__m128 position, __m128 linear, float *to)
{
    _mm_storeu_ps(to + AT_POSITION, position);
    _mm_storeu_ps(to + AT_LINEAR, linear);
}

static inline void store_still(__m128 position, float *to)
{
    store_linear(position, _mm_setzero_ps(), to);
    _mm_storeu_ps(to + AT_ANGULAR - 1, _mm_setzero_ps());
}

static inline __m128 blend4(const float *left, const float *right, __m128 share, __m128 *out_rise)
{
    __m128 from = _mm_loadu_ps(left);
    *out_rise = _mm_sub_ps(_mm_loadu_ps(right), from);
    return _mm_add_ps(from, _mm_mul_ps(share, *out_rise));
}

static inline __m128 slope4(__m128 rise, __m128 per_s, bool steep)
{
    __m128 slope = _mm_mul_ps(rise, per_s);
    if (!steep)
        return slope;
    /* Both instructions return the second operand if the first is NaN. */
    slope = _mm_min_ps(slope, _mm_set1_ps(US_POSE_SIMD_MOST_RATE));
    return _mm_max_ps(slope, _mm_set1_ps(-US_POSE_SIMD_MOST_RATE));
}

/* Callers of the four functions below pass constant booleans, so that the compiler makes a version
 * for each. */
static inline void blend_row(const float *left, const float *right, __m128 share, __m128 per_s,
                             bool steep, unsigned count, float *out_values, float *out_slopes)
{
    for (size_t i = 0; i < (size_t)count * POSE_FLOATS; i += 4) {
        __m128 rise;
        _mm_storeu_ps(out_values + i, blend4(left + i, right + i, share, &rise));
        if (out_slopes != NULL)
            _mm_storeu_ps(out_slopes + i, slope4(rise, per_s, steep));
    }
}

static inline void motions_of_four(const float *values, const float *slopes, struct us_motion *out)
{
    __m128 q[AT_A_TIME], d[AT_A_TIME];
    for (int i = 0; i < AT_A_TIME; i++) {
        float *to = (float *)(void *)(out + i);
        const float *value = values + i * POSE_FLOATS;
        q[i] = _mm_loadu_ps(value);
        if (slopes == NULL) {
            store_still(_mm_loadu_ps(value + 4), to);
            continue;
        }
        const float *slope = slopes + i * POSE_FLOATS;
        d[i] = _mm_loadu_ps(slope);
        store_linear(_mm_loadu_ps(value + 4), _mm_loadu_ps(slope + 4), to);
    }
    store_rotations(q, slopes != NULL ? d : NULL, out);
}

static inline void blend_motions_of_four(const float *left, const float *right, __m128 share,
                                         __m128 per_s, bool with_velocity, bool steep,
                                         struct us_motion *out)
{
    __m128 q[AT_A_TIME], d[AT_A_TIME];
    for (int i = 0; i < AT_A_TIME; i++, left += POSE_FLOATS, right += POSE_FLOATS) {
        float *to = (float *)(void *)(out + i);
        __m128 turned, moved;
        q[i] = blend4(left, right, share, &turned);
        __m128 position = blend4(left + 4, right + 4, share, &moved);
        if (!with_velocity) {
            store_still(position, to);
            continue;
        }
        d[i] = slope4(turned, per_s, steep);
        store_linear(position, slope4(moved, per_s, steep), to);
    }
    store_rotations(q, with_velocity ? d : NULL, out);
}

/* If `count` is not a multiple of four, the last step begins four before the end and repeats some
 * poses. */
static unsigned next_four(unsigned at, unsigned count)
{
    unsigned left = count - at - AT_A_TIME;
    return left > 0 && left < AT_A_TIME ? count - AT_A_TIME : at + AT_A_TIME;
}

static inline void blend_motions_by_four(const float *left, const float *right, float share,
                                         float per_s, unsigned count, bool with_velocity,
                                         bool steep, struct us_motion *out)
{
    const __m128 shares = _mm_set1_ps(share), speeds = _mm_set1_ps(per_s);
    for (unsigned i = 0; i < count; i = next_four(i, count)) {
        size_t place = (size_t)i * POSE_FLOATS;
        blend_motions_of_four(left + place, right + place, shares, speeds, with_velocity, steep,
                              out + i);
    }
}

#endif

/* ---- Whole rows. */

void us_pose_simd_blend(const float *left, const float *right, float share, float per_s,
                        unsigned count, float *out_values, float *out_slopes)
{
#if WITH_SSE2
    const __m128 shares = _mm_set1_ps(share), speeds = _mm_set1_ps(per_s);
    if (out_slopes == NULL)
        blend_row(left, right, shares, speeds, false, count, out_values, NULL);
    else if (is_steep(per_s))
        blend_row(left, right, shares, speeds, true, count, out_values, out_slopes);
    else
        blend_row(left, right, shares, speeds, false, count, out_values, out_slopes);
#else
    for (size_t i = 0; i < (size_t)count * POSE_FLOATS; i += POSE_FLOATS)
        blend_one(left + i, right + i, share, per_s, out_values + i,
                  out_slopes != NULL ? out_slopes + i : NULL);
#endif
}

void us_pose_simd_motions(const float *values, const float *slopes, unsigned count,
                          struct us_motion *out)
{
#if WITH_SSE2
    if (count >= AT_A_TIME) {
        for (unsigned i = 0; i < count; i = next_four(i, count)) {
            size_t place = (size_t)i * POSE_FLOATS;
            if (slopes != NULL)
                motions_of_four(values + place, slopes + place, out + i);
            else
                motions_of_four(values + place, NULL, out + i);
        }
        return;
    }
#endif
    for (unsigned i = 0; i < count; i++) {
        size_t place = (size_t)i * POSE_FLOATS;
        motion_of(values + place, slopes != NULL ? slopes + place : NULL, out + i);
    }
}

void us_pose_simd_blend_motions(const float *left, const float *right, float share, float per_s,
                                unsigned count, bool with_velocity, struct us_motion *out)
{
#if WITH_SSE2
    if (count >= AT_A_TIME) {
        if (!with_velocity)
            blend_motions_by_four(left, right, share, per_s, count, false, false, out);
        else if (is_steep(per_s))
            blend_motions_by_four(left, right, share, per_s, count, true, true, out);
        else
            blend_motions_by_four(left, right, share, per_s, count, true, false, out);
        return;
    }
#endif
    for (unsigned i = 0; i < count; i++) {
        size_t place = (size_t)i * POSE_FLOATS;
        blend_motion(left + place, right + place, share, per_s, with_velocity, out + i);
    }
}
