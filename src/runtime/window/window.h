/* SPDX-License-Identifier: MIT */
/*
 * A window on an X server that shows pictures. The runtime links no X11: it loads libxcb.so.1,
 * which never ends the process where the server goes away. One thread at a time.
 */
#ifndef RT_RUNTIME_WINDOW_H
#define RT_RUNTIME_WINDOW_H

#include <stdbool.h>
#include <stdint.h>
#include <xcb/xcb.h>

#include "cockpit/cockpit_channel.h"

struct rt_window;

#define RT_WINDOW_ERROR_SIZE 160

/* Opens a window on the server that DISPLAY names. NULL: `out_error` says why. */
struct rt_window *rt_window_open(const char *title, uint32_t width_px, uint32_t height_px,
                                 char out_error[RT_WINDOW_ERROR_SIZE]);
/* Any thread, once: ends the calls of another thread on the window, even if the server does not
 * answer. The window then counts as closed. */
void rt_window_interrupt(const struct rt_window *window);
/* Accepts NULL. */
void rt_window_close(struct rt_window *window);

/* Calls `hear` in rt_window_poll after each change of what the user holds in the window. Until then
 * the server sends no events of keys and pointer. */
void rt_window_listen(struct rt_window *window,
                      void (*hear)(void *data, const struct us_cockpit_input *held), void *data);

/* Handles the user's actions. False: the window was closed, or the server went away. */
bool rt_window_poll(struct rt_window *window);

/* The size that the user gave it, as of the last poll. */
uint32_t rt_window_width(const struct rt_window *window);
uint32_t rt_window_height(const struct rt_window *window);

/* Shows a picture of that size: rows of sRGB, three bytes a pixel, without gaps, the top row first.
 */
void rt_window_show(struct rt_window *window, const uint8_t *rgb);

/*
 * window_input: what a user holds in a window: keys, buttons of the mouse, and where its pointer
 * is. Keys are key symbols: the first one of a key that is a letter, a digit or the like of Latin,
 * or a function key, without regard to Shift. Where the window loses the focus, all is released.
 * One thread at a time.
 */

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
