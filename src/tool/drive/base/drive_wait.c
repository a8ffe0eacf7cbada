/* SPDX-License-Identifier: MIT */
#include "tool/drive/base/drive_wait.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "tool/cli/json.h"

/* A condition has one kind: the others are NULL. */
struct tool_drive_wait {
    struct tool_drive_wait_picture *picture;
    struct tool_drive_wait_output *output;
    const char *layer;   /* the kind */
    const cJSON *fields; /* that the layer has; NULL: any */
    cJSON *found;        /* the layer */
    cJSON *submitted;    /* all layers of the newest frame */
};

bool tool_drive_wait_is_meant(const cJSON *until)
{
    static const char *const kinds[] = {"layer", "picture", "unchanged", "output", "matches"};
    for (unsigned i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (tool_json_get(until, kinds[i]) != NULL)
            return true;
    return false;
}

/* ---- Layers ---- */

static bool read_layer(struct tool_drive_wait *wait, const cJSON *until,
                       struct tool_drive_reply *reply)
{
    static const char *const keys[] = {"layer", "where", NULL};
    static const char *const kinds[] = {"projection", "quad",        "cylinder", "equirect",
                                        "equirect2",  "passthrough", "cube",     NULL};
    const cJSON *where = tool_json_get(until, "where");
    wait->layer = tool_json_text(until, "layer", NULL);
    wait->fields = where;
    if (!tool_drive_check_keys(until, keys, "'until'", reply))
        return false;
    if (where != NULL && !cJSON_IsObject(where))
        tool_drive_fail(reply, TOOL_DRIVE_PARAMS,
                        "'where' must be an object of fields of the layer, such as "
                        "{\"size\":[0.4,0.3],\"space\":\"LOCAL\"}");
    if (us_text_find(kinds, wait->layer) >= 0)
        return reply->error == 0;
    tool_drive_fail_name(reply, TOOL_DRIVE_PARAMS, "'layer' must be a kind of layer; there is no",
                         wait->layer != NULL ? wait->layer : "", kinds,
                         ": projection, quad, cylinder, equirect, equirect2, cube, passthrough");
    return false;
}

/* A space by its number, by the type of a reference space, or by the name of an action. */
static bool is_space(const struct tool_log_tail *log, const cJSON *number, const cJSON *wanted)
{
    char key[32];
    if (!cJSON_IsString(wanted) || !cJSON_IsNumber(number))
        return cJSON_Compare(number, wanted, true);
    snprintf(key, sizeof key, "%d", number->valueint);
    return tool_log_tail_is_space(tool_json_get(log->spaces, key), wanted->valuestring);
}

/* The log has the numbers of floats. */
static bool is_equal(const cJSON *value, const cJSON *wanted)
{
    if (cJSON_IsNumber(value) && cJSON_IsNumber(wanted))
        return fabs(value->valuedouble - wanted->valuedouble) <=
               1e-6 * fmax(1.0, fabs(wanted->valuedouble));
    if (!cJSON_IsArray(value) || !cJSON_IsArray(wanted) ||
        cJSON_GetArraySize(value) != cJSON_GetArraySize(wanted))
        return cJSON_Compare(value, wanted, true);
    const cJSON *a = value->child, *b = wanted->child;
    for (; a != NULL && b != NULL; a = a->next, b = b->next)
        if (!is_equal(a, b))
            return false;
    return true;
}

static bool has_fields(const struct tool_log_tail *log, const cJSON *layer, const cJSON *fields)
{
    for (const cJSON *field = fields != NULL ? fields->child : NULL; field != NULL;
         field = field->next) {
        const cJSON *value = tool_json_get(layer, field->string);
        bool is_same = strcmp(field->string, "space") == 0 ? is_space(log, value, field)
                                                           : is_equal(value, field);
        if (!is_same)
            return false;
    }
    return true;
}

static bool look_at_layers(struct tool_drive_wait *wait, const struct tool_log_tail *log)
{
    cJSON_Delete(wait->submitted);
    wait->submitted = tool_log_tail_submitted(log);
    for (const cJSON *layer = wait->submitted != NULL ? wait->submitted->child : NULL;
         layer != NULL; layer = layer->next)
        if (strcmp(tool_json_text(layer, "kind", ""), wait->layer) == 0 &&
            has_fields(log, layer, wait->fields)) {
            wait->found = cJSON_Duplicate(layer, true);
            return true;
        }
    return false;
}

/* ---- All kinds ---- */

struct tool_drive_wait *tool_drive_wait_make(const cJSON *until, uint64_t frames,
                                             struct tool_drive_reply *reply)
{
    struct tool_drive_wait *wait = calloc(1, sizeof *wait);
    bool is_right = false;
    if (wait == NULL)
        tool_drive_fail(reply, TOOL_DRIVE_INTERNAL, "there is no memory");
    else if (tool_json_get(until, "layer") != NULL)
        is_right = read_layer(wait, until, reply);
    else if (tool_json_get(until, "output") != NULL || tool_json_get(until, "matches") != NULL)
        is_right = (wait->output = tool_drive_wait_output_make(until, reply)) != NULL;
    else
        is_right = (wait->picture = tool_drive_wait_picture_make(until, frames, reply)) != NULL;
    if (is_right)
        return wait;
    tool_drive_wait_free(wait);
    return NULL;
}

void tool_drive_wait_free(struct tool_drive_wait *wait)
{
    if (wait == NULL)
        return;
    tool_drive_wait_picture_free(wait->picture);
    tool_drive_wait_output_free(wait->output);
    cJSON_Delete(wait->found);
    cJSON_Delete(wait->submitted);
    free(wait);
}

bool tool_drive_wait_is_shot(struct tool_drive_wait *wait)
{
    return wait != NULL && wait->picture != NULL && tool_drive_wait_picture_is_shot(wait->picture);
}

bool tool_drive_wait_look(struct tool_drive_wait *wait, const struct tool_log_tail *log,
                          const char *folder, const cJSON *shots, struct tool_drive_reply *reply)
{
    if (wait->picture != NULL)
        return tool_drive_wait_picture_look(wait->picture, folder, shots, reply);
    if (wait->output != NULL)
        return tool_drive_wait_output_look(wait->output);
    return look_at_layers(wait, log);
}

void tool_drive_wait_tell(const struct tool_drive_wait *wait, bool met, cJSON *result)
{
    if (wait->picture != NULL)
        tool_drive_wait_picture_tell(wait->picture, met, result);
    else if (wait->output != NULL)
        tool_drive_wait_output_tell(wait->output, met, result);
    else
        cJSON_AddItemToObject(result, met ? "layer" : "nearest",
                              cJSON_Duplicate(met ? wait->found : wait->submitted, true));
}
