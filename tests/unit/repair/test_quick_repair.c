/* SPDX-License-Identifier: MIT */
/* Hazard: a defect that the quick look at a window of keys takes for none, or a window that is
 * copied though nothing is wrong with it. */
#include "support.h"

#include "core/keys/key_source.h"
#include "core/repair/repair.h"
#include "counting.h"

enum { MOST = 12 };

/* What is wrong with one key of a rotation. */
enum defect { NONE, FLIP, NO_DATA, SHORT, LONG, LATE, LATE_FLIP, TWICE, DEFECTS };

/* Turns slowly about +Y; `key` has the defect. */
static struct us_recording make(unsigned count, unsigned key, enum defect defect, unsigned pose)
{
    struct animation_file file;
    struct us_recording recording;
    struct us_error error;
    uint64_t size;
    animation_init(&file);
    for (unsigned i = 0; i < count; i++) {
        double q[4] = {0, sin(0.05 * i), 0, cos(0.05 * i)}, p[3] = {i, 0, 0};
        double scale = i != key                                ? 1
                       : defect == FLIP || defect == LATE_FLIP ? -1
                       : defect == NO_DATA                     ? 0
                       : defect == SHORT                       ? 1e-4
                       : defect == LONG                        ? 400
                                                               : 1;
        for (unsigned c = 0; c < 4; c++)
            q[c] *= scale;
        animation_add_pose(&file, pose, i, q, p);
        if (i == key && (defect == LATE || defect == LATE_FLIP))
            file.curves[pose + 5].keys[i].time_s += 0.25f;
        if (i == key && defect == TWICE && i > 0)
            for (unsigned c = 0; c < 7; c++)
                file.curves[pose + c].keys[i].time_s = (float)(i - 1);
    }
    uint8_t *bytes = animation_bytes(&file, &size);
    animation_finish(&file);
    assert_int_equal(us_recording_decode(bytes, size, &recording, &error), US_OK);
    return recording;
}

static void check_same(const struct us_recording *a, const struct us_recording *b)
{
    for (unsigned c = 0; c < US_CURVE_COUNT; c++) {
        assert_int_equal(a->curves[c].key_count, b->curves[c].key_count);
        for (uint32_t i = 0; i < a->curves[c].key_count; i++) {
            struct us_key x = us_curve_key(&a->curves[c], i), y = us_curve_key(&b->curves[c], i);
            assert_true(x.time_s == y.time_s && x.value == y.value);
            assert_true(x.in_tangent == y.in_tangent && x.out_tangent == y.out_tangent);
        }
    }
}

/* With a report every rotation is looked at closely; a window's are only where they need it. */
TEST(a_window_is_repaired_as_a_whole_is)
{
    for (unsigned count = 1; count <= MOST; count += count < 4 ? 1 : 4)
        for (unsigned key = 0; key < count; key++)
            for (int defect = NONE; defect < DEFECTS; defect++)
                for (unsigned hand = 0; hand < 2; hand++) {
                    unsigned pose = hand == 0 ? ANIMATION_CAMERA : animation_joint(1, 26);
                    struct us_recording whole = make(count, key, (enum defect)defect, pose),
                                        window = make(count, key, (enum defect)defect, pose);
                    struct us_repair_report report;
                    assert_int_equal(us_repair(&whole, &report, NULL), US_OK);
                    assert_int_equal(us_repair_window(&window, NULL), US_OK);
                    check_same(&whole, &window);
                    us_repair_report_finish(&report);
                    us_recording_finish(&whole);
                    us_recording_finish(&window);
                }
}

/* A flip is turned back; a key without data, or with next to none, gets its neighbour's. */
TEST(repaired_keys_are_those_of_a_slow_turn)
{
    for (unsigned key = 0; key < 6; key++)
        for (int defect = FLIP; defect <= SHORT; defect++) {
            struct us_recording window = make(6, key, (enum defect)defect, ANIMATION_CAMERA);
            assert_int_equal(us_repair_window(&window, NULL), US_OK);
            double sign = defect == FLIP && key == 0 ? -1 : 1; /* the first one's sign counts */
            for (unsigned i = 0; i < 6; i++) {
                unsigned from = defect == FLIP || i != key ? i : key > 0 ? key - 1 : 1;
                check_near((double)us_curve_key(&window.curves[4], i).value,
                           sign * sin(0.05 * from), 1e-6, "Y");
                check_near((double)us_curve_key(&window.curves[6], i).value,
                           sign * cos(0.05 * from), 1e-6, "W");
            }
            us_recording_finish(&window);
        }
}

TEST(what_is_sound_is_not_copied)
{
    for (unsigned count = 1; count <= MOST; count++) {
        struct us_recording window = make(count, 0, NONE, ANIMATION_CAMERA);
        counting_reset();
        assert_int_equal(us_repair_window(&window, NULL), US_OK);
        assert_int_equal(counting.calls, 0);
        assert_int_equal(window.owned_count, 0);
        us_recording_finish(&window);
    }
}

/* Items stand in file order, and those of one place in the order in which they were added. */
TEST(reports_are_in_file_order)
{
    struct us_repair_report report = {0};
    uint64_t random = 7;
    assert_true(us_repair_report_add(NULL, US_REPAIR_SIGN_FLIP, 3, 1, 0.0));
    for (uint64_t i = 0; i < 100; i++)
        assert_true(us_repair_report_add(&report, US_REPAIR_SIGN_FLIP,
                                         (unsigned)random_between(&random, 0, 20), i, 0.5));
    assert_int_equal(report.item_count, 100);
    for (uint32_t i = 1; i < 100; i++) {
        const struct us_repair_item *a = &report.items[i - 1], *b = &report.items[i];
        assert_true(a->curve_index < b->curve_index ||
                    (a->curve_index == b->curve_index && a->count < b->count));
        assert_true(b->seconds == 0.5);
    }
    us_repair_report_finish(&report);
    assert_null(report.items);
}

TESTS_MAIN(a_window_is_repaired_as_a_whole_is, repaired_keys_are_those_of_a_slow_turn,
           what_is_sound_is_not_copied, reports_are_in_file_order)
