/* SPDX-License-Identifier: MIT */
#include "generate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/bytes.h"
#include "core/recording/format.h"
#include "random.h"
#include "track.h"

enum { TRACK_JOINTS = 1, TRACK_GAZE = TRACK_JOINTS + US_HAND_COUNT * US_JOINT_COUNT };
enum { TRACK_COUNT = TRACK_GAZE + 1, MAX_FRAMES = 1 << 24 };

struct work {
    const struct us_generate_settings *settings;
    struct us_recording *recording;
    struct us_track tracks[TRACK_COUNT];
    struct us_writer flags[US_CURVE_JOINTS - US_CURVE_TRACKED];
    uint64_t keys_made; /* numbers the keys for the choice of their kind */
};

struct us_generate_settings us_generate_default(void)
{
    return (struct us_generate_settings){
        .performance = {.kind = US_PERFORMANCE_ALL, .seconds = 10.0, .seed = 1},
        .rate_hz = 60.0,
        .layout = {.version_major = 1,
                   .version_minor = 1,
                   .key_size = US_KEY_SIZE_SHORT,
                   .has_markers = true,
                   .has_camera = true,
                   .has_hands = true,
                   .has_gaze = true},
    };
}

static bool flag_value(const struct us_performed_frame *frame, unsigned flag)
{
    const struct us_performed_hand *hand = &frame->hands[flag % US_HAND_COUNT];
    return flag < US_HAND_COUNT ? hand->tracked : hand->pinching;
}

static bool add_flags(struct work *work, float time_s, const struct us_performed_frame *frame)
{
    for (unsigned i = 0; i < US_CURVE_JOINTS - US_CURVE_TRACKED; i++) {
        struct us_writer *keys = &work->flags[i];
        float value = flag_value(frame, i) ? 1.0f : 0.0f;
        if (keys->size > 0 && us_bytes_load_f32(keys->bytes + keys->size - 4) == value)
            continue;
        us_writer_f32(keys, time_s);
        us_writer_f32(keys, value);
        if (keys->failed)
            return false;
    }
    return true;
}

static bool add_joints(struct work *work, float time_s, const struct us_performed_frame *frame)
{
    bool done = true;
    for (unsigned hand = 0; hand < US_HAND_COUNT; hand++) {
        struct us_track *tracks = &work->tracks[TRACK_JOINTS + hand * US_JOINT_COUNT];
        for (unsigned i = US_JOINT_WRIST; i < US_JOINT_COUNT && frame->hands[hand].tracked; i++)
            done = done && us_track_add_pose(&tracks[i], time_s, frame->hands[hand].joints[i]);
    }
    return done;
}

static bool add_frame(struct work *work, float time_s)
{
    const struct us_generate_settings *settings = work->settings;
    struct us_performed_frame frame;
    us_performance_at(&settings->performance, (double)time_s - settings->start_s, &frame);
    bool done = true;
    if (settings->layout.has_camera)
        done = us_track_add_pose(&work->tracks[0], time_s, frame.head);
    if (settings->layout.has_hands)
        done = done && add_flags(work, time_s, &frame) && add_joints(work, time_s, &frame);
    if (settings->layout.has_gaze)
        done = done && us_track_add_ray(&work->tracks[TRACK_GAZE], time_s, frame.gaze_origin_m,
                                        frame.gaze_direction);
    return done;
}

static bool add_frames(struct work *work)
{
    const struct us_generate_settings *settings = work->settings;
    /* A product that is a hair below a whole number is meant to be one. */
    uint32_t last = (uint32_t)(settings->performance.seconds * settings->rate_hz + 1e-6);
    for (uint32_t i = 0; i <= last; i++)
        if (!add_frame(work, (float)(settings->start_s + (double)i / settings->rate_hz)))
            return false;
    for (unsigned i = 0; i < TRACK_COUNT && settings->reduce; i++)
        if (!us_track_reduce(&work->tracks[i]))
            return false;
    return true;
}

/* The slope at a kept row, from its kept neighbours. */
static float slope_at(const struct us_track *track, unsigned component, uint32_t index)
{
    uint32_t before = index, after = index;
    while (before > 0 && (before == index || !us_track_keeps(track, component, before)))
        before--;
    while (after + 1 < track->count && (after == index || !us_track_keeps(track, component, after)))
        after++;
    const struct us_track_row *a = &track->rows[before], *b = &track->rows[after];
    float length_s = b->time_s - a->time_s;
    return length_s > 0.0f ? (b->values[component] - a->values[component]) / length_s : 0.0f;
}

static struct us_key make_key(struct work *work, const struct us_track *track, unsigned component,
                              uint32_t index)
{
    const struct us_generate_settings *settings = work->settings;
    const struct us_track_row *row = &track->rows[index];
    struct us_key key = {
        .time_s = row->time_s, .value = row->values[component], .weighted_mode = US_WEIGHTED_BOTH};
    uint64_t seed = settings->performance.seed + 2;
    uint64_t number = 3 * work->keys_made++;
    double choice = us_random_between(seed, number, 0.0, 100.0);
    if (choice >= (double)(settings->hermite_percent + settings->weighted_percent))
        return key;
    key.in_tangent = key.out_tangent = slope_at(track, component, index);
    if (choice < (double)settings->hermite_percent) {
        key.weighted_mode = US_WEIGHTED_NONE;
        return key;
    }
    key.in_weight = (float)us_random_between(seed, number + 1, 0.1, 0.9);
    key.out_weight = (float)us_random_between(seed, number + 2, 0.1, 0.9);
    return key;
}

/* Give the recording a curve of these bytes, which become its own. */
static bool set_curve(struct work *work, unsigned curve_index, struct us_writer *keys,
                      uint32_t key_size)
{
    struct us_curve *curve = &work->recording->curves[curve_index];
    *curve = (struct us_curve){.key_size = key_size,
                               .pre_wrap = US_WRAP_CLAMP_FOREVER,
                               .post_wrap = US_WRAP_CLAMP_FOREVER,
                               .byte = US_NO_BYTE};
    if (keys->failed)
        return false;
    if (keys->bytes == NULL)
        return true;
    curve->keys = keys->bytes;
    curve->key_count = (uint32_t)(keys->size / key_size);
    *keys = (struct us_writer){0};
    return us_recording_own(work->recording, (void *)(uintptr_t)curve->keys);
}

static bool make_curve(struct work *work, unsigned curve_index, const struct us_track *track,
                       unsigned component)
{
    uint32_t key_size = work->settings->layout.key_size;
    struct us_writer keys = {0};
    for (uint32_t i = 0; i < track->count; i++) {
        if (!us_track_keeps(track, component, i))
            continue;
        uint8_t bytes[US_KEY_SIZE_FULL];
        struct us_key key = make_key(work, track, component, i);
        us_key_store(&key, bytes);
        us_writer_put(&keys, bytes, key_size);
    }
    bool done = set_curve(work, curve_index, &keys, key_size);
    us_writer_finish(&keys);
    return done;
}

static bool make_curves(struct work *work)
{
    bool done = true;
    for (unsigned i = 0; i < US_CURVE_JOINTS - US_CURVE_TRACKED; i++)
        done = done && set_curve(work, US_CURVE_TRACKED + i, &work->flags[i], US_KEY_SIZE_SHORT);
    for (unsigned i = 0; i < TRACK_COUNT && done; i++) {
        struct us_track *track = &work->tracks[i];
        unsigned components = i == TRACK_GAZE ? US_RAY_CURVES : US_POSE_CURVES;
        unsigned first = i == 0            ? US_CURVE_CAMERA
                         : i == TRACK_GAZE ? US_CURVE_GAZE
                                           : US_CURVE_JOINTS + (i - TRACK_JOINTS) * US_POSE_CURVES;
        for (unsigned c = 0; c < components && done; c++)
            done = make_curve(work, first + c, track, c);
        us_track_finish(track);
    }
    return done;
}

static bool make_markers(struct work *work)
{
    const struct us_generate_settings *settings = work->settings;
    struct us_recording *recording = work->recording;
    if (settings->marker_count == 0)
        return true;
    recording->markers = calloc(settings->marker_count, sizeof *recording->markers);
    if (recording->markers == NULL)
        return false;
    for (uint32_t i = 0; i < settings->marker_count; i++) {
        struct us_marker *marker = &recording->markers[recording->marker_count];
        marker->time_s = (float)settings->markers[i].time_s;
        marker->name_length = (uint32_t)strlen(settings->markers[i].name);
        marker->name = malloc((size_t)marker->name_length + 1);
        if (marker->name == NULL)
            return false;
        memcpy(marker->name, settings->markers[i].name, (size_t)marker->name_length + 1);
        recording->marker_count++;
    }
    return true;
}

static enum us_result check(const struct us_generate_settings *settings, struct us_error *error)
{
    double frames = settings->performance.seconds * settings->rate_hz;
    const char *wrong = NULL;
    if (us_performance_name(settings->performance.kind) == NULL)
        wrong = "there is no such performance";
    else if (!(settings->performance.seconds > 0.0 && settings->rate_hz > 0.0))
        wrong = "seconds and rate must be above 0";
    else if (!(frames < MAX_FRAMES) || !isfinite(settings->start_s))
        wrong = "this is too long";
    else if (settings->hermite_percent + settings->weighted_percent > 100)
        wrong = "the percentages come to more than 100";
    else if (settings->layout.key_size == US_KEY_SIZE_SHORT &&
             settings->hermite_percent + settings->weighted_percent > 0)
        wrong = "keys of 8 bytes are always linear";
    for (uint32_t i = 0; i < settings->marker_count && wrong == NULL; i++) {
        const char *name = settings->markers[i].name;
        if (!us_format_is_text((const uint8_t *)name, (uint32_t)strlen(name)))
            wrong = "a marker's name is not UTF-8";
    }
    return wrong == NULL ? US_OK
                         : us_result_fail(error, US_ERROR_USAGE, US_NO_BYTE, NULL, "%s", wrong);
}

enum us_result us_generate(const struct us_generate_settings *settings, struct us_recording *out,
                           struct us_error *error)
{
    *out = (struct us_recording){.layout = settings->layout};
    enum us_result result = check(settings, error);
    if (result != US_OK)
        return result;
    struct work work = {.settings = settings, .recording = out};
    if (!add_frames(&work) || !make_curves(&work) || !make_markers(&work))
        result = us_result_fail(error, US_ERROR_MEMORY, US_NO_BYTE, NULL,
                                "out of memory while generating");
    for (unsigned i = 0; i < TRACK_COUNT; i++)
        us_track_finish(&work.tracks[i]);
    for (unsigned i = 0; i < US_CURVE_JOINTS - US_CURVE_TRACKED; i++)
        us_writer_finish(&work.flags[i]);
    if (result == US_OK)
        us_recording_measure(out);
    else
        us_recording_finish(out);
    return result;
}
