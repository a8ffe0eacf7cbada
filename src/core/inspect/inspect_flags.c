/* SPDX-License-Identifier: MIT */
#include "core/inspect/inspect_flags.h"

#include <float.h>
#include <math.h>

#include "core/base/pose.h"

/* A direction shorter than this carries no data; frame_table uses the same limit. */
#define LEAST_DIRECTION 1e-3f

enum { RAY = 3 };

static double last_key_s(const struct us_curve_index *index, bool of_flags)
{
    double last_s = -INFINITY;
    for (unsigned i = 0; i < US_CURVE_COUNT; i++)
        if (us_recording_curve_is_bool(i) == of_flags && index->head.curves[i].key_count > 0)
            last_s = fmax(last_s, (double)index->last_s[i]);
    return last_s;
}

static enum us_result seen_after(struct us_inspect_work *work, double time_s, bool *out_seen)
{
    enum us_result result = US_OK;
    *out_seen = false;
    for (unsigned hand = 0; hand < US_HAND_COUNT && result == US_OK && !*out_seen; hand++) {
        struct us_curve_reader tracked = us_inspect_open(work, 0, US_CURVE_TRACKED + hand);
        for (uint32_t i = tracked.curve.key_count; i-- > 0 && !*out_seen;) {
            struct us_key key = us_curve_reader_key(&tracked, i);
            *out_seen = key.value > 0.5f;
            if ((double)key.time_s <= time_s)
                break;
        }
        result = us_inspect_was_read(work, &tracked, 1);
    }
    return result;
}

enum us_result us_inspect_lost_tail(struct us_inspect_work *work)
{
    const struct us_recording *head = &work->index->head;
    double flags_s = last_key_s(work->index, true);
    double poses_s = last_key_s(work->index, false);
    if (head->layout.version_minor == 0 || isinf(poses_s) || !(flags_s > poses_s + 1e-4))
        return US_OK;
    /* A recording without a camera may end its poses when tracking ends. */
    bool seen = true;
    enum us_result result = us_recording_has_head(head) ? US_OK : seen_after(work, poses_s, &seen);
    if (result == US_OK && seen)
        result = us_inspect_note(work, US_REPAIR_LOST_TAIL, US_CURVE_CAMERA, 1, flags_s - poses_s);
    return result;
}

static float narrow(double value)
{
    return (float)fmax(-(double)FLT_MAX, fmin((double)FLT_MAX, value));
}

static double direction_norm(struct us_curve_reader *direction, double time_s)
{
    double sum = 0.0;
    for (unsigned i = 0; i < RAY; i++) {
        double value = us_curve_reader_evaluate_clamped(&direction[i], time_s);
        sum += value * value;
    }
    return sqrt(sum);
}

enum us_result us_inspect_zero_gaze(struct us_inspect_work *work)
{
    unsigned first = US_CURVE_GAZE + US_RAY_DX;
    struct us_curve_reader direction[RAY];
    us_inspect_open_all(work, 0, first, RAY, direction);
    struct us_curve_reader_union times;
    us_curve_reader_union_init(&times, direction, RAY);
    uint64_t zeros = 0;
    for (float time_s; us_curve_reader_union_next(&times, &time_s);)
        zeros += direction_norm(direction, (double)time_s) < US_REPAIR_ZERO_NORM;
    enum us_result result = us_inspect_was_read(work, direction, RAY);
    if (result == US_OK && zeros > 0)
        result = us_inspect_note(work, US_REPAIR_ZERO_GAZE, first, zeros, 0.0);
    return result;
}

/* The spans between the key times of some curves, from the start to the end of what is played. */
struct spans {
    struct us_curve_reader_union times;
    float next_s;
    bool has_next;
    double from_s, to_s, end_s;
};

static void spans_init(struct spans *spans, const struct us_recording *head,
                       struct us_curve_reader *reader, uint32_t count)
{
    *spans = (struct spans){.to_s = us_recording_start_s(head), .end_s = head->last_key_s};
    us_curve_reader_union_init(&spans->times, reader, count);
    spans->has_next = us_curve_reader_union_next(&spans->times, &spans->next_s);
}

static bool spans_next(struct spans *spans)
{
    if (spans->to_s >= spans->end_s)
        return false;
    spans->from_s = spans->to_s;
    while (spans->has_next && (double)spans->next_s <= spans->from_s)
        spans->has_next = us_curve_reader_union_next(&spans->times, &spans->next_s);
    spans->to_s = spans->has_next ? fmin((double)spans->next_s, spans->end_s) : spans->end_s;
    return true;
}

/* Counts gaps in the time that is played only. A hand that is never tracked has no gaps. */
enum us_result us_inspect_gaps(struct us_inspect_work *work, unsigned curve_index)
{
    struct us_curve_reader reader[2] = {us_inspect_open(work, 0, curve_index),
                                        us_inspect_open(work, 1, curve_index)};
    struct spans spans;
    uint64_t gaps = 0;
    double seconds = 0.0;
    bool was_tracked = true, seen = false;
    spans_init(&spans, &work->index->head, reader + 1, 1);
    while (spans_next(&spans)) {
        bool is_tracked = us_curve_reader_evaluate_bool(&reader[0], spans.from_s);
        gaps += was_tracked && !is_tracked;
        seconds += is_tracked ? 0.0 : spans.to_s - spans.from_s;
        was_tracked = is_tracked;
        seen |= is_tracked;
    }
    enum us_result result = us_inspect_was_read(work, reader, 2);
    if (result == US_OK && gaps > 0 && seen)
        result = us_inspect_note(work, US_REPAIR_TRACKING_GAP, curve_index, gaps, seconds);
    return result;
}

static double share_of(const struct us_recording *head, double seconds)
{
    double length_s = head->last_key_s - us_recording_start_s(head);
    return length_s > 0.0 ? seconds / length_s : 0.0;
}

static enum us_result measure_hand(struct us_inspect_work *work, enum us_hand hand)
{
    const struct us_recording *head = &work->index->head;
    struct us_inspect_hand *out = &work->facts->hands[hand];
    unsigned tracked = US_CURVE_TRACKED + (unsigned)hand;
    unsigned pinching = US_CURVE_PINCHING + (unsigned)hand;
    struct us_curve_reader reader[4] = {
        us_inspect_open(work, 0, tracked), us_inspect_open(work, 1, pinching),
        us_inspect_open(work, 2, tracked), us_inspect_open(work, 3, pinching)};
    struct spans spans;
    spans_init(&spans, head, reader + 2, 2);
    double tracked_s = 0.0;
    bool pinched = false;
    while (spans_next(&spans)) {
        bool is_tracked = us_curve_reader_evaluate_bool(&reader[0], spans.from_s);
        bool pinches = is_tracked && us_curve_reader_evaluate_bool(&reader[1], spans.from_s);
        tracked_s += is_tracked ? spans.to_s - spans.from_s : 0.0;
        out->pinches += pinches && !pinched;
        pinched = pinches;
    }
    out->tracked_share = share_of(head, tracked_s);
    return us_inspect_was_read(work, reader, 4);
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
    if (!isinf(before_s) && !(narrow(direction_norm(direction, before_s)) > LEAST_DIRECTION))
        return false;
    return before_s == time_s || isinf(after_s) ||
           narrow(direction_norm(direction, after_s)) > LEAST_DIRECTION;
}

static enum us_result measure_gaze(struct us_inspect_work *work)
{
    const struct us_recording *head = &work->index->head;
    unsigned first = US_CURVE_GAZE + US_RAY_DX;
    struct us_curve_reader direction[RAY], times[RAY];
    us_inspect_open_all(work, 0, first, RAY, direction);
    us_inspect_open_all(work, RAY, first, RAY, times);
    struct spans spans;
    spans_init(&spans, head, times, RAY);
    double valid_s = 0.0;
    while (spans_next(&spans))
        valid_s += gaze_is_valid(direction, spans.from_s) ? spans.to_s - spans.from_s : 0.0;
    work->facts->gaze_valid_share = share_of(head, valid_s);
    enum us_result result = us_inspect_was_read(work, direction, RAY);
    return result == US_OK ? us_inspect_was_read(work, times, RAY) : result;
}

enum us_result us_inspect_played(struct us_inspect_work *work)
{
    const struct us_recording *head = &work->index->head;
    struct us_curve_reader height = us_inspect_open(work, 0, US_CURVE_CAMERA + US_POSE_PY);
    float height_m = narrow(us_curve_reader_evaluate(&height, us_recording_start_s(head)));
    work->facts->floor_based =
        us_recording_has_head(head) && height_m > US_RECORDING_FLOOR_HEIGHT_M;
    enum us_result result = us_inspect_was_read(work, &height, 1);
    if (result == US_OK)
        result = measure_hand(work, US_HAND_LEFT);
    if (result == US_OK)
        result = measure_hand(work, US_HAND_RIGHT);
    return result == US_OK ? measure_gaze(work) : result;
}
