/* SPDX-License-Identifier: MIT */
/* Hazard: a repair that misses a defect, mends what is sound, or keeps quiet. The truth is known
 * here. */
#include "support.h"
#include "sampled.h"

#include "core/keys/key_source.h"
#include "encode.h"
#include "core/base/pose.h"
#include "core/repair/repair.h"
#include "core/sampler/sampler.h"

enum { QX = 3, QY = 4, QZ = 5, QW = 6, KEYS = 11 };

/* The file of a case, and what the repair made of it and said; begin drops the last case's. */
static struct animation_file file;
static struct {
    struct us_recording recording;
    struct us_repair_report report;
} mended;

static void begin(unsigned key_size)
{
    us_repair_report_finish(&mended.report);
    us_recording_finish(&mended.recording);
    animation_finish(&file);
    animation_init(&file);
    file.key_size = key_size;
}

static void mend_bytes(uint8_t *bytes, uint64_t size)
{
    struct us_error error;
    if (us_recording_decode(bytes, size, &mended.recording, &error) != US_OK)
        fail_msg("%s", error.text);
    assert_int_equal(us_repair(&mended.recording, &mended.report, &error), US_OK);
    for (uint32_t i = 0; i < mended.report.item_count; i++) {
        char sentence[256];
        us_repair_describe(&mended.report.items[i], sentence, sizeof sentence);
        assert_true(strlen(sentence) > 10);
        if (i > 0)
            assert_true(mended.report.items[i - 1].curve_index <=
                        mended.report.items[i].curve_index);
    }
}

static void mend(void)
{
    uint64_t size;
    uint8_t *bytes = animation_bytes(&file, &size);
    mend_bytes(bytes, size);
}

static const struct us_repair_item *found(enum us_repair_kind kind, unsigned curve)
{
    for (uint32_t i = 0; i < mended.report.item_count; i++)
        if (mended.report.items[i].kind == kind && mended.report.items[i].curve_index == curve)
            return &mended.report.items[i];
    return NULL;
}

static void expect_one(enum us_repair_kind kind, unsigned curve, uint64_t count)
{
    const struct us_repair_item *item = found(kind, curve);
    if (item == NULL)
        fail_msg("no item %s", us_repair_name(kind));
    assert_int_equal(item->count, count);
    assert_int_equal(mended.report.item_count, 1);
}

static double value(unsigned curve, double time_s)
{
    return us_curve_evaluate(&mended.recording.curves[curve], time_s, NULL);
}

/* The truth of most cases: a turn about Y by 0.2 rad a second, from 0.4 rad on. */
static double true_y(double time_s)
{
    return sin(0.2 + 0.1 * time_s);
}

static double true_w(double time_s)
{
    return cos(0.2 + 0.1 * time_s);
}

static void add_turn(unsigned curve, double time_s, double scale)
{
    const double q[4] = {0.0, scale * true_y(time_s), 0.0, scale * true_w(time_s)};
    const double p[3] = {0.0, 0.0, 0.0};
    animation_add_pose(&file, curve, time_s, q, p);
}

static void check_turn(unsigned curve, double sign)
{
    for (double t = 0; t < KEYS - 1; t += 0.25) {
        double left = floor(t), share = t - left;
        check_near(value(curve + QY, t),
                   sign * ((1 - share) * true_y(left) + share * true_y(left + 1)), 1e-6, "Y");
        check_near(value(curve + QW, t),
                   sign * ((1 - share) * true_w(left) + share * true_w(left + 1)), 1e-6, "W");
    }
}

TEST(signs_are_aligned)
{
    for (unsigned wide = 0; wide < 2; wide++) {
        begin(wide ? 28 : 8);
        for (int k = 0; k < KEYS; k++)
            add_turn(animation_joint(1, 5), k, (k >= 3 && k <= 5) || k == 9 ? -1 : 1);
        mend();
        expect_one(US_REPAIR_SIGN_FLIP, animation_joint(1, 5) + QX, 4);
        check_turn(animation_joint(1, 5), 1);
    }
}

TEST(tangents_turn_with_the_sign_and_steps_do_not)
{
    begin(28);
    for (int k = 0; k < 4; k++)
        add_turn(ANIMATION_CAMERA, k, k == 2 ? -1 : 1);
    for (unsigned c = QX; c <= QW; c++)
        for (unsigned k = 0; k < 4; k++) {
            struct animation_key *key = &file.curves[c].keys[k];
            *key = (struct animation_key){key->time_s, key->value, 0.5f, 0.25f, 0.1f, 0.2f, 0};
            if (k == 3)
                key->in_tangent = INFINITY;
        }
    file.curves[QY].keys[2].out_tangent = INFINITY;
    mend();
    expect_one(US_REPAIR_SIGN_FLIP, QX, 1);
    struct us_key key = us_curve_key(&mended.recording.curves[QY], 2);
    check_near((double)key.value, true_y(2), 1e-6, "value");
    check_near((double)key.in_tangent, -0.5, 0, "in-tangent");
    assert_true(key.out_tangent == INFINITY);
    assert_true(key.in_weight == 0.1f && key.out_weight == 0.2f && key.weighted_mode == 0);
    check_near(value(QW, 2.9), true_w(2), 1e-6, "the step holds its left value");
}

TEST(keys_that_do_not_count_are_no_neighbours)
{
    /* Half angles 0, (95), 10 degrees: over the hidden key the last would seem to need turning. */
    static const double half[] = {0, 95, 10}, times_s[] = {0, 1, 1};
    begin(8);
    for (int k = 0; k < 3; k++) {
        double a = half[k] * 3.14159265358979 / 180;
        const double q[4] = {0, sin(a), 0, cos(a)}, p[3] = {0, 0, 0};
        animation_add_pose(&file, ANIMATION_CAMERA, times_s[k], q, p);
    }
    mend();
    assert_int_equal(mended.report.item_count, 0);
    check_near(value(QW, 1.0), cos(10 * 3.14159265358979 / 180), 1e-6, "W");
}

/* Y has a key every second; W only those of `with_w`. */
static void add_split_turn(const char *with_w, int32_t mode)
{
    for (int k = 0; k < KEYS; k++) {
        float sign = k >= 5 ? -1.0f : 1.0f;
        struct animation_key key = {.time_s = (float)k, .mode = mode};
        animation_add_key(&file, QX, key);
        animation_add_key(&file, QZ, key);
        key.value = sign * (float)true_y(k);
        animation_add_key(&file, QY, key);
        key.value = sign * (float)true_w(k);
        if (with_w[k] == 'w')
            animation_add_key(&file, QW, key);
    }
}

TEST(split_times_that_are_linear_are_aligned)
{
    for (unsigned wide = 0; wide < 2; wide++) {
        begin(wide ? 28 : 8);
        add_split_turn("w.w.wwwwwww", 3);
        mend();
        expect_one(US_REPAIR_SIGN_FLIP, QX, 6);
        for (double t = 0; t <= 10; t += 0.25) {
            double y_left = floor(t), w_left = t < 4 ? 2 * floor(t / 2) : floor(t);
            double y_share = t - y_left, w_length = t < 4 ? 2 : 1,
                   w_share = (t - w_left) / w_length;
            check_near(value(QY, t), (1 - y_share) * true_y(y_left) + y_share * true_y(y_left + 1),
                       1e-6, "Y");
            check_near(value(QW, t),
                       (1 - w_share) * true_w(w_left) + w_share * true_w(w_left + w_length), 1e-6,
                       "W");
        }
    }
}

TEST(split_times_that_are_bent_are_left_alone)
{
    begin(28);
    add_split_turn("w.w.wwwwwww", 0);
    mend();
    expect_one(US_REPAIR_SPLIT_TIMES, QX, 6);
    assert_int_equal(us_repair_weight(US_REPAIR_SPLIT_TIMES), US_REPAIR_REMAINS);
    assert_int_equal(mended.recording.owned_count, 0);
    check_near(value(QY, 7), -true_y(7), 1e-6, "Y");
    /* A key without data counts beside those of the wrong sign, of which it is one less. */
    begin(28);
    add_split_turn("w.w.wwwwwww", 0);
    file.curves[QY].keys[8].value = file.curves[QW].keys[6].value = 0.0f;
    mend();
    expect_one(US_REPAIR_SPLIT_TIMES, QX, 5 + 1);
}

TEST(split_times_that_repeat_keep_their_period)
{
    /* The same first and last key: the last one's value survives, though a loop never shows it. */
    begin(8);
    animation_wrap_all(&file, 2, 2);
    add_split_turn("w.w.wwwwwww", 3);
    mend();
    expect_one(US_REPAIR_SIGN_FLIP, QX, 6);
    check_near(value(QY, 9.75), 0.25 * true_y(9) + 0.75 * true_y(10), 1e-6, "before the seam");
    check_near(value(QY, 10.5), 0.5 * true_y(0) + 0.5 * true_y(1), 1e-6, "behind it");
    /* W repeats every 8 seconds, Y every 10: a common list of times would change that. */
    begin(8);
    animation_wrap_all(&file, 2, 2);
    add_split_turn("w.w.wwwww..", 3);
    mend();
    assert_non_null(found(US_REPAIR_SPLIT_TIMES, QX));
    assert_int_equal(mended.recording.owned_count, 0);
}

/* A curve with one key has one value at any time; the keys that it is given for the sake of the
 * others do not begin to repeat. */
TEST(one_key_does_not_begin_to_repeat)
{
    begin(8);
    for (int k = 0; k < KEYS; k++) {
        double sign = k >= 5 ? -1 : 1;
        animation_add(&file, QY, k, sign * true_y(k));
        animation_add(&file, QW, k, sign * true_w(k));
    }
    animation_add(&file, QX, 3, 0.1);
    file.curves[QX].pre = 4;
    file.curves[QX].post = 2;
    mend();
    assert_non_null(found(US_REPAIR_SIGN_FLIP, QX));
    check_near(value(QX, -7), 0.1, 1e-6, "in front");
    check_near(value(QX, 2), 0.1, 1e-6, "before the flip");
    check_near(value(QX, 8), -0.1, 1e-6, "behind the flip");
    check_near(value(QX, 13), -0.1, 1e-6, "behind");
}

TEST(keys_without_rotation_hold_a_neighbours)
{
    begin(8);
    for (int k = 0; k < KEYS; k++)
        add_turn(ANIMATION_CAMERA, k, k < 2 || k == 5 || k == 10 ? 0 : k == 6 ? -1 : 1);
    mend();
    assert_int_equal(mended.report.item_count, 2);
    assert_int_equal(found(US_REPAIR_ZERO_ROTATION, QX)->count, 4);
    assert_int_equal(found(US_REPAIR_SIGN_FLIP, QX)->count, 1);
    static const int holds[KEYS] = {2, 2, 2, 3, 4, 4, 6, 7, 8, 9, 9};
    for (int k = 0; k < KEYS; k++) {
        check_near(value(QY, k), true_y(holds[k]), 1e-6, "Y");
        check_near(value(QW, k), true_w(holds[k]), 1e-6, "W");
    }
}

TEST(no_rotation_at_all_is_identity)
{
    begin(8);
    animation_add(&file, ANIMATION_TRACKED, 0, 1);
    for (int k = 0; k < 3; k++) {
        add_turn(animation_joint(0, 4), k, 0);
        add_turn(animation_joint(0, 0), k, 0); /* editor simulation's None: expected */
    }
    mend();
    expect_one(US_REPAIR_NO_ROTATION, animation_joint(0, 4) + QX, 3);
    struct us_sampler *sampler;
    struct us_hand_sample hand;
    assert_int_equal(us_sampler_create(&mended.recording, &sampler, NULL), US_OK);
    hand = sampled_hand(sampler, US_HAND_LEFT, 0.5);
    assert_true(hand.joints[4].pose.rotation.w == 1.0f && hand.joints[4].pose.rotation.y == 0.0f);
    us_sampler_destroy(sampler);
}

TEST(rotations_that_are_not_unit_are_counted)
{
    begin(8);
    for (int k = 0; k < KEYS; k++)
        add_turn(ANIMATION_CAMERA, k, k == 3 ? 1.01 : k == 4 ? 0.9 : k == 8 ? 1.0005 : 1);
    mend();
    expect_one(US_REPAIR_NOT_UNIT, QX, 2);
    check_near(value(QY, 3), 1.01 * true_y(3), 1e-6, "as in the file");
}

TEST(gaps_are_counted_and_measured)
{
    static const double keys[][2] = {{0, 0},   {1, 1}, {2, 0},   {2.5, 0}, {3, 1},
                                     {3.5, 1}, {4, 0}, {4.5, 1}, {5, 0}};
    begin(8);
    for (unsigned i = 0; i < 9; i++)
        animation_add(&file, ANIMATION_TRACKED + 1, keys[i][0], keys[i][1]);
    add_turn(ANIMATION_CAMERA, 0, 1);
    add_turn(ANIMATION_CAMERA, 5, 1);
    mend();
    /* Of 5 s it is tracked from 1 to 2, from 3 to 4 and from 4.5 to 5. */
    expect_one(US_REPAIR_TRACKING_GAP, ANIMATION_TRACKED + 1, 3);
    check_near(mended.report.items[0].seconds, 2.5, 1e-9, "seconds");
    assert_int_equal(us_repair_weight(US_REPAIR_TRACKING_GAP), US_REPAIR_NOTE);
}

/* A hand that is lost at its last key stays so to the end of the recording, and one that comes with
 * its first key was not there before; what lies before the start of playback does not count. */
TEST(gaps_reach_to_the_ends)
{
    static const struct {
        double keys[3][2];
        double seconds;
        uint64_t gaps;
    } cases[] = {
        {{{0, 1}, {3, 0}, {3, 0}}, 2.0, 1},
        {{{0, 1}, {1, 0}, {4, 1}}, 3.0, 1},
        {{{-2, 0}, {1, 1}, {4, 0}}, 2.0, 2},
        {{{-2, 1}, {-1, 0}, {2, 1}}, 2.0, 1},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        begin(8);
        for (unsigned k = 0; k < 3; k++)
            animation_add(&file, ANIMATION_TRACKED, cases[i].keys[k][0], cases[i].keys[k][1]);
        add_turn(ANIMATION_CAMERA, 0, 1);
        add_turn(ANIMATION_CAMERA, 5, 1);
        mend();
        expect_one(US_REPAIR_TRACKING_GAP, ANIMATION_TRACKED, cases[i].gaps);
        check_near(mended.report.items[0].seconds, cases[i].seconds, 1e-6, "seconds");
    }
}

TEST(gaze_without_direction_is_noted)
{
    for (int wrap = 2; wrap <= 8; wrap *= 4) {
        begin(8);
        animation_wrap_all(&file, wrap, wrap);
        for (int k = 0; k < 6; k++)
            for (unsigned c = 0; c < 6; c++)
                animation_add(&file, ANIMATION_GAZE + c, k, c == 5 && k != 2 && k != 3 && k != 5);
        mend();
        expect_one(US_REPAIR_ZERO_GAZE, ANIMATION_GAZE + 3, 3);
    }
}

TEST(modes_that_do_not_exist_are_named)
{
    begin(28);
    for (int k = 0; k < 3; k++)
        add_turn(ANIMATION_CAMERA, k, 1);
    file.curves[QZ].pre = 3;
    file.curves[20].post = -1;
    file.curves[QW].keys[0].mode = 4;
    file.curves[QW].keys[2].mode = -1;
    mend();
    assert_int_equal(mended.report.item_count, 2);
    assert_int_equal(found(US_REPAIR_UNKNOWN_WRAP, QZ)->count, 2);
    assert_int_equal(found(US_REPAIR_UNKNOWN_WEIGHTED, QW)->count, 2);
}

TEST(a_lost_tail_is_measured)
{
    for (unsigned version = 0; version < 2; version++)
        for (unsigned camera = 0; camera < 2; camera++)
            for (unsigned lost = 0; lost < 2; lost++) {
                begin(28);
                file.minor = (int32_t)version;
                for (int k = 0; k < 3 && camera; k++)
                    add_turn(ANIMATION_CAMERA, k, 1);
                for (int k = 0; k < 3; k++)
                    add_turn(animation_joint(0, 1), k, 1);
                animation_add(&file, ANIMATION_TRACKED, 0, 1);
                if (lost) /* the hand goes at the last pose; its flags go on */
                    animation_add(&file, ANIMATION_TRACKED, 2, 0);
                animation_add(&file, ANIMATION_TRACKED, 2.5, !lost);
                mend();
                bool want = version == 1 && (camera || !lost);
                /* From 2 to 2.5 s the hand is not tracked. */
                assert_int_equal(mended.report.item_count, want + lost);
                const struct us_repair_item *gap = found(US_REPAIR_TRACKING_GAP, ANIMATION_TRACKED);
                assert_int_equal(gap != NULL, lost);
                if (gap != NULL)
                    check_near(gap->seconds, 0.5, 1e-6, "seconds not tracked");
                const struct us_repair_item *tail = found(US_REPAIR_LOST_TAIL, ANIMATION_CAMERA);
                assert_int_equal(tail != NULL, want);
                if (tail != NULL)
                    check_near(tail->seconds, 0.5, 1e-6, "seconds");
            }
}

/* ---- The lost W: a bone whose direction is known, and a turn through every sign of W ---- */

static void true_rotation(double t, double q[4])
{
    /* About an axis that is not the bone's, so that the sign of W shows in the bone. */
    double half = 0.15 * t, n = sqrt(1 + 0.36 + 0.04);
    q[0] = sin(half) / n;
    q[1] = 0.6 * sin(half) / n;
    q[2] = 0.2 * sin(half) / n;
    q[3] = cos(half);
}

static void bone_end(const double q[4], double out[3])
{
    /* The third column of q's matrix, 4 cm long. */
    out[0] = 0.04 * 2 * (q[0] * q[2] + q[1] * q[3]);
    out[1] = 0.04 * 2 * (q[1] * q[2] - q[0] * q[3]);
    out[2] = 0.04 * (1 - 2 * (q[0] * q[0] + q[1] * q[1]));
}

static void check_w(unsigned w_keys, bool camera)
{
    enum { STEPS = 60 };
    const unsigned knuckle = animation_joint(0, 8), middle = animation_joint(0, 9);
    unsigned owner = camera ? ANIMATION_CAMERA : knuckle;
    int steps = camera ? 10 : STEPS; /* continuity alone may be lost where W is 0, at t = 10.5 */
    begin(8);
    for (int k = 0; k < steps; k++) {
        double q[4], end[3];
        const double zero[3] = {0, 0, 0}, one[4] = {0, 0, 0, 1};
        true_rotation(k, q);
        bone_end(q, end);
        animation_add_pose(&file, owner, k, q, zero);
        if (!camera)
            animation_add_pose(&file, middle, k, one, end);
    }
    file.curves[owner + QW].count = w_keys;
    if (w_keys == 2)
        file.curves[owner + QW].keys[1] = file.curves[owner + QZ].keys[steps - 1];
    mend();
    assert_int_equal(found(US_REPAIR_W_DEFECT, owner + QX)->count, steps);
    assert_int_equal(found(US_REPAIR_W_CAMERA, owner + QX) != NULL, camera);
    for (int k = 0; k < steps; k++) {
        double q[4], dot = 0;
        true_rotation(k, q);
        for (unsigned c = 0; c < 4; c++)
            dot += q[c] * value(owner + QX + c, k);
        check_near(fabs(dot), 1, 1e-5, "the same rotation");
    }
}

TEST(lost_w_is_rebuilt)
{
    check_w(1, false);
    check_w(2, false);
    check_w(1, true);
    check_w(2, true);
}

TEST(a_short_w_that_is_no_defect_is_left)
{
    begin(8);
    /* One key everywhere; and W with two keys of its own. */
    add_turn(ANIMATION_CAMERA, 0, 1);
    for (int k = 0; k < 3; k++)
        add_turn(animation_joint(0, 1), k, 1);
    struct animation_curve *w = &file.curves[animation_joint(0, 1) + QW];
    w->keys[1] = w->keys[2];
    w->count = 2;
    mend();
    assert_int_equal(mended.report.item_count, 0);
    assert_int_equal(mended.recording.owned_count, 0);
}

TEST(what_is_sound_is_not_touched)
{
    for (unsigned i = 0; i < 8; i++) {
        begin(i < 4 ? 28 : 8);
        file.minor = i == 0 ? 0 : 1;
        animation_wrap_all(&file, i % 3 == 0 ? 8 : i % 3 == 1 ? 2 : 4, 1 << (i % 4));
        animation_fill_small(&file, i < 4);
        uint64_t size, again_size;
        uint8_t *bytes = animation_bytes(&file, &size), *kept = malloc((size_t)size), *again;
        assert_non_null(kept);
        memcpy(kept, bytes, (size_t)size);
        mend_bytes(bytes, size);
        for (uint32_t n = 0; n < mended.report.item_count; n++)
            assert_int_equal(us_repair_weight(mended.report.items[n].kind), US_REPAIR_NOTE);
        assert_int_equal(
            us_encode(&mended.recording, &mended.recording.layout, &again, &again_size, NULL),
            US_OK);
        assert_int_equal(again_size, size);
        assert_memory_equal(again, kept, (size_t)size);
        free(again);
        free(kept);
    }
}

TEST(empty_recordings_and_no_report)
{
    begin(8);
    mend();
    assert_int_equal(mended.report.item_count, 0);
    begin(8);
    for (int k = 0; k < 3; k++)
        add_turn(ANIMATION_CAMERA, k, k == 1 ? -1 : 1);
    uint64_t size;
    uint8_t *bytes = animation_bytes(&file, &size);
    assert_int_equal(us_recording_decode(bytes, size, &mended.recording, NULL), US_OK);
    assert_int_equal(us_repair(&mended.recording, NULL, NULL), US_OK);
    check_near(value(QY, 1), true_y(1), 1e-6, "mended without a report");
}

TEST(names)
{
    for (int kind = -1; kind <= US_REPAIR_KIND_COUNT; kind++) {
        assert_true(us_repair_name((enum us_repair_kind)kind)[0] != '\0');
        for (int other = 0; other < kind && kind < US_REPAIR_KIND_COUNT; other++)
            assert_string_not_equal(us_repair_name((enum us_repair_kind)kind),
                                    us_repair_name((enum us_repair_kind)other));
    }
    struct us_repair_item item = {US_REPAIR_SIGN_FLIP, animation_joint(1, 11) + QX, 3, 0.0};
    char text[200];
    us_repair_describe(&item, text, sizeof text);
    assert_non_null(strstr(text, "right IndexTip"));
    assert_null(strstr(text, "rotation X"));
    assert_non_null(strstr(text, "3 keys"));
}

TESTS_MAIN(signs_are_aligned, tangents_turn_with_the_sign_and_steps_do_not,
           keys_that_do_not_count_are_no_neighbours, split_times_that_are_linear_are_aligned,
           split_times_that_are_bent_are_left_alone, split_times_that_repeat_keep_their_period,
           one_key_does_not_begin_to_repeat, keys_without_rotation_hold_a_neighbours,
           no_rotation_at_all_is_identity, rotations_that_are_not_unit_are_counted,
           gaps_are_counted_and_measured, gaps_reach_to_the_ends, gaze_without_direction_is_noted,
           modes_that_do_not_exist_are_named, a_lost_tail_is_measured, lost_w_is_rebuilt,
           a_short_w_that_is_no_defect_is_left, what_is_sound_is_not_touched,
           empty_recordings_and_no_report, names)
