/* SPDX-License-Identifier: MIT */
/* Hazard: a pinch between two times that is missed, or one that was outside of them. */
#include "support.h"

#include <unistd.h>

#include "core/sampler/block_builder.h"
#include "encode.h"
#include "generate.h"
#include "core/playback/loaded_recording.h"

#define HAND US_HAND_RIGHT
enum { INTERVALS = 3000 };

struct scene {
    char path[64];
    struct us_recording recording;
    struct us_sampler *whole;
    struct us_block *by_curve;
    struct us_loaded_recording take;
};

static void scene_init(struct scene *scene, bool reduce)
{
    struct us_generate_settings settings = us_generate_default();
    settings.performance.seconds = 90.0;
    settings.performance.kind = US_PERFORMANCE_PINCH;
    settings.layout.key_size = US_KEY_SIZE_SHORT;
    settings.reduce = reduce;
    struct us_error error;
    uint8_t *bytes;
    uint64_t size;
    struct us_recording made;
    assert_int_equal(us_generate(&settings, &made, &error), US_OK);
    assert_int_equal(us_encode(&made, &settings.layout, &bytes, &size, &error), US_OK);
    us_recording_finish(&made);
    snprintf(scene->path, sizeof scene->path, "/tmp/understudy-pinch-%ld.bin", (long)getpid());
    assert_true(us_recording_encode_save(scene->path, bytes, size));
    assert_int_equal(us_recording_decode(bytes, size, &scene->recording, &error), US_OK);
    assert_int_equal(us_repair(&scene->recording, NULL, &error), US_OK);
    assert_int_equal(us_sampler_create(&scene->recording, &scene->whole, &error), US_OK);
    struct us_curve_block_options no_rows = {.limit_bytes = 0};
    assert_int_equal(us_curve_block_create(&scene->recording, &no_rows, &scene->by_curve, &error),
                     US_OK);
    assert_true(us_curve_block_excess(scene->by_curve) > 1.0f);
    assert_int_equal(us_loaded_recording_open(scene->path, false, &scene->take, &error), US_OK);
    us_sampler_set_wait(scene->take.sampler, true);
}

static void scene_finish(struct scene *scene)
{
    us_loaded_recording_close(&scene->take);
    us_block_destroy(scene->by_curve);
    us_sampler_destroy(scene->whole);
    us_recording_finish(&scene->recording);
    unlink(scene->path);
}

/* A key holds up to the next one; the last one for ever, and the first one since ever. */
static bool expected(const struct us_curve *curve, double from_s, double to_s)
{
    bool any = false;
    for (uint32_t i = 0; i < curve->key_count; i++) {
        double begin_s = i == 0 ? -INFINITY : us_curve_key(curve, i).time_s;
        double end_s = i + 1 < curve->key_count ? us_curve_key(curve, i + 1).time_s : INFINITY;
        bool at_end = begin_s <= to_s && to_s < end_s;
        bool inside = from_s < to_s && begin_s <= to_s && end_s > from_s;
        any |= us_curve_key(curve, i).value > 0.5f && (at_end || inside);
    }
    return any;
}

static void compare(struct scene *scene)
{
    const struct us_curve *curve = &scene->recording.curves[US_CURVE_PINCHING + (unsigned)HAND];
    double last_s = scene->recording.last_key_s;
    uint64_t state = 4711;
    int pinched = 0, only_between = 0;
    for (int i = 0; i < INTERVALS; i++) {
        double to_s = random_between(&state, -0.5, last_s + 0.5), length_s = 0.0;
        if (i % 3 > 0)
            length_s = i % 3 == 1 ? 0.02 : random_between(&state, 0.0, 3.0);
        if (i % 5 == 0)
            to_s = us_curve_key(curve, (uint32_t)i % curve->key_count).time_s;
        double from_s = to_s - length_s;
        bool want = expected(curve, from_s, to_s);
        assert_int_equal(us_sampler_pinched(scene->whole, HAND, from_s, to_s), want);
        assert_int_equal(us_sampler_pinched(scene->whole, HAND, to_s, from_s), want);
        assert_int_equal(us_block_pinched(scene->by_curve, HAND, from_s, to_s), want);
        pinched += want;
        only_between += want && !expected(curve, to_s, to_s);
    }
    assert_true(pinched > INTERVALS / 20 && pinched < INTERVALS * 19 / 20);
    assert_true(only_between > 10);
}

/* Steps of a file as it plays, some of them over the seam of two blocks: no longer than what is
 * kept. */
static void play(struct scene *scene)
{
    const struct us_curve *curve = &scene->recording.curves[US_CURVE_PINCHING + (unsigned)HAND];
    const double steps_s[] = {0.011, 0.3};
    for (int k = 0; k < 2; k++) {
        for (double at_s = 0.0; at_s < scene->recording.last_key_s; at_s += steps_s[k])
            assert_int_equal(us_sampler_pinched(scene->take.sampler, HAND, at_s, at_s + steps_s[k]),
                             expected(curve, at_s, at_s + steps_s[k]));
    }
    assert_int_equal(us_sampler_late_count(scene->take.sampler), 0);
}

TEST(test_every_key)
{
    struct scene scene = {.path = ""};
    scene_init(&scene, false);
    compare(&scene);
    assert_true(scene.take.streams);
    play(&scene);
    scene_finish(&scene);
}

TEST(test_reduced)
{
    struct scene scene = {.path = ""};
    scene_init(&scene, true);
    compare(&scene);
    play(&scene);
    scene_finish(&scene);
}

TESTS_MAIN(test_every_key, test_reduced)
