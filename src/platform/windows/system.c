/* SPDX-License-Identifier: MIT */
#include "platform/windows/system.h"

#include <errno.h>
#include <stdlib.h>
#include <wchar.h>

bool us_system_fail(DWORD error)
{
    static const struct {
        DWORD error;
        int number;
    } known[] = {
        {ERROR_FILE_NOT_FOUND, ENOENT},
        {ERROR_PATH_NOT_FOUND, ENOENT},
        {ERROR_INVALID_NAME, ENOENT},
        {ERROR_NO_MORE_ITEMS, ENOENT},
        {ERROR_BAD_PATHNAME, ENOENT},
        {ERROR_ACCESS_DENIED, EACCES},
        {ERROR_SHARING_VIOLATION, EACCES},
        {ERROR_USER_MAPPED_FILE, EACCES},
        {ERROR_PRIVILEGE_NOT_HELD, EACCES},
        {ERROR_FILE_EXISTS, EEXIST},
        {ERROR_ALREADY_EXISTS, EEXIST},
        {ERROR_TOO_MANY_OPEN_FILES, EMFILE},
        {ERROR_INVALID_HANDLE, EBADF},
        {ERROR_NOT_ENOUGH_MEMORY, ENOMEM},
        {ERROR_OUTOFMEMORY, ENOMEM},
        {ERROR_COMMITMENT_LIMIT, ENOMEM},
        {ERROR_DISK_FULL, ENOSPC},
        {ERROR_HANDLE_DISK_FULL, ENOSPC},
        {ERROR_WRITE_PROTECT, EROFS},
        {ERROR_FILENAME_EXCED_RANGE, ENAMETOOLONG},
        {ERROR_LOCK_VIOLATION, EWOULDBLOCK},
        {ERROR_DIR_NOT_EMPTY, ENOTEMPTY},
        {ERROR_DIRECTORY, ENOTDIR},
        {ERROR_INVALID_PARAMETER, EINVAL},
        {ERROR_NO_UNICODE_TRANSLATION, EILSEQ},
        {ERROR_INSUFFICIENT_BUFFER, ENAMETOOLONG},
        {ERROR_MORE_DATA, ENAMETOOLONG},
        {ERROR_BROKEN_PIPE, EPIPE},
        {ERROR_NO_DATA, EPIPE},
        {ERROR_CANT_ACCESS_FILE, ELOOP},
    };
    errno = EIO;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (known[i].error == error)
            errno = known[i].number;
    return false;
}

bool us_system_widen(const char *text, wchar_t *out, int size)
{
    return MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text, -1, out, size) > 0 ||
           us_system_fail(GetLastError());
}

bool us_system_narrow(const wchar_t *text, char *out, int size)
{
    return WideCharToMultiByte(CP_UTF8, 0, text, -1, out, size, NULL, NULL) > 0 ||
           us_system_fail(GetLastError());
}

char *us_system_narrow_new(const wchar_t *text)
{
    int size = WideCharToMultiByte(CP_UTF8, 0, text, -1, NULL, 0, NULL, NULL);
    char *copy = size > 0 ? malloc((size_t)size) : NULL;
    if (copy != NULL)
        WideCharToMultiByte(CP_UTF8, 0, text, -1, copy, size, NULL, NULL);
    return copy;
}

HANDLE us_system_open(const wchar_t *path, DWORD access, DWORD make, DWORD flags)
{
    HANDLE handle =
        CreateFileW(path, access, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
                    make, flags, NULL);
    if (handle == INVALID_HANDLE_VALUE)
        us_system_fail(GetLastError());
    return handle;
}

HANDLE us_system_duplicate(HANDLE handle, bool inherits)
{
    HANDLE copy, self = GetCurrentProcess();
    if (handle == INVALID_HANDLE_VALUE) /* which would be this process */
        handle = NULL;
    if (DuplicateHandle(self, handle, self, &copy, 0, inherits, DUPLICATE_SAME_ACCESS))
        return copy;
    us_system_fail(GetLastError());
    return NULL;
}

bool us_system_token(TOKEN_INFORMATION_CLASS what, void *out, DWORD size)
{
    HANDLE token;
    if (!OpenProcessToken(GetCurrentProcess(), TOKEN_QUERY, &token))
        return false;
    BOOL is_known = GetTokenInformation(token, what, out, size, &size);
    CloseHandle(token);
    return is_known != 0;
}

/* From the beginning of 1601, where Windows' clock begins, to that of 1970, in its ticks of 100 ns.
 */
#define TO_1970_TICKS INT64_C(116444736000000000)

int64_t us_system_wall_ns(FILETIME time)
{
    int64_t ticks = (int64_t)((uint64_t)time.dwHighDateTime << 32 | time.dwLowDateTime);
    return (ticks - TO_1970_TICKS) * 100;
}

int64_t us_system_ns(FILETIME span)
{
    return (int64_t)((uint64_t)span.dwHighDateTime << 32 | span.dwLowDateTime) * 100;
}

/* "\\server\share\..." is "\\?\UNC\server\share\..." */
static bool lengthen(const wchar_t *path, wchar_t out[US_SYSTEM_PATH_SIZE])
{
    enum { PREFIX = 8 };
    wchar_t full[US_SYSTEM_PATH_SIZE - PREFIX];
    DWORD length = GetFullPathNameW(path, US_SYSTEM_PATH_SIZE - PREFIX, full, NULL);
    if (length == 0 || length >= US_SYSTEM_PATH_SIZE - PREFIX) {
        errno = ENAMETOOLONG;
        return false;
    }
    bool is_prefixed = wcsncmp(full, L"\\\\?\\", 4) == 0 || wcsncmp(full, L"\\\\.\\", 4) == 0;
    bool is_share = !is_prefixed && wcsncmp(full, L"\\\\", 2) == 0;
    const wchar_t *prefix = is_prefixed ? L"" : is_share ? L"\\\\?\\UNC\\" : L"\\\\?\\";
    wcscpy(out, prefix);
    wcscat(out, full + (is_share ? 2 : 0));
    return true;
}

bool us_system_path(const char *path, wchar_t out[US_SYSTEM_PATH_SIZE])
{
    enum { USUAL = 247 }; /* MAX_PATH, less a short name that a folder must have room for */
    wchar_t wide[US_SYSTEM_PATH_SIZE];
    if (!us_system_widen(path, wide, US_SYSTEM_PATH_SIZE))
        return false;
    if (wcslen(wide) > USUAL)
        return lengthen(wide, out);
    wcscpy(out, wide);
    return true;
}

int us_system_signal_of(DWORD console_event)
{
    enum { HANGUP = 1, INTERRUPT = 2, QUIT = 3, TERMINATE = 15 };
    return console_event == CTRL_C_EVENT       ? INTERRUPT
           : console_event == CTRL_BREAK_EVENT ? QUIT
           : console_event == CTRL_CLOSE_EVENT ? HANGUP
                                               : TERMINATE;
}
