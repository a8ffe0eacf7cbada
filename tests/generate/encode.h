/* SPDX-License-Identifier: MIT */
/*
 * encode: a whole recording -> bytes. With the layout that a recording was decoded from, the bytes
 * come out the same.
 */
#ifndef US_GENERATE_ENCODE_H
#define US_GENERATE_ENCODE_H

#include "core/base/result.h"
#include "core/recording/recording.h"

/*
 * Write the recording in the given layout: version 1.0 or 1.1; keys of 28 bytes or, in 1.1 only, of
 * 8; with or without markers; in 1.0 with or without a header (without one, the first curve has the
 * pre-wrap mode 8). 8-byte keys keep only time and value: every curve becomes linear. A 1.0 layout
 * has no gaze, and needs camera and hands. On success `*out_bytes` is the caller's to free.
 */
enum us_result us_encode(const struct us_recording *recording, const struct us_layout *layout,
                         uint8_t **out_bytes, uint64_t *out_size, struct us_error *error);

/* Writes a file, or in place of one. False, with errno. */
bool us_recording_encode_save(const char *path, const void *bytes, uint64_t size);

#endif
