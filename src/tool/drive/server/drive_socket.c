/* SPDX-License-Identifier: MIT */
/* accept4 and struct ucred are not in POSIX. */
#define _GNU_SOURCE
#include "tool/drive/server/drive_socket.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "tool/cli/file_roles.h"
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

static bool listen_at(struct tool_drive_socket *door, const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path || strlen(path) >= sizeof door->path)
        return complain(path, "the path of a socket has at most 107 bytes; choose a shorter one");
    memcpy(address.sun_path, path, strlen(path));
    if (!replace_old(&address))
        return false;
    door->listening = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    mode_t mask = umask(0177);
    bool listens = door->listening >= 0 &&
                   bind(door->listening, (struct sockaddr *)&address, sizeof address) == 0;
    int why = errno;
    umask(mask);
    if (!listens || listen(door->listening, BACKLOG) != 0)
        return complain(path, strerror(listens ? errno : why));
    memcpy(door->path, path, strlen(path) + 1);
    return true;
}

bool tool_drive_socket_open(struct tool_drive_socket *door, const char *path, const char *folder)
{
    char usual[PATH_MAX];
    const char *runtime = tool_file_path_variable("XDG_RUNTIME_DIR", folder);
    snprintf(usual, sizeof usual, "%s/understudy-drive-%ld.sock", runtime, (long)getpid());
    return listen_at(door, path != NULL ? path : usual);
}

int tool_drive_socket_accept(int listening)
{
    struct ucred peer;
    socklen_t size = sizeof peer;
    int client = accept4(listening, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (client < 0 || (getsockopt(client, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 &&
                       (peer.uid == geteuid() || peer.uid == 0)))
        return client;
    close(client);
    return -1;
}

void tool_drive_socket_close(struct tool_drive_socket *door)
{
    if (door->listening >= 0)
        close(door->listening);
    if (door->path[0] != '\0')
        unlink(door->path);
    *door = (struct tool_drive_socket){.listening = -1};
}
