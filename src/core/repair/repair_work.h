/* SPDX-License-Identifier: MIT */
/*
 * repair_work: what the files of the repair share. Private to repair*.c.
 */
#ifndef US_REPAIR_WORK_H
#define US_REPAIR_WORK_H

#include "core/repair/repair_report.h"

struct us_repair_work {
    struct us_recording *recording;
    struct us_repair_report *report; /* may be NULL */
};

/* Adds an item to the report. False if memory runs out. */
bool us_repair_note(struct us_repair_work *work, enum us_repair_kind kind, unsigned curve_index,
                    uint64_t count, double seconds);

/* Gives a curve `count` new keys, which the recording owns. NULL if memory runs out. Wrap modes
 * stay. */
uint8_t *us_repair_new_keys(struct us_repair_work *work, struct us_curve *curve, uint32_t count,
                            uint32_t key_size);

#endif
