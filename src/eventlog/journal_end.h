/* SPDX-License-Identifier: MIT */
/*
 * journal_end: ends an event log that cannot be continued, for example because the disk is full.
 */
#ifndef US_JOURNAL_END_H
#define US_JOURNAL_END_H

#include <stdint.h>

/*
 * End the log, whose last line is whole, with an `incomplete` line (understudy-log(5)) that says
 * why: `error` is an error number. Where there is no room behind the last lines it takes their
 * place. Where even that fails the log stays as it is. Returns the number of the last line before
 * it. The thread's locale must be "C". `began_ns` is when the log began, of CLOCK_MONOTONIC.
 */
uint64_t us_journal_end(const char *path, int error, int64_t began_ns);

#endif
