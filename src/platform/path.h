/* SPDX-License-Identifier: MIT */
/*
 * path: files and folders by their names. As in descriptor.h, paths are UTF-8 on Windows, where
 * both
 * '/' and '\' divide them, and errno says why a function failed.
 */
#ifndef US_PATH_H
#define US_PATH_H

#include <stdbool.h>
#include <stdio.h>

#include "platform/descriptor.h"

/* The last part of a path, in it: what is behind the last divider. Windows: also behind the ':' of
 * a drive. */
const char *us_path_name(const char *path);
/* Whether it divides the parts of a path. */
bool us_path_is_divider(char character);

/* Whether it is one from the root. Windows: or from that of a drive or a share. */
bool us_path_is_absolute(const char *path);
/* The same path from the root, without a look at what is there. False, with errno, where it cannot
 * be found or is longer. */
bool us_path_absolute(const char *path, char *out, size_t size);
/* The same path from the root, through all links, with '/' between its parts; it must be there. */
bool us_path_real(const char *path, char *out, size_t size);
/* Where a link leads. False: the path names no link, or it leads to a longer path. Windows: always
 * false. */
bool us_path_link(const char *path, char *out, size_t size);

/* What a path names itself: US_ABOUT_LINK where it is a link. */
bool us_path_about(const char *path, struct us_about *out);
/* What it leads to, through links. */
bool us_path_about_target(const char *path, struct us_about *out);
/* Whether it leads to anything; otherwise errno says why not. */
static inline bool us_path_is_there(const char *path)
{
    struct us_about about;
    return us_path_about_target(path, &about);
}
/* Whether it leads to a folder. */
static inline bool us_path_is_folder(const char *path)
{
    struct us_about about;
    return us_path_about_target(path, &about) && about.kind == US_ABOUT_FOLDER;
}
/* Whether two paths lead to one file that is there. */
static inline bool us_path_is_same_file(const char *a, const char *b)
{
    struct us_about of_a, of_b;
    return us_path_about_target(a, &of_a) && us_path_about_target(b, &of_b) &&
           of_a.device == of_b.device && of_a.number == of_b.number;
}

/* Whether this user may read it, or write it; into a folder: make files in it. */
bool us_path_is_readable(const char *path);
bool us_path_is_writable(const char *path);
/* Whether any user may make files in this folder. For what is built for POSIX alone. */
bool us_path_is_open_to_all(const char *folder);
/* The folder in which the program works. False, with errno. */
bool us_path_here(char *out, size_t size);
/* Works in this folder from now on. For programs. False, with errno. */
bool us_path_enter(const char *folder);

/* The names in a folder, in no order, without "." and "..". NULL, with errno: it cannot be read. */
struct us_path_list;
struct us_path_list *us_path_list_begin(const char *folder);
/* The next name, which lasts until the next call; NULL: there are no more. */
const char *us_path_list_next(struct us_path_list *list);
/* Keeps errno. NULL is fine. */
void us_path_list_end(struct us_path_list *list);

/* A file to be read piece by piece, or NULL; fclose closes it. It is not inherited, and its bytes
 * are never changed. */
FILE *us_path_stream(const char *path);
/* Reads a line with its end into `*text`, which has `*size` bytes from malloc, or is NULL, and
 * grows. How many bytes it has, or -1: there is none, or errno says why. */
int64_t us_path_stream_line(FILE *stream, char **text, size_t *size);

/* Removes the name of a file or a link, not of a folder. Windows: where a process has the file
 * open, its name may stay until that is closed. */
bool us_path_remove(const char *path);
/* Gives a file the name `to`, in place of a file or a link that has it, in one step: nobody finds
 * neither. Windows: fails with EACCES where a process has mapped the file that is there; or, unless
 * it is on NTFS of Windows 10 1709 or later, has it open for more than a moment. */
bool us_path_replace(const char *from, const char *to);
/* Makes a folder. `rights` are as for us_descriptor_open: 0700 for one that only this user may use,
 * 0777 for any. False, also where it is there already (EEXIST). */
bool us_path_make_folder(const char *path, unsigned rights);
/* Removes a folder that is empty. */
bool us_path_remove_folder(const char *path);

#endif
