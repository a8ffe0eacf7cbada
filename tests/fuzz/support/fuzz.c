/* SPDX-License-Identifier: MIT */
/* memfd_create is not in POSIX. */
#define _GNU_SOURCE
#include "fuzz.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "core/base/bytes.h"

void fuzz_check(bool held, const char *format, ...)
{
    if (held)
        return;
    va_list arguments;
    va_start(arguments, format);
    fputs("broken: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    abort();
}

struct fuzz_feed fuzz_feed(const uint8_t *data, size_t size)
{
    return (struct fuzz_feed){data, size};
}

uint8_t fuzz_u8(struct fuzz_feed *feed)
{
    if (feed->left == 0)
        return 0;
    feed->left--;
    return *feed->bytes++;
}

uint32_t fuzz_u32(struct fuzz_feed *feed)
{
    uint32_t value = 0;
    for (unsigned i = 0; i < 4; i++)
        value |= (uint32_t)fuzz_u8(feed) << (8 * i);
    return value;
}

unsigned fuzz_choice(struct fuzz_feed *feed, unsigned count)
{
    unsigned value = fuzz_u8(feed);
    if (count > 256)
        value |= (unsigned)fuzz_u8(feed) << 8;
    return value % count;
}

float fuzz_float_any(struct fuzz_feed *feed)
{
    uint32_t bits = fuzz_u32(feed);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

float fuzz_float(struct fuzz_feed *feed)
{
    static const float odd[] = {0.0f,    -0.0f,       1e-45f,      -1e-45f,  1e-20f, 0.333333333f,
                                1e20f,   -1e20f,      3.4e38f,     -3.4e38f, 1e-6f,  0.99999994f,
                                1.0001f, 16777216.0f, 16777218.0f, 86400.0f};
    uint8_t byte = fuzz_u8(feed);
    if (byte < 8) {
        float any = fuzz_float_any(feed);
        return isfinite(any) ? any : 0.0f;
    }
    if (byte < 24)
        return odd[byte - 8];
    return ((float)byte - 128.0f) / 16.0f;
}

struct fuzz_file fuzz_file_open(const void *bytes, size_t size)
{
    struct fuzz_file file = {.descriptor = memfd_create("fuzz", MFD_CLOEXEC)};
    fuzz_check(file.descriptor >= 0, "no file in memory");
    fuzz_check(size == 0 || write(file.descriptor, bytes, size) == (ssize_t)size,
               "a file in memory is too small");
    snprintf(file.path, sizeof file.path, "/proc/self/fd/%d", file.descriptor);
    return file;
}

void fuzz_file_close(struct fuzz_file *file)
{
    close(file->descriptor);
}

char *fuzz_next_text(struct fuzz_feed *text, char separator)
{
    char *out = malloc(text->left + 1);
    fuzz_check(out != NULL, "out of memory");
    size_t length = 0;
    while (text->left > 0) {
        char next = (char)fuzz_u8(text);
        if (next == separator)
            break;
        out[length++] = next != '\0' ? next : '?';
    }
    out[length] = '\0';
    return out;
}
