/* SPDX-License-Identifier: MIT */
/*
 * session_sample: what `sample` prints of a session recording besides head, hands and gaze: the
 * poses and the components of controllers. Of another recording these print nothing.
 */
#ifndef TOOL_SESSION_SAMPLE_H
#define TOOL_SESSION_SAMPLE_H

#include <cjson/cJSON.h>

#include "core/playback/loaded_recording.h"

/* As text; `frame` is in the axes that are asked for. */
void tool_session_sample_print(const struct us_loaded_recording *loaded, double time_s,
                               const struct us_frame_sample *frame);

/* As "controllers" and "inputs". */
void tool_session_sample_add(cJSON *object, const struct us_loaded_recording *loaded, double time_s,
                             const struct us_frame_sample *frame);

#endif
