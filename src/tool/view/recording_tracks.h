/* SPDX-License-Identifier: MIT */
/*
 * recording_tracks: samples a recording at the rows of the page, as `sample` does, and writes what
 * it gets into tracks: head, eyes, hands, gaze, controllers and inputs. Poses are in OpenXR's axes
 * and in the recording's own space.
 *
 * The names of tracks are for src/viewer/data/recording.js: "time", "head.x" to "head.qw",
 * "left.1.x" to "left.1.qw" (a joint by its number in XrHandJointEXT), "left.flags" (see below),
 * "gaze.dx", "left.grip.x", "view.0.left", "input.7.x".
 */
#ifndef TOOL_RECORDING_TRACKS_H
#define TOOL_RECORDING_TRACKS_H

#include "tool/view/row_times.h"
#include "tool/view/track_set.h"

/* The steps of the tracks: values are wrong by half of them at most. */
#define TOOL_RECORDING_TRACKS_TIME_S 1e-6
#define TOOL_RECORDING_TRACKS_POSITION_M 1e-4
#define TOOL_RECORDING_TRACKS_DIRECTION (1.0 / 16384)    /* also rotations and angles in radians */
#define TOOL_RECORDING_TRACKS_JOINT_ROTATION (1.0 / 512) /* 104 tracks a hand: coarser */
#define TOOL_RECORDING_TRACKS_INPUT (1.0 / 4096)

/* Bits of "left.flags" and "right.flags". */
enum tool_recording_hand_bits {
    TOOL_RECORDING_HAND_PRESENT = 1,
    TOOL_RECORDING_HAND_TRACKED = 2,
    TOOL_RECORDING_HAND_PINCHING = 4,
};

/* Fills the set; what takes long shows on a terminal how far it is, with the end of `path`. False
 * if memory runs out or the recording cannot be read on (us_sampler_error). */
bool tool_view_tracks_fill(struct tool_track_set *set, const char *path,
                           const struct us_loaded_recording *loaded,
                           const struct tool_row_times *times);

#endif
