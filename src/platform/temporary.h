/* SPDX-License-Identifier: MIT */
/*
 * temporary: files and folders that go away again. A function that fails says why in errno. For
 * programs, not for libraries in somebody else's. One thread.
 */
#ifndef US_TEMPORARY_H
#define US_TEMPORARY_H

#include <stdbool.h>

/* The variable that names the folder for them. */
#ifdef _WIN32
#define US_TEMPORARY_VARIABLE "TEMP"
#else
#define US_TEMPORARY_VARIABLE "TMPDIR"
#endif

/* The folder whose files are in memory; NULL: there is none. Windows: none, but what
 * us_temporary_make_file makes stays in memory while there is room. */
const char *us_temporary_memory(void);
/* The folder for them where the variable names none; it lasts. */
const char *us_temporary_usual(void);

/* Make a file, or a folder, which only this user may use. The six X at the end of `path` become
 * other letters, so that the name is new. The descriptor reads and writes. */
int us_temporary_make_file(char *path);
bool us_temporary_make_folder(char *path);

/* Removes a file, or a folder with all that is in it, as far as that is possible. */
void us_temporary_remove(const char *path);

/*
 * From here on, a process of its own waits for the end of this one, and removes then what it was
 * told of, as soon as all that this process forked without exec are gone, too. If the program exits
 * by itself, what it left is kept. Windows: nothing is removed.
 */
void us_temporary_guard(void);
/* Tells it of a file or a folder. Nothing happens before us_temporary_guard. */
void us_temporary_tell_guard(const char *path);

#endif
