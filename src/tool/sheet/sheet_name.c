/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "tool/sheet/sheet.h"

static bool ends(const char *text, const char *end)
{
    size_t length = strlen(text), size = strlen(end);
    return length > size && strcmp(text + length - size, end) == 0;
}

bool tool_sheet_is_name(const char *path)
{
    return ends(path, ".png") || ends(path, ".svg");
}
