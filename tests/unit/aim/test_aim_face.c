/* SPDX-License-Identifier: MIT */
/*
 * Hazard: the depth of a face of one colour is wrong: its outline is that of something nearer, is
 * matched with another one, or is a hole's. The truth is that of the rays that drew the pictures.
 * test_aim_face 100 looks at more scenes.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "testing.h"

#include "aim_scene.h"

enum { SIZE = 512, PIXELS = 30 };

#ifdef SANITIZED
static int scenes = 2;
#else
static int scenes = 7;
#endif

static double spread(uint32_t *seed, double width)
{
    return width * (scene_random(seed) - 0.5);
}

static struct aim_panel *add_panel(struct aim_scene *scene, struct us_pose T_local_panel,
                                   double width_m, double height_m, uint32_t colour)
{
    struct aim_panel *panel = &scene->panels[scene->count++];
    *panel = (struct aim_panel){.T_local_panel = T_local_panel,
                                .width_m = width_m,
                                .height_m = height_m,
                                .texture = SCENE_PLAIN,
                                .seed = colour,
                                .stretch = 1};
    return panel;
}

/* A box whose sides have one colour each. */
static void add_box(struct aim_scene *scene, struct us_pose T_local_box, const double size_m[3],
                    uint32_t colour)
{
    static const double quarter = 1.57079632679;
    for (uint32_t i = 0; i < 6; i++) {
        const int out = i < 4 ? (i % 2 == 0 ? 2 : 0) : 1, across = out == 0 ? 2 : 0,
                  up = out == 1 ? 2 : 1;
        const struct us_quat turn =
            i < 4 ? scene_turn(0, i * quarter, 0) : scene_turn(i == 4 ? quarter : -quarter, 0, 0);
        const struct us_vec3 ahead =
            us_quat_rotate(turn, (struct us_vec3){0, 0, (float)size_m[out] / 2});
        add_panel(scene, us_pose_multiply(T_local_box, (struct us_pose){turn, ahead}),
                  size_m[across], size_m[up], colour + i);
    }
}

static void add_noise(struct aim_scene *scene, struct us_pose T_local_panel, double width_m,
                      double height_m)
{
    struct aim_panel *panel = add_panel(scene, T_local_panel, width_m, height_m, 1);
    panel->texture = SCENE_NOISE;
    panel->stretch = -(double)T_local_panel.position_m.z;
}

static struct us_pose at(double x, double y, double z, struct us_quat turn)
{
    return (struct us_pose){turn, {(float)x, (float)y, (float)z}};
}

/* Boxes and plates before nothing, or before a wall with a texture; some stand upright. */
static struct aim_scene make_scene(uint32_t *seed, int kind)
{
    struct aim_scene scene = {0};
    if (kind % 2 == 1)
        add_panel(&scene, at(0, 0, -4, us_pose_identity.rotation), 30, 30, 1)->texture =
            SCENE_NOISE,
                                                                           scene.panels[0].stretch =
                                                                               4;
    for (uint32_t i = 0; i < 4; i++) {
        const double far = 0.4 * pow(5, scene_random(seed)), size = far * 0.3;
        const bool is_upright = kind % 4 < 2;
        const struct us_quat turn =
            is_upright ? scene_turn(0, kind % 8 < 4 ? 0 : spread(seed, 3), 0)
                       : scene_turn(spread(seed, 1.6), spread(seed, 1.6), spread(seed, 1.6));
        const struct us_pose pose =
            at(0.4 * far * (i % 2 - 0.3) + spread(seed, 0.4 * far),
               0.4 * far * (i / 2 - 0.5) + spread(seed, 0.4 * far), -far, turn);
        const double sizes[3] = {size * (0.2 + scene_random(seed)),
                                 size * (0.2 + scene_random(seed)),
                                 size * (0.2 + scene_random(seed))};
        if (i < 2)
            add_box(&scene, pose, sizes, 100 * (i + 1));
        else
            add_panel(&scene, pose, sizes[0], sizes[1], 100 * (i + 1));
    }
    return scene;
}

struct tally {
    int asked, told, wrong;
    double most, errors_mm;
};

static int meet(const struct scene_eyes *eyes, const struct aim_scene *scene,
                struct tool_aim_at place, double *out_m)
{
    const struct tool_aim_ray ray = scene_ray(&eyes->eyes[0].view, place);
    struct tool_aim_at on;
    return scene_meet(scene, &ray, out_m, &on);
}

/* Asks for a pixel of a face that is three pixels from its edges at least (at them, the distance is
 * that of the nearer surface), and compares. */
static void ask(const struct scene_eyes *eyes, const struct aim_scene *scene,
                struct tool_aim_at place, struct tally *tally)
{
    struct tool_aim_point point;
    double truth_m;
    const int met = meet(eyes, scene, place, &truth_m);
    for (int i = 0; i < 9; i++) {
        const struct tool_aim_at near = {place.u + 3.0 * (i % 3 - 1) / SIZE,
                                         place.v + 3.0 * (i / 3 - 1) / SIZE};
        double there_m;
        if (meet(eyes, scene, near, &there_m) != met)
            return;
    }
    if (met < 0 || scene->panels[met].texture != SCENE_PLAIN)
        return;
    tally->asked++;
    if (!tool_aim_depth(eyes->eyes, place, NULL, &point)) {
        assert_true(point.why[0] != '\0');
        return;
    }
    const double error_m = fabs(point.distance_m - truth_m);
    tally->told++;
    tally->errors_mm += 1000 * error_m;
    tally->most = fmax(tally->most, error_m / point.uncertainty_m);
    if (!(error_m <= 1.5 * point.uncertainty_m)) {
        tally->wrong++;
        print_message("panel %d at (%.1f, %.1f): %.3f m, not %.3f m, +- %.3f m\n", met,
                      place.u * SIZE, place.v * SIZE, point.distance_m, truth_m,
                      point.uncertainty_m);
    }
}

TEST(test_faces_are_where_the_rays_meet_them)
{
    uint32_t seed = 7;
    struct tally tally = {0};
    for (int s = 0; s < scenes; s++) {
        const struct aim_scene scene = make_scene(&seed, s);
        const struct us_pose T_local_head = {
            s % 16 < 8 ? us_pose_identity.rotation
                       : scene_turn(spread(&seed, 0.3), spread(&seed, 0.3), spread(&seed, 0.4)),
            {0.02f, 0.01f, 0.03f}};
        struct scene_eyes eyes;
        scene_eyes_draw(&eyes, &scene, T_local_head, s % 3 == 0 ? 0.0 : 0.08, SIZE);
        const int told = tally.told, wrong = tally.wrong;
        for (int i = 0; i < 20 * PIXELS && tally.asked < (s + 1) * PIXELS; i++)
            ask(&eyes, &scene, (struct tool_aim_at){scene_random(&seed), scene_random(&seed)},
                &tally);
        if (tally.wrong > wrong)
            print_message("scene %d: %d told\n", s, tally.told - told);
        scene_eyes_release(&eyes);
    }
    print_message("%d of %d told, %d wrong; off by %.1f mm (mean), by %.2f of what was stated at "
                  "most\n",
                  tally.told, tally.asked, tally.wrong, tally.errors_mm / tally.told, tally.most);
    assert_int_equal(tally.wrong, 0);
    assert_true(tally.told > tally.asked / 10);
}

/* A place is told, within what was stated, or refused with a reason. */
static void expect(const struct aim_scene *scene, struct tool_aim_at place, double truth_m,
                   const char *why)
{
    struct scene_eyes eyes;
    struct tool_aim_point point;
    scene_eyes_draw(&eyes, scene, us_pose_identity, 0, SIZE);
    const bool is_told = tool_aim_depth(eyes.eyes, place, NULL, &point);
    if (why == NULL && !is_told)
        print_message("%s\n", point.why);
    assert_true(is_told == (why == NULL));
    if (why == NULL)
        assert_true(fabs(point.distance_m - truth_m) <= point.uncertainty_m);
    else if (strstr(point.why, why) == NULL)
        fail_msg("'%s' is not said, but '%s'", why, point.why);
    scene_eyes_release(&eyes);
}

/* Four pieces of a wall around a hole of 0.6 by 0.6 m. */
static void add_frame(struct aim_scene *scene, enum scene_texture texture, double size_m)
{
    const struct us_quat none = us_pose_identity.rotation;
    const double width = (size_m - 0.6) / 2, off = 0.3 + width / 2;
    const struct us_pose poses[4] = {at(-off, 0, -2, none), at(off, 0, -2, none),
                                     at(0, off, -2, none), at(0, -off, -2, none)};
    for (int i = 0; i < 4; i++) {
        const double across = i < 2 ? width : 0.6, up = i < 2 ? size_m : width;
        if (texture == SCENE_NOISE)
            add_noise(scene, poses[i], across, up);
        else
            add_panel(scene, poses[i], across, up, 5);
    }
}

/* What is seen through a hole is farther away than its outline, which is all that is told. */
TEST(test_holes_are_refused)
{
    const struct tool_aim_at middle = {0.54, 0.47};
    for (int i = 0; i < 3; i++) {
        struct aim_scene scene = {0};
        add_frame(&scene, i == 0 ? SCENE_NOISE : SCENE_PLAIN, i == 2 ? 1.4 : 12);
        const double size = i == 2 ? 1.2 : 20;
        add_panel(&scene, at(0, 0, -3, us_pose_identity.rotation), size, size, 9);
        /* The second wall fills the picture: nobody could tell it from a background. */
        const struct tool_aim_view view = {us_pose_identity, {-0.8, 0.7, 0.75, -0.85}};
        const double opening_m = -2.0 / (double)scene_ray(&view, middle).direction.z;
        expect(&scene, middle, opening_m, i == 1 ? NULL : "may be a hole");
    }
}

TEST(test_what_another_hides_is_refused)
{
    const struct us_quat none = us_pose_identity.rotation;
    struct aim_scene scene = {0};
    add_panel(&scene, at(0, 0, -2, none), 0.5, 0.5, 9);
    expect(&scene, (struct tool_aim_at){0.52, 0.47}, 2, NULL);
    /* An upright edge before it, parallel to its own. */
    add_panel(&scene, at(0.2, 0, -1, none), 0.3, 0.8, 30);
    expect(&scene, (struct tool_aim_at){0.5, 0.47}, 0, "goes on beyond a corner");
}

int main(int argc, char **argv)
{
    scenes = argc > 1 ? atoi(argv[1]) : scenes;
    return RUN_TESTS(test_faces_are_where_the_rays_meet_them, test_holes_are_refused,
                     test_what_another_hides_is_refused);
}
