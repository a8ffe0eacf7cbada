/* SPDX-License-Identifier: MIT */
#include "core/base/memory_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "platform/descriptor.h"
#include "platform/process.h"

int us_memory_file_open(const char *path)
{
    return us_descriptor_open(path,
                              US_DESCRIPTOR_READ | US_DESCRIPTOR_WRITE | US_DESCRIPTOR_NO_LINK, 0);
}

bool us_memory_file_is_own(int file)
{
    struct us_about about;
    return us_descriptor_about(file, &about) && about.kind == US_ABOUT_REGULAR &&
           (us_process_owns(about.owner) || us_process_is_superuser());
}

void *us_memory_file_map(int file, size_t size, enum us_mapping_use use)
{
    struct us_about about;
    if (!us_descriptor_about(file, &about))
        return NULL;
    errno = EINVAL;
    if (about.size != size)
        return NULL;
    return us_mapping_map(file, size, use);
}

/* The lock goes with the process, however it ends: who has it next knows that this one is gone. */
static void *map_for_us(int file, size_t size)
{
    struct us_about about;
    bool usable = us_descriptor_about(file, &about) && about.kind == US_ABOUT_REGULAR &&
                  us_process_owns(about.owner) && us_descriptor_lock(file, true) &&
                  us_descriptor_reserve(file, size);
    return usable ? us_memory_file_map(file, size, US_MAPPING_SHARED) : NULL;
}

void *us_memory_file_take(const char *path, size_t size, int *out_file)
{
    int file = path != NULL ? us_memory_file_open(path) : -1;
    void *memory = file >= 0 ? map_for_us(file, size) : NULL;
    *out_file = memory != NULL ? file : -1;
    if (memory != NULL)
        return memset(memory, 0, size);
    if (file >= 0)
        us_descriptor_close(file);
    return calloc(1, size);
}

void us_memory_file_give_back(void *memory, size_t size, int file)
{
    if (file < 0) {
        free(memory);
        return;
    }
    us_mapping_unmap(memory, size);
    us_descriptor_close(file);
}
