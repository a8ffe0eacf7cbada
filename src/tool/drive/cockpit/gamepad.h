/* SPDX-License-Identifier: MIT */
/*
 * gamepad: finds a gamepad of the system and reads it, without waiting: one of the files event* of
 * /dev/input, or of the folder that UNDERSTUDY_GAMEPADS names. It may come and go at any time. A
 * file is a gamepad if the kernel says that the device has BTN_GAMEPAD. A FIFO is one, too, with
 * the axes of an Xbox controller and the name of its file, until it is removed.
 *
 * Each control has an amount from 0, which is at rest, to 1. Within TOOL_GAMEPAD_STICK_REST of its
 * way a stick is at rest; from there to the end its amount grows by the square, in the direction in
 * which it is held. A trigger grows evenly from TOOL_GAMEPAD_TRIGGER_REST of its way on.
 */
#ifndef TOOL_GAMEPAD_H
#define TOOL_GAMEPAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <linux/input.h>

#define TOOL_GAMEPAD_STICK_REST 0.15
#define TOOL_GAMEPAD_TRIGGER_REST 0.05

/* Controls: 16 buttons in the order of their codes from BTN_GAMEPAD on, of which BTN_TL2 and
 * BTN_TR2 are the triggers; from these numbers on four each: up, down, left, right. */
enum { TOOL_GAMEPAD_STICKS = 16, TOOL_GAMEPAD_DPAD = 24, TOOL_GAMEPAD_CONTROLS = 28 };

/* All of it is 0 at first, but for `file`. One thread at a time. */
struct tool_gamepad {
    int file; /* -1: there is none */
    char name[64];
    int64_t next_look_ns;
    unsigned refusals; /* looks in which a gamepad was there that this user may not read */
    struct tool_gamepad_axis {
        uint16_t code;                   /* ABS_X and so on */
        int32_t minimum, maximum, value; /* minimum >= maximum: the device has no such axis */
    } axes[8];
    bool down[TOOL_GAMEPAD_CONTROLS];
    bool is_lost; /* the kernel has dropped events: what comes until the next report is void */
    struct input_event event; /* the newest */
    size_t used;              /* bytes of it that are there: a part may come alone */
};

typedef void tool_gamepad_hear(void *data, const double amounts[TOOL_GAMEPAD_CONTROLS]);
/* Takes what has come until now, a time that does not go back. Calls `hear` after each change.
 * Returns whether a gamepad has come or left. Says once if it may not be read, and what to do. */
bool tool_gamepad_serve(struct tool_gamepad *pad, int64_t now_ns, tool_gamepad_hear *hear,
                        void *data);
void tool_gamepad_close(struct tool_gamepad *pad);

#endif
