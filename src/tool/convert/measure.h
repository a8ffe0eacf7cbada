/* SPDX-License-Identifier: MIT */
/*
 * measure: a stage that gets the messages of a conversion's input, and compares them with what its
 * output holds at the same times. One thread.
 */
#ifndef TOOL_MEASURE_H
#define TOOL_MEASURE_H

#include "core/base/result.h"
#include "tool/convert/base/format.h"
#include "tool/convert/base/loss.h"
#include "tool/edit/stage/outline.h"
#include "tool/edit/stage/stage.h"

struct tool_measure;

/* Opens the output at `path`, whose kind can be read. `outline` is the input's, and must last. */
enum us_result tool_measure_open(const char *path, const struct tool_convert_format *format,
                                 const struct tool_edit_outline *outline, struct tool_measure **out,
                                 struct us_error *error);
struct tool_edit_stage *tool_measure_stage(struct tool_measure *measure);
/* Adds what was found; call it when the stage has ended. */
void tool_measure_report(const struct tool_measure *measure, struct tool_loss *loss);
void tool_measure_close(struct tool_measure *measure); /* accepts NULL */

#endif
