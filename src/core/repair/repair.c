/* SPDX-License-Identifier: MIT */
#include "core/repair/repair.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/curve/curve.h"
#include "core/keys/sorted_keys.h"
#include "core/repair/detect.h"
#include "core/repair/detect_rotation.h"
#include "core/repair/detect_w.h"

struct work {
    struct us_recording *recording; /* what is repaired, in place */
    struct us_detect detect;        /* reads the same recording */
};

enum { COMPONENTS = US_ROTATION_COMPONENTS };

/* Goes through the keys that one component gets. */
struct new_keys {
    const struct us_curve *curves; /* X Y Z W as they are */
    unsigned component;
    const struct us_rotation_found *found;
    const uint8_t *edits;
    struct us_curve_reader readers[COMPONENTS];
    struct us_key_merge times; /* where times are not shared */
    uint32_t next;
};

static void rewind_keys(struct new_keys *keys)
{
    for (unsigned i = 0; i < COMPONENTS; i++)
        us_curve_reader_init_in_memory(&keys->readers[i], &keys->curves[i]);
    us_key_merge_init(&keys->times, keys->readers, COMPONENTS);
    keys->next = 0;
}

/* An infinite tangent makes a step, and its sign says which key holds. It stays when the sign of
 * the rotation changes. */
static float negated_tangent(float tangent)
{
    return isinf(tangent) ? tangent : -tangent;
}

static struct us_key next_key(struct new_keys *keys)
{
    const struct us_curve *curve = &keys->curves[keys->component];
    struct us_key key = {.weighted_mode = US_WEIGHTED_BOTH};
    if (keys->found->shared) {
        key = us_curve_key(curve, keys->next);
    } else if (us_key_merge_next(&keys->times, &key.time_s)) {
        key.value = (float)us_curve_evaluate_clamped(curve, (double)key.time_s);
    }
    if (keys->edits[keys->next++] == US_ROTATION_FLIP) {
        key.value = -key.value;
        key.in_tangent = negated_tangent(key.in_tangent);
        key.out_tangent = negated_tangent(key.out_tangent);
    }
    return key;
}

/* Whether a later key stands at the same time: only the last key at a time counts. */
static bool is_hidden(const struct new_keys *keys, uint32_t index)
{
    return keys->found->shared && index + 1 < keys->found->count &&
           us_curve_time_s(keys->curves, index) == us_curve_time_s(keys->curves, index + 1);
}

static bool is_good(const struct new_keys *keys, uint32_t index)
{
    return keys->edits[index] != US_ROTATION_REPLACE && !is_hidden(keys, index);
}

/* Gives a key without data the value of a good key: the one before it, or the first good one. */
static void fill_zero(struct us_key *key, const struct us_key *good)
{
    key->value = good->value;
    if (!isinf(key->in_tangent))
        key->in_tangent = 0.0f;
    if (!isinf(key->out_tangent))
        key->out_tangent = 0.0f;
}

static void write_component(struct new_keys *keys, uint8_t *out, uint32_t key_size)
{
    rewind_keys(keys);
    struct us_key good = next_key(keys);
    for (uint32_t i = 0; i + 1 < keys->found->count && !is_good(keys, i); i++)
        good = next_key(keys);
    rewind_keys(keys);
    for (uint32_t i = 0; i < keys->found->count; i++) {
        struct us_key key = next_key(keys);
        if (keys->edits[i] == US_ROTATION_REPLACE)
            fill_zero(&key, &good);
        else if (!is_hidden(keys, i))
            good = key;
        uint8_t bytes[US_KEY_SIZE_FULL];
        us_key_store(&key, bytes);
        memcpy(out + (size_t)i * key_size, bytes, key_size);
    }
}

static enum us_result apply(struct work *work, unsigned curve_index,
                            const struct us_rotation_found *found, const uint8_t *edits)
{
    struct us_curve *curves = &work->recording->curves[curve_index];
    struct us_curve fresh[COMPONENTS];
    struct new_keys keys = {.curves = curves, .found = found, .edits = edits};
    for (unsigned i = 0; i < COMPONENTS; i++) {
        keys.component = i;
        fresh[i] = curves[i];
        uint32_t key_size = found->shared ? fresh[i].key_size : (uint32_t)US_KEY_SIZE_SHORT;
        uint8_t *out = us_recording_new_keys(work->recording, &fresh[i], found->count, key_size);
        if (out == NULL)
            return us_detect_out_of_memory(&work->detect);
        write_component(&keys, out, key_size);
        /* A curve of one key is constant; with more keys its wrap modes would make it repeat. */
        if (!us_curve_repeats(&curves[i]))
            fresh[i].pre_wrap = fresh[i].post_wrap = US_WRAP_CLAMP_FOREVER;
    }
    memcpy(curves, fresh, sizeof fresh);
    return US_OK;
}

/*
 * Finds the usual case without a copy: the components share their key times, every key has data,
 * and no sign changes. Then there is nothing to repair. A playing recording repairs each window of
 * keys, so this is about speed; what it does not find sound goes to the detector.
 */
static bool is_sound(const struct us_curve *curves)
{
    for (unsigned i = 1; i < COMPONENTS; i++)
        if (!us_curve_key_times_equal(&curves[0], &curves[i]))
            return false;
    float before[COMPONENTS] = {0.0f};
    for (uint32_t k = 0; k < curves[0].key_count; k++) {
        float turn = 0.0f, square = 0.0f;
        for (unsigned i = 0; i < COMPONENTS; i++) {
            float value = us_bytes_load_f32(curves[i].keys + (size_t)k * curves[i].key_size + 4);
            turn += value * before[i];
            square += value * value;
            before[i] = value;
        }
        if ((k > 0 && !(turn > 1e-5f)) || !(square > 1e-5f) || !(square < 1e5f))
            return false;
    }
    return true;
}

/* Detects and repairs the signs and the keys without data of the rotation whose X curve is
 * `curve_index`. Where a rotation is not `expected`, one without any data is no defect. US_OK or
 * US_ERROR_MEMORY. */
static enum us_result repair_rotation(struct work *work, unsigned curve_index, bool expected)
{
    /* Only a report needs the count of rotations that are not unit. */
    if (work->detect.report == NULL && is_sound(&work->recording->curves[curve_index]))
        return US_OK;
    struct us_rotation_found found;
    uint8_t *edits = malloc(us_detect_rotation_room(&work->detect.source, curve_index) + 1);
    if (edits == NULL)
        return us_detect_out_of_memory(&work->detect);
    enum us_result result =
        us_detect_rotation(&work->detect, curve_index, expected, NULL, edits, &found);
    if (result == US_OK && found.can_be_repaired)
        result = apply(work, curve_index, &found, edits);
    free(edits);
    return result;
}

static enum us_result detect_unknown_modes(const struct us_detect *detect)
{
    enum us_result result = US_OK;
    for (unsigned i = 0; i < US_CURVE_COUNT && result == US_OK; i++) {
        uint64_t unknown = us_detect_count_unknown_modes(&detect->source.recording->curves[i], 0);
        if (unknown > 0)
            result = us_detect_note(detect, US_REPAIR_UNKNOWN_WEIGHTED, i, unknown, 0.0);
    }
    return result;
}

enum { W = 3, XYZ = 3 };

static enum us_result write_w(struct work *work, unsigned curve_index, const struct us_lost_w *lost)
{
    struct us_curve *w = &work->recording->curves[curve_index + W];
    uint32_t key_size = w->key_size;
    uint8_t *keys = us_recording_new_keys(work->recording, w, lost->count, key_size);
    if (keys == NULL)
        return us_detect_out_of_memory(&work->detect);
    struct us_curve_reader xyz[XYZ], times_of[XYZ];
    us_key_source_open_all(&work->detect.source, 0, curve_index, XYZ, xyz);
    us_key_source_open_all(&work->detect.source, XYZ, curve_index, XYZ, times_of);
    struct us_key_merge times;
    us_key_merge_init(&times, times_of, XYZ);
    struct us_key key = {.weighted_mode = US_WEIGHTED_BOTH};
    for (uint32_t i = 0; i < lost->count && us_key_merge_next(&times, &key.time_s); i++) {
        key.value = us_lost_w_at(lost, i, xyz, (double)key.time_s);
        uint8_t bytes[US_KEY_SIZE_FULL];
        us_key_store(&key, bytes);
        memcpy(keys + (size_t)i * key_size, bytes, key_size);
    }
    return US_OK;
}

/* Detects and rebuilds a lost W of the rotation whose X curve is `curve_index`. US_OK or
 * US_ERROR_MEMORY. */
static enum us_result repair_w(struct work *work, unsigned curve_index)
{
    if (!us_detect_w_is_lost(&work->detect.source, curve_index))
        return US_OK;
    struct us_lost_w lost;
    enum us_result result = us_detect_lost_w(&work->detect, curve_index, &lost);
    if (result == US_OK)
        result = write_w(work, curve_index, &lost);
    us_lost_w_finish(&lost);
    return result;
}

static enum us_result repair_pose(struct work *work, unsigned pose)
{
    unsigned rotation = us_recording_pose_curve(pose) + US_POSE_QX;
    enum us_result result = repair_w(work, rotation);
    return result == US_OK ? repair_rotation(work, rotation, us_recording_pose_is_expected(pose))
                           : result;
}

static enum us_result repair_all(struct work *work)
{
    const struct us_detect *detect = &work->detect;
    enum us_result result = us_detect_unknown_wraps(detect);
    if (result == US_OK)
        result = detect_unknown_modes(detect);
    if (result == US_OK)
        result = us_detect_lost_tail(detect);
    for (unsigned hand = 0; hand < US_HAND_COUNT && result == US_OK; hand++)
        result = us_detect_gaps(detect, US_CURVE_TRACKED + hand);
    for (unsigned pose = 0; pose < US_RECORDING_POSES && result == US_OK; pose++)
        result = repair_pose(work, pose);
    if (result == US_OK)
        result = us_detect_zero_gaze(detect);
    if (result == US_OK && !us_repair_report_add_reading(detect->report, work->recording))
        result = us_detect_out_of_memory(detect);
    return result;
}

static struct work begin(struct us_recording *recording, struct us_repair_report *report,
                         struct us_error *error)
{
    return (struct work){
        .recording = recording,
        .detect = {.source = us_key_source_in_memory(recording), .report = report, .error = error}};
}

enum us_result us_repair(struct us_recording *recording, struct us_repair_report *report,
                         struct us_error *error)
{
    if (report != NULL)
        *report = (struct us_repair_report){0};
    struct work work = begin(recording, report, error);
    enum us_result result = repair_all(&work);
    if (result != US_OK && report != NULL)
        us_repair_report_finish(report);
    return result;
}

enum us_result us_repair_window(struct us_recording *window, struct us_error *error)
{
    struct work work = begin(window, NULL, error);
    enum us_result result = US_OK;
    for (unsigned pose = 0; pose < US_RECORDING_POSES && result == US_OK; pose++)
        result = repair_rotation(&work, us_recording_pose_curve(pose) + US_POSE_QX,
                                 us_recording_pose_is_expected(pose));
    return result;
}

bool us_repair_needs_whole(const struct us_curve_index *index, const struct us_file *file)
{
    uint8_t windows[2 * US_CURVE_READER_LEAST_WINDOW];
    struct us_key_source source =
        us_key_source_in_file(file, index, windows, US_CURVE_READER_LEAST_WINDOW);
    for (unsigned i = 0; i < US_CURVE_COUNT; i++)
        if (us_curve_repeats(&index->head.curves[i]))
            return true;
    for (unsigned pose = 0; pose < US_RECORDING_POSES; pose++)
        if (us_detect_w_is_lost(&source, us_recording_pose_curve(pose) + US_POSE_QX))
            return true;
    return false;
}
