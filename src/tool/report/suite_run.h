/* SPDX-License-Identifier: MIT */
/*
 * suite_run: what one line of a suite's page says about a run, read from its folder.
 */
#ifndef TOOL_SUITE_RUN_H
#define TOOL_SUITE_RUN_H

#include <cjson/cJSON.h>
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tool/run_folder/sha256.h"

/*
 * suite_find: finds the run folders, understudy-run-folder(5), in folders of any depth.
 *
 * What remains of a run that was killed, or that never began, is found too: a folder that has a
 * part of a run and no run.json, and one with the messages of `run` (messages.txt, which the
 * plug-in of pytest and the GitHub Action write) and no run in it. Links to folders are not
 * followed, except those that the user names.
 */

enum tool_suite_kind {
    TOOL_SUITE_RUN,        /* it has a part of a run */
    TOOL_SUITE_NOT_BEGUN,  /* messages of a run that left nothing else */
    TOOL_SUITE_UNREADABLE, /* the folder cannot be listed */
};

struct tool_suite_place {
    char *folder; /* from the folder that the user named */
    enum tool_suite_kind kind;
    int why;                 /* errno of TOOL_SUITE_UNREADABLE */
    uint64_t device, number; /* of the folder (struct us_about) */
};

/* A page of more would open in no browser. */
enum { TOOL_SUITE_MOST = 100000, TOOL_SUITE_DEPTH = 24 };

/* Zeroed memory is an empty list. */
struct tool_suite_places {
    struct tool_suite_place *list;
    size_t count;
};

/* Adds all that is in a folder, or the folder itself. Returns false after a message: there are too
 * many, or memory ran out. */
bool tool_suite_find(struct tool_suite_places *places, const char *folder);

/* Sorts by path, and leaves each folder once that was found by two paths. Returns how many were
 * left out. */
size_t tool_suite_find_sort(struct tool_suite_places *places);

void tool_suite_find_finish(struct tool_suite_places *places);

/*
 * suite_before: what an earlier suite's page said, so that a new page can say what changed.
 */

/* The identifier of the JSON in a suite's page, and the number of its layout. */
#define TOOL_SUITE_ID "suite"
enum { TOOL_SUITE_LAYOUT = 1 };

/*
 * Reads a page that `report` wrote. Returns {"made", "runs": [{"recording", "app", "state"}]},
 * which the caller deletes; NULL after a message if the file is no such page.
 */
cJSON *tool_suite_before_read(const char *path);

enum tool_suite_state {
    TOOL_SUITE_PASSED,     /* `run` exited with 0 */
    TOOL_SUITE_FAILED,     /* it exited with another code */
    TOOL_SUITE_UNFINISHED, /* it was killed, or still runs */
    TOOL_SUITE_BROKEN,     /* the folder cannot be read, or no run began */
    TOOL_SUITE_STATES,
};

/* Paths; empty: there is no such picture. */
struct tool_suite_pictures {
    char got[PATH_MAX], expected[PATH_MAX];
};

struct tool_suite_run {
    enum tool_suite_state state;
    char recording[256], app[512], began[32], driver[128]; /* empty: not known */
    char reason[1024];             /* why it did not pass; empty if it passed */
    char page[PATH_MAX];           /* the page of this run; empty: it has none */
    char sha256[TOOL_SHA256_TEXT]; /* of the recording */
    char hash[TOOL_SHA256_TEXT];   /* of run.json of a complete run, by which a copy is known */
    double wall_s;                 /* seconds; 0 if not known */
    int64_t frame;                 /* where it failed; -1: not known */
    struct tool_suite_pictures pictures; /* that show best how it failed */
};

/* "passed" */
const char *tool_suite_state_name(enum tool_suite_state state);

/* Reads the folder. It always succeeds: what cannot be read is the reason of a broken run. */
void tool_suite_run_read(struct tool_suite_run *run, const struct tool_suite_place *place);

#endif
