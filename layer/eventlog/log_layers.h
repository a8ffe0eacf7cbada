/* SPDX-License-Identifier: MIT */
/*
 * log_layers: writes how the app submits its layers: the events `layers` and `layer`, and what the
 * event `submit` says about them. No function allocates, locks or makes a system call.
 *
 * The functions read the structs that the app passed, so the call must have succeeded.
 */
#ifndef US_LOG_LAYERS_H
#define US_LOG_LAYERS_H

#include "layer/eventlog/event_log.h"

/* The types of the structs of a chain, without `but`. */
void us_log_layers_read_chain(struct us_log_layer_chain *out, const void *next,
                              XrStructureType but);

/* The swapchain's number in the log; 0: unknown. tap_swapchain.c keeps it. */
uint32_t us_log_layers_swapchain(XrSwapchain handle);

/* Fills the members of a `submit` event that describe the layers. */
void us_log_layers_read(struct us_log_event *event, const XrFrameEndInfo *info);

/* Writes an event for the kinds of layers, if they differ from those of the session's frame before,
 * and one for each layer whose description differs from the last that was written. All layers are
 * written again when playback starts, because a reader compares what happens since then. */
void us_log_layers_write(struct us_event_log *log, struct us_session *session, int64_t frame,
                         const XrFrameEndInfo *info);

#endif
