/* SPDX-License-Identifier: MIT */
/*
 * Hazard: the table of rows is right but slow, because values are computed that could be copied, or
 * the search begins far away; or it reads or writes beyond its ends; or memory that runs out goes
 * unnoticed. What no sample shows is looked at one step at a time: hence the source itself.
 */
#include "support.h"

#include "core/base/page_alloc.h"

/* How often memory was asked for, and which of these times there is none (from 1; 0: never). */
static unsigned asked, fails_at;

static void *take_memory(size_t size)
{
    return ++asked == fails_at ? NULL : malloc(size);
}

static void *take_zeros(size_t count, size_t size)
{
    return ++asked == fails_at ? NULL : calloc(count, size);
}

static void *take_pages(size_t size)
{
    return ++asked == fails_at ? NULL : us_page_alloc_get(size);
}

#define malloc take_memory
#define calloc take_zeros
#define us_page_alloc_get take_pages
#include "core/sampler/frame_table.c"
#undef malloc
#undef calloc
#undef us_page_alloc_get

enum { MOST_KEYS = 80, LIMIT = 64 << 20 };

/* The keys of each curve end at a page that cannot be read. */
struct made {
    struct us_recording recording;
    struct guarded keys[US_CURVE_COUNT];
};

static struct made *make_empty(void)
{
    struct made *made = calloc(1, sizeof(*made));
    assert_non_null(made);
    return made;
}

static void set_keys(struct made *made, unsigned curve, uint32_t key_size, uint32_t axis,
                     const struct us_key *keys, uint32_t count)
{
    uint8_t bytes[MOST_KEYS * US_KEY_SIZE_FULL], full[US_KEY_SIZE_FULL];
    for (uint32_t i = 0; i < count; i++) {
        us_key_store(&keys[i], full);
        memcpy(bytes + (size_t)i * key_size, full, key_size);
    }
    made->keys[curve] = guarded_copy(bytes, (uint64_t)count * key_size);
    made->recording.curves[curve] = (struct us_curve){
        .keys = made->keys[curve].bytes, .key_count = count, .key_size = key_size, .axis = axis};
}

/* Straight lines through count keys, a second apart: `value` and what `rise` adds each second. */
static void set_line(struct made *made, unsigned curve, uint32_t key_size, uint32_t axis,
                     uint32_t count, float first_s, float value, float rise)
{
    struct us_key keys[MOST_KEYS];
    for (uint32_t i = 0; i < count; i++)
        keys[i] = (struct us_key){.time_s = first_s + (float)i,
                                  .value = value + rise * (float)i,
                                  .weighted_mode = US_WEIGHTED_BOTH};
    set_keys(made, curve, key_size, axis, keys, count);
}

static void finish(struct made *made)
{
    for (unsigned i = 0; i < US_CURVE_COUNT; i++)
        if (made->keys[i].map != NULL)
            guarded_free(&made->keys[i]);
    free(made);
}

/* The first key of a curve has another time than the rest of its axis says. */
static void move_first_key(struct made *made, unsigned curve, float time_s)
{
    poke_f32(made->keys[curve].bytes, time_s);
}

static void each_field_of_a_key_decides_what_is_plain(void **state)
{
    (void)state;
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
            struct made *made = make_empty();
            set_keys(made, 0, US_KEY_SIZE_FULL, 0, keys, 3);
            keys[place] = odd[i];
            set_keys(made, 1, US_KEY_SIZE_FULL, 0, keys, 3);
            set_keys(made, 2, US_KEY_SIZE_SHORT, 0, keys, 3);
            assert_true(is_plain(&made->recording.curves[0]));
            assert_false(is_plain(&made->recording.curves[1]));
            /* A short key has a time and a value alone. */
            assert_int_equal(is_plain(&made->recording.curves[2]), i > 1);
            finish(made);
        }
}

/* Bucket i begins at i / count of the time: with equal steps, at the row below that. */
static void buckets_lead_to_their_rows(void **state)
{
    (void)state;
    float at_s[MOST_KEYS + 1];
    for (uint32_t count = 1; count <= MOST_KEYS; count++) {
        struct us_frame_table table = {.times = {at_s, count}};
        for (uint32_t i = 0; i < count; i++)
            at_s[i] = 100.0f + 0.5f * (float)i;
        at_s[count] = 0.0f; /* is no row */
        assert_true(make_buckets(&table));
        assert_int_equal(table.bucket_count, count);
        double length_s = 0.5 * (count - 1);
        assert_true(table.buckets_per_s == (count > 1 ? count / length_s : 0.0));
        for (uint32_t i = 0; i <= count; i++)
            assert_int_equal(table.bucket[i], i * (count - 1) / count);
        for (uint32_t i = 0; i < count; i++)
            assert_int_equal(us_frame_table_find(&table, 100.2 + 0.5 * i), i);
        free(table.bucket);
    }
}

static void assert_axis(const struct us_recording *recording, uint32_t axis, uint32_t first,
                        uint32_t end)
{
    struct us_frame_table table;
    assert_int_equal(us_frame_table_init(&table, recording, LIMIT, NULL), US_OK);
    struct axis_rows found = find_axis(&table, recording);
    assert_int_equal(found.axis, axis);
    if (axis != 0) {
        assert_int_equal(found.first, first);
        assert_int_equal(found.end, end);
    }
    us_frame_table_finish(&table);
}

/* The axis of the curve with the most keys, if its keys are rows that follow each other. */
static void rows_of_an_axis(void **state)
{
    (void)state;
    struct made *made = make_empty();
    made->recording.marker_count = 1000; /* which are no curve */
    set_line(made, US_CURVE_CAMERA + 1, US_KEY_SIZE_SHORT, 7, 20, 4, 1, 1);
    set_line(made, US_CURVE_CAMERA + 2, US_KEY_SIZE_SHORT, 8, 19, 5, 1, 1);
    assert_axis(&made->recording, 7, 0, 20);
    set_line(made, US_CURVE_GAZE + 5, US_KEY_SIZE_SHORT, 9, 3, 2, 1, 1);
    assert_axis(&made->recording, 7, 2, 22);
    set_line(made, US_CURVE_CAMERA, US_KEY_SIZE_SHORT, 6, 4, 22, 1, 1);
    assert_axis(&made->recording, 7, 2, 22);
    /* The first of two that are equally long. */
    set_line(made, US_CURVE_CAMERA + 3, US_KEY_SIZE_SHORT, 5, 20, 4, 1, 1);
    assert_axis(&made->recording, 7, 2, 22);
    made->recording.curves[US_CURVE_CAMERA + 1].axis = 0;
    assert_axis(&made->recording, 0, 0, 0);
    finish(made);
    /* A row in between, and one time twice. */
    made = make_empty();
    set_line(made, US_CURVE_CAMERA, US_KEY_SIZE_SHORT, 7, 9, 4, 1, 1);
    set_line(made, US_CURVE_GAZE, US_KEY_SIZE_SHORT, 8, 1, 7.5f, 1, 1);
    assert_axis(&made->recording, 0, 0, 0);
    finish(made);
    made = make_empty();
    set_line(made, US_CURVE_CAMERA, US_KEY_SIZE_SHORT, 7, 9, 4, 1, 1);
    move_first_key(made, US_CURVE_CAMERA, 5);
    assert_axis(&made->recording, 0, 0, 0);
    finish(made);
}

static bool is_played(unsigned curve)
{
    return curve < US_POSE_CURVES || curve >= US_CURVE_GAZE ||
           (curve >= US_CURVE_JOINTS &&
            (curve - US_CURVE_JOINTS) / US_POSE_CURVES % US_JOINT_COUNT != US_JOINT_NONE);
}

/* All poses on one axis: only its times are read, those of the first curve, and all values are
 * those of the keys, also where the times of another curve are wrong. */
static void values_on_one_axis_are_copied(void **state)
{
    (void)state;
    static const uint32_t counts[] = {1, 2, 31, 32, 33, 64, 70};
    for (unsigned n = 0; n < 7; n++) {
        struct made *made = make_empty();
        for (unsigned curve = 0; curve < US_CURVE_COUNT; curve++) {
            if (!is_played(curve))
                continue;
            set_line(made, curve, US_KEY_SIZE_SHORT, 3, counts[n], 10, 1.0f + 0.5f * (float)curve,
                     0.25f);
            if (curve > 0 && counts[n] > 3) /* more than the flags have */
                move_first_key(made, curve, 9.5f);
        }
        /* Rows in front of the keys and behind them. */
        set_line(made, US_CURVE_TRACKED, US_KEY_SIZE_SHORT, 4, 2, 8, 1, 0);
        set_line(made, US_CURVE_PINCHING, US_KEY_SIZE_SHORT, 5, 3, 10.0f + (float)counts[n], 1, 0);
        struct us_frame_table table;
        assert_int_equal(us_frame_table_init(&table, &made->recording, LIMIT, NULL), US_OK);
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
        us_frame_table_finish(&table);
        finish(made);
    }
}

/* Poses on another axis than the curve with the most keys are no copies of its times; nor are keys
 * with tangents, nor curves that are not there. */
static void values_on_other_axes_are_not_copied(void **state)
{
    (void)state;
    for (unsigned variant = 0; variant < 4; variant++) {
        struct made *made = make_empty();
        uint32_t keys = variant == 0 ? 12 : 40;
        for (unsigned i = 0; i < US_POSE_CURVES; i++) {
            bool odd = variant > 0 && i == 5;
            set_line(made, US_CURVE_CAMERA + i,
                     odd && variant == 1 ? US_KEY_SIZE_FULL : US_KEY_SIZE_SHORT,
                     odd && variant == 2 ? 9 : 2, odd ? 11 : keys, 10, (float)i, 2);
        }
        if (variant == 3)
            made->recording.curves[US_CURVE_CAMERA + 5].key_count = 0;
        set_line(made, US_CURVE_TRACKED, US_KEY_SIZE_SHORT, 6, 40, 10, 1, 0);
        if (variant == 1 || variant == 3)
            made->recording.curves[US_CURVE_CAMERA + 5].axis = 0;
        struct us_frame_table table;
        assert_int_equal(us_frame_table_init(&table, &made->recording, LIMIT, NULL), US_OK);
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
        us_frame_table_finish(&table);
        finish(made);
    }
}

/* Of keys at one time the last one counts, also for what is in front of the first time. */
static void repeated_times_at_the_ends(void **state)
{
    (void)state;
    const struct us_key keys[] = {{1, 5, 0, 0, 0, 0, 3}, {1, 6, 0, 0, 0, 0, 3},
                                  {1, 7, 0, 0, 0, 0, 3}, {3, 9, 0, 0, 0, 0, 3},
                                  {5, 4, 0, 0, 0, 0, 3}, {5, 3, 0, 0, 0, 0, 3}};
    const float expected[] = {7, 7, 8, 9, 6, 3, 3};
    for (uint32_t key_size = US_KEY_SIZE_SHORT; key_size <= US_KEY_SIZE_FULL; key_size += 20) {
        struct made *made = make_empty();
        set_keys(made, US_CURVE_CAMERA, key_size, 0, keys, 6);
        set_line(made, US_CURVE_CAMERA + 1, key_size, 0, 7, 0, 0, 1);
        struct us_frame_table table;
        assert_int_equal(us_frame_table_init(&table, &made->recording, LIMIT, NULL), US_OK);
        assert_int_equal(table.times.count, 7);
        for (uint32_t row = 0; row < 7; row++)
            assert_true(table.values[row * table.width + 4] == expected[row]);
        us_frame_table_finish(&table);
        finish(made);
    }
}

/* A key of one curve of the head is a key of the head, whatever the other curves are. */
static void keys_of_one_curve_are_keys_of_the_track(void **state)
{
    (void)state;
    for (unsigned odd = 0; odd < US_POSE_CURVES; odd++) {
        struct made *made = make_empty();
        for (unsigned i = 0; i <= US_POSE_CURVES; i++) /* the last is the flag behind the head */
            set_line(made, US_CURVE_CAMERA + i, US_KEY_SIZE_SHORT, 0, i == odd ? 3 : 2,
                     i == odd ? 0.5f : 0.0f, 1, 1);
        struct us_frame_table table;
        assert_int_equal(us_frame_table_init(&table, &made->recording, LIMIT, NULL), US_OK);
        assert_int_equal(table.times.count, 5);
        for (uint32_t row = 0; row < 5; row++)
            assert_true(table.flags[row] & US_FRAME_TABLE_ON_KEY << US_FRAME_TABLE_HEAD);
        us_frame_table_finish(&table);
        finish(made);
    }
}

/* Without a curved segment: as large as the limit is not too large. */
static void the_limit_itself_is_kept(void **state)
{
    (void)state;
    struct made *made = make_empty();
    set_line(made, US_CURVE_CAMERA, US_KEY_SIZE_SHORT, 0, 10, 0, 1, 1);
    for (uint64_t limit = 319; limit <= 321; limit++) { /* 10 rows of 8 floats: 320 bytes */
        struct us_frame_table table;
        assert_int_equal(us_frame_table_init(&table, &made->recording, limit, NULL), US_OK);
        assert_int_equal(table.values != NULL, limit >= 320);
        check_near((double)table.excess, 320.0 / (double)limit, 1e-6, "excess");
        us_frame_table_finish(&table);
    }
    finish(made);
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

static void directions_near_zero_are_none(void **state)
{
    (void)state;
    static const float values[] = {0, 0, 0, 0, 5e-4f, -5e-4f, 3e-3f, 1};
    uint64_t seed = 41;
    unsigned always = 0, valid = 0;
    for (int round = 0; round < 4000; round++) {
        struct made *made = make_empty();
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
            set_keys(made, US_CURVE_GAZE + 3 + i, US_KEY_SIZE_SHORT, 0, keys, count);
        }
        for (double time_s = -1.0; time_s < 10.0; time_s += 0.5) {
            bool after, want_after;
            bool want = expected_gaze(&made->recording, time_s, &want_after);
            assert_int_equal(us_frame_table_gaze_valid(&made->recording, time_s, &after), want);
            assert_int_equal(after, want_after);
            valid += want;
            all = all && want && want_after;
        }
        /* The shortcut must not say more than the long way. */
        bool shortcut = gaze_always_valid(&made->recording);
        assert_true(!shortcut || all);
        assert_true(!(round % 8 == 0 && common > 0) || shortcut);
        always += shortcut;
        finish(made);
    }
    assert_true(always > 100 && valid > 10000);
}

/* What is no straight line is listed: of two segments here the second, with the rows that it
 * covers. Nothing is written behind the last row. */
static void a_bent_segment_is_listed_with_its_rows(void **state)
{
    (void)state;
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
        struct made *made = make_empty();
        set_line(made, US_CURVE_CAMERA + 3, US_KEY_SIZE_SHORT, 0, 2, 0, 1, 0);
        unsigned curve = (unsigned)us_frame_table_curve(cases[i].track, cases[i].place);
        if (made->keys[curve].map != NULL)
            guarded_free(&made->keys[curve]);
        set_keys(made, curve, US_KEY_SIZE_FULL, 0, keys, 3);
        set_line(made, US_CURVE_TRACKED, US_KEY_SIZE_SHORT, 0, 9, -1, 1, 0); /* rows -1 to 7 s */
        struct us_frame_table table;
        assert_int_equal(us_frame_table_init(&table, &made->recording, LIMIT, NULL), US_OK);
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
        us_frame_table_finish(&table);
        finish(made);
    }
}

/* From one end of what a float holds to the other it is no straight line, for floats. */
static void a_huge_rise_counts_as_bent(void **state)
{
    (void)state;
    static const struct {
        float from, to;
        bool is_bent;
    } cases[] = {{-6e8f, 6e8f, true},
                 {6e8f, -6e8f, true},
                 {6e8f, 6.1e8f, false},
                 {0, 2e9f, true},
                 {-5e8f, 4e8f, false}};
    for (unsigned i = 0; i < 5; i++) {
        struct made *made = make_empty();
        set_line(made, US_CURVE_GAZE, US_KEY_SIZE_SHORT, 0, 2, 0, cases[i].from,
                 cases[i].to - cases[i].from);
        struct us_frame_table table;
        assert_int_equal(us_frame_table_init(&table, &made->recording, LIMIT, NULL), US_OK);
        assert_int_equal(table.use_begin != NULL, cases[i].is_bent);
        us_frame_table_finish(&table);
        finish(made);
    }
}

static void flags_of_both_hands(void **state)
{
    (void)state;
    for (unsigned flag = 0; flag < 4; flag++) {
        struct made *made = make_empty();
        for (unsigned i = 0; i < 4; i++) /* tracked left and right, pinching left and right */
            set_line(made, US_CURVE_TRACKED + i, US_KEY_SIZE_SHORT, 0, 2, 0, i == flag, 0);
        /* Neither is a flag: the joint None; a direction of no length. */
        set_line(made, US_CURVE_JOINTS, US_KEY_SIZE_SHORT, 0, 2, 0, 1, 0);
        set_line(made, US_CURVE_GAZE + 3, US_KEY_SIZE_SHORT, 0, 2, 0, 0, 0);
        struct us_frame_table table;
        assert_int_equal(us_frame_table_init(&table, &made->recording, LIMIT, NULL), US_OK);
        for (uint32_t row = 0; row < 2; row++)
            assert_int_equal(table.flags[row],
                             1u << flag | US_FRAME_TABLE_ON_KEY << US_FRAME_TABLE_GAZE);
        us_frame_table_finish(&table);
        finish(made);
    }
}

/* At each allocation in turn: an error, and nothing is left behind (which ASan says). */
static void memory_runs_out(void **state)
{
    (void)state;
    struct made *made = make_empty();
    struct us_key keys[3] = {{0, 1, 0, 0, 0, 0, 0}, {1, 2, 0, 0, 0, 0, 0}, {2, 5, 0, 0, 0, 0, 0}};
    set_keys(made, US_CURVE_CAMERA, US_KEY_SIZE_FULL, 0, keys, 3);
    bool done = false;
    for (fails_at = 1; !done; fails_at++) {
        struct us_frame_table table;
        asked = 0;
        enum us_result result = us_frame_table_init(&table, &made->recording, LIMIT, NULL);
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
    finish(made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_field_of_a_key_decides_what_is_plain),
        cmocka_unit_test(buckets_lead_to_their_rows),
        cmocka_unit_test(rows_of_an_axis),
        cmocka_unit_test(values_on_one_axis_are_copied),
        cmocka_unit_test(values_on_other_axes_are_not_copied),
        cmocka_unit_test(repeated_times_at_the_ends),
        cmocka_unit_test(keys_of_one_curve_are_keys_of_the_track),
        cmocka_unit_test(the_limit_itself_is_kept),
        cmocka_unit_test(directions_near_zero_are_none),
        cmocka_unit_test(a_bent_segment_is_listed_with_its_rows),
        cmocka_unit_test(a_huge_rise_counts_as_bent),
        cmocka_unit_test(flags_of_both_hands),
        cmocka_unit_test(memory_runs_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
