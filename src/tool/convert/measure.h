/* SPDX-License-Identifier: MIT */
/*
 * measure: a stage that gets the messages of a conversion's input, and compares them with what its
 * output holds at the same times. One thread.
 */
#ifndef TOOL_MEASURE_H
#define TOOL_MEASURE_H

#include "core/base/result.h"
#include "tool/convert/loss.h"
#include "tool/edit/stage/outline.h"
#include "tool/edit/stage/stage.h"

enum tool_convert_kind {
    TOOL_CONVERT_UNKNOWN,
    TOOL_CONVERT_SESSION,
    TOOL_CONVERT_ANIMATION,
    TOOL_CONVERT_CSV,
    TOOL_CONVERT_JSON_LINES
};

struct tool_measure;

/* Opens the output at `path`. `outline` is the input's, and must last. */
enum us_result tool_measure_open(const char *path, enum tool_convert_kind kind,
                                 const struct tool_edit_outline *outline, struct tool_measure **out,
                                 struct us_error *error);
struct tool_edit_stage *tool_measure_stage(struct tool_measure *measure);
/* Adds what was found; call it when the stage has ended. */
void tool_measure_report(const struct tool_measure *measure, struct tool_loss *loss);
void tool_measure_close(struct tool_measure *measure); /* accepts NULL */

#endif
