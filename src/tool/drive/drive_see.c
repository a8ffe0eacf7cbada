/* SPDX-License-Identifier: MIT */
/* What `picture` gives: the parts of a picture, scaled, with the person's hands drawn into it. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/path.h"
#include "tool/cli/json.h"
#include "tool/drive/drive.h"

enum { LONGEST_LEAST = 16, LONGEST_MOST = 16384, RAY_PIECES = 64, FINGERS = 5, WRIST = 1 };
#define RAY_M 4.0f

static const uint8_t colours[US_SESSION_HANDS][3] = {{64, 160, 255}, {255, 144, 32}};

bool tool_drive_read_see(const cJSON *params, struct tool_drive_see *out,
                         struct tool_drive_reply *reply)
{
    const cJSON *hands = tool_json_get(params, "hands");
    double longest = 0.0;
    *out = (struct tool_drive_see){.hands = cJSON_IsTrue(hands)};
    if (tool_drive_read_part(params, "", out->part, reply) &&
        tool_drive_read_number(params, "longest", "pixels", LONGEST_LEAST, LONGEST_MOST, &longest,
                               reply) &&
        hands != NULL && !cJSON_IsBool(hands))
        tool_drive_fail(reply, TOOL_DRIVE_PARAMS, "'hands' must be true or false");
    out->longest = (unsigned)longest;
    return reply->error == 0;
}

/* ---- Hands ---- */

struct canvas {
    struct tool_png_image *image;
    struct tool_aim_view view;
    const uint8_t *colour;
};

static void set_pixel(const struct canvas *canvas, long x, long y)
{
    const struct tool_png_image *image = canvas->image;
    if (x >= 0 && y >= 0 && x < (long)image->width && y < (long)image->height)
        memcpy(image->rgb + 3 * ((size_t)y * image->width + (size_t)x), canvas->colour, 3);
}

static bool project(const struct canvas *canvas, struct us_vec3 point_m, double *x, double *y)
{
    struct tool_aim_at at;
    if (!tool_aim_see(&canvas->view, point_m, &at))
        return false;
    *x = at.u * canvas->image->width;
    *y = at.v * canvas->image->height;
    return fabs(*x) < 1e5 && fabs(*y) < 1e5;
}

/* Two pixels wide; nothing if an end is behind the eye. */
static void draw_line(const struct canvas *canvas, struct us_vec3 a, struct us_vec3 b)
{
    double ax, ay, bx, by;
    if (!project(canvas, a, &ax, &ay) || !project(canvas, b, &bx, &by))
        return;
    long steps = 1 + (long)fmax(fabs(bx - ax), fabs(by - ay));
    for (long i = 0; i <= steps; i++) {
        double share = (double)i / (double)steps;
        long x = (long)floor(ax + share * (bx - ax)), y = (long)floor(ay + share * (by - ay));
        for (int k = 0; k < 4; k++)
            set_pixel(canvas, x + k % 2, y + k / 2);
    }
}

static struct us_vec3 along(const struct us_pose *pose, float x, float y, float z)
{
    return us_pose_transform(*pose, (struct us_vec3){x, y, z});
}

static void draw_joints(const struct canvas *canvas, const struct us_session_hand_joints *hand)
{
    static const int begins[FINGERS + 1] = {2, 6, 11, 16, 21, US_SESSION_JOINTS};
    for (int finger = 0; finger < FINGERS; finger++) {
        int from = WRIST;
        for (int joint = begins[finger]; joint < begins[finger + 1]; from = joint++)
            draw_line(canvas, hand->joints[from].pose.position_m,
                      hand->joints[joint].pose.position_m);
    }
}

/* The fingers, or a cross where a controller is held; and the ray of the aim. */
static void draw_hand(const struct canvas *canvas, const struct us_session_frame *frame, int hand)
{
    const struct us_session_location *grip = &frame->poses[hand][US_SESSION_POSE_GRIP];
    const struct us_session_location *aim = &frame->poses[hand][US_SESSION_POSE_AIM];
    if (frame->hands[hand].is_active) {
        draw_joints(canvas, &frame->hands[hand]);
    } else if (grip->is_active && grip->flags != 0) {
        draw_line(canvas, along(&grip->pose, -0.03f, 0, 0), along(&grip->pose, 0.03f, 0, 0));
        draw_line(canvas, along(&grip->pose, 0, -0.03f, 0), along(&grip->pose, 0, 0.03f, 0));
        draw_line(canvas, along(&grip->pose, 0, 0, 0.06f), along(&grip->pose, 0, 0, -0.06f));
    }
    for (int i = 0; aim->is_active && aim->flags != 0 && i < RAY_PIECES; i++)
        draw_line(canvas, along(&aim->pose, 0, 0, -RAY_M * (float)i / RAY_PIECES),
                  along(&aim->pose, 0, 0, -RAY_M * (float)(i + 1) / RAY_PIECES));
}

static bool draw_hands(const struct tool_drive *drive, const char *part,
                       struct tool_png_image *image, struct tool_drive_reply *reply)
{
    const struct us_session_frame *frame =
        tool_drive_world_frame(&drive->world, drive->task.target);
    struct canvas canvas = {.image = image};
    if (strncmp(part, "view-", 5) != 0)
        return true;
    if (!tool_drive_find_view(drive, atoi(part + 5), &canvas.view, reply))
        return false;
    for (int hand = 0; hand < US_SESSION_HANDS; hand++) {
        canvas.colour = colours[hand];
        draw_hand(&canvas, frame, hand);
    }
    return true;
}

/* ---- A part ---- */

static bool is_seen(const struct tool_drive_see *see, const char *part)
{
    return see->part[0] == '\0' || strcmp(see->part, part) == 0;
}

/* Where it is wanted otherwise than as it is at `path`, writes it anew, changes the path, and adds
 * its size. */
static bool show(const struct tool_drive *drive, const struct tool_drive_see *see, const char *part,
                 char path[TOOL_DRIVE_PICTURE_PATH], cJSON *picture, struct tool_drive_reply *reply)
{
    struct tool_png_image image = {0};
    char name[64];
    if (see->longest == 0 && !see->hands)
        return true;
    bool is_made = tool_png_image_read(&image, path) &&
                   (!see->hands || draw_hands(drive, part, &image, reply)) &&
                   (see->longest == 0 || tool_png_image_shrink(&image, see->longest));
    /* The layer's own file stays for what locates and compares. */
    snprintf(name, sizeof name, "shown-%06llu-%.32s.png", (unsigned long long)drive->task.target,
             part);
    snprintf(path, TOOL_DRIVE_PICTURE_PATH, "%s/%s", drive->shots, name);
    is_made = is_made && tool_png_image_write(&image, path);
    if (is_made) {
        cJSON_AddNumberToObject(picture, "width", image.width);
        cJSON_AddNumberToObject(picture, "height", image.height);
    }
    tool_png_image_free(&image);
    if (!is_made)
        tool_drive_fail(reply, TOOL_DRIVE_UNASKED, "the picture cannot be written to %.200s", path);
    return is_made;
}

/* ---- The answer ---- */

/* The part of a picture: "view-0" of "frame-000012-view-0.png". */
static void add_picture(const struct tool_drive *drive, cJSON *pictures, const cJSON *shot,
                        struct tool_drive_reply *out)
{
    static const char *const sizes[] = {"width", "height"};
    const char *file = tool_json_text(shot, "file", NULL);
    char path[TOOL_DRIVE_PICTURE_PATH], part[128];
    if (file == NULL)
        return;
    const char *begin = strncmp(file, "frame-", 6) == 0 ? strchr(file + 6, '-') : NULL;
    snprintf(part, sizeof part, "%s", begin != NULL ? begin + 1 : file);
    part[strcspn(part, ".")] = '\0';
    snprintf(path, sizeof path, "%s/%s", drive->shots, file);
    if (!is_seen(&drive->task.see, part))
        return;
    /* The layer has written what it could. */
    if (!us_path_is_there(path)) {
        tool_drive_fail(out, TOOL_DRIVE_UNASKED,
                        "the picture could not be written to %.200s; is "
                        "the disk full?",
                        path);
        return;
    }
    cJSON *picture = tool_json_append_object(pictures);
    if (!show(drive, &drive->task.see, part, path, picture, out))
        return;
    tool_json_add_text(picture, "file", path);
    tool_json_add_text(picture, "part", part);
    for (int i = 0; i < 2 && !cJSON_HasObjectItem(picture, sizes[i]); i++)
        cJSON_AddItemToObject(picture, sizes[i],
                              cJSON_Duplicate(tool_json_get(shot, sizes[i]), false));
}

void tool_drive_conclude_picture(struct tool_drive *drive, struct tool_drive_reply *out)
{
    const char *what = tool_json_text(cJSON_GetArrayItem(drive->task.odd, 0), "what", NULL);
    const cJSON *shot;
    if (cJSON_GetArraySize(drive->task.found) == 0) {
        tool_drive_fail(
            out, TOOL_DRIVE_UNASKED,
            "frame %llu has no picture: %s; 'state' tells the layers that it submits: an "
            "app without graphics never has any, another one may need more frames",
            (unsigned long long)drive->task.target,
            what != NULL ? what : "the app submitted nothing that can be shown");
        return;
    }
    tool_drive_keep_picture(drive, drive->task.target);
    out->result = cJSON_CreateObject();
    tool_drive_add_time(drive, out->result, drive->task.target);
    cJSON *pictures = cJSON_AddArrayToObject(out->result, "pictures");
    cJSON_ArrayForEach(shot, drive->task.found)
        add_picture(drive, pictures, shot, out);
    if (out->error == 0 && pictures->child == NULL)
        tool_drive_fail(out, TOOL_DRIVE_PARAMS,
                        "frame %llu has no part '%s'; without 'part' the answer has all of them",
                        (unsigned long long)drive->task.target, drive->task.see.part);
}
