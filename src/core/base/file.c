/* SPDX-License-Identifier: MIT */
#include "core/base/file.h"

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

enum us_result us_file_open(const char *path, struct us_file *out, struct us_error *error)
{
    *out = (struct us_file){.descriptor = -1};
    /* Without O_NONBLOCK, opening a FIFO would wait for a writer for ever. */
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (descriptor < 0)
        return file_fail(error, "the file cannot be opened");
    struct stat status;
    enum us_result result = check_regular(descriptor, &status, error);
    if (result != US_OK) {
        close(descriptor);
        return result;
    }
    out->descriptor = descriptor;
    out->size = (uint64_t)status.st_size;
    return US_OK;
}

struct us_file us_file_in_memory(const uint8_t *bytes, uint64_t size)
{
    return (struct us_file){.descriptor = -1, .bytes = bytes, .size = size};
}

bool us_file_get(const struct us_file *file, uint64_t offset, void *out, uint64_t count)
{
    if (offset > file->size || count > file->size - offset)
        return false;
    if (file->descriptor < 0) {
        if (count > 0)
            memcpy(out, file->bytes + offset, (size_t)count);
        return true;
    }
    uint8_t *to = out;
    while (count > 0) {
        size_t wanted = (size_t)(count < (1u << 30) ? count : 1u << 30);
        ssize_t got = pread(file->descriptor, to, wanted, (off_t)offset);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        to += got;
        offset += (uint64_t)got;
        count -= (uint64_t)got;
    }
    return true;
}

void us_file_will_need(const struct us_file *file, uint64_t offset, uint64_t count)
{
    if (file->descriptor >= 0 && offset < file->size && count <= file->size - offset)
        (void)posix_fadvise(file->descriptor, (off_t)offset, (off_t)count, POSIX_FADV_WILLNEED);
}

void us_file_close(struct us_file *file)
{
    if (file->descriptor >= 0)
        close(file->descriptor);
    free(file->owned);
    *file = (struct us_file){.descriptor = -1};
}

enum us_result us_file_copy(const struct us_file *file, struct us_file *out, struct us_error *error)
{
    *out = (struct us_file){.descriptor = -1};
    uint8_t *bytes = file->size < SIZE_MAX ? malloc((size_t)file->size + 1) : NULL;
    if (bytes == NULL)
        return us_result_fail(error, US_ERROR_MEMORY, US_NO_BYTE, NULL,
                              "out of memory for a file of this size");
    if (!us_file_get(file, 0, bytes, file->size)) {
        free(bytes);
        return us_result_fail(error, US_ERROR_FILE, US_NO_BYTE, NULL,
                              "the file cannot be read, or became shorter meanwhile");
    }
    *out = us_file_in_memory(bytes, file->size);
    out->owned = bytes;
    return US_OK;
}

enum us_result us_file_read(const char *path, uint8_t **out_bytes, uint64_t *out_size,
                            struct us_error *error)
{
    struct us_file file, copy;
    enum us_result result = us_file_open(path, &file, error);
    if (result != US_OK)
        return result;
    result = us_file_copy(&file, &copy, error);
    us_file_close(&file);
    if (result != US_OK)
        return result;
    *out_bytes = copy.owned;
    *out_size = copy.size;
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
