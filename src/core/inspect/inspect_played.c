/* SPDX-License-Identifier: MIT */
#include "core/inspect/inspect_played.h"

#include <float.h>
#include <math.h>

#include "core/base/pose.h"
#include "core/keys/played_spans.h"
#include "core/repair/detect_flags.h"

/* A direction shorter than this carries no data; frame_table uses the same limit. */
#define LEAST_DIRECTION 1e-3f
/* A point inside of a span tells of the whole span; its beginning is a key, which may be valid
 * alone. Not the middle, where a direction may pass through 0. */
#define INSIDE 0.3

enum { RAY = 3 };

static float narrow(double value)
{
    return (float)fmax(-(double)FLT_MAX, fmin((double)FLT_MAX, value));
}

static double share_of(const struct us_recording *head, double seconds)
{
    double length_s = head->last_key_s - us_recording_start_s(head);
    return length_s > 0.0 ? seconds / length_s : 0.0;
}

static enum us_result measure_hand(struct us_inspect_work *work, enum us_hand hand)
{
    const struct us_recording *head = work->detect.source.recording;
    struct us_inspect_hand *out = &work->facts->hands[hand];
    unsigned tracked = US_CURVE_TRACKED + (unsigned)hand;
    unsigned pinching = US_CURVE_PINCHING + (unsigned)hand;
    struct us_curve_reader reader[4] = {
        us_inspect_open(work, 0, tracked), us_inspect_open(work, 1, pinching),
        us_inspect_open(work, 2, tracked), us_inspect_open(work, 3, pinching)};
    struct us_played_spans spans;
    us_played_spans_init(&spans, head, reader + 2, 2);
    double tracked_s = 0.0;
    bool pinched = false;
    while (us_played_spans_next(&spans)) {
        bool is_tracked = us_curve_reader_evaluate_bool(&reader[0], spans.from_s);
        bool pinches = is_tracked && us_curve_reader_evaluate_bool(&reader[1], spans.from_s);
        tracked_s += is_tracked ? spans.to_s - spans.from_s : 0.0;
        out->pinches += pinches && !pinched;
        pinched = pinches;
    }
    out->tracked_share = share_of(head, tracked_s);
    return us_detect_was_read(&work->detect, reader, 4);
}

/* The rule of the sampler: the gaze is valid at a key with a direction, and between two such keys.
 * Where the curves repeat, the wrapped time counts. */
static bool gaze_is_valid(struct us_curve_reader *direction, double time_s)
{
    float norm =
        us_vec3_norm((struct us_vec3){narrow(us_curve_reader_evaluate(&direction[0], time_s)),
                                      narrow(us_curve_reader_evaluate(&direction[1], time_s)),
                                      narrow(us_curve_reader_evaluate(&direction[2], time_s))});
    if (!(norm > 1e-6f) || !isfinite(norm))
        return false;
    for (unsigned i = 0; i < RAY; i++)
        if (us_curve_repeats(&direction[i].curve)) {
            time_s = us_curve_reader_wrap(&direction[i], time_s);
            break;
        }
    double before_s = -INFINITY, after_s = INFINITY;
    for (unsigned i = 0; i < RAY; i++) {
        if (direction[i].curve.key_count == 0)
            continue;
        uint32_t key = us_curve_reader_find(&direction[i], time_s);
        double key_s = (double)us_curve_reader_time_s(&direction[i], key);
        if (key_s <= time_s) {
            before_s = fmax(before_s, key_s);
            if (++key == direction[i].curve.key_count)
                continue;
        }
        after_s = fmin(after_s, (double)us_curve_reader_time_s(&direction[i], key));
    }
    if (!isinf(before_s) &&
        !(narrow(us_detect_direction_norm(direction, before_s)) > LEAST_DIRECTION))
        return false;
    return before_s == time_s || isinf(after_s) ||
           narrow(us_detect_direction_norm(direction, after_s)) > LEAST_DIRECTION;
}

static enum us_result measure_gaze(struct us_inspect_work *work)
{
    const struct us_recording *head = work->detect.source.recording;
    unsigned first = US_CURVE_GAZE + US_RAY_DX;
    struct us_curve_reader direction[RAY], times[RAY];
    us_key_source_open_all(&work->detect.source, 0, first, RAY, direction);
    us_key_source_open_all(&work->detect.source, RAY, first, RAY, times);
    struct us_played_spans spans;
    us_played_spans_init(&spans, head, times, RAY);
    double valid_s = 0.0;
    while (us_played_spans_next(&spans)) {
        double length_s = spans.to_s - spans.from_s;
        valid_s += gaze_is_valid(direction, spans.from_s + INSIDE * length_s) ? length_s : 0.0;
    }
    work->facts->gaze_valid_share = share_of(head, valid_s);
    enum us_result result = us_detect_was_read(&work->detect, direction, RAY);
    return result == US_OK ? us_detect_was_read(&work->detect, times, RAY) : result;
}

enum us_result us_inspect_played(struct us_inspect_work *work)
{
    const struct us_recording *head = work->detect.source.recording;
    struct us_curve_reader height = us_inspect_open(work, 0, US_CURVE_CAMERA + US_POSE_PY);
    float height_m = narrow(us_curve_reader_evaluate(&height, us_recording_start_s(head)));
    work->facts->floor_based =
        us_recording_has_head(head) && height_m > US_RECORDING_FLOOR_HEIGHT_M;
    enum us_result result = us_detect_was_read(&work->detect, &height, 1);
    if (result == US_OK)
        result = measure_hand(work, US_HAND_LEFT);
    if (result == US_OK)
        result = measure_hand(work, US_HAND_RIGHT);
    return result == US_OK ? measure_gaze(work) : result;
}
