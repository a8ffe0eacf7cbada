/* SPDX-License-Identifier: MIT */
#include "tool/record/recording_line.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define SHOW_EACH_S 0.5

static double now_s(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

void tool_recording_line_begin(struct tool_recording_line *line, bool is_quiet)
{
    *line = (struct tool_recording_line){.is_wanted = !is_quiet && isatty(STDERR_FILENO) == 1};
}

void tool_recording_line_size(uint64_t bytes, char out[32])
{
    if (bytes < 1000)
        snprintf(out, 32, "%" PRIu64 " bytes", bytes);
    else if (bytes < 1000000)
        snprintf(out, 32, "%.1f kB", (double)bytes * 1e-3);
    else
        snprintf(out, 32, "%.1f MB", (double)bytes * 1e-6);
}

static void describe_tracked(uint32_t tracked, char out[128])
{
    static const struct {
        uint32_t bit;
        const char *words;
    } parts[] = {{US_SESSION_TRACKED_HEAD, "head"},
                 {US_SESSION_TRACKED_LEFT_HAND, "left hand"},
                 {US_SESSION_TRACKED_RIGHT_HAND, "right hand"},
                 {US_SESSION_TRACKED_LEFT_GRIP, "left grip"},
                 {US_SESSION_TRACKED_RIGHT_GRIP, "right grip"},
                 {US_SESSION_TRACKED_GAZE, "gaze"}};
    out[0] = '\0';
    for (unsigned i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        if ((tracked & parts[i].bit) == 0)
            continue;
        if (out[0] != '\0')
            strcat(out, ", ");
        strcat(out, parts[i].words);
    }
    if (out[0] == '\0')
        strcpy(out, "nothing");
}

void tool_recording_line_show(struct tool_recording_line *line,
                              const struct us_session_progress *progress)
{
    char size[32], tracked[128];
    double now = now_s();
    if (!line->is_wanted || progress->frames == 0 || now - line->shown_s < SHOW_EACH_S)
        return;
    line->shown_s = now;
    tool_recording_line_size(progress->bytes, size);
    describe_tracked(progress->tracked, tracked);
    int width =
        fprintf(stderr, "\runderstudy: recording: %.1f s, %s, %" PRIu64 " frames; tracked: %s",
                progress->seconds, size, progress->frames, tracked);
    unsigned written = width > 1 ? (unsigned)width - 1 : 0;
    if (written < line->width)
        fprintf(stderr, "%*s", (int)(line->width - written), "");
    fflush(stderr);
    line->width = written > line->width ? written : line->width;
}

void tool_recording_line_end(struct tool_recording_line *line)
{
    if (line->width > 0)
        fprintf(stderr, "\r%*s\r", (int)line->width, "");
    fflush(stderr);
    line->width = 0;
}
