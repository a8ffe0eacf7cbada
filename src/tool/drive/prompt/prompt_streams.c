/* SPDX-License-Identifier: MIT */
/* The functions of pseudo-terminals are not in POSIX without XSI. */
#define _GNU_SOURCE
#include "tool/drive/prompt/prompt_terminal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

#include "tool/cli/text.h"

bool tool_prompt_streams_are_wanted(void)
{
    struct stat status;
    if (isatty(STDIN_FILENO))
        return tcgetpgrp(STDIN_FILENO) == getpgrp();
    return fstat(STDIN_FILENO, &status) == 0 &&
           (S_ISFIFO(status.st_mode) || S_ISREG(status.st_mode) || S_ISSOCK(status.st_mode));
}

static int copy_of(int file)
{
    return fcntl(file, F_DUPFD_CLOEXEC, 3);
}

/* A terminal as large as the user's, which changes nothing of what is written to it. */
static int open_terminal(int like, int *out_other)
{
    struct winsize size;
    struct termios settings;
    char name[64];
    int terminal = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    *out_other = -1;
    if (terminal >= 0 && grantpt(terminal) == 0 && unlockpt(terminal) == 0 &&
        ptsname_r(terminal, name, sizeof name) == 0)
        *out_other = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (*out_other < 0) {
        if (terminal >= 0)
            close(terminal);
        return -1;
    }
    if (ioctl(like, TIOCGWINSZ, &size) == 0)
        ioctl(terminal, TIOCSWINSZ, &size);
    if (tcgetattr(*out_other, &settings) == 0) {
        settings.c_oflag &= ~(tcflag_t)OPOST;
        settings.c_lflag &= ~(tcflag_t)ECHO;
        tcsetattr(*out_other, TCSANOW, &settings);
    }
    fcntl(terminal, F_SETFL, O_NONBLOCK);
    return terminal;
}

/* Standard output, and standard error where it is a terminal, go to a file. */
static bool redirect(struct tool_prompt_streams *streams, int to, bool with_error)
{
    fflush(stdout);
    streams->kept[0] = copy_of(STDOUT_FILENO);
    streams->kept[1] = with_error ? copy_of(STDERR_FILENO) : -1;
    return streams->kept[0] >= 0 && (!with_error || streams->kept[1] >= 0) &&
           dup2(to, STDOUT_FILENO) >= 0 && (!with_error || dup2(to, STDERR_FILENO) >= 0);
}

bool tool_prompt_streams_take(struct tool_prompt_streams *streams)
{
    int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC | O_NOCTTY), other = -1;
    *streams = (struct tool_prompt_streams){.in = copy_of(STDIN_FILENO),
                                            .out = copy_of(STDOUT_FILENO),
                                            .printed = -1,
                                            .kept = {-1, -1},
                                            .is_terminal = isatty(STDIN_FILENO)};
    bool is_taken =
        streams->in >= 0 && streams->out >= 0 && nothing >= 0 && dup2(nothing, STDIN_FILENO) >= 0;
    streams->is_shown = streams->is_terminal && isatty(STDOUT_FILENO);
    if (is_taken && streams->is_shown)
        streams->printed = open_terminal(streams->out, &other);
    if (is_taken && other >= 0)
        is_taken = redirect(streams, other, isatty(STDERR_FILENO));
    else if (is_taken && !streams->is_shown)
        is_taken = redirect(streams, STDERR_FILENO, false);
    int why = errno;
    if (nothing >= 0)
        close(nothing);
    if (other >= 0)
        close(other);
    if (!is_taken)
        tool_text_complain("drive: there can be no prompt: %s", strerror(why));
    return is_taken;
}

void tool_prompt_streams_copy(struct tool_prompt_streams *streams)
{
    char bytes[4096];
    ssize_t length;
    while (streams->printed >= 0 && ((length = read(streams->printed, bytes, sizeof bytes)) > 0 ||
                                     (length < 0 && errno == EINTR)))
        for (ssize_t at = 0, size; at < length; at += size)
            if ((size = write(streams->out, bytes + at, (size_t)(length - at))) < 0) {
                if (errno != EINTR && errno != EAGAIN)
                    return;
                size = 0;
            }
}

void tool_prompt_streams_give_back(struct tool_prompt_streams *streams)
{
    static const int places[2] = {STDOUT_FILENO, STDERR_FILENO};
    fflush(stdout);
    for (int i = 0; i < 2; i++)
        if (streams->kept[i] >= 0) {
            dup2(streams->kept[i], places[i]);
            close(streams->kept[i]);
            streams->kept[i] = -1;
        }
    tool_prompt_streams_copy(streams);
    const int files[] = {streams->in, streams->out, streams->printed};
    for (int i = 0; i < 3; i++)
        if (files[i] >= 0)
            close(files[i]);
    streams->in = streams->out = streams->printed = -1;
}
