/* SPDX-License-Identifier: MIT */
/* Hazard: a moment at which a curve has a key is missing among the times of several curves, or is
 * there twice, or memory that runs out goes unnoticed. Judged by all times in a row, sorted. */
#include "support.h"

#include <stdlib.h>

#include "core/curve/curve.h"
#include "counting.h"

enum { CURVES = 7, KEYS = 12, CASES = 3000 };

static uint64_t seed = 5;
static uint8_t bytes[CURVES][KEYS * US_KEY_SIZE_FULL];
static struct us_curve curves[CURVES];
static const struct us_curve *all[CURVES];

static uint32_t chance(uint32_t below)
{
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(seed >> 33) % below;
}

/* Times that grow or stay, from a coarse grid, so that curves share many. */
static void make_curve(unsigned which)
{
    struct us_curve *curve = &curves[which];
    uint32_t key_size = chance(2) == 0 ? US_KEY_SIZE_SHORT : US_KEY_SIZE_FULL;
    float time_s = (float)chance(4) * 0.5f - 1.0f;
    *curve = (struct us_curve){
        .keys = bytes[which], .key_size = key_size, .key_count = chance(KEYS + 1)};
    for (uint32_t i = 0; i < curve->key_count; i++) {
        poke_f32(bytes[which] + (size_t)i * key_size, time_s);
        time_s += 0.25f * (float)chance(3);
    }
}

/* Often a copy of an earlier one's times, with keys of another size. */
static void make_curves(void)
{
    for (unsigned i = 0; i < CURVES; i++) {
        make_curve(i);
        all[i] = &curves[i];
        if (i == 0 || chance(3) != 0)
            continue;
        const struct us_curve *other = &curves[chance(i)];
        curves[i].key_count = other->key_count;
        for (uint32_t k = 0; k < other->key_count; k++)
            poke_f32(bytes[i] + (size_t)k * curves[i].key_size, us_curve_time_s(other, k));
    }
}

static int compare(const void *a, const void *b)
{
    float left = *(const float *)a, right = *(const float *)b;
    return (left > right) - (left < right);
}

static uint32_t expect(float out[CURVES * KEYS])
{
    uint32_t count = 0, kept = 0;
    for (unsigned i = 0; i < CURVES; i++)
        for (uint32_t k = 0; k < curves[i].key_count; k++)
            out[count++] = us_curve_time_s(&curves[i], k);
    qsort(out, count, sizeof *out, compare);
    for (uint32_t i = 0; i < count; i++)
        if (kept == 0 || out[kept - 1] != out[i])
            out[kept++] = out[i];
    return kept;
}

TEST(times_of_several_curves)
{
    for (int i = 0; i < CASES; i++) {
        float expected[CURVES * KEYS];
        struct us_curve_key_times times;
        make_curves();
        uint32_t count = expect(expected);
        assert_true(us_curve_key_times_union(all, CURVES, &times));
        assert_int_equal(times.count, count);
        for (uint32_t k = 0; k < count; k++)
            assert_true(times.at_s[k] == expected[k]);
        us_curve_key_times_finish(&times);
        assert_true(times.at_s == NULL && times.count == 0);
    }
    struct us_curve_key_times none;
    assert_true(us_curve_key_times_union(all, 0, &none));
    assert_int_equal(none.count, 0);
    us_curve_key_times_finish(&none);
}

/* Curves that share an axis have the same times: these are not read. */
TEST(curves_with_an_axis)
{
    static uint8_t first[2 * US_KEY_SIZE_SHORT], second[2 * US_KEY_SIZE_SHORT];
    poke_f32(first + US_KEY_SIZE_SHORT, 1.0f);
    poke_f32(second + US_KEY_SIZE_SHORT, 2.0f);
    struct us_curve a = {.keys = first, .key_size = US_KEY_SIZE_SHORT, .key_count = 2}, b = a;
    const struct us_curve *const both[] = {&a, &b};
    b.keys = second;
    for (uint32_t axis = 0; axis < 9; axis++) {
        struct us_curve_key_times times;
        a.axis = axis % 3;
        b.axis = axis / 3;
        bool share = a.axis != 0 && a.axis == b.axis;
        assert_int_equal(us_curve_key_times_equal(&a, &b), share);
        assert_true(us_curve_key_times_union(both, 2, &times));
        assert_int_equal(times.count, share ? 2 : 3);
        assert_true(times.at_s[0] == 0.0f && times.at_s[1] == 1.0f);
        us_curve_key_times_finish(&times);
    }
}

TEST(equal_times)
{
    unsigned equal = 0;
    for (int i = 0; i < CASES; i++) {
        make_curves();
        const struct us_curve *a = all[chance(CURVES)], *b = all[chance(CURVES)];
        bool same = a->key_count == b->key_count;
        for (uint32_t k = 0; same && k < a->key_count; k++)
            same = us_curve_time_s(a, k) == us_curve_time_s(b, k);
        assert_int_equal(us_curve_key_times_equal(a, b), same);
        equal += same && a != b;
    }
    assert_true(equal > 10);
}

/* At each allocation in turn: false, and nothing is left behind. */
TEST(memory_runs_out)
{
    for (int i = 0; i < 200; i++) {
        make_curves();
        bool done = false;
        for (uint64_t fails_from = 1; !done; fails_from++) {
            struct us_curve_key_times times;
            counting_reset();
            counting.fails_from = fails_from;
            done = us_curve_key_times_union(all, CURVES, &times);
            bool failed = counting.taken >= fails_from;
            counting.fails_from = 0;
            assert_int_equal(done, !failed);
            if (failed)
                assert_true(times.at_s == NULL && times.count == 0);
            us_curve_key_times_finish(&times);
            assert_true(fails_from < 100);
        }
    }
}

TESTS_MAIN(times_of_several_curves, curves_with_an_axis, equal_times, memory_runs_out)
