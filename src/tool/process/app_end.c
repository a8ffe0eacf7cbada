/* SPDX-License-Identifier: MIT */
#include "tool/process/app_end.h"

#include <stdlib.h>
#include <string.h>

#include "platform/app.h"
#include "tool/cli/command.h"

static int find_signal(const char *name)
{
    const char *bare = strncmp(name, "SIG", 3) == 0 ? name + 3 : name;
    for (const struct us_app_signal *one = us_app_signals; one->name != NULL; one++)
        if (strcmp(bare, one->name) == 0)
            return one->number;
    return 0;
}

bool tool_app_end_parse(const char *text, struct tool_app_end *out)
{
    *out = (struct tool_app_end){TOOL_APP_END_EXACT, -1, find_signal(text)};
    if (strcmp(text, "any") == 0) {
        out->kind = TOOL_APP_END_ANY;
        return true;
    }
    if (out->signal != 0) {
        out->code = TOOL_EXIT_SIGNAL + out->signal;
        return true;
    }
    size_t digits = strspn(text, "0123456789");
    if (digits == 0 || digits > 3 || text[digits] != '\0' || atoi(text) > 255)
        return false;
    out->code = atoi(text);
    out->signal = out->code > TOOL_EXIT_SIGNAL ? out->code - TOOL_EXIT_SIGNAL : 0;
    return true;
}

bool tool_app_end_accepts(const struct tool_app_end *wanted, const struct tool_launch_end *end)
{
    bool was_ended = end->how == TOOL_LAUNCH_LIMIT || end->how == TOOL_LAUNCH_STALL ||
                     end->how == TOOL_LAUNCH_NOT_STARTED;
    if (was_ended)
        return false;
    switch (wanted->kind) {
    case TOOL_APP_END_WELL:
        return end->how == TOOL_LAUNCH_GRACE ||
               (end->how == TOOL_LAUNCH_EXITED && end->number == 0);
    case TOOL_APP_END_ANY:
        return true;
    case TOOL_APP_END_EXACT:
        break;
    }
    return (end->how == TOOL_LAUNCH_EXITED && end->number == wanted->code) ||
           (end->how == TOOL_LAUNCH_SIGNALLED && end->number == wanted->signal);
}
