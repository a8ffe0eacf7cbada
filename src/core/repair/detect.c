/* SPDX-License-Identifier: MIT */
#include "core/repair/detect.h"

#include <math.h>

#include "core/keys/key_density.h"

enum us_result us_detect_out_of_memory(const struct us_detect *detect)
{
    return us_result_fail(detect->error, US_ERROR_MEMORY, US_NO_BYTE, NULL,
                          "out of memory while checking the recording");
}

enum us_result us_detect_note(const struct us_detect *detect, enum us_repair_kind kind,
                              unsigned curve_index, uint64_t count, double seconds)
{
    return us_repair_report_add(detect->report, kind, curve_index, count, seconds)
               ? US_OK
               : us_detect_out_of_memory(detect);
}

enum us_result us_detect_was_read(const struct us_detect *detect,
                                  const struct us_curve_reader *readers, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (readers[i].failed)
            return us_result_fail(detect->error, US_ERROR_FILE, readers[i].curve.byte, NULL,
                                  "the file cannot be read, or became shorter meanwhile");
    return US_OK;
}

enum { WEIGHTED_MODE = US_KEY_SIZE_FULL - 4 };

uint64_t us_detect_count_unknown_modes(const struct us_curve *curve, uint32_t first)
{
    uint64_t unknown = 0;
    for (uint32_t i = first; i < curve->key_count && curve->key_size == US_KEY_SIZE_FULL; i++) {
        const uint8_t *key = curve->keys + (size_t)i * US_KEY_SIZE_FULL;
        unknown += us_bytes_load_u32(key + WEIGHTED_MODE) > US_WEIGHTED_BOTH;
    }
    return unknown;
}

enum us_result us_detect_unknown_wraps(const struct us_detect *detect)
{
    const struct us_curve *curves = detect->source.recording->curves;
    uint64_t unknown = 0;
    unsigned first = 0;
    for (unsigned i = 0; i < US_CURVE_COUNT; i++) {
        if (us_wrap_place(curves[i].pre_wrap) != US_WRAP_UNKNOWN &&
            us_wrap_place(curves[i].post_wrap) != US_WRAP_UNKNOWN)
            continue;
        first = unknown == 0 ? i : first;
        unknown++;
    }
    return unknown > 0 ? us_detect_note(detect, US_REPAIR_UNKNOWN_WRAP, first, unknown, 0.0)
                       : US_OK;
}

enum { DIRECTION = 3 };

enum us_result us_detect_gaps(const struct us_detect *detect, unsigned curve_index)
{
    struct us_curve_reader readers[2] = {us_key_source_open(&detect->source, 0, curve_index),
                                         us_key_source_open(&detect->source, 1, curve_index)};
    struct us_played_spans spans;
    uint64_t gaps = 0;
    double seconds = 0.0;
    bool was_tracked = true, ever_tracked = false;
    us_played_spans_init(&spans, detect->source.recording, readers + 1, 1);
    while (us_played_spans_next(&spans)) {
        bool is_tracked = us_curve_reader_evaluate_bool(&readers[0], spans.from_s);
        gaps += was_tracked && !is_tracked;
        seconds += is_tracked ? 0.0 : spans.to_s - spans.from_s;
        was_tracked = is_tracked;
        ever_tracked |= is_tracked;
    }
    enum us_result result = us_detect_was_read(detect, readers, 2);
    if (result == US_OK && gaps > 0 && ever_tracked)
        result = us_detect_note(detect, US_REPAIR_TRACKING_GAP, curve_index, gaps, seconds);
    return result;
}

static double last_key_s(const struct us_key_source *source, bool of_flags)
{
    double last_s = -INFINITY;
    for (unsigned i = 0; i < US_CURVE_COUNT; i++) {
        struct us_curve_reader reader = us_key_source_open(source, 0, i);
        if (us_recording_curve_is_bool(i) == of_flags && reader.curve.key_count > 0)
            last_s = fmax(last_s, (double)reader.last_s);
    }
    return last_s;
}

static enum us_result tracked_after(const struct us_detect *detect, double time_s,
                                    bool *out_tracked)
{
    enum us_result result = US_OK;
    *out_tracked = false;
    for (unsigned hand = 0; hand < US_HAND_COUNT && result == US_OK && !*out_tracked; hand++) {
        struct us_curve_reader tracked =
            us_key_source_open(&detect->source, 0, US_CURVE_TRACKED + hand);
        for (uint32_t i = tracked.curve.key_count; i-- > 0 && !*out_tracked;) {
            struct us_key key = us_curve_reader_key(&tracked, i);
            *out_tracked = key.value > 0.5f;
            if ((double)key.time_s <= time_s)
                break;
        }
        result = us_detect_was_read(detect, &tracked, 1);
    }
    return result;
}

enum us_result us_detect_lost_tail(const struct us_detect *detect)
{
    const struct us_recording *recording = detect->source.recording;
    double flags_s = last_key_s(&detect->source, true);
    double poses_s = last_key_s(&detect->source, false);
    if (recording->layout.version_minor == 0 || isinf(poses_s) || !(flags_s > poses_s + 1e-4))
        return US_OK;
    bool lost = true;
    enum us_result result =
        us_recording_has_head(recording) ? US_OK : tracked_after(detect, poses_s, &lost);
    if (result == US_OK && lost)
        result = us_detect_note(detect, US_REPAIR_LOST_TAIL, US_CURVE_CAMERA, 1, flags_s - poses_s);
    return result;
}

double us_detect_direction_norm(struct us_curve_reader direction[3], double time_s)
{
    double sum = 0.0;
    for (unsigned i = 0; i < DIRECTION; i++) {
        double value = us_curve_reader_evaluate_clamped(&direction[i], time_s);
        sum += value * value;
    }
    return sqrt(sum);
}

enum us_result us_detect_zero_gaze(const struct us_detect *detect)
{
    unsigned first = US_CURVE_GAZE + US_RAY_DX;
    struct us_curve_reader direction[DIRECTION];
    us_key_source_open_all(&detect->source, 0, first, DIRECTION, direction);
    struct us_key_merge times;
    us_key_merge_init(&times, direction, DIRECTION);
    uint64_t zeros = 0;
    for (float time_s; us_key_merge_next(&times, &time_s);)
        zeros += us_detect_direction_norm(direction, (double)time_s) < US_REPAIR_ZERO_NORM;
    enum us_result result = us_detect_was_read(detect, direction, DIRECTION);
    if (result == US_OK && zeros > 0)
        result = us_detect_note(detect, US_REPAIR_ZERO_GAZE, first, zeros, 0.0);
    return result;
}
