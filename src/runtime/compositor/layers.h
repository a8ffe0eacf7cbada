// SPDX-License-Identifier: MIT
// What an app may submit: projection and quad layers (OpenXR, "Compositing"), and the cylinders,
// equirects and cubes of the extensions, for the primary views and the observer's. Under the
// runtime's lock.
#ifndef RT_RUNTIME_LAYERS_H
#define RT_RUNTIME_LAYERS_H

#include "runtime/session/session.h"

// Checks a frame. Returns XR_SUCCESS or the error that xrEndFrame returns for the first mistake.
XrResult rt_layers_check(struct rt_session *session, const XrFrameEndInfo *info);

// The layers that the app submitted for secondary view configurations, or NULL.
const XrSecondaryViewConfigurationFrameEndInfoMSFT *
rt_layers_secondary(const struct rt_session *session, const XrFrameEndInfo *info);

// Both take a frame that passed the check.
const XrCompositionLayerProjection *rt_layers_first_projection(const XrFrameEndInfo *info);
void rt_layers_count(const XrFrameEndInfo *info, struct rt_counters *counters);

#endif
