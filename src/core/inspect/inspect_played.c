/* SPDX-License-Identifier: MIT */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/pose.h"
#include "core/inspect/inspect_work.h"
#include "core/keys/key_density.h"
#include "core/keys/sorted_keys.h"
#include "core/repair/detect.h"

/* A point inside of a span is valid if the whole span is. The beginning is no such point, because
 * it is a key, which may be valid alone. Nor is the middle, where a direction may pass through 0.
 */
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
        !(narrow(us_detect_direction_norm(direction, before_s)) > US_REPAIR_ZERO_NORM))
        return false;
    return before_s == time_s || isinf(after_s) ||
           narrow(us_detect_direction_norm(direction, after_s)) > US_REPAIR_ZERO_NORM;
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

enum { BUCKETS = 1 << 16, MERGE_BYTES = 1 << 20 };

struct rate {
    unsigned curves[US_CURVE_COUNT]; /* those whose key times differ */
    uint32_t count;
    struct us_curve_reader readers[US_CURVE_COUNT];
    struct us_key_merge times;
    uint8_t *windows;
    uint64_t *buckets;
};

/* Curves with the same key times give the same list, so one of them is enough. If two hashes agree
 * by chance, the rate is a little wrong. */
static void choose_curves(const struct us_inspect_work *work, struct rate *rate)
{
    const struct us_curve *curves = work->detect.source.recording->curves;
    for (unsigned i = 0; i < US_CURVE_COUNT; i++) {
        bool known = curves[i].key_count == 0 || us_recording_curve_is_bool(i);
        for (uint32_t k = rate->count; k-- > 0 && !known;)
            known = curves[rate->curves[k]].key_count == curves[i].key_count &&
                    work->times_hash[rate->curves[k]] == work->times_hash[i];
        if (!known)
            rate->curves[rate->count++] = i;
    }
}

static void rewind_all(const struct us_inspect_work *work, struct rate *rate)
{
    const struct us_key_source *source = &work->detect.source;
    uint32_t size = MERGE_BYTES / rate->count;
    size = size < US_INSPECT_WINDOW_SIZE ? size : US_INSPECT_WINDOW_SIZE;
    for (uint32_t i = 0; i < rate->count; i++)
        us_curve_reader_init(&rate->readers[i], source->file, source->index, rate->curves[i],
                             rate->windows + (size_t)i * size, size);
    us_key_merge_init(&rate->times, rate->readers, rate->count);
}

static uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* Counts the distances between neighbouring key times in buckets, and returns how many there are.
 * The upper 16 bits of a distance choose its bucket; if `upper` is given, the lower 16 bits of
 * those with these upper bits do. This works because positive floats have the same order as their
 * bits. */
static uint64_t count_steps(const struct us_inspect_work *work, struct rate *rate,
                            const uint32_t *upper)
{
    memset(rate->buckets, 0, BUCKETS * sizeof *rate->buckets);
    rewind_all(work, rate);
    float before_s, time_s;
    uint64_t steps = 0;
    for (bool any = us_key_merge_next(&rate->times, &before_s);
         any && us_key_merge_next(&rate->times, &time_s); steps++) {
        uint32_t bits = bits_of(time_s - before_s);
        before_s = time_s;
        if (upper == NULL)
            rate->buckets[bits >> 16]++;
        else if (bits >> 16 == *upper)
            rate->buckets[bits & 0xffffu]++;
    }
    return steps;
}

/* The bucket that holds the `rank`-th distance, counted from 0. `rank` becomes the place in that
 * bucket. */
static uint32_t bucket_of(const struct rate *rate, uint64_t *rank)
{
    uint32_t bucket = 0;
    while (bucket + 1 < BUCKETS && *rank >= rate->buckets[bucket])
        *rank -= rate->buckets[bucket++];
    return bucket;
}

/* The toolkit's key reduction leaves each curve only some of the frames. The key times of all
 * curves together still show every frame. */
static void measure(struct us_inspect_work *work, struct rate *rate)
{
    uint64_t steps = count_steps(work, rate, NULL);
    if (steps == 0)
        return;
    uint64_t rank = steps / 2;
    uint32_t upper = bucket_of(rate, &rank);
    count_steps(work, rate, &upper);
    uint32_t bits = upper << 16 | bucket_of(rate, &rank);
    float median_s;
    memcpy(&median_s, &bits, sizeof median_s);
    work->facts->rate_hz = 1.0 / (double)median_s;
}

enum us_result us_inspect_rate(struct us_inspect_work *work)
{
    struct rate *rate = calloc(1, sizeof *rate);
    if (rate == NULL)
        return us_detect_out_of_memory(&work->detect);
    rate->windows = malloc(MERGE_BYTES);
    rate->buckets = malloc(BUCKETS * sizeof *rate->buckets);
    enum us_result result = US_OK;
    choose_curves(work, rate);
    if (rate->windows == NULL || rate->buckets == NULL)
        result = us_detect_out_of_memory(&work->detect);
    else if (rate->count > 0)
        measure(work, rate);
    if (result == US_OK)
        result = us_detect_was_read(&work->detect, rate->readers, rate->count);
    free(rate->windows);
    free(rate->buckets);
    free(rate);
    return result;
}
