/* SPDX-License-Identifier: MIT */
/*
 * Hazard: a place of a layer's image is not where the app submitted it. What an eye sees in that
 * direction, by the headless runtime's own geometry, must be that place.
 */
#include <math.h>

#include "testing.h"

#include "aim_scene.h"
#include "runtime/picture/shape.h"

static struct rt_shape make_shape(const struct tool_aim_layer *layer)
{
    const double *v = layer->values;
    switch (layer->shape) {
    case TOOL_AIM_QUAD:
        return rt_shape_quad(&(XrExtent2Df){(float)v[0], (float)v[1]});
    case TOOL_AIM_CYLINDER:
        return rt_shape_cylinder((float)v[0], (float)v[1], (float)v[2]);
    case TOOL_AIM_EQUIRECT:
        return rt_shape_equirect((float)v[0], &(XrVector2f){(float)v[1], (float)v[2]},
                                 &(XrVector2f){(float)v[3], (float)v[4]});
    default:
        return rt_shape_equirect2((float)v[0], (float)v[1], (float)v[2], (float)v[3]);
    }
}

/* The eye is where LOCAL is, and looks at the point. */
static void check_seen(const struct tool_aim_layer *layer, struct tool_aim_at at)
{
    const struct us_pose *pose = &layer->T_local_layer;
    struct rt_shape shape = make_shape(layer);
    struct tool_aim_point point;
    struct rt_shape_hit hit;
    assert_true(tool_aim_on_layer(layer, at, &point));
    shape.m_eye_shape.position_m = (struct rt_vector){
        (double)pose->position_m.x, (double)pose->position_m.y, (double)pose->position_m.z};
    shape.m_eye_shape.rotation.x = (double)pose->rotation.x;
    shape.m_eye_shape.rotation.y = (double)pose->rotation.y;
    shape.m_eye_shape.rotation.z = (double)pose->rotation.z;
    shape.m_eye_shape.rotation.w = (double)pose->rotation.w;
    const struct rt_shape_rays rays = rt_shape_rays(&shape);
    const struct us_vec3 p = point.point_m;
    const struct rt_vector d = {(double)(p.x * (float)rays.axes[0].x + p.y * (float)rays.axes[1].x +
                                         p.z * (float)rays.axes[2].x),
                                (double)(p.x * (float)rays.axes[0].y + p.y * (float)rays.axes[1].y +
                                         p.z * (float)rays.axes[2].y),
                                (double)(p.x * (float)rays.axes[0].z + p.y * (float)rays.axes[1].z +
                                         p.z * (float)rays.axes[2].z)};
    assert_true(rt_shape_look(&shape, &rays, d, &hit));
    assert_true(fabs(hit.u - at.u) < 1e-4);
    assert_true(fabs(hit.v - at.v) < 1e-4);
}

TEST(test_a_place_is_what_an_eye_sees_there)
{
    uint32_t seed = 3;
    const struct tool_aim_layer layers[] = {
        {TOOL_AIM_QUAD, {{0, 0, 0, 1}, {0.2f, -0.1f, -1.5f}}, {0.8, 0.5}},
        {TOOL_AIM_CYLINDER, {{0, 0, 0, 1}, {0.1f, 0.2f, 0.3f}}, {2, 1.2, 1.6}},
        {TOOL_AIM_EQUIRECT, {{0, 0, 0, 1}, {0.1f, 0.2f, 0.3f}}, {3, 2, 1.5, -0.4, -0.2}},
        {TOOL_AIM_EQUIRECT2, {{0, 0, 0, 1}, {0.1f, 0.2f, 0.3f}}, {3, 2, 0.6, -0.9}},
    };
    for (int i = 0; i < 400; i++) {
        struct tool_aim_layer layer = layers[i % 4];
        layer.T_local_layer.rotation =
            scene_turn(scene_random(&seed) - 0.5, scene_random(&seed) - 0.5, scene_random(&seed));
        check_seen(&layer, (struct tool_aim_at){0.01 + 0.98 * scene_random(&seed),
                                                0.01 + 0.98 * scene_random(&seed)});
    }
}

TEST(test_what_has_no_place_is_refused)
{
    struct tool_aim_layer layer = {TOOL_AIM_EQUIRECT2, {{0, 0, 0, 1}, {0, 0, 0}}, {0, 2, 1, -1}};
    struct tool_aim_point point;
    assert_false(tool_aim_on_layer(&layer, (struct tool_aim_at){0.5, 0.5}, &point));
    layer.values[0] = (double)INFINITY;
    assert_false(tool_aim_on_layer(&layer, (struct tool_aim_at){0.5, 0.5}, &point));
    layer.values[0] = 1;
    assert_true(tool_aim_on_layer(&layer, (struct tool_aim_at){0.5, 0.5}, &point));
    assert_false(tool_aim_on_layer(&layer, (struct tool_aim_at){0.5, 1.5}, &point));
}

/* A pixel becomes a ray, and a point of the ray is seen in that pixel. */
TEST(test_a_pixel_is_seen_where_it_points)
{
    uint32_t seed = 4;
    struct tool_aim_view views[2];
    scene_views((struct us_pose){scene_turn(0.3, -0.5, 0.2), {1, 2, 3}}, views);
    for (int i = 0; i < 100; i++) {
        const struct tool_aim_at at = {scene_random(&seed), scene_random(&seed)};
        const struct tool_aim_ray wanted = scene_ray(&views[i % 2], at);
        const double distance = 0.1 + 5 * scene_random(&seed);
        struct tool_aim_point point;
        struct tool_aim_at seen;
        assert_true(tool_aim_far(&views[i % 2], at, distance, &point));
        const struct us_vec3 truth =
            us_vec3_add(wanted.origin_m, us_vec3_scale(wanted.direction, (float)distance));
        assert_true(us_vec3_norm(us_vec3_sub(truth, point.point_m)) < 1e-5f);
        assert_true(tool_aim_see(&views[i % 2], point.point_m, &seen));
        assert_true(hypot(seen.u - at.u, seen.v - at.v) < 1e-4);
    }
}

TESTS_MAIN(test_a_place_is_what_an_eye_sees_there, test_what_has_no_place_is_refused,
           test_a_pixel_is_seen_where_it_points)
