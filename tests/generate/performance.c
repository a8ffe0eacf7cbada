/* SPDX-License-Identifier: MIT */
#include "performance.h"

#include <math.h>
#include <stddef.h>

#include "random.h"
#include "skeleton.h"

#define TURN 6.28318530717958647692
#define HEAD_HEIGHT_M 1.6
#define PINCH_M 0.02f

/* Everything at one moment before it becomes a frame; `share` is how much of the performance is
 * over. */
struct act {
    double seconds, time_s, share;
    double yaw, pitch; /* the head's, degrees */
    struct us_vec3 head_m;
    bool shown[US_HAND_COUNT];
    struct us_pose palm[US_HAND_COUNT];
    struct hand_bend bend[US_HAND_COUNT];
};

const char *us_performance_name(enum us_performance_kind kind)
{
    static const char *const names[US_PERFORMANCE_COUNT] = {
        "look-around", "reach", "pinch", "poke", "wave", "gaze-sweep", "all", "line"};
    return (unsigned)kind < US_PERFORMANCE_COUNT ? names[kind] : NULL;
}

static double smooth(double from, double to, double at)
{
    double x = at <= from ? 0.0 : at >= to ? 1.0 : (at - from) / (to - from);
    return x * x * (3.0 - 2.0 * x);
}

/* 0 at both ends, 1 between. */
static double envelope(double share)
{
    return smooth(0.0, 0.12, share) * (1.0 - smooth(0.88, 1.0, share));
}

/* How often to do what takes about `period_s`, in `seconds`. */
static double cycles(const struct act *act, double period_s)
{
    return fmax(1.0, round(act->seconds / period_s));
}

/* 0 to 1 and back once in each cycle, resting at both. */
static double stroke(double cycle)
{
    double x = cycle - floor(cycle);
    return smooth(0.10, 0.40, x) * (1.0 - smooth(0.60, 0.90, x));
}

static void place_hand(struct act *act, enum us_hand hand, struct us_vec3 right_m,
                       struct us_quat turn, struct hand_bend bend)
{
    /* Hands come up from below and go there again. */
    double away = 1.0 - smooth(0.04, 0.20, act->share) * (1.0 - smooth(0.80, 0.96, act->share));
    double side = hand == US_HAND_LEFT ? -1.0 : 1.0;
    act->shown[hand] = act->share >= 0.06 && act->share <= 0.94;
    act->palm[hand].position_m = (struct us_vec3){(float)(side * (double)right_m.x),
                                                  (float)((double)right_m.y - 0.25 * away),
                                                  (float)((double)right_m.z - 0.12 * away)};
    if (hand == US_HAND_LEFT)
        turn = (struct us_quat){turn.x, -turn.y, -turn.z, turn.w};
    act->palm[hand].rotation = turn;
    act->bend[hand] = bend;
}

static void rest_left(struct act *act)
{
    place_hand(act, US_HAND_LEFT, (struct us_vec3){0.20f, -0.32f, 0.34f},
               us_skeleton_turn(-12.0, -15.0, 10.0), hand_bend_of(HAND_BEND_RELAXED));
}

static void look_around(struct act *act)
{
    double phase = TURN * cycles(act, 4.0) * act->share;
    double in = envelope(act->share);
    act->yaw += 40.0 * sin(phase) * in;
    act->pitch += 12.0 * sin(2.0 * phase) * in;
    act->head_m.x += (float)(0.06 * sin(phase) * in);
    act->head_m.z += (float)(0.03 * (1.0 - cos(2.0 * phase)) * in);
}

static void reach(struct act *act)
{
    double out = stroke(cycles(act, 2.5) * act->share);
    struct us_vec3 at_m = {(float)(0.18 - 0.08 * out), (float)(-0.26 + 0.12 * out),
                           (float)(0.34 + 0.24 * out)};
    place_hand(act, US_HAND_RIGHT, at_m, us_skeleton_turn(-6.0, -20.0 - 12.0 * out, -8.0),
               hand_bend_blend(hand_bend_of(HAND_BEND_RELAXED), hand_bend_of(HAND_BEND_OPEN), out));
    act->shown[US_HAND_RIGHT] =
        act->shown[US_HAND_RIGHT] && !(act->share > 0.52 && act->share < 0.60);
    rest_left(act);
    act->pitch += 8.0 * envelope(act->share);
}

static void pinch(struct act *act)
{
    double cycle = cycles(act, 1.0) * act->share;
    double closed = stroke(cycle);
    double drag = 0.06 * sin(TURN * cycle) * closed;
    struct us_vec3 at_m = {(float)(0.16 + drag), -0.18f, 0.42f};
    place_hand(
        act, US_HAND_RIGHT, at_m, us_skeleton_turn(-14.0, -30.0, 6.0),
        hand_bend_blend(hand_bend_of(HAND_BEND_RELAXED), hand_bend_of(HAND_BEND_PINCH), closed));
    rest_left(act);
    act->yaw += 8.0 * envelope(act->share);
    act->pitch += 10.0 * envelope(act->share);
}

static void poke(struct act *act)
{
    double out = stroke(cycles(act, 1.2) * act->share);
    struct us_vec3 at_m = {0.10f, (float)(-0.16 + 0.02 * out), (float)(0.32 + 0.16 * out)};
    place_hand(act, US_HAND_RIGHT, at_m, us_skeleton_turn(-10.0, -8.0, -4.0),
               hand_bend_of(HAND_BEND_POINT));
    rest_left(act);
    act->pitch += 12.0 * envelope(act->share);
}

static void wave(struct act *act)
{
    double swing = sin(TURN * cycles(act, 0.8) * act->share);
    for (unsigned i = 0; i < US_HAND_COUNT; i++) {
        double mine = i == US_HAND_LEFT ? -swing : swing;
        struct us_vec3 at_m = {(float)(0.24 + 0.05 * mine), -0.06f, 0.42f};
        place_hand(act, (enum us_hand)i, at_m, us_skeleton_turn(0.0, -82.0, -18.0 * mine),
                   hand_bend_of(HAND_BEND_OPEN));
    }
    act->yaw += 5.0 * swing * envelope(act->share);
}

static void play_line(struct act *act)
{
    float t = (float)act->time_s;
    act->head_m = (struct us_vec3){0.5f * t, 0.0f, -0.25f * t};
    for (unsigned i = 0; i < US_HAND_COUNT; i++) {
        float side = i == US_HAND_LEFT ? -1.0f : 1.0f;
        act->shown[i] = true;
        act->palm[i] = us_pose_identity;
        act->palm[i].position_m = (struct us_vec3){0.2f * side, -0.3f, 0.4f + 0.1f * t};
        act->bend[i] = hand_bend_of(HAND_BEND_OPEN);
    }
}

/* A head is never quite still. */
static void sway(struct act *act, uint64_t seed)
{
    for (unsigned i = 0; i < 5; i++) {
        double phase = us_random_between(seed, i, 0.0, TURN);
        double wave_now = sin(phase + TURN * act->time_s * (0.19 + 0.07 * i)) - sin(phase);
        if (i < 3)
            (&act->head_m.x)[i] += (float)(0.004 * wave_now);
        else
            *(i == 3 ? &act->yaw : &act->pitch) += 0.5 * wave_now;
    }
}

/* Between the acts of a whole performance, and in them, the whole person turns, far enough for the
 * scene to be seen to turn, and the hands stay in front. */
static void survey(struct act *act)
{
    double yaw = 38.0 * sin(TURN * act->time_s / 8.0);
    struct us_pose turn = {us_skeleton_turn(yaw, 0.0, 0.0), {0.0f, 0.0f, 0.0f}};
    act->yaw += yaw;
    act->pitch += 6.0 * sin(TURN * act->time_s / 5.0);
    for (unsigned i = 0; i < US_HAND_COUNT; i++)
        act->palm[i] = us_pose_multiply(turn, act->palm[i]);
}

/* The part of `performance` that is played at `time_s`, which becomes the time within it. */
static struct us_performance part_at(const struct us_performance *performance, double *time_s)
{
    struct us_performance part = *performance;
    if (part.kind != US_PERFORMANCE_ALL)
        return part;
    part.seconds /= US_PERFORMANCE_ALL;
    double index = fmin(fmax(floor(*time_s / part.seconds), 0.0), US_PERFORMANCE_ALL - 1);
    part.kind = (enum us_performance_kind)index;
    *time_s -= index * part.seconds;
    return part;
}

static struct act act_at(const struct us_performance *performance, double time_s)
{
    static void (*const plays[US_PERFORMANCE_COUNT])(struct act *) = {
        [US_PERFORMANCE_LOOK_AROUND] = look_around,
        [US_PERFORMANCE_REACH] = reach,
        [US_PERFORMANCE_PINCH] = pinch,
        [US_PERFORMANCE_POKE] = poke,
        [US_PERFORMANCE_WAVE] = wave,
        [US_PERFORMANCE_LINE] = play_line,
    };
    double part_s = time_s;
    struct us_performance part = part_at(performance, &part_s);
    struct act act = {.seconds = part.seconds,
                      .time_s = time_s,
                      .share = fmin(fmax(part_s / part.seconds, 0.0), 1.0),
                      .palm = {us_pose_identity, us_pose_identity}};
    if (part.kind != US_PERFORMANCE_LINE)
        sway(&act, performance->seed);
    if (plays[part.kind] != NULL)
        plays[part.kind](&act);
    if (performance->kind == US_PERFORMANCE_ALL)
        survey(&act);
    return act;
}

static struct us_vec3 ahead(double yaw, double pitch, double distance_m)
{
    struct us_vec3 z = {0.0f, 0.0f, (float)distance_m};
    return us_quat_rotate(us_skeleton_turn(yaw, pitch, 0.0), z);
}

/* What the eyes rest on in the `index`th glance; it began at `began_s`. A shown hand is looked at
 * every other time. */
static struct us_vec3 glance_target(const struct us_performance *performance, uint64_t index,
                                    double began_s, const struct act *now)
{
    if (now->shown[US_HAND_RIGHT] && index % 2 == 0)
        return now->palm[US_HAND_RIGHT].position_m;
    struct act then = act_at(performance, fmax(began_s, 0.0));
    uint64_t seed = performance->seed + 1;
    double yaw = then.yaw + us_random_between(seed, 3 * index, -14.0, 14.0);
    double pitch = then.pitch + us_random_between(seed, 3 * index + 1, -8.0, 10.0);
    double distance_m = us_random_between(seed, 3 * index + 2, 1.0, 2.5);
    return us_vec3_add(then.head_m, ahead(yaw, pitch, distance_m));
}

static struct us_vec3 unit(struct us_vec3 v)
{
    return us_vec3_scale(v, 1.0f / us_vec3_norm(v));
}

static struct us_vec3 look(const struct us_performance *performance, const struct act *act)
{
    static const double glance_s = 0.55, saccade_s = 0.05;
    double part_s = act->time_s;
    struct us_performance part = part_at(performance, &part_s);
    if (part.kind == US_PERFORMANCE_LINE)
        return (struct us_vec3){0.0f, 0.0f, 1.0f};
    if (part.kind == US_PERFORMANCE_GAZE_SWEEP) {
        double phase = TURN * cycles(act, 3.0) * act->share;
        return ahead(act->yaw + 30.0 * sin(phase), act->pitch + 10.0 * sin(2.0 * phase), 1.0);
    }
    double index = floor(fmax(act->time_s, 0.0) / glance_s);
    double began_s = index * glance_s;
    struct us_vec3 target = glance_target(performance, (uint64_t)index, began_s, act);
    struct us_vec3 direction = unit(us_vec3_sub(target, act->head_m));
    double arrived = smooth(0.0, saccade_s, act->time_s - began_s);
    if (index < 1.0 || arrived >= 1.0)
        return direction;
    target = glance_target(performance, (uint64_t)index - 1, began_s - glance_s, act);
    struct us_vec3 before = unit(us_vec3_sub(target, act->head_m));
    return unit(us_vec3_add(us_vec3_scale(before, (float)(1.0 - arrived)),
                            us_vec3_scale(direction, (float)arrived)));
}

static void show_hand(const struct act *act, enum us_hand hand, struct us_vec3 offset_m,
                      struct us_performed_hand *out)
{
    struct us_pose palm = act->palm[hand];
    palm.position_m = us_vec3_add(palm.position_m, offset_m);
    us_skeleton_pose(hand, palm, &act->bend[hand], out->joints);
    out->tracked = act->shown[hand];
    out->pinching = out->tracked && us_skeleton_pinch_m(out->joints) < PINCH_M;
}

void us_performance_at(const struct us_performance *performance, double time_s,
                       struct us_performed_frame *out)
{
    struct act act = act_at(performance, time_s);
    struct us_vec3 up_m = {0.0f, performance->floor ? (float)HEAD_HEIGHT_M : 0.0f, 0.0f};
    out->head.rotation = us_skeleton_turn(act.yaw, act.pitch, 0.0);
    out->head.position_m = us_vec3_add(act.head_m, up_m);
    for (unsigned i = 0; i < US_HAND_COUNT; i++)
        show_hand(&act, (enum us_hand)i, up_m, &out->hands[i]);
    out->gaze_valid = !performance->blinks || fmod(time_s, 1.7) < 1.5;
    out->gaze_origin_m = out->head.position_m;
    out->gaze_direction = out->gaze_valid ? look(performance, &act) : (struct us_vec3){0};
}
