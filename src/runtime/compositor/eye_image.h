// SPDX-License-Identifier: MIT
// What an eye of the runtime sees of a projection layer. Under the runtime's lock, inside
// xrEndFrame.
#ifndef RT_RUNTIME_EYE_IMAGE_H
#define RT_RUNTIME_EYE_IMAGE_H

#include "runtime/compositor/warp.h"
#include "runtime/session/session.h"

// Draws, as sRGB, what the eye of that view sees at the display time: the submitted view,
// reprojected to where the eye looks (warp.h). Where the layer's space is not tracked it leaves the
// picture as it is. False: the image cannot be read.
bool rt_eye_image_draw(struct rt_session *session, const XrCompositionLayerProjection *layer,
                       uint32_t view, XrTime time, const struct rt_warp_place *out);

#endif
