/* SPDX-License-Identifier: MIT */
/*
 * shot_thread: a thread that makes files of copies, so that no frame waits for a file.
 *
 * One thread at a time adds pictures; it takes no lock and does not wait. The writer says in the
 * log what could not be written.
 */
#ifndef US_SHOT_THREAD_H
#define US_SHOT_THREAD_H

#include <stdbool.h>
#include <stdint.h>

#include "log.h"
#include "shot_pixels.h"
#include "shot_vulkan.h"

enum { US_SHOT_NAME_SIZE = 80 };

/* A part of a copy, and the file that it becomes. */
struct us_shot_picture {
    struct us_shot_copy *copy;
    struct us_shot_part part; /* of a format that is known */
    char name[US_SHOT_NAME_SIZE];
};

struct us_shot_thread;

/* Makes the folder if it is not there. `log` and `vulkan` must last longer. NULL, and why: words
 * that last until the thread's next call of strerror. */
struct us_shot_thread *us_shot_thread_create(const char *folder, struct us_shot_vulkan *vulkan,
                                             const struct us_log *log, const char **out_why);

/* Writes what was added, and then ends. Returns how many files were written. NULL is fine. */
uint64_t us_shot_thread_destroy(struct us_shot_thread *thread);

/* The thread becomes a holder of the copy. False if too many pictures are waiting. */
bool us_shot_thread_add(struct us_shot_thread *thread, const struct us_shot_picture *picture);

#endif
