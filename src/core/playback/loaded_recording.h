/* SPDX-License-Identifier: MIT */
/*
 * loaded_recording: a recording opened for playing, as the layer and the tool both do it.
 */
#ifndef US_LOADED_RECORDING_H
#define US_LOADED_RECORDING_H

#include <stdbool.h>

#include "core/keys/decode.h"
#include "core/recording/recording.h"
#include "core/repair/repair.h"
#include "core/sampler/sampler.h"

struct us_session_summary;

struct us_loaded_recording {
    struct us_recording recording;
    struct us_repair_report report; /* empty where it streams: only reading all of it could tell */
    struct us_sampler *sampler;
    bool streams; /* the recording's curves have no keys in memory */
    /* Of a session recording: what it says of the whole session; lasts as long as the sampler. NULL
     * for curves. */
    const struct us_session_summary *session;
    /* The interaction profiles that a session's hands have first, left and right; NULL: none. They
     * last as long as the sampler. */
    const char *profiles[US_HAND_COUNT];
};

/*
 * Open a file and play it while it is read, in bounded memory; what is wrong with keys that were
 * not read yet is found while playing (us_sampler_error). A file that cannot be played piece by
 * piece (us_repair_needs_whole) is loaded. Zeroed on failure. `options` and `error` may be
 * NULL.
 */
enum us_result us_loaded_recording_open(const char *path, const struct us_decode_options *options,
                                        struct us_loaded_recording *out, struct us_error *error);

/* Read, check and repair the whole file in memory. Otherwise the same. */
enum us_result us_loaded_recording_load(const char *path, const struct us_decode_options *options,
                                        struct us_loaded_recording *out, struct us_error *error);
void us_loaded_recording_close(struct us_loaded_recording *take);

/*
 * True if the head's height at the start says that the recording's origin is the floor (an adult's
 * eyes are 1.2 to 2 m above it, and a seated one's 0.8 m at least), false if the origin is where
 * the head started. A session's origin is that of LOCAL.
 */
bool us_loaded_recording_is_floor_based(const struct us_loaded_recording *take);

#endif
