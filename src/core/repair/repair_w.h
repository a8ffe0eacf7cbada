/* SPDX-License-Identifier: MIT */
/*
 * repair_w: rebuilds the W of rotations whose W keys the toolkit lost. Private to the repair.
 */
#ifndef US_REPAIR_W_H
#define US_REPAIR_W_H

#include "core/repair/repair_work.h"

/* Rebuilds the W of the rotation whose X curve is `curve_index`, if its keys were lost. False if
 * memory runs out. */
bool us_repair_w(struct us_repair_work *work, unsigned curve_index);

#endif
