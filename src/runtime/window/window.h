/* SPDX-License-Identifier: MIT */
/*
 * A window on an X server that shows pictures. The runtime links no X11: it loads libxcb.so.1,
 * which never ends the process where the server goes away. One thread at a time.
 */
#ifndef RT_RUNTIME_WINDOW_H
#define RT_RUNTIME_WINDOW_H

#include <stdbool.h>
#include <stdint.h>

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

#endif
