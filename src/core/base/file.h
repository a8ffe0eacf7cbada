/* SPDX-License-Identifier: MIT */
/*
 * file: the only file input and output of the core.
 */
#ifndef US_FILE_H
#define US_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/result.h"

/*
 * The bytes of a recording: in a file that is read piece by piece, or in memory. The file is never
 * mapped into memory: if it is cut short during playback, a read fails, and no signal ends the app.
 * Any number of threads may read at once.
 */
struct us_file {
    int descriptor;       /* -1: in memory */
    const uint8_t *bytes; /* borrowed or `owned`; NULL: in a file */
    uint8_t *owned;       /* freed by us_file_close */
    uint64_t size;        /* in bytes, when the file was opened */
};

/* Open a regular file for reading. Never blocks. Refuses what us_file_read refuses, with the same
 * errors. */
enum us_result us_file_open(const char *path, struct us_file *out, struct us_error *error);
struct us_file us_file_in_memory(const uint8_t *bytes, uint64_t size);
/* Copy a whole file into memory. The copy owns the memory. */
enum us_result us_file_copy(const struct us_file *file, struct us_file *out,
                            struct us_error *error);
/* Copy `count` bytes from `offset` on to `out`. False if the file does not hold them all, or if
 * reading fails. */
bool us_file_get(const struct us_file *file, uint64_t offset, void *out, uint64_t count);
/* Tells the system which bytes will be read soon, so that it may fetch them in advance. */
void us_file_will_need(const struct us_file *file, uint64_t offset, uint64_t count);
void us_file_close(struct us_file *file);

/*
 * Read a whole regular file. A directory, a FIFO, a device or a missing file is an error that says
 * so; opening never blocks. On success `*out_bytes` (from malloc, never NULL) is the caller's to
 * free.
 */
enum us_result us_file_read(const char *path, uint8_t **out_bytes, uint64_t *out_size,
                            struct us_error *error);

/* Writes a file completely or not at all: it writes a new file beside it and renames that at the
 * end. If the name belongs to something other than a regular file, it fails and leaves that alone.
 */
enum us_result us_file_write(const char *path, const uint8_t *bytes, uint64_t size,
                             struct us_error *error);

#endif
