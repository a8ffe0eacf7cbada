/* SPDX-License-Identifier: MIT */
/*
 * cockpit: the window's end of the channel to a tool that drives by mouse and keyboard
 * (cockpit/cockpit_channel.h): tells what the user does, and writes over the picture what the tool
 * wants to be seen. On the painter's thread.
 */
#ifndef RT_RUNTIME_COCKPIT_H
#define RT_RUNTIME_COCKPIT_H

#include "runtime/window/text.h"
#include "runtime/window/window.h"

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
