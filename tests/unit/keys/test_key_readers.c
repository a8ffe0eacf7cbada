/* SPDX-License-Identifier: MIT */
/* Hazard: what reads a curve through a small window finds another key than one that sees all of
 * them. */
#include "support.h"

#include "core/keys/curve_reader.h"
#include "core/keys/sorted_keys.h"
#include "key_scene.h"

/* The last key at or before a time, or the first one. */
static unsigned find(const struct key_scene *scene, unsigned curve, double time_s)
{
    unsigned found = 0;
    for (unsigned i = 0; i < scene->count[curve]; i++)
        if ((double)scene->times_s[curve][i] <= time_s)
            found = i;
    return found;
}

TEST(any_key_is_found_from_any_other)
{
    static const unsigned counts[] = {1, 2, 3, 8, 9, 50, 400}, sizes[] = {8, 28};
    uint64_t random = 3;
    for (unsigned round = 0; round < 14; round++) {
        struct key_scene scene = {0};
        uint8_t window[10 * 28 + 5];
        struct us_curve_reader reader, memory;
        key_scene_fill(&scene, 0, counts[round / 2], &random);
        key_scene_open(&scene, sizes[round % 2]);
        us_curve_reader_init(&reader, &scene.file, &scene.index, 0, window,
                             sizes[round % 2] * 10 + 5);
        struct us_curve curve = scene.index.head.curves[0];
        curve.keys = scene.bytes + curve.byte + 12;
        us_curve_reader_init_in_memory(&memory, &curve);
        assert_true(memory.first_s == reader.first_s && memory.last_s == reader.last_s);
        for (unsigned i = 0; i < 600; i++) {
            double time_s = floor(random_between(&random, -8, 840)) / 8;
            unsigned wanted = find(&scene, 0, time_s);
            assert_int_equal(us_curve_reader_find(&reader, time_s), wanted);
            assert_int_equal(us_curve_reader_find(&memory, time_s), wanted);
            assert_true(us_curve_reader_key(&reader, wanted).value == (float)wanted);
            assert_true(us_curve_reader_time_s(&reader, wanted) == scene.times_s[0][wanted]);
            unsigned other = (unsigned)random_between(&random, 0, scene.count[0]);
            assert_true(us_curve_reader_key(&reader, other).value == (float)other);
        }
        /* A view holds as many keys as fit, and says where they are. */
        for (unsigned first = 0; first < scene.count[0]; first += 7) {
            struct us_curve view = us_curve_reader_view(&reader, first);
            unsigned left = scene.count[0] - first;
            assert_int_equal(view.key_count, left < 10 ? left : 10);
            assert_int_equal(view.byte, curve.byte + first * curve.key_size);
            for (unsigned i = 0; i < view.key_count; i++)
                assert_true(us_curve_key(&view, i).value == (float)(first + i));
        }
        assert_false(reader.failed);
        key_scene_close(&scene);
    }
}

/* Forwards or backwards a window is read for several keys, and no key is read for each of two. */
TEST(windows_serve_several_keys)
{
    struct key_scene scene = {.count = {KEY_SCENE_MOST}};
    uint8_t window[80 * 8];
    struct us_curve_reader reader;
    for (unsigned i = 0; i < KEY_SCENE_MOST; i++)
        scene.times_s[0][i] = (float)i;
    key_scene_open(&scene, 8);
    us_curve_reader_init(&reader, &scene.file, &scene.index, 0, window, sizeof window);
    key_scene_reads = 0;
    for (unsigned i = 0; i < KEY_SCENE_MOST; i++) {
        us_curve_reader_key(&reader, i);
        us_curve_reader_key(&reader, i > 5 ? i - 5 : 0); /* a few keys before it stay */
    }
    assert_true(key_scene_reads <= KEY_SCENE_MOST / 60 + 1);
    key_scene_reads = 0;
    for (unsigned i = KEY_SCENE_MOST; i-- > 0;)
        us_curve_reader_key(&reader, i);
    assert_true(key_scene_reads <= KEY_SCENE_MOST / 60 + 1);
    us_curve_reader_find(&reader, 0.0);
    us_curve_reader_find(&reader, KEY_SCENE_MOST / 2);
    key_scene_reads = 0;
    us_curve_reader_find(&reader, KEY_SCENE_MOST / 2 + 1); /* what is near is there already */
    assert_int_equal(key_scene_reads, 0);
    scene.file.size = scene.index.head.curves[0].byte + 12 + (KEY_SCENE_MOST - 1) * 8;
    us_curve_reader_key(&reader, 0);
    assert_false(reader.failed);
    assert_true(us_curve_reader_key(&reader, KEY_SCENE_MOST - 1).value == 0.0f);
    assert_true(reader.failed);
    assert_true(us_curve_reader_key(&reader, 1).value == 0.0f);
    key_scene_close(&scene);
}

/* Of keys at one time the last one is a segment's right end. */
TEST(segments_end_at_the_last_key_of_a_run)
{
    static const float times_s[] = {0, 1, 1, 1, 2, 3, 3, 4, 4};
    struct key_scene scene = {.count = {9}};
    uint8_t window[3 * 8];
    struct us_curve_reader reader;
    memcpy(scene.times_s[0], times_s, sizeof times_s);
    key_scene_open(&scene, 8);
    us_curve_reader_init(&reader, &scene.file, &scene.index, 0, window, sizeof window);
    static const unsigned right[] = {3, 3, 3, 4, 6, 6, 8, 8};
    for (unsigned times = 0; times < 2; times++)
        for (unsigned i = 0; i < 8; i++) {
            struct us_segment segment = us_curve_reader_segment(&reader, times == 0 ? i : 7 - i);
            unsigned key = times == 0 ? i : 7 - i;
            assert_true(segment.left.value == (float)key);
            assert_true(segment.right.value == (float)right[key]);
            assert_true(segment.right.time_s == times_s[right[key]]);
        }
    check_near(us_curve_reader_evaluate(&reader, 0.5), 1.5, 1e-6, "half of the way to key 3");
    check_near(us_curve_reader_evaluate(&reader, 4.0), 8, 0, "the last key");
    check_near(us_curve_reader_evaluate_clamped(&reader, 9.0), 8, 0, "behind it");
    assert_false(us_curve_reader_evaluate_bool(&reader, 0.5)); /* key 0 says 0 */
    assert_true(us_curve_reader_evaluate_bool(&reader, 1.0));
    key_scene_close(&scene);
    scene = (struct key_scene){.count = {1, 0}};
    key_scene_open(&scene, 8);
    scene.index.head.curves[0].pre_wrap = scene.index.head.curves[0].post_wrap = 2;
    us_curve_reader_init(&reader, &scene.file, &scene.index, 0, window, sizeof window);
    check_near(us_curve_reader_evaluate(&reader, 7.0), 0, 0, "one key is constant");
    assert_false(us_curve_reader_evaluate_bool(&reader, 7.0));
    us_curve_reader_init(&reader, &scene.file, &scene.index, 1, window, sizeof window);
    check_near(us_curve_reader_evaluate(&reader, 7.0), 0, 0, "no key");
    assert_false(us_curve_reader_evaluate_bool(&reader, 7.0));
    key_scene_close(&scene);
}

/* A run at 0 s is one as well; a curve in memory ends at its last key; a long run is searched once.
 */
TEST(runs_of_keys)
{
    struct key_scene scene = {.count = {4}, .times_s = {{-1, 0, 0, 1}}};
    uint8_t window[80];
    struct us_curve_reader reader;
    key_scene_open(&scene, 8);
    us_curve_reader_init(&reader, &scene.file, &scene.index, 0, window, sizeof window);
    assert_true(us_curve_reader_segment(&reader, 0).right.value == 2.0f);
    struct us_curve curve = scene.index.head.curves[0];
    struct guarded keys = guarded_copy(scene.bytes + curve.byte + 12, 4 * 8);
    curve.keys = keys.bytes;
    us_curve_reader_init_in_memory(&reader, &curve);
    assert_true(us_curve_reader_segment(&reader, 0).right.value == 2.0f);
    assert_true(us_curve_reader_segment(&reader, 2).right.value == 3.0f);
    guarded_free(&keys);
    key_scene_close(&scene);
    scene = (struct key_scene){.count = {KEY_SCENE_MOST}};
    for (unsigned i = 0; i < KEY_SCENE_MOST; i++)
        scene.times_s[0][i] = i == 0 ? 0 : i < KEY_SCENE_MOST - 1 ? 1 : 2;
    key_scene_open(&scene, 8);
    us_curve_reader_init(&reader, &scene.file, &scene.index, 0, window, sizeof window);
    key_scene_reads = 0;
    for (unsigned i = 0; i < KEY_SCENE_MOST - 3; i++)
        assert_true(us_curve_reader_segment(&reader, i).right.value == (float)(KEY_SCENE_MOST - 2));
    assert_true(key_scene_reads < KEY_SCENE_MOST / 3);
    key_scene_close(&scene);
}

/* What a Boolean curve says, and one of a section that is not in the file. */
TEST(flags_are_above_a_half)
{
    struct animation_file file;
    uint8_t window[64];
    struct us_curve_reader reader;
    struct key_scene scene;
    animation_init(&file);
    file.flags[2] = 0;
    static const float values[] = {0.0f, 0.5f, 0.55f, 1.0f};
    for (unsigned i = 0; i < 4; i++)
        animation_add(&file, ANIMATION_TRACKED, i, (double)values[i]);
    key_scene_read(&scene, &file);
    us_curve_reader_init(&reader, &scene.file, &scene.index, ANIMATION_TRACKED, window,
                         sizeof window);
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(us_curve_reader_evaluate_bool(&reader, i), i > 1);
    us_curve_reader_init(&reader, &scene.file, &scene.index, ANIMATION_GAZE, window, sizeof window);
    assert_false(us_curve_reader_evaluate_bool(&reader, 1.0));
    bool sorted = false;
    assert_int_equal(us_sorted_keys_check(&scene.file, &scene.index, &sorted, NULL), US_OK);
    assert_true(sorted);
    key_scene_close(&scene);
}

TESTS_MAIN(any_key_is_found_from_any_other, windows_serve_several_keys,
           segments_end_at_the_last_key_of_a_run, runs_of_keys, flags_are_above_a_half)
