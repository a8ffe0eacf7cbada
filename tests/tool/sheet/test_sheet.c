/* SPDX-License-Identifier: MIT */
/* Hazard: a sheet shows a hand in the wrong place, or on the wrong side. The expected pixels come
 * from the camera's definition, by hand. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "testing.h"
#include "tool/sheet/drawing.h"

static const struct us_pose at_origin = {{0.0f, 0.0f, 0.0f, 1.0f}, {0.0f, 0.0f, 0.0f}};

static void check_near(double got, double want)
{
    if (!(fabs(got - want) < 1e-3))
        fail_msg("got %.6f, expected %.6f", got, want);
}

/* 100 pixels a metre, (500, 400) in the middle. */
static struct tool_figure_point look(struct us_pose head, enum tool_figure_side side,
                                     struct us_vec3 point)
{
    struct tool_figure_camera camera =
        tool_figure_camera_make(head, side, (struct us_vec3){0, 0, 0}, 500.0, 400.0, 100.0);
    return tool_figure_camera_project(&camera, point);
}

/* 15 degrees from above: a metre up is 100 cos 15 pixels up; a metre towards the viewer is 100
 * sin 15 pixels down. */
TEST(the_front)
{
    const double cosine = 96.5926, sine = 25.8819;
    struct tool_figure_point point = look(at_origin, TOOL_FIGURE_FRONT, (struct us_vec3){-1, 0, 0});
    check_near(point.x, 600.0); /* the person's left hand is on the right */
    check_near(point.y, 400.0);
    point = look(at_origin, TOOL_FIGURE_FRONT, (struct us_vec3){0, 1, 0});
    check_near(point.x, 500.0);
    check_near(point.y, 400.0 - cosine);
    point = look(at_origin, TOOL_FIGURE_FRONT, (struct us_vec3){0, 0, -1});
    check_near(point.x, 500.0);
    check_near(point.y, 400.0 + sine);
    check_near(point.depth, cosine / 100.0);
}

TEST(the_side)
{
    struct tool_figure_point point = look(at_origin, TOOL_FIGURE_SIDE, (struct us_vec3){0, 0, -1});
    check_near(point.x, 600.0); /* ahead is on the right */
    check_near(point.y, 400.0);
    point = look(at_origin, TOOL_FIGURE_SIDE, (struct us_vec3){1, 0, 0});
    check_near(point.x, 500.0);
    check_near(point.y, 425.8819); /* the right hand is nearer */
    assert_true(point.depth > 0.9);
}

/* A head that has turned a quarter to the left looks along -X; a nod changes nothing. */
TEST(the_heading)
{
    struct us_pose head = at_origin;
    head.rotation = (struct us_quat){0.0f, 0.70710678f, 0.0f, 0.70710678f};
    struct tool_figure_point point = look(head, TOOL_FIGURE_SIDE, (struct us_vec3){-1, 0, 0});
    check_near(point.x, 600.0);
    head.rotation = (struct us_quat){-0.38268343f, 0.0f, 0.0f, 0.92387953f};
    point = look(head, TOOL_FIGURE_FRONT, (struct us_vec3){-1, 0, 0});
    check_near(point.x, 600.0);
    head.rotation = (struct us_quat){0.70710678f, 0.0f, 0.0f, 0.70710678f}; /* straight up */
    point = look(head, TOOL_FIGURE_FRONT, (struct us_vec3){-1, 0, 0});
    check_near(point.x, 600.0);
}

/* A frame whose left hand has all joints in a column, 1 cm apart, 0.5 m ahead. */
static void fill(struct us_frame_sample *frame)
{
    memset(frame, 0, sizeof *frame);
    frame->head.how = US_HOW_EXACT;
    frame->head.motion.pose = at_origin;
    frame->hands[US_HAND_LEFT].how = US_HOW_EXACT;
    frame->hands[US_HAND_LEFT].tracked = true;
    for (int joint = 0; joint < US_JOINT_COUNT; joint++)
        frame->hands[US_HAND_LEFT].joints[joint].pose.position_m =
            (struct us_vec3){-0.2f, 0.01f * (float)joint, -0.5f};
}

/* The solids of the hand's colour. */
static unsigned count_blue(const struct tool_solids *solids)
{
    unsigned count = 0;
    for (unsigned i = 0; i < solids->count; i++)
        count += memcmp(&solids->list[i].colour, &tool_colour_left, sizeof tool_colour_left) == 0;
    return count;
}

TEST(the_bones)
{
    struct us_frame_sample frame;
    struct tool_solids *solids = calloc(1, sizeof *solids);
    struct tool_figure_camera camera = tool_figure_camera_make(
        at_origin, TOOL_FIGURE_FRONT, (struct us_vec3){0, 0, 0}, 0.0, 0.0, 1000.0);
    solids->camera = &camera;
    fill(&frame);
    tool_figure_add(solids, &frame);
    /* From the wrist to five metacarpals, and 19 further bones: 4 fingers of 4 and the thumb of 3.
     */
    assert_int_equal(count_blue(solids), 24);
    for (unsigned i = 0; i < solids->count; i++)
        if (memcmp(&solids->list[i].colour, &tool_colour_left, sizeof tool_colour_left) == 0)
            check_near(solids->list[i].corners[1].x, 200.0);
    frame.hands[US_HAND_LEFT].tracked = false;
    solids->count = 0;
    tool_figure_add(solids, &frame);
    assert_int_equal(count_blue(solids), 0);
    free(solids);
}

/* A joint that a recording left at the origin is no part of the hand. */
TEST(a_lost_joint)
{
    struct us_frame_sample frame;
    struct tool_solids *solids = calloc(1, sizeof *solids);
    struct tool_figure_camera camera = tool_figure_camera_make(
        at_origin, TOOL_FIGURE_FRONT, (struct us_vec3){0, 0, 0}, 0.0, 0.0, 1000.0);
    solids->camera = &camera;
    fill(&frame);
    frame.hands[US_HAND_LEFT].joints[US_JOINT_INDEX_TIP].pose.position_m =
        (struct us_vec3){0, 0, 0};
    tool_figure_add(solids, &frame);
    assert_int_equal(count_blue(solids), 23);
    free(solids);
}

TEST(the_bounds)
{
    struct us_frame_sample frame;
    struct tool_figure_camera camera = tool_figure_camera_make(
        at_origin, TOOL_FIGURE_SIDE, (struct us_vec3){0, 0, 0}, 0.0, 0.0, 100.0);
    fill(&frame);
    struct tool_figure_box box = tool_figure_bounds(&frame, &camera);
    check_near(box.left, -20.0); /* the head is 0.2 m wide around the eyes */
    check_near(box.right, 51.5); /* the hand is 0.5 m ahead, and 0.015 m thick */
}

TESTS_MAIN(the_front, the_side, the_heading, the_bones, a_lost_joint, the_bounds)
