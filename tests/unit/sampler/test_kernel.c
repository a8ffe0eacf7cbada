/* SPDX-License-Identifier: MIT */
/* Hazard: a fast path that answers otherwise than the plain one, or writes where it should not. */
#include "support.h"

/* The portable path, under names of its own, and then what the library has. */
#define US_POSE_SIMD_PORTABLE
#define us_pose_simd_blend portable_blend
#define us_pose_simd_motions portable_motions
#define us_pose_simd_blend_motions portable_blend_motions
#include "core/sampler/pose_simd.c"
#undef us_pose_simd_blend
#undef us_pose_simd_motions
#undef us_pose_simd_blend_motions
void us_pose_simd_blend(const float *left, const float *right, float share, float per_s,
                        unsigned count, float *out_values, float *out_slopes);
void us_pose_simd_motions(const float *values, const float *slopes, unsigned count,
                          struct us_motion *out);
void us_pose_simd_blend_motions(const float *left, const float *right, float share, float per_s,
                                unsigned count, bool with_velocity, struct us_motion *out);

enum { MOST_POSES = 60, FLOATS = MOST_POSES * US_POSE_SIMD_POSE_FLOATS, POSES_IN_ALL = 1000000 };

struct question {
    float left[FLOATS + 1], right[FLOATS + 1]; /* from 1 on, so that they are not aligned */
    float share, per_s;
    unsigned count;
    bool with_velocity;
};

struct answer {
    struct us_motion motions[MOST_POSES + 1];
    float values[FLOATS + US_POSE_SIMD_POSE_FLOATS], slopes[FLOATS + US_POSE_SIMD_POSE_FLOATS];
};

static float any_bits(uint64_t *seed)
{
    uint32_t bits = (uint32_t)(random_share(seed) * 4294967296.0);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static float odd_float(uint64_t *seed)
{
    static const float odd[] = {0.0f,   -0.0f, INFINITY, -INFINITY, NAN,     1e-45f,    -1e-40f,
                                1e-38f, 3e38f, -1e30f,   1e19f,     1.9e19f, 1e9f,      -1e9f,
                                1e15f,  -1.0f, 1e-6f,    5e-7f,     -1e-6f,  7.0711e-7f};
    unsigned pick = (unsigned)random_between(seed, 0, sizeof odd / sizeof *odd + 4);
    return pick < sizeof odd / sizeof *odd ? odd[pick] : any_bits(seed);
}

static void ask(struct question *question, uint64_t *seed)
{
    static const float speeds[] = {0.0f, 60.0f, -60.0f, 1e6f, -1e6f, 1000000.06f, 3e7f, -1e30f};
    static const float oddities[] = {0.0f, 0.0f, 0.02f, 1.0f};
    double oddity = (double)oddities[(int)random_between(seed, 0, 4)];
    for (unsigned i = 0; i < FLOATS + 1; i++) {
        bool odd = random_share(seed) < oddity;
        question->left[i] = odd ? odd_float(seed) : (float)random_between(seed, -1, 1);
        odd = odd && random_share(seed) < 0.5;
        question->right[i] = odd                        ? odd_float(seed)
                             : random_share(seed) < 0.1 ? question->left[i]
                                                        : (float)random_between(seed, -1, 1);
    }
    double share = random_between(seed, -0.1, 1.1);
    question->share = (float)fmin(fmax(share, 0.0), 1.0);
    question->per_s =
        random_share(seed) < 0.02 ? odd_float(seed) : speeds[(int)random_between(seed, 0, 8)];
    question->count = (unsigned)random_between(seed, 0, MOST_POSES + 1);
    question->with_velocity = random_share(seed) < 0.5;
}

/* NaNs differ in bits that mean nothing. */
static bool same_floats(const void *a, const void *b, size_t floats)
{
    for (size_t i = 0; i < floats; i++) {
        float x, y;
        memcpy(&x, (const char *)a + i * sizeof(float), sizeof(float));
        memcpy(&y, (const char *)b + i * sizeof(float), sizeof(float));
        if (memcmp(&x, &y, sizeof(float)) != 0 && !(isnan(x) && isnan(y)))
            return false;
    }
    return true;
}

static bool same_motions(const struct us_motion *a, const struct us_motion *b, unsigned count)
{
    return same_floats(a, b, count * sizeof *a / sizeof(float));
}

/* Whether what lies behind is as it was filled. */
static bool untouched(const void *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (((const unsigned char *)bytes)[i] != 0x5a)
            return false;
    return true;
}

static void check_blend(const struct question *asked, struct answer *fast, struct answer *plain)
{
    size_t floats = (size_t)asked->count * US_POSE_SIMD_POSE_FLOATS;
    us_pose_simd_blend(asked->left + 1, asked->right + 1, asked->share, asked->per_s, asked->count,
                       fast->values, asked->with_velocity ? fast->slopes : NULL);
    portable_blend(asked->left + 1, asked->right + 1, asked->share, asked->per_s, asked->count,
                   plain->values, asked->with_velocity ? plain->slopes : NULL);
    size_t slopes = asked->with_velocity ? floats : 0;
    assert_true(same_floats(fast->values, plain->values, floats));
    assert_true(same_floats(fast->slopes, plain->slopes, slopes));
    assert_true(untouched(fast->values + floats, sizeof fast->values - floats * sizeof(float)));
    assert_true(untouched(fast->slopes + slopes, sizeof fast->slopes - slopes * sizeof(float)));
}

static void check_motions(const struct question *asked, struct answer *fast, struct answer *plain)
{
    us_pose_simd_motions(fast->values, asked->with_velocity ? fast->slopes : NULL, asked->count,
                         fast->motions);
    portable_motions(plain->values, asked->with_velocity ? plain->slopes : NULL, asked->count,
                     plain->motions);
    assert_true(same_motions(fast->motions, plain->motions, asked->count));
    assert_true(untouched(fast->motions + asked->count,
                          sizeof fast->motions - asked->count * sizeof *fast->motions));
}

static void check_both(const struct question *asked, const struct answer *apart)
{
    struct answer fast, plain;
    memset(&fast, 0x5a, sizeof fast);
    us_pose_simd_blend_motions(asked->left + 1, asked->right + 1, asked->share, asked->per_s,
                               asked->count, asked->with_velocity, fast.motions);
    portable_blend_motions(asked->left + 1, asked->right + 1, asked->share, asked->per_s,
                           asked->count, asked->with_velocity, plain.motions);
    assert_true(same_motions(fast.motions, plain.motions, asked->count));
    assert_true(same_motions(fast.motions, apart->motions, asked->count));
    assert_true(untouched(fast.motions + asked->count,
                          sizeof fast.motions - asked->count * sizeof *fast.motions));
}

TEST(every_path_gives_the_same_bits)
{
    uint64_t seed = 20;
    static struct question asked;
    for (unsigned poses = 0; poses < POSES_IN_ALL; poses += asked.count) {
        static struct answer fast, plain;
        ask(&asked, &seed);
        memset(&fast, 0x5a, sizeof fast);
        memset(&plain, 0x5a, sizeof plain);
        check_blend(&asked, &fast, &plain);
        check_motions(&asked, &fast, &plain);
        check_both(&asked, &fast);
    }
}

static void product(const double a[4], const double b[4], double out[4])
{
    out[0] = a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1];
    out[1] = a[3] * b[1] + a[1] * b[3] + a[2] * b[0] - a[0] * b[2];
    out[2] = a[3] * b[2] + a[2] * b[3] + a[0] * b[1] - a[1] * b[0];
    out[3] = a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2];
}

/* The rotation at a share of the way, in double. */
static void rotation_at(const float *left, const float *right, double share, double out[4])
{
    double square = 0.0;
    for (int i = 0; i < 4; i++) {
        out[i] = (double)left[i] + share * ((double)right[i] - (double)left[i]);
        square += out[i] * out[i];
    }
    for (int i = 0; i < 4; i++)
        out[i] /= sqrt(square);
}

/* Angular velocity is the quotient of differences: what turns the pose a little before into the
 * one a little after. */
static void check_closed_form(const struct question *asked, unsigned i, struct us_motion got)
{
    const float *left = asked->left + 1 + i * US_POSE_SIMD_POSE_FLOATS;
    const float *right = asked->right + 1 + i * US_POSE_SIMD_POSE_FLOATS;
    double share = (double)asked->share, per_s = (double)asked->per_s, step = 1e-5;
    double q[4], before[4], after[4], turn[4];
    rotation_at(left, right, share, q);
    rotation_at(left, right, share - step, before);
    rotation_at(left, right, share + step, after);
    for (int k = 0; k < 3; k++)
        before[k] = -before[k];
    product(after, before, turn);
    const float *rotation = &got.pose.rotation.x, *position = &got.pose.position_m.x;
    const float *linear = &got.linear_m_s.x, *angular = &got.angular_rad_s.x;
    double sign = q[3] < 0.0 ? -1.0 : 1.0, velocity = asked->with_velocity ? per_s : 0.0;
    for (int k = 0; k < 4; k++)
        check_near((double)rotation[k], sign * q[k], 1e-6, "rotation");
    for (int k = 0; k < 3; k++) {
        double rise = (double)right[4 + k] - (double)left[4 + k];
        double turning = 2.0 * turn[k] / (2.0 * step) * velocity;
        check_near((double)position[k], (double)left[4 + k] + share * rise, 2e-7, "position");
        check_near((double)linear[k], rise * velocity, 2e-5, "linear");
        check_near((double)angular[k], turning, 1e-4 * (1.0 + fabs(turning)), "angular");
    }
}

TEST(motions_are_the_closed_form)
{
    uint64_t seed = 21;
    static struct question asked;
    for (int round = 0; round < 3000; round++) {
        struct us_motion out[MOST_POSES];
        asked.count = 1 + (unsigned)round % 9;
        asked.share = (float)random_share(&seed);
        asked.per_s = round % 2 == 0 ? 60.0f : -37.5f;
        asked.with_velocity = round % 3 != 0;
        for (unsigned i = 0; i < asked.count * US_POSE_SIMD_POSE_FLOATS + 1; i++) {
            asked.left[i] = (float)random_between(&seed, -1, 1);
            asked.right[i] = asked.left[i] + (float)random_between(&seed, -0.02, 0.02);
        }
        /* Never so short that a difference says little. */
        for (unsigned i = 1; i < asked.count * US_POSE_SIMD_POSE_FLOATS;
             i += US_POSE_SIMD_POSE_FLOATS) {
            asked.left[i] = asked.left[i] < 0.0f ? -0.7f : 0.7f;
            asked.right[i] = asked.left[i] * 1.03f;
        }
        us_pose_simd_blend_motions(asked.left + 1, asked.right + 1, asked.share, asked.per_s,
                                   asked.count, asked.with_velocity, out);
        for (unsigned i = 0; i < asked.count; i++)
            check_closed_form(&asked, i, out[i]);
    }
}

/* Five poses, so that all are in a group of four as well as one alone. */
static void motions_of_one(const float *value, const float *slope, struct us_motion *out)
{
    float values[5 * US_POSE_SIMD_POSE_FLOATS], slopes[5 * US_POSE_SIMD_POSE_FLOATS];
    struct us_motion motions[5];
    for (unsigned i = 0; i < 5; i++) {
        memcpy(values + i * US_POSE_SIMD_POSE_FLOATS, value,
               US_POSE_SIMD_POSE_FLOATS * sizeof(float));
        memcpy(slopes + i * US_POSE_SIMD_POSE_FLOATS, slope,
               US_POSE_SIMD_POSE_FLOATS * sizeof(float));
    }
    us_pose_simd_motions(value, slope, 1, out);
    us_pose_simd_motions(values, slopes, 5, motions);
    for (unsigned i = 0; i < 5; i++)
        assert_memory_equal(&motions[i], out, sizeof *out);
}

TEST(both_signs_of_a_rotation_give_the_same)
{
    uint64_t seed = 22;
    for (int round = 0; round < 2000; round++) {
        float value[8], slope[8];
        struct us_motion one, other;
        for (int i = 0; i < 8; i++) {
            value[i] = (float)random_between(&seed, -2, 2);
            slope[i] = (float)random_between(&seed, -9, 9);
        }
        if (round % 8 == 0)
            value[3] = 1e-44f; /* vanishes on the way */
        motions_of_one(value, slope, &one);
        for (int i = 0; i < 4; i++) {
            value[i] = -value[i];
            slope[i] = -slope[i];
        }
        motions_of_one(value, slope, &other);
        assert_memory_equal(&one, &other, sizeof one);
        assert_true(one.pose.rotation.w >= 0.0f && !signbit(one.pose.rotation.w));
    }
    /* Half a turn has no better sign. */
    struct us_motion half;
    motions_of_one((float[8]){-2, 0, 0, -0.0f}, (float[8]){0}, &half);
    assert_true(half.pose.rotation.x == -1.0f);
}

TEST(what_is_no_rotation_is_identity)
{
    static const float wrong[][4] = {{0, 0, 0, 0},        {5e-7f, 5e-7f, 5e-7f, 4.9e-7f},
                                     {0, 0, -9.9e-7f, 0}, {2e19f, 0, 0, 1},
                                     {0, NAN, 0, 1},      {0, 0, INFINITY, 1},
                                     {0, 0, 0, -INFINITY}};
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        float value[8] = {wrong[i][0], wrong[i][1], wrong[i][2], wrong[i][3], 4, 5, 6, 0};
        struct us_motion got, want = {{{0, 0, 0, 1}, {4, 5, 6}}, {14, 15, 16}, {0, 0, 0}};
        motions_of_one(value, (float[8]){1, 2, 3, 4, 14, 15, 16, 0}, &got);
        assert_memory_equal(&got, &want, sizeof got);
    }
    struct us_motion got;
    motions_of_one((float[8]){0, 0, -1.1e-6f, 0}, (float[8]){0}, &got);
    check_near((double)got.pose.rotation.z, -1, 1e-6, "a short rotation");
    motions_of_one((float[8]){0, 1.8e19f, 0, 0}, (float[8]){0}, &got);
    check_near((double)got.pose.rotation.y, 1, 1e-6, "a long rotation");
}

TEST(slopes_are_cut_where_rows_stand_close)
{
    float left[8] = {0}, right[8] = {1e9f, -1e9f, 1, -1, NAN, INFINITY, -INFINITY, 0};
    float values[8], slopes[8];
    us_pose_simd_blend(left, right, 0.5f, 1e7f, 1, values, slopes);
    const float want[8] = {1e15f, -1e15f, 1e7f, -1e7f, 1e15f, 1e15f, -1e15f, 0};
    assert_memory_equal(slopes, want, sizeof want);
    us_pose_simd_blend(left, right, 0.5f, -1e7f, 1, values, slopes);
    assert_true(slopes[0] == -1e15f && slopes[1] == 1e15f && slopes[2] == -1e7f);
    us_pose_simd_blend(left, right, 0.5f, 1e6f, 1, values, slopes);
    assert_true(slopes[0] == 1e15f && slopes[1] == -1e15f && slopes[2] == 1e6f);
    assert_true(values[0] == 0.5e9f && values[3] == -0.5f);
}

TESTS_MAIN(every_path_gives_the_same_bits, motions_are_the_closed_form,
           both_signs_of_a_rotation_give_the_same, what_is_no_rotation_is_identity,
           slopes_are_cut_where_rows_stand_close)
