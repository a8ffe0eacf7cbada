/* SPDX-License-Identifier: MIT */
/* accept4 is not in POSIX. */
#define _GNU_SOURCE
#include "cockpit/cockpit_channel.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static bool make_address(const char *path, struct sockaddr_un *out)
{
    *out = (struct sockaddr_un){.sun_family = AF_UNIX};
    if (strlen(path) < sizeof out->sun_path) {
        memcpy(out->sun_path, path, strlen(path));
        return true;
    }
    errno = ENAMETOOLONG;
    return false;
}

static int open_socket(const char *path, bool listens)
{
    struct sockaddr_un address;
    if (!make_address(path, &address))
        return -1;
    const int made = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    const struct sockaddr *at = (const struct sockaddr *)&address;
    if (made >= 0 && (listens ? bind(made, at, sizeof address) == 0 && listen(made, 4) == 0
                              : connect(made, at, sizeof address) == 0))
        return made;
    const int why = errno;
    if (made >= 0)
        close(made);
    errno = why;
    return -1;
}

int us_cockpit_listen(const char *path)
{
    return open_socket(path, true);
}

int us_cockpit_connect(const char *path)
{
    return open_socket(path, false);
}

int us_cockpit_accept(int listening)
{
    return accept4(listening, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
}

bool us_cockpit_send(int socket, const void *message, size_t size)
{
    return send(socket, message, size, MSG_DONTWAIT | MSG_NOSIGNAL) == (ssize_t)size;
}

enum us_cockpit_received us_cockpit_receive(int socket, void *out_message, size_t size)
{
    for (;;) {
        const ssize_t length = recv(socket, out_message, size, MSG_DONTWAIT | MSG_TRUNC);
        if (length == (ssize_t)size)
            return US_COCKPIT_MESSAGE;
        if (length < 0 && errno == EINTR)
            continue;
        if (length <= 0)
            return length < 0 && (errno == EAGAIN || errno == EWOULDBLOCK) ? US_COCKPIT_NOTHING
                                                                           : US_COCKPIT_GONE;
    }
}
