/* SPDX-License-Identifier: MIT */
#include "tool/verdict/watch.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/path.h"
#include "tool/image/image_compare.h"

enum { TEXT = 256 };

/* "frame-000045-view-0.png": whether that is the view. */
static bool is_view(const char *file, double view)
{
    static const char before[] = "-view-";
    const char *at = strstr(file, before);
    return isnan(view) || (at != NULL && strtod(at + sizeof before - 1, NULL) == view);
}

/* False: the path is too long. */
static bool join(const char *folder, const char *name, char out[PATH_MAX])
{
    const bool is_alone = us_path_is_absolute(name);
    int written =
        snprintf(out, PATH_MAX, "%s%s%s", is_alone ? "" : folder, is_alone ? "" : "/", name);
    return written > 0 && written < PATH_MAX;
}

static bool compare(const char *expect, const struct tool_expect_picture *wanted,
                    const char *picture, char reason[TEXT])
{
    char file[PATH_MAX];
    struct tool_image_pair pair = {.a = {0}};
    struct tool_image_outcome outcome;
    const struct tool_image_tolerance allow = {wanted->threshold, wanted->share, wanted->ssim};
    bool is_compared = tool_file_path_beside(expect, wanted->file, file) &&
                       tool_image_pair_read(&pair, picture, file) &&
                       tool_image_compare(&pair, &allow, &outcome);
    tool_image_pair_free(&pair);
    if (!is_compared) {
        snprintf(reason, TEXT, "the picture cannot be compared with %.150s", wanted->file);
        return false;
    }
    if (!outcome.is_same)
        snprintf(reason, TEXT,
                 "%llu of %llu pixels are off by more than %g from %.100s; the furthest by %.*f, "
                 "at %u, %u",
                 (unsigned long long)outcome.differing, (unsigned long long)outcome.pixels,
                 wanted->threshold, wanted->file, tool_image_decimals(outcome.largest),
                 outcome.largest, outcome.x, outcome.y);
    return outcome.is_same;
}

/* The largest difference between two pixels in one colour, from 0 to 1. */
static double find_contrast(const struct tool_png_image *image)
{
    int largest = 0;
    size_t pixels = (size_t)image->width * image->height;
    for (int colour = 0; colour < 3; colour++) {
        int low = 255, high = 0;
        for (size_t i = 0; i < pixels; i++) {
            int value = image->rgb[i * 3 + (size_t)colour];
            low = value < low ? value : low;
            high = value > high ? value : high;
        }
        largest = high - low > largest ? high - low : largest;
    }
    return largest / 255.0;
}

static bool is_seen(const struct tool_expect_picture *wanted, const char *picture,
                    char reason[TEXT])
{
    struct tool_png_image image = {0};
    if (!tool_png_image_read(&image, picture)) {
        snprintf(reason, TEXT, "the picture cannot be read");
        return false;
    }
    bool is_flat = !(find_contrast(&image) > wanted->threshold);
    if (is_flat)
        snprintf(reason, TEXT, "the picture is one flat colour, #%02x%02x%02x", image.rgb[0],
                 image.rgb[1], image.rgb[2]);
    tool_png_image_free(&image);
    return !is_flat;
}

bool tool_pictures_is_wanted(const struct tool_expectation *expectation,
                             const struct tool_log_event *event)
{
    const char *file = tool_log_event_text(event, "file");
    return strcmp(event->name, "shot") == 0 && file != NULL &&
           is_view(file, expectation->picture.view);
}

bool tool_pictures_judge(const struct tool_judge *judge, const struct tool_expectation *expectation,
                         const struct tool_log_event *event, char reason[TEXT])
{
    const struct tool_expect_picture *wanted = &expectation->picture;
    char picture[PATH_MAX];
    if (judge->end->shots == NULL ||
        !join(judge->end->shots, tool_log_event_text(event, "file"), picture)) {
        snprintf(reason, TEXT, "the folder of the screenshots is not known; pass --shots DIR");
        return false;
    }
    return wanted->file != NULL ? compare(judge->expect->path, wanted, picture, reason)
                                : is_seen(wanted, picture, reason);
}
