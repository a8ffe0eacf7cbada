/* SPDX-License-Identifier: MIT */
#include "tool/drawing/view_camera.h"

static const float elevation_rad = 0.261799f; /* 15 degrees */

static struct us_vec3 heading_of(struct us_pose head)
{
    struct us_vec3 forward = us_quat_rotate(head.rotation, (struct us_vec3){0.0f, 0.0f, -1.0f});
    float length = sqrtf(forward.x * forward.x + forward.z * forward.z);
    if (!(length > 1e-3f))
        return (struct us_vec3){0.0f, 0.0f, -1.0f};
    return (struct us_vec3){forward.x / length, 0.0f, forward.z / length};
}

struct tool_view_camera tool_view_camera_make(struct us_pose head, enum tool_view_side side,
                                              struct us_vec3 centre, double x, double y,
                                              double scale)
{
    const struct us_vec3 up = {0.0f, 1.0f, 0.0f};
    struct us_vec3 ahead = heading_of(head);
    struct us_vec3 from = side == TOOL_VIEW_FRONT ? ahead : us_vec3_cross(ahead, up);
    struct tool_view_camera camera = {.centre = centre, .x = x, .y = y, .scale = scale};
    camera.toward = us_vec3_add(us_vec3_scale(from, cosf(elevation_rad)),
                                us_vec3_scale(up, sinf(elevation_rad)));
    camera.right = us_vec3_cross(up, from);
    camera.up = us_vec3_cross(camera.toward, camera.right);
    return camera;
}

struct tool_view_point tool_view_camera_project(const struct tool_view_camera *camera,
                                                struct us_vec3 point)
{
    struct us_vec3 at = us_vec3_sub(point, camera->centre);
    return (struct tool_view_point){camera->x +
                                        camera->scale * (double)us_vec3_dot(at, camera->right),
                                    camera->y - camera->scale * (double)us_vec3_dot(at, camera->up),
                                    (double)us_vec3_dot(at, camera->toward)};
}
