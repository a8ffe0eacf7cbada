/* SPDX-License-Identifier: MIT */
#include "tool/drive/server/drive_client.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/bytes.h"
#include "platform/descriptor.h"

enum { AT_ONCE = US_PIPE_AT_ONCE };

static bool is_socket(const struct tool_drive_client *client)
{
    return client->in == client->out;
}

void tool_drive_client_open(struct tool_drive_client *client, int in, int out)
{
    *client = (struct tool_drive_client){.in = in, .out = out};
}

void tool_drive_client_close(struct tool_drive_client *client)
{
    if (client->in >= 0)
        us_descriptor_close(client->in);
    if (client->out >= 0 && client->out != client->in)
        us_pipe_close(client->out);
    free(client->bytes);
    free(client->answers);
    *client = (struct tool_drive_client){.in = -1, .out = -1};
}

bool tool_drive_client_take_stdio(struct tool_drive_client *client)
{
    int in = us_pipe_input();
    int out = us_descriptor_duplicate(US_DESCRIPTOR_OUTPUT);
    int nothing = us_descriptor_open(US_DESCRIPTOR_NOTHING, US_DESCRIPTOR_READ, 0);
    bool taken = in >= 0 && out >= 0 && nothing >= 0 &&
                 us_descriptor_become(US_DESCRIPTOR_INPUT, nothing) &&
                 us_descriptor_become(US_DESCRIPTOR_OUTPUT, US_DESCRIPTOR_ERROR);
    int why = errno;
    if (nothing >= 0)
        us_descriptor_close(nothing);
    tool_drive_client_open(client, in, out);
    errno = why;
    return taken;
}

void tool_drive_client_poll(const struct tool_drive_client *client, bool is_asking,
                            struct us_pipe_end out[2])
{
    bool takes = !client->is_at_end && client->length <= TOOL_DRIVE_LINE_MAX &&
                 client->waiting < TOOL_DRIVE_ANSWERS_MAX && (!is_asking || client->length == 0);
    out[0] = (struct us_pipe_end){.file = takes ? client->in : -1, .reads = true};
    out[1] = (struct us_pipe_end){.file = client->out, .writes = client->waiting > 0};
}

static bool grow(struct tool_drive_client *client)
{
    size_t size = client->size > 0 ? 2 * client->size : 2 * AT_ONCE;
    char *bytes = realloc(client->bytes, size);
    if (bytes == NULL)
        return false;
    client->bytes = bytes;
    client->size = size;
    return true;
}

static void read_some(struct tool_drive_client *client)
{
    if (client->size - client->length < AT_ONCE && !grow(client)) {
        client->is_at_end = true;
        return;
    }
    int64_t length = us_pipe_read(client->in, client->bytes + client->length, AT_ONCE);
    if (length > 0)
        client->length += (size_t)length;
    else if (length == 0 || errno != EAGAIN)
        client->is_at_end = true;
}

static void write_some(struct tool_drive_client *client)
{
    size_t left = client->waiting - client->written;
    size_t size = left < AT_ONCE || is_socket(client) ? left : AT_ONCE;
    int64_t length = us_pipe_write(client->out, client->answers + client->written, size);
    if (length > 0)
        client->written += (size_t)length;
    else if (length < 0 && errno != EAGAIN)
        client->has_gone = true;
    if (client->written == client->waiting)
        client->written = client->waiting = 0;
}

void tool_drive_client_serve(struct tool_drive_client *client, const struct us_pipe_end polled[2])
{
    bool takes = polled[0].file >= 0;
    if (polled[0].is_readable)
        read_some(client);
    if (client->waiting > 0 && polled[1].is_writable)
        write_some(client);
    /* What was sent before the connection was closed is read first. */
    if (polled[1].is_broken && (!takes || !is_socket(client) || client->is_at_end))
        client->has_gone = true;
}

static void drop(struct tool_drive_client *client, size_t count)
{
    client->length -= count;
    memmove(client->bytes, client->bytes + count, client->length);
}

bool tool_drive_client_has_line(const struct tool_drive_client *client)
{
    return client->length > 0 &&
           (client->is_at_end || memchr(client->bytes, '\n', client->length) != NULL);
}

enum tool_drive_client_line tool_drive_client_take(struct tool_drive_client *client,
                                                   char **out_line, size_t *out_length)
{
    while (client->length > 0) {
        const char *end = memchr(client->bytes, '\n', client->length);
        size_t size = end != NULL ? (size_t)(end - client->bytes) : client->length;
        bool was_skipped = client->skips;
        if (!tool_drive_client_has_line(client) && !client->skips && size <= TOOL_DRIVE_LINE_MAX)
            return TOOL_DRIVE_NO_LINE;
        client->skips = end == NULL;
        bool is_line = !was_skipped && size <= TOOL_DRIVE_LINE_MAX;
        *out_length = size;
        *out_line = is_line ? us_bytes_text(client->bytes, size) : NULL;
        if (is_line && *out_line == NULL) {
            client->has_gone = true; /* there is no memory to serve it */
            return TOOL_DRIVE_NO_LINE;
        }
        drop(client, end != NULL ? size + 1 : size);
        if (is_line)
            return TOOL_DRIVE_LINE;
        if (!was_skipped)
            return TOOL_DRIVE_LINE_TOO_LONG;
    }
    return TOOL_DRIVE_NO_LINE;
}

void tool_drive_client_answer(struct tool_drive_client *client, const char *line)
{
    size_t length = strlen(line);
    client->waiting -= client->written;
    if (client->written > 0)
        memmove(client->answers, client->answers + client->written, client->waiting);
    client->written = 0;
    char *answers = realloc(client->answers, client->waiting + length + 1);
    if (answers == NULL) {
        client->has_gone = true;
        return;
    }
    memcpy(answers + client->waiting, line, length + 1);
    answers[client->waiting + length] = '\n';
    client->answers = answers;
    client->waiting += length + 1;
}
