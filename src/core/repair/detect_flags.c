/* SPDX-License-Identifier: MIT */
#include "core/repair/detect_flags.h"

#include <math.h>

#include "core/keys/played_spans.h"

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
