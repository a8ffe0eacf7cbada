// SPDX-License-Identifier: MIT
// Screenshots of what an app submitted, seen from the runtime's own views. Under the runtime's
// lock, inside xrEndFrame.
#ifndef RT_RUNTIME_SCREENSHOT_H
#define RT_RUNTIME_SCREENSHOT_H

#include "runtime/session/session.h"

// Writes the layer's left view, or both side by side, as `frame-000123.png` into the folder of the
// settings. The image is reprojected to where the eye looks at the display time. A view
// with the pose and the field of view of the runtime is copied pixel for pixel; a view with another
// pose appears elsewhere. Linear images are converted to sRGB. False: it failed and printed a
// message on standard error; the frame is not affected.
bool rt_screenshot_take(struct rt_session *session, const XrCompositionLayerProjection *layer,
                        XrTime time, uint64_t number);

#endif
