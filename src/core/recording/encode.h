/* SPDX-License-Identifier: MIT */
/*
 * encode: recording -> bytes, in the layout that `layout` names.
 *
 * With the layout that a recording was decoded from, the bytes come out the same.
 */
#ifndef US_ENCODE_H
#define US_ENCODE_H

#include <stdint.h>

#include "core/recording/recording.h"
#include "core/base/result.h"

/*
 * Write the recording as `layout` says: versions 1.0 and 1.1, keys of 28 or, in 1.1 only, 8 bytes,
 * with or without markers, headerless for 1.0 only. Narrowing 28-byte keys to 8 keeps time and
 * value: what is not linear becomes linear. A 1.0 layout has no gaze, and needs camera and hands.
 * On success `*out_bytes` is the caller's to free.
 */
enum us_result us_encode(const struct us_recording *recording, const struct us_layout *layout,
                         uint8_t **out_bytes, uint64_t *out_size, struct us_error *error);

#endif
