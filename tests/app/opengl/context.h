/* SPDX-License-Identifier: MIT */
/*
 * context: an OpenGL or OpenGL ES context without a window, and the OpenXR binding that describes
 * it. A call that fails ends the program with status 77: without Mesa or an X server there is
 * nothing to test.
 */
#ifndef GL_APP_CONTEXT_H
#define GL_APP_CONTEXT_H

#include <stdbool.h>

enum platform { PLATFORM_GLX, PLATFORM_EGL, PLATFORM_GLES };

struct context; /* two contexts: the app's own, and another one that shares nothing */

/* `compatibility`: of the compatibility profile, which OpenGL ES does not have. */
struct context *context_create(enum platform platform, bool compatibility);
void context_destroy(struct context *context);

/* Makes the app's context current on this thread, the other one, or none. */
enum current { CURRENT_OWN, CURRENT_OTHER, CURRENT_NONE };
void context_make_current(const struct context *context, enum current current);
bool context_is_current(const struct context *context, enum current current);

/* The struct to chain to XrSessionCreateInfo. Valid as long as the context. */
const void *context_binding(const struct context *context);

#endif
