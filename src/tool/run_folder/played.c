/* SPDX-License-Identifier: MIT */
#include "tool/run_folder/played.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "status/run_status.h"
#include "status/summary_text.h"
#include "tool/cli/temporary_files.h"
#include "tool/cli/text.h"

static const char variable[] = "UNDERSTUDY_RUN_STATUS";

struct us_run_status *tool_played_begin(bool records)
{
    char path[PATH_MAX], name[48];
    snprintf(name, sizeof name, TOOL_PLAYED_RECORDING "-%ld", (long)getpid());
    int file =
        tool_temporary_files_open(records ? name : "status", NULL, us_run_status_prepare, path);
    struct us_run_status *status = file >= 0 ? us_run_status_make(file) : NULL;
    if (status == NULL)
        tool_text_complain("no small temporary file can be made in /dev/shm, in "
                           "TMPDIR or in /tmp: %s; set TMPDIR to a folder that you can write to",
                           strerror(errno));
    else
        setenv(variable, path, 1);
    if (status == NULL && file >= 0)
        unlink(path);
    if (file >= 0)
        close(file);
    return status;
}

void tool_played_reset(struct us_run_status *status)
{
    atomic_store(&status->instances, 0);
    atomic_store(&status->started, 0);
    atomic_store(&status->process_count, 0);
    atomic_store(&status->recording_count, 0);
    for (unsigned i = 0; i < US_RUN_STATUS_RECORDINGS; i++)
        atomic_store(&status->recordings[i], 0);
    for (unsigned i = 0; i < US_RUN_STATUS_PROCESSES; i++)
        atomic_store(&status->processes[i], 0);
    for (unsigned i = 0; i < US_RUN_STATUS_SUMMARIES; i++)
        atomic_store(&status->slots[i], US_RUN_STATUS_FREE);
}

void tool_played_end(struct us_run_status *status)
{
    if (status == NULL)
        return;
    const char *path = getenv(variable);
    if (path != NULL)
        unlink(path);
    unsetenv(variable);
    us_run_status_close(status);
}

/* As much as the layer would have said. */
static void say_line(void *data, bool is_warning, const char *line)
{
    const char *level = data;
    if (strcmp(level, "error") != 0 && (is_warning || strcmp(level, "warn") != 0))
        tool_text_complain("%s", line);
}

void tool_played_say_unfinished(const struct us_run_status *status)
{
    const char *set = getenv("UNDERSTUDY_LOG_LEVEL");
    char level[16];
    snprintf(level, sizeof level, "%s", set != NULL ? set : "");
    for (unsigned i = 0; i < US_RUN_STATUS_SUMMARIES; i++) {
        if (atomic_load(&status->slots[i]) != US_RUN_STATUS_OPEN)
            continue;
        say_line(level, false, "the app ended without destroying its OpenXR instance; until then:");
        us_summary_describe(&status->summaries[i], say_line, level);
    }
}

bool tool_played_check(const struct us_run_status *status)
{
    if (atomic_load(&status->started) > 0)
        return true;
    if (atomic_load(&status->instances) == 0)
        tool_text_complain(
            "nothing was played: the layer was not loaded. The app did not make an OpenXR "
            "instance, or its loader did not find the layer ('understudy doctor' "
            "looks for the reason)");
    else
        tool_text_complain("nothing was played: the app made an OpenXR instance, but playback "
                           "never started in a session");
    return false;
}
