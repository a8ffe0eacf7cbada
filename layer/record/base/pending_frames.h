/* SPDX-License-Identifier: MIT */
/*
 * pending_frames: frames that were sampled but are not in the recording yet, so that an answer to
 * the app for the same display time can still replace the samples.
 *
 * A frame is begun by the thread that calls xrWaitFrame, changed by any thread that locates
 * something at the frame's time, and committed once. Nobody waits: a thread that finds a frame in
 * use by another one leaves it, and a frame that is to be committed while it is in use is committed
 * by its user. No allocation, lock or system call.
 */
#ifndef US_PENDING_FRAMES_H
#define US_PENDING_FRAMES_H

#include <stdatomic.h>
#include <stdbool.h>

#include "openxr/xr.h"
#include "session/codec/session_message.h"

enum { US_PENDING_FRAMES = 4 };

enum us_pending_frame_state {
    US_PENDING_FRAME_FREE,
    US_PENDING_FRAME_OPEN, /* sampled; nobody uses it */
    US_PENDING_FRAME_BUSY, /* a thread fills, changes or commits it */
};

struct us_pending_frame {
    atomic_int state; /* enum us_pending_frame_state */
    atomic_bool wants_commit;
    _Atomic XrTime time;
    int64_t ahead_ns; /* recorded time minus XrTime, applied when the frame is committed */
    struct us_session_frame frame;
    /* The app was told these poses of actions: a later sync of the frame leaves them as they are.
     */
    bool is_pose_told[US_SESSION_HANDS][US_SESSION_POSES], is_gaze_told;
};

struct us_record_pending_frames {
    struct us_pending_frame slots[US_PENDING_FRAMES];
    void (*commit)(void *data, const struct us_session_frame *frame);
    void *data;
};

void us_record_pending_frames_init(struct us_record_pending_frames *frames,
                                   void (*commit)(void *, const struct us_session_frame *),
                                   void *data);

/* A zeroed frame to fill, which us_record_pending_frames_release opens; NULL if all are in use. */
struct us_pending_frame *us_record_pending_frames_begin(struct us_record_pending_frames *frames,
                                                        XrTime time);

/* The frame of that time for this thread alone, until it is released; NULL if there is none, or
 * another thread has it. */
struct us_pending_frame *us_record_pending_frames_claim(struct us_record_pending_frames *frames,
                                                        XrTime time);
void us_record_pending_frames_release(struct us_record_pending_frames *frames,
                                      struct us_pending_frame *frame);

/* Commits the frame of that time, and every older one, in the order of their times. */
void us_record_pending_frames_commit(struct us_record_pending_frames *frames, XrTime time);

#endif
