/* SPDX-License-Identifier: MIT */
/*
 * inspect_work: what the files of the inspection share. Private to inspect*.c.
 */
#ifndef US_INSPECT_WORK_H
#define US_INSPECT_WORK_H

#include "core/inspect/inspect_facts.h"
#include "core/keys/curve_reader.h"
#include "core/repair/repair_report.h"

enum { US_INSPECT_WINDOWS = 16, US_INSPECT_WINDOW_SIZE = 64 * 1024 };

struct us_inspect_work {
    const struct us_file *file;
    const struct us_curve_index *index;
    us_inspect_progress_func_t *progress;
    void *context;
    struct us_repair_report *report; /* NULL: not wanted */
    struct us_inspect_facts *facts;  /* NULL: not wanted */
    struct us_error *error;

    uint64_t done, total, told;                      /* of the progress */
    uint8_t *windows;                                /* US_INSPECT_WINDOWS of them */
    bool linear[US_CURVE_COUNT];                     /* every segment of the curve is */
    uint64_t times_hash[US_CURVE_COUNT];             /* of a float curve's key times */
    bool w_lost[1 + US_HAND_COUNT * US_JOINT_COUNT]; /* the camera, then the joints */
};

/* Window `slot` on a curve; whoever had the slot before has lost it. */
struct us_curve_reader us_inspect_open(const struct us_inspect_work *work, unsigned slot,
                                       unsigned curve_index);
/* The same for `count` curves and slots that follow each other. */
void us_inspect_open_all(const struct us_inspect_work *work, unsigned slot, unsigned curve_index,
                         unsigned count, struct us_curve_reader *out);

void us_inspect_advance(struct us_inspect_work *work, uint64_t bytes);

enum us_result us_inspect_note(struct us_inspect_work *work, enum us_repair_kind kind,
                               unsigned curve_index, uint64_t count, double seconds);
enum us_result us_inspect_out_of_memory(struct us_inspect_work *work);
/* US_OK, or the failure if one of the `count` curves could not be read. */
enum us_result us_inspect_was_read(struct us_inspect_work *work,
                                   const struct us_curve_reader *reader, unsigned count);

#endif
