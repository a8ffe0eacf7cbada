/* SPDX-License-Identifier: MIT */
#include "tool/drive/drive_pace.h"

int64_t tool_drive_pace_left_ns(const struct tool_drive_pace *pace, int64_t now_ns)
{
    return pace->period_ns > 0 && pace->due_ns > now_ns ? pace->due_ns - now_ns : 0;
}

void tool_drive_pace_granted(struct tool_drive_pace *pace, int64_t now_ns)
{
    bool is_late = now_ns - pace->due_ns >= pace->period_ns;
    pace->due_ns = (is_late ? now_ns : pace->due_ns) + pace->period_ns;
}
