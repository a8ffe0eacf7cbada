/* SPDX-License-Identifier: MIT */
#include "platform/descriptor.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <stdatomic.h>

#include "platform/windows/system.h"

/* More descriptors than the C runtime has. */
enum { DESCRIPTORS = 8192, LARGEST = 1 << 30 };

/* Which descriptors append: the C runtime would seek and write in two steps. */
static atomic_bool appends[DESCRIPTORS];

static HANDLE handle_of(int file)
{
    return file >= 0 ? (HANDLE)_get_osfhandle(file) : INVALID_HANDLE_VALUE;
}

int us_system_descriptor(HANDLE handle, bool appending)
{
    if (handle == INVALID_HANDLE_VALUE)
        return -1;
    int file = _open_osfhandle((intptr_t)handle, _O_BINARY | _O_NOINHERIT);
    if (file >= 0 && file < DESCRIPTORS) {
        atomic_store(&appends[file], appending);
        return file;
    }
    CloseHandle(handle);
    errno = EMFILE;
    return -1;
}

static bool is_appending(int file)
{
    return file >= 0 && file < DESCRIPTORS && atomic_load(&appends[file]);
}

static bool is_link(HANDLE handle)
{
    FILE_ATTRIBUTE_TAG_INFO about;
    return GetFileInformationByHandleEx(handle, FileAttributeTagInfo, &about, sizeof about) != 0 &&
           (about.FileAttributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0;
}

static HANDLE open_handle(const wchar_t *path, unsigned mode)
{
    DWORD access = 0, make = OPEN_EXISTING;
    DWORD flags = FILE_ATTRIBUTE_NORMAL | FILE_FLAG_BACKUP_SEMANTICS; /* or no folder opens */
    if ((mode & US_DESCRIPTOR_READ) != 0)
        access |= GENERIC_READ;
    if ((mode & US_DESCRIPTOR_WRITE) != 0)
        access |= GENERIC_WRITE | FILE_READ_ATTRIBUTES;
    if ((mode & US_DESCRIPTOR_CREATE) != 0)
        make = (mode & US_DESCRIPTOR_NEW) == US_DESCRIPTOR_NEW ? CREATE_NEW : OPEN_ALWAYS;
    if ((mode & US_DESCRIPTOR_NO_LINK) != 0)
        flags |= FILE_FLAG_OPEN_REPARSE_POINT;
    return us_system_open(path, access, make, flags);
}

int us_descriptor_open(const char *path, unsigned mode, unsigned rights)
{
    wchar_t wide[US_SYSTEM_PATH_SIZE];
    (void)rights;
    if (!us_system_path(path, wide))
        return -1;
    HANDLE handle = open_handle(wide, mode);
    if (handle != INVALID_HANDLE_VALUE && (mode & US_DESCRIPTOR_NO_LINK) != 0 && is_link(handle)) {
        CloseHandle(handle);
        errno = ELOOP;
        return -1;
    }
    return us_system_descriptor(handle, (mode & US_DESCRIPTOR_APPEND) == US_DESCRIPTOR_APPEND);
}

bool us_descriptor_close(int file)
{
    return _close(file) == 0;
}

bool us_descriptor_about(int file, struct us_about *out)
{
    return us_system_about(handle_of(file), out);
}

static DWORD count_of(size_t count)
{
    return count < LARGEST ? (DWORD)count : LARGEST;
}

static OVERLAPPED place_of(uint64_t offset)
{
    return (OVERLAPPED){.Offset = (DWORD)offset, .OffsetHigh = (DWORD)(offset >> 32)};
}

static int64_t read_from(int file, void *out, size_t count, OVERLAPPED *place)
{
    DWORD done = 0;
    if (ReadFile(handle_of(file), out, count_of(count), &done, place))
        return done;
    DWORD error = GetLastError();
    if (error == ERROR_HANDLE_EOF || error == ERROR_BROKEN_PIPE)
        return 0;
    us_system_fail(error);
    return -1;
}

static int64_t write_to(int file, const void *bytes, size_t count, OVERLAPPED *place)
{
    DWORD done = 0;
    if (WriteFile(handle_of(file), bytes, count_of(count), &done, place))
        return done;
    us_system_fail(GetLastError());
    return -1;
}

/* ReadFile and WriteFile move the place of the descriptor to the end of what they did elsewhere. */
static bool note_place(int file, LARGE_INTEGER *out)
{
    return SetFilePointerEx(handle_of(file), (LARGE_INTEGER){.QuadPart = 0}, out, FILE_CURRENT) !=
           0;
}

static void restore_place(int file, LARGE_INTEGER place)
{
    SetFilePointerEx(handle_of(file), place, NULL, FILE_BEGIN);
}

int64_t us_descriptor_read(int file, void *out, size_t count)
{
    return read_from(file, out, count, NULL);
}

int64_t us_descriptor_read_at(int file, void *out, size_t count, uint64_t offset)
{
    OVERLAPPED place = place_of(offset);
    LARGE_INTEGER before;
    bool has_place = note_place(file, &before);
    int64_t done = read_from(file, out, count, &place);
    if (has_place)
        restore_place(file, before);
    return done;
}

int64_t us_descriptor_write(int file, const void *bytes, size_t count)
{
    OVERLAPPED end = place_of(UINT64_MAX);
    return write_to(file, bytes, count, is_appending(file) ? &end : NULL);
}

int64_t us_descriptor_write_at(int file, const void *bytes, size_t count, uint64_t offset)
{
    OVERLAPPED place = place_of(offset);
    LARGE_INTEGER before;
    bool has_place = note_place(file, &before);
    int64_t done = write_to(file, bytes, count, &place);
    if (has_place)
        restore_place(file, before);
    return done;
}

bool us_descriptor_truncate(int file, uint64_t size)
{
    FILE_END_OF_FILE_INFO end = {.EndOfFile.QuadPart = (LONGLONG)size};
    return SetFileInformationByHandle(handle_of(file), FileEndOfFileInfo, &end, sizeof end) != 0 ||
           us_system_fail(GetLastError());
}

bool us_descriptor_reserve(int file, uint64_t size)
{
    struct us_about about;
    FILE_ALLOCATION_INFO space = {.AllocationSize.QuadPart = (LONGLONG)size};
    if (!us_descriptor_about(file, &about))
        return false;
    if (about.size == size)
        return true; /* another process may have mapped it */
    if (!SetFileInformationByHandle(handle_of(file), FileAllocationInfo, &space, sizeof space) &&
        GetLastError() == ERROR_DISK_FULL)
        return us_system_fail(ERROR_DISK_FULL);
    return us_descriptor_truncate(file, size);
}

bool us_descriptor_sync(int file)
{
    return FlushFileBuffers(handle_of(file)) != 0 || GetLastError() == ERROR_INVALID_FUNCTION ||
           us_system_fail(GetLastError());
}

void us_descriptor_will_need(int file, uint64_t offset, uint64_t count)
{
    (void)file;
    (void)offset;
    (void)count;
}

/* Windows keeps others from the bytes that are locked, so this is one that no file has. */
bool us_descriptor_lock(int file, bool is_exclusive)
{
    OVERLAPPED place = place_of(UINT64_C(1) << 62);
    DWORD flags = LOCKFILE_FAIL_IMMEDIATELY | (is_exclusive ? LOCKFILE_EXCLUSIVE_LOCK : 0);
    return LockFileEx(handle_of(file), flags, 0, 1, 0, &place) != 0 ||
           us_system_fail(GetLastError());
}

int us_descriptor_duplicate(int file)
{
    HANDLE copy = us_system_duplicate(handle_of(file), false);
    return copy != NULL ? us_system_descriptor(copy, is_appending(file)) : -1;
}

/* The C runtime tells the system, from which programs that are started get their streams. */
bool us_descriptor_become(int standard, int file)
{
    if (_dup2(file, standard) != 0 || _setmode(standard, _O_BINARY) == -1)
        return false;
    atomic_store(&appends[standard], is_appending(file));
    return true;
}

FILE *us_descriptor_stream(int file)
{
    return _fdopen(file, "wb");
}

int us_descriptor_reopen(int file)
{
    HANDLE handle = ReOpenFile(handle_of(file), GENERIC_READ | GENERIC_WRITE,
                               FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, 0);
    if (handle == INVALID_HANDLE_VALUE)
        us_system_fail(GetLastError());
    return us_system_descriptor(handle, false);
}

bool us_descriptor_is_terminal(int file)
{
    DWORD mode;
    return GetConsoleMode(handle_of(file), &mode) != 0;
}
