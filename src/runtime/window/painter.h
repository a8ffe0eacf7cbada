/* SPDX-License-Identifier: MIT */
/*
 * A window whose pictures a thread of its own draws, so that the app's frames wait neither for a
 * drawing nor for the X server.
 *
 * The caller prepares a picture while the painter is idle, and hands it over. While it is drawn,
 * the caller must not touch it; pictures that come meanwhile are not shown. After each drawing the
 * painter pauses for as long as it drew, so that it takes at most half of a processor from the app.
 */
#ifndef RT_RUNTIME_PAINTER_H
#define RT_RUNTIME_PAINTER_H

#include "runtime/window/window.h"

struct rt_painter;

/* Draws into rows of three bytes a pixel without gaps, which are black: on the painter's thread. */
typedef void rt_painter_draw(void *picture, uint32_t width, uint32_t height, uint8_t *rgb);

/* Looks at what the user does, on the painter's thread, some hundred times in a second, and a last
 * time when the window is not `open` any more. It may touch what of the picture belongs to that
 * thread alone. */
typedef void rt_painter_tend(void *picture, struct rt_window *window, bool open);

/* Opens a window as rt_window_open. `tend` may be NULL. `finish` frees the picture when the painter
 * is closed, and where it cannot be opened. */
struct rt_painter *rt_painter_open(const char *title, uint32_t width_px, uint32_t height_px,
                                   rt_painter_draw *draw, rt_painter_tend *tend,
                                   void (*finish)(void *picture), void *picture,
                                   char out_error[RT_WINDOW_ERROR_SIZE]);
/* Waits for the end of a drawing, but not for the X server. Accepts NULL. */
void rt_painter_close(struct rt_painter *painter);

/* One thread at a time calls the rest. The picture if the painter is idle, to be changed until
 * rt_painter_show; NULL: it is not. */
void *rt_painter_take(struct rt_painter *painter);
void rt_painter_show(struct rt_painter *painter);
/* The user closed the window, or the server went away. */
bool rt_painter_is_closed(struct rt_painter *painter);

#endif
