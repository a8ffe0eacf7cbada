/* SPDX-License-Identifier: MIT */
/*
 * lost_output: how the layer tells `understudy run` that something could not be written.
 *
 * `run` makes a small file, whose space is taken at once so that a full disk does not matter, and
 * names it in UNDERSTUDY_LOST_FILE. Each kind of output has a text of fixed size in it, which is
 * empty if nothing was lost. Includes nothing of OpenXR.
 */
#ifndef US_LOST_OUTPUT_H
#define US_LOST_OUTPUT_H

#include <stdbool.h>

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
