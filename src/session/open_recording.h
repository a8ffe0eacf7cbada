/* SPDX-License-Identifier: MIT */
/*
 * open_recording: recordings of either kind, opened for playing, and the source of blocks of a
 * session.
 */
#ifndef US_OPEN_RECORDING_H
#define US_OPEN_RECORDING_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/file.h"
#include "core/playback/loaded_recording.h"
#include "core/sampler/block.h"
#include "session/session_changes.h"
#include "session/session_reader.h"

/*
 * session_source: the blocks of a session recording (core/sampler/block.h).
 *
 * A cell is a few whole chunks of the file, about two seconds. Recording time 0 is the
 * predicted display time of the first frame in a focused session, because playback starts with such
 * a frame, or of the first frame of all if none is focused.
 */

/* Takes ownership of the file, also on failure. A file that is cut or damaged is played as far as
 * it is whole. Errors: those of us_session_reader_open; no frame; more than 4096 frames in a cell.
 */
enum us_result us_session_source_create(struct us_file *file, struct us_block_source **out_source,
                                        struct us_error *error);

/*
 * Sets the members of `out` that are facts about the whole session; they are valid as long as the
 * source. The spaces are those of the first frame, and the profiles those of the first ten seconds.
 * To find the parts that are never shown, only the first 20,000 frames are looked through; what
 * these do not show counts as shown, and so does everything of a driven session.
 */
void us_session_source_tell(const struct us_block_source *source, struct us_loaded_recording *out);

/*
 * open_recording: the names of the files of a recorded session, and the way to open a recording of
 * either kind.
 *
 * session_file_name: the names of the files of an app's sessions: FILE, and for later sessions
 * FILE-2, FILE-3 and so on, with the number before the name's ending.
 */

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
