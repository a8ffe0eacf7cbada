/* SPDX-License-Identifier: MIT */
#include "core/repair/w_search.h"

#include <math.h>

#include "core/base/joint.h"
#include "core/recording/recording.h"

/* How much a turn between neighbouring keys counts against pointing away from the bone. */
#define CONTINUITY_SHARE 0.1

bool us_w_search_bone(unsigned curve_index, unsigned *out_from, unsigned *out_to)
{
    if (curve_index < US_CURVE_JOINTS)
        return false;
    unsigned place = (curve_index - US_CURVE_JOINTS) / US_POSE_CURVES;
    enum us_hand hand = (enum us_hand)(place / US_JOINT_COUNT);
    enum us_joint from, to;
    if (!us_joint_bone((enum us_joint)(place % US_JOINT_COUNT), &from, &to))
        return false;
    *out_from = us_recording_joint_curve(hand, from);
    *out_to = us_recording_joint_curve(hand, to);
    return true;
}

struct us_quat us_w_search_rotation(const double xyz[3], bool below)
{
    double x = xyz[0], y = xyz[1], z = xyz[2];
    double w = sqrt(fmax(0.0, 1.0 - x * x - y * y - z * z));
    return us_quat_normalize(
        (struct us_quat){(float)x, (float)y, (float)z, (float)(below ? -w : w)});
}

static double bone_cost(struct us_vec3 bone, struct us_quat rotation)
{
    float length = us_vec3_norm(bone);
    if (!(length > 1e-5f))
        return 0.0;
    struct us_vec3 forward = us_quat_rotate(rotation, (struct us_vec3){0.0f, 0.0f, 1.0f});
    return 1.0 - (double)(us_vec3_dot(forward, bone) / length);
}

/* The cost of the cheaper way to a rotation, and in `out_from` the index that it comes from. */
static double cheaper_way(const struct us_w_search *search, struct us_quat rotation,
                          unsigned *out_from)
{
    double best = INFINITY;
    for (unsigned i = 0; i < 2; i++) {
        double turn = 1.0 - fabs((double)us_quat_dot(search->rotation[i], rotation));
        double cost = search->cost[i] + CONTINUITY_SHARE * turn;
        if (cost < best) {
            best = cost;
            *out_from = i;
        }
    }
    return best;
}

unsigned us_w_search_next(struct us_w_search *search, const double xyz[3], struct us_vec3 bone)
{
    struct us_w_search next = {.has_key = true};
    unsigned came_from = 0;
    for (unsigned i = 0; i < 2; i++) {
        unsigned from = 0;
        next.rotation[i] = us_w_search_rotation(xyz, i == 1);
        next.cost[i] = bone_cost(bone, next.rotation[i]);
        if (search->has_key)
            next.cost[i] += cheaper_way(search, next.rotation[i], &from);
        came_from |= from << i;
    }
    *search = next;
    return came_from;
}

void us_w_search_trust(struct us_w_search *search, float w)
{
    if (w != 0.0f)
        search->cost[w > 0.0f ? 1 : 0] += 2.0;
}

unsigned us_w_search_last(const struct us_w_search *search)
{
    return search->cost[1] < search->cost[0] ? 1 : 0;
}
