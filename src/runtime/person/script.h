// SPDX-License-Identifier: MIT
// A script: what a person does, as a text file of UNDERSTUDY_HEADLESS_PERSON says it. The manual
// page understudy-person(5) defines the format. script_parse.h makes one; after that it does not
// change, and every function here is pure. Times are seconds since the script's start.
#ifndef RT_RUNTIME_SCRIPT_H
#define RT_RUNTIME_SCRIPT_H

#include "runtime/person/geometry.h"
#include "runtime/person/track.h"

enum rt_script_subject {
    RT_SCRIPT_LEFT, // as RT_HAND_LEFT
    RT_SCRIPT_RIGHT,
    RT_SCRIPT_HEAD,
    RT_SCRIPT_GAZE,
    RT_SCRIPT_SESSION,
    RT_SCRIPT_SUBJECT_COUNT,
};

// The values of "session state".
enum rt_script_state {
    RT_SCRIPT_STATE_STOPPING,
    RT_SCRIPT_STATE_SYNCHRONIZED,
    RT_SCRIPT_STATE_VISIBLE,
    RT_SCRIPT_STATE_FOCUSED,
};

#define RT_SCRIPT_NAME_SIZE 64

struct rt_script_input {
    enum rt_script_subject subject;
    char name[RT_SCRIPT_NAME_SIZE]; // such as "grip", "trigger/value" or "thumbstick/x"
    struct rt_track track;
};

struct rt_script {
    size_t count;
    size_t capacity;
    struct rt_script_input *inputs; // owned
};

// A message for the user: the file, the line, what is wrong and what to write.
struct rt_script_error {
    char text[2048];
};

// Does nothing for NULL.
void rt_script_destroy(struct rt_script *script);

// The track of an input, or NULL if no line is about it.
const struct rt_track *rt_script_find(const struct rt_script *script,
                                      enum rt_script_subject subject, const char *name);

// The value of a step, such as a truth value; `fallback` before the first line.
int rt_script_step(const struct rt_script *script, enum rt_script_subject subject, const char *name,
                   double time_s, int fallback);

#endif
