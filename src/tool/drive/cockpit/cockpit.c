/* SPDX-License-Identifier: MIT */
#include "tool/drive/cockpit/cockpit.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define LOOK_MOST_RAD 1.48
#define WHEEL_STEP 1.1
static const char controllers[] = "oculus/touch_controller", hands[] = "ext/hand_interaction_ext";
static const char *const hand_names[US_HAND_COUNT] = {"left", "right"};
/* What cockpit->sent keeps. */
enum { SENT_HEAD, SENT_STICK, SENT_GRIP = SENT_STICK + US_HAND_COUNT };

void tool_cockpit_init(struct tool_cockpit *out_cockpit)
{
    *out_cockpit = (struct tool_cockpit){
        .seen = {.pointer_x = US_COCKPIT_NOWHERE, .pointer_y = US_COCKPIT_NOWHERE},
        .hand = US_HAND_RIGHT,
        .u = 0.5,
        .v = 0.5,
        .distance_m = TOOL_COCKPIT_DISTANCE_M,
        .m_body_grip = {rt_geometry_resting_grip(US_HAND_LEFT),
                        rt_geometry_resting_grip(US_HAND_RIGHT)},
    };
}

/* ---- What the user does ---- */

static double amount_of(const struct us_cockpit_input *input, const double *pad, uint32_t symbol)
{
    if (symbol == TOOL_COCKPIT_POINTER || symbol == TOOL_COCKPIT_WHEEL)
        return 0;
    if (symbol < TOOL_COCKPIT_WHEEL)
        return input->buttons >> (symbol - TOOL_COCKPIT_BUTTON) & 1;
    if (symbol >= TOOL_COCKPIT_PAD)
        return pad[symbol - TOOL_COCKPIT_PAD];
    for (uint32_t i = 0; i < input->key_count && i < US_COCKPIT_KEYS; i++)
        if (input->keys[i] == symbol)
            return 1;
    return 0;
}

static void press_keys(struct tool_cockpit *cockpit, const struct us_cockpit_input *input,
                       const double *pad)
{
    memset(cockpit->held, 0, sizeof cockpit->held);
    for (size_t i = 0; i < tool_cockpit_key_count; i++) {
        const struct tool_cockpit_key *key = &tool_cockpit_keys[i];
        const double now = amount_of(input, pad, key->symbol);
        if (key->act < TOOL_COCKPIT_HELD)
            cockpit->held[key->act] = fmax(cockpit->held[key->act], now);
        if (now > 0 && amount_of(&cockpit->seen, cockpit->pad, key->symbol) <= 0)
            cockpit->tapped[key->act] = true;
    }
    for (int act = 0; act < TOOL_COCKPIT_HELD; act++) {
        cockpit->spent[act] &= cockpit->held[act] > 0;
        cockpit->held[act] *= !cockpit->spent[act];
    }
}

static void turn(struct tool_cockpit *cockpit, double right_rad, double up_rad)
{
    cockpit->yaw_rad = remainder(cockpit->yaw_rad - right_rad, 2 * acos(-1));
    cockpit->pitch_rad = fmin(fmax(cockpit->pitch_rad + up_rad, -LOOK_MOST_RAD), LOOK_MOST_RAD);
}

/* As far as the pointer moves on the picture, as far the head turns. */
static void look(struct tool_cockpit *cockpit, const struct us_cockpit_input *input)
{
    const struct us_cockpit_rect *rect = &input->eyes[cockpit->eye];
    const XrFovf fov = rt_geometry_fov(cockpit->eye);
    const bool was_known = cockpit->seen.pointer_x != US_COCKPIT_NOWHERE;
    if (cockpit->held[TOOL_COCKPIT_LOOK] <= 0 || !was_known || rect->width <= 0)
        return;
    const double turn_rad = (double)(fov.angleRight - fov.angleLeft) / rect->width;
    turn(cockpit, turn_rad * ((double)input->pointer_x - cockpit->seen.pointer_x),
         -turn_rad * ((double)input->pointer_y - cockpit->seen.pointer_y));
}

static bool is_over(const struct us_cockpit_input *input, uint32_t eye)
{
    const struct us_cockpit_rect *rect = &input->eyes[eye];
    return input->pointer_x >= rect->x && input->pointer_x < (int64_t)rect->x + rect->width &&
           input->pointer_y >= rect->y && input->pointer_y < (int64_t)rect->y + rect->height;
}

/* Beside the picture of the eye, the ray stays at its edge. */
static void point(struct tool_cockpit *cockpit, const struct us_cockpit_input *input)
{
    for (uint32_t eye = 0; eye < 2; eye++)
        if (is_over(input, eye)) {
            cockpit->eye = eye;
            cockpit->has_pointer = true;
        }
    const struct us_cockpit_rect *rect = &input->eyes[cockpit->eye];
    if (!cockpit->has_pointer || input->pointer_x == US_COCKPIT_NOWHERE || rect->width <= 0 ||
        rect->height <= 0)
        return;
    cockpit->u = fmin(fmax((input->pointer_x + 0.5 - rect->x) / rect->width, 0), 1);
    cockpit->v = fmin(fmax((input->pointer_y + 0.5 - rect->y) / rect->height, 0), 1);
}

void tool_cockpit_hear(struct tool_cockpit *cockpit, const struct us_cockpit_input *input)
{
    press_keys(cockpit, input, cockpit->pad);
    look(cockpit, input);
    point(cockpit, input);
    cockpit->distance_m *= pow(WHEEL_STEP, (double)input->wheel - cockpit->seen.wheel);
    cockpit->distance_m =
        fmin(fmax(cockpit->distance_m, TOOL_COCKPIT_NEAREST_M), TOOL_COCKPIT_FARTHEST_M);
    cockpit->seen = *input;
}

void tool_cockpit_hear_pad(struct tool_cockpit *cockpit,
                           const double amounts[TOOL_GAMEPAD_CONTROLS])
{
    press_keys(cockpit, &cockpit->seen, amounts);
    memcpy(cockpit->pad, amounts, sizeof cockpit->pad);
    for (int i = 0; i < TOOL_GAMEPAD_CONTROLS; i++)
        cockpit->has_pad |= amounts[i] > 0;
}

/* ---- Commands ---- */

static void order(struct tool_cockpit_orders *orders, double over_s, const char *who,
                  const char *what, const char *value)
{
    if (orders->count == TOOL_COCKPIT_LINES)
        return;
    struct tool_cockpit_order *line = &orders->lines[orders->count++];
    snprintf(line->line, sizeof line->line, "%s %s %s", who, what, value);
    line->over_s = over_s;
}

/* The same again, unless it was the newest of its kind. */
static void order_once(struct tool_cockpit *cockpit, struct tool_cockpit_orders *orders, int kind,
                       const char *line)
{
    if (strcmp(cockpit->sent[kind], line) == 0)
        return;
    snprintf(cockpit->sent[kind], TOOL_COCKPIT_LINE, "%s", line);
    if (orders->count < TOOL_COCKPIT_LINES)
        snprintf(orders->lines[orders->count++].line, TOOL_COCKPIT_LINE, "%s", line);
}

static void hold_device(const struct tool_cockpit *cockpit, struct tool_cockpit_orders *orders)
{
    for (int hand = 0; hand < US_HAND_COUNT; hand++) {
        const char *name = hand_names[hand];
        order(orders, 0, name, "profile", cockpit->are_hands ? hands : controllers);
        order(orders, 0, name, "joints", cockpit->are_hands ? "yes" : "no");
        order(orders, 0, name, "gesture", "relaxed");
    }
}

static void set_gesture(const struct tool_cockpit *cockpit, struct tool_cockpit_orders *orders,
                        double over_s)
{
    const bool pinches = cockpit->told[TOOL_COCKPIT_TRIGGER] > 0;
    const double share = cockpit->told[pinches ? TOOL_COCKPIT_TRIGGER : TOOL_COCKPIT_GRIP];
    char gesture[32] = "relaxed";
    if (share >= 1)
        snprintf(gesture, sizeof gesture, "%s", pinches ? "pinch" : "fist");
    else if (share > 0)
        snprintf(gesture, sizeof gesture, "%s %.6g", pinches ? "pinch" : "fist", share);
    order(orders, over_s, hand_names[cockpit->hand], "gesture", gesture);
}

/* An input of the active hand goes so far, 0 to 1. */
static void set_input(struct tool_cockpit *cockpit, struct tool_cockpit_orders *orders,
                      enum tool_cockpit_act act, double amount)
{
    char value[32];
    const char *hand = hand_names[cockpit->hand], *word = amount > 0 ? "yes" : "no";
    const bool is_right = cockpit->hand == US_HAND_RIGHT, are_hands = cockpit->are_hands;
    const double over_s = TOOL_COCKPIT_OVER_S * fabs(amount - cockpit->told[act]);
    cockpit->told[act] = amount;
    snprintf(value, sizeof value, "%.6g", amount);
    if (are_hands && (act == TOOL_COCKPIT_TRIGGER || act == TOOL_COCKPIT_GRIP)) {
        const bool pinches = act == TOOL_COCKPIT_TRIGGER;
        set_gesture(cockpit, orders, over_s);
        order(orders, over_s, hand, pinches ? "pinch_ext/value" : "grasp_ext/value", value);
        if (pinches)
            order(orders, over_s, hand, "aim_activate_ext/value", value);
    } else if (act == TOOL_COCKPIT_TRIGGER) {
        order(orders, over_s, hand, "trigger/value", value);
    } else if (act == TOOL_COCKPIT_GRIP) {
        order(orders, over_s, hand, "squeeze/value", value);
    } else if (are_hands) {
        return; /* hands have no buttons */
    } else if (act == TOOL_COCKPIT_PRIMARY) {
        order(orders, 0, hand, is_right ? "a/click" : "x/click", word);
    } else if (act == TOOL_COCKPIT_SECONDARY) {
        order(orders, 0, hand, is_right ? "b/click" : "y/click", word);
    } else if (act == TOOL_COCKPIT_STICK_CLICK) {
        order(orders, 0, hand, "thumbstick/click", word);
    } else if (act == TOOL_COCKPIT_MENU) {
        order(orders, 0, "left", "menu/click", word); /* the right controller has none */
    }
}

/* What was pressed stays so for a while, so that a tap is seen. */
static void set_inputs(struct tool_cockpit *cockpit, struct tool_cockpit_orders *orders)
{
    for (int act = TOOL_COCKPIT_TRIGGER; act < TOOL_COCKPIT_HELD; act++) {
        bool *done = &cockpit->done[act];
        const double held = cockpit->held[act];
        const bool is_held = held > 0, tapped = cockpit->tapped[act];
        const bool is_seen = cockpit->time_s >= cockpit->pressed_s[act] + TOOL_COCKPIT_TAP_S - 1e-9;
        /* A tap of what is pressed already is the next one. */
        if (*done ? (!is_held || tapped) && is_seen : is_held || tapped) {
            *done = !*done;
            cockpit->tapped[act] = tapped && !*done;
            cockpit->pressed_s[act] = cockpit->time_s;
            set_input(cockpit, orders, (enum tool_cockpit_act)act, !*done ? 0 : is_held ? held : 1);
        } else if (*done && is_held && fabs(held - cockpit->told[act]) > 0) {
            set_input(cockpit, orders, (enum tool_cockpit_act)act, held);
        }
    }
}

static double axis(const struct tool_cockpit *cockpit, enum tool_cockpit_act more,
                   enum tool_cockpit_act less)
{
    return cockpit->held[more] - cockpit->held[less];
}

static void set_stick(struct tool_cockpit *cockpit, struct tool_cockpit_orders *orders)
{
    char line[TOOL_COCKPIT_LINE];
    const double x = axis(cockpit, TOOL_COCKPIT_STICK_RIGHT, TOOL_COCKPIT_STICK_LEFT);
    const double y = axis(cockpit, TOOL_COCKPIT_STICK_UP, TOOL_COCKPIT_STICK_DOWN);
    if (cockpit->are_hands)
        return;
    snprintf(line, sizeof line, "%s thumbstick %g %g", hand_names[cockpit->hand], x, y);
    if (cockpit->sent[SENT_STICK + cockpit->hand][0] != '\0' || x != 0 || y != 0)
        order_once(cockpit, orders, SENT_STICK + (int)cockpit->hand, line);
}

/* The hand lets go of all that it holds. The keys do nothing then until they are pressed anew. */
static void let_go(struct tool_cockpit *cockpit, struct tool_cockpit_orders *orders)
{
    for (int act = TOOL_COCKPIT_STICK_UP; act < TOOL_COCKPIT_HELD; act++) {
        const bool is_stick = act < TOOL_COCKPIT_TRIGGER, was_done = cockpit->done[act];
        if (!is_stick && !was_done)
            continue;
        cockpit->spent[act] = cockpit->held[act] > 0;
        cockpit->held[act] = cockpit->tapped[act] = cockpit->done[act] = false;
        if (was_done)
            set_input(cockpit, orders, (enum tool_cockpit_act)act, 0);
    }
    set_stick(cockpit, orders);
}

static bool take_tap(struct tool_cockpit *cockpit, enum tool_cockpit_act act)
{
    const bool tapped = cockpit->tapped[act];
    cockpit->tapped[act] = false;
    return tapped;
}

static void do_taps(struct tool_cockpit *cockpit, struct tool_cockpit_orders *orders)
{
    const bool changes_hand = take_tap(cockpit, TOOL_COCKPIT_OTHER_HAND);
    const bool changes_device = take_tap(cockpit, TOOL_COCKPIT_DEVICE);
    if (changes_hand || changes_device)
        let_go(cockpit, orders);
    if (changes_hand)
        cockpit->hand = US_HAND_LEFT + US_HAND_RIGHT - cockpit->hand;
    if (changes_device)
        cockpit->are_hands = !cockpit->are_hands;
    if (changes_device || !cockpit->has_begun)
        hold_device(cockpit, orders);
    cockpit->has_begun = true;
    cockpit->shows_both ^= take_tap(cockpit, TOOL_COCKPIT_EYES);
    cockpit->shows_help ^= take_tap(cockpit, TOOL_COCKPIT_HELP);
    orders->recentres = take_tap(cockpit, TOOL_COCKPIT_RECENTRE);
    if (take_tap(cockpit, TOOL_COCKPIT_TAKE)) {
        cockpit->is_taking = !cockpit->is_taking;
        cockpit->takes += cockpit->is_taking;
        snprintf(orders->mark, sizeof orders->mark, "take-%u%s", cockpit->takes,
                 cockpit->is_taking ? "" : "-end");
    } else if (take_tap(cockpit, TOOL_COCKPIT_MARK)) {
        snprintf(orders->mark, sizeof orders->mark, "mark-%u", ++cockpit->marks);
    }
}

/* ---- Poses ---- */

static void walk(struct tool_cockpit *cockpit, double seconds)
{
    const double step_m = TOOL_COCKPIT_SPEED_M_S * seconds;
    const double right = step_m * axis(cockpit, TOOL_COCKPIT_RIGHT, TOOL_COCKPIT_LEFT);
    const double ahead = step_m * axis(cockpit, TOOL_COCKPIT_AHEAD, TOOL_COCKPIT_BACK);
    const double s = sin(cockpit->yaw_rad), c = cos(cockpit->yaw_rad);
    cockpit->head_m.x += right * c - ahead * s;
    cockpit->head_m.z += -right * s - ahead * c;
    cockpit->head_m.y += step_m * axis(cockpit, TOOL_COCKPIT_UP, TOOL_COCKPIT_DOWN);
}

/* In LOCAL. */
static struct rt_motion body_at(const struct tool_cockpit *cockpit, double pitch_rad)
{
    return (struct rt_motion){.position_m = cockpit->head_m,
                              .rotation = rt_geometry_yaw_pitch(cockpit->yaw_rad, pitch_rad)};
}

/* Where the grip is when the aim is on the ray of the pointer, in the body. */
static struct rt_motion aimed_grip(const struct tool_cockpit *cockpit)
{
    const XrFovf fov = rt_geometry_fov(cockpit->eye);
    const XrPosef eye = rt_geometry_eye(cockpit->eye);
    const double left = tan((double)fov.angleLeft), right = tan((double)fov.angleRight);
    const double up = tan((double)fov.angleUp), down = tan((double)fov.angleDown);
    const double x = left + cockpit->u * (right - left), y = up + cockpit->v * (down - up);
    const double scale = cockpit->distance_m / sqrt(x * x + y * y + 1);
    const struct rt_motion m_head_aim = {
        .position_m = {(double)eye.position.x + x * scale, (double)eye.position.y + y * scale,
                       (double)eye.position.z - scale},
        .rotation = rt_geometry_yaw_pitch(atan2(-x, 1), atan2(y, hypot(x, 1)))};
    const struct rt_motion m_body_head = {.rotation = rt_geometry_yaw_pitch(0, cockpit->pitch_rad)};
    const struct rt_motion m_grip_aim = rt_geometry_grip_offset(US_HAND_POSE_AIM);
    const struct rt_motion here = rt_motion_identity();
    const struct rt_motion m_aim_grip = rt_motion_relative(&m_grip_aim, &here);
    const struct rt_motion m_body_aim = rt_motion_compose(&m_body_head, &m_head_aim);
    return rt_motion_compose(&m_body_aim, &m_aim_grip);
}

static void order_pose(struct tool_cockpit *cockpit, struct tool_cockpit_orders *orders, int kind,
                       const char *what, const struct rt_motion *pose)
{
    char line[TOOL_COCKPIT_LINE];
    const struct rt_vector p = pose->position_m;
    const struct rt_quaternion q = pose->rotation;
    snprintf(line, sizeof line, "%s %.9g %.9g %.9g %.9g %.9g %.9g %.9g", what, p.x, p.y, p.z, q.x,
             q.y, q.z, q.w);
    order_once(cockpit, orders, kind, line);
}

static void set_poses(struct tool_cockpit *cockpit, struct tool_cockpit_orders *orders)
{
    static const char *const grips[US_HAND_COUNT] = {"left grip", "right grip"};
    const struct rt_motion head = body_at(cockpit, cockpit->pitch_rad), body = body_at(cockpit, 0);
    order_pose(cockpit, orders, SENT_HEAD, "head pose", &head);
    if (cockpit->has_pointer || cockpit->has_pad)
        cockpit->m_body_grip[cockpit->hand] = aimed_grip(cockpit);
    for (int hand = 0; hand < US_HAND_COUNT; hand++) {
        const struct rt_motion grip = rt_motion_compose(&body, &cockpit->m_body_grip[hand]);
        order_pose(cockpit, orders, SENT_GRIP + hand, grips[hand], &grip);
    }
}

void tool_cockpit_step(struct tool_cockpit *cockpit, double seconds,
                       struct tool_cockpit_orders *out_orders)
{
    *out_orders = (struct tool_cockpit_orders){0};
    cockpit->time_s += seconds;
    do_taps(cockpit, out_orders);
    set_inputs(cockpit, out_orders);
    set_stick(cockpit, out_orders);
    const double turn_rad = TOOL_COCKPIT_TURN_RAD_S * seconds;
    turn(cockpit, turn_rad * axis(cockpit, TOOL_COCKPIT_LOOK_RIGHT, TOOL_COCKPIT_LOOK_LEFT),
         turn_rad * axis(cockpit, TOOL_COCKPIT_LOOK_UP, TOOL_COCKPIT_LOOK_DOWN));
    walk(cockpit, seconds);
    set_poses(cockpit, out_orders);
}

/* ---- What the window shows ---- */

void tool_cockpit_view(const struct tool_cockpit *cockpit, const char *news,
                       struct us_cockpit_view *out_view)
{
    *out_view = (struct us_cockpit_view){.eyes = cockpit->shows_both ? 3 : 1};
    if (cockpit->shows_help)
        tool_cockpit_describe("", out_view->help, sizeof out_view->help);
    char take[32] = "";
    if (cockpit->is_taking)
        snprintf(take, sizeof take, ", take %u", cockpit->takes);
    if (news[0] != '\0')
        snprintf(out_view->status, sizeof out_view->status, "%s", news);
    else
        snprintf(out_view->status, sizeof out_view->status, "F1: help | %s %s, %.2f m%s",
                 hand_names[cockpit->hand], cockpit->are_hands ? "hand" : "controller",
                 cockpit->distance_m, take);
}
