/* SPDX-License-Identifier: MIT */
/*
 * journal: brings events from an app's threads into the file of the event log.
 *
 * Any thread may put an event into a ring of fixed size, without a lock, an allocation or a system
 * call. The journal's thread writes them every few milliseconds, each line with one write. If the
 * ring is full, an event is lost, and a line tells how many were lost; or its thread waits. A
 * written line stays in the file, however the app ends.
 */
#ifndef US_EVENT_JOURNAL_H
#define US_EVENT_JOURNAL_H

#include <stdbool.h>
#include <stdint.h>

#include "eventlog/log_event.h"
#include "status/message_log.h"

struct us_journal;

/* Where it writes. The strings need not last. */
struct us_event_journal_files {
    const char *log;
    const char *ring; /* event_journal_ring.h; may be NULL */
    const char *lost; /* output_file.h; NULL: no `understudy run` looks after the log */
    bool waits; /* us_event_journal_begin waits while the ring is full, until nothing is written for
                   a second */
};

/*
 * Open a log that is appended to, under the same rules as us_message_log_init's file, and start the
 * thread. The lines' numbers go on from the last one that the file has. NULL if that fails, which
 * is said in `log`: the app runs without. That the file holds something else, or that another
 * process writes to the log is such a failure, unless an `understudy run` has locked it for all
 * processes of its app. What a process that crashed has left in the ring is recovered first
 * (us_event_journal_recover).
 *
 * When a line cannot be written any more, for example because the disk is full, the log ends with
 * an `incomplete` line, and that is said once.
 */
struct us_journal *us_event_journal_open(const struct us_event_journal_files *files,
                                         enum us_log_event_level level,
                                         const struct us_message_log *log);
/* Adds a user and returns the journal, which must have a user already. */
struct us_journal *us_event_journal_share(struct us_journal *journal);
/* Removes a user. After the last one, writes the rest and ends the thread. `journal` may be NULL.
 */
void us_event_journal_close(struct us_journal *journal);

/* The next number of a session, a space or a swapchain; each is numbered through a log, from 1. 0
 * for NULL. Wait-free. */
uint32_t us_event_journal_number(struct us_journal *journal, enum us_numbered of);

/* Whether events of this level are written; false for NULL. Wait-free. */
bool us_event_journal_wants(const struct us_journal *journal, enum us_log_event_level level);

/*
 * An event to fill and commit soon: the ones after it wait. NULL if it is not wanted or there is no
 * room. `kind`, `frame` -1, `session` 0 and `wall_ns` are set, the rest is not. Lock-free, unless
 * the journal `waits`.
 */
struct us_log_event *us_event_journal_begin(struct us_journal *journal,
                                            enum us_log_event_level level,
                                            enum us_log_event_kind kind);
void us_event_journal_commit(struct us_log_event *event);
/* The same for US_LOG_EVENT_LONG_TEXT, whose text nobody could write any more if the process died:
 * waits until it is in the log, for a second at most. Not on a frame thread, and not while the
 * calling thread has begun another event. */
void us_event_journal_commit_long_text(struct us_log_event *event);

/* Count events that were wanted and not even begun. NULL is fine. */
void us_event_journal_drop(struct us_journal *journal, uint64_t count);
uint64_t us_event_journal_dropped(const struct us_journal *journal);

/*
 * journal_end: ends an event log that cannot be continued, for example because the disk is full.
 */

/*
 * End the log, whose last line is whole, with an `incomplete` line (understudy-log(5)) that says
 * why: `error` is an error number. Where there is no room behind the last lines it takes their
 * place. Where even that fails the log stays as it is. Returns the number of the last line before
 * it. The thread's locale must be "C". `began_ns` is when the log began, of CLOCK_MONOTONIC.
 */
uint64_t us_event_journal_end(const char *path, int error, int64_t began_ns);

/*
 * journal_recover: writes the last lines of the log of an app that died before it could.
 */

/* Take the space that a ring needs in a file that was just made, so that no app finds out later
 * that there is none. False, with errno. */
bool us_event_journal_prepare_ring(int file);

/*
 * Write to the log what still waits in the ring (event_journal_ring.h) of a process that is gone. A
 * line that was half written is written anew, and then the ring is empty. Nothing is done where the
 * ring is empty, of another build or user, or still somebody's, or where the log has ended early.
 * The thread's locale must be "C". Returns how many lines were written; -1, with errno, if the log
 * cannot be: then it is ended as us_event_journal_end says. `out_dropped` is how many lines that
 * process lost; 0 where nothing is done.
 */
int64_t us_event_journal_recover(const char *ring_path, const char *log_path,
                                 uint64_t *out_dropped);

#endif
