/* SPDX-License-Identifier: MIT */
#include "aim_scene.h"

#include <math.h>
#include <stdlib.h>

#include "testing.h"

static uint32_t mix(uint32_t a)
{
    a ^= a >> 16;
    a *= 0x7feb352du;
    a ^= a >> 15;
    a *= 0x846ca68bu;
    return a ^ a >> 16;
}

double scene_random(uint32_t *seed)
{
    *seed += 0x9e3779b9u;
    return mix(*seed) / 4294967296.0;
}

struct us_quat scene_turn(double pitch_rad, double yaw_rad, double roll_rad)
{
    const struct us_quat x = {(float)sin(pitch_rad / 2), 0, 0, (float)cos(pitch_rad / 2)};
    const struct us_quat y = {0, (float)sin(yaw_rad / 2), 0, (float)cos(yaw_rad / 2)};
    const struct us_quat z = {0, 0, (float)sin(roll_rad / 2), (float)cos(roll_rad / 2)};
    return us_quat_normalize(us_quat_multiply(z, us_quat_multiply(y, x)));
}

void scene_views(struct us_pose T_local_head, struct tool_aim_view out[2])
{
    for (int eye = 0; eye < 2; eye++) {
        const struct us_pose T_head_eye = {{0, 0, 0, 1}, {eye == 0 ? -0.032f : 0.032f, 0, 0}};
        out[eye] =
            (struct tool_aim_view){us_pose_multiply(T_local_head, T_head_eye),
                                   {eye == 0 ? -0.8 : -0.7, eye == 0 ? 0.7 : 0.8, 0.75, -0.85}};
    }
}

/* The tangents of a view's angles: left, right, up, down. */
struct lens {
    double tangents[4];
};

static struct lens lens_of(const struct tool_aim_view *view)
{
    struct lens lens;
    for (int i = 0; i < 4; i++)
        lens.tangents[i] = tan(view->fov_rad[i]);
    return lens;
}

static struct tool_aim_ray ray_of(const struct lens *lens, const struct us_pose *T_local_view,
                                  struct tool_aim_at at)
{
    const double *fov = lens->tangents;
    const double x = fov[0] * (1 - at.u) + fov[1] * at.u;
    const double y = fov[2] * (1 - at.v) + fov[3] * at.v;
    const double length = sqrt(x * x + y * y + 1);
    const struct us_vec3 ahead = {(float)(x / length), (float)(y / length), (float)(-1 / length)};
    return (struct tool_aim_ray){T_local_view->position_m,
                                 us_quat_rotate(T_local_view->rotation, ahead)};
}

struct tool_aim_ray scene_ray(const struct tool_aim_view *view, struct tool_aim_at at)
{
    const struct lens lens = lens_of(view);
    return ray_of(&lens, &view->T_local_view, at);
}

/* An eye as the panels have it. */
struct placed_eye {
    struct us_vec3 origins_m[SCENE_PANELS];
    struct us_quat rotations[SCENE_PANELS];
};

static void place_eye(const struct aim_scene *scene, struct us_vec3 origin_m,
                      struct placed_eye *out)
{
    for (int i = 0; i < scene->count; i++) {
        const struct us_pose T_panel_local = us_pose_inverse(scene->panels[i].T_local_panel);
        out->origins_m[i] = us_pose_transform(T_panel_local, origin_m);
        out->rotations[i] = T_panel_local.rotation;
    }
}

static int meet(const struct aim_scene *scene, const struct placed_eye *eye,
                struct us_vec3 direction, double *out_distance_m, struct tool_aim_at *out_on_panel)
{
    int met = -1;
    *out_distance_m = INFINITY;
    for (int i = 0; i < scene->count; i++) {
        const struct aim_panel *panel = &scene->panels[i];
        const struct us_vec3 o = eye->origins_m[i];
        const struct us_vec3 d = us_quat_rotate(eye->rotations[i], direction);
        const double t = -(double)o.z / (double)d.z;
        const double x = (double)o.x + t * (double)d.x, y = (double)o.y + t * (double)d.y;
        if (!(d.z < 0 && t > 0 && t < *out_distance_m) || fabs(x) > panel->width_m / 2 ||
            fabs(y) > panel->height_m / 2)
            continue;
        *out_distance_m = t;
        *out_on_panel = (struct tool_aim_at){x, y};
        met = i;
    }
    return met;
}

int scene_meet(const struct aim_scene *scene, const struct tool_aim_ray *ray,
               double *out_distance_m, struct tool_aim_at *out_on_panel)
{
    struct placed_eye eye;
    place_eye(scene, ray->origin_m, &eye);
    return meet(scene, &eye, ray->direction, out_distance_m, out_on_panel);
}

static double corner(int x, int y, uint32_t seed)
{
    return mix(mix(mix(seed) + (uint32_t)x) + (uint32_t)y) / 4294967296.0;
}

/* Smooth noise with one random value for each unit. */
static double noise(double x, double y, uint32_t seed)
{
    const int left = (int)floor(x), top = (int)floor(y);
    double u = x - left, v = y - top;
    u = u * u * (3 - 2 * u);
    v = v * v * (3 - 2 * v);
    const double above = corner(left, top, seed) * (1 - u) + corner(left + 1, top, seed) * u;
    const double below =
        corner(left, top + 1, seed) * (1 - u) + corner(left + 1, top + 1, seed) * u;
    return above * (1 - v) + below * v;
}

static void add_shade(const struct aim_panel *panel, struct tool_aim_at at, double sums[3])
{
    const double x = at.u / panel->stretch, y = at.v / panel->stretch;
    double grey = 0;
    if (panel->texture == SCENE_NOISE)
        grey = 40 + 90 * noise(x / 0.09, y / 0.09, panel->seed) +
               80 * noise(x / 0.03, y / 0.03, panel->seed + 10);
    else if (panel->texture == SCENE_STRIPES)
        grey = 128 + 80 * sin(x * 6.283 / 0.05);
    else if (panel->texture == SCENE_CHECKS)
        grey = 128 + 80 * sin(x * 6.283 / 0.05) * sin(y * 6.283 / 0.05);
    for (int channel = 0; channel < 3; channel++)
        switch (panel->texture) {
        case SCENE_NOISE:
            sums[channel] += grey + 40 * noise(x / 0.06, y / 0.06, panel->seed + (uint32_t)channel);
            break;
        case SCENE_STRIPES:
        case SCENE_CHECKS:
            sums[channel] += grey;
            break;
        case SCENE_PLAIN:
            sums[channel] += floor(250 * corner(channel, 0, panel->seed));
            break;
        default:
            sums[channel] += 90 + 40 * channel;
        }
}

struct tool_png_image scene_picture(const struct aim_scene *scene, const struct tool_aim_view *view,
                                    uint32_t size)
{
    struct tool_png_image image = {
        .width = size, .height = size, .rgb = calloc((size_t)size * size, 3)};
    const struct lens lens = lens_of(view);
    struct placed_eye eye;
    place_eye(scene, view->T_local_view.position_m, &eye);
    for (uint32_t i = 0; i < size * size && image.rgb != NULL; i++) {
        double sums[3] = {0};
        for (uint32_t k = 0; k < 4; k++) {
            const struct tool_aim_at at = {(i % size + (k % 2 + 0.5) / 2) / size,
                                           (i / size + (k / 2 + 0.5) / 2) / size};
            struct tool_aim_at place;
            double distance;
            const struct tool_aim_ray ray = ray_of(&lens, &view->T_local_view, at);
            const int met = meet(scene, &eye, ray.direction, &distance, &place);
            if (met >= 0)
                add_shade(&scene->panels[met], place, sums);
            else
                for (int channel = 0; channel < 3; channel++)
                    sums[channel] += 60;
        }
        for (int channel = 0; channel < 3; channel++)
            image.rgb[3 * i + (uint32_t)channel] = (uint8_t)(sums[channel] / 4 + 0.5);
    }
    return image;
}

void scene_eyes_draw(struct scene_eyes *out, const struct aim_scene *scene,
                     struct us_pose T_local_head, double canted_rad, uint32_t size)
{
    struct tool_aim_view views[2];
    scene_views(T_local_head, views);
    for (int i = 0; i < 2; i++) {
        const struct us_pose turned = {scene_turn(0, i == 0 ? canted_rad : -canted_rad, 0),
                                       {0, 0, 0}};
        views[i].T_local_view = us_pose_multiply(views[i].T_local_view, turned);
        out->images[i] = scene_picture(scene, &views[i], size);
        assert_non_null(out->images[i].rgb);
        out->eyes[i] = (struct tool_aim_eye){views[i], &out->images[i]};
    }
}

void scene_eyes_release(struct scene_eyes *eyes)
{
    for (int i = 0; i < 2; i++)
        free(eyes->images[i].rgb);
}
