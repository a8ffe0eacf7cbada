/* SPDX-License-Identifier: MIT */
/*
 * recording_compare: compares two recordings, of either kind, as playback gives them.
 *
 * Both are compared from the start of playback to the end of the shorter one, at the times of the
 * keys, frames and inputs of both. A session recording holds frames and nothing between them, so
 * that a frame which the other session does not hold is not compared. Times that are closer than
 * 0.1 ms count as one, and then each file is sampled at the last of its times among them. The files
 * are streamed; a time takes 16 bytes.
 */
#ifndef TOOL_RECORDING_COMPARE_H
#define TOOL_RECORDING_COMPARE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/pose.h"
#include "core/playback/loaded_recording.h"

/*
 * difference: the differences between two recordings, by channel.
 *
 * Values are those that playback gives, in OpenXR's axes, in metres and radians. A time is counted
 * from the start of playback.
 */

enum tool_recording_difference_channel {
    TOOL_RECORDING_DIFFERENCE_HEAD,
    TOOL_RECORDING_DIFFERENCE_LEFT_HAND,
    TOOL_RECORDING_DIFFERENCE_RIGHT_HAND,
    TOOL_RECORDING_DIFFERENCE_LEFT_PINCH,
    TOOL_RECORDING_DIFFERENCE_RIGHT_PINCH,
    TOOL_RECORDING_DIFFERENCE_GAZE,
    TOOL_RECORDING_DIFFERENCE_MARKERS,
    TOOL_RECORDING_DIFFERENCE_SESSION, /* from here on only session recordings have them */
    TOOL_RECORDING_DIFFERENCE_LEFT_CONTROLLER = TOOL_RECORDING_DIFFERENCE_SESSION,
    TOOL_RECORDING_DIFFERENCE_RIGHT_CONTROLLER,
    TOOL_RECORDING_DIFFERENCE_LEFT_AIM_STATE,
    TOOL_RECORDING_DIFFERENCE_RIGHT_AIM_STATE,
    TOOL_RECORDING_DIFFERENCE_VIEWS,
    TOOL_RECORDING_DIFFERENCE_SPACES, /* with the size of STAGE */
    TOOL_RECORDING_DIFFERENCE_PROFILES,
    TOOL_RECORDING_DIFFERENCE_COMPONENTS,
    TOOL_RECORDING_DIFFERENCE_CHANNELS
};

/* "left hand" */
const char *tool_recording_difference_channel_name(enum tool_recording_difference_channel channel);

struct tool_recording_difference_allow {
    double position_m, angle_rad, number;
};

enum { TOOL_RECORDING_DIFFERENCE_TEXT = 320 };

struct tool_recording_difference_first {
    double at_s;
    char part[TOOL_RECORDING_DIFFERENCE_TEXT]; /* a joint, a pose, a path; empty: the channel itself
                                                */
    const char *what;                          /* "position", "rotation", "flags", ... */
    char a[TOOL_RECORDING_DIFFERENCE_TEXT], b[TOOL_RECORDING_DIFFERENCE_TEXT];
    double amount;    /* NaN: there is no measure */
    const char *unit; /* of the amount: "m", "rad" or "" */
};

struct tool_recording_difference_facts {
    uint64_t a, b;      /* at how many compared times each file holds it; of markers, how many */
    uint64_t differing; /* times, or markers, that differ */
    double most_m, most_rad, most_number; /* the largest differences, also those that are allowed */
    struct tool_recording_difference_first first; /* no meaning if nothing differs */
};

struct tool_recording_difference {
    struct tool_recording_difference_allow allow;
    struct tool_recording_difference_facts channels[TOOL_RECORDING_DIFFERENCE_CHANNELS];
    uint64_t times, times_differing;
    uint64_t a_alone, b_alone; /* frames of a session at which the other holds none: not compared */
    double equal_s;            /* the last time before the first that differs; NaN: there is none */
    double a_duration_s, b_duration_s;
    bool durations_differ;
    bool a_is_session, b_is_session;
    /* State of the time that is compared now. */
    double at_s;
    bool differs_now[TOOL_RECORDING_DIFFERENCE_CHANNELS];
};

void tool_recording_difference_begin_time(struct tool_recording_difference *difference,
                                          double at_s);
void tool_recording_difference_end_time(struct tool_recording_difference *difference);

/* Whether each file holds a channel at this time. If one does and the other does not, that differs,
 * and there is nothing else to compare: false. */
bool tool_recording_difference_presence(struct tool_recording_difference *difference,
                                        enum tool_recording_difference_channel channel,
                                        const char *part, bool a, bool b, const char *word);
void tool_recording_difference_position(struct tool_recording_difference *difference,
                                        enum tool_recording_difference_channel channel,
                                        const char *part, struct us_vec3 a, struct us_vec3 b);
void tool_recording_difference_rotation(struct tool_recording_difference *difference,
                                        enum tool_recording_difference_channel channel,
                                        const char *part, struct us_quat a, struct us_quat b);
void tool_recording_difference_direction(struct tool_recording_difference *difference,
                                         enum tool_recording_difference_channel channel,
                                         const char *part, struct us_vec3 a, struct us_vec3 b);
/* `unit` ("m", "rad" or "") says which allowance holds. */
void tool_recording_difference_number(struct tool_recording_difference *difference,
                                      enum tool_recording_difference_channel channel,
                                      const char *part, const char *what, double a, double b,
                                      const char *unit);
void tool_recording_difference_words(struct tool_recording_difference *difference,
                                     enum tool_recording_difference_channel channel,
                                     const char *part, const char *what, const char *a,
                                     const char *b);

/* Counts which of the files hold a channel at this time. */
void tool_recording_difference_held(struct tool_recording_difference *difference,
                                    enum tool_recording_difference_channel channel, bool a, bool b);
/* The flags, of which those of tracking count between two sessions only, and what is valid in both
 * poses. */
void tool_recording_difference_pose(struct tool_recording_difference *difference,
                                    enum tool_recording_difference_channel channel,
                                    const char *part, const struct us_pose *a, uint8_t a_flags,
                                    const struct us_pose *b, uint8_t b_flags);

bool tool_recording_difference_is_any(const struct tool_recording_difference *difference);
/* Whether both files can hold a channel: not if it needs two session recordings. */
bool tool_recording_difference_is_compared(const struct tool_recording_difference *difference,
                                           enum tool_recording_difference_channel channel);
/* The channel whose first difference is the earliest; TOOL_RECORDING_DIFFERENCE_CHANNELS: there is
 * none. */
enum tool_recording_difference_channel
tool_recording_difference_earliest(const struct tool_recording_difference *difference);

/*
 * sample_compare: compares two recordings at one time.
 */

/*
 * Compares head, hands and gaze, and in two session recordings also controllers, aim states and
 * sources of hands, views, spaces, profiles and components, each file at its own recording time;
 * between begin_time and end_time of `difference`. A hand that is not tracked, and a gaze or a pose
 * that is not valid, has no values to compare. It compares whether a pose is tracked in two
 * sessions only, because an input animation file does not have this for a pose.
 */
void tool_sample_compare(struct tool_recording_difference *difference,
                         const struct us_loaded_recording *a, double a_s,
                         const struct us_loaded_recording *b, double b_s);
/* The part of it that only two session recordings have. */
void tool_recording_compare_sessions(struct tool_recording_difference *difference,
                                     const struct us_frame_sample *of_a,
                                     const struct us_loaded_recording *a, double a_s,
                                     const struct us_frame_sample *of_b,
                                     const struct us_loaded_recording *b, double b_s);

/* Whether a file begins as a recording of either kind does. */
bool tool_recording_compare_is(const char *path);

struct tool_recording_compare_options {
    struct tool_recording_difference_allow allow;
    bool common; /* durations do not count, nor do markers behind the end of the shorter one */
};

/* Compares. False after a message if a file is unusable. */
bool tool_recording_compare(struct tool_recording_difference *out, const char *a_path,
                            const char *b_path,
                            const struct tool_recording_compare_options *options);

#endif
