/* SPDX-License-Identifier: MIT */
/* Stands in for probe.c and probe_library.c on Windows, where nobody has a child process for this:
 * whoever asks is told that nothing could be tried. */
#include <string.h>

#include "tool/doctor/probe.h"
#include "tool/doctor/probe_library.h"

struct tool_probe tool_probe_run(tool_probe_body *body, const void *question, void *answer,
                                 size_t size, double timeout_s)
{
    (void)body, (void)question, (void)timeout_s;
    memset(answer, 0, size);
    return (struct tool_probe){TOOL_PROBE_FAILED, 0};
}

void tool_probe_loader(const void *question, void *answer)
{
    (void)question, (void)answer;
}

void tool_probe_vulkan(const void *question, void *answer)
{
    (void)question, (void)answer;
}
