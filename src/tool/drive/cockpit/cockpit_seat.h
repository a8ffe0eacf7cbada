/* SPDX-License-Identifier: MIT */
/*
 * cockpit_seat: the place of the user in a drive: hears from the window what mouse and keyboard do,
 * reads the gamepad, and asks the drive for it, with the same requests as any client. One thread at
 * a time.
 */
#ifndef TOOL_COCKPIT_SEAT_H
#define TOOL_COCKPIT_SEAT_H

#include <limits.h>
#include <poll.h>

#include "tool/drive/cockpit/cockpit.h"
#include "tool/drive/drive.h"

enum { TOOL_COCKPIT_FILES = 2 };

struct tool_cockpit_seat {
    int listening, window; /* sockets; -1: none */
    bool is_left;          /* the user has closed the window */
    bool is_quiet;         /* does not say who comes on standard error */
    struct tool_cockpit cockpit;
    struct tool_gamepad gamepad;
    uint64_t put;                 /* the frames that there were at the last step */
    uint64_t events_from;         /* of requests that nobody makes here */
    char news[US_COCKPIT_STATUS]; /* "": none */
    uint64_t news_until;          /* the frame until which they are shown */
    struct us_cockpit_view shown; /* what the window got last */
};

/* Listens at a path for the window. Returns false after a message. */
bool tool_cockpit_seat_open(struct tool_cockpit_seat *seat, const char *path, bool is_quiet);
void tool_cockpit_seat_close(struct tool_cockpit_seat *seat);

/* What to poll for. Negative descriptors are none. */
void tool_cockpit_seat_poll(const struct tool_cockpit_seat *seat,
                            struct pollfd out[TOOL_COCKPIT_FILES]);
/* Takes what has come, without waiting. */
void tool_cockpit_seat_serve(struct tool_cockpit_seat *seat);

/* Where the next frame is due, does what the person does in it. Where the user has closed the
 * window, stops the drive. Call it before each step of the drive. */
void tool_cockpit_seat_step(struct tool_cockpit_seat *seat, struct tool_drive *drive);

#endif
