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
#include <stdint.h>

#include "tool/drive/base/drive_reply.h"
#include "tool/drive/base/log_tail.h"

struct tool_drive_wait;

/* Pictures of one wait; with them goes the room on the disk. */
enum { TOOL_DRIVE_WAIT_PICTURES = 600 };

/* Whether `until` is a condition of this kind. */
bool tool_drive_wait_is_meant(const cJSON *until);

/* NULL, with an error in the reply: the condition is wrong. `until` is used until it is freed;
 * `frames` is the limit. */
struct tool_drive_wait *tool_drive_wait_make(const cJSON *until, uint64_t frames,
                                             struct tool_drive_reply *reply);
/* NULL is fine. */
void tool_drive_wait_free(struct tool_drive_wait *wait);

/* Whether the next frame is granted with a screenshot. Call it once for each frame. */
bool tool_drive_wait_is_shot(struct tool_drive_wait *wait);

/* Whether it is met. The app has finished its frames, of which `log` tells, and `shots` are the
 * lines of new screenshots of them in `folder`; NULL: there are none. An error in the reply ends
 * the wait. */
bool tool_drive_wait_look(struct tool_drive_wait *wait, const struct tool_log_tail *log,
                          const char *folder, const cJSON *shots, struct tool_drive_reply *reply);

/* Adds what was found; or, where it was not met, "nearest". */
void tool_drive_wait_tell(const struct tool_drive_wait *wait, bool met, cJSON *result);

/* ---- drive_wait_picture.c, drive_wait_output.c: the parts, as above ---- */

struct tool_drive_wait_picture *tool_drive_wait_picture_make(const cJSON *until, uint64_t frames,
                                                             struct tool_drive_reply *reply);
void tool_drive_wait_picture_free(struct tool_drive_wait_picture *wait);
bool tool_drive_wait_picture_is_shot(struct tool_drive_wait_picture *wait);
bool tool_drive_wait_picture_look(struct tool_drive_wait_picture *wait, const char *folder,
                                  const cJSON *shots, struct tool_drive_reply *reply);
void tool_drive_wait_picture_tell(const struct tool_drive_wait_picture *wait, bool met,
                                  cJSON *result);

struct tool_drive_wait_output *tool_drive_wait_output_make(const cJSON *until,
                                                           struct tool_drive_reply *reply);
void tool_drive_wait_output_free(struct tool_drive_wait_output *wait);
bool tool_drive_wait_output_look(struct tool_drive_wait_output *wait);
void tool_drive_wait_output_tell(const struct tool_drive_wait_output *wait, bool met,
                                 cJSON *result);

#endif
