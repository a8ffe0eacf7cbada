/* SPDX-License-Identifier: MIT */
/*
 * Hazard: a step (an infinite tangent) that changes what is played beside it. Expected values are
 * the closed form of the file's description: an infinite tangent on either side of a segment makes
 * it constant, at the left value if one of them is +infinity and at the right one otherwise; before
 * a clamped curve its first key's value holds, behind it the last one's.
 */
#include "support.h"

#include "core/repair/repair.h"
#include "core/keys/key_source.h"
#include "oracle.h"
#include "core/keys/curve_reader.h"
#include "core/sampler/sampler.h"

enum { MOST_KEYS = 6, WRAPS = 5 };
static const int32_t wraps[WRAPS] = {8, 1, 0, 2, 4};

struct stepped {
    int32_t pre, post;
    unsigned count;
    struct animation_key keys[MOST_KEYS];
};

static double turn(double value, double period)
{
    double rest = fmod(value, period);
    return rest < 0 ? rest + period : rest;
}

/* The value of lines and steps at any time. */
static double closed_form(const struct stepped *curve, double time_s)
{
    const struct animation_key *keys = curve->keys;
    unsigned last = curve->count - 1;
    double t0 = (double)keys[0].time_s, length_s = (double)keys[last].time_s - t0;
    if (curve->count == 1)
        return (double)keys[0].value;
    if (time_s < t0 || time_s >= t0 + length_s) {
        int32_t mode = time_s < t0 ? curve->pre : curve->post;
        if (mode != 2 && mode != 4)
            return (double)(time_s < t0 ? keys[0].value : keys[last].value);
        double x = turn(time_s - t0, mode == 2 ? length_s : 2 * length_s);
        time_s = t0 + (x > length_s ? 2 * length_s - x : x);
    }
    unsigned left = 0;
    while (left < last && (double)keys[left + 1].time_s <= time_s)
        left++;
    if (left == last)
        return (double)keys[last].value;
    const struct animation_key *a = &keys[left], *b = &keys[left + 1];
    if (isinf(a->out_tangent) || isinf(b->in_tangent))
        return (double)(a->out_tangent == INFINITY || b->in_tangent == INFINITY ? a->value
                                                                                : b->value);
    double share = (time_s - (double)a->time_s) / ((double)b->time_s - (double)a->time_s);
    return (double)a->value + share * ((double)b->value - (double)a->value);
}

/* Keys on eighths of a second, and after each a line or a step. */
static struct stepped random_stepped(uint64_t *state, unsigned round)
{
    static const float tangents[] = {0.0f, 0.0f, INFINITY, -INFINITY};
    struct stepped curve = {.pre = wraps[round % WRAPS], .post = wraps[round / WRAPS % WRAPS]};
    curve.count = 1 + round % MOST_KEYS;
    double eighths = floor(random_between(state, 0, 6));
    for (unsigned i = 0; i < curve.count; i++) {
        curve.keys[i] = (struct animation_key){
            .time_s = (float)(eighths / 8),
            .value = (float)random_between(state, -2, 2),
            .in_tangent = tangents[(int)random_between(state, 0, 4)],
            .out_tangent = tangents[(int)random_between(state, 0, 4)],
            .mode = 3,
        };
        eighths += 1 + floor(random_between(state, 0, 6));
    }
    return curve;
}

static void add_curve(struct animation_file *file, unsigned index, const struct stepped *curve)
{
    for (unsigned i = 0; i < curve->count; i++)
        animation_add_key(file, index, curve->keys[i]);
    file->curves[index].pre = curve->pre;
    file->curves[index].post = curve->post;
}

/* Camera positions X and Y step; Z has keys at all eighths, so that rows stand between the steps'.
 */
static uint8_t *stepped_file(const struct stepped curves[2], uint64_t *out_size)
{
    struct animation_file file;
    animation_init(&file);
    file.key_size = 28;
    add_curve(&file, ANIMATION_CAMERA, &curves[0]);
    add_curve(&file, ANIMATION_CAMERA + 1, &curves[1]);
    for (int i = -8; i < 40; i++)
        animation_add(&file, ANIMATION_CAMERA + 2, i / 8.0, i % 3);
    animation_add(&file, ANIMATION_CAMERA + 6, 0, 1);
    uint8_t *bytes = animation_bytes(&file, out_size);
    animation_finish(&file);
    return bytes;
}

static void check_sampler(const struct us_sampler *sampler, const struct stepped curves[2],
                          double time_s, const char *what)
{
    struct us_head_sample head;
    us_sampler_head(sampler, time_s, &head);
    const float got[2] = {head.motion.pose.position_m.x, head.motion.pose.position_m.y};
    const float slope[2] = {head.motion.linear_m_s.x, head.motion.linear_m_s.y};
    /* Right of the time, far from the next key: what is straight has one slope. */
    const double later_s = 1.0 / 256;
    for (unsigned i = 0; i < 2; i++) {
        double want = closed_form(&curves[i], time_s);
        double want_slope = (closed_form(&curves[i], time_s + 2 * later_s) -
                             closed_form(&curves[i], time_s + later_s)) /
                            later_s;
        check_near((double)got[i], want, 1e-5, what);
        check_near((double)slope[i], want_slope, 1e-3, "slope");
    }
}

static void check_curve(const struct us_recording *recording, unsigned index,
                        const struct stepped *want, double time_s)
{
    check_near(us_curve_evaluate(&recording->curves[index], time_s, NULL),
               closed_form(want, time_s), 1e-6, "curve");
    struct stepped clamped = *want;
    clamped.pre = clamped.post = 8;
    check_near(us_curve_evaluate_clamped(&recording->curves[index], time_s),
               closed_form(&clamped, time_s), 1e-6, "clamped curve");
}

static void check_file(const struct stepped curves[2])
{
    uint64_t size;
    uint8_t *bytes = stepped_file(curves, &size);
    struct us_file file = us_file_in_memory(bytes, size);
    struct us_curve_index index;
    struct us_recording recording;
    struct us_sampler *whole, *streamed = NULL;
    struct us_error error;
    uint8_t window[2][64];
    assert_int_equal(us_curve_index_read(&file, &index, &error), US_OK);
    struct us_curve_reader readers[2];
    for (unsigned i = 0; i < 2; i++)
        us_curve_reader_init(&readers[i], &file, &index, ANIMATION_CAMERA + i, window[i],
                             sizeof window[i]);
    struct oracle_recording *oracle = oracle_parse(bytes, (size_t)size, NULL, NULL, 0);
    assert_non_null(oracle);
    if (!us_repair_needs_whole(&index, &file)) {
        struct us_file taken = us_file_in_memory(bytes, size);
        struct us_curve_index taken_index;
        assert_int_equal(us_curve_index_read(&taken, &taken_index, &error), US_OK);
        assert_int_equal(us_sampler_create_streaming(&taken, &taken_index, &streamed, &error),
                         US_OK);
    }
    uint8_t *copy = malloc((size_t)size);
    assert_non_null(copy);
    memcpy(copy, bytes, (size_t)size);
    assert_int_equal(us_recording_decode(copy, size, &recording, &error), US_OK);
    assert_int_equal(us_sampler_create(&recording, &whole, &error), US_OK);
    for (int i = -640; i < 640; i++) {
        double time_s = i / 64.0;
        for (unsigned c = 0; c < 2; c++) {
            check_curve(&recording, ANIMATION_CAMERA + c, &curves[c], time_s);
            check_near(us_curve_reader_evaluate(&readers[c], time_s),
                       closed_form(&curves[c], time_s), 1e-6, "readers");
            check_near(oracle_curve_value(&oracle->camera.position[c], time_s),
                       closed_form(&curves[c], time_s), 1e-6, "oracle");
        }
        check_sampler(whole, curves, time_s, "whole");
        if (streamed != NULL)
            check_sampler(streamed, curves, time_s, "streamed");
    }
    us_sampler_destroy(streamed);
    us_sampler_destroy(whole);
    us_recording_finish(&recording);
    us_curve_index_finish(&index);
    oracle_destroy(oracle);
    free(bytes);
}

TEST(lines_and_steps_with_every_wrap_mode)
{
    uint64_t random = 29;
    for (unsigned round = 0; round < 12 * WRAPS * WRAPS; round++) {
        struct stepped curves[2] = {random_stepped(&random, round), random_stepped(&random, round)};
        check_file(curves);
    }
}

/* All curves that move repeat alike, so that one mapping of the time serves them all. */
TEST(curves_that_wrap_alike)
{
    uint64_t random = 2929;
    for (unsigned round = 0; round < 10 * WRAPS * WRAPS; round++) {
        struct stepped curve = random_stepped(&random, round * MOST_KEYS + 2);
        curve.pre = wraps[round % WRAPS];
        curve.post = wraps[round / WRAPS % WRAPS];
        struct animation_file file;
        animation_init(&file);
        file.key_size = 28;
        add_curve(&file, ANIMATION_CAMERA, &curve);
        add_curve(&file, ANIMATION_CAMERA + 1, &curve);
        uint64_t size;
        uint8_t *bytes = animation_bytes(&file, &size);
        struct us_recording recording;
        struct us_sampler *whole;
        struct us_error error;
        assert_int_equal(us_recording_decode(bytes, size, &recording, &error), US_OK);
        assert_int_equal(us_sampler_create(&recording, &whole, &error), US_OK);
        const struct stepped both[2] = {curve, curve};
        for (int i = -640; i < 640; i++)
            check_sampler(whole, both, i / 64.0, "alike");
        us_sampler_destroy(whole);
        us_recording_finish(&recording);
        animation_finish(&file);
    }
}

/* A line from 0 to 1, a step to 5, a line to 6: as a file that was reported has it. */
TEST(a_step_behind_a_line)
{
    const struct stepped curve = {8,
                                  8,
                                  4,
                                  {{.time_s = 0, .value = 0, .mode = 3},
                                   {.time_s = 1, .value = 1, .out_tangent = -INFINITY, .mode = 3},
                                   {.time_s = 2, .value = 5, .mode = 3},
                                   {.time_s = 3, .value = 6, .mode = 3}}};
    check_near(closed_form(&curve, 0.5), 0.5, 0, "before the step");
    check_near(closed_form(&curve, 1.0), 5, 0, "the step");
    check_near(closed_form(&curve, 2.5), 5.5, 0, "behind the step");
    const struct stepped both[2] = {curve, curve};
    check_file(both);
}

/* From a value that no slope can hold, at the curve's first key. */
TEST(a_huge_step_at_the_first_key)
{
    static const float tangents[] = {INFINITY, -INFINITY};
    for (unsigned i = 0; i < 4; i++) {
        struct stepped curve = {8, 8, 2, {{.time_s = 1, .value = -1.5e38f, .mode = 3}}};
        curve.keys[0].out_tangent = i < 2 ? tangents[i] : 0.0f;
        curve.keys[1] = (struct animation_key){
            .time_s = 2, .value = 1, .mode = 3, .in_tangent = i < 2 ? 0.0f : tangents[i - 2]};
        struct stepped zero = {8, 8, 2, {{.time_s = 0, .mode = 3}, {.time_s = 3, .mode = 3}}};
        struct stepped curves[2] = {curve, zero};
        uint64_t size;
        uint8_t *bytes = stepped_file(curves, &size);
        struct us_recording recording;
        struct us_sampler *sampler;
        struct us_error error;
        assert_int_equal(us_recording_decode(bytes, size, &recording, &error), US_OK);
        assert_int_equal(us_sampler_create(&recording, &sampler, &error), US_OK);
        for (int k = -16; k < 64; k++) {
            struct us_head_sample head;
            us_sampler_head(sampler, k / 16.0, &head);
            check_near((double)head.motion.pose.position_m.x, closed_form(&curve, k / 16.0), 0,
                       "value");
            check_near((double)head.motion.linear_m_s.x, 0, 0, "slope");
        }
        us_sampler_destroy(sampler);
        us_recording_finish(&recording);
    }
}

TESTS_MAIN(a_step_behind_a_line, a_huge_step_at_the_first_key, lines_and_steps_with_every_wrap_mode,
           curves_that_wrap_alike)
