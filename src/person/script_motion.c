/* SPDX-License-Identifier: MIT */
/* The words of a line that say where the head and a hand are, and how the hand is held. */
#include <math.h>
#include <string.h>

#include "core/base/pose.h"
#include "core/base/text.h"
#include "person/geometry.h"
#include "person/gesture.h"
#include "person/script_line.h"
#include "person/scripted_person.h"

static bool parse_quaternion(struct rt_script_parser *parser, const double *v,
                             struct rt_quaternion *out)
{
    const double length = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2] + v[3] * v[3]);
    if (!(fabs(length - 1) <= 0.01))
        return rt_script_line_fail(parser, "the quaternion has the length %g instead of 1", length);
    *out = (struct rt_quaternion){v[0] / length, v[1] / length, v[2] / length, v[3] / length};
    return true;
}

bool rt_script_motion_pose(struct rt_script_parser *parser)
{
    const struct rt_vector axis_z = {0, 0, 1};
    double v[RT_TRACK_VALUES];
    const size_t count = rt_script_values_count(parser);
    if (count != 3 && count != 6 && count != 7)
        return rt_script_values_expect(
            parser, 7,
            "X Y Z in metres, and then nothing, YAW PITCH ROLL in degrees, or the "
            "quaternion QX QY QZ QW");
    if (!rt_script_values_numbers(parser, count, v))
        return false;
    struct rt_motion pose = {.position_m = {v[0], v[1], v[2]}, .rotation = {0, 0, 0, 1}};
    if (count == 6)
        pose.rotation = rt_motion_multiply(
            rt_geometry_yaw_pitch(v[3] * US_POSE_RAD_IN_DEGREE, v[4] * US_POSE_RAD_IN_DEGREE),
            rt_motion_turn(axis_z, v[5] * US_POSE_RAD_IN_DEGREE));
    else if (count == 7 && !parse_quaternion(parser, v + 3, &pose.rotation))
        return false;
    return rt_script_add_pose(parser, rt_script_word_of(parser), &pose);
}

bool rt_script_motion_direction(struct rt_script_parser *parser)
{
    double v[2];
    if (!rt_script_values_expect(parser, 2, "YAW PITCH in degrees") ||
        !rt_script_values_numbers(parser, 2, v))
        return false;
    const struct rt_motion pose = {
        .rotation =
            rt_geometry_yaw_pitch(v[0] * US_POSE_RAD_IN_DEGREE, v[1] * US_POSE_RAD_IN_DEGREE),
    };
    return rt_script_add_pose(parser, rt_script_word_of(parser), &pose);
}

/* Without values the pose of the head decides, which later lines may still change: the quaternion
 * stays zero until rt_script_line_resolve. */
bool rt_script_motion_recentring(struct rt_script_parser *parser)
{
    double v[3];
    if (rt_script_values_count(parser) == 0) {
        const double unresolved[RT_TRACK_VALUES] = {0};
        return rt_script_add_key(parser, rt_script_word_of(parser), RT_TRACK_POSE, unresolved);
    }
    if (!rt_script_values_expect(parser, 3, "X Z in metres and YAW in degrees, or nothing") ||
        !rt_script_values_numbers(parser, 3, v))
        return false;
    const struct rt_motion pose = {
        .position_m = {v[0], 0, v[1]},
        .rotation = rt_geometry_yaw_pitch(v[2] * US_POSE_RAD_IN_DEGREE, 0),
    };
    return rt_script_add_pose(parser, rt_script_word_of(parser), &pose);
}

static bool parse_share(struct rt_script_parser *parser, size_t index, const char *of_what,
                        const char *zero, double *out_share)
{
    const char *token = rt_script_value(parser, index);
    return (rt_script_values_number(token, out_share) && *out_share >= 0 && *out_share <= 1) ||
           rt_script_line_fail(parser, "\"%s\" is not how far %s: write a number from 0, %s, to 1",
                               token, of_what, zero);
}

/* A finger bends as a whole: a line about each of its joints. */
static bool add_bends(struct rt_script_parser *parser, int finger,
                      const double bend_degrees[RT_GESTURE_FINGERS], double share)
{
    for (int i = 0; i < XR_HAND_JOINT_COUNT_EXT; i++) {
        const XrHandJointEXT joint = (XrHandJointEXT)i;
        const double values[RT_TRACK_VALUES] = {share * rt_gesture_share(joint, bend_degrees)};
        if (rt_gesture_moves(joint) && rt_geometry_finger(joint) == finger &&
            !rt_script_add_key(parser, us_joint_openxr_names[i], RT_TRACK_NUMBER, values))
            return false;
    }
    return true;
}

bool rt_script_motion_gesture(struct rt_script_parser *parser)
{
    double share = 1;
    double bend_degrees[RT_GESTURE_FINGERS];
    if (rt_script_values_count(parser) != 2 &&
        !rt_script_values_expect(parser, 1, RT_GESTURE_NAMES))
        return false;
    if (!rt_gesture_find(rt_script_value(parser, 0), bend_degrees))
        return rt_script_line_fail(parser, "there is no gesture \"%s\": write " RT_GESTURE_NAMES,
                                   rt_script_value(parser, 0));
    if (rt_script_values_count(parser) == 2 &&
        !parse_share(parser, 1, "a gesture goes", "open", &share))
        return false;
    for (int finger = 0; finger < RT_GESTURE_FINGERS; finger++) {
        if (!add_bends(parser, finger, bend_degrees, share))
            return false;
    }
    return true;
}

/* A share of a fist. */
bool rt_script_motion_finger(struct rt_script_parser *parser)
{
    double fist_degrees[RT_GESTURE_FINGERS];
    double share = 0;
    if (!rt_script_values_expect(parser, 2, "thumb, index, middle, ring or little, and a number"))
        return false;
    const int finger = us_text_find(rt_gesture_fingers, rt_script_value(parser, 0));
    if (finger < 0)
        return rt_script_line_fail(
            parser, "there is no finger \"%s\": write thumb, index, middle, ring or little",
            rt_script_value(parser, 0));
    rt_gesture_find("fist", fist_degrees);
    return parse_share(parser, 1, "bent a finger is", "straight", &share) &&
           add_bends(parser, finger, fist_degrees, share);
}

/* Says why a joint, or a name that is none (-1), has no angle. */
static bool fail_joint(struct rt_script_parser *parser, int joint)
{
    const char *name = rt_script_value(parser, 0);
    char known[400] = "";
    const char *moving;
    for (size_t i = 0; (moving = rt_script_word_choice(RT_SCRIPT_JOINT, i)) != NULL; i++)
        us_text_add_word(known, sizeof known, moving);
    if (joint < 0)
        return rt_script_line_fail(parser, "there is no joint \"%.64s\": write one of %s", name,
                                   known);
    if (rt_geometry_finger((XrHandJointEXT)joint) < 0)
        return rt_script_line_fail(parser,
                                   "the %s has no angle of its own: it follows the hand, which "
                                   "\"%s wrist\" and \"%s grip\" move",
                                   name, parser->tokens[1], parser->tokens[1]);
    if (joint == (int)rt_geometry_first_joint((XrHandJointEXT)joint))
        return rt_script_line_fail(parser, "%s does not move in the hand: bend %s", name,
                                   us_joint_openxr_names[joint + 1]);
    return rt_script_line_fail(parser, "%s has no angle of its own: bend %s", name,
                               us_joint_openxr_names[joint - 1]);
}

static bool parse_angle(struct rt_script_parser *parser, XrHandJointEXT joint,
                        enum rt_gesture_angle angle, double *out_degrees)
{
    const struct rt_gesture_range range = rt_gesture_range(joint, angle);
    const char *name = rt_script_value(parser, 0),
               *token = rt_script_value(parser, 1 + (size_t)angle);
    if (!rt_script_values_number(token, out_degrees))
        return rt_script_line_fail(parser, "\"%s\" is not a number", token);
    if (range.most_degrees <= 0)
        return rt_script_line_fail(parser, "%s only bends: it has no second angle", name);
    if (*out_degrees >= range.least_degrees && *out_degrees <= range.most_degrees)
        return true;
    return rt_script_line_fail(parser, "%s %s from %g to %g degrees, not %g", name,
                               angle == RT_GESTURE_BEND ? "bends" : "is spread",
                               range.least_degrees, range.most_degrees, *out_degrees);
}

bool rt_script_motion_joint(struct rt_script_parser *parser)
{
    double degrees[RT_TRACK_VALUES] = {0};
    const bool spreads = rt_script_values_count(parser) == 3;
    if (!spreads &&
        !rt_script_values_expect(parser, 2,
                                 "a joint such as index_proximal, the degrees that it bends, and "
                                 "perhaps those that it is spread"))
        return false;
    const int joint = us_text_find(us_joint_openxr_names, rt_script_value(parser, 0));
    if (joint < 0 || !rt_gesture_moves((XrHandJointEXT)joint))
        return fail_joint(parser, joint);
    for (int angle = 0; angle <= (int)spreads; angle++)
        if (!parse_angle(parser, (XrHandJointEXT)joint, (enum rt_gesture_angle)angle,
                         &degrees[angle]))
            return false;
    return rt_script_add_key(parser, us_joint_openxr_names[joint], RT_TRACK_NUMBER, degrees);
}

/* The pose of `name` stays where it is and turns, without a roll, until -Z of a frame that has this
 * offset from it goes through the point. */
static bool add_turned(struct rt_script_parser *parser, const char *name,
                       const struct rt_motion *offset)
{
    double v[3];
    if (!rt_script_values_expect(parser, 3, "X Y Z in metres") ||
        !rt_script_values_numbers(parser, 3, v))
        return false;
    struct rt_motion pose =
        rt_scripted_person_pose(parser->known, parser->subject, name, parser->time_s);
    const struct rt_vector point_m = {v[0], v[1], v[2]};
    if (!rt_geometry_turn_to(pose.position_m, offset, point_m, &pose.rotation))
        return rt_script_line_fail(parser, "%g %g %g is too near to the %s%s, which is at %g %g %g",
                                   v[0], v[1], v[2], parser->tokens[1],
                                   parser->subject <= RT_SCRIPT_RIGHT ? " hand" : "",
                                   pose.position_m.x, pose.position_m.y, pose.position_m.z);
    return rt_script_add_pose(parser, name, &pose);
}

bool rt_script_motion_look(struct rt_script_parser *parser)
{
    const struct rt_motion none = rt_motion_identity();
    return add_turned(parser, "pose", &none);
}

/* What carries the aim: the aim itself where a line moves it, otherwise the grip, or the wrist that
 * carries the grip. */
bool rt_script_motion_pointing(struct rt_script_parser *parser)
{
    const bool aims = rt_script_find(parser->known, parser->subject, "aim") != NULL;
    const bool follows_wrist = rt_script_find(parser->known, parser->subject, "grip") == NULL &&
                               rt_script_find(parser->known, parser->subject, "wrist") != NULL;
    const struct rt_motion none = rt_motion_identity();
    struct rt_motion offset = rt_geometry_grip_offset(US_HAND_POSE_AIM);
    if (aims)
        return add_turned(parser, "aim", &none);
    if (!follows_wrist)
        return add_turned(parser, "grip", &offset);
    offset.position_m.z -= RT_WRIST_TO_GRIP_M;
    return add_turned(parser, "wrist", &offset);
}

void rt_script_line_resolve(struct rt_script_input *input, const struct rt_script *script)
{
    if (input->subject != RT_SCRIPT_SESSION || strcmp(input->name, "recentre") != 0)
        return;
    for (size_t k = 0; k < input->track.count; k++) {
        struct rt_track_key *key = &input->track.keys[k];
        if (key->values[3] != 0 || key->values[4] != 0 || key->values[5] != 0 ||
            key->values[6] != 0)
            continue;
        const struct rt_motion pose = rt_scripted_person_head(script, key->time_s);
        const struct rt_quaternion q = pose.rotation;
        const double yaw_rad = atan2(2 * (q.x * q.z + q.w * q.y), 1 - 2 * (q.x * q.x + q.y * q.y));
        const struct rt_motion local = {
            .position_m = {pose.position_m.x, 0, pose.position_m.z},
            .rotation = rt_geometry_yaw_pitch(yaw_rad, 0),
        };
        rt_track_set_pose(key, &local);
    }
}
