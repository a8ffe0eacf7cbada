/* SPDX-License-Identifier: MIT */
/*
 * inspect_played: measures what is played of hands and gaze. Private to the inspection.
 */
#ifndef US_INSPECT_PLAYED_H
#define US_INSPECT_PLAYED_H

#include "core/inspect/inspect_work.h"

/* Fills in the facts about the floor, the hands and the gaze. US_OK or US_ERROR_FILE. */
enum us_result us_inspect_played(struct us_inspect_work *work);

#endif
