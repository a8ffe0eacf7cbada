/* SPDX-License-Identifier: MIT */
#include "platform/path.h"

#include <errno.h>
#include <io.h>
#include <stdlib.h>
#include <wchar.h>

#include "platform/windows/system.h"

const char *us_path_name(const char *path)
{
    const char *name = path;
    for (; *path != '\0'; path++)
        if (*path == '/' || *path == '\\' || *path == ':')
            name = path + 1;
    return name;
}

bool us_path_is_divider(char letter)
{
    return letter == '/' || letter == '\\';
}

bool us_path_is_absolute(const char *path)
{
    return us_path_is_divider(path[0]) ||
           (path[0] != '\0' && path[1] == ':' && us_path_is_divider(path[2]));
}

bool us_path_absolute(const char *path, char *out, size_t size)
{
    wchar_t wide[US_SYSTEM_PATH_SIZE], full[US_SYSTEM_PATH_SIZE];
    if (!us_system_widen(path, wide, US_SYSTEM_PATH_SIZE))
        return false;
    DWORD length = GetFullPathNameW(wide, US_SYSTEM_PATH_SIZE, full, NULL);
    if (length == 0 || length >= US_SYSTEM_PATH_SIZE)
        return us_system_fail(length == 0 ? GetLastError() : ERROR_FILENAME_EXCED_RANGE);
    return us_system_narrow(full, out, (int)size);
}

/* How often a file is looked for that another process is reading just now, a moment apart. */
enum { TRIES = 50, MOMENT_MS = 2 };

bool us_path_real(const char *path, char *out, size_t size)
{
    wchar_t wide[US_SYSTEM_PATH_SIZE], real[US_SYSTEM_PATH_SIZE];
    if (!us_system_path(path, wide))
        return false;
    HANDLE handle =
        us_system_open(wide, FILE_READ_ATTRIBUTES, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS);
    if (handle == INVALID_HANDLE_VALUE)
        return false;
    DWORD length = GetFinalPathNameByHandleW(handle, real, US_SYSTEM_PATH_SIZE, 0);
    CloseHandle(handle);
    if (length == 0 || length >= US_SYSTEM_PATH_SIZE)
        return us_system_fail(length == 0 ? GetLastError() : ERROR_FILENAME_EXCED_RANGE);
    bool is_share = wcsncmp(real, L"\\\\?\\UNC\\", 8) == 0; /* "\\server\share" */
    wchar_t *from = real + (is_share ? 6 : wcsncmp(real, L"\\\\?\\", 4) == 0 ? 4 : 0);
    if (is_share)
        from[0] = L'\\';
    for (wchar_t *at = from; *at != L'\0'; at++)
        *at = *at == L'\\' ? L'/' : *at;
    return us_system_narrow(from, out, (int)size);
}

bool us_path_link(const char *path, char *out, size_t size)
{
    (void)path, (void)out, (void)size;
    return false;
}

static bool about_path(const char *path, DWORD flags, struct us_about *out)
{
    wchar_t wide[US_SYSTEM_PATH_SIZE];
    if (!us_system_path(path, wide))
        return false;
    flags |= FILE_FLAG_BACKUP_SEMANTICS;
    HANDLE handle = us_system_open(wide, FILE_READ_ATTRIBUTES | READ_CONTROL, OPEN_EXISTING, flags);
    if (handle == INVALID_HANDLE_VALUE && errno == EACCES)
        handle = us_system_open(wide, FILE_READ_ATTRIBUTES, OPEN_EXISTING, flags);
    if (handle == INVALID_HANDLE_VALUE)
        return false;
    bool is_known = us_system_about(handle, out);
    CloseHandle(handle);
    return is_known;
}

bool us_path_about(const char *path, struct us_about *out)
{
    return about_path(path, FILE_FLAG_OPEN_REPARSE_POINT, out);
}

bool us_path_about_target(const char *path, struct us_about *out)
{
    return about_path(path, 0, out);
}

bool us_path_is_readable(const char *path)
{
    int file = us_descriptor_open(path, US_DESCRIPTOR_READ, 0);
    return file >= 0 && us_descriptor_close(file);
}

bool us_path_is_writable(const char *path)
{
    int file = us_descriptor_open(path, US_DESCRIPTOR_WRITE, 0);
    return file >= 0 && us_descriptor_close(file);
}

bool us_path_here(char *out, size_t size)
{
    return us_path_absolute(".", out, size);
}

bool us_path_enter(const char *folder)
{
    wchar_t wide[US_SYSTEM_PATH_SIZE];
    return us_system_path(folder, wide) &&
           (SetCurrentDirectoryW(wide) != 0 || us_system_fail(GetLastError()));
}

struct us_path_list {
    HANDLE search;
    bool is_read; /* `found` has been given */
    WIN32_FIND_DATAW found;
    char name[3 * MAX_PATH + 1]; /* in UTF-8 */
};

struct us_path_list *us_path_list_begin(const char *folder)
{
    wchar_t wide[US_SYSTEM_PATH_SIZE + 2];
    if (!us_system_path(folder, wide))
        return NULL;
    wcscat(wide, L"\\*");
    struct us_path_list *list = calloc(1, sizeof *list);
    if (list == NULL)
        return NULL;
    list->search = FindFirstFileW(wide, &list->found);
    if (list->search != INVALID_HANDLE_VALUE)
        return list;
    us_system_fail(GetLastError());
    free(list);
    return NULL;
}

const char *us_path_list_next(struct us_path_list *list)
{
    while (!list->is_read || FindNextFileW(list->search, &list->found)) {
        list->is_read = true;
        bool is_dots =
            wcscmp(list->found.cFileName, L".") == 0 || wcscmp(list->found.cFileName, L"..") == 0;
        if (!is_dots && us_system_narrow(list->found.cFileName, list->name, sizeof list->name))
            return list->name;
    }
    return NULL;
}

void us_path_list_end(struct us_path_list *list)
{
    if (list != NULL)
        FindClose(list->search);
    free(list);
}

FILE *us_path_stream(const char *path)
{
    int file = us_descriptor_open(path, US_DESCRIPTOR_READ, 0);
    FILE *stream = file >= 0 ? _fdopen(file, "rb") : NULL;
    if (file >= 0 && stream == NULL)
        us_descriptor_close(file);
    return stream;
}

/* Room for one byte more and the end. */
static bool make_room(char **text, size_t *size, size_t length)
{
    size_t wanted = *size < 128 ? 128 : *size * 2;
    if (*text != NULL && length + 2 <= *size)
        return true;
    char *more = realloc(*text, wanted);
    if (more == NULL)
        return false;
    *text = more;
    *size = wanted;
    return true;
}

int64_t us_path_stream_line(FILE *stream, char **text, size_t *size)
{
    size_t length = 0;
    for (int byte = 0; byte != '\n' && (byte = getc(stream)) != EOF;) {
        if (!make_room(text, size, length))
            return -1;
        (*text)[length++] = (char)byte;
    }
    if (length == 0)
        return -1;
    (*text)[length] = '\0';
    return (int64_t)length;
}

bool us_path_remove(const char *path)
{
    wchar_t wide[US_SYSTEM_PATH_SIZE];
    return us_system_path(path, wide) && (DeleteFileW(wide) != 0 || us_system_fail(GetLastError()));
}

/* As rename of POSIX does, also where a process has `to` open. NTFS knows it since Windows 10 1709.
 */
static bool rename_as_posix(const wchar_t *from, const wchar_t *to)
{
    enum { RENAME_EX = 22, REPLACE = 1, POSIX = 2 }; /* FileRenameInfoEx and its flags */
    struct {
        DWORD flags;
        HANDLE folder;
        DWORD length; /* in bytes, without the end */
        wchar_t name[US_SYSTEM_PATH_SIZE];
    } rename = {.flags = REPLACE | POSIX};
    DWORD length = GetFullPathNameW(to, US_SYSTEM_PATH_SIZE, rename.name, NULL);
    if (length == 0 || length >= US_SYSTEM_PATH_SIZE)
        return false;
    rename.length = length * (DWORD)sizeof(wchar_t);
    HANDLE handle = us_system_open(from, DELETE | SYNCHRONIZE, OPEN_EXISTING,
                                   FILE_FLAG_OPEN_REPARSE_POINT | FILE_FLAG_BACKUP_SEMANTICS);
    if (handle == INVALID_HANDLE_VALUE)
        return false;
    BOOL is_done = SetFileInformationByHandle(handle, (FILE_INFO_BY_HANDLE_CLASS)RENAME_EX, &rename,
                                              sizeof rename);
    CloseHandle(handle);
    return is_done != 0;
}

bool us_path_replace(const char *from, const char *to)
{
    wchar_t wide_from[US_SYSTEM_PATH_SIZE], wide_to[US_SYSTEM_PATH_SIZE];
    if (!us_system_path(from, wide_from) || !us_system_path(to, wide_to))
        return false;
    if (rename_as_posix(wide_from, wide_to))
        return true;
    for (int i = 0; i < TRIES; i++) {
        if (MoveFileExW(wide_from, wide_to, MOVEFILE_REPLACE_EXISTING))
            return true;
        DWORD error = GetLastError();
        if (error != ERROR_ACCESS_DENIED && error != ERROR_SHARING_VIOLATION)
            return us_system_fail(error);
        Sleep(MOMENT_MS);
    }
    return us_system_fail(ERROR_ACCESS_DENIED);
}

bool us_path_make_folder(const char *path, unsigned rights)
{
    (void)rights;
    wchar_t wide[US_SYSTEM_PATH_SIZE];
    return us_system_path(path, wide) &&
           (CreateDirectoryW(wide, NULL) != 0 || us_system_fail(GetLastError()));
}

bool us_path_remove_folder(const char *path)
{
    wchar_t wide[US_SYSTEM_PATH_SIZE];
    return us_system_path(path, wide) &&
           (RemoveDirectoryW(wide) != 0 || us_system_fail(GetLastError()));
}
