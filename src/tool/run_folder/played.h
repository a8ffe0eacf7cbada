/* SPDX-License-Identifier: MIT */
/*
 * played: reports whether a run played anything into an app. The layer notes it in a file
 * (run_status.h).
 */
#ifndef TOOL_PLAYED_H
#define TOOL_PLAYED_H

#include <stdbool.h>

struct us_run_status;

/* The name of the file of a run that records, without this process's number at the end: `mark`
 * looks for it. */
#define TOOL_PLAYED_RECORDING "recording"

/* Call before the app starts. Makes the file and sets the layer's variable for it. `recording` is
 * the file that the run records to, or NULL. Returns NULL after a message if no folder has room for
 * it. */
struct us_run_status *tool_played_begin(const char *recording);
/* Removes the file. `status` may be NULL. */
void tool_played_end(struct us_run_status *status);

/* Call after a run. Notes screenshots that were lost with the app (losses.h). Prints the summaries
 * that the layer could not print, because the app crashed, was killed or did not destroy its
 * instance. */
void tool_played_say_unfinished(const struct us_run_status *status);

/* Why the app of the run had no OpenXR instance with the layer; NULL if it had one. */
const char *tool_played_no_instance(const struct us_run_status *status);

enum { TOOL_PLAYED_REASON_SIZE = 768 };

/* Writes why nothing was played in the run: "nothing was played: ...". Returns false, and writes an
 * empty text, if playback started. */
bool tool_played_reason(const struct us_run_status *status, char out[TOOL_PLAYED_REASON_SIZE]);

/* Returns whether playback started in the run. If not, it prints the reason in one line. */
bool tool_played_check(const struct us_run_status *status);

/* Writes why moments of the list `shoot` have no screenshot: "no screenshot of ..." with the
 * reason, "playback did not reach ...", and why a session took none. Returns false, and writes an
 * empty text, if each moment has one, or nothing was played. NULL: no list. */
bool tool_played_missing_screenshots(const struct us_run_status *status, const char *shoot,
                                     char out[TOOL_PLAYED_REASON_SIZE]);

#endif
