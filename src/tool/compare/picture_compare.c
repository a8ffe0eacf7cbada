/* SPDX-License-Identifier: MIT */
#include "tool/compare/run_compare.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#include "platform/path.h"
#include "tool/cli/text.h"
#include "tool/run_folder/run_folder.h"

/* More images than this would help nobody. */
enum { DIFFERENCES_MAX = 100 };

/* Whether nothing differed before. */
static bool is_first(const struct tool_picture_comparison *out)
{
    return out->differing + out->alone == 0;
}

static void note_alone(const struct tool_picture_order *order, const struct tool_picture *picture,
                       const char *name, struct tool_picture_comparison *out)
{
    if (picture->frame >= order->alone_until)
        return;
    if (is_first(out))
        out->first = (struct tool_picture_difference){.picture = *picture, .only_in = name};
    out->alone++;
}

static bool make_folder(const char *folder)
{
    if (us_path_make_folder(folder, 0777) || errno == EEXIST)
        return true;
    tool_text_complain("%s cannot be made: %s", folder, strerror(errno));
    return false;
}

static void write_difference(const struct tool_picture_order *order, struct tool_image_pair *pair,
                             struct tool_picture_difference *found,
                             struct tool_picture_comparison *out)
{
    found->path[0] = '\0';
    if (order->differences == NULL || out->differences_failed || out->differing > DIFFERENCES_MAX)
        return;
    if (out->differing == DIFFERENCES_MAX) {
        tool_text_complain("%s holds the images of the first %d differences; no more are written",
                           order->differences, DIFFERENCES_MAX);
        return;
    }
    out->differences_failed =
        !make_folder(order->differences) ||
        !tool_run_folder_join(order->differences, found->picture.name, found->path) ||
        !tool_png_image_write(&pair->difference, found->path);
    if (out->differences_failed)
        found->path[0] = '\0';
}

/* Compares two files. Files that cannot be compared count as different. */
static bool compare_files(const struct tool_picture_order *order, const char *a, const char *b,
                          struct tool_picture_difference *found,
                          struct tool_picture_comparison *out)
{
    struct tool_image_pair pair;
    found->is_unreadable = !tool_image_pair_read(&pair, a, b) ||
                           !tool_allow_make_mask(order->allow, found->picture.name, pair.a.width,
                                                 pair.a.height, &pair.mask) ||
                           !tool_image_compare(&pair, &out->used, &found->outcome);
    bool is_same = !found->is_unreadable && found->outcome.is_same;
    if (!found->is_unreadable) {
        out->masked += found->outcome.pixels == 0;
        out->ssim_lowest = fmin(out->ssim_lowest, found->outcome.ssim_lowest);
        out->patch_largest = fmax(out->patch_largest, found->outcome.patch_largest);
    }
    if (!found->is_unreadable && !is_same)
        write_difference(order, &pair, found, out);
    tool_image_pair_free(&pair);
    return is_same;
}

static void compare_both(const struct tool_picture_order *order, const struct tool_picture *picture,
                         struct tool_picture_comparison *out)
{
    char a[PATH_MAX], b[PATH_MAX];
    struct tool_picture_difference found = {.picture = *picture};
    bool is_same = tool_run_folder_join(order->a.folder, picture->name, a) &&
                   tool_run_folder_join(order->b.folder, picture->name, b) &&
                   compare_files(order, a, b, &found, out);
    out->compared++;
    if (is_same && is_first(out))
        out->equal = *picture;
    if (is_same)
        return;
    if (is_first(out))
        out->first = found;
    out->differing++;
}

void tool_picture_compare(const struct tool_picture_order *order,
                          struct tool_picture_comparison *out)
{
    const struct tool_picture_list *a = order->a.list, *b = order->b.list;
    size_t i = 0, j = 0;
    *out = (struct tool_picture_comparison){.rule = order->rule,
                                            .used = tool_allow_limits(order->allow, order->rule),
                                            .ssim_lowest = (double)NAN,
                                            .patch_largest = (double)NAN};
    while (i < a->count || j < b->count) {
        int which = i == a->count   ? 1
                    : j == b->count ? -1
                                    : tool_picture_list_order(&a->items[i], &b->items[j]);
        if (which == 0)
            compare_both(order, &a->items[i], out);
        else if (which < 0)
            note_alone(order, &a->items[i], order->a.name, out);
        else
            note_alone(order, &b->items[j], order->b.name, out);
        i += which <= 0;
        j += which >= 0;
    }
}

bool tool_picture_compare_is_blind(const struct tool_picture_comparison *pictures)
{
    return pictures->compared > 0 && pictures->masked == pictures->compared &&
           !tool_image_allows_all(&pictures->used);
}
