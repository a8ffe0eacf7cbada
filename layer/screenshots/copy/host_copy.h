/* SPDX-License-Identifier: MIT */
/*
 * host_copy: copies that are complete when the app's call returns, because the API has written them
 * to memory of the layer.
 *
 * A pool keeps and reuses at most US_IMAGE_COPY_MAX copies with US_IMAGE_COPY_MEMORY_MAX bytes
 * together. Any thread may take a copy.
 */
#ifndef US_HOST_COPY_H
#define US_HOST_COPY_H

#include "layer/screenshots/copy/image_copy.h"
#include "platform/thread.h"

struct us_host_copy {
    struct us_image_copy base;
    uint8_t *bytes; /* the array layers one after the other, rows without padding */
    uint64_t size;
};

struct us_host_copy_pool {
    struct us_mutex mutex; /* guards `used`, and which copies are in use */
    uint64_t used;         /* bytes of all copies */
    struct us_host_copy copies[US_IMAGE_COPY_MAX];
};

/* The pool is zeroed memory. */
void us_host_copy_init(struct us_host_copy_pool *pool);
void us_host_copy_finish(struct us_host_copy_pool *pool);

/* Takes a copy with room for the image, with one reference. Returns NULL, with the reason in
 * `*out_why`, if it fails. */
struct us_host_copy *us_host_copy_take(struct us_host_copy_pool *pool,
                                       const struct us_image_source *image, const char **out_why);

/* The bytes of a copy of any pool. */
const uint8_t *us_host_copy_bytes(const struct us_image_copy *copy);

#endif
