/* SPDX-License-Identifier: MIT */
/* flock is not in POSIX, but in every libc that has OpenXR. */
#define _DEFAULT_SOURCE
#include "status/output_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
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

int us_output_file_open(const char *path, const char **out_why)
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

/* Write as much as can be written; how much is in `out_written`. 0, or the error number. */
static int write_part(int file, const char *text, size_t size, size_t *out_written)
{
    int saved = errno, why = 0;
    *out_written = 0;
    while (*out_written < size && why == 0) {
        ssize_t written = write(file, text + *out_written, size - *out_written);
        if (written > 0)
            *out_written += (size_t)written;
        else if (written == 0 || errno != EINTR)
            why = written == 0 ? EIO : errno;
    }
    errno = saved;
    return why;
}

bool us_output_file_write(int file, const char *text, size_t size)
{
    size_t written;
    return write_part(file, text, size, &written) == 0;
}

int us_output_file_append(int file, const char *text, size_t size)
{
    int saved = errno;
    struct stat status;
    size_t written;
    int why = write_part(file, text, size, &written);
    /* A limit of the file's size cuts a write short, and the disk's end does too. */
    if (why != 0 && written > 0 && fstat(file, &status) == 0)
        (void)!ftruncate(file, status.st_size - (off_t)written);
    errno = saved;
    return why;
}

bool us_output_file_lock(int file)
{
    return flock(file, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
}

static bool write_new(const char *path, const void *bytes, size_t size)
{
    (void)unlink(path); /* of a process before us with our number */
    int flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY;
    int file = open(path, flags, S_IRUSR | S_IWUSR);
    if (file < 0)
        return false;
    size_t written;
    int why = write_part(file, bytes, size, &written);
    if (close(file) != 0 && why == 0)
        why = errno;
    errno = why;
    return why == 0;
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

bool us_output_file_replace(const char *path, const void *bytes, size_t size)
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
