/* SPDX-License-Identifier: MIT */
/*
 * judge: the verdict of an event log and expectations.
 */
#ifndef TOOL_JUDGE_H
#define TOOL_JUDGE_H

#include "tool/verdict/verdict.h"

/* Reads the log and judges it. Returns false after a message if it cannot be read, or
 * if the faults that are expected are no list of faults. */
bool tool_judge_log(struct tool_verdict *verdict, const struct tool_expect *expect,
                    const char *log_path, const struct tool_verdict_end *end);

/* A verdict without a log, because nothing was played: no expectation is decided. Returns false
 * without memory. */
bool tool_judge_unplayed(struct tool_verdict *verdict, const struct tool_expect *expect,
                         const char *reason);

/* Frees what tool_judge_log or tool_judge_unplayed has made. */
void tool_judge_free(struct tool_verdict *verdict);

#endif
