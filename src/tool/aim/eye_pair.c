/* SPDX-License-Identifier: MIT */
#include "tool/aim/eye_pair.h"

bool tool_aim_eye_pair_make(struct tool_aim_eye_pair *pair, const struct tool_aim_eye *from,
                            const struct tool_aim_eye *to)
{
    if (!tool_aim_window(&from->view, &pair->from_window) ||
        !tool_aim_window(&to->view, &pair->to_window))
        return false;
    const struct us_pose T_to_from =
        us_pose_multiply(us_pose_inverse(to->view.T_local_view), from->view.T_local_view);
    for (int k = 0; k < 3; k++)
        pair->axes[k] = us_quat_rotate(
            T_to_from.rotation, (struct us_vec3){k == 0 ? 1 : 0, k == 1 ? 1 : 0, k == 2 ? 1 : 0});
    pair->shift_m = T_to_from.position_m;
    pair->from_size[0] = from->image->width;
    pair->from_size[1] = from->image->height;
    pair->to_size[0] = to->image->width;
    pair->to_size[1] = to->image->height;
    return us_vec3_norm(pair->shift_m) > 1e-3f;
}

void tool_aim_eye_pair_tangents(const struct tool_aim_eye_pair *pair, const double px[2],
                                double out[2])
{
    const struct tool_aim_window *window = &pair->from_window;
    out[0] = window->left + px[0] / pair->from_size[0] * window->across;
    out[1] = window->top + px[1] / pair->from_size[1] * window->down;
}

bool tool_aim_eye_pair_project(const struct tool_aim_eye_pair *pair, const double tangents[2],
                               double inverse, double out_px[2], double out_change[2])
{
    const struct us_vec3 *axes = pair->axes, *shift = &pair->shift_m;
    const double across = tangents[0], down = tangents[1];
    const double x = axes[0].x * across + axes[1].x * down - axes[2].x + shift->x * inverse;
    const double y = axes[0].y * across + axes[1].y * down - axes[2].y + shift->y * inverse;
    const double z = axes[0].z * across + axes[1].z * down - axes[2].z + shift->z * inverse;
    if (!(z < -1e-9))
        return false;
    const struct tool_aim_window *window = &pair->to_window;
    const double per_across = pair->to_size[0] / window->across,
                 per_down = pair->to_size[1] / window->down;
    out_px[0] = (x / -z - window->left) * per_across;
    out_px[1] = (y / -z - window->top) * per_down;
    out_change[0] = (shift->x + x / -z * shift->z) / -z * per_across;
    out_change[1] = (shift->y + y / -z * shift->z) / -z * per_down;
    return true;
}
