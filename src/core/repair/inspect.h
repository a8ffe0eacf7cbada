/* SPDX-License-Identifier: MIT */
/*
 * inspect: everything that can be said of a recording, in bounded memory whatever its length.
 *
 * Every key is checked, in file order, and a bad one is refused with the words that us_decode has
 * for it. The report is the one that us_repair gives for the whole recording, item by item: also
 * where curves repeat, where components have times of their own, and where a lost W is rebuilt and
 * its signs are then aligned. Nothing is mended.
 *
 * Memory: under 3 MB, and a quarter of a byte for each key of one rotation whose W was lost (an
 * hour at 60 Hz: 54 kB). Reading: the file is gone through once, each curve twice while it is in
 * the page cache; but rotations whose W was lost are read again at the end, together with their
 * bones, and the facts look again at the key times of curves that do not share them.
 */
#ifndef US_INSPECT_H
#define US_INSPECT_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/file.h"
#include "core/recording/curve_index.h"
#include "core/repair/repair.h"
#include "core/base/result.h"

/* The wrap modes in the order of us_inspect_wrap_name; the last stands for all that do not exist.
 */
enum { US_INSPECT_WRAPS = 6 };

struct us_inspect_hand {
    unsigned joints_with_keys; /* None counts, if it has some */
    double tracked_share;      /* of the time that is played, 0 to 1 */
    uint64_t pinches;          /* spans in which the hand is tracked and pinches */
};

struct us_inspect_facts {
    unsigned curve_count, curves_with_keys;
    /* Pieces between two neighbouring keys of the float curves, as they stand in the file. */
    uint64_t linear, hermite, weighted, stepped;
    uint64_t wraps[US_INSPECT_WRAPS]; /* ends of curves with keys, before and after counted alike */
    double rate_hz; /* from the median distance of distinct key times; 0 if there are under 2 */
    struct us_inspect_hand hands[US_HAND_COUNT];
    double gaze_valid_share; /* of the time that is played, 0 to 1 */
    bool floor_based;        /* as us_loaded_recording_is_floor_based says it */
};

/* "clamp-forever", "loop", ..., "unknown". */
const char *us_inspect_wrap_name(unsigned wrap);

/* Called about a hundred times, on the calling thread; `done` rises to `total`, which is above 0.
 * Both count bytes. */
typedef void us_inspect_progress_func_t(void *context, uint64_t done, uint64_t total);

/*
 * Survey the file that `index` was read from, whose keys must be sorted: where the result is
 * US_ERROR_UNSORTED, us_sorted_keys_read makes a file that can be surveyed. `progress`, `report`,
 * `facts` and `error` may be NULL; without a report and facts the keys are checked and no more. The
 * report is the caller's to finish; on failure report and facts are zeroed.
 */
enum us_result us_inspect_run(const struct us_file *file, const struct us_curve_index *index,
                              us_inspect_progress_func_t *progress, void *context,
                              struct us_repair_report *report, struct us_inspect_facts *facts,
                              struct us_error *error);

#endif
