/* SPDX-License-Identifier: MIT */
/*
 * source: a recording of either kind as the messages of an edit.
 *
 * A session gives its own messages. An input animation file gives a frame for each time at which it
 * has a key, with the poses that playback tells there: its defects are repaired as playback repairs
 * them. Memory is bounded, but for a file that playback must load as a whole.
 */
#ifndef TOOL_EDIT_SOURCE_H
#define TOOL_EDIT_SOURCE_H

#include "core/base/result.h"
#include "core/keys/key_source.h"
#include "tool/edit/stage/frame_tracks.h"
#include "tool/edit/stage/outline.h"
#include "tool/edit/stage/stage.h"

struct tool_edit_source;

/* `repairs`: read what is whole of a damaged or unfinished session; without it, that is an error.
 * `progress` may be NULL. */
struct tool_edit_source_options {
    bool repairs;
    void (*progress)(void *data, uint64_t done, uint64_t total);
    void *data;
};

enum us_result tool_edit_source_open(const char *path,
                                     const struct tool_edit_source_options *options,
                                     struct tool_edit_source **out, struct us_error *error);

/* Fills a zeroed outline, which the caller finishes. */
enum us_result tool_edit_source_outline(struct tool_edit_source *source,
                                        struct tool_edit_outline *out, struct us_error *error);

/* Gives all messages to a stage, from the first on; it does not end the stage. */
enum us_result tool_edit_source_read(struct tool_edit_source *source, struct tool_edit_stage *first,
                                     struct us_error *error);

/* The keys of an input animation file, as playback has them; one slot. Borrows the source; NULL of
 * a session. */
const struct us_key_source *tool_edit_source_keys(struct tool_edit_source *source);

struct tool_edit_source_counts {
    uint64_t frames;
    uint64_t unknown; /* messages of topics that this version does not know; they are left out */
    uint64_t damages; /* chunks and messages that could not be read */
    uint64_t renamed; /* markers whose names have what no recording of ours holds, or too much */
    bool is_finished; /* the file has its end */
    /* Halfway between two keys of an input animation file, from the line that takes the place of
     * its curves. */
    struct tool_edit_distance curved;
};
struct tool_edit_source_counts tool_edit_source_counts(const struct tool_edit_source *source);

/* Says how far off the lines are, if that is more than 0.1 mm or 0.1 degrees; false: it is not. */
bool tool_edit_source_curved(const struct tool_edit_source_counts *counts, char *out, size_t size);

/* Accepts NULL. */
void tool_edit_source_close(struct tool_edit_source *source);

#endif
