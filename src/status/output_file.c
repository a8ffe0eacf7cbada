/* SPDX-License-Identifier: MIT */
/* flock is not in POSIX, but in every libc that has OpenXR. */
#define _DEFAULT_SOURCE
#include "status/output_file.h"

#include <stdio.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/file.h"

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

int us_output_file_open(const char *path, mode_t mode, const char **out_why)
{
    int flags = O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
    int file = open(path, flags, mode);
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

bool us_output_file_replace(const char *path, const void *bytes, size_t size)
{
    char part[PATH_MAX];
    size_t written;
    int file = us_file_make_part(path, part);
    if (file < 0)
        return false;
    int why = write_part(file, bytes, size, &written);
    errno = why;
    return us_file_finish_part(file, part, path, why == 0);
}

bool us_lost_output_prepare(int file)
{
    static const char empty[US_LOST_OUTPUT_COUNT * US_LOST_OUTPUT_SIZE];
    return write(file, empty, sizeof empty) == (ssize_t)sizeof empty;
}

static int open_file(const char *path, int flags)
{
    struct stat status;
    int file = open(path, flags | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (file < 0 ||
        (fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_uid == geteuid() &&
         status.st_size == US_LOST_OUTPUT_COUNT * US_LOST_OUTPUT_SIZE))
        return file;
    close(file);
    return -1;
}

void us_lost_output_note(const char *path, enum us_lost_output what, const char *text)
{
    char padded[US_LOST_OUTPUT_SIZE] = "";
    int file = path != NULL ? open_file(path, O_WRONLY) : -1;
    if (file < 0)
        return;
    snprintf(padded, sizeof padded, "%s", text);
    (void)!pwrite(file, padded, sizeof padded, (off_t)what * US_LOST_OUTPUT_SIZE);
    close(file);
}

bool us_lost_output_read(const char *path, enum us_lost_output what,
                         char out_text[US_LOST_OUTPUT_SIZE])
{
    int file = open_file(path, O_RDONLY);
    ssize_t size =
        file >= 0 ? pread(file, out_text, US_LOST_OUTPUT_SIZE, (off_t)what * US_LOST_OUTPUT_SIZE)
                  : 0;
    if (file >= 0)
        close(file);
    out_text[size == US_LOST_OUTPUT_SIZE ? US_LOST_OUTPUT_SIZE - 1 : 0] = '\0';
    return out_text[0] != '\0';
}
