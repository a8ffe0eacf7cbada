/* SPDX-License-Identifier: MIT */
/*
 * format: facts of the input animation format that reading and writing share.
 *
 * Versions 1.0 and 1.1 of the public specification, as the toolkit really writes them
 * (docs/format.md). All values are little-endian.
 */
#ifndef US_FORMAT_H
#define US_FORMAT_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/bytes.h"
#include "core/base/result.h"
#include "core/curve/curve.h"
#include "core/recording/recording.h"

#define US_FORMAT_MAGIC UINT64_C(0x6a8faf6e0f9e42c6)

enum { US_FORMAT_HEADER_SIZE = 16 };

/* A marker is a time and a string of at least a length byte. */
enum { US_FORMAT_MARKER_MIN_SIZE = 5 };

/* How a file begins. A recording of 2019 has no header: it begins with the first curve, whose wrap
 * mode is 8. */
enum us_format_start { US_FORMAT_FOREIGN, US_FORMAT_HEADER, US_FORMAT_BARE };
enum us_format_start us_format_start(const uint8_t *start, uint64_t size);

/* True if a file of this layout holds this curve. */
bool us_format_has_curve(const struct us_layout *layout, unsigned curve_index);

/* True for well-formed UTF-8 without NUL. */
bool us_format_is_text(const uint8_t *text, uint32_t length);

/* Copies the text, and writes U+FFFD for each byte that is not part of well-formed UTF-8, and for
 * NUL. Returns its length; `out` may be NULL. */
uint32_t us_format_repair_text(const uint8_t *text, uint32_t length, char *out);

/* key_check: checks the keys of a curve: finite, and sorted by time. */

/*
 * Times, values and weights must be finite, tangents must not be NaN, and times must not fall.
 * Values that are not finite are reported first: after US_ERROR_UNSORTED all keys are finite.
 * `curve` holds keys `first_key` and on of curve `curve_index`, and its `byte` is where its header
 * would begin if key `first_key` were the file's first: so that an error names the key and the byte
 * of the file.
 */
enum us_result us_key_check_check(const struct us_curve *curve, unsigned curve_index,
                                  uint32_t first_key, struct us_error *error);

/* Sort keys by time. The sort is stable: keys at one time keep their order. `keys` are the curve's,
 * and finite. */
enum us_result us_key_check_sort(const struct us_curve *curve, unsigned curve_index, uint8_t *keys,
                                 struct us_error *error);

/*
 * Check the same, and copy the keys to `out`, which has room for all of them. Keys of a curve that
 * is linear throughout (weights 0 on both sides, no steps) are copied as 8-byte keys with time and
 * value, which evaluate to the same. `*out_key_size` is the size of the keys there.
 */
enum us_result us_key_check_pack(const struct us_curve *curve, unsigned curve_index,
                                 uint32_t first_key, uint8_t *out, uint32_t *out_key_size,
                                 struct us_error *error);

/*
 * encode: the parts of a file -> bytes, in the layout that `layout` names, for a caller that writes
 * the keys itself.
 */

/* Refuses a layout that is not written: version 1.0 or 1.1; keys of 28 bytes or, in 1.1 only, of 8;
 * with or without markers; in 1.0 with or without a header. A 1.0 layout has no gaze, and needs
 * camera and hands. */
enum us_result us_recording_encode_check_layout(const struct us_layout *layout,
                                                struct us_error *error);

/* Writes the bytes before the first curve. */
void us_recording_encode_head(struct us_writer *writer, const struct us_layout *layout);
/* Writes the bytes before a curve's keys: US_CURVE_HEADER_SIZE bytes. */
void us_recording_encode_curve_head(struct us_writer *writer, int32_t pre_wrap, int32_t post_wrap,
                                    uint32_t key_count);
void us_recording_encode_markers(struct us_writer *writer, const struct us_marker *markers,
                                 uint32_t count);

#endif
