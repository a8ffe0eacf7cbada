/* SPDX-License-Identifier: MIT */
/*
 * Hazard: a patch is found where it is not. The truth is the panel's own place. An argument is the
 * number of cases.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "testing.h"

#include "aim_scene.h"

enum { SIZE = 512, PATCH = 48 };

#ifdef SANITIZED
static int cases = 3;
#else
static int cases = 8;
#endif

/* Three panels 2 m away, before a wall; the patch is cut from the one in the middle. */
static struct aim_scene make_scene(uint32_t *seed, enum scene_texture texture)
{
    struct aim_scene scene = {.count = 4};
    scene.panels[0] = (struct aim_panel){.T_local_panel = {{0, 0, 0, 1}, {0, 0, -6}},
                                         .width_m = 30,
                                         .height_m = 30,
                                         .seed = 7,
                                         .stretch = 5};
    for (int i = 1; i < 4; i++)
        scene.panels[i] =
            (struct aim_panel){.T_local_panel = {{0, 0, 0, 1}, {(float)(1.2 * (i - 2)), 0, -2}},
                               .width_m = 0.6,
                               .height_m = 0.6,
                               .texture = texture,
                               .stretch = 2,
                               .seed = (uint32_t)(scene_random(seed) * 1e9)};
    return scene;
}

static struct tool_aim_view make_view(void)
{
    struct tool_aim_view views[2];
    scene_views(us_pose_identity, views);
    return views[0];
}

/* The part of a picture around the middle of a panel. */
static struct tool_png_image cut(const struct aim_scene *scene, const struct tool_aim_view *view)
{
    struct tool_aim_at at;
    struct tool_png_image picture = scene_picture(scene, view, SIZE);
    struct tool_png_image patch = {
        .width = PATCH, .height = PATCH, .rgb = malloc((size_t)PATCH * PATCH * 3)};
    assert_true(picture.rgb != NULL && patch.rgb != NULL);
    assert_true(tool_aim_see(view, scene->panels[2].T_local_panel.position_m, &at));
    const uint32_t left = (uint32_t)(at.u * SIZE - PATCH / 2.0 + 0.5);
    const uint32_t top = (uint32_t)(at.v * SIZE - PATCH / 2.0 + 0.5);
    for (uint32_t y = 0; y < PATCH; y++)
        memcpy(patch.rgb + 3 * y * PATCH, picture.rgb + 3 * ((top + y) * SIZE + left), 3 * PATCH);
    free(picture.rgb);
    return patch;
}

/* By up to 0.5 m, by up to 30 degrees about one of its axes, and 0.8 to 1.25 times as large. */
static void move(struct aim_panel *panel, uint32_t *seed)
{
    const double angle = 0.5236 * (2 * scene_random(seed) - 1);
    const int axis = (int)(scene_random(seed) * 3);
    const double way = 0.5 * scene_random(seed), round = 6.283 * scene_random(seed);
    const double up = 2 * scene_random(seed) - 1, flat = sqrt(1 - up * up);
    const double scale = 0.8 * pow(1.25 / 0.8, scene_random(seed));
    struct us_vec3 *at = &panel->T_local_panel.position_m;
    panel->T_local_panel.rotation =
        scene_turn(axis == 0 ? angle : 0, axis == 1 ? angle : 0, axis == 2 ? angle : 0);
    *at = us_vec3_add(*at, (struct us_vec3){(float)(way * cos(round) * flat),
                                            (float)(way * sin(round) * flat), (float)(way * up)});
    panel->width_m *= scale;
    panel->height_m *= scale;
    panel->stretch *= scale;
}

/* Looks for the patch in a picture of the scene. */
static bool look(const struct tool_png_image *patch, const struct aim_scene *scene,
                 struct tool_aim_found *out)
{
    const struct tool_aim_view view = make_view();
    struct tool_png_image picture = scene_picture(scene, &view, SIZE);
    assert_non_null(picture.rgb);
    const bool is_found = tool_aim_find(patch, &picture, out);
    assert_true(is_found == (out->why[0] == '\0'));
    free(picture.rgb);
    return is_found;
}

TEST(test_a_moved_panel_is_found)
{
    uint32_t seed = 5;
    int found = 0, missed = 0, wrong = 0;
    double most_px = 0;
    for (int i = 0; i < cases; i++) {
        const struct tool_aim_view view = make_view();
        struct aim_scene scene = make_scene(&seed, SCENE_NOISE);
        struct tool_png_image patch = cut(&scene, &view);
        struct tool_aim_found place;
        struct tool_aim_at truth;
        move(&scene.panels[2], &seed);
        assert_true(tool_aim_see(&view, scene.panels[2].T_local_panel.position_m, &truth));
        if (look(&patch, &scene, &place)) {
            const double off_px = SIZE * hypot(place.at.u - truth.u, place.at.v - truth.v);
            most_px = fmax(most_px, off_px);
            *(off_px < 2 ? &found : &wrong) += 1;
        } else {
            missed++;
        }
        free(patch.rgb);
    }
    print_message("found %d, missed %d, wrong %d; off by %.2f pixels at most\n", found, missed,
                  wrong, most_px);
    assert_int_equal(wrong, 0);
    assert_true(found >= cases * 9 / 10);
}

TEST(test_a_panel_that_is_gone_is_not_found)
{
    uint32_t seed = 50;
    for (int i = 0; i < cases / 3; i++) {
        const struct tool_aim_view view = make_view();
        struct aim_scene scene = make_scene(&seed, SCENE_NOISE);
        struct tool_png_image patch = cut(&scene, &view);
        struct tool_aim_found place;
        scene.panels[2].T_local_panel.position_m.z = 2;
        assert_false(look(&patch, &scene, &place));
        assert_non_null(strstr(place.why, "does not show"));
        free(patch.rgb);
    }
}

TEST(test_what_is_there_twice_or_flat_is_refused)
{
    static const struct {
        enum scene_texture texture;
        const char *why;
    } wanted[] = {{SCENE_NOISE, "twice"}, {SCENE_CHECKS, "twice"}, {SCENE_FLAT, "flat"}};
    for (int i = 0; i < 3; i++) {
        const struct tool_aim_view view = make_view();
        uint32_t seed = 9;
        struct aim_scene scene = make_scene(&seed, wanted[i].texture);
        scene.panels[3].seed = scene.panels[2].seed;
        struct tool_png_image patch = cut(&scene, &view);
        struct tool_aim_found place;
        assert_false(look(&patch, &scene, &place));
        print_message("%s\n", place.why);
        assert_non_null(strstr(place.why, wanted[i].why));
        free(patch.rgb);
    }
}

int main(int argc, char **argv)
{
    cases = argc > 1 ? atoi(argv[1]) : cases;
    return RUN_TESTS(test_a_moved_panel_is_found, test_a_panel_that_is_gone_is_not_found,
                     test_what_is_there_twice_or_flat_is_refused);
}
