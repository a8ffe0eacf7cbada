/* SPDX-License-Identifier: MIT */
/*
 * opengl_format: the formats of OpenGL swapchains, and how their pixels are read. Pure; any thread.
 */
#ifndef US_OPENGL_FORMAT_H
#define US_OPENGL_FORMAT_H

#include <stdbool.h>
#include <stdint.h>

/* Returns the format of the pixels that are read from an image, as pixel_format.h numbers formats:
 * bytes if the image has no more than eight bits a channel, or else floats. 0: images of that
 * format cannot be read. */
int64_t us_opengl_format_pixels(int64_t format, bool es);

/* Whether those pixels are bytes (GL_UNSIGNED_BYTE); otherwise they are floats (GL_FLOAT). */
bool us_opengl_format_is_bytes(int64_t format, bool es);

/* Returns the name, for example "GL_SRGB8_ALPHA8"; NULL if it is unknown. */
const char *us_opengl_format_name(int64_t format);

#endif
