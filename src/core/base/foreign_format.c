/* SPDX-License-Identifier: MIT */
#include "core/base/foreign_format.h"

#include <stdbool.h>
#include <string.h>

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

static const char *kind_of_text(const uint8_t *start, size_t size)
{
    size_t first = 0;
    if (size >= 3 && memcmp(start, "\xef\xbb\xbf", 3) == 0)
        first = 3;
    while (first < size && strchr(" \t\r\n", start[first]) != NULL)
        first++;
    if (first < size && (start[first] == '{' || start[first] == '['))
        return "a JSON file";
    if (first < size && start[first] == '<')
        return "an XML or HTML file";
    return "a text file";
}

const char *us_foreign_format_kind(const uint8_t *start, size_t size, const char **out_advice)
{
    *out_advice = NULL;
    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
        if (size < kinds[i].at + kinds[i].length ||
            memcmp(start + kinds[i].at, kinds[i].bytes, kinds[i].length) != 0)
            continue;
        *out_advice = kinds[i].advice;
        return kinds[i].kind;
    }
    return is_text(start, size) ? kind_of_text(start, size) : NULL;
}
