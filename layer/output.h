/* SPDX-License-Identifier: MIT */
/*
 * output: a file that lines are appended to, under an app's eyes.
 */
#ifndef US_OUTPUT_H
#define US_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Open for appending: made with mode 0600 if it is not there, never through a symbolic link, and
 * only if it is a regular file (a FIFO must not hang the app). The descriptor, or -1 and why in
 * `out_why`, which lasts until the thread's next call of strerror.
 */
int us_output_open(const char *path, const char **out_why);

/* False if it cannot be written; then a part may have been. errno is left as it was. */
bool us_output_write(int file, const char *text, size_t size);

#endif
