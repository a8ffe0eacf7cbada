/* SPDX-License-Identifier: MIT */
/*
 * A script: the actions of a person, from the text file that UNDERSTUDY_HEADLESS_PERSON names. The
 * manual page understudy-person(5) defines the format. script_parse.c makes one; after that only
 * somebody who lets it grow changes it. Functions that change nothing are pure. Times are seconds
 * since the script's start.
 */
#ifndef RT_PERSON_SCRIPT_H
#define RT_PERSON_SCRIPT_H

#include <stddef.h>

#include "person/geometry.h"
#include "person/motion.h"

/* A track: the values of one input of a script over time. Between two keys numbers are interpolated
 * linearly, poses linearly and spherically; steps hold. Where keys have the same time, the last one
 * counts from that time on. Not thread-safe while keys are added; afterwards pure functions. */
#define RT_TRACK_VALUES 7 /* of a pose: position and quaternion */

enum rt_track_kind { RT_TRACK_STEP, RT_TRACK_NUMBER, RT_TRACK_POSE };

struct rt_track_key {
    double time_s;
    uint32_t line; /* of the script */
    double values[RT_TRACK_VALUES];
};

struct rt_track {
    enum rt_track_kind kind;
    size_t count;
    struct rt_track_key *keys; /* owned */
};

/* Appends a key, whose time is not before the last one's. False: memory ran out. */
bool rt_track_add(struct rt_track *track, const struct rt_track_key *key);

/* Drops the keys after this time, and all but the first of those at it: before the time, nothing
 * changes. */
void rt_track_cut(struct rt_track *track, double time_s);
/* Drops keys that no time from this one on needs. Cheap enough for every frame. */
void rt_track_forget(struct rt_track *track, double time_s);

/* The newest key whose time has come, or NULL before the first one. */
const struct rt_track_key *rt_track_step(const struct rt_track *track, double time_s);

/* The first `count` values and their rates a second. Before the first key, zeros. */
void rt_track_numbers(const struct rt_track *track, double time_s, size_t count, double *out_values,
                      double *out_rates);

/* The pose with its velocity. Before the first key, the pose of the first key. The track has keys.
 */
struct rt_motion rt_track_pose(const struct rt_track *track, double time_s);

/* A key's pose, at rest. */
struct rt_motion rt_track_key_pose(const struct rt_track_key *key);
void rt_track_set_pose(struct rt_track_key *key, const struct rt_motion *pose);

enum rt_script_subject {
    RT_SCRIPT_LEFT, /* as US_HAND_LEFT */
    RT_SCRIPT_RIGHT,
    RT_SCRIPT_HEAD,
    RT_SCRIPT_GAZE,
    RT_SCRIPT_SESSION,
    RT_SCRIPT_SUBJECT_COUNT,
};

static inline enum rt_script_subject rt_script_subject_of(enum us_hand hand)
{
    return hand == US_HAND_LEFT ? RT_SCRIPT_LEFT : RT_SCRIPT_RIGHT;
}

/* The values of "session state". */
enum rt_script_state {
    RT_SCRIPT_STATE_STOPPING,
    RT_SCRIPT_STATE_SYNCHRONIZED,
    RT_SCRIPT_STATE_VISIBLE,
    RT_SCRIPT_STATE_FOCUSED,
};

#define RT_SCRIPT_NAME_SIZE 64

struct rt_script_input {
    enum rt_script_subject subject;
    char name[RT_SCRIPT_NAME_SIZE]; /* such as "grip", "trigger/value" or "thumbstick/x" */
    struct rt_track track;
};

struct rt_script {
    size_t count;
    struct rt_script_input *inputs; /* owned */
};

/* A message for the user: the file, the line, what is wrong and what to write. */
struct rt_script_error {
    char text[2048];
};

/* Does nothing for NULL. */
void rt_script_destroy(struct rt_script *script);

/* Makes *out_copy, which is empty, equal. False: memory ran out, and it stays empty. */
bool rt_script_copy(const struct rt_script *script, struct rt_script *out_copy);
/* Leaves an empty script. */
void rt_script_clear(struct rt_script *script);

/* The track of an input, with no keys if there was none. NULL: memory ran out. */
struct rt_track *rt_script_open(struct rt_script *script, enum rt_script_subject subject,
                                const char *name, enum rt_track_kind kind);

/* The track of an input, or NULL if no line is about it. */
const struct rt_track *rt_script_find(const struct rt_script *script,
                                      enum rt_script_subject subject, const char *name);

/* Reads a regular file of at most 16 MiB. NULL: the file cannot be read, or a line is wrong. */
struct rt_script *rt_script_read(const char *path, struct rt_script_error *out_error);

#endif
