/* SPDX-License-Identifier: MIT */
/*
 * fake_opengl: an OpenGL context without a driver. It keeps what an app binds and sets, reads
 * textures that the test draws, and notes what OpenGL forbids.
 *
 * A test writes `fake_opengl` between calls. `fake_opengl_get_proc` is eglGetProcAddress and
 * glXGetProcAddressARB. fake_opengl_library.c gives both names to libraries that a test may load.
 */
#ifndef US_FAKE_OPENGL_H
#define US_FAKE_OPENGL_H

#include <stdbool.h>
#include <stdint.h>

#include <GL/glcorearb.h>

#include "openxr/xr_opengl.h"

enum { FAKE_OPENGL_TEXTURES = 4, FAKE_OPENGL_PACKS = 7, FAKE_OPENGL_TRANSFERS = 9 };

/* The texture number i + 1. Its pixels are what glReadPixels writes, all layers one after the
 * other; NULL: it writes the first one alone, of zeros. */
struct fake_opengl_texture {
    uint32_t width_px, height_px, layer_count, pixel_size;
    const uint8_t *pixels;
};

struct fake_opengl {
    /* Set by a test. */
    void *context;           /* of the session */
    void *current;           /* on this thread */
    void *current_of_driver; /* what a loaded library says in its place, not what the app's does */
    const char *version;
    const char *missing; /* a function that is not there */
    bool es;
    const char *extensions[3]; /* NULL at the end */
    GLint flags;               /* of the context */
    bool compatibility;        /* it knows glPixelTransferf */
    int incomplete; /* no framebuffer with this array layer is complete; -1: each one is */
    uint32_t api;   /* of eglQueryContext; 0: it fails */
    struct fake_opengl_texture textures[FAKE_OPENGL_TEXTURES];

    /* What is bound and set; a test gives it the app's values. */
    GLint framebuffer, buffer, packs[FAKE_OPENGL_PACKS];
    GLfloat transfers[FAKE_OPENGL_TRANSFERS]; /* GL_MAP_COLOR, scale and bias of each channel */

    /* What happened. */
    int framebuffers, made, reads; /* alive; so far; so far */
    GLenum type;                   /* of the last read */
    const char *wrong;             /* the first thing that OpenGL forbids; NULL: nothing */
};

extern struct fake_opengl fake_opengl;
extern const GLenum fake_opengl_pack_names[FAKE_OPENGL_PACKS];

/* A current context of OpenGL 3.3 without textures, and with settings of an app. */
void fake_opengl_reset(void);
us_xr_gl_function fake_opengl_get_proc(const char *name);

/* What a loaded library needs of the program. */
struct fake_opengl_driver {
    us_xr_gl_function (*get_proc)(const char *name);
    void *(*get_current)(void);
    unsigned (*query)(void *display, void *context, int32_t attribute, int32_t *out_value);
};
extern const struct fake_opengl_driver fake_opengl_driver;

#endif
