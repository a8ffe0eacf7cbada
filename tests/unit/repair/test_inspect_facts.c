/* SPDX-License-Identifier: MIT */
/* Hazard: a fact of an inspection that is not so. What is expected is counted by hand. */
#include "support.h"

#include "core/inspect/inspect.h"

static struct animation_file file;
static struct us_inspect_facts facts;
static struct us_repair_report report;

/* What is told while a file is inspected. */
static struct progress {
    uint64_t done, total;
    unsigned calls;
} progress;

static void tell(void *context, uint64_t done, uint64_t total)
{
    assert_ptr_equal(context, &progress);
    assert_true(done >= progress.done && done <= total);
    assert_true(progress.calls == 0 || total == progress.total);
    progress = (struct progress){done, total, progress.calls + 1};
}

static uint64_t inspect(void)
{
    struct us_curve_index index;
    struct us_error error;
    uint64_t size;
    uint8_t *bytes = animation_bytes(&file, &size);
    animation_finish(&file);
    struct us_file memory = us_file_in_memory(bytes, size);
    progress = (struct progress){0};
    assert_int_equal(us_curve_index_read(&memory, &index, &error), US_OK);
    if (us_inspect_run(&memory, &index, tell, &progress, &report, &facts, &error) != US_OK)
        fail_msg("%s", error.text);
    us_repair_report_finish(&report);
    us_curve_index_finish(&index);
    free(bytes);
    return size;
}

static void add_times(unsigned curve, unsigned count, const double *times_s)
{
    for (unsigned i = 0; i < count; i++)
        animation_add(&file, curve, times_s[i], 1);
}

/* The median distance of neighbouring times of all curves; of two middles the larger. */
TEST(the_rate_is_that_of_the_median_distance)
{
    static const struct {
        unsigned count[2];
        double times_s[2][6], rate_hz;
    } cases[] = {{{4, 0}, {{0, 1, 2, 4}}, 1},
                 {{5, 0}, {{0, 0.5, 1, 3, 5}}, 0.5},
                 {{3, 3}, {{0, 1, 2}, {0.25, 1.25, 2.25}}, 4},
                 {{3, 3}, {{0, 1, 2}, {0, 1, 2}}, 1},
                 {{3, 2}, {{0, 4, 8}, {0, 8}}, 0.25},
                 {{4, 0}, {{0, 0.125, 0.126953125, 0.25}}, 1 / 0.123046875},
                 {{6, 0}, {{0, 1, 1, 1, 2, 3}}, 1},
                 {{2, 0}, {{0, 0.0078125}}, 128},
                 {{1, 0}, {{3}}, 0},
                 {{0, 0}, {{0}}, 0},
                 {{4, 0}, {{0, 1.00048828125, 2, 3.0009765625}}, 1 / 1.00048828125}};
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        animation_init(&file);
        add_times(ANIMATION_CAMERA, cases[i].count[0], cases[i].times_s[0]);
        add_times(ANIMATION_GAZE, cases[i].count[1], cases[i].times_s[1]);
        animation_add(&file, ANIMATION_TRACKED, 0.0625, 1); /* flags have no part in it */
        inspect();
        check_near(facts.rate_hz, cases[i].rate_hz, 1e-6 * cases[i].rate_hz, "rate");
    }
}

/* A segment of each kind: straight, curved, weighted, a step; and one whose weights are on one
 * side. */
TEST(segments_are_counted_by_their_kinds)
{
    animation_init(&file);
    file.key_size = 28;
    const struct animation_key keys[] = {
        {.time_s = 0, .mode = 3},
        {.time_s = 1, .value = 1, .mode = 3, .out_tangent = 7},                   /* straight */
        {.time_s = 2, .value = 1, .mode = 0, .in_tangent = 3},                    /* weighted out */
        {.time_s = 3, .value = 4, .mode = 0, .in_tangent = -2, .out_tangent = 1}, /* curved */
        {.time_s = 4, .value = 2, .mode = 1, .in_tangent = 9, .in_weight = 0.5f}, /* weighted in */
        {.time_s = 5, .value = 0, .mode = 0, .in_tangent = INFINITY},             /* a step */
        {.time_s = 6, .value = 0, .mode = 0, .in_tangent = 5, .out_tangent = 5}}; /* curved */
    struct animation_key copy[7];
    memcpy(copy, keys, sizeof copy);
    copy[1].out_weight = 0.25f;
    for (unsigned i = 0; i < 7; i++)
        animation_add_key(&file, ANIMATION_CAMERA, copy[i]);
    inspect();
    assert_int_equal(facts.linear, 1);
    assert_int_equal(facts.weighted, 2);
    assert_int_equal(facts.hermite, 2);
    assert_int_equal(facts.stepped, 1);
    assert_int_equal(facts.curves_with_keys, 1);
    /* Short keys are straight lines, and flags have none. */
    animation_init(&file);
    for (unsigned i = 0; i < 5; i++) {
        animation_add(&file, ANIMATION_CAMERA, i, i);
        animation_add(&file, ANIMATION_TRACKED, i, i % 2);
    }
    inspect();
    assert_int_equal(facts.linear, 4);
    assert_int_equal(facts.weighted + facts.hermite + facts.stepped, 0);
    assert_int_equal(facts.curves_with_keys, 2);
}

/* Of keys at one time the last one ends the segment: a step there counts, and those before not. */
TEST(segments_end_at_the_last_key_of_a_time)
{
    for (unsigned run = 2; run < 6; run++)
        for (unsigned step = 1; step <= run; step++) {
            animation_init(&file);
            file.key_size = 28;
            animation_add(&file, ANIMATION_CAMERA, 0, 0);
            for (unsigned i = 1; i <= run; i++)
                animation_add_key(&file, ANIMATION_CAMERA,
                                  (struct animation_key){.time_s = 1,
                                                         .value = 1,
                                                         .in_tangent = i == step ? INFINITY : 0,
                                                         .mode = 3});
            animation_add(&file, ANIMATION_CAMERA, 2, 0);
            inspect();
            /* From key 0 and from each but the last of the run to the run's last one, and on. */
            assert_int_equal(facts.stepped, step == run ? run : 0);
            assert_int_equal(facts.linear, step == run ? 1 : run + 1);
        }
}

TEST(wrap_modes_and_places_are_counted)
{
    static const int32_t wraps[] = {8, 0, 1, 2, 4, 77};
    animation_init(&file);
    file.flags[2] = 0;
    for (unsigned i = 0; i < 6; i++) {
        unsigned curve = animation_joint(i % 2, i) + i;
        animation_add(&file, curve, 0, 1);
        file.curves[curve].pre = wraps[i];
        file.curves[curve].post = wraps[0];
        file.curves[curve + 7].pre = 2; /* of a curve without keys */
    }
    inspect();
    assert_int_equal(facts.curve_count, 389);
    assert_int_equal(facts.curves_with_keys, 6);
    assert_int_equal(facts.wraps[0], 7);
    for (unsigned i = 1; i < 6; i++)
        assert_int_equal(facts.wraps[i], 1);
    assert_int_equal(facts.hands[0].joints_with_keys, 3);
    assert_int_equal(facts.hands[1].joints_with_keys, 3);
    assert_string_equal(us_inspect_wrap_name(4), "ping-pong");
}

/* Tracked in [0, 2) and [3, 4) of 4 s; pinches in [1, 1.5), in [1.75, 2.5) and in [3.5, 4). */
TEST(hands_are_measured_over_what_plays)
{
    animation_init(&file);
    const double pinch_s[] = {0, 1, 1.5, 1.75, 2.5, 3.5};
    for (unsigned hand = 0; hand < 2; hand++) {
        animation_add(&file, ANIMATION_TRACKED + hand, 0, 1);
        for (unsigned i = 0; i < 6; i++)
            animation_add(&file, ANIMATION_PINCHING + hand, pinch_s[i], i % 2);
    }
    animation_add(&file, ANIMATION_TRACKED, 2, 0);
    animation_add(&file, ANIMATION_TRACKED, 3, 1);
    animation_add(&file, ANIMATION_CAMERA, 4, 0);
    inspect();
    check_near(facts.hands[0].tracked_share, 0.75, 1e-12, "left");
    check_near(facts.hands[1].tracked_share, 1, 1e-12, "right");
    assert_int_equal(facts.hands[0].pinches, 3);
    assert_int_equal(facts.hands[1].pinches, 3);
    /* A pinch that is interrupted because the hand is lost is two. */
    animation_init(&file);
    animation_add(&file, ANIMATION_PINCHING, 0, 1);
    for (unsigned i = 0; i < 5; i++)
        animation_add(&file, ANIMATION_TRACKED, i, i % 2 == 0);
    inspect();
    check_near(facts.hands[0].tracked_share, 0.5, 1e-12, "half of 4 s");
    assert_int_equal(facts.hands[0].pinches, 2);
    /* What plays may begin late. */
    animation_init(&file);
    animation_add(&file, ANIMATION_TRACKED, 2, 1);
    animation_add(&file, ANIMATION_TRACKED, 3, 0);
    animation_add(&file, ANIMATION_CAMERA, 6, 0);
    inspect();
    check_near(facts.hands[0].tracked_share, 0.25, 1e-12, "1 of 4 s");
    /* What lasts no time has no share. */
    animation_init(&file);
    animation_add(&file, ANIMATION_TRACKED, 0, 1);
    inspect();
    check_near(facts.hands[0].tracked_share, 0, 0, "no time");
}

/* The gaze is valid at a key with a direction, and between two such keys. */
TEST(gazes_are_valid_between_directions)
{
    static const struct {
        double z[5], share; /* each half of a second */
    } cases[] = {{{1, 1, 1, 1, 1}, 1},       {{0, 0, 0, 0, 0}, 0},    {{1, 1, 0, 1, 1}, 0.5},
                 {{0, 1, 1, 1, 1}, 0.75},    {{1, 1, 1, 1, 0}, 0.75}, {{1, 0, 1, 0, 1}, 0},
                 {{1e-4, 1, 1, 1, 1}, 0.75}, {{1, 1, 2e-3, 1, 1}, 1}, {{9.7e-4, 1, 1, 1, 1}, 0.75},
                 {{1, 1, 1.03e-3, 1, 1}, 1}, {{1, -1, 1, -1, 1}, 1}}; /* through zero in the middle
                                                                         of a span */
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++)
        for (unsigned axis = 0; axis < 3; axis++) {
            animation_init(&file);
            for (unsigned k = 0; k < 5; k++)
                animation_add(&file, ANIMATION_GAZE + 3 + axis, k * 0.5, cases[i].z[k]);
            inspect();
            check_near(facts.gaze_valid_share, cases[i].share, 1e-12, "gaze");
        }
}

TEST(a_high_head_is_above_a_floor)
{
    static const struct {
        unsigned curve;
        double at_start, later;
        bool floor;
    } cases[] = {{1, 0.81, 0, true}, {1, 0.79, 2, false}, {0, 0.9, 0.9, false}, {2, 2, 2, false}};
    for (unsigned i = 0; i < 4; i++) {
        animation_init(&file);
        animation_add(&file, ANIMATION_CAMERA + cases[i].curve, 2, cases[i].at_start);
        animation_add(&file, ANIMATION_CAMERA + cases[i].curve, 3, cases[i].later);
        inspect();
        assert_int_equal(facts.floor_based, cases[i].floor);
    }
}

/* It is told about a hundred times, and at last that all is done. */
TEST(progress_rises_to_the_end)
{
    animation_init(&file);
    for (unsigned c = 0; c < ANIMATION_CURVES; c++)
        for (unsigned i = 0; i < 40; i++)
            animation_add(&file, c, i, 0.5);
    inspect();
    assert_true(progress.calls >= 70 && progress.calls <= 101);
    assert_true(progress.done > progress.total / 100 * 95 && progress.done <= progress.total);
}

/* A rotation whose W is lost, or may be, is read a second time. */
TEST(what_is_read_twice_counts_twice)
{
    const unsigned poses[] = {ANIMATION_CAMERA, animation_joint(0, 1), animation_joint(1, 26)};
    enum { COUNT = 400 };
    for (unsigned i = 0; i < 3; i++)
        for (unsigned w = 0; w <= 4; w++)
            for (unsigned key_size = 8; key_size <= 28; key_size += 20) {
                animation_init(&file);
                file.key_size = key_size;
                for (unsigned c = 3; c < 6; c++)
                    for (unsigned k = 0; k < COUNT; k++)
                        animation_add(&file, poses[i] + c, k, 0.5);
                for (unsigned k = 0; k < w; k++)
                    animation_add(&file, poses[i] + 6, k, 0.5);
                uint64_t size = inspect();
                uint64_t again = w == 1 || w == 2 ? (uint64_t)COUNT * 3 * key_size : 0;
                assert_int_equal(progress.total, size + again);
                assert_true(progress.done + progress.total / 50 + 395 * 12 >= progress.total);
            }
}

/* The report does not need the facts, nor these the report. */
TEST(each_is_told_without_the_other)
{
    struct us_curve_index index;
    struct us_error error;
    uint64_t size;
    animation_init(&file);
    file.key_size = 28;
    for (unsigned k = 0; k < 6; k++) {
        animation_add(&file, ANIMATION_TRACKED, k, k % 3 != 1); /* gaps */
        for (unsigned c = 3; c < 6; c++) {
            animation_add(&file, ANIMATION_CAMERA + c, k, 0.1);          /* W is lost */
            animation_add(&file, ANIMATION_GAZE + c, k, k == 2 ? 0 : 1); /* no direction */
        }
        animation_add(&file, animation_joint(0, 3) + 6, k, k < 3 ? 1 : -1); /* a flip */
        animation_add_key(&file, ANIMATION_CAMERA,
                          (struct animation_key){.time_s = (float)k, .mode = k == 4 ? 7 : 3});
    }
    animation_add(&file, ANIMATION_CAMERA + 6, 0, 1);
    animation_add(&file, ANIMATION_PINCHING, 9, 0); /* the poses' tail is lost */
    uint8_t *bytes = animation_bytes(&file, &size);
    animation_finish(&file);
    struct us_file memory = us_file_in_memory(bytes, size);
    assert_int_equal(us_curve_index_read(&memory, &index, &error), US_OK);
    struct us_repair_report alone;
    struct us_inspect_facts only;
    assert_int_equal(us_inspect_run(&memory, &index, NULL, NULL, &report, &facts, &error), US_OK);
    assert_int_equal(us_inspect_run(&memory, &index, NULL, NULL, &alone, NULL, &error), US_OK);
    assert_int_equal(us_inspect_run(&memory, &index, NULL, NULL, NULL, &only, &error), US_OK);
    static const enum us_repair_kind kinds[] = {
        US_REPAIR_UNKNOWN_WEIGHTED, US_REPAIR_W_DEFECT,  US_REPAIR_W_CAMERA, US_REPAIR_TRACKING_GAP,
        US_REPAIR_SIGN_FLIP,        US_REPAIR_ZERO_GAZE, US_REPAIR_LOST_TAIL};
    for (unsigned i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        bool found = false;
        for (uint32_t k = 0; k < report.item_count; k++)
            found = found || report.items[k].kind == kinds[i];
        if (!found)
            fail_msg("%s is not reported", us_repair_name(kinds[i]));
    }
    assert_int_equal(alone.item_count, report.item_count);
    for (uint32_t i = 0; i < report.item_count; i++) {
        assert_int_equal(alone.items[i].kind, report.items[i].kind);
        assert_int_equal(alone.items[i].curve_index, report.items[i].curve_index);
        assert_int_equal(alone.items[i].count, report.items[i].count);
    }
    assert_int_equal(only.linear, facts.linear);
    assert_int_equal(only.curves_with_keys, facts.curves_with_keys);
    assert_true(only.rate_hz == facts.rate_hz && facts.rate_hz == 1.0);
    us_repair_report_finish(&alone);
    us_repair_report_finish(&report);
    /* A key that is no number leaves neither. */
    poke_f32(bytes + index.head.curves[ANIMATION_GAZE + 3].byte + 12 + 4, NAN);
    assert_int_equal(us_inspect_run(&memory, &index, NULL, NULL, &report, &facts, &error),
                     US_ERROR_NOT_FINITE);
    assert_null(report.items);
    assert_int_equal(facts.curves_with_keys, 0);
    assert_int_equal(us_inspect_run(&memory, &index, NULL, NULL, NULL, NULL, &error),
                     US_ERROR_NOT_FINITE);
    us_curve_index_finish(&index);
    free(bytes);
}

TESTS_MAIN(the_rate_is_that_of_the_median_distance, segments_are_counted_by_their_kinds,
           segments_end_at_the_last_key_of_a_time, wrap_modes_and_places_are_counted,
           hands_are_measured_over_what_plays, gazes_are_valid_between_directions,
           a_high_head_is_above_a_floor, what_is_read_twice_counts_twice,
           each_is_told_without_the_other, progress_rises_to_the_end)
