/* SPDX-License-Identifier: MIT */
/*
 * file: the only file input and output of the core.
 */
#ifndef US_FILE_H
#define US_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/result.h"

/* Linux' PATH_MAX, which strict C11 does not have. */
enum { US_FILE_PATH_SIZE = 4096 };

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
/* The same for a file that is read in many small pieces, such as the hundreds of curves of an input
 * animation: up to 512 KiB are read at once, and are then in memory. */
enum us_result us_file_open_buffered(const char *path, struct us_file *out, struct us_error *error);
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

/*
 * A file that is written under another name beside its place, "PATH.PID.part", and takes its own
 * name when it is whole: nobody finds half of it, and after a failure the earlier file is still
 * there. The file with the other name is new (O_EXCL). A symbolic link at `path` is replaced, not
 * followed. Anything else that is not a regular file stays, and no file is made.
 *
 * Returns the descriptor, and the other name in `out_part`; -1 with errno. The mode is 0666 without
 * the bits of umask.
 */
int us_file_make_part(const char *path, char out_part[US_FILE_PATH_SIZE]);
/* Makes that other name, for code that removes the file after a signal. False, with errno, if it is
 * too long. */
bool us_file_name_part(const char *path, char out_part[US_FILE_PATH_SIZE]);
/* Closes the file and gives it its name. If that fails, or without `is_written`, it is removed.
 * False with errno; without `is_written`, errno stays as the caller set it. */
bool us_file_finish_part(int file, const char *part, const char *path, bool is_written);

/* Writes as much as can be written where the file's end or place is; how much is in `out_written`.
 * 0, or the error number: all of it could not be written. Keeps errno. */
int us_file_append(int file, const void *bytes, size_t size, size_t *out_written);

/* Writes all bytes at an offset of a file that is open for writing, which must not be a pipe. */
enum us_result us_file_put(int file, const void *bytes, uint64_t size, uint64_t offset,
                           struct us_error *error);

/*
 * foreign_format: recognises well-known kinds of files that are not recordings, by their first
 * bytes.
 */

/* This many bytes are enough to recognise any of them. */
enum { US_FOREIGN_FORMAT_START = 256 };

/* "a PNG image", "a JSON file", ...; NULL for an unknown kind. `size` is the number of bytes at
 * `start`: US_FOREIGN_FORMAT_START, or less for a shorter file. `*out_advice` says what to do, such
 * as "unpack it", or is NULL.
 */
const char *us_file_foreign_kind(const uint8_t *start, size_t size, const char **out_advice);

#endif
