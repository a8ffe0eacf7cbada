/* SPDX-License-Identifier: MIT */
#include "tool/drive/server/drive_client.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A pipe that poll calls writable takes so many bytes without waiting. */
enum { AT_ONCE = 4096 };

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
        close(client->in);
    if (client->out >= 0 && client->out != client->in)
        close(client->out);
    free(client->bytes);
    free(client->answers);
    *client = (struct tool_drive_client){.in = -1, .out = -1};
}

void tool_drive_client_poll(const struct tool_drive_client *client, bool is_asking,
                            struct pollfd out[2])
{
    bool takes = !client->is_at_end && client->length <= TOOL_DRIVE_LINE_MAX &&
                 client->waiting < TOOL_DRIVE_ANSWERS_MAX && (!is_asking || client->length == 0);
    out[0] = (struct pollfd){.fd = takes ? client->in : -1, .events = POLLIN};
    out[1] = (struct pollfd){.fd = client->out, .events = client->waiting > 0 ? POLLOUT : 0};
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

/* Half a line at the end is none. */
static void read_some(struct tool_drive_client *client)
{
    if (client->size - client->length < AT_ONCE && !grow(client)) {
        client->is_at_end = true;
        return;
    }
    ssize_t length = read(client->in, client->bytes + client->length, AT_ONCE);
    if (length > 0)
        client->length += (size_t)length;
    else if (length == 0 || (errno != EAGAIN && errno != EINTR))
        client->is_at_end = true;
}

static void write_some(struct tool_drive_client *client)
{
    size_t left = client->waiting - client->written;
    size_t size = left < AT_ONCE || is_socket(client) ? left : AT_ONCE;
    ssize_t length = write(client->out, client->answers + client->written, size);
    if (length > 0)
        client->written += (size_t)length;
    else if (length < 0 && errno != EAGAIN && errno != EINTR)
        client->has_gone = true;
    if (client->written == client->waiting)
        client->written = client->waiting = 0;
}

void tool_drive_client_serve(struct tool_drive_client *client, const struct pollfd polled[2])
{
    bool is_hung_up = (polled[1].revents & (POLLERR | POLLHUP | POLLNVAL)) != 0;
    bool takes = polled[0].fd >= 0;
    if (takes && polled[0].revents != 0)
        read_some(client);
    if (client->waiting > 0 && (polled[1].revents & POLLOUT) != 0)
        write_some(client);
    /* What was sent before the connection was closed is read first. */
    if (is_hung_up && (!takes || !is_socket(client) || client->is_at_end))
        client->has_gone = true;
}

static void drop(struct tool_drive_client *client, size_t count)
{
    client->length -= count;
    memmove(client->bytes, client->bytes + count, client->length);
}

enum tool_drive_client_line tool_drive_client_take(struct tool_drive_client *client,
                                                   char **out_line, size_t *out_length)
{
    while (client->length > 0) {
        const char *end = memchr(client->bytes, '\n', client->length);
        size_t size = end != NULL ? (size_t)(end - client->bytes) : client->length;
        bool was_skipped = client->skips;
        if (end == NULL && !client->skips && size <= TOOL_DRIVE_LINE_MAX)
            return TOOL_DRIVE_NO_LINE;
        client->skips = end == NULL;
        bool is_line = !was_skipped && size <= TOOL_DRIVE_LINE_MAX;
        *out_length = size;
        *out_line = is_line ? strndup(client->bytes, size) : NULL;
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
