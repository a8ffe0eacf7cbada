/* SPDX-License-Identifier: MIT */
/*
 * journal_recover: writes the last lines of the log of an app that died before it could.
 *
 * Includes nothing of OpenXR, so that the tool can.
 */
#ifndef US_JOURNAL_RECOVER_H
#define US_JOURNAL_RECOVER_H

#include <stdbool.h>
#include <stdint.h>

/* Take the space that a ring needs in a file that was just made, so that no app finds out later
 * that there is none. False, with errno. */
bool us_journal_prepare_ring(int file);

/*
 * Write to the log what still waits in the ring (journal_ring.h) of a process that is gone. A line
 * that was half written is written anew. Nothing is done where the ring is empty, of another build,
 * or still somebody's, or where the log has ended early. The thread's locale must be "C". Returns
 * how many lines were written; -1, with errno, if the log cannot be: then it is ended as
 * journal_end.h says.
 */
int64_t us_journal_recover(const char *ring_path, const char *log_path);

#endif
