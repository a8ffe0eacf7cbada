/* SPDX-License-Identifier: MIT */
/*
 * Hazard: a row's flags are another hand's, or the gaze is valid where it has no direction; a bent
 * segment is listed at the wrong rows; or memory that runs out goes unnoticed.
 */
#include "row_scene.h"

/* A key of one curve of the head is a key of the head, whatever the other curves are. */
TEST(keys_of_one_curve_are_keys_of_the_track)
{
    for (unsigned odd = 0; odd < US_POSE_CURVES; odd++) {
        begin();
        for (unsigned i = 0; i <= US_POSE_CURVES; i++) /* the last is the flag behind the head */
            set_line(US_CURVE_CAMERA + i, US_KEY_SIZE_SHORT, 0, i == odd ? 3 : 2,
                     i == odd ? 0.5f : 0.0f, 1, 1);
        build(LIMIT);
        assert_int_equal(table.times.count, 5);
        for (uint32_t row = 0; row < 5; row++)
            assert_true(table.flags[row] & US_FRAME_TABLE_ON_KEY << US_FRAME_TABLE_HEAD);
    }
}

/* The closed form of what the gaze is: the directions at the keys around a time, of all three
 * curves together. */
static bool expected_direction(const struct us_recording *recording, double time_s)
{
    double square = 0.0;
    for (unsigned i = 0; i < 3; i++) {
        double value = us_curve_evaluate_clamped(&recording->curves[US_CURVE_GAZE + 3 + i], time_s);
        square += value * value;
    }
    return sqrt(square) > 1e-3;
}

static bool expected_gaze(const struct us_recording *recording, double time_s, bool *out_after)
{
    double before_s = -INFINITY, after_s = INFINITY;
    for (unsigned i = 0; i < 3; i++)
        for (uint32_t k = 0; k < recording->curves[US_CURVE_GAZE + 3 + i].key_count; k++) {
            double key_s = (double)us_curve_time_s(&recording->curves[US_CURVE_GAZE + 3 + i], k);
            if (key_s <= time_s && key_s > before_s)
                before_s = key_s;
            if (key_s > time_s && key_s < after_s)
                after_s = key_s;
        }
    bool before = isinf(before_s) || expected_direction(recording, before_s);
    bool after = isinf(after_s) || expected_direction(recording, after_s);
    *out_after = before && after;
    return before_s == time_s ? before : before && after;
}

TEST(directions_near_zero_are_none)
{
    static const float values[] = {0, 0, 0, 0, 5e-4f, -5e-4f, 3e-3f, 1};
    uint64_t seed = 41;
    unsigned always = 0, valid = 0;
    for (int round = 0; round < 4000; round++) {
        begin();
        bool together = round % 2 == 0, all = true;
        unsigned alone =
            (unsigned)round % 3; /* which curve has times of its own, if not all have */
        uint32_t common = (uint32_t)random_between(&seed, 0, 4);
        for (unsigned i = 0; i < 3; i++) {
            struct us_key keys[4];
            bool common_times = together || (round % 4 == 1 && i != alone);
            uint32_t count = common_times ? common : (uint32_t)random_between(&seed, 0, 5);
            for (uint32_t k = 0; k < count; k++)
                keys[k] = (struct us_key){.time_s = (float)(2 * k + (common_times ? 0 : i)),
                                          .value = round % 8 == 0
                                                       ? (i == 1 ? -0.01f : 0.0f)
                                                       : values[(int)random_between(&seed, 0, 8)],
                                          .weighted_mode = US_WEIGHTED_BOTH};
            set_keys(US_CURVE_GAZE + 3 + i, US_KEY_SIZE_SHORT, 0, keys, count);
        }
        for (double time_s = -1.0; time_s < 10.0; time_s += 0.5) {
            bool after, want_after;
            bool want = expected_gaze(&made.recording, time_s, &want_after);
            assert_int_equal(us_frame_table_gaze_valid(&made.recording, time_s, &after), want);
            assert_int_equal(after, want_after);
            valid += want;
            all = all && want && want_after;
        }
        /* The shortcut must not say more than the long way. */
        bool shortcut = gaze_always_valid(&made.recording);
        assert_true(!shortcut || all);
        assert_true(!(round % 8 == 0 && common > 0) || shortcut);
        always += shortcut;
    }
    assert_true(always > 100 && valid > 10000);
}

/* What is no straight line is listed: of two segments here the second, with the rows that it
 * covers. Nothing is written behind the last row. */
TEST(a_bent_segment_is_listed_with_its_rows)
{
    const struct us_key keys[] = {
        {0, 1, 0, 0, 0, 0, 3}, {2, 5, 0, 0, 0, 0, 3}, {6, 3, 0, 0, 0, 0, 0}};
    static const struct {
        enum us_frame_table_track track;
        uint32_t place;
    } cases[] = {{US_FRAME_TABLE_HEAD, 0},
                 {US_FRAME_TABLE_HEAD, 6},
                 {US_FRAME_TABLE_LEFT, 9},
                 {US_FRAME_TABLE_RIGHT, 206},
                 {US_FRAME_TABLE_GAZE, 4}};
    for (unsigned i = 0; i < 5; i++) {
        begin();
        set_line(US_CURVE_CAMERA + 3, US_KEY_SIZE_SHORT, 0, 2, 0, 1, 0);
        unsigned curve = (unsigned)us_frame_table_curve(cases[i].track, cases[i].place);
        if (made.keys[curve].map != NULL)
            guarded_free(&made.keys[curve]);
        set_keys(curve, US_KEY_SIZE_FULL, 0, keys, 3);
        set_line(US_CURVE_TRACKED, US_KEY_SIZE_SHORT, 0, 9, -1, 1, 0); /* rows -1 to 7 s */
        build(LIMIT);
        assert_int_equal(table.times.count, 9);
        assert_non_null(table.use_begin);
        uint32_t listed = 0;
        for (uint32_t slot = 0; slot < 9 * US_FRAME_TABLE_TRACKS * US_CURVED_SEGMENT_KINDS;
             slot++) {
            uint32_t count, row = slot / (US_FRAME_TABLE_TRACKS * US_CURVED_SEGMENT_KINDS);
            unsigned track = slot / US_CURVED_SEGMENT_KINDS % US_FRAME_TABLE_TRACKS;
            unsigned kind = slot % US_CURVED_SEGMENT_KINDS;
            const struct us_curved_segment_use *uses =
                us_frame_table_curved(&table, row, (enum us_frame_table_track)track,
                                      (enum us_curved_segment_kind)kind, &count);
            bool is_bent = row >= 3 && row < 7 && track == (unsigned)cases[i].track &&
                           kind == US_CURVED_SEGMENT_WEIGHTED;
            assert_int_equal(count, is_bent);
            if (!is_bent)
                continue;
            assert_int_equal(uses->place, cases[i].place);
            assert_true(table.curved_segments[uses->segment].left_s == 2.0f);
            listed++;
        }
        assert_int_equal(listed, 4);
        const float *values = table.values + table.first_place[cases[i].track] + cases[i].place;
        const float ends[] = {1, 1, 3, 5, 0, 0, 0, 3, 3};
        for (uint32_t row = 0; row < 9; row++)
            assert_true(values[row * table.width] == ends[row] || (row > 3 && row < 7));
        assert_true(table.values[9 * table.width] == 0.0f);
    }
}

/* From one end of what a float holds to the other it is no straight line, for floats. */
TEST(a_huge_rise_counts_as_bent)
{
    static const struct {
        float from, to;
        bool is_bent;
    } cases[] = {{-6e8f, 6e8f, true},
                 {6e8f, -6e8f, true},
                 {6e8f, 6.1e8f, false},
                 {0, 2e9f, true},
                 {-5e8f, 4e8f, false}};
    for (unsigned i = 0; i < 5; i++) {
        begin();
        set_line(US_CURVE_GAZE, US_KEY_SIZE_SHORT, 0, 2, 0, cases[i].from,
                 cases[i].to - cases[i].from);
        build(LIMIT);
        assert_int_equal(table.use_begin != NULL, cases[i].is_bent);
    }
}

TEST(flags_of_both_hands)
{
    for (unsigned flag = 0; flag < 4; flag++) {
        begin();
        for (unsigned i = 0; i < 4; i++) /* tracked left and right, pinching left and right */
            set_line(US_CURVE_TRACKED + i, US_KEY_SIZE_SHORT, 0, 2, 0, i == flag, 0);
        /* Neither is a flag: the joint None; a direction of no length. */
        set_line(US_CURVE_JOINTS, US_KEY_SIZE_SHORT, 0, 2, 0, 1, 0);
        set_line(US_CURVE_GAZE + 3, US_KEY_SIZE_SHORT, 0, 2, 0, 0, 0);
        build(LIMIT);
        for (uint32_t row = 0; row < 2; row++)
            assert_int_equal(table.flags[row],
                             1u << flag | US_FRAME_TABLE_ON_KEY << US_FRAME_TABLE_GAZE);
    }
}

/* At each allocation in turn: an error, and nothing is left behind (which ASan says). */
TEST(memory_runs_out)
{
    begin();
    struct us_key keys[3] = {{0, 1, 0, 0, 0, 0, 0}, {1, 2, 0, 0, 0, 0, 0}, {2, 5, 0, 0, 0, 0, 0}};
    set_keys(US_CURVE_CAMERA, US_KEY_SIZE_FULL, 0, keys, 3);
    bool done = false;
    for (fails_at = 1; !done; fails_at++) {
        asked = 0;
        enum us_result result = us_frame_table_init(&table, &made.recording, LIMIT, NULL);
        done = asked < fails_at;
        assert_int_equal(result, done ? US_OK : US_ERROR_MEMORY);
        assert_int_equal(table.values != NULL, done);
        assert_int_equal(table.use_begin != NULL, done);
        assert_int_equal(table.uses != NULL, done);
        assert_int_equal(table.curved_segments != NULL, done);
        assert_int_equal(table.bucket != NULL, done);
        us_frame_table_finish(&table);
    }
    /* Values, flags, two counts, buckets, segments and their uses; then none failed. */
    assert_int_equal(fails_at, 9);
    fails_at = 0;
}

/* Places in the list of uses have 32 bits: of more there is no table. */
TEST(no_more_uses_than_can_be_counted)
{
    static struct us_recording none;
    for (uint32_t more = 0; more < 2; more++) {
        table = (struct us_frame_table){.times = {NULL, 1}, .first_place = {-1, -1, -1, -1}};
        uint32_t curved_begin[2] = {0};
        table.use_bytes = 64 * sizeof *table.use_begin;
        table.use_begin = us_mapping_pages(table.use_bytes);
        table.use_begin[1] = UINT32_MAX;
        table.use_begin[2] = more;
        asked = 0;
        fails_at = 2; /* the list itself */
        assert_false(fill_values(&table, &none, curved_begin));
        assert_int_equal(asked, more > 0 ? 0 : 2);
        fails_at = 0;
        us_frame_table_finish(&table);
    }
}

TESTS_MAIN(keys_of_one_curve_are_keys_of_the_track, directions_near_zero_are_none,
           a_bent_segment_is_listed_with_its_rows, a_huge_rise_counts_as_bent, flags_of_both_hands,
           memory_runs_out, no_more_uses_than_can_be_counted)
