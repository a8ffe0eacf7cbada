/* SPDX-License-Identifier: MIT */
#include "tool/view/row_distance.h"

#include <math.h>

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

double tool_row_distance_m(const struct us_loaded_recording *loaded, double a_s, double b_s)
{
    static const double shares[] = {0.25, 0.5, 0.75};
    struct us_frame_sample a, b, between;
    double most = 0.0;
    us_sampler_frame(loaded->sampler, a_s, PARTS, &a);
    us_sampler_frame(loaded->sampler, b_s, PARTS, &b);
    for (unsigned i = 0; i < sizeof(shares) / sizeof(shares[0]); i++) {
        us_sampler_frame(loaded->sampler, a_s + (b_s - a_s) * shares[i], PARTS, &between);
        most = fmax(most, frame_distance_m(&a, &b, &between, shares[i]));
    }
    return most;
}
