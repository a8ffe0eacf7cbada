/* SPDX-License-Identifier: MIT */
#include "inspect_reference.h"
#include "sampled.h"

#include <math.h>
#include <stdlib.h>

#include "core/recording/format.h"
#include "core/sampler/sampler.h"
#include "core/curve/curve.h"

/* In the order of us_inspect_wrap_name; what is not here is the last one. */
static const int32_t wraps[US_INSPECT_WRAPS - 1] = {US_WRAP_CLAMP_FOREVER, US_WRAP_DEFAULT,
                                                    US_WRAP_ONCE, US_WRAP_LOOP, US_WRAP_PINGPONG};

static void count_wrap(struct us_inspect_facts *facts, int32_t mode)
{
    unsigned i = 0;
    while (i + 1 < US_INSPECT_WRAPS && wraps[i] != mode)
        i++;
    facts->wraps[i]++;
}

static void count_segments(struct us_inspect_facts *facts, const struct us_curve *curve)
{
    if (curve->key_size == US_KEY_SIZE_SHORT) {
        facts->linear += curve->key_count - 1;
        return;
    }
    for (uint32_t i = 0; i + 1 < curve->key_count; i++) {
        struct us_segment segment = us_curve_segment(curve, i);
        if (isinf(segment.left.out_tangent) || isinf(segment.right.in_tangent))
            facts->stepped++;
        else if (us_segment_is_linear(&segment))
            facts->linear++;
        else if ((segment.left.weighted_mode & US_WEIGHTED_OUT) != 0 ||
                 (segment.right.weighted_mode & US_WEIGHTED_IN) != 0)
            facts->weighted++;
        else
            facts->hermite++;
    }
}

static int compare_floats(const void *a, const void *b)
{
    float left = *(const float *)a, right = *(const float *)b;
    return (left > right) - (left < right);
}

/* The keys that a reduction leaves are shared out over the curves: together they still show every
 * frame. */
static bool measure_rate(const struct us_recording *recording, struct us_inspect_facts *facts)
{
    const struct us_curve *curves[US_CURVE_COUNT];
    uint32_t count = 0;
    for (unsigned i = 0; i < US_CURVE_COUNT; i++)
        if (recording->curves[i].key_count > 0 && !us_recording_curve_is_bool(i))
            curves[count++] = &recording->curves[i];
    struct us_curve_key_times times;
    if (!us_curve_key_times_union(curves, count, &times))
        return false;
    if (times.count > 1) {
        uint32_t steps = times.count - 1;
        for (uint32_t i = 0; i < steps; i++)
            times.at_s[i] = times.at_s[i + 1] - times.at_s[i];
        qsort(times.at_s, steps, sizeof *times.at_s, compare_floats);
        facts->rate_hz = 1.0 / (double)times.at_s[steps / 2];
    }
    us_curve_key_times_finish(&times);
    return true;
}

bool inspect_reference_file(const struct us_recording *recording, struct us_inspect_facts *facts)
{
    for (unsigned i = 0; i < US_CURVE_COUNT; i++) {
        const struct us_curve *curve = &recording->curves[i];
        facts->curve_count += us_format_has_curve(&recording->layout, i);
        if (curve->key_count == 0)
            continue;
        facts->curves_with_keys++;
        count_wrap(facts, curve->pre_wrap);
        count_wrap(facts, curve->post_wrap);
        if (!us_recording_curve_is_bool(i))
            count_segments(facts, curve);
    }
    for (unsigned i = 0; i < US_HAND_COUNT * US_JOINT_COUNT; i++) {
        unsigned first = US_CURVE_JOINTS + i * US_POSE_CURVES;
        bool any = false;
        for (unsigned c = 0; c < US_POSE_CURVES; c++)
            any = any || recording->curves[first + c].key_count > 0;
        facts->hands[i / US_JOINT_COUNT].joints_with_keys += any;
    }
    return measure_rate(recording, facts);
}

/* Walk the spans between the key times of some curves, from the start to the end of what is played.
 */
struct walk {
    struct us_curve_key_times times;
    uint32_t index;
    double from_s, to_s, end_s;
};

static bool walk_begin(struct walk *walk, const struct us_recording *recording,
                       const struct us_curve *const *curves, uint32_t count)
{
    *walk = (struct walk){.to_s = us_recording_start_s(recording), .end_s = recording->last_key_s};
    return us_curve_key_times_union(curves, count, &walk->times);
}

static bool walk_next(struct walk *walk)
{
    if (walk->to_s >= walk->end_s)
        return false;
    walk->from_s = walk->to_s;
    while (walk->index < walk->times.count && (double)walk->times.at_s[walk->index] <= walk->from_s)
        walk->index++;
    bool more = walk->index < walk->times.count;
    walk->to_s = more ? fmin((double)walk->times.at_s[walk->index], walk->end_s) : walk->end_s;
    return true;
}

static double share_of(const struct us_recording *recording, double seconds)
{
    double length_s = recording->last_key_s - us_recording_start_s(recording);
    return length_s > 0.0 ? seconds / length_s : 0.0;
}

static bool measure_hand(const struct us_recording *recording, enum us_hand hand,
                         struct us_inspect_hand *out)
{
    const struct us_curve *tracked = &recording->curves[US_CURVE_TRACKED + (unsigned)hand];
    const struct us_curve *pinching = &recording->curves[US_CURVE_PINCHING + (unsigned)hand];
    const struct us_curve *const curves[] = {tracked, pinching};
    struct walk walk;
    if (!walk_begin(&walk, recording, curves, 2))
        return false;
    double tracked_s = 0.0;
    bool pinched = false;
    while (walk_next(&walk)) {
        bool is_tracked = us_curve_evaluate_bool(tracked, walk.from_s);
        bool pinches = is_tracked && us_curve_evaluate_bool(pinching, walk.from_s);
        tracked_s += is_tracked ? walk.to_s - walk.from_s : 0.0;
        out->pinches += pinches && !pinched;
        pinched = pinches;
    }
    us_curve_key_times_finish(&walk.times);
    out->tracked_share = share_of(recording, tracked_s);
    return true;
}

static bool measure_gaze(const struct us_recording *recording, const struct us_sampler *sampler,
                         double *out_share)
{
    const struct us_curve *gaze = &recording->curves[US_CURVE_GAZE];
    const struct us_curve *const curves[] = {&gaze[US_RAY_DX], &gaze[US_RAY_DY], &gaze[US_RAY_DZ]};
    struct walk walk;
    if (!walk_begin(&walk, recording, curves, 3))
        return false;
    double valid_s = 0.0;
    while (walk_next(&walk)) {
        struct us_gaze_sample sample;
        /* A point inside tells of the whole span. It is not the middle, where two opposite
         * directions would meet. */
        sample = sampled_gaze(sampler, walk.from_s + 0.3 * (walk.to_s - walk.from_s));
        valid_s += sample.valid ? walk.to_s - walk.from_s : 0.0;
    }
    us_curve_key_times_finish(&walk.times);
    *out_share = share_of(recording, valid_s);
    return true;
}

bool inspect_reference_played(const struct us_recording *recording,
                              const struct us_sampler *sampler, struct us_inspect_facts *facts)
{
    struct us_head_sample head;
    us_sampler_head(sampler, us_recording_start_s(recording), &head);
    facts->floor_based = head.how != US_HOW_ABSENT && head.motion.pose.position_m.y > 0.8f;
    return measure_hand(recording, US_HAND_LEFT, &facts->hands[US_HAND_LEFT]) &&
           measure_hand(recording, US_HAND_RIGHT, &facts->hands[US_HAND_RIGHT]) &&
           measure_gaze(recording, sampler, &facts->gaze_valid_share);
}
