/* SPDX-License-Identifier: MIT */
/*
 * allow: the limits within which two runs count as the same: the file allow.json beside a baseline,
 * or the file of --allow. understudy-run-folder(5) describes it.
 */
#ifndef TOOL_ALLOW_H
#define TOOL_ALLOW_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tool/cli/file_roles.h"
#include "tool/image/image_compare.h"
#include "tool/compare/logs/event_compare.h"

/* How screenshots are compared; image_compare.h explains both ways. */
enum tool_allow_rule {
    TOOL_ALLOW_AUTO,       /* exact if the graphics driver is the same, else perceptual */
    TOOL_ALLOW_EXACT,      /* any changed pixel counts, unless a threshold or a share is given */
    TOOL_ALLOW_PIXELS,     /* pixel by pixel, with a threshold */
    TOOL_ALLOW_PERCEPTUAL, /* as a person sees the images */
};
/* The words of the rules; NULL ends them. */
extern const char *const tool_allow_rule_names[];

/* A part of the screenshots that is not compared. */
struct tool_allow_mask {
    char view[64];         /* the end of the name without ".png": "view-0"; empty: all */
    char image[PATH_MAX];  /* where it is brighter than half is compared; empty: a rectangle */
    uint32_t rectangle[4]; /* left, top, width, height of what is left out */
};

enum { TOOL_ALLOW_MASKS = 64, TOOL_ALLOW_PATTERNS = 64, TOOL_ALLOW_PATTERN = 256 };

struct tool_allow {
    struct tool_event_tolerance events;
    char ignore[1024]; /* names of events, with commas between */
    enum tool_allow_rule rule;
    /* `ssim` is the limit of the perceptual rule; `threshold` NaN: not given. */
    struct tool_image_tolerance pictures;
    bool ignores_end; /* how the app ended does not count */
    struct tool_allow_mask masks[TOOL_ALLOW_MASKS];
    unsigned mask_count;
    char output[TOOL_ALLOW_PATTERNS][TOOL_ALLOW_PATTERN]; /* extended regular expressions (POSIX) */
    unsigned output_count; /* of lines of standard error that may be new */
};

/* The values that apply without a file. */
void tool_allow_init(struct tool_allow *allow);

/* The limits that hold for images by a rule. */
struct tool_image_tolerance tool_allow_limits(const struct tool_allow *allow,
                                              enum tool_allow_rule rule);

/* Reads a file on top of the defaults. Prints each mistake with its line, and returns false. */
bool tool_allow_read(struct tool_allow *allow, const char *path);

/* What the text of --allow says something about. */
enum tool_allow_part {
    TOOL_ALLOW_FILE = 1,     /* it names a file */
    TOOL_ALLOW_VALUES = 2,   /* position_m, angle_rad, number */
    TOOL_ALLOW_IGNORE = 4,   /* ignore */
    TOOL_ALLOW_PICTURES = 8, /* threshold, ssim */
};

/* A limit that is a number. */
struct tool_allow_limit {
    const char *name; /* in the file, and in the text */
    size_t offset;    /* of a double in struct tool_allow */
    double lowest, highest;
    const char *needs; /* what the file needs, in words */
    enum tool_allow_part part;
};
/* Only the file has the last one. */
enum { TOOL_ALLOW_LIMITS = 6, TOOL_ALLOW_TEXT_LIMITS = TOOL_ALLOW_LIMITS - 1 };
extern const struct tool_allow_limit tool_allow_limit_table[TOOL_ALLOW_LIMITS];

/*
 * Reads the text of --allow on top of what is in `allow`: "FILE", "NAME=X,NAME=X", or the file and
 * then limits. The names are those of the file; behind "ignore=" several names of events may stand,
 * with commas between. `out_path`: the file; "": none. `out_given`: the parts that it has. Prints a
 * mistake, after the name of the command, and returns false.
 */
bool tool_allow_take(struct tool_allow *allow, const char *command, const char *text,
                     char out_path[PATH_MAX], unsigned *out_given);

/* Writes a file with the defaults, for a person to edit. Returns false after a message. */
bool tool_allow_write_defaults(const char *path);

/* Returns false after a message if an output of the list is a mask. */
bool tool_allow_check_files(const struct tool_allow *allow, const char *command,
                            const struct tool_file_role *roles, size_t count);

/* Makes the mask for a screenshot of this name and size. It has no pixels if nothing is masked.
 * Returns false after a message. The caller frees it. */
bool tool_allow_make_mask(const struct tool_allow *allow, const char *name, uint32_t width,
                          uint32_t height, struct tool_png_image *out);

#endif
