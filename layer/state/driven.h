/* SPDX-License-Identifier: MIT */
/*
 * driven: what a drive says beside its frames: what happens to the session, faults on purpose that
 * begin and end, and markers.
 *
 * While the app is driven, the script and the list of faults of its instance grow with each frame
 * that it gets. When the recording of the drive plays, they are there from the begin; since all of
 * it has a time, the app is told the same.
 */
#ifndef US_DRIVEN_H
#define US_DRIVEN_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include "core/faults/fault_list.h"
#include "drive/drive_memory.h"
#include "layer/session_script/session_script.h"
#include "status/message_log.h"

/* The caller sets the first members; they must outlive it. */
struct us_driven {
    struct us_drive *drive; /* NULL: a recording plays */
    struct us_block *block;
    const struct us_recording *recording;
    struct us_faults *faults;
    struct us_message_log *log;
    int64_t origin_ns; /* of time 0 */

    struct us_session_script *script; /* NULL: it was not loaded */
    struct us_session_event *events;  /* of the recording that plays; faults point to their texts */
    size_t count, taken;              /* how many there are, and how many were taken */
    struct us_marker *markers;        /* that were set while the app is driven */
    atomic_uint marker_count;         /* comes after the marker */
};

/* Makes the script, which is the caller's, and fills it from the recording at `path`. NULL after a
 * message. */
struct us_session_script *us_driven_load(struct us_driven *driven, const char *path);
/* Adds the faults of the recording; in a drive, what an earlier instance of the app was told until
 * `resumed_ns` of playback. Call it when the other faults are there. */
void us_driven_load_faults(struct us_driven *driven, int64_t resumed_ns);
/* The app gets a frame of a drive: takes what is told with it. One thread at a time; no lock,
 * allocation or system call. */
void us_driven_take(struct us_driven *driven, uint64_t frame);
/* The markers of the recording; in a drive, those that were taken so far. On any thread. */
const struct us_marker *us_driven_markers(const struct us_driven *driven, uint32_t *out_count);
/* Frees what is not the caller's. */
void us_driven_finish(struct us_driven *driven);

#endif
