/* SPDX-License-Identifier: MIT */
#include "oracle.h"

#include <math.h>

/* ---- Unity's world ---- */

struct oracle_pose oracle_track_pose(const struct oracle_track *track, double time_s)
{
    struct oracle_pose pose = {
        {oracle_curve_value(&track->position[0], time_s),
         oracle_curve_value(&track->position[1], time_s),
         oracle_curve_value(&track->position[2], time_s)},
        {0, 0, 0, 1},
    };
    if (track->rotation_repair != ORACLE_ROTATION_ABSENT) {
        pose.q = oracle_quat_normalise((struct oracle_quat){
            oracle_curve_value(&track->rotation[0], time_s),
            oracle_curve_value(&track->rotation[1], time_s),
            oracle_curve_value(&track->rotation[2], time_s),
            oracle_curve_value(&track->rotation[3], time_s),
        });
    }
    return pose;
}

bool oracle_track_exists(const struct oracle_track *track)
{
    for (int i = 0; i < 4; i++)
        if (track->rotation_raw[i].count > 0 || (i < 3 && track->position[i].count > 0))
            return true;
    return false;
}

bool oracle_hand_tracked(const struct oracle_recording *recording, int hand, double time_s)
{
    return oracle_curve_value(&recording->tracked[hand], time_s) > 0.5;
}

bool oracle_hand_pinching(const struct oracle_recording *recording, int hand, double time_s)
{
    return oracle_curve_value(&recording->pinching[hand], time_s) > 0.5;
}

static struct oracle_vec3 vector_at(const struct oracle_curve curves[3], double time_s)
{
    return (struct oracle_vec3){oracle_curve_value(&curves[0], time_s),
                                oracle_curve_value(&curves[1], time_s),
                                oracle_curve_value(&curves[2], time_s)};
}

/* The union key at or before, and the one after; -INFINITY and INFINITY where there is none. */
static void keys_around(const struct oracle_curve curves[3], double time_s, double *out_left_s,
                        double *out_right_s)
{
    *out_left_s = -(double)INFINITY;
    *out_right_s = (double)INFINITY;
    for (int c = 0; c < 3; c++) {
        for (size_t i = 0; i < curves[c].count; i++) {
            double t = curves[c].keys[i].time_s;
            if (t <= time_s && t > *out_left_s)
                *out_left_s = t;
            if (t > time_s && t < *out_right_s)
                *out_right_s = t;
        }
    }
}

static bool direction_known(const struct oracle_curve curves[3], double key_s)
{
    return isfinite(key_s) && oracle_vec3_norm(vector_at(curves, key_s)) > 1e-3;
}

static bool gaze_valid(const struct oracle_curve direction[3], double time_s)
{
    double left_s, right_s;
    keys_around(direction, time_s, &left_s, &right_s);
    if (!isfinite(left_s))
        return direction_known(direction, right_s);
    if (!direction_known(direction, left_s))
        return false;
    return time_s == left_s || !isfinite(right_s) || direction_known(direction, right_s);
}

bool oracle_gaze(const struct oracle_recording *recording, double time_s,
                 struct oracle_vec3 *out_origin_m, struct oracle_vec3 *out_direction)
{
    struct oracle_vec3 direction = vector_at(recording->gaze_direction, time_s);
    double norm = oracle_vec3_norm(direction);
    *out_origin_m = vector_at(recording->gaze_origin, time_s);
    *out_direction =
        norm > 1e-12 ? oracle_vec3_scale(direction, 1 / norm) : (struct oracle_vec3){0, 0, 1};
    return recording->has_gaze && norm > 1e-12 && gaze_valid(recording->gaze_direction, time_s);
}

/* ---- Conversion ---- */

struct oracle_vec3 oracle_xr_position(struct oracle_vec3 unity)
{
    return (struct oracle_vec3){unity.x, unity.y, -unity.z};
}

struct oracle_quat oracle_xr_rotation(struct oracle_quat unity)
{
    return (struct oracle_quat){-unity.x, -unity.y, unity.z, unity.w};
}

struct oracle_vec3 oracle_xr_angular(struct oracle_vec3 unity)
{
    return (struct oracle_vec3){-unity.x, -unity.y, unity.z};
}

struct oracle_pose oracle_xr_pose(struct oracle_pose unity)
{
    return (struct oracle_pose){oracle_xr_position(unity.p_m), oracle_xr_rotation(unity.q)};
}

int oracle_xr_joint(int file_joint)
{
    static const int first[3] = {-1, 1, 0};
    return file_joint < 3 ? first[file_joint] : file_joint - 1;
}

int oracle_file_joint(int xr_joint)
{
    static const int first[2] = {2, 1};
    return xr_joint < 2 ? first[xr_joint] : xr_joint + 1;
}

struct oracle_quat oracle_xr_gaze_rotation(struct oracle_vec3 direction)
{
    struct oracle_vec3 z = oracle_vec3_scale(direction, -1);
    struct oracle_vec3 x = oracle_vec3_cross((struct oracle_vec3){0, 1, 0}, z);
    if (oracle_vec3_norm(x) < 1e-4) {
        struct oracle_vec3 up = {0, 0, direction.y > 0 ? 1 : -1};
        x = oracle_vec3_cross(up, z);
    }
    x = oracle_vec3_scale(x, 1 / oracle_vec3_norm(x));
    return oracle_quat_from_basis(x, oracle_vec3_cross(z, x), z);
}

/* ---- What an app should be told ---- */

static const struct oracle_track *entity_track(const struct oracle_recording *recording,
                                               struct oracle_entity entity)
{
    if (entity.kind == ORACLE_HEAD)
        return &recording->camera;
    return &recording->joints[entity.hand][oracle_file_joint(entity.xr_joint)];
}

/* The curves that an entity is made of; returns how many. */
static int entity_curves(const struct oracle_recording *recording, struct oracle_entity entity,
                         const struct oracle_curve *out_curves[8])
{
    int n = 0;
    if (entity.kind == ORACLE_GAZE) {
        for (int i = 0; i < 3; i++) {
            out_curves[n++] = &recording->gaze_origin[i];
            out_curves[n++] = &recording->gaze_direction[i];
        }
        return n;
    }
    const struct oracle_track *track = entity_track(recording, entity);
    for (int i = 0; i < 3; i++)
        out_curves[n++] = &track->position[i];
    for (int i = 0; i < 4; i++)
        out_curves[n++] = &track->rotation[i];
    if (entity.kind == ORACLE_JOINT)
        out_curves[n++] = &recording->tracked[entity.hand];
    return n;
}

bool oracle_entity_valid(const struct oracle_recording *recording, struct oracle_entity entity,
                         double time_s)
{
    struct oracle_vec3 origin, direction;
    switch (entity.kind) {
    case ORACLE_HEAD:
        return oracle_track_exists(&recording->camera);
    case ORACLE_JOINT:
        return oracle_hand_tracked(recording, entity.hand, time_s);
    case ORACLE_GAZE:
        return oracle_gaze(recording, time_s, &origin, &direction);
    }
    return false;
}

struct oracle_pose oracle_entity_pose(const struct oracle_recording *recording,
                                      struct oracle_entity entity, double time_s)
{
    if (entity.kind != ORACLE_GAZE)
        return oracle_xr_pose(oracle_track_pose(entity_track(recording, entity), time_s));
    struct oracle_vec3 origin, direction;
    oracle_gaze(recording, time_s, &origin, &direction);
    return (struct oracle_pose){oracle_xr_position(origin),
                                oracle_xr_gaze_rotation(oracle_xr_position(direction))};
}

static double entity_gap_s(const struct oracle_recording *recording, struct oracle_entity entity,
                           double time_s)
{
    const struct oracle_curve *curves[8];
    int n = entity_curves(recording, entity, curves);
    double gap = (double)INFINITY;
    for (int i = 0; i < n; i++)
        gap = fmin(gap, oracle_curve_gap_s(curves[i], time_s));
    return gap;
}

struct oracle_motion oracle_entity_motion(const struct oracle_recording *recording,
                                          struct oracle_entity entity, double time_s)
{
    struct oracle_motion motion = {.pose = oracle_entity_pose(recording, entity, time_s)};
    double from_s = time_s;
    double gap = entity_gap_s(recording, entity, from_s);
    /* Too near a key to see a difference before it: take the one after it. (A loop may round a gap
     * to nothing.) */
    while (gap < 1e-7) {
        from_s += fmax(gap, 1e-9);
        gap = entity_gap_s(recording, entity, from_s);
    }
    double to_s = from_s + fmin(1e-6, gap / 2);
    struct oracle_pose a = oracle_entity_pose(recording, entity, from_s);
    struct oracle_pose b = oracle_entity_pose(recording, entity, to_s);
    double per_s = 1 / (to_s - from_s);
    motion.linear_m_s = oracle_vec3_scale(oracle_vec3_sub(b.p_m, a.p_m), per_s);
    struct oracle_quat turned = oracle_quat_mul(b.q, oracle_quat_conjugate(a.q));
    motion.angular_rad_s = oracle_vec3_scale(oracle_quat_rotation_vector_rad(turned), per_s);
    return motion;
}

bool oracle_entity_near_key(const struct oracle_recording *recording, struct oracle_entity entity,
                            double time_s, double within_s)
{
    const struct oracle_curve *curves[8];
    int n = entity_curves(recording, entity, curves);
    for (int i = 0; i < n; i++)
        if (oracle_curve_near_key(curves[i], time_s, within_s))
            return true;
    return false;
}
