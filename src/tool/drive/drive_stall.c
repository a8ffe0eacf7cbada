/* SPDX-License-Identifier: MIT */
/* An app that asks for no frame, while a request waits for it. */
#include <stdio.h>

#include "core/base/text.h"
#include "platform/time.h"
#include "tool/cli/json.h"
#include "tool/cli/text.h"
#include "tool/drive/drive.h"
#include "tool/process/call_report.h"

/* A number that changes whenever the app has come further. */
static uint64_t find_progress(const struct tool_drive *drive)
{
    struct us_drive_app app = us_drive_app(drive->world.memory);
    return app.waiting_frame + app.has_started + app.waits + tool_call_report_frames(drive->status);
}

static bool has_stalled(const struct tool_drive *drive, struct tool_drive_patience *patience)
{
    const uint64_t progress = find_progress(drive);
    const int64_t now_ns = us_time_now_ns();
    if (patience->since_ns == 0 || progress != patience->progress ||
        us_drive_app(drive->world.memory).waits)
        *patience = (struct tool_drive_patience){progress, now_ns};
    return (double)(now_ns - patience->since_ns) * 1e-9 >= drive->stall_s;
}

/* Where the threads of the app are. */
static void describe_threads(const struct tool_drive *drive, char out[TOOL_DRIVE_THREADS_SIZE])
{
    char line[TOOL_CALL_REPORT_LINE_SIZE];
    out[0] = '\0';
    for (unsigned place = 0; tool_call_report_next(drive->status, &place, line);)
        us_text_add(out, TOOL_DRIVE_THREADS_SIZE, "; ", line);
    if (out[0] == '\0')
        snprintf(out, TOOL_DRIVE_THREADS_SIZE, "no thread has called OpenXR");
}

static void fail_for_stall(const struct tool_drive *drive, struct tool_drive_reply *out)
{
    char threads[TOOL_DRIVE_THREADS_SIZE];
    describe_threads(drive, threads);
    tool_drive_fail(out, TOOL_DRIVE_STALLED,
                    "the app has asked for no frame for %.9g s of wall time: %s. %s",
                    drive->stall_s, threads,
                    drive->is_given_up
                        ? "The drive was stopped, so the app is ended now; --stall S sets the time"
                        : "What was granted stays granted: if it is only slow, ask again; 'stop' "
                          "ends the drive, and --stall S sets the time");
    /* There may be nobody any more who asks. */
    if (drive->is_given_up)
        tool_text_complain("drive: %s", out->why);
}

bool tool_drive_check_stall(struct tool_drive *drive, struct tool_drive_reply *out)
{
    if (!has_stalled(drive, &drive->task.patience))
        return false;
    drive->is_given_up = drive->task.kind == TOOL_DRIVE_STOP;
    fail_for_stall(drive, out);
    return true;
}

/* With the last frame the app is asked to exit, which has a limit of its own. */
static bool has_last_frame(const struct tool_drive *drive)
{
    const struct us_drive_app app = us_drive_app(drive->world.memory);
    return app.has_started && app.waiting_frame + 1 >= drive->world.granted + app.waits;
}

void tool_drive_check_stop(struct tool_drive *drive)
{
    struct tool_drive_reply nobody = {0};
    if (drive->is_given_up || !drive->world.has_end || drive->task.kind != TOOL_DRIVE_NO_TASK ||
        has_last_frame(drive) || !has_stalled(drive, &drive->patience))
        return;
    drive->is_given_up = true;
    fail_for_stall(drive, &nobody);
}

void tool_drive_add_threads(const struct tool_drive *drive, cJSON *object)
{
    char line[TOOL_CALL_REPORT_LINE_SIZE];
    if (us_drive_app(drive->world.memory).waits)
        return;
    cJSON *threads = cJSON_AddArrayToObject(object, "threads");
    for (unsigned place = 0; tool_call_report_next(drive->status, &place, line);)
        tool_json_append_text(threads, line);
}
