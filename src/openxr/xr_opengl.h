/* SPDX-License-Identifier: MIT */
/*
 * xr_opengl: what an app hands over about its OpenGL context, as XR_KHR_opengl_enable and
 * XR_MNDX_egl_enable define it, and the functions of GLX and EGL that tell which context is
 * current.
 *
 * The SDK's own declarations need the headers of X11, GLX and EGL, and X11's headers define macros
 * such as None and Success. These structs have the same layout with plain pointers; the test
 * `unit_openxr_opengl` compares them with the SDK's.
 */
#ifndef US_XR_OPENGL_H
#define US_XR_OPENGL_H

#include "openxr/xr.h"

typedef unsigned int EGLenum; /* as EGL/egl.h: a struct of an extension has members of it */
#define XR_USE_GRAPHICS_API_OPENGL 1
#define XR_USE_GRAPHICS_API_OPENGL_ES 1
#include <openxr/openxr_platform.h>

#ifndef XR_MNDX_EGL_ENABLE_EXTENSION_NAME
#define XR_MNDX_EGL_ENABLE_EXTENSION_NAME "XR_MNDX_egl_enable"
#endif

/* XrGraphicsBindingOpenGLXlibKHR. */
struct us_xr_binding_glx {
    XrStructureType type;
    const void *next;
    void *display; /* Display * */
    uint32_t visual;
    void *config; /* GLXFBConfig */
    unsigned long drawable;
    void *context; /* GLXContext */
};

typedef void (*us_xr_gl_function)(void);
/* glXGetProcAddressARB takes the name as GLubyte; eglGetProcAddress takes char. */
typedef us_xr_gl_function (*us_xr_get_proc)(const char *name);

/* XrGraphicsBindingEGLMNDX. */
struct us_xr_binding_egl {
    XrStructureType type;
    const void *next;
    us_xr_get_proc get_proc; /* eglGetProcAddress */
    void *display;           /* EGLDisplay */
    void *config;            /* EGLConfig */
    void *context;           /* EGLContext */
};

/* GLX 1.3. A context or a display is NULL and a drawable 0 where there is none. */
typedef void *(*us_xr_glx_get_current)(void); /* of the context, or of the display */
typedef unsigned long (*us_xr_glx_get_drawable)(void);
typedef int (*us_xr_glx_make_current)(void *display, unsigned long draw, unsigned long read,
                                      void *context);

/* EGL 1.4. */
#define US_XR_EGL_OPENGL_ES_API 0x30A0u
#define US_XR_EGL_OPENGL_API 0x30A2u
#define US_XR_EGL_CONTEXT_CLIENT_TYPE 0x3097
#define US_XR_EGL_DRAW 0x3059
#define US_XR_EGL_READ 0x305A
typedef void *(*us_xr_egl_get_current)(void); /* of the context, or of the display */
typedef void *(*us_xr_egl_get_surface)(int32_t which);
typedef unsigned (*us_xr_egl_make_current)(void *display, void *draw, void *read, void *context);
typedef unsigned (*us_xr_egl_query_context)(void *display, void *context, int32_t attribute,
                                            int32_t *out_value);
typedef unsigned (*us_xr_egl_bind_api)(unsigned api);
typedef unsigned (*us_xr_egl_query_api)(void);

#endif
