/* SPDX-License-Identifier: MIT */
/*
 * outline: what is known of a recording before its messages come: its kind, its length, its
 * components and its markers. Each step of an edit changes it as it will change the messages.
 *
 * Times are XrTime in nanoseconds. An input animation file gets times, too. Recording time 0
 * (`origin_ns`) never moves: what a step changes, it changes behind it. Belongs to one thread.
 */
#ifndef TOOL_EDIT_OUTLINE_H
#define TOOL_EDIT_OUTLINE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/result.h"
#include "core/playback/loaded_recording.h"
#include "session/codec/session_message.h"

struct tool_edit_marker {
    int64_t time_ns;
    enum us_session_marker_source source;
    uint32_t order; /* while they are sorted */
    char name[US_SESSION_TEXT_SIZE];
};

struct tool_edit_outline {
    bool is_session;
    uint32_t key_size; /* of an input animation file: bytes of its float keys */
    int64_t origin_ns;
    int64_t start_ns, last_ns; /* of the first frame that plays, and of the last frame */
    struct us_recorded_spaces spaces;
    struct us_session_info info;
    bool has_components;
    struct us_session_components components;
    struct tool_edit_marker *markers; /* from malloc; sorted by time */
    uint32_t marker_count;
    uint32_t seams;  /* how many the steps have joined */
    bool renumbers;  /* frames come or go: they get new numbers */
    double reduce_m; /* of the keys that are written; 0: every key is */
    double reduce_rad;
    bool keeps_keys; /* every key is written, also one on the line between its neighbours */
};

/* Seconds of recording time. */
double tool_edit_seconds(const struct tool_edit_outline *outline, int64_t time_ns);

/*
 * Finds a moment as us_play_range_moment does, to the nanosecond. It must be inside of the
 * recording; US_ERROR_USAGE otherwise.
 */
enum us_result tool_edit_moment(const struct tool_edit_outline *outline, const char *text,
                                int64_t *out_ns, struct us_error *error);

/* The first marker of a name; NULL with an error that lists the markers. */
struct tool_edit_marker *tool_edit_marker_find(const struct tool_edit_outline *outline,
                                               const char *name, struct us_error *error);
/* Adds one at the end; the caller sorts them. */
enum us_result tool_edit_marker_add(struct tool_edit_outline *outline,
                                    const struct tool_edit_marker *marker, struct us_error *error);
/* The marker of index `*next`, which becomes that of the one behind it; NULL: it is later than a
 * time, or there is none. */
const struct tool_edit_marker *tool_edit_marker_next(const struct tool_edit_outline *outline,
                                                     int64_t up_to_ns, uint32_t *next);
/* The markers as those of a recording, with the names of the outline; the caller frees the list.
 * NULL: memory ran out. */
struct us_marker *tool_edit_markers_of_recording(const struct tool_edit_outline *outline);
/* Sorts them again; of equal times the earlier in the list stays first. */
void tool_edit_markers_sort(struct tool_edit_outline *outline);
/* US_ERROR_USAGE if the new file could not hold their names. */
enum us_result tool_edit_markers_check(const struct tool_edit_outline *outline,
                                       struct us_error *error);

/* Adds a component or a profile, unless the table has it; its index. US_ERROR_COUNT, if the table
 * is full. */
enum us_result tool_edit_component_add(struct us_session_components *table,
                                       const struct us_session_component *component,
                                       uint32_t *out_index, struct us_error *error);
enum us_result tool_edit_profile_add(struct us_session_components *table, const char *path,
                                     uint32_t *out_index, struct us_error *error);

/* A drive plays frame by frame only if its times are those of the drive: takes the mark away. True
 * if it had it. */
bool tool_edit_outline_lose_drive(struct tool_edit_outline *outline);

void tool_edit_outline_finish(struct tool_edit_outline *outline);

#endif
