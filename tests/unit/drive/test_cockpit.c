/* SPDX-License-Identifier: MIT */
/*
 * Mouse, keyboard and gamepad become commands to the person: which ones, when, and where the hand
 * aims. Expected poses are worked out here, from the commands' text, with the pinhole of the eye.
 */
#include "support.h"

#include <math.h>
#include <stdlib.h>

#include "tool/drive/cockpit/cockpit.h"

#define HZ 60.0

enum { LEFT_BUTTON = 1, RIGHT_BUTTON = 4, WIDTH = 600, HEIGHT = 400, TAB = 0xff09, F1 = 0xffbe };

enum { LEFT_STICK = TOOL_GAMEPAD_STICKS, RIGHT_STICK = LEFT_STICK + 4, AHEAD = 0, SIDE = 3 };

struct scene {
    struct tool_cockpit cockpit;
    struct us_cockpit_input input;
    double pad[TOOL_GAMEPAD_CONTROLS];
    struct tool_cockpit_orders orders;
};

static void step(struct scene *scene, int frames)
{
    for (int i = 0; i < frames; i++)
        tool_cockpit_step(&scene->cockpit, 1 / HZ, &scene->orders);
}

/* The left eye fills the window but for 20 pixels on the left and 10 above. */
static struct scene begin(void)
{
    struct scene scene = {.input = {.pointer_x = US_COCKPIT_NOWHERE,
                                    .pointer_y = US_COCKPIT_NOWHERE,
                                    .eyes = {{20, 10, WIDTH, HEIGHT}, {0, 0, 0, 0}}}};
    tool_cockpit_init(&scene.cockpit);
    tool_cockpit_hear(&scene.cockpit, &scene.input);
    step(&scene, 1);
    return scene;
}

static void press(struct scene *scene, uint32_t symbol)
{
    scene->input.keys[scene->input.key_count++] = symbol;
    tool_cockpit_hear(&scene->cockpit, &scene->input);
}

static void release_all(struct scene *scene)
{
    scene->input.key_count = scene->input.buttons = 0;
    tool_cockpit_hear(&scene->cockpit, &scene->input);
}

static void hold_buttons(struct scene *scene, uint32_t buttons)
{
    scene->input.buttons = buttons;
    tool_cockpit_hear(&scene->cockpit, &scene->input);
}

static void hold_pad(struct scene *scene, int control, double amount)
{
    scene->pad[control] = amount;
    tool_cockpit_hear_pad(&scene->cockpit, scene->pad);
}

static void hold_pad_button(struct scene *scene, int code, double amount)
{
    hold_pad(scene, code - BTN_GAMEPAD, amount);
}

static void point(struct scene *scene, int x, int y)
{
    scene->input.pointer_x = x;
    scene->input.pointer_y = y;
    tool_cockpit_hear(&scene->cockpit, &scene->input);
}

/* The command that begins so, or NULL. */
static const struct tool_cockpit_order *find(const struct scene *scene, const char *begin)
{
    for (unsigned i = 0; i < scene->orders.count; i++)
        if (strncmp(scene->orders.lines[i].line, begin, strlen(begin)) == 0)
            return &scene->orders.lines[i];
    return NULL;
}

static void assert_said(const struct scene *scene, const char *line)
{
    const struct tool_cockpit_order *order = find(scene, line);
    assert_non_null(order);
    assert_string_equal(order->line, line);
}

/* The seven numbers of a command of a pose. */
static void read_pose(const struct scene *scene, const char *what, double out[7])
{
    const struct tool_cockpit_order *order = find(scene, what);
    if (order == NULL)
        fail_msg("there is no command about %s", what);
    char *at = order != NULL ? (char *)order->line + strlen(what) : "";
    for (int i = 0; i < 7; i++)
        out[i] = strtod(at, &at);
    assert_string_equal(at, "");
}

/* A vector turned by the quaternion of a pose. */
static void turn(const double pose[7], const double v[3], double out[3])
{
    const double *q = pose + 3;
    const double t[3] = {2 * (q[1] * v[2] - q[2] * v[1]), 2 * (q[2] * v[0] - q[0] * v[2]),
                         2 * (q[0] * v[1] - q[1] * v[0])};
    out[0] = v[0] + q[3] * t[0] + q[1] * t[2] - q[2] * t[1];
    out[1] = v[1] + q[3] * t[1] + q[2] * t[0] - q[0] * t[2];
    out[2] = v[2] + q[3] * t[2] + q[0] * t[1] - q[1] * t[0];
}

/* Where the aim of a grip begins and goes: 5 cm ahead of it and 2 cm above, 0.7 rad down. */
static void aim_of(const double grip[7], double origin[3], double direction[3])
{
    const double offset[3] = {0, 0.02, -0.05}, ahead[3] = {0, -sin(0.7), -cos(0.7)};
    turn(grip, offset, origin);
    for (int i = 0; i < 3; i++)
        origin[i] += grip[i];
    turn(grip, ahead, direction);
}

/* The pixel, from the left upper corner of the left eye, at which the eye of a head sees a point.
 * Its angles are 0.8 rad to the left, 0.7 to the right, 0.75 up and 0.85 down; it is 32 mm left of
 * the head's middle. */
static void pixel_of(const double head[7], const double point_m[3], double out[2])
{
    const double inverse[7] = {0, 0, 0, -head[3], -head[4], -head[5], head[6]};
    const double away[3] = {point_m[0] - head[0], point_m[1] - head[1], point_m[2] - head[2]};
    double seen[3];
    turn(inverse, away, seen);
    const double x = (seen[0] + 0.032) / -seen[2], y = seen[1] / -seen[2];
    out[0] = (x + tan(0.8)) / (tan(0.7) + tan(0.8)) * WIDTH;
    out[1] = (tan(0.75) - y) / (tan(0.75) + tan(0.85)) * HEIGHT;
}

TEST(test_begins)
{
    struct scene scene = begin();
    assert_said(&scene, "left profile oculus/touch_controller");
    assert_said(&scene, "right profile oculus/touch_controller");
    assert_said(&scene, "head pose 0 0 0 0 0 0 1");
    double grip[7];
    read_pose(&scene, "left grip", grip); /* nobody has moved it */
    assert_true(fabs(grip[0] + 0.2) < 1e-7 && fabs(grip[1] + 0.4) < 1e-7);
    step(&scene, 1);
    assert_int_equal(scene.orders.count, 0); /* nothing has changed */
    /* A new window that has not seen the pointer moves no hand. */
    point(&scene, 320, 210);
    step(&scene, 1);
    assert_non_null(find(&scene, "right grip"));
    point(&scene, US_COCKPIT_NOWHERE, US_COCKPIT_NOWHERE);
    step(&scene, 1);
    assert_int_equal(scene.orders.count, 0);
}

/* The aim's ray goes through the middle of the pixel, wherever the head is, near and far. */
TEST(test_aims)
{
    static const int pixels[][2] = {{20, 10}, {619, 409}, {320, 210}, {77, 333}, {500, 50}};
    for (unsigned i = 0; i < sizeof pixels / sizeof pixels[0]; i++) {
        struct scene scene = begin();
        hold_buttons(&scene, RIGHT_BUTTON);
        point(&scene, 300, 200);
        point(&scene, 300 + 37 * (int)i, 200 - 21 * (int)i);
        press(&scene, 'd');
        step(&scene, 10);
        double head[7], grip[7], origin[3], direction[3], pixel[2];
        read_pose(&scene, "head pose", head);
        release_all(&scene);
        point(&scene, pixels[i][0], pixels[i][1]);
        scene.input.wheel = (int)i - 2;
        tool_cockpit_hear(&scene.cockpit, &scene.input);
        step(&scene, 1);
        read_pose(&scene, "right grip", grip);
        aim_of(grip, origin, direction);
        for (int k = 0; k < 4; k++) {
            const double far_m = 1.5 * k;
            const double at[3] = {origin[0] + far_m * direction[0],
                                  origin[1] + far_m * direction[1],
                                  origin[2] + far_m * direction[2]};
            pixel_of(head, at, pixel);
            assert_true(fabs(pixel[0] - (pixels[i][0] - 20 + 0.5)) < 0.01);
            assert_true(fabs(pixel[1] - (pixels[i][1] - 10 + 0.5)) < 0.01);
        }
        /* The hand is as far from the eye as the wheel says. */
        const double eye[3] = {-0.032, 0, 0};
        double eye_m[3];
        turn(head, eye, eye_m);
        const double far_m =
            sqrt(pow(origin[0] - head[0] - eye_m[0], 2) + pow(origin[1] - head[1] - eye_m[1], 2) +
                 pow(origin[2] - head[2] - eye_m[2], 2));
        assert_true(fabs(far_m - 0.4 * pow(1.1, (int)i - 2)) < 1e-6);
    }
}

TEST(test_looks_and_walks)
{
    struct scene scene = begin();
    double head[7], ahead[3];
    point(&scene, 320, 210);
    point(&scene, 420, 210); /* without the button, the head does not turn */
    step(&scene, 1);
    assert_null(find(&scene, "head pose"));
    /* Over the whole picture the head turns by the whole angle of the eye: 1.5 rad. */
    hold_buttons(&scene, RIGHT_BUTTON);
    point(&scene, 420 - WIDTH / 2, 210 - WIDTH / 3);
    step(&scene, 1);
    read_pose(&scene, "head pose", head);
    turn(head, (const double[]){0, 0, -1}, ahead);
    assert_true(fabs(atan2(-ahead[0], -ahead[2]) - 0.75) < 1e-6);
    assert_true(fabs(asin(ahead[1]) - 0.5) < 1e-6);
    /* Ahead is where it looks, on the level; half a second at 1.2 m/s. */
    press(&scene, 'w');
    step(&scene, 30);
    read_pose(&scene, "head pose", head);
    assert_true(fabs(head[0] + 0.6 * sin(0.75)) < 1e-6 && fabs(head[1]) < 1e-9 &&
                fabs(head[2] + 0.6 * cos(0.75)) < 1e-6);
    release_all(&scene);
    step(&scene, 2);
    assert_null(find(&scene, "head pose"));
    press(&scene, 'q');
    press(&scene, 'a');
    step(&scene, 15);
    double lower[7];
    read_pose(&scene, "head pose", lower);
    assert_true(fabs(lower[1] + 0.3) < 1e-6);
    assert_true(fabs(lower[0] - head[0] + 0.3 * cos(0.75)) < 1e-6);
    assert_true(fabs(lower[2] - head[2] - 0.3 * sin(0.75)) < 1e-6);
}

TEST(test_presses)
{
    struct scene scene = begin();
    hold_buttons(&scene, LEFT_BUTTON);
    step(&scene, 1);
    assert_said(&scene, "right trigger/value 1");
    assert_true(find(&scene, "right trigger/value 1")->over_s == TOOL_COCKPIT_OVER_S);
    step(&scene, 30);
    assert_int_equal(scene.orders.count, 0);
    release_all(&scene);
    step(&scene, 1);
    assert_said(&scene, "right trigger/value 0");
    press(&scene, 'g');
    press(&scene, '1');
    press(&scene, 0xff52); /* up */
    press(&scene, 0xff51); /* left */
    step(&scene, 1);
    assert_said(&scene, "right squeeze/value 1");
    assert_said(&scene, "right a/click yes");
    assert_said(&scene, "right thumbstick -1 1");
    /* The other hand takes over, and the first one lets go of all. */
    press(&scene, TAB);
    step(&scene, 1);
    assert_said(&scene, "right squeeze/value 0");
    assert_said(&scene, "right a/click no");
    assert_said(&scene, "right thumbstick 0 0");
    /* What is still held is not for it, but what is pressed in the same frame is. */
    point(&scene, 100, 100);
    step(&scene, 1);
    assert_null(find(&scene, "left squeeze/value"));
    assert_null(find(&scene, "left thumbstick"));
    release_all(&scene);
    press(&scene, TAB);
    hold_buttons(&scene, LEFT_BUTTON);
    step(&scene, 1);
    assert_said(&scene, "right trigger/value 1");
    release_all(&scene);
    press(&scene, TAB);
    step(&scene, 1);
    press(&scene, '2');
    press(&scene, 0xff0d);
    step(&scene, 1);
    assert_said(&scene, "left y/click yes");
    assert_said(&scene, "left menu/click yes");
}

/* A tap between two frames is held long enough to be seen, and a second one comes after it. */
TEST(test_taps)
{
    struct scene scene = begin();
    hold_buttons(&scene, LEFT_BUTTON);
    hold_buttons(&scene, 0);
    step(&scene, 1);
    assert_said(&scene, "right trigger/value 1");
    hold_buttons(&scene, LEFT_BUTTON);
    hold_buttons(&scene, 0);
    for (int i = 1; i < TOOL_COCKPIT_TAP_S * HZ; i++) {
        step(&scene, 1);
        assert_int_equal(scene.orders.count, 0);
    }
    step(&scene, 1);
    assert_said(&scene, "right trigger/value 0");
    step(&scene, 1);
    assert_said(&scene, "right trigger/value 1");
    step(&scene, 8);
    assert_null(find(&scene, "right trigger/value"));
    step(&scene, 1);
    assert_said(&scene, "right trigger/value 0");
    step(&scene, 60);
    assert_int_equal(scene.orders.count, 0);
}

TEST(test_hands)
{
    struct scene scene = begin();
    press(&scene, 'h');
    step(&scene, 1);
    assert_said(&scene, "right profile ext/hand_interaction_ext");
    assert_said(&scene, "left joints yes");
    hold_buttons(&scene, LEFT_BUTTON);
    step(&scene, 1);
    assert_said(&scene, "right gesture pinch");
    assert_said(&scene, "right pinch_ext/value 1");
    press(&scene, 'g');
    press(&scene, '1');    /* hands have no such buttons, */
    press(&scene, 0xff52); /* nor a stick */
    step(&scene, 1);
    assert_said(&scene, "right grasp_ext/value 1");
    assert_null(find(&scene, "right a/click"));
    assert_null(find(&scene, "right thumbstick"));
    scene.input.buttons = 0; /* what is left is a fist */
    tool_cockpit_hear(&scene.cockpit, &scene.input);
    step(&scene, 10);
    assert_string_equal(scene.cockpit.done[TOOL_COCKPIT_GRIP] ? "held" : "let go", "held");
    release_all(&scene);
    step(&scene, 1);
    assert_said(&scene, "right gesture relaxed");
}

TEST(test_marks_and_views)
{
    static const char *const marks[] = {"take-1", "take-1-end", "take-2", "take-2-end"};
    struct scene scene = begin();
    struct us_cockpit_view view;
    for (int i = 0; i < 4; i++) {
        press(&scene, 'r');
        release_all(&scene);
        step(&scene, 1);
        assert_string_equal(scene.orders.mark, marks[i]);
        step(&scene, 1);
        assert_string_equal(scene.orders.mark, "");
    }
    press(&scene, 'm');
    step(&scene, 5); /* held: one mark */
    release_all(&scene);
    press(&scene, 'm');
    press(&scene, 'c');
    step(&scene, 1);
    assert_string_equal(scene.orders.mark, "mark-2");
    assert_true(scene.orders.recentres);
    tool_cockpit_view(&scene.cockpit, "", &view);
    assert_int_equal(view.eyes, 1);
    assert_string_equal(view.help, "");
    assert_non_null(strstr(view.status, "right controller, 0.40 m"));
    press(&scene, F1);
    press(&scene, 'v');
    step(&scene, 1);
    tool_cockpit_view(&scene.cockpit, "news", &view);
    assert_int_equal(view.eyes, 3);
    assert_non_null(strstr(view.help, "F1            this help\n"));
    assert_non_null(strstr(view.help, "W A S D       go ahead, left, back, right\n"));
    assert_string_equal(view.status, "news");
}

/* The sticks of a gamepad, with and beside the keys. */
TEST(test_pad_walks_and_looks)
{
    struct scene scene = begin();
    double head[7], ahead[3];
    /* Half a second at 0.25 of 2 rad/s to the right, and at 0.1 of it upwards. */
    hold_pad(&scene, RIGHT_STICK + SIDE, 0.25);
    hold_pad(&scene, RIGHT_STICK + AHEAD, 0.1);
    step(&scene, 30);
    hold_pad(&scene, RIGHT_STICK + SIDE, 0);
    hold_pad(&scene, RIGHT_STICK + AHEAD, 0);
    read_pose(&scene, "head pose", head);
    turn(head, (const double[]){0, 0, -1}, ahead);
    assert_true(fabs(atan2(ahead[0], -ahead[2]) - 0.25) < 1e-6);
    assert_true(fabs(asin(ahead[1]) - 0.1) < 1e-6);
    /* Where it looks, on the level: half a second at 0.4 of 1.2 m/s ahead, and at 0.3 of it aside.
     */
    hold_pad(&scene, LEFT_STICK + AHEAD, 0.4);
    hold_pad(&scene, LEFT_STICK + SIDE, 0.3);
    step(&scene, 30);
    read_pose(&scene, "head pose", head);
    const double s = sin(0.25), c = cos(0.25);
    assert_true(fabs(head[0] - (0.24 * s + 0.18 * c)) < 1e-6 && fabs(head[1]) < 1e-9 &&
                fabs(head[2] - (-0.24 * c + 0.18 * s)) < 1e-6);
    /* A key that is held as well goes to the end; the window does not let go of the gamepad. */
    press(&scene, 'w');
    step(&scene, 1);
    double next[7];
    read_pose(&scene, "head pose", next);
    assert_true(fabs(hypot(next[0] - head[0], next[2] - head[2]) - 0.02 * hypot(1, 0.3)) < 1e-6);
    release_all(&scene);
    step(&scene, 1);
    read_pose(&scene, "head pose", head);
    assert_true(fabs(hypot(next[0] - head[0], next[2] - head[2]) - 0.02 * 0.5) < 1e-6);
    hold_pad(&scene, LEFT_STICK + AHEAD, 0);
    hold_pad(&scene, LEFT_STICK + SIDE, 0);
    step(&scene, 1);
    assert_null(find(&scene, "head pose"));
}

/* Without a pointer, the hand aims through the middle of the picture; a pointer takes over. */
TEST(test_pad_aims)
{
    struct scene scene = begin();
    double head[7] = {0, 0, 0, 0, 0, 0, 1}, grip[7], origin[3], direction[3], pixel[2];
    press(&scene, 'x'); /* with the pointer beside the window */
    point(&scene, -5, -5);
    step(&scene, 1);
    assert_null(find(&scene, "right grip"));
    hold_pad_button(&scene, BTN_MODE, 1);
    step(&scene, 1);
    read_pose(&scene, "right grip", grip);
    aim_of(grip, origin, direction);
    pixel_of(head, origin, pixel);
    assert_true(fabs(pixel[0] - WIDTH / 2.0) < 0.01 && fabs(pixel[1] - HEIGHT / 2.0) < 0.01);
    point(&scene, 120, 210);
    step(&scene, 1);
    read_pose(&scene, "right grip", grip);
    aim_of(grip, origin, direction);
    pixel_of(head, origin, pixel);
    assert_true(fabs(pixel[0] - 100.5) < 0.01 && fabs(pixel[1] - 200.5) < 0.01);
}

TEST(test_pad_presses)
{
    struct scene scene = begin();
    hold_pad_button(&scene, BTN_TR2, 0.25);
    step(&scene, 1);
    assert_said(&scene, "right trigger/value 0.25");
    /* A quarter of the way takes a quarter of the time of the whole. */
    assert_true(fabs(find(&scene, "right trigger")->over_s - TOOL_COCKPIT_OVER_S / 4) < 1e-12);
    hold_pad_button(&scene, BTN_TR2, 0.75);
    step(&scene, 1);
    assert_said(&scene, "right trigger/value 0.75");
    assert_true(fabs(find(&scene, "right trigger")->over_s - TOOL_COCKPIT_OVER_S / 2) < 1e-12);
    step(&scene, 1);
    assert_null(find(&scene, "right trigger")); /* it has not moved */
    hold_buttons(&scene, LEFT_BUTTON);          /* the mouse pulls it, too: to the end */
    step(&scene, 1);
    assert_said(&scene, "right trigger/value 1");
    hold_buttons(&scene, 0);
    step(&scene, 30);
    hold_pad_button(&scene, BTN_TR2, 0);
    step(&scene, 1);
    assert_said(&scene, "right trigger/value 0");
    hold_pad_button(&scene, BTN_TL, 1);
    hold_pad(&scene, TOOL_GAMEPAD_DPAD + AHEAD, 1);
    step(&scene, 1);
    assert_said(&scene, "right a/click yes");
    assert_said(&scene, "right thumbstick 0 1");
    hold_pad_button(&scene, BTN_B, 1); /* the other hand */
    step(&scene, 1);
    assert_said(&scene, "right a/click no");
    hold_pad_button(&scene, BTN_X, 1); /* hands */
    step(&scene, 1);
    assert_said(&scene, "left profile ext/hand_interaction_ext");
    hold_pad_button(&scene, BTN_TL2, 0.5);
    step(&scene, 1);
    assert_said(&scene, "left gesture fist 0.5");
    assert_said(&scene, "left grasp_ext/value 0.5");
    hold_pad_button(&scene, BTN_TR2, 0.125);
    step(&scene, 1);
    assert_said(&scene, "left gesture pinch 0.125");
    assert_said(&scene, "left pinch_ext/value 0.125");
    hold_pad_button(&scene, BTN_TR2, 0);
    step(&scene, 30);
    hold_pad_button(&scene, BTN_TL2, 1);
    hold_pad_button(&scene, BTN_START, 1);
    step(&scene, 1);
    assert_said(&scene, "left gesture fist");
    assert_string_equal(scene.orders.mark, "take-1");
}

/* No key means two things, and each act can be reached. */
TEST(test_table)
{
    bool reached[TOOL_COCKPIT_ACTS + 1] = {false};
    char help[US_COCKPIT_HELP];
    for (size_t i = 0; i < tool_cockpit_key_count; i++) {
        reached[tool_cockpit_keys[i].act] = true;
        for (size_t k = 0; k < i; k++)
            assert_true(tool_cockpit_keys[i].symbol != tool_cockpit_keys[k].symbol);
    }
    for (int act = 0; act < TOOL_COCKPIT_ACTS; act++)
        assert_true(reached[act]);
    tool_cockpit_describe("", help, sizeof help);
    assert_true(strlen(help) + 1 < sizeof help);
}

/* What a broken window could send does no harm. */
TEST(test_odd_input)
{
    struct scene scene = begin();
    scene.input.key_count = UINT32_MAX;
    scene.input.wheel = INT32_MAX;
    scene.input.pointer_x = INT32_MIN + 1;
    scene.input.eyes[0] = (struct us_cockpit_rect){INT32_MAX, INT32_MAX, INT32_MAX, INT32_MAX};
    scene.input.eyes[1] = (struct us_cockpit_rect){-5, -5, -5, -5};
    scene.input.buttons = UINT32_MAX;
    tool_cockpit_hear(&scene.cockpit, &scene.input);
    scene.input.wheel = INT32_MIN;
    scene.input.pointer_x = INT32_MAX;
    tool_cockpit_hear(&scene.cockpit, &scene.input);
    step(&scene, 1);
    double head[7];
    read_pose(&scene, "head pose", head);
    for (int i = 0; i < 7; i++)
        assert_true(isfinite(head[i]));
}

TESTS_MAIN(test_begins, test_aims, test_looks_and_walks, test_presses, test_taps, test_hands,
           test_marks_and_views, test_pad_walks_and_looks, test_pad_aims, test_pad_presses,
           test_table, test_odd_input)
