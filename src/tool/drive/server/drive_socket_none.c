/* SPDX-License-Identifier: MIT */
/* Stands in for drive_socket.c on Windows, where a client talks by standard input and output. */
#include <stddef.h>

#include "tool/cli/text.h"
#include "tool/drive/server/drive_socket.h"

bool tool_drive_socket_choose(struct tool_drive_socket *door, const char *path, const char *folder)
{
    (void)folder;
    *door = (struct tool_drive_socket){.listening = -1};
    if (path != NULL)
        tool_text_complain("drive: --socket %s: there are no such sockets on Windows; start the "
                           "drive with --stdio, and ask it by its standard input and output",
                           path);
    return path == NULL;
}

bool tool_drive_socket_open(struct tool_drive_socket *door)
{
    (void)door;
    return true;
}

int tool_drive_socket_accept(int listening)
{
    (void)listening;
    return -1;
}

void tool_drive_socket_close(struct tool_drive_socket *door)
{
    (void)door;
}
