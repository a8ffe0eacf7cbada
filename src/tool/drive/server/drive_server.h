/* SPDX-License-Identifier: MIT */
/*
 * drive_server: the thread that serves the clients of a drive: one that drives, and others that
 * look.
 */
#ifndef TOOL_DRIVE_SERVER_H
#define TOOL_DRIVE_SERVER_H

#include <stdbool.h>

#include "platform/thread.h"
#include "tool/drive/cockpit/cockpit_seat.h"
#include "tool/drive/drive.h"
#include "tool/drive/server/drive_client.h"
#include "tool/process/launch_types.h"

enum tool_drive_on_leave { TOOL_DRIVE_HOLD, TOOL_DRIVE_CONTINUE, TOOL_DRIVE_QUIT };

enum { TOOL_DRIVE_CLIENTS = 8 };

struct tool_drive_server {
    struct tool_drive *drive;
    enum tool_drive_on_leave on_leave;
    int listening; /* drive_socket.h; -1: standard input and output are the only client */
    int wake[2];   /* a pipe on which the thread is told how the app has ended */
    struct tool_drive_client clients[TOOL_DRIVE_CLIENTS];
    int driver; /* the client that drives; -1: nobody; TOOL_DRIVE_CLIENTS: the user in the window */
    struct tool_cockpit_seat *seat; /* of that user; NULL: there is none */
    int asker;                      /* the client that waits for the task; -1: nobody */
    cJSON *id;                      /* of its request */
    struct us_thread thread;
    bool has_thread;
    bool has_given_up; /* an app that hangs was told to end */
};

/* Begins and ends the thread. `how` is how the app ended. Returns true if a client wants the app to
 * be started again: the clients stay, and the thread may begin once more. */
bool tool_drive_server_begin(struct tool_drive_server *server);
bool tool_drive_server_end(struct tool_drive_server *server, const struct tool_launch_end *how);

/* Closes the clients. The socket stays. */
void tool_drive_server_close(struct tool_drive_server *server);

#endif
