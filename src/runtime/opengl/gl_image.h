/* SPDX-License-Identifier: MIT */
/*
 * The textures behind a swapchain of an OpenGL app, and the formats they may have. Under the
 * runtime's lock. Every call leaves the state of the app's context as it was; no call reads or
 * clears the context's error.
 */
#ifndef RT_RUNTIME_GL_IMAGE_H
#define RT_RUNTIME_GL_IMAGE_H

#include "runtime/opengl/gl.h"

#define RT_GL_IMAGE_FORMATS 11

struct rt_gl_image {
    GLuint texture; /* 0: none */
};

/* The formats that OpenGL, or OpenGL ES, can render to, best first. Returns how many. */
uint32_t rt_gl_image_formats(const struct rt_gl *gl, int64_t out_formats[RT_GL_IMAGE_FORMATS]);

bool rt_gl_image_is_depth(int64_t format);

/* Makes a texture: GL_TEXTURE_2D, GL_TEXTURE_2D_ARRAY for more than one element, or
 * GL_TEXTURE_CUBE_MAP for six faces. */
XrResult rt_gl_image_init(struct rt_gl_image *image, struct rt_gl *gl,
                          const XrSwapchainCreateInfo *info);
/* Deletes the texture. With GLX it does so only where the context is current on this thread, and
 * otherwise leaves the texture to the end of the context: at its end an app may have the context
 * current on a render thread, and GLX ends a program that takes it away. */
void rt_gl_image_finish(struct rt_gl_image *image, const struct rt_gl *gl);

/* Reads a rectangle of a layer of a colour image as sRGB bytes and a linear alpha, four bytes a
 * pixel: rows without gaps, from top to bottom. The faces of a cube map are layers. OpenGL's
 * rectangles and images begin at the bottom. */
bool rt_gl_image_read(const struct rt_gl_image *image, const struct rt_gl *gl,
                      const XrSwapchainCreateInfo *info, const XrRect2Di *rect, uint32_t layer,
                      uint8_t *out_rgba);

#endif
