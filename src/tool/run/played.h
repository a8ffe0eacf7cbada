/* SPDX-License-Identifier: MIT */
/*
 * played: whether a run played anything into an app, learnt from the layer (run_status.h).
 */
#ifndef TOOL_PLAYED_H
#define TOOL_PLAYED_H

#include <stdbool.h>

struct us_run_status;

/* Before the app starts: make the file in which the layer notes it, and name it to the layer. NULL,
 * and said, if there is no place for it. */
struct us_run_status *tool_played_begin(void);
/* Before another run. */
void tool_played_reset(struct us_run_status *status);
/* Remove the file. NULL is fine. */
void tool_played_end(struct us_run_status *status);

/* After a run: the summaries that the layer could not say, because the app crashed, was killed or
 * left its instance behind. */
void tool_played_say_unfinished(const struct us_run_status *status);

/* Whether playback started in the run that has ended. If not, says in one line why not. */
bool tool_played_check(const struct us_run_status *status);

#endif
