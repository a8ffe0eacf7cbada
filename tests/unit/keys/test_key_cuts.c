/* SPDX-License-Identifier: MIT */
/* Hazard: several curves are passed in another order than that of their keys, a span is cut so that
 * keys are lost or too many stay, or keys that are not sorted are taken for sorted. */
#include "support.h"

#include "core/keys/key_density.h"
#include "core/keys/sorted_keys.h"
#include "key_scene.h"

TEST(curves_are_passed_together)
{
    uint64_t random = 17;
    for (unsigned round = 0; round < 60; round++) {
        struct key_scene scene = {0};
        uint8_t windows[KEY_SCENE_CURVES][64];
        struct us_curve_reader readers[KEY_SCENE_CURVES];
        static float united_s[KEY_SCENE_CURVES * KEY_SCENE_MOST];
        struct us_key_merge merge;
        float time_s;
        for (unsigned c = 0; c < KEY_SCENE_CURVES; c++)
            key_scene_fill(&scene, c, (unsigned)random_between(&random, 0, round), &random);
        key_scene_open(&scene, 8);
        for (unsigned c = 0; c < KEY_SCENE_CURVES; c++)
            us_curve_reader_init(&readers[c], &scene.file, &scene.index, c, windows[c], 64);
        us_key_merge_init(&merge, readers, KEY_SCENE_CURVES);
        unsigned count = key_scene_unite(&scene, united_s);
        for (unsigned i = 0; i < count; i++) {
            assert_true(us_key_merge_next(&merge, &time_s));
            assert_true(time_s == united_s[i]);
        }
        assert_false(us_key_merge_next(&merge, &time_s));
        /* Spans between those times, from a start to an end that are no keys. */
        struct us_recording played = {.first_key_s = 1.1, .last_key_s = 6.6};
        struct us_played_spans spans;
        double at_s = 1.1;
        us_played_spans_init(&spans, &played, readers, KEY_SCENE_CURVES);
        for (unsigned i = 0; i <= count && at_s < 6.6; i++) {
            double to_s = i < count ? fmin((double)united_s[i], 6.6) : 6.6;
            if (to_s <= at_s)
                continue;
            assert_true(us_played_spans_next(&spans));
            assert_true(spans.from_s == at_s && spans.to_s == to_s);
            at_s = to_s;
        }
        assert_false(us_played_spans_next(&spans));
        key_scene_close(&scene);
    }
}

/* The bytes of the keys from a time on, and before another. */
static uint64_t bytes_between(const struct key_scene *scene, double from_s, double to_s,
                              unsigned key_size)
{
    uint64_t bytes = 0;
    for (unsigned c = 0; c < KEY_SCENE_CURVES; c++)
        for (unsigned i = 0; i < scene->count[c]; i++)
            if ((double)scene->times_s[c][i] >= from_s && (double)scene->times_s[c][i] < to_s)
                bytes += key_size;
    return bytes;
}

/* What is cut holds the time and no more than is allowed, unless it cannot be cut: then all of its
 * keys are at its beginning. It is not cut where it need not be. */
TEST(spans_are_cut_to_a_limit)
{
    uint64_t random = 23;
    static float united_s[KEY_SCENE_CURVES * KEY_SCENE_MOST];
    for (unsigned round = 0; round < 400; round++) {
        struct key_scene scene = {0};
        struct us_error error;
        unsigned key_size = round % 2 == 0 ? 8 : 28;
        for (unsigned c = 0; c < KEY_SCENE_CURVES; c++)
            key_scene_fill(&scene, c, (unsigned)random_between(&random, 0, 60), &random);
        key_scene_open(&scene, key_size);
        double from_s = floor(random_between(&random, 0, 40)) / 4;
        double to_s = from_s + floor(random_between(&random, 1, 60)) / 4;
        double time_s = from_s + floor(random_share(&random) * (to_s - from_s) * 8) / 8;
        uint64_t limit = (uint64_t)random_between(&random, 1, 60) * key_size;
        double cut_from_s = from_s, cut_to_s = to_s;
        assert_int_equal(us_key_density_cut(&scene.file, &scene.index, time_s, limit, &cut_from_s,
                                            &cut_to_s, &error),
                         US_OK);
        assert_true(cut_from_s >= from_s && cut_to_s <= to_s);
        assert_true(cut_from_s <= time_s && time_s < cut_to_s);
        uint64_t whole = bytes_between(&scene, from_s, to_s, key_size);
        uint64_t left = bytes_between(&scene, cut_from_s, cut_to_s, key_size);
        if (whole <= limit)
            assert_true(cut_from_s == from_s && cut_to_s == to_s);
        if (left > limit)
            for (unsigned i = 0, count = key_scene_unite(&scene, united_s); i < count; i++)
                assert_false((double)united_s[i] > cut_from_s && (double)united_s[i] < cut_to_s);
        key_scene_close(&scene);
    }
}

/* One key in each quarter of a second: a cut is made in the middle of what there is. */
TEST(cuts_are_in_the_middle)
{
    struct key_scene scene = {.count = {256, 4}};
    for (unsigned i = 0; i < 256; i++)
        scene.times_s[0][i] = (float)i;
    for (unsigned i = 0; i < 4; i++) /* too few to count for much */
        scene.times_s[1][i] = (float)(240 + i);
    key_scene_open(&scene, 8);
    double from_s = 0, to_s = 256;
    assert_int_equal(
        us_key_density_cut(&scene.file, &scene.index, 10.0, 140 * 8, &from_s, &to_s, NULL), US_OK);
    assert_true(from_s == 0 && to_s == 128);
    from_s = 0, to_s = 256;
    assert_int_equal(
        us_key_density_cut(&scene.file, &scene.index, 128.0, 140 * 8, &from_s, &to_s, NULL), US_OK);
    assert_true(from_s == 128 && to_s == 256);
    from_s = 0, to_s = 256;
    assert_int_equal(us_key_density_cut(&scene.file, &scene.index, 100.0, 8, &from_s, &to_s, NULL),
                     US_OK);
    assert_true(from_s == 100 && to_s == 101);
    /* What cannot be read is an error at its byte. */
    struct us_error error;
    scene.file.size = scene.index.head.curves[0].byte + 12 + 128 * 8;
    from_s = 0, to_s = 256;
    assert_int_equal(us_key_density_cut(&scene.file, &scene.index, 10.0, 8, &from_s, &to_s, &error),
                     US_ERROR_FILE);
    assert_int_equal(error.byte, scene.index.head.curves[0].byte + 12 + 128 * 8);
    key_scene_close(&scene);
}

/* The median of the curves' middle keys, each weighted by the curve's bytes, in whatever order the
 * curves are. */
TEST(cuts_are_at_the_weighted_median)
{
    static const struct {
        unsigned count[KEY_SCENE_CURVES],
            begin[KEY_SCENE_CURVES]; /* a key each second from there */
        double cut_s;
    } cases[] = {{{20, 20, 20, 0}, {90, 40, 65, 0}, 75},
                 {{20, 20, 20, 0}, {65, 90, 40, 0}, 75},
                 {{4, 4, 4, 40}, {10, 20, 30, 40}, 60},
                 {{40, 4, 4, 4}, {40, 30, 10, 20}, 60},
                 {{4, 40, 4, 4}, {90, 10, 80, 70}, 30}};
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct key_scene scene = {0};
        for (unsigned c = 0; c < KEY_SCENE_CURVES; c++) {
            scene.count[c] = cases[i].count[c];
            for (unsigned k = 0; k < scene.count[c]; k++)
                scene.times_s[c][k] = (float)(cases[i].begin[c] + k);
        }
        key_scene_open(&scene, 8);
        double from_s = 0, to_s = 200;
        uint64_t most = bytes_between(&scene, 0, cases[i].cut_s, 8);
        assert_int_equal(
            us_key_density_cut(&scene.file, &scene.index, 1.0, most, &from_s, &to_s, NULL), US_OK);
        assert_true(from_s == 0 && to_s == cases[i].cut_s);
        key_scene_close(&scene);
    }
}

/* Many curves, so that their heap has several levels. */
TEST(many_curves_are_passed_together)
{
    enum { MANY = 60 };
    static uint8_t keys[MANY][30 * 8];
    static struct us_curve_reader readers[MANY];
    static bool has_time[400];
    uint64_t random = 41;
    for (unsigned round = 0; round < 40; round++) {
        memset(has_time, 0, sizeof has_time);
        for (unsigned c = 0; c < MANY; c++) {
            unsigned count = (unsigned)random_between(&random, 0, 30), at = 0;
            for (unsigned i = 0; i < count; i++) {
                at += (unsigned)random_between(&random, 0, 13);
                poke_f32(keys[c] + (size_t)i * 8, (float)at);
                has_time[at] = true;
            }
            struct us_curve curve = {.keys = keys[c], .key_count = count, .key_size = 8};
            us_curve_reader_init_in_memory(&readers[c], &curve);
        }
        struct us_key_merge merge;
        float time_s;
        us_key_merge_init(&merge, readers, MANY);
        for (unsigned at = 0; at < 400; at++) {
            if (!has_time[at])
                continue;
            assert_true(us_key_merge_next(&merge, &time_s));
            assert_true(time_s == (float)at);
        }
        assert_false(us_key_merge_next(&merge, &time_s));
    }
}

/* Sorting fails for what is no number, says so, and says nothing otherwise. */
TEST(what_is_sorted_is_checked)
{
    struct key_scene scene = {.count = {5}, .times_s = {{3, 1, 2, 5, 4}}};
    struct us_file copy;
    struct us_curve_index index;
    struct us_error error = {.text = "untouched"};
    key_scene_open(&scene, 8);
    assert_int_equal(us_sorted_keys_read(&scene.file, &copy, &index, &error), US_OK);
    assert_string_equal(error.text, "untouched");
    assert_true(index.first_s[0] == 1 && index.last_s[0] == 5);
    assert_true(index.head.first_key_s == 1 && index.head.last_key_s == 5);
    us_curve_index_finish(&index);
    us_file_close(&copy);
    poke_f32(scene.bytes + scene.index.head.curves[0].byte + 12 + 2 * 8 + 4, NAN);
    assert_int_equal(us_sorted_keys_read(&scene.file, &copy, &index, &error), US_ERROR_NOT_FINITE);
    assert_non_null(strstr(error.text, "the value of key 2 is not a finite number"));
    assert_null(copy.owned);
    assert_int_equal(us_sorted_keys_read(&scene.file, &copy, &index, NULL), US_ERROR_NOT_FINITE);
    key_scene_close(&scene);
}

static bool sorts_keys(struct key_scene *scene, bool sampled)
{
    bool sorted = false;
    assert_int_equal(sampled ? us_sorted_keys_sample(&scene->file, &scene->index, &sorted, NULL)
                             : us_sorted_keys_check(&scene->file, &scene->index, &sorted, NULL),
                     US_OK);
    return sorted;
}

/* Wherever one key of any curve falls, also between two pieces that are read. */
TEST(a_key_that_falls_is_found)
{
    struct animation_file file;
    enum { COUNT = 5000 }; /* 8 bytes each: three pieces of 16384 */
    static const unsigned falls[] = {0, 1, 2, 2047, 2048, 2049, 4095, 4096, COUNT - 1};
    for (unsigned k = 0; k < sizeof falls / sizeof falls[0]; k++) {
        struct key_scene scene = {0};
        animation_init(&file);
        animation_add(&file, ANIMATION_CAMERA, 0, 1);
        for (unsigned i = 0; i < COUNT; i++)
            animation_add(&file, ANIMATION_GAZE + 5, i / 2, i);
        float *times_s = &file.curves[ANIMATION_GAZE + 5].keys[falls[k]].time_s;
        if (falls[k] > 0)
            *times_s -= 2;
        key_scene_read(&scene, &file);
        assert_int_equal(sorts_keys(&scene, false), falls[k] == 0);
        if (falls[k] > 0) {
            struct us_file copy;
            struct us_curve_index index;
            assert_int_equal(us_sorted_keys_read(&scene.file, &copy, &index, NULL), US_OK);
            assert_int_equal(index.head.unsorted_curves, 1);
            assert_int_equal(index.head.first_unsorted, ANIMATION_GAZE + 5);
            bool sorted = false;
            assert_int_equal(us_sorted_keys_check(&copy, &index, &sorted, NULL), US_OK);
            assert_true(sorted);
            assert_true(index.last_s[ANIMATION_GAZE + 5] == (float)((COUNT - 1) / 2) ||
                        falls[k] == COUNT - 1);
            us_curve_index_finish(&index);
            us_file_close(&copy);
        }
        bool sorted;
        scene.file.size = scene.index.head.curves[ANIMATION_GAZE + 5].byte + 12 + COUNT * 8 - 1;
        if (falls[k] == 0 || falls[k] == COUNT - 1)
            assert_int_equal(us_sorted_keys_check(&scene.file, &scene.index, &sorted, NULL),
                             US_ERROR_FILE);
        key_scene_close(&scene);
    }
}

/* A few keys of the longest curve, evenly spread from its first to its last one. */
TEST(samples_are_of_the_longest_curve)
{
    struct key_scene scene = {.count = {3, 127, 100, 126}};
    for (unsigned c = 0; c < KEY_SCENE_CURVES; c++)
        for (unsigned i = 0; i < scene.count[c]; i++)
            scene.times_s[c][i] = (float)i;
    scene.times_s[0][1] = -9, scene.times_s[2][99] = -9, scene.times_s[3][125] = -9;
    scene.times_s[1][3] = -9; /* between two samples: every second key is one */
    key_scene_open(&scene, 8);
    assert_true(sorts_keys(&scene, true));
    assert_int_equal(key_scene_reads, 64);
    assert_false(sorts_keys(&scene, false));
    key_scene_close(&scene);
    for (unsigned falls = 2; falls < 127; falls += 2) {
        scene.times_s[1][falls] = -9;
        key_scene_open(&scene, 8);
        assert_false(sorts_keys(&scene, true));
        key_scene_close(&scene);
        scene.times_s[1][falls] = (float)falls;
    }
    key_scene_open(&scene, 8);
    bool sorted;
    scene.file.size = scene.index.head.curves[1].byte + 12 + 126 * 8;
    assert_int_equal(us_sorted_keys_sample(&scene.file, &scene.index, &sorted, NULL),
                     US_ERROR_FILE);
    /* Keys at one time are sorted. */
    for (unsigned i = 0; i < 127; i++)
        scene.times_s[1][i] = 5;
    scene.count[0] = scene.count[2] = scene.count[3] = 0;
    key_scene_close(&scene);
    key_scene_open(&scene, 8);
    assert_true(sorts_keys(&scene, true) && sorts_keys(&scene, false));
    key_scene_close(&scene);
    scene = (struct key_scene){0};
    key_scene_open(&scene, 8);
    assert_true(sorts_keys(&scene, true) && sorts_keys(&scene, false));
    key_scene_close(&scene);
}

/* Markers stand behind the curves, and are none. */
TEST(markers_are_no_curve)
{
    for (unsigned length = 1; length <= 2; length++) {
        struct animation_file file;
        struct key_scene scene;
        animation_init(&file);
        animation_add(&file, ANIMATION_CAMERA, 0, 1);
        animation_add(&file, ANIMATION_CAMERA, 1, 1);
        file.marker_count = 5;
        for (unsigned i = 0; i < 5; i++) /* the second name is no text */
            file.markers[i] = (struct animation_marker){5.0f - (float)i, "a\xff", length};
        key_scene_read(&scene, &file);
        assert_int_equal(scene.index.head.repaired_names, length == 2 ? 5 : 0);
        assert_true(sorts_keys(&scene, false) && sorts_keys(&scene, true));
        key_scene_close(&scene);
    }
}

/* All curves have keys at once. */
TEST(all_curves_are_cut)
{
    struct animation_file file;
    struct key_scene scene;
    animation_init(&file);
    for (unsigned c = 0; c < ANIMATION_CURVES; c++)
        for (unsigned i = 0; i < 8; i++)
            animation_add(&file, c, i, 1);
    key_scene_read(&scene, &file);
    double from_s = 0, to_s = 8;
    assert_int_equal(us_key_density_cut(&scene.file, &scene.index, 3.0, ANIMATION_CURVES * 8 * 2,
                                        &from_s, &to_s, NULL),
                     US_OK);
    assert_true(from_s == 2 && to_s == 4);
    from_s = 0, to_s = 8;
    assert_int_equal(us_key_density_cut(&scene.file, &scene.index, 3.0, 1, &from_s, &to_s, NULL),
                     US_OK);
    assert_true(from_s == 3 && to_s == 4);
    key_scene_close(&scene);
}

TESTS_MAIN(curves_are_passed_together, spans_are_cut_to_a_limit, markers_are_no_curve,
           all_curves_are_cut, cuts_are_in_the_middle, cuts_are_at_the_weighted_median,
           many_curves_are_passed_together, what_is_sorted_is_checked, a_key_that_falls_is_found,
           samples_are_of_the_longest_curve)
