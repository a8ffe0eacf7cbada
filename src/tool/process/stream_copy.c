/* SPDX-License-Identifier: MIT */
/* pipe2 is not in POSIX. */
#define _GNU_SOURCE
#include "tool/process/stream_copy.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

#include "tool/cli/text.h"

static const struct tool_stream_copy nothing = {-1, -1, -1, -1, NULL};

bool tool_stream_copy_open(struct tool_stream_copy *copy, const char *path, int stream)
{
    int ends[2];
    *copy = nothing;
    if (path == NULL)
        return true;
    copy->path = path;
    copy->stream = stream;
    copy->file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    bool made = copy->file >= 0 && pipe2(ends, O_CLOEXEC) == 0;
    if (!made) {
        tool_text_complain("%s cannot be written: %s", path, strerror(errno));
        tool_stream_copy_close(copy);
        return false;
    }
    copy->from = ends[0];
    copy->to_pipe = ends[1];
    fcntl(copy->from, F_SETFL, O_NONBLOCK);
    return true;
}

static void close_one(int *file)
{
    if (*file >= 0)
        close(*file);
    *file = -1;
}

void tool_stream_copy_release(struct tool_stream_copy *copy)
{
    close_one(&copy->to_pipe);
}

/* Writes everything, and waits while nothing can be written. False, with errno. */
static bool write_all(int file, const char *bytes, ssize_t size)
{
    while (size > 0) {
        ssize_t written = write(file, bytes, (size_t)size);
        if (written < 0 && errno == EAGAIN) {
            struct pollfd room = {.fd = file, .events = POLLOUT};
            poll(&room, 1, -1);
        } else if (written < 0 && errno != EINTR) {
            return false;
        } else if (written > 0) {
            bytes += written;
            size -= written;
        }
    }
    return true;
}

static void pass_on(struct tool_stream_copy *copy, const char *bytes, ssize_t size)
{
    if (copy->stream >= 0 && !write_all(copy->stream, bytes, size))
        copy->stream = -1;
    if (copy->file >= 0 && !write_all(copy->file, bytes, size)) {
        tool_text_complain("%s is incomplete: %s", copy->path, strerror(errno));
        close_one(&copy->file);
    }
}

void tool_stream_copy_take(struct tool_stream_copy *copy)
{
    char bytes[16384];
    ssize_t length = 0;
    while (copy->from >= 0 &&
           ((length = read(copy->from, bytes, sizeof bytes)) > 0 || (length < 0 && errno == EINTR)))
        pass_on(copy, bytes, length);
    if (length == 0)
        close_one(&copy->from);
}

void tool_stream_copy_close(struct tool_stream_copy *copy)
{
    close_one(&copy->from);
    close_one(&copy->to_pipe);
    close_one(&copy->file);
}
