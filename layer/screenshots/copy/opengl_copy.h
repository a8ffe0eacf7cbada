/* SPDX-License-Identifier: MIT */
/*
 * opengl_copy: copies an image of OpenGL to memory, and knows how its pixels are packed.
 *
 * Whatever the app has set for reading pixels neither matters nor changes, but for the imaging
 * subset (GL_ARB_imaging).
 *
 * The context is current and 3.0 or newer. No call makes an OpenGL error.
 */
#ifndef US_OPENGL_COPY_H
#define US_OPENGL_COPY_H

#include <stdbool.h>
#include <stdint.h>

#include "layer/screenshots/copy/image_copy.h"
#include "openxr/xr_opengl.h"

/*
 * opengl_format: the formats of OpenGL swapchains, and how their pixels are read. Pure; any thread.
 */

/* Returns the format of the pixels that are read from an image, as image_copy.h numbers formats:
 * bytes if the image has no more than eight bits a channel, or else floats. 0: images of that
 * format cannot be read. */
int64_t us_opengl_format_pixels(int64_t format, bool es);

/* Returns the name, for example "GL_SRGB8_ALPHA8"; NULL if it is unknown. */
const char *us_opengl_format_name(int64_t format);

/*
 * opengl_copy: copies an app's OpenGL images to host memory, in the app's own context.
 *
 * Call us_opengl_copy_begin inside xrReleaseSwapchainImage, before calling down, on the app's
 * thread. It reads only if the session's context is current on that thread: it makes no context
 * current, so it never takes one away from another thread. It puts back whatever it binds or sets,
 * and neither reads nor clears the context's error. The copy is complete when it returns: it waits
 * for the app's drawing. Any thread may call the other functions. Copies are those of host_copy.h.
 */

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

/* Makes a copy: the lowest row first, four channels, as us_opengl_format_pixels says. The caller
 * owns one reference. Returns NULL, with the reason in `*out_why`, if it fails. */
struct us_image_copy *us_opengl_copy_begin(struct us_opengl_copy *opengl,
                                           const struct us_image_source *image,
                                           const char **out_why);

#endif
