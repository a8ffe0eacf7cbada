/* SPDX-License-Identifier: MIT */
/* pipe2 is not in POSIX. */
#define _GNU_SOURCE
#include "platform/pipe.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/types.h>
#include <unistd.h>

#include "platform/descriptor.h"

bool us_pipe_open(int ends[2])
{
    if (pipe2(ends, O_CLOEXEC) != 0)
        return false;
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    return true;
}

int64_t us_pipe_read(int from, void *out, size_t size)
{
    int64_t length;
    while ((length = us_descriptor_read(from, out, size)) < 0 && errno == EINTR)
        ;
    return length;
}

int us_pipe_input(void)
{
    return us_descriptor_duplicate(US_DESCRIPTOR_INPUT);
}

int64_t us_pipe_write(int to, const void *bytes, size_t size)
{
    ssize_t length;
    while ((length = write(to, bytes, size)) < 0 && errno == EINTR)
        ;
    return length;
}

void us_pipe_close(int to)
{
    us_descriptor_close(to);
}

bool us_pipe_wait(struct us_pipe_end *ends, unsigned count, int most_ms)
{
    struct pollfd polled[US_PIPE_ENDS];
    for (unsigned i = 0; i < count; i++) {
        short events = (short)((ends[i].reads ? POLLIN : 0) | (ends[i].writes ? POLLOUT : 0));
        polled[i] = (struct pollfd){.fd = ends[i].file, .events = events};
    }
    bool is_done = poll(polled, count, most_ms) >= 0;
    for (unsigned i = 0; i < count; i++) {
        short found = is_done ? polled[i].revents : 0;
        ends[i].is_readable = ends[i].reads && found != 0;
        ends[i].is_writable = ends[i].writes && (found & POLLOUT) != 0;
        ends[i].is_broken = (found & (POLLERR | POLLHUP | POLLNVAL)) != 0;
    }
    return is_done;
}

bool us_pipe_has_bytes(int from)
{
    int bytes = 0;
    return ioctl(from, FIONREAD, &bytes) == 0 && bytes > 0;
}

bool us_pipe_write_all(int file, const void *bytes, size_t size)
{
    const char *at = bytes;
    while (size > 0) {
        ssize_t written = write(file, at, size);
        if (written < 0 && errno == EAGAIN) {
            struct pollfd room = {.fd = file, .events = POLLOUT};
            poll(&room, 1, -1);
        } else if (written < 0 && errno != EINTR) {
            return false;
        } else if (written > 0) {
            at += written;
            size -= (size_t)written;
        }
    }
    return true;
}

static struct sigaction before_survival;

void us_pipe_begin_survival(void)
{
    sigaction(SIGPIPE, &(struct sigaction){.sa_handler = SIG_IGN}, &before_survival);
}

void us_pipe_end_survival(void)
{
    sigaction(SIGPIPE, &before_survival, NULL);
}
