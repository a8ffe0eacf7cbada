/* SPDX-License-Identifier: MIT */
#include "platform/process.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

int us_process_id(void)
{
    return (int)getpid();
}

bool us_process_lives(int process)
{
    return kill((pid_t)process, 0) == 0 || errno != ESRCH;
}

bool us_process_owns(uint64_t owner)
{
    return owner == (uint64_t)geteuid();
}

bool us_process_trusts(uint64_t owner)
{
    return owner == (uint64_t)geteuid() || owner == 0;
}

bool us_process_is_superuser(void)
{
    return geteuid() == 0;
}

bool us_process_is_raised(void)
{
    return geteuid() != getuid() || getegid() != getgid();
}

static int held = -1;

static void give_up_in_child(void)
{
    if (held >= 0)
        close(held);
}

void us_process_close_in_child(int file)
{
    static bool is_watched;
    held = file;
    if (!is_watched)
        is_watched = pthread_atfork(NULL, NULL, give_up_in_child) == 0;
}
