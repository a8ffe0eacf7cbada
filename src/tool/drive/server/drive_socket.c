/* SPDX-License-Identifier: MIT */
/* The door of a drive: a socket, or standard input and output. */
#define _GNU_SOURCE
#include "tool/drive/server/drive_server.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tool/cli/text.h"

enum { BACKLOG = 16 };

static bool complain(const char *path, const char *why)
{
    tool_text_complain("drive: --socket %s: %s", path, why);
    return false;
}

/* Removes a socket that a drive left when it was killed. */
static bool replace_old(const struct sockaddr_un *address)
{
    struct stat status;
    if (lstat(address->sun_path, &status) != 0)
        return errno == ENOENT || complain(address->sun_path, strerror(errno));
    if (!S_ISSOCK(status.st_mode))
        return complain(address->sun_path,
                        "there is a file that is no socket; choose another name");
    int probe = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    bool is_dead = probe >= 0 &&
                   connect(probe, (const struct sockaddr *)address, sizeof *address) != 0 &&
                   errno == ECONNREFUSED;
    if (probe >= 0)
        close(probe);
    if (!is_dead)
        return complain(address->sun_path,
                        "another program listens there; choose another name, or end it");
    return unlink(address->sun_path) == 0 || complain(address->sun_path, strerror(errno));
}

bool tool_drive_server_listen(struct tool_drive_server *server, const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path)
        return complain(path, "the path of a socket has at most 107 bytes; choose a shorter one");
    memcpy(address.sun_path, path, strlen(path));
    if (!replace_old(&address))
        return false;
    server->listening = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    mode_t mask = umask(0177);
    bool listens = server->listening >= 0 &&
                   bind(server->listening, (struct sockaddr *)&address, sizeof address) == 0;
    int why = errno;
    umask(mask);
    if (!listens || listen(server->listening, BACKLOG) != 0)
        return complain(path, strerror(listens ? errno : why));
    server->socket = address;
    return true;
}

bool tool_drive_server_take_stdio(struct tool_drive_server *server)
{
    int in = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3),
        out = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
    int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC | O_NOCTTY);
    bool taken = in >= 0 && out >= 0 && nothing >= 0 && dup2(nothing, STDIN_FILENO) >= 0 &&
                 dup2(STDERR_FILENO, STDOUT_FILENO) >= 0;
    if (!taken)
        tool_text_complain("drive: --stdio: %s", strerror(errno));
    if (nothing >= 0)
        close(nothing);
    tool_drive_client_open(&server->clients[0], in, out);
    return taken;
}

void tool_drive_server_close(struct tool_drive_server *server)
{
    for (int i = 0; i < TOOL_DRIVE_CLIENTS; i++)
        tool_drive_client_close(&server->clients[i]);
    cJSON_Delete(server->id);
    server->id = NULL;
    if (server->listening >= 0)
        close(server->listening);
    server->listening = -1;
    if (server->socket.sun_path[0] != '\0')
        unlink(server->socket.sun_path);
}
