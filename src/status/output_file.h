/* SPDX-License-Identifier: MIT */
/*
 * output_file: files that the layer writes from inside an app. Folders such as /tmp are shared, so
 * another user may have placed a link or a pipe under the file's name.
 */
#ifndef US_OUTPUT_FILE_H
#define US_OUTPUT_FILE_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Open for appending: made with mode 0600 if it is not there, never through a symbolic link, and
 * only if it is a regular file (a FIFO must not hang the app) of no other name, and the user's own
 * unless that is root. The descriptor, or -1 and why in `out_why`, which lasts until the thread's
 * next call of strerror.
 */
int us_output_file_open(const char *path, const char **out_why);

/* Writes everything. False if that fails; a part may then have been written. Keeps errno. */
bool us_output_file_write(int file, const char *text, size_t size);

/* Append to a file that nobody else writes to: all of it, or nothing. 0, or the error number;
 * errno is left as it was. */
int us_output_file_append(int file, const char *text, size_t size);

/* Lock a file against other processes until it is closed, at the latest by the process's end. False
 * if another process has it; where the file system knows no locks, nobody has. */
bool us_output_file_lock(int file);

/*
 * Write a whole file with mode 0600, by way of a new one beside it whose name then replaces `path`:
 * nobody finds half of it, and a symbolic link is replaced, not followed. What is there and is
 * neither a link nor a regular file stays. False, with errno, if it cannot be written.
 */
bool us_output_file_replace(const char *path, const void *bytes, size_t size);

#endif
