/* SPDX-License-Identifier: MIT */
/*
 * screenshot_writer: a thread that writes screenshots to files, so that no frame waits for a file.
 *
 * Only one thread at a time may add screenshots; it takes no lock and does not wait. If a
 * screenshot cannot be written, the message log gets the first reason at once and the number of
 * lost files at the end. `understudy run` gets it too (output_file.h).
 */
#ifndef US_SCREENSHOT_WRITER_H
#define US_SCREENSHOT_WRITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "layer/screenshots/copy/image_copier.h"
#include "layer/screenshots/copy/image_copy.h"
#include "status/message_log.h"

enum { US_SCREENSHOT_NAME_SIZE = 80 };

/* A region of an image copy, and the name of its file. */
struct us_screenshot {
    struct us_image_copy *copy;
    struct us_image_region region; /* in a supported format */
    char name[US_SCREENSHOT_NAME_SIZE];
};

struct us_screenshot_writer;

/* The destination. The strings and the status must stay valid until us_screenshot_writer_destroy.
 */
struct us_screenshot_output {
    const char *folder; /* created if it does not exist */
    const char *lost;   /* path of the lost output file (output_file.h); may be NULL */
    struct us_run_status *run_status; /* gets how many are not written yet; may be NULL */
};

/* Starts the thread. `log` and `copier` must stay valid until us_screenshot_writer_destroy. Returns
 * NULL, with the reason in `*out_why`, if it fails; the reason is valid until this thread's next
 * strerror. */
struct us_screenshot_writer *us_screenshot_writer_create(const struct us_screenshot_output *files,
                                                         struct us_image_copier *copier,
                                                         const struct us_message_log *log,
                                                         const char **out_why);

/* Writes the added screenshots and ends the thread. The message log says how many files were
 * written and how many were lost, if there are any; the sum is returned. Accepts NULL. */
uint64_t us_screenshot_writer_destroy(struct us_screenshot_writer *writer);

/* How many screenshots are not written yet. When one is, there is room for one more. Wait-free. */
unsigned us_screenshot_writer_waiting(const struct us_screenshot_writer *writer);

/* Adds a screenshot; the writer holds a reference to the copy until the file is written. Returns
 * false if the queue is full. */
bool us_screenshot_writer_add(struct us_screenshot_writer *writer,
                              const struct us_screenshot *screenshot);

/*
 * screenshot_png: writes PNG files (ISO/IEC 15948) without a library: sRGB, 8 bits per channel, not
 * compressed.
 *
 * The layer does not use src/image/png_file, because it must not load libpng into an app. The same
 * pixels give the same bytes. Any thread except a frame thread: us_screenshot_png_write allocates
 * and makes system calls.
 */

/* Writes an image to `path`. Width and height are from 1 to 32768; `rgb` has three bytes per pixel,
 * the top row first, without padding. It writes a temporary file and renames it, so that the file
 * is never incomplete. Returns false, with the reason in errno, if it fails. */
bool us_screenshot_png_write(const char *path, uint32_t width_px, uint32_t height_px,
                             const uint8_t *rgb);

#endif
