/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>

#include "tool/cli/file_roles.h"
#include "tool/cli/json.h"
#include "tool/cli/options.h"
#include "tool/image/image_compare.h"
#include "tool/cli/text.h"
#include "tool/cli/command.h"

static const char help[] =
    "usage: understudy compare-images A.png B.png [options]\n"
    "\n"
    "Compare two PNG images pixel by pixel, or as a person sees them.\n"
    "\n"
    "  --threshold X      allow a colour to differ by X, from 0 to 1 (default 0.02)\n"
    "  --allow X          allow this share of the pixels to differ by more, from 0 to 1 (default "
    "0)\n"
    "  --ssim X           compare images of two graphics drivers as a person sees them: edges may\n"
    "                     be off by a pixel; then in each patch of 8 by 8 pixels the structural\n"
    "                     similarity (SSIM) must be X or more (1 is equal; try 0.6), and the mean\n"
    "                     colour may be off by --threshold. --allow has no meaning then\n"
    "  --mask M.png       compare only the pixels that are brighter than half in this image\n"
    "  --difference D.png write an image of the differences: a brighter pixel differs more, red "
    "is\n"
    "                     above the threshold, blue is masked\n"
    "  --json             print one JSON object\n"
    "\n"
    "The JSON object: result (same or different), pixels (compared), differing, largest\n"
    "(difference of a colour, from 0 to 1), x, y (where that is), mean (difference), and with\n"
    "--ssim: ssim (mean, without a tolerance), ssim_lowest, patch_largest (difference of a "
    "patch).\n"
    "\n"
    "Exit codes: 0 the same; 1 different; 2 usage, or compare-images cannot use an image; 3 the\n"
    "output could not be written.\n";

static int compare_images(int argc, char **argv);

const struct tool_command tool_command_compare_images = {"compare-images", "compare two PNG images",
                                                         help, compare_images, NULL};

struct request {
    const char *a, *b, *mask, *difference;
    struct tool_image_tolerance allow;
    bool json;
};

static void print_text(const struct tool_image_outcome *outcome,
                       const struct tool_image_tolerance *allow)
{
    printf("%s: %llu of %llu pixels are off by more than %g",
           outcome->is_same ? "the same" : "different", (unsigned long long)outcome->differing,
           (unsigned long long)outcome->pixels, allow->threshold);
    if (outcome->largest > 0.0)
        printf("; the furthest by %.3f, at %u, %u", outcome->largest, outcome->x, outcome->y);
    if (!isnan(allow->ssim))
        printf("; SSIM is %.4f; with edges off by a pixel, the worst patch, at %u, %u, has %.4f, "
               "and a colour of a patch is off by %.4f",
               outcome->ssim_plain, outcome->patch_x, outcome->patch_y, outcome->ssim_lowest,
               outcome->patch_largest);
    printf("\n");
}

static bool print_json(const struct tool_image_outcome *outcome)
{
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "result", outcome->is_same ? "same" : "different");
    tool_json_add_number(object, "pixels", (double)outcome->pixels);
    tool_json_add_number(object, "differing", (double)outcome->differing);
    tool_json_add_number(object, "largest", outcome->largest);
    tool_json_add_number(object, "x", (double)outcome->x);
    tool_json_add_number(object, "y", (double)outcome->y);
    tool_json_add_number(object, "mean", outcome->mean);
    tool_json_add_number(object, "ssim", outcome->ssim_plain);
    tool_json_add_number(object, "ssim_lowest", outcome->ssim_lowest);
    tool_json_add_number(object, "patch_largest", outcome->patch_largest);
    return tool_json_print(object);
}

static int judge(const struct request *request)
{
    struct tool_image_pair pair;
    struct tool_image_outcome outcome;
    int code = TOOL_EXIT_USAGE;
    if (tool_image_pair_read(&pair, request->a, request->b, request->mask) &&
        tool_image_compare(&pair, &request->allow, &outcome)) {
        code = outcome.is_same ? TOOL_EXIT_OK : TOOL_EXIT_DIFFERENT;
        if (!request->json)
            print_text(&outcome, &request->allow);
        else if (!print_json(&outcome))
            code = TOOL_EXIT_OUTPUT;
        if (request->difference != NULL &&
            !tool_png_image_write(&pair.difference, request->difference))
            code = TOOL_EXIT_OUTPUT;
    }
    tool_image_pair_free(&pair);
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
    struct request request = {.allow = {.threshold = 0.02, .ssim = (double)NAN}};
    const struct tool_option options[] = {
        {"threshold", TOOL_OPTION_NUMBER, &request.allow.threshold, NULL},
        {"allow", TOOL_OPTION_NUMBER, &request.allow.share, NULL},
        {"ssim", TOOL_OPTION_NUMBER, &request.allow.ssim, NULL},
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
    const struct tool_image_tolerance *allow = &request.allow;
    bool fits = allow->threshold >= 0.0 && allow->threshold <= 1.0 && allow->share >= 0.0 &&
                allow->share <= 1.0 &&
                (isnan(allow->ssim) || (allow->ssim >= -1.0 && allow->ssim <= 1.0));
    if (!fits) {
        tool_text_complain("compare-images: --threshold and --allow must be from 0 to 1, and "
                           "--ssim from -1 to 1");
        return TOOL_EXIT_USAGE;
    }
    request.a = line.operand;
    request.b = line.second;
    return check_files(&request) ? judge(&request) : TOOL_EXIT_USAGE;
}
