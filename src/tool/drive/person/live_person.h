/* SPDX-License-Identifier: MIT */
/*
 * live_person: a person whose script grows while it is played. Commands are the lines of
 * understudy-person(5) without their time. What the person does is composed frame by frame into
 * the messages of a session recording (docs/session.md).
 *
 * Beside them there are "fault ITEM", a fault as --fault has it, without a moment, and "fault end
 * ITEM", which ends it: ITEM is then without its length.
 *
 * Frame n is at n / hz seconds of the recording, and at US_LIVE_PERSON_ORIGIN_NS plus that as
 * XrTime. Before the first command the person is nobody of the headless runtime: the head at the
 * origin of LOCAL, the hands at rest, nothing connected. One thread at a time.
 */
#ifndef TOOL_DRIVE_PERSON_LIVE_PERSON_H
#define TOOL_DRIVE_PERSON_LIVE_PERSON_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "drive/drive_memory.h"
#include "person/geometry.h"
#include "person/script.h"
#include "session/codec/session_message.h"

/* XrTime of frame 0. */
#define US_LIVE_PERSON_ORIGIN_NS INT64_C(1000000000)

/* Of all frames of a drive; markers have the other room. */
enum { TOOL_LIVE_PERSON_EVENTS = US_DRIVE_EVENTS - US_DRIVE_MARKERS };

struct tool_live_person;

/* NULL: no memory. */
struct tool_live_person *tool_live_person_make(double hz);
void tool_live_person_free(struct tool_live_person *person);

/* The app has these faults from its start, as --fault lists them; NULL: none. */
void tool_live_person_start_faults(struct tool_live_person *person, const char *list);

/* The components and profiles of all hands: every input of these profiles on both hands. The same
 * for every person. */
const struct us_session_components *
tool_live_person_components(const struct tool_live_person *person);

/* From now on the person does what this script says, a copy of which is taken; before the first
 * frame is composed. False: memory ran out, and the script is empty. */
bool tool_live_person_set_script(struct tool_live_person *person, const struct rt_script *script);

/* What the person does and is planned to do, for live_aim. It lasts until the next command. */
const struct rt_script *tool_live_person_script(const struct tool_live_person *person);
double tool_live_person_hz(const struct tool_live_person *person);
/* Whether a profile, without /interaction_profiles/, has an input such as "squeeze/value". */
bool tool_live_person_has_input(const struct tool_live_person *person, enum us_hand hand,
                                const char *profile, const char *name);

/* The /session message of the drive, the same for every person. wall_ns and monotonic_ns are 0. */
void tool_live_person_info(struct us_session_info *out_info);

/* "right squeeze/value 1", without a time. */
struct tool_live_command {
    const char *line;
    double over_s;  /* the motion takes this time; 0: the value jumps */
    double after_s; /* and begins this much later. What was planned for the input before stays */
};

/* Does commands one after the other, of which each sees those before it: all, or none. Frame `now`
 * is the newest that was composed: a jump is there in the next one; a motion goes from the value in
 * this one. What was planned for the inputs from then on is dropped. False: the command of number
 * *out_wrong is wrong; `why` is the reason. */
bool tool_live_person_do(struct tool_live_person *person, const struct tool_live_command *commands,
                         size_t count, uint64_t now, size_t *out_wrong, char *why, size_t size);

/* Composes a frame and its input. The numbers only grow. */
void tool_live_person_compose(struct tool_live_person *person, uint64_t frame,
                              struct us_session_frame *out_frame,
                              struct us_session_input *out_input);

/* What happens in the newest frame that was composed. */
const struct us_session_event *tool_live_person_events(const struct tool_live_person *person,
                                                       size_t *out_count);

/* The profile that the hand has at a frame, without /interaction_profiles/. NULL: none. */
const char *tool_live_person_profile(const struct tool_live_person *person, enum us_hand hand,
                                     uint64_t frame);

/* Poses, gestures, profiles and values other than zero at a frame. The caller deletes it. NULL: no
 * memory. */
cJSON *tool_live_person_describe(const struct tool_live_person *person, uint64_t frame);

/* ---- live_frame.c: the messages of a frame, made of the person of a script ---- */

enum { TOOL_LIVE_PROFILES = US_SESSION_PROFILES_MAX };

/* What a hand has with which profile. */
struct tool_live_inputs {
    struct us_session_components table;
    /* By profile and component, as in the table. */
    bool has[TOOL_LIVE_PROFILES][US_SESSION_COMPONENTS_MAX];
};

/* Makes the table of the components of all profiles of hands; the last profile is that of the eye
 * gaze. False: there are more than a session may have. */
bool tool_live_inputs_make(struct tool_live_inputs *out);

/* The hand that has the component, and its name behind /input/. */
enum us_hand tool_live_inputs_hand(const struct us_session_component *component,
                                   const char **out_name);

/* Composes the messages of the time; the times and the number in them are the caller's. */
void tool_live_frame_compose(const struct rt_script *script, double time_s,
                             struct us_session_frame *out);
void tool_live_frame_inputs(const struct rt_script *script, const struct tool_live_inputs *inputs,
                            double time_s, struct us_session_input *out);

#endif
