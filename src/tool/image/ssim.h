/* SPDX-License-Identifier: MIT */
/*
 * ssim: how similar two images look, by the structural similarity index of Wang, Bovik, Sheikh and
 * Simoncelli, "Image Quality Assessment: From Error Visibility to Structural Similarity", IEEE
 * Transactions on Image Processing 13 (4), 2004.
 *
 * Around each pixel, a Gaussian window of 11 by 11 pixels (standard deviation 1.5) is compared in
 * its brightness, contrast and structure; K1 = 0.01, K2 = 0.03. The paper compares grey images.
 * Here red, green and blue are compared apart, so that a change of colour counts, and the lowest of
 * the three is the similarity at the pixel. Beyond its edges an image goes on with its mirror.
 */
#ifndef TOOL_SSIM_H
#define TOOL_SSIM_H

#include <stdbool.h>
#include <stdint.h>

#include "tool/image/png_image.h"

/*
 * Writes the similarity at each pixel, row by row, to `out`: 1 where the windows are equal, less
 * where they are not, at the lowest -1. The images have one size. Returns false after a message if
 * memory runs out.
 */
bool tool_ssim_map(const struct tool_png_image *a, const struct tool_png_image *b, float *out);

#endif
