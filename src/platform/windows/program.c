/* SPDX-License-Identifier: MIT */
#include "platform/program.h"

#include "platform/windows/system.h"

#include <fcntl.h>
#include <io.h>
#include <shellapi.h>
#include <stdio.h>
#include <stdlib.h>

/* The arguments that main is given are in the code page of the system, which lacks most letters.
 * They stay where memory runs out. Half a pair of UTF-16 has no UTF-8: it becomes U+FFFD. */
static void take_arguments(int *argc, char ***argv)
{
    int count = 0;
    wchar_t **words = CommandLineToArgvW(GetCommandLineW(), &count);
    char **taken = words != NULL ? calloc((size_t)count + 1, sizeof *taken) : NULL;
    int done = 0;
    while (taken != NULL && done < count &&
           (taken[done] = us_system_narrow_new(words[done])) != NULL)
        done++;
    LocalFree(words);
    if (taken == NULL || done < count)
        return;
    *argc = count;
    *argv = taken;
}

void us_program_begin(int *argc, char ***argv)
{
    take_arguments(argc, argv);
    SetConsoleOutputCP(CP_UTF8);
    _setmode(_fileno(stdout), _O_BINARY);
    _setmode(_fileno(stderr), _O_BINARY);
}

void us_program_begin_trial(unsigned most_s)
{
    (void)most_s;
}

bool us_program_path(char *out, size_t size)
{
    wchar_t wide[US_SYSTEM_PATH_SIZE];
    DWORD length = GetModuleFileNameW(NULL, wide, US_SYSTEM_PATH_SIZE);
    return length > 0 && length < US_SYSTEM_PATH_SIZE && us_system_narrow(wide, out, (int)size);
}

bool us_program_home(char *out, size_t size)
{
    wchar_t wide[US_SYSTEM_PATH_SIZE];
    DWORD length = GetEnvironmentVariableW(L"USERPROFILE", wide, US_SYSTEM_PATH_SIZE);
    return length > 0 && length < US_SYSTEM_PATH_SIZE && us_system_narrow(wide, out, (int)size);
}

bool us_program_show(const char *path)
{
    wchar_t wide[US_SYSTEM_PATH_SIZE];
    fflush(NULL);
    return us_system_path(path, wide) &&
           (INT_PTR)ShellExecuteW(NULL, L"open", wide, NULL, NULL, SW_SHOWNORMAL) > 32;
}
