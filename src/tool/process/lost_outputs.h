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

/* Notes that screenshots were lost with the app. */
void tool_lost_outputs_note_screenshots(const char *why);

/* Call after the run. Removes the file and prints what was lost. Returns true if anything was. */
bool tool_lost_outputs_end(void);

#endif
