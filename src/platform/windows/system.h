/* SPDX-License-Identifier: MIT */
/*
 * system: Windows' own header, its words in UTF-16, its errors, and what a handle tells. Only files
 * of this folder include it.
 */
#ifndef US_SYSTEM_H
#define US_SYSTEM_H

#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
#include <windows.h>

#if _WIN32_WINNT < 0x0A00
#error "Compile with -D_WIN32_WINNT=0x0A00: this needs Windows 10."
#endif

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A path of 4096 bytes, and a prefix. */
enum { US_SYSTEM_PATH_SIZE = 4096 + 8 };

/* Sets errno to what this error of GetLastError is. False, always. */
bool us_system_fail(DWORD error);

/* UTF-8 to UTF-16 and back, with the end. False, with errno, where the text is longer or no UTF-8.
 */
bool us_system_widen(const char *text, wchar_t *out, int size);
bool us_system_narrow(const wchar_t *text, char *out, int size);
/* The same in memory that the caller frees. NULL: there is none. */
char *us_system_narrow_new(const wchar_t *text);

/* What a handle tells of its file, for descriptors and for paths; with errno. `owner` is 1 where it
 * is the process's user, or nobody: some file systems know no owners. */
struct us_about;
bool us_system_about(HANDLE handle, struct us_about *out);

/* CreateFileW for a file that others may read, write, rename and remove meanwhile, with errno. */
HANDLE us_system_open(const wchar_t *path, DWORD access, DWORD make, DWORD flags);
/* The descriptor of a handle, which it takes over, for us_descriptor_close; -1, with errno, also of
 * INVALID_HANDLE_VALUE, which keeps errno. `appending`: each write goes to the end. */
int us_system_descriptor(HANDLE handle, bool appending);
/* A copy of a handle, maybe one that a program inherits. NULL, with errno: there is none. */
HANDLE us_system_duplicate(HANDLE handle, bool inherits);

/* What the token of this process tells. False: it is not known. */
bool us_system_token(TOKEN_INFORMATION_CLASS what, void *out, DWORD size);

/* The signal that an event of the console stands for, by the number that POSIX systems have. */
int us_system_signal_of(DWORD console_event);

/* A time of a file or of the clock, in nanoseconds since the beginning of 1970. */
int64_t us_system_wall_ns(FILETIME time);

/* A span of processor time, in nanoseconds. */
int64_t us_system_ns(FILETIME span);

/* A path for Windows' functions; one of more than 247 characters becomes one of "\\?\", which may
 * be as long. False, with errno. */
bool us_system_path(const char *path, wchar_t out[US_SYSTEM_PATH_SIZE]);

#endif
