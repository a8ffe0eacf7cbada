/* SPDX-License-Identifier: MIT */
/*
 * inspect_rate: the frame rate that a recording was made at. Private to the inspection.
 */
#ifndef US_INSPECT_RATE_H
#define US_INSPECT_RATE_H

#include "core/inspect/inspect_work.h"

/* Fills in the rate among the facts. */
enum us_result us_inspect_rate(struct us_inspect_work *work);

#endif
