/* SPDX-License-Identifier: MIT */
/*
 * Hazard: the depth of a pixel is wrong, or is told where it cannot be known. The truth is that of
 * the rays that drew the pictures.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "testing.h"

#include "aim_scene.h"

enum { SIZE = 512, SCENES = 4, PIXELS = 50 };

static double spread(uint32_t *seed, double width)
{
    return width * (scene_random(seed) - 0.5);
}

/* A wall 5 m away, and panels at 0.3 to 3.6 m that are turned by up to 50 degrees. */
static struct aim_scene make_scene(uint32_t *seed)
{
    struct aim_scene scene = {.count = 8};
    scene.panels[0] = (struct aim_panel){
        .T_local_panel = {{0, 0, 0, 1}, {0, 0, -5}}, .width_m = 30, .height_m = 30, .stretch = 5};
    for (int i = 1; i < 8; i++) {
        const double distance = 0.3 * pow(12, scene_random(seed));
        const double size = distance * (0.5 + scene_random(seed));
        scene.panels[i] = (struct aim_panel){
            .T_local_panel.rotation = scene_turn(spread(seed, 1.7), spread(seed, 1.7), 0),
            .width_m = size,
            .height_m = size,
            .seed = (uint32_t)(100 * i),
            .stretch = distance};
        scene.panels[i].T_local_panel.position_m =
            (struct us_vec3){(float)spread(seed, 1.6 * distance),
                             (float)spread(seed, 1.6 * distance), (float)-distance};
    }
    return scene;
}

/* How far the point is off, in metres: from what the pixel shows, or a nearer surface within a
 * pixel or so of it. */
static double error_of(const struct aim_scene *scene, const struct tool_aim_view *view,
                       struct tool_aim_at at, double distance_m)
{
    double least = INFINITY, middle = 0;
    for (int i = 0; i < 9; i++) {
        const struct tool_aim_at near = {at.u + 1.25 * ((i + 1) % 3 - 1) / SIZE,
                                         at.v + 1.25 * ((i + 4) / 3 % 3 - 1) / SIZE};
        const struct tool_aim_ray ray = scene_ray(view, near);
        struct tool_aim_at place;
        double truth;
        scene_meet(scene, &ray, &truth, &place);
        middle = i == 0 ? truth : middle;
        if (i == 0 || truth < 0.95 * middle)
            least = fmin(least, fabs(truth - distance_m));
    }
    return least;
}

/* The angle between the truth and the point, as a hand beside the head would aim. */
static double angle_deg(const struct tool_aim_view *view, struct tool_aim_at at, double truth_m,
                        struct us_vec3 point_m)
{
    const struct tool_aim_ray ray = scene_ray(view, at);
    const struct us_vec3 T_view_hand = {0.25f, -0.3f, -0.2f};
    const struct us_vec3 hand = us_pose_transform(view->T_local_view, T_view_hand);
    const struct us_vec3 to =
        us_vec3_sub(us_vec3_add(ray.origin_m, us_vec3_scale(ray.direction, (float)truth_m)), hand);
    const struct us_vec3 aim = us_vec3_sub(point_m, hand);
    return atan2((double)us_vec3_norm(us_vec3_cross(to, aim)), (double)us_vec3_dot(to, aim)) * 57.3;
}

static int compare_numbers(const void *a, const void *b)
{
    const double *first = a, *second = b;
    return (*first > *second) - (*first < *second);
}

TEST(test_depth_is_that_of_the_rays)
{
    uint32_t seed = 1;
    int told = 0, wrong = 0;
    static double shares[SCENES * PIXELS], errors_mm[SCENES * PIXELS], angles[SCENES * PIXELS];
    for (int s = 0; s < SCENES; s++) {
        const struct aim_scene scene = make_scene(&seed);
        const struct us_pose T_local_head = {
            scene_turn(spread(&seed, 0.3), spread(&seed, 0.3), spread(&seed, 0.4)),
            {0.05f, 0.02f, 0.03f}};
        struct scene_eyes eyes;
        scene_eyes_draw(&eyes, &scene, T_local_head, 0, SIZE);
        for (int i = 0; i < PIXELS; i++) {
            const struct tool_aim_at at = {scene_random(&seed), scene_random(&seed)};
            struct tool_aim_point point;
            if (!tool_aim_depth(eyes.eyes, at, NULL, &point)) {
                assert_true(point.why[0] != '\0');
                continue;
            }
            const struct tool_aim_view *view = &eyes.eyes[0].view;
            const double error_m = error_of(&scene, view, at, point.distance_m);
            wrong += !(error_m <= 3 * point.uncertainty_m);
            errors_mm[told] = 1000 * error_m;
            shares[told] = error_m / point.uncertainty_m;
            angles[told++] = angle_deg(view, at, point.distance_m + error_m, point.point_m);
        }
        scene_eyes_release(&eyes);
    }
    qsort(errors_mm, (size_t)told, sizeof *errors_mm, compare_numbers);
    qsort(shares, (size_t)told, sizeof *shares, compare_numbers);
    qsort(angles, (size_t)told, sizeof *angles, compare_numbers);
    print_message("%d of %d told, %d wrong; off by %.1f mm and %.3f degrees (median), %.1f mm and "
                  "%.3f degrees (most); at most %.2f of what was stated\n",
                  told, SCENES * PIXELS, wrong, errors_mm[told / 2], angles[told / 2],
                  errors_mm[told - 1], angles[told - 1], shares[told - 1]);
    assert_int_equal(wrong, 0);
    assert_true(told > SCENES * PIXELS / 2);
    assert_true(angles[told / 2] < 0.2);
}

TEST(test_what_cannot_be_known_is_refused)
{
    static const struct {
        enum scene_texture texture;
        const char *why;
    } cases[] = {
        {SCENE_FLAT, "flat"},
        {SCENE_STRIPES, "twice"},
        {SCENE_CHECKS, "twice"},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct aim_scene scene = {.panels = {{.T_local_panel = {{0, 0, 0, 1}, {0, 0, -1}},
                                                    .width_m = 9,
                                                    .height_m = 9,
                                                    .texture = cases[i].texture,
                                                    .stretch = 1}},
                                        .count = 1};
        struct scene_eyes eyes;
        struct tool_aim_point point;
        uint32_t seed = 1;
        scene_eyes_draw(&eyes, &scene, us_pose_identity, 0, SIZE);
        for (int k = 0; k < 10; k++) {
            const struct tool_aim_at at = {0.3 + 0.4 * scene_random(&seed), scene_random(&seed)};
            assert_false(tool_aim_depth(eyes.eyes, at, NULL, &point));
        }
        print_message("%s\n", point.why);
        assert_non_null(strstr(point.why, cases[i].why));
        scene_eyes_release(&eyes);
    }
}

TEST(test_the_far_and_the_same_place_are_refused)
{
    struct aim_scene scene = {.panels = {{.T_local_panel = {{0, 0, 0, 1}, {0, 0, -60}},
                                          .width_m = 400,
                                          .height_m = 400,
                                          .stretch = 60}},
                              .count = 1};
    struct scene_eyes eyes;
    struct tool_aim_point point;
    scene_eyes_draw(&eyes, &scene, us_pose_identity, 0, SIZE);
    assert_false(tool_aim_depth(eyes.eyes, (struct tool_aim_at){0.5, 0.5}, NULL, &point));
    assert_non_null(strstr(point.why, "beyond the reach"));
    eyes.eyes[1].view = eyes.eyes[0].view;
    assert_false(tool_aim_depth(eyes.eyes, (struct tool_aim_at){0.5, 0.5}, NULL, &point));
    assert_non_null(strstr(point.why, "one place"));
    assert_false(tool_aim_depth(eyes.eyes, (struct tool_aim_at){0.5, NAN}, NULL, &point));
    scene_eyes_release(&eyes);
}

TESTS_MAIN(test_depth_is_that_of_the_rays, test_what_cannot_be_known_is_refused,
           test_the_far_and_the_same_place_are_refused)
