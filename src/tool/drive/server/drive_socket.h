/* SPDX-License-Identifier: MIT */
/*
 * drive_socket: the socket on which a drive listens for clients of this user. One thread.
 */
#ifndef TOOL_DRIVE_SOCKET_H
#define TOOL_DRIVE_SOCKET_H

#include <stdbool.h>

enum { TOOL_DRIVE_SOCKET_PATH = 108 };

struct tool_drive_socket {
    int listening;                     /* -1: nobody can come */
    char path[TOOL_DRIVE_SOCKET_PATH]; /* "": there is none */
    bool is_made;                      /* the socket is there */
};

/*
 * Chooses the path; NULL: one in XDG_RUNTIME_DIR, or in `folder`. Returns false after a message if
 * nobody could listen there. Makes nothing. Windows: there are no sockets; that is wrong where a
 * path is given.
 */
bool tool_drive_socket_choose(struct tool_drive_socket *door, const char *path, const char *folder);

/* Listens at the path that was chosen, if there is one. A socket that nobody listens on any more is
 * replaced. Returns false after a message. */
bool tool_drive_socket_open(struct tool_drive_socket *door);

/* A client who has come, a descriptor that never waits; -1: nobody, or another user. */
int tool_drive_socket_accept(int listening);

/* Closes and removes it, if it was opened. */
void tool_drive_socket_close(struct tool_drive_socket *door);

#endif
