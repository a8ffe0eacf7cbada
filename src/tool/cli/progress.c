/* SPDX-License-Identifier: MIT */
#include "tool/cli/progress.h"

#include <stdio.h>

#include "platform/descriptor.h"
#include "platform/path.h"
#include "platform/time.h"
#include "tool/cli/text.h"

#define PATIENCE_NS INT64_C(500000000)

void tool_progress_begin(struct tool_progress *progress, const char *path)
{
    *progress = (struct tool_progress){.wanted = us_descriptor_is_terminal(US_DESCRIPTOR_ERROR)};
    progress->begin_ns = us_time_now_ns();
    tool_text_escape(us_path_name(path), progress->name, 48);
}

void tool_progress_show(void *context, uint64_t done, uint64_t total)
{
    struct tool_progress *progress = context;
    if (!progress->wanted || us_time_now_ns() - progress->begin_ns < PATIENCE_NS)
        return;
    const int percent = (int)(100.0 * (double)done / (double)total + 0.5);
    if (progress->width > 0 && percent == progress->percent)
        return; /* a terminal takes longer than a frame */
    progress->percent = percent;
    int width = fprintf(stderr, "\runderstudy: reading %s: %3d %%", progress->name, percent);
    fflush(stderr);
    progress->width = width > 1 ? (unsigned)width - 1 : progress->width;
}

void tool_progress_end(struct tool_progress *progress)
{
    if (progress->width > 0)
        fprintf(stderr, "\r%*s\r", (int)progress->width, "");
    fflush(stderr);
    progress->width = 0;
}
