/* SPDX-License-Identifier: MIT */
#include "context.h"

#include <stdio.h>
#include <stdlib.h>

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/glx.h>

#define XR_USE_GRAPHICS_API_OPENGL 1
#define XR_USE_PLATFORM_XLIB
#define XR_USE_PLATFORM_EGL
#include <openxr/openxr.h>
#include <openxr/openxr_platform.h>

#include "openxr/xr_opengl.h"

/* The project's own declarations are the SDK's. */
#define SAME(ours, our_member, sdk, member)                                                        \
    _Static_assert(offsetof(struct ours, our_member) == offsetof(sdk, member), #member)
SAME(us_xr_binding_glx, display, XrGraphicsBindingOpenGLXlibKHR, xDisplay);
SAME(us_xr_binding_glx, visual, XrGraphicsBindingOpenGLXlibKHR, visualid);
SAME(us_xr_binding_glx, config, XrGraphicsBindingOpenGLXlibKHR, glxFBConfig);
SAME(us_xr_binding_glx, drawable, XrGraphicsBindingOpenGLXlibKHR, glxDrawable);
SAME(us_xr_binding_glx, context, XrGraphicsBindingOpenGLXlibKHR, glxContext);
SAME(us_xr_binding_egl, get_proc, XrGraphicsBindingEGLMNDX, getProcAddress);
SAME(us_xr_binding_egl, display, XrGraphicsBindingEGLMNDX, display);
SAME(us_xr_binding_egl, config, XrGraphicsBindingEGLMNDX, config);
SAME(us_xr_binding_egl, context, XrGraphicsBindingEGLMNDX, context);
_Static_assert(sizeof(struct us_xr_binding_glx) == sizeof(XrGraphicsBindingOpenGLXlibKHR), "size");
_Static_assert(sizeof(struct us_xr_binding_egl) == sizeof(XrGraphicsBindingEGLMNDX), "size");
_Static_assert(US_XR_EGL_OPENGL_API == EGL_OPENGL_API, "API");
_Static_assert(US_XR_EGL_OPENGL_ES_API == EGL_OPENGL_ES_API, "API");
_Static_assert(US_XR_EGL_CONTEXT_CLIENT_TYPE == EGL_CONTEXT_CLIENT_TYPE, "attribute");
_Static_assert(US_XR_EGL_DRAW == EGL_DRAW && US_XR_EGL_READ == EGL_READ, "surfaces");

struct context {
    enum platform platform;
    bool compatibility;
    Display *x;
    GLXPbuffer pbuffer;
    GLXContext glx[2]; /* by enum current */
    EGLDisplay egl_display;
    EGLContext egl[2];
    XrGraphicsBindingOpenGLXlibKHR glx_binding;
    XrGraphicsBindingEGLMNDX egl_binding;
};

static void need(bool is_there, const char *what)
{
    if (is_there)
        return;
    printf("SKIP: %s\n", what);
    exit(77);
}

static GLXContext create_glx_context(Display *x, GLXFBConfig config, bool compatibility)
{
    const int attributes[] = {GLX_CONTEXT_MAJOR_VERSION_ARB,
                              3,
                              GLX_CONTEXT_MINOR_VERSION_ARB,
                              3,
                              GLX_CONTEXT_PROFILE_MASK_ARB,
                              compatibility ? GLX_CONTEXT_COMPATIBILITY_PROFILE_BIT_ARB
                                            : GLX_CONTEXT_CORE_PROFILE_BIT_ARB,
                              None};
    const PFNGLXCREATECONTEXTATTRIBSARBPROC create =
        (PFNGLXCREATECONTEXTATTRIBSARBPROC)glXGetProcAddressARB(
            (const GLubyte *)"glXCreateContextAttribsARB");
    need(create != NULL, "glXCreateContextAttribsARB is missing");
    return create(x, config, NULL, True, attributes);
}

static void create_glx(struct context *context)
{
    static const int wanted[] = {GLX_DRAWABLE_TYPE, GLX_PBUFFER_BIT, GLX_RENDER_TYPE, GLX_RGBA_BIT,
                                 None};
    static const int size[] = {GLX_PBUFFER_WIDTH, 16, GLX_PBUFFER_HEIGHT, 16, None};
    int count = 0, visual = 0;
    context->x = XOpenDisplay(NULL);
    need(context->x != NULL, "there is no X server");
    need(glXQueryExtension(context->x, NULL, NULL), "the X server has no GLX");
    GLXFBConfig *configs = glXChooseFBConfig(context->x, DefaultScreen(context->x), wanted, &count);
    need(configs != NULL && count > 0, "GLX has no configuration with a pbuffer");
    const GLXFBConfig config = configs[0];
    XFree(configs);
    for (int i = 0; i < 2; i++)
        context->glx[i] = create_glx_context(context->x, config, context->compatibility);
    context->pbuffer = glXCreatePbuffer(context->x, config, size);
    need(context->glx[CURRENT_OTHER] != NULL, "GLX makes no OpenGL 3.3 context");
    (void)glXGetFBConfigAttrib(context->x, config, GLX_VISUAL_ID, &visual);
    context->glx_binding = (XrGraphicsBindingOpenGLXlibKHR){
        .type = XR_TYPE_GRAPHICS_BINDING_OPENGL_XLIB_KHR,
        .xDisplay = context->x,
        .visualid = (uint32_t)visual,
        .glxFBConfig = config,
        .glxDrawable = context->pbuffer,
        .glxContext = context->glx[CURRENT_OWN],
    };
}

static void create_egl(struct context *context)
{
    const bool es = context->platform == PLATFORM_GLES;
    const EGLint wanted[] = {EGL_RENDERABLE_TYPE, es ? EGL_OPENGL_ES3_BIT : EGL_OPENGL_BIT,
                             EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_NONE};
    const EGLint attributes[] = {EGL_CONTEXT_MAJOR_VERSION,
                                 3,
                                 EGL_CONTEXT_MINOR_VERSION,
                                 es ? 0 : 3,
                                 es ? EGL_NONE : EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                 context->compatibility
                                     ? EGL_CONTEXT_OPENGL_COMPATIBILITY_PROFILE_BIT
                                     : EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                                 EGL_NONE};
    EGLint count = 0;
    EGLConfig config = NULL;
    context->egl_display =
        eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
    need(context->egl_display != EGL_NO_DISPLAY && eglInitialize(context->egl_display, NULL, NULL),
         "EGL has no display without a window system (Mesa's libEGL)");
    need(eglChooseConfig(context->egl_display, wanted, &config, 1, &count) && count > 0,
         "EGL has no configuration");
    need(eglBindAPI(es ? EGL_OPENGL_ES_API : EGL_OPENGL_API), "EGL does not know the API");
    for (int i = 0; i < 2; i++) {
        context->egl[i] =
            eglCreateContext(context->egl_display, config, EGL_NO_CONTEXT, attributes);
        need(context->egl[i] != EGL_NO_CONTEXT, "EGL makes no context");
    }
    context->egl_binding = (XrGraphicsBindingEGLMNDX)
    {
        .type = XR_TYPE_GRAPHICS_BINDING_EGL_MNDX,
#if XR_MNDX_egl_enable_SPEC_VERSION >= 2
        .getProcAddress = (PFN_xrEglGetProcAddressMNDX)eglGetProcAddress,
#else
        .getProcAddress = eglGetProcAddress,
#endif
        .display = context->egl_display, .config = config, .context = context->egl[CURRENT_OWN],
    };
}

struct context *context_create(enum platform platform, bool compatibility)
{
    struct context *context = calloc(1, sizeof *context);
    if (context == NULL)
        abort();
    context->platform = platform;
    context->compatibility = compatibility;
    if (platform == PLATFORM_GLX)
        create_glx(context);
    else
        create_egl(context);
    return context;
}

void context_destroy(struct context *context)
{
    context_make_current(context, CURRENT_NONE);
    for (int i = 0; i < 2; i++)
        if (context->platform == PLATFORM_GLX)
            glXDestroyContext(context->x, context->glx[i]);
        else
            eglDestroyContext(context->egl_display, context->egl[i]);
    if (context->platform == PLATFORM_GLX) {
        glXDestroyPbuffer(context->x, context->pbuffer);
        XCloseDisplay(context->x);
    } else {
        eglTerminate(context->egl_display);
    }
    free(context);
}

void context_make_current(const struct context *context, enum current current)
{
    bool good;
    if (context->platform == PLATFORM_GLX) {
        const GLXDrawable drawable = current == CURRENT_NONE ? None : context->pbuffer;
        good = glXMakeContextCurrent(context->x, drawable, drawable,
                                     current == CURRENT_NONE ? NULL : context->glx[current]);
    } else {
        good = eglMakeCurrent(context->egl_display, EGL_NO_SURFACE, EGL_NO_SURFACE,
                              current == CURRENT_NONE ? EGL_NO_CONTEXT : context->egl[current]);
    }
    if (good)
        return;
    fprintf(stderr, "a context cannot be made current\n");
    exit(1);
}

bool context_is_current(const struct context *context, enum current current)
{
    if (context->platform == PLATFORM_GLX)
        return glXGetCurrentContext() == (current == CURRENT_NONE ? NULL : context->glx[current]);
    return eglGetCurrentContext() ==
           (current == CURRENT_NONE ? EGL_NO_CONTEXT : context->egl[current]);
}

const void *context_binding(const struct context *context)
{
    return context->platform == PLATFORM_GLX ? (const void *)&context->glx_binding
                                             : (const void *)&context->egl_binding;
}
