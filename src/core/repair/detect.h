/* SPDX-License-Identifier: MIT */
/*
 * detect: what the detectors of defects share. Private to repair and inspect.
 *
 * Each kind of defect has one detector (detect_*.h). It reads the recording through a key_source,
 * in the order of time and in bounded memory, and adds what it finds to the report. us_repair runs
 * the detectors on a recording in memory and applies the edits that they yield; us_inspect_run runs
 * them on a file and only counts.
 */
#ifndef US_DETECT_H
#define US_DETECT_H

#include "core/keys/key_source.h"
#include "core/repair/repair_report.h"

/* Belongs to one thread. */
struct us_detect {
    struct us_key_source source;     /* of a file: with US_DETECT_SLOTS windows */
    struct us_repair_report *report; /* NULL: not wanted */
    struct us_error *error;          /* may be NULL */
    /* Called with the number of bytes of keys that are done, where a detector takes long; may be
     * NULL. */
    void (*progress)(void *context, uint64_t bytes);
    void *context;
};

enum { US_DETECT_SLOTS = 16 };

/* Adds an item to the report. US_OK, or US_ERROR_MEMORY with its message. */
enum us_result us_detect_note(const struct us_detect *detect, enum us_repair_kind kind,
                              unsigned curve_index, uint64_t count, double seconds);

/* US_ERROR_MEMORY, with its message. */
enum us_result us_detect_out_of_memory(const struct us_detect *detect);

/* US_OK, or US_ERROR_FILE with its message if one of the `count` curves could not be read. */
enum us_result us_detect_was_read(const struct us_detect *detect,
                                  const struct us_curve_reader *readers, unsigned count);

#endif
