/* SPDX-License-Identifier: MIT */
/*
 * key_times: the key times of several curves as one rising list.
 */
#ifndef US_KEY_TIMES_H
#define US_KEY_TIMES_H

#include <stdbool.h>
#include <stdint.h>

#include "core/curve/curve.h"

struct us_key_times {
    float *at_s; /* strictly rising; from malloc; NULL if there is none */
    uint32_t count;
};

/* True if both curves have keys at the same times. */
bool us_key_times_equal(const struct us_curve *a, const struct us_curve *b);

/*
 * The union of the key times of `count` curves. Working memory is a small multiple of the distinct
 * curves' keys. False if memory runs out; `out` is then empty.
 */
bool us_key_times_union(const struct us_curve *const *curves, uint32_t count,
                        struct us_key_times *out);

void us_key_times_finish(struct us_key_times *times);

#endif
