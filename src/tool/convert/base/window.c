/* SPDX-License-Identifier: MIT */
#include "tool/convert/base/window.h"

#include <stdlib.h>

enum us_result tool_window_open(struct tool_window *window, const char *path, uint32_t room,
                                struct us_error *error)
{
    *window = (struct tool_window){.file.descriptor = -1, .room = room};
    enum us_result result = us_file_open(path, &window->file, error);
    if (result == US_OK && window->file.size == 0)
        result = us_result_fail(error, US_ERROR_EMPTY, US_NO_BYTE, NULL, "the file is empty");
    if (result != US_OK)
        return result;
    window->bytes = malloc((size_t)room + 1);
    return window->bytes != NULL ? US_OK : us_result_no_memory(error);
}

void tool_window_close(struct tool_window *window)
{
    us_file_close(&window->file);
    free(window->bytes);
}

uint8_t *tool_window_look(struct tool_window *window, uint32_t most, uint32_t *out_count)
{
    const uint64_t left = window->file.size - window->at;
    const uint32_t wanted = most < window->room ? most : window->room;
    const uint32_t count = left < wanted ? (uint32_t)left : wanted;
    *out_count = count;
    if (window->at < window->begin || window->at + count > window->begin + window->filled) {
        window->filled = 0;
        window->begin = window->at;
        const uint32_t filled = left < window->room ? (uint32_t)left : window->room;
        if (!us_file_get(&window->file, window->at, window->bytes, filled))
            return NULL;
        window->filled = filled;
    }
    return count > 0 ? window->bytes + (window->at - window->begin) : NULL;
}

const uint8_t *tool_window_take(struct tool_window *window, uint32_t count)
{
    static const uint8_t none[1];
    uint32_t seen;
    if (count == 0)
        return none;
    const uint8_t *bytes = tool_window_look(window, count, &seen);
    if (bytes == NULL || seen < count)
        return NULL;
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
