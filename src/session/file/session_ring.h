/* SPDX-License-Identifier: MIT */
/*
 * session_ring: the memory in which messages wait to be written.
 *
 * A ring of fixed size. Any number of threads put messages into it without a lock, an allocation or
 * a system call; one thread takes them. The memory may be a file's (`understudy record` makes one,
 * in memory, and looks after it), so that session_recover.h can still write the messages of an app
 * that died before it wrote them. A message stays in the ring until the chunk that holds it has
 * been written.
 *
 * The turns of the slots are those of eventlog/event_journal_ring.h.
 */
#ifndef US_SESSION_RING_H
#define US_SESSION_RING_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "session/codec/session_message.h"

/* Five seconds of 90 frames and 90 inputs: about 5 MB, which are touched only as far as they are
 * used. */
enum { US_SESSION_RING_SLOTS = 1024 };

#define US_SESSION_RING_MAGIC UINT64_C(0x31676e6972737365)

/* At position p of the ring, `turn` is p while a producer may take the slot, p + 1 when it is
 * filled, and p + US_SESSION_RING_SLOTS when it was written. */
struct us_session_slot {
    _Atomic uint64_t turn;
    struct us_session_message message;
};

/* The state of the chunk that is being written. The recorder sets it before and after the write, so
 * that recovery knows whether the file has the chunk. */
struct us_session_ring_commit {
    _Atomic uint64_t file_size; /* of the file without the chunk */
    _Atomic uint64_t next_size; /* and with it; 0: none is being written */
    _Atomic uint64_t next_tail; /* the ring's tail once it is written */
};

struct us_session_ring {
    /* Stored last with release, and loaded first with acquire: another process that finds the magic
     * finds all that was made before. A ring of another build is not read. */
    _Atomic uint64_t magic;
    uint64_t size;
    int file;        /* descriptor in this process; -1: memory of this process alone */
    unsigned number; /* of the file that is recorded to, open_recording.h */
    _Atomic uint64_t head;
    _Atomic uint64_t tail;
    _Atomic uint64_t dropped;
    _Atomic uint64_t dropped_said; /* how many of them the file reports */
    _Atomic uint64_t messages, frames;
    _Atomic int64_t first_ns, last_ns; /* display times of frames; 0: none */
    _Atomic uint32_t tracked;          /* US_SESSION_TRACKED_* of the newest frame */
    atomic_bool failed;                /* the file cannot be written any more */
    atomic_bool has_info, has_components;
    struct us_session_ring_commit commit;
    struct us_session_info info;
    struct us_session_components components;
    struct us_session_slot slots[US_SESSION_RING_SLOTS];
};

/* Which parts of the newest frame are tracked. */
enum {
    US_SESSION_TRACKED_HEAD = 1,
    US_SESSION_TRACKED_LEFT_HAND = 2,
    US_SESSION_TRACKED_RIGHT_HAND = 4,
    US_SESSION_TRACKED_GAZE = 8,
    US_SESSION_TRACKED_LEFT_GRIP = 16,
    US_SESSION_TRACKED_RIGHT_GRIP = 32,
};

/* ---- For the process that starts the app ---- */

struct us_session_progress {
    bool is_recording; /* the app has begun to record */
    bool failed;
    double seconds;            /* from the first frame's display time to the last's */
    uint64_t frames, messages; /* put into the ring */
    uint64_t dropped;          /* lost because the ring was full */
    uint64_t bytes;            /* of the file */
    uint32_t tracked;
    unsigned number; /* of the file, open_recording.h */
};

/* Take the space that a ring needs in a file that was just made. False, with errno. */
bool us_session_ring_prepare(int file);
/* Maps a ring that was prepared; it may be in use. False if it is not a ring of this build, or no
 * app has opened it yet. */
bool us_session_ring_progress(int file, struct us_session_progress *out);

/* Makes a private copy of the ring of a process that ended. NULL if it is not a ring of this build,
 * or a process still uses it. us_session_ring_give_back frees it. */
struct us_session_ring *us_session_ring_copy(const char *path);

/* ---- For the recorder ---- */

/* Makes an empty ring in the file at `path`, which must exist and be accessible to this user alone.
 * If `path` is NULL or cannot be used, or holds what another process has not written yet, the ring
 * is in memory of the process. NULL if there is no memory. */
struct us_session_ring *us_session_ring_take(const char *path);
void us_session_ring_give_back(struct us_session_ring *ring);

/* Wait-free. */
struct us_session_progress us_session_ring_look(const struct us_session_ring *ring);

/* Put a copy of a message, which is the struct of its topic. False if there is no room, which is
 * counted. Lock-free. */
bool us_session_ring_put(struct us_session_ring *ring, enum us_session_topic topic,
                         const void *message);
/* The message at a position from `tail` on; NULL if it is not filled yet. */
const struct us_session_message *us_session_ring_at(const struct us_session_ring *ring,
                                                    uint64_t position);
/* Give the slots before `position` back to the producers. */
void us_session_ring_release(struct us_session_ring *ring, uint64_t position);

#endif
