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

static struct sockaddr_un address_of(const struct tool_drive_socket *door)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    memcpy(address.sun_path, door->path, strlen(door->path));
    return address;
}

/* Whether nothing is there, or a socket that a drive left when it was killed. */
static bool is_free(const struct sockaddr_un *address, bool *out_has_old)
{
    struct stat status;
    *out_has_old = lstat(address->sun_path, &status) == 0;
    if (!*out_has_old)
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
    return is_dead || complain(address->sun_path,
                               "another program listens there; choose another name, or end it");
}

bool tool_drive_socket_choose(struct tool_drive_socket *door, const char *path, const char *folder)
{
    char usual[PATH_MAX], inside[PATH_MAX], within[PATH_MAX];
    const char *runtime = tool_file_path_variable("XDG_RUNTIME_DIR", folder);
    *door = (struct tool_drive_socket){.listening = -1};
    snprintf(usual, sizeof usual, "%s/understudy-drive-%ld.sock", runtime, (long)getpid());
    if (path == NULL)
        path = usual;
    if (strlen(path) >= sizeof door->path)
        return complain(path, "the path of a socket has at most 107 bytes; choose a shorter one");
    memcpy(door->path, path, strlen(path) + 1);
    const struct sockaddr_un address = address_of(door);
    bool has_old;
    if (!is_free(&address, &has_old))
        return false;
    /* "/." so that a file in place of the folder is called that. */
    const char *parent = tool_file_path_folder(path, inside);
    return (parent != NULL && tool_file_path_join(parent, "/.", within) &&
            access(within, W_OK | X_OK) == 0) ||
           complain(path, strerror(errno));
}

bool tool_drive_socket_open(struct tool_drive_socket *door)
{
    const struct sockaddr_un address = address_of(door);
    bool has_old;
    if (!is_free(&address, &has_old))
        return false;
    if (has_old && unlink(door->path) != 0)
        return complain(door->path, strerror(errno));
    door->listening = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    mode_t mask = umask(0177);
    door->is_made = door->listening >= 0 &&
                    bind(door->listening, (const struct sockaddr *)&address, sizeof address) == 0;
    int why = errno;
    umask(mask);
    return (door->is_made && listen(door->listening, BACKLOG) == 0) ||
           complain(door->path, strerror(door->is_made ? errno : why));
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
    if (door->is_made)
        unlink(door->path);
    *door = (struct tool_drive_socket){.listening = -1};
}
