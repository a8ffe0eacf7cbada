/* SPDX-License-Identifier: MIT */
#include "platform/interruption.h"

#include <stddef.h>
#include <unistd.h>

static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
enum { SIGNALS = sizeof signals / sizeof signals[0] };

void us_interruption_catch(void (*end)(int number), struct us_interruption *before)
{
    struct sigaction action = {.sa_handler = end};
    sigfillset(&action.sa_mask);
    for (unsigned i = 0; i < SIGNALS; i++)
        if (sigaction(signals[i], NULL, &before->before[i]) == 0 &&
            before->before[i].sa_handler != SIG_IGN)
            sigaction(signals[i], &action, NULL);
}

void us_interruption_release(const struct us_interruption *before)
{
    for (unsigned i = 0; i < SIGNALS; i++)
        sigaction(signals[i], &before->before[i], NULL);
}

_Noreturn void us_interruption_exit(int code)
{
    _exit(code);
}

static void (*reader_has_gone)(void);

static void note_reader(int number)
{
    (void)number;
    reader_has_gone();
}

void us_interruption_survive_readers(void (*note)(void))
{
    struct sigaction action = {.sa_handler = note_reader, .sa_flags = SA_RESTART};
    reader_has_gone = note;
    sigemptyset(&action.sa_mask);
    sigaction(SIGPIPE, &action, NULL);
}

static void ignore(int number)
{
    (void)number;
}

/* A handler, because a program that is started would inherit that a signal is ignored. */
void us_interruption_survive_limits(void)
{
    struct sigaction before, action = {.sa_handler = ignore, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    if (sigaction(SIGXFSZ, NULL, &before) == 0 && before.sa_handler == SIG_DFL)
        sigaction(SIGXFSZ, &action, NULL);
}
