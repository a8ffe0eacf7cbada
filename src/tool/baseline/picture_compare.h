/* SPDX-License-Identifier: MIT */
/*
 * picture_compare: compares the screenshots of two runs.
 */
#ifndef TOOL_PICTURE_COMPARE_H
#define TOOL_PICTURE_COMPARE_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

#include "tool/baseline/allow.h"
#include "tool/baseline/picture_list.h"
#include "tool/run_folder/run_place.h"

/* A screenshot that differs. */
struct tool_picture_difference {
    struct tool_picture picture;
    const char *only_in; /* the name of the run that has it alone, or NULL */
    bool is_unreadable;  /* the file of one run cannot be compared; a message was printed */
    struct tool_image_outcome outcome;
    char path[PATH_MAX]; /* the image of the differences; empty: there is none */
};

struct tool_picture_comparison {
    bool is_perceptual;
    unsigned compared, differing;
    struct tool_picture_difference first; /* valid if `differing` is not 0 */
    double ssim_lowest, patch_largest;    /* over all; NaN if the rule is not perceptual */
};

struct tool_picture_order {
    const struct tool_run_place *a, *b;
    const char *a_name, *b_name;
    const struct tool_allow *allow;
    bool is_perceptual;
    int64_t alone_until;     /* a screenshot that only one run has counts before this frame */
    const char *differences; /* the folder for images of the differences; NULL: none is written */
};

/* Returns false after a message if a log cannot be read or memory runs out. */
bool tool_picture_compare_runs(const struct tool_picture_order *order,
                               struct tool_picture_comparison *out);

#endif
