/* SPDX-License-Identifier: MIT */
/*
 * journal_ring: the memory in which events wait to be written; journal and journal_recover share
 * it.
 *
 * Where UNDERSTUDY_EVENTS_RING names a file, the memory is that file's, so that what an app had not
 * written when it died can still be written for it. `understudy run` makes such a file, in memory,
 * and looks after it. All in it but the members marked is meant for both.
 */
#ifndef US_EVENT_JOURNAL_RING_H
#define US_EVENT_JOURNAL_RING_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "eventlog/log_event.h"
#include "platform/memory_turn.h"
#include "platform/thread.h"
#include "status/output_file.h"
#include "status/message_log.h"

/* About four megabytes, which are touched only as far as they are used: a burst of 80 frames of 50
 * lines. */
enum { US_JOURNAL_SLOTS = 4096, US_JOURNAL_LINE_SIZE = 16384 };

#define US_JOURNAL_MAGIC UINT64_C(0x327972616e727564)

/*
 * `turn` says whose the slot is: at position p of the ring it is p while a producer may take it,
 * p + 1 when it is filled, and p + US_JOURNAL_SLOTS when it was written. Who gives the slot away
 * stores the turn with release, and who takes it loads the turn with acquire: otherwise the writer
 * could read an event that is not filled yet, and a producer could fill it while it is still read.
 */
struct us_event_journal_slot {
    _Atomic uint64_t turn;
    struct us_journal *journal; /* the app's */
    uint64_t position;
    struct us_log_event event;
};

struct us_journal {
    /* Stored last with release, and loaded first with acquire: another process that finds the magic
     * finds all that was made before. A journal of another layer's build is not read. */
    _Atomic uint64_t magic;
    uint64_t size;
    enum us_log_event_level level;
    bool waits;                 /* a full ring makes the app's threads wait */
    int file;                   /* the app's */
    int error;                  /* the log has ended early with this error number; 0: it has not */
    struct us_message_log log;  /* the app's */
    char *log_path, *lost_path; /* the app's */
    int ring_file; /* the app's; locked for as long as it lives; -1: the memory is nobody else's */
    int64_t began_ns;
    struct us_thread writer; /* the app's */
    atomic_int users;
    _Atomic uint32_t numbers[US_NUMBERED_COUNT]; /* the last ones */
    atomic_bool stop;
    _Atomic uint64_t head;    /* the next position to take */
    _Atomic uint64_t dropped; /* all in all */
    _Atomic uint64_t tail;    /* the writer's: the next position to write */
    atomic_bool
        is_writing; /* the writer's: the event at `tail` has its number, and may be written */
    struct us_memory_turn look;    /* the writer waits for it while the ring is empty */
    struct us_memory_turn written; /* changes when the writer has written what waited */
    uint64_t number;               /* the writer's: of the last line */
    uint64_t dropped_said;         /* the writer's */
    /* The writer's: `dropped_said`, once line `number` is in the file, where that line says what
     * was dropped. */
    _Atomic uint64_t dropped_to_say;
    char line[US_JOURNAL_LINE_SIZE]; /* the writer's */
    struct us_event_journal_slot slots[US_JOURNAL_SLOTS];
};

/* Maps a ring that another process fills and writes, or will. NULL: there is none of this build's
 * size. us_event_journal_ring_leave unmaps it; NULL is fine. */
struct us_journal *us_event_journal_ring_join(const char *path);
void us_event_journal_ring_leave(struct us_journal *ring);
/* Lets that process write at once what its threads have put so far, and waits until it is in the
 * log, but so long at most: a process that has ended writes nothing. NULL is fine. */
void us_event_journal_ring_flush(struct us_journal *ring, int64_t most_ns);

/* Says in words that so many lines are missing. Returns `out`. */
const char *us_event_journal_dropped_words(uint64_t count, char out[US_LOST_OUTPUT_SIZE]);
/* The line of the log that says so. */
struct us_log_event us_event_journal_dropped_event(uint64_t count, int64_t wall_ns);

/* The number of the last whole line of a log, 0 if there is none; and where that line ends, if
 * `out_end` is not NULL: -1, if the log is there and cannot be read. */
uint64_t us_event_journal_last_number(const char *log_path, int64_t *out_end);

/* Whether lines may be appended: the file is empty, or begins as a log does. One that cannot be
 * read counts as such: to open it for writing says more. */
bool us_event_journal_may_continue(const char *log_path);

#endif
