/* SPDX-License-Identifier: MIT */
#include "platform/pipe.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>

#include "platform/descriptor.h"
#include "platform/windows/system.h"

enum { ROOM = 65536 };

static int descriptor_of(HANDLE handle)
{
    int file = _open_osfhandle((intptr_t)handle, _O_BINARY | _O_NOINHERIT);
    if (file < 0)
        CloseHandle(handle);
    return file;
}

bool us_pipe_open(int ends[2])
{
    HANDLE from, to;
    if (!CreatePipe(&from, &to, NULL, ROOM))
        return us_system_fail(GetLastError());
    ends[0] = descriptor_of(from);
    ends[1] = descriptor_of(to);
    if (ends[0] >= 0 && ends[1] >= 0)
        return true;
    for (int i = 0; i < 2; i++)
        if (ends[i] >= 0)
            us_descriptor_close(ends[i]);
    errno = EMFILE;
    return false;
}

/* How many bytes wait; -1: the other end is closed. */
static int64_t count_waiting(int from)
{
    DWORD waiting = 0;
    HANDLE handle = (HANDLE)_get_osfhandle(from);
    return PeekNamedPipe(handle, NULL, 0, NULL, &waiting, NULL) ? (int64_t)waiting : -1;
}

int64_t us_pipe_read(int from, void *out, size_t size)
{
    int64_t waiting = count_waiting(from);
    if (waiting < 0)
        return 0;
    errno = EAGAIN;
    if (waiting == 0)
        return -1;
    return us_descriptor_read(from, out, (size_t)waiting < size ? (size_t)waiting : size);
}

bool us_pipe_has_bytes(int from)
{
    return count_waiting(from) > 0;
}

bool us_pipe_write_all(int file, const void *bytes, size_t size)
{
    const char *at = bytes;
    while (size > 0) {
        int64_t written = us_descriptor_write(file, at, size);
        if (written < 0)
            return false;
        at += written;
        size -= (size_t)written;
    }
    return true;
}

void us_pipe_begin_survival(void)
{
}

void us_pipe_end_survival(void)
{
}
