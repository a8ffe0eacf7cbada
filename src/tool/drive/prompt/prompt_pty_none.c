/* SPDX-License-Identifier: MIT */
/* Stands in for prompt_pty.c on Windows, where a drive has no prompt on a console. */
#include "tool/drive/prompt/prompt_terminal.h"

bool tool_prompt_pty_is_ours(void)
{
    return false;
}

int tool_prompt_pty_open(int like, int *out_other)
{
    (void)like;
    return *out_other = -1;
}
