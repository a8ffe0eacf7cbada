/* SPDX-License-Identifier: MIT */
/* The oracle against values worked out by hand. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "testing.h"
#include "oracle.h"
#include "oracle_plain_port.h"
#include "test_file.h"

static const double pi = 3.14159265358979323846;

static void near_to(double got, double want, double within)
{
    if (!(fabs(got - want) <= within))
        fail_msg("got %.17g, expected %.17g", got, want);
}

static void near_vector(struct oracle_vec3 got, double x, double y, double z, double within)
{
    near_to(got.x, x, within);
    near_to(got.y, y, within);
    near_to(got.z, z, within);
}

static void near_quat(struct oracle_quat got, double x, double y, double z, double w, double within)
{
    near_to(got.x, x, within);
    near_to(got.y, y, within);
    near_to(got.z, z, within);
    near_to(got.w, w, within);
}

/* ---- Curves ---- */

static struct oracle_curve two_keys(struct oracle_key keys[2])
{
    return (struct oracle_curve){8, 8, false, 2, keys};
}

static double segment_at(struct oracle_key left, struct oracle_key right, double t)
{
    struct oracle_key keys[2] = {left, right};
    struct oracle_curve curve = two_keys(keys);
    return oracle_curve_value(&curve, t);
}

TEST(test_curve_of_no_and_one_key)
{
    struct oracle_key key = {.time_s = 3, .value = 7};
    struct oracle_curve none = {8, 8, false, 0, NULL}, one = {2, 4, false, 1, &key};
    near_to(oracle_curve_value(&none, 1), 0, 0);
    near_to(oracle_curve_value(&one, -100), 7, 0);
    near_to(oracle_curve_value(&one, 100), 7, 0);
}

TEST(test_weights_zero_are_linear)
{
    struct oracle_key left = {0, 1, 0, 0, 0, 0, 3}, right = {2, 5, 0, 0, 0, 0, 3};
    for (double t = 0; t <= 2; t += 0.0625)
        near_to(segment_at(left, right, t), 1 + 2 * t, 1e-12);
    struct oracle_key keys[2] = {left, right};
    struct oracle_curve curve = two_keys(keys);
    assert_true(oracle_curve_is_linear(&curve));
    keys[0].out_tangent = 5; /* weight 0 takes its effect away */
    assert_true(oracle_curve_is_linear(&curve));
    near_to(oracle_curve_value(&curve, 0.5), 2, 1e-12);
    keys[0].out_weight = 0.25;
    assert_false(oracle_curve_is_linear(&curve));
    keys[0].out_weight = 0;
    keys[1].weighted_mode = 2;
    assert_false(oracle_curve_is_linear(&curve));
}

TEST(test_hermite)
{
    /* dx 2, m0 dx = 2, m1 dx = -2. At s 1/2 the basis is 1/2, 1/8, 1/2, -1/8; at 1/4 27/32, 9/64,
     * 5/32, -3/64. */
    struct oracle_key left = {1, 0, 0, 1, 0, 0, 0}, right = {3, 1, -1, 0, 0, 0, 0};
    near_to(segment_at(left, right, 2), 0.25 + 0.5 + 0.25, 1e-15);
    near_to(segment_at(left, right, 1.5), 0.28125 + 0.15625 + 0.09375, 1e-15);
    /* Tangent 0 without weights is an ease: 3 s^2 - 2 s^3. */
    left.out_tangent = right.in_tangent = 0;
    near_to(segment_at(left, right, 1.5), 0.15625, 1e-15);
}

TEST(test_thirds_are_hermite_in_every_mode)
{
    for (int left_mode = 0; left_mode < 4; left_mode++) {
        for (int right_mode = 0; right_mode < 4; right_mode++) {
            struct oracle_key left = {0, 0.3, 0, 1.7, 9, 1.0 / 3, left_mode};
            struct oracle_key right = {2, -1, -0.6, 0, 1.0 / 3, 9, right_mode};
            struct oracle_key plain_left = {0, 0.3, 0, 1.7, 0, 0, 0};
            struct oracle_key plain_right = {2, -1, -0.6, 0, 0, 0, 0};
            for (double t = 0; t < 2; t += 0.11)
                near_to(segment_at(left, right, t), segment_at(plain_left, plain_right, t), 1e-13);
        }
    }
}

TEST(test_weighted_modes)
{
    struct oracle_key left = {0, 0, 0, 0, 0, 0, 0}, right = {1, 1, 0, 0, 0, 0, 0};
    /* Mode 0 on both sides: weights are ignored. */
    near_to(segment_at(left, right, 0.25), 0.15625, 1e-15);
    /* Out only, weight 0: times 0, 0, 2/3, 1 give 2 u^2 - u^3, which is 3/8 at u = 1/2; values 0,
     * 0, 1, 1 give 1/2. */
    left.weighted_mode = 2;
    near_to(segment_at(left, right, 0.375), 0.5, 1e-12);
    /* In only, weight 0: the mirror image. */
    left.weighted_mode = 1;
    right.weighted_mode = 1;
    near_to(segment_at(left, right, 0.625), 0.5, 1e-12);
    /* The wrong sides' bits are of no use: left In and right Out. */
    right.weighted_mode = 2;
    near_to(segment_at(left, right, 0.25), 0.15625, 1e-15);
    /* Both, weights 1: times 0, 1, 0, 1 give 7/16 at u = 1/4; values give 5/32. */
    left.weighted_mode = right.weighted_mode = 3;
    left.out_weight = right.in_weight = 1;
    near_to(segment_at(left, right, 0.4375), 0.15625, 1e-12);
    /* With tangents 2 and -1: values 0, 2, 2, 1 at u = 1/4 give 27/32 + 9/32 + 1/64. */
    left.out_tangent = 2;
    right.in_tangent = -1;
    near_to(segment_at(left, right, 0.4375), 0.84375 + 0.28125 + 0.015625, 1e-12);
}

TEST(test_weights_beyond_one_take_the_smallest_root)
{
    const double values[4] = {0, 0, 1, 1};
    /* Weight 2 out, 0 in: times 0, 2, 1, 1 at u = 1/8. */
    near_to(oracle_bezier_value(2, 0, values, 0.6171875), 0.04296875, 1e-10);
    /* Weights 2: times 0, 2, -1, 1 reach this time three times, first at u = 1/8. */
    near_to(oracle_bezier_value(2, 2, values, 0.53515625), 0.04296875, 1e-10);
}

TEST(test_steps)
{
    double infinity = (double)INFINITY;
    struct oracle_key left = {0, 3, 0, infinity, 0, 0, 3}, right = {1, 9, 0, 0, 0, 0, 3};
    near_to(segment_at(left, right, 0.99), 3, 0);
    near_to(segment_at(left, right, 1), 9, 0);
    right.in_tangent = infinity;
    left.out_tangent = -infinity;
    near_to(segment_at(left, right, 0.5), 3, 0);
    right.in_tangent = 0;
    near_to(segment_at(left, right, 0.5), 9, 0);
}

TEST(test_wraps)
{
    struct oracle_key keys[2] = {{1, 10, 0, 0, 0, 0, 3}, {3, 20, 0, 0, 0, 0, 3}};
    struct oracle_curve curve = two_keys(keys);
    static const int clamping[] = {0, 1, 8, 3, 99};
    for (size_t i = 0; i < sizeof clamping / sizeof *clamping; i++) {
        curve.pre_wrap = curve.post_wrap = clamping[i];
        near_to(oracle_curve_value(&curve, 0.5), 10, 0);
        near_to(oracle_curve_value(&curve, 3), 20, 0);
        near_to(oracle_curve_value(&curve, 9), 20, 0);
    }
    curve.pre_wrap = curve.post_wrap = 2;
    near_to(oracle_curve_value(&curve, 3), 10, 1e-12);
    near_to(oracle_curve_value(&curve, 3.5), 12.5, 1e-12);
    near_to(oracle_curve_value(&curve, 0.5), 17.5, 1e-12);
    near_to(oracle_curve_gap_s(&curve, 4), 1, 1e-12);
    curve.pre_wrap = curve.post_wrap = 4;
    near_to(oracle_curve_value(&curve, 3), 20, 1e-12);
    near_to(oracle_curve_value(&curve, 3.5), 17.5, 1e-12);
    near_to(oracle_curve_value(&curve, 0.5), 12.5, 1e-12);
    near_to(oracle_curve_value(&curve, 5.5), 12.5, 1e-12);
    near_to(oracle_curve_gap_s(&curve, 4.5), 0.5, 1e-12);
    /* Each side has its own. */
    curve.pre_wrap = 8;
    near_to(oracle_curve_value(&curve, 0.5), 10, 0);
}

TEST(test_booleans_hold)
{
    struct oracle_key keys[2] = {{1, 1, 0, 0, 0, 0, 0}, {3, 0, 0, 0, 0, 0, 0}};
    struct oracle_curve curve = {8, 8, true, 2, keys};
    near_to(oracle_curve_value(&curve, 0), 1, 0);
    near_to(oracle_curve_value(&curve, 2.999), 1, 0);
    near_to(oracle_curve_value(&curve, 3), 0, 0);
    near_to(oracle_curve_value(&curve, 4), 0, 0);
}

/* ---- Reading ---- */

/* What a case writes, and what was read last. */
static struct test_file whole, *const file = &whole;
static struct oracle_recording *rec;

static void keep(struct oracle_recording *recording)
{
    oracle_destroy(rec);
    rec = recording;
}

static void parse(void)
{
    keep(test_file_parse(file));
}

static void add_rich_keys(void)
{
    for (int i = 0; i < 7; i++) {
        test_curve_add(test_file_camera(file, i), 0, (float)i);
        test_curve_add(test_file_camera(file, i), 2, (float)(i + 1));
        test_curve_add(test_file_joint(file, 1, 26, i), 0.5f, (float)(i + 2));
    }
    test_curve_add(test_file_tracked(file, 1), 0, 1);
    test_curve_add(test_file_pinching(file, 0), 2.5f, 1);
    test_curve_add(test_file_gaze(file, 5), 0, 1);
}

TEST(test_layouts)
{
    for (int i = 0; i < 32; i++) {
        test_file_init(file);
        add_rich_keys();
        file->minor = i & 1;
        file->key_size = file->minor == 0 || (i & 2) ? 28 : 8;
        file->has_markers = (i & 4) != 0;
        file->headerless = file->minor == 0 && (i & 8);
        file->flags[0] = (i & 16) ? 255 : 1;
        parse();
        assert_int_equal(rec->minor, file->minor);
        assert_int_equal(rec->key_size, file->key_size);
        assert_int_equal(rec->has_marker_list, file->has_markers);
        assert_int_equal(rec->marker_count, file->has_markers);
        assert_int_equal(rec->has_gaze, file->minor);
        if (file->has_markers) {
            assert_string_equal(rec->markers[0].name, "gr\xc3\xb6\xc3\x9f"
                                                      "e");
            near_to(rec->markers[0].time_s, 0.5, 0);
        }
        near_to(oracle_curve_value(&rec->camera.position[2], 1), 2.5, 1e-12);
        near_to(rec->joints[1][26].rotation_raw[3].keys[0].value, 8, 0);
        near_to(rec->end_s, 2.5, 0);
        near_to(rec->start_s, 0, 0);
    }
}

TEST(test_sections)
{
    for (int i = 0; i < 8; i++) {
        test_file_init(file);
        add_rich_keys();
        for (int f = 0; f < 3; f++)
            file->flags[f] = (uint8_t)((i >> f) & 1);
        parse();
        assert_int_equal(rec->has_camera, i & 1);
        assert_int_equal(rec->camera.position[0].count, i & 1 ? 2 : 0);
        assert_int_equal(rec->joints[1][26].position[0].count, i & 2 ? 1 : 0);
        assert_int_equal(rec->gaze_direction[2].count, i & 4 ? 1 : 0);
    }
}

static void refused(const uint8_t *bytes, size_t size)
{
    char why[256] = "";
    assert_null(oracle_parse(bytes, size, NULL, why, sizeof why));
    assert_true(why[0] != '\0');
}

TEST(test_refusals)
{
    test_file_init(file);
    add_rich_keys();
    size_t size = 0;
    uint8_t *bytes = test_file_bytes(file, &size);
    for (size_t cut = 0; cut < size; cut++) {
        size_t no_markers = size - 16;
        if (cut != no_markers)
            refused(bytes, cut);
    }
    bytes[12] = 2;
    refused(bytes, size);
    bytes[12] = 1;
    bytes[8] = 2;
    refused(bytes, size);
    bytes[8] = 1;
    bytes[0] ^= 1;
    refused(bytes, size);
    free(bytes);
}

TEST(test_sorting_and_times)
{
    test_file_init(file);
    struct test_curve *x = test_file_camera(file, 0);
    test_curve_add(x, 2, 30);
    test_curve_add(x, -1, 10);
    test_curve_add(x, 1, 99);
    test_curve_add(x, 1, 20);
    parse();
    assert_int_equal(rec->camera.position[0].count, 3);
    near_to(oracle_curve_value(&rec->camera.position[0], 0), 15, 1e-12);
    near_to(oracle_curve_value(&rec->camera.position[0], 1), 20, 0);
    near_to(rec->start_s, 0, 0);
    near_to(rec->end_s, 2, 0);
    x->count = 0;
    test_curve_add(x, -3, 1);
    test_curve_add(x, -2, 1);
    parse();
    near_to(rec->start_s, -3, 0);
    near_to(rec->end_s, -2, 0);
    x->count = 0;
    test_curve_add(x, 41, 1);
    parse();
    near_to(rec->start_s, 41, 0);
}

/* ---- Repairs ---- */

static void add_quat(float t, double x, double y, double z, double w)
{
    double q[4] = {x, y, z, w};
    for (int i = 0; i < 4; i++)
        test_curve_add(test_file_camera(file, 3 + i), t, (float)q[i]);
}

TEST(test_alignment_of_shared_keys)
{
    test_file_init(file);
    double half = sqrt(0.5);
    add_quat(0, 0, 0, 0, 0); /* takes the first good one */
    add_quat(1, 0, 0, 0, 1);
    add_quat(2, 0, 0, -half, -half); /* a quarter turn about z, sign flipped */
    add_quat(3, 0, 0, 0, 1e-4);      /* takes the one before */
    add_quat(4, 0, 0, 1, 0);
    parse();
    assert_int_equal(rec->camera.rotation_repair, ORACLE_ROTATION_SHARED);
    assert_int_equal(rec->camera.flips, 1);
    assert_int_equal(rec->camera.zero_keys, 2);
    near_quat(oracle_track_pose(&rec->camera, 0.5).q, 0, 0, 0, 1, 1e-7);
    near_quat(oracle_track_pose(&rec->camera, 1.5).q, 0, 0, sin(pi / 8), cos(pi / 8), 1e-7);
    near_quat(oracle_track_pose(&rec->camera, 2.5).q, 0, 0, half, half, 1e-7);
    near_quat(oracle_track_pose(&rec->camera, 3.5).q, 0, 0, sin(3 * pi / 8), cos(3 * pi / 8), 1e-7);
}

TEST(test_alignment_turns_tangents)
{
    test_file_init(file);
    file->key_size = 28;
    add_quat(0, 0, 0, 0, 1);
    add_quat(1, 0, 0, 0, -1);
    for (int i = 3; i < 7; i++)
        test_file_camera(file, i)->keys[0].mode = test_file_camera(file, i)->keys[1].mode = 0;
    test_file_camera(file, 3)->keys[1].in_tangent = 2;
    test_file_camera(file, 4)->keys[1].in_tangent = INFINITY;
    parse();
    near_to(rec->camera.rotation[0].keys[1].in_tangent, -2, 0);
    assert_true(rec->camera.rotation[1].keys[1].in_tangent == (double)INFINITY);
    near_to(rec->camera.rotation[3].keys[1].value, 1, 0);
}

TEST(test_alignment_at_the_union)
{
    test_file_init(file);
    test_curve_add(test_file_camera(file, 5), 0, 0);
    test_curve_add(test_file_camera(file, 5), 1, 0.5f);
    test_curve_add(test_file_camera(file, 5), 1.25f, -0.5f);
    test_curve_add(test_file_camera(file, 6), 0, 1);
    test_curve_add(test_file_camera(file, 6), 1, 1);
    test_curve_add(test_file_camera(file, 6), 1.25f, -1);
    test_curve_add(test_file_camera(file, 6), 2, -1);
    parse();
    assert_int_equal(rec->camera.rotation_repair, ORACLE_ROTATION_RESAMPLED);
    assert_int_equal(rec->camera.rotation[0].count, 4);
    /* Between the flip's two keys the rotation stands still: (0, 0, .5, 1) and minus that. */
    double norm = sqrt(1.25);
    near_quat(oracle_track_pose(&rec->camera, 1.125).q, 0, 0, 0.5 / norm, 1 / norm, 1e-12);
    near_quat(oracle_track_pose(&rec->camera, 1.7).q, 0, 0, 0.5 / norm, 1 / norm, 1e-12);
    /* One key has one value at any time, whatever its wrap modes are. */
    test_curve_add(test_file_camera(file, 3), 1, 0.25f);
    test_file_camera(file, 3)->pre_wrap = 4;
    test_file_camera(file, 3)->post_wrap = 2;
    parse();
    assert_int_equal(rec->camera.rotation_repair, ORACLE_ROTATION_RESAMPLED);
    near_to(oracle_curve_value(&rec->camera.rotation[0], -1.5), 0.25, 0);
    near_to(oracle_curve_value(&rec->camera.rotation[0], 2.5), -0.25, 0);
    /* Not linear and not shared: left alone. */
    test_file_camera(file, 3)->count = 0;
    file->key_size = 28;
    test_file_camera(file, 6)->keys[0].mode = 0;
    parse();
    assert_int_equal(rec->camera.rotation_repair, ORACLE_ROTATION_AS_READ);
    assert_int_equal(rec->camera.rotation[0].count, 0);
}

TEST(test_absent_rotation)
{
    test_file_init(file);
    add_quat(0, 0, 0, 0, 0);
    add_quat(1, 0, 0, 0, 0);
    parse();
    assert_int_equal(rec->camera.rotation_repair, ORACLE_ROTATION_ABSENT);
    near_quat(oracle_track_pose(&rec->camera, 0.5).q, 0, 0, 0, 1, 0);
    assert_int_equal(rec->joints[0][5].rotation_repair, ORACLE_ROTATION_ABSENT);
}

TEST(test_w_defect)
{
    test_file_init(file);
    /* The index knuckle turns about x from level to 270 degrees; its bone shows the way. W goes
     * through zero at 180. */
    for (int i = 0; i <= 6; i++) {
        double angle = i * pi / 4;
        test_curve_add(test_file_joint(file, 1, 8, 3), (float)i, (float)sin(angle / 2));
        test_curve_add(test_file_joint(file, 1, 8, 4), (float)i, 0);
        test_curve_add(test_file_joint(file, 1, 8, 5), (float)i, 0);
        test_curve_add(test_file_joint(file, 1, 9, 1), (float)i, (float)(-0.03 * sin(angle)));
        test_curve_add(test_file_joint(file, 1, 9, 2), (float)i, (float)(0.03 * cos(angle)));
    }
    test_curve_add(test_file_joint(file, 1, 8, 6), 0, 1);
    parse();
    assert_true(rec->joints[1][8].w_mended);
    assert_false(rec->joints[1][9].w_mended);
    for (int i = 0; i <= 6; i++) {
        double angle = i * pi / 4;
        struct oracle_quat want = {sin(angle / 2), 0, 0, cos(angle / 2)};
        near_to(oracle_quat_angle_rad(oracle_track_pose(&rec->joints[1][8], i).q, want), 0, 1e-3);
    }
}

/* ---- Conversion ---- */

TEST(test_conversion)
{
    near_vector(oracle_xr_position((struct oracle_vec3){1, 2, 3}), 1, 2, -3, 0);
    near_vector(oracle_xr_angular((struct oracle_vec3){1, 2, 3}), -1, -2, 3, 0);
    near_quat(oracle_xr_rotation((struct oracle_quat){1, 2, 3, 4}), -1, -2, 3, 4, 0);
    /* A point turned in Unity and converted is the point converted and turned. */
    struct oracle_quat q = oracle_quat_normalise((struct oracle_quat){0.1, -0.7, 0.4, 0.9});
    struct oracle_vec3 v = {0.3, 2, -1};
    struct oracle_vec3 a = oracle_xr_position(oracle_quat_rotate(q, v));
    struct oracle_vec3 b = oracle_quat_rotate(oracle_xr_rotation(q), oracle_xr_position(v));
    near_vector(a, b.x, b.y, b.z, 1e-14);
    assert_int_equal(oracle_xr_joint(0), -1);
    assert_int_equal(oracle_xr_joint(1), 1);
    assert_int_equal(oracle_xr_joint(2), 0);
    assert_int_equal(oracle_xr_joint(3), 2);
    assert_int_equal(oracle_xr_joint(26), 25);
    for (int i = 1; i < ORACLE_JOINTS; i++)
        assert_int_equal(oracle_file_joint(oracle_xr_joint(i)), i);
}

static void gaze_axes(struct oracle_vec3 direction, struct oracle_vec3 *out_x,
                      struct oracle_vec3 *out_y)
{
    struct oracle_quat q = oracle_xr_gaze_rotation(direction);
    struct oracle_vec3 forward = oracle_quat_rotate(q, (struct oracle_vec3){0, 0, -1});
    near_vector(forward, direction.x, direction.y, direction.z, 1e-12);
    *out_x = oracle_quat_rotate(q, (struct oracle_vec3){1, 0, 0});
    *out_y = oracle_quat_rotate(q, (struct oracle_vec3){0, 1, 0});
}

TEST(test_gaze_rotation)
{
    struct oracle_vec3 x, y;
    near_quat(oracle_xr_gaze_rotation((struct oracle_vec3){0, 0, -1}), 0, 0, 0, 1, 1e-15);
    gaze_axes((struct oracle_vec3){1, 0, 0}, &x, &y);
    near_vector(x, 0, 0, 1, 1e-12);
    near_vector(y, 0, 1, 0, 1e-12);
    gaze_axes((struct oracle_vec3){0, 0, 1}, &x, &y);
    near_vector(x, -1, 0, 0, 1e-12);
    gaze_axes((struct oracle_vec3){0, 0.6, -0.8}, &x, &y);
    near_vector(y, 0, 0.8, 0.6, 1e-12);
    gaze_axes((struct oracle_vec3){0, 1, 0}, &x, &y);
    near_vector(x, 1, 0, 0, 1e-12);
    near_vector(y, 0, 0, 1, 1e-12);
    gaze_axes((struct oracle_vec3){0, -1, 0}, &x, &y);
    near_vector(x, 1, 0, 0, 1e-12);
    near_vector(y, 0, 0, -1, 1e-12);
}

/* ---- What an app should be told ---- */

TEST(test_gates_and_velocity)
{
    test_file_init(file);
    test_curve_add(test_file_tracked(file, 0), 0, 0);
    test_curve_add(test_file_tracked(file, 0), 1, 1);
    test_curve_add(test_file_tracked(file, 0), 3, 0);
    /* The wrist (file 1, OpenXR 1) moves 2 m/s along z and turns about y, half a turn in 2 s. */
    test_curve_add(test_file_joint(file, 0, 1, 2), 0, 0);
    test_curve_add(test_file_joint(file, 0, 1, 2), 2, 4);
    test_curve_add(test_file_joint(file, 0, 1, 4), 0, 0);
    test_curve_add(test_file_joint(file, 0, 1, 4), 2, (float)sqrt(0.5));
    test_curve_add(test_file_joint(file, 0, 1, 6), 0, 1);
    test_curve_add(test_file_joint(file, 0, 1, 6), 2, (float)sqrt(0.5));
    parse();
    struct oracle_entity wrist = {ORACLE_JOINT, 0, 1}, other = {ORACLE_JOINT, 1, 1};
    assert_false(oracle_entity_valid(rec, wrist, 0.999));
    assert_true(oracle_entity_valid(rec, wrist, 1));
    assert_false(oracle_entity_valid(rec, wrist, 3));
    assert_false(oracle_entity_valid(rec, other, 1));
    struct oracle_motion motion = oracle_entity_motion(rec, wrist, 1);
    near_vector(motion.pose.p_m, 0, 0, -2, 1e-12);
    near_quat(motion.pose.q, 0, -sin(pi / 8), 0, cos(pi / 8), 1e-7);
    near_vector(motion.linear_m_s, 0, 0, -2, 1e-6);
    /* Half way of a straight line between unit quaternions theta / 2 apart: 4 tan(theta / 4) / dx.
     */
    near_vector(motion.angular_rad_s, 0, -4 * tan(pi / 8) / 2, 0, 1e-6);
    /* The right-hand derivative: still at the last key and after. */
    near_vector(oracle_entity_motion(rec, wrist, 2).linear_m_s, 0, 0, 0, 0);
    near_vector(oracle_entity_motion(rec, wrist, 1.9999999999).linear_m_s, 0, 0, 0, 0);
    near_vector(oracle_entity_motion(rec, wrist, 0).linear_m_s, 0, 0, -2, 1e-6);
    assert_true(oracle_entity_near_key(rec, wrist, 2.0000005, 1e-6));
    assert_false(oracle_entity_near_key(rec, wrist, 2.000002, 1e-6));
}

TEST(test_gaze_validity)
{
    test_file_init(file);
    struct oracle_vec3 origin, direction;
    parse();
    assert_false(oracle_gaze(rec, 0, &origin, &direction));
    static const float z[] = {2, 2, 0, 0, 1};
    for (int i = 0; i < 5; i++)
        test_curve_add(test_file_gaze(file, 5), (float)(i + 1), z[i]);
    test_curve_add(test_file_gaze(file, 1), 1, 1.5f);
    parse();
    assert_true(oracle_gaze(rec, 0.5, &origin, &direction));
    near_vector(origin, 0, 1.5, 0, 0);
    near_vector(direction, 0, 0, 1, 0);
    assert_true(oracle_gaze(rec, 1.5, &origin, &direction));
    assert_true(oracle_gaze(rec, 2, &origin, &direction));
    assert_false(oracle_gaze(rec, 2.01, &origin, &direction));
    assert_false(oracle_gaze(rec, 3, &origin, &direction));
    assert_false(oracle_gaze(rec, 4.5, &origin, &direction));
    assert_true(oracle_gaze(rec, 5, &origin, &direction));
    assert_true(oracle_gaze(rec, 9, &origin, &direction));
}

/* ---- The baseline, and real files ---- */

static void near_port(const struct plain_port *port, double time_s)
{
    float out[PLAIN_PORT_JOINTS][7];
    plain_port_pose(port, (float)time_s, out);
    for (int i = 0; i < PLAIN_PORT_JOINTS; i++) {
        const struct oracle_track *track = &rec->joints[i / 26][1 + i % 26];
        for (int c = 0; c < 3; c++) {
            near_to((double)out[i][c],
                    oracle_curve_value(&track->position[c], (double)(float)time_s), 2e-5);
        }
        double norm = 0;
        for (int c = 3; c < 7; c++)
            norm += (double)(out[i][c] * out[i][c]);
        near_to(norm, 1, 1e-5);
    }
}

static struct oracle_recording *load_sample(const char *name, char path[1024])
{
    char why[256];
    snprintf(path, 1024, "%s/%s", ORACLE_SAMPLES, name);
    struct oracle_recording *sample = oracle_load(path, NULL, why, sizeof why);
    if (!sample) {
        print_message("skipped: %s: %s\n", path, why);
        skip();
    }
    return sample;
}

TEST(test_plain_port_agrees_with_the_oracle)
{
    char path[1024];
    keep(load_sample("hololens2-v1.1.bin", path));
    struct plain_port *port = plain_port_create_from_file(path);
    assert_non_null(port);
    for (double t = -1; t < 22; t += 0.37)
        near_port(port, t);
    plain_port_destroy(port);
}

/* A bone of the index finger at a time: how long, and how well the joint points along it. */
static void measure_bone(int joint, double t, double *out_length_m, double *out_dot)
{
    struct oracle_pose from = oracle_track_pose(&rec->joints[1][joint], t);
    struct oracle_pose to = oracle_track_pose(&rec->joints[1][joint + 1], t);
    struct oracle_vec3 bone = oracle_vec3_sub(to.p_m, from.p_m);
    struct oracle_vec3 forward = oracle_quat_rotate(from.q, (struct oracle_vec3){0, 0, 1});
    *out_length_m = oracle_vec3_norm(bone);
    *out_dot = oracle_vec3_dot(bone, forward) / *out_length_m;
}

TEST(test_real_hands_are_hands)
{
    static const char *const names[] = {"hololens2-v1.0.bin", "hololens2-v1.1.bin"};
    for (int sample = 0; sample < 2; sample++) {
        char path[1024];
        keep(load_sample(names[sample], path));
        int keys = 0, straight = 0;
        const struct oracle_curve *x = &rec->joints[1][8].position[0];
        for (size_t i = 0; i < x->count; i++) {
            double length, dot;
            measure_bone(8, x->keys[i].time_s, &length, &dot);
            if (oracle_hand_tracked(rec, 1, x->keys[i].time_s)) {
                int tenths_mm = (int)(length * 1e4);
                assert_true(tenths_mm >= 350 && tenths_mm <= 500);
                keys++;
                straight += dot > 0.99;
            }
        }
        assert_true(keys > 100);
        assert_true(straight > keys * 9 / 10);
    }
}

TEST(test_real_w_defect_is_mended)
{
    char path[1024];
    struct oracle_recording *truth = load_sample("hololens2-v1.1.bin", path);
    struct oracle_recording *mended = load_sample("hololens2-v1.1-w-defect.bin", path);
    int keys = 0, wrong = 0;
    for (int i = 0; i < 2 * ORACLE_XR_JOINTS; i++) {
        const struct oracle_track *want = &truth->joints[i / 26][1 + i % 26];
        const struct oracle_track *got = &mended->joints[i / 26][1 + i % 26];
        const struct oracle_curve *x = &want->rotation_raw[0];
        for (size_t k = 0; k < x->count; k++, keys++) {
            double t = x->keys[k].time_s;
            wrong += oracle_quat_angle_rad(oracle_track_pose(want, t).q,
                                           oracle_track_pose(got, t).q) > 0.1;
        }
    }
    print_message("%d of %d keys are wrong\n", wrong, keys);
    assert_true(mended->camera.w_mended);
    assert_true(wrong < keys / 50);
    oracle_destroy(mended);
    oracle_destroy(truth);
}

TESTS_MAIN(test_curve_of_no_and_one_key, test_weights_zero_are_linear, test_hermite,
           test_thirds_are_hermite_in_every_mode, test_weighted_modes,
           test_weights_beyond_one_take_the_smallest_root, test_steps, test_wraps,
           test_booleans_hold, test_layouts, test_sections, test_refusals, test_sorting_and_times,
           test_alignment_of_shared_keys, test_alignment_turns_tangents,
           test_alignment_at_the_union, test_absent_rotation, test_w_defect, test_conversion,
           test_gaze_rotation, test_gates_and_velocity, test_gaze_validity,
           test_plain_port_agrees_with_the_oracle, test_real_hands_are_hands,
           test_real_w_defect_is_mended)
