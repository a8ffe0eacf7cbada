/* SPDX-License-Identifier: MIT */
/*
 * pipeline: a render thread, as engines have one: the main thread waits for frame n + 1 and asks
 * about it while the render thread still works on frame n.
 *
 * The render thread begins a frame, asks for its views again, and submits it: at once, or only when
 * the main thread has asked about the next frame, as a random number says. So no two runs have the
 * same order of calls.
 */
#ifndef PROBE_PIPELINE_H
#define PROBE_PIPELINE_H

#include "probe.h"

/* Starts the thread. The probe's session, spaces and swapchains must be there. */
bool probe_pipeline_start(struct probe *probe);
/* Gives it the probe's newest frame, when it has taken the one before. `views`: it draws. False if
 * one of its calls failed. */
bool probe_pipeline_give(struct probe *probe, bool views);
/* Waits until all that was given is submitted. Without a pipeline, nothing. */
void probe_pipeline_drain(struct probe *probe);
/* The same, and ends the thread. */
void probe_pipeline_stop(struct probe *probe);

#endif
