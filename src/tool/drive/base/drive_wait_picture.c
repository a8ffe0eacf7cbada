/* SPDX-License-Identifier: MIT */
/* Waits for a picture that is the same as a file, or that changes no more. */
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tool/cli/json.h"
#include "tool/drive/base/drive_wait.h"
#include "tool/image/image_compare.h"

struct picture_wait {
    struct tool_drive_wait base;
    struct tool_image_tolerance allow;
    struct tool_png_image wanted; /* of `picture`: the file; of `unchanged`: since when it is so */
    const char *file;             /* NULL: `unchanged` */
    char part[TOOL_DRIVE_PART];
    double still_frames; /* of `unchanged`, and since which frame; below 0: none */
    double still_since;
    /* The newest picture, and the nearest of them to the file. */
    double frame, nearest_frame;
    char path[PATH_MAX + 256], nearest_path[PATH_MAX + 256];
    struct tool_image_outcome newest, nearest;
    uint64_t seen; /* pictures */
};

static bool read_wanted(struct picture_wait *wait, const cJSON *until,
                        struct tool_drive_reply *reply)
{
    const cJSON *file = tool_json_get(until, "picture");
    wait->file = cJSON_GetStringValue(file);
    if (file == NULL)
        return tool_drive_read_number(until, "unchanged", "a number", 1.0, 1e9, &wait->still_frames,
                                      reply);
    if (wait->file != NULL && tool_png_image_read(&wait->wanted, wait->file))
        return true;
    return tool_drive_fail(reply, TOOL_DRIVE_PARAMS,
                           "'picture' must be the path of a PNG image that can be read: %.200s",
                           wait->file != NULL ? wait->file : "it is no text");
}

static bool read_picture(struct tool_drive_wait *base, const cJSON *until, uint64_t frames,
                         struct tool_drive_reply *reply)
{
    struct picture_wait *wait = (struct picture_wait *)base;
    double every = 1.0;
    wait->allow = (struct tool_image_tolerance){.threshold = 0.02, .ssim = (double)NAN};
    wait->still_since = wait->frame = wait->nearest_frame = -1.0;
    if (!tool_drive_read_part(until, "view-0", wait->part, reply) ||
        !tool_drive_read_number(until, "threshold", "a number", 0.0, 1.0, &wait->allow.threshold,
                                reply) ||
        !tool_drive_read_number(until, "allow", "a number", 0.0, 1.0, &wait->allow.share, reply) ||
        !tool_drive_read_number(until, "ssim", "a number", -1.0, 1.0, &wait->allow.ssim, reply) ||
        !tool_drive_read_number(until, "every", "a number", 1.0, 1e6, &every, reply))
        return false;
    base->every = (uint64_t)every;
    if (tool_json_get(until, "picture") != NULL && tool_json_get(until, "unchanged") != NULL)
        tool_drive_fail(reply, TOOL_DRIVE_PARAMS, "'picture' excludes 'unchanged'");
    else if (frames / base->every > TOOL_DRIVE_WAIT_PICTURES)
        tool_drive_fail(
            reply, TOOL_DRIVE_PARAMS,
            "that would be more than %d pictures: set a lower limit, or \"every\": %llu "
            "for a picture of each so many frames",
            TOOL_DRIVE_WAIT_PICTURES, (unsigned long long)frames / TOOL_DRIVE_WAIT_PICTURES + 1);
    return reply->error == 0 && read_wanted(wait, until, reply);
}

static void forget_picture(struct tool_drive_wait *base)
{
    tool_png_image_free(&((struct picture_wait *)base)->wanted);
}

/* ---- A picture ---- */

/* "frame-000012-view-0.png" is of the part "view-0". */
static bool is_part(const char *file, const char *part)
{
    const char *at = file != NULL ? strstr(file, part) : NULL;
    return at != NULL && at > file && at[-1] == '-' && strcmp(at + strlen(part), ".png") == 0;
}

/* Compares with the wanted picture. An error: they have not one size. */
static bool compare(struct picture_wait *wait, struct tool_png_image *image,
                    struct tool_drive_reply *reply)
{
    struct tool_image_pair pair = {.a = *image, .b = wait->wanted};
    if (image->width != wait->wanted.width || image->height != wait->wanted.height)
        return tool_drive_fail(
            reply, TOOL_DRIVE_PARAMS,
            "the app's %s has %u by %u pixels, and %.200s %u by %u: compare pictures "
            "of one size",
            wait->part, image->width, image->height,
            wait->file != NULL ? wait->file : "the one before", wait->wanted.width,
            wait->wanted.height);
    const bool is_compared = tool_image_compare(&pair, &wait->allow, &wait->newest);
    if (!is_compared)
        tool_drive_fail(reply, TOOL_DRIVE_INTERNAL, "there is no memory");
    return is_compared;
}

static bool is_nearer(const struct tool_image_outcome *a, const struct tool_image_outcome *b)
{
    return a->differing < b->differing || (a->differing == b->differing && a->mean < b->mean);
}

static bool is_as_file(struct picture_wait *wait, struct tool_png_image *image,
                       struct tool_drive_reply *reply)
{
    if (!compare(wait, image, reply))
        return false;
    if (wait->seen++ == 0 || is_nearer(&wait->newest, &wait->nearest)) {
        wait->nearest = wait->newest;
        wait->nearest_frame = wait->frame;
        memcpy(wait->nearest_path, wait->path, sizeof wait->path);
    }
    return wait->newest.is_same;
}

/* Takes the image if it is another one. */
static bool is_still(struct picture_wait *wait, struct tool_png_image *image,
                     struct tool_drive_reply *reply)
{
    wait->seen++;
    if (wait->still_since >= 0.0 && !compare(wait, image, reply))
        return false;
    if (wait->still_since >= 0.0 && wait->newest.is_same)
        return wait->frame - wait->still_since >= wait->still_frames;
    if (wait->still_since >= 0.0)
        wait->nearest = wait->newest;
    tool_png_image_free(&wait->wanted);
    wait->wanted = *image;
    *image = (struct tool_png_image){0};
    wait->still_since = wait->frame;
    return false;
}

static bool look_at_pictures(struct tool_drive_wait *base, const struct tool_log_tail *log,
                             const char *folder, const cJSON *shots, struct tool_drive_reply *reply)
{
    struct picture_wait *wait = (struct picture_wait *)base;
    (void)log;
    bool is_met = false;
    const cJSON *shot;
    cJSON_ArrayForEach(shot, shots) {
        const char *file = tool_json_text(shot, "file", NULL);
        struct tool_png_image image = {0};
        if (is_met || reply->error != 0 || !is_part(file, wait->part))
            continue;
        snprintf(wait->path, sizeof wait->path, "%s/%s", folder, file);
        wait->frame = strtod(file + strcspn(file, "0123456789"), NULL);
        if (!tool_png_image_read(&image, wait->path))
            tool_drive_fail(reply, TOOL_DRIVE_UNASKED, "the picture %.200s cannot be read",
                            wait->path);
        else
            is_met = wait->file != NULL ? is_as_file(wait, &image, reply)
                                        : is_still(wait, &image, reply);
        tool_png_image_free(&image);
    }
    return is_met;
}

static void add_difference(cJSON *object, const struct picture_wait *wait,
                           const struct tool_image_outcome *outcome)
{
    tool_json_add_number(object, "differing",
                         outcome->pixels > 0 ? (double)outcome->differing / (double)outcome->pixels
                                             : 0.0);
    tool_json_add_number(object, "largest", outcome->largest);
    tool_json_add_number(object, "mean", outcome->mean);
    if (!isnan(wait->allow.ssim))
        tool_json_add_number(object, "ssim", outcome->ssim_lowest);
}

static void tell_picture(const struct tool_drive_wait *base, bool met, cJSON *result)
{
    const struct picture_wait *wait = (const struct picture_wait *)base;
    cJSON *object = cJSON_AddObjectToObject(result, met ? "picture" : "nearest");
    if (wait->seen == 0) {
        cJSON_AddStringToObject(object, "why", "the app drew no such part in these frames");
        return;
    }
    bool is_newest = wait->file == NULL || met;
    tool_json_add_number(object, "frame", is_newest ? wait->frame : wait->nearest_frame);
    tool_json_add_text(object, "file", is_newest ? wait->path : wait->nearest_path);
    if (wait->file == NULL)
        tool_json_add_number(object, "unchanged", wait->frame - wait->still_since);
    if (wait->file != NULL || !met)
        add_difference(object, wait, met ? &wait->newest : &wait->nearest);
}

static const char *const keys[] = {"picture", "unchanged", "part",  "threshold",
                                   "allow",   "ssim",      "every", NULL};
const struct tool_drive_wait_kind tool_drive_wait_for_picture = {sizeof(struct picture_wait),
                                                                 keys,
                                                                 read_picture,
                                                                 look_at_pictures,
                                                                 tell_picture,
                                                                 forget_picture};
