/* SPDX-License-Identifier: MIT */
/*
 * lost_outputs: learns whether the layer could not write the event log or the screenshots of a run
 * (output_file.h). `run` then returns TOOL_EXIT_OUTPUT. The layer prints the reason itself.
 */
#ifndef TOOL_LOST_OUTPUTS_H
#define TOOL_LOST_OUTPUTS_H

#include <stdbool.h>

/* Call before the app starts. Makes the file in which the layer notes losses, in memory if
 * possible, or beside `output`, which may be NULL. Returns false after a message if no folder has
 * room. */
bool tool_lost_outputs_begin(const char *output);

/* Notes that this program could not write the rest of the log. */
void tool_lost_outputs_note_log(const char *why);

/* Notes that screenshots were lost with the app: it ended before they were written. */
void tool_lost_outputs_note_screenshots(const char *why);

/* Call after the run, with its exit code. Removes the file and prints what was lost. Returns the
 * exit code with that: TOOL_EXIT_OUTPUT if anything was lost. An app that crashes may or may not
 * lose screenshots with it, so these change the code of a success only. */
int tool_lost_outputs_end(int code);

#endif
