/* SPDX-License-Identifier: MIT */
#include <stdio.h>

#include "tool/drive/cockpit/cockpit.h"

/* Key symbols of X11/keysymdef.h. */
enum {
    SYMBOL_TAB = 0xff09,
    SYMBOL_RETURN = 0xff0d,
    SYMBOL_LEFT = 0xff51,
    SYMBOL_UP = 0xff52,
    SYMBOL_RIGHT = 0xff53,
    SYMBOL_DOWN = 0xff54,
    SYMBOL_F1 = 0xffbe,
};

/* Of a gamepad: the code of a button is added, or 0 to 3 for up, down, left and right. */
enum { PAD = TOOL_COCKPIT_PAD - BTN_GAMEPAD, PAD_LEFT = TOOL_COCKPIT_PAD + TOOL_GAMEPAD_STICKS };
enum { PAD_RIGHT = PAD_LEFT + 4, PAD_CROSS = TOOL_COCKPIT_PAD + TOOL_GAMEPAD_DPAD };

const struct tool_cockpit_key tool_cockpit_keys[] = {
    {TOOL_COCKPIT_POINTER, TOOL_COCKPIT_ACTS, "pointer", "the hand aims through it"},
    {TOOL_COCKPIT_BUTTON, TOOL_COCKPIT_TRIGGER, "left button", "trigger, or pinch"},
    {TOOL_COCKPIT_BUTTON + 2, TOOL_COCKPIT_LOOK, "right button", "hold it and move: look around"},
    {TOOL_COCKPIT_WHEEL, TOOL_COCKPIT_ACTS, "wheel", "the hand's distance"},
    {'w', TOOL_COCKPIT_AHEAD, "W A S D", "go ahead, left, back, right"},
    {'a', TOOL_COCKPIT_LEFT, NULL, NULL},
    {'s', TOOL_COCKPIT_BACK, NULL, NULL},
    {'d', TOOL_COCKPIT_RIGHT, NULL, NULL},
    {'e', TOOL_COCKPIT_UP, "E Q", "up, down"},
    {'q', TOOL_COCKPIT_DOWN, NULL, NULL},
    {'g', TOOL_COCKPIT_GRIP, "G", "grip (squeeze), or fist"},
    {SYMBOL_LEFT, TOOL_COCKPIT_STICK_LEFT, "arrow keys", "stick"},
    {SYMBOL_RIGHT, TOOL_COCKPIT_STICK_RIGHT, NULL, NULL},
    {SYMBOL_UP, TOOL_COCKPIT_STICK_UP, NULL, NULL},
    {SYMBOL_DOWN, TOOL_COCKPIT_STICK_DOWN, NULL, NULL},
    {'1', TOOL_COCKPIT_PRIMARY, "1 2 3", "buttons A or X, B or Y, and of the stick"},
    {'2', TOOL_COCKPIT_SECONDARY, NULL, NULL},
    {'3', TOOL_COCKPIT_STICK_CLICK, NULL, NULL},
    {SYMBOL_RETURN, TOOL_COCKPIT_MENU, "Enter", "menu button"},
    {SYMBOL_TAB, TOOL_COCKPIT_OTHER_HAND, "Tab", "the other hand"},
    {'h', TOOL_COCKPIT_DEVICE, "H", "hands, or controllers"},
    {'c', TOOL_COCKPIT_RECENTRE, "C", "recentre"},
    {'r', TOOL_COCKPIT_TAKE, "R", "begin a take, and end it"},
    {'m', TOOL_COCKPIT_MARK, "M", "set a mark"},
    {'v', TOOL_COCKPIT_EYES, "V", "one eye, or both"},
    {SYMBOL_F1, TOOL_COCKPIT_HELP, "F1", "this help"},
    {PAD_LEFT, TOOL_COCKPIT_AHEAD, "left stick", "go ahead, left, back, right"},
    {PAD_LEFT + 1, TOOL_COCKPIT_BACK, NULL, NULL},
    {PAD_LEFT + 2, TOOL_COCKPIT_LEFT, NULL, NULL},
    {PAD_LEFT + 3, TOOL_COCKPIT_RIGHT, NULL, NULL},
    {PAD_RIGHT, TOOL_COCKPIT_LOOK_UP, "right stick", "look around"},
    {PAD_RIGHT + 1, TOOL_COCKPIT_LOOK_DOWN, NULL, NULL},
    {PAD_RIGHT + 2, TOOL_COCKPIT_LOOK_LEFT, NULL, NULL},
    {PAD_RIGHT + 3, TOOL_COCKPIT_LOOK_RIGHT, NULL, NULL},
    {PAD + BTN_THUMBL, TOOL_COCKPIT_STICK_CLICK, "their presses",
     "button of the stick, set a mark"},
    {PAD + BTN_THUMBR, TOOL_COCKPIT_MARK, NULL, NULL},
    {PAD + BTN_TR2, TOOL_COCKPIT_TRIGGER, "right trigger", "trigger, or pinch, part of the way"},
    {PAD + BTN_TL2, TOOL_COCKPIT_GRIP, "left trigger", "grip, or fist, part of the way"},
    {PAD + BTN_TL, TOOL_COCKPIT_PRIMARY, "bumpers", "buttons A or X, B or Y"},
    {PAD + BTN_TR, TOOL_COCKPIT_SECONDARY, NULL, NULL},
    {PAD_CROSS, TOOL_COCKPIT_STICK_UP, "d-pad", "stick"},
    {PAD_CROSS + 1, TOOL_COCKPIT_STICK_DOWN, NULL, NULL},
    {PAD_CROSS + 2, TOOL_COCKPIT_STICK_LEFT, NULL, NULL},
    {PAD_CROSS + 3, TOOL_COCKPIT_STICK_RIGHT, NULL, NULL},
    {PAD + BTN_A, TOOL_COCKPIT_MENU, "pad's A B X Y", "menu, other hand, hands or not, recentre"},
    {PAD + BTN_B, TOOL_COCKPIT_OTHER_HAND, NULL, NULL},
    {PAD + BTN_X, TOOL_COCKPIT_DEVICE, NULL, NULL},
    {PAD + BTN_Y, TOOL_COCKPIT_RECENTRE, NULL, NULL},
    {PAD + BTN_START, TOOL_COCKPIT_TAKE, "start, back", "begin or end a take; this help"},
    {PAD + BTN_SELECT, TOOL_COCKPIT_HELP, NULL, NULL},
};
const size_t tool_cockpit_key_count = sizeof tool_cockpit_keys / sizeof tool_cockpit_keys[0];

void tool_cockpit_describe(const char *indent, char *out, size_t size)
{
    size_t length = 0;
    out[0] = '\0';
    for (size_t i = 0; i < tool_cockpit_key_count; i++) {
        const struct tool_cockpit_key *key = &tool_cockpit_keys[i];
        if (key->name != NULL && length < size)
            length += (size_t)snprintf(out + length, size - length, "%s%-13s %s\n", indent,
                                       key->name, key->help);
    }
}
