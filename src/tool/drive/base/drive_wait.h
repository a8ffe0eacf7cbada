/* SPDX-License-Identifier: MIT */
/*
 * drive_wait: what `advance` waits for that no single line of the event log tells: a layer that the
 * app submits, a picture, a line of the app's output. It is looked at after each finished frame.
 * One thread at a time.
 */
#ifndef TOOL_DRIVE_BASE_DRIVE_WAIT_H
#define TOOL_DRIVE_BASE_DRIVE_WAIT_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tool/drive/base/drive_reply.h"
#include "tool/drive/base/log_tail.h"

struct tool_drive_wait;

/* A kind of condition: how its parts are read, looked at and told of. */
struct tool_drive_wait_kind {
    size_t size;             /* of its struct, which begins with a tool_drive_wait */
    const char *const *keys; /* of the condition; NULL ends them */
    /* Reads `until`, which lasts as long as the wait, into zeroed memory; `frames` is the limit.
     * False, with an error in the reply: the condition is wrong. */
    bool (*read)(struct tool_drive_wait *wait, const cJSON *until, uint64_t frames,
                 struct tool_drive_reply *reply);
    /* Whether it is met. The app has finished its frames, of which `log` tells, and `shots` are the
     * lines of new screenshots of them in `folder`; NULL: there are none. An error in the reply
     * ends the wait. */
    bool (*look)(struct tool_drive_wait *wait, const struct tool_log_tail *log, const char *folder,
                 const cJSON *shots, struct tool_drive_reply *reply);
    /* Adds what was found; or, where it was not met, "nearest". */
    void (*tell)(const struct tool_drive_wait *wait, bool met, cJSON *result);
    void (*finish)(struct tool_drive_wait *wait);
};

struct tool_drive_wait {
    const struct tool_drive_wait_kind *kind;
    uint64_t every, granted; /* each so many frames are looked at in a picture; 0: none are */
};

/* drive_wait_picture.c, drive_wait_output.c */
extern const struct tool_drive_wait_kind tool_drive_wait_for_picture, tool_drive_wait_for_output;

/* Pictures of one wait; with them goes the room on the disk. */
enum { TOOL_DRIVE_WAIT_PICTURES = 600 };

/* Whether `until` is a condition of this kind. */
bool tool_drive_wait_is_meant(const cJSON *until);

/* NULL, with an error in the reply: the condition is wrong. */
struct tool_drive_wait *tool_drive_wait_make(const cJSON *until, uint64_t frames,
                                             struct tool_drive_reply *reply);
/* NULL is fine. */
void tool_drive_wait_free(struct tool_drive_wait *wait);

/* Whether the next frame is granted with a screenshot. Call it once for each frame. */
bool tool_drive_wait_is_shot(struct tool_drive_wait *wait);

#endif
