/* SPDX-License-Identifier: MIT */
/* The functions of pseudo-terminals are not in POSIX without XSI. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "tool/drive/prompt/prompt_terminal.h"

bool tool_prompt_pty_is_ours(void)
{
    return tcgetpgrp(STDIN_FILENO) == getpgrp();
}

int tool_prompt_pty_open(int like, int *out_other)
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
