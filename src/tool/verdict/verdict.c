/* SPDX-License-Identifier: MIT */
#include "tool/verdict/verdict.h"

#include <stdlib.h>

void tool_verdict_free(struct tool_verdict *verdict)
{
    free(verdict->items);
    *verdict = (struct tool_verdict){0};
}
