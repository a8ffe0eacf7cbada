/* SPDX-License-Identifier: MIT */
/*
 * image_copy: a copy of an app's swapchain image in host memory, and its source, for every API that
 * the app may draw with. Any thread.
 */
#ifndef US_IMAGE_COPY_H
#define US_IMAGE_COPY_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

/* The limits for all copies of a session together. */
enum { US_IMAGE_COPY_MAX = 64 };
#define US_IMAGE_COPY_MEMORY_MAX ((uint64_t)512 << 20)

/* The first member of the copies of each API. */
struct us_image_copy {
    atomic_int references; /* 0: it may be reused */
};

/* The source of a copy: all array layers of the first mip level. */
struct us_image_source {
    uint64_t handle; /* VkImage, or the name of an OpenGL texture */
    uint32_t width_px, height_px, layer_count;
    size_t pixel_size; /* bytes of a pixel in the copy */
    int64_t format;    /* of the swapchain, as its API numbers formats */
};

/* The reason if all copies are in use; try again after a reference was released. */
extern const char us_image_copy_full[];

/* Add or release a reference. A copy without references may be reused. us_image_copy_unref accepts
 * NULL. */
void us_image_copy_ref(struct us_image_copy *copy);
void us_image_copy_unref(struct us_image_copy *copy);

#endif
