/* SPDX-License-Identifier: MIT */
#include "tool/view/recording_data.h"

#include <math.h>
#include <stdlib.h>

#include "core/base/grow.h"

enum { DEPTH_MOST = 12 };

void tool_row_times_add(struct tool_row_times *times, double at_s)
{
    if (times->is_failed || (times->count > 0 && at_s <= times->at_s[times->count - 1]))
        return;
    times->is_failed = !US_GROW(times->at_s, times->count);
    if (times->is_failed)
        return;
    times->at_s[times->count++] = at_s;
}

/* ---- How straight the recording is ---- */

enum { PARTS = US_SAMPLE_ALL | US_SAMPLE_STILL };

static double distance_m(struct us_vec3 a, struct us_vec3 b, struct us_vec3 between, double share)
{
    double x = (double)a.x + ((double)b.x - (double)a.x) * share - (double)between.x;
    double y = (double)a.y + ((double)b.y - (double)a.y) * share - (double)between.y;
    double z = (double)a.z + ((double)b.z - (double)a.z) * share - (double)between.z;
    return sqrt(x * x + y * y + z * z);
}

static bool has_position(const struct us_hand_sample *hand, unsigned joint)
{
    return hand->how != US_HOW_ABSENT &&
           (!hand->has_details || (hand->flags[joint] & US_POSE_POSITION_VALID) != 0);
}

static double hand_distance_m(const struct us_hand_sample *a, const struct us_hand_sample *b,
                              const struct us_hand_sample *between, double share)
{
    double most = 0.0;
    for (unsigned i = US_JOINT_WRIST; i < US_JOINT_COUNT; i++)
        if (has_position(a, i) && has_position(b, i) && has_position(between, i))
            most = fmax(most, distance_m(a->joints[i].pose.position_m, b->joints[i].pose.position_m,
                                         between->joints[i].pose.position_m, share));
    return most;
}

static double frame_distance_m(const struct us_frame_sample *a, const struct us_frame_sample *b,
                               const struct us_frame_sample *between, double share)
{
    double most = 0.0;
    if (a->head.how != US_HOW_ABSENT)
        most = distance_m(a->head.motion.pose.position_m, b->head.motion.pose.position_m,
                          between->head.motion.pose.position_m, share);
    for (unsigned i = 0; i < US_HAND_COUNT; i++)
        most = fmax(most, hand_distance_m(&a->hands[i], &b->hands[i], &between->hands[i], share));
    if (a->gaze.valid && b->gaze.valid && between->gaze.valid)
        most = fmax(most,
                    distance_m(a->gaze.origin_m, b->gaze.origin_m, between->gaze.origin_m, share));
    return most;
}

double tool_row_times_distance_m(const struct us_loaded_recording *loaded, double a_s, double b_s)
{
    static const double shares[] = {0.25, 0.5, 0.75};
    struct us_frame_sample a, b, between;
    double most = 0.0;
    us_sampler_frame(loaded->sampler, a_s, PARTS, &a);
    us_sampler_frame(loaded->sampler, b_s, PARTS, &b);
    for (unsigned i = 0; i < sizeof shares / sizeof shares[0]; i++) {
        us_sampler_frame(loaded->sampler, a_s + (b_s - a_s) * shares[i], PARTS, &between);
        most = fmax(most, frame_distance_m(&a, &b, &between, shares[i]));
    }
    return most;
}

/* ---- Fewer and more ---- */

void tool_row_times_limit(struct tool_row_times *times, double from_s, double to_s)
{
    struct tool_row_times out = {0};
    double least_s = (to_s - from_s) / TOOL_ROW_TIMES_MOST;
    for (size_t i = 0; i < times->count; i++)
        out.frames += times->at_s[i] >= from_s && times->at_s[i] <= to_s;
    out.is_thinned = out.frames > TOOL_ROW_TIMES_MOST;
    tool_row_times_add(&out, from_s);
    for (size_t i = 0; i < times->count; i++)
        if (times->at_s[i] < to_s &&
            (!out.is_thinned || times->at_s[i] >= out.at_s[out.count - 1] + least_s))
            tool_row_times_add(&out, times->at_s[i]);
    tool_row_times_add(&out, to_s);
    out.is_failed = out.is_failed || times->is_failed;
    tool_row_times_finish(times);
    *times = out;
}

/* Adds the times between a, which is in the list, and b, which is not yet. */
static void refine_between(struct tool_row_times *out, const struct us_loaded_recording *loaded,
                           double a_s, double b_s, unsigned depth)
{
    if (depth == DEPTH_MOST || out->count > 2 * (size_t)TOOL_ROW_TIMES_MOST ||
        tool_row_times_distance_m(loaded, a_s, b_s) <= TOOL_ROW_TIMES_STRAIGHT_M)
        return;
    double middle_s = 0.5 * (a_s + b_s);
    refine_between(out, loaded, a_s, middle_s, depth + 1);
    tool_row_times_add(out, middle_s);
    refine_between(out, loaded, middle_s, b_s, depth + 1);
}

void tool_row_times_refine(struct tool_row_times *times, const struct us_loaded_recording *loaded)
{
    if (times->is_thinned || times->count == 0)
        return;
    struct tool_row_times out = {.frames = times->frames, .is_failed = times->is_failed};
    tool_row_times_add(&out, times->at_s[0]);
    for (size_t i = 1; i < times->count; i++) {
        refine_between(&out, loaded, times->at_s[i - 1], times->at_s[i], 0);
        tool_row_times_add(&out, times->at_s[i]);
    }
    tool_row_times_finish(times);
    *times = out;
}

void tool_row_times_finish(struct tool_row_times *times)
{
    free(times->at_s);
    *times = (struct tool_row_times){0};
}
