/* SPDX-License-Identifier: MIT */
#include "session_files.h"

#include "support.h"

#include <fcntl.h>
#include <unistd.h>

#include "core/base/file.h"

uint8_t *session_file_read(const char *path, uint64_t *out_size)
{
    uint8_t *bytes;
    assert_int_equal(us_file_read(path, &bytes, out_size, NULL), US_OK);
    return bytes;
}

void session_file_write(const char *path, const void *bytes, uint64_t size)
{
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    assert_true(file >= 0 && write(file, bytes, (size_t)size) == (ssize_t)size && close(file) == 0);
}
