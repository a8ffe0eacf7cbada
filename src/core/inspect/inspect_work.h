/* SPDX-License-Identifier: MIT */
/*
 * inspect_work: declarations that the files of the inspection share. Private to inspect*.c.
 */
#ifndef US_INSPECT_WORK_H
#define US_INSPECT_WORK_H

#include "core/inspect/inspect.h"
#include "core/repair/detect.h"

enum { US_INSPECT_WINDOW_SIZE = 64 * 1024 };

struct us_inspect_work {
    struct us_detect detect; /* the file, the report and the error */
    us_inspect_progress_func_t *progress;
    void *context;
    struct us_inspect_facts *facts; /* NULL: not wanted */

    uint64_t done, total, reported;      /* bytes of the progress */
    uint64_t times_hash[US_CURVE_COUNT]; /* of each curve's key times */
    bool w_lost[US_RECORDING_POSES];
};

/* Opens a curve of the file; whoever had the slot before may not use it any more. */
static inline struct us_curve_reader us_inspect_open(const struct us_inspect_work *work,
                                                     unsigned slot, unsigned curve_index)
{
    return us_key_source_open(&work->detect.source, slot, curve_index);
}

/*
 * inspect_played: measures how much of hands and gaze is played. Private to the inspection.
 */

/* Fills in the facts about the floor, the hands and the gaze. US_OK or US_ERROR_FILE. */
enum us_result us_inspect_played(struct us_inspect_work *work);

/*
 * inspect_rate: measures the frame rate of the recorder. Private to the inspection.
 */

/* Sets rate_hz of the facts. US_OK, US_ERROR_MEMORY or US_ERROR_FILE. */
enum us_result us_inspect_rate(struct us_inspect_work *work);

#endif
