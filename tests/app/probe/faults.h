/* SPDX-License-Identifier: MIT */
/* faults: what the probe client does wrong on purpose, enum probe_fault. */
#ifndef PROBE_FAULTS_H
#define PROBE_FAULTS_H

#include "probe.h"

/* Whether the app is to do this wrong in this frame. */
bool probe_fault(const struct probe *probe, enum probe_fault fault);

/* From 0 to 1; no two runs have the same. */
float probe_faults_random(void);

/* Between two frames: it is slow. */
void probe_faults_between_frames(const struct probe *probe);
/* What goes wrong within a frame: it crashes, hangs, is slow, or leaks. */
void probe_faults_go_wrong(const struct probe *probe);

/* What goes wrong with what is submitted. Call each in every frame, before xrEndFrame. */
void probe_faults_spoil_views(const struct probe *probe, XrCompositionLayerProjectionView *views,
                              uint32_t count);
void probe_faults_spoil_quad(const struct probe *probe, XrCompositionLayerQuad *quad);
void probe_faults_spoil_layers(const struct probe *probe,
                               const XrCompositionLayerBaseHeader **layers, uint32_t count);

#endif
