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

#include "core/base/file.h"
#include "core/base/result.h"
#include "core/inspect/inspect_facts.h"
#include "core/recording/curve_index.h"
#include "core/repair/repair_report.h"

/* "clamp-forever", "loop", ..., "unknown". */
const char *us_inspect_wrap_name(unsigned wrap);

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
