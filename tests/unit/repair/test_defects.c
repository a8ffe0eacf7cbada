/* SPDX-License-Identifier: MIT */
/* Hazard: the repair, the inspection and streaming playback disagree on what is damaged, or all
 * three miss it. This test plants a known number of defects at known places. */
#include "support.h"
#include "sampled.h"

#include "core/inspect/inspect.h"
#include "core/keys/key_source.h"
#include "core/repair/repair.h"
#include "core/sampler/sampler.h"

enum {
    PX = 0,
    QX = 3,
    QZ = 5,
    QW = 6,
    POSES = 1 + 2 * ANIMATION_JOINT_COUNT,
    DX = ANIMATION_GAZE + 3
};
enum { TAIL_KEYS = 9 };
#define STEP_S (1.0 / 64.0)

/* What was planted in one pose. */
struct planted_pose {
    bool *flipped, *empty; /* by key */
    bool lost_w;
    uint64_t flips, zeros, not_unit;
};

struct planted {
    struct animation_file file;
    unsigned keys, first_pose, step; /* poses first_pose, first_pose + step, ... have keys */
    struct planted_pose poses[POSES];
    uint64_t gaps[2], gap_keys[2], zero_gaze;
    bool *untracked[2], *no_gaze; /* by key */
    unsigned unknown_modes, unknown_wraps;
};

static unsigned pose_curve(unsigned pose)
{
    return pose == 0 ? (unsigned)ANIMATION_CAMERA
                     : animation_joint((pose - 1) / ANIMATION_JOINT_COUNT,
                                       (pose - 1) % ANIMATION_JOINT_COUNT);
}

static bool has_keys(const struct planted *planted, unsigned pose)
{
    bool is_none = pose > 0 && (pose - 1) % ANIMATION_JOINT_COUNT == 0;
    return !is_none && pose >= planted->first_pose &&
           (pose - planted->first_pose) % planted->step == 0;
}

static bool *flags_for(unsigned keys)
{
    bool *flags = calloc(keys + TAIL_KEYS, sizeof *flags);
    assert_non_null(flags);
    return flags;
}

/* A slow turn, about an axis of its own for each pose. Unit. */
static void true_rotation(unsigned pose, double time_s, double q[4])
{
    double half = 0.4 * time_s + 0.1 * pose, tilt = 0.7 + 0.02 * pose;
    q[0] = sin(half) * sin(tilt);
    q[1] = sin(half) * cos(tilt) * 0.6;
    q[2] = sin(half) * cos(tilt) * 0.8;
    q[3] = cos(half);
}

static void plant_pose(struct planted *planted, unsigned pose, uint64_t *seed)
{
    struct planted_pose *out = &planted->poses[pose];
    static const double p[3] = {0.1, 1.5, 0.2};
    out->flipped = flags_for(planted->keys);
    out->empty = flags_for(planted->keys);
    for (unsigned k = 0; k < planted->keys; k++) {
        double q[4], sign = 1.0, size = 1.0;
        true_rotation(pose, k * STEP_S, q);
        /* Key 0 is good: the others get its sign. */
        if (k > 0 && random_share(seed) < 0.1)
            sign = -1.0;
        if (k > 0 && random_share(seed) < 0.05)
            size = 0.0;
        else if (random_share(seed) < 0.05)
            size = 1.02;
        out->empty[k] = !(size > 0.0);
        out->flipped[k] = sign < 0.0 && !out->empty[k];
        out->flips += out->flipped[k];
        out->zeros += out->empty[k];
        out->not_unit += size > 1.0;
        for (unsigned c = 0; c < 4; c++)
            q[c] *= sign * size;
        animation_add_pose(&planted->file, pose_curve(pose), k * STEP_S, q, p);
    }
}

/* The flags go on after the last pose: the tail was lost. */
static void plant_flags(struct planted *planted, unsigned hand, uint64_t *seed)
{
    unsigned keys = planted->keys + TAIL_KEYS;
    planted->untracked[hand] = flags_for(planted->keys);
    for (unsigned k = 0; k < keys; k++) {
        bool untracked = k > 0 && k + 1 < keys && random_share(seed) < 0.3;
        animation_add(&planted->file, ANIMATION_TRACKED + hand, k * STEP_S, !untracked);
        planted->untracked[hand][k] = untracked;
        planted->gaps[hand] += untracked && !planted->untracked[hand][k - 1];
        planted->gap_keys[hand] += untracked;
    }
}

static void plant_gaze(struct planted *planted, uint64_t *seed)
{
    static const double ray[6] = {0, 1.5, 0, 0.6, 0, 0.8};
    planted->no_gaze = flags_for(planted->keys);
    for (unsigned k = 0; k < planted->keys; k++) {
        bool empty = planted->no_gaze[k] = random_share(seed) < 0.2;
        planted->zero_gaze += empty;
        for (unsigned c = 0; c < 6; c++)
            animation_add(&planted->file, ANIMATION_GAZE + c, k * STEP_S,
                          c >= 3 && empty ? 0.0 : ray[c]);
    }
}

/* Modes that do not exist, in the camera's position X and in wrap modes from the gaze on. */
static void plant_modes(struct planted *planted)
{
    struct animation_curve *curves = planted->file.curves;
    planted->file.key_size = 28;
    for (unsigned k = 0; k < planted->keys; k += 5, planted->unknown_modes++)
        curves[PX].keys[k].mode = k % 2 == 0 ? 7 : -1;
    for (unsigned i = ANIMATION_GAZE; i < ANIMATION_CURVES; i += 2, planted->unknown_wraps++)
        curves[i].pre = 3;
}

static void plant(struct planted *planted, unsigned keys, unsigned step, uint64_t seed)
{
    *planted = (struct planted){.keys = keys, .step = step};
    animation_init(&planted->file);
    for (unsigned pose = 0; pose < POSES; pose++)
        if (has_keys(planted, pose))
            plant_pose(planted, pose, &seed);
    for (unsigned hand = 0; hand < 2; hand++)
        plant_flags(planted, hand, &seed);
    plant_gaze(planted, &seed);
}

static void planted_finish(struct planted *planted)
{
    for (unsigned pose = 0; pose < POSES; pose++) {
        free(planted->poses[pose].flipped);
        free(planted->poses[pose].empty);
    }
    free(planted->untracked[0]);
    free(planted->untracked[1]);
    free(planted->no_gaze);
    animation_finish(&planted->file);
}

/* ---- What the repair and the inspection report ---- */

static void print_report(const struct us_repair_report *report)
{
    for (uint32_t i = 0; i < report->item_count; i++)
        print_message("%s of curve %u: %llu, %g s\n", us_repair_name(report->items[i].kind),
                      report->items[i].curve_index, (unsigned long long)report->items[i].count,
                      report->items[i].seconds);
}

static void expect(const struct us_repair_report *report, unsigned *expected,
                   enum us_repair_kind kind, unsigned curve, uint64_t count, double seconds)
{
    if (count == 0)
        return;
    ++*expected;
    for (uint32_t i = 0; i < report->item_count; i++) {
        const struct us_repair_item *item = &report->items[i];
        if (item->kind == kind && item->curve_index == curve && item->count == count &&
            fabs(item->seconds - seconds) < 1e-6)
            return;
    }
    print_report(report);
    fail_msg("%s of curve %u, %llu, %g s is not in the report", us_repair_name(kind), curve,
             (unsigned long long)count, seconds);
}

static void check_report(const struct planted *planted, const struct us_repair_report *report)
{
    unsigned expected = 0;
    for (unsigned pose = 0; pose < POSES; pose++) {
        const struct planted_pose *of = &planted->poses[pose];
        unsigned rotation = pose_curve(pose) + QX;
        expect(report, &expected, US_REPAIR_SIGN_FLIP, rotation, of->flips, 0.0);
        expect(report, &expected, US_REPAIR_ZERO_ROTATION, rotation, of->zeros, 0.0);
        expect(report, &expected, US_REPAIR_NOT_UNIT, rotation, of->not_unit, 0.0);
        expect(report, &expected, US_REPAIR_W_DEFECT, rotation, of->lost_w ? planted->keys : 0,
               0.0);
        expect(report, &expected, US_REPAIR_W_CAMERA, rotation,
               of->lost_w && pose == 0 ? planted->keys : 0, 0.0);
    }
    for (unsigned hand = 0; hand < 2; hand++)
        expect(report, &expected, US_REPAIR_TRACKING_GAP, ANIMATION_TRACKED + hand,
               planted->gaps[hand], (double)planted->gap_keys[hand] * STEP_S);
    expect(report, &expected, US_REPAIR_ZERO_GAZE, DX, planted->zero_gaze, 0.0);
    expect(report, &expected, US_REPAIR_LOST_TAIL, ANIMATION_CAMERA, 1, TAIL_KEYS * STEP_S);
    expect(report, &expected, US_REPAIR_UNKNOWN_WEIGHTED, PX, planted->unknown_modes, 0.0);
    expect(report, &expected, US_REPAIR_UNKNOWN_WRAP, ANIMATION_GAZE, planted->unknown_wraps, 0.0);
    if (report->item_count != expected)
        print_report(report);
    assert_int_equal(report->item_count, expected);
}

static void check_repair(const struct planted *planted, const uint8_t *bytes, uint64_t size)
{
    struct us_recording recording;
    struct us_repair_report report;
    uint8_t *copy = malloc((size_t)size);
    assert_non_null(copy);
    memcpy(copy, bytes, (size_t)size);
    assert_int_equal(us_recording_decode(copy, size, &recording, NULL), US_OK);
    assert_int_equal(us_repair(&recording, &report, NULL), US_OK);
    check_report(planted, &report);
    us_repair_report_finish(&report);
    us_recording_finish(&recording);
}

static void check_inspection(const struct planted *planted, const uint8_t *bytes, uint64_t size)
{
    struct us_file file = us_file_in_memory(bytes, size);
    struct us_curve_index index;
    struct us_repair_report report;
    assert_int_equal(us_curve_index_read(&file, &index, NULL), US_OK);
    assert_int_equal(us_inspect_run(&file, &index, NULL, NULL, &report, NULL, NULL), US_OK);
    check_report(planted, &report);
    us_repair_report_finish(&report);
    us_curve_index_finish(&index);
}

/* ---- What streaming playback answers at the damaged places ---- */

static double angle_between(struct us_quat a, const double b[4])
{
    double dot = (double)a.x * b[0] + (double)a.y * b[1] + (double)a.z * b[2] + (double)a.w * b[3];
    return 2.0 * acos(fmin(fabs(dot), 1.0));
}

static struct us_quat streamed_rotation(const struct us_sampler *stream, unsigned pose,
                                        double time_s)
{
    struct us_head_sample head;
    struct us_hand_sample hand;
    if (pose == 0) {
        us_sampler_head(stream, time_s, &head);
        return head.motion.pose.rotation;
    }
    hand = sampled_hand(stream, (enum us_hand)((pose - 1) / ANIMATION_JOINT_COUNT), time_s);
    return hand.joints[(pose - 1) % ANIMATION_JOINT_COUNT].pose.rotation;
}

/* Between two keys of different sign, the file as it stands passes through a half turn: right
 * answers there are repaired ones. At a key without data, a right answer is that of the good key
 * before. */
static void check_streamed_pose(const struct planted *planted, const struct us_sampler *stream,
                                unsigned pose)
{
    const struct planted_pose *of = &planted->poses[pose];
    uint64_t zeros = 0;
    unsigned good = 0;
    for (unsigned k = 1; k < planted->keys; k++) {
        double want[4];
        if (of->empty[k]) {
            true_rotation(pose, good * STEP_S, want);
            zeros += angle_between(streamed_rotation(stream, pose, k * STEP_S), want) < 2e-3;
            continue;
        }
        if (!of->empty[k - 1]) {
            double time_s = (k - 0.5) * STEP_S;
            true_rotation(pose, time_s, want);
            if (angle_between(streamed_rotation(stream, pose, time_s), want) > 2e-3)
                fail_msg("pose %u is wrong between keys %u and %u", pose, k - 1, k);
        }
        good = k;
    }
    assert_int_equal(zeros, of->zeros);
}

static void check_streamed_flags(const struct planted *planted, const struct us_sampler *stream)
{
    uint64_t zero_gaze = 0;
    for (unsigned hand = 0; hand < 2; hand++) {
        uint64_t gaps = 0, gap_keys = 0;
        bool was_tracked = true;
        for (unsigned k = 0; k + 1 < planted->keys + TAIL_KEYS; k++) {
            struct us_hand_sample sample;
            sample = sampled_hand(stream, (enum us_hand)hand, (k + 0.5) * STEP_S);
            assert_int_equal(sample.tracked, !planted->untracked[hand][k]);
            gaps += was_tracked && !sample.tracked;
            gap_keys += !sample.tracked;
            was_tracked = sample.tracked;
        }
        assert_int_equal(gaps, planted->gaps[hand]);
        assert_int_equal(gap_keys, planted->gap_keys[hand]);
    }
    for (unsigned k = 0; k < planted->keys; k++) {
        struct us_gaze_sample gaze;
        gaze = sampled_gaze(stream, k * STEP_S);
        assert_int_equal(gaze.valid, !planted->no_gaze[k]);
        zero_gaze += !gaze.valid;
    }
    assert_int_equal(zero_gaze, planted->zero_gaze);
}

static void check_streamed_tail(const struct planted *planted, const struct us_sampler *stream)
{
    struct us_head_sample head;
    double last_s = (planted->keys - 1) * STEP_S;
    us_sampler_head(stream, last_s, &head);
    assert_int_equal(head.how, US_HOW_EXACT);
    us_sampler_head(stream, last_s + 0.5 * STEP_S, &head);
    assert_int_equal(head.how, US_HOW_HELD);
}

static void check_streaming(const struct planted *planted, const uint8_t *bytes, uint64_t size)
{
    struct us_file file = us_file_in_memory(bytes, size);
    struct us_curve_index index;
    struct us_sampler *stream;
    bool lost_w = false;
    for (unsigned pose = 0; pose < POSES; pose++)
        lost_w = lost_w || planted->poses[pose].lost_w;
    assert_int_equal(us_curve_index_read(&file, &index, NULL), US_OK);
    assert_int_equal(us_repair_needs_whole(&index, &file), lost_w);
    if (lost_w) {
        us_curve_index_finish(&index);
        return;
    }
    assert_int_equal(us_sampler_create_streaming(&file, &index, &stream, NULL), US_OK);
    us_sampler_set_wait(stream, true);
    for (unsigned pose = 0; pose < POSES; pose++)
        if (has_keys(planted, pose))
            check_streamed_pose(planted, stream, pose);
    check_streamed_flags(planted, stream);
    check_streamed_tail(planted, stream);
    us_sampler_destroy(stream);
}

static void check_all(struct planted *planted)
{
    uint64_t size;
    uint8_t *bytes = animation_bytes(&planted->file, &size);
    check_repair(planted, bytes, size);
    check_inspection(planted, bytes, size);
    check_streaming(planted, bytes, size);
    free(bytes);
    planted_finish(planted);
}

TEST(planted_defects_are_found)
{
    for (uint64_t seed = 1; seed <= 12; seed++) {
        struct planted planted;
        plant(&planted, 20 + (unsigned)seed * 17, 1 + (unsigned)seed % 4, seed * 104729);
        if (seed % 3 == 0)
            plant_modes(&planted);
        check_all(&planted);
    }
}

/* Longer than a window of the inspection and than a block of streaming playback. */
TEST(planted_defects_of_long_recordings_are_found)
{
    for (unsigned full = 0; full < 2; full++) {
        struct planted planted;
        plant(&planted, 20011, 23, 15485863 + full);
        if (full == 1)
            plant_modes(&planted);
        check_all(&planted);
    }
}

/* Without a bone's length, the signs of W follow from its first key and from continuity: the true
 * ones, of which none flips. */
TEST(planted_lost_w_is_found)
{
    static const double p[3] = {0.0};
    for (unsigned kept = 1; kept <= 2; kept++) {
        struct planted planted;
        plant(&planted, 300, 11, 32452843 + kept);
        for (unsigned pose = 1; pose < POSES; pose++) {
            if (pose % 13 != 5 || has_keys(&planted, pose))
                continue;
            struct animation_curve *curves = &planted.file.curves[pose_curve(pose)];
            for (unsigned k = 0; k < planted.keys; k++) {
                double q[4];
                true_rotation(pose, 0.002 * k * STEP_S, q);
                animation_add_pose(&planted.file, pose_curve(pose), k * STEP_S, q, p);
            }
            curves[QW].count = kept;
            if (kept == 2)
                curves[QW].keys[1] = curves[QZ].keys[curves[QZ].count - 1];
            planted.poses[pose].lost_w = true;
        }
        check_all(&planted);
    }
}

TESTS_MAIN(planted_defects_are_found, planted_defects_of_long_recordings_are_found,
           planted_lost_w_is_found)
