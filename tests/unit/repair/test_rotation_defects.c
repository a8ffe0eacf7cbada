/* SPDX-License-Identifier: MIT */
/* Hazard: rotations whose components have keys at different times, and flags that go on behind the
 * poses, are taken for sound, or sound ones for defects. */
#include "support.h"

#include "core/keys/key_source.h"
#include "core/repair/detect_rotation.h"
#include "core/repair/repair.h"
#include "core/repair/detect_w.h"

enum { QX = ANIMATION_CAMERA + 3, QY, QZ, QW };

static struct animation_file file;
static struct us_recording recording;
static struct us_repair_report report;

static void forget(void)
{
    us_repair_report_finish(&report);
    us_recording_finish(&recording);
}

/* Decodes and repairs what the file holds, and forgets the last one. */
static void mend(void)
{
    struct us_error error;
    uint64_t size;
    uint8_t *bytes = animation_bytes(&file, &size);
    animation_finish(&file);
    forget();
    if (us_recording_decode(bytes, size, &recording, &error) != US_OK ||
        us_repair(&recording, &report, &error) != US_OK)
        fail_msg("%s", error.text);
}

/* How many keys the report says this of; 0: it does not. */
static uint64_t count_of(enum us_repair_kind kind)
{
    for (uint32_t i = 0; i < report.item_count; i++)
        if (report.items[i].kind == kind)
            return report.items[i].count;
    return 0;
}

static double value_at(unsigned curve, double time_s)
{
    return us_curve_evaluate(&recording.curves[curve], time_s, NULL);
}

/* All components have equally many keys, two of them later than the others; from 3 s on the signs
 * are the others. */
TEST(flips_are_found_where_times_differ)
{
    animation_init(&file);
    for (int i = 0; i < 6; i++) {
        double sign = i < 3 ? 1 : -1, late = i > 0 && i < 5 ? 0.25 : 0;
        animation_add(&file, QX, i + late, 0);
        animation_add(&file, QY, i, sign * sin(0.1 * i));
        animation_add(&file, QZ, i + late, 0);
        animation_add(&file, QW, i, sign * cos(0.1 * i));
    }
    mend();
    assert_true(count_of(US_REPAIR_SIGN_FLIP) > 0);
    assert_int_equal(count_of(US_REPAIR_SPLIT_TIMES), 0);
    for (unsigned c = QX; c <= QW; c++)
        assert_int_equal(recording.curves[c].key_count, 10);
    for (int i = 0; i < 6; i++) {
        check_near(value_at(QY, i), sin(0.1 * i), 1e-6, "Y");
        check_near(value_at(QW, i), cos(0.1 * i), 1e-6, "W");
    }
}

/* A value between the keys of one component need not be unit, one at keys of all of them must; a
 * component without keys is none of them. */
TEST(only_rotations_at_keys_must_be_unit)
{
    for (unsigned scale = 1; scale <= 2; scale++) {
        animation_init(&file);
        animation_add(&file, QX, 0, 0);
        animation_add(&file, QX, 2, scale);
        animation_add(&file, QW, 0, 1);
        animation_add(&file, QW, 1, 0.5);
        animation_add(&file, QW, 2, 0);
        mend();
        assert_int_equal(count_of(US_REPAIR_NOT_UNIT), scale - 1);
    }
}

static struct animation_key bent(double time_s, double value)
{
    return (struct animation_key){.time_s = (float)time_s,
                                  .value = (float)value,
                                  .in_tangent = 1,
                                  .out_tangent = 1,
                                  .in_weight = 0.5f,
                                  .out_weight = 0.5f,
                                  .mode = 3};
}

/* Where a curve is bent, no key can be added: what is wrong remains, and is counted. */
TEST(bent_curves_are_left_alone)
{
    animation_init(&file);
    file.key_size = 28;
    static const double w[] = {1, -1, 0, -1};
    for (int i = 0; i < 4; i++)
        animation_add_key(&file, QW, bent(i, w[i]));
    for (int i = 0; i < 3; i++)
        animation_add(&file, QX, i * 1.5, 0);
    mend();
    uint64_t left = count_of(US_REPAIR_SPLIT_TIMES);
    assert_true(left >= 2);
    assert_int_equal(count_of(US_REPAIR_SIGN_FLIP) + count_of(US_REPAIR_ZERO_ROTATION), 0);
    for (int i = 0; i < 4; i++)
        assert_true(us_curve_key(&recording.curves[QW], (uint32_t)i).value == (float)w[i]);
    /* One flip and one key without data. */
    animation_init(&file);
    file.key_size = 28;
    animation_add_key(&file, QW, bent(0, 1));
    animation_add_key(&file, QW, bent(1, -1));
    animation_add_key(&file, QW, bent(2, 0));
    animation_add(&file, QX, 0, 0);
    animation_add(&file, QX, 2, 0);
    mend();
    assert_int_equal(count_of(US_REPAIR_SPLIT_TIMES), 2);
}

TEST(edits_have_room_for_all_times)
{
    animation_init(&file);
    for (unsigned c = 0; c < 4; c++)
        for (unsigned i = 0; i <= c; i++)
            animation_add(&file, QX + c, i, c == 3);
    mend();
    struct us_key_source source = us_key_source_in_memory(&recording);
    assert_int_equal(us_detect_rotation_room(&source, QX), 1 + 2 + 3 + 4);
}

/* The sign of a lost W is that of its first key, if that stands at the first rotation; by
 * continuity all others follow. */
TEST(a_lost_w_begins_as_it_was)
{
    for (unsigned count = 2; count < 9; count++)
        for (int k = 0; k < 4; k++) {
            double first_s = k < 2 ? 0 : 0.5, sign = k % 2 == 0 ? 1 : -1;
            animation_init(&file);
            for (unsigned i = 0; i < count; i++) {
                animation_add(&file, QX, i, 0);
                animation_add(&file, QY, i, sin(0.1 * i));
                animation_add(&file, QZ, i, 0);
            }
            animation_add(&file, QW, first_s, sign);
            mend();
            assert_int_equal(count_of(US_REPAIR_W_DEFECT), count);
            assert_int_equal(count_of(US_REPAIR_W_CAMERA), count);
            assert_int_equal(recording.curves[QW].key_count, count);
            for (unsigned i = 0; i < count; i++)
                check_near(value_at(QW, i), (first_s == 0 ? sign : 1) * cos(0.1 * i), 1e-6, "W");
        }
}

/* A hand that stops to pinch is still tracked; what was repaired while reading is reported. */
TEST(reports_have_what_there_is)
{
    animation_init(&file);
    for (unsigned hand = 0; hand < 2; hand++) {
        animation_add(&file, ANIMATION_TRACKED + hand, 0, 1);
        for (int i = 0; i < 5; i++)
            animation_add(&file, ANIMATION_PINCHING + hand, i, i % 2);
    }
    mend();
    assert_int_equal(count_of(US_REPAIR_TRACKING_GAP), 0);
    forget();
    for (uint32_t names = 0; names < 3; names++)
        for (uint32_t unsorted = 0; unsorted < 3; unsorted++) {
            struct us_recording read = {.repaired_names = names, .unsorted_curves = unsorted};
            assert_true(us_repair_report_add_reading(&report, &read));
            assert_int_equal(report.item_count, (names > 0) + (unsorted > 0));
            assert_int_equal(count_of(US_REPAIR_MARKER_NAME), names);
            assert_int_equal(count_of(US_REPAIR_UNSORTED), unsorted);
            us_repair_report_finish(&report);
        }
}

/* A key without data becomes flat, but a step stays a step. */
TEST(filled_keys_keep_their_steps)
{
    for (int i = 0; i < 4; i++) {
        animation_init(&file);
        file.key_size = 28;
        for (unsigned c = QX; c <= QW; c++)
            for (int k = 0; k < 3; k++) {
                struct animation_key key = bent(k, k == 1 ? 0 : c == QW);
                key.in_tangent = i % 2 == 0 ? 5 : INFINITY;
                key.out_tangent = i / 2 == 0 ? -5 : -INFINITY;
                animation_add_key(&file, c, key);
            }
        mend();
        assert_int_equal(count_of(US_REPAIR_ZERO_ROTATION), 1);
        struct us_key key = us_curve_key(&recording.curves[QW], 1);
        assert_true(key.value == 1.0f);
        assert_true(key.in_tangent == (i % 2 == 0 ? 0.0f : INFINITY));
        assert_true(key.out_tangent == (i / 2 == 0 ? 0.0f : -INFINITY));
        assert_true(us_curve_key(&recording.curves[QW], 0).in_tangent ==
                    (i % 2 == 0 ? 5.0f : INFINITY));
    }
}

/* A key that a later one at its time hides is no neighbour to fill from. */
TEST(hidden_keys_fill_nothing)
{
    static const double times_s[] = {0, 0, 1, 2, 2, 3}, angle[] = {0.3, 0, 0.7, 0.4, 0, 0.9};
    static const double wanted[] = {0.3, 0.7, 0.7, 0.4, 0.7, 0.9};
    animation_init(&file);
    for (unsigned i = 0; i < 6; i++) {
        bool has_data = i != 1 && i != 4;
        animation_add(&file, QX, times_s[i], 0);
        animation_add(&file, QY, times_s[i], has_data ? sin(angle[i]) : 0);
        animation_add(&file, QZ, times_s[i], 0);
        animation_add(&file, QW, times_s[i], has_data ? cos(angle[i]) : 0);
    }
    mend();
    assert_int_equal(count_of(US_REPAIR_ZERO_ROTATION), 2);
    for (uint32_t i = 0; i < 6; i++)
        check_near((double)us_curve_key(&recording.curves[QY], i).value, sin(wanted[i]), 1e-6, "Y");
}

/* A turn back by 147 degrees costs less than to point away from the bone, however long that is. */
TEST(bones_of_any_length_say_the_sign)
{
    const double there[3] = {0, 0.6, 0}, back[3] = {0, -0.6, 0};
    unsigned from, to;
    assert_false(us_w_search_bone(QX, &from, &to));
    assert_false(us_w_search_bone(animation_joint(0, 0) + 3, &from, &to));
    assert_true(us_w_search_bone(animation_joint(1, 10) + 3, &from, &to));
    assert_true(from == animation_joint(1, 10) && to == animation_joint(1, 11));
    for (double length = 0.001; length < 100; length *= 10) {
        struct us_w_search search = {0};
        struct us_vec3 bone = {(float)(0.96 * length), 0, (float)(0.28 * length)};
        us_w_search_next(&search, there, bone);
        assert_int_equal(us_w_search_last(&search), 0);
        bone.x = -bone.x;
        assert_int_equal(us_w_search_next(&search, back, bone) & 1, 0);
        assert_int_equal(us_w_search_last(&search), 0);
        bone.x = -bone.x; /* pointing there still: W has the other sign */
        us_w_search_next(&search, back, bone);
        assert_int_equal(us_w_search_last(&search), 1);
    }
}

/* Half way between the two ways that a bone may be turned lies the bone that points forward: a
 * quarter of a degree on either side of it says the sign. */
TEST(bones_between_two_signs)
{
    static const struct {
        double
            xyz[3]; /* a turn by 74 degrees to the side on which the bone is, with a positive W */
        struct us_vec3 side;
    } cases[] = {{{0, 0.6, 0}, {1, 0, 0}}, {{-0.6, 0, 0}, {0, 1, 0}}};
    for (unsigned i = 0; i < 2; i++)
        for (unsigned other = 0; other < 2; other++) {
            const float by = other ? -0.004f : 0.004f;
            struct us_w_search search = {0};
            us_w_search_next(&search, cases[i].xyz,
                             (struct us_vec3){cases[i].side.x * by, cases[i].side.y * by, 1});
            assert_int_equal(us_w_search_last(&search), other);
        }
}

static void add_joint(unsigned hand, double last_s)
{
    const double q[4] = {0, 0, 0, 1}, p[3] = {0, 0, 0};
    animation_add_pose(&file, animation_joint(hand, 5), 0, q, p);
    animation_add_pose(&file, animation_joint(hand, 5), last_s, q, p);
}

/* Poses that end before the flags are a lost tail, where somebody was there to be recorded. */
TEST(tails_are_lost_where_a_hand_goes_on)
{
    static const struct {
        unsigned hand;  /* whose flag says so */
        bool pinches;   /* not tracked, but pinching */
        double value;   /* of the flag after the last pose */
        double poses_s; /* until when there are poses; 0: there are none */
        bool lost;
    } cases[] = {{0, false, 1, 2, true},    {1, false, 1, 2, true},    {0, false, 0, 2, false},
                 {1, false, 0.55, 2, true}, {1, false, 0.5, 2, false}, {0, true, 1, 2, false},
                 {0, false, 1, 0, false},   {1, false, 1, 5, false}};
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        unsigned flag = (cases[i].pinches ? ANIMATION_PINCHING : ANIMATION_TRACKED) + cases[i].hand;
        animation_init(&file);
        if (cases[i].poses_s > 0)
            add_joint(cases[i].hand, cases[i].poses_s);
        for (unsigned hand = 0; hand < 2; hand++) {
            animation_add(&file, ANIMATION_TRACKED + hand, 0, 1);
            animation_add(&file, ANIMATION_TRACKED + hand, 1, 0);
            animation_add(&file, ANIMATION_PINCHING + hand, 0, 0);
        }
        animation_add(&file, flag, 3, cases[i].value);
        file.marker_count = 1; /* a marker is no pose */
        file.markers[0] = (struct animation_marker){100.0f, "m", 1};
        animation_add(&file, ANIMATION_PINCHING + 1, 5, 0);
        mend();
        if ((count_of(US_REPAIR_LOST_TAIL) > 0) != cases[i].lost)
            fail_msg("case %u", i);
    }
}

/* A direction is none if it is shorter than a thousandth. */
TEST(short_directions_are_none)
{
    static const double lengths[] = {0, 1e-4, 9.7e-4, 1.03e-3, 1};
    for (unsigned i = 0; i < 5; i++)
        for (unsigned axis = 0; axis < 3; axis++) {
            animation_init(&file);
            for (unsigned c = 0; c < 6; c++)
                animation_add(&file, ANIMATION_GAZE + c, 0, c == 3 + axis ? lengths[i] : 0);
            mend();
            assert_int_equal(count_of(US_REPAIR_ZERO_GAZE), i < 3 ? 1 : 0);
        }
}

TESTS_MAIN(flips_are_found_where_times_differ, only_rotations_at_keys_must_be_unit,
           bent_curves_are_left_alone, a_lost_w_begins_as_it_was, reports_have_what_there_is,
           filled_keys_keep_their_steps, hidden_keys_fill_nothing, bones_of_any_length_say_the_sign,
           bones_between_two_signs, edits_have_room_for_all_times,
           tails_are_lost_where_a_hand_goes_on, short_directions_are_none)
