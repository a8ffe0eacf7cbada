/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "tool/cli/file_roles.h"
#include "tool/cli/json.h"
#include "tool/cli/options.h"
#include "tool/image/png_image.h"
#include "tool/cli/text.h"
#include "tool/cli/command.h"

static const char help[] =
    "usage: understudy compare-images A.png B.png [options]\n"
    "\n"
    "Compare two PNG images pixel by pixel.\n"
    "\n"
    "  --threshold X      allow a colour to differ by X, from 0 to 1 (default 0.02)\n"
    "  --allow X          allow this share of the pixels to differ by more, from 0 to 1 (default "
    "0)\n"
    "  --mask M.png       compare only the pixels that are brighter than half in this image\n"
    "  --difference D.png write an image of the differences: a brighter pixel differs more, red "
    "is\n"
    "                     above the threshold, blue is masked\n"
    "  --json             print one JSON object\n"
    "\n"
    "The JSON object: result (same or different), pixels (compared), differing, largest\n"
    "(difference of a colour, from 0 to 1), x, y (where that is), mean (difference).\n"
    "\n"
    "Exit codes: 0 the same; 1 different; 2 usage, or compare-images cannot use an image; 3 the\n"
    "output could not be written.\n";

static int compare_images(int argc, char **argv);

const struct tool_command tool_command_compare_images = {"compare-images", "compare two PNG images",
                                                         help, compare_images, NULL};

struct images {
    struct tool_png_image a, b, mask, difference; /* without pixels where there is none */
};

struct outcome {
    uint64_t pixels, differing;
    uint32_t x, y; /* of the largest difference */
    int largest;   /* of 255 */
    double sum;
};

static int difference_at(const struct images *images, size_t pixel)
{
    int largest = 0;
    for (size_t i = 3 * pixel; i < 3 * pixel + 3; i++) {
        int off = abs((int)images->a.rgb[i] - (int)images->b.rgb[i]);
        largest = off > largest ? off : largest;
    }
    return largest;
}

static bool is_left_out(const struct images *images, size_t pixel)
{
    const uint8_t *mask = images->mask.rgb;
    return mask != NULL && mask[3 * pixel] + mask[3 * pixel + 1] + mask[3 * pixel + 2] < 3 * 128;
}

static void draw(const struct images *images, size_t pixel, int off, bool left_out, bool beyond)
{
    uint8_t *out = images->difference.rgb;
    if (out == NULL)
        return;
    uint8_t bright = (uint8_t)(off > 0 ? 64 + off * 191 / 255 : 0);
    out[3 * pixel] = left_out ? 0 : bright;
    out[3 * pixel + 1] = left_out || beyond ? 0 : bright;
    out[3 * pixel + 2] = left_out ? 96 : beyond ? 0 : bright;
}

static struct outcome compare(const struct images *images, double threshold)
{
    struct outcome outcome = {0};
    uint32_t width = images->a.width;
    for (size_t pixel = 0; pixel < (size_t)width * images->a.height; pixel++) {
        int off = difference_at(images, pixel);
        bool left_out = is_left_out(images, pixel);
        bool beyond = (double)off / 255.0 > threshold;
        draw(images, pixel, off, left_out, beyond);
        if (left_out)
            continue;
        outcome.pixels++;
        outcome.differing += beyond;
        outcome.sum += (double)off;
        if (off > outcome.largest) {
            outcome.largest = off;
            outcome.x = (uint32_t)(pixel % width);
            outcome.y = (uint32_t)(pixel / width);
        }
    }
    return outcome;
}

static bool is_same_size(const struct tool_png_image *a, const char *a_path,
                         const struct tool_png_image *b, const char *b_path)
{
    if (a->width == b->width && a->height == b->height)
        return true;
    tool_text_complain("%s has %u by %u pixels, and %s has %u by %u; compare images of one size",
                       a_path, a->width, a->height, b_path, b->width, b->height);
    return false;
}

static bool print(const struct outcome *outcome, bool same, double threshold, bool json)
{
    double mean = outcome->pixels > 0 ? outcome->sum / 255.0 / (double)outcome->pixels : 0.0;
    if (!json) {
        printf("%s: %llu of %llu pixels are off by more than %g", same ? "the same" : "different",
               (unsigned long long)outcome->differing, (unsigned long long)outcome->pixels,
               threshold);
        if (outcome->largest > 0)
            printf("; the furthest by %.3f, at %u, %u", (double)outcome->largest / 255.0,
                   outcome->x, outcome->y);
        printf("\n");
        return true;
    }
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "result", same ? "same" : "different");
    tool_json_add_number(object, "pixels", (double)outcome->pixels);
    tool_json_add_number(object, "differing", (double)outcome->differing);
    tool_json_add_number(object, "largest", (double)outcome->largest / 255.0);
    tool_json_add_number(object, "x", (double)outcome->x);
    tool_json_add_number(object, "y", (double)outcome->y);
    tool_json_add_number(object, "mean", mean);
    return tool_json_print(object);
}

struct request {
    const char *a, *b, *mask, *difference;
    double threshold, allow;
    bool json;
};

static bool load(const struct request *request, struct images *out)
{
    return tool_png_image_read(&out->a, request->a) && tool_png_image_read(&out->b, request->b) &&
           is_same_size(&out->a, request->a, &out->b, request->b) &&
           (request->mask == NULL ||
            (tool_png_image_read(&out->mask, request->mask) &&
             is_same_size(&out->a, request->a, &out->mask, request->mask))) &&
           (request->difference == NULL ||
            tool_png_image_make(&out->difference, out->a.width, out->a.height));
}

static int judge(const struct request *request)
{
    struct images images = {0};
    int code = TOOL_EXIT_USAGE;
    if (load(request, &images)) {
        struct outcome outcome = compare(&images, request->threshold);
        bool same = (double)outcome.differing <= request->allow * (double)outcome.pixels;
        code = same ? TOOL_EXIT_OK : TOOL_EXIT_DIFFERENT;
        if (!print(&outcome, same, request->threshold, request->json) ||
            (request->difference != NULL &&
             !tool_png_image_write(&images.difference, request->difference)))
            code = TOOL_EXIT_OUTPUT;
    }
    tool_png_image_free(&images.a);
    tool_png_image_free(&images.b);
    tool_png_image_free(&images.mask);
    tool_png_image_free(&images.difference);
    return code;
}

static bool check_files(const struct request *request)
{
    const struct tool_file_role roles[] = {{"the first image", request->a, false},
                                           {"the second image", request->b, false},
                                           {"the image that --mask reads", request->mask, false},
                                           {"--difference", request->difference, true}};
    return tool_file_roles_check("compare-images", roles, sizeof(roles) / sizeof(roles[0]));
}

static int compare_images(int argc, char **argv)
{
    struct request request = {.threshold = 0.02};
    const struct tool_option options[] = {
        {"threshold", TOOL_OPTION_NUMBER, &request.threshold, NULL},
        {"allow", TOOL_OPTION_NUMBER, &request.allow, NULL},
        {"mask", TOOL_OPTION_TEXT, &request.mask, NULL},
        {"difference", TOOL_OPTION_TEXT, &request.difference, NULL},
        {"json", TOOL_OPTION_FLAG, &request.json, NULL},
        {NULL, TOOL_OPTION_FLAG, NULL, NULL},
    };
    struct tool_command_line line = {.command = &tool_command_compare_images,
                                     .options = options,
                                     .takes_two = true,
                                     .wanted = "two PNG files are needed"};
    int code = tool_options_parse(&line, argc, argv);
    if (code != TOOL_OPTIONS_GO_ON)
        return code;
    bool fits = request.threshold >= 0.0 && request.threshold <= 1.0 && request.allow >= 0.0 &&
                request.allow <= 1.0;
    if (!fits) {
        tool_text_complain("compare-images: --threshold and --allow must be from 0 to 1");
        return TOOL_EXIT_USAGE;
    }
    request.a = line.operand;
    request.b = line.second;
    return check_files(&request) ? judge(&request) : TOOL_EXIT_USAGE;
}
