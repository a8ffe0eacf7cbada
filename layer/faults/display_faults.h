/* SPDX-License-Identifier: MIT */
/*
 * display_faults: faults on purpose of the display: display times that the app misses (frame-drop),
 * and another refresh rate (refresh).
 *
 * A display time that the app is not to get is waited for and begun in the chain below, and never
 * ended: the next frame that begins replaces it (OpenXR 1.0, 10.2.3, XR_FRAME_DISCARDED). So the
 * display times of the app stay those of the chain below, in their order, and both clocks of
 * playback go on. The app is not told that a frame of the layer was discarded.
 *
 * With another refresh rate predictedDisplayPeriod is that of the rate. If the rate is lower than
 * that of the chain below, the app gets the display times that are nearest to those of the rate; if
 * it is higher, the app gets all that there are, and so misses some of its display.
 *
 * With XR_FB_display_refresh_rate, which the app must have enabled and the chain below must have,
 * xrGetDisplayRefreshRateFB returns the rate, xrEnumerateDisplayRefreshRatesFB lists it at all
 * times, and xrRequestDisplayRefreshRateFB accepts it; session_events tells the event. Without it
 * the app only sees the period.
 *
 * With --events recorded, xrGetDisplayRefreshRateFB returns the recorded rate, unless a fault sets
 * another one; the display times stay those of the chain below.
 */
#ifndef US_DISPLAY_FAULTS_H
#define US_DISPLAY_FAULTS_H

#include <stdbool.h>

#include "layer/state/instance.h"
#include "openxr/xr.h"

/* Makes what the instance's faults and its recorded script need, and stores it in
 * instance->display_faults and instance->wait_frame; nothing if neither changes the display. `get`
 * resolves functions as xrGetInstanceProcAddr does without this module. Allocates. False if memory
 * runs out. */
bool us_display_faults_init(struct us_instance *instance,
                            XrResult (*get)(const struct us_instance *, const char *,
                                            PFN_xrVoidFunction *));
/* NULL is fine. */
void us_display_faults_destroy(struct us_display_faults *faults);

/* What the app gets in place of the function `name`; NULL: the function itself. */
PFN_xrVoidFunction us_display_faults_find(const struct us_display_faults *faults, const char *name);

#endif
