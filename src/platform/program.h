/* SPDX-License-Identifier: MIT */
/*
 * program: what a program of ours does before anything else, and what it asks of the system that it
 * runs on. Not for libraries in somebody else's program. One thread.
 */
#ifndef US_PROGRAM_H
#define US_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>

/* Of two texts or values, the one for the systems that this program is built for. For what its user
 * reads and types: a command of the shell, "installed" or "registered". */
#ifdef _WIN32
#define US_PROGRAM_VARIANT(posix, windows) windows
#else
#define US_PROGRAM_VARIANT(posix, windows) posix
#endif

/*
 * The first call of main. Standard streams that are closed get a place that cannot be read or
 * written, so that no file takes theirs, and children can be waited for.
 *
 * Windows: the arguments become UTF-8 in memory that lasts until the program ends, the console
 * takes UTF-8 for as long as it lasts, and what is printed keeps its line ends.
 */
void us_program_begin(int *argc, char ***argv);

/* From here on the program does what may crash or hang, for the program that started it. It leaves
 * no core file and ends after so many seconds at most; us_child_kill ends what it starts, too.
 * Windows: us_child_kill always does that, and nothing else happens. */
void us_program_begin_trial(unsigned most_s);

/* The path of the program's own file. False: it cannot be found (Linux without /proc), or is
 * longer. */
bool us_program_path(char *out, size_t size);

/* The folder of the user whom the program runs for, by the system's list of users. False: it is not
 * known, or longer. */
bool us_program_home(char *out, size_t size);

/* Opens a file with the program that this user has chosen for its kind. Waits until that has begun,
 * at most. POSIX: by xdg-open. False: there is no such program, or it failed. */
bool us_program_show(const char *path);

#endif
