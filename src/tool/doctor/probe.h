/* SPDX-License-Identifier: MIT */
/*
 * probe: calls other people's code in a child process, so that a crash or a hang can be reported.
 */
#ifndef TOOL_PROBE_H
#define TOOL_PROBE_H

#include <stddef.h>

enum tool_probe_end {
    TOOL_PROBE_ANSWERED,
    TOOL_PROBE_CRASHED, /* a signal ended it */
    TOOL_PROBE_EXITED,  /* it ended the process itself */
    TOOL_PROBE_HUNG,    /* no answer in time */
    TOOL_PROBE_FAILED,  /* no child could be made */
};

struct tool_probe {
    enum tool_probe_end end;
    int signal;    /* of TOOL_PROBE_CRASHED */
    char why[512]; /* of TOOL_PROBE_FAILED; of others "", for the caller to fill in */
};

/* Runs in the child, whose standard streams lead nowhere. Fills `answer`, which is all zeros. */
typedef void tool_probe_body(const void *question, void *answer);

/* `answer` is complete if the end is TOOL_PROBE_ANSWERED, and all zeros otherwise. */
struct tool_probe tool_probe_run(tool_probe_body *body, const void *question, void *answer,
                                 size_t size, double timeout_s);

/* Windows: the child is 'understudy doctor TOOL_PROBE_OPTION NAME', which does this, and returns
 * its exit code. */
#define TOOL_PROBE_OPTION "--probe"
int tool_probe_serve(const char *name);

#endif
