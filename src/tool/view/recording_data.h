/* SPDX-License-Identifier: MIT */
/*
 * recording_data: a recording of either kind as data for the page.
 */
#ifndef TOOL_RECORDING_DATA_H
#define TOOL_RECORDING_DATA_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>

#include "core/playback/loaded_recording.h"
#include "core/base/bytes.h"

struct tool_recording_data {
    cJSON *facts;            /* the caller deletes it; NULL: it could not be made */
    struct us_writer tracks; /* deflated; us_writer_finish */
    bool is_thinned;
    double between_rows_m; /* positions between two rows are wrong by this at most */
};

/*
 * Reads a recording. On failure returns false after a message, with nothing to free.
 */
bool tool_recording_data_read(struct tool_recording_data *out, const char *path);
void tool_recording_data_finish(struct tool_recording_data *data);

/*
 * row_times: the times at which a recording is written to the page: its frames or key times, more
 * where the movement between two of them is not straight, and fewer if there are too many.
 */

/* More rows than this are thinned. Ten minutes at 90 Hz are 54000. */
enum { TOOL_ROW_TIMES_MOST = 60000 };

/* Between two rows, the straight line is at most this far from the recording. */
#define TOOL_ROW_TIMES_STRAIGHT_M 0.0001

struct tool_row_times {
    double *at_s; /* strictly rising, in recording time, from the start of playback to its end */
    size_t count;
    size_t frames; /* how many there were before they were thinned */
    bool is_thinned;
    bool is_failed; /* memory ran out */
};

void tool_row_times_add(struct tool_row_times *times, double at_s);

/* Removes times before `from_s`, adds both ends, and thins what are too many. */
void tool_row_times_limit(struct tool_row_times *times, double from_s, double to_s);
/* Adds times where the recording is not straight. Not done where times were thinned. */
void tool_row_times_refine(struct tool_row_times *times, const struct us_loaded_recording *loaded);
void tool_row_times_finish(struct tool_row_times *times);

/*
 * How far the recording is from the straight line between two of its times: the largest distance of
 * head, joints and gaze at a quarter, the half and three quarters of the way. Inputs and flags, and
 * what is absent or not valid at one of the times, do not count.
 */
double tool_row_times_distance_m(const struct us_loaded_recording *loaded, double a_s, double b_s);

/*
 * track_set: columns of numbers over the rows of a recording, quantised and delta-coded for the
 * page. src/viewer/data/tracks.js reads them.
 *
 * A value is stored as the nearest multiple of the track's step, so that it is wrong by half a step
 * at most. A smooth track has a value in each row. The page interpolates it between rows. A track
 * of steps has a value where it changes.
 *
 * In the bytes, a smooth track is one varint a row: the difference from the row before, minus that
 * of the track that it follows. A fingertip moves mostly as its hand does, so little is left. A
 * track of steps is pairs of varints: the rows since the last change, and the difference.
 */

enum { TOOL_TRACK_NAME_SIZE = 160, TOOL_TRACK_NONE = -1 };

enum tool_track_kind { TOOL_TRACK_SMOOTH, TOOL_TRACK_STEPS };

struct tool_track {
    char name[TOOL_TRACK_NAME_SIZE];
    enum tool_track_kind kind;
    double step;
    int follows; /* the index of an earlier smooth track, or TOOL_TRACK_NONE */
    int64_t last, last_change;
    uint32_t last_row; /* of steps: the row of the last change */
    struct us_writer bytes;
};

struct tool_track_set {
    struct tool_track *list;
    uint32_t count;
    uint32_t rows; /* finished rows */
    bool is_failed;
};

/* Adds a track before the first row, and returns its index; TOOL_TRACK_NONE if memory runs out. */
int tool_track_set_add(struct tool_track_set *set, enum tool_track_kind kind, double step,
                       int follows, const char *name);
/* The value of a track in the current row. Each smooth track needs one in each row, and a track
 * comes after the one that it follows. A value that is not finite counts as 0. */
void tool_track_set_put(struct tool_track_set *set, int track, double value);
void tool_track_set_end_row(struct tool_track_set *set);

/* The tracks as [{name, kind, step, follows, bytes}]; their bytes, one behind the other, go to
 * `out`. */
cJSON *tool_track_set_write(const struct tool_track_set *set, struct us_writer *out);
void tool_track_set_finish(struct tool_track_set *set);

/*
 * recording_tracks: samples a recording at the rows of the page, as `sample` does, and writes what
 * it gets into tracks: head, eyes, hands, gaze, controllers and inputs. Poses are in OpenXR's axes
 * and in the recording's own space.
 *
 * The names of tracks are for src/viewer/data/recording.js: "time", "head.x" to "head.qw",
 * "left.1.x" to "left.1.qw" (a joint by its number in XrHandJointEXT), "left.flags" (see below),
 * "gaze.dx", "left.grip.x", "view.0.left", "input.7.x".
 */

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
