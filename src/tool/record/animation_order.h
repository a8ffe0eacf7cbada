/* SPDX-License-Identifier: MIT */
/*
 * animation_order: which input animation file a command line asks for.
 */
#ifndef TOOL_ANIMATION_ORDER_H
#define TOOL_ANIMATION_ORDER_H

#include <stdbool.h>

#include "tool/cli/options.h"

struct tool_animation_order {
    const char *path; /* the file to make; NULL: none */
    const char *keys; /* "8" or "28"; NULL: not said */
    bool reduces;
    double reduce_mm, reduce_degrees; /* NaN: not said */
    bool replaces;                    /* a file that is there gives way */
    bool quiet;
};

/* Nothing is said yet. */
struct tool_animation_order tool_animation_order_none(void);

/* The options --keys, --reduce, --reduce-mm and --reduce-degrees, for a command's table. */
#define TOOL_ANIMATION_OPTIONS(order)                                                              \
    {"keys", TOOL_OPTION_CHOICE, &(order)->keys, tool_animation_keys},                             \
        {"reduce", TOOL_OPTION_FLAG, &(order)->reduces, NULL},                                     \
        {"reduce-mm", TOOL_OPTION_NUMBER, &(order)->reduce_mm, NULL},                              \
    {                                                                                              \
        "reduce-degrees", TOOL_OPTION_NUMBER, &(order)->reduce_degrees, NULL                       \
    }
extern const char *const tool_animation_keys[];

/* The help of these options. */
#define TOOL_ANIMATION_HELP                                                                        \
    "  --keys SIZE        bytes of a key: 8 (default), as the toolkit writes version 1.1, or "     \
    "28,\n"                                                                                        \
    "                     as its specification says\n"                                             \
    "  --reduce           leave out keys that straight lines between the others replace: within\n" \
    "                     1 mm and 0.5 degrees\n"                                                  \
    "  --reduce-mm X      the same, within X millimetres\n"                                        \
    "  --reduce-degrees X the same, within X degrees\n"

/* What is wrong with the options, or NULL. */
const char *tool_animation_order_conflict(const struct tool_animation_order *order);

#endif
