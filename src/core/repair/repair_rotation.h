/* SPDX-License-Identifier: MIT */
/*
 * repair_rotation: repairs the signs of rotations and their keys without data. Private to the
 * repair.
 */
#ifndef US_REPAIR_ROTATION_H
#define US_REPAIR_ROTATION_H

#include "core/repair/repair_work.h"

/* Mends the rotation whose X curve is `curve_index`. Where a rotation is not `expected`, one
 * without any data is no defect. False if memory runs out. */
bool us_repair_rotation(struct us_repair_work *work, unsigned curve_index, bool expected);

#endif
