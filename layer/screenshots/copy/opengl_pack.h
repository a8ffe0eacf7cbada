/* SPDX-License-Identifier: MIT */
/*
 * opengl_pack: what glReadPixels depends on apart from the framebuffer: how pixels lie in memory
 * (GL_PACK_*), the buffer that they go to, and in a compatibility profile what is done to each
 * value on its way (GL_*_SCALE, GL_*_BIAS, GL_MAP_COLOR). The imaging subset (GL_ARB_imaging) is
 * not known here.
 *
 * The context is current and 3.0 or newer. No call makes an OpenGL error.
 */
#ifndef US_OPENGL_PACK_H
#define US_OPENGL_PACK_H

#include <stdbool.h>

#include "layer/screenshots/copy/opengl_context.h"

enum { US_OPENGL_PACK_STORES = 7, US_OPENGL_PACK_TRANSFERS = 9 };

struct us_opengl_pack {
    GLint buffer;
    bool has_store[US_OPENGL_PACK_STORES]; /* the context knows it */
    GLint stores[US_OPENGL_PACK_STORES];
    bool has_transfers;
    GLfloat transfers[US_OPENGL_PACK_TRANSFERS];
};

/* Saves what the app has set, and sets what writes pixels to memory as they are, the lowest row
 * first, without padding. */
void us_opengl_pack_begin(const struct us_opengl_context *gl, struct us_opengl_pack *out);

/* Puts back what the app had set. */
void us_opengl_pack_end(const struct us_opengl_context *gl, const struct us_opengl_pack *pack);

#endif
