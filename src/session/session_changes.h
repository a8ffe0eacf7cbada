/* SPDX-License-Identifier: MIT */
/*
 * session_changes: what the app of a session recording could ask for again when an event told it
 * that it changed, and the meshes of its hands.
 *
 * Reading allocates and reads the chunks that have such messages. Afterwards nothing changes; any
 * thread may look things up, without allocation, lock or system call. Times are seconds of the
 * recording.
 */
#ifndef US_SESSION_CHANGES_H
#define US_SESSION_CHANGES_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/result.h"
#include "session/codec/session_codec.h"
#include "session/session_reader.h"

enum { US_SESSION_CHANGES_MOST = 4096 }; /* of each kind; what comes later is left out */

/* How large STAGE was when the app was told that it moves. */
struct us_session_told_bounds {
    double at_s; /* of the newest frame then */
    bool are_known;
    float width_m, depth_m; /* above 0, if known */
};

/* A mesh that the app could get, with all of its values. */
struct us_session_mesh {
    double at_s; /* of the newest frame then */
    struct us_session_mesh_head head;
    /* us_session_mesh_length says how many there are of each; one allocation. */
    union us_session_mesh_value *values[US_SESSION_MESH_ARRAYS];
};

struct us_session_changes {
    uint32_t bounds_count;
    struct us_session_told_bounds *bounds; /* sorted by time */
    uint32_t mesh_count;
    struct us_session_mesh *meshes; /* sorted by time */
};

/* Moves the reader. `origin_ns` is the XrTime of recording time 0. Call us_session_changes_finish
 * also after a failure. */
enum us_result us_session_changes_read(struct us_session_reader *reader, int64_t origin_ns,
                                       struct us_session_changes *out, struct us_error *error);
void us_session_changes_finish(struct us_session_changes *changes);

/* The newest extent of STAGE that the app was told of from `from_s` up to `to_s`; NULL: none. */
const struct us_session_told_bounds *
us_session_changes_bounds(const struct us_session_changes *changes, double from_s, double to_s);

/* The newest mesh up to `to_s` of this kind, owner and type (struct us_session_mesh_head); NULL:
 * none. */
const struct us_session_mesh *us_session_changes_mesh(const struct us_session_changes *changes,
                                                      enum us_session_mesh_kind kind,
                                                      uint32_t owner, uint32_t type, double to_s);

#endif
