/* SPDX-License-Identifier: MIT */
/*
 * understudy_scene: an OpenXR app that submits layers of all kinds, and checks what a window showed
 * of them. It draws with OpenGL by EGL.
 *
 *   understudy_scene run N LOG       submits N frames; writes into LOG what it was told about the
 *                                    eyes
 *   understudy_scene check LOG PNG   checks a picture of the window of that run
 *
 * Exit status: 0; 1: a call failed, or a pixel differs; 77: there is no OpenGL.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GL_GLEXT_PROTOTYPES
#include <GL/glcorearb.h>

#include "../opengl/app_session.h"
#include "../opengl/context.h"
#include "openxr/xr_opengl.h"
#include "scene.h"

enum { IMAGE_PX = 64, FACE_PX = 16 };

/* A layer of any type. */
union layer {
    XrCompositionLayerBaseHeader base;
    XrCompositionLayerProjection projection;
    XrCompositionLayerQuad quad;
    XrCompositionLayerCylinderKHR cylinder;
    XrCompositionLayerEquirectKHR equirect;
    XrCompositionLayerEquirect2KHR equirect2;
    XrCompositionLayerCubeKHR cube;
};

struct app {
    struct app_session session;
    XrSpace local, view;
    XrSwapchain image, views, cube;
    int size; /* of an eye */
    int frames;
    struct scene_eye eyes[2];
    FILE *log;
};

static void create_session(struct app *app, struct context *context)
{
    const char *extensions[SCENE_EXTENSIONS + 2] = {XR_KHR_OPENGL_ENABLE_EXTENSION_NAME,
                                                    XR_MNDX_EGL_ENABLE_EXTENSION_NAME};
    memcpy(extensions + 2, scene_extensions, sizeof scene_extensions);
    XrGraphicsRequirementsOpenGLKHR wanted = {.type = XR_TYPE_GRAPHICS_REQUIREMENTS_OPENGL_KHR};
    PFN_xrVoidFunction get = NULL;
    app_session_create_instance(&app->session, "scene", SCENE_EXTENSIONS + 2, extensions);
    OK(xrGetInstanceProcAddr(app->session.instance, "xrGetOpenGLGraphicsRequirementsKHR", &get));
    OK(((PFN_xrGetOpenGLGraphicsRequirementsKHR)get)(app->session.instance, app->session.system,
                                                     &wanted));
    const XrSessionCreateInfo session = {.type = XR_TYPE_SESSION_CREATE_INFO,
                                         .next = context_binding(context),
                                         .systemId = app->session.system};
    OK(xrCreateSession(app->session.instance, &session, &app->session.handle));
    app->local = app_session_create_space(&app->session, XR_REFERENCE_SPACE_TYPE_LOCAL);
    app->view = app_session_create_space(&app->session, XR_REFERENCE_SPACE_TYPE_VIEW);
}

static void fill(int x, int y, int width, int height, const unsigned char rgba[4])
{
    float linear[3];
    for (int i = 0; i < 3; i++)
        linear[i] = (float)scene_linear(rgba[i] / 255.0);
    glScissor(x, y, width, height);
    glClearColor(linear[0], linear[1], linear[2], (float)rgba[3] / 255.0f);
    glClear(GL_COLOR_BUFFER_BIT);
}

/* Quarters of a rectangle, beginning at the lower left as OpenGL does. */
static void fill_quarters(int x, int y, int width, int height, unsigned char rgba[4][4])
{
    for (int i = 0; i < 4; i++)
        fill(x + i % 2 * width / 2, y + i / 2 * height / 2, width / 2, height / 2, rgba[i]);
}

/* Everything that must not be seen is magenta. */
static void draw_element(const struct app *app, XrSwapchain swapchain, int element)
{
    static const unsigned char magenta[] = {255, 0, 255, 255};
    unsigned char quarters[4][4];
    for (int i = 0; i < 4; i++) {
        const int upper_first = (i + 2) % 4;
        if (swapchain == app->cube)
            scene_face(element, i, quarters[i]);
        else if (swapchain == app->views)
            scene_view(element, upper_first, quarters[i]);
        else
            memcpy(quarters[i], scene_image[upper_first], sizeof quarters[i]);
    }
    if (swapchain == app->cube) {
        fill_quarters(0, 0, FACE_PX, FACE_PX, quarters);
    } else if (swapchain == app->views) {
        fill_quarters(0, 0, app->size, app->size, quarters);
    } else {
        fill(0, 0, IMAGE_PX, IMAGE_PX, magenta);
        if (element == 1)
            fill_quarters(16, 8, 32, 48, quarters);
    }
}

/* A swapchain with one image, which is drawn once. */
static void create_swapchain(const struct app *app, int size, uint32_t faces, uint32_t elements,
                             XrSwapchain *out)
{
    const XrSwapchainCreateInfo info = {.type = XR_TYPE_SWAPCHAIN_CREATE_INFO,
                                        .createFlags = XR_SWAPCHAIN_CREATE_STATIC_IMAGE_BIT,
                                        .usageFlags = XR_SWAPCHAIN_USAGE_COLOR_ATTACHMENT_BIT,
                                        .format = GL_SRGB8_ALPHA8,
                                        .sampleCount = 1,
                                        .width = (uint32_t)size,
                                        .height = (uint32_t)size,
                                        .faceCount = faces,
                                        .arraySize = elements,
                                        .mipCount = 1};
    const XrSwapchainImageWaitInfo wait = {.type = XR_TYPE_SWAPCHAIN_IMAGE_WAIT_INFO,
                                           .timeout = XR_INFINITE_DURATION};
    XrSwapchainImageOpenGLKHR image = {.type = XR_TYPE_SWAPCHAIN_IMAGE_OPENGL_KHR};
    uint32_t count = 0, index = 0;
    GLuint framebuffer;
    OK(xrCreateSwapchain(app->session.handle, &info, out));
    OK(xrEnumerateSwapchainImages(*out, 1, &count, (XrSwapchainImageBaseHeader *)&image));
    OK(xrAcquireSwapchainImage(*out, NULL, &index));
    OK(xrWaitSwapchainImage(*out, &wait));
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glEnable(GL_FRAMEBUFFER_SRGB);
    glEnable(GL_SCISSOR_TEST);
    for (uint32_t i = 0; i < faces * elements; i++) {
        if (faces == 6)
            glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0,
                                   GL_TEXTURE_CUBE_MAP_POSITIVE_X + i, image.image, 0);
        else
            glFramebufferTextureLayer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, image.image, 0,
                                      (GLint)i);
        draw_element(app, *out, (int)i);
    }
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glDeleteFramebuffers(1, &framebuffer);
    OK(xrReleaseSwapchainImage(*out, NULL));
}

static void create_swapchains(struct app *app)
{
    app->size = app_session_eye_size(&app->session).width;
    create_swapchain(app, FACE_PX, 6, 1, &app->cube);
    create_swapchain(app, app->size, 1, 2, &app->views);
    create_swapchain(app, IMAGE_PX, 1, 2, &app->image);
}

/* Writes what the app was told about the eyes when it changes. */
static void find_eyes(struct app *app, XrTime time)
{
    struct scene_eye eyes[2];
    XrView in_local[2], in_view[2];
    app_session_locate(&app->session, app->local, time, in_local);
    app_session_locate(&app->session, app->view, time, in_view);
    for (int i = 0; i < 2; i++)
        eyes[i] = (struct scene_eye){in_local[i].pose, in_view[i].pose, in_local[i].fov};
    if (memcmp(eyes, app->eyes, sizeof eyes) == 0)
        return;
    memcpy(app->eyes, eyes, sizeof eyes);
    fprintf(app->log, "%d", app->size);
    for (size_t i = 0; i < SCENE_EYE_NUMBERS; i++)
        fprintf(app->log, " %.9g", (double)((const float *)(const void *)eyes)[i]);
    fprintf(app->log, "\n");
    fflush(app->log);
}

static void make_shape(const struct scene_layer *from, XrSpace space, XrPosef pose,
                       XrSwapchainSubImage image, union layer *out)
{
    const float *n = from->values;
    /* All types begin with the members of a quad. */
    out->quad = (XrCompositionLayerQuad){.type = XR_TYPE_COMPOSITION_LAYER_QUAD,
                                         .layerFlags = from->flags,
                                         .space = space,
                                         .eyeVisibility = from->eyes,
                                         .subImage = image,
                                         .pose = pose,
                                         .size = {n[0], n[1]}};
    if (from->kind == SCENE_CYLINDER) {
        out->cylinder.type = XR_TYPE_COMPOSITION_LAYER_CYLINDER_KHR;
        out->cylinder.radius = n[0];
        out->cylinder.centralAngle = n[1];
        out->cylinder.aspectRatio = n[2];
    } else if (from->kind == SCENE_EQUIRECT) {
        out->equirect.type = XR_TYPE_COMPOSITION_LAYER_EQUIRECT_KHR;
        out->equirect.radius = n[0];
        out->equirect.scale = (XrVector2f){n[1], n[2]};
        out->equirect.bias = (XrVector2f){n[3], n[4]};
    } else if (from->kind == SCENE_EQUIRECT2) {
        out->equirect2.type = XR_TYPE_COMPOSITION_LAYER_EQUIRECT2_KHR;
        out->equirect2.radius = n[0];
        out->equirect2.centralHorizontalAngle = n[1];
        out->equirect2.upperVerticalAngle = n[2];
        out->equirect2.lowerVerticalAngle = n[3];
    }
}

static void make_views(const struct app *app, XrCompositionLayerProjectionView out[2])
{
    for (uint32_t i = 0; i < 2; i++) {
        const XrFovf *fov = &app->eyes[i].fov;
        out[i] = (XrCompositionLayerProjectionView){
            .type = XR_TYPE_COMPOSITION_LAYER_PROJECTION_VIEW,
            .pose = app->eyes[i].in_local,
            .fov = {fov->angleLeft * SCENE_NARROW, fov->angleRight * SCENE_NARROW,
                    fov->angleUp * SCENE_NARROW, fov->angleDown * SCENE_NARROW},
            .subImage = {app->views, {{0, 0}, {app->size, app->size}}, i}};
    }
}

static void submit(struct app *app, XrTime time)
{
    union layer layers[SCENE_LAYERS];
    const XrCompositionLayerBaseHeader *pointers[SCENE_LAYERS];
    XrCompositionLayerProjectionView views[2];
    const XrSwapchainSubImage image = {app->image, {{16, 8}, {32, 48}}, 1};
    find_eyes(app, time);
    make_views(app, views);
    /* The head in LOCAL. */
    const XrPosef head = scene_compose(app->eyes[0].in_local, scene_invert(app->eyes[0].in_view));
    for (int i = 0; i < SCENE_LAYERS; i++) {
        const struct scene_layer *from = &scene_layers[i];
        const XrPosef in_head = {scene_turn(from->pitch, from->yaw), from->position};
        const XrPosef pose = from->in_view ? in_head : scene_compose(head, in_head);
        const XrSpace space = from->in_view ? app->view : app->local;
        pointers[i] = &layers[i].base;
        if (from->kind == SCENE_PROJECTION)
            layers[i].projection =
                (XrCompositionLayerProjection){.type = XR_TYPE_COMPOSITION_LAYER_PROJECTION,
                                               .space = app->local,
                                               .viewCount = 2,
                                               .views = views};
        else if (from->kind == SCENE_CUBE)
            layers[i].cube = (XrCompositionLayerCubeKHR){.type = XR_TYPE_COMPOSITION_LAYER_CUBE_KHR,
                                                         .space = space,
                                                         .eyeVisibility = from->eyes,
                                                         .swapchain = app->cube,
                                                         .orientation = pose.orientation};
        else
            make_shape(from, space, pose, image, &layers[i]);
    }
    const XrFrameEndInfo end = {XR_TYPE_FRAME_END_INFO,           NULL,         time,
                                XR_ENVIRONMENT_BLEND_MODE_OPAQUE, SCENE_LAYERS, pointers};
    OK(xrEndFrame(app->session.handle, &end));
}

static void run_frame(struct app *app)
{
    XrFrameState state = {.type = XR_TYPE_FRAME_STATE};
    OK(xrWaitFrame(app->session.handle, NULL, &state));
    OK(xrBeginFrame(app->session.handle, NULL));
    if (state.shouldRender)
        submit(app, state.predictedDisplayTime);
    else
        app_session_end_empty_frame(&app->session, state.predictedDisplayTime);
    if (--app->frames == 0)
        OK(xrRequestExitSession(app->session.handle));
}

static int run(int frames, const char *path)
{
    struct app app = {.frames = frames, .log = fopen(path, "w")};
    struct context *context = context_create(PLATFORM_EGL, false);
    if (app.log == NULL)
        return 1;
    context_make_current(context, CURRENT_OWN);
    create_session(&app, context);
    create_swapchains(&app);
    while (!app.session.done) {
        app_session_poll(&app.session);
        if (app.session.running)
            run_frame(&app);
    }
    OK(xrDestroySession(app.session.handle));
    OK(xrDestroyInstance(app.session.instance));
    context_destroy(context);
    return fclose(app.log) == 0 ? 0 : 1;
}

/* The last line of the log. */
static int check_picture(const char *path, const char *png)
{
    struct scene_eye eyes[2];
    float *values = (float *)(void *)eyes;
    FILE *log = fopen(path, "r");
    int size = 0, next, whole = 0;
    while (log != NULL && fscanf(log, "%d", &next) == 1) {
        size_t i = 0;
        while (i < SCENE_EYE_NUMBERS && fscanf(log, "%f", &values[i]) == 1)
            i++;
        whole = i == SCENE_EYE_NUMBERS;
        size = next;
    }
    if (log != NULL)
        fclose(log);
    return whole ? scene_check(png, eyes, size) : 1;
}

int main(int argc, char **argv)
{
    if (argc == 4 && strcmp(argv[1], "run") == 0)
        return run(atoi(argv[2]), argv[3]);
    if (argc == 4 && strcmp(argv[1], "check") == 0)
        return check_picture(argv[2], argv[3]);
    fprintf(stderr, "usage: understudy_scene run N LOG, or check LOG PNG\n");
    return 2;
}
