/* SPDX-License-Identifier: MIT */
/*
 * run_folder: the folder in which `run --out` keeps a whole run, understudy-run-folder(5).
 */
#ifndef TOOL_RUN_FOLDER_H
#define TOOL_RUN_FOLDER_H

#include <cjson/cJSON.h>
#include <limits.h>
#include <stdbool.h>

/* What is in the folder. The last two are folders. */
enum tool_run_part {
    TOOL_RUN_FACTS,       /* run.json: what was run, on what, and how it ended */
    TOOL_RUN_LOG,         /* log.jsonl: the event log */
    TOOL_RUN_VERDICT,     /* verdict.json */
    TOOL_RUN_JUNIT,       /* junit.xml: the verdict as JUnit XML */
    TOOL_RUN_STDOUT,      /* stdout.txt */
    TOOL_RUN_STDERR,      /* stderr.txt */
    TOOL_RUN_DRIVE,       /* drive.mcap: what the person did, of a drive */
    TOOL_RUN_PICTURES,    /* pictures: the screenshots */
    TOOL_RUN_DIFFERENCES, /* differences: pictures of what differs from another run */
    TOOL_RUN_PARTS,
};

/* The folder in a baseline that holds its run. */
#define TOOL_RUN_OF_BASELINE "run"

/* The key by which run.json says that it is one, and the number of the layout. */
#define TOOL_RUN_KEY "understudy_run"
enum { TOOL_RUN_LAYOUT = 1 };

/* FOLDER/NAME. False after a message: the path is too long. */
bool tool_run_folder_join(const char *folder, const char *name, char out[PATH_MAX]);
/* "log.jsonl" */
const char *tool_run_folder_name(enum tool_run_part part);
/* Writes the path of a part. Returns false after a message if it is too long. */
bool tool_run_folder_part(const char *folder, enum tool_run_part part, char out[PATH_MAX]);
/* The same for the folder of the n-th run of --repeat, from 2: "again-2". */
bool tool_run_folder_again(const char *folder, unsigned n, char out[PATH_MAX]);

enum tool_run_folder_state {
    TOOL_RUN_FOLDER_MISSING,
    TOOL_RUN_FOLDER_EMPTY,
    TOOL_RUN_FOLDER_RUN,   /* it has a run.json of ours */
    TOOL_RUN_FOLDER_OTHER, /* something else is in it, or it is no folder or cannot be read */
};

enum tool_run_folder_state tool_run_folder_look(const char *folder);

/*
 * Makes a folder for a new run; the folder of an earlier run stays as it is. Returns false after a
 * message that names `option`, if the folder holds something that is no run, or cannot be made or
 * written to.
 */
bool tool_run_folder_claim(const char *option, const char *folder);
/* Makes a folder, unless it is there. Returns false after a message that names `option`, if it
 * cannot be made or written to. */
bool tool_run_folder_make(const char *option, const char *folder);
/* Locks a folder against other runs until this process ends. Returns false after a message if
 * another run uses it. If the file system has no locks, no run counts as using it. */
bool tool_run_folder_lock(const char *option, const char *folder);

/* Puts the parts of an earlier run aside, within the folder; other files stay. Returns false after
 * a message; then the earlier run is as it was. */
bool tool_run_folder_put_aside(const char *folder);
/* Whether an earlier run was put aside. */
bool tool_run_folder_has_aside(const char *folder);
/* Call this if the new run did not begin: removes its parts, and restores those of the earlier run.
 */
void tool_run_folder_bring_back(const char *folder);
/* Call this when the new run has begun: removes the earlier one. */
void tool_run_folder_drop_aside(const char *folder);

/* After a run with this exit code in a temporary folder: a comparison that failed has named files
 * in it, so that it stays, and that is said; otherwise it is removed, with a message if a part
 * stays. */
void tool_run_folder_leave(const char *folder, int code);

/* Removes the parts of a run, and the folder if nothing else is in it. Returns false, with errno,
 * if a part stays. */
bool tool_run_folder_remove(const char *folder);

/* Copies the parts of a run, without the differences and without further runs, into a new folder.
 * Returns false, with errno. */
bool tool_run_folder_copy(const char *from, const char *to);

/* Reads run.json. NULL after a message if the folder is no run folder. The caller deletes it. */
cJSON *tool_run_folder_read_facts(const char *command, const char *folder);
/* The same without a message: if it is NULL, `*why` says what is wrong, in words that last. `why`
 * may be NULL. */
cJSON *tool_run_folder_find_facts(const char *folder, const char **why);
/* Replaces run.json as a whole. Returns false after a message; of one folder it is said once. */
bool tool_run_folder_write_facts(const char *folder, const cJSON *facts);

#endif
