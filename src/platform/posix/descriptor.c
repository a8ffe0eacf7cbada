/* SPDX-License-Identifier: MIT */
/* flock is not in POSIX, but in every libc that has OpenXR. */
#define _DEFAULT_SOURCE
#include "platform/descriptor.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "platform/posix/system.h"

static int flags_of(unsigned mode)
{
    int flags = O_CLOEXEC | O_NOCTTY;
    if ((mode & US_DESCRIPTOR_WRITE) == 0)
        flags |= O_RDONLY;
    else
        flags |= (mode & US_DESCRIPTOR_READ) != 0 ? O_RDWR : O_WRONLY;
    if ((mode & US_DESCRIPTOR_APPEND) == US_DESCRIPTOR_APPEND)
        flags |= O_APPEND;
    if ((mode & US_DESCRIPTOR_CREATE) != 0)
        flags |= O_CREAT;
    if ((mode & US_DESCRIPTOR_NO_LINK) != 0)
        flags |= O_NOFOLLOW;
    /* Without O_NONBLOCK, opening a FIFO would wait for its other end for ever. */
    if ((mode & US_DESCRIPTOR_NEW) == US_DESCRIPTOR_NEW)
        return flags | O_EXCL;
    return (mode & US_DESCRIPTOR_WAITS) != 0 ? flags : flags | O_NONBLOCK;
}

int us_descriptor_open(const char *path, unsigned mode, unsigned rights)
{
    return open(path, flags_of(mode), (mode_t)rights);
}

bool us_descriptor_close(int file)
{
    return close(file) == 0 || errno == EINTR;
}

static enum us_about_kind kind_of(mode_t mode)
{
    if (S_ISREG(mode))
        return US_ABOUT_REGULAR;
    if (S_ISDIR(mode))
        return US_ABOUT_FOLDER;
    if (S_ISLNK(mode))
        return US_ABOUT_LINK;
    if (S_ISFIFO(mode))
        return US_ABOUT_PIPE;
    return S_ISCHR(mode) ? US_ABOUT_DEVICE : US_ABOUT_OTHER;
}

bool us_system_about(int error, const struct stat *status, struct us_about *out)
{
    if (error != 0)
        return false;
    *out = (struct us_about){.kind = kind_of(status->st_mode),
                             .size = (uint64_t)status->st_size,
                             .names = (uint64_t)status->st_nlink,
                             .device = (uint64_t)status->st_dev,
                             .number = (uint64_t)status->st_ino,
                             .owner = (uint64_t)status->st_uid,
                             .written_ns = (int64_t)status->st_mtim.tv_sec * 1000000000 +
                                           status->st_mtim.tv_nsec};
    return true;
}

bool us_descriptor_about(int file, struct us_about *out)
{
    struct stat status;
    return us_system_about(fstat(file, &status), &status, out);
}

int64_t us_descriptor_read(int file, void *out, size_t count)
{
    return read(file, out, count);
}

int64_t us_descriptor_read_at(int file, void *out, size_t count, uint64_t offset)
{
    return pread(file, out, count, (off_t)offset);
}

int64_t us_descriptor_write(int file, const void *bytes, size_t count)
{
    return write(file, bytes, count);
}

int64_t us_descriptor_write_at(int file, const void *bytes, size_t count, uint64_t offset)
{
    return pwrite(file, bytes, count, (off_t)offset);
}

bool us_descriptor_truncate(int file, uint64_t size)
{
    return ftruncate(file, (off_t)size) == 0;
}

bool us_descriptor_reserve(int file, uint64_t size)
{
    int why = posix_fallocate(file, 0, (off_t)size);
    if (why == 0 && ftruncate(file, (off_t)size) != 0)
        why = errno;
    errno = why;
    return why == 0;
}

bool us_descriptor_sync(int file)
{
    return fsync(file) == 0 || errno == EINVAL;
}

void us_descriptor_will_need(int file, uint64_t offset, uint64_t count)
{
    (void)posix_fadvise(file, (off_t)offset, (off_t)count, POSIX_FADV_WILLNEED);
}

bool us_descriptor_lock(int file, bool is_exclusive)
{
    return flock(file, (is_exclusive ? LOCK_EX : LOCK_SH) | LOCK_NB) == 0;
}

int us_descriptor_duplicate(int file)
{
    return fcntl(file, F_DUPFD_CLOEXEC, 0);
}

bool us_descriptor_become(int standard, int file)
{
    return dup2(file, standard) >= 0;
}

FILE *us_descriptor_stream(int file)
{
    return fdopen(file, "w");
}

int us_descriptor_reopen(int file)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    return open(path, O_RDWR | O_CLOEXEC);
}

bool us_descriptor_is_terminal(int file)
{
    return isatty(file) == 1;
}
