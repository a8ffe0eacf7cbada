/* SPDX-License-Identifier: MIT */
/*
 * run_compare: finds the first difference between two runs: in the app's calls and their answers,
 * in the screenshots, in the lines of standard error, or in how the app ended.
 */
#ifndef TOOL_RUN_COMPARE_H
#define TOOL_RUN_COMPARE_H

#include <cjson/cJSON.h>
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

#include "tool/compare/allow.h"
#include "tool/compare/logs/log_compare.h"
#include "tool/run_folder/run_place.h"

/*
 * output_compare: finds the lines of an app's output that a good run did not have.
 *
 * A line counts as known if the good run had one like it: numbers and addresses may differ. How
 * often and in which order lines come does not count.
 */

struct tool_output_difference {
    uint64_t lines;  /* new ones */
    uint64_t line;   /* the number of the first, from 1 */
    char first[512]; /* it; may be cut */
};

/* `good` and `path` are files; one that is missing is empty. Returns false after a message if one
 * cannot be read or memory runs out. */
bool tool_output_compare(const char *good, const char *path, const struct tool_allow *allow,
                         struct tool_output_difference *out);

/*
 * picture_compare: compares the screenshots of two runs, or of two folders.
 */

/* A screenshot that differs. */
struct tool_picture_difference {
    struct tool_picture picture;
    const char *only_in; /* the name of the side that has it alone, or NULL */
    bool is_unreadable;  /* a file cannot be compared; a message was printed */
    struct tool_image_outcome outcome;
    char path[PATH_MAX]; /* the image of the differences; empty: there is none */
};

struct tool_picture_comparison {
    enum tool_allow_rule rule;        /* the one that was used */
    struct tool_image_tolerance used; /* with these limits */
    unsigned compared, differing; /* screenshots that both have, and those of them that differ */
    unsigned alone;               /* screenshots that one side lacks */
    unsigned masked;              /* of `compared`, those that the masks cover whole */
    bool differences_failed;      /* an image of differences could not be written; it was said */
    struct tool_picture_difference first; /* valid if one differs or is alone */
    struct tool_picture equal;            /* the last equal one before it; name empty: none */
    double ssim_lowest, patch_largest;    /* over all; NaN if the rule is not perceptual */
};

/* One of the two sides. */
struct tool_picture_side {
    const char *name; /* for messages */
    const char *folder;
    const struct tool_picture_list *list;
};

struct tool_picture_order {
    struct tool_picture_side a, b;
    const struct tool_allow *allow;
    enum tool_allow_rule rule;
    int64_t alone_until;     /* a screenshot that only one run has counts before this frame */
    const char *differences; /* the folder for images of the differences; NULL: none is written */
};

void tool_picture_compare(const struct tool_picture_order *order,
                          struct tool_picture_comparison *out);
/* Whether there are screenshots and no pixel of them was compared, though the limits do not say
 * that any may pass. */
bool tool_picture_compare_is_blind(const struct tool_picture_comparison *pictures);
/* What to say then. */
#define TOOL_PICTURE_BLIND                                                                         \
    "the masks cover each picture whole; make them smaller, or say with \"share\": 1 in the file " \
    "of "                                                                                          \
    "the masks that any picture may pass"

struct tool_run_side {
    const char *name; /* "the baseline" */
    struct tool_run_place place;
    cJSON *facts;    /* run.json; NULL: there is none, and the end is not compared */
    bool is_passing; /* its files will be removed; no message names them */
};

enum tool_run_first {
    TOOL_RUN_SAME,
    TOOL_RUN_FIRST_EVENT,
    TOOL_RUN_FIRST_PICTURE,
    TOOL_RUN_FIRST_OUTPUT,
    TOOL_RUN_FIRST_END,
    TOOL_RUN_UNKNOWN, /* the runs cannot be compared; a message was printed */
};

struct tool_run_comparison {
    enum tool_run_first first;
    bool events_differ, ends_differ;
    struct tool_log_difference events;
    struct tool_picture_comparison pictures;
    struct tool_output_difference output; /* of run folders */
    char rule[512];   /* why the screenshots are compared by this rule; empty: not known */
    char ends[2][64]; /* how the app ended */
    char empty[256];  /* why there was no frame or no pixel to compare; empty: there was one */
};

struct tool_run_compare_order {
    const struct tool_allow *allow;
    bool common;   /* only the frames that both runs have */
    bool same_end; /* with `common`: the recording is played to its end by both, or none */
    const char *differences; /* the folder for images of the differences; NULL: none is written */
};

/* `a` is the good run: the standard error of `b` may lack lines of it, but must not have new ones.
 */
void tool_run_compare(const struct tool_run_side *a, const struct tool_run_side *b,
                      const struct tool_run_compare_order *order, struct tool_run_comparison *out);

/* Whether a screenshot differs, or one run lacks it. */
bool tool_run_compare_has_picture(const struct tool_run_comparison *comparison);

/* Fills a side with the run in a run folder, or in the baseline of which it is the folder "run".
 * Returns false after a message that names `command`. The caller deletes the facts. */
bool tool_run_side_open(struct tool_run_side *side, const char *command, const char *name,
                        const char *folder);

#endif
