/* SPDX-License-Identifier: MIT */
/*
 * inspect: reads a recording of any length in bounded memory, and reports its defects and facts.
 */
#ifndef US_INSPECT_H
#define US_INSPECT_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/file.h"
#include "core/base/pose.h"
#include "core/base/result.h"
#include "core/curve/curve.h"
#include "core/recording/curve_index.h"
#include "core/repair/repair_report.h"

/* inspect_facts: facts about a recording other than its defects. */

/* Wrap modes are counted by their us_wrap_place. */
enum { US_INSPECT_WRAPS = US_WRAP_PLACES };

struct us_inspect_hand {
    unsigned joints_with_keys; /* including None, if it has keys */
    double tracked_share;      /* of the time that is played, 0 to 1 */
    uint64_t pinches;          /* spans in which the hand is tracked and pinches */
};

struct us_inspect_facts {
    unsigned curve_count, curves_with_keys;
    /* Segments of the float curves, as they are in the file. */
    uint64_t linear, hermite, weighted, stepped;
    uint64_t wraps[US_INSPECT_WRAPS]; /* each curve with keys counts twice: before and after */
    double rate_hz; /* from the median distance of distinct key times; 0 if there are under 2 */
    struct us_inspect_hand hands[US_HAND_COUNT];
    double gaze_valid_share; /* of the time that is played, 0 to 1 */
    bool floor_based;        /* as us_loaded_recording_is_floor_based */
};

/* Called about a hundred times, on the calling thread. `done` rises to `total`, which is above 0.
 * Both count bytes. */
typedef void us_inspect_progress_func_t(void *context, uint64_t done, uint64_t total);

/*
 * inspect: reads a recording of any length in bounded memory, and reports its defects and facts.
 *
 * It checks every key in file order, and refuses a bad one with the message of us_recording_decode.
 * The report equals that of us_repair for the whole recording, item by item. It repairs nothing.
 *
 * Memory: under 3 MB, and a quarter of a byte for each key of one rotation whose W was lost (an
 * hour at 60 Hz: 54 kB). It reads the file once, and each curve a second time while the curve is in
 * the page cache. At the end it reads rotations whose W was lost again, together with their bones,
 * and, for the facts, the key times of curves that do not share them.
 */

/* "clamp-forever", "loop", ..., "unknown". */
const char *us_inspect_wrap_name(unsigned wrap);

/*
 * Inspects the file that `index` was read from. Its keys must be sorted by time: after
 * US_ERROR_UNSORTED, us_sorted_keys_read makes a sorted copy. `progress`, `report`,
 * `facts` and `error` may be NULL; without report and facts it only checks the keys.
 * The caller finishes the report. On failure report and facts are zeroed.
 */
enum us_result us_inspect_run(const struct us_file *file, const struct us_curve_index *index,
                              us_inspect_progress_func_t *progress, void *context,
                              struct us_repair_report *report, struct us_inspect_facts *facts,
                              struct us_error *error);

#endif
