/* SPDX-License-Identifier: MIT */
#include "layer/pose/convert.h"

static struct us_quat rotation_of_axes(struct us_vec3 x, struct us_vec3 y, struct us_vec3 z)
{
    const double axes[3][3] = {{(double)x.x, (double)x.y, (double)x.z},
                               {(double)y.x, (double)y.y, (double)y.z},
                               {(double)z.x, (double)z.y, (double)z.z}};
    return us_quat_from_axes(axes[0], axes[1], axes[2]);
}

/* The ray alone determines the axes, so the angular velocity follows from their derivatives: z
 * cross z' gives the part across the ray, and the derivative of x gives the roll about the ray.
 * Close to straight up or down, (0, 1, 0) does not define x; z or -z is used in its place. */
struct us_motion us_convert_gaze(const struct us_gaze_sample *gaze, double rate)
{
    if (gaze->has_pose)
        return us_convert_motion(gaze->motion, rate);
    struct us_vec3 z = us_vec3_scale(us_vec3_mirror(gaze->direction), -1.0f);
    struct us_vec3 z_rate = us_vec3_scale(us_vec3_mirror(gaze->direction_rate), (float)-rate);
    struct us_vec3 up = {0.0f, 1.0f, 0.0f};
    struct us_vec3 across = us_vec3_cross(up, z);
    if (us_vec3_norm(across) < 1e-4f) {
        up = (struct us_vec3){0.0f, 0.0f, z.y < 0.0f ? 1.0f : -1.0f};
        across = us_vec3_cross(up, z);
    }
    float shrink = 1.0f / us_vec3_norm(across);
    struct us_vec3 x = us_vec3_scale(across, shrink), y = us_vec3_cross(z, x);
    float roll_rad_s = us_vec3_dot(us_vec3_cross(up, z_rate), y) * shrink;
    return (struct us_motion){
        {rotation_of_axes(x, y, z), us_vec3_mirror(gaze->origin_m)},
        us_vec3_scale(us_vec3_mirror(gaze->origin_m_s), (float)rate),
        us_vec3_add(us_vec3_cross(z, z_rate), us_vec3_scale(z, roll_rad_s)),
    };
}

struct us_pose us_convert_from_posef(XrPosef pose)
{
    XrQuaternionf q = pose.orientation;
    return (struct us_pose){us_quat_normalize((struct us_quat){q.x, q.y, q.z, q.w}),
                            us_convert_from_vector3f(pose.position)};
}
