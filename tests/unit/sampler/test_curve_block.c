/* SPDX-License-Identifier: MIT */
/*
 * Hazard: a moment that is looked up at the wrong row or share, or curves that are taken to repeat
 * together and do not, or keys that a block without rows needs and does not have. Each is looked at
 * alone: hence the source itself.
 */
#include "support.h"

#include "core/sampler/curve_block.c"

enum { MOST_KEYS = 16, LIMIT = 64 << 20 };

/* The recording of a case, and its block. */
static struct {
    struct us_recording recording;
    struct us_block *block;
    uint8_t keys[US_CURVE_COUNT][MOST_KEYS * US_KEY_SIZE_FULL];
} made;

/* Drops the last case: no curve has a key. */
static void begin(void)
{
    us_block_destroy(made.block);
    memset(&made, 0, sizeof made);
}

static void set_curve(unsigned curve, int32_t pre, int32_t post, uint32_t count,
                      const float *times_s, const float *values)
{
    for (uint32_t i = 0; i < count; i++) {
        poke_f32(made.keys[curve] + 8 * i, times_s[i]);
        poke_f32(made.keys[curve] + 8 * i + 4, values[i]);
    }
    made.recording.curves[curve] = (struct us_curve){.keys = made.keys[curve],
                                                     .key_count = count,
                                                     .key_size = US_KEY_SIZE_SHORT,
                                                     .pre_wrap = pre,
                                                     .post_wrap = post};
}

static const struct us_curve_block *make_block(uint64_t limit)
{
    const struct us_curve_block_options options = {.limit_bytes = limit};
    us_block_destroy(made.block);
    us_recording_measure(&made.recording);
    assert_int_equal(us_curve_block_create(&made.recording, &options, &made.block, NULL), US_OK);
    return curve_block(made.block);
}

static const float steps_s[] = {-1, 0, 2}, line[] = {1, 2, 4};

TEST(a_moment_is_a_row_and_a_share)
{
    static const struct {
        double time_s;
        uint32_t row;
        bool on_row;
        float share, per_s;
    } cases[] = {
        {-2, 0, false, 0, 0},        {-1, 0, true, 0, 1},          {-0.75, 0, false, 0.25f, 1},
        {0, 1, true, 0, 0.5f},       {0.5, 1, false, 0.25f, 0.5f}, {1.5, 1, false, 0.75f, 0.5f},
        {2, 2, true, 0, 0},          {9, 2, false, 0, 0},          {NAN, 0, true, 0, 1},
        {-INFINITY, 0, false, 0, 0}, {INFINITY, 2, false, 0, 0}};
    begin();
    set_curve(US_CURVE_CAMERA, 8, 8, 3, steps_s, line);
    for (unsigned by_curve = 0; by_curve < 2; by_curve++) {
        const struct us_curve_block *block = make_block(by_curve ? 0 : LIMIT);
        for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
            struct moment moment = look_up(block, cases[i].time_s, i % 2 == 0);
            double time_s = isnan(cases[i].time_s) ? -1.0 : cases[i].time_s;
            assert_true(moment.time_s == time_s && moment.inner_s == time_s);
            assert_true(moment.rate == 1.0);
            assert_int_equal(moment.still, i % 2 == 0);
            assert_int_equal(moment.by_curve, by_curve);
            if (by_curve)
                continue;
            assert_int_equal(moment.row, cases[i].row);
            assert_int_equal(moment.on_row, cases[i].on_row);
            assert_true(moment.share == cases[i].share && moment.per_s == cases[i].per_s);
        }
    }
}

/* Where all curves repeat alike, the time is mapped once. */
TEST(a_moment_of_what_repeats_alike)
{
    static const struct {
        int32_t pre, post;
        double time_s, inner_s, rate;
        bool by_curve;
    } cases[] = {
        {2, 2, 2.5, -0.5, 1, false}, {2, 2, -2, 1, 1, false},     {4, 4, 2.5, 1.5, -1, false},
        {4, 4, 4, 0, -1, true},      {4, 4, 5, -1, 1, false},     {4, 4, -2, 0, -1, true},
        {2, 8, 3, 2, 0, false},      {8, 4, 3, 1, -1, false},     {8, 4, -3, -1, 0, false},
        {2, 2, 0.5, 0.5, 1, false},  {4, 4, 1.25, 1.25, 1, false}};
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        begin();
        set_curve(US_CURVE_CAMERA, cases[i].pre, cases[i].post, 3, steps_s, line);
        const struct us_curve_block *block = make_block(LIMIT);
        assert_true(block->wraps_alike);
        struct moment moment = look_up(block, cases[i].time_s, false);
        assert_true(moment.rate == cases[i].rate && moment.time_s == cases[i].time_s);
        /* In front of the first key no step at it has happened yet. */
        bool before = cases[i].rate == 0.0 && cases[i].time_s < -1.0;
        assert_true(moment.inner_s ==
                    (before ? nextafter(cases[i].inner_s, -INFINITY) : cases[i].inner_s));
        assert_int_equal(moment.by_curve, cases[i].by_curve);
    }
}

/* Curves with more than one key repeat alike if all do, in the same ways and between the same
 * times. One key repeats without doing anything. */
TEST(what_repeats_alike)
{
    static const float other_first_s[] = {-0.5f, 0, 2}, other_last_s[] = {-1, 0, 3},
                       inner_s[] = {-1, 1, 2};
    static const struct {
        int32_t pre, post;
        uint32_t count;
        const float *times_s;
        uint32_t wrapping;
        bool alike;
    } cases[] = {{2, 4, 3, steps_s, 2, true},        {2, 4, 3, inner_s, 2, true},
                 {4, 4, 3, steps_s, 2, false},       {2, 2, 3, steps_s, 2, false},
                 {2, 4, 3, other_first_s, 2, false}, {2, 4, 3, other_last_s, 2, false},
                 {8, 8, 3, steps_s, 1, false},       {8, 8, 1, steps_s, 1, true},
                 {2, 4, 1, steps_s, 1, true},        {2, 4, 0, steps_s, 1, true}};
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++)
        for (unsigned first = 0; first < 2; first++) {
            begin();
            unsigned a = first ? US_CURVE_CAMERA : US_CURVE_COUNT - 1;
            unsigned b = first ? US_CURVE_COUNT - 1 : US_CURVE_CAMERA;
            set_curve(a, 2, 4, 3, steps_s, line);
            set_curve(b, cases[i].pre, cases[i].post, cases[i].count, cases[i].times_s, line);
            made.recording.marker_count = 3; /* which are no curve */
            made.recording.unsorted_curves = US_WRAP_LOOP;
            const struct us_curve_block *block = make_block(LIMIT);
            assert_int_equal(block->wrapping_count, cases[i].wrapping);
            assert_int_equal(block->wraps_alike, cases[i].alike);
        }
    begin();
    set_curve(US_CURVE_CAMERA, 2, 2, 1, steps_s, line);
    assert_false(make_block(LIMIT)->wraps_alike);
    assert_int_equal(curve_block(made.block)->wrapping_count, 0);
}

/* A slope is cut to what a float can be used with; no number counts as the most. */
TEST(slopes_are_cut)
{
    assert_true(us_pose_simd_bounded(5.0f) == 5.0f && us_pose_simd_bounded(-5.0f) == -5.0f);
    assert_true(us_pose_simd_bounded(2e15f) == US_POSE_SIMD_MOST_RATE);
    assert_true(us_pose_simd_bounded(INFINITY) == US_POSE_SIMD_MOST_RATE);
    assert_true(us_pose_simd_bounded(-2e15f) == -US_POSE_SIMD_MOST_RATE);
    assert_true(us_pose_simd_bounded(-INFINITY) == -US_POSE_SIMD_MOST_RATE);
    assert_true(us_pose_simd_bounded(NAN) == US_POSE_SIMD_MOST_RATE);
    /* The same between two keys a hair apart, with rows and without. */
    const float close_s[] = {0, 1e-30f, 1}, falling[] = {1, -1, 1};
    for (unsigned by_curve = 0; by_curve < 2; by_curve++) {
        begin();
        struct us_frame_sample frame;
        set_curve(US_CURVE_CAMERA, 8, 8, 3, close_s, falling);
        make_block(by_curve ? 0 : LIMIT);
        us_block_frame(made.block, 0.0, US_SAMPLE_HEAD, &frame);
        assert_true(frame.head.motion.linear_m_s.x == -1e15f);
        assert_true(frame.head.motion.pose.position_m.x == 1.0f);
        us_block_frame(made.block, 0.5, US_SAMPLE_HEAD, &frame);
        check_near((double)frame.head.motion.linear_m_s.x, 2, 1e-6, "slope");
    }
}

/* How a value was made, at and beside the ends of a track and its keys: with rows and without. */
TEST(how_values_are_made)
{
    static const struct {
        double time_s;
        enum us_how how;
    } cases[] = {{-1.5, US_HOW_BEFORE_START}, {-1, US_HOW_EXACT},
                 {-0.5, US_HOW_INTERPOLATED}, {0, US_HOW_EXACT},
                 {0.5, US_HOW_INTERPOLATED},  {2, US_HOW_EXACT},
                 {2.5, US_HOW_HELD},          {1, US_HOW_INTERPOLATED},
                 {INFINITY, US_HOW_HELD},     {-INFINITY, US_HOW_BEFORE_START}};
    static const float flag_s[] = {-3, 1, 5};
    for (unsigned by_curve = 0; by_curve < 2; by_curve++)
        for (unsigned hand = 0; hand < 2; hand++) {
            begin();
            unsigned wrist = us_recording_joint_curve((enum us_hand)hand, US_JOINT_WRIST);
            set_curve(wrist + 2, 8, 8, 3, steps_s, line);
            set_curve(US_CURVE_TRACKED, 8, 8, 3, flag_s, line);
            make_block(by_curve ? 0 : LIMIT);
            for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
                struct us_frame_sample frame;
                us_block_frame(made.block, cases[i].time_s, US_SAMPLE_ALL, &frame);
                assert_int_equal(frame.hands[hand].how, cases[i].how);
                assert_int_equal(frame.hands[1 - hand].how, US_HOW_ABSENT);
                assert_false(frame.hands[1 - hand].tracked);
                assert_int_equal(frame.hands[hand].tracked, hand == 0);
                assert_int_equal(frame.head.how, US_HOW_ABSENT);
                assert_int_equal(frame.gaze.how, US_HOW_ABSENT);
            }
        }
}

/* A value is exact where any curve of its track has a key, the first of all curves as well. */
TEST(a_key_of_each_curve_counts)
{
    const unsigned tracks[] = {US_CURVE_CAMERA,
                               us_recording_joint_curve(US_HAND_RIGHT, US_JOINT_WRIST)};
    static const float ends_s[] = {-1, 2};
    for (unsigned by_curve = 0; by_curve < 2; by_curve++)
        for (unsigned i = 0; i < 14; i++) {
            begin();
            for (unsigned c = 0; c < 7; c++)
                set_curve(tracks[i / 7] + c, 8, 8, 2, ends_s, line);
            set_curve(tracks[i / 7] + i % 7, 8, 8, 3, steps_s, line);
            make_block(by_curve ? 0 : LIMIT);
            for (unsigned on_key = 0; on_key < 2; on_key++) {
                struct us_frame_sample frame;
                us_block_frame(made.block, on_key ? 0.0 : 0.5, US_SAMPLE_ALL, &frame);
                assert_int_equal(i < 7 ? frame.head.how : frame.hands[1].how,
                                 on_key ? US_HOW_EXACT : US_HOW_INTERPOLATED);
            }
        }
}

/* Curves that repeat each in its own way: a track goes on where one of its curves does. */
TEST(a_track_goes_on_where_a_curve_does)
{
    static const struct {
        int32_t pre, post;
        uint32_t count;
        bool before, after;
    } cases[] = {{8, 2, 3, false, true}, {2, 8, 3, true, false}, {4, 0, 3, true, false},
                 {1, 4, 3, false, true}, {2, 4, 3, true, true},  {2, 4, 1, false, false},
                 {8, 8, 3, false, false}};
    static const float flag_s[] = {-3, 1, 5};
    for (unsigned by_curve = 0; by_curve < 2; by_curve++)
        for (unsigned place = 0; place < 7; place++)
            for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
                begin();
                struct us_frame_sample frame;
                for (unsigned c = 0; c < 7; c++)
                    set_curve(US_CURVE_CAMERA + c, c == place ? cases[i].pre : 8,
                              c == place ? cases[i].post : 8, c == place ? cases[i].count : 3,
                              steps_s, line);
                set_curve(US_CURVE_TRACKED, 8, 2, 3, flag_s, line); /* so not alike */
                make_block(by_curve ? 0 : LIMIT);
                us_block_frame(made.block, -1.5, US_SAMPLE_HEAD, &frame);
                assert_int_equal(frame.head.how,
                                 cases[i].before ? US_HOW_INTERPOLATED : US_HOW_BEFORE_START);
                us_block_frame(made.block, 2.5, US_SAMPLE_HEAD, &frame);
                assert_int_equal(frame.head.how,
                                 cases[i].after ? US_HOW_INTERPOLATED : US_HOW_HELD);
            }
}

/* A curve that loops beside one that does not: each by its own keys, its last one being its first.
 */
TEST(curves_that_loop_beside_others)
{
    static const struct {
        double time_s;
        float loop, slope;
    } cases[] = {{-1, 1, 1},     {-0.5, 1.5f, 1}, {0.5, 2.5f, 1}, {1.5, 3.5f, 1}, {2, 1, 1},
                 {2.5, 1.5f, 1}, {-1.5, 3.5f, 1}, {-4, 1, 1},     {5.5, 1.5f, 1}};
    static const float others_s[] = {-3, 0.25f, 6};
    for (unsigned by_curve = 0; by_curve < 2; by_curve++)
        for (unsigned which = 0; which < 3; which++) {
            begin();
            set_curve(US_CURVE_CAMERA + which, 2, 2, 3, steps_s, line);
            set_curve(US_CURVE_CAMERA + (which + 1) % 3, 8, 8, 3, others_s, line);
            set_curve(US_CURVE_CAMERA + 6, 8, 8, 1, steps_s, line);
            make_block(by_curve ? 0 : LIMIT);
            for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
                struct us_frame_sample frame;
                us_block_frame(made.block, cases[i].time_s, US_SAMPLE_HEAD, &frame);
                const float *position = &frame.head.motion.pose.position_m.x;
                const float *linear = &frame.head.motion.linear_m_s.x;
                check_near((double)position[which], (double)cases[i].loop, 1e-6, "loop");
                check_near((double)linear[which], (double)cases[i].slope, 1e-6, "its slope");
                double t = cases[i].time_s;
                double other = t < -3 ? 1 : t < 0.25 ? 1 + (t + 3) / 3.25 : 2 + (t - 0.25) / 2.875;
                check_near((double)position[(which + 1) % 3], other, 1e-6, "the other");
            }
        }
}

/* The gaze is a unit direction where it has one at all; there it is active. */
TEST(the_gaze_where_it_has_a_direction)
{
    static const float times_s[] = {0, 1, 2, 3}, there[] = {2, 0, 3, 4}, x[] = {1, 1, 1, 1};
    static const struct {
        double time_s;
        bool valid;
    } cases[] = {{-1, true}, {0, true},   {0.5, false}, {1, false}, {1.5, false},
                 {2, true},  {2.5, true}, {3, true},    {9, true}};
    for (unsigned by_curve = 0; by_curve < 2; by_curve++) {
        begin();
        set_curve(US_CURVE_GAZE, 8, 8, 4, times_s, x);
        set_curve(US_CURVE_GAZE + 5, 8, 8, 4, times_s, there);
        set_curve(US_CURVE_TRACKED, 8, 8, 4, times_s, there);
        make_block(by_curve ? 0 : LIMIT);
        for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
            struct us_frame_sample frame;
            memset(&frame, 0x5a, sizeof frame);
            us_block_frame(made.block, cases[i].time_s, US_SAMPLE_ALL, &frame);
            assert_int_equal(frame.gaze.valid, cases[i].valid);
            assert_int_equal(frame.gaze.is_active, cases[i].valid);
            assert_true(frame.gaze.direction.x == 0.0f && frame.gaze.direction.z == 1.0f);
            assert_true(frame.gaze.origin_m.x == 1.0f);
            assert_false(frame.gaze.inferred || frame.gaze.has_pose);
            /* Of a hand that is not recorded nothing is known. */
            for (unsigned hand = 0; hand < US_HAND_COUNT; hand++)
                assert_false(frame.hands[hand].inferred || frame.hands[hand].has_details ||
                             frame.hands[hand].tracked || frame.hands[hand].pinching);
        }
    }
}

/* A block of a window keeps what it needs: rows, or the keys themselves. */
TEST(a_block_of_a_window_outlives_it)
{
    for (unsigned by_curve = 0; by_curve < 2; by_curve++) {
        begin();
        struct us_curve_block_tracks tracks = {{-5, 0, 0, -1}, {7, 0, 0, 2}};
        const struct us_curve_block_options options = {by_curve ? 0 : LIMIT, &tracks};
        struct us_frame_sample before[9], after;
        for (unsigned curve = 0; curve < US_CURVE_COUNT; curve += 3)
            set_curve(curve, 8, 8, 1 + curve % 2 * 2, steps_s, line);
        us_recording_measure(&made.recording);
        assert_int_equal(us_curve_block_create(&made.recording, &options, &made.block, NULL),
                         US_OK);
        for (int i = 0; i < 9; i++) {
            memset(&before[i], 0, sizeof before[i]);
            us_block_frame(made.block, 0.5 * i - 1.5, US_SAMPLE_ALL, &before[i]);
        }
        memset(made.keys, 0x7f, sizeof made.keys);
        memset(&made.recording, 0, sizeof made.recording);
        for (int i = 0; i < 9; i++) {
            memset(&after, 0, sizeof after);
            us_block_frame(made.block, 0.5 * i - 1.5, US_SAMPLE_ALL, &after);
            assert_memory_equal(&after.head.motion, &before[i].head.motion,
                                sizeof after.head.motion);
            assert_memory_equal(after.hands[0].joints, before[i].hands[0].joints,
                                sizeof after.hands[0].joints);
            assert_int_equal(after.hands[1].tracked, before[i].hands[1].tracked);
            /* Position X has one key of 1; rotation X and W are the line and its first value. */
            double time_s = fmin(fmax(0.5 * i - 1.5, -1.0), 2.0);
            struct us_pose pose = after.head.motion.pose;
            assert_true(pose.position_m.x == 1.0f);
            check_near((double)(pose.rotation.x / pose.rotation.w), time_s + 2.0, 1e-6, "rotation");
            /* The whole recording goes on in front of the window and behind it. */
            assert_int_equal(
                after.head.how == US_HOW_INTERPOLATED || after.head.how == US_HOW_EXACT, 1);
        }
        us_block_frame(made.block, NAN, US_SAMPLE_HEAD, &after);
        assert_memory_equal(&after.head.motion.pose, &before[1].head.motion.pose,
                            sizeof after.head.motion.pose);
    }
}

/* A pinch between two times: a key's value holds up to the next one. */
TEST(pinches_between_two_times)
{
    static const float times_s[] = {1, 2, 3, 4}, pinches[] = {0, 1, 0, 0};
    static const struct {
        double from_s, to_s;
        bool pinched;
    } cases[] = {{0, 1.5, false},  {0, 2, true},    {1.5, 1.9, false}, {2.5, 2.6, true},
                 {2.9, 3.5, true}, {3, 3.5, false}, {3.5, 9, false},   {2.5, 2.5, true},
                 {3, 2.5, true},   {2.5, 3, true},  {2.5, 0, false},   {-5, -4, false},
                 {-5, 50, true}};
    for (unsigned by_curve = 0; by_curve < 2; by_curve++) {
        begin();
        set_curve(US_CURVE_PINCHING + 1, 8, 8, 4, times_s, pinches);
        set_curve(US_CURVE_CAMERA, 8, 8, 3, steps_s, line);
        make_block(by_curve ? 0 : LIMIT);
        for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
            assert_int_equal(
                us_block_pinched(made.block, US_HAND_RIGHT, cases[i].from_s, cases[i].to_s),
                cases[i].pinched);
            assert_false(
                us_block_pinched(made.block, US_HAND_LEFT, cases[i].from_s, cases[i].to_s));
        }
        /* If anything repeats, only the later time counts. */
        set_curve(US_CURVE_CAMERA, 2, 8, 3, steps_s, line);
        make_block(by_curve ? 0 : LIMIT);
        for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++)
            assert_int_equal(
                us_block_pinched(made.block, US_HAND_RIGHT, cases[i].from_s, cases[i].to_s),
                cases[i].to_s >= 2 && cases[i].to_s < 3);
    }
}

/* Parts that an animation does not have are absent, and only if asked for. */
TEST(parts_that_are_not_recorded)
{
    begin();
    set_curve(US_CURVE_CAMERA, 8, 8, 3, steps_s, line);
    make_block(LIMIT);
    for (unsigned parts = 0; parts < 256; parts += 32) {
        struct us_frame_sample frame;
        memset(&frame, 0x5a, sizeof frame);
        us_block_frame(made.block, 0.0, parts, &frame);
        assert_int_equal(frame.views.how == US_HOW_ABSENT, (parts & US_SAMPLE_VIEWS) != 0);
        assert_int_equal(frame.controllers[0].how == US_HOW_ABSENT,
                         (parts & US_SAMPLE_LEFT_CONTROLLER) != 0);
        assert_int_equal(frame.controllers[1].how == US_HOW_ABSENT,
                         (parts & US_SAMPLE_RIGHT_CONTROLLER) != 0);
        assert_int_equal(frame.head.flags, 0x5a);
    }
    static struct us_input_sample inputs;
    inputs.how = US_HOW_HELD;
    us_block_inputs(made.block, 0.0, &inputs);
    assert_int_equal(inputs.how, US_HOW_ABSENT);
}

TESTS_MAIN(a_moment_is_a_row_and_a_share, a_moment_of_what_repeats_alike, what_repeats_alike,
           slopes_are_cut, how_values_are_made, a_key_of_each_curve_counts,
           a_track_goes_on_where_a_curve_does, curves_that_loop_beside_others,
           the_gaze_where_it_has_a_direction, a_block_of_a_window_outlives_it,
           pinches_between_two_times, parts_that_are_not_recorded)
