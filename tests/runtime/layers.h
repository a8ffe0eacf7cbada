// SPDX-License-Identifier: MIT
// What an app may submit: projection and quad layers (OpenXR, "Compositing"), and the cylinders,
// equirects and cubes of the extensions, for the primary views and the observer's. Under the
// runtime's lock.
#ifndef US_RUNTIME_LAYERS_H
#define US_RUNTIME_LAYERS_H

#include "session.h"

// XR_SUCCESS, or the first thing that is wrong with the frame, with the code that xrEndFrame gives
// it.
XrResult us_layers_check(struct us_session *session, const XrFrameEndInfo *info);

// What was submitted for secondary view configurations, or NULL.
const XrSecondaryViewConfigurationFrameEndInfoMSFT *
us_layers_secondary(const struct us_session *session, const XrFrameEndInfo *info);

// For a frame that passed the check.
const XrCompositionLayerProjection *us_layers_first_projection(const XrFrameEndInfo *info);
void us_layers_count(const XrFrameEndInfo *info, struct us_counters *counters);

#endif
