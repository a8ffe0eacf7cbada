// SPDX-License-Identifier: MIT
// A window on an X server that shows pictures. The runtime links no X11: it loads libxcb.so.1,
// which never ends the process where the server goes away. One thread at a time.
#ifndef RT_RUNTIME_WINDOW_H
#define RT_RUNTIME_WINDOW_H

#include <stdbool.h>
#include <stdint.h>

struct rt_window;

#define RT_WINDOW_ERROR_SIZE 160

// Opens a window on the server that DISPLAY names. NULL: `out_error` says why.
struct rt_window *rt_window_open(const char *title, uint32_t width_px, uint32_t height_px,
                                 char out_error[RT_WINDOW_ERROR_SIZE]);
// Accepts NULL.
void rt_window_close(struct rt_window *window);

// Looks at what the user did. False: the window was closed, or the server went away.
bool rt_window_poll(struct rt_window *window);

// The size that the user gave it, as of the last poll.
uint32_t rt_window_width(const struct rt_window *window);
uint32_t rt_window_height(const struct rt_window *window);

// Shows a picture of that size: rows of sRGB, three bytes a pixel, without gaps, the top row first.
void rt_window_show(struct rt_window *window, const uint8_t *rgb);

#endif
