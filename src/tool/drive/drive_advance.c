/* SPDX-License-Identifier: MIT */
/* What `advance` is asked for. */
#include <math.h>
#include <string.h>

#include "tool/cli/json.h"
#include "tool/drive/drive.h"
#include "tool/drive/base/drive_wait.h"

#define FRAMES_MOST 1e9

static bool read_frames(const cJSON *params, const char *key, double per, uint64_t *out,
                        struct tool_drive_reply *reply)
{
    const cJSON *item = tool_json_get(params, key);
    double frames = cJSON_IsNumber(item) ? item->valuedouble * per : -1.0;
    bool is_right = frames > 0.0 && frames <= FRAMES_MOST &&
                    (per != 1.0 || frames == floor(frames) || strstr(key, "seconds") != NULL);
    if (is_right)
        *out = (uint64_t)ceil(frames - 1e-6 > 1.0 ? frames - 1e-6 : 1.0);
    else
        tool_drive_fail(reply, TOOL_DRIVE_PARAMS,
                        strstr(key, "seconds") != NULL
                            ? "'%s' must be seconds of the app's time, above 0"
                            : "'%s' must be a whole number from 1 to 1000000000",
                        key);
    return is_right;
}

/* The one of two keys that is there. */
static bool read_limit(const struct tool_drive *drive, const cJSON *params,
                       const char *const keys[2], uint64_t *out, struct tool_drive_reply *reply)
{
    bool has[2] = {cJSON_HasObjectItem(params, keys[0]), cJSON_HasObjectItem(params, keys[1])};
    if (has[0] == has[1])
        return tool_drive_fail(reply, TOOL_DRIVE_PARAMS, "advance needs either '%s' or '%s'",
                               keys[0], keys[1]);
    return read_frames(params, keys[has[1]], has[1] ? drive->world.hz : 1.0, out, reply);
}

static bool read_haptic(const cJSON *until, struct tool_expect_what *out,
                        struct tool_drive_reply *reply)
{
    static const char *const hands[] = {"left", "right", "any", NULL};
    const int hand = tool_drive_read_word(until, "haptic", hands, reply);
    *out = (struct tool_expect_what){.kind = TOOL_EXPECT_HAPTIC,
                                     .hand = hand == 0 || hand == 1 ? hands[hand] : NULL};
    return hand >= 0;
}

static bool read_event(const cJSON *until, struct tool_expect_what *out,
                       struct tool_drive_reply *reply)
{
    const cJSON *where = tool_json_get(until, "where");
    const char *name = tool_json_text(until, "event", "");
    *out = (struct tool_expect_what){.kind = TOOL_EXPECT_EVENT, .event = name, .where = where};
    if (where != NULL && !cJSON_IsObject(where))
        tool_drive_fail(reply, TOOL_DRIVE_PARAMS,
                        "'where' must be an object of fields of the event's line");
    return reply->error == 0 && tool_drive_check_event(name, reply);
}

static bool read_until(const cJSON *until, struct tool_drive_task *task,
                       struct tool_drive_reply *reply)
{
    const cJSON *haptic = tool_json_get(until, "haptic");
    const cJSON *event = tool_json_get(until, "event");
    int most = cJSON_HasObjectItem(until, "where") && event != NULL ? 2 : 1;
    task->has_until = true;
    task->is_focus = cJSON_IsTrue(tool_json_get(until, "focused"));
    if (tool_drive_wait_is_meant(until))
        return true;
    if (cJSON_IsObject(until) && cJSON_GetArraySize(until) == most) {
        if (task->is_focus)
            return true;
        if (haptic != NULL)
            return read_haptic(until, &task->what, reply);
        if (event != NULL)
            return read_event(until, &task->what, reply);
    }
    return tool_drive_fail(
        reply, TOOL_DRIVE_PARAMS,
        "'until' must be one of {\"haptic\":\"left\"}, {\"haptic\":\"any\"}, "
        "{\"event\":\"action\",\"where\":{\"action\":\"grab\",\"value\":true}}, "
        "{\"layer\":\"quad\",\"where\":{\"space\":\"LOCAL\"}}, "
        "{\"picture\":\"/tmp/a.png\"}, {\"unchanged\":10}, {\"output\":\"loaded\"}, "
        "{\"matches\":\"level [0-9]+\"} and {\"focused\":true}");
}

void tool_drive_advance(struct tool_drive *drive, const cJSON *params, struct tool_drive_reply *out)
{
    static const char *const spans[2] = {"frames", "seconds"};
    static const char *const limits[2] = {"within_frames", "within_seconds"};
    const cJSON *until = tool_json_get(params, "until");
    struct tool_drive_task task = {.kind = TOOL_DRIVE_ADVANCE};
    uint64_t frames = 0;
    bool spans_given =
        cJSON_HasObjectItem(params, spans[0]) || cJSON_HasObjectItem(params, spans[1]);
    bool limits_given =
        cJSON_HasObjectItem(params, limits[0]) || cJSON_HasObjectItem(params, limits[1]);
    if (until != NULL ? spans_given : limits_given) {
        tool_drive_fail(out, TOOL_DRIVE_PARAMS,
                        "within_frames and within_seconds belong to 'until'; frames and seconds "
                        "are without it");
        return;
    }
    task.until = cJSON_Duplicate(until, true);
    bool is_right = until == NULL || read_until(task.until, &task, out);
    /* The focus comes before the first frame: there is nothing to count. */
    if (is_right && !(task.is_focus && !limits_given))
        is_right = read_limit(drive, params, until != NULL ? limits : spans, &frames, out);
    if (is_right && tool_drive_wait_is_meant(task.until))
        is_right = (task.wait = tool_drive_wait_make(task.until, frames, out)) != NULL;
    if (!is_right) {
        cJSON_Delete(task.until);
        return;
    }
    task.target = drive->world.granted + frames;
    if (task.has_until) /* what was logged before is not waited for */
        tool_drive_look(drive);
    drive->task = task;
}
