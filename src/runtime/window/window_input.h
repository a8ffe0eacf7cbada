/* SPDX-License-Identifier: MIT */
/*
 * window_input: what a user holds in a window: keys, buttons of the mouse, and where its pointer
 * is. Keys are key symbols: the first one of a key that is a letter, a digit or the like of Latin,
 * or a function key, without regard to Shift. Where the window loses the focus, all is released.
 * One thread at a time. It is apart from window.h, because builds without a window have no xcb.
 */
#ifndef RT_RUNTIME_WINDOW_INPUT_H
#define RT_RUNTIME_WINDOW_INPUT_H

#include <stdbool.h>
#include <stdint.h>

#include <xcb/xcb.h>

#include "cockpit/cockpit_channel.h"

struct rt_window_input {
    struct us_cockpit_input held;
    uint8_t codes[US_COCKPIT_KEYS]; /* of the keys that are held */
    uint32_t symbols[256];          /* of each key code; 0: none */
};

void rt_window_input_init(struct rt_window_input *out_input);
/* The symbols of the keys from `first` on, `columns` for each. */
void rt_window_input_map(struct rt_window_input *input, uint8_t first, unsigned count,
                         unsigned columns, const xcb_keysym_t *symbols);
/* Whether the event changes what is held. */
bool rt_window_input_take(struct rt_window_input *input, const xcb_generic_event_t *event);
/* Whether two events are a key that repeats itself: it is held all the time. */
bool rt_window_input_is_repeat(const xcb_generic_event_t *event, const xcb_generic_event_t *next);

#endif
