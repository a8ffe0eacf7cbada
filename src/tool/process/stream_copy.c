/* SPDX-License-Identifier: MIT */
#include "tool/process/stream_copy.h"

#include <errno.h>
#include <string.h>

#include "platform/descriptor.h"
#include "platform/pipe.h"
#include "tool/cli/text.h"

static const struct tool_stream_copy nothing = {-1, -1, -1, -1, NULL};

bool tool_stream_copy_open(struct tool_stream_copy *copy, const char *path, int stream)
{
    int ends[2];
    const unsigned mode = US_DESCRIPTOR_WRITE | US_DESCRIPTOR_NEW | US_DESCRIPTOR_NO_LINK;
    *copy = nothing;
    if (path == NULL)
        return true;
    copy->path = path;
    copy->stream = stream;
    copy->file = us_descriptor_open(path, mode, 0666);
    bool made = copy->file >= 0 && us_pipe_open(ends);
    if (!made) {
        tool_text_complain("%s cannot be written: %s", path, strerror(errno));
        tool_stream_copy_close(copy);
        return false;
    }
    copy->from = ends[0];
    copy->to_pipe = ends[1];
    return true;
}

static void close_one(int *file)
{
    if (*file >= 0)
        us_descriptor_close(*file);
    *file = -1;
}

void tool_stream_copy_release(struct tool_stream_copy *copy)
{
    close_one(&copy->to_pipe);
}

static void pass_on(struct tool_stream_copy *copy, const char *bytes, size_t size)
{
    if (copy->stream >= 0 && !us_pipe_write_all(copy->stream, bytes, size))
        copy->stream = -1;
    if (copy->file >= 0 && !us_pipe_write_all(copy->file, bytes, size)) {
        tool_text_complain("%s is incomplete: %s", copy->path, strerror(errno));
        close_one(&copy->file);
    }
}

void tool_stream_copy_take(struct tool_stream_copy *copy)
{
    char bytes[16384];
    int64_t length = 0;
    while (copy->from >= 0 && (length = us_pipe_read(copy->from, bytes, sizeof bytes)) > 0)
        pass_on(copy, bytes, (size_t)length);
    if (length == 0)
        close_one(&copy->from);
}

void tool_stream_copy_close(struct tool_stream_copy *copy)
{
    close_one(&copy->from);
    close_one(&copy->to_pipe);
    close_one(&copy->file);
}
