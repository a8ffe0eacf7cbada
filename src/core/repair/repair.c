/* SPDX-License-Identifier: MIT */
#include "core/repair/repair.h"

#include <string.h>

#include "core/keys/sorted_keys.h"
#include "core/repair/detect.h"
#include "core/repair/detect_w.h"
#include "core/repair/repair_work.h"

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

static enum us_result write_w(struct us_repair_work *work, unsigned curve_index,
                              const struct us_lost_w *lost)
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
static enum us_result repair_w(struct us_repair_work *work, unsigned curve_index)
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

static enum us_result repair_pose(struct us_repair_work *work, unsigned pose)
{
    unsigned rotation = us_recording_pose_curve(pose) + US_POSE_QX;
    enum us_result result = repair_w(work, rotation);
    return result == US_OK ? us_repair_rotation(work, rotation, us_recording_pose_is_expected(pose))
                           : result;
}

static enum us_result repair_all(struct us_repair_work *work)
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

static struct us_repair_work begin(struct us_recording *recording, struct us_repair_report *report,
                                   struct us_error *error)
{
    return (struct us_repair_work){
        .recording = recording,
        .detect = {.source = us_key_source_in_memory(recording), .report = report, .error = error}};
}

enum us_result us_repair(struct us_recording *recording, struct us_repair_report *report,
                         struct us_error *error)
{
    if (report != NULL)
        *report = (struct us_repair_report){0};
    struct us_repair_work work = begin(recording, report, error);
    enum us_result result = repair_all(&work);
    if (result != US_OK && report != NULL)
        us_repair_report_finish(report);
    return result;
}

enum us_result us_repair_window(struct us_recording *window, struct us_error *error)
{
    struct us_repair_work work = begin(window, NULL, error);
    enum us_result result = US_OK;
    for (unsigned pose = 0; pose < US_RECORDING_POSES && result == US_OK; pose++)
        result = us_repair_rotation(&work, us_recording_pose_curve(pose) + US_POSE_QX,
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
