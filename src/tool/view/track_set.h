/* SPDX-License-Identifier: MIT */
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
#ifndef TOOL_TRACK_SET_H
#define TOOL_TRACK_SET_H

#include <cjson/cJSON.h>

#include "tool/page/byte_buffer.h"

enum { TOOL_TRACK_NAME_SIZE = 160, TOOL_TRACK_NONE = -1 };

enum tool_track_kind { TOOL_TRACK_SMOOTH, TOOL_TRACK_STEPS };

struct tool_track {
    char name[TOOL_TRACK_NAME_SIZE];
    enum tool_track_kind kind;
    double step;
    int follows; /* the index of an earlier smooth track, or TOOL_TRACK_NONE */
    int64_t last, last_change;
    uint32_t last_row; /* of steps: the row of the last change */
    struct tool_byte_buffer bytes;
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
cJSON *tool_track_set_write(const struct tool_track_set *set, struct tool_byte_buffer *out);
void tool_track_set_finish(struct tool_track_set *set);

#endif
