/* SPDX-License-Identifier: MIT */
/*
 * The app's OpenGL or OpenGL ES context, as a session uses it. Under the runtime's lock.
 *
 * The runtime links no OpenGL: it finds the functions in the library that the app has loaded. It
 * uses the context in the functions that XR_KHR_opengl_enable lists ("Threading"); the app must not
 * have made it current on another thread then. Every use leaves the context, and which context is
 * current on the thread, as they were.
 */
#ifndef RT_RUNTIME_GL_H
#define RT_RUNTIME_GL_H

#include <GL/glcorearb.h>
#include <stdbool.h>

#include "openxr/xr_opengl.h"
#include "runtime/base/xr.h"

/* The oldest and newest versions that an app's context may have. */
#define RT_GL_MIN XR_MAKE_VERSION(3, 0, 0)
#define RT_GL_MAX XR_MAKE_VERSION(4, 6, 0)
#define RT_GL_ES_MIN XR_MAKE_VERSION(3, 0, 0)
#define RT_GL_ES_MAX XR_MAKE_VERSION(3, 2, 0)

struct rt_glx {
    void *display, *context; /* context NULL: the app uses EGL */
    unsigned long drawable;
    us_xr_glx_get_current get_context, get_display;
    us_xr_glx_get_drawable get_draw, get_read;
    us_xr_glx_make_current make_current;
};

struct rt_egl {
    void *display, *context;
    us_xr_egl_get_current get_context, get_display;
    us_xr_egl_get_surface get_surface;
    us_xr_egl_make_current make_current;
    us_xr_egl_query_context query_context;
    us_xr_egl_bind_api bind_api;
    us_xr_egl_query_api query_api;
    unsigned api; /* of the context */
};

struct rt_gl {
    bool es;           /* an OpenGL ES context */
    XrVersion version; /* of the context; 0: not checked yet */
    GLenum row_order; /* the pixel store that turns an image upside down; 0: the context has none */
    bool abandoned;   /* the app may have destroyed the context: use it only where it is current */
    struct rt_glx glx;
    struct rt_egl egl;
#define RT_GL_FUNCTION(type, name) type name;
#include "runtime/graphics/gl_functions.def"
#undef RT_GL_FUNCTION
};

/* The context that was current on the thread. */
struct rt_gl_before {
    bool same; /* the context itself */
    void *display, *context;
    void *draw_surface, *read_surface;          /* EGL */
    unsigned long draw_drawable, read_drawable; /* GLX */
    unsigned api;                               /* EGL */
};

/* Both print on standard error why they fail. XR_ERROR_GRAPHICS_DEVICE_INVALID where the binding is
 * incomplete, or the context is current and too old. They make no context current. */
XrResult rt_gl_init_glx(struct rt_gl *gl, const struct us_xr_binding_glx *binding);
XrResult rt_gl_init_egl(struct rt_gl *gl, const struct us_xr_binding_egl *binding);

/* Reads the version of the current context, once, and checks that the runtime can use it.
 * XR_ERROR_GRAPHICS_DEVICE_INVALID, and a message on standard error: it is too old. */
XrResult rt_gl_check_version(struct rt_gl *gl);

/* Whether the context is current on this thread. */
bool rt_gl_is_current(const struct rt_gl *gl);

/* Makes the context current, if it is not. False: it cannot; then do not call rt_gl_leave. */
bool rt_gl_enter(const struct rt_gl *gl, struct rt_gl_before *out_before);
/* Restores the context that was current before. */
void rt_gl_leave(const struct rt_gl *gl, const struct rt_gl_before *before);

/* A texture behind a swapchain. */
struct rt_gl_image {
    GLuint texture; /* 0: none */
};

#endif
