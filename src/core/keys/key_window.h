/* SPDX-License-Identifier: MIT */
/*
 * key_window: reads the keys that a span of time needs into memory.
 *
 * A window holds each curve from the last key at or before the span to the first key at or after
 * its end; evaluating inside the span needs no others. It stores keys of straight lines in 8 bytes.
 * Neighbouring curves with the same key times get the same axis. A window reuses its buffer, and
 * belongs to one thread.
 */
#ifndef US_KEY_WINDOW_H
#define US_KEY_WINDOW_H

#include <stdbool.h>
#include <stdint.h>

#include "core/recording/curve_index.h"

struct us_key_window {
    /* Its curves look into `buffer`, or into what a repair gave it. It owns no bytes, markers or
     * names. */
    struct us_recording recording;
    uint8_t *buffer;
    uint64_t capacity, used;
    uint8_t *raw; /* one curve's keys, as they stand in the file */
    uint64_t raw_capacity;
    uint64_t begin[US_CURVE_COUNT];             /* of each curve's keys in the buffer */
    uint32_t hint[US_CURVE_COUNT];              /* a key that the next window may begin with */
    uint32_t like_count, like_first, like_keys; /* the curve before: how many keys it has, which one
                                                   was read first, how many were needed */
};

/*
 * Load and check the keys for from_s <= t <= to_s, in seconds. If they take more than
 * `limit_bytes`, `*out_too_dense` is set and the result is US_ERROR_MEMORY: the caller loads a
 * shorter span. A window begins zeroed.
 */
enum us_result us_key_window_load(struct us_key_window *window, const struct us_file *file,
                                  const struct us_curve_index *index, double from_s, double to_s,
                                  uint64_t limit_bytes, bool *out_too_dense,
                                  struct us_error *error);

/* Free the keys that a repair gave the window; the buffer stays for the next window. */
void us_key_window_clear(struct us_key_window *window);
void us_key_window_finish(struct us_key_window *window);

#endif
