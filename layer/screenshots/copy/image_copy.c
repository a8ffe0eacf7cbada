/* SPDX-License-Identifier: MIT */
#include "layer/screenshots/copy/image_copy.h"

const char us_image_copy_full[] = "earlier screenshots are still being written";

void us_image_copy_ref(struct us_image_copy *copy)
{
    atomic_fetch_add_explicit(&copy->references, 1, memory_order_relaxed);
}

void us_image_copy_unref(struct us_image_copy *copy)
{
    if (copy != NULL)
        atomic_fetch_sub_explicit(&copy->references, 1, memory_order_release);
}

struct us_image_format us_image_format_find(const struct us_image_format *list, size_t count,
                                            int64_t value)
{
    for (size_t i = 0; i < count; i++)
        if (list[i].value == value)
            return list[i];
    return (struct us_image_format){value, NULL, 0};
}
