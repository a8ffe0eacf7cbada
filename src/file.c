/* SPDX-License-Identifier: MIT */
#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static enum us_result file_fail(struct us_error *error, const char *what)
{
    return us_result_fail(error, US_ERROR_FILE, US_NO_BYTE, NULL, "%s: %s", what, strerror(errno));
}

static enum us_result check_mode(const struct stat *status, struct us_error *error)
{
    if (S_ISREG(status->st_mode))
        return US_OK;
    return us_result_fail(error, US_ERROR_FILE, US_NO_BYTE, NULL, "this is %s, not a recording",
                          S_ISDIR(status->st_mode)    ? "a directory"
                          : S_ISFIFO(status->st_mode) ? "a pipe"
                                                      : "a device or a socket");
}

static enum us_result check_regular(int descriptor, struct stat *status, struct us_error *error)
{
    if (fstat(descriptor, status) != 0)
        return file_fail(error, "the file cannot be examined");
    return check_mode(status, error);
}

/* Reads until `size` bytes or the end; a file that shrank meanwhile gives fewer. */
static bool read_all(int descriptor, uint8_t *bytes, uint64_t size, uint64_t *out_read)
{
    *out_read = 0;
    while (*out_read < size) {
        size_t wanted = (size_t)(size - *out_read < (1u << 30) ? size - *out_read : 1u << 30);
        ssize_t got = read(descriptor, bytes + *out_read, wanted);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return false;
        if (got == 0)
            break;
        *out_read += (uint64_t)got;
    }
    return true;
}

enum us_result us_file_read(const char *path, uint8_t **out_bytes, uint64_t *out_size,
                            struct us_error *error)
{
    /* Without O_NONBLOCK, opening a FIFO would wait for a writer for ever. */
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (descriptor < 0)
        return file_fail(error, "the file cannot be opened");
    struct stat status;
    enum us_result result = check_regular(descriptor, &status, error);
    uint8_t *bytes = NULL;
    if (result == US_OK) {
        uint64_t size = (uint64_t)status.st_size;
        bytes = size < SIZE_MAX ? malloc((size_t)size + 1) : NULL;
        if (bytes == NULL)
            result = us_result_fail(error, US_ERROR_MEMORY, US_NO_BYTE, NULL,
                                    "out of memory for a file of this size");
        else if (!read_all(descriptor, bytes, size, out_size))
            result = file_fail(error, "the file cannot be read");
    }
    close(descriptor);
    if (result != US_OK) {
        free(bytes);
        return result;
    }
    *out_bytes = bytes;
    return US_OK;
}

static bool write_all(int descriptor, const uint8_t *bytes, uint64_t size)
{
    for (uint64_t done = 0; done < size;) {
        size_t wanted = (size_t)(size - done < (1u << 30) ? size - done : 1u << 30);
        ssize_t put = write(descriptor, bytes + done, wanted);
        if (put < 0 && errno == EINTR)
            continue;
        if (put < 0)
            return false;
        done += (uint64_t)put;
    }
    return true;
}

static bool write_beside(const char *path, char *beside, const uint8_t *bytes, uint64_t size)
{
    int descriptor = mkstemp(beside);
    if (descriptor < 0)
        return false;
    mode_t mask = umask(0);
    umask(mask);
    bool written = write_all(descriptor, bytes, size) && fchmod(descriptor, 0666 & ~mask) == 0 &&
                   fsync(descriptor) == 0;
    int reason = errno;
    close(descriptor);
    if (written && rename(beside, path) == 0)
        return true;
    if (written)
        reason = errno;
    unlink(beside);
    errno = reason;
    return false;
}

enum us_result us_file_write(const char *path, const uint8_t *bytes, uint64_t size,
                             struct us_error *error)
{
    /* To take the name of a device or a pipe would remove it. */
    struct stat status;
    enum us_result result = stat(path, &status) == 0 ? check_mode(&status, error) : US_OK;
    if (result != US_OK)
        return result;
    size_t length = strlen(path);
    char *beside = malloc(length + sizeof(".XXXXXX"));
    if (beside == NULL)
        return us_result_fail(error, US_ERROR_MEMORY, US_NO_BYTE, NULL, "out of memory");
    snprintf(beside, length + sizeof(".XXXXXX"), "%s.XXXXXX", path);
    bool written = write_beside(path, beside, bytes, size);
    int reason = errno;
    free(beside);
    errno = reason;
    return written ? US_OK : file_fail(error, "the file cannot be written");
}
