/* SPDX-License-Identifier: MIT */
/*
 * recorded_script: the script of a session recording (docs/session.md): what its app was told of
 * session states, presence, recentring and refresh rates, which of its syncs gave input, which
 * frames were to be rendered, and where its reference spaces were.
 *
 * Reads the whole file once, in bounded memory. Call it when an instance is created; it allocates
 * and reads files.
 */
#ifndef US_RECORDED_SCRIPT_H
#define US_RECORDED_SCRIPT_H

#include "core/base/result.h"
#include "layer/session_script/session_script.h"

/* `origin_ns` is the XrTime of recording time 0. The caller owns the script. */
enum us_result us_recorded_script_read(const char *path, int64_t origin_ns,
                                       struct us_session_script **out_script,
                                       struct us_error *error);

#endif
