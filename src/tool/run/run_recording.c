/* SPDX-License-Identifier: MIT */
#include "tool/run/run_recording.h"

#include <stdatomic.h>
#include <stddef.h>

#include "status/run_status.h"
#include "tool/cli/command.h"
#include "tool/cli/text.h"
#include "tool/run/run_request.h"
#include "tool/run_folder/played.h"

void tool_run_recording_take(struct tool_run_request *request, struct tool_run_recording *out)
{
    struct tool_run_setting *settings = request->settings;
    *out = (struct tool_run_recording){.order = {
                                           .path = settings[US_SETTING_RECORD].text,
                                           .replaces = true,
                                           .quiet = request->quiet,
                                       }};
    settings[US_SETTING_RECORD].text = NULL;
}

static void look(void *data)
{
    tool_recording_look(data);
}

bool tool_run_recording_begin(struct tool_run_recording *recording,
                              struct tool_launch_limits *limits)
{
    if (recording->order.path == NULL)
        return true;
    if (!tool_recording_begin(&recording->recording, "run", &recording->order))
        return false;
    recording->watch = (struct tool_launch_watch){.look = look, .data = &recording->recording};
    limits->watch = &recording->watch;
    return true;
}

bool tool_run_recording_set(const struct tool_run_request *request)
{
    if (!tool_run_request_set(request))
        return false;
    if (request->recording->order.path != NULL)
        tool_recording_set(&request->recording->recording);
    return true;
}

int tool_run_recording_end(struct tool_run_recording *recording,
                           const struct tool_run_request *request,
                           const struct us_run_status *status, int code)
{
    if (recording->order.path == NULL)
        return code;
    int recorded = tool_recording_end(&recording->recording, status);
    bool may_be_missing = request->allow_unused && atomic_load(&status->instances) == 0;
    if (code != TOOL_EXIT_OK || (recorded == TOOL_EXIT_RUNTIME && may_be_missing))
        return code;
    if (recorded == TOOL_EXIT_RUNTIME)
        tool_run_recording_say_nothing(status);
    return recorded;
}

void tool_run_recording_say_nothing(const struct us_run_status *status)
{
    const char *why = tool_played_no_instance(status);
    tool_text_complain("nothing was recorded: %s",
                       why != NULL ? why
                                   : "the app made an OpenXR instance, but no frame in a session. "
                                     "If the app leaves when its standard input ends, give it "
                                     "/dev/null, which understudy holds open, or a terminal");
}
