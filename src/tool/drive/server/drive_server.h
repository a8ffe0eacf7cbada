/* SPDX-License-Identifier: MIT */
/*
 * drive_server: the thread that serves the clients of a drive: one that drives, and others that
 * look.
 */
#ifndef TOOL_DRIVE_SERVER_H
#define TOOL_DRIVE_SERVER_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <sys/un.h>

#include "tool/drive/cockpit/cockpit_seat.h"
#include "tool/drive/drive.h"
#include "tool/drive/server/drive_client.h"
#include "tool/process/launch_types.h"

enum tool_drive_on_leave { TOOL_DRIVE_HOLD, TOOL_DRIVE_CONTINUE, TOOL_DRIVE_QUIT };

enum { TOOL_DRIVE_CLIENTS = 8 };

struct tool_drive_server {
    struct tool_drive *drive;
    enum tool_drive_on_leave on_leave;
    int listening;             /* -1: standard input and output are the only client */
    struct sockaddr_un socket; /* its path; "": none */
    int wake[2];               /* a pipe on which the thread is told how the app has ended */
    struct tool_drive_client clients[TOOL_DRIVE_CLIENTS];
    int driver; /* the client that drives; -1: nobody; TOOL_DRIVE_CLIENTS: the user in the window */
    struct tool_cockpit_seat *seat; /* of that user; NULL: there is none */
    int asker;                      /* the client that waits for the task; -1: nobody */
    cJSON *id;                      /* of its request */
    pthread_t thread;
    bool has_thread;
    bool has_given_up; /* an app that hangs was told to end */
};

/* Listens on a socket of this user alone. A socket that nobody listens on any more is replaced.
 * Returns false after a message. */
bool tool_drive_server_listen(struct tool_drive_server *server, const char *path);
/* Serves standard input and output instead: takes them away from the app and from this program,
 * which get no input, and standard error as output. Returns false after a message. */
bool tool_drive_server_take_stdio(struct tool_drive_server *server);

/* Begins and ends the thread. `how` is how the app ended. Returns true if a client wants the app to
 * be started again: the clients stay, and the thread may begin once more. */
bool tool_drive_server_begin(struct tool_drive_server *server);
bool tool_drive_server_end(struct tool_drive_server *server, const struct tool_launch_end *how);

/* Closes the clients, and closes and removes the socket. */
void tool_drive_server_close(struct tool_drive_server *server);

#endif
