/* SPDX-License-Identifier: MIT */
/* The build has no libedit. */
#include "tool/drive/prompt/prompt_terminal.h"

#include <stddef.h>

const bool tool_line_editor_is_built = false;

struct tool_line_editor *tool_line_editor_open(int in, int out, const char *prompt,
                                               const struct tool_line_editor_host *host)
{
    (void)in, (void)out, (void)prompt, (void)host;
    return NULL;
}

void tool_line_editor_close(struct tool_line_editor *editor)
{
    (void)editor;
}

const char *tool_line_editor_read(struct tool_line_editor *editor)
{
    (void)editor;
    return NULL;
}

void tool_line_editor_hide(struct tool_line_editor *editor)
{
    (void)editor;
}

void tool_line_editor_show(struct tool_line_editor *editor)
{
    (void)editor;
}
