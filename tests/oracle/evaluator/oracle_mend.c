/* SPDX-License-Identifier: MIT */
#include "oracle.h"

#include <math.h>
#include <stdlib.h>

enum { NONE = 0, WRIST = 1, PALM = 2, MIDDLE_METACARPAL = 12, MIDDLE_KNUCKLE = 13 };

bool oracle_w_is_defective(const struct oracle_track *track)
{
    const struct oracle_curve *x = &track->rotation_raw[0];
    const struct oracle_curve *z = &track->rotation_raw[2];
    const struct oracle_curve *w = &track->rotation_raw[3];
    if (x->count <= w->count)
        return false;
    if (w->count == 1)
        return true;
    return w->count == 2 && z->count > 0 && w->keys[1].value == z->keys[z->count - 1].value;
}

static bool is_tip(int joint)
{
    return joint == 6 || (joint >= 11 && (joint - 11) % 5 == 0);
}

/* Along the bone, towards the tip, from the position curves. Not unit. */
static struct oracle_vec3 bone(const struct oracle_track joints[ORACLE_JOINTS], int joint,
                               double time_s)
{
    int from = joint, to = joint + 1;
    if (joint == WRIST) {
        to = MIDDLE_METACARPAL;
    } else if (joint == PALM) {
        from = MIDDLE_METACARPAL;
        to = MIDDLE_KNUCKLE;
    } else if (is_tip(joint)) {
        from = joint - 1;
        to = joint;
    }
    return oracle_vec3_sub(oracle_track_pose(&joints[to], time_s).p_m,
                           oracle_track_pose(&joints[from], time_s).p_m);
}

/* The key times of x, y and z, each once, ascending: the next one after `after_s`; INFINITY at the
 * end. */
static double next_time(const struct oracle_curve xyz[3], double after_s)
{
    double next = (double)INFINITY;
    for (int c = 0; c < 3; c++) {
        for (size_t i = 0; i < xyz[c].count; i++) {
            double t = xyz[c].keys[i].time_s;
            if (t > after_s && t < next)
                next = t;
        }
    }
    return next;
}

static double score(struct oracle_quat q, struct oracle_quat previous, bool has_bone,
                    struct oracle_vec3 direction)
{
    double length = oracle_vec3_norm(direction);
    double continuity = fabs(oracle_quat_dot(q, previous));
    if (!has_bone || length < 1e-6)
        return continuity;
    struct oracle_vec3 forward = oracle_quat_rotate(q, (struct oracle_vec3){0, 0, 1});
    return oracle_vec3_dot(forward, direction) / length + 0.1 * continuity;
}

static bool mend_track(struct oracle_track *track, const struct oracle_track *joints, int joint)
{
    struct oracle_curve *raw = track->rotation_raw;
    size_t most = raw[0].count + raw[1].count + raw[2].count;
    struct oracle_key *keys = calloc(most + 1, sizeof *keys);
    if (!keys)
        return false;
    struct oracle_quat previous = {0, 0, 0, 0};
    size_t n = 0;
    for (double t = next_time(raw, -(double)INFINITY); t < (double)INFINITY;
         t = next_time(raw, t)) {
        struct oracle_quat q = {oracle_curve_value(&raw[0], t), oracle_curve_value(&raw[1], t),
                                oracle_curve_value(&raw[2], t), 0};
        q.w = sqrt(fmax(0, 1 - oracle_quat_dot(q, q)));
        struct oracle_quat other = {q.x, q.y, q.z, -q.w};
        struct oracle_vec3 direction = {0, 0, 0};
        if (joints)
            direction = bone(joints, joint, t);
        if (n == 0) {
            /* The one key that the defect left is right. */
            previous = q;
            previous.w = copysign(q.w, raw[3].keys[0].value);
        }
        if (score(other, previous, joints != NULL, direction) >
            score(q, previous, joints != NULL, direction))
            q = other;
        keys[n++] = (struct oracle_key){
            .time_s = t, .value = q.w, .weighted_mode = ORACLE_WEIGHTED_IN | ORACLE_WEIGHTED_OUT};
        previous = q;
    }
    free(raw[3].keys);
    raw[3].keys = keys;
    raw[3].count = n;
    track->w_mended = true;
    return true;
}

bool oracle_mend_w(struct oracle_recording *recording)
{
    if (oracle_w_is_defective(&recording->camera) && !mend_track(&recording->camera, NULL, NONE))
        return false;
    for (int hand = 0; hand < ORACLE_HANDS; hand++) {
        struct oracle_track *joints = recording->joints[hand];
        for (int joint = WRIST; joint < ORACLE_JOINTS; joint++)
            if (oracle_w_is_defective(&joints[joint]) && !mend_track(&joints[joint], joints, joint))
                return false;
    }
    return true;
}
