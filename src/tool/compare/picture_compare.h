/* SPDX-License-Identifier: MIT */
/*
 * picture_compare: compares the screenshots of two runs, or of two folders.
 */
#ifndef TOOL_PICTURE_COMPARE_H
#define TOOL_PICTURE_COMPARE_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

#include "tool/compare/allow.h"
#include "tool/compare/logs/log_side.h"

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

#endif
