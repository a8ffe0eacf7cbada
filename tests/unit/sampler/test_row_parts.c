/* SPDX-License-Identifier: MIT */
/*
 * Hazard: the table of rows is right but slow, because values are computed that could be copied, or
 * the search begins far away; or it reads or writes beyond its ends. What no sample shows is looked
 * at one step at a time.
 */
#include "row_scene.h"

/* The first key of a curve has another time than the rest of its axis says. */
static void move_first_key(unsigned curve, float time_s)
{
    poke_f32(made.keys[curve].bytes, time_s);
}

TEST(each_field_of_a_key_decides_what_is_plain)
{
    const struct us_key plain = {1, 3.9e8f, 5, -5, 0, 0, US_WEIGHTED_BOTH};
    struct us_key odd[11];
    for (unsigned i = 0; i < 11; i++)
        odd[i] = plain;
    odd[0].value = 4.1e8f;
    odd[1].value = -4.1e8f;
    odd[2].in_tangent = INFINITY;
    odd[3].in_tangent = -INFINITY;
    odd[4].out_tangent = INFINITY;
    odd[5].out_tangent = -INFINITY;
    odd[6].in_weight = 0.5f;
    odd[7].out_weight = -0.5f;
    odd[8].weighted_mode = US_WEIGHTED_NONE;
    odd[9].weighted_mode = US_WEIGHTED_IN;
    odd[10].weighted_mode = US_WEIGHTED_OUT;
    for (unsigned i = 0; i < 11; i++)
        for (unsigned place = 0; place < 3; place++) {
            struct us_key keys[3] = {plain, plain, plain};
            begin();
            set_keys(0, US_KEY_SIZE_FULL, 0, keys, 3);
            keys[place] = odd[i];
            set_keys(1, US_KEY_SIZE_FULL, 0, keys, 3);
            set_keys(2, US_KEY_SIZE_SHORT, 0, keys, 3);
            assert_true(is_plain(&made.recording.curves[0]));
            assert_false(is_plain(&made.recording.curves[1]));
            /* A short key has a time and a value alone. */
            assert_int_equal(is_plain(&made.recording.curves[2]), i > 1);
        }
}

/* Bucket i begins at i / count of the time: with equal steps, at the row below that. */
TEST(buckets_lead_to_their_rows)
{
    float at_s[MOST_KEYS + 1];
    for (uint32_t count = 1; count <= MOST_KEYS; count++) {
        struct us_frame_table found = {.times = {at_s, count}};
        for (uint32_t i = 0; i < count; i++)
            at_s[i] = 100.0f + 0.5f * (float)i;
        at_s[count] = 0.0f; /* is no row */
        assert_true(make_buckets(&found));
        assert_int_equal(found.bucket_count, count);
        double length_s = 0.5 * (count - 1);
        assert_true(found.buckets_per_s == (count > 1 ? count / length_s : 0.0));
        for (uint32_t i = 0; i <= count; i++)
            assert_int_equal(found.bucket[i], i * (count - 1) / count);
        for (uint32_t i = 0; i < count; i++)
            assert_int_equal(us_frame_table_find(&found, 100.2 + 0.5 * i), i);
        free(found.bucket);
    }
}

static void assert_axis(uint32_t axis, uint32_t first, uint32_t end)
{
    build(LIMIT);
    struct axis_rows found = find_axis(&table, &made.recording);
    assert_int_equal(found.axis, axis);
    if (axis != 0) {
        assert_int_equal(found.first, first);
        assert_int_equal(found.end, end);
    }
}

/* The axis of the curve with the most keys, if its keys are rows that follow each other. */
TEST(rows_of_an_axis)
{
    begin();
    made.recording.marker_count = 1000; /* which are no curve */
    set_line(US_CURVE_CAMERA + 1, US_KEY_SIZE_SHORT, 7, 20, 4, 1, 1);
    set_line(US_CURVE_CAMERA + 2, US_KEY_SIZE_SHORT, 8, 19, 5, 1, 1);
    assert_axis(7, 0, 20);
    set_line(US_CURVE_GAZE + 5, US_KEY_SIZE_SHORT, 9, 3, 2, 1, 1);
    assert_axis(7, 2, 22);
    set_line(US_CURVE_CAMERA, US_KEY_SIZE_SHORT, 6, 4, 22, 1, 1);
    assert_axis(7, 2, 22);
    /* The first of two that are equally long. */
    set_line(US_CURVE_CAMERA + 3, US_KEY_SIZE_SHORT, 5, 20, 4, 1, 1);
    assert_axis(7, 2, 22);
    made.recording.curves[US_CURVE_CAMERA + 1].axis = 0;
    assert_axis(0, 0, 0);
    /* A row in between, and one time twice. */
    begin();
    set_line(US_CURVE_CAMERA, US_KEY_SIZE_SHORT, 7, 9, 4, 1, 1);
    set_line(US_CURVE_GAZE, US_KEY_SIZE_SHORT, 8, 1, 7.5f, 1, 1);
    assert_axis(0, 0, 0);
    begin();
    set_line(US_CURVE_CAMERA, US_KEY_SIZE_SHORT, 7, 9, 4, 1, 1);
    move_first_key(US_CURVE_CAMERA, 5);
    assert_axis(0, 0, 0);
}

static bool is_played(unsigned curve)
{
    return curve < US_POSE_CURVES || curve >= US_CURVE_GAZE ||
           (curve >= US_CURVE_JOINTS &&
            (curve - US_CURVE_JOINTS) / US_POSE_CURVES % US_JOINT_COUNT != US_JOINT_NONE);
}

/* All poses on one axis: only its times are read, those of the first curve, and all values are
 * those of the keys, also where the times of another curve are wrong. */
TEST(values_on_one_axis_are_copied)
{
    static const uint32_t counts[] = {1, 2, 31, 32, 33, 64, 70};
    for (unsigned n = 0; n < 7; n++) {
        begin();
        for (unsigned curve = 0; curve < US_CURVE_COUNT; curve++) {
            if (!is_played(curve))
                continue;
            set_line(curve, US_KEY_SIZE_SHORT, 3, counts[n], 10, 1.0f + 0.5f * (float)curve, 0.25f);
            if (curve > 0 && counts[n] > 3) /* more than the flags have */
                move_first_key(curve, 9.5f);
        }
        /* Rows in front of the keys and behind them. */
        set_line(US_CURVE_TRACKED, US_KEY_SIZE_SHORT, 4, 2, 8, 1, 0);
        set_line(US_CURVE_PINCHING, US_KEY_SIZE_SHORT, 5, 3, 10.0f + (float)counts[n], 1, 0);
        build(LIMIT);
        assert_int_equal(table.times.count, counts[n] + 5);
        assert_int_equal(table.width, 54 * US_FRAME_TABLE_POSE_FLOATS);
        for (uint32_t row = 0; row < table.times.count; row++)
            for (unsigned t = 0; t < US_FRAME_TABLE_TRACKS; t++)
                for (uint32_t place = 0; us_frame_table_track_poses((enum us_frame_table_track)t) *
                                             US_FRAME_TABLE_POSE_FLOATS >
                                         place;
                     place++) {
                    int curve = us_frame_table_curve((enum us_frame_table_track)t, place);
                    uint32_t key = row < 2 ? 0 : row - 2;
                    key = key < counts[n] ? key : counts[n] - 1;
                    float expected =
                        curve >= 0 ? 1.0f + 0.5f * (float)curve + 0.25f * (float)key : 0.0f;
                    assert_true(
                        table.values[row * table.width + (uint32_t)table.first_place[t] + place] ==
                        expected);
                }
        /* One float more is there, so that the size is never 0; nobody writes it. */
        assert_int_equal(table.value_bytes / 4, table.times.count * table.width + 1);
        assert_true(table.values[table.times.count * table.width] == 0.0f);
    }
}

/* Poses on another axis than the curve with the most keys are no copies of its times; nor are keys
 * with tangents, nor curves that are not there. */
TEST(values_on_other_axes_are_not_copied)
{
    for (unsigned variant = 0; variant < 4; variant++) {
        begin();
        uint32_t keys = variant == 0 ? 12 : 40;
        for (unsigned i = 0; i < US_POSE_CURVES; i++) {
            bool odd = variant > 0 && i == 5;
            set_line(US_CURVE_CAMERA + i,
                     odd && variant == 1 ? US_KEY_SIZE_FULL : US_KEY_SIZE_SHORT,
                     odd && variant == 2 ? 9 : 2, odd ? 11 : keys, 10, (float)i, 2);
        }
        if (variant == 3)
            made.recording.curves[US_CURVE_CAMERA + 5].key_count = 0;
        set_line(US_CURVE_TRACKED, US_KEY_SIZE_SHORT, 6, 40, 10, 1, 0);
        if (variant == 1 || variant == 3)
            made.recording.curves[US_CURVE_CAMERA + 5].axis = 0;
        build(LIMIT);
        assert_int_equal(table.times.count, 40);
        for (uint32_t row = 0; row < 40; row++) {
            const float *values = table.values + row * table.width;
            for (uint32_t place = 0; place < US_POSE_CURVES; place++) {
                int curve = us_frame_table_curve(US_FRAME_TABLE_HEAD, place);
                uint32_t count = variant > 0 && curve == 5 ? 11 : keys;
                float expected = (float)curve + 2.0f * (float)(row < count ? row : count - 1);
                if (variant == 3 && curve == 5)
                    expected = 0.0f;
                assert_true(values[place] == expected);
            }
        }
    }
}

/* Of keys at one time the last one counts, also for what is in front of the first time. */
TEST(repeated_times_at_the_ends)
{
    const struct us_key keys[] = {{1, 5, 0, 0, 0, 0, 3}, {1, 6, 0, 0, 0, 0, 3},
                                  {1, 7, 0, 0, 0, 0, 3}, {3, 9, 0, 0, 0, 0, 3},
                                  {5, 4, 0, 0, 0, 0, 3}, {5, 3, 0, 0, 0, 0, 3}};
    const float expected[] = {7, 7, 8, 9, 6, 3, 3};
    for (uint32_t key_size = US_KEY_SIZE_SHORT; key_size <= US_KEY_SIZE_FULL; key_size += 20) {
        begin();
        set_keys(US_CURVE_CAMERA, key_size, 0, keys, 6);
        set_line(US_CURVE_CAMERA + 1, key_size, 0, 7, 0, 0, 1);
        build(LIMIT);
        assert_int_equal(table.times.count, 7);
        for (uint32_t row = 0; row < 7; row++)
            assert_true(table.values[row * table.width + 4] == expected[row]);
    }
}

/* Without a curved segment: as large as the limit is not too large. */
TEST(the_limit_itself_is_kept)
{
    begin();
    set_line(US_CURVE_CAMERA, US_KEY_SIZE_SHORT, 0, 10, 0, 1, 1);
    for (uint64_t limit = 319; limit <= 321; limit++) { /* 10 rows of 8 floats: 320 bytes */
        build(limit);
        assert_int_equal(table.values != NULL, limit >= 320);
        check_near((double)table.excess, 320.0 / (double)limit, 1e-6, "excess");
    }
}

TESTS_MAIN(each_field_of_a_key_decides_what_is_plain, buckets_lead_to_their_rows, rows_of_an_axis,
           values_on_one_axis_are_copied, values_on_other_axes_are_not_copied,
           repeated_times_at_the_ends, the_limit_itself_is_kept)
