/* SPDX-License-Identifier: MIT */
/*
 * cockpit_seat: the place of the user in a drive: hears from the window what mouse and keyboard do,
 * reads the gamepad, and asks the drive for it, with the same requests as any client. One thread at
 * a time.
 */
#ifndef TOOL_COCKPIT_SEAT_H
#define TOOL_COCKPIT_SEAT_H

#include <stdbool.h>
#include <stddef.h>

#include "platform/pipe.h"
#include "tool/drive/drive.h"

enum { TOOL_COCKPIT_FILES = 2, TOOL_COCKPIT_SEAT_HELP = 2400 };

struct tool_cockpit_seat;

/* Listens at a path for the window. `is_quiet`: does not say who comes on standard error. NULL
 * after a message. */
struct tool_cockpit_seat *tool_cockpit_seat_open(const char *path, bool is_quiet);
/* NULL is fine. */
void tool_cockpit_seat_close(struct tool_cockpit_seat *seat);

/* What to wait for. */
void tool_cockpit_seat_poll(const struct tool_cockpit_seat *seat,
                            struct us_pipe_end out[TOOL_COCKPIT_FILES]);
/* Takes what has come, without waiting. */
void tool_cockpit_seat_serve(struct tool_cockpit_seat *seat);

/* Where the next frame is due, does what the person does in it. Where the user has closed the
 * window, stops the drive. Call it before each step of the drive. */
void tool_cockpit_seat_step(struct tool_cockpit_seat *seat, struct tool_drive *drive);

/* What mouse, keyboard and gamepad do, as text for help; "": this system has no window. `size`:
 * TOOL_COCKPIT_SEAT_HELP. */
void tool_cockpit_seat_describe(char *out, size_t size);

#endif
