/* SPDX-License-Identifier: MIT */
#include "core/recording/walk.h"

#include <stddef.h>

uint64_t us_walk_left(const struct us_walk *walk)
{
    return walk->file->size - walk->offset;
}

const uint8_t *us_walk_read(struct us_walk *walk, uint64_t count, uint64_t ahead)
{
    if (count > us_walk_left(walk))
        return NULL;
    if (walk->offset < walk->window_begin || walk->offset + count > walk->window_end) {
        uint64_t wanted = count + ahead < US_WALK_WINDOW ? count + ahead : US_WALK_WINDOW;
        uint64_t got = wanted < us_walk_left(walk) ? wanted : us_walk_left(walk);
        if (!us_file_get(walk->file, walk->offset, walk->window, got))
            return NULL;
        walk->window_begin = walk->offset;
        walk->window_end = walk->offset + got;
    }
    const uint8_t *at = walk->window + (walk->offset - walk->window_begin);
    walk->offset += count;
    return at;
}

enum us_result us_walk_read_failed(struct us_walk *walk)
{
    return us_result_fail(walk->error, US_ERROR_FILE, walk->offset, NULL,
                          "the file cannot be read, or became shorter meanwhile");
}
