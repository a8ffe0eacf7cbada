/* SPDX-License-Identifier: MIT */
/*
 * probe: asks other people's libraries in a child process, so that a crash or a hang can be
 * reported. The child is this program once more: 'understudy doctor --probe'.
 */
#ifndef TOOL_PROBE_H
#define TOOL_PROBE_H

#include "tool/doctor/probe_library.h"

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

/* `out` is complete if the end is TOOL_PROBE_ANSWERED, and all zeros otherwise. The standard
 * streams of the child lead nowhere. */
struct tool_probe tool_probe_run(const struct tool_library_question *question,
                                 struct tool_library_answer *out, double timeout_s);

/* What the child does with this option; returns its exit code. */
#define TOOL_PROBE_OPTION "--probe"
int tool_probe_serve(void);

#endif
