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
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "drive/drive_memory.h"
#include "session/session_recorder.h"
#include "tool/drive/person/live_person.h"

/*
 * When the next frame is due by the wall clock (--clock real). One frame a period is due. Where one
 * is late by less than a period, the next comes when it would have come anyway; where one is later,
 * the periods count from it, so that no frames come in a burst. Times are those of us_time_now_ns.
 * Pure functions: any thread.
 */
struct tool_drive_pace {
    int64_t period_ns; /* 0: no pace; a frame is due at any time */
    int64_t due_ns;    /* of the next frame */
};

/* How long until the next frame is due; 0: it is due. */
static inline int64_t tool_drive_pace_left_ns(const struct tool_drive_pace *pace, int64_t now_ns)
{
    return pace->period_ns > 0 && pace->due_ns > now_ns ? pace->due_ns - now_ns : 0;
}

/* A frame was granted now. */
static inline void tool_drive_pace_granted(struct tool_drive_pace *pace, int64_t now_ns)
{
    bool is_late = now_ns - pace->due_ns >= pace->period_ns;
    pace->due_ns = (is_late ? now_ns : pace->due_ns) + pace->period_ns;
}

enum { TOOL_DRIVE_WORLD_KEPT = 8 };

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
    atomic_bool has_failed;               /* the recording could not be written; it was said */
    /* The newest that were put, frame n at n % TOOL_DRIVE_WORLD_KEPT. */
    struct us_session_frame frames[TOOL_DRIVE_WORLD_KEPT];
    struct us_session_input input; /* of the newest */
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
/* Whether the app has asked for a frame beyond those that were granted. */
bool tool_drive_world_is_at_rest(const struct tool_drive_world *world);
/* How long until the next frame may be granted: with a pace it is due, and the app waits for it.
 * Negative: the app does not wait for it yet. */
int64_t tool_drive_world_left_ns(const struct tool_drive_world *world);

/* Grants the next frame. False: there is no room for it before the app asks for more, it is not due
 * (the last one always is), or the drive has its end. */
bool tool_drive_world_grant(struct tool_drive_world *world, bool is_shot, bool is_last);

/* A frame that was put: the oldest that is kept in place of an older one, and the newest in place
 * of one that is not put yet. It lasts until the next is put. */
const struct us_session_frame *tool_drive_world_frame(const struct tool_drive_world *world,
                                                      uint64_t frame);
/* The newest that was put. */
const struct us_session_frame *tool_drive_world_newest(const struct tool_drive_world *world);

/* How many frames the app has finished. */
uint64_t tool_drive_world_finished(const struct tool_drive_world *world);

/* A marker at the newest frame that was granted. False: there are US_DRIVE_MARKERS, or the
 * recording is closed or has failed. */
bool tool_drive_world_mark(struct tool_drive_world *world, const char *name);

/* Completes the recording. Without a last frame, it gets one more than the app: its replay ends
 * behind those that the app got. Call it as often as you like. */
void tool_drive_world_close(struct tool_drive_world *world);

/* In another process, when this one was killed: puts what is missing into the recording. */
void tool_drive_world_rescue(const struct tool_drive_world *world);

void tool_drive_world_end(struct tool_drive_world *world);

#endif
