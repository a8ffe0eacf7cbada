/* SPDX-License-Identifier: MIT */
#include "person/script_line.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/pose.h"
#include "core/base/text.h"
#include "person/component.h"
#include "person/gesture.h"
#include "person/scripted_person.h"

#define TIME_LIMIT_S 1e6

static const char *const subjects[RT_SCRIPT_SUBJECT_COUNT] = {
    [RT_SCRIPT_LEFT] = "left", [RT_SCRIPT_RIGHT] = "right",     [RT_SCRIPT_HEAD] = "head",
    [RT_SCRIPT_GAZE] = "gaze", [RT_SCRIPT_SESSION] = "session",
};

const char *rt_script_line_subject(enum rt_script_subject subject)
{
    return subjects[subject];
}

bool rt_script_line_fail(struct rt_script_parser *parser, const char *format, ...)
{
    char *text = parser->error->text;
    const size_t size = sizeof parser->error->text;
    int start = 0;
    if (parser->path != NULL)
        start = parser->line == 0
                    ? snprintf(text, size, "%s: ", parser->path)
                    : snprintf(text, size, "%s:%u: ", parser->path, (unsigned)parser->line);
    if (start < 0 || (size_t)start >= size)
        return false;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text + start, size - (size_t)start, format, arguments);
    va_end(arguments);
    return false;
}

static bool parse_number(const char *token, double *out_number)
{
    char *end = NULL;
    *out_number = strtod(token, &end);
    return strspn(token, "0123456789+-.eE") == strlen(token) && end != token && *end == '\0' &&
           isfinite(*out_number);
}

/* The values of a line are the tokens behind time, subject and name. */
static size_t value_count(const struct rt_script_parser *parser)
{
    return parser->token_count - 3;
}

static const char *value_token(const struct rt_script_parser *parser, size_t index)
{
    return parser->tokens[3 + index];
}

static bool parse_numbers(struct rt_script_parser *parser, size_t count, double *out_numbers)
{
    for (size_t i = 0; i < count; i++) {
        if (!parse_number(value_token(parser, i), &out_numbers[i]))
            return rt_script_line_fail(parser, "\"%s\" is not a number", value_token(parser, i));
    }
    return true;
}

/* US_JOINT_OPENXR: no joint has this name. */
static int find_joint(const char *name)
{
    int joint = 0;
    while (joint < US_JOINT_OPENXR && strcmp(us_joint_openxr_names[joint], name) != 0)
        joint++;
    return joint;
}

static bool add_key(struct rt_script_parser *parser, const char *name, enum rt_track_kind kind,
                    const double values[RT_TRACK_VALUES])
{
    struct rt_track *track = rt_script_open(parser->script, parser->subject, name, kind);
    if (track == NULL)
        return rt_script_line_fail(parser, "out of memory");
    if (track->count > 0 && parser->time_s < track->keys[track->count - 1].time_s)
        return rt_script_line_fail(
            parser,
            "the time %g is before the time of line %u, which is about %s\"%s %s\" too; "
            "write the lines about one input in the order of their times",
            parser->time_s, (unsigned)track->keys[track->count - 1].line,
            find_joint(name) < US_JOINT_OPENXR ? "the joint " : "", subjects[parser->subject],
            name);
    struct rt_track_key key = {.time_s = parser->time_s, .line = parser->line};
    memcpy(key.values, values, sizeof key.values);
    return rt_track_add(track, &key) || rt_script_line_fail(parser, "out of memory");
}

static bool add_step(struct rt_script_parser *parser, const char *name, int value)
{
    const double values[RT_TRACK_VALUES] = {value};
    return add_key(parser, name, RT_TRACK_STEP, values);
}

static bool add_pose(struct rt_script_parser *parser, const char *name,
                     const struct rt_motion *pose)
{
    struct rt_track_key key;
    rt_track_set_pose(&key, pose);
    return add_key(parser, name, RT_TRACK_POSE, key.values);
}

static bool expect_values(struct rt_script_parser *parser, size_t count, const char *meaning)
{
    if (value_count(parser) == count)
        return true;
    return rt_script_line_fail(parser, "\"%s %s\" needs %s; the line has %zu value%s",
                               parser->tokens[1], parser->tokens[2], meaning, value_count(parser),
                               value_count(parser) == 1 ? "" : "s");
}

static bool parse_truth(struct rt_script_parser *parser, int *out_truth)
{
    static const char *const words[] = {"no", "yes", "0", "1", "off", "on", "false", "true"};
    if (!expect_values(parser, 1, "yes or no"))
        return false;
    for (int i = 0; i < 8; i++) {
        if (strcmp(value_token(parser, 0), words[i]) == 0) {
            *out_truth = i % 2;
            return true;
        }
    }
    return rt_script_line_fail(parser, "\"%s\" is neither yes nor no", value_token(parser, 0));
}

static bool add_truth(struct rt_script_parser *parser, const char *name)
{
    int truth = 0;
    return parse_truth(parser, &truth) && add_step(parser, name, truth);
}

static bool parse_quaternion(struct rt_script_parser *parser, const double *v,
                             struct rt_quaternion *out)
{
    const double length = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2] + v[3] * v[3]);
    if (!(fabs(length - 1) <= 0.01))
        return rt_script_line_fail(parser, "the quaternion has the length %g instead of 1", length);
    *out = (struct rt_quaternion){v[0] / length, v[1] / length, v[2] / length, v[3] / length};
    return true;
}

static bool add_pose_line(struct rt_script_parser *parser, const char *name)
{
    const struct rt_vector axis_z = {0, 0, 1};
    double v[RT_TRACK_VALUES];
    const size_t count = value_count(parser);
    if (count != 3 && count != 6 && count != 7)
        return expect_values(parser, 7,
                             "X Y Z in metres, and then nothing, YAW PITCH ROLL in degrees, or the "
                             "quaternion QX QY QZ QW");
    if (!parse_numbers(parser, count, v))
        return false;
    struct rt_motion pose = {.position_m = {v[0], v[1], v[2]}, .rotation = {0, 0, 0, 1}};
    if (count == 6)
        pose.rotation = rt_motion_multiply(
            rt_geometry_yaw_pitch(v[3] * RT_RAD_PER_DEGREE, v[4] * RT_RAD_PER_DEGREE),
            rt_motion_turn(axis_z, v[5] * RT_RAD_PER_DEGREE));
    else if (count == 7 && !parse_quaternion(parser, v + 3, &pose.rotation))
        return false;
    return add_pose(parser, name, &pose);
}

static bool add_direction(struct rt_script_parser *parser, const char *name)
{
    double v[2];
    if (!expect_values(parser, 2, "YAW PITCH in degrees") || !parse_numbers(parser, 2, v))
        return false;
    const struct rt_motion pose = {
        .rotation = rt_geometry_yaw_pitch(v[0] * RT_RAD_PER_DEGREE, v[1] * RT_RAD_PER_DEGREE),
    };
    return add_pose(parser, name, &pose);
}

/* Without values the pose of the head decides, which later lines may still change: the quaternion
 * stays zero until rt_script_line_resolve. */
static bool add_recentring(struct rt_script_parser *parser, const char *name)
{
    double v[3];
    if (value_count(parser) == 0) {
        const double unresolved[RT_TRACK_VALUES] = {0};
        return add_key(parser, name, RT_TRACK_POSE, unresolved);
    }
    if (!expect_values(parser, 3, "X Z in metres and YAW in degrees, or nothing") ||
        !parse_numbers(parser, 3, v))
        return false;
    const struct rt_motion pose = {
        .position_m = {v[0], 0, v[1]},
        .rotation = rt_geometry_yaw_pitch(v[2] * RT_RAD_PER_DEGREE, 0),
    };
    return add_pose(parser, name, &pose);
}

static bool parse_share(struct rt_script_parser *parser, size_t index, const char *of_what,
                        const char *zero, double *out_share)
{
    const char *token = value_token(parser, index);
    return (parse_number(token, out_share) && *out_share >= 0 && *out_share <= 1) ||
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
        if (rt_gesture_moves(joint) && rt_gesture_finger(joint) == finger &&
            !add_key(parser, us_joint_openxr_names[i], RT_TRACK_NUMBER, values))
            return false;
    }
    return true;
}

static bool add_gesture(struct rt_script_parser *parser, const char *name)
{
    double share = 1;
    double bend_degrees[RT_GESTURE_FINGERS];
    (void)name;
    if (value_count(parser) != 2 && !expect_values(parser, 1, RT_GESTURE_NAMES))
        return false;
    if (!rt_gesture_find(value_token(parser, 0), bend_degrees))
        return rt_script_line_fail(parser, "there is no gesture \"%s\": write " RT_GESTURE_NAMES,
                                   value_token(parser, 0));
    if (value_count(parser) == 2 && !parse_share(parser, 1, "a gesture goes", "open", &share))
        return false;
    for (int finger = 0; finger < RT_GESTURE_FINGERS; finger++) {
        if (!add_bends(parser, finger, bend_degrees, share))
            return false;
    }
    return true;
}

/* A share of a fist. */
static bool add_finger(struct rt_script_parser *parser, const char *name)
{
    double fist_degrees[RT_GESTURE_FINGERS];
    double share = 0;
    (void)name;
    if (!expect_values(parser, 2, "thumb, index, middle, ring or little, and a number"))
        return false;
    rt_gesture_find("fist", fist_degrees);
    for (int finger = 0; finger < RT_GESTURE_FINGERS; finger++) {
        if (strcmp(rt_gesture_finger_name(finger), value_token(parser, 0)) != 0)
            continue;
        return parse_share(parser, 1, "bent a finger is", "straight", &share) &&
               add_bends(parser, finger, fist_degrees, share);
    }
    return rt_script_line_fail(
        parser, "there is no finger \"%s\": write thumb, index, middle, ring or little",
        value_token(parser, 0));
}

/* Says why a joint, or a name that is none, has no angle. */
static bool fail_joint(struct rt_script_parser *parser, int joint)
{
    const char *name = value_token(parser, 0);
    char known[400] = "";
    for (int i = 0; i < XR_HAND_JOINT_COUNT_EXT; i++) {
        const size_t used = strlen(known);
        if (rt_gesture_moves((XrHandJointEXT)i))
            snprintf(known + used, sizeof known - used, "%s%s", used == 0 ? "" : ", ",
                     us_joint_openxr_names[i]);
    }
    if (joint == XR_HAND_JOINT_COUNT_EXT)
        return rt_script_line_fail(parser, "there is no joint \"%.64s\": write one of %s", name,
                                   known);
    if (rt_gesture_finger((XrHandJointEXT)joint) < 0)
        return rt_script_line_fail(parser,
                                   "the %s has no angle of its own: it follows the hand, which "
                                   "\"%s wrist\" and \"%s grip\" move",
                                   name, parser->tokens[1], parser->tokens[1]);
    if (joint == (int)rt_gesture_first((XrHandJointEXT)joint))
        return rt_script_line_fail(parser, "%s does not move in the hand: bend %s", name,
                                   us_joint_openxr_names[joint + 1]);
    return rt_script_line_fail(parser, "%s has no angle of its own: bend %s", name,
                               us_joint_openxr_names[joint - 1]);
}

static bool parse_angle(struct rt_script_parser *parser, XrHandJointEXT joint,
                        enum rt_gesture_angle angle, double *out_degrees)
{
    const struct rt_gesture_range range = rt_gesture_range(joint, angle);
    const char *name = value_token(parser, 0), *token = value_token(parser, 1 + (size_t)angle);
    if (!parse_number(token, out_degrees))
        return rt_script_line_fail(parser, "\"%s\" is not a number", token);
    if (range.most_degrees <= 0)
        return rt_script_line_fail(parser, "%s only bends: it has no second angle", name);
    if (*out_degrees >= range.least_degrees && *out_degrees <= range.most_degrees)
        return true;
    return rt_script_line_fail(parser, "%s %s from %g to %g degrees, not %g", name,
                               angle == RT_GESTURE_BEND ? "bends" : "is spread",
                               range.least_degrees, range.most_degrees, *out_degrees);
}

static bool add_joint(struct rt_script_parser *parser, const char *name)
{
    double degrees[RT_TRACK_VALUES] = {0};
    const bool spreads = value_count(parser) == 3;
    (void)name;
    if (!spreads && !expect_values(parser, 2,
                                   "a joint such as index_proximal, the degrees that it bends, and "
                                   "perhaps those that it is spread"))
        return false;
    const int joint = find_joint(value_token(parser, 0));
    if (joint == US_JOINT_OPENXR || !rt_gesture_moves((XrHandJointEXT)joint))
        return fail_joint(parser, joint);
    for (int angle = 0; angle <= (int)spreads; angle++)
        if (!parse_angle(parser, (XrHandJointEXT)joint, (enum rt_gesture_angle)angle,
                         &degrees[angle]))
            return false;
    return add_key(parser, us_joint_openxr_names[joint], RT_TRACK_NUMBER, degrees);
}

/* The pose of `name` stays where it is and turns, without a roll, until -Z of a frame that has this
 * offset from it goes through the point. */
static bool add_turned(struct rt_script_parser *parser, const char *name,
                       const struct rt_motion *offset)
{
    double v[3];
    if (!expect_values(parser, 3, "X Y Z in metres") || !parse_numbers(parser, 3, v))
        return false;
    struct rt_motion pose =
        rt_scripted_person_pose(parser->known, parser->subject, name, parser->time_s);
    const struct rt_vector point_m = {v[0], v[1], v[2]};
    if (!rt_geometry_turn_to(pose.position_m, offset, point_m, &pose.rotation))
        return rt_script_line_fail(parser, "%g %g %g is too near to the %s%s, which is at %g %g %g",
                                   v[0], v[1], v[2], parser->tokens[1],
                                   parser->subject <= RT_SCRIPT_RIGHT ? " hand" : "",
                                   pose.position_m.x, pose.position_m.y, pose.position_m.z);
    return add_pose(parser, name, &pose);
}

static bool add_look(struct rt_script_parser *parser, const char *name)
{
    const struct rt_motion none = rt_motion_identity();
    (void)name;
    return add_turned(parser, "pose", &none);
}

/* What carries the aim: the aim itself where a line moves it, otherwise the grip, or the wrist that
 * carries the grip. */
static bool add_pointing(struct rt_script_parser *parser, const char *name)
{
    const bool aims = rt_script_find(parser->known, parser->subject, "aim") != NULL;
    const bool follows_wrist = rt_script_find(parser->known, parser->subject, "grip") == NULL &&
                               rt_script_find(parser->known, parser->subject, "wrist") != NULL;
    const struct rt_motion none = rt_motion_identity();
    struct rt_motion offset = rt_geometry_grip_offset(RT_HAND_POSE_AIM);
    (void)name;
    if (aims)
        return add_turned(parser, "aim", &none);
    if (!follows_wrist)
        return add_turned(parser, "grip", &offset);
    offset.position_m.z -= RT_WRIST_TO_GRIP_M;
    return add_turned(parser, "wrist", &offset);
}

static bool add_state(struct rt_script_parser *parser, const char *name)
{
    static const char *const words[] = {
        [RT_SCRIPT_STATE_STOPPING] = "stopping",
        [RT_SCRIPT_STATE_SYNCHRONIZED] = "synchronized",
        [RT_SCRIPT_STATE_VISIBLE] = "visible",
        [RT_SCRIPT_STATE_FOCUSED] = "focused",
    };
    if (!expect_values(parser, 1, "focused, visible, synchronized or stopping"))
        return false;
    for (int i = 0; i <= RT_SCRIPT_STATE_FOCUSED; i++) {
        if (strcmp(value_token(parser, 0), words[i]) == 0)
            return add_step(parser, name, i);
    }
    return rt_script_line_fail(
        parser, "\"%s\" is not a session state: write focused, visible, synchronized or stopping",
        value_token(parser, 0));
}

static bool add_profile(struct rt_script_parser *parser, const char *name)
{
    static const char prefix[] = "/interaction_profiles/";
    if (!expect_values(parser, 1, "an interaction profile, such as oculus/touch_controller"))
        return false;
    const char *profile = value_token(parser, 0);
    if (strncmp(profile, prefix, strlen(prefix)) == 0)
        profile += strlen(prefix);
    const uint32_t index = rt_component_find_profile(profile);
    if (index != RT_COMPONENT_NO_PROFILE)
        return add_step(parser, name, (int)index);
    const char *closest = rt_component_closest_profile(profile);
    return closest != NULL
               ? rt_script_line_fail(
                     parser, "there is no interaction profile \"%.64s\"; did you mean '%s'?",
                     profile, closest)
               : rt_script_line_fail(
                     parser,
                     "there is no interaction profile \"%.64s\" of hands: write the path that "
                     "OpenXR gives it, such as oculus/touch_controller, khr/simple_controller, "
                     "valve/index_controller or ext/hand_interaction_ext",
                     profile);
}

/* Adds a number of an input such as trigger/value. */
static bool add_number(struct rt_script_parser *parser, const char *name, double number,
                       double least)
{
    if (!(number >= least && number <= 1))
        return rt_script_line_fail(parser, "%s is a number from %g to 1, not %g", name, least,
                                   number);
    const double values[RT_TRACK_VALUES] = {number};
    return add_key(parser, name, RT_TRACK_NUMBER, values);
}

static bool add_vector(struct rt_script_parser *parser, const char *name)
{
    double v[2];
    char axis[RT_SCRIPT_NAME_SIZE];
    if (!expect_values(parser, 2, "X Y") || !parse_numbers(parser, 2, v))
        return false;
    snprintf(axis, sizeof axis, "%s/x", name);
    if (!add_number(parser, axis, v[0], -1))
        return false;
    snprintf(axis, sizeof axis, "%s/y", name);
    return add_number(parser, axis, v[1], -1);
}

static bool has_suffix(const char *text, const char *suffix)
{
    const size_t length = strlen(text);
    return length > strlen(suffix) && strcmp(text + length - strlen(suffix), suffix) == 0;
}

/* Whether any profile has the input on this hand: other names are errors at once, which also bounds
 * the number of tracks. */
static bool exists_somewhere(const char *name, bool right)
{
    for (uint32_t i = 0; i < rt_component_profile_count(); i++) {
        if (rt_component_has_input(i, name, right))
            return true;
    }
    return false;
}

/* The number of the profile that the hand has; RT_COMPONENT_NO_PROFILE: none. */
static uint32_t profile_at(const struct rt_script_parser *parser, enum rt_script_subject hand,
                           double time_s)
{
    return (uint32_t)rt_scripted_person_step(parser->known, hand, "profile", time_s,
                                             (int)RT_COMPONENT_NO_PROFILE);
}

static bool refuse_name(struct rt_script_parser *parser, const char *name)
{
    static const char *const words[] = {"profile", "connected", "tracked", "joints",   "gesture",
                                        "finger",  "joint",     "wrist",   "grip",     "aim",
                                        "palm",    "pinch",     "poke",    "point_at", NULL};
    const bool right = parser->subject == RT_SCRIPT_RIGHT;
    const uint32_t profile = profile_at(parser, parser->subject, parser->time_s);
    const char *closest = NULL;
    if (profile != RT_COMPONENT_NO_PROFILE)
        closest = rt_component_closest_input(profile, name, right);
    if (closest == NULL)
        closest = us_text_closest(name, words);
    if (closest == NULL)
        closest = rt_component_closest_input(RT_COMPONENT_NO_PROFILE, name, right);
    if (closest != NULL)
        return rt_script_line_fail(parser, "\"%s\" has no \"%.64s\"; did you mean '%s'?",
                                   subjects[parser->subject], name, closest);
    return rt_script_line_fail(
        parser,
        "\"%s\" has no \"%.64s\": write profile, connected, tracked, joints, gesture, finger, "
        "joint, wrist, grip, point_at, aim, palm, pinch, poke, or an input of the profile such as "
        "trigger/value",
        subjects[parser->subject], name);
}

static bool add_component(struct rt_script_parser *parser, const char *name)
{
    const bool vector = strcmp(name, "thumbstick") == 0 || strcmp(name, "trackpad") == 0;
    const bool right = parser->subject == RT_SCRIPT_RIGHT;
    if (has_suffix(name, "/pose"))
        return rt_script_line_fail(
            parser, "poses of a hand have the names grip, aim, palm, pinch and poke, "
                    "without /pose");
    if (strlen(name) >= RT_SCRIPT_NAME_SIZE - 2 || (!vector && !exists_somewhere(name, right)))
        return refuse_name(parser, name);
    if (vector)
        return add_vector(parser, name);
    if (rt_component_is_truth(name))
        return add_truth(parser, name);
    double number = 0;
    return expect_values(parser, 1, "a number") && parse_numbers(parser, 1, &number) &&
           add_number(parser, name, number,
                      has_suffix(name, "/x") || has_suffix(name, "/y") ? -1 : 0);
}

#define HANDS (1 << RT_SCRIPT_LEFT | 1 << RT_SCRIPT_RIGHT)
#define HEAD (1 << RT_SCRIPT_HEAD)
#define GAZE (1 << RT_SCRIPT_GAZE)
#define SESSION (1 << RT_SCRIPT_SESSION)

static bool parse_values(struct rt_script_parser *parser)
{
    static const struct {
        const char *name;
        int subjects;
        bool (*add)(struct rt_script_parser *parser, const char *name);
    } words[] = {
        {"pose", HEAD, add_pose_line},      {"tracked", HEAD | GAZE | HANDS, add_truth},
        {"direction", GAZE, add_direction}, {"profile", HANDS, add_profile},
        {"connected", HANDS, add_truth},    {"joints", HANDS, add_truth},
        {"gesture", HANDS, add_gesture},    {"wrist", HANDS, add_pose_line},
        {"joint", HANDS, add_joint},        {"finger", HANDS, add_finger},
        {"point_at", HANDS, add_pointing},  {"look_at", HEAD, add_look},
        {"grip", HANDS, add_pose_line},     {"aim", HANDS, add_pose_line},
        {"palm", HANDS, add_pose_line},     {"pinch", HANDS, add_pose_line},
        {"poke", HANDS, add_pose_line},     {"state", SESSION, add_state},
        {"presence", SESSION, add_truth},   {"recentre", SESSION, add_recentring},
        {"mask", SESSION, add_truth},
    };
    const char *name = parser->tokens[2];
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if ((words[i].subjects >> parser->subject & 1) != 0 && strcmp(words[i].name, name) == 0)
            return words[i].add(parser, name);
    }
    if (parser->subject <= RT_SCRIPT_RIGHT)
        return add_component(parser, name);
    return rt_script_line_fail(
        parser, "\"%s\" has no \"%.64s\": write %s", subjects[parser->subject], name,
        parser->subject == RT_SCRIPT_HEAD   ? "pose, look_at or tracked"
        : parser->subject == RT_SCRIPT_GAZE ? "direction or tracked"
                                            : "state, presence, mask or recentre");
}

void rt_script_line_split(struct rt_script_parser *parser, size_t first, char *line)
{
    static const char blanks[] = " \t\r";
    line[strcspn(line, "#")] = '\0';
    parser->token_count = first;
    for (char *p = line + strspn(line, blanks); *p != '\0'; p += strspn(p, blanks)) {
        if (parser->token_count <= RT_SCRIPT_TOKEN_LIMIT)
            parser->tokens[parser->token_count++] = p;
        p += strcspn(p, blanks);
        if (*p != '\0')
            *p++ = '\0';
    }
}

bool rt_script_line_add(struct rt_script_parser *parser)
{
    const char *time = parser->tokens[0];
    if (!parse_number(time, &parser->time_s) || parser->time_s < 0 || parser->time_s > TIME_LIMIT_S)
        return rt_script_line_fail(
            parser,
            "\"%.64s\" is not a time: begin the line with the seconds since the start, "
            "such as 2.5",
            time);
    return rt_script_line_add_now(parser);
}

bool rt_script_line_add_now(struct rt_script_parser *parser)
{
    if (parser->token_count > RT_SCRIPT_TOKEN_LIMIT)
        return rt_script_line_fail(parser, "the line has too many words");
    if (parser->token_count < 3)
        return rt_script_line_fail(
            parser, "the line is too short: it needs head, left, right, gaze or session, then what "
                    "changes, and its value");
    for (enum rt_script_subject s = 0; s < RT_SCRIPT_SUBJECT_COUNT; s++) {
        parser->subject = s;
        if (strcmp(subjects[s], parser->tokens[1]) == 0)
            return parse_values(parser);
    }
    return rt_script_line_fail(parser,
                               "\"%.64s\" is unknown: write head, left, right, gaze or session",
                               parser->tokens[1]);
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

bool rt_script_line_check(struct rt_script_parser *parser, const struct rt_script_input *input,
                          const struct rt_track_key *key)
{
    const bool right = input->subject == RT_SCRIPT_RIGHT;
    const uint32_t profile = profile_at(parser, input->subject, key->time_s);
    parser->line = key->line;
    if (profile == RT_COMPONENT_NO_PROFILE)
        return rt_script_line_fail(
            parser,
            "the %s hand has no profile at %g s: give it one before, as in \"%s profile "
            "oculus/touch_controller\"",
            rt_script_line_subject(input->subject), key->time_s,
            rt_script_line_subject(input->subject));
    const char *name = rt_component_profile_name(profile);
    if (rt_component_has_input(profile, input->name, right))
        return true;
    char list[700];
    rt_component_list(profile, right, list, sizeof list);
    return rt_script_line_fail(parser, "%s has no %s on the %s hand; it has %s", name, input->name,
                               rt_script_line_subject(input->subject), list);
}
