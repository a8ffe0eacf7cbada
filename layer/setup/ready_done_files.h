/* SPDX-License-Identifier: MIT */
/*
 * ready_done_files: two files that tell another process that playback has started and has ended
 * (UNDERSTUDY_READY_FILE, UNDERSTUDY_DONE_FILE).
 *
 * A thread writes a file within a few milliseconds of the event. A file appears complete, by a
 * rename. If playback starts in several sessions, each start replaces the first file, until
 * playback ends; the end is written once. A file has one line of JSON:
 *
 *   {"event":"started","time_ns":5000000000,"frame":0,"recording_s":0.000000000}
 *
 * `event` is "started" or "ended", `time_ns` is the XrTime, and `frame` is the number of the app's
 * frame since the start of playback (-1 in a session without frames).
 */
#ifndef US_READY_DONE_FILES_H
#define US_READY_DONE_FILES_H

#include <stdint.h>

#include "status/message_log.h"

struct us_ready_done_files;

enum us_ready_done_files_event {
    US_READY_DONE_FILES_STARTED,
    US_READY_DONE_FILES_ENDED,
    US_READY_DONE_FILES_EVENTS
};

/*
 * Starts the thread that writes the files. Either path may be NULL. An existing file is replaced
 * when its event happens. Returns NULL if both paths are NULL, or if it fails; `log` gets the
 * error. `log` must stay valid until us_ready_done_files_close.
 */
struct us_ready_done_files *us_ready_done_files_open(const char *started_path,
                                                     const char *ended_path,
                                                     const struct us_message_log *log);
/* Writes reported events that are not written yet, and ends the thread. Accepts NULL. */
void us_ready_done_files_close(struct us_ready_done_files *files);

/* Reports an event. Any thread; no lock, allocation or system call. Accepts NULL. If two threads
 * report the same event at the same time, one report is dropped. */
void us_ready_done_files_report(struct us_ready_done_files *files,
                                enum us_ready_done_files_event event, int64_t time_ns,
                                int64_t frame, double recording_s);

#endif
