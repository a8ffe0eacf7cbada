/* SPDX-License-Identifier: MIT */
#include "tool/drive/base/drive_wait.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "tool/cli/json.h"

/* ---- Layers ---- */

struct layer_wait {
    struct tool_drive_wait base;
    const char *layer;   /* the kind */
    const cJSON *fields; /* that the layer has; NULL: any */
    cJSON *found;        /* the layer */
    cJSON *submitted;    /* all layers of the newest frame */
};

static bool read_layer(struct tool_drive_wait *base, const cJSON *until, uint64_t frames,
                       struct tool_drive_reply *reply)
{
    static const char *const kinds[] = {"projection", "quad",        "cylinder", "equirect",
                                        "equirect2",  "passthrough", "cube",     NULL};
    struct layer_wait *wait = (struct layer_wait *)base;
    (void)frames;
    wait->layer = tool_json_text(until, "layer", NULL);
    wait->fields = tool_json_get(until, "where");
    if (wait->fields != NULL && !cJSON_IsObject(wait->fields))
        tool_drive_fail(reply, TOOL_DRIVE_PARAMS,
                        "'where' must be an object of fields of the layer, such as "
                        "{\"size\":[0.4,0.3],\"space\":\"LOCAL\"}");
    if (us_text_find(kinds, wait->layer) < 0)
        tool_drive_fail_name(
            reply, TOOL_DRIVE_PARAMS, "'layer' must be a kind of layer; there is no",
            wait->layer != NULL ? wait->layer : "", kinds,
            ": projection, quad, cylinder, equirect, equirect2, cube, passthrough");
    return reply->error == 0;
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
    const cJSON *field;
    cJSON_ArrayForEach(field, fields) {
        const cJSON *value = tool_json_get(layer, field->string);
        bool is_same = strcmp(field->string, "space") == 0 ? is_space(log, value, field)
                                                           : is_equal(value, field);
        if (!is_same)
            return false;
    }
    return true;
}

static bool look_at_layers(struct tool_drive_wait *base, const struct tool_log_tail *log,
                           const char *folder, const cJSON *shots, struct tool_drive_reply *reply)
{
    struct layer_wait *wait = (struct layer_wait *)base;
    (void)folder, (void)shots, (void)reply;
    cJSON_Delete(wait->submitted);
    wait->submitted = tool_log_tail_submitted(log);
    const cJSON *layer;
    cJSON_ArrayForEach(layer, wait->submitted)
        if (tool_json_is_text(layer, "kind", wait->layer) && has_fields(log, layer, wait->fields)) {
            wait->found = cJSON_Duplicate(layer, true);
            return true;
        }
    return false;
}

static void tell_layers(const struct tool_drive_wait *base, bool met, cJSON *result)
{
    const struct layer_wait *wait = (const struct layer_wait *)base;
    cJSON_AddItemToObject(result, met ? "layer" : "nearest",
                          cJSON_Duplicate(met ? wait->found : wait->submitted, true));
}

static void forget_layers(struct tool_drive_wait *base)
{
    struct layer_wait *wait = (struct layer_wait *)base;
    cJSON_Delete(wait->found);
    cJSON_Delete(wait->submitted);
}

static const char *const layer_keys[] = {"layer", "where", NULL};
static const struct tool_drive_wait_kind for_layer = {
    sizeof(struct layer_wait), layer_keys, read_layer, look_at_layers, tell_layers, forget_layers};

/* ---- All kinds ---- */

/* NULL: it is none of them. */
static const struct tool_drive_wait_kind *find_kind(const cJSON *until)
{
    static const struct {
        const char *key;
        const struct tool_drive_wait_kind *kind;
    } kinds[] = {{"layer", &for_layer},
                 {"output", &tool_drive_wait_for_output},
                 {"matches", &tool_drive_wait_for_output},
                 {"picture", &tool_drive_wait_for_picture},
                 {"unchanged", &tool_drive_wait_for_picture}};
    for (unsigned i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (tool_json_get(until, kinds[i].key) != NULL)
            return kinds[i].kind;
    return NULL;
}

bool tool_drive_wait_is_meant(const cJSON *until)
{
    return find_kind(until) != NULL;
}

struct tool_drive_wait *tool_drive_wait_make(const cJSON *until, uint64_t frames,
                                             struct tool_drive_reply *reply)
{
    const struct tool_drive_wait_kind *kind = find_kind(until);
    struct tool_drive_wait *wait = calloc(1, kind->size);
    if (wait == NULL) {
        tool_drive_fail(reply, TOOL_DRIVE_INTERNAL, "there is no memory");
        return NULL;
    }
    wait->kind = kind;
    if (tool_drive_check_keys(until, kind->keys, "'until'", reply) &&
        kind->read(wait, until, frames, reply))
        return wait;
    tool_drive_wait_free(wait);
    return NULL;
}

void tool_drive_wait_free(struct tool_drive_wait *wait)
{
    if (wait != NULL)
        wait->kind->finish(wait);
    free(wait);
}

bool tool_drive_wait_is_shot(struct tool_drive_wait *wait)
{
    return wait != NULL && wait->every > 0 && wait->granted++ % wait->every == 0;
}
