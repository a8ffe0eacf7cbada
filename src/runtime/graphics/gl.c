/* SPDX-License-Identifier: MIT */
#include "runtime/graphics/gl.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "platform/library.h"
#include "runtime/instance/call.h"
#include "runtime/instance/instance.h"

static XrResult refuse(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "understudy headless: ");
    vfprintf(stderr, format, arguments);
    fprintf(stderr, "\n");
    va_end(arguments);
    return XR_ERROR_GRAPHICS_DEVICE_INVALID;
}

/* The function in the first library that the app has loaded and that has it, or NULL. */
static us_xr_gl_function find_in(const char *const *libraries, const char *name)
{
    us_xr_gl_function function = NULL;
    for (; function == NULL && *libraries != NULL; libraries++)
        function = (us_xr_gl_function)us_library_find(*libraries, name);
    return function;
}

static us_xr_gl_function find_glx(const char *name)
{
    static const char *const libraries[] = {"libGL.so.1", "libGLX.so.0", NULL};
    return find_in(libraries, name);
}

/* Before EGL 1.5, eglGetProcAddress need not know the functions of EGL itself. */
static us_xr_gl_function find_egl(us_xr_get_proc get_proc, const char *name)
{
    static const char *const libraries[] = {"libEGL.so.1", NULL};
    const us_xr_gl_function function = find_in(libraries, name);
    return function != NULL ? function : get_proc(name);
}

static bool load_functions(struct rt_gl *gl, us_xr_get_proc get_proc)
{
    bool all = true;
#define RT_GL_FUNCTION(type, name)                                                                 \
    gl->name = (type)get_proc(#name);                                                              \
    all = all && gl->name != NULL;
#include "runtime/graphics/gl_functions.def"
#undef RT_GL_FUNCTION
    return all;
}

/* Names that the header of the core profile lacks. */
#define PACK_INVERT_MESA 0x8758
#define PACK_REVERSE_ROW_ORDER_ANGLE 0x93A4

static bool has_extension(const struct rt_gl *gl, const char *name)
{
    GLint count = 0;
    gl->glGetIntegerv(GL_NUM_EXTENSIONS, &count);
    for (GLint i = 0; i < count; i++) {
        const GLubyte *extension = gl->glGetStringi(GL_EXTENSIONS, (GLuint)i);
        if (extension != NULL && strcmp((const char *)extension, name) == 0)
            return true;
    }
    return false;
}

static GLenum find_row_order(const struct rt_gl *gl)
{
    if (gl->es)
        return has_extension(gl, "GL_ANGLE_pack_reverse_row_order") ? PACK_REVERSE_ROW_ORDER_ANGLE
                                                                    : 0;
    return has_extension(gl, "GL_MESA_pack_invert") ? PACK_INVERT_MESA : 0;
}

XrResult rt_gl_check_version(struct rt_gl *gl)
{
    if (gl->version != 0)
        return XR_SUCCESS;
    const char *text = (const char *)gl->glGetString(GL_VERSION);
    unsigned major = 0, minor = 0;
    if (text == NULL)
        return refuse("the app's OpenGL context does not tell its version");
    gl->es = strncmp(text, "OpenGL ES ", 10) == 0;
    if (sscanf(gl->es ? text + 10 : text, "%u.%u", &major, &minor) != 2 || major < 3)
        return refuse("the app's context has OpenGL version \"%s\"; the runtime needs 3.0 or newer",
                      text);
    const XrVersion version = XR_MAKE_VERSION(major, minor, 0);
    if (!gl->es && version < XR_MAKE_VERSION(4, 2, 0) &&
        !has_extension(gl, "GL_ARB_texture_storage"))
        return refuse("the app's context has OpenGL version \"%s\" without GL_ARB_texture_storage, "
                      "which the runtime needs",
                      text);
    gl->version = version;
    gl->row_order = find_row_order(gl);
    return XR_SUCCESS;
}

bool rt_gl_is_current(const struct rt_gl *gl)
{
    return gl->glx.context != NULL ? gl->glx.get_context() == gl->glx.context
                                   : gl->egl.get_context() == gl->egl.context;
}

/* A context that is not current here is checked when it is first used: an app with a render thread
 * may have made it current there, and GLX ends a program that takes it away. */
static XrResult init_context(struct rt_gl *gl, us_xr_get_proc get_proc)
{
    if (!load_functions(gl, get_proc))
        return refuse("xrCreateSession: the app's OpenGL library lacks functions of OpenGL 3.0");
    return rt_gl_is_current(gl) ? rt_gl_check_version(gl) : XR_SUCCESS;
}

XrResult rt_gl_init_glx(struct rt_gl *gl, const struct us_xr_binding_glx *binding)
{
    *gl = (struct rt_gl){.glx = {.display = binding->display,
                                 .context = binding->context,
                                 .drawable = binding->drawable}};
    struct rt_glx *glx = &gl->glx;
    if (glx->display == NULL || glx->context == NULL)
        return refuse("xrCreateSession: the app's OpenGL binding has no display or no context");
    const us_xr_get_proc get_proc = (us_xr_get_proc)find_glx("glXGetProcAddressARB");
    glx->get_context = (us_xr_glx_get_current)find_glx("glXGetCurrentContext");
    glx->get_display = (us_xr_glx_get_current)find_glx("glXGetCurrentDisplay");
    glx->get_draw = (us_xr_glx_get_drawable)find_glx("glXGetCurrentDrawable");
    glx->get_read = (us_xr_glx_get_drawable)find_glx("glXGetCurrentReadDrawable");
    glx->make_current = (us_xr_glx_make_current)find_glx("glXMakeContextCurrent");
    if (get_proc == NULL || glx->get_context == NULL || glx->get_display == NULL ||
        glx->get_draw == NULL || glx->get_read == NULL || glx->make_current == NULL)
        return refuse("xrCreateSession: the app gives a GLX context, but libGL.so.1 and "
                      "libGLX.so.0 are not loaded");
    return init_context(gl, get_proc);
}

static bool load_egl(struct rt_egl *egl, us_xr_get_proc get_proc)
{
    egl->get_context = (us_xr_egl_get_current)find_egl(get_proc, "eglGetCurrentContext");
    egl->get_display = (us_xr_egl_get_current)find_egl(get_proc, "eglGetCurrentDisplay");
    egl->get_surface = (us_xr_egl_get_surface)find_egl(get_proc, "eglGetCurrentSurface");
    egl->make_current = (us_xr_egl_make_current)find_egl(get_proc, "eglMakeCurrent");
    egl->query_context = (us_xr_egl_query_context)find_egl(get_proc, "eglQueryContext");
    egl->bind_api = (us_xr_egl_bind_api)find_egl(get_proc, "eglBindAPI");
    egl->query_api = (us_xr_egl_query_api)find_egl(get_proc, "eglQueryAPI");
    return egl->get_context != NULL && egl->get_display != NULL && egl->get_surface != NULL &&
           egl->make_current != NULL && egl->query_context != NULL && egl->bind_api != NULL &&
           egl->query_api != NULL;
}

XrResult rt_gl_init_egl(struct rt_gl *gl, const struct us_xr_binding_egl *binding)
{
    *gl = (struct rt_gl){.egl = {.display = binding->display, .context = binding->context}};
    int32_t api = 0;
    if (gl->egl.display == NULL || gl->egl.context == NULL || binding->get_proc == NULL)
        return refuse("xrCreateSession: the app's EGL binding has no display, no context or no "
                      "eglGetProcAddress");
    if (!load_egl(&gl->egl, binding->get_proc))
        return refuse("xrCreateSession: the app's EGL library lacks functions of EGL 1.4");
    if (!gl->egl.query_context(gl->egl.display, gl->egl.context, US_XR_EGL_CONTEXT_CLIENT_TYPE,
                               &api))
        return refuse("xrCreateSession: the app's EGL context is not valid");
    gl->egl.api = (unsigned)api;
    gl->es = gl->egl.api == US_XR_EGL_OPENGL_ES_API;
    return init_context(gl, binding->get_proc);
}

static bool enter_glx(const struct rt_gl *gl, struct rt_gl_before *before)
{
    const struct rt_glx *glx = &gl->glx;
    before->context = glx->get_context();
    before->same = before->context == glx->context;
    if (before->same)
        return true;
    before->display = glx->get_display();
    before->draw_drawable = glx->get_draw();
    before->read_drawable = glx->get_read();
    return !gl->abandoned &&
           glx->make_current(glx->display, glx->drawable, glx->drawable, glx->context) != 0;
}

static bool enter_egl(const struct rt_gl *gl, struct rt_gl_before *before)
{
    const struct rt_egl *egl = &gl->egl;
    before->api = egl->query_api();
    (void)egl->bind_api(egl->api); /* eglGetCurrentContext asks about this API */
    before->context = egl->get_context();
    before->same = before->context == egl->context;
    bool good = before->same;
    if (!good && !gl->abandoned) {
        before->display = egl->get_display();
        before->draw_surface = egl->get_surface(US_XR_EGL_DRAW);
        before->read_surface = egl->get_surface(US_XR_EGL_READ);
        good = egl->make_current(egl->display, NULL, NULL, egl->context) != 0;
    }
    if (!good || before->same)
        (void)egl->bind_api(before->api);
    return good;
}

bool rt_gl_enter(const struct rt_gl *gl, struct rt_gl_before *out_before)
{
    *out_before = (struct rt_gl_before){0};
    return gl->glx.context != NULL ? enter_glx(gl, out_before) : enter_egl(gl, out_before);
}

void rt_gl_leave(const struct rt_gl *gl, const struct rt_gl_before *before)
{
    if (before->same)
        return;
    if (gl->glx.context != NULL) {
        (void)gl->glx.make_current(before->display != NULL ? before->display : gl->glx.display,
                                   before->draw_drawable, before->read_drawable, before->context);
        return;
    }
    (void)gl->egl.make_current(before->display != NULL ? before->display : gl->egl.display,
                               before->draw_surface, before->read_surface, before->context);
    (void)gl->egl.bind_api(before->api);
}

/* XR_KHR_opengl_enable and XR_KHR_opengl_es_enable: which versions an app may use. The structures
 * of both have the same members. */
static XrResult get_requirements(XrSystemId system, XrStructureType type, XrVersion min,
                                 XrVersion max, XrGraphicsRequirementsOpenGLKHR *requirements,
                                 bool *out_asked)
{
    if (requirements == NULL || requirements->type != type)
        return XR_ERROR_VALIDATION_FAILURE;
    if (system != RT_SYSTEM_ID)
        return XR_ERROR_SYSTEM_INVALID;
    requirements->minApiVersionSupported = min;
    requirements->maxApiVersionSupported = max;
    *out_asked = true;
    return XR_SUCCESS;
}

RT_CALL(xrGetOpenGLGraphicsRequirementsKHR, INSTANCE,
        (XrInstance handle, XrSystemId system, XrGraphicsRequirementsOpenGLKHR *requirements),
        get_requirements(system, XR_TYPE_GRAPHICS_REQUIREMENTS_OPENGL_KHR, RT_GL_MIN, RT_GL_MAX,
                         requirements,
                         &((struct rt_instance *)object)->has_asked_opengl_requirements))

RT_CALL(xrGetOpenGLESGraphicsRequirementsKHR, INSTANCE,
        (XrInstance handle, XrSystemId system, XrGraphicsRequirementsOpenGLESKHR *requirements),
        get_requirements(system, XR_TYPE_GRAPHICS_REQUIREMENTS_OPENGL_ES_KHR, RT_GL_ES_MIN,
                         RT_GL_ES_MAX, (XrGraphicsRequirementsOpenGLKHR *)requirements,
                         &((struct rt_instance *)object)->has_asked_opengl_es_requirements))
