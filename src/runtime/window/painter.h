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

#include <stdint.h>

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

/* text: lines of ASCII in a picture, in a font of 5 by 7 dots. Pure functions: any thread. */

/* Of a character with the room around it, in dots. */
enum { RT_TEXT_WIDTH = 6, RT_TEXT_HEIGHT = 10 };

/* A picture of three bytes a pixel, without gaps. */
struct rt_text_picture {
    uint8_t *rgb;
    uint32_t width, height;
};

/* The size of a text in characters: its longest line, and how many lines it has. */
void rt_text_measure(const char *text, uint32_t *out_columns, uint32_t *out_lines);

/* Writes white lines on the darkened picture, with the upper left corner at this pixel and so many
 * pixels for a dot. What the picture has no room for is left out. */
void rt_text_draw(const struct rt_text_picture *picture, uint32_t left, uint32_t top, uint32_t dot,
                  const char *text);

/*
 * cockpit: the window's end of the channel to a tool that drives by mouse and keyboard
 * (cockpit/cockpit_channel.h): tells what the user does, and writes over the picture what the tool
 * wants to be seen. On the painter's thread.
 */

struct rt_cockpit;

/* NULL: no tool listens at the path, or no memory. */
struct rt_cockpit *rt_cockpit_open(const char *path);
/* Accepts NULL. */
void rt_cockpit_close(struct rt_cockpit *cockpit);

/* Tells what the user does from now on, and hears what is to be shown. Call it often, and a last
 * time when the user has closed the window, `open` false: the tool then ends the drive. */
void rt_cockpit_tend(struct rt_cockpit *cockpit, struct rt_window *window, bool open);

/* The eyes that are to be shown; bit 0: the left one, bit 1: the right one. Any thread. */
uint32_t rt_cockpit_eyes(const struct rt_cockpit *cockpit);
/* Says where an eye was drawn. */
void rt_cockpit_place(struct rt_cockpit *cockpit, uint32_t eye, struct us_cockpit_rect rect);
/* Writes the help and the status over a picture. */
void rt_cockpit_draw(const struct rt_cockpit *cockpit, const struct rt_text_picture *picture);

#endif
