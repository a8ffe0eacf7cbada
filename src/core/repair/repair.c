/* SPDX-License-Identifier: MIT */
#include "core/repair/repair.h"

#include "core/repair/detect_flags.h"
#include "core/repair/detect_modes.h"
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

static enum us_result repair_pose(struct us_repair_work *work, unsigned pose)
{
    unsigned rotation = us_recording_pose_curve(pose) + US_POSE_QX;
    enum us_result result = us_repair_w(work, rotation);
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
