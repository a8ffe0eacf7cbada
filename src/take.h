/* SPDX-License-Identifier: MIT */
/*
 * take: a recording opened for playing: file, decode, repair and sampler in one step, as the layer
 * and the tool both do it.
 */
#ifndef US_TAKE_H
#define US_TAKE_H

#include <stdbool.h>

#include "decode.h"
#include "recording.h"
#include "repair.h"
#include "sampler.h"

struct us_take {
    struct us_recording recording;
    struct us_repair_report report;
    struct us_sampler *sampler;
};

/* Zeroed on failure. `options` and `error` may be NULL. */
enum us_result us_take_open(const char *path, const struct us_decode_options *options,
                            struct us_take *out, struct us_error *error);
void us_take_close(struct us_take *take);

/*
 * True if the head's height at the start says that the recording's origin is the floor (an adult's
 * eyes are 1.2 to 2 m above it, and a seated one's 0.8 m at least), false if the origin is where
 * the head started.
 */
bool us_take_is_floor_based(const struct us_take *take);

#endif
