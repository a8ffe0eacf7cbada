/* SPDX-License-Identifier: MIT */
/*
 * png_image: reads and writes PNG files, and compresses the screenshots of a run.
 */
#ifndef TOOL_PNG_IMAGE_H
#define TOOL_PNG_IMAGE_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct tool_png_image {
    uint32_t width, height;
    uint8_t *rgb;  /* rows from the top, three bytes a pixel, sRGB; from malloc */
    bool has_more; /* the file has alpha, or 16 bits a colour, which `rgb` lacks */
};

/* Reads a file with at most 16384 by 16384 pixels, on a black background. Returns false after a
 * message. */
bool tool_png_image_read(struct tool_png_image *image, const char *path);
/* All that a file of this size says of its pixels, in numbers of 16 bits, the higher byte first:
 * red, green, blue and alpha of each, as they stand there. From malloc; NULL after a message. */
uint8_t *tool_png_image_read_exact(const char *path, uint32_t width, uint32_t height);
/* Returns false after a message. */
bool tool_png_image_write(const struct tool_png_image *image, const char *path);
/* Returns the bytes of a file, from malloc, or NULL if memory runs out. Fast compression. */
void *tool_png_image_encode(const struct tool_png_image *image, size_t *out_size);
/* Makes an image smaller, so that its longer side has at most so many pixels: each pixel is the
 * mean of those that it covers. Returns false after a message if memory runs out. */
bool tool_png_image_shrink(struct tool_png_image *image, uint32_t longest);
/* Makes a black image. Returns false after a message if memory runs out. */
bool tool_png_image_make(struct tool_png_image *image, uint32_t width, uint32_t height);
void tool_png_image_free(struct tool_png_image *image);

/*
 * screenshot_files: compresses the screenshots of a run when the app has ended. The layer writes
 * them uncompressed, so that the app waits as little as possible.
 */

struct tool_screenshot_files {
    char folder[PATH_MAX];
    int64_t began_ns; /* by the clock of the folder's file system */
    bool is_new;      /* the folder was not there before */
};

/* Call before the app starts. Makes the folder if it is missing. Returns false after a message if
 * it is not writable. */
bool tool_screenshot_files_begin(struct tool_screenshot_files *files, const char *folder);

/* Call in place of the next one if the app could not be started: removes the folder that was made
 * for it. */
void tool_screenshot_files_abandon(const struct tool_screenshot_files *files);

/*
 * Call after the app has ended. Compresses the screenshots that the layer has written since. It
 * replaces a file as a whole, with the same pixels, or keeps it. Prints a message if there is no
 * room.
 */
void tool_screenshot_files_compress(const struct tool_screenshot_files *files);

#endif
