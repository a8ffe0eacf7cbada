/* SPDX-License-Identifier: MIT */
#include "tool/process/launch_logged.h"

#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <string.h>

#include "platform/descriptor.h"
#include "platform/environment.h"
#include "platform/path.h"
#include "eventlog/event_journal.h"
#include "eventlog/event_journal_ring.h"
#include "tool/process/lost_outputs.h"
#include "tool/cli/temporary_files.h"
#include "tool/cli/text.h"

static const char variable[] = "UNDERSTUDY_EVENTS_RING";

/* In memory where there is room for it: an app's frame thread writes to it. */
static bool make_ring(const char *log, char out[PATH_MAX])
{
    int file = tool_temporary_files_open("ring", log, us_event_journal_prepare_ring, out);
    if (file < 0) {
        tool_text_complain("neither /dev/shm nor the disk has room for the event log's buffer "
                           "(%s); if the app crashes, the log lacks the last moments",
                           strerror(errno));
        return false;
    }
    us_descriptor_close(file);
    if (!tool_temporary_files_is_in_memory(out))
        tool_text_complain("/dev/shm has no room for the event log's buffer; using %s on disk, "
                           "which may slow the app down",
                           out);
    us_environment_set(variable, out);
    return true;
}

int tool_launch_logged(const char *log, char **argv, const struct tool_launch_limits *limits,
                       struct tool_launch_end *out_end)
{
    char ring[PATH_MAX];
    us_environment_unset(variable);
    if (log == NULL || !make_ring(log, ring))
        return tool_launch(argv, limits, out_end);
    int code = tool_launch(argv, limits, out_end);
    uint64_t dropped = 0;
    if (us_event_journal_recover(ring, log, &dropped) < 0)
        tool_lost_outputs_note_log(strerror(errno));
    else if (dropped > 0)
        tool_lost_outputs_note_log(
            us_event_journal_dropped_words(dropped, (char[US_LOST_OUTPUT_SIZE]){0}));
    us_path_remove(ring);
    us_environment_unset(variable);
    return code;
}
