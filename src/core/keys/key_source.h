/* SPDX-License-Identifier: MIT */
/*
 * key_source: readers on the curves of a recording, whether its keys are in memory or in a file.
 *
 * Code that takes a source works on a whole recording and on a file of any length, and gives the
 * same answers for both. A source belongs to one thread.
 */
#ifndef US_KEY_SOURCE_H
#define US_KEY_SOURCE_H

#include <stdint.h>

#include "core/base/result.h"
#include "core/keys/curve_reader.h"
#include "core/recording/curve_index.h"
#include "core/recording/recording.h"

struct us_key_source {
    /* The recording, or the index's head, whose curves have no keys. Borrowed. */
    const struct us_recording *recording;
    /* For a file: all borrowed. For a recording in memory: NULL and 0. */
    const struct us_file *file;
    const struct us_curve_index *index;
    uint8_t *windows;     /* one after the other, one for each slot */
    uint32_t window_size; /* bytes; US_CURVE_READER_LEAST_WINDOW at least */
};

struct us_key_source us_key_source_in_memory(const struct us_recording *recording);

/* Reads `file`, which `index` was read from, through `windows` of `window_size` bytes each. */
struct us_key_source us_key_source_in_file(const struct us_file *file,
                                           const struct us_curve_index *index, uint8_t *windows,
                                           uint32_t window_size);

/* A reader on curve `curve_index`. A reader that was opened with the same slot before may not be
 * used any more. */
struct us_curve_reader us_key_source_open(const struct us_key_source *source, unsigned slot,
                                          unsigned curve_index);

/* The same for `count` curves and slots that follow each other. */
void us_key_source_open_all(const struct us_key_source *source, unsigned slot, unsigned curve_index,
                            unsigned count, struct us_curve_reader *out);

/*
 * decode: decodes a whole file in memory into a recording, in every layout of the format.
 *
 * Float keys have 28 bytes in version 1.0, and in 1.1 either 8 (what the toolkit writes) or 28
 * (what the specification says); a recording of 2019 has no header; a marker list may or may not
 * follow. The layout is the one whose
 * reading ends exactly at the end of the file. Counts are checked against the bytes that remain
 * before anything is allocated. Keys that are not sorted by time are sorted, in `bytes`.
 */

/*
 * Decode `size` bytes. On success the recording owns `bytes` (from malloc) and
 * `us_recording_finish` frees them; on failure they remain the caller's and `out` is zeroed.
 * `error` may be NULL.
 */
enum us_result us_recording_decode(uint8_t *bytes, uint64_t size, struct us_recording *out,
                                   struct us_error *error);

#endif
