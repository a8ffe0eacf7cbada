/* SPDX-License-Identifier: MIT */
/* fake_opengl_library: the functions of GLX and EGL that a program finds by their names, in
 * libraries with the names of the system's. FAKE_OPENGL_EGL: those of EGL. */
#include "fake_opengl.h"

#define EXPORT __attribute__((visibility("default")))

EXPORT const struct fake_opengl_driver *fake_opengl_library_driver;

#ifndef FAKE_OPENGL_EGL
EXPORT us_xr_gl_function glXGetProcAddressARB(const char *name);
EXPORT us_xr_gl_function glXGetProcAddressARB(const char *name)
{
    return fake_opengl_library_driver->get_proc(name);
}

EXPORT void *glXGetCurrentContext(void);
EXPORT void *glXGetCurrentContext(void)
{
    return fake_opengl_library_driver->get_current();
}
#else
EXPORT void *eglGetCurrentContext(void);
EXPORT void *eglGetCurrentContext(void)
{
    return fake_opengl_library_driver->get_current();
}

EXPORT unsigned eglQueryContext(void *display, void *context, int32_t attribute, int32_t *value);
EXPORT unsigned eglQueryContext(void *display, void *context, int32_t attribute, int32_t *value)
{
    return fake_opengl_library_driver->query(display, context, attribute, value);
}
#endif
