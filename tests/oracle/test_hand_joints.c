/* SPDX-License-Identifier: MIT */
/*
 * test_hand_joints RECORDING: whether the hands of a recording are what XR_EXT_hand_tracking,
 * "Conventions of hand joints", says of its 26 joints, at 30 moments a second, in OpenXR's axes.
 *
 * - The palm is in the middle of the middle finger's metacarpal bone. Its +Z leads along that bone
 *   towards the wrist, its +Y out of the back of the hand.
 * - The wrist is a point that no finger moves. Its +Z leads along the line from the middle
 *   metacarpal joint, its +Y out of the back of the hand.
 * - Each other joint is at its bone's end towards the wrist, and a tip at the end of the last bone.
 *   +Z leads along the bone towards the wrist. +X is the finger's hinge, about which it bends to
 * the palm's side, so that +Y leads out of the back of the finger, where the nail is.
 *
 * The frame in which a hand is lost is left out: there its joints are on their way to where it is
 * found again. Ends with 0; or with 1, naming every definition that does not hold and its worst
 * moment.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "oracle.h"

#define DEGREES (180.0 / 3.14159265358979323846)

/* What the toolkit's reduction of keys may cost: a joint is up to 1 mm from where it was, and a
 * rotation up to 0.01 in the quaternion, which is an angle of twice that. */
#define MOVED_M 0.001
#define TURNED_RAD 0.02
#define FRAME_S (1.01 / 30.0)

enum { PALM, WRIST, THUMB, INDEX = 6, MIDDLE = 11, RING = 16, LITTLE = 21 };
enum { FINGERS = 5, CHECKS_MAX = 256 };

static const struct {
    const char *name;
    int first, count;
} fingers[FINGERS] = {
    {"thumb", THUMB, 4}, {"index", INDEX, 5},   {"middle", MIDDLE, 5},
    {"ring", RING, 5},   {"little", LITTLE, 5},
};

struct hand {
    double time_s;
    bool is_right;
    struct oracle_pose joints[ORACLE_XR_JOINTS];
};

/* The worst that was seen of a definition, in its own unit. */
struct check {
    char what[104];              /* "right ", and what is checked */
    double worst, allowed, at_s; /* `worst` is the one that is the most above what is allowed */
};

struct report {
    struct check checks[CHECKS_MAX];
    int count;
    long hands;
};

static void note(struct report *report, const struct hand *hand, const char *what, double value,
                 double allowed)
{
    char name[104];
    int i = 0;
    snprintf(name, sizeof name, "%s %s", hand->is_right ? "right" : "left", what);
    while (i < report->count && strcmp(report->checks[i].what, name) != 0)
        i++;
    if (i == CHECKS_MAX)
        return;
    struct check *check = &report->checks[i];
    if (i == report->count) {
        *check = (struct check){.worst = -1e9};
        memcpy(check->what, name, sizeof name);
        report->count++;
    }
    if (!(value - allowed <= check->worst - check->allowed)) {
        check->worst = value;
        check->allowed = allowed;
        check->at_s = hand->time_s;
    }
}

static struct oracle_vec3 place(const struct hand *hand, int joint)
{
    return hand->joints[joint].p_m;
}

static struct oracle_vec3 between(const struct hand *hand, int from, int to)
{
    return oracle_vec3_sub(place(hand, to), place(hand, from));
}

static struct oracle_vec3 axis(const struct hand *hand, int joint, char name)
{
    const struct oracle_vec3 local = {name == 'x', name == 'y', name == 'z'};
    return oracle_quat_rotate(hand->joints[joint].q, local);
}

static double apart_deg(struct oracle_vec3 a, struct oracle_vec3 b)
{
    const struct oracle_vec3 across = oracle_vec3_cross(a, b);
    return atan2(oracle_vec3_norm(across), oracle_vec3_dot(a, b)) * DEGREES;
}

/* Out of the back of the hand: across the triangle of the wrist and the outer knuckles. */
static struct oracle_vec3 back_of(const struct hand *hand)
{
    const struct oracle_vec3 index = between(hand, WRIST, INDEX + 1);
    const struct oracle_vec3 little = between(hand, WRIST, LITTLE + 1);
    return hand->is_right ? oracle_vec3_cross(little, index) : oracle_vec3_cross(index, little);
}

/* How far an axis along this bone may seem to be off. */
static double bone_deg(const struct hand *hand, int from, int to)
{
    const double length_m = oracle_vec3_norm(between(hand, from, to));
    return (2.0 * MOVED_M / length_m + TURNED_RAD) * DEGREES;
}

static void check_palm(struct report *report, const struct hand *hand)
{
    const struct oracle_vec3 middle =
        oracle_vec3_scale(oracle_vec3_add(place(hand, MIDDLE), place(hand, MIDDLE + 1)), 0.5);
    const struct oracle_vec3 off = oracle_vec3_sub(place(hand, PALM), middle);
    note(report, hand, "palm: mm off the middle of the middle metacarpal",
         1e3 * oracle_vec3_norm(off), 1e3 * 2.0 * MOVED_M);
    note(report, hand, "palm: degrees of +Z off the middle metacarpal",
         apart_deg(axis(hand, PALM, 'z'), between(hand, MIDDLE + 1, MIDDLE)),
         bone_deg(hand, MIDDLE + 1, MIDDLE));
    note(report, hand, "palm: degrees of +Y off the back of the hand",
         apart_deg(axis(hand, PALM, 'y'), back_of(hand)), 10.0);
}

static void check_wrist(struct report *report, const struct hand *hand)
{
    note(report, hand, "wrist: degrees of +Z off the line from the middle metacarpal joint",
         apart_deg(axis(hand, WRIST, 'z'), between(hand, MIDDLE, WRIST)),
         bone_deg(hand, MIDDLE, WRIST));
    note(report, hand, "wrist: degrees of +Y off the back of the hand",
         apart_deg(axis(hand, WRIST, 'y'), back_of(hand)), 10.0);
}

/* Joints on the one line of a finger, each at its bone's end towards the wrist. */
static void check_bones(struct report *report, const struct hand *hand, int finger)
{
    const int first = fingers[finger].first, last = first + fingers[finger].count - 1;
    char what[96];
    for (int joint = first; joint <= last; joint++) {
        const int from = joint < last ? joint : joint - 1;
        snprintf(what, sizeof what, "%s %d: degrees of +Z off its bone", fingers[finger].name,
                 joint - first);
        note(report, hand, what, apart_deg(axis(hand, joint, 'z'), between(hand, from + 1, from)),
             bone_deg(hand, from + 1, from));
    }
    for (int joint = first + 1; joint < last; joint++) {
        const double nearer_m = oracle_vec3_norm(between(hand, joint - 1, joint));
        const double farther_m = oracle_vec3_norm(between(hand, joint, joint + 1));
        snprintf(what, sizeof what, "%s %d: mm that its bone is longer than the one before",
                 fingers[finger].name, joint - first);
        note(report, hand, what, 1e3 * (farther_m - nearer_m), 0.0);
    }
}

/* How far a joint is bent to the palm's side against the one before it. */
static double bend_deg(const struct hand *hand, int joint)
{
    const struct oracle_vec3 z = axis(hand, joint, 'z'), y = axis(hand, joint - 1, 'y');
    return asin(fmax(-1.0, fmin(1.0, oracle_vec3_dot(z, y)))) * DEGREES;
}

/* From the second joint on a finger is a chain of hinges: one axis, one way. */
static void check_hinges(struct report *report, const struct hand *hand, int finger)
{
    const int first = fingers[finger].first, last = first + fingers[finger].count - 1;
    const int from = finger == 0 ? first + 1 : first + 2;
    char what[96];
    for (int joint = from; joint <= last; joint++) {
        snprintf(what, sizeof what, "%s %d: degrees of +X off the hinge before",
                 fingers[finger].name, joint - first);
        note(report, hand, what, apart_deg(axis(hand, joint, 'x'), axis(hand, joint - 1, 'x')),
             2.0 * TURNED_RAD * DEGREES);
        snprintf(what, sizeof what, "%s %d: degrees that it is bent backwards",
                 fingers[finger].name, joint - first);
        note(report, hand, what, -bend_deg(hand, joint), 2.0 * TURNED_RAD * DEGREES);
    }
}

/* Where a finger leaves the hand: its back is the hand's, the pad of the thumb faces the fingers.
 */
static void check_root(struct report *report, const struct hand *hand, int finger)
{
    const int first = fingers[finger].first;
    char what[96];
    if (finger == 0) {
        const struct oracle_vec3 pad = oracle_vec3_scale(axis(hand, THUMB + 1, 'y'), -1.0);
        note(report, hand, "thumb: degrees of its pad off the little finger's knuckle",
             apart_deg(pad, between(hand, THUMB + 1, LITTLE + 1)), 75.0);
        return;
    }
    snprintf(what, sizeof what, "%s 0: degrees of +Y off the back of the hand",
             fingers[finger].name);
    note(report, hand, what, apart_deg(axis(hand, first, 'y'), back_of(hand)), 12.0);
    snprintf(what, sizeof what, "%s 1: degrees of +X off the hand's", fingers[finger].name);
    note(report, hand, what, apart_deg(axis(hand, first + 1, 'x'), axis(hand, PALM, 'x')), 35.0);
}

/* From the thumb's side to the other: -X to +X of a right hand, +X to -X of a left one. */
static void check_order(struct report *report, const struct hand *hand)
{
    const double sign = hand->is_right ? 1.0 : -1.0;
    const struct oracle_vec3 across = oracle_vec3_scale(axis(hand, PALM, 'x'), sign);
    const int knuckles[] = {THUMB + 1, INDEX + 1, MIDDLE + 1, RING + 1, LITTLE + 1};
    for (int i = 1; i < FINGERS; i++)
        note(report, hand, "knuckles: mm out of order",
             -1e3 * oracle_vec3_dot(across, between(hand, knuckles[i - 1], knuckles[i])), 0.0);
}

/* No bone changes its length, and the fingers' roots do not move against wrist and palm. */
static void check_rigid(struct report *report, const struct hand *hand, const struct hand *before)
{
    char what[96];
    for (int finger = 0; finger < FINGERS; finger++) {
        const int first = fingers[finger].first, last = first + fingers[finger].count - 1;
        for (int joint = first; joint <= last; joint++) {
            const int from = joint == first ? WRIST : joint - 1;
            const double change_m = oracle_vec3_norm(between(hand, from, joint)) -
                                    oracle_vec3_norm(between(before, from, joint));
            snprintf(what, sizeof what, "%s %d: mm by which the bone to it changes",
                     fingers[finger].name, joint - first);
            note(report, hand, what, 1e3 * fabs(change_m), 1e3 * 4.0 * MOVED_M);
        }
    }
}

static void check_hand(struct report *report, const struct hand *hand, const struct hand *first)
{
    report->hands++;
    check_palm(report, hand);
    check_wrist(report, hand);
    check_order(report, hand);
    for (int finger = 0; finger < FINGERS; finger++) {
        check_bones(report, hand, finger);
        check_hinges(report, hand, finger);
        check_root(report, hand, finger);
    }
    check_rigid(report, hand, first);
}

static bool read_hand(const struct oracle_recording *recording, int index, double time_s,
                      struct hand *out)
{
    *out = (struct hand){.time_s = time_s, .is_right = index == 1};
    for (int joint = 0; joint < ORACLE_XR_JOINTS; joint++) {
        const struct oracle_entity entity = {ORACLE_JOINT, index, joint};
        if (!oracle_entity_valid(recording, entity, time_s))
            return false;
        out->joints[joint] = oracle_entity_pose(recording, entity, time_s);
    }
    return true;
}

static void check_recording(struct report *report, const struct oracle_recording *recording)
{
    struct hand first[ORACLE_HANDS], now;
    bool seen[ORACLE_HANDS] = {false, false};
    const int moments = (int)((recording->end_s - recording->start_s) * 30.0);
    for (int i = 0; i <= moments; i++) {
        for (int hand = 0; hand < ORACLE_HANDS; hand++) {
            const double time_s = recording->start_s + i / 30.0;
            if (!read_hand(recording, hand, time_s + FRAME_S, &now) ||
                !read_hand(recording, hand, time_s, &now))
                continue;
            if (!seen[hand])
                first[hand] = now;
            seen[hand] = true;
            check_hand(report, &now, &first[hand]);
        }
    }
}

static int sum_up(const struct report *report)
{
    int broken = 0;
    for (int i = 0; i < report->count; i++) {
        const struct check *check = &report->checks[i];
        if (check->worst <= check->allowed)
            continue;
        broken++;
        printf("%s: %.2f at %.3f s, at most %.2f\n", check->what, check->worst, check->at_s,
               check->allowed);
    }
    printf("%ld hands, %d definitions, %d of them broken\n", report->hands, report->count, broken);
    return broken > 0 || report->hands == 0 || report->count == CHECKS_MAX;
}

int main(int argc, char **argv)
{
    static struct report report;
    const struct oracle_options options = {0};
    char why[256] = "";
    if (argc != 2) {
        fprintf(stderr, "usage: test_hand_joints RECORDING\n");
        return 2;
    }
    struct oracle_recording *recording = oracle_load(argv[1], &options, why, sizeof why);
    if (recording == NULL) {
        fprintf(stderr, "%s: %s\n", argv[1], why);
        return 2;
    }
    check_recording(&report, recording);
    oracle_destroy(recording);
    return sum_up(&report);
}
