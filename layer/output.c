/* SPDX-License-Identifier: MIT */
#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *refusal(int file)
{
    struct stat status;
    if (fstat(file, &status) != 0 || !S_ISREG(status.st_mode))
        return "not a regular file";
    if (status.st_nlink > 1)
        return "it has other names";
    if (status.st_uid != geteuid() && geteuid() != 0)
        return "it belongs to another user";
    return NULL;
}

int us_output_open(const char *path, const char **out_why)
{
    int flags = O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
    int file = open(path, flags, S_IRUSR | S_IWUSR);
    const char *why = file < 0 ? strerror(errno) : refusal(file);
    if (why == NULL)
        return file;
    *out_why = why;
    if (file >= 0)
        close(file);
    return -1;
}

bool us_output_write(int file, const char *text, size_t size)
{
    int saved = errno;
    while (size > 0) {
        ssize_t written = write(file, text, size);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            break;
        text += written;
        size -= (size_t)written;
    }
    errno = saved;
    return size == 0;
}

static bool write_new(const char *path, const void *bytes, size_t size)
{
    (void)unlink(path); /* of a process before us with our number */
    int flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY;
    int file = open(path, flags, S_IRUSR | S_IWUSR);
    if (file < 0)
        return false;
    errno = EIO;
    bool good = us_output_write(file, bytes, size);
    int why = errno;
    good = close(file) == 0 && good;
    errno = why;
    return good;
}

/* To take the name of a pipe or a device would remove it. */
static bool may_replace(const char *path)
{
    struct stat status;
    if (lstat(path, &status) != 0 || S_ISREG(status.st_mode) || S_ISLNK(status.st_mode))
        return true;
    errno = S_ISDIR(status.st_mode) ? EISDIR : EEXIST;
    return false;
}

bool us_output_replace(const char *path, const void *bytes, size_t size)
{
    char beside[PATH_MAX];
    int length = snprintf(beside, sizeof beside, "%s.%ld.part", path, (long)getpid());
    if (length < 0 || (size_t)length >= sizeof beside) {
        errno = ENAMETOOLONG;
        return false;
    }
    if (!may_replace(path))
        return false;
    if (write_new(beside, bytes, size) && rename(beside, path) == 0)
        return true;
    int why = errno;
    unlink(beside);
    errno = why;
    return false;
}
