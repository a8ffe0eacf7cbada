/* SPDX-License-Identifier: MIT */
/*
 * drive_memory: the memory through which `understudy drive` tells the layer, frame by frame, what
 * the person does, and through which the app's frames wait for the driver.
 *
 * The tool makes it in a file and puts frames: each has a number, counted from 0 at the start of
 * playback, and exactly one input of the same time. The layer opens the file by its path. The app's
 * xrWaitFrame of frame n returns when frame n was put and granted. Both sides wait by futexes of
 * the shared memory, and take no lock.
 *
 * Frames and inputs lie in rings that are mapped twice in a row, so that the newest
 * US_DRIVE_WINDOW of them always lie in one piece, for session_block.h. Neither is copied. Events
 * lie behind them, and stay.
 *
 * The tool holds a lock of the file for as long as it lives. If the layer gets it, the driver has
 * gone, however it ended: then all frames are granted.
 */
#ifndef US_DRIVE_MEMORY_H
#define US_DRIVE_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

#include "core/sampler/block.h"
#include "session/codec/session_message.h"
#include "session/session_block.h"

enum {
    US_DRIVE_FRAMES = 1024, /* the least room of a ring; more where pages are larger than 4096 */
    US_DRIVE_WINDOW = 768,  /* that can be read at any moment */
    US_DRIVE_AHEAD = 128,   /* that may be put before the newest one that the app has waited for */
    US_DRIVE_BACK = 126,    /* before the newest one that the app has waited for: it may ask */
    /* A fault may answer from so many frames earlier. */
    US_DRIVE_LATE = US_DRIVE_WINDOW - US_DRIVE_AHEAD - US_DRIVE_BACK - 2,
    US_DRIVE_EVENTS = 4096,  /* of a drive from its begin to its end */
    US_DRIVE_MARKERS = 1024, /* that are among them */
};

/* A kind of event of this memory alone: the person set a marker. text: its name. */
#define US_DRIVE_EVENT_MARKER US_SESSION_EVENT_KINDS

struct us_drive; /* one process's mapping of the memory */

/* ---- The tool's side: one thread at a time ---- */

/* Takes the space in a new, empty file. False, with errno, if there is none. */
bool us_drive_prepare(int file);
/* Maps and marks a prepared file, and takes the lock that says that the driver lives, by an open
 * file description of its own: `file` may be closed. NULL, with errno, if that fails. */
struct us_drive *us_drive_make(int file, double hz);

/* As it was made: no frame was put, and none was asked for. No app may have it open. */
void us_drive_clear(struct us_drive *drive);

/* Whether the next frame has room: it is at most US_DRIVE_AHEAD frames before the newest one that
 * the app has waited for. */
bool us_drive_has_room(const struct us_drive *drive);
/* Puts the next frame (number 0, 1, ...). False: it has no room yet. */
bool us_drive_put(struct us_drive *drive, const struct us_session_frame *frame,
                  const struct us_session_input *input);
/* Puts what happens to the session, of which the app is told in the frame of its frame_time_ns: not
 * before the newest event, and before that frame is granted. False: there is no room. */
bool us_drive_put_event(struct us_drive *drive, const struct us_session_event *event);
/* Frames 0 to frames - 1 may be shown, each as soon as it was put; never fewer than before. */
void us_drive_grant(struct us_drive *drive, uint64_t frames);
/* A screenshot of this frame is wanted. Call it before the grant. */
void us_drive_shoot(struct us_drive *drive, uint64_t frame);
/* The last frame; later ones are granted freely. Call it before the grant of that frame. */
void us_drive_end(struct us_drive *drive, uint64_t frame);

/* Waits until the app waits for `frame` or a later one. False: the time is over. */
bool us_drive_wait_app(struct us_drive *drive, uint64_t frame, int64_t timeout_ns);

struct us_drive_app {
    uint64_t waiting_frame; /* the newest frame that the app has asked for */
    bool waits;             /* it has not got that frame yet */
    bool has_started;       /* false: it has asked for none, and the other members are 0 */
};
struct us_drive_app us_drive_app(const struct us_drive *drive);

/* ---- The layer's side: any thread ---- */

/* NULL: it is none, of another build, or another user's. */
struct us_drive *us_drive_open(const char *path);
enum us_drive_answer {
    US_DRIVE_GRANTED,
    US_DRIVE_GONE,     /* the driver has gone, a second ago at most: no frame waits any more */
    US_DRIVE_RELEASED, /* us_drive_release: the frame was not granted */
};
/* Waits until `frame` may be shown. Call it on the app's thread, without a lock. */
enum us_drive_answer us_drive_wait(struct us_drive *drive, uint64_t frame);
/* Lets the threads of this process that wait now come back, because their session ends. */
void us_drive_release(struct us_drive *drive);
/* Whether a screenshot of the frame is wanted. */
bool us_drive_is_wanted(const struct us_drive *drive, uint64_t frame);
/* The last frame. False: the drive has no end yet. */
bool us_drive_end_frame(const struct us_drive *drive, uint64_t *out_frame);

/* The newest frames and inputs, in place, with time 0 at frame 0. Returns how many frames were put
 * so far; 0: none, and nothing is written. No lock, allocation or system call. */
uint64_t us_drive_content(const struct us_drive *drive, struct us_session_content *out);
/* Whether all of a content is still as it was when us_drive_content returned `count`. */
bool us_drive_is_kept(const struct us_drive *drive, uint64_t count);

/* The event of this index, in place, as long as the drive is open. NULL: the app is told of it
 * after this frame, or there is none. No lock, allocation or system call. */
struct us_session_event *us_drive_event(const struct us_drive *drive, uint64_t index,
                                        uint64_t frame);

/* ---- Both sides ---- */

double us_drive_hz(const struct us_drive *drive);
/* Unmaps it, and gives up the lock. The file stays. NULL is fine. */
void us_drive_close(struct us_drive *drive);

/*
 * drive_block: the block (core/sampler/block.h) of a drive: what the driver has put so far.
 *
 * Unlike other blocks it grows while it is sampled. Frames that were put never change, so the same
 * time gives the same bits as long as it is not later than the newest frame, nor more than
 * US_DRIVE_BACK + US_DRIVE_LATE frames before it, or pinned.
 */

/* The drive must outlive it. NULL: no frame was put yet, or no memory. */
struct us_block *us_drive_block(const struct us_drive *drive);

/* A fault freezes the person at this recording time: its frames can be read however long ago they
 * are. At most US_FAULTS_MAX times; further ones do nothing. One thread at a time; no lock,
 * allocation or system call. */
void us_drive_block_pin(struct us_block *block, double time_s);
/* Keeps what is pinned up to this frame, which was granted. One thread at a time; no lock,
 * allocation or system call. */
void us_drive_block_keep(struct us_block *block, uint64_t frame);

#endif
