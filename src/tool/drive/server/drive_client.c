/* SPDX-License-Identifier: MIT */
#include "tool/drive/server/drive_client.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

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
    us_writer_finish(&client->received);
    us_writer_finish(&client->answers);
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
    const size_t received = client->received.size;
    bool takes = !client->is_at_end && received <= TOOL_DRIVE_LINE_MAX &&
                 client->answers.size < TOOL_DRIVE_ANSWERS_MAX && (!is_asking || received == 0);
    out[0] = (struct us_pipe_end){.file = takes ? client->in : -1, .reads = true};
    out[1] = (struct us_pipe_end){.file = client->out, .writes = client->answers.size > 0};
}

static void read_some(struct tool_drive_client *client)
{
    uint8_t *to = us_writer_reserve(&client->received, AT_ONCE);
    int64_t length = to != NULL ? us_pipe_read(client->in, to, AT_ONCE) : 0;
    if (length > 0)
        client->received.size += (size_t)length;
    else if (length == 0 || errno != EAGAIN)
        client->is_at_end = true;
}

static void write_some(struct tool_drive_client *client)
{
    size_t left = client->answers.size - client->written;
    size_t size = left < AT_ONCE || is_socket(client) ? left : AT_ONCE;
    int64_t length = us_pipe_write(client->out, client->answers.bytes + client->written, size);
    if (length > 0)
        client->written += (size_t)length;
    else if (length < 0 && errno != EAGAIN)
        client->has_gone = true;
    if (client->written == client->answers.size)
        client->written = client->answers.size = 0;
}

void tool_drive_client_serve(struct tool_drive_client *client, const struct us_pipe_end polled[2])
{
    bool takes = polled[0].file >= 0;
    if (polled[0].is_readable)
        read_some(client);
    if (client->answers.size > 0 && polled[1].is_writable)
        write_some(client);
    /* What was sent before the connection was closed is read first. */
    if (polled[1].is_broken && (!takes || !is_socket(client) || client->is_at_end))
        client->has_gone = true;
}

/* Takes bytes off the beginning. */
static void drop(struct us_writer *buffer, size_t count)
{
    buffer->size -= count;
    if (count > 0)
        memmove(buffer->bytes, buffer->bytes + count, buffer->size);
}

bool tool_drive_client_has_line(const struct tool_drive_client *client)
{
    const struct us_writer *received = &client->received;
    return received->size > 0 &&
           (client->is_at_end || memchr(received->bytes, '\n', received->size) != NULL);
}

enum tool_drive_client_line tool_drive_client_take(struct tool_drive_client *client,
                                                   char **out_line, size_t *out_length)
{
    struct us_writer *received = &client->received;
    while (received->size > 0) {
        const uint8_t *end = memchr(received->bytes, '\n', received->size);
        size_t size = end != NULL ? (size_t)(end - received->bytes) : received->size;
        bool was_skipped = client->skips;
        if (!tool_drive_client_has_line(client) && !client->skips && size <= TOOL_DRIVE_LINE_MAX)
            return TOOL_DRIVE_NO_LINE;
        client->skips = end == NULL;
        bool is_line = !was_skipped && size <= TOOL_DRIVE_LINE_MAX;
        *out_length = size;
        *out_line = is_line ? us_bytes_text(received->bytes, size) : NULL;
        if (is_line && *out_line == NULL) {
            client->has_gone = true; /* there is no memory to serve it */
            return TOOL_DRIVE_NO_LINE;
        }
        drop(received, end != NULL ? size + 1 : size);
        if (is_line)
            return TOOL_DRIVE_LINE;
        if (!was_skipped)
            return TOOL_DRIVE_LINE_TOO_LONG;
    }
    return TOOL_DRIVE_NO_LINE;
}

void tool_drive_client_answer(struct tool_drive_client *client, const char *line)
{
    drop(&client->answers, client->written);
    client->written = 0;
    us_writer_text(&client->answers, line);
    us_writer_u8(&client->answers, '\n');
    client->has_gone |= client->answers.failed;
}
