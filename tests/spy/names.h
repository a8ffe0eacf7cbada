/* SPDX-License-Identifier: MIT */
/*
 * names: what the app's handles are called. A handle that was destroyed keeps its name until its
 * value is used again. Not thread-safe.
 */
#ifndef SPY_NAMES_H
#define SPY_NAMES_H

#include "report.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum spy_names_kind { SPY_NAMES_SESSION, SPY_NAMES_ACTION, SPY_NAMES_SPACE, SPY_NAMES_TRACKER };

#define SPY_NAMES_TEXT_SIZE 128

struct spy_names_entry {
    enum spy_names_kind kind;
    uint64_t handle;
    char name[SPY_NAMES_TEXT_SIZE];
    char subaction[SPY_NAMES_TEXT_SIZE]; /* "" if there is none */
    uint32_t number;                     /* of a space, or of the view space of a session */
    XrHandEXT hand;                      /* of a tracker */
    XrSpace view;                        /* of a session: a VIEW space of the spy's own */
};

struct spy_names {
    struct spy_names_entry *entries;
    size_t count;
    size_t capacity;
};

void spy_names_finish(struct spy_names *names);
/* A copy of `entry` takes the place of one of the same kind and handle. False without memory. */
bool spy_names_set(struct spy_names *names, const struct spy_names_entry *entry);
/* An entry named "UNKNOWN" if there is none. By value: the table may move. */
struct spy_names_entry spy_names_get(const struct spy_names *names, enum spy_names_kind kind,
                                     uint64_t handle);
/* The name points into `entry`. */
struct probe_report_space spy_names_space(const struct spy_names_entry *entry);

#endif
