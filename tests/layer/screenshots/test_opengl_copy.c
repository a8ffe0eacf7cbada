/* SPDX-License-Identifier: MIT */
/* Hazard: a copy of another OpenGL image, layer or context, an image that appears upside down, a
 * context whose settings are not the app's afterwards, or functions of another copy of a library
 * than the app's. test_image_copies.c has what Vulkan has too. */
#include "shots_app.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "counting.h"
#include "fake_opengl.h"

enum { WIDTH = 5, HEIGHT = 3, LAYERS = 3, PIXEL = 4, BYTES = WIDTH * HEIGHT * LAYERS * PIXEL };

static uint8_t pixels[BYTES];
static struct us_xr_binding_egl egl;
static struct us_xr_binding_glx glx;

/* The texture 1 has layers, and 2 has none. */
static void reset(void)
{
    static int display;
    fake_opengl_reset();
    for (int i = 0; i < BYTES; i++)
        pixels[i] = (uint8_t)(7 * i + 1);
    fake_opengl.textures[0] = (struct fake_opengl_texture){WIDTH, HEIGHT, LAYERS, PIXEL, pixels};
    fake_opengl.textures[1] = (struct fake_opengl_texture){WIDTH, HEIGHT, 1, PIXEL, pixels};
    egl = (struct us_xr_binding_egl){.type = XR_TYPE_GRAPHICS_BINDING_EGL_MNDX,
                                     .get_proc = fake_opengl_get_proc,
                                     .display = &display,
                                     .context = fake_opengl.context};
    glx = (struct us_xr_binding_glx){.type = XR_TYPE_GRAPHICS_BINDING_OPENGL_XLIB_KHR,
                                     .context = fake_opengl.context};
}

static void use_es(void)
{
    fake_opengl.es = true;
    fake_opengl.api = US_XR_EGL_OPENGL_ES_API;
}

/* An app with what the test has set in the context, whose frames are all wanted. */
static void begin(struct shots_app *app, const void *binding)
{
    memset(app, 0, sizeof *app);
    fake_vulkan_reset();
    shots_begin_bound(app, binding, "every:0.001s", "frame:100");
    fake.has_es = fake_opengl.es;
    shots_wait_frame(app, 0);
}

/* What the app bound and set is as it was, and nothing was done that OpenGL forbids. */
static void end(struct shots_app *app, int taken)
{
    static const GLint packs[FAKE_OPENGL_PACKS] = {4, 100, 3, 2, 1, 1, 1};
    static const GLfloat transfers[FAKE_OPENGL_TRANSFERS] = {1, 0.5f, 0.25f, 2, -1, 0, 1, -1, 1};
    shots_end(app, taken);
    if (fake_opengl.wrong != NULL)
        fail_msg("%s", fake_opengl.wrong);
    assert_int_equal(fake_opengl.framebuffer, 7);
    assert_int_equal(fake_opengl.buffer, 9);
    assert_memory_equal(fake_opengl.packs, packs, sizeof packs);
    assert_memory_equal(fake_opengl.transfers, transfers, sizeof transfers);
    assert_int_equal(fake_opengl.framebuffers, 0);
}

static XrSwapchain make(const struct shots_app *app, uint64_t texture, int64_t format)
{
    const struct fake_opengl_texture *from = &fake_opengl.textures[texture - 1];
    const XrSwapchainCreateInfo info =
        shots_info(format, from->width_px, from->height_px, from->layer_count);
    return shots_swapchain(app, &info, texture);
}

/* All of one layer. */
static struct shots_part part_of(XrSwapchain swapchain, uint32_t layer, const char *why)
{
    return (struct shots_part){{swapchain, {{0, 0}, {WIDTH, HEIGHT}}, layer}, why};
}

/* OpenGL has the lowest row first. */
static void check_layer(const struct shots_app *app, int frame, uint32_t quad, uint32_t layer)
{
    char name[64];
    uint8_t rgb[HEIGHT][WIDTH][3];
    snprintf(name, sizeof name, "frame-%06d-layer-%u.png", frame, quad);
    shots_read(app, name, WIDTH, HEIGHT, rgb[0][0]);
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) {
            const int row = (int)layer * HEIGHT + HEIGHT - 1 - y;
            assert_memory_equal(rgb[y][x], pixels + PIXEL * (row * WIDTH + x), 3);
        }
}

/* Shows and checks all layers of the texture 1 in a frame. */
static int check_image(struct shots_app *app, int frame, XrSwapchain swapchain)
{
    struct shots_part parts[LAYERS];
    for (uint32_t i = 0; i < LAYERS; i++)
        parts[i] = part_of(swapchain, i, NULL);
    const int taken = shots_show(app, frame, parts, LAYERS);
    shots_wait_frame(app, frame + 1);
    for (uint32_t i = 0; i < LAYERS; i++)
        check_layer(app, frame, i, i);
    return taken;
}

TEST(test_pixels)
{
    for (int es = 0; es < 2; es++) {
        struct shots_app app;
        int taken = 0;
        reset();
        if (es != 0)
            use_es();
        begin(&app, &egl);
        const XrSwapchain swapchain = make(&app, 1, GL_SRGB8_ALPHA8);
        assert_int_equal(fake.swapchain_usage, XR_SWAPCHAIN_USAGE_COLOR_ATTACHMENT_BIT);
        for (int round = 0; round < 3; round++) {
            pixels[PIXEL * round]++;
            shots_give_back(&app, swapchain);
            assert_int_equal(fake_opengl.reads, LAYERS * (round + 1));
            assert_int_equal(fake_opengl.type, GL_UNSIGNED_BYTE);
            taken += check_image(&app, round, swapchain);
        }
        const struct shots_part flat = part_of(make(&app, 2, GL_SRGB8_ALPHA8), 0, NULL);
        shots_give_back(&app, flat.part.swapchain);
        taken += shots_show(&app, 3, &flat, 1);
        shots_wait_frame(&app, 4);
        check_layer(&app, 3, 0, 0);
        end(&app, taken);
    }
}

/* What only some contexts know is set where it is known, and nowhere else: the fake context calls a
 * read with the app's values wrong, and a name that it does not know. */
TEST(test_what_the_context_knows)
{
    static const struct {
        const char *version;
        GLint flags;
        const char *extensions[3];
        bool es, compatibility;
    } cases[] = {
        {.version = "3.3.0 core", .extensions = {"GL_ARB_sync"}},
        {.version = "3.0 Mesa", .compatibility = true},
        {.version = "3.0 Mesa", .flags = GL_CONTEXT_FLAG_FORWARD_COMPATIBLE_BIT},
        {.version = "3.1",
         .extensions = {"GL_ARB_sync", "GL_ARB_compatibility"},
         .compatibility = true},
        {.version = "4.5",
         .extensions = {"GL_ARB_compatibility", "GL_MESA_pack_invert"},
         .compatibility = true},
        {.version = "4.6", .extensions = {"GL_MESA_pack_invert"}},
        {.version = "OpenGL ES 3.2", .extensions = {"GL_ANGLE_pack_reverse_row_order"}, .es = true},
        {.version = "OpenGL ES 3.0",
         .extensions = {"GL_MESA_pack_invert", "GL_ARB_compatibility"},
         .es = true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct shots_app app;
        reset();
        if (cases[i].es)
            use_es();
        fake_opengl.version = cases[i].version;
        fake_opengl.flags = cases[i].flags;
        memcpy(fake_opengl.extensions, cases[i].extensions, sizeof cases[i].extensions);
        fake_opengl.compatibility = cases[i].compatibility;
        begin(&app, &egl);
        const XrSwapchain swapchain = make(&app, 1, GL_SRGB8_ALPHA8);
        shots_give_back(&app, swapchain);
        end(&app, check_image(&app, 0, swapchain));
    }
}

/* Deep formats are read as floats; a context of OpenGL ES reads fixed-point numbers as bytes. What
 * is known of a format that cannot be captured is its name. */
TEST(test_formats)
{
    static const struct {
        int64_t format;
        GLenum types[2]; /* of OpenGL, and of OpenGL ES */
        const char *why;
    } cases[] = {
        {GL_SRGB8_ALPHA8, {GL_UNSIGNED_BYTE, GL_UNSIGNED_BYTE}, NULL},
        {GL_SRGB8, {GL_UNSIGNED_BYTE, GL_UNSIGNED_BYTE}, NULL},
        {GL_RGBA8, {GL_UNSIGNED_BYTE, GL_UNSIGNED_BYTE}, NULL},
        {GL_RGB8, {GL_UNSIGNED_BYTE, GL_UNSIGNED_BYTE}, NULL},
        {GL_RGB565, {GL_UNSIGNED_BYTE, GL_UNSIGNED_BYTE}, NULL},
        {GL_RGBA16F, {GL_FLOAT, GL_FLOAT}, NULL},
        {GL_R11F_G11F_B10F, {GL_FLOAT, GL_FLOAT}, NULL},
        {GL_RGBA32F, {GL_FLOAT, GL_FLOAT}, NULL},
        {GL_RGB10_A2, {GL_FLOAT, GL_UNSIGNED_BYTE}, NULL},
        {GL_RGBA16, {GL_FLOAT, GL_UNSIGNED_BYTE}, NULL},
        {GL_DEPTH_COMPONENT24, {0}, "screenshots of format GL_DEPTH_COMPONENT24 are not supported"},
        {GL_DEPTH32F_STENCIL8, {0}, "screenshots of format GL_DEPTH32F_STENCIL8 are not supported"},
        {43, {0}, "screenshots of OpenGL format 43 are not supported"},
    };
    enum { COUNT = sizeof cases / sizeof cases[0] };
    for (int es = 0; es < 2; es++) {
        struct shots_app app;
        struct shots_part parts[COUNT];
        reset();
        if (es != 0)
            use_es();
        begin(&app, &egl);
        for (int i = 0; i < COUNT; i++) {
            /* The size of a pixel is that of four bytes or of four floats. */
            const bool is_deep = cases[i].types[es] == GL_FLOAT;
            fake_opengl.textures[3] =
                (struct fake_opengl_texture){WIDTH, HEIGHT, 1, is_deep ? 16 : 4, NULL};
            fake_opengl.type = 0;
            parts[i] = (struct shots_part){{make(&app, 4, cases[i].format), {{0, 0}, {1, 1}}, 0},
                                           cases[i].why};
            shots_give_back(&app, parts[i].part.swapchain);
            assert_int_equal(fake_opengl.type, cases[i].types[es]);
        }
        end(&app, shots_show(&app, 0, parts, COUNT));
    }
}

/* Linear light as bytes and as floats, and bytes in sRGB, are the same colours in the screenshot:
 * 0.5 is 188 by the formula of IEC 61966-2-1. */
TEST(test_colours)
{
    static const float floats[] = {0.5f, 1.0f, 0.25f, 0.0f};
    static const uint8_t srgb[] = {188, 255, 137, 0}, linear[] = {128, 255, 64, 0};
    static const struct {
        int64_t format;
        uint32_t size;
        const void *pixel;
    } cases[] = {{GL_RGBA16F, 16, floats}, {GL_SRGB8_ALPHA8, 4, srgb}, {GL_RGBA8, 4, linear}};
    struct shots_app app;
    struct shots_part parts[3];
    reset();
    begin(&app, &egl);
    for (int i = 0; i < 3; i++) {
        fake_opengl.textures[3] =
            (struct fake_opengl_texture){1, 1, 1, cases[i].size, cases[i].pixel};
        parts[i] = (struct shots_part){{make(&app, 4, cases[i].format), {{0, 0}, {1, 1}}, 0}, NULL};
        shots_give_back(&app, parts[i].part.swapchain);
    }
    const int taken = shots_show(&app, 0, parts, 3);
    shots_wait_frame(&app, 1);
    for (int i = 0; i < 3; i++) {
        char name[64];
        uint8_t rgb[3];
        snprintf(name, sizeof name, "frame-000000-layer-%d.png", i);
        shots_read(&app, name, 1, 1, rgb);
        assert_memory_equal(rgb, srgb, sizeof rgb);
    }
    end(&app, taken);
}

/* Without memory there is no copy. What was given back for it does not count any more. */
TEST(test_no_memory)
{
    struct shots_app app;
    reset();
    begin(&app, &egl);
    struct shots_part parts[2] = {shots_take(&app, 200, NULL)};
    shots_drop(&app, parts, 1);
    counting.most = (size_t)256 << 20;
    parts[0] = shots_take(&app, 300, "out of memory");
    counting_reset();
    parts[1] = shots_take(&app, 512, NULL);
    end(&app, shots_show(&app, 0, parts, 2));
}

/* The copy of an image that cannot be read is free again. */
TEST(test_image_that_cannot_be_read)
{
    struct shots_app app;
    reset();
    begin(&app, &egl);
    const XrSwapchain swapchain = make(&app, 1, GL_SRGB8_ALPHA8);
    int taken = 0;
    for (int layer = 0; layer < LAYERS; layer++) {
        fake_opengl.incomplete = layer;
        fake_opengl.reads = 0;
        for (int i = 0; i < 65; i++)
            shots_give_back(&app, swapchain);
        assert_int_equal(fake_opengl.reads, layer * 65);
        const struct shots_part part =
            part_of(swapchain, 0, "the OpenGL driver cannot read the image");
        taken += shots_show(&app, layer, &part, 1);
        shots_wait_frame(&app, layer + 1);
    }
    end(&app, taken);
}

/* ---- contexts ---- */

static const char none[] = "no OpenGL context is current on the thread that releases the image";

TEST(test_obstacles)
{
    static const char old[] = "the app's OpenGL context is older than 3.0";
    static int other;
    static const struct {
        const char *version;
        void *current; /* NULL: the session's */
        const char *why;
    } cases[] = {
        {"3.3", &other,
         "another OpenGL context than the session's is current on the thread that releases the "
         "image"},
        {NULL, NULL, "the app's OpenGL context does not tell its version"},
        {"2.1 of nobody", NULL, old},
        {"1.4", NULL, old},
        {"OpenGL ES 2.0", NULL, old},
        {"3.0", NULL, NULL},
        {"4.6 of nobody", NULL, NULL},
        {"10.0", NULL, NULL},
        {"OpenGL ES 3.0 of nobody", NULL, NULL}};
    enum { COUNT = sizeof cases / sizeof cases[0] };
    struct shots_app app;
    struct shots_part parts[COUNT + 1];
    reset();
    fake_opengl.flags = GL_CONTEXT_FLAG_FORWARD_COMPATIBLE_BIT;
    begin(&app, &egl);
    for (int i = 0; i <= COUNT; i++) {
        const bool is_none = i == COUNT;
        fake_opengl.version = is_none ? "3.3" : cases[i].version;
        fake_opengl.current = is_none                    ? NULL
                              : cases[i].current != NULL ? cases[i].current
                                                         : fake_opengl.context;
        parts[i] = shots_take(&app, 0, is_none ? none : cases[i].why);
    }
    end(&app, shots_show(&app, 0, parts, COUNT + 1));
}

/* The app goes on, without screenshots. */
static void check_no_screenshots(const void *binding, const char *why)
{
    struct shots_app app = {0};
    char text[128];
    shots_begin_bound(&app, binding, "frame:0", NULL);
    snprintf(text, sizeof text, "cannot write screenshots to %s: %s", app.folder, why);
    scene_expect_log(&app.scene, text);
    rmdir(app.folder);
    scene_end(&app.scene);
}

static const char lacks[] = "the OpenGL driver lacks a function of OpenGL 3.0";

TEST(test_contexts_that_cannot_be_used)
{
    static const char *const names[] = {"glGetString",
                                        "glGetIntegerv",
                                        "glGenFramebuffers",
                                        "glDeleteFramebuffers",
                                        "glBindFramebuffer",
                                        "glFramebufferTexture2D",
                                        "glFramebufferTextureLayer",
                                        "glCheckFramebufferStatus",
                                        "glReadBuffer",
                                        "glReadPixels",
                                        "glBindBuffer",
                                        "glPixelStorei"};
    reset();
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        fake_opengl.missing = names[i];
        check_no_screenshots(&egl, lacks);
    }
    fake_opengl.missing = "eglGetCurrentContext";
    check_no_screenshots(&egl, "libEGL.so.1 is not loaded");
    fake_opengl.missing = "eglQueryContext";
    check_no_screenshots(&egl, "libEGL.so.1 is not loaded");
    fake_opengl.missing = NULL;
    fake_opengl.api = 0;
    check_no_screenshots(&egl, "EGL does not know the app's context");
    egl.get_proc = NULL;
    check_no_screenshots(&egl, "the app gives no eglGetProcAddress");
    check_no_screenshots(&glx, "neither libGL.so.1 nor libGLX.so.0 is loaded");
}

/* A library of the system's name, as the app has loaded it. */
static void *load(const char *path)
{
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL)
        fail_msg("%s", dlerror());
    const struct fake_opengl_driver **driver = dlsym(library, "fake_opengl_library_driver");
    assert_non_null(driver);
    *driver = &fake_opengl_driver;
    return library;
}

/* The current context is the one that the library tells. */
static void check_library(const void *binding)
{
    struct shots_app app;
    struct shots_part parts[2];
    begin(&app, binding);
    parts[0] = shots_take(&app, 0, none);
    fake_opengl.current = NULL;
    fake_opengl.current_of_driver = fake_opengl.context;
    parts[1] = shots_take(&app, 0, NULL);
    end(&app, shots_show(&app, 0, parts, 2));
}

/* The functions of GLX are those of libGL, or of libGLX where an app has only that. */
TEST(test_glx)
{
    static const char *const paths[] = {US_TEST_GL, US_TEST_GLX};
    for (int i = 0; i < 2; i++) {
        reset();
        void *library = load(paths[i]);
        fake_opengl.missing = "glReadPixels";
        check_no_screenshots(&glx, lacks);
        fake_opengl.missing = NULL;
        check_library(&glx);
        dlclose(library);
    }
}

/* A library that the app has loaded is asked before what the app hands over. */
TEST(test_egl_of_a_library)
{
    static const char *const missing[] = {"eglQueryContext", "eglGetCurrentContext"};
    for (int i = 0; i < 2; i++) {
        reset();
        void *library = load(US_TEST_EGL);
        fake_opengl.missing = missing[i];
        check_library(&egl);
        dlclose(library);
    }
}

TESTS_MAIN(test_pixels, test_what_the_context_knows, test_formats, test_colours, test_no_memory,
           test_image_that_cannot_be_read, test_obstacles, test_contexts_that_cannot_be_used,
           test_glx, test_egl_of_a_library)
