/* SPDX-License-Identifier: MIT */
/*
 * edit_run: the work of one edit: the recording through its steps, into a new file.
 */
#ifndef TOOL_EDIT_RUN_H
#define TOOL_EDIT_RUN_H

#include <stdbool.h>

#include "core/base/result.h"
#include "tool/cli/progress.h"
#include "tool/edit/stage/sinks.h"
#include "tool/edit/steps/steps.h"

struct tool_edit_order {
    const char *in, *out;
    bool replaces, json;
    bool is_session;
    unsigned count;
    struct tool_edit_words steps[TOOL_EDIT_STEPS_MOST];
};

/* What was done. */
struct tool_edit_result {
    struct tool_edit_written written;
    bool in_step; /* a failure is that of a step, whose number and name the error's text has */
    double was_s, is_s;
    uint64_t was_frames;
    uint64_t unknown, damages; /* messages of unknown topics, and those that cannot be read */
    uint64_t renamed;          /* markers, because of what their names hold */
    bool is_unfinished;        /* the recording has no end */
    char curved[128];          /* what its curves lost; "": nothing */
    uint32_t was_markers, is_markers;
    bool has_proof;
    struct tool_edit_distance bound, worst; /* of the reduction */
    uint64_t proof_frames;
    char (*said)[sizeof((struct tool_edit_stage *)0)->said]; /* of each stage; from malloc */
    const char *names[2 * TOOL_EDIT_STEPS_MOST];
    unsigned stage_count;
};

/* `file` is the new file at `part`: empty, and open for writing. The caller frees `said`. */
enum us_result tool_edit_run(const struct tool_edit_order *order, int file, const char *part,
                             struct tool_progress *progress, struct tool_edit_result *out,
                             struct us_error *error);

#endif
