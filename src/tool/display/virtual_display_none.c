/* SPDX-License-Identifier: MIT */
/* Stands in for virtual_display.c on Windows, which has no X servers. */
#include <stddef.h>

#include "tool/display/virtual_display.h"

const char *tool_virtual_display_conflict(bool window, bool own)
{
    if (window)
        return "--window: the headless runtime has no window on Windows; leave it out";
    if (own)
        return "--virtual-display starts an X server, and Windows has none; leave it out";
    return NULL;
}

bool tool_virtual_display_begin(struct tool_virtual_display *display, const char *program)
{
    (void)display, (void)program;
    return false;
}

void tool_virtual_display_end(struct tool_virtual_display *display)
{
    (void)display;
}
