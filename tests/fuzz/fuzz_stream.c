/* SPDX-License-Identifier: MIT */
/*
 * A recording that is read while it plays answers as the same one does whole: to the bit, but where
 * it is so dense that one of the two goes curve by curve. One that is not sound is refused by both
 * or plays without harm. Answers are finite.
 */
#include "fuzz.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/keys/key_source.h"
#include "core/repair/repair.h"
#include "core/sampler/sampler.h"
#include "core/keys/sorted_keys.h"
#include "core/curve/curve.h"

enum { STEPS = 24, MOST_TIMES = 160, MOST_ROWS = 700 };

/* A recording whole, and how its answers are compared. */
struct whole {
    struct us_recording recording;
    struct us_sampler *sampler; /* NULL: it is not sound */
    bool is_dense;
    double within_m;
};

static bool is_finite_motion(const struct us_motion *motion)
{
    float all[sizeof *motion / sizeof(float)];
    memcpy(all, motion, sizeof *motion);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (!isfinite(all[i]))
            return false;
    return true;
}

static void check_finite(const struct us_frame_sample *sample, double time_s)
{
    bool finite = is_finite_motion(&sample->head.motion);
    for (unsigned hand = 0; hand < US_HAND_COUNT; hand++)
        for (unsigned joint = 0; joint < US_JOINT_COUNT; joint++)
            finite = finite && is_finite_motion(&sample->hands[hand].joints[joint]);
    if (sample->gaze.valid)
        finite = finite && isfinite(us_vec3_norm(sample->gaze.direction)) &&
                 isfinite(sample->gaze.origin_m.x) && isfinite(sample->gaze.direction_rate.x);
    fuzz_check(finite, "an answer at %.17g s is not finite", time_s);
}

static bool is_same_gaze(const struct us_gaze_sample *a, const struct us_gaze_sample *b)
{
    if (a->how != b->how || a->valid != b->valid)
        return false;
    return !a->valid ||
           (memcmp(&a->direction, &b->direction, sizeof a->direction) == 0 &&
            memcmp(&a->origin_m, &b->origin_m, sizeof a->origin_m) == 0 &&
            memcmp(&a->origin_m_s, &b->origin_m_s, sizeof a->origin_m_s) == 0 &&
            memcmp(&a->direction_rate, &b->direction_rate, sizeof a->direction_rate) == 0);
}

static void check_same(const struct us_frame_sample *a, const struct us_frame_sample *b,
                       double time_s)
{
    fuzz_check(a->head.how == b->head.how &&
                   memcmp(&a->head.motion, &b->head.motion, sizeof a->head.motion) == 0,
               "the heads differ at %.17g s", time_s);
    fuzz_check(is_same_gaze(&a->gaze, &b->gaze), "the gazes differ at %.17g s", time_s);
    for (unsigned hand = 0; hand < US_HAND_COUNT; hand++) {
        const struct us_hand_sample *x = &a->hands[hand], *y = &b->hands[hand];
        fuzz_check(x->how == y->how && x->tracked == y->tracked && x->pinching == y->pinching &&
                       memcmp(x->joints, y->joints, sizeof x->joints) == 0,
                   "hands %u differ at %.17g s", hand, time_s);
    }
}

static bool is_near(struct us_vec3 a, struct us_vec3 b, double within_m)
{
    return fabs((double)a.x - (double)b.x) <= within_m &&
           fabs((double)a.y - (double)b.y) <= within_m &&
           fabs((double)a.z - (double)b.z) <= within_m;
}

static void check_near(const struct us_frame_sample *a, const struct us_frame_sample *b,
                       double within_m, double time_s)
{
    bool near = a->head.how == b->head.how && a->gaze.how == b->gaze.how &&
                a->gaze.valid == b->gaze.valid &&
                is_near(a->head.motion.pose.position_m, b->head.motion.pose.position_m, within_m);
    for (unsigned hand = 0; hand < US_HAND_COUNT; hand++) {
        const struct us_hand_sample *x = &a->hands[hand], *y = &b->hands[hand];
        near = near && x->how == y->how && x->tracked == y->tracked && x->pinching == y->pinching;
        for (unsigned joint = 0; joint < US_JOINT_COUNT; joint++)
            near = near && is_near(x->joints[joint].pose.position_m,
                                   y->joints[joint].pose.position_m, within_m);
    }
    fuzz_check(near, "the answers are far apart at %.17g s", time_s);
}

/* Through the whole, on some keys and beside them, and where there is nothing. */
static unsigned pick_times(const struct us_curve_index *index, double times_s[MOST_TIMES])
{
    double first_s = index->head.first_key_s, last_s = index->head.last_key_s;
    unsigned count = 0;
    for (unsigned i = 0; i <= STEPS; i++)
        times_s[count++] = first_s + (last_s - first_s) * (double)i / STEPS;
    for (unsigned i = 0; i < US_CURVE_COUNT && count + 8 < MOST_TIMES; i++) {
        if (index->head.curves[i].key_count == 0)
            continue;
        times_s[count++] = (double)index->first_s[i];
        times_s[count++] = nextafter((double)index->last_s[i], -INFINITY);
        times_s[count++] = (double)index->last_s[i];
    }
    times_s[count++] = first_s - 1.0;
    times_s[count++] = last_s + 1.0;
    times_s[count++] = (double)INFINITY;
    times_s[count++] = -(double)INFINITY;
    times_s[count++] = (double)NAN;
    return count;
}

static void play(struct us_sampler *stream, const struct whole *whole, const double *times_s,
                 unsigned count)
{
    us_sampler_set_wait(stream, true);
    for (unsigned i = 0; i < count; i++) {
        struct us_frame_sample streamed, kept;
        us_sampler_frame(stream, times_s[i], US_SAMPLE_ALL, &streamed);
        check_finite(&streamed, times_s[i]);
        if (whole->sampler == NULL)
            continue;
        us_sampler_frame(whole->sampler, times_s[i], US_SAMPLE_ALL, &kept);
        if (whole->is_dense)
            check_near(&streamed, &kept, whole->within_m, times_s[i]);
        else
            check_same(&streamed, &kept, times_s[i]);
    }
    struct us_error error;
    if (whole->sampler != NULL)
        fuzz_check(!us_sampler_error(stream, &error), "only streaming: %s", error.text);
}

static void measure(struct whole *whole)
{
    const struct us_curve *curves[US_CURVE_COUNT];
    struct us_curve_key_times times;
    double most = 0.0;
    for (unsigned i = 0; i < US_CURVE_COUNT; i++) {
        curves[i] = &whole->recording.curves[i];
        for (uint32_t key = 0; key < curves[i]->key_count; key++) {
            struct us_key made = us_curve_key(curves[i], key);
            most = fmax(most, fabs((double)made.value));
        }
    }
    fuzz_check(us_curve_key_times_union(curves, US_CURVE_COUNT, &times), "out of memory");
    whole->is_dense = times.count > MOST_ROWS;
    whole->within_m = 1e-6 * most;
    us_curve_key_times_finish(&times);
}

/* The sampler looks into the recording where it lies. */
static void open_whole(const uint8_t *bytes, size_t size, struct whole *whole)
{
    uint8_t *copy = malloc(size);
    struct us_error error = {0};
    fuzz_check(copy != NULL, "out of memory");
    memcpy(copy, bytes, size);
    *whole = (struct whole){.sampler = NULL};
    if (us_recording_decode(copy, size, &whole->recording, NULL) != US_OK) {
        free(copy);
        return;
    }
    measure(whole);
    fuzz_check(us_repair(&whole->recording, NULL, &error) == US_OK, "%s", error.text);
    fuzz_check(us_sampler_create(&whole->recording, &whole->sampler, &error) == US_OK, "%s",
               error.text);
}

static void play_whole(const struct whole *whole, const double *times_s, unsigned count)
{
    for (unsigned i = 0; whole->sampler != NULL && i < count; i++) {
        struct us_frame_sample kept;
        us_sampler_frame(whole->sampler, times_s[i], US_SAMPLE_ALL, &kept);
        check_finite(&kept, times_s[i]);
    }
}

static void try_file(const uint8_t *bytes, size_t size)
{
    struct us_file file = us_file_in_memory(bytes, size);
    struct us_curve_index index;
    struct us_error error = {0};
    if (us_curve_index_read(&file, &index, NULL) != US_OK)
        return;
    bool sorted = true;
    fuzz_check(us_sorted_keys_check(&file, &index, &sorted, &error) == US_OK, "%s", error.text);
    if (!sorted) {
        us_curve_index_finish(&index);
        struct us_file copy;
        if (us_sorted_keys_read(&file, &copy, &index, NULL) != US_OK)
            return;
        file = copy;
    }
    struct whole whole;
    open_whole(bytes, size, &whole);
    struct us_sampler *stream = NULL;
    double times_s[MOST_TIMES];
    unsigned count = pick_times(&index, times_s);
    if (us_repair_needs_whole(&index, &file)) {
        us_curve_index_finish(&index);
        us_file_close(&file);
        play_whole(&whole, times_s, count);
    } else if (us_sampler_create_streaming(&file, &index, &stream, &error) == US_OK) {
        play(stream, &whole, times_s, count);
    } else {
        fuzz_check(whole.sampler == NULL, "only whole: %s", error.text);
    }
    us_sampler_destroy(stream);
    us_sampler_destroy(whole.sampler);
    us_recording_finish(&whole.recording);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t file_size;
    uint8_t *bytes = fuzz_animation(data, size, &file_size);
    try_file(bytes, file_size);
    free(bytes);
    return 0;
}
