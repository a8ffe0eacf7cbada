/* SPDX-License-Identifier: MIT */
/* layers: what the probe client submits, and the line of the log about it. */
#ifndef PROBE_LAYERS_H
#define PROBE_LAYERS_H

#include "probe.h"

/* Draws and submits what the options name. No views: an empty frame. */
bool probe_layers_end_frame(struct probe *probe, const XrView *views, uint32_t view_count);

#endif
