/* SPDX-License-Identifier: MIT */
#include "layer/screenshots/copy/host_copy.h"

#include <stdlib.h>

#include "core/base/own_use.h"

void us_host_copy_init(struct us_host_copy_pool *pool)
{
    us_mutex_init(&pool->mutex);
}

void us_host_copy_finish(struct us_host_copy_pool *pool)
{
    for (int i = 0; i < US_IMAGE_COPY_MAX; i++)
        free(pool->copies[i].bytes);
    us_own_use_add_bytes(-(int64_t)pool->used);
    us_mutex_destroy(&pool->mutex);
}

/* Finds a copy without references: one that is large enough, or else the largest one. NULL if all
 * are in use, or if the limit would be exceeded. */
static struct us_host_copy *find_free(struct us_host_copy_pool *pool, uint64_t size)
{
    struct us_host_copy *found = NULL;
    for (int i = 0; i < US_IMAGE_COPY_MAX; i++) {
        struct us_host_copy *copy = &pool->copies[i];
        if (atomic_load_explicit(&copy->base.references, memory_order_acquire) != 0)
            continue;
        if (copy->size >= size)
            return copy;
        if (found == NULL || copy->size > found->size)
            found = copy;
    }
    return found != NULL && pool->used - found->size + size <= US_IMAGE_COPY_MEMORY_MAX ? found
                                                                                        : NULL;
}

static bool make_room(struct us_host_copy_pool *pool, struct us_host_copy *copy, uint64_t size)
{
    if (copy->size >= size)
        return true;
    free(copy->bytes);
    uint64_t before = copy->size;
    copy->bytes = malloc((size_t)size); /* US_IMAGE_COPY_MEMORY_MAX bounds it */
    copy->size = copy->bytes != NULL ? size : 0;
    pool->used += copy->size - before;
    us_own_use_add_bytes((int64_t)copy->size - (int64_t)before);
    return copy->bytes != NULL;
}

struct us_host_copy *us_host_copy_take(struct us_host_copy_pool *pool,
                                       const struct us_image_source *image, const char **out_why)
{
    const uint64_t size =
        (uint64_t)image->width_px * image->height_px * image->layer_count * image->pixel_size;
    *out_why = size > US_IMAGE_COPY_MEMORY_MAX ? "the image is too large" : us_image_copy_full;
    us_mutex_lock(&pool->mutex);
    struct us_host_copy *copy = size > US_IMAGE_COPY_MEMORY_MAX ? NULL : find_free(pool, size);
    if (copy != NULL && !make_room(pool, copy, size)) {
        *out_why = "out of memory";
        copy = NULL;
    }
    if (copy != NULL)
        atomic_store_explicit(&copy->base.references, 1, memory_order_release);
    us_mutex_unlock(&pool->mutex);
    return copy;
}

const uint8_t *us_host_copy_bytes(const struct us_image_copy *copy)
{
    return ((const struct us_host_copy *)copy)->bytes;
}
