/* SPDX-License-Identifier: MIT */
/* The method `locate`: what is seen in a picture of the drive, as a point in LOCAL. */
#include <stdio.h>
#include <string.h>

#include "core/base/text.h"
#include "platform/path.h"
#include "tool/aim/aim.h"
#include "tool/cli/json.h"
#include "tool/drive/drive.h"

/* ---- What the app submitted ---- */

static bool fail(struct tool_drive_reply *out, const char *why)
{
    return tool_drive_fail(out, TOOL_DRIVE_UNSEEN, "%s", why);
}

/* A layer of the frame, by its place: what `submit` and what `layer` say of it. */
static bool find_layer(const cJSON *picture, int index, const cJSON **out_submitted,
                       const cJSON **out_layer, struct us_pose *out_space,
                       struct tool_drive_reply *out)
{
    char key[32];
    snprintf(key, sizeof key, "%d", index);
    *out_submitted =
        cJSON_GetArrayItem(tool_json_get(tool_seen_line(picture, "submit"), "layers"), index);
    *out_layer = tool_json_get(tool_json_get(picture, "layers"), key);
    if (index < 0 || *out_submitted == NULL || *out_layer == NULL)
        return fail(out, "the app submitted no such layer in this frame; 'state' lists its layers, "
                         "from 0");
    if (!tool_seen_place_space(picture, tool_json_number(*out_submitted, "space", 0.0), out_space))
        return fail(out, "where the layer's space is in LOCAL is not known: the app never located "
                         "it, nor its views in it");
    return true;
}

static int find_projection(const cJSON *picture)
{
    const cJSON *layer;
    int index = 0;
    cJSON_ArrayForEach(layer, tool_json_get(tool_seen_line(picture, "submit"), "layers")) {
        if (tool_json_is_text(layer, "kind", "projection"))
            return index;
        index++;
    }
    return -1;
}

static bool read_view(const cJSON *picture, int view, struct tool_aim_view *out_view,
                      struct tool_drive_reply *out)
{
    const cJSON *submitted, *layer;
    struct us_pose T_local_space, T_space_view;
    int projection = find_projection(picture);
    if (projection < 0)
        return fail(out, "the app submitted no projection layer in this frame");
    if (!find_layer(picture, projection, &submitted, &layer, &T_local_space, out))
        return false;
    const cJSON *image = cJSON_GetArrayItem(tool_json_get(layer, "images"), view);
    if (!tool_seen_read_pose(cJSON_GetArrayItem(tool_json_get(submitted, "poses"), view),
                             &T_space_view) ||
        !tool_seen_read_numbers(tool_json_get(image, "fov"), 4, out_view->fov_rad))
        return fail(out, "the app submitted no such view in this frame");
    out_view->T_local_view = us_pose_multiply(T_local_space, T_space_view);
    return true;
}

static bool on_layer(const cJSON *picture, int index, struct tool_aim_at at,
                     struct tool_aim_point *point, struct tool_drive_reply *out)
{
    static const struct {
        const char *kind;
        const char *fields[3];
        enum tool_aim_shape shape;
        int counts[3];
    } kinds[] = {
        {"quad", {"size"}, TOOL_AIM_QUAD, {2}},
        {"cylinder", {"radius", "angle", "aspect"}, TOOL_AIM_CYLINDER, {1, 1, 1}},
        {"equirect", {"radius", "scale", "bias"}, TOOL_AIM_EQUIRECT, {1, 2, 2}},
        {"equirect2", {"radius", "angle", "upper_lower"}, TOOL_AIM_EQUIRECT2, {1, 1, 2}},
    };
    const cJSON *submitted, *line;
    struct tool_aim_layer layer = {0};
    struct us_pose T_local_space, T_space_layer;
    if (!find_layer(picture, index, &submitted, &line, &T_local_space, out))
        return false;
    if (!tool_seen_read_pose(tool_json_get(submitted, "pose"), &T_space_layer))
        return fail(out, "the layer has no pose; a projection is asked for with 'view'");
    layer.T_local_layer = us_pose_multiply(T_local_space, T_space_layer);
    for (unsigned i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (!tool_json_is_text(submitted, "kind", kinds[i].kind))
            continue;
        double *value = layer.values;
        layer.shape = kinds[i].shape;
        for (int k = 0; k < 3 && kinds[i].fields[k] != NULL; value += kinds[i].counts[k++]) {
            const char *field = kinds[i].fields[k];
            if (kinds[i].counts[k] == 1)
                *value = tool_json_number(line, field, 0.0);
            else
                tool_seen_read_numbers(tool_json_get(line, field), kinds[i].counts[k], value);
        }
        if (!tool_aim_on_layer(&layer, at, point))
            return fail(out, point->why);
        struct us_pose head = us_pose_identity;
        tool_seen_read_pose(tool_json_get(picture, "head"), &head);
        point->distance_m = (double)us_vec3_norm(us_vec3_sub(point->point_m, head.position_m));
        return true;
    }
    return fail(out, "the layer is no quad, cylinder or equirect");
}

/* ---- Pictures ---- */

struct seen {
    struct tool_aim_eye eyes[2]; /* the asked one first */
    struct tool_png_image images[2];
};

/* The path of a view's picture. False: there is none. */
static bool find_file(const struct tool_drive *drive, const cJSON *picture, int view,
                      char path[PATH_MAX + 256])
{
    char end[32];
    const cJSON *shot;
    snprintf(end, sizeof end, "-view-%d.png", view);
    cJSON_ArrayForEach(shot, tool_json_get(picture, "shots")) {
        const char *file = tool_json_text(shot, "file", NULL);
        if (file != NULL && us_text_ends_in(file, end)) {
            const int used = snprintf(path, PATH_MAX + 256, "%s/%s", drive->shots, file);
            return used > 0 && used < PATH_MAX + 256;
        }
    }
    return false;
}

static bool read_eye(const struct tool_drive *drive, const cJSON *picture, int view, int index,
                     struct seen *seen, struct tool_drive_reply *out)
{
    char path[PATH_MAX + 256];
    if (!read_view(picture, view, &seen->eyes[index].view, out))
        return false;
    if (!find_file(drive, picture, view, path) || !tool_png_image_read(&seen->images[index], path))
        return fail(out, "the view's picture cannot be read");
    seen->eyes[index].image = &seen->images[index];
    return true;
}

/* What a request asks for. */
struct question {
    struct tool_aim_at at;
    const char *patch; /* NULL: none */
    int view, layer;   /* layer is -1 where a view is asked */
    double distance_m; /* 0: by the other eye */
};

static void tell(const struct tool_aim_point *point, cJSON *result)
{
    const float place[3] = {point->point_m.x, point->point_m.y, point->point_m.z};
    tool_json_add_array(result, "point", place, 3);
    tool_json_add_number(result, "distance", point->distance_m);
    tool_json_add_number(result, "uncertainty", point->uncertainty_m);
    tool_json_add_number(result, "score", point->score);
}

/* A pipe would keep everybody waiting. */
static bool read_patch(struct tool_png_image *out, const char *path)
{
    struct us_about file;
    return us_path_about_target(path, &file) && file.kind == US_ABOUT_REGULAR &&
           tool_png_image_read(out, path);
}

/* The place of a pixel or a patch of a view. */
static bool in_view(const struct tool_drive *drive, const cJSON *picture, struct question *asked,
                    struct seen *seen, struct tool_aim_point *point, cJSON *result,
                    struct tool_drive_reply *out)
{
    struct tool_png_image patch = {0};
    struct tool_aim_found found = {0};
    const double *half_px = NULL;
    if (asked->patch == NULL && asked->distance_m > 0.0)
        return read_view(picture, asked->view, &seen->eyes[0].view, out) &&
               (tool_aim_far(&seen->eyes[0].view, asked->at, asked->distance_m, point) ||
                fail(out, point->why));
    if (!read_eye(drive, picture, asked->view, 0, seen, out))
        return false;
    if (asked->patch != NULL) {
        if (!read_patch(&patch, asked->patch))
            return fail(out, "the patch cannot be read as a PNG image; give its absolute path");
        bool is_found = tool_aim_find(&patch, &seen->images[0], &found);
        tool_png_image_free(&patch);
        if (!is_found)
            return fail(out, found.why);
        const float at[2] = {(float)found.at.u, (float)found.at.v};
        asked->at = found.at;
        half_px = found.half_px;
        tool_json_add_array(result, "at", at, 2);
        tool_json_add_number(result, "scale", found.scale);
        tool_json_add_number(result, "turn_deg", found.turn_rad * US_POSE_DEGREES_IN_RAD);
        tool_json_add_number(result, "patch_score", found.score);
    }
    if (asked->distance_m > 0.0)
        return tool_aim_far(&seen->eyes[0].view, asked->at, asked->distance_m, point) ||
               fail(out, point->why);
    return read_eye(drive, picture, 1 - asked->view, 1, seen, out) &&
           (tool_aim_depth(seen->eyes, asked->at, half_px, point) || fail(out, point->why));
}

bool tool_drive_find_view(const struct tool_drive *drive, int view, struct tool_aim_view *out_view,
                          struct tool_drive_reply *out)
{
    const cJSON *picture = tool_seen_picture(drive, -1.0);
    return picture != NULL ? read_view(picture, view, out_view, out)
                           : fail(out, "there is no picture");
}

/* ---- The request ---- */

static bool read_question(const cJSON *params, struct question *out_question,
                          struct tool_drive_reply *out)
{
    double at[2] = {0.0};
    const cJSON *patch = tool_json_get(params, "patch"),
                *distance = tool_json_get(params, "distance");
    const double view = tool_json_number(params, "view", 0.0),
                 layer = tool_json_number(params, "layer", -1.0);
    *out_question = (struct question){.patch = cJSON_GetStringValue(patch),
                                      .view = view == 1.0,
                                      .layer = layer >= 0.0 && layer < 64.0 ? (int)layer : -1,
                                      .distance_m = tool_json_number(params, "distance", 0.0)};
    bool has_at = tool_seen_read_numbers(tool_json_get(params, "at"), 2, at);
    out_question->at = (struct tool_aim_at){at[0], at[1]};
    static const char *const numbers[] = {"frame", "view", "layer", "distance"};
    for (unsigned i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        const cJSON *number = tool_json_get(params, numbers[i]);
        if (number != NULL && !cJSON_IsNumber(number))
            return tool_drive_fail(out, TOOL_DRIVE_PARAMS,
                                   "'frame', 'view', 'layer' and 'distance' must be numbers");
    }
    if (has_at == (out_question->patch != NULL) || (patch != NULL && !cJSON_IsString(patch)))
        tool_drive_fail(out, TOOL_DRIVE_PARAMS,
                        "locate needs either 'at', [u, v] from the left upper corner, or 'patch', "
                        "the path of a PNG image");
    else if (has_at && !(at[0] >= 0.0 && at[0] <= 1.0 && at[1] >= 0.0 && at[1] <= 1.0))
        tool_drive_fail(out, TOOL_DRIVE_PARAMS, "'at' must be two numbers from 0 to 1");
    else if (view != 0.0 && view != 1.0)
        tool_drive_fail(out, TOOL_DRIVE_PARAMS, "'view' must be 0 or 1");
    else if (tool_json_get(params, "layer") != NULL &&
             (out_question->layer != layer || !has_at || tool_json_get(params, "view") != NULL ||
              distance != NULL))
        tool_drive_fail(out, TOOL_DRIVE_PARAMS,
                        "'layer' must be the place of a layer, from 0, and needs 'at' alone");
    else if (distance != NULL && !(out_question->distance_m > 0.0))
        tool_drive_fail(out, TOOL_DRIVE_PARAMS, "'distance' must be metres, above 0");
    return out->error == 0;
}

static bool read_point(const struct tool_drive *drive, const cJSON *target,
                       struct tool_aim_point *point, struct tool_drive_reply *out)
{
    static const char *const keys[] = {"point", "space", NULL};
    const cJSON *space = tool_json_get(target, "space"), *picture = tool_seen_picture(drive, -1.0);
    const char *name = cJSON_IsString(space) ? space->valuestring : space == NULL ? "LOCAL" : "";
    struct us_pose T_local_space = us_pose_identity;
    double v[3];
    *point = (struct tool_aim_point){.score = 1.0};
    if (!tool_drive_check_keys(target, keys, "'target'", out))
        return false;
    if (!tool_seen_read_numbers(tool_json_get(target, "point"), 3, v))
        return tool_drive_fail(out, TOOL_DRIVE_PARAMS, "'point' must be three numbers, in metres");
    if (strcmp(name, "VIEW") == 0)
        T_local_space = tool_drive_world_newest(&drive->world)->head.pose;
    else if (strcmp(name, "LOCAL") != 0) {
        if (picture == NULL)
            return fail(out, "where this space is is known with a picture: ask 'picture' first");
        const cJSON *number = name[0] != '\0' ? tool_seen_space_number(picture, name) : space;
        if (!cJSON_IsNumber(number) ||
            !tool_seen_place_space(picture, number->valuedouble, &T_local_space))
            return fail(out, "where this space was in the newest picture is not known: 'space' is "
                             "LOCAL, VIEW, another reference space of the app, an action of one "
                             "of its spaces, or the number of a space in the log");
    }
    point->point_m =
        us_pose_transform(T_local_space, (struct us_vec3){(float)v[0], (float)v[1], (float)v[2]});
    point->distance_m = (double)us_vec3_norm(
        us_vec3_sub(point->point_m, tool_drive_world_newest(&drive->world)->head.pose.position_m));
    return true;
}

static bool find_seen(const struct tool_drive *drive, const cJSON *params,
                      struct tool_aim_point *point, cJSON *result, struct tool_drive_reply *out)
{
    static const char *const keys[] = {"frame", "view", "at", "distance", "layer", "patch", NULL};
    struct question asked;
    struct seen seen = {0};
    const cJSON *picture = tool_seen_picture(drive, tool_json_number(params, "frame", -1.0));
    if (!tool_drive_check_keys(params, keys, "the target", out) ||
        !read_question(params, &asked, out))
        return false;
    if (picture == NULL)
        return fail(out, "there is no such picture: ask 'picture' first; the newest 8 are kept");
    bool is_there = asked.layer >= 0 ? on_layer(picture, asked.layer, asked.at, point, out)
                                     : in_view(drive, picture, &asked, &seen, point, result, out);
    if (is_there)
        cJSON_AddItemToObject(result, "frame",
                              cJSON_Duplicate(tool_json_get(picture, "frame"), false));
    for (int i = 0; i < 2; i++)
        tool_png_image_free(&seen.images[i]);
    return is_there;
}

bool tool_drive_find_target(const struct tool_drive *drive, const cJSON *target,
                            struct tool_aim_point *out_point, cJSON *result,
                            struct tool_drive_reply *out)
{
    if (!cJSON_IsObject(target))
        return tool_drive_fail(out, TOOL_DRIVE_PARAMS,
                               "'target' must be one of {\"point\":[x, y, z],\"space\":\"LOCAL\"}, "
                               "{\"at\":[u, v]}, {\"layer\":1,\"at\":[u, v]} and "
                               "{\"patch\":\"/tmp/a.png\"}");
    bool is_found = tool_json_get(target, "point") != NULL
                        ? read_point(drive, target, out_point, out)
                        : find_seen(drive, target, out_point, result, out);
    if (is_found)
        tell(out_point, result);
    return is_found;
}

void tool_drive_locate(struct tool_drive *drive, const cJSON *params, struct tool_drive_reply *out)
{
    struct tool_aim_point point = {.score = 0.0};
    cJSON *result = cJSON_CreateObject();
    if (find_seen(drive, params, &point, result, out)) {
        tell(&point, result);
        out->result = result;
    } else {
        cJSON_Delete(result);
    }
}
