/* SPDX-License-Identifier: MIT */
/*
 * drive_world: the frames of a drive. Each is composed of what the person does, put into the memory
 * that the layer reads, kept in the recording of the drive, and granted, in one go.
 *
 * Frames count from 0, the first frame of playback. One thread at a time.
 */
#ifndef TOOL_DRIVE_WORLD_H
#define TOOL_DRIVE_WORLD_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

#include "drive/drive_memory.h"
#include "session/session_recorder.h"
#include "tool/drive/drive_pace.h"
#include "tool/drive/person/live_person.h"

struct tool_drive_world {
    double hz;
    struct us_drive *memory;
    struct tool_live_person *person;
    struct us_session_recorder *recorder; /* NULL: not begun, or closed */
    char save[PATH_MAX];                  /* the recording of the drive, absolute */
    char app[US_SESSION_NAME_SIZE];       /* its name, for the recording */
    char ring[PATH_MAX];                  /* where what is not in the recording yet survives this
                                             process; "": nowhere */
    uint64_t put, granted;                /* how many frames */
    unsigned markers;                     /* how many */
    struct tool_drive_pace pace;          /* of --clock real; all 0: none */
    bool has_end;                         /* the last frame was granted */
    bool is_whole;                        /* the recording has all frames, and is closed */
    struct us_session_frame frame;        /* the newest that was put */
    struct us_session_input input;
};

/* Makes the memory and the person, puts frame 0, and writes the recording that the layer opens to
 * `seed`. `out_memory` is the memory's path, which the caller removes; "": there is none. Returns
 * false after a message. */
bool tool_drive_world_begin(struct tool_drive_world *world, double hz, const char *seed,
                            char out_memory[PATH_MAX]);

/* As it began: another person, and frame 0. The recording is closed. No app may have the memory
 * open. Returns false after a message. */
bool tool_drive_world_restart(struct tool_drive_world *world);

/* Opens the recording of the drive. Call it when this process forks no more. Returns false after a
 * message; the drive goes on without it. */
bool tool_drive_world_record(struct tool_drive_world *world);

/* Whether frames come by the wall clock. */
bool tool_drive_world_is_real(const struct tool_drive_world *world);
/* How long until the next frame may be granted: with a pace it is due, and the app waits for it.
 * Negative: the app does not wait for it yet. */
int64_t tool_drive_world_left_ns(const struct tool_drive_world *world);

/* Grants the next frame. False: there is no room for it before the app asks for more, it is not due
 * (the last one always is), or the drive has its end. */
bool tool_drive_world_grant(struct tool_drive_world *world, bool is_shot, bool is_last);

/* How many frames the app has finished. */
uint64_t tool_drive_world_finished(const struct tool_drive_world *world);

/* A marker at the newest frame that was granted. False: there are US_DRIVE_MARKERS, or the
 * recording is closed. */
bool tool_drive_world_mark(struct tool_drive_world *world, const char *name);

/* Completes the recording. Without a last frame, it gets one more than the app: its replay ends
 * behind those that the app got. Call it as often as you like. */
void tool_drive_world_close(struct tool_drive_world *world);

/* In another process, when this one was killed: puts what is missing into the recording. */
void tool_drive_world_rescue(const struct tool_drive_world *world);

void tool_drive_world_end(struct tool_drive_world *world);

#endif
