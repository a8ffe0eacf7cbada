// SPDX-License-Identifier: MIT
// The window in which the user sees what the eyes see (UNDERSTUDY_HEADLESS_WINDOW). Under the
// runtime's lock, inside xrEndFrame.
#ifndef RT_RUNTIME_MIRROR_H
#define RT_RUNTIME_MIRROR_H

#include "runtime/session/session.h"

// Shows the first projection layer of a frame that passed the check, both eyes side by side, as
// large as the window allows. A frame without one leaves the window as it is. The first frame opens
// the window; where that fails, one message says why and the session goes on without. When the user
// closes the window, the session stops as if the user had left the app.
void rt_mirror_show(struct rt_session *session, const XrFrameEndInfo *info);

#endif
