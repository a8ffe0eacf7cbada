/* SPDX-License-Identifier: MIT */
/*
 * output_file: files that the layer writes from inside an app. Folders such as /tmp are shared, so
 * another user may have placed a link or a pipe under the file's name.
 */
#ifndef US_OUTPUT_FILE_H
#define US_OUTPUT_FILE_H

#include <stdbool.h>
#include <stddef.h>

/* The rights of new files, us_descriptor_open: logs are private, and what a
 * person asked for is as any program's output. */
enum { US_OUTPUT_FILE_PRIVATE = 0600, US_OUTPUT_FILE_USUAL = 0666 };

/*
 * Open for appending: made with `mode` if it is not there, never through a symbolic link, and
 * only if it is a regular file (a FIFO must not hang the app) of no other name, and the user's own
 * unless that is root. The descriptor, or -1 and why in `out_why`, which lasts until the thread's
 * next call of strerror.
 */
int us_output_file_open(const char *path, unsigned mode, const char **out_why);

/* Writes everything. False if that fails; a part may then have been written. Keeps errno. */
bool us_output_file_write(int file, const void *bytes, size_t size);

/* Append to a file that nobody else writes to: all of it, or nothing. 0, or the error number;
 * errno is left as it was. */
int us_output_file_append(int file, const void *bytes, size_t size);

/* Lock a file against other processes until it is closed, at the latest by the process's end. False
 * if another process has it; where the file system knows no locks, nobody has. */
bool us_output_file_lock(int file);

/*
 * Write a whole file, or nothing, by way of us_file_make_part (core/base/file.h), whose rules hold.
 * False, with errno, if it cannot be written.
 */
bool us_output_file_replace(const char *path, const void *bytes, size_t size);

/*
 * lost_output: how the layer tells `understudy run` that something could not be written.
 *
 * `run` makes a small file, whose space is taken at once so that a full disk does not matter, and
 * names it in UNDERSTUDY_LOST_FILE. Each kind of output has a text of fixed size in it, which is
 * empty if nothing was lost. Includes nothing of OpenXR.
 */

enum us_lost_output { US_LOST_OUTPUT_LOG, US_LOST_OUTPUT_SCREENSHOTS, US_LOST_OUTPUT_COUNT };
enum { US_LOST_OUTPUT_SIZE = 512 };

/* Take the space in a file that was just made. False, with errno. */
bool us_lost_output_prepare(int file);

/* Write what was lost, and why. `path` may be NULL: nobody asks. Makes system calls. */
void us_lost_output_note(const char *path, enum us_lost_output what, const char *text);

/* Whether something of this kind was lost; then `out_text` says what. */
bool us_lost_output_read(const char *path, enum us_lost_output what,
                         char out_text[US_LOST_OUTPUT_SIZE]);

#endif
