// SPDX-License-Identifier: MIT
// Pictures of what an app submitted, as the runtime's own eyes would see it. Under the runtime's
// lock, inside xrEndFrame.
#ifndef RT_RUNTIME_SHOT_H
#define RT_RUNTIME_SHOT_H

#include "runtime/session/session.h"

// Writes the layer's left view, or both side by side, as `frame-000123.png` into the folder of the
// settings: turned to where the eye looks at the display time (warp.h), so that a view that was
// submitted for another pose shows up elsewhere, and one that is as the runtime's views are, pixel
// for pixel. sRGB images go as they are, linear ones are converted. False, told on standard error,
// where that failed: the frame goes on.
bool rt_shot_take(struct rt_session *session, const XrCompositionLayerProjection *layer,
                  XrTime time, uint64_t number);

#endif
