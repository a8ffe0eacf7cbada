/* SPDX-License-Identifier: MIT */
/*
 * losses: what the layer could not write during a run, the event log and screenshots, for which
 * `run` returns TOOL_EXIT_OUTPUT. The layer says why by itself; lost.h is how this program learns
 * of it.
 */
#ifndef TOOL_LOSSES_H
#define TOOL_LOSSES_H

#include <stdbool.h>

/* Before the app starts: make the file in which the layer notes losses, in memory where there is
 * such a place, or beside `output`, which may be NULL. False, and said, if there is no place. */
bool tool_losses_begin(const char *output);

/* This program itself could not write the rest of the log. */
void tool_losses_note_log(const char *why);

/* Afterwards: remove the file, and say what was lost. True if anything was. */
bool tool_losses_end(void);

#endif
