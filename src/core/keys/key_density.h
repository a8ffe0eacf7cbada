/* SPDX-License-Identifier: MIT */
/*
 * key_density: finds how short a span of time must be for its keys to fit into memory. Private to
 * the block builder.
 */
#ifndef US_KEY_DENSITY_H
#define US_KEY_DENSITY_H

#include <stdint.h>

#include "core/keys/sorted_keys.h"
#include "core/recording/curve_index.h"

/*
 * Cuts the span from `*from_s` to `*to_s` around `time_s` until the keys in it take no more than
 * `limit_bytes`. The span stays longer than that only if all of its keys stand at its beginning,
 * where of each curve only the last one counts. The result depends on the arguments alone.
 *
 * Each cut leaves out a quarter of the keys or more, and reads about twenty times for each curve,
 * whatever their number is. Allocates nothing. US_OK, or US_ERROR_FILE with its message if the file
 * cannot be read; the span is then of no use. `error` may be NULL.
 */
enum us_result us_key_density_cut(const struct us_file *file, const struct us_curve_index *index,
                                  double time_s, uint64_t limit_bytes, double *from_s, double *to_s,
                                  struct us_error *error);

/*
 * played_spans: the spans between the key times of some curves, within the time that is played.
 */

/* Belongs to one thread. Times are in seconds of the recording. */
struct us_played_spans {
    struct us_key_merge times;
    float next_s;
    bool has_next;
    double from_s, to_s; /* the span: no key lies between its ends */
    double end_s;
};

/* Begins before the first span. `readers` are borrowed until the last one. `recording` says what is
 * played; it may be an index's head. */
void us_played_spans_init(struct us_played_spans *spans, const struct us_recording *recording,
                          struct us_curve_reader *readers, uint32_t count);

/* Goes on to the next span; false at the end. */
bool us_played_spans_next(struct us_played_spans *spans);

#endif
