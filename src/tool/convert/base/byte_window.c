/* SPDX-License-Identifier: MIT */
#include "tool/convert/base/byte_window.h"

#include <string.h>

enum us_result tool_window_open(struct tool_window *window, const char *path,
                                struct us_error *error)
{
    memset(window, 0, sizeof *window);
    window->file.descriptor = -1;
    enum us_result result = us_file_open(path, &window->file, error);
    if (result == US_OK && window->file.size == 0)
        result = us_result_fail(error, US_ERROR_EMPTY, US_NO_BYTE, NULL, "the file is empty");
    return result;
}

void tool_window_close(struct tool_window *window)
{
    us_file_close(&window->file);
}

const uint8_t *tool_window_take(struct tool_window *window, uint32_t count)
{
    const uint64_t left = window->file.size - window->at;
    if (count > left || count > TOOL_WINDOW_SIZE)
        return NULL;
    if (window->at < window->begin || window->at + count > window->begin + window->filled) {
        const uint32_t filled = left < TOOL_WINDOW_SIZE ? (uint32_t)left : TOOL_WINDOW_SIZE;
        window->filled = 0;
        if (!us_file_get(&window->file, window->at, window->bytes, filled))
            return NULL;
        window->begin = window->at;
        window->filled = filled;
    }
    const uint8_t *bytes = window->bytes + (window->at - window->begin);
    window->at += count;
    return bytes;
}

bool tool_window_skip(struct tool_window *window, uint64_t count)
{
    if (count > window->file.size - window->at)
        return false;
    window->at += count;
    return true;
}
