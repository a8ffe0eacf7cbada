/* SPDX-License-Identifier: MIT */
/*
 * drive_client: one connection: lines come in, lines go out. Neither waits.
 *
 * What a client sends is read only as far as its answers are taken, so that one that never reads
 * costs bounded memory.
 */
#ifndef TOOL_DRIVE_CLIENT_H
#define TOOL_DRIVE_CLIENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/bytes.h"
#include "platform/pipe.h"

enum { TOOL_DRIVE_LINE_MAX = 1 << 20, TOOL_DRIVE_ANSWERS_MAX = 1 << 20 };

struct tool_drive_client {
    int in, out;               /* the same for a socket; -1: there is no client */
    struct us_writer received; /* bytes that are no request yet */
    bool skips;                /* the rest of a line that is too long */
    bool is_at_end;            /* it sends no more */
    bool has_gone;             /* nobody reads its answers */
    struct us_writer answers;  /* that were not written yet */
    size_t written;            /* how many bytes of these were */
    uint64_t events_from;      /* where in the event log its next `events` begins */
};

void tool_drive_client_open(struct tool_drive_client *client, int in, int out);
void tool_drive_client_close(struct tool_drive_client *client);

/* Makes standard input and output those of the client, and takes them away from the app and from
 * this program, which get no input, and standard error as output. False, with errno. */
bool tool_drive_client_take_stdio(struct tool_drive_client *client);

/* What to wait for. `is_asking`: an answer of it is being made, and no further request is taken. */
void tool_drive_client_poll(const struct tool_drive_client *client, bool is_asking,
                            struct us_pipe_end out[2]);
/* Reads and writes as far as that goes without waiting. */
void tool_drive_client_serve(struct tool_drive_client *client, const struct us_pipe_end polled[2]);

/* Whether a line waits: one with its newline, or what is behind the last one when no more comes. */
bool tool_drive_client_has_line(const struct tool_drive_client *client);

enum tool_drive_client_line {
    TOOL_DRIVE_NO_LINE,
    TOOL_DRIVE_LINE,
    TOOL_DRIVE_LINE_TOO_LONG,
};
/* The next line, without its end, from malloc; the client has gone if there is no memory. */
enum tool_drive_client_line tool_drive_client_take(struct tool_drive_client *client,
                                                   char **out_line, size_t *out_length);

/* Puts a line into the answers. */
void tool_drive_client_answer(struct tool_drive_client *client, const char *line);

#endif
