/* SPDX-License-Identifier: MIT */
#include "tool/baseline/picture_compare.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "tool/cli/text.h"

/* Nobody looks at more of them. */
enum { DIFFERENCES_MAX = 100 };

static bool join(const char *folder, const char *name, char out[PATH_MAX])
{
    int length = snprintf(out, PATH_MAX, "%s/%s", folder, name);
    return length > 0 && length < PATH_MAX;
}

static void note(struct tool_picture_comparison *out, const struct tool_picture_difference *found)
{
    if (out->differing++ == 0)
        out->first = *found;
}

static void note_alone(const struct tool_picture_order *order, const struct tool_picture *picture,
                       const char *name, struct tool_picture_comparison *out)
{
    const struct tool_picture_difference found = {.picture = *picture, .only_in = name};
    if (picture->frame < order->alone_until)
        note(out, &found);
}

static void write_difference(const struct tool_picture_order *order, struct tool_image_pair *pair,
                             struct tool_picture_difference *found)
{
    if (order->differences == NULL || (mkdir(order->differences, 0777) != 0 && errno != EEXIST) ||
        !join(order->differences, found->picture.name, found->path) ||
        !tool_png_image_write(&pair->difference, found->path))
        found->path[0] = '\0';
}

static void keep_worst(const struct tool_image_outcome *outcome,
                       struct tool_picture_comparison *out)
{
    out->ssim_lowest = fmin(out->ssim_lowest, outcome->ssim_lowest);
    out->patch_largest = fmax(out->patch_largest, outcome->patch_largest);
}

/* Compares two files. What cannot be compared is not the same. */
static bool compare_files(const struct tool_picture_order *order, const char *a, const char *b,
                          struct tool_picture_difference *found,
                          struct tool_picture_comparison *out)
{
    struct tool_image_pair pair;
    struct tool_image_tolerance tolerance = order->allow->pictures;
    if (!order->is_perceptual)
        tolerance.ssim = (double)NAN;
    found->is_unreadable = !tool_image_pair_read(&pair, a, b, NULL) ||
                           !tool_allow_make_mask(order->allow, found->picture.name, pair.a.width,
                                                 pair.a.height, &pair.mask) ||
                           !tool_image_compare(&pair, &tolerance, &found->outcome);
    bool is_same = !found->is_unreadable && found->outcome.is_same;
    if (!found->is_unreadable)
        keep_worst(&found->outcome, out);
    if (!found->is_unreadable && !is_same && out->differing < DIFFERENCES_MAX)
        write_difference(order, &pair, found);
    tool_image_pair_free(&pair);
    return is_same;
}

static void compare_both(const struct tool_picture_order *order, const struct tool_picture *picture,
                         struct tool_picture_comparison *out)
{
    char a[PATH_MAX], b[PATH_MAX];
    struct tool_picture_difference found = {.picture = *picture};
    out->compared++;
    if (!join(order->a->pictures, picture->name, a) ||
        !join(order->b->pictures, picture->name, b) || !compare_files(order, a, b, &found, out))
        note(out, &found);
}

static void compare_lists(const struct tool_picture_order *order, const struct tool_picture_list *a,
                          const struct tool_picture_list *b, struct tool_picture_comparison *out)
{
    size_t i = 0, j = 0;
    while (i < a->count || j < b->count) {
        int which = i == a->count   ? 1
                    : j == b->count ? -1
                                    : tool_picture_compare(&a->items[i], &b->items[j]);
        if (which == 0)
            compare_both(order, &a->items[i], out);
        else if (which < 0)
            note_alone(order, &a->items[i], order->a_name, out);
        else
            note_alone(order, &b->items[j], order->b_name, out);
        i += which <= 0;
        j += which >= 0;
    }
}

bool tool_picture_compare_runs(const struct tool_picture_order *order,
                               struct tool_picture_comparison *out)
{
    struct tool_picture_list a, b;
    *out = (struct tool_picture_comparison){.is_perceptual = order->is_perceptual,
                                            .ssim_lowest = (double)NAN,
                                            .patch_largest = (double)NAN};
    if (!tool_picture_list_read(&a, order->a->log))
        return false;
    if (!tool_picture_list_read(&b, order->b->log)) {
        tool_picture_list_free(&a);
        return false;
    }
    compare_lists(order, &a, &b, out);
    tool_picture_list_free(&a);
    tool_picture_list_free(&b);
    return true;
}
