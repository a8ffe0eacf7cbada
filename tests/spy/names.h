/* SPDX-License-Identifier: MIT */
/*
 * names: what the app's handles are called. A handle that was destroyed keeps its name until its
 * value is used again. Not thread-safe.
 */
#ifndef US_SPY_NAMES_H
#define US_SPY_NAMES_H

#include "report.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum us_names_kind { US_NAMES_SESSION, US_NAMES_ACTION, US_NAMES_SPACE, US_NAMES_TRACKER };

#define US_NAMES_TEXT_SIZE 128

struct us_names_entry {
    enum us_names_kind kind;
    uint64_t handle;
    char name[US_NAMES_TEXT_SIZE];
    char subaction[US_NAMES_TEXT_SIZE]; /* "" if there is none */
    XrPosef offset;                     /* of a space */
    XrHandEXT hand;                     /* of a tracker */
    XrSpace view;                       /* of a session: a VIEW space of the spy's own */
};

struct us_names {
    struct us_names_entry *entries;
    size_t count;
    size_t capacity;
};

void us_names_finish(struct us_names *names);
/* A copy of `entry` takes the place of one of the same kind and handle. False without memory. */
bool us_names_set(struct us_names *names, const struct us_names_entry *entry);
/* An entry named "UNKNOWN" if there is none. By value: the table may move. */
struct us_names_entry us_names_get(const struct us_names *names, enum us_names_kind kind,
                                   uint64_t handle);
/* Points into `entry`. */
struct us_report_space us_names_space(const struct us_names_entry *entry);

#endif
