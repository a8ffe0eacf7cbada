/* SPDX-License-Identifier: MIT */
/*
 * expect_kind: the kinds of expectations, understudy-expect(5), and their names.
 */
#ifndef TOOL_EXPECT_KIND_H
#define TOOL_EXPECT_KIND_H

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
    TOOL_EXPECT_KINDS
};

/* The names by their kinds, "haptic", "no_gap", ...; NULL ends them. */
extern const char *const tool_expect_kind_names[TOOL_EXPECT_KINDS + 1];

const char *tool_expect_kind_name(enum tool_expect_kind kind);

#endif
