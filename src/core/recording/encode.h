/* SPDX-License-Identifier: MIT */
/*
 * encode: recording -> bytes, in the layout that `layout` names.
 *
 * With the layout that a recording was decoded from, the bytes come out the same. The parts of a
 * file are functions of their own for a caller that writes the keys itself.
 */
#ifndef US_ENCODE_H
#define US_ENCODE_H

#include <stdint.h>

#include "core/base/bytes.h"
#include "core/recording/recording.h"
#include "core/base/result.h"

/*
 * Write the recording in the given layout: version 1.0 or 1.1; keys of 28 bytes or, in 1.1 only, of
 * 8; with or without markers; in 1.0 with or without a header (without one, the first curve has the
 * pre-wrap mode 8). 8-byte keys keep only time and value: every curve becomes linear. A 1.0 layout
 * has no gaze, and needs camera and hands. On success `*out_bytes` is the caller's to free.
 */
enum us_result us_encode(const struct us_recording *recording, const struct us_layout *layout,
                         uint8_t **out_bytes, uint64_t *out_size, struct us_error *error);

/* Refuses a layout that us_encode cannot write. */
enum us_result us_encode_check_layout(const struct us_layout *layout, struct us_error *error);

/* Writes the bytes before the first curve. */
void us_encode_head(struct us_writer *writer, const struct us_layout *layout);
/* Writes the bytes before a curve's keys: US_CURVE_HEADER_SIZE bytes. */
void us_encode_curve_head(struct us_writer *writer, int32_t pre_wrap, int32_t post_wrap,
                          uint32_t key_count);
void us_encode_markers(struct us_writer *writer, const struct us_marker *markers, uint32_t count);

#endif
