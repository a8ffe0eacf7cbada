/* SPDX-License-Identifier: MIT */
#include "platform/temporary.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/path.h"
#include "platform/windows/system.h"

enum { TRIES = 100, LETTERS = 6 };

const char *us_temporary_memory(void)
{
    return NULL;
}

const char *us_temporary_usual(void)
{
    static char folder[4096];
    wchar_t wide[US_SYSTEM_PATH_SIZE];
    DWORD length = GetTempPathW(US_SYSTEM_PATH_SIZE, wide);
    if (length == 0 || length >= US_SYSTEM_PATH_SIZE ||
        !us_system_narrow(wide, folder, sizeof folder))
        return ".";
    size_t used = strlen(folder);
    if (used > 0 && folder[used - 1] == '\\')
        folder[used - 1] = '\0'; /* of "C:\" is left "C:", and a '/' follows */
    return folder;
}

/* Other letters in place of the last six. */
static void rename_anew(char *path)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789";
    static uint64_t state;
    LARGE_INTEGER now;
    QueryPerformanceCounter(&now);
    state = state * UINT64_C(6364136223846793005) + (uint64_t)now.QuadPart +
            ((uint64_t)GetCurrentProcessId() << 32) + 1;
    uint64_t bits = (state ^ state >> 29) * UINT64_C(0xbf58476d1ce4e5b9);
    char *at = path + strlen(path) - LETTERS;
    for (int i = 0; i < LETTERS; i++, bits /= sizeof letters - 1)
        at[i] = letters[bits % (sizeof letters - 1)];
}

/* FILE_ATTRIBUTE_TEMPORARY: the bytes stay in memory while there is room. */
static int make_file(const char *path)
{
    wchar_t wide[US_SYSTEM_PATH_SIZE];
    if (!us_system_path(path, wide))
        return -1;
    return us_system_descriptor(
        us_system_open(wide, GENERIC_READ | GENERIC_WRITE, CREATE_NEW, FILE_ATTRIBUTE_TEMPORARY),
        false);
}

int us_temporary_make_file(char *path)
{
    int file = -1;
    errno = EEXIST;
    for (int i = 0; i < TRIES && file < 0 && errno == EEXIST; i++) {
        rename_anew(path);
        file = make_file(path);
    }
    return file;
}

bool us_temporary_make_folder(char *path)
{
    bool made = false;
    errno = EEXIST;
    for (int i = 0; i < TRIES && !made && errno == EEXIST; i++) {
        rename_anew(path);
        made = us_path_make_folder(path, 0700);
    }
    return made;
}

void us_temporary_remove(const char *path)
{
    struct us_about about;
    if (!us_path_about(path, &about))
        return;
    if (about.kind != US_ABOUT_FOLDER) {
        us_path_remove(path);
        return;
    }
    struct us_path_list *list = us_path_list_begin(path);
    const char *name;
    while (list != NULL && (name = us_path_list_next(list)) != NULL) {
        size_t size = strlen(path) + strlen(name) + 2;
        char *inner = malloc(size);
        if (inner == NULL)
            break;
        snprintf(inner, size, "%s\\%s", path, name);
        us_temporary_remove(inner);
        free(inner);
    }
    us_path_list_end(list);
    us_path_remove_folder(path);
}

void us_temporary_guard(void)
{
}

void us_temporary_tell_guard(const char *path)
{
    (void)path;
}
