/* SPDX-License-Identifier: MIT */
/*
 * screenshot_writer: a thread that makes files of copies, so that no frame waits for a file.
 *
 * One thread at a time adds pictures; it takes no lock and does not wait. That a picture could not
 * be written is said once, and how many there are at the end; `understudy run` is told as well
 * (lost_output.h).
 */
#ifndef US_SCREENSHOT_WRITER_H
#define US_SCREENSHOT_WRITER_H

#include <stdbool.h>
#include <stdint.h>

#include "status/message_log.h"
#include "layer/screenshots/pixel_format.h"
#include "layer/screenshots/vulkan_copy.h"

enum { US_SCREENSHOT_NAME_SIZE = 80 };

/* A part of a copy, and the file that it becomes. */
struct us_screenshot {
    struct us_image_copy *copy;
    struct us_image_region region; /* of a format that is known */
    char name[US_SCREENSHOT_NAME_SIZE];
};

struct us_screenshot_writer;

/* Where the files go; the strings must outlast the thread. */
struct us_screenshot_output {
    const char *folder; /* it is made if it is not there */
    const char *lost;   /* lost_output.h; may be NULL */
};

/* `log` and `vulkan` must last longer. NULL, and why: words that last until the thread's next call
 * of strerror. */
struct us_screenshot_writer *us_screenshot_writer_create(const struct us_screenshot_output *files,
                                                         struct us_vulkan_copy *vulkan,
                                                         const struct us_message_log *log,
                                                         const char **out_why);

/* Writes what was added, and ends. Says how many files were written and how many are missing, and
 * returns how many that is together; of none it says nothing. NULL is fine. */
uint64_t us_screenshot_writer_destroy(struct us_screenshot_writer *writer);

/* Whether a picture is waiting to be written, which makes room for another one. Wait-free. */
bool us_screenshot_writer_is_busy(const struct us_screenshot_writer *writer);

/* The thread becomes a holder of the copy. False if too many pictures are waiting. */
bool us_screenshot_writer_add(struct us_screenshot_writer *writer,
                              const struct us_screenshot *screenshot);

#endif
