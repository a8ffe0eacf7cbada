/* SPDX-License-Identifier: MIT */
#include "tool/process/execute.h"

#include "platform/app.h"
#include "tool/cli/command.h"
#include "tool/cli/text.h"

int tool_execute_explain(const char *app, int reason)
{
    const char *fault = us_app_fault(app, reason);
    if (fault == NULL) {
        tool_text_complain("there is no app %s; check its name, or pass its path", app);
        return TOOL_EXIT_MISSING;
    }
    tool_text_complain("%s cannot be executed: %s", app, fault);
    return TOOL_EXIT_CANNOT;
}
