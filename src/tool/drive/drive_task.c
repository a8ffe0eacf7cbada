/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdatomic.h>
#include <string.h>

#include "core/base/text.h"
#include "platform/time.h"
#include "status/run_status.h"
#include "tool/cli/json.h"
#include "tool/drive/drive.h"
#include "tool/drive/base/drive_wait.h"
#include "tool/log/event_words.h"
#include "tool/verdict/event_match.h"

/* While nobody drives, so many frames are granted beyond those that the app has finished. */
enum { FREE_AHEAD = 8, LATE_MOST = 2, LEFT_OUT_MOST = 16 };
#define STEP_NS 5000000L
#define LOOK_NS 200000L
/* With --clock real: how long a request waits at most until it is read. */
#define PACE_STEP_NS 2000000L
#define SUBMIT_NS INT64_C(1000000000)

void tool_drive_task_drop(struct tool_drive *drive)
{
    tool_drive_wait_free(drive->task.wait);
    cJSON_Delete(drive->task.until);
    cJSON_Delete(drive->task.found);
    cJSON_Delete(drive->task.odd);
    cJSON_Delete(drive->task.seen);
    cJSON_Delete(drive->asked_params);
    drive->asked = NULL;
    drive->asked_params = NULL;
    drive->task = (struct tool_drive_task){0};
}

/* ---- The log ---- */

/* Keeps the line that the task waits for. */
static void match(struct tool_drive *drive, const struct tool_log_tail_line *line)
{
    static const struct tool_event_words no_words;
    struct tool_drive_task *task = &drive->task;
    const char *wanted = task->what.kind == TOOL_EXPECT_HAPTIC ? "haptic" : task->what.event;
    if (!task->has_until || task->is_focus || task->wait != NULL || task->found != NULL ||
        strcmp(wanted, line->name) != 0)
        return;
    cJSON *json = cJSON_ParseWithLength(line->text, line->length);
    const struct tool_log_event event = {
        .json = json,
        .name = line->name,
        .frame = json != NULL ? (int64_t)tool_json_number(json, "frame", -1.0) : -1};
    if (json != NULL && tool_event_matches(&no_words, &event, &task->what)) {
        task->found = json;
        return;
    }
    if (json != NULL)
        tool_nearest_note(&task->nearest, &no_words, &event, &task->what);
    cJSON_Delete(json);
}

/* The lines that may be about the frame of the picture, which is not known yet. */
static void match_picture(struct tool_drive_task *task, const struct tool_log_tail_line *line)
{
    static const char *const seen[] = {"submit", "views", "locate", NULL};
    cJSON **list = strcmp(line->name, "shot") == 0       ? &task->found
                   : strcmp(line->name, "odd") == 0      ? &task->odd
                   : us_text_find(seen, line->name) >= 0 ? &task->seen
                                                         : NULL;
    if (list == NULL)
        return;
    if (*list == NULL)
        *list = cJSON_CreateArray();
    cJSON_AddItemToArray(*list, cJSON_ParseWithLength(line->text, line->length));
}

static void read_log(struct tool_drive *drive)
{
    struct tool_log_tail_line line;
    while (tool_log_tail_next(&drive->log, &line)) {
        if (drive->task.kind == TOOL_DRIVE_ADVANCE && drive->task.wait == NULL)
            match(drive, &line);
        else if (drive->task.kind == TOOL_DRIVE_PICTURE || drive->task.wait != NULL)
            match_picture(&drive->task, &line);
    }
}

void tool_drive_look(struct tool_drive *drive)
{
    if (us_drive_app(drive->world.memory).waits)
        tool_log_tail_wait(&drive->log);
    read_log(drive);
}

/* ---- Steps ---- */

/* Whether the log tells that the app has submitted a frame. */
static bool has_submitted(const struct tool_drive *drive, double frame)
{
    return drive->log.submit_s * drive->world.hz > frame - 0.5;
}

/* Whether a fault left the frame out: the app has finished it, and never got it. */
static bool is_left_out(const struct tool_drive *drive, double frame)
{
    return drive->log.has_frames && drive->log.wait_s * drive->world.hz < frame - 0.5;
}

/* Whether the app has finished all frames that were granted, so that the log has all about them. An
 * app may wait for a frame while another of its threads draws the one before; one that never
 * submits it is not waited for long. */
static bool is_finished(struct tool_drive *drive)
{
    struct tool_drive_task *task = &drive->task;
    double newest = (double)drive->world.granted - 1.0;
    if (!tool_drive_world_is_at_rest(&drive->world))
        return false;
    tool_drive_look(drive);
    if (is_left_out(drive, newest))
        newest = round(drive->log.wait_s * drive->world.hz);
    if (!drive->log.submits || newest < 0.0 || has_submitted(drive, newest)) {
        task->rest_ns = 0;
        return true;
    }
    if (task->rest_ns == 0)
        task->rest_ns = us_time_now_ns();
    if (us_time_now_ns() - task->rest_ns < SUBMIT_NS)
        return false;
    drive->log.submits = false;
    return true;
}

static void conclude_advance(struct tool_drive *drive, bool met, struct tool_drive_reply *out)
{
    struct tool_drive_task *task = &drive->task;
    char unasked[900];
    tool_drive_describe_unasked(drive, unasked, sizeof unasked);
    if (task->has_until && !met && unasked[0] != '\0') {
        tool_drive_fail(out, TOOL_DRIVE_UNASKED,
                        "it did not happen, and the app does not ask for what was commanded: %s",
                        unasked);
        return;
    }
    out->result = cJSON_CreateObject();
    tool_drive_add_position(drive, out->result);
    if (task->has_until)
        cJSON_AddBoolToObject(out->result, "met", met);
    if (task->wait != NULL)
        task->wait->kind->tell(task->wait, met, out->result);
    else if (task->found != NULL)
        cJSON_AddItemToObject(out->result, "event", task->found);
    else if (!met && task->nearest.rank > 0)
        tool_json_add_text(out->result, "nearest", strchr(task->nearest.text, ':') + 2);
    task->found = task->wait != NULL ? task->found : NULL;
    if (unasked[0] != '\0')
        tool_json_add_text(out->result, "note", unasked);
}

/* The layer writes pictures after their frame. */
static bool has_pictures_waiting(const struct tool_drive *drive)
{
    return drive->status != NULL && atomic_load(&drive->status->screenshots_waiting) > 0;
}

/* Forgets the pictures of earlier frames. The lines of one whose picture may still come stay. */
static bool look_at_wait(struct tool_drive *drive, struct tool_drive_reply *out)
{
    struct tool_drive_task *task = &drive->task;
    bool is_met = task->wait->kind->look(task->wait, &drive->log, drive->shots, task->found, out);
    /* An app that works on several frames may have submitted an earlier one only now. */
    double kept = -1.0;
    const cJSON *shot;
    cJSON_ArrayForEach(shot, task->found) {
        const double frame = tool_json_number(shot, "frame", (double)drive->world.granted - 1.0);
        if (frame != kept)
            tool_drive_keep_picture(drive, (uint64_t)frame);
        kept = frame;
    }
    cJSON_Delete(task->found);
    cJSON_Delete(task->odd);
    task->found = task->odd = NULL;
    if (drive->world.granted > TOOL_DRIVE_WORLD_KEPT)
        tool_drive_forget_seen(task, drive->world.granted - TOOL_DRIVE_WORLD_KEPT);
    return is_met;
}

/* There is room for a frame: the app has finished all others. */
static void grant_until(struct tool_drive *drive)
{
    if (tool_drive_world_left_ns(&drive->world) != 0)
        return; /* it is not due */
    bool is_shot = tool_drive_wait_is_shot(drive->task.wait);
    tool_drive_world_grant(&drive->world, is_shot, false);
}

/* Each frame is looked at before the next is granted. */
static bool step_until(struct tool_drive *drive, struct tool_drive_reply *out)
{
    struct tool_drive_task *task = &drive->task;
    bool has_started = us_drive_app(drive->world.memory).has_started;
    if (has_started && !is_finished(drive))
        return false;
    if (!has_started)
        read_log(drive);
    if (task->wait != NULL && has_started && has_pictures_waiting(drive))
        return false;
    bool met = task->wait != NULL ? has_started && look_at_wait(drive, out)
               : task->is_focus   ? has_started && strcmp(drive->log.state, "FOCUSED") == 0
                                  : task->found != NULL;
    if (out->error != 0)
        return true;
    if (met || (has_started && drive->world.granted >= task->target)) {
        conclude_advance(drive, met, out);
        return true;
    }
    if (has_started)
        grant_until(drive);
    return false;
}

static bool step_advance(struct tool_drive *drive, struct tool_drive_reply *out)
{
    if (drive->task.has_until)
        return step_until(drive, out);
    while (drive->world.granted < drive->task.target &&
           tool_drive_world_grant(&drive->world, false, false))
        ;
    if (drive->world.granted < drive->task.target || !is_finished(drive)) {
        read_log(drive);
        return false;
    }
    conclude_advance(drive, true, out);
    return true;
}

/* The picture is whole when the layer has written it. An app may submit a frame only when it has
 * got the next one. A frame that a fault leaves out has none: the next one is taken. */
static bool step_picture(struct tool_drive *drive, struct tool_drive_reply *out)
{
    if (!drive->task.was_shot)
        drive->task.was_shot = tool_drive_world_grant(&drive->world, true, false);
    if (!drive->task.was_shot || !is_finished(drive))
        return false;
    if (has_pictures_waiting(drive))
        return false;
    if (is_left_out(drive, (double)drive->task.target) && drive->task.late++ < LEFT_OUT_MOST) {
        drive->task.target = drive->world.granted;
        drive->task.was_shot = false;
        return false;
    }
    bool is_late = drive->log.has_frames && !has_submitted(drive, (double)drive->task.target);
    if (is_late && drive->task.found == NULL && drive->task.late++ < LATE_MOST &&
        tool_drive_world_grant(&drive->world, false, false))
        return false;
    tool_drive_conclude_picture(drive, out);
    return true;
}

static bool step_stop(struct tool_drive *drive, struct tool_drive_reply *out)
{
    struct tool_drive_world *world = &drive->world;
    if (!world->has_end && !tool_drive_world_grant(world, false, true))
        return false;
    /* The recording of an app that asks for no frame is removed. */
    if (!us_drive_app(world->memory).has_started)
        return false;
    tool_drive_world_close(world);
    out->result = cJSON_CreateObject();
    tool_json_add_text_or_null(out->result, "recording", world->is_whole ? world->save : NULL);
    cJSON_AddNumberToObject(out->result, "frames", (double)world->granted);
    return true;
}

static bool step_free(struct tool_drive *drive)
{
    while (drive->world.granted < tool_drive_world_finished(&drive->world) + FREE_AHEAD &&
           tool_drive_world_grant(&drive->world, false, false))
        ;
    return false;
}

static bool step(struct tool_drive *drive, struct tool_drive_reply *out)
{
    switch (drive->task.kind) {
    case TOOL_DRIVE_ADVANCE:
        return step_advance(drive, out);
    case TOOL_DRIVE_PICTURE:
        return step_picture(drive, out);
    case TOOL_DRIVE_STOP:
        return step_stop(drive, out);
    case TOOL_DRIVE_UNDO:
        if (!tool_drive_undo_grant(drive) || !is_finished(drive))
            return false;
        tool_drive_undo_conclude(drive, out);
        return true;
    case TOOL_DRIVE_FREE:
        return step_free(drive);
    case TOOL_DRIVE_NO_TASK:
        break;
    }
    return false;
}

/* What the app did in its last frame may be what was waited for. */
static void end_with_app(struct tool_drive *drive, struct tool_drive_reply *out)
{
    tool_drive_look(drive);
    if (drive->task.kind == TOOL_DRIVE_ADVANCE && drive->task.found != NULL)
        conclude_advance(drive, true, out);
    else
        tool_drive_fail(out, TOOL_DRIVE_ENDED, "the app has ended: %s", drive->ending);
}

void tool_drive_tell(const struct tool_drive *drive, const struct tool_drive_method *method,
                     const cJSON *params, const struct tool_drive_reply *reply, uint64_t before)
{
    const struct tool_drive_told told = {method->name, method->drives, params,
                                         reply,        before,         drive->world.granted};
    drive->listener.take(drive->listener.data, &told);
}

bool tool_drive_step(struct tool_drive *drive, struct tool_drive_reply *out)
{
    *out = (struct tool_drive_reply){0};
    bool is_done = step(drive, out);
    const enum tool_drive_task_kind kind = drive->task.kind;
    bool takes_frames = kind == TOOL_DRIVE_ADVANCE || kind == TOOL_DRIVE_PICTURE ||
                        kind == TOOL_DRIVE_STOP ||
                        (kind == TOOL_DRIVE_UNDO && !drive->undo.is_leaving);
    if (!is_done && !drive->is_over && takes_frames)
        is_done = tool_drive_check_stall(drive, out);
    if (is_done && kind == TOOL_DRIVE_UNDO && out->error != 0)
        tool_drive_undo_stop(drive);
    if (!is_done && drive->is_over) {
        end_with_app(drive, out);
        is_done = true;
    }
    if (is_done) {
        if (drive->asked != NULL)
            tool_drive_tell(drive, drive->asked, drive->asked_params, out, drive->asked_at);
        tool_drive_task_drop(drive);
    }
    return is_done;
}

void tool_drive_go_on(struct tool_drive *drive)
{
    const struct tool_drive_task *task = &drive->task;
    bool is_taken = task->kind == TOOL_DRIVE_STOP || task->kind == TOOL_DRIVE_UNDO ||
                    (task->kind == TOOL_DRIVE_PICTURE && !task->was_shot) ||
                    (task->kind == TOOL_DRIVE_ADVANCE && task->wait != NULL);
    if (tool_drive_world_is_real(&drive->world) && !is_taken)
        tool_drive_world_grant(&drive->world, false, false);
}

/* With --clock real: until the next frame is due, or the app waits for it. */
static void wait_for_pace(const struct tool_drive_world *world)
{
    int64_t left_ns = tool_drive_world_left_ns(world);
    if (left_ns < 0)
        us_drive_wait_app(world->memory, world->granted, PACE_STEP_NS);
    else
        us_time_sleep(left_ns < PACE_STEP_NS ? left_ns : PACE_STEP_NS);
}

void tool_drive_wait(const struct tool_drive *drive)
{
    const struct tool_drive_world *world = &drive->world;
    const struct tool_drive_task *task = &drive->task;
    if (tool_drive_world_is_real(world)) {
        wait_for_pace(world);
        return;
    }
    /* Where frames are put ahead, the room is filled again when half of it is used. */
    bool fills =
        task->kind == TOOL_DRIVE_ADVANCE && !task->has_until && world->granted < task->target;
    uint64_t frame = !fills                                ? world->granted
                     : world->granted > US_DRIVE_AHEAD / 2 ? world->granted - US_DRIVE_AHEAD / 2
                                                           : 0;
    if (task->kind == TOOL_DRIVE_FREE)
        frame = world->granted - 1;
    /* An app that is there already still has something to write. */
    if (!fills && us_drive_wait_app(world->memory, frame, 0))
        us_time_sleep(LOOK_NS);
    else
        us_drive_wait_app(world->memory, frame, STEP_NS);
}
