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

uint64_t session_file_number(const uint8_t *at)
{
    uint64_t number = 0;
    for (int i = 7; i >= 0; i--)
        number = number << 8 | at[i];
    return number;
}

bool session_file_record(const uint8_t *bytes, uint64_t size, uint64_t offset,
                         struct session_record *out)
{
    if (offset + 9 > size || bytes[offset] == 0)
        return false;
    *out = (struct session_record){bytes[offset], offset, offset + 9,
                                   session_file_number(bytes + offset + 1)};
    return out->size <= size - out->content;
}
