/* SPDX-License-Identifier: MIT */
/*
 * fake_input: a mouse and a keyboard of an X server that nobody moves (XTEST extension). Returns
 * false if the server has no such extension or is gone.
 */
#ifndef FAKE_INPUT_H
#define FAKE_INPUT_H

#include <stdbool.h>
#include <stdint.h>

enum fake_input_kind { /* the codes of X's events */
                       FAKE_KEY_DOWN = 2,
                       FAKE_KEY_UP,
                       FAKE_BUTTON_DOWN,
                       FAKE_BUTTON_UP,
                       FAKE_POINTER,
};

/* `detail` is a key code or a button; x and y are pixels of the screen for FAKE_POINTER. */
bool fake_input(enum fake_input_kind kind, uint8_t detail, int x, int y);

#endif
