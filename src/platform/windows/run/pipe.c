/* SPDX-License-Identifier: MIT */
#include "platform/pipe.h"

#include <errno.h>
#include <io.h>
#include <stdlib.h>

#include "platform/descriptor.h"
#include "platform/time.h"
#include "platform/windows/run/pipe_writer.h"
#include "platform/windows/system.h"

#define MS_NS INT64_C(1000000)
enum { ROOM = 65536 };
/* How long us_pipe_wait sleeps between two looks, and after how many it sleeps longer. */
enum { LOOK_MS = 1, LOOKS = 200, LATER_LOOK_MS = 5 };

bool us_pipe_open(int ends[2])
{
    HANDLE from, to;
    if (!CreatePipe(&from, &to, NULL, ROOM))
        return us_system_fail(GetLastError());
    ends[0] = us_system_descriptor(from, false);
    ends[1] = us_system_descriptor(to, false);
    if (ends[0] >= 0 && ends[1] >= 0)
        return true;
    for (int i = 0; i < 2; i++)
        if (ends[i] >= 0)
            us_descriptor_close(ends[i]);
    ends[0] = ends[1] = -1;
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

static bool is_pipe(int file)
{
    return GetFileType((HANDLE)_get_osfhandle(file)) == FILE_TYPE_PIPE;
}

int64_t us_pipe_read(int from, void *out, size_t size)
{
    if (!is_pipe(from))
        return us_descriptor_read(from, out, size);
    int64_t waiting = count_waiting(from);
    if (waiting < 0)
        return 0;
    errno = EAGAIN;
    if (waiting == 0)
        return -1;
    return us_descriptor_read(from, out, (size_t)waiting < size ? (size_t)waiting : size);
}

static bool look(struct us_pipe_end *end)
{
    bool has_room = false;
    end->is_broken = false;
    if (end->file >= 0)
        us_pipe_writer_look(end->file, &has_room, &end->is_broken);
    end->is_readable =
        end->file >= 0 && end->reads && (!is_pipe(end->file) || count_waiting(end->file) != 0);
    end->is_writable = has_room && end->writes;
    return end->is_readable || end->is_writable || end->is_broken;
}

bool us_pipe_wait(struct us_pipe_end *ends, unsigned count, int most_ms)
{
    int64_t until_ns = us_time_now_ns() + most_ms * MS_NS;
    for (int looks = 0;; looks++) {
        bool is_found = false;
        for (unsigned i = 0; i < count; i++)
            is_found |= look(&ends[i]);
        int64_t left_ns = until_ns - us_time_now_ns();
        if (is_found || (most_ms >= 0 && left_ns <= 0))
            return true;
        int64_t sleep_ns = (looks < LOOKS ? LOOK_MS : LATER_LOOK_MS) * MS_NS;
        us_time_sleep(most_ms >= 0 && left_ns < sleep_ns ? left_ns : sleep_ns);
    }
}

/* ---- Standard input ---- */

struct relay {
    HANDLE from;
    int to; /* a pipe */
};

/* Until the input ends, or the program. */
static DWORD WINAPI run_relay(void *data)
{
    struct relay *relay = data;
    char bytes[US_PIPE_AT_ONCE];
    DWORD length;
    while (ReadFile(relay->from, bytes, sizeof bytes, &length, NULL) && length > 0 &&
           us_pipe_write_all(relay->to, bytes, length))
        ;
    us_descriptor_close(relay->to);
    CloseHandle(relay->from);
    free(relay);
    return 0;
}

/* Nobody joins the thread: it may wait for ever. */
static bool start_thread(struct relay *relay)
{
    HANDLE thread = CreateThread(NULL, 0, run_relay, relay, 0, NULL);
    if (thread != NULL)
        CloseHandle(thread);
    return thread != NULL || us_system_fail(GetLastError());
}

static int start_relay(HANDLE input)
{
    struct relay *relay = calloc(1, sizeof *relay);
    int ends[2] = {-1, -1};
    bool has_pipe = relay != NULL && us_pipe_open(ends);
    bool has_input = has_pipe && (relay->from = us_system_duplicate(input, false)) != NULL;
    if (has_input) {
        relay->to = ends[1];
        if (start_thread(relay))
            return ends[0];
    }
    int why = errno;
    if (has_input)
        CloseHandle(relay->from);
    for (int i = 0; has_pipe && i < 2; i++)
        us_descriptor_close(ends[i]);
    free(relay);
    errno = why;
    return -1;
}

int us_pipe_input(void)
{
    HANDLE input = (HANDLE)_get_osfhandle(US_DESCRIPTOR_INPUT);
    DWORD type = GetFileType(input), waiting;
    bool can_look =
        type == FILE_TYPE_DISK ||
        (type == FILE_TYPE_PIPE && (PeekNamedPipe(input, NULL, 0, NULL, &waiting, NULL) ||
                                    GetLastError() == ERROR_BROKEN_PIPE));
    return can_look || type == FILE_TYPE_UNKNOWN ? us_descriptor_duplicate(US_DESCRIPTOR_INPUT)
                                                 : start_relay(input);
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
        if (written == 0) /* whoever made the pipe has told it not to wait */
            us_time_sleep(LOOK_MS * MS_NS);
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
