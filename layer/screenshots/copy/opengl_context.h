/* SPDX-License-Identifier: MIT */
/*
 * opengl_context: the OpenGL or OpenGL ES context that an app gave to xrCreateSession.
 *
 * The layer does not link to OpenGL, GLX or EGL; it finds the functions in the libraries that the
 * app has loaded. It never makes a context current.
 */
#ifndef US_OPENGL_CONTEXT_H
#define US_OPENGL_CONTEXT_H

#include <stdbool.h>

#include <GL/glcorearb.h>

#include "openxr/xr_opengl.h"

#define US_OPENGL_FUNCTIONS(FUNCTION)                                                              \
    FUNCTION(PFNGLGETSTRINGPROC, glGetString)                                                      \
    FUNCTION(PFNGLGETSTRINGIPROC, glGetStringi)                                                    \
    FUNCTION(PFNGLGETINTEGERVPROC, glGetIntegerv)                                                  \
    FUNCTION(PFNGLGETFLOATVPROC, glGetFloatv)                                                      \
    FUNCTION(PFNGLGENFRAMEBUFFERSPROC, glGenFramebuffers)                                          \
    FUNCTION(PFNGLDELETEFRAMEBUFFERSPROC, glDeleteFramebuffers)                                    \
    FUNCTION(PFNGLBINDFRAMEBUFFERPROC, glBindFramebuffer)                                          \
    FUNCTION(PFNGLFRAMEBUFFERTEXTURE2DPROC, glFramebufferTexture2D)                                \
    FUNCTION(PFNGLFRAMEBUFFERTEXTURELAYERPROC, glFramebufferTextureLayer)                          \
    FUNCTION(PFNGLCHECKFRAMEBUFFERSTATUSPROC, glCheckFramebufferStatus)                            \
    FUNCTION(PFNGLREADBUFFERPROC, glReadBuffer)                                                    \
    FUNCTION(PFNGLREADPIXELSPROC, glReadPixels)                                                    \
    FUNCTION(PFNGLBINDBUFFERPROC, glBindBuffer)                                                    \
    FUNCTION(PFNGLPIXELSTOREIPROC, glPixelStorei)

/* glPixelTransferf, of compatibility profiles. */
typedef void(APIENTRYP us_opengl_pixel_transfer)(GLenum name, GLfloat value);

struct us_opengl_context {
    void *context;                           /* GLXContext or EGLContext */
    us_xr_glx_get_current get_current;       /* glXGetCurrentContext or eglGetCurrentContext */
    bool es;                                 /* an OpenGL ES context */
    us_opengl_pixel_transfer pixel_transfer; /* NULL: the driver lacks it */
#define US_OPENGL_MEMBER(type, name) type name;
    US_OPENGL_FUNCTIONS(US_OPENGL_MEMBER)
#undef US_OPENGL_MEMBER
};

/* Each returns NULL, or why the context cannot be used. Call them inside xrCreateSession. */
const char *us_opengl_context_init_glx(struct us_opengl_context *gl,
                                       const struct us_xr_binding_glx *binding);
const char *us_opengl_context_init_egl(struct us_opengl_context *gl,
                                       const struct us_xr_binding_egl *binding);

/* Returns NULL if the context is current on this thread and new enough, or else why not. */
const char *us_opengl_context_obstacle(const struct us_opengl_context *gl);

#endif
