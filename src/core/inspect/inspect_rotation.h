/* SPDX-License-Identifier: MIT */
/*
 * inspect_rotation: counts the sign changes, zeros and wrong norms of a rotation. Private to the
 * inspection.
 */
#ifndef US_INSPECT_ROTATION_H
#define US_INSPECT_ROTATION_H

#include "core/inspect/inspect_w.h"

/* Notes the defects of the rotation whose X curve is `curve_index`. `w` is NULL where W was not
 * lost. Where a rotation is not `expected`, one without any data is no defect. */
enum us_result us_inspect_rotation(struct us_inspect_work *work, unsigned curve_index,
                                   bool expected, const struct us_inspect_w *w);

#endif
