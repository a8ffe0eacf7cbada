/* SPDX-License-Identifier: MIT */
/*
 * expect_keys: which keys an expectation of a kind may have and must have, and what they hold,
 * understudy-expect(5).
 *
 * A mistake is printed with its line and its key, and marks the reader as failed; checking goes on,
 * so that all mistakes of a file are printed.
 */
#ifndef TOOL_EXPECT_KEYS_H
#define TOOL_EXPECT_KEYS_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stdint.h>

#include "tool/expect/expect_kind.h"

/* The file that is read: its path for messages, its text, and the tree that was parsed from it. */
struct tool_expect_reader {
    const char *path, *text;
    const cJSON *root;
    bool failed;
};

/* The largest whole number in a file; a double holds it exactly. */
#define TOOL_EXPECT_COUNT_MOST UINT64_C(1000000000000000)

/* Prints what is wrong with an item, in the words `what` and `then`, one after the other. */
void tool_expect_keys_complain(struct tool_expect_reader *reader, const cJSON *item,
                               const char *what, const char *then);

/* The kind of an expectation. Returns false after a message if it has none that is known. */
bool tool_expect_keys_find_kind(struct tool_expect_reader *reader, const cJSON *object,
                                enum tool_expect_kind *out);

/* Checks every key of an expectation of this kind; `in_order`: it is an element of an order. */
void tool_expect_keys_check(struct tool_expect_reader *reader, const cJSON *object,
                            enum tool_expect_kind kind, bool in_order);

/* Whether an item is a whole number from 0 to TOOL_EXPECT_COUNT_MOST. NULL is none. */
bool tool_expect_keys_is_count(const cJSON *item);

#endif
