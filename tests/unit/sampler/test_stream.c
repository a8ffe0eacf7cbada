/* SPDX-License-Identifier: MIT */
/*
 * Hazard: a recording that is read while it plays answers otherwise than one that lies whole in
 * memory, or hangs, or reads what was there before.
 */
#include "support.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/recording/format.h"
#include "encode.h"
#include "generate.h"
#include "core/playback/loaded_recording.h"

/* A recording in a file of its own, and whole in memory. */
struct scene {
    char path[64];
    uint8_t *bytes;
    uint64_t size;
    struct us_recording recording;
    struct us_sampler *whole;
};

static void scene_write(struct scene *scene)
{
    strcpy(scene->path, "/tmp/understudy-stream-XXXXXX");
    int descriptor = mkstemp(scene->path);
    assert_true(descriptor >= 0);
    assert_int_equal(write(descriptor, scene->bytes, (size_t)scene->size), (ssize_t)scene->size);
    close(descriptor);
}

/* What is done to the file's bytes before anybody reads them; `layout` says where each curve is. */
typedef void (*edit_func_t)(uint8_t *bytes, const struct us_recording *layout);

static void edit_bytes(struct scene *scene, edit_func_t edit)
{
    struct us_recording layout;
    uint8_t *copy = malloc((size_t)scene->size);
    assert_non_null(copy);
    memcpy(copy, scene->bytes, (size_t)scene->size);
    assert_int_equal(us_recording_decode(copy, scene->size, &layout, NULL), US_OK);
    edit(scene->bytes, &layout);
    us_recording_finish(&layout);
}

static void scene_init_edited(struct scene *scene, const struct us_generate_settings *settings,
                              edit_func_t edit)
{
    *scene = (struct scene){.bytes = NULL};
    struct us_recording made;
    struct us_error error;
    assert_int_equal(us_generate(settings, &made, &error), US_OK);
    assert_int_equal(us_encode(&made, &settings->layout, &scene->bytes, &scene->size, &error),
                     US_OK);
    us_recording_finish(&made);
    if (edit != NULL)
        edit_bytes(scene, edit);
    scene_write(scene);
    uint8_t *copy = malloc((size_t)scene->size);
    assert_non_null(copy);
    memcpy(copy, scene->bytes, (size_t)scene->size);
    assert_int_equal(us_recording_decode(copy, scene->size, &scene->recording, &error), US_OK);
    assert_int_equal(us_repair(&scene->recording, NULL, &error), US_OK);
    assert_int_equal(us_sampler_create(&scene->recording, &scene->whole, &error), US_OK);
}

static void scene_init(struct scene *scene, const struct us_generate_settings *settings)
{
    scene_init_edited(scene, settings, NULL);
}

static void scene_finish(struct scene *scene)
{
    us_sampler_destroy(scene->whole);
    us_recording_finish(&scene->recording);
    free(scene->bytes);
    unlink(scene->path);
}

static struct us_generate_settings settings_of(double seconds, uint32_t key_size, bool reduce)
{
    struct us_generate_settings settings = us_generate_default();
    settings.performance.seconds = seconds;
    settings.layout.key_size = key_size;
    settings.reduce = reduce;
    return settings;
}

static void assert_same(const struct us_frame_sample *a, const struct us_frame_sample *b,
                        double time_s)
{
    bool same = a->head.how == b->head.how &&
                memcmp(&a->head.motion, &b->head.motion, sizeof a->head.motion) == 0 &&
                a->gaze.how == b->gaze.how && a->gaze.valid == b->gaze.valid;
    if (a->gaze.valid)
        same = same &&
               memcmp(&a->gaze.direction, &b->gaze.direction, sizeof a->gaze.direction) == 0 &&
               memcmp(&a->gaze.direction_rate, &b->gaze.direction_rate,
                      sizeof a->gaze.direction_rate) == 0;
    for (unsigned hand = 0; hand < US_HAND_COUNT; hand++) {
        const struct us_hand_sample *x = &a->hands[hand], *y = &b->hands[hand];
        same = same && x->how == y->how && x->tracked == y->tracked && x->pinching == y->pinching &&
               memcmp(x->joints, y->joints, sizeof x->joints) == 0;
    }
    if (!same)
        fail_msg("the answers differ at %.9f s", time_s);
}

static double share_of(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return (double)(*state >> 11) / 9007199254740992.0;
}

/* Forwards, backwards, anywhere, on keys and outside: the same bits. */
static void compare(struct scene *scene)
{
    struct us_loaded_recording take;
    struct us_error error;
    assert_int_equal(us_loaded_recording_open(scene->path, false, &take, &error), US_OK);
    assert_true(take.streams);
    us_sampler_set_wait(take.sampler, true);
    double last_s = scene->recording.last_key_s;
    uint64_t state = 4711;
    for (int i = 0; i < 4300; i++) {
        double time_s = i < 2000   ? last_s * (double)i / 2000.0
                        : i < 4000 ? last_s * (double)(4000 - i) / 2000.0
                                   : (share_of(&state) * 1.2 - 0.1) * last_s;
        if (i % 7 == 0)
            time_s = (double)(float)(floor(time_s * 60.0) / 60.0);
        struct us_frame_sample streamed, whole;
        us_sampler_frame(take.sampler, time_s, US_SAMPLE_ALL, &streamed);
        us_sampler_frame(scene->whole, time_s, US_SAMPLE_ALL, &whole);
        assert_same(&streamed, &whole, time_s);
    }
    assert_int_equal(us_sampler_late_count(take.sampler), 0);
    assert_false(us_sampler_error(take.sampler, &error));
    us_loaded_recording_close(&take);
}

static void compare_settings(struct us_generate_settings settings)
{
    struct scene scene;
    scene_init(&scene, &settings);
    compare(&scene);
    scene_finish(&scene);
}

TEST(test_full_keys)
{
    compare_settings(settings_of(60.0, US_KEY_SIZE_FULL, false));
}

TEST(test_short_keys)
{
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
    struct us_generate_settings settings = settings_of(60.0, US_KEY_SIZE_SHORT, false);
    struct scene scene;
    scene_init_edited(&scene, &settings, lose_rotations);
    struct us_loaded_recording take;
    assert_int_equal(us_loaded_recording_open(scene.path, false, &take, NULL), US_OK);
    assert_true(take.streams);
    us_sampler_set_wait(take.sampler, true);
    for (int i = 0; i < 1200; i++) {
        double time_s = 60.0 * (double)(i * 7 % 1200) / 1200.0;
        struct us_frame_sample streamed, whole;
        us_sampler_frame(take.sampler, time_s, US_SAMPLE_ALL, &streamed);
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
    us_loaded_recording_close(&take);
    scene_finish(&scene);
}

TEST(test_reduced)
{
    compare_settings(settings_of(90.0, US_KEY_SIZE_SHORT, true));
}

TEST(test_bent)
{
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

/* A recording that is not short opens with its first keys: what a player asks first is there. */
TEST(test_first_poses)
{
    struct us_generate_settings settings = settings_of(120.0, US_KEY_SIZE_FULL, false);
    struct scene scene;
    scene_init(&scene, &settings);
    for (int round = 0; round < 20; round++) {
        struct us_loaded_recording take;
        struct us_frame_sample streamed, whole;
        double start_s = us_recording_start_s(&scene.recording);
        assert_int_equal(us_loaded_recording_open(scene.path, false, &take, NULL), US_OK);
        for (double time_s = start_s; time_s < start_s + 0.2; time_s += 1.0 / 90.0) {
            us_sampler_frame(take.sampler, time_s, US_SAMPLE_ALL, &streamed);
            us_sampler_frame(scene.whole, time_s, US_SAMPLE_ALL, &whole);
            assert_same(&streamed, &whole, time_s);
        }
        assert_int_equal(us_sampler_late_count(take.sampler), 0);
        us_loaded_recording_close(&take);
    }
    scene_finish(&scene);
}

/* Without waiting, what is not there yet is held and counted; soon it is there. */
TEST(test_late)
{
    struct us_generate_settings settings = settings_of(120.0, US_KEY_SIZE_SHORT, false);
    struct scene scene;
    scene_init(&scene, &settings);
    struct us_loaded_recording take;
    assert_int_equal(us_loaded_recording_open(scene.path, false, &take, NULL), US_OK);
    struct us_head_sample head, whole;
    us_sampler_head(take.sampler, 100.0, &head);
    assert_int_equal(us_sampler_late_count(take.sampler), 1);
    us_sampler_set_wait(take.sampler, true);
    us_sampler_head(take.sampler, 100.0, &head);
    us_sampler_head(scene.whole, 100.0, &whole);
    assert_memory_equal(&head.motion, &whole.motion, sizeof head.motion);
    us_loaded_recording_close(&take);
    scene_finish(&scene);
}

/* A file that is cut short, and one that is damaged far behind its beginning, are held and told of.
 */
TEST(test_cut_while_playing)
{
    struct us_generate_settings settings = settings_of(120.0, US_KEY_SIZE_SHORT, false);
    struct scene scene;
    scene_init(&scene, &settings);
    struct us_loaded_recording take;
    struct us_error error;
    assert_int_equal(us_loaded_recording_open(scene.path, false, &take, NULL), US_OK);
    us_sampler_set_wait(take.sampler, true);
    assert_int_equal(truncate(scene.path, 1000), 0);
    struct us_head_sample head;
    us_sampler_head(take.sampler, 100.0, &head);
    assert_true(us_sampler_error(take.sampler, &error));
    assert_int_equal(error.result, US_ERROR_FILE);
    assert_true(isfinite(head.motion.pose.position_m.x));
    us_loaded_recording_close(&take);
    scene_finish(&scene);
}

TEST(test_damaged_behind)
{
    struct us_generate_settings settings = settings_of(120.0, US_KEY_SIZE_SHORT, false);
    struct scene scene;
    scene_init(&scene, &settings);
    const struct us_curve *curve = &scene.recording.curves[US_CURVE_CAMERA];
    uint64_t byte = curve->byte + US_CURVE_HEADER_SIZE + 6000 * 8 + 4;
    const uint8_t nan_bytes[4] = {0, 0, 0xc0, 0x7f};
    FILE *file = fopen(scene.path, "r+b");
    assert_non_null(file);
    assert_int_equal(fseek(file, (long)byte, SEEK_SET), 0);
    assert_int_equal(fwrite(nan_bytes, 1, 4, file), 4);
    fclose(file);
    struct us_loaded_recording take;
    struct us_error error;
    assert_int_equal(us_loaded_recording_open(scene.path, false, &take, NULL), US_OK);
    us_sampler_set_wait(take.sampler, true);
    struct us_head_sample head, whole;
    us_sampler_head(take.sampler, 60.0, &head);
    us_sampler_head(scene.whole, 60.0, &whole);
    assert_memory_equal(&head.motion, &whole.motion, sizeof head.motion);
    us_sampler_head(take.sampler, 100.0, &head);
    assert_true(us_sampler_error(take.sampler, &error));
    assert_int_equal(error.result, US_ERROR_NOT_FINITE);
    assert_string_equal(error.curve, "camera position X");
    assert_int_equal(error.byte, byte);
    us_loaded_recording_close(&take);
    scene_finish(&scene);
}

struct reader {
    struct scene *scene;
    struct us_sampler *sampler;
    uint64_t seed;
    atomic_uint *wrong;
};

static void *read_anywhere(void *context)
{
    struct reader *reader = context;
    for (int i = 0; i < 60; i++) {
        double time_s = share_of(&reader->seed) * reader->scene->recording.last_key_s;
        struct us_head_sample streamed, whole;
        us_sampler_head(reader->sampler, time_s, &streamed);
        us_sampler_head(reader->scene->whole, time_s, &whole);
        if (memcmp(&streamed.motion, &whole.motion, sizeof whole.motion) != 0)
            atomic_fetch_add(reader->wrong, 1);
    }
    return NULL;
}

TEST(test_threads)
{
    struct us_generate_settings settings = settings_of(120.0, US_KEY_SIZE_SHORT, true);
    struct scene scene;
    scene_init(&scene, &settings);
    struct us_loaded_recording take;
    assert_int_equal(us_loaded_recording_open(scene.path, false, &take, NULL), US_OK);
    us_sampler_set_wait(take.sampler, true);
    atomic_uint wrong = 0;
    pthread_t threads[6];
    struct reader readers[6];
    for (unsigned i = 0; i < 6; i++) {
        readers[i] = (struct reader){&scene, take.sampler, 99 + i, &wrong};
        assert_int_equal(pthread_create(&threads[i], NULL, read_anywhere, &readers[i]), 0);
    }
    for (unsigned i = 0; i < 6; i++)
        pthread_join(threads[i], NULL);
    assert_int_equal(atomic_load(&wrong), 0);
    us_loaded_recording_close(&take);
    scene_finish(&scene);
}

int main(void)
{
    return RUN_TESTS(test_full_keys, test_short_keys, test_lost_rotations, test_reduced, test_bent,
                     test_bent_and_reduced, test_short_recording, test_first_poses, test_late,
                     test_cut_while_playing, test_damaged_behind, test_threads);
}
