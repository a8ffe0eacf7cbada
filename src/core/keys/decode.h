/* SPDX-License-Identifier: MIT */
/*
 * decode: decodes a whole file in memory into a recording, in every layout of the format.
 *
 * Float keys have 28 bytes in version 1.0, and in 1.1 either 8 (what the toolkit writes) or 28
 * (what the specification says); a marker list may or may not follow. The layout is the one whose
 * reading ends exactly at the end of the file. Counts are checked against the bytes that remain
 * before anything is allocated. Keys that are not sorted by time are sorted, in `bytes`.
 */
#ifndef US_DECODE_H
#define US_DECODE_H

#include <stdint.h>

#include "core/recording/curve_index.h"
#include "core/recording/recording.h"
#include "core/base/result.h"

/*
 * Decode `size` bytes. On success the recording owns `bytes` (from malloc) and
 * `us_recording_finish` frees them; on failure they remain the caller's and `out` is zeroed.
 * `options` and `error` may be NULL.
 */
enum us_result us_decode(uint8_t *bytes, uint64_t size, const struct us_decode_options *options,
                         struct us_recording *out, struct us_error *error);

#endif
