/* SPDX-License-Identifier: MIT */
#include "tool/expect/expect_kind.h"

#include <stddef.h>

const char *const tool_expect_kind_names[TOOL_EXPECT_KINDS + 1] = {
    [TOOL_EXPECT_STATE] = "state",           [TOOL_EXPECT_HAPTIC] = "haptic",
    [TOOL_EXPECT_LOCATED] = "located",       [TOOL_EXPECT_ACTION] = "action",
    [TOOL_EXPECT_LAYER] = "layer",           [TOOL_EXPECT_ERROR] = "error",
    [TOOL_EXPECT_EVENT] = "event",           [TOOL_EXPECT_FRAMES] = "frames",
    [TOOL_EXPECT_NO_GAP] = "no_gap",         [TOOL_EXPECT_NO_ERRORS] = "no_errors",
    [TOOL_EXPECT_ORDER] = "order",           [TOOL_EXPECT_ENDS] = "ends",
    [TOOL_EXPECT_FRAME_TIME] = "frame_time", [TOOL_EXPECT_MISSED] = "missed",
    [TOOL_EXPECT_BALANCE] = "balance",       [TOOL_EXPECT_MEMORY] = "memory",
    [TOOL_EXPECT_SAME_AS] = "same_as",       [TOOL_EXPECT_SEES] = "sees",
};

const char *tool_expect_kind_name(enum tool_expect_kind kind)
{
    return tool_expect_kind_names[kind];
}
