/* SPDX-License-Identifier: MIT */
/*
 * open_recording: opens either kind of recording for playing, by what the file holds and never by
 * its name.
 */
#ifndef US_OPEN_RECORDING_H
#define US_OPEN_RECORDING_H

#include "core/playback/loaded_recording.h"

/*
 * Open a session recording (docs/session.md) or an input animation file (docs/format.md), and play
 * it while it is read. As us_loaded_recording_open in all else; `options` says nothing of a
 * session.
 */
enum us_result us_open_recording(const char *path, const struct us_decode_options *options,
                                 struct us_loaded_recording *out, struct us_error *error);

#endif
