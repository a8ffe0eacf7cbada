/* SPDX-License-Identifier: MIT */
/*
 * drive_socket: the socket on which a drive listens for clients of this user. One thread.
 */
#ifndef TOOL_DRIVE_SOCKET_H
#define TOOL_DRIVE_SOCKET_H

#include <stdbool.h>

enum { TOOL_DRIVE_SOCKET_PATH = 108 };

struct tool_drive_socket {
    int listening; /* -1: nobody can come */
    char path[TOOL_DRIVE_SOCKET_PATH];
};

/*
 * Listens at a path; NULL: at one in XDG_RUNTIME_DIR, or in `folder`. A socket that nobody listens
 * on any more is replaced. Returns false after a message. Windows: there are none; that is wrong
 * where a path is given.
 */
bool tool_drive_socket_open(struct tool_drive_socket *door, const char *path, const char *folder);

/* A client who has come, a descriptor that never waits; -1: nobody, or another user. */
int tool_drive_socket_accept(int listening);

/* Closes and removes it, if it was opened. */
void tool_drive_socket_close(struct tool_drive_socket *door);

#endif
