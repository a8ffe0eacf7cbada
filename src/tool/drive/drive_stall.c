/* SPDX-License-Identifier: MIT */
/* An app that asks for no frame, while a request waits for it. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/base/monotonic.h"
#include "tool/cli/json.h"
#include "tool/drive/drive.h"
#include "tool/process/call_report.h"

#define STALL_S 60.0

/* A number that changes whenever the app has come further. */
static uint64_t find_progress(const struct tool_drive *drive)
{
    struct us_drive_app app = us_drive_app(drive->world.memory);
    return app.waiting_frame + app.has_started + app.waits + tool_call_report_frames(drive->status);
}

static void append_line(void *data, const char *line)
{
    char *why = data;
    size_t length = strlen(why);
    snprintf(why + length, TOOL_DRIVE_THREADS_SIZE - length, "%s%s", length > 0 ? "; " : "", line);
}

bool tool_drive_check_stall(struct tool_drive *drive, struct tool_drive_reply *out)
{
    struct tool_drive_task *task = &drive->task;
    double stall_s = isnan(drive->stall_s) ? STALL_S : drive->stall_s;
    uint64_t progress = find_progress(drive);
    int64_t now_ns = us_monotonic_ns();
    char threads[TOOL_DRIVE_THREADS_SIZE] = "";
    if (task->since_ns == 0 || progress != task->progress ||
        us_drive_app(drive->world.memory).waits) {
        task->since_ns = now_ns;
        task->progress = progress;
    }
    if ((double)(now_ns - task->since_ns) * 1e-9 < stall_s)
        return false;
    tool_call_report_describe(drive->status, append_line, threads);
    tool_drive_fail(out, TOOL_DRIVE_STALLED,
                    "the app has asked for no frame for %.9g s of wall time: %s. What was granted "
                    "stays granted: if it is only slow, ask again; 'stop' ends the drive, and "
                    "--stall S sets the time",
                    stall_s, threads[0] != '\0' ? threads : "no thread has called OpenXR");
    return true;
}

static void add_line(void *data, const char *line)
{
    tool_json_append_text(data, line);
}

void tool_drive_add_threads(const struct tool_drive *drive, cJSON *object)
{
    if (!us_drive_app(drive->world.memory).waits)
        tool_call_report_describe(drive->status, add_line,
                                  cJSON_AddArrayToObject(object, "threads"));
}
