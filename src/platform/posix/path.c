/* SPDX-License-Identifier: MIT */
/* glibc declares realpath, which POSIX has, only with its X/Open part. */
#define _DEFAULT_SOURCE
#include "platform/path.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include "platform/posix/system.h"

const char *us_path_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

bool us_path_is_divider(char character)
{
    return character == '/';
}

bool us_path_is_absolute(const char *path)
{
    return us_path_is_divider(path[0]);
}

bool us_path_absolute(const char *path, char *out, size_t size)
{
    bool is_absolute = us_path_is_absolute(path);
    if (!is_absolute && getcwd(out, size) == NULL)
        return false;
    size_t used = is_absolute ? 0 : strlen(out);
    int length = snprintf(out + used, size - used, "%s%s", is_absolute ? "" : "/", path);
    errno = ENAMETOOLONG;
    return length >= 0 && (size_t)length < size - used;
}

bool us_path_real(const char *path, char *out, size_t size)
{
    char *real = realpath(path, NULL);
    if (real == NULL)
        return false;
    int length = snprintf(out, size, "%s", real);
    free(real);
    errno = ENAMETOOLONG;
    return length >= 0 && (size_t)length < size;
}

bool us_path_link(const char *path, char *out, size_t size)
{
    ssize_t length = readlink(path, out, size - 1);
    if (length <= 0 || (size_t)length >= size - 1)
        return false;
    out[length] = '\0';
    return true;
}

bool us_path_about(const char *path, struct us_about *out)
{
    struct stat status;
    return us_system_about(lstat(path, &status), &status, out);
}

bool us_path_about_target(const char *path, struct us_about *out)
{
    struct stat status;
    return us_system_about(stat(path, &status), &status, out);
}

bool us_path_is_readable(const char *path)
{
    return access(path, R_OK) == 0;
}

bool us_path_is_writable(const char *path)
{
    return access(path, W_OK) == 0;
}

/* Also with the sticky bit anyone may add a file. */
bool us_path_is_open_to_all(const char *folder)
{
    struct stat status;
    return stat(folder, &status) == 0 && (status.st_mode & S_IWOTH) != 0;
}

bool us_path_here(char *out, size_t size)
{
    return getcwd(out, size) != NULL;
}

bool us_path_enter(const char *folder)
{
    return chdir(folder) == 0;
}

/* A DIR. */
struct us_path_list *us_path_list_begin(const char *folder)
{
    return (struct us_path_list *)opendir(folder);
}

const char *us_path_list_next(struct us_path_list *list)
{
    const struct dirent *entry;
    while ((entry = readdir((DIR *)list)) != NULL)
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            return entry->d_name;
    return NULL;
}

void us_path_list_end(struct us_path_list *list)
{
    int why = errno;
    if (list != NULL)
        closedir((DIR *)list);
    errno = why;
}

FILE *us_path_stream(const char *path)
{
    return fopen(path, "re");
}

int64_t us_path_stream_line(FILE *stream, char **text, size_t *size)
{
    return getline(text, size, stream);
}

bool us_path_remove(const char *path)
{
    return unlink(path) == 0;
}

bool us_path_replace(const char *from, const char *to)
{
    return rename(from, to) == 0;
}

bool us_path_make_folder(const char *path, unsigned rights)
{
    return mkdir(path, (mode_t)rights) == 0;
}

bool us_path_remove_folder(const char *path)
{
    return rmdir(path) == 0;
}
