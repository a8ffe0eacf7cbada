/* SPDX-License-Identifier: MIT */
#include "tool/convert/isaac/isaac_gather.h"

#include <string.h>

/* A part that says nothing for longer is not tracked. */
#define HELD_MOST_NS UINT64_C(100000000)

/* ---- Messages ---- */

static enum us_result look_ahead(struct tool_isaac_gather *gather, struct us_error *error)
{
    enum us_result result = US_OK;
    if (!gather->has_ahead && !gather->is_end)
        result = tool_isaac_next(&gather->file, &gather->ahead, &gather->is_end, error);
    gather->has_ahead = result == US_OK && !gather->is_end;
    return result;
}

static bool has_time(const struct tool_isaac_message *message)
{
    return message->time_ns <= (uint64_t)(US_SESSION_TIME_MAX - TOOL_CONVERT_ORIGIN_NS);
}

/* Whether a message is earlier than one of its part, at a time of the leader that is begun, or of
 * no time that a recording can hold. */
static bool is_late(const struct tool_isaac_gather *gather,
                    const struct tool_isaac_message *message)
{
    const enum tool_isaac_part part = message->part;
    const uint64_t newest_ns = gather->times_ns[part];
    return !has_time(message) ||
           (gather->has_part[part] && (part == gather->leader ? message->time_ns <= newest_ns
                                                              : message->time_ns < newest_ns));
}

static enum us_result take_message(struct tool_isaac_gather *gather, struct us_error *error)
{
    const struct tool_isaac_message *message = &gather->ahead;
    const enum tool_isaac_part part = message->part;
    gather->has_ahead = false;
    if (!tool_isaac_sample(message, &gather->person))
        return us_result_fail(error, US_ERROR_COUNT, message->chunk, NULL,
                              "a message of the %s, in the chunk that begins here, is not as the "
                              "schemas of IsaacTeleop say; the recording is damaged, or another "
                              "version made it",
                              tool_isaac_part_name(part));
    gather->between += gather->has_part[part] && !gather->is_used[part];
    gather->has_part[part] = true;
    gather->is_used[part] = false;
    gather->times_ns[part] = message->time_ns;
    gather->waits = gather->waits || part == gather->leader;
    return US_OK;
}

/* Reads until all messages of the next time are there. */
static enum us_result take_all(struct tool_isaac_gather *gather, bool *out_end,
                               struct us_error *error)
{
    gather->waits = false;
    for (;;) {
        enum us_result result = look_ahead(gather, error);
        if (result != US_OK)
            return result;
        const bool is_behind =
            gather->is_end ||
            (gather->waits && gather->ahead.time_ns > gather->times_ns[gather->leader]);
        *out_end = gather->is_end && !gather->waits;
        if (gather->has_ahead && is_late(gather, &gather->ahead)) {
            gather->late++;
            gather->has_ahead = false;
            continue;
        }
        if (is_behind)
            return US_OK;
        result = take_message(gather, error);
        if (result != US_OK)
            return result;
    }
}

/* ---- Times ---- */

/* Parts that say nothing any more are not tracked. */
static void hold_parts(struct tool_isaac_gather *gather)
{
    const uint64_t now_ns = gather->times_ns[gather->leader];
    for (unsigned part = 0; part < TOOL_ISAAC_PARTS; part++) {
        gather->is_used[part] = true;
        const uint64_t other_ns = gather->times_ns[part];
        if (!gather->has_part[part] || other_ns == now_ns)
            continue;
        if ((now_ns > other_ns ? now_ns - other_ns : other_ns - now_ns) <= HELD_MOST_NS) {
            gather->held++;
            continue;
        }
        tool_isaac_sample_lose((enum tool_isaac_part)part, &gather->person);
    }
}

enum us_result tool_isaac_gather_next(struct tool_isaac_gather *gather, bool *out_end,
                                      struct us_error *error)
{
    const enum us_result result = take_all(gather, out_end, error);
    if (result == US_OK && !*out_end)
        hold_parts(gather);
    return result;
}

int64_t tool_isaac_gather_time(const struct tool_isaac_gather *gather)
{
    return (int64_t)(gather->times_ns[gather->leader] - gather->first_ns);
}

void tool_isaac_gather_rewind(struct tool_isaac_gather *gather)
{
    tool_isaac_rewind(&gather->file);
    gather->late = gather->between = gather->held = 0;
    memset(&gather->person, 0, sizeof gather->person);
    memset(gather->has_part, 0, sizeof gather->has_part);
    gather->person.tells_tracked = gather->file.tells_tracked;
    gather->waits = gather->has_ahead = gather->is_end = false;
}

/* ---- The whole recording ---- */

/* What the file has, and which part gives the times. */
static enum us_result survey(struct tool_isaac_gather *gather, struct us_error *error)
{
    struct tool_isaac_message message;
    uint64_t firsts[TOOL_ISAAC_PARTS] = {0};
    bool is_end = false;
    enum us_result result = US_OK;
    while ((result = tool_isaac_next(&gather->file, &message, &is_end, error)) == US_OK && !is_end)
        if (has_time(&message) && gather->messages[message.part]++ == 0)
            firsts[message.part] = message.time_ns;
    gather->others = gather->file.others;
    while (gather->leader < TOOL_ISAAC_PARTS && gather->messages[gather->leader] == 0)
        gather->leader++;
    if (result == US_OK && gather->leader == TOOL_ISAAC_PARTS)
        return us_result_fail(error, US_ERROR_NOTHING, US_NO_BYTE, NULL,
                              "the recording has no message of a head, a hand or a controller "
                              "(core.HeadPoseRecord, core.HandPoseRecord, "
                              "core.ControllerSnapshotRecord): nothing would be played");
    if (result == US_OK)
        gather->first_ns = firsts[gather->leader];
    return result;
}

enum us_result tool_isaac_gather_open(struct tool_isaac_gather *gather, const char *path,
                                      struct us_error *error)
{
    enum us_result result = tool_isaac_open(&gather->file, path, error);
    if (result == US_OK)
        result = survey(gather, error);
    if (result == US_OK)
        tool_isaac_gather_rewind(gather);
    return result;
}

void tool_isaac_gather_close(struct tool_isaac_gather *gather)
{
    tool_isaac_close(&gather->file);
}
