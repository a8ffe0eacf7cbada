/* SPDX-License-Identifier: MIT */
/*
 * run_data: the data of a run in a page: its log, the baseline that it was compared with, its
 * folder.
 *
 * run_log: chooses the lines of an event log, understudy-log(5), for a page. After the recording's
 * end an app that stays open, or is killed minutes later, gets the same answers in every frame.
 */
#ifndef TOOL_RUN_DATA_H
#define TOOL_RUN_DATA_H

#include <cjson/cJSON.h>
#include <limits.h>
#include <stdbool.h>

#include "tool/page/page.h"

/*
 * run_pictures: puts the pictures of a folder into a page.
 */

/*
 * Adds each PNG file of a folder, in the order of a picture_list, as "PREFIXpicture-N", and {id,
 * file, of} to the list, where `of` is what the folder is; only those whose names are in the folder
 * `like`, too, which may be the same one. A folder that does not exist has none. Returns false
 * after a message if one cannot be read.
 */
bool tool_run_pictures_add(struct tool_page *page, cJSON *list, const char *prefix,
                           const char *folder, const char *like, const char *of);

/*
 * compared_baseline: the run of the baseline that a kept run was compared with, as its verdict.json
 * names it, understudy-run-folder(5).
 */

/* verdict.json of a run folder; NULL if it has none that can be read. The caller deletes it. */
cJSON *tool_run_data_baseline_read_verdict(const char *folder);

/* Writes the folder of the baseline's run. False if there is none, or if another run is there now.
 * `command` names who asks, in messages. */
bool tool_run_data_baseline_find(const cJSON *verdict, const char *command, char out[PATH_MAX]);

/*
 * run_data: puts a run folder, understudy-run-folder(5), into a page.
 *
 * For a run whose elements begin with PREFIX: the JSON "PREFIXrun" with run.json, verdict.json and
 * the list of pictures; deflated "PREFIXlog", "PREFIXstdout" and "PREFIXstderr"; "PREFIXpicture-N";
 * and of the recording, if it is still the one that was played, "PREFIXrecording" and
 * "PREFIXtracks". src/viewer/data/run.js reads them.
 */

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
