// SPDX-License-Identifier: MIT
// The window in which the user sees what the eyes see (UNDERSTUDY_HEADLESS_WINDOW). Under the
// runtime's lock, inside xrEndFrame.
#ifndef RT_RUNTIME_MIRROR_H
#define RT_RUNTIME_MIRROR_H

#include "runtime/session/session.h"

// Shows all layers of a frame that passed the check, in their order and blended as OpenXR says, for
// both eyes side by side, as large as the window allows; black where there is none. The shape of an
// eye's picture is that of the first projection layer's view, or of the recommended view. A layer
// that cannot be read is left out, and one message says so. The first frame with a layer opens the
// window; where that fails, one message says why and the session goes on without. When the user
// closes the window, the session stops as if the user had left the app.
void rt_mirror_show(struct rt_session *session, const XrFrameEndInfo *info);

#endif
