/* SPDX-License-Identifier: MIT */
/* MAP_ANONYMOUS is not in POSIX 2008, but every system with mmap has it. */
#define _DEFAULT_SOURCE
#include "core/sampler/page_alloc.h"

#include <sys/mman.h>

void *us_page_alloc_get(size_t bytes)
{
    if (bytes == 0)
        return NULL;
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return memory != MAP_FAILED ? memory : NULL;
}

void us_page_alloc_free(void *memory, size_t bytes)
{
    if (memory != NULL)
        munmap(memory, bytes);
}
