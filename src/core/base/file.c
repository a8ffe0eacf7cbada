/* SPDX-License-Identifier: MIT */
#include "core/base/file.h"

#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/bytes.h"
#include "platform/path.h"
#include "platform/process.h"

enum { BUFFER_BYTES = 512 << 10 };

static enum us_result file_fail(struct us_error *error, const char *what)
{
    return us_result_fail(error, US_ERROR_FILE, US_NO_BYTE, NULL, "%s: %s", what, strerror(errno));
}

static enum us_result check_regular(int descriptor, struct us_about *about, struct us_error *error)
{
    if (!us_descriptor_about(descriptor, about))
        return file_fail(error, "the file cannot be examined");
    if (about->kind == US_ABOUT_REGULAR)
        return US_OK;
    return us_result_fail(error, US_ERROR_FILE, US_NO_BYTE, NULL, "this is %s, not a recording",
                          about->kind == US_ABOUT_FOLDER ? "a directory"
                          : about->kind == US_ABOUT_PIPE ? "a pipe"
                                                         : "a device or a socket");
}

enum us_result us_file_open(const char *path, struct us_file *out, struct us_error *error)
{
    *out = (struct us_file){.descriptor = -1};
    int descriptor = us_descriptor_open(path, US_DESCRIPTOR_READ, 0);
    if (descriptor < 0)
        return file_fail(error, "the file cannot be opened");
    struct us_about about;
    enum us_result result = check_regular(descriptor, &about, error);
    if (result != US_OK) {
        us_descriptor_close(descriptor);
        return result;
    }
    out->descriptor = descriptor;
    out->size = about.size;
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
        int64_t got = us_descriptor_read_at(file->descriptor, to, wanted, offset);
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
        us_descriptor_will_need(file->descriptor, offset, count);
}

void us_file_close(struct us_file *file)
{
    if (file->descriptor >= 0)
        us_descriptor_close(file->descriptor);
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

/* The file's bytes are in memory from then on; after a failure it is closed. */
static enum us_result move_to_memory(struct us_file *file, struct us_error *error)
{
    struct us_file copy;
    enum us_result result = us_file_copy(file, &copy, error);
    us_file_close(file);
    *file = copy;
    return result;
}

enum us_result us_file_open_buffered(const char *path, struct us_file *out, struct us_error *error)
{
    enum us_result result = us_file_open(path, out, error);
    return result == US_OK && out->size <= BUFFER_BYTES ? move_to_memory(out, error) : result;
}

enum us_result us_file_read(const char *path, uint8_t **out_bytes, uint64_t *out_size,
                            struct us_error *error)
{
    struct us_file file;
    enum us_result result = us_file_open(path, &file, error);
    if (result == US_OK)
        result = move_to_memory(&file, error);
    if (result != US_OK)
        return result;
    *out_bytes = file.owned;
    *out_size = file.size;
    return US_OK;
}

int us_file_append(int file, const void *bytes, size_t size, size_t *out_written)
{
    int saved = errno, why = 0;
    *out_written = 0;
    while (*out_written < size && why == 0) {
        int64_t written =
            us_descriptor_write(file, (const char *)bytes + *out_written, size - *out_written);
        if (written > 0)
            *out_written += (size_t)written;
        else if (written == 0 || errno != EINTR)
            why = written == 0 ? EIO : errno;
    }
    errno = saved;
    return why;
}

/* Taking the name of a pipe or a device would remove it. */
static bool may_replace(const char *path)
{
    struct us_about about;
    if (!us_path_about(path, &about) || about.kind == US_ABOUT_REGULAR ||
        about.kind == US_ABOUT_LINK)
        return true;
    errno = about.kind == US_ABOUT_FOLDER ? EISDIR : EEXIST;
    return false;
}

bool us_file_name_part(const char *path, char out_part[US_FILE_PATH_SIZE])
{
    int length = snprintf(out_part, US_FILE_PATH_SIZE, "%s.%d.part", path, us_process_id());
    errno = ENAMETOOLONG;
    return length > 0 && length < US_FILE_PATH_SIZE;
}

int us_file_make_part(const char *path, char out_part[US_FILE_PATH_SIZE])
{
    if (!us_file_name_part(path, out_part) || !may_replace(path))
        return -1;
    (void)us_path_remove(out_part); /* of a process before us with our number */
    return us_descriptor_open(
        out_part, US_DESCRIPTOR_WRITE | US_DESCRIPTOR_NEW | US_DESCRIPTOR_NO_LINK, 0666);
}

/* Closes before the name is given: a full disk may show late. */
bool us_file_finish_part(int file, const char *part, const char *path, bool is_written)
{
    int why = errno;
    bool is_whole = us_descriptor_close(file) && is_written;
    if (is_whole && us_path_replace(part, path))
        return true;
    why = is_written ? errno : why;
    us_path_remove(part);
    errno = why;
    return false;
}

enum us_result us_file_put(int file, const void *bytes, uint64_t size, uint64_t offset,
                           struct us_error *error)
{
    const uint8_t *at = bytes;
    while (size > 0) {
        int64_t written = us_descriptor_write_at(file, at, (size_t)size, offset);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return us_result_fail(error, US_ERROR_FILE, US_NO_BYTE, NULL,
                                  "the file cannot be written: %s",
                                  strerror(written < 0 ? errno : EIO));
        at += written;
        size -= (uint64_t)written;
        offset += (uint64_t)written;
    }
    return US_OK;
}

static const struct {
    size_t at, length;
    const char *bytes;
    const char *kind;
    const char *advice; /* NULL: none */
} kinds[] = {
    {0, 8, "\x89PNG\r\n\x1a\n", "a PNG image", NULL},
    {0, 3, "\xff\xd8\xff", "a JPEG image", NULL},
    {0, 4, "GIF8", "a GIF image", NULL},
    {0, 4, "glTF", "a binary glTF model", NULL},
    {0, 4, "PK\x03\x04", "a ZIP archive", "unpack it"},
    {0, 2, "\x1f\x8b", "a file compressed by gzip", "unpack it"},
    {0, 6,
     "\xfd"
     "7zXZ\0",
     "a file compressed by xz", "unpack it"},
    {0, 4, "\x28\xb5\x2f\xfd", "a file compressed by zstd", "unpack it"},
    {0, 6, "7z\xbc\xaf\x27\x1c", "a 7-Zip archive", "unpack it"},
    {4, 4, "ftyp", "an MP4 video", NULL},
    {0, 4, "RIFF", "a WAVE, AVI or WebP file", NULL},
    {0, 4, "OggS", "an Ogg file", NULL},
    {0, 4, "\x1a\x45\xdf\xa3", "a Matroska or WebM video", NULL},
    {0, 5, "%PDF-", "a PDF document", NULL},
    {0, 4,
     "\x7f"
     "ELF",
     "a program", NULL},
    {0, 42, "version https://git-lfs.github.com/spec/v1", "a placeholder of Git LFS",
     "run 'git lfs pull'"},
    {0, 4, "\x69\x3d\x2d\x44", "a Beat Saber replay",
     "type 'understudy convert FILE -o NEW.mcap' and use the new file"},
    /* BSON whose first member is the text "$schema"; its length may be any. */
    {4, 9, "\x02$schema", "a recording in XROR",
     "type 'understudy convert FILE -o NEW.mcap' and use the new file"},
    {0, 5, "%YAML", "a YAML file, as Unity's assets are", NULL},
};

/* Text has no control characters but white space, and neither has UTF-8 beyond ASCII. */
static bool is_text(const uint8_t *start, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if ((start[i] < 0x20 && strchr("\t\n\r\f", start[i]) == NULL) || start[i] == 0x7f ||
            start[i] == 0)
            return false;
    return size > 0;
}

/* Whether the first line of a table names its time: `time,head.x` or `{"time": 0`. */
static bool names_time(const uint8_t *line, size_t size)
{
    for (size_t i = 0; i + 4 < size && line[i] != '\n'; i++)
        if (memcmp(line + i, "time", 4) == 0 && (i == 0 || strchr(",\"", line[i - 1]) != NULL) &&
            strchr(",\"", line[i + 4]) != NULL)
            return true;
    return false;
}

/* Whether a JSON file begins with a list of input sources of WebXR. */
static bool names_input_sources(const uint8_t *text, size_t size)
{
    static const char begin[] = "{\"schema\":[", name[] = "{\"handedness\":";
    return us_bytes_find(text, size, begin, sizeof begin - 1) == text &&
           us_bytes_find(text, size, name, sizeof name - 1) != NULL;
}

static const char *kind_of_text(const uint8_t *start, size_t size, const char **out_advice)
{
    size_t first = 0;
    if (size >= 3 && memcmp(start, "\xef\xbb\xbf", 3) == 0)
        first = 3;
    while (first < size && strchr(" \t\r\n", start[first]) != NULL)
        first++;
    if (names_time(start + first, size - first)) {
        *out_advice = "'understudy convert' makes a recording of one";
        return "a table";
    }
    if (names_input_sources(start + first, size - first)) {
        *out_advice = "'understudy convert' makes a recording of one";
        return "a recording of IWER";
    }
    const char begin = first < size ? (char)start[first] : '\0';
    if (begin == '{' || begin == '[')
        return "a JSON file";
    if (begin == '<')
        return "an XML or HTML file";
    return "a text file";
}

const char *us_file_foreign_kind(const uint8_t *start, size_t size, const char **out_advice)
{
    *out_advice = NULL;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (size < kinds[i].at + kinds[i].length ||
            memcmp(start + kinds[i].at, kinds[i].bytes, kinds[i].length) != 0)
            continue;
        *out_advice = kinds[i].advice;
        return kinds[i].kind;
    }
    return is_text(start, size) ? kind_of_text(start, size, out_advice) : NULL;
}
