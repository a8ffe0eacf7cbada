/* SPDX-License-Identifier: MIT */
/*
 * journal: brings events from an app's threads into the file of the event log.
 *
 * Any thread may put an event into a ring of fixed size, without a lock, an allocation or a system
 * call. The journal's thread writes them every few milliseconds, each line with one write. If the
 * ring is full, an event is lost, and a line tells how many were lost. A written line stays in the
 * file, however the app ends.
 */
#ifndef US_JOURNAL_H
#define US_JOURNAL_H

#include <stdbool.h>
#include <stdint.h>

#include "eventlog/log_event.h"
#include "status/message_log.h"

struct us_journal;

/* Where it writes. The strings need not last. */
struct us_journal_files {
    const char *log;
    const char *ring; /* journal_ring.h; may be NULL */
    const char *lost; /* lost_output.h; NULL: no `understudy run` looks after the log */
};

/*
 * Open a log that is appended to, under the same rules as us_message_log_init's file, and start the
 * thread. The lines' numbers go on from the last one that the file has. NULL if that fails, which
 * is said in `log`: the app runs without. That another process writes to the log is such a failure,
 * unless an `understudy run` has locked it for all processes of its app.
 *
 * When a line cannot be written any more, for example because the disk is full, the log ends with
 * an `incomplete` line, and that is said once.
 */
struct us_journal *us_journal_open(const struct us_journal_files *files,
                                   enum us_log_event_level level, const struct us_message_log *log);
/* Adds a user and returns the journal, which must have a user already. */
struct us_journal *us_journal_share(struct us_journal *journal);
/* Removes a user. After the last one, writes the rest and ends the thread. `journal` may be NULL.
 */
void us_journal_close(struct us_journal *journal);

/* The next number of a session, a space or a swapchain; each is numbered through a log, from 1. 0
 * for NULL. Wait-free. */
uint32_t us_journal_number_session(struct us_journal *journal);
uint32_t us_journal_number_space(struct us_journal *journal);
uint32_t us_journal_number_swapchain(struct us_journal *journal);

/* Whether events of this level are written; false for NULL. Wait-free. */
bool us_journal_wants(const struct us_journal *journal, enum us_log_event_level level);

/*
 * An event to fill and commit soon: the ones after it wait. NULL if it is not wanted or there is no
 * room. `kind`, `frame` -1, `session` 0 and `wall_ns` are set, the rest is not. Lock-free.
 */
struct us_log_event *us_journal_begin(struct us_journal *journal, enum us_log_event_level level,
                                      enum us_log_event_kind kind);
void us_journal_commit(struct us_log_event *event);

/* Waits until half of the ring is free, for a second at most, so that no event is lost. The frame
 * clock calls it, because it may wait. `journal` may be NULL. */
void us_journal_make_room(struct us_journal *journal);

/* Count events that were wanted and not even begun. NULL is fine. */
void us_journal_drop(struct us_journal *journal, uint64_t count);
uint64_t us_journal_dropped(const struct us_journal *journal);

#endif
