/* SPDX-License-Identifier: MIT */
/*
 * opengl_copy: copies an app's OpenGL images to host memory, in the app's own context.
 *
 * Call us_opengl_copy_begin inside xrReleaseSwapchainImage, before calling down, on the app's
 * thread. It reads only if the session's context is current on that thread: it makes no context
 * current, so it never takes one away from another thread. It puts back whatever it binds or sets,
 * and neither reads nor clears the context's error. The copy is complete when it returns: it waits
 * for the app's drawing. Any thread may call the other functions.
 *
 * The module keeps and reuses at most US_IMAGE_COPY_MAX copies with US_IMAGE_COPY_MEMORY_MAX bytes
 * together.
 */
#ifndef US_OPENGL_COPY_H
#define US_OPENGL_COPY_H

#include <stdbool.h>

#include "layer/screenshots/copy/image_copy.h"
#include "openxr/xr_opengl.h"

struct us_opengl_copy;

/* Return NULL, with the reason in `*out_why`, if it fails. */
struct us_opengl_copy *us_opengl_copy_create_glx(const struct us_xr_binding_glx *binding,
                                                 const char **out_why);
struct us_opengl_copy *us_opengl_copy_create_egl(const struct us_xr_binding_egl *binding,
                                                 const char **out_why);
/* Uses no OpenGL. Accepts NULL. */
void us_opengl_copy_destroy(struct us_opengl_copy *opengl);

/* Whether the context is one of OpenGL ES. */
bool us_opengl_copy_is_es(const struct us_opengl_copy *opengl);

/* Makes a copy; the caller owns one reference. Returns NULL, with the reason in `*out_why`, if it
 * fails. */
struct us_image_copy *us_opengl_copy_begin(struct us_opengl_copy *opengl,
                                           const struct us_image_source *image,
                                           const char **out_why);

/* The bytes of a copy: the array layers one after the other, the lowest row first, without padding;
 * four channels, in the format of opengl_format.h. */
const uint8_t *us_opengl_copy_bytes(const struct us_image_copy *copy);

#endif
