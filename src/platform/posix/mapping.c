/* SPDX-License-Identifier: MIT */
/* MAP_ANONYMOUS is not in POSIX 2008, but every system with mmap has it. */
#define _DEFAULT_SOURCE
#include "platform/mapping.h"

#include <sys/mman.h>
#include <sys/types.h>
#include <unistd.h>

enum { PAGE = 4096 };

size_t us_mapping_step(void)
{
    long size = sysconf(_SC_PAGESIZE);
    return size > PAGE ? (size_t)size : PAGE;
}

void *us_mapping_map(int file, size_t size, enum us_mapping_use use)
{
    int protection = use == US_MAPPING_READ ? PROT_READ : PROT_READ | PROT_WRITE;
    void *memory =
        mmap(NULL, size, protection, use == US_MAPPING_COPY ? MAP_PRIVATE : MAP_SHARED, file, 0);
    return memory != MAP_FAILED ? memory : NULL;
}

void us_mapping_unmap(void *memory, size_t size)
{
    munmap(memory, size);
}

void *us_mapping_map_twice(int file, uint64_t from, size_t size)
{
    char *at = mmap(NULL, 2 * size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (at == MAP_FAILED)
        return NULL;
    for (unsigned i = 0; i < 2; i++)
        if (mmap(at + i * size, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file,
                 (off_t)from) == MAP_FAILED) {
            munmap(at, 2 * size);
            return NULL;
        }
    return at;
}

void us_mapping_unmap_twice(void *memory, size_t size)
{
    munmap(memory, 2 * size);
}

void *us_mapping_pages(size_t size)
{
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return memory != MAP_FAILED ? memory : NULL;
}

void us_mapping_free_pages(void *memory, size_t size)
{
    munmap(memory, size);
}
