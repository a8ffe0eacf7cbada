/* SPDX-License-Identifier: MIT */
#include "core/repair/repair.h"

#include <math.h>

#include "core/curve/key_times.h"
#include "core/repair/repair_rotation.h"
#include "core/repair/repair_w.h"
#include "core/repair/repair_work.h"

static bool wrap_is_known(int32_t mode)
{
    return mode == US_WRAP_DEFAULT || mode == US_WRAP_ONCE || mode == US_WRAP_LOOP ||
           mode == US_WRAP_PINGPONG || mode == US_WRAP_CLAMP_FOREVER;
}

static bool note_unknown_modes(struct us_repair_work *work)
{
    uint64_t unknown_wraps = 0;
    unsigned first_wrap = 0;
    for (unsigned i = 0; i < US_CURVE_COUNT; i++) {
        const struct us_curve *curve = &work->recording->curves[i];
        uint64_t unknown_modes = 0;
        if (!wrap_is_known(curve->pre_wrap) || !wrap_is_known(curve->post_wrap)) {
            first_wrap = unknown_wraps == 0 ? i : first_wrap;
            unknown_wraps++;
        }
        for (uint32_t k = 0; k < curve->key_count && curve->key_size == US_KEY_SIZE_FULL; k++) {
            int32_t mode = us_curve_key(curve, k).weighted_mode;
            unknown_modes += mode < US_WEIGHTED_NONE || mode > US_WEIGHTED_BOTH;
        }
        if (unknown_modes > 0 &&
            !us_repair_note(work, US_REPAIR_UNKNOWN_WEIGHTED, i, unknown_modes, 0.0))
            return false;
    }
    return unknown_wraps == 0 ||
           us_repair_note(work, US_REPAIR_UNKNOWN_WRAP, first_wrap, unknown_wraps, 0.0);
}

/* Counts gaps in the time that is played only. A hand that is never tracked has no gaps. */
static bool note_gaps(struct us_repair_work *work, unsigned curve_index)
{
    const struct us_recording *recording = work->recording;
    const struct us_curve *tracked = &recording->curves[curve_index];
    uint64_t gaps = 0;
    double seconds = 0.0, from_s = us_recording_start_s(recording);
    bool was_tracked = true, seen = false;
    for (uint32_t i = 0; i <= tracked->key_count && from_s < recording->last_key_s; i++) {
        bool is_key = i < tracked->key_count;
        double to_s = is_key ? (double)us_curve_time_s(tracked, i) : recording->last_key_s;
        if (to_s <= from_s)
            continue;
        to_s = fmin(to_s, recording->last_key_s);
        bool is_tracked = us_curve_evaluate_bool(tracked, from_s);
        gaps += was_tracked && !is_tracked;
        seconds += is_tracked ? 0.0 : to_s - from_s;
        was_tracked = is_tracked;
        seen |= is_tracked;
        from_s = to_s;
    }
    return gaps == 0 || !seen ||
           us_repair_note(work, US_REPAIR_TRACKING_GAP, curve_index, gaps, seconds);
}

static bool note_zero_gaze(struct us_repair_work *work)
{
    unsigned first = US_CURVE_GAZE + US_RAY_DX;
    const struct us_curve *curves = &work->recording->curves[first];
    const struct us_curve *const xyz[3] = {&curves[0], &curves[1], &curves[2]};
    struct us_key_times times;
    if (!us_key_times_union(xyz, 3, &times))
        return false;
    uint64_t zeros = 0;
    for (uint32_t i = 0; i < times.count; i++) {
        double norm = 0.0;
        for (unsigned c = 0; c < 3; c++) {
            double value = us_curve_evaluate_clamped(xyz[c], (double)times.at_s[i]);
            norm += value * value;
        }
        zeros += sqrt(norm) < US_REPAIR_ZERO_NORM;
    }
    us_key_times_finish(&times);
    return zeros == 0 || us_repair_note(work, US_REPAIR_ZERO_GAZE, first, zeros, 0.0);
}

static double last_key_s(const struct us_recording *recording, bool of_flags)
{
    double last_s = -INFINITY;
    for (unsigned i = 0; i < US_CURVE_COUNT; i++) {
        const struct us_curve *curve = &recording->curves[i];
        if (us_recording_curve_is_bool(i) == of_flags && curve->key_count > 0)
            last_s = fmax(last_s, (double)us_curve_time_s(curve, curve->key_count - 1));
    }
    return last_s;
}

/* Whether a hand is tracked after `time_s`. A recording without a camera may end its poses when
 * tracking ends. */
static bool seen_after(const struct us_recording *recording, double time_s)
{
    for (unsigned hand = 0; hand < US_HAND_COUNT; hand++) {
        const struct us_curve *tracked = &recording->curves[US_CURVE_TRACKED + hand];
        for (uint32_t i = tracked->key_count; i-- > 0;) {
            if (us_curve_key(tracked, i).value > 0.5f)
                return true;
            if ((double)us_curve_time_s(tracked, i) <= time_s)
                break;
        }
    }
    return false;
}

static bool note_lost_tail(struct us_repair_work *work)
{
    double flags_s = last_key_s(work->recording, true);
    double poses_s = last_key_s(work->recording, false);
    if (work->recording->layout.version_minor == 0 || isinf(poses_s) || !(flags_s > poses_s + 1e-4))
        return true;
    if (!us_recording_has_head(work->recording) && !seen_after(work->recording, poses_s))
        return true;
    return us_repair_note(work, US_REPAIR_LOST_TAIL, US_CURVE_CAMERA, 1, flags_s - poses_s);
}

static bool repair_hand(struct us_repair_work *work, enum us_hand hand)
{
    bool done = note_gaps(work, US_CURVE_TRACKED + (unsigned)hand);
    for (unsigned i = 0; i < US_JOINT_COUNT && done; i++) {
        enum us_joint joint = (enum us_joint)i;
        unsigned rotation = us_recording_joint_curve(hand, joint) + US_POSE_QX;
        done = us_repair_w(work, rotation) &&
               us_repair_rotation(work, rotation, joint != US_JOINT_NONE);
    }
    return done;
}

enum us_result us_repair(struct us_recording *recording, struct us_repair_report *report,
                         struct us_error *error)
{
    struct us_repair_work work = {recording, report};
    if (report != NULL)
        *report = (struct us_repair_report){0};
    bool done = note_unknown_modes(&work) && note_lost_tail(&work) &&
                us_repair_w(&work, US_CURVE_CAMERA + US_POSE_QX) &&
                us_repair_rotation(&work, US_CURVE_CAMERA + US_POSE_QX, true) &&
                repair_hand(&work, US_HAND_LEFT) && repair_hand(&work, US_HAND_RIGHT) &&
                note_zero_gaze(&work) && us_repair_report_add_reading(report, recording);
    if (done)
        return US_OK;
    if (report != NULL)
        us_repair_report_finish(report);
    return us_result_fail(error, US_ERROR_MEMORY, US_NO_BYTE, NULL,
                          "out of memory while repairing the recording");
}

enum us_result us_repair_window(struct us_recording *window, struct us_error *error)
{
    struct us_repair_work work = {window, NULL};
    bool done = us_repair_rotation(&work, US_CURVE_CAMERA + US_POSE_QX, true);
    for (unsigned i = 0; i < US_HAND_COUNT * US_JOINT_COUNT && done; i++)
        done = us_repair_rotation(&work, US_CURVE_JOINTS + i * US_POSE_CURVES + US_POSE_QX, true);
    return done ? US_OK
                : us_result_fail(error, US_ERROR_MEMORY, US_NO_BYTE, NULL,
                                 "out of memory while repairing the recording");
}
