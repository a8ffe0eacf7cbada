/* SPDX-License-Identifier: MIT */
/*
 * status_files: files that say to another process that playback has started, and that it came to
 * its end.
 *
 * Each appears whole, with one line of JSON in it, a few milliseconds after it happened. Where
 * playback starts in one session after another, the file of the start is replaced by the later one,
 * until playback has come to its end; that counts once.
 *
 *   {"event":"started","time_ns":5000000000,"frame":0,"recording_s":0.000000000}
 *
 * `event` is "started" or "ended", `time_ns` the XrTime, `frame` the app's frame since the start
 * (-1 in a session without frames).
 */
#ifndef US_STATUS_FILES_H
#define US_STATUS_FILES_H

#include <stdint.h>

#include "status/message_log.h"

struct us_status_files;

enum us_status_files_event {
    US_STATUS_FILES_STARTED,
    US_STATUS_FILES_ENDED,
    US_STATUS_FILES_EVENTS
};

/*
 * Start the thread that writes them; a file that is there already is replaced when its time comes.
 * Either path may be NULL; NULL if both are, or if it fails, which is said in `log`. `log` must
 * outlive it.
 */
struct us_status_files *us_status_files_open(const char *started_path, const char *ended_path,
                                             const struct us_message_log *log);
/* Write what is due and end the thread. NULL is fine. */
void us_status_files_close(struct us_status_files *files);

/* Any thread; no lock, allocation or system call. NULL is fine. */
void us_status_files_report(struct us_status_files *files, enum us_status_files_event event,
                            int64_t time_ns, int64_t frame, double recording_s);

#endif
