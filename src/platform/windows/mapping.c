/* SPDX-License-Identifier: MIT */
#include "platform/mapping.h"

#include <io.h>

#include "platform/windows/system.h"

/* How often a place is looked for that no other thread takes meanwhile. */
enum { TRIES = 64 };

size_t us_mapping_step(void)
{
    SYSTEM_INFO system;
    GetSystemInfo(&system);
    return system.dwAllocationGranularity;
}

static HANDLE map_handle(int file, enum us_mapping_use use)
{
    static const DWORD protections[] = {[US_MAPPING_SHARED] = PAGE_READWRITE,
                                        [US_MAPPING_READ] = PAGE_READONLY,
                                        [US_MAPPING_COPY] = PAGE_WRITECOPY};
    HANDLE mapping =
        CreateFileMappingW((HANDLE)_get_osfhandle(file), NULL, protections[use], 0, 0, NULL);
    if (mapping == NULL)
        us_system_fail(GetLastError());
    return mapping;
}

void *us_mapping_map(int file, size_t size, enum us_mapping_use use)
{
    static const DWORD accesses[] = {[US_MAPPING_SHARED] = FILE_MAP_READ | FILE_MAP_WRITE,
                                     [US_MAPPING_READ] = FILE_MAP_READ,
                                     [US_MAPPING_COPY] = FILE_MAP_COPY};
    HANDLE mapping = map_handle(file, use);
    if (mapping == NULL)
        return NULL;
    void *memory = MapViewOfFile(mapping, accesses[use], 0, 0, size);
    if (memory == NULL)
        us_system_fail(GetLastError());
    CloseHandle(mapping); /* the view keeps it */
    return memory;
}

void us_mapping_unmap(void *memory, size_t size)
{
    (void)size;
    UnmapViewOfFile(memory);
}

/* Where another thread takes the place between these steps, it is tried again. */
static char *map_both(HANDLE mapping, uint64_t from, size_t size)
{
    const DWORD high = (DWORD)(from >> 32), low = (DWORD)from;
    char *at = VirtualAlloc(NULL, 2 * size, MEM_RESERVE, PAGE_NOACCESS);
    if (at == NULL)
        return NULL;
    VirtualFree(at, 0, MEM_RELEASE);
    if (MapViewOfFileEx(mapping, FILE_MAP_READ | FILE_MAP_WRITE, high, low, size, at) == NULL)
        return NULL;
    if (MapViewOfFileEx(mapping, FILE_MAP_READ | FILE_MAP_WRITE, high, low, size, at + size) !=
        NULL)
        return at;
    DWORD error = GetLastError();
    UnmapViewOfFile(at);
    SetLastError(error);
    return NULL;
}

void *us_mapping_map_twice(int file, uint64_t from, size_t size)
{
    HANDLE mapping = map_handle(file, US_MAPPING_SHARED);
    if (mapping == NULL)
        return NULL;
    char *at = NULL;
    for (int i = 0; i < TRIES && at == NULL; i++)
        at = map_both(mapping, from, size);
    if (at == NULL)
        us_system_fail(GetLastError());
    CloseHandle(mapping);
    return at;
}

void us_mapping_unmap_twice(void *memory, size_t size)
{
    UnmapViewOfFile((char *)memory + size);
    UnmapViewOfFile(memory);
}

void *us_mapping_pages(size_t size)
{
    void *memory = VirtualAlloc(NULL, size, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
    if (memory == NULL)
        us_system_fail(GetLastError());
    return memory;
}

void us_mapping_free_pages(void *memory, size_t size)
{
    (void)size;
    VirtualFree(memory, 0, MEM_RELEASE);
}
