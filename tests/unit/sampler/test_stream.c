/* SPDX-License-Identifier: MIT */
/*
 * Hazard: a recording that is read while it plays answers otherwise than one that lies whole in
 * memory, or hangs, or reads what was there before.
 */
#include "support.h"
#include "sampled.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "encode.h"
#include "generate.h"
#include "core/playback/loaded_recording.h"

/* A recording in a file of its own, whole in memory, and streamed. */
static struct {
    char path[64];
    uint8_t *bytes;
    uint64_t size;
    struct us_recording recording;
    struct us_sampler *whole;
    struct us_loaded_recording take;
} scene;

static void scene_write(void)
{
    strcpy(scene.path, "/tmp/understudy-stream-XXXXXX");
    int descriptor = mkstemp(scene.path);
    assert_true(descriptor >= 0);
    assert_int_equal(write(descriptor, scene.bytes, (size_t)scene.size), (ssize_t)scene.size);
    close(descriptor);
}

/* What is done to the file's bytes before anybody reads them; `layout` says where each curve is. */
typedef void (*edit_func_t)(uint8_t *bytes, const struct us_recording *layout);

static void decode_copy(struct us_recording *out)
{
    uint8_t *copy = malloc((size_t)scene.size);
    assert_non_null(copy);
    memcpy(copy, scene.bytes, (size_t)scene.size);
    assert_int_equal(us_recording_decode(copy, scene.size, out, NULL), US_OK);
}

static void edit_bytes(edit_func_t edit)
{
    struct us_recording layout;
    decode_copy(&layout);
    edit(scene.bytes, &layout);
    us_recording_finish(&layout);
}

static void scene_init(struct us_generate_settings settings, edit_func_t edit)
{
    struct us_recording made;
    struct us_error error;
    memset(&scene, 0, sizeof scene);
    assert_int_equal(us_generate(&settings, &made, &error), US_OK);
    assert_int_equal(us_encode(&made, &settings.layout, &scene.bytes, &scene.size, &error), US_OK);
    us_recording_finish(&made);
    if (edit != NULL)
        edit_bytes(edit);
    scene_write();
    decode_copy(&scene.recording);
    assert_int_equal(us_repair(&scene.recording, NULL, &error), US_OK);
    assert_int_equal(us_sampler_create(&scene.recording, &scene.whole, &error), US_OK);
}

static void scene_open(bool wait)
{
    assert_int_equal(us_loaded_recording_open(scene.path, false, &scene.take, NULL), US_OK);
    assert_true(scene.take.streams);
    us_sampler_set_wait(scene.take.sampler, wait);
}

static void scene_finish(void)
{
    us_loaded_recording_close(&scene.take);
    us_sampler_destroy(scene.whole);
    us_recording_finish(&scene.recording);
    free(scene.bytes);
    unlink(scene.path);
}

static struct us_generate_settings settings_of(double seconds, uint32_t key_size, bool reduce)
{
    struct us_generate_settings settings = us_generate_default();
    settings.performance.seconds = seconds;
    settings.layout.key_size = key_size;
    settings.reduce = reduce;
    return settings;
}

static void assert_same_at(double time_s)
{
    struct us_frame_sample streamed, whole;
    us_sampler_frame(scene.take.sampler, time_s, US_SAMPLE_ALL, &streamed);
    us_sampler_frame(scene.whole, time_s, US_SAMPLE_ALL, &whole);
    if (!sampled_same(&streamed, &whole))
        fail_msg("the answers differ at %.9f s", time_s);
}

/* For a test that compares values alone. The thread sanitizer finds nothing in it that it does not
 * find in the others, and takes a hundred times as long. */
static void skip_with_thread_sanitizer(void)
{
#if defined __SANITIZE_THREAD__
    skip();
#endif
}

/* Forwards, backwards, anywhere, on keys and outside: the same bits. */
static void compare_settings(struct us_generate_settings settings)
{
    struct us_error error;
    scene_init(settings, NULL);
    scene_open(true);
    double last_s = scene.recording.last_key_s;
    uint64_t state = 4711;
    for (int i = 0; i < 4300; i++) {
        double time_s = i < 2000   ? last_s * (double)i / 2000.0
                        : i < 4000 ? last_s * (double)(4000 - i) / 2000.0
                                   : (random_share(&state) * 1.2 - 0.1) * last_s;
        if (i % 7 == 0)
            time_s = (double)(float)(floor(time_s * 60.0) / 60.0);
        assert_same_at(time_s);
    }
    assert_int_equal(us_sampler_late_count(scene.take.sampler), 0);
    assert_false(us_sampler_error(scene.take.sampler, &error));
    scene_finish();
}

TEST(test_full_keys)
{
    skip_with_thread_sanitizer();
    compare_settings(settings_of(60.0, US_KEY_SIZE_FULL, false));
}

TEST(test_short_keys)
{
    skip_with_thread_sanitizer();
    compare_settings(settings_of(60.0, US_KEY_SIZE_SHORT, false));
}

/* Rotations of some joints and of the head that have no data for 4 s: at the
 * beginning, in the middle, at the end. Where a block begins nothing may be forgotten of it. */
static void lose_rotations(uint8_t *bytes, const struct us_recording *layout)
{
    static const unsigned poses[] = {0, 11 + 7 * 3, 11 + 7 * 4, 11 + 7 * 20, 11 + 7 * 30};
    for (unsigned i = 0; i < sizeof poses / sizeof poses[0]; i++) {
        for (unsigned c = 3; c < 7; c++) {
            const struct us_curve *curve = &layout->curves[poses[i] + c];
            uint32_t count = curve->key_count / 15, first = i * (curve->key_count - count) / 4;
            for (uint32_t key = first; key < first + count; key++)
                memset(bytes + curve->byte + US_CURVE_HEADER_SIZE + key * curve->key_size + 4, 0,
                       4);
        }
    }
}

TEST(test_lost_rotations)
{
    skip_with_thread_sanitizer();
    scene_init(settings_of(60.0, US_KEY_SIZE_SHORT, false), lose_rotations);
    scene_open(true);
    for (int i = 0; i < 1200; i++) {
        double time_s = 60.0 * (double)(i * 7 % 1200) / 1200.0;
        struct us_frame_sample streamed, whole;
        us_sampler_frame(scene.take.sampler, time_s, US_SAMPLE_ALL, &streamed);
        us_sampler_frame(scene.whole, time_s, US_SAMPLE_ALL, &whole);
        assert_true(us_quat_angle_rad(streamed.head.motion.pose.rotation,
                                      whole.head.motion.pose.rotation) < 1e-6f);
        for (unsigned joint = 0; joint < 2 * US_JOINT_COUNT; joint++) {
            unsigned hand = joint / US_JOINT_COUNT, which = joint % US_JOINT_COUNT;
            if (!(us_quat_angle_rad(streamed.hands[hand].joints[which].pose.rotation,
                                    whole.hands[hand].joints[which].pose.rotation) < 1e-6f))
                fail_msg("the answers differ at %.9f s", time_s);
        }
    }
    scene_finish();
}

TEST(test_reduced)
{
    skip_with_thread_sanitizer();
    compare_settings(settings_of(90.0, US_KEY_SIZE_SHORT, true));
}

TEST(test_bent)
{
    skip_with_thread_sanitizer();
    struct us_generate_settings settings = settings_of(40.0, US_KEY_SIZE_FULL, false);
    settings.hermite_percent = 10;
    settings.weighted_percent = 2;
    compare_settings(settings);
}

TEST(test_bent_and_reduced)
{
    struct us_generate_settings settings = settings_of(40.0, US_KEY_SIZE_FULL, true);
    settings.hermite_percent = 40;
    settings.weighted_percent = 30;
    compare_settings(settings);
}

TEST(test_short_recording)
{
    compare_settings(settings_of(3.0, US_KEY_SIZE_SHORT, false));
}

/* A recording that is not short opens with its first keys: what a player asks first is there, and
 * so is what it asks of a hand that is delayed, before the first key. */
TEST(test_first_poses)
{
    scene_init(settings_of(120.0, US_KEY_SIZE_FULL, false), NULL);
    for (int round = 0; round < 20; round++) {
        double start_s = us_recording_start_s(&scene.recording);
        scene_open(false);
        for (double time_s = start_s; time_s < start_s + 0.2; time_s += 1.0 / 90.0)
            assert_same_at(time_s);
        for (double delay_s = 0.001; delay_s < 10.0; delay_s *= 3.0)
            assert_same_at(start_s - delay_s);
        assert_int_equal(us_sampler_late_count(scene.take.sampler), 0);
        us_loaded_recording_close(&scene.take);
    }
    scene_finish();
}

/* Without waiting, what is not there yet is held and counted; soon it is there. */
TEST(test_late)
{
    scene_init(settings_of(120.0, US_KEY_SIZE_SHORT, false), NULL);
    scene_open(false);
    struct us_head_sample head, whole;
    us_sampler_head(scene.take.sampler, 100.0, &head);
    assert_int_equal(us_sampler_late_count(scene.take.sampler), 1);
    us_sampler_set_wait(scene.take.sampler, true);
    us_sampler_head(scene.take.sampler, 100.0, &head);
    us_sampler_head(scene.whole, 100.0, &whole);
    assert_memory_equal(&head.motion, &whole.motion, sizeof head.motion);
    scene_finish();
}

/* A file that is cut short, and one that is damaged far behind its beginning, are held and told of.
 */
TEST(test_cut_while_playing)
{
    scene_init(settings_of(120.0, US_KEY_SIZE_SHORT, false), NULL);
    struct us_error error;
    scene_open(true);
    assert_int_equal(truncate(scene.path, 1000), 0);
    struct us_head_sample head;
    us_sampler_head(scene.take.sampler, 100.0, &head);
    assert_true(us_sampler_error(scene.take.sampler, &error));
    assert_int_equal(error.result, US_ERROR_FILE);
    assert_true(isfinite(head.motion.pose.position_m.x));
    scene_finish();
}

TEST(test_damaged_behind)
{
    scene_init(settings_of(120.0, US_KEY_SIZE_SHORT, false), NULL);
    const struct us_curve *curve = &scene.recording.curves[US_CURVE_CAMERA];
    uint64_t byte = curve->byte + US_CURVE_HEADER_SIZE + 6000 * 8 + 4;
    const uint8_t nan_bytes[4] = {0, 0, 0xc0, 0x7f};
    FILE *file = fopen(scene.path, "r+b");
    assert_non_null(file);
    assert_int_equal(fseek(file, (long)byte, SEEK_SET), 0);
    assert_int_equal(fwrite(nan_bytes, 1, 4, file), 4);
    fclose(file);
    struct us_error error;
    scene_open(true);
    struct us_head_sample head, whole;
    us_sampler_head(scene.take.sampler, 60.0, &head);
    us_sampler_head(scene.whole, 60.0, &whole);
    assert_memory_equal(&head.motion, &whole.motion, sizeof head.motion);
    us_sampler_head(scene.take.sampler, 100.0, &head);
    assert_true(us_sampler_error(scene.take.sampler, &error));
    assert_int_equal(error.result, US_ERROR_NOT_FINITE);
    assert_string_equal(error.curve, "camera position X");
    assert_int_equal(error.byte, byte);
    scene_finish();
}

struct reader {
    struct us_sampler *sampler;
    uint64_t seed;
    atomic_uint *wrong;
};

static void *read_anywhere(void *context)
{
    struct reader *reader = context;
    for (int i = 0; i < 60; i++) {
        double time_s = random_share(&reader->seed) * scene.recording.last_key_s;
        struct us_head_sample streamed, whole;
        us_sampler_head(reader->sampler, time_s, &streamed);
        us_sampler_head(scene.whole, time_s, &whole);
        if (memcmp(&streamed.motion, &whole.motion, sizeof whole.motion) != 0)
            atomic_fetch_add(reader->wrong, 1);
    }
    return NULL;
}

TEST(test_threads)
{
    scene_init(settings_of(120.0, US_KEY_SIZE_SHORT, true), NULL);
    scene_open(true);
    atomic_uint wrong = 0;
    pthread_t threads[6];
    struct reader readers[6];
    for (unsigned i = 0; i < 6; i++) {
        readers[i] = (struct reader){scene.take.sampler, 99 + i, &wrong};
        assert_int_equal(pthread_create(&threads[i], NULL, read_anywhere, &readers[i]), 0);
    }
    for (unsigned i = 0; i < 6; i++)
        pthread_join(threads[i], NULL);
    assert_int_equal(atomic_load(&wrong), 0);
    scene_finish();
}

TESTS_MAIN(test_full_keys, test_short_keys, test_lost_rotations, test_reduced, test_bent,
           test_bent_and_reduced, test_short_recording, test_first_poses, test_late,
           test_cut_while_playing, test_damaged_behind, test_threads)
