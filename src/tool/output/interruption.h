/* SPDX-License-Identifier: MIT */
/*
 * interruption: SIGINT, SIGTERM, SIGHUP and SIGQUIT while a file is being made, so that what was
 * made so far is removed. One thread.
 */
#ifndef TOOL_INTERRUPTION_H
#define TOOL_INTERRUPTION_H

#include <signal.h>

enum { TOOL_INTERRUPTIONS = 4 };

/* What the signals did before. */
struct tool_interruptions {
    struct sigaction before[TOOL_INTERRUPTIONS];
};

/* From here on the signals are noted; those that are ignored stay so. */
void tool_interruptions_catch(struct tool_interruptions *out);
void tool_interruptions_release(const struct tool_interruptions *interruptions);

/* The signal that came since; 0: none. */
int tool_interruption(void);

#endif
