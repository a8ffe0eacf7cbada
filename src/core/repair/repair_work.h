/* SPDX-License-Identifier: MIT */
/*
 * repair_work: declarations that the files of the repair share. Private to repair*.c.
 */
#ifndef US_REPAIR_WORK_H
#define US_REPAIR_WORK_H

#include "core/repair/detect.h"

struct us_repair_work {
    struct us_recording *recording; /* what is repaired, in place */
    struct us_detect detect;        /* reads the same recording */
};

/* Detects and repairs the signs and the keys without data of the rotation whose X curve is
 * `curve_index`. Where a rotation is not `expected`, one without any data is no defect. US_OK or
 * US_ERROR_MEMORY. */
enum us_result us_repair_rotation(struct us_repair_work *work, unsigned curve_index, bool expected);

#endif
