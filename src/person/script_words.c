/* SPDX-License-Identifier: MIT */
/* One line of a script: its words, and what each of them adds to the script. */
#include "person/script_line.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/base/pose.h"
#include "core/base/text.h"
#include "person/component.h"
#include "person/gesture.h"
#include "person/scripted_person.h"

#define TIME_LIMIT_S 1e6

static bool add_step(struct rt_script_parser *parser, int value)
{
    const double values[RT_TRACK_VALUES] = {value};
    return rt_script_add_key(parser, rt_script_word_of(parser), RT_TRACK_STEP, values);
}

int rt_script_line_truth(const char *word)
{
    static const char *const words[] = {"no", "yes", "0", "1", "off", "on", "false", "true", NULL};
    const int place = us_text_find(words, word);
    return place >= 0 ? place % 2 : -1;
}

static bool add_truth(struct rt_script_parser *parser)
{
    if (!rt_script_values_expect(parser, 1, "yes or no"))
        return false;
    const int truth = rt_script_line_truth(rt_script_value(parser, 0));
    return truth >= 0 ? add_step(parser, truth)
                      : rt_script_line_fail(parser, "\"%s\" is neither yes nor no",
                                            rt_script_value(parser, 0));
}

const char *const rt_script_states[] = {
    [RT_SCRIPT_STATE_STOPPING] = "stopping",
    [RT_SCRIPT_STATE_SYNCHRONIZED] = "synchronized",
    [RT_SCRIPT_STATE_VISIBLE] = "visible",
    [RT_SCRIPT_STATE_FOCUSED] = "focused",
    NULL,
};

static bool add_state(struct rt_script_parser *parser)
{
    if (!rt_script_values_expect(parser, 1, "focused, visible, synchronized or stopping"))
        return false;
    const int state = us_text_find(rt_script_states, rt_script_value(parser, 0));
    if (state >= 0)
        return add_step(parser, state);
    return rt_script_line_fail(
        parser, "\"%s\" is not a session state: write focused, visible, synchronized or stopping",
        rt_script_value(parser, 0));
}

static bool add_profile(struct rt_script_parser *parser)
{
    if (!rt_script_values_expect(parser, 1,
                                 "an interaction profile, such as oculus/touch_controller"))
        return false;
    const char *profile = us_text_profile(rt_script_value(parser, 0));
    const uint32_t index = rt_component_find_profile(profile);
    if (index != RT_COMPONENT_NO_PROFILE)
        return add_step(parser, (int)index);
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
    return rt_script_add_key(parser, name, RT_TRACK_NUMBER, values);
}

static bool add_vector(struct rt_script_parser *parser, const char *name)
{
    double v[2];
    char axis[RT_SCRIPT_NAME_SIZE];
    if (!rt_script_values_expect(parser, 2, "X Y") || !rt_script_values_numbers(parser, 2, v))
        return false;
    snprintf(axis, sizeof axis, "%s/x", name);
    if (!add_number(parser, axis, v[0], -1))
        return false;
    snprintf(axis, sizeof axis, "%s/y", name);
    return add_number(parser, axis, v[1], -1);
}

/* The number of the profile that the hand has; RT_COMPONENT_NO_PROFILE: none. */
static uint32_t profile_at(const struct rt_script_parser *parser, enum rt_script_subject hand,
                           double time_s)
{
    return (uint32_t)rt_scripted_person_step(parser->known, hand, "profile", time_s,
                                             (int)RT_COMPONENT_NO_PROFILE);
}

/* ---- The table of words ---- */

#define HANDS (1u << RT_SCRIPT_LEFT | 1u << RT_SCRIPT_RIGHT)
#define HEAD (1u << RT_SCRIPT_HEAD)
#define GAZE (1u << RT_SCRIPT_GAZE)
#define SESSION (1u << RT_SCRIPT_SESSION)

/* Messages and completion list them in this order. */
static const struct rt_script_word words[] = {
    {"profile", HANDS, RT_SCRIPT_OF_DEVICE, RT_SCRIPT_PROFILE, add_profile},
    {"connected", HANDS, RT_SCRIPT_OF_DEVICE, RT_SCRIPT_TRUTH, add_truth},
    {"pose", HEAD, RT_SCRIPT_OF_HEAD, RT_SCRIPT_NUMBERS, rt_script_motion_pose},
    {"look_at", HEAD, RT_SCRIPT_OF_HEAD, RT_SCRIPT_NUMBERS, rt_script_motion_look},
    {"direction", GAZE, RT_SCRIPT_OF_GAZE, RT_SCRIPT_NUMBERS, rt_script_motion_direction},
    {"tracked", HEAD, RT_SCRIPT_OF_HEAD, RT_SCRIPT_TRUTH, add_truth},
    {"tracked", GAZE, RT_SCRIPT_OF_GAZE, RT_SCRIPT_TRUTH, add_truth},
    {"tracked", HANDS, RT_SCRIPT_OF_DEVICE, RT_SCRIPT_TRUTH, add_truth},
    {"joints", HANDS, RT_SCRIPT_OF_JOINTS, RT_SCRIPT_TRUTH, add_truth},
    {"gesture", HANDS, RT_SCRIPT_OF_JOINTS, RT_SCRIPT_GESTURE, rt_script_motion_gesture},
    {"finger", HANDS, RT_SCRIPT_OF_JOINTS, RT_SCRIPT_FINGER, rt_script_motion_finger},
    {"joint", HANDS, RT_SCRIPT_OF_JOINTS, RT_SCRIPT_JOINT, rt_script_motion_joint},
    {"wrist", HANDS, RT_SCRIPT_OF_JOINTS, RT_SCRIPT_NUMBERS, rt_script_motion_pose},
    {"grip", HANDS, RT_SCRIPT_OF_POSES, RT_SCRIPT_NUMBERS, rt_script_motion_pose},
    {"point_at", HANDS, RT_SCRIPT_OF_POSES, RT_SCRIPT_NUMBERS, rt_script_motion_pointing},
    {"aim", HANDS, RT_SCRIPT_OF_POSES, RT_SCRIPT_NUMBERS, rt_script_motion_pose},
    {"palm", HANDS, RT_SCRIPT_OF_POSES, RT_SCRIPT_NUMBERS, rt_script_motion_pose},
    {"pinch", HANDS, RT_SCRIPT_OF_POSES, RT_SCRIPT_NUMBERS, rt_script_motion_pose},
    {"poke", HANDS, RT_SCRIPT_OF_POSES, RT_SCRIPT_NUMBERS, rt_script_motion_pose},
    {"state", SESSION, RT_SCRIPT_OF_SESSION, RT_SCRIPT_STATE, add_state},
    {"presence", SESSION, RT_SCRIPT_OF_SESSION, RT_SCRIPT_TRUTH, add_truth},
    {"mask", SESSION, RT_SCRIPT_OF_SESSION, RT_SCRIPT_TRUTH, add_truth},
    {"recentre", SESSION, RT_SCRIPT_OF_SESSION, RT_SCRIPT_NUMBERS, rt_script_motion_recentring},
};
enum { WORDS = sizeof words / sizeof words[0] };
_Static_assert((int)WORDS < (int)RT_SCRIPT_WORDS_MOST, "there is room for the list of a subject");

const struct rt_script_word *rt_script_word_find(enum rt_script_subject subject, const char *name)
{
    for (size_t i = 0; i < WORDS; i++)
        if ((words[i].subjects >> subject & 1) != 0 && strcmp(words[i].name, name) == 0)
            return &words[i];
    return NULL;
}

size_t rt_script_word_list(enum rt_script_subject subject, const char *out[RT_SCRIPT_WORDS_MOST])
{
    size_t count = 0;
    for (size_t i = 0; i < WORDS; i++)
        if ((words[i].subjects >> subject & 1) != 0)
            out[count++] = words[i].name;
    out[count] = NULL;
    return count;
}

const char *rt_script_word_choice(enum rt_script_choices choices, size_t index)
{
    static const char *const truths[] = {"yes", "no"};
    switch (choices) {
    case RT_SCRIPT_TRUTH:
        return index < 2 ? truths[index] : NULL;
    case RT_SCRIPT_STATE:
        return index <= RT_SCRIPT_STATE_FOCUSED ? rt_script_states[index] : NULL;
    case RT_SCRIPT_PROFILE:
        return index < rt_component_profile_count() ? rt_component_profile_name((uint32_t)index)
                                                    : NULL;
    case RT_SCRIPT_GESTURE:
        return rt_gesture_of_number(index);
    case RT_SCRIPT_FINGER:
        return index < RT_GESTURE_FINGERS ? rt_gesture_fingers[index] : NULL;
    case RT_SCRIPT_JOINT:
        for (int i = 0; i < XR_HAND_JOINT_COUNT_EXT; i++)
            if (rt_gesture_moves((XrHandJointEXT)i) && index-- == 0)
                return us_joint_openxr_names[i];
        return NULL;
    case RT_SCRIPT_NUMBERS:
        break;
    }
    return NULL;
}

/* Says what there is in place of a word that is none, nor an input of the hand. */
static bool refuse_name(struct rt_script_parser *parser, const char *name)
{
    const char *names[RT_SCRIPT_WORDS_MOST], *subject = rt_script_subjects[parser->subject];
    const size_t count = rt_script_word_list(parser->subject, names);
    const bool is_hand = parser->subject <= RT_SCRIPT_RIGHT;
    const bool right = parser->subject == RT_SCRIPT_RIGHT;
    const uint32_t profile = profile_at(parser, parser->subject, parser->time_s);
    const char *closest = NULL;
    char list[256] = "";
    if (is_hand && profile != RT_COMPONENT_NO_PROFILE)
        closest = rt_component_closest_input(profile, name, right);
    if (is_hand && closest == NULL)
        closest = us_text_closest(name, names);
    if (is_hand && closest == NULL)
        closest = rt_component_closest_input(RT_COMPONENT_NO_PROFILE, name, right);
    if (closest != NULL)
        return rt_script_line_fail(parser, "\"%s\" has no \"%.64s\"; did you mean '%s'?", subject,
                                   name, closest);
    for (size_t i = 0; i < count; i++)
        us_text_add(list, sizeof list, !is_hand && i + 1 == count ? " or " : ", ", names[i]);
    return rt_script_line_fail(parser, "\"%s\" has no \"%.64s\": write %s%s", subject, name, list,
                               is_hand ? ", or an input of the profile such as trigger/value" : "");
}

static bool add_component(struct rt_script_parser *parser, const char *name)
{
    const bool vector = strcmp(name, "thumbstick") == 0 || strcmp(name, "trackpad") == 0;
    const bool right = parser->subject == RT_SCRIPT_RIGHT;
    if (us_text_ends_in(name, "/pose"))
        return rt_script_line_fail(
            parser, "poses of a hand have the names grip, aim, palm, pinch and poke, "
                    "without /pose");
    /* Inputs that no profile has are errors at once, which also bounds the number of tracks. */
    if (strlen(name) >= RT_SCRIPT_NAME_SIZE - 2 ||
        (!vector && !rt_component_has_input(RT_COMPONENT_NO_PROFILE, name, right)))
        return refuse_name(parser, name);
    if (vector)
        return add_vector(parser, name);
    if (rt_component_is_truth(name))
        return add_truth(parser);
    double number = 0;
    return rt_script_values_expect(parser, 1, "a number") &&
           rt_script_values_numbers(parser, 1, &number) &&
           add_number(parser, name, number,
                      us_text_ends_in(name, "/x") || us_text_ends_in(name, "/y") ? -1 : 0);
}

static bool parse_values(struct rt_script_parser *parser)
{
    const char *name = rt_script_word_of(parser);
    const struct rt_script_word *word = rt_script_word_find(parser->subject, name);
    if (word != NULL)
        return word->add(parser);
    return parser->subject <= RT_SCRIPT_RIGHT ? add_component(parser, name)
                                              : refuse_name(parser, name);
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
    /* One with a large exponent is a number to whoever wrote it. */
    const bool is_number =
        rt_script_values_number(time, &parser->time_s) || isinf(parser->time_s) != 0;
    if (!is_number)
        return rt_script_line_fail(
            parser,
            "\"%.64s\" is not a time: begin the line with the seconds since the start, "
            "such as 2.5",
            time);
    if (!(parser->time_s >= 0 && parser->time_s <= TIME_LIMIT_S))
        return rt_script_line_fail(parser,
                                   "\"%.64s\" is too %s: the times of a script are from 0 to %.0f "
                                   "seconds",
                                   time, parser->time_s < 0 ? "early" : "late", TIME_LIMIT_S);
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
    const int subject = us_text_find(rt_script_subjects, parser->tokens[1]);
    if (subject < 0)
        return rt_script_line_fail(parser,
                                   "\"%.64s\" is unknown: write head, left, right, gaze or session",
                                   parser->tokens[1]);
    parser->subject = (enum rt_script_subject)subject;
    return parse_values(parser);
}

bool rt_script_line_check(struct rt_script_parser *parser, const struct rt_script_input *input,
                          const struct rt_track_key *key)
{
    const bool right = input->subject == RT_SCRIPT_RIGHT;
    const char *hand = rt_script_subjects[input->subject];
    const uint32_t profile = profile_at(parser, input->subject, key->time_s);
    parser->line = key->line;
    if (profile == RT_COMPONENT_NO_PROFILE)
        return rt_script_line_fail(
            parser,
            "the %s hand has no profile at %g s: give it one before, as in \"%s profile "
            "oculus/touch_controller\"",
            hand, key->time_s, hand);
    const char *name = rt_component_profile_name(profile);
    if (rt_component_has_input(profile, input->name, right))
        return true;
    char list[700];
    rt_component_list(profile, right, list, sizeof list);
    return rt_script_line_fail(parser, "%s has no %s on the %s hand; it has %s", name, input->name,
                               hand, list);
}
