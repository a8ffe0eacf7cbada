/* SPDX-License-Identifier: MIT */
#include "platform/app.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/path.h"
#include "platform/windows/run/job.h"
#include "platform/windows/system.h"

/* Numbers of signals as POSIX systems have them. */
const struct us_app_signal us_app_signals[] = {
    {"HUP", 1, "the console was closed"},
    {"INT", 2, "Ctrl+C"},
    {"QUIT", 3, "Ctrl+Break"},
    {"ILL", 4, "illegal instruction"},
    {"TRAP", 5, "breakpoint"},
    {"ABRT", 6, "abort"},
    {"FPE", 8, "arithmetic exception"},
    {"KILL", 9, "killed"},
    {"SEGV", 11, "access violation"},
    {"TERM", 15, "asked to end"},
    {NULL, 0, NULL},
};

/* What ends a program that does not handle it. */
static const struct {
    uint32_t status;
    int number;
    const char *words;
} exceptions[] = {
    {US_ENDED_KILLED, 9, "killed"},
    {0xC0000005, 11, "access violation"},
    {0xC0000006, 7, "a page of a file could not be read"},
    {0xC0000008, 6, "invalid handle"},
    {0xC000001D, 4, "illegal instruction"},
    {0xC0000025, 6, "an exception that cannot be continued"},
    {0xC000008C, 11, "array bounds exceeded"},
    {0xC000008D, 8, "floating-point exception"},
    {0xC000008E, 8, "floating-point division by zero"},
    {0xC0000090, 8, "invalid floating-point operation"},
    {0xC0000091, 8, "floating-point overflow"},
    {0xC0000093, 8, "floating-point underflow"},
    {0xC0000094, 8, "integer division by zero"},
    {0xC0000095, 8, "integer overflow"},
    {0xC0000096, 4, "privileged instruction"},
    {0xC00000FD, 11, "stack overflow"},
    {0xC0000135, 6, "a DLL that it needs was not found"},
    {0xC0000138, 6, "a DLL lacks a function that it needs"},
    {0xC0000139, 6, "a DLL lacks a function that it needs"},
    {0xC000013A, 2, "Ctrl+C or Ctrl+Break"},
    {0xC0000142, 6, "a DLL could not be initialized"},
    {0xC0000374, 6, "heap corruption"},
    {0xC0000409, 6, "stack buffer overrun, or abort"},
    {0xC0000420, 6, "failed assertion"},
    {0x80000003, 5, "breakpoint"},
    {0xE06D7363, 6, "a C++ exception that nobody caught"},
};
enum { EXCEPTION_COUNT = sizeof exceptions / sizeof exceptions[0] };

struct us_app_end us_app_end_of(HANDLE process)
{
    DWORD status = 0;
    GetExitCodeProcess(process, &status);
    for (unsigned i = 0; i < EXCEPTION_COUNT; i++)
        if (exceptions[i].status == status)
            return (struct us_app_end){false, exceptions[i].number, status};
    /* The system's errors; a program's own exit code may be negative, but is seldom so large. */
    if (status >> 28 == 0xC)
        return (struct us_app_end){false, 6, status};
    return (struct us_app_end){true, (int)status, 0};
}

const char *us_app_signal_words(int number, uint32_t status)
{
    static _Thread_local char text[96];
    for (unsigned i = 0; status != 0 && i < EXCEPTION_COUNT; i++) {
        if (exceptions[i].status != status)
            continue;
        if (status == US_ENDED_KILLED)
            return exceptions[i].words;
        snprintf(text, sizeof text, "%s, 0x%08X", exceptions[i].words, (unsigned)status);
        return text;
    }
    for (const struct us_app_signal *one = us_app_signals; status == 0 && one->name != NULL; one++)
        if (one->number == number)
            return one->words;
    snprintf(text, sizeof text, "0x%08X", (unsigned)status);
    return text;
}

const char *us_app_find(const char *name, char *out, size_t size)
{
    wchar_t wide[US_SYSTEM_PATH_SIZE], found[US_SYSTEM_PATH_SIZE];
    bool is_path = us_path_name(name) != name;
    if (!us_system_widen(name, wide, US_SYSTEM_PATH_SIZE))
        return NULL;
    /* ".exe" is added where there is no '.' in the name. */
    DWORD length = SearchPathW(NULL, wide, L".exe", US_SYSTEM_PATH_SIZE, found, NULL);
    if (length > 0 && length < US_SYSTEM_PATH_SIZE && us_system_narrow(found, out, (int)size))
        return out;
    return is_path ? name : NULL;
}

enum { ELEVATION_REQUIRED = 740 }; /* MinGW lacks its name */

const char *us_app_fault(const char *app, int reason)
{
    static _Thread_local char text[64];
    char path[4096];
    struct us_about about;
    const char *found = us_app_find(app, path, sizeof path);
    bool is_there = found != NULL && us_path_about_target(found, &about);
    if (!is_there)
        return NULL;
    if (about.kind == US_ABOUT_FOLDER)
        return "it is a folder";
    switch (reason) {
    case US_ENDED_SCRIPT:
        return "it is a script of the command interpreter; start 'cmd /c' with it";
    case ERROR_BAD_EXE_FORMAT:
    case ERROR_EXE_MACHINE_TYPE_MISMATCH:
        return "it is no program for this machine";
    case ELEVATION_REQUIRED:
        return "it wants the rights of an administrator; start understudy with them";
    case ERROR_ACCESS_DENIED:
        return "access is denied";
    default:
        snprintf(text, sizeof text, "Windows says error %d", reason);
        return text;
    }
}
