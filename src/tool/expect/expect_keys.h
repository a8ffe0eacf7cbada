/* SPDX-License-Identifier: MIT */
/*
 * expect_keys: which keys an expectation of a kind may have and must have, and what they hold,
 * understudy-expect(5).
 *
 * A mistake is said by tool_json_place_complain.
 */
#ifndef TOOL_EXPECT_KEYS_H
#define TOOL_EXPECT_KEYS_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stdint.h>

#include "tool/expect/json_place.h"

/* The kinds of expectations, understudy-expect(5). */
enum tool_expect_kind {
    /* Something happens a number of times. */
    TOOL_EXPECT_STATE,
    TOOL_EXPECT_HAPTIC,
    TOOL_EXPECT_LOCATED,
    TOOL_EXPECT_ACTION,
    TOOL_EXPECT_LAYER,
    TOOL_EXPECT_ERROR,
    TOOL_EXPECT_EVENT,
    /* About the whole run. */
    TOOL_EXPECT_FRAMES,
    TOOL_EXPECT_NO_GAP,
    TOOL_EXPECT_NO_ERRORS,
    TOOL_EXPECT_ORDER,
    TOOL_EXPECT_ENDS,
    /* About pace and resources. */
    TOOL_EXPECT_FRAME_TIME,
    TOOL_EXPECT_MISSED,
    TOOL_EXPECT_BALANCE,
    TOOL_EXPECT_MEMORY,
    /* About screenshots. */
    TOOL_EXPECT_SAME_AS,
    TOOL_EXPECT_SEES,
    /* About what the app writes. */
    TOOL_EXPECT_OUTPUT,
    TOOL_EXPECT_KINDS
};

/* The names by their kinds, "haptic", "no_gap", ...; NULL ends them. */
extern const char *const tool_expect_kind_names[TOOL_EXPECT_KINDS + 1];

/* The largest whole number in a file; a double holds it exactly. */
#define TOOL_EXPECT_COUNT_MOST UINT64_C(1000000000000000)

/* The kind of an expectation. Returns false after a message if it has none that is known. */
bool tool_expect_keys_find_kind(struct tool_json_place *reader, const cJSON *object,
                                enum tool_expect_kind *out);

/* Checks every key of an expectation of this kind; `in_order`: it is an element of an order. */
void tool_expect_keys_check(struct tool_json_place *reader, const cJSON *object,
                            enum tool_expect_kind kind, bool in_order);

/* Whether an item is a whole number from 0 to TOOL_EXPECT_COUNT_MOST. NULL is none. */
bool tool_expect_keys_is_count(const cJSON *item);

#endif
