/* SPDX-License-Identifier: MIT */
#include "platform/library.h"

#include <stdio.h>

#include "platform/windows/system.h"

us_library_function us_library_find(const char *file, const char *name)
{
    wchar_t wide[US_SYSTEM_PATH_SIZE];
    if (!us_system_path(file, wide))
        return NULL;
    HMODULE library = GetModuleHandleW(wide);
    return library != NULL ? (us_library_function)(void (*)(void))GetProcAddress(library, name)
                           : NULL;
}

bool us_library_load(const char *file, enum us_library_binding binding, char *reason, size_t size)
{
    wchar_t wide[US_SYSTEM_PATH_SIZE];
    (void)binding;
    if (us_system_path(file, wide) && LoadLibraryW(wide) != NULL)
        return true;
    snprintf(reason, size, "%s cannot be loaded (error %lu)", file, GetLastError());
    return false;
}

bool us_library_path(us_library_function function, char *out, size_t size)
{
    wchar_t wide[US_SYSTEM_PATH_SIZE];
    HMODULE library;
    if (!GetModuleHandleExW(GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT |
                                GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS,
                            (const wchar_t *)(const void *)(uintptr_t)function, &library))
        return false;
    DWORD length = GetModuleFileNameW(library, wide, US_SYSTEM_PATH_SIZE);
    return length > 0 && length < US_SYSTEM_PATH_SIZE && us_system_narrow(wide, out, (int)size);
}

void us_library_stay(void)
{
    HMODULE own;
    (void)GetModuleHandleExW(GET_MODULE_HANDLE_EX_FLAG_PIN | GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS,
                             (const wchar_t *)(const void *)(uintptr_t)us_library_stay, &own);
}
