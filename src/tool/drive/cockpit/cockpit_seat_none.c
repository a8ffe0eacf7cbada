/* SPDX-License-Identifier: MIT */
/* Stands in for cockpit_seat.c on Windows, where the headless runtime has no window. */
#include "tool/cli/text.h"
#include "tool/drive/cockpit/cockpit_seat.h"

struct tool_cockpit_seat *tool_cockpit_seat_open(const char *path, bool is_quiet)
{
    (void)path, (void)is_quiet;
    tool_text_complain(
        "drive: --window: the headless runtime has no window on Windows; leave it out");
    return NULL;
}

void tool_cockpit_seat_close(struct tool_cockpit_seat *seat)
{
    (void)seat;
}

void tool_cockpit_seat_poll(const struct tool_cockpit_seat *seat,
                            struct us_pipe_end out[TOOL_COCKPIT_FILES])
{
    (void)seat, (void)out;
}

void tool_cockpit_seat_serve(struct tool_cockpit_seat *seat)
{
    (void)seat;
}

void tool_cockpit_seat_step(struct tool_cockpit_seat *seat, struct tool_drive *drive)
{
    (void)seat, (void)drive;
}

void tool_cockpit_seat_describe(char *out, size_t size)
{
    (void)size;
    out[0] = '\0';
}
