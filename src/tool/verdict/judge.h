/* SPDX-License-Identifier: MIT */
/*
 * judge: holds an event log against expectations.
 */
#ifndef TOOL_JUDGE_H
#define TOOL_JUDGE_H

#include <stdbool.h>

#include "tool/verdict/verdict.h"
#include "tool/expect/expect.h"

/* Reads the log and judges it. Returns false after a message if it cannot be read, or
 * if the faults that are expected are no list of faults. */
bool tool_judge_log(struct tool_verdict *verdict, const struct tool_expect *expect,
                    const char *log_path, const struct tool_verdict_end *end);

#endif
