/* SPDX-License-Identifier: MIT */
#include "layer/pose/rebase.h"

#include "layer/pose/convert.h"

static struct us_pose raised(float y_m)
{
    struct us_pose pose = us_pose_identity;
    pose.position_m.y = y_m;
    return pose;
}

void us_virtual_spaces_init(struct us_virtual_spaces *spaces, bool on_floor, float head_height_m,
                            bool real_on_floor)
{
    spaces->is_virtual = true;
    spaces->T_virtual_local = raised(on_floor ? head_height_m : 0.0f);
    spaces->T_virtual_floor = raised(on_floor ? 0.0f : -US_VIRTUAL_SPACES_USUAL_HEIGHT_M);
    spaces->T_virtual_stage = spaces->T_virtual_floor;
    spaces->is_stage_recorded = false;
    spaces->T_virtual_real = real_on_floor ? spaces->T_virtual_floor : spaces->T_virtual_local;
}

void us_virtual_spaces_set_recorded(struct us_virtual_spaces *spaces,
                                    const struct us_recorded_spaces *recorded)
{
    if (recorded->has_stage) {
        spaces->T_virtual_stage = recorded->T_local_stage;
        spaces->T_virtual_floor = raised(recorded->T_local_stage.position_m.y);
    }
    if (recorded->has_local_floor)
        spaces->T_virtual_floor = recorded->T_local_floor;
    if (!recorded->has_stage)
        spaces->T_virtual_stage = raised(spaces->T_virtual_floor.position_m.y);
    spaces->is_stage_recorded = recorded->has_stage;
}

float us_virtual_spaces_height_m(const struct us_virtual_spaces *spaces)
{
    return spaces->T_virtual_local.position_m.y - spaces->T_virtual_stage.position_m.y;
}

bool us_virtual_spaces_find(const struct us_virtual_spaces *spaces, XrReferenceSpaceType type,
                            struct us_pose *out_T_virtual_space)
{
    if (!spaces->is_virtual)
        return false;
    if (type == XR_REFERENCE_SPACE_TYPE_LOCAL)
        *out_T_virtual_space = spaces->T_virtual_local;
    else if (type == XR_REFERENCE_SPACE_TYPE_LOCAL_FLOOR)
        *out_T_virtual_space = spaces->T_virtual_floor;
    else if (type == XR_REFERENCE_SPACE_TYPE_STAGE)
        *out_T_virtual_space = spaces->T_virtual_stage;
    else
        return false;
    return true;
}

static bool is_unturned(struct us_quat q)
{
    return q.x == 0.0f && q.y == 0.0f && q.z == 0.0f && q.w == 1.0f;
}

static void store_vector(float out[4], struct us_vec3 value)
{
    out[0] = value.x;
    out[1] = value.y;
    out[2] = value.z;
    out[3] = 0.0f;
}

static void store_rotation(float out[4], struct us_quat turn, struct us_quat recorded)
{
    struct us_pose mirrored = us_convert_pose((struct us_pose){recorded, {0.0f, 0.0f, 0.0f}});
    struct us_quat q = us_quat_multiply(turn, mirrored.rotation);
    out[0] = q.x;
    out[1] = q.y;
    out[2] = q.z;
    out[3] = q.w;
}

/* Both maps are linear, so their columns are the images of the unit vectors. */
static void init_columns(struct us_rebase *out, struct us_quat turn)
{
    for (int i = 0; i < 4; i++)
        store_rotation(out->rotation[i], turn,
                       (struct us_quat){i == 0 ? 1.0f : 0.0f, i == 1 ? 1.0f : 0.0f,
                                        i == 2 ? 1.0f : 0.0f, i == 3 ? 1.0f : 0.0f});
    for (int i = 0; i < 3; i++) {
        struct us_vec3 unit = {i == 0 ? 1.0f : 0.0f, i == 1 ? 1.0f : 0.0f, i == 2 ? 1.0f : 0.0f};
        store_vector(out->vector[i], us_quat_rotate(turn, us_vec3_mirror(unit)));
    }
}

void us_rebase_init(struct us_rebase *out, const struct us_motion *base,
                    struct us_pose T_anchor_recording, double rate)
{
    struct us_quat to_base = us_quat_conjugate(base->pose.rotation);
    struct us_vec3 apart_m = us_vec3_sub(T_anchor_recording.position_m, base->pose.position_m);
    out->rate = (float)rate;
    out->is_parallel = is_unturned(base->pose.rotation) && is_unturned(T_anchor_recording.rotation);
    if (out->is_parallel) {
        store_vector(out->origin_m, apart_m);
        out->base_linear_m_s = base->linear_m_s;
        out->base_angular_rad_s = base->angular_rad_s;
        return;
    }
    init_columns(out, us_quat_multiply(to_base, T_anchor_recording.rotation));
    store_vector(out->origin_m, us_quat_rotate(to_base, apart_m));
    out->base_linear_m_s = us_quat_rotate(to_base, base->linear_m_s);
    out->base_angular_rad_s = us_quat_rotate(to_base, base->angular_rad_s);
}

struct us_motion us_rebase_motion(struct us_pose T_a_b, struct us_motion in_b)
{
    struct us_quat turn = T_a_b.rotation;
    struct us_motion in_a = in_b;
    if (!is_unturned(turn)) {
        in_a.pose.rotation = us_quat_multiply(turn, in_b.pose.rotation);
        in_a.pose.position_m = us_quat_rotate(turn, in_b.pose.position_m);
        in_a.linear_m_s = us_quat_rotate(turn, in_b.linear_m_s);
        in_a.angular_rad_s = us_quat_rotate(turn, in_b.angular_rad_s);
    }
    in_a.pose.position_m = us_vec3_add(in_a.pose.position_m, T_a_b.position_m);
    return in_a;
}

static inline void mirror(const float origin_m[4], const struct us_pose *recorded, XrPosef *out)
{
    struct us_quat q = us_quat_mirror(recorded->rotation);
    struct us_vec3 p = recorded->position_m;
    out->orientation = (XrQuaternionf){q.x, q.y, q.z, q.w};
    out->position = (XrVector3f){p.x + origin_m[0], p.y + origin_m[1], origin_m[2] - p.z};
}

static inline void turn(const struct us_rebase *rebase, const struct us_pose *recorded,
                        XrPosef *out)
{
    struct us_quat q = recorded->rotation;
    struct us_vec3 p = recorded->position_m;
    float turned[4], moved[4];
    for (int i = 0; i < 4; i++)
        turned[i] = rebase->rotation[0][i] * q.x + rebase->rotation[1][i] * q.y +
                    rebase->rotation[2][i] * q.z + rebase->rotation[3][i] * q.w;
    for (int i = 0; i < 4; i++)
        moved[i] = rebase->vector[0][i] * p.x + rebase->vector[1][i] * p.y +
                   rebase->vector[2][i] * p.z + rebase->origin_m[i];
    out->orientation = (XrQuaternionf){turned[0], turned[1], turned[2], turned[3]};
    out->position = (XrVector3f){moved[0], moved[1], moved[2]};
}

void us_rebase_poses(const struct us_rebase *rebase,
                     const struct us_motion recorded[US_JOINT_COUNT],
                     XrHandJointLocationEXT out[XR_HAND_JOINT_COUNT_EXT])
{
    /* The copy tells the compiler that writing `out` does not change the map. */
    const struct us_rebase map = *rebase;
    if (map.is_parallel) {
        for (int i = 0; i < XR_HAND_JOINT_COUNT_EXT; i++)
            mirror(map.origin_m, &recorded[us_joint_from_openxr(i)].pose, &out[i].pose);
        return;
    }
    for (int i = 0; i < XR_HAND_JOINT_COUNT_EXT; i++)
        turn(&map, &recorded[us_joint_from_openxr(i)].pose, &out[i].pose);
}

/* Converts a recorded velocity to the app's seconds and the base's axes. */
static struct us_vec3 to_base(const struct us_rebase *rebase, struct us_vec3 recorded)
{
    struct us_vec3 v = us_vec3_scale(recorded, rebase->rate);
    if (rebase->is_parallel)
        return us_vec3_mirror(v);
    const float(*columns)[4] = rebase->vector;
    return (struct us_vec3){
        columns[0][0] * v.x + columns[1][0] * v.y + columns[2][0] * v.z,
        columns[0][1] * v.x + columns[1][1] * v.y + columns[2][1] * v.z,
        columns[0][2] * v.x + columns[1][2] * v.y + columns[2][2] * v.z,
    };
}

/* A point at rest in the anchor space moves relative to a moving base, so the base's velocity at
 * the joint is subtracted. The mirror reverses the sense of an angular velocity: hence the factor
 * -1. */
void us_rebase_velocities(const struct us_rebase *rebase,
                          const struct us_motion recorded[US_JOINT_COUNT],
                          const XrHandJointLocationEXT poses[XR_HAND_JOINT_COUNT_EXT],
                          XrHandJointVelocityEXT out[XR_HAND_JOINT_COUNT_EXT])
{
    for (int i = 0; i < XR_HAND_JOINT_COUNT_EXT; i++) {
        const struct us_motion *joint = &recorded[us_joint_from_openxr(i)];
        struct us_vec3 at_m = us_convert_from_vector3f(poses[i].pose.position);
        struct us_vec3 base_m_s =
            us_vec3_add(rebase->base_linear_m_s, us_vec3_cross(rebase->base_angular_rad_s, at_m));
        struct us_vec3 angular_rad_s = us_vec3_scale(to_base(rebase, joint->angular_rad_s), -1.0f);
        out[i].linearVelocity =
            us_convert_to_vector3f(us_vec3_sub(to_base(rebase, joint->linear_m_s), base_m_s));
        out[i].angularVelocity =
            us_convert_to_vector3f(us_vec3_sub(angular_rad_s, rebase->base_angular_rad_s));
    }
}
