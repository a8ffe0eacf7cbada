/* SPDX-License-Identifier: MIT */
#include "tool/output/interruption.h"

#include <stddef.h>

static const int signals[TOOL_INTERRUPTIONS] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
static volatile sig_atomic_t interrupted;

static void note_interruption(int number)
{
    interrupted = number;
}

void tool_interruptions_catch(struct tool_interruptions *out)
{
    struct sigaction action = {.sa_handler = note_interruption, .sa_flags = SA_RESTART};
    interrupted = 0;
    for (unsigned i = 0; i < TOOL_INTERRUPTIONS; i++)
        if (sigaction(signals[i], NULL, &out->before[i]) == 0 &&
            out->before[i].sa_handler != SIG_IGN)
            sigaction(signals[i], &action, NULL);
}

void tool_interruptions_release(const struct tool_interruptions *interruptions)
{
    for (unsigned i = 0; i < TOOL_INTERRUPTIONS; i++)
        sigaction(signals[i], &interruptions->before[i], NULL);
}

int tool_interruption(void)
{
    return interrupted;
}
