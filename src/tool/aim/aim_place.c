/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "tool/aim/aim.h"
#include "tool/aim/aim_depth.h"
#include "tool/aim/patch_fit.h"

/* False: the view's pose or fov is none. */
static bool make_window(const struct tool_aim_view *view, struct tool_aim_window *out)
{
    const double left = tan(view->fov_rad[0]), right = tan(view->fov_rad[1]);
    const double top = tan(view->fov_rad[2]), bottom = tan(view->fov_rad[3]);
    *out = (struct tool_aim_window){left, right - left, top, bottom - top};
    bool is_good = fabs(out->across) > 1e-6 && fabs(out->down) > 1e-6;
    for (int i = 0; i < 4; i++)
        is_good = is_good && fabs(view->fov_rad[i]) < US_POSE_PI / 2.0;
    const struct us_vec3 at = view->T_local_view.position_m;
    return is_good && isfinite(at.x) && isfinite(at.y) && isfinite(at.z) &&
           fabsf(us_quat_norm(view->T_local_view.rotation) - 1.0f) < 1e-3f;
}

bool tool_aim_ray(const struct tool_aim_view *view, struct tool_aim_at at, struct tool_aim_ray *out)
{
    struct tool_aim_window window;
    if (!make_window(view, &window) || !isfinite(at.u) || !isfinite(at.v))
        return false;
    const struct us_vec3 ahead = {(float)(window.left + at.u * window.across),
                                  (float)(window.top + at.v * window.down), -1.0f};
    out->origin_m = view->T_local_view.position_m;
    out->direction = us_vec3_scale(us_quat_rotate(view->T_local_view.rotation, ahead),
                                   1.0f / us_vec3_norm(ahead));
    return true;
}

bool tool_aim_see(const struct tool_aim_view *view, struct us_vec3 point_m, struct tool_aim_at *out)
{
    struct tool_aim_window window;
    const struct us_vec3 p = us_pose_transform(us_pose_inverse(view->T_local_view), point_m);
    if (!make_window(view, &window) || !(p.z < 0.0f))
        return false;
    out->u = ((double)p.x / -(double)p.z - window.left) / window.across;
    out->v = ((double)p.y / -(double)p.z - window.top) / window.down;
    return true;
}

bool tool_aim_far(const struct tool_aim_view *view, struct tool_aim_at at, double distance_m,
                  struct tool_aim_point *out)
{
    struct tool_aim_ray ray;
    *out = (struct tool_aim_point){.distance_m = distance_m, .score = 1.0};
    if (!(distance_m > 0.0 && distance_m < 1e4))
        return tool_aim_refuse(out, "the distance is not between 0 and 10,000 m");
    if (!tool_aim_ray(view, at, &ray))
        return tool_aim_refuse(out, "the view has no pose or no field of view");
    out->point_m = us_vec3_add(ray.origin_m, us_vec3_scale(ray.direction, (float)distance_m));
    return true;
}

/* A point of a sphere of radius 1 by the angles to the right and up. */
static struct us_vec3 on_sphere(double right, double up)
{
    return (struct us_vec3){(float)(cos(up) * sin(right)), (float)sin(up),
                            (float)(-cos(up) * cos(right))};
}

/* The point in the layer's own axes, or why there is none. */
static const char *place_on(const struct tool_aim_layer *layer, struct tool_aim_at at,
                            struct us_vec3 *out)
{
    const double *values = layer->values, radius = values[0];
    double right = at.u - 0.5;
    double up;
    if (layer->shape == TOOL_AIM_QUAD) {
        *out = (struct us_vec3){(float)(right * values[0]), (float)((0.5 - at.v) * values[1]), 0};
        return values[0] > 0.0 && values[1] > 0.0 ? NULL : "the quad has no size";
    }
    if (!(radius > 0.0) || !isfinite(radius))
        return "the layer is infinitely far away: it has no radius";
    switch (layer->shape) {
    case TOOL_AIM_CYLINDER:
        *out = on_sphere(right * values[1], 0.0);
        out->y = (float)((0.5 - at.v) * values[1] / values[2]);
        break;
    case TOOL_AIM_EQUIRECT:
        up = 0.5 - (at.v - values[4]) / values[2];
        right = (at.u - values[3]) / values[1] - 0.5;
        if (!(fabs(right) <= 0.5 && fabs(up) <= 0.5))
            return "the layer does not show this place of its image";
        *out = on_sphere(right * 2.0 * US_POSE_PI, up * US_POSE_PI);
        break;
    default:
        *out = on_sphere(right * values[1], values[2] + at.v * (values[3] - values[2]));
    }
    *out = us_vec3_scale(*out, (float)radius);
    return NULL;
}

/* By the places beside it. 0: there are none. */
static struct us_vec3 normal_at(const struct tool_aim_layer *layer, struct tool_aim_at at)
{
    const double u = at.u < 0.5 ? 1e-3 : -1e-3, v = at.v < 0.5 ? 1e-3 : -1e-3;
    struct us_vec3 here, beside, below;
    if (place_on(layer, at, &here) != NULL ||
        place_on(layer, (struct tool_aim_at){at.u + u, at.v}, &beside) != NULL ||
        place_on(layer, (struct tool_aim_at){at.u, at.v + v}, &below) != NULL)
        return (struct us_vec3){0, 0, 0};
    const struct us_vec3 normal =
        us_vec3_cross(us_vec3_sub(beside, here), us_vec3_sub(below, here));
    const float length = us_vec3_norm(normal);
    return length > 0.0f
               ? us_quat_rotate(layer->T_local_layer.rotation, us_vec3_scale(normal, 1.0f / length))
               : (struct us_vec3){0, 0, 0};
}

bool tool_aim_on_layer(const struct tool_aim_layer *layer, struct tool_aim_at at,
                       struct tool_aim_point *out)
{
    struct us_vec3 place = {0};
    *out = (struct tool_aim_point){.score = 1.0};
    const char *why = place_on(layer, at, &place);
    if (!(at.u >= 0.0 && at.u <= 1.0 && at.v >= 0.0 && at.v <= 1.0))
        why = "the place is not within 0 to 1";
    out->point_m = us_pose_transform(layer->T_local_layer, place);
    out->normal = normal_at(layer, at);
    const struct us_vec3 p = out->point_m;
    if (why == NULL && !(isfinite(p.x) && isfinite(p.y) && isfinite(p.z)))
        why = "the layer has no pose or no size";
    return why == NULL || tool_aim_refuse(out, "%s", why);
}

bool tool_aim_refuse(struct tool_aim_point *out, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(out->why, sizeof out->why, format, list);
    va_end(list);
    return false;
}

bool tool_aim_conclude(const struct tool_aim_view *view, struct tool_aim_at at,
                       const double tangents[2], double inverse, double deviation,
                       struct tool_aim_point *out)
{
    const double longer = hypot(1.0, hypot(tangents[0], tangents[1]));
    if (!(inverse > 0.0 && deviation < 0.1 * inverse))
        return tool_aim_refuse(out, "it is beyond the reach of the two eyes: about %.1f m or more",
                               1.0 / fmax(inverse + deviation, 1e-3));
    if (!tool_aim_far(view, at, longer / inverse, out))
        return false;
    out->uncertainty_m = 2.0 * out->distance_m * deviation / inverse;
    return true;
}

/* ---- Where the second eye shows it ---- */

bool tool_aim_eye_pair_make(struct tool_aim_eye_pair *pair, const struct tool_aim_eye *from,
                            const struct tool_aim_eye *to)
{
    if (!make_window(&from->view, &pair->from_window) || !make_window(&to->view, &pair->to_window))
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
