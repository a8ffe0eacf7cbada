/* SPDX-License-Identifier: MIT */
#include "core/sampler/page_alloc.h"

#include "platform/mapping.h"

void *us_page_alloc_get(size_t bytes)
{
    return bytes > 0 ? us_mapping_pages(bytes) : NULL;
}

void us_page_alloc_free(void *memory, size_t bytes)
{
    if (memory != NULL)
        us_mapping_free_pages(memory, bytes);
}
