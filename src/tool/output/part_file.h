/* SPDX-License-Identifier: MIT */
/*
 * part_file: a file that is written under another name beside its place, "FILE.PID.part", and gets
 * its own name when it is whole. Nobody finds half of it, and a failure leaves what was there.
 */
#ifndef TOOL_PART_FILE_H
#define TOOL_PART_FILE_H

#include <limits.h>
#include <stdbool.h>

/* Whether the file may be made, before anything is done. False, and said, if not: another file is
 * there and `replaces` is not set, or the folder takes no file. `option` names it in messages. */
bool tool_part_file_check(const char *command, const char *option, const char *path, bool replaces);

/* The descriptor of the new file, mode 0600, and its name in `out_part`; -1 with errno. */
int tool_part_file_make(const char *path, char out_part[PATH_MAX]);

/* Closes it and gives it its name. False with errno; then it is removed. */
bool tool_part_file_finish(int file, const char *part, const char *path);

#endif
