/* SPDX-License-Identifier: MIT */
/*
 * probe: call other people's code in a child process, so that its crash or hang is an answer.
 */
#ifndef US_TOOL_PROBE_H
#define US_TOOL_PROBE_H

#include <stddef.h>

enum us_probe_end {
    US_PROBE_ANSWERED,
    US_PROBE_CRASHED, /* a signal ended it */
    US_PROBE_EXITED,  /* it ended the process itself */
    US_PROBE_HUNG,    /* no answer in time */
    US_PROBE_FAILED,  /* no child could be made */
};

struct us_probe {
    enum us_probe_end end;
    int signal; /* of US_PROBE_CRASHED */
};

/* Runs in the child, whose standard streams lead nowhere. Fills `answer`, which is all zeros. */
typedef void us_probe_body(const void *question, void *answer);

/* `answer` is complete where the end is US_PROBE_ANSWERED, and zeros otherwise. */
struct us_probe us_probe_run(us_probe_body *body, const void *question, void *answer, size_t size,
                             double timeout_s);

/* "crashes (signal 11, Segmentation fault)", "does not answer", ... */
void us_probe_describe(struct us_probe probe, char *out, size_t out_size);

#endif
