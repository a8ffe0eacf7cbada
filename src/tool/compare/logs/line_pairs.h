/* SPDX-License-Identifier: MIT */
/*
 * line_pairs: finds for each line of one log the line of the other log to compare it with, in time
 * that is linear in the number of lines.
 *
 * Questions are paired with equal ones, whichever thread asked first; then with those about the
 * same thing and time; then with those about the same thing. All other lines have an order: the
 * n-th line about a thing is paired with the other log's n-th line about it.
 */
#ifndef TOOL_LINE_PAIRS_H
#define TOOL_LINE_PAIRS_H

#include <stddef.h>

#include "tool/compare/logs/event_compare.h"

struct tool_line_pairs_side {
    struct tool_event_line *lines;
    uint32_t count;
};

/* Whether two lines about the same thing are equal within the tolerances. */
typedef bool (*tool_line_pairs_equal_fn)(void *data, const struct tool_event_line *a,
                                         const struct tool_event_line *b);

struct tool_line_pairs_slot {
    uint64_t key;
    uint32_t head, tail; /* of the lines of b with this key; TOOL_EVENT_LINE_ALONE: none */
    uint32_t failures;   /* lines in a row that matched no line with this key */
    bool is_used;
};

/* Memory that is reused for each frame. Zeroed: empty. */
struct tool_line_pairs {
    struct tool_line_pairs_slot *slots;
    size_t slot_count;
    uint32_t *next; /* of each line of b: the next one with the same key */
    size_t next_count;
};

/*
 * Sets the partners. If `more` lines of the same frame follow, questions without an equal one stay
 * alone unless they are carried. False: memory ran out.
 */
bool tool_line_pairs_find(struct tool_line_pairs *pairs, struct tool_line_pairs_side a,
                          struct tool_line_pairs_side b, bool more,
                          tool_line_pairs_equal_fn is_equal, void *data);
void tool_line_pairs_finish(struct tool_line_pairs *pairs);

#endif
