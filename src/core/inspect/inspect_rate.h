/* SPDX-License-Identifier: MIT */
/*
 * inspect_rate: measures the frame rate of the recorder. Private to the inspection.
 */
#ifndef US_INSPECT_RATE_H
#define US_INSPECT_RATE_H

#include "core/inspect/inspect_work.h"

/* Sets rate_hz of the facts. US_OK, US_ERROR_MEMORY or US_ERROR_FILE. */
enum us_result us_inspect_rate(struct us_inspect_work *work);

#endif
