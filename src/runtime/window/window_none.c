/* SPDX-License-Identifier: MIT */
/* In place of the window, its painter and the cockpit where the system has no X server. */
#include "runtime/window/painter.h"

#include <stdio.h>

struct rt_painter *rt_painter_open(const char *title, uint32_t width_px, uint32_t height_px,
                                   rt_painter_draw *draw, rt_painter_tend *tend,
                                   void (*finish)(void *picture), void *picture,
                                   char out_error[RT_WINDOW_ERROR_SIZE])
{
    (void)title, (void)width_px, (void)height_px, (void)draw, (void)tend;
    finish(picture);
    snprintf(out_error, RT_WINDOW_ERROR_SIZE, "the runtime has no window on this system");
    return NULL;
}

void rt_painter_close(struct rt_painter *painter)
{
    (void)painter;
}

void *rt_painter_take(struct rt_painter *painter)
{
    (void)painter;
    return NULL;
}

void rt_painter_show(struct rt_painter *painter)
{
    (void)painter;
}

bool rt_painter_is_closed(struct rt_painter *painter)
{
    (void)painter;
    return true;
}

struct rt_cockpit *rt_cockpit_open(const char *path)
{
    (void)path;
    return NULL;
}

void rt_cockpit_close(struct rt_cockpit *cockpit)
{
    (void)cockpit;
}

void rt_cockpit_tend(struct rt_cockpit *cockpit, struct rt_window *window, bool open)
{
    (void)cockpit, (void)window, (void)open;
}

uint32_t rt_cockpit_eyes(const struct rt_cockpit *cockpit)
{
    (void)cockpit;
    return 0;
}

void rt_cockpit_place(struct rt_cockpit *cockpit, uint32_t eye, struct us_cockpit_rect rect)
{
    (void)cockpit, (void)eye, (void)rect;
}

void rt_cockpit_draw(const struct rt_cockpit *cockpit, const struct rt_text_picture *picture)
{
    (void)cockpit, (void)picture;
}
