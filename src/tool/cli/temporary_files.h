/* SPDX-License-Identifier: MIT */
/*
 * temporary_files: files that a run shares with the layer in its app, for as long as the run lasts.
 */
#ifndef TOOL_TEMPORARY_FILES_H
#define TOOL_TEMPORARY_FILES_H

#include <limits.h>
#include <stdbool.h>

/*
 * Make a file named "understudy-NAME-..." in the first folder in which that succeeds and in which
 * `prepare`, which takes the space that the file needs, returns true: /dev/shm, TMPDIR, /tmp, and
 * the folder of `output`, which may be NULL. The descriptor, or -1 with errno. Where this process
 * has made a folder before (below), the file goes away as that does.
 */
int tool_temporary_files_open(const char *name, const char *output, bool (*prepare)(int file),
                              char out_path[PATH_MAX]);

/*
 * Makes a new, empty folder in TMPDIR, or in /tmp if TMPDIR is not set. If this process is killed,
 * a process of its own removes the folder with all that is in it, as soon as all that this process
 * forked without exec are gone, too; if it exits, what it left is kept, and us_temporary_remove
 * removes it. On failure it prints a message, returns false and sets `out_path` to "".
 */
bool tool_temporary_files_make_folder(char out_path[PATH_MAX]);

/* Whether such a file is in memory. */
bool tool_temporary_files_is_in_memory(const char *path);

#endif
