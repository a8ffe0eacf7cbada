/* SPDX-License-Identifier: MIT */
/*
 * image_compare: compares two images, pixel by pixel or as a person sees them.
 */
#ifndef TOOL_IMAGE_COMPARE_H
#define TOOL_IMAGE_COMPARE_H

#include <stdbool.h>
#include <stdint.h>

#include "tool/image/png_image.h"

/*
 * When two images count as the same.
 *
 * Pixel by pixel, a share of the pixels may be off by more than the threshold. That is for images
 * of one graphics driver, which draws the same every time.
 *
 * As a person sees them, for images of two drivers: an edge may be off by one pixel, which is what
 * drivers make of coordinates between two pixels. Each pixel is compared with the nearest colour
 * between the extremes of the 3 by 3 pixels at that place in the other image, in both directions;
 * the outermost pixels of an image do not count. With that, in each patch the similarity (ssim.h)
 * must be at least `ssim`, and the mean of a colour may be off by the threshold.
 *
 * Alpha, and what 16 bits of a colour say beyond 8, count pixel by pixel as a colour does. A person
 * does not see them: there it is only said that they differ.
 */
struct tool_image_tolerance {
    double threshold; /* how far a colour may be off, from 0 to 1 */
    double share;     /* the share of the pixels that may be off by more, from 0 to 1 */
    double ssim;      /* the lowest similarity of a patch, up to 1; NaN: compare pixel by pixel */
};

struct tool_image_outcome {
    bool is_same;
    uint64_t pixels, differing; /* compared, and off by more than the threshold */
    uint64_t unseen;            /* of those, how many differ in alpha or beyond 8 bits alone */
    double largest;             /* difference of a colour, from 0 to 1 */
    uint32_t x, y;              /* where that is */
    double mean;                /* difference, from 0 to 1 */
    /* As a person sees them; NaN where they are compared pixel by pixel. */
    double ssim_plain;         /* the mean similarity as in the paper, without a tolerance */
    double ssim_lowest;        /* the similarity of the patch that is least similar */
    double patch_largest;      /* the largest difference of a patch's mean colour, from 0 to 1 */
    uint32_t patch_x, patch_y; /* the left upper pixel of the patch that is worst in either */
};

/* Patches are so many pixels square, and overlap by half. */
enum { TOOL_IMAGE_PATCH = 8 };

/* Some images to compare. Those without pixels are not used. */
struct tool_image_pair {
    struct tool_png_image a, b;       /* of one size */
    struct tool_png_image mask;       /* compare only the pixels that are brighter than half here */
    uint8_t *exact_a, *exact_b;       /* NULL: `a` and `b` say all (tool_png_image_read_exact) */
    struct tool_png_image difference; /* out: brighter where they differ more, red above the
                                         threshold, blue where the mask leaves out */
};

/* Whether any two images count as the same with these limits. */
bool tool_image_allows_all(const struct tool_image_tolerance *allow);
/* How many decimals tell a difference from 0. */
int tool_image_decimals(double difference);

/* Returns false after a message if memory runs out. */
bool tool_image_compare(struct tool_image_pair *pair, const struct tool_image_tolerance *allow,
                        struct tool_image_outcome *out);

/* Reads the images, and makes room for the difference. Returns false after a message if a file
 * cannot be read, or the images have not one size. */
bool tool_image_pair_read(struct tool_image_pair *pair, const char *a, const char *b);
void tool_image_pair_free(struct tool_image_pair *pair);

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

/*
 * Writes the similarity at each pixel, row by row, to `out`: 1 where the windows are equal, less
 * where they are not, at the lowest -1. The images have one size. Returns false after a message if
 * memory runs out.
 */
bool tool_ssim_map(const struct tool_png_image *a, const struct tool_png_image *b, float *out);

#endif
