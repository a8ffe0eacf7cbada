/* SPDX-License-Identifier: MIT */
/*
 * curve_reader: reads and evaluates a curve of any length through a window of its keys.
 *
 * The results are bit-identical to those of curve/curve.h. Keys that are in memory need no window.
 * Going forward reads each key about once; any other order works, and costs a read whenever it
 * leaves the window. After a failed read all keys are zero and `failed` is set. Unchecked keys are
 * safe to read, but their values may be anything. A reader belongs to one thread.
 */
#ifndef US_CURVE_READER_H
#define US_CURVE_READER_H

#include <stdbool.h>
#include <stdint.h>

#include "core/curve/curve.h"
#include "core/base/file.h"
#include "core/recording/curve_index.h"

/* The smallest window in bytes: a segment and its neighbours fit into it. */
enum { US_CURVE_READER_LEAST_WINDOW = 1024 };

struct us_curve_reader {
    const struct us_file *file; /* borrowed */
    struct us_curve curve;      /* as in the index: no keys */
    float first_s, last_s;
    bool failed;

    const uint8_t
        *keys;       /* the keys from `begin` to `end`: the window's, or all of a curve in memory */
    uint8_t *window; /* borrowed; NULL for a curve in memory */
    uint32_t window_keys;
    uint32_t begin, end;   /* the keys in the window */
    uint32_t near_key;     /* where the last search ended */
    bool has_run;          /* of keys at one time only the last counts: the last one found */
    struct us_key run_end; /* ... so that a long run is searched once */
};

/* Read a curve through `window_size` bytes at `window`, which nothing else may use meanwhile. */
void us_curve_reader_init(struct us_curve_reader *reader, const struct us_file *file,
                          const struct us_curve_index *index, unsigned curve_index, uint8_t *window,
                          uint32_t window_size);

/* Read a curve whose keys are in memory; they must stay there. */
void us_curve_reader_init_in_memory(struct us_curve_reader *reader, const struct us_curve *curve);

/* Key `key`, which must be below the curve's key_count, and its time. */
struct us_key us_curve_reader_key(struct us_curve_reader *reader, uint32_t key);
float us_curve_reader_time_s(struct us_curve_reader *reader, uint32_t key);

/* As many keys as the window holds from `first_key` on, as us_key_check_check wants them; valid
 * until the window moves. */
struct us_curve us_curve_reader_view(struct us_curve_reader *reader, uint32_t first_key);

/* As the functions of curve with these names. */
uint32_t us_curve_reader_find(struct us_curve_reader *reader, double time_s);
struct us_segment us_curve_reader_segment(struct us_curve_reader *reader, uint32_t key);
double us_curve_reader_wrap(const struct us_curve_reader *reader, double time_s);
double us_curve_reader_evaluate(struct us_curve_reader *reader, double time_s);
double us_curve_reader_evaluate_clamped(struct us_curve_reader *reader, double time_s);
bool us_curve_reader_evaluate_bool(struct us_curve_reader *reader, double time_s);

#endif
