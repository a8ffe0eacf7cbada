/* SPDX-License-Identifier: MIT */
#include "layer/record/base/pending_frames.h"

#include <string.h>

void us_record_pending_frames_init(struct us_record_pending_frames *frames,
                                   void (*commit)(void *, const struct us_session_frame *),
                                   void *data)
{
    frames->commit = commit;
    frames->data = data;
    for (int i = 0; i < US_PENDING_FRAMES; i++)
        atomic_init(&frames->slots[i].state, US_PENDING_FRAME_FREE);
}

static bool take(struct us_pending_frame *frame, int from)
{
    return atomic_compare_exchange_strong(&frame->state, &from, US_PENDING_FRAME_BUSY);
}

static void commit_taken(struct us_record_pending_frames *frames, struct us_pending_frame *frame)
{
    frame->frame.time_ns = us_session_time_add(frame->frame.time_ns, frame->ahead_ns);
    if (frame->frame.gaze_time_ns != 0)
        frame->frame.gaze_time_ns = us_session_time_add(frame->frame.gaze_time_ns, frame->ahead_ns);
    frames->commit(frames->data, &frame->frame);
    atomic_store(&frame->state, US_PENDING_FRAME_FREE);
}

static void commit(struct us_record_pending_frames *frames, struct us_pending_frame *frame,
                   XrTime time)
{
    /* Either the frame is open now, or its user sees the wish when it opens it. */
    atomic_store(&frame->wants_commit, true);
    if (!take(frame, US_PENDING_FRAME_OPEN))
        return;
    if (frame->frame.time_ns <= time) {
        commit_taken(frames, frame);
        return;
    }
    /* It became a later frame in between. */
    atomic_store(&frame->wants_commit, false);
    atomic_store(&frame->state, US_PENDING_FRAME_OPEN);
}

struct us_pending_frame *us_record_pending_frames_begin(struct us_record_pending_frames *frames,
                                                        XrTime time)
{
    for (int i = 0; i < US_PENDING_FRAMES; i++) {
        struct us_pending_frame *frame = &frames->slots[i];
        if (!take(frame, US_PENDING_FRAME_FREE))
            continue;
        atomic_store(&frame->wants_commit, false);
        memset(&frame->frame, 0, sizeof frame->frame);
        memset(frame->is_pose_told, 0, sizeof frame->is_pose_told);
        frame->is_gaze_told = false;
        frame->frame.time_ns = time;
        frame->ahead_ns = 0;
        atomic_store(&frame->time, time);
        return frame;
    }
    return NULL;
}

struct us_pending_frame *us_record_pending_frames_claim(struct us_record_pending_frames *frames,
                                                        XrTime time)
{
    for (int i = 0; i < US_PENDING_FRAMES; i++) {
        struct us_pending_frame *frame = &frames->slots[i];
        if (atomic_load(&frame->time) != time || !take(frame, US_PENDING_FRAME_OPEN))
            continue;
        if (frame->frame.time_ns == time)
            return frame;
        us_record_pending_frames_release(frames, frame); /* it became another frame in between */
    }
    return NULL;
}

void us_record_pending_frames_release(struct us_record_pending_frames *frames,
                                      struct us_pending_frame *frame)
{
    atomic_store(&frame->state, US_PENDING_FRAME_OPEN);
    if (atomic_load(&frame->wants_commit) && take(frame, US_PENDING_FRAME_OPEN))
        commit_taken(frames, frame);
}

/* The place of the oldest frame up to a time, but for those that are done: a bit for each. -1:
 * there is none. */
static int find_oldest(const struct us_record_pending_frames *frames, XrTime time, unsigned done)
{
    int oldest = -1;
    for (int i = 0; i < US_PENDING_FRAMES; i++) {
        const struct us_pending_frame *frame = &frames->slots[i];
        const XrTime at = atomic_load(&frame->time);
        if ((done & 1u << i) != 0 || atomic_load(&frame->state) == US_PENDING_FRAME_FREE ||
            at > time)
            continue;
        oldest = i;
        time = at;
    }
    return oldest;
}

void us_record_pending_frames_commit(struct us_record_pending_frames *frames, XrTime time)
{
    unsigned done = 0;
    for (int i; (i = find_oldest(frames, time, done)) >= 0; done |= 1u << i)
        commit(frames, &frames->slots[i], time);
}
