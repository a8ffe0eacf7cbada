/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/grow.h"
#include "platform/path.h"
#include "platform/time.h"
#include "session/open_recording.h"
#include "tool/cli/json.h"
#include "tool/cli/text.h"
#include "tool/compare/compare_print.h"
#include "tool/drive/drive.h"

enum { BYTES_MOST = 64 << 20, MARKS_SHOWN = 16 };

/* ---- What is repeated ---- */

static void free_step(struct tool_drive_step *step)
{
    for (size_t i = 0; i < step->count; i++)
        free((char *)step->commands[i].line);
    free(step->commands);
    free(step->mark);
}

static size_t size_of(const struct tool_drive_step *step)
{
    size_t size = sizeof *step + step->count * sizeof *step->commands;
    for (size_t i = 0; i < step->count; i++)
        size += strlen(step->commands[i].line);
    return size;
}

static void forget_from(struct tool_drive_undo *undo, size_t first)
{
    while (undo->count > first) {
        undo->bytes -= size_of(&undo->steps[--undo->count]);
        free_step(&undo->steps[undo->count]);
    }
}

static bool copy_commands(struct tool_drive_step *step, const struct tool_live_command *commands,
                          size_t count)
{
    step->commands = calloc(count, sizeof *step->commands);
    for (; step->commands != NULL && step->count < count; step->count++) {
        step->commands[step->count] = commands[step->count];
        step->commands[step->count].line = strdup(commands[step->count].line);
        if (step->commands[step->count].line == NULL)
            return false;
    }
    return step->commands != NULL;
}

/* Takes the step. */
static void add_step(struct tool_drive *drive, struct tool_drive_step *step, bool is_whole)
{
    struct tool_drive_undo *undo = &drive->undo;
    size_t bytes = size_of(step);
    undo->is_lost |=
        !is_whole || undo->bytes + bytes > BYTES_MOST || !US_GROW(undo->steps, undo->count);
    step->granted = drive->world.granted;
    if (!undo->is_lost) {
        undo->bytes += bytes;
        undo->steps[undo->count++] = *step;
        return;
    }
    free_step(step);
    forget_from(undo, 0);
}

void tool_drive_undo_note(struct tool_drive *drive, const char *mark)
{
    struct tool_drive_step step = {.mark = mark != NULL ? strdup(mark) : NULL};
    if (!drive->undo.is_lost)
        add_step(drive, &step, mark == NULL || step.mark != NULL);
    else
        free_step(&step);
}

bool tool_drive_perform(struct tool_drive *drive, const struct tool_live_command *commands,
                        size_t count, size_t *out_wrong, char *why, size_t size)
{
    struct tool_drive_step step = {0};
    if (!tool_live_person_do(drive->world.person, commands, count, drive->world.put - 1, out_wrong,
                             why, size))
        return false;
    for (size_t i = 0; i < count; i++)
        tool_drive_note_command(drive, commands[i].line);
    if (!drive->undo.is_repeating && !drive->undo.is_lost)
        add_step(drive, &step, copy_commands(&step, commands, count));
    return true;
}

void tool_drive_undo_finish(struct tool_drive *drive)
{
    forget_from(&drive->undo, 0);
    free(drive->undo.steps);
    drive->undo = (struct tool_drive_undo){0};
}

/* ---- Where to ---- */

static bool fail_mark(const struct tool_drive_undo *undo, const char *name,
                      struct tool_drive_reply *out)
{
    const char *marks[MARKS_SHOWN + 1] = {NULL};
    char there[512] = "; no mark was set yet";
    unsigned count = 0;
    for (size_t i = undo->count; i-- > 0 && count < MARKS_SHOWN;) {
        const char *mark = undo->steps[i].mark;
        size_t used = count > 0 ? strlen(there) : 0;
        if (mark == NULL)
            continue;
        snprintf(there + used, sizeof there - used, "%s'%.60s'",
                 used > 0 ? ", " : "; the newest marks are ", mark);
        marks[count++] = mark;
    }
    return tool_drive_fail_name(out, TOOL_DRIVE_PARAMS, "there is no mark", name, marks, there);
}

/* How many frames are granted at the newest mark of the name, and the steps up to it. */
static bool find_mark(const struct tool_drive_undo *undo, const char *name, uint64_t *out_target,
                      size_t *out_steps, struct tool_drive_reply *out)
{
    for (size_t i = undo->count; i-- > 0;) {
        const char *mark = undo->steps[i].mark;
        if (mark == NULL || strcmp(mark, name) != 0)
            continue;
        *out_target = undo->steps[i].granted;
        *out_steps = i + 1;
        return true;
    }
    return fail_mark(undo, name, out);
}

/* The same for a frame: what was asked while the app stood there is undone. */
static bool find_frame(const struct tool_drive *drive, double frame, uint64_t *out_target,
                       size_t *out_steps, struct tool_drive_reply *out)
{
    const struct tool_drive_undo *undo = &drive->undo;
    if (!(frame >= 0.0 && frame < (double)drive->world.granted && frame == floor(frame)))
        return tool_drive_fail(
            out, TOOL_DRIVE_PARAMS,
            drive->world.granted > 0
                ? "'frame' must be a frame that the app has shown, from 0 to %llu"
                : "the app has shown no frame yet",
            (unsigned long long)drive->world.granted - 1);
    *out_target = (uint64_t)frame + 1;
    *out_steps = 0;
    while (*out_steps < undo->count && undo->steps[*out_steps].granted < *out_target)
        ++*out_steps;
    return true;
}

void tool_drive_undo_begin(struct tool_drive *drive, const cJSON *params,
                           struct tool_drive_reply *out)
{
    const cJSON *mark = tool_json_get(params, "mark");
    const cJSON *frame = tool_json_get(params, "frame");
    uint64_t target = 0;
    size_t steps = 0;
    bool is_right = false;
    if ((mark == NULL) == (frame == NULL) || (mark != NULL && !cJSON_IsString(mark)) ||
        (frame != NULL && !cJSON_IsNumber(frame)))
        tool_drive_fail(out, TOOL_DRIVE_PARAMS,
                        "undo needs either 'mark', the name of a mark, or 'frame', a number");
    else if (drive->undo.is_lost)
        tool_drive_fail(out, TOOL_DRIVE_INTERNAL,
                        "what was asked of this drive is too much to repeat it (%d MiB)",
                        BYTES_MOST >> 20);
    else
        is_right = mark != NULL ? find_mark(&drive->undo, mark->valuestring, &target, &steps, out)
                                : find_frame(drive, frame->valuedouble, &target, &steps, out);
    if (!is_right)
        return;
    forget_from(&drive->undo, steps);
    drive->undo.is_leaving = true;
    drive->undo.began_ns = us_time_now_ns();
    drive->task = (struct tool_drive_task){.kind = TOOL_DRIVE_UNDO, .target = target};
}

/* ---- The app ends, and is started again ---- */

bool tool_drive_undo_is_wanted(const struct tool_drive *drive)
{
    return drive->task.kind == TOOL_DRIVE_UNDO && drive->undo.is_leaving;
}

/* A file of what was undone gets a name that is free: take.mcap becomes take-undone.mcap, or
 * take-undone-2.mcap. `out` is "" if there is no file. */
static bool keep_file(const char *path, char out[PATH_MAX])
{
    char first[PATH_MAX];
    const char *name = us_path_name(path), *ending = strrchr(path, '.');
    struct us_about about;
    if (ending == NULL || ending < name)
        ending = path + strlen(path);
    int length = snprintf(first, sizeof first, "%.*s-undone%s", (int)(ending - path), path, ending);
    bool fits = length > 0 && length < PATH_MAX;
    unsigned number = 1;
    while (fits && (fits = us_session_file_name(first, number, out, PATH_MAX)) &&
           us_path_about(out, &about))
        number++;
    if (fits && (us_path_replace(path, out) || errno == ENOENT)) {
        if (!us_path_about(out, &about))
            out[0] = '\0';
        return true;
    }
    tool_text_complain("drive: %s cannot be put aside: %s", path,
                       strerror(fits ? errno : ENAMETOOLONG));
    return false;
}

/* Pictures of frames that are not there any more. */
static void forget_pictures(struct tool_drive *drive)
{
    cJSON *next;
    for (cJSON *seen = drive->seen != NULL ? drive->seen->child : NULL; seen != NULL; seen = next) {
        next = seen->next;
        if (tool_json_number(seen, "frame", 0.0) >= (double)drive->task.target)
            cJSON_Delete(cJSON_DetachItemViaPointer(drive->seen, seen));
    }
}

bool tool_drive_undo_restart(struct tool_drive *drive, const char *log)
{
    struct tool_drive_undo *undo = &drive->undo;
    tool_drive_world_close(&drive->world);
    const bool is_whole = drive->world.is_whole;
    undo->has_lost |= !is_whole;
    if (!keep_file(drive->world.save, undo->recording) || !keep_file(log, undo->log) ||
        !tool_drive_world_restart(&drive->world))
        return false;
    if (!is_whole) {
        tool_text_complain("drive: the recording of what was undone, %s, is not whole",
                           undo->recording);
        undo->recording[0] = '\0';
    }
    forget_pictures(drive);
    drive->commanded = 0;
    drive->input_count = 0;
    undo->next = 0;
    undo->is_leaving = false;
    return true;
}

/* ---- The frames up to there ---- */

/* Repeats what was done before the next frame. */
static void repeat(struct tool_drive *drive)
{
    struct tool_drive_undo *undo = &drive->undo;
    for (; undo->next < undo->count; undo->next++) {
        const struct tool_drive_step *step = &undo->steps[undo->next];
        size_t wrong;
        char why[512];
        if (step->granted != drive->world.granted)
            return;
        undo->is_repeating = true;
        if (step->commands != NULL)
            tool_drive_perform(drive, step->commands, step->count, &wrong, why, sizeof why);
        else if (step->mark != NULL)
            tool_drive_world_mark(&drive->world, step->mark);
        else
            drive->task.was_shot = true;
        undo->is_repeating = false;
    }
}

void tool_drive_undo_stop(struct tool_drive *drive)
{
    forget_from(&drive->undo, drive->undo.next);
}

static bool grant_again(struct tool_drive *drive)
{
    struct tool_drive_task *task = &drive->task;
    struct tool_drive_world *world = &drive->world;
    for (;;) {
        repeat(drive);
        if (world->granted >= task->target)
            return true;
        if (!tool_drive_world_grant(world, task->was_shot, false))
            return false;
        task->was_shot = false;
    }
}

bool tool_drive_undo_grant(struct tool_drive *drive)
{
    struct tool_drive_world *world = &drive->world;
    if (drive->undo.is_leaving) {
        if (!world->has_end)
            tool_drive_world_grant(world, false, true);
        return false;
    }
    /* At full speed, whatever the clock is. */
    const int64_t period_ns = world->pace.period_ns;
    world->pace.period_ns = 0;
    bool is_there = grant_again(drive);
    world->pace.period_ns = period_ns;
    return is_there;
}

/* Whether the app did the same both times, as far as it is now. */
static void add_sameness(const struct tool_drive *drive, cJSON *result)
{
    static struct tool_run_comparison comparison;
    const struct tool_log_compare_options options = {.common = true};
    char words[1024];
    if (drive->task.target == 0 || drive->undo.log[0] == '\0') {
        cJSON_AddNullToObject(result, "same");
        return;
    }
    comparison = (struct tool_run_comparison){.first = TOOL_RUN_FIRST_EVENT};
    enum tool_log_compare_result found =
        tool_log_compare(drive->undo.log, drive->log.path, &options, &comparison.events);
    if (found == TOOL_LOG_COMPARE_UNKNOWN)
        cJSON_AddNullToObject(result, "same");
    else
        cJSON_AddBoolToObject(result, "same", found == TOOL_LOG_COMPARE_NONE);
    if (found != TOOL_LOG_COMPARE_FOUND)
        return;
    tool_compare_describe_runs(&comparison, words, sizeof words);
    tool_json_add_text(result, "difference", words);
}

void tool_drive_undo_conclude(struct tool_drive *drive, struct tool_drive_reply *out)
{
    out->result = cJSON_CreateObject();
    tool_drive_add_position(drive, out->result);
    add_sameness(drive, out->result);
    tool_json_add_text_or_null(out->result, "undone", drive->undo.recording);
}
