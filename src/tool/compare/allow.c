/* SPDX-License-Identifier: MIT */
#include "tool/compare/allow.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "tool/cli/json.h"
#include "tool/cli/text.h"
#include "tool/log/event_words.h"
#include "tool/output/part_file.h"
#include "tool/expect/json_place.h"

/* How much a colour may differ between two graphics drivers. */
#define DRIVERS_THRESHOLD 0.02

static const struct tool_allow defaults = {
    .events = {1e-5, 1e-4, 1e-5},
    .rule = TOOL_ALLOW_AUTO,
    .pictures = {.threshold = (double)NAN, .share = 0.0, .ssim = 0.6},
};

static const char default_text[] =
    "{\n"
    "  \"version\": 1,\n"
    "  \"comment\": \"What may differ from the baseline; understudy-run-folder(5).\",\n"
    "  \"events\": {\"position_m\": 0.00001, \"angle_rad\": 0.0001, \"number\": 0.00001,\n"
    "             \"ignore\": []},\n"
    "  \"pictures\": {\"rule\": \"auto\", \"share\": 0, \"ssim\": 0.6},\n"
    "  \"masks\": [],\n"
    "  \"output\": {\"ignore\": []},\n"
    "  \"end\": true\n"
    "}\n";

void tool_allow_init(struct tool_allow *allow)
{
    *allow = defaults;
}

struct tool_image_tolerance tool_allow_limits(const struct tool_allow *allow,
                                              enum tool_allow_rule rule)
{
    struct tool_image_tolerance limits = allow->pictures;
    if (isnan(limits.threshold))
        limits.threshold = rule == TOOL_ALLOW_EXACT ? 0.0 : DRIVERS_THRESHOLD;
    if (rule != TOOL_ALLOW_PERCEPTUAL)
        limits.ssim = (double)NAN;
    return limits;
}

bool tool_allow_write_defaults(const char *path)
{
    return tool_part_file_write(path, default_text, sizeof default_text - 1);
}

static void wrong(struct tool_json_place *file, const cJSON *item, const char *what)
{
    tool_json_place_complain(file, item, what, "");
}

/* The meaning of a key of an object. */
struct key {
    const char *name;
    void (*read)(struct tool_json_place *file, const cJSON *item, void *target);
    void *target;
};

/* Reads an object by its keys, which NULL ends. A comment may stand anywhere. */
static void read_object(struct tool_json_place *file, const cJSON *object, const struct key *keys)
{
    if (!cJSON_IsObject(object)) {
        wrong(file, object, "needs an object");
        return;
    }
    for (const cJSON *item = object->child; item != NULL; item = item->next) {
        const struct key *key = keys;
        while (key->name != NULL && strcmp(key->name, item->string) != 0)
            key++;
        if (tool_json_get(object, item->string) != item)
            wrong(file, item, "is given twice");
        else if (key->name != NULL)
            key->read(file, item, key->target);
        else if (strcmp(item->string, "comment") != 0)
            wrong(file, item, "is no key here; see understudy-run-folder(5)");
    }
}

/* Two rotations are at most half a turn apart. */
const struct tool_allow_limit tool_allow_limit_table[TOOL_ALLOW_LIMITS] = {
    {"position_m", offsetof(struct tool_allow, events.position_m), 0.0, HUGE_VAL,
     "needs a number, 0 or more", TOOL_ALLOW_VALUES},
    {"angle_rad", offsetof(struct tool_allow, events.angle_rad), 0.0, 3.1416,
     "needs an angle in radians, from 0 to 3.1416", TOOL_ALLOW_VALUES},
    {"number", offsetof(struct tool_allow, events.number), 0.0, HUGE_VAL,
     "needs a number, 0 or more", TOOL_ALLOW_VALUES},
    {"threshold", offsetof(struct tool_allow, pictures.threshold), 0.0, 1.0,
     "needs a number from 0 to 1", TOOL_ALLOW_PICTURES},
    {"ssim", offsetof(struct tool_allow, pictures.ssim), -1.0, 1.0, "needs a number from -1 to 1",
     TOOL_ALLOW_PICTURES},
    {"share", offsetof(struct tool_allow, pictures.share), 0.0, 1.0, "needs a number from 0 to 1",
     TOOL_ALLOW_PICTURES},
};

/* Reads the limit of the item's name. */
static void read_limit(struct tool_json_place *file, const cJSON *item, void *target)
{
    const struct tool_allow_limit *limit = tool_allow_limit_table;
    while (strcmp(limit->name, item->string) != 0)
        limit++;
    if (cJSON_IsNumber(item) && item->valuedouble >= limit->lowest &&
        item->valuedouble <= limit->highest)
        *(double *)((char *)target + limit->offset) = item->valuedouble;
    else
        wrong(file, item, limit->needs);
}

static void read_ignored(struct tool_json_place *file, const cJSON *item, void *target)
{
    char *names = target;
    if (!cJSON_IsArray(item))
        wrong(file, item, "needs an array of names of events");
    for (const cJSON *name = cJSON_IsArray(item) ? item->child : NULL; name != NULL;
         name = name->next) {
        const size_t room = sizeof((struct tool_allow *)0)->ignore;
        if (us_text_find(tool_event_names, cJSON_GetStringValue(name)) < 0) {
            wrong(file, name, "this is not the name of an event; understudy-log(5) lists them");
        } else if (strlen(names) + strlen(name->valuestring) + 2 > room) {
            wrong(file, name, "there are too many names");
            return;
        } else {
            us_text_add(names, room, ",", name->valuestring);
        }
    }
}

static void read_events(struct tool_json_place *file, const cJSON *item, void *target)
{
    struct tool_allow *allow = target;
    const struct key keys[] = {{"position_m", read_limit, allow},
                               {"angle_rad", read_limit, allow},
                               {"number", read_limit, allow},
                               {"ignore", read_ignored, allow->ignore},
                               {NULL, NULL, NULL}};
    read_object(file, item, keys);
}

const char *const tool_allow_rule_names[] = {[TOOL_ALLOW_AUTO] = "auto",
                                             [TOOL_ALLOW_EXACT] = "exact",
                                             [TOOL_ALLOW_PIXELS] = "pixels",
                                             [TOOL_ALLOW_PERCEPTUAL] = "perceptual",
                                             NULL};

static void read_rule(struct tool_json_place *file, const cJSON *item, void *target)
{
    const int rule = us_text_find(tool_allow_rule_names, cJSON_GetStringValue(item));
    if (rule >= 0)
        *(enum tool_allow_rule *)target = (enum tool_allow_rule)rule;
    else
        wrong(file, item, "is one of \"auto\", \"exact\", \"pixels\" and \"perceptual\"");
}

static void read_pictures(struct tool_json_place *file, const cJSON *item, void *target)
{
    struct tool_allow *allow = target;
    const struct key keys[] = {{"rule", read_rule, &allow->rule},
                               {"threshold", read_limit, allow},
                               {"share", read_limit, allow},
                               {"ssim", read_limit, allow},
                               {NULL, NULL, NULL}};
    read_object(file, item, keys);
}

static void read_view(struct tool_json_place *file, const cJSON *item, void *target)
{
    struct tool_allow_mask *mask = target;
    if (!cJSON_IsString(item) || strlen(item->valuestring) >= sizeof mask->view)
        wrong(file, item, "needs a text such as \"view-0\"");
    else
        snprintf(mask->view, sizeof mask->view, "%s", item->valuestring);
}

static void read_rectangle(struct tool_json_place *file, const cJSON *item, void *target)
{
    struct tool_allow_mask *mask = target;
    bool is_right = cJSON_IsArray(item) && cJSON_GetArraySize(item) == 4;
    for (int i = 0; is_right && i < 4; i++) {
        const cJSON *number = cJSON_GetArrayItem(item, i);
        is_right =
            cJSON_IsNumber(number) && number->valuedouble >= 0.0 && number->valuedouble <= 65536.0;
        mask->rectangle[i] = is_right ? (uint32_t)number->valuedouble : 0;
    }
    if (!is_right)
        wrong(file, item, "needs four numbers of pixels: left, top, width, height");
}

/* A path is relative to the file that names it. */
static void read_image(struct tool_json_place *file, const cJSON *item, void *target)
{
    struct tool_allow_mask *mask = target;
    const char *name = cJSON_GetStringValue(item);
    if (name == NULL || name[0] == '\0' || !tool_file_path_beside(file->path, name, mask->image))
        wrong(file, item, "needs the path of a PNG image");
}

static void read_masks(struct tool_json_place *file, const cJSON *item, void *target)
{
    struct tool_allow *allow = target;
    if (!cJSON_IsArray(item) || cJSON_GetArraySize(item) > TOOL_ALLOW_MASKS) {
        wrong(file, item, "needs an array of up to 64 masks");
        return;
    }
    for (const cJSON *one = item->child; one != NULL; one = one->next) {
        struct tool_allow_mask *mask = &allow->masks[allow->mask_count++];
        const struct key keys[] = {{"view", read_view, mask},
                                   {"rectangle", read_rectangle, mask},
                                   {"image", read_image, mask},
                                   {NULL, NULL, NULL}};
        read_object(file, one, keys);
        bool has_rectangle = cJSON_HasObjectItem(one, "rectangle");
        if (cJSON_IsObject(one) && has_rectangle == (mask->image[0] != '\0'))
            wrong(file, one, "a mask needs either a \"rectangle\" or an \"image\"");
    }
}

static void read_patterns(struct tool_json_place *file, const cJSON *item, void *target)
{
    struct tool_allow *allow = target;
    if (!cJSON_IsArray(item) || cJSON_GetArraySize(item) > TOOL_ALLOW_PATTERNS) {
        wrong(file, item, "needs an array of up to 64 regular expressions");
        return;
    }
    for (const cJSON *one = item->child; one != NULL; one = one->next) {
        regex_t compiled;
        bool is_right = cJSON_IsString(one) && strlen(one->valuestring) < TOOL_ALLOW_PATTERN &&
                        regcomp(&compiled, one->valuestring, REG_EXTENDED | REG_NOSUB) == 0;
        if (!is_right) {
            wrong(file, one, "this is no extended regular expression of up to 255 bytes");
            continue;
        }
        regfree(&compiled);
        snprintf(allow->output[allow->output_count++], TOOL_ALLOW_PATTERN, "%s", one->valuestring);
    }
}

static void read_output(struct tool_json_place *file, const cJSON *item, void *target)
{
    const struct key keys[] = {{"ignore", read_patterns, target}, {NULL, NULL, NULL}};
    read_object(file, item, keys);
}

static void read_end(struct tool_json_place *file, const cJSON *item, void *target)
{
    if (cJSON_IsBool(item))
        *(bool *)target = cJSON_IsFalse(item);
    else
        wrong(file, item, "needs true or false: whether the app must end in the same way");
}

static void read_version(struct tool_json_place *file, const cJSON *item, void *target)
{
    (void)target;
    if (!cJSON_IsNumber(item) || item->valuedouble != 1.0)
        wrong(file, item, "must be 1");
}

static void read_root(struct tool_json_place *file, struct tool_allow *allow)
{
    const struct key keys[] = {{"version", read_version, NULL},
                               {"events", read_events, allow},
                               {"pictures", read_pictures, allow},
                               {"masks", read_masks, allow},
                               {"output", read_output, allow},
                               {"end", read_end, &allow->ignores_end},
                               {NULL, NULL, NULL}};
    read_object(file, file->root, keys);
    if (!file->failed && !cJSON_HasObjectItem(file->root, "version"))
        wrong(file, file->root, "the file needs \"version\": 1");
}

bool tool_allow_read(struct tool_allow *allow, const char *path)
{
    char *text;
    cJSON *root =
        tool_json_place_read(path, "a file of what may differ, understudy-run-folder(5),", &text);
    struct tool_json_place file = {path, text, root, root == NULL};
    tool_allow_init(allow);
    if (root != NULL)
        read_root(&file, allow);
    cJSON_Delete(root);
    free(text);
    return !file.failed;
}

bool tool_allow_check_files(const struct tool_allow *allow, const char *command,
                            const struct tool_file_role *roles, size_t count)
{
    for (unsigned i = 0; i < allow->mask_count; i++) {
        const char *image = allow->masks[i].image;
        const struct tool_file_role mask = {"a mask of what may differ", image, false};
        if (image[0] != '\0' && !tool_file_roles_check_input(command, &mask, roles, count))
            return false;
    }
    return true;
}

/* "frame-000090-view-0.png" ends with "view-0". */
static bool is_of_view(const char *name, const char *view)
{
    size_t length = strlen(view), whole = strlen(name);
    return length == 0 ||
           (whole >= length + 4 && strncmp(name + whole - 4 - length, view, length) == 0);
}

static void darken(struct tool_png_image *mask, const uint32_t rectangle[4])
{
    for (uint32_t y = rectangle[1]; y < mask->height && y - rectangle[1] < rectangle[3]; y++)
        for (uint32_t x = rectangle[0]; x < mask->width && x - rectangle[0] < rectangle[2]; x++)
            memset(mask->rgb + 3 * ((size_t)y * mask->width + x), 0, 3);
}

static bool darken_by_image(struct tool_png_image *mask, const char *path)
{
    struct tool_png_image image;
    if (!tool_png_image_read(&image, path))
        return false;
    bool fits = image.width == mask->width && image.height == mask->height;
    if (!fits)
        tool_text_complain("%s has %u by %u pixels, and the screenshots have %u by %u", path,
                           image.width, image.height, mask->width, mask->height);
    for (size_t i = 0; fits && i < 3 * (size_t)mask->width * mask->height; i++)
        mask->rgb[i] = image.rgb[i] < mask->rgb[i] ? image.rgb[i] : mask->rgb[i];
    tool_png_image_free(&image);
    return fits;
}

bool tool_allow_make_mask(const struct tool_allow *allow, const char *name, uint32_t width,
                          uint32_t height, struct tool_png_image *out)
{
    *out = (struct tool_png_image){0};
    for (unsigned i = 0; i < allow->mask_count; i++) {
        const struct tool_allow_mask *mask = &allow->masks[i];
        if (!is_of_view(name, mask->view))
            continue;
        if (out->rgb == NULL) {
            if (!tool_png_image_make(out, width, height))
                return false;
            memset(out->rgb, 255, 3 * (size_t)width * height);
        }
        if (mask->image[0] == '\0')
            darken(out, mask->rectangle);
        else if (!darken_by_image(out, mask->image))
            return false;
    }
    return true;
}
