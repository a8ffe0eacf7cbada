/* SPDX-License-Identifier: MIT */
/* Hazard: a row that holds another moment's values, or another curve's: where curves share their
 * times the values are copied, and elsewhere they are computed; here the two are one closed form.
 */
#include "support.h"

#include "core/base/pose.h"
#include "core/recording/recording.h"
#include "core/sampler/frame_table.h"

enum { MOST_KEYS = 80, LIMIT = 64 << 20 };

/* Curve i of the camera or gaze at t s, between its own first and last key: a line of its own. */
static double line_at(unsigned curve, double t, double first_s, double last_s)
{
    return 1.0 + 0.25 * (double)curve +
           0.125 * (double)(curve + 3) * fmin(fmax(t, first_s), last_s);
}

/* The recording of a case, and its rows; build drops the last case's. */
static struct {
    struct us_recording recording;
    uint8_t keys[US_CURVE_COUNT][MOST_KEYS * 28];
} made;
static struct us_frame_table table;

static void build(void)
{
    us_frame_table_finish(&table);
    assert_int_equal(us_frame_table_init(&table, &made.recording, LIMIT, NULL), US_OK);
}

static void add_key(unsigned curve, uint32_t key_size, double time_s, double value)
{
    struct us_curve *of = &made.recording.curves[curve];
    const struct us_key key = {(float)time_s, (float)value, 0, 0, 0, 0, US_WEIGHTED_BOTH};
    uint8_t full[28];
    us_key_store(&key, full);
    memcpy(made.keys[curve] + of->key_count * key_size, full, key_size);
    of->keys = made.keys[curve];
    of->key_size = key_size;
    of->key_count++;
}

/* Head and gaze with `count` keys from `first_s` on, a second apart; flags of the left hand with
 * keys of their own. `axis`: curves say that they share their times. */
static void make(uint32_t key_size, bool axis, uint32_t count, double first_s,
                 const double *flags_s, unsigned flags)
{
    memset(&made, 0, sizeof made);
    for (unsigned i = 0; i < US_POSE_CURVES + US_RAY_CURVES; i++) {
        unsigned curve =
            i < US_POSE_CURVES ? US_CURVE_CAMERA + i : US_CURVE_GAZE + i - US_POSE_CURVES;
        for (uint32_t k = 0; k < count; k++)
            add_key(curve, key_size, first_s + k,
                    line_at(curve, first_s + k, first_s, first_s + count - 1));
        made.recording.curves[curve].axis = axis ? 1 : 0;
    }
    for (unsigned i = 0; i < flags; i++)
        add_key(US_CURVE_TRACKED, key_size, flags_s[i], i % 2 == 0 ? 1.0 : 0.0);
    us_recording_measure(&made.recording);
}

/* Which curve feeds a float of a head's or a gaze's pose: rotation X Y Z W, position X Y Z,
 * nothing; and of a gaze direction X Y Z, nothing, origin X Y Z, nothing. */
static const int head_curves[8] = {3, 4, 5, 6, 0, 1, 2, -1};
static const int gaze_curves[8] = {US_CURVE_GAZE + 3, US_CURVE_GAZE + 4, US_CURVE_GAZE + 5, -1,
                                   US_CURVE_GAZE,     US_CURVE_GAZE + 1, US_CURVE_GAZE + 2, -1};

static void check_track(enum us_frame_table_track track, uint32_t row, double first_s,
                        double last_s)
{
    const float *values = table.values + (size_t)row * table.width + table.first_place[track];
    for (uint32_t place = 0; place < US_FRAME_TABLE_POSE_FLOATS; place++) {
        int curve = (track == US_FRAME_TABLE_HEAD ? head_curves : gaze_curves)[place];
        assert_int_equal(us_frame_table_curve(track, place), curve);
        double t = (double)table.times.at_s[row];
        double expected = curve >= 0 ? line_at((unsigned)curve, t, first_s, last_s) : 0.0;
        check_near((double)values[place], expected, 1e-5 * fabs(expected), "a value of a row");
    }
}

static void check(uint32_t key_size, bool axis, uint32_t count, double first_s,
                  const double *flags_s, unsigned flags, unsigned rows_expected)
{
    make(key_size, axis, count, first_s, flags_s, flags);
    build();
    assert_non_null(table.values);
    assert_int_equal(table.times.count, rows_expected);
    assert_int_equal(table.width, 2 * US_FRAME_TABLE_POSE_FLOATS);
    assert_null(table.use_begin); /* all of it is straight */
    for (uint32_t row = 0; row < table.times.count; row++) {
        check_track(US_FRAME_TABLE_HEAD, row, first_s, first_s + count - 1);
        check_track(US_FRAME_TABLE_GAZE, row, first_s, first_s + count - 1);
        double t = (double)table.times.at_s[row];
        bool tracked = false;
        for (unsigned i = 0; i < flags && flags_s[i] <= t; i++)
            tracked = i % 2 == 0;
        tracked = tracked || (flags > 0 && t < flags_s[0]);
        assert_int_equal((table.flags[row] & US_FRAME_TABLE_TRACKED) != 0, tracked);
        bool on_key = t >= first_s && t <= first_s + count - 1 && floor(t) == t;
        assert_int_equal((table.flags[row] & US_FRAME_TABLE_ON_KEY << US_FRAME_TABLE_HEAD) != 0,
                         on_key);
    }
}

/* Rows in front of all keys of the poses, behind them, in both places, and in between. */
TEST(rows_hold_what_the_curves_are)
{
    const double before[] = {0, 1, 2, 2.5, 3}, behind[] = {44, 45, 46.5, 47},
                 around[] = {0, 1, 2.5, 60, 61, 61.5}, between[] = {5.5, 7.25, 7.5, 40},
                 same[] = {5, 6, 9};
    for (unsigned i = 0; i < 4; i++) {
        uint32_t key_size = i % 2 == 0 ? US_KEY_SIZE_SHORT : US_KEY_SIZE_FULL;
        bool axis = i / 2 == 1;
        check(key_size, axis, 40, 4, before, 5, 45);
        check(key_size, axis, 40, 4, behind, 4, 44);
        check(key_size, axis, 33, 4, around, 6, 39);
        check(key_size, axis, 64, 4, around, 6, 68);
        check(key_size, axis, 37, 4, between, 4, 40);
        check(key_size, axis, 10, 4, same, 3, 10);
        check(key_size, axis, 2, 4, NULL, 0, 2);
        check(key_size, axis, 1, 4, NULL, 0, 1);
    }
}

/* One number of one key that makes a segment no straight line is found, and the table lists it. */
TEST(curved_segments_are_listed)
{
    static const struct {
        unsigned field;
        float value;
    } cases[] = {{2, INFINITY}, {3, -INFINITY}, {4, 0.25f}, {5, 0.25f}, {6, 0}, {6, 1}, {6, 2}};
    for (unsigned i = 0; i < 40 * sizeof cases / sizeof cases[0]; i++) {
        unsigned key = i % 40, which = i / 40, field = cases[which].field;
        make(US_KEY_SIZE_FULL, true, 40, 0, NULL, 0);
        uint8_t *at = made.keys[US_CURVE_CAMERA + 2] + key * 28;
        poke_f32(at + 8, 0.75f); /* which matters only where it is no straight line */
        poke_f32(at + 12, 0.75f);
        if (field < 6)
            poke_f32(at + 4 * field, cases[which].value);
        else
            poke_i32(at + 24, (int32_t)cases[which].value);
        build();
        /* A mode without a side leaves the segment on that side to the tangents alone. What is
         * before the first key, or behind the last one, is of no segment. */
        bool of_left = field == 2 || field == 4 || (field == 6 && cases[which].value != 1);
        bool of_right = field == 3 || field == 5 || (field == 6 && cases[which].value != 2);
        bool is_curved = (of_left && key > 0) || (of_right && key < 39);
        assert_int_equal(table.use_begin != NULL, is_curved);
    }
}

/* A track begins and ends with any of its curves: here each of all 395 once has a key of its own in
 * front of the others', and one behind them. */
TEST(each_curve_belongs_to_its_track)
{
    for (unsigned curve = 0; curve < US_CURVE_COUNT; curve++) {
        make(US_KEY_SIZE_SHORT, false, 2, 4, NULL, 0);
        made.recording.curves[curve].key_count = 0;
        add_key(curve, US_KEY_SIZE_SHORT, 1, 0.5);
        add_key(curve, US_KEY_SIZE_SHORT, 9, 0.5);
        build();
        /* Joint None of each hand comes first, and is never played. */
        const unsigned hand = US_JOINT_COUNT * US_POSE_CURVES, left = US_CURVE_JOINTS + 7;
        const bool owns[US_FRAME_TABLE_TRACKS] = {
            [US_FRAME_TABLE_HEAD] = curve < US_POSE_CURVES,
            [US_FRAME_TABLE_LEFT] = curve >= left && curve < US_CURVE_JOINTS + hand,
            [US_FRAME_TABLE_RIGHT] = curve >= left + hand && curve < US_CURVE_GAZE,
            [US_FRAME_TABLE_GAZE] = curve >= US_CURVE_GAZE};
        for (unsigned track = 0; track < US_FRAME_TABLE_TRACKS; track++) {
            bool always = track == US_FRAME_TABLE_HEAD || track == US_FRAME_TABLE_GAZE;
            assert_int_equal(table.first_place[track] >= 0, owns[track] || always);
            if (!owns[track] && !always)
                continue;
            assert_true(table.track_first_s[track] == (owns[track] ? 1.0f : 4.0f));
            assert_true(table.track_last_s[track] == (owns[track] ? 9.0f : 5.0f));
            for (uint32_t row = 0; row < table.times.count; row++) {
                bool own_key = table.times.at_s[row] == 1.0f || table.times.at_s[row] == 9.0f;
                bool on_key = (table.flags[row] & US_FRAME_TABLE_ON_KEY << track) != 0;
                assert_int_equal(on_key, own_key ? owns[track] : always);
            }
        }
    }
}

/* The row at or before any time: counted one by one, on and beside every key time. */
TEST(rows_are_found)
{
    const double bunch[] = {4.001, 4.002, 4.003, 4.004, 4.005, 4.006, 4.007, 4.008, 4.009, 30.5};
    make(US_KEY_SIZE_SHORT, false, 60, -3, bunch, 10);
    build();
    const float *at_s = table.times.at_s;
    for (uint32_t row = 0; row < table.times.count; row++) {
        const double times[] = {(double)at_s[row], (double)nextafterf(at_s[row], -INFINITY),
                                (double)nextafterf(at_s[row], INFINITY),
                                (double)at_s[row] + 0.0004};
        for (unsigned i = 0; i < 4; i++) {
            uint32_t expected = 0;
            while (expected + 1 < table.times.count && (double)at_s[expected + 1] <= times[i])
                expected++;
            assert_int_equal(us_frame_table_find(&table, times[i]), expected);
        }
    }
    assert_int_equal(us_frame_table_find(&table, -1e300), 0);
    assert_int_equal(us_frame_table_find(&table, 1e300), table.times.count - 1);
    assert_int_equal(us_frame_table_find(&table, (double)NAN), 0);
}

/* A value so large that single precision hardly holds a rise is no plain one. */
TEST(large_values_are_not_copied)
{
    for (unsigned i = 0; i < 2; i++) {
        make(US_KEY_SIZE_SHORT, true, 40, 0, NULL, 0);
        poke_f32(made.keys[US_CURVE_CAMERA] + 20 * 8 + 4, i == 0 ? 3.9e8f : -1.5e9f);
        build();
        assert_int_equal(table.use_begin != NULL, i == 1);
        float value;
        memcpy(&value, table.values + 20 * table.width + table.first_place[US_FRAME_TABLE_HEAD] + 4,
               4);
        assert_true(value == (i == 0 ? 3.9e8f : -1.5e9f));
    }
}

TESTS_MAIN(rows_hold_what_the_curves_are, curved_segments_are_listed,
           each_curve_belongs_to_its_track, rows_are_found, large_values_are_not_copied)
