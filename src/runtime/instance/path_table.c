/* SPDX-License-Identifier: MIT */
#include "runtime/instance/path_table.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/grow.h"

static const char name_characters[] = "abcdefghijklmnopqrstuvwxyz0123456789-_.";

void rt_path_finish(struct rt_path_table *table)
{
    for (uint32_t i = 0; i < table->count; i++)
        free(table->strings[i]);
    free(table->strings);
    *table = (struct rt_path_table){0};
}

bool rt_path_is_name(const char *text, size_t size)
{
    const size_t length = strlen(text);
    return length > 0 && length < size && strspn(text, name_characters) == length &&
           strspn(text, ".") != length;
}

static bool is_path(const char *text)
{
    if (text == NULL || text[0] != '/' || strlen(text) >= XR_MAX_PATH_LENGTH)
        return false;
    while (*text == '/') {
        const size_t length = strspn(text + 1, name_characters);
        if (length == 0 || strspn(text + 1, ".") == length)
            return false;
        text += 1 + length;
    }
    return *text == '\0';
}

XrResult rt_path_intern(struct rt_path_table *table, const char *string, XrPath *out_path)
{
    if (!is_path(string))
        return XR_ERROR_PATH_FORMAT_INVALID;
    for (uint32_t i = 0; i < table->count; i++) {
        if (strcmp(table->strings[i], string) == 0) {
            *out_path = i + 1;
            return XR_SUCCESS;
        }
    }
    if (!US_GROW(table->strings, table->count))
        return XR_ERROR_OUT_OF_MEMORY;
    const size_t size = strlen(string) + 1;
    char *copy = malloc(size);
    if (copy == NULL)
        return XR_ERROR_OUT_OF_MEMORY;
    table->strings[table->count++] = memcpy(copy, string, size);
    *out_path = table->count;
    return XR_SUCCESS;
}

const char *rt_path_string(const struct rt_path_table *table, XrPath path)
{
    return path == XR_NULL_PATH || path > table->count ? NULL : table->strings[path - 1];
}
