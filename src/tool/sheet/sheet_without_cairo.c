/* SPDX-License-Identifier: MIT */
/* Stands in for sheet.c where the build has no cairo. */
#include "tool/cli/command.h"
#include "tool/cli/text.h"
#include "tool/sheet/sheet.h"

int tool_sheet_write(const struct us_loaded_recording *loaded,
                     const struct tool_sheet_request *request)
{
    (void)loaded;
    tool_text_complain("%s: %s: this build of understudy cannot draw, because cairo was missing; "
                       "install libcairo2-dev and build again",
                       request->command, request->output);
    return TOOL_EXIT_RUNTIME;
}
