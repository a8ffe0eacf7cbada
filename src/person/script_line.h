/* SPDX-License-Identifier: MIT */
/*
 * One line of a script: its words, and the keys that it adds to the script. script_parse.c reads
 * whole files with it; a script that grows takes one line after the other.
 */
#ifndef RT_PERSON_SCRIPT_LINE_H
#define RT_PERSON_SCRIPT_LINE_H

#include "person/script.h"
#include "platform/numbers.h"

#define RT_SCRIPT_TOKEN_LIMIT 12 /* more than any line needs */

struct rt_script_parser {
    const char *path;              /* for messages; NULL: they name no place */
    struct rt_script *script;      /* gets the keys */
    const struct rt_script *known; /* what was before the line; may be the same */
    struct rt_script_error *error;
    uint32_t line;      /* from 1; 0 while the message is about the whole file */
    size_t token_count; /* of the line; more than the limit: the line is too long */
    char *tokens[RT_SCRIPT_TOKEN_LIMIT + 1];
    double time_s;
    enum rt_script_subject subject;
};

/* Writes the message with the file and the line, and returns false. */
bool rt_script_line_fail(struct rt_script_parser *parser, const char *format, ...) US_FORMAT(2, 3);

/* 1: "yes", "on", "true" or "1"; 0: "no", "off", "false" or "0"; -1: neither. */
int rt_script_line_truth(const char *word);

/* "left", "right", "head", "gaze" and "session", by enum rt_script_subject; NULL ends them. */
extern const char *const rt_script_subjects[RT_SCRIPT_SUBJECT_COUNT + 1];

/* "stopping" and so on, by enum rt_script_state; NULL ends them. */
extern const char *const rt_script_states[];

/* ---- The words of a line: what is said of a subject. This one table is for those who read lines,
 * and for those who list, complete or explain them. Inputs of profiles are words beside it ---- */

/* What a word is about. */
enum rt_script_about {
    RT_SCRIPT_OF_HEAD,
    RT_SCRIPT_OF_GAZE,
    RT_SCRIPT_OF_JOINTS, /* how a hand is held, and whether it is tracked as a hand */
    RT_SCRIPT_OF_POSES,  /* where a hand is */
    RT_SCRIPT_OF_DEVICE, /* what a hand holds */
    RT_SCRIPT_OF_INPUTS, /* inputs of that */
    RT_SCRIPT_OF_SESSION,
};

/* What the first value of a word may be. */
enum rt_script_choices {
    RT_SCRIPT_NUMBERS,
    RT_SCRIPT_TRUTH,
    RT_SCRIPT_STATE,
    RT_SCRIPT_PROFILE,
    RT_SCRIPT_GESTURE,
    RT_SCRIPT_FINGER,
    RT_SCRIPT_JOINT,
};

enum { RT_SCRIPT_WORDS_MOST = 32 };

struct rt_script_word {
    const char *name;
    unsigned subjects; /* of which it may be said: bits 1 << subject */
    enum rt_script_about about;
    enum rt_script_choices choices;
    bool (*add)(struct rt_script_parser *parser); /* adds the keys of a line */
};

/* NULL: there is none. */
const struct rt_script_word *rt_script_word_find(enum rt_script_subject subject, const char *name);
/* The words of a subject, with NULL behind them. Returns how many there are. */
size_t rt_script_word_list(enum rt_script_subject subject, const char *out[RT_SCRIPT_WORDS_MOST]);
/* One of the values of that kind, by its number from 0; NULL: there are no more. */
const char *rt_script_word_choice(enum rt_script_choices choices, size_t index);

/* Cuts the line, which changes, into words: tokens[first] and the following. A word beyond the
 * limit counts, so that the line is refused. */
void rt_script_line_split(struct rt_script_parser *parser, size_t first, char *line);

/* Adds the keys of a line with at least one token to the script. False: the line is wrong. */
bool rt_script_line_add(struct rt_script_parser *parser);
/* The same without a time in tokens[0]: it is in time_s. */
bool rt_script_line_add_now(struct rt_script_parser *parser);

/* Recentrings of this input that named no pose take the horizontal position and the yaw of the
 * head, as the script moves it. */
void rt_script_line_resolve(struct rt_script_input *input, const struct rt_script *script);

/* Whether the profile that the hand has at the time of the key, as far as it is known, has this
 * input, such as trigger/value. */
bool rt_script_line_check(struct rt_script_parser *parser, const struct rt_script_input *input,
                          const struct rt_track_key *key);

/*
 * script_values: the values of a line, which are the words behind time, subject and name, and the
 * keys that they become. Private to script_words.c and script_motion.c. A function that gives false
 * has written a message, unless its comment says otherwise.
 */

/* The word behind the subject. */
static inline const char *rt_script_word_of(const struct rt_script_parser *parser)
{
    return parser->tokens[2];
}
/* How many values the line has, and one of them, from 0. */
size_t rt_script_values_count(const struct rt_script_parser *parser);
const char *rt_script_value(const struct rt_script_parser *parser, size_t index);

/* Whether the line has so many values. `meaning` says in a message what it needs. */
bool rt_script_values_expect(struct rt_script_parser *parser, size_t count, const char *meaning);

/* A finite number. False, without a message: the word is none. */
bool rt_script_values_number(const char *token, double *out_number);
/* The first `count` values as numbers that a float32 can hold. */
bool rt_script_values_numbers(struct rt_script_parser *parser, size_t count, double *out_numbers);

/* Add a key to what the name means of the line's subject, at the line's time. */
bool rt_script_add_key(struct rt_script_parser *parser, const char *name, enum rt_track_kind kind,
                       const double values[RT_TRACK_VALUES]);
bool rt_script_add_pose(struct rt_script_parser *parser, const char *name,
                        const struct rt_motion *pose);

/*
 * script_motion: what the words of a line do that say where something is, and how a hand is held.
 * Each reads the values of the line, and adds keys under `name`, which is the word itself.
 */
bool rt_script_motion_pose(struct rt_script_parser *parser);
bool rt_script_motion_direction(struct rt_script_parser *parser);
bool rt_script_motion_recentring(struct rt_script_parser *parser);
bool rt_script_motion_gesture(struct rt_script_parser *parser);
bool rt_script_motion_finger(struct rt_script_parser *parser);
bool rt_script_motion_joint(struct rt_script_parser *parser);
bool rt_script_motion_look(struct rt_script_parser *parser);
bool rt_script_motion_pointing(struct rt_script_parser *parser);

#endif
