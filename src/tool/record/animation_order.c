/* SPDX-License-Identifier: MIT */
#include "tool/record/animation_order.h"

#include <math.h>
#include <stddef.h>

const char *const tool_animation_keys[] = {"8", "28", NULL};

struct tool_animation_order tool_animation_order_none(void)
{
    return (struct tool_animation_order){.reduce_mm = (double)NAN, .reduce_degrees = (double)NAN};
}

const char *tool_animation_order_conflict(const struct tool_animation_order *order)
{
    bool has_option = order->keys != NULL || order->reduces || !isnan(order->reduce_mm) ||
                      !isnan(order->reduce_degrees);
    if (has_option && order->path == NULL)
        return "--keys and --reduce need --also FILE";
    if (!isnan(order->reduce_mm) && !(order->reduce_mm > 0.0 && order->reduce_mm <= 1000.0))
        return "--reduce-mm must be above 0 and at most 1000";
    if (!isnan(order->reduce_degrees) &&
        !(order->reduce_degrees > 0.0 && order->reduce_degrees <= 30.0))
        return "--reduce-degrees must be above 0 and at most 30";
    return NULL;
}
