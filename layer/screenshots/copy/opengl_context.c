/* SPDX-License-Identifier: MIT */
#include "layer/screenshots/copy/opengl_context.h"

#include <string.h>

#include "platform/library.h"

static us_xr_gl_function find_glx(const char *name)
{
    us_xr_gl_function function = us_library_find("libGL.so.1", name);
    return function != NULL ? function : us_library_find("libGLX.so.0", name);
}

static const char *load(struct us_opengl_context *gl, us_xr_get_proc get_proc)
{
#define LOAD(type, name)                                                                           \
    gl->name = (type)get_proc(#name);                                                              \
    if (gl->name == NULL)                                                                          \
        return "the OpenGL driver lacks a function of OpenGL 3.0";
    US_OPENGL_FUNCTIONS(LOAD)
#undef LOAD
    gl->pixel_transfer = (us_opengl_pixel_transfer)get_proc("glPixelTransferf");
    return NULL;
}

const char *us_opengl_context_init_glx(struct us_opengl_context *gl,
                                       const struct us_xr_binding_glx *binding)
{
    us_xr_get_proc get_proc = (us_xr_get_proc)find_glx("glXGetProcAddressARB");
    *gl = (struct us_opengl_context){.context = binding->context,
                                     .get_current =
                                         (us_xr_glx_get_current)find_glx("glXGetCurrentContext")};
    if (get_proc == NULL || gl->get_current == NULL)
        return "neither libGL.so.1 nor libGLX.so.0 is loaded";
    return load(gl, get_proc);
}

const char *us_opengl_context_init_egl(struct us_opengl_context *gl,
                                       const struct us_xr_binding_egl *binding)
{
    us_xr_gl_function get_current = us_library_find(US_LIBRARY_EGL, "eglGetCurrentContext");
    us_xr_gl_function query = us_library_find(US_LIBRARY_EGL, "eglQueryContext");
    int32_t api = 0;
    *gl = (struct us_opengl_context){.context = binding->context};
    if (binding->get_proc == NULL)
        return "the app gives no eglGetProcAddress";
    gl->get_current =
        (us_xr_glx_get_current)(get_current != NULL ? get_current
                                                    : binding->get_proc("eglGetCurrentContext"));
    us_xr_egl_query_context query_context =
        (us_xr_egl_query_context)(query != NULL ? query : binding->get_proc("eglQueryContext"));
    if (gl->get_current == NULL || query_context == NULL)
        return US_LIBRARY_EGL " is not loaded";
    if (query_context(binding->display, binding->context, US_XR_EGL_CONTEXT_CLIENT_TYPE, &api) == 0)
        return "EGL does not know the app's context";
    gl->es = (unsigned)api == US_XR_EGL_OPENGL_ES_API;
    return load(gl, binding->get_proc);
}

const char *us_opengl_context_obstacle(const struct us_opengl_context *gl)
{
    const void *current = gl->get_current();
    if (current == NULL)
        return "no OpenGL context is current on the thread that releases the image";
    if (current != gl->context)
        return "another OpenGL context than the session's is current on the thread that releases "
               "the image";
    const char *version = (const char *)gl->glGetString(GL_VERSION);
    if (version == NULL)
        return "the app's OpenGL context does not tell its version";
    version += strncmp(version, "OpenGL ES ", 10) == 0 ? 10 : 0;
    return version[0] < '3' && version[1] == '.' ? "the app's OpenGL context is older than 3.0"
                                                 : NULL;
}
