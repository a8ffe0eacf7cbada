/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "tool/drive/cockpit/cockpit.h"

/* Key symbols of X11/keysymdef.h. */
enum {
    KEY_TAB = 0xff09,
    KEY_RETURN = 0xff0d,
    KEY_LEFT = 0xff51,
    KEY_UP = 0xff52,
    KEY_RIGHT = 0xff53,
    KEY_DOWN = 0xff54,
    KEY_F1 = 0xffbe,
};

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
    {KEY_LEFT, TOOL_COCKPIT_STICK_LEFT, "arrow keys", "stick"},
    {KEY_RIGHT, TOOL_COCKPIT_STICK_RIGHT, NULL, NULL},
    {KEY_UP, TOOL_COCKPIT_STICK_UP, NULL, NULL},
    {KEY_DOWN, TOOL_COCKPIT_STICK_DOWN, NULL, NULL},
    {'1', TOOL_COCKPIT_PRIMARY, "1 2 3", "buttons A or X, B or Y, and of the stick"},
    {'2', TOOL_COCKPIT_SECONDARY, NULL, NULL},
    {'3', TOOL_COCKPIT_STICK_CLICK, NULL, NULL},
    {KEY_RETURN, TOOL_COCKPIT_MENU, "Enter", "menu button"},
    {KEY_TAB, TOOL_COCKPIT_OTHER_HAND, "Tab", "the other hand"},
    {'h', TOOL_COCKPIT_DEVICE, "H", "hands, or controllers"},
    {'c', TOOL_COCKPIT_RECENTRE, "C", "recentre"},
    {'r', TOOL_COCKPIT_TAKE, "R", "begin a take, and end it"},
    {'m', TOOL_COCKPIT_MARK, "M", "set a mark"},
    {'v', TOOL_COCKPIT_EYES, "V", "one eye, or both"},
    {KEY_F1, TOOL_COCKPIT_HELP, "F1", "this help"},
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
