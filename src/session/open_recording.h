/* SPDX-License-Identifier: MIT */
/*
 * open_recording: the names of the files of a recorded session, and the way to open a recording of
 * either kind.
 *
 * session_file_name: the names of the files of an app's sessions: FILE, and for later sessions
 * FILE-2, FILE-3 and so on, with the number before the name's ending.
 */
#ifndef US_OPEN_RECORDING_H
#define US_OPEN_RECORDING_H

#include <stdbool.h>
#include <stddef.h>

#include "core/playback/loaded_recording.h"

/* "a/session.mcap" and 2 make "a/session-2.mcap"; 1 makes the first name. False: there is no room
 * for it. */
bool us_session_file_name(const char *first, unsigned number, char *out, size_t size);

/*
 * open_recording: opens either kind of recording for playing. The content of the file decides which
 * kind it is, and never its name.
 */

/*
 * Open a session recording (docs/session.md) or an input animation file (docs/format.md), and play
 * it while it is read. Otherwise like us_loaded_recording_open; `check_order` has no effect on a
 * session recording.
 */
enum us_result us_open_recording(const char *path, bool check_order,
                                 struct us_loaded_recording *out, struct us_error *error);

#endif
