/* SPDX-License-Identifier: MIT */
#include "core/repair/repair.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/repair/repair_parts.h"
#include "core/curve/key_times.h"

static const struct {
    const char *name;
    enum us_repair_weight weight;
    const char *sentence; /* printf: the place, the count, and an s where the count is not one */
} kinds[US_REPAIR_KIND_COUNT] = {
    [US_REPAIR_W_DEFECT] = {"w-defect", US_REPAIR_MENDED,
                            "%s: rotation W was lost by the toolkit's key reduction; rebuilt at "
                            "%" PRIu64 " key%s"},
    [US_REPAIR_W_CAMERA] = {"w-camera", US_REPAIR_REMAINS,
                            "%s: nothing but continuity tells the sign of the rebuilt W at %" PRIu64
                            " key%s; check the picture, or record again with a newer toolkit"},
    [US_REPAIR_SIGN_FLIP] = {"sign-flip", US_REPAIR_MENDED,
                             "%s: the rotation changes its sign between keys; aligned at %" PRIu64
                             " key%s"},
    [US_REPAIR_ZERO_ROTATION] = {"zero-rotation", US_REPAIR_MENDED,
                                 "%s: no rotation in %" PRIu64 " key%s; a neighbour's is held"},
    [US_REPAIR_NO_ROTATION] = {"no-rotation", US_REPAIR_REMAINS,
                               "%s: no rotation in any of %" PRIu64 " key%s; played as identity"},
    [US_REPAIR_NOT_UNIT] = {"not-unit", US_REPAIR_MENDED,
                            "%s: the rotation is not unit in %" PRIu64
                            " key%s; normalised when played"},
    [US_REPAIR_TRACKING_GAP] = {"tracking-gap", US_REPAIR_NOTE,
                                "%s: not tracked in %" PRIu64 " gap%s"},
    [US_REPAIR_ZERO_GAZE] = {"zero-gaze", US_REPAIR_NOTE,
                             "%s: no direction in %" PRIu64 " key%s; played as no gaze"},
    [US_REPAIR_UNKNOWN_WRAP] = {"unknown-wrap", US_REPAIR_MENDED,
                                "%s: a wrap mode that does not exist in %" PRIu64
                                " curve%s, this one first; clamped"},
    [US_REPAIR_UNKNOWN_WEIGHTED] = {"unknown-weighted", US_REPAIR_MENDED,
                                    "%s: a weighted mode that does not exist in %" PRIu64
                                    " key%s; its two low bits count"},
    [US_REPAIR_SPLIT_TIMES] = {"split-times", US_REPAIR_REMAINS,
                               "%s: sign changes or empty keys were left alone at %" PRIu64
                               " key%s, because the components have keys at different times and "
                               "are not linear"},
    [US_REPAIR_UNSORTED] = {"unsorted", US_REPAIR_MENDED,
                            "%s: keys that are not sorted by time in %" PRIu64
                            " curve%s, this one first; sorted"},
    [US_REPAIR_MARKER_NAME] = {"marker-name", US_REPAIR_MENDED,
                               "%s: %" PRIu64 " name%s not in UTF-8; what is no text is replaced"},
    [US_REPAIR_LOST_TAIL] = {"lost-tail", US_REPAIR_REMAINS,
                             "%s and the other poses end before the hands' flags do"},
};

const char *us_repair_name(enum us_repair_kind kind)
{
    return (unsigned)kind < US_REPAIR_KIND_COUNT ? kinds[kind].name : "?";
}

enum us_repair_weight us_repair_weight(enum us_repair_kind kind)
{
    return (unsigned)kind < US_REPAIR_KIND_COUNT ? kinds[kind].weight : US_REPAIR_REMAINS;
}

/* "left IndexTip rotation X" is the rotation's first curve; its owner is "left IndexTip". */
static void place_name(const struct us_repair_item *item, char *out, unsigned out_size)
{
    us_recording_curve_name(item->curve_index, out, out_size);
    if (item->curve_index == US_CURVE_COUNT)
        snprintf(out, out_size, "markers");
    if (item->kind == US_REPAIR_UNKNOWN_WRAP || item->kind == US_REPAIR_UNSORTED ||
        item->kind == US_REPAIR_UNKNOWN_WEIGHTED)
        return;
    unsigned words =
        item->curve_index >= US_CURVE_JOINTS && item->curve_index < US_CURVE_GAZE ? 2 : 1;
    for (char *at = out; *at != '\0'; at++)
        if (*at == ' ' && --words == 0) {
            *at = '\0';
            return;
        }
}

void us_repair_describe(const struct us_repair_item *item, char *out, unsigned out_size)
{
    char place[US_ERROR_CURVE_SIZE];
    place_name(item, place, sizeof(place));
    if (out_size > 0)
        out[0] = '\0';
    if (item->kind == US_REPAIR_LOST_TAIL) {
        snprintf(
            out, out_size,
            "the poses end %.3f s before the hands' flags do: the toolkit lost the last frames; "
            "they cannot be brought back",
            item->seconds);
    } else if (item->kind == US_REPAIR_TRACKING_GAP) {
        snprintf(out, out_size, "%s: not tracked in %" PRIu64 " gap%s, %.3f s in all", place,
                 item->count, item->count == 1 ? "" : "s", item->seconds);
    } else if ((unsigned)item->kind < US_REPAIR_KIND_COUNT) {
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
#endif
        snprintf(out, out_size, kinds[item->kind].sentence, place, item->count,
                 item->count == 1 ? "" : "s");
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif
    }
}

bool us_repair_note(struct us_repair_work *work, enum us_repair_kind kind, unsigned curve_index,
                    uint64_t count, double seconds)
{
    struct us_repair_report *report = work->report;
    if (report == NULL)
        return true;
    if (report->item_count == report->item_capacity) {
        uint32_t capacity = report->item_capacity > 0 ? report->item_capacity * 2 : 16;
        struct us_repair_item *items = realloc(report->items, sizeof(*items) * capacity);
        if (items == NULL)
            return false;
        report->items = items;
        report->item_capacity = capacity;
    }
    uint32_t place = report->item_count++;
    for (; place > 0 && report->items[place - 1].curve_index > curve_index; place--)
        report->items[place] = report->items[place - 1];
    report->items[place] = (struct us_repair_item){kind, curve_index, count, seconds};
    return true;
}

uint8_t *us_repair_new_keys(struct us_repair_work *work, struct us_curve *curve, uint32_t count,
                            uint32_t key_size)
{
    uint8_t *keys = malloc((size_t)count * key_size + 1);
    if (keys == NULL || !us_recording_own(work->recording, keys))
        return NULL;
    curve->keys = keys;
    curve->key_count = count;
    curve->key_size = key_size;
    curve->axis = 0;
    return keys;
}

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

/* All of the time that is played counts, as in the share of it in which the hand is tracked. A hand
 * that is never seen has no gaps. */
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

/* Without a camera nothing need go on after the hands are lost. */
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

bool us_repair_note_reading(struct us_repair_work *work, const struct us_recording *recording)
{
    uint32_t names = recording->mended_names, unsorted = recording->unsorted_curves;
    return (unsorted == 0 ||
            us_repair_note(work, US_REPAIR_UNSORTED, recording->first_unsorted, unsorted, 0.0)) &&
           (names == 0 || us_repair_note(work, US_REPAIR_MARKER_NAME, US_CURVE_COUNT, names, 0.0));
}

static bool repair_hand(struct us_repair_work *work, enum us_hand hand)
{
    bool done = note_gaps(work, US_CURVE_TRACKED + (unsigned)hand);
    for (unsigned i = 0; i < US_JOINT_COUNT && done; i++) {
        enum us_joint joint = (enum us_joint)i;
        unsigned rotation = us_recording_joint_curve(hand, joint) + US_POSE_QX;
        done = us_repair_w(work, rotation, hand, joint) &&
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
                us_repair_w(&work, US_CURVE_CAMERA + US_POSE_QX, US_HAND_LEFT, US_JOINT_NONE) &&
                us_repair_rotation(&work, US_CURVE_CAMERA + US_POSE_QX, true) &&
                repair_hand(&work, US_HAND_LEFT) && repair_hand(&work, US_HAND_RIGHT) &&
                note_zero_gaze(&work) && us_repair_note_reading(&work, recording);
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

void us_repair_report_finish(struct us_repair_report *report)
{
    free(report->items);
    *report = (struct us_repair_report){0};
}
