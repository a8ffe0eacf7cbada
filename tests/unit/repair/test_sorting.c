/* SPDX-License-Identifier: MIT */
/*
 * Hazard: keys that are not sorted by time are refused, or played in another order than Unity's:
 * sorted, with those at one time in the file's order, so that the last of them counts. Expected is
 * what the same keys give that were written in order.
 */
#include "support.h"

#include "core/keys/key_source.h"
#include "core/repair/repair.h"
#include "core/keys/sorted_keys.h"
#include "core/inspect/inspect.h"
#include "core/playback/loaded_recording.h"

enum { KEYS = 6000, CURVES = 7 };

/* The file of a case. */
static struct {
    uint8_t *bytes[2]; /* sorted, and not */
    uint64_t size;
    char path[256];
} scene;

/* In this order. Keys 10 and 11 of every hundred stand at one time. */
static void add_keys(struct animation_file *file, const unsigned order[KEYS], bool wide)
{
    for (unsigned c = 0; c < CURVES; c++)
        for (unsigned i = 0; i < KEYS; i++) {
            unsigned key = order[i], at = key % 100 == 11 ? key - 1 : key;
            struct animation_key made = {
                .time_s = (float)(at / 60.0), .value = (float)sin(key * 0.1 + c), .mode = 3};
            made.out_tangent = wide && key % 50 == 7 ? -INFINITY : 0.0f;
            animation_add_key(file, c, made);
        }
}

/* What is wrong behind the disorder is told as it is of a sorted file: with its curve and byte. */
TEST(a_damaged_key_is_told_of_as_well)
{
    for (unsigned quiet = 0; quiet < 2; quiet++) {
        struct animation_file file;
        struct us_recording recording;
        struct us_error error = {.byte = 0};
        uint64_t size;
        animation_init(&file);
        for (unsigned i = 0; i < 20; i++)
            animation_add(&file, 1, i == 5 ? 2.5 : i, i == 9 ? (double)NAN : 1.0);
        uint8_t *bytes = animation_bytes(&file, &size);
        uint64_t byte = file.curve_byte[1] + 12 + 9 * 8 + 4;
        animation_finish(&file);
        assert_int_equal(us_recording_decode(bytes, size, &recording, quiet ? NULL : &error),
                         US_ERROR_NOT_FINITE);
        if (!quiet) {
            assert_int_equal(error.result, US_ERROR_NOT_FINITE);
            assert_string_equal(error.curve, "camera position Y");
            assert_int_equal(error.byte, byte);
        }
        free(bytes);
    }
}

/* Two spans of 300 keys change places, whose beginnings are `apart`. */
static void scene_init(unsigned first, unsigned apart, bool wide)
{
    for (unsigned mixed = 0; mixed < 2; mixed++) {
        unsigned order[KEYS];
        for (unsigned i = 0; i < KEYS; i++) {
            order[i] = i;
            if (mixed && i >= first && i < first + 300)
                order[i] = i + apart;
            else if (mixed && i >= first + apart && i < first + apart + 300)
                order[i] = i - apart;
        }
        struct animation_file file;
        animation_init(&file);
        file.key_size = wide ? 28 : 8;
        add_keys(&file, order, wide);
        scene.bytes[mixed] = animation_bytes(&file, &scene.size);
        animation_finish(&file);
    }
    save_file("unsorted", scene.bytes[1], scene.size, scene.path);
}

static void scene_finish(void)
{
    free(scene.bytes[0]);
    free(scene.bytes[1]);
    scratch_remove();
}

static struct us_sampler *whole(unsigned mixed, struct us_recording *out,
                                struct us_repair_report *report)
{
    struct us_sampler *sampler;
    struct us_error error;
    uint8_t *copy = malloc((size_t)scene.size);
    assert_non_null(copy);
    memcpy(copy, scene.bytes[mixed], (size_t)scene.size);
    if (us_recording_decode(copy, scene.size, out, &error) != US_OK)
        fail_msg("%s", error.text);
    assert_int_equal(us_repair(out, report, &error), US_OK);
    assert_int_equal(us_sampler_create(out, &sampler, &error), US_OK);
    return sampler;
}

static void compare(const struct us_sampler *got, const struct us_sampler *want)
{
    for (int i = -10; i < 2500; i++) {
        double time_s = i / 24.0;
        struct us_head_sample a, b;
        us_sampler_head(got, time_s, &a);
        us_sampler_head(want, time_s, &b);
        if (a.how != b.how || memcmp(&a.motion, &b.motion, sizeof a.motion) != 0)
            fail_msg("the answers differ at %.9f s: %g, not %g", time_s,
                     (double)a.motion.pose.position_m.x, (double)b.motion.pose.position_m.x);
    }
}

static void try_scene(unsigned first, unsigned apart, bool wide)
{
    struct us_recording recordings[2];
    struct us_repair_report report, sound;
    struct us_error error;
    scene_init(first, apart, wide);
    struct us_sampler *want = whole(0, &recordings[0], &sound);
    struct us_sampler *got = whole(1, &recordings[1], &report);
    compare(got, want);
    assert_int_equal(report.item_count, sound.item_count + 1);
    assert_int_equal(report.items[0].kind, US_REPAIR_UNSORTED);
    assert_int_equal(report.items[0].count, CURVES);
    assert_int_equal(us_repair_weight(US_REPAIR_UNSORTED), US_REPAIR_REPAIRED);
    us_repair_report_finish(&report);
    us_repair_report_finish(&sound);
    struct us_loaded_recording take;
    assert_int_equal(us_loaded_recording_open(scene.path, false, &take, &error), US_OK);
    assert_true(take.streams);
    us_sampler_set_wait(take.sampler, true);
    compare(take.sampler, want);
    assert_true(us_sampler_sorts_keys(take.sampler));
    assert_false(us_sampler_error(take.sampler, &error));
    us_loaded_recording_close(&take);
    us_sampler_destroy(want);
    us_sampler_destroy(got);
    us_recording_finish(&recordings[0]);
    us_recording_finish(&recordings[1]);
    scene_finish();
}

TEST(keys_are_sorted_stably_whole_and_streamed)
{
    for (unsigned wide = 0; wide < 2; wide++) {
        try_scene(0, 300, wide != 0);
        try_scene(2000, 300, wide != 0);
        try_scene(1000, 4700, wide != 0); /* up to the end */
        try_scene(0, 5700, wide != 0);    /* the first and the last keys */
    }
}

/* A sampler that was made without looking the file through sorts it when it comes to the place. */
TEST(disorder_is_found_while_playing)
{
    static const unsigned places[] = {0, 4000};
    for (unsigned i = 0; i < 4; i++) {
        struct us_recording recording;
        struct us_repair_report report;
        struct us_error error;
        struct us_curve_index index;
        struct us_sampler *streamed;
        /* 300 keys are five seconds: a cell is longer, and so is what is read of it at once. */
        scene_init(places[i / 2], 300, i % 2 != 0);
        struct us_sampler *want = whole(0, &recording, &report);
        struct us_file file = us_file_in_memory(scene.bytes[1], scene.size);
        assert_int_equal(us_curve_index_read(&file, &index, &error), US_OK);
        assert_int_equal(us_sampler_create_streaming(&file, &index, &streamed, &error), US_OK);
        us_sampler_set_wait(streamed, true);
        struct us_head_sample head;
        for (double time_s = 0; time_s < KEYS / 60.0; time_s += 0.5)
            us_sampler_head(streamed, time_s, &head);
        if (places[i / 2] > 0) {
            assert_true(us_sampler_sorts_keys(streamed));
            compare(streamed, want);
        }
        assert_false(us_sampler_error(streamed, &error));
        us_sampler_destroy(streamed);
        us_sampler_destroy(want);
        us_repair_report_finish(&report);
        us_recording_finish(&recording);
        scene_finish();
    }
}

/* A file that is small is looked through when it is opened: two keys that changed their places lie
 * between those that are looked at of a large one. */
TEST(a_small_file_is_looked_through)
{
    unsigned order[KEYS];
    for (unsigned i = 0; i < KEYS; i++)
        order[i] = i == 1020 ? 1021 : i == 1021 ? 1020 : i;
    struct animation_file file;
    struct us_loaded_recording take;
    struct us_error error;
    uint64_t size;
    char path[256];
    animation_init(&file);
    add_keys(&file, order, false);
    uint8_t *bytes = animation_bytes(&file, &size);
    animation_finish(&file);
    save_file("two", bytes, size, path);
    free(bytes);
    assert_int_equal(us_loaded_recording_open(path, false, &take, &error), US_OK);
    assert_true(us_sampler_sorts_keys(take.sampler));
    us_loaded_recording_close(&take);
    scratch_remove();
}

TEST(a_few_keys_show_what_is_far_from_its_place)
{
    static const unsigned apart[] = {300, 2000, 5700};
    for (unsigned i = 0; i < 3; i++) {
        struct us_curve_index index;
        bool in_order;
        scene_init(0, apart[i], false);
        for (unsigned mixed = 0; mixed < 2; mixed++) {
            struct us_file file = us_file_in_memory(scene.bytes[mixed], scene.size);
            assert_int_equal(us_curve_index_read(&file, &index, NULL), US_OK);
            assert_int_equal(us_sorted_keys_sample(&file, &index, &in_order, NULL), US_OK);
            assert_int_equal(in_order, mixed == 0);
            us_curve_index_finish(&index);
        }
        scene_finish();
    }
}

TEST(the_survey_sees_the_sorted_copy)
{
    struct us_error error;
    struct us_inspect_facts facts[2];
    scene_init(500, 2000, true);
    for (unsigned mixed = 0; mixed < 2; mixed++) {
        struct us_file file = us_file_in_memory(scene.bytes[mixed], scene.size), copy;
        struct us_curve_index index, sorted;
        struct us_repair_report report;
        bool in_order;
        assert_int_equal(us_curve_index_read(&file, &index, &error), US_OK);
        assert_int_equal(us_sorted_keys_check(&file, &index, &in_order, &error), US_OK);
        assert_int_equal(in_order, mixed == 0);
        assert_int_equal(us_inspect_run(&file, &index, NULL, NULL, NULL, NULL, &error),
                         mixed ? US_ERROR_UNSORTED : US_OK);
        us_curve_index_finish(&index);
        assert_int_equal(us_sorted_keys_read(&file, &copy, &sorted, &error), US_OK);
        assert_memory_equal(copy.owned, scene.bytes[0], (size_t)scene.size);
        assert_int_equal(sorted.head.unsorted_curves, mixed ? CURVES : 0);
        assert_int_equal(us_inspect_run(&copy, &sorted, NULL, NULL, &report, &facts[mixed], &error),
                         US_OK);
        assert_int_equal(report.item_count > 0 && report.items[0].kind == US_REPAIR_UNSORTED,
                         mixed);
        us_repair_report_finish(&report);
        us_curve_index_finish(&sorted);
        us_file_close(&copy);
    }
    assert_int_equal(facts[0].linear, facts[1].linear);
    assert_int_equal(facts[0].stepped, facts[1].stepped);
    check_near(facts[1].rate_hz, facts[0].rate_hz, 0, "rate");
    scene_finish();
}

TESTS_MAIN(keys_are_sorted_stably_whole_and_streamed, disorder_is_found_while_playing,
           a_damaged_key_is_told_of_as_well, a_few_keys_show_what_is_far_from_its_place,
           a_small_file_is_looked_through, the_survey_sees_the_sorted_copy)
