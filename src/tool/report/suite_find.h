/* SPDX-License-Identifier: MIT */
/*
 * suite_find: finds the run folders, understudy-run-folder(5), in folders of any depth.
 *
 * What remains of a run that was killed, or that never began, is found too: a folder that has a
 * part of a run and no run.json, and one with the messages of `run` (messages.txt, which the
 * plug-in of pytest and the GitHub Action write) and no run in it. Links to folders are not
 * followed, except those that the user names.
 */
#ifndef TOOL_SUITE_FIND_H
#define TOOL_SUITE_FIND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

#endif
