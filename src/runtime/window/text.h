/* SPDX-License-Identifier: MIT */
/*
 * text: lines of ASCII in a picture, in a font of 5 by 7 dots. Pure functions: any thread.
 */
#ifndef RT_RUNTIME_TEXT_H
#define RT_RUNTIME_TEXT_H

#include <stdint.h>

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

#endif
