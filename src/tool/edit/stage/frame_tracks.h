/* SPDX-License-Identifier: MIT */
/*
 * frame_tracks: the poses of a frame as one list, and poses between two frames.
 *
 * Track 0 is the head and 1 the gaze; then come the poses, the aim states and the joints of the
 * left hand and of the right hand. Pure functions.
 */
#ifndef TOOL_EDIT_FRAME_TRACKS_H
#define TOOL_EDIT_FRAME_TRACKS_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/result.h"
#include "core/sampler/sampler.h"
#include "session/codec/session_message.h"

enum {
    TOOL_EDIT_TRACK_HEAD,
    TOOL_EDIT_TRACK_GAZE,
    TOOL_EDIT_TRACK_POSES,
    TOOL_EDIT_TRACK_AIMS = TOOL_EDIT_TRACK_POSES + US_SESSION_HANDS * US_SESSION_POSES,
    TOOL_EDIT_TRACK_JOINTS = TOOL_EDIT_TRACK_AIMS + US_SESSION_HANDS,
    TOOL_EDIT_TRACKS = TOOL_EDIT_TRACK_JOINTS + US_SESSION_HANDS * US_SESSION_JOINTS
};

/* One pose of a frame; the pointers are into the frame. */
struct tool_edit_track {
    struct us_pose *pose;
    uint8_t *flags;                   /* NULL: of an aim state, which has none */
    struct us_vec3 *linear, *angular; /* NULL: as `flags` */
    bool is_active;
    uint8_t valid; /* the flags of the values that can be played; 0 of what is not active */
};

/* False if the frame does not hold this pose at all. */
bool tool_edit_track(struct us_session_frame *frame, unsigned index, struct tool_edit_track *out);

/* The pose at a share of the way from one to another; rotations go the shorter way, as playback has
 * it. */
struct us_pose tool_edit_between(const struct us_pose *a, const struct us_pose *b, float share);

/*
 * Sets the poses of `out`, which is a copy of frame `a`, to those at a share of the way from a to
 * b, as playback has them between two frames: what b lacks is held, and loses its velocity.
 */
void tool_edit_mix(struct us_session_frame *out, const struct us_session_frame *b, float share);

struct tool_edit_distance {
    double metres, radians;
};

/* Widens `worst` to how far two poses are from each other in what both have. Of a ray, as the gaze
 * of an input animation file, only the direction counts. */
void tool_edit_track_distance(const struct tool_edit_track *a, const struct tool_edit_track *b,
                              bool is_ray, struct tool_edit_distance *worst);

/*
 * How far the poses of two frames are from each other: the largest distance and angle of those that
 * both have. False if one has a pose that the other lacks.
 */
bool tool_edit_frame_distance(struct us_session_frame *a, struct us_session_frame *b,
                              bool gaze_is_ray, struct tool_edit_distance *out);

/* The frame that playback tells at a time, without velocities, times and number; `controllers`:
 * with their poses. US_ERROR_FILE: the recording cannot be read; `error` may be NULL. */
enum us_result tool_edit_frame_at(const struct us_sampler *sampler, double at_s, bool controllers,
                                  struct us_session_frame *out, struct us_error *error);

#endif
