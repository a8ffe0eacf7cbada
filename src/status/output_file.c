/* SPDX-License-Identifier: MIT */
#include "status/output_file.h"

#include <stdio.h>
#include <errno.h>
#include <string.h>

#include "core/base/file.h"
#include "platform/descriptor.h"
#include "platform/process.h"

static const char *refusal(int file)
{
    struct us_about about;
    if (!us_descriptor_about(file, &about) || about.kind != US_ABOUT_REGULAR)
        return "not a regular file";
    if (about.names > 1)
        return "it has other names";
    if (!us_process_owns(about.owner) && !us_process_is_superuser())
        return "it belongs to another user";
    return NULL;
}

int us_output_file_open(const char *path, unsigned mode, const char **out_why)
{
    int file = us_descriptor_open(
        path, US_DESCRIPTOR_APPEND | US_DESCRIPTOR_CREATE | US_DESCRIPTOR_NO_LINK, mode);
    const char *why = file < 0 ? strerror(errno) : refusal(file);
    if (why == NULL)
        return file;
    *out_why = why;
    if (file >= 0)
        us_descriptor_close(file);
    return -1;
}

bool us_output_file_write(int file, const void *bytes, size_t size)
{
    size_t written;
    return us_file_append(file, bytes, size, &written) == 0;
}

int us_output_file_append(int file, const void *bytes, size_t size)
{
    int saved = errno;
    struct us_about about;
    size_t written;
    int why = us_file_append(file, bytes, size, &written);
    /* A limit of the file's size cuts a write short, and the disk's end does too. */
    if (why != 0 && written > 0 && us_descriptor_about(file, &about))
        (void)us_descriptor_truncate(file, about.size - written);
    errno = saved;
    return why;
}

bool us_output_file_lock(int file)
{
    return us_descriptor_lock(file, true) || errno != EWOULDBLOCK;
}

bool us_output_file_replace(const char *path, const void *bytes, size_t size)
{
    char part[US_FILE_PATH_SIZE];
    size_t written;
    int file = us_file_make_part(path, part);
    if (file < 0)
        return false;
    int why = us_file_append(file, bytes, size, &written);
    errno = why;
    return us_file_finish_part(file, part, path, why == 0);
}

bool us_lost_output_prepare(int file)
{
    static const char empty[US_LOST_OUTPUT_COUNT * US_LOST_OUTPUT_SIZE];
    return us_descriptor_write(file, empty, sizeof empty) == (int64_t)sizeof empty;
}

static int open_file(const char *path, unsigned mode)
{
    struct us_about about;
    int file = us_descriptor_open(path, mode | US_DESCRIPTOR_NO_LINK, 0);
    if (file < 0 ||
        (us_descriptor_about(file, &about) && about.kind == US_ABOUT_REGULAR &&
         us_process_owns(about.owner) && about.size == US_LOST_OUTPUT_COUNT * US_LOST_OUTPUT_SIZE))
        return file;
    us_descriptor_close(file);
    return -1;
}

void us_lost_output_note(const char *path, enum us_lost_output what, const char *text)
{
    char padded[US_LOST_OUTPUT_SIZE] = "";
    int file = path != NULL ? open_file(path, US_DESCRIPTOR_WRITE) : -1;
    if (file < 0)
        return;
    snprintf(padded, sizeof padded, "%s", text);
    (void)us_descriptor_write_at(file, padded, sizeof padded, (uint64_t)what * US_LOST_OUTPUT_SIZE);
    us_descriptor_close(file);
}

bool us_lost_output_read(const char *path, enum us_lost_output what,
                         char out_text[US_LOST_OUTPUT_SIZE])
{
    int file = open_file(path, US_DESCRIPTOR_READ);
    int64_t size = file >= 0 ? us_descriptor_read_at(file, out_text, US_LOST_OUTPUT_SIZE,
                                                     (uint64_t)what * US_LOST_OUTPUT_SIZE)
                             : 0;
    if (file >= 0)
        us_descriptor_close(file);
    out_text[size == US_LOST_OUTPUT_SIZE ? US_LOST_OUTPUT_SIZE - 1 : 0] = '\0';
    return out_text[0] != '\0';
}
