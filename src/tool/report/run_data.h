/* SPDX-License-Identifier: MIT */
/*
 * run_data: puts a run folder, understudy-run-folder(5), into a page.
 *
 * For a run whose elements begin with PREFIX: the JSON "PREFIXrun" with run.json, verdict.json and
 * the list of pictures; deflated "PREFIXlog", "PREFIXstdout" and "PREFIXstderr"; "PREFIXpicture-N";
 * and of the recording, if it is still the one that was played, "PREFIXrecording" and
 * "PREFIXtracks". src/viewer/data/run.js reads them.
 */
#ifndef TOOL_RUN_DATA_H
#define TOOL_RUN_DATA_H

#include <limits.h>

#include "tool/page/page.h"

/* A larger log is cut at the end of a line, and the page says so. */
enum { TOOL_RUN_DATA_LOG_MOST = 256 << 20 };

/* The path of the recording that a run played, as run.json says it, from any folder. False if it
 * says none. */
bool tool_run_data_find_recording(const cJSON *facts, char out[PATH_MAX]);

/* `command` names who asks. Returns false after a message if the folder is no run folder or has no
 * log. */
bool tool_run_data_add(struct tool_page *page, const char *command, const char *prefix,
                       const char *folder);

#endif
