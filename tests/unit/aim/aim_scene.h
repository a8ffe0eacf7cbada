/* SPDX-License-Identifier: MIT */
/* aim_scene: rectangles with a texture of noise, or of one colour, and what an eye sees of them by
 * casting rays. */
#ifndef AIM_SCENE_H
#define AIM_SCENE_H

#include "tool/aim/aim.h"

enum { SCENE_PANELS = 32 };
enum scene_texture { SCENE_NOISE, SCENE_FLAT, SCENE_STRIPES, SCENE_CHECKS, SCENE_PLAIN };

struct aim_panel {
    struct us_pose T_local_panel; /* it lies in x and y, and is seen from +Z */
    double width_m, height_m;
    enum scene_texture texture;
    uint32_t seed;  /* of the noise, or of the one colour */
    double stretch; /* of the texture; 1: it is seen from near */
};

struct aim_scene {
    struct aim_panel panels[SCENE_PANELS];
    int count;
};

/* A number from 0 to 1; the seed goes on. */
double scene_random(uint32_t *seed);
/* The turn by angles about +X, +Y and +Z, one after the other. */
struct us_quat scene_turn(double pitch_rad, double yaw_rad, double roll_rad);
/* The two views of a head, with the headless runtime's fields of view, and eyes 0.064 m apart. */
void scene_views(struct us_pose T_local_head, struct tool_aim_view out[2]);
/* The ray through a place of a picture: a second method beside tool_aim_ray. */
struct tool_aim_ray scene_ray(const struct tool_aim_view *view, struct tool_aim_at at);
/* The panel that a ray meets first, and where; -1: none. */
int scene_meet(const struct aim_scene *scene, const struct tool_aim_ray *ray,
               double *out_distance_m, struct tool_aim_at *out_on_panel);
/* What both eyes see, and where they are. */
struct scene_eyes {
    struct tool_png_image images[2];
    struct tool_aim_eye eyes[2];
};

/* The eyes look `canted_rad` outwards; 0: both look ahead. scene_eyes_release frees the pictures.
 */
void scene_eyes_draw(struct scene_eyes *out, const struct aim_scene *scene,
                     struct us_pose T_local_head, double canted_rad, uint32_t size);
void scene_eyes_release(struct scene_eyes *eyes);
/* A picture, each pixel from two by two rays. The caller frees it. */
struct tool_png_image scene_picture(const struct aim_scene *scene, const struct tool_aim_view *view,
                                    uint32_t size);

#endif
