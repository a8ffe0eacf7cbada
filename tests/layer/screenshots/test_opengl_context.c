/* SPDX-License-Identifier: MIT */
/* Hazard: a context that is not the session's, that lacks what copies need, or that the layer takes
 * for another one; and functions of another copy of a library than the app's. */

#include <dlfcn.h>

#include "testing.h"
#include "fake_opengl.h"
#include "layer/screenshots/copy/opengl_context.h"

static struct us_opengl_context gl;

static const char *init_egl(void)
{
    static int display;
    const struct us_xr_binding_egl binding = {.type = XR_TYPE_GRAPHICS_BINDING_EGL_MNDX,
                                              .get_proc = fake_opengl_get_proc,
                                              .display = &display,
                                              .context = fake_opengl.context};
    return us_opengl_context_init_egl(&gl, &binding);
}

static const char *init_glx(void)
{
    const struct us_xr_binding_glx binding = {.type = XR_TYPE_GRAPHICS_BINDING_OPENGL_XLIB_KHR,
                                              .context = fake_opengl.context};
    return us_opengl_context_init_glx(&gl, &binding);
}

static void check_text(const char *found, const char *expected)
{
    if (expected == NULL)
        assert_null(found);
    else
        assert_string_equal(found, expected);
}

static const char none[] = "no OpenGL context is current on the thread that releases the image";

TEST(test_obstacles)
{
    static const char old[] = "the app's OpenGL context is older than 3.0";
    int other;
    fake_opengl_reset();
    check_text(init_egl(), NULL);
    check_text(us_opengl_context_obstacle(&gl), NULL);
    fake_opengl.current = NULL;
    check_text(us_opengl_context_obstacle(&gl), none);
    fake_opengl.current = &other;
    check_text(us_opengl_context_obstacle(&gl),
               "another OpenGL context than the session's is current on the thread that releases "
               "the image");
    fake_opengl.current = fake_opengl.context;
    static const struct {
        const char *version;
        const char *obstacle;
    } cases[] = {{NULL, "the app's OpenGL context does not tell its version"},
                 {"2.1 of nobody", old},
                 {"1.4", old},
                 {"OpenGL ES 2.0", old},
                 {"3.0", NULL},
                 {"4.6 of nobody", NULL},
                 {"10.0", NULL},
                 {"OpenGL ES 3.0 of nobody", NULL}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        fake_opengl.version = cases[i].version;
        check_text(us_opengl_context_obstacle(&gl), cases[i].obstacle);
    }
}

TEST(test_kinds_of_contexts)
{
    fake_opengl_reset();
    check_text(init_egl(), NULL);
    assert_false(gl.es);
    assert_ptr_equal(gl.context, fake_opengl.context);
    fake_opengl.api = US_XR_EGL_OPENGL_ES_API;
    check_text(init_egl(), NULL);
    assert_true(gl.es);
    fake_opengl.api = 0;
    check_text(init_egl(), "EGL does not know the app's context");
}

TEST(test_missing_functions)
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
    fake_opengl_reset();
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        fake_opengl.missing = names[i];
        check_text(init_egl(), "the OpenGL driver lacks a function of OpenGL 3.0");
    }
    fake_opengl.missing = "eglGetCurrentContext";
    check_text(init_egl(), "libEGL.so.1 is not loaded");
    fake_opengl.missing = "eglQueryContext";
    check_text(init_egl(), "libEGL.so.1 is not loaded");
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

/* The functions of GLX are those of libGL, or of libGLX where an app has only that. */
TEST(test_glx)
{
    static const char *const paths[] = {US_TEST_GL, US_TEST_GLX};
    fake_opengl_reset();
    check_text(init_glx(), "neither libGL.so.1 nor libGLX.so.0 is loaded");
    for (int i = 0; i < 2; i++) {
        void *library = load(paths[i]);
        fake_opengl.missing = "glReadPixels";
        check_text(init_glx(), "the OpenGL driver lacks a function of OpenGL 3.0");
        fake_opengl.missing = NULL;
        check_text(init_glx(), NULL);
        assert_false(gl.es);
        fake_opengl.current = NULL;
        fake_opengl.current_of_driver = fake_opengl.context;
        check_text(us_opengl_context_obstacle(&gl), NULL);
        dlclose(library);
    }
}

/* A library that the app has loaded is asked before what the app hands over. */
TEST(test_egl_of_a_library)
{
    fake_opengl_reset();
    void *library = load(US_TEST_EGL);
    fake_opengl.missing = "eglQueryContext";
    check_text(init_egl(), NULL);
    fake_opengl.missing = "eglGetCurrentContext";
    check_text(init_egl(), NULL);
    check_text(us_opengl_context_obstacle(&gl), none);
    fake_opengl.current_of_driver = fake_opengl.context;
    check_text(us_opengl_context_obstacle(&gl), NULL);
    dlclose(library);
}

int main(void)
{
    return RUN_TESTS(test_obstacles, test_kinds_of_contexts, test_missing_functions, test_glx,
                     test_egl_of_a_library);
}
