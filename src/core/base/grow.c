/* SPDX-License-Identifier: MIT */
#include "core/base/grow.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 16 };

bool us_grow(void *list, size_t count, size_t size)
{
    void *things;
    memcpy(&things, list, sizeof things); /* the pointer may be of any type */
    const bool is_full = count >= FIRST_ROOM && (count & (count - 1)) == 0;
    if (things != NULL && !is_full)
        return true;
    const size_t room = is_full ? 2 * count : FIRST_ROOM;
    void *more = count <= SIZE_MAX / 2 / size ? realloc(things, room * size) : NULL;
    if (more == NULL)
        return false;
    memcpy(list, &more, sizeof more);
    return true;
}
