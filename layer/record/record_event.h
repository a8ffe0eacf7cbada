/* SPDX-License-Identifier: MIT */
/* record_event: what xrPollEvent told the app. */
#ifndef US_RECORD_EVENT_H
#define US_RECORD_EVENT_H

#include "layer/record/base/recorder.h"

/* Any thread. Events of other sessions than the recorded one are left out. */
void us_record_event(struct us_recorder *recorder, const XrEventDataBuffer *event);

#endif
