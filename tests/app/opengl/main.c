/* SPDX-License-Identifier: MIT */
/*
 * understudy_opengl: an OpenXR app that draws with OpenGL, and tells whether a call changes what it
 * has bound and set, or which context is current.
 *
 *   --platform glx|egl|gles     how it gets its context (glx)
 *   --format srgb8|rgba8|rgb10|rgba16f  of its swapchains (srgb8)
 *   --compatibility             a context of the compatibility profile
 *   --array                     one swapchain with a layer for each eye
 *   --part                      the eye is the upper half of its image
 *   --release own|none|other    which context is current when it creates the session and releases
 *                               an image (own)
 *   --frames N                  ends after as many frames (20)
 *   --binding good|none|not-enabled|xcb  what it chains to XrSessionCreateInfo (good)
 *   --forget                    destroys its context before the session
 *
 * Each eye shows four quarters: red, green, blue, and (0.5, 0.25, 0.125) as linear light, which is
 * (188, 137, 99) as sRGB; the right eye has the last one's red and blue exchanged. Exit status: 0;
 * 1: a call failed or changed something; 77: there is no OpenGL.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GL_GLEXT_PROTOTYPES
#include <GL/glcorearb.h>

#include "app_session.h"
#include "context.h"
#include "openxr/xr_opengl.h"
#include "state.h"

enum binding { BINDING_GOOD, BINDING_NONE, BINDING_NOT_ENABLED, BINDING_XCB };

struct options {
    enum binding binding;
    enum platform platform;
    int64_t format;
    bool array, part, forget, compatibility;
    enum current release;
    int frames;
};

struct app {
    struct options options;
    struct context *context;
    struct app_session session;
    XrSpace space;
    XrSwapchain swapchains[2];
    XrSwapchainImageOpenGLKHR images[2][8]; /* XrSwapchainImageOpenGLESKHR has the same members */
    int width, height;                      /* of an eye */
    int frames, changes;
};

/* Makes a call with `current` as the current context, and looks what it changed. */
#define WATCHED(app, current, call)                                                                \
    do {                                                                                           \
        struct state watched_before;                                                               \
        begin_watch(app, current, &watched_before);                                                \
        app_check(call, #call);                                                                    \
        end_watch(app, current, &watched_before, #call);                                           \
    } while (0)

static bool is_es(const struct app *app)
{
    return app->options.platform == PLATFORM_GLES;
}

static enum profile profile_of(const struct app *app)
{
    if (is_es(app))
        return PROFILE_ES;
    return app->options.compatibility ? PROFILE_COMPATIBILITY : PROFILE_CORE;
}

static void begin_watch(const struct app *app, enum current current, struct state *out_before)
{
    state_read(profile_of(app), out_before);
    state_leave_error();
    context_make_current(app->context, current);
}

static void end_watch(struct app *app, enum current current, const struct state *before,
                      const char *call)
{
    struct state after;
    if (!context_is_current(app->context, current)) {
        fprintf(stderr, "%s changes which context is current\n", call);
        app->changes++;
    }
    context_make_current(app->context, CURRENT_OWN);
    if (!state_has_error()) {
        fprintf(stderr, "%s clears the context's error\n", call);
        app->changes++;
    }
    state_read(profile_of(app), &after);
    app->changes += state_compare(profile_of(app), before, &after, call);
}

static PFN_xrVoidFunction load(const struct app *app, const char *name)
{
    PFN_xrVoidFunction function = NULL;
    OK(xrGetInstanceProcAddr(app->session.instance, name, &function));
    return function;
}

static void get_requirements(const struct app *app)
{
    XrGraphicsRequirementsOpenGLKHR wanted = {.type = XR_TYPE_GRAPHICS_REQUIREMENTS_OPENGL_KHR};
    XrGraphicsRequirementsOpenGLESKHR wanted_es = {.type =
                                                       XR_TYPE_GRAPHICS_REQUIREMENTS_OPENGL_ES_KHR};
    if (is_es(app))
        OK(((PFN_xrGetOpenGLESGraphicsRequirementsKHR)load(
            app, "xrGetOpenGLESGraphicsRequirementsKHR"))(app->session.instance,
                                                          app->session.system, &wanted_es));
    else
        OK(((PFN_xrGetOpenGLGraphicsRequirementsKHR)load(
            app, "xrGetOpenGLGraphicsRequirementsKHR"))(app->session.instance, app->session.system,
                                                        &wanted));
}

static void create_session(struct app *app)
{
    const char *extensions[] = {is_es(app) ? XR_KHR_OPENGL_ES_ENABLE_EXTENSION_NAME
                                           : XR_KHR_OPENGL_ENABLE_EXTENSION_NAME,
                                XR_MNDX_EGL_ENABLE_EXTENSION_NAME};
    const bool only_first =
        app->options.platform == PLATFORM_GLX || app->options.binding == BINDING_NOT_ENABLED;
    app_session_create_instance(&app->session, "OpenGL app", only_first ? 1 : 2, extensions);
    get_requirements(app);
    const XrBaseInStructure xcb = {.type = XR_TYPE_GRAPHICS_BINDING_OPENGL_XCB_KHR};
    const void *binding = app->options.binding == BINDING_NONE  ? NULL
                          : app->options.binding == BINDING_XCB ? &xcb
                                                                : context_binding(app->context);
    const XrSessionCreateInfo session = {
        .type = XR_TYPE_SESSION_CREATE_INFO, .next = binding, .systemId = app->session.system};
    WATCHED(app, app->options.release,
            xrCreateSession(app->session.instance, &session, &app->session.handle));
    app->space = app_session_create_space(&app->session, XR_REFERENCE_SPACE_TYPE_LOCAL);
}

static void check_format(const struct app *app)
{
    int64_t formats[64];
    uint32_t count = 0;
    OK(xrEnumerateSwapchainFormats(app->session.handle, 64, &count, formats));
    for (uint32_t i = 0; i < count; i++)
        if (formats[i] == app->options.format)
            return;
    fprintf(stderr, "the runtime does not offer the format\n");
    exit(1);
}

static void create_swapchains(struct app *app)
{
    const XrExtent2Di eye = app_session_eye_size(&app->session);
    uint32_t count = 0;
    app->width = eye.width;
    app->height = eye.height;
    check_format(app);
    const XrSwapchainCreateInfo info = {.type = XR_TYPE_SWAPCHAIN_CREATE_INFO,
                                        .usageFlags = XR_SWAPCHAIN_USAGE_COLOR_ATTACHMENT_BIT,
                                        .format = app->options.format,
                                        .sampleCount = 1,
                                        .width = (uint32_t)app->width,
                                        .height =
                                            (uint32_t)app->height * (app->options.part ? 2 : 1),
                                        .faceCount = 1,
                                        .arraySize = app->options.array ? 2 : 1,
                                        .mipCount = 1};
    for (int i = 0; i < (app->options.array ? 1 : 2); i++) {
        for (int j = 0; j < 8; j++)
            app->images[i][j].type = is_es(app) ? XR_TYPE_SWAPCHAIN_IMAGE_OPENGL_ES_KHR
                                                : XR_TYPE_SWAPCHAIN_IMAGE_OPENGL_KHR;
        WATCHED(app, CURRENT_OWN,
                xrCreateSwapchain(app->session.handle, &info, &app->swapchains[i]));
        OK(xrEnumerateSwapchainImages(app->swapchains[i], 8, &count,
                                      (XrSwapchainImageBaseHeader *)app->images[i]));
    }
}

static void clear(int x, int y, int width, int height, float red, float green, float blue)
{
    glScissor(x, y, width, height);
    glClearColor(red, green, blue, 1);
    glClear(GL_COLOR_BUFFER_BIT);
}

/* Draws into the framebuffer: an eye's four quarters in the upper part, yellow below it. */
static void draw_eye(const struct app *app, int eye)
{
    const int half = app->height / 2, left = app->width / 2, right = app->width - left;
    const int low = app->options.part ? app->height : 0;
    const float red = eye == 0 ? 0.5f : 0.125f, blue = eye == 0 ? 0.125f : 0.5f;
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glEnable(GL_SCISSOR_TEST);
    clear(0, 0, app->width, low, 1, 1, 0);
    clear(0, low + half, left, app->height - half, 1, 0, 0);
    clear(left, low + half, right, app->height - half, 0, 1, 0);
    clear(0, low, left, half, 0, 0, 1);
    clear(left, low, right, half, red, 0.25f, blue);
}

static void draw(const struct app *app, int swapchain, uint32_t image)
{
    const GLuint texture = app->images[swapchain][image].image;
    GLuint framebuffer;
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    if (!is_es(app))
        glEnable(GL_FRAMEBUFFER_SRGB);
    for (int eye = swapchain; eye < (app->options.array ? 2 : swapchain + 1); eye++) {
        if (app->options.array)
            glFramebufferTextureLayer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, texture, 0, eye);
        else
            glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
        draw_eye(app, eye);
    }
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glDeleteFramebuffers(1, &framebuffer);
    state_disturb(profile_of(app), app->options.array ? 0 : texture);
}

static void draw_swapchain(struct app *app, int i)
{
    const XrSwapchainImageWaitInfo wait = {.type = XR_TYPE_SWAPCHAIN_IMAGE_WAIT_INFO,
                                           .timeout = XR_INFINITE_DURATION};
    uint32_t image = 0;
    WATCHED(app, CURRENT_OWN, xrAcquireSwapchainImage(app->swapchains[i], NULL, &image));
    WATCHED(app, CURRENT_OWN, xrWaitSwapchainImage(app->swapchains[i], &wait));
    draw(app, i, image);
    WATCHED(app, app->options.release, xrReleaseSwapchainImage(app->swapchains[i], NULL));
}

static void submit(struct app *app, XrTime time)
{
    XrView views[2];
    app_session_locate(&app->session, app->space, time, views);
    XrCompositionLayerProjectionView shown[2];
    for (int i = 0; i < 2; i++) {
        if (i == 0 || !app->options.array)
            draw_swapchain(app, i);
        shown[i] = (XrCompositionLayerProjectionView){
            .type = XR_TYPE_COMPOSITION_LAYER_PROJECTION_VIEW,
            .pose = views[i].pose,
            .fov = views[i].fov,
            .subImage = {
                .swapchain = app->swapchains[app->options.array ? 0 : i],
                .imageRect = {{0, app->options.part ? app->height : 0}, {app->width, app->height}},
                .imageArrayIndex = app->options.array ? (uint32_t)i : 0}};
    }
    const XrCompositionLayerProjection layer = {.type = XR_TYPE_COMPOSITION_LAYER_PROJECTION,
                                                .space = app->space,
                                                .viewCount = 2,
                                                .views = shown};
    const XrCompositionLayerBaseHeader *layers[] = {(const XrCompositionLayerBaseHeader *)&layer};
    const XrFrameEndInfo end = {XR_TYPE_FRAME_END_INFO,           NULL, time,
                                XR_ENVIRONMENT_BLEND_MODE_OPAQUE, 1,    layers};
    WATCHED(app, app->options.release, xrEndFrame(app->session.handle, &end));
}

static void run_frame(struct app *app)
{
    XrFrameState state = {.type = XR_TYPE_FRAME_STATE};
    OK(xrWaitFrame(app->session.handle, NULL, &state));
    WATCHED(app, CURRENT_OWN, xrBeginFrame(app->session.handle, NULL));
    if (state.shouldRender)
        submit(app, state.predictedDisplayTime);
    else
        app_session_end_empty_frame(&app->session, state.predictedDisplayTime);
    if (++app->frames == app->options.frames)
        OK(xrRequestExitSession(app->session.handle));
}

static void finish(struct app *app)
{
    if (app->options.forget) {
        context_destroy(app->context);
        OK(xrDestroyInstance(app->session.instance));
        return;
    }
    for (int i = 0; i < (app->options.array ? 1 : 2); i++)
        WATCHED(app, CURRENT_OWN, xrDestroySwapchain(app->swapchains[i]));
    WATCHED(app, CURRENT_OWN, xrDestroySession(app->session.handle));
    OK(xrDestroyInstance(app->session.instance));
    context_destroy(app->context);
}

/* The number of the word in a list that ends with NULL. */
static int choose(const char *word, const char *const *words)
{
    for (int i = 0; word != NULL && words[i] != NULL; i++)
        if (strcmp(word, words[i]) == 0)
            return i;
    fprintf(stderr, "the value %s is not known\n", word != NULL ? word : "(none)");
    exit(2);
}

static struct options parse(char **argument)
{
    static const char *const platforms[] = {"glx", "egl", "gles", NULL};
    static const char *const currents[] = {"own", "other", "none", NULL};
    static const char *const bindings[] = {"good", "none", "not-enabled", "xcb", NULL};
    static const char *const formats[] = {"srgb8", "rgba8", "rgb10", "rgba16f", NULL};
    static const GLenum values[] = {GL_SRGB8_ALPHA8, GL_RGBA8, GL_RGB10_A2, GL_RGBA16F};
    struct options options = {.format = GL_SRGB8_ALPHA8, .frames = 20};
    for (; *argument != NULL; argument++)
        if (strcmp(*argument, "--array") == 0)
            options.array = true;
        else if (strcmp(*argument, "--part") == 0)
            options.part = true;
        else if (strcmp(*argument, "--compatibility") == 0)
            options.compatibility = true;
        else if (strcmp(*argument, "--forget") == 0)
            options.forget = true;
        else if (strcmp(*argument, "--platform") == 0)
            options.platform = (enum platform)choose(*++argument, platforms);
        else if (strcmp(*argument, "--binding") == 0)
            options.binding = (enum binding)choose(*++argument, bindings);
        else if (strcmp(*argument, "--format") == 0)
            options.format = values[choose(*++argument, formats)];
        else if (strcmp(*argument, "--release") == 0)
            options.release = (enum current)choose(*++argument, currents);
        else if (strcmp(*argument, "--frames") == 0 && argument[1] != NULL)
            options.frames = atoi(*++argument);
        else
            exit((fprintf(stderr, "the option %s is not known\n", *argument), 2));
    return options;
}

int main(int argc, char **argv)
{
    (void)argc;
    struct app app = {.options = parse(argv + 1)};
    app.context = context_create(app.options.platform, app.options.compatibility);
    context_make_current(app.context, CURRENT_OWN);
    state_disturb(profile_of(&app), 0);
    create_session(&app);
    create_swapchains(&app);
    while (!app.session.done) {
        app_session_poll(&app.session);
        if (app.session.running)
            run_frame(&app);
    }
    finish(&app);
    printf("%d frames, %d changes of the context\n", app.frames, app.changes);
    return app.changes == 0 ? 0 : 1;
}
