/* SPDX-License-Identifier: MIT */
/*
 * run_faults: the faults that `run` makes on purpose: those of --fault and those of the file of
 * expectations, checked before the app starts.
 */
#ifndef TOOL_RUN_FAULTS_H
#define TOOL_RUN_FAULTS_H

#include <stdbool.h>

#include "core/playback/clock.h"
#include "core/recording/recording.h"

/* Adds the faults of a file of expectations to `*list`, those of --fault. Both may be NULL. Says
 * which fault is wrong, and returns false. The new list stays as long as the process. */
bool tool_run_faults_read(const char **list, const char *expect_path);

/* Looks the moments of all faults up in the recording, of which `clock` and `channels`, as
 * --channels has them, play a part. Says which fault is wrong, and returns false. */
bool tool_run_faults_check(const char *list, const struct us_recording *recording,
                           const struct us_clock *clock, const char *channels);

#endif
