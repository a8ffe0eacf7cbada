/* SPDX-License-Identifier: MIT */
/*
 * take: a recording opened for playing, as the layer and the tool both do it.
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
    struct us_repair_report report; /* empty where it streams: only reading all of it could tell */
    struct us_sampler *sampler;
    bool streams; /* the recording's curves have no keys in memory */
};

/*
 * Open a file and play it while it is read, in bounded memory; what is wrong with keys that were
 * not read yet is found while playing (us_sampler_error). A file that cannot be played piece by
 * piece (us_index_needs_whole) is loaded. Zeroed on failure. `options` and `error` may be NULL.
 */
enum us_result us_take_open(const char *path, const struct us_decode_options *options,
                            struct us_take *out, struct us_error *error);

/* Read, check and repair the whole file in memory. Otherwise the same. */
enum us_result us_take_load(const char *path, const struct us_decode_options *options,
                            struct us_take *out, struct us_error *error);
void us_take_close(struct us_take *take);

/*
 * True if the head's height at the start says that the recording's origin is the floor (an adult's
 * eyes are 1.2 to 2 m above it, and a seated one's 0.8 m at least), false if the origin is where
 * the head started.
 */
bool us_take_is_floor_based(const struct us_take *take);

#endif
