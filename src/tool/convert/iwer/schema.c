/* SPDX-License-Identifier: MIT */
#include "tool/convert/iwer/schema.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "profiles/bindings.h"
#include "tool/cli/json.h"
#include "tool/convert/base/stage_space.h"
#include "tool/edit/stage/outline.h"

#define FALLBACK "/interaction_profiles/khr/generic_controller"

/* What is read of an entry. The first failure stays. */
struct entry {
    const cJSON *json;
    unsigned place;
    struct us_session_components *components;
    struct us_error *error;
    enum us_result result;
};

static void fail(struct entry *entry, const char *what)
{
    if (entry->result == US_OK)
        entry->result = us_result_fail(entry->error, US_ERROR_USAGE, US_NO_BYTE, NULL,
                                       "schema[%u]: %s", entry->place, what);
}

static bool is_set(const struct entry *entry, const char *name)
{
    return cJSON_IsTrue(tool_json_get(entry->json, name));
}

/* ---- Joints ---- */

static void read_joints(struct entry *entry, struct tool_iwer_input *out)
{
    const cJSON *list = tool_json_get(entry->json, "jointSequence");
    const cJSON *item;
    bool is_there[US_SESSION_JOINTS] = {false};
    unsigned count = 0;
    if (!cJSON_IsArray(list) || cJSON_GetArraySize(list) != TOOL_IWER_JOINTS) {
        fail(entry, "jointSequence does not name the 25 joints of WebXR");
        return;
    }
    cJSON_ArrayForEach(item, list) {
        const int joint =
            cJSON_IsString(item) ? tool_iwer_joint_of(item->valuestring) : TOOL_IWER_NONE;
        if (joint == TOOL_IWER_NONE || is_there[joint]) {
            fail(entry, "jointSequence has a name twice, or one that is no joint of WebXR");
            return;
        }
        is_there[joint] = true;
        out->joints[count++] = (uint8_t)joint;
    }
}

/* ---- The profile ---- */

static void choose_profile(const struct entry *entry, struct tool_iwer_input *out)
{
    const cJSON *item;
    cJSON_ArrayForEach(item, tool_json_get(entry->json, "profiles")) {
        if (!cJSON_IsString(item))
            continue;
        if (out->name[0] == '\0')
            snprintf(out->name, sizeof out->name, "%s", item->valuestring);
        if (out->path == NULL)
            out->path = tool_iwer_profile_of(item->valuestring);
    }
    if (out->has_hand && out->name[0] != '\0')
        out->path = TOOL_IWER_HAND_PROFILE;
    out->is_guessed = out->path == NULL && out->has_gamepad && !out->has_hand;
    if (out->is_guessed)
        out->path = FALLBACK;
    out->is_hand = out->path != NULL && tool_iwer_is_hand_profile(out->path);
}

/* ---- Buttons and axes ---- */

/* The place of a component, which is added; NULL: there is none. */
static int add(struct entry *entry, enum us_session_hand hand, const struct us_component *component)
{
    struct us_session_component added;
    uint32_t place = 0;
    if (component == NULL || entry->result != US_OK)
        return TOOL_IWER_NONE;
    added.type = us_session_component_type_of((int)component->type);
    snprintf(added.path, sizeof added.path, "%s%s",
             us_session_user_path((enum us_session_user)hand), component->path);
    entry->result = tool_edit_component_add(entry->components, &added, &place, entry->error);
    return entry->result == US_OK ? (int)place : TOOL_IWER_NONE;
}

static void add_controls(struct entry *entry, struct tool_iwer_input *out)
{
    const struct us_profile *profile = us_bindings_profile(out->path);
    const char *mapping = tool_json_text(entry->json, "mapping", "");
    if (!out->is_hand && strcmp(mapping, "xr-standard") != 0)
        return;
    for (unsigned i = 0; i < TOOL_IWER_BUTTONS_MOST && i < out->buttons; i++) {
        struct tool_iwer_control control;
        if (!tool_iwer_button(profile, out->hand, i, &control))
            continue;
        out->slots[i].value = add(entry, out->hand, control.value);
        out->slots[i].click = add(entry, out->hand, control.click);
        out->slots[i].touch = add(entry, out->hand, control.touch);
    }
    for (unsigned i = 0; i + 1 < out->axes && i < TOOL_IWER_AXES_MOST; i += 2)
        out->vectors[i / 2] = add(entry, out->hand, tool_iwer_axes(profile, out->hand, i));
}

/* A count of buttons or of axes; false if it is none. */
static bool read_count(const struct entry *entry, const char *name, unsigned *out)
{
    const double count = tool_json_number(entry->json, name, -1.0);
    if (!(count >= 0.0 && count <= TOOL_IWER_ITEMS_MOST) || count != floor(count))
        return false;
    *out = (unsigned)count;
    return true;
}

static void read_gamepad(struct entry *entry, struct tool_iwer_input *out)
{
    uint32_t place = 0;
    if (out->has_gamepad && (!read_count(entry, "numButtons", &out->buttons) ||
                             !read_count(entry, "numAxes", &out->axes)))
        fail(entry, "numButtons and numAxes are no numbers from 0 to 64");
    choose_profile(entry, out);
    if (!out->is_known || out->path == NULL || entry->result != US_OK)
        return;
    entry->result = tool_edit_profile_add(entry->components, out->path, &place, entry->error);
    out->profile = (uint8_t)(place + 1);
    if (out->has_gamepad)
        add_controls(entry, out);
}

/* ---- The entries ---- */

static void read_entry(struct entry *entry, struct tool_iwer_input *out)
{
    const char *hand = tool_json_text(entry->json, "handedness", "");
    const char *mode = tool_json_text(entry->json, "targetRayMode", "");
    const bool is_left = strcmp(hand, "left") == 0;
    if (!cJSON_IsObject(entry->json))
        fail(entry, "it is no number of an input source and its object");
    if (!is_left && strcmp(hand, "right") != 0 && strcmp(hand, "none") != 0)
        fail(entry, "handedness is not left, right or none");
    out->hand = is_left ? US_SESSION_LEFT : US_SESSION_RIGHT;
    out->is_known = strcmp(hand, "none") != 0 && strcmp(mode, "tracked-pointer") == 0;
    out->has_grip = is_set(entry, "hasGrip");
    out->has_hand = is_set(entry, "hasHand");
    out->has_gamepad = is_set(entry, "hasGamepad");
    for (unsigned i = 0; i < TOOL_IWER_BUTTONS_MOST; i++)
        out->slots[i] = (struct tool_iwer_slot){TOOL_IWER_NONE, TOOL_IWER_NONE, TOOL_IWER_NONE};
    for (unsigned i = 0; i < TOOL_IWER_AXES_MOST / 2; i++)
        out->vectors[i] = TOOL_IWER_NONE;
    if (out->has_hand)
        read_joints(entry, out);
    read_gamepad(entry, out);
}

enum us_result tool_iwer_schema_read(const cJSON *json, struct us_session_components *components,
                                     struct tool_iwer_schema *out, struct us_error *error)
{
    struct entry entry = {.components = components, .error = error};
    const cJSON *item;
    memset(out, 0, sizeof *out);
    if (!cJSON_IsArray(json))
        return us_result_fail(error, US_ERROR_USAGE, US_NO_BYTE, NULL, "schema is no array");
    cJSON_ArrayForEach(item, json) {
        const cJSON *index = cJSON_GetArrayItem(item, 0);
        entry.json = cJSON_GetArrayItem(item, 1);
        if (entry.place == TOOL_IWER_INPUTS_MOST)
            fail(&entry, "there are more than 64 input sources");
        else if (!cJSON_IsArray(item) || !cJSON_IsNumber(index) ||
                 !(index->valuedouble >= 0.0 && index->valuedouble < 1e6) ||
                 index->valuedouble != floor(index->valuedouble) ||
                 tool_iwer_schema_find(out, index->valuedouble) != NULL)
            fail(&entry, "it does not begin with a number of its own");
        if (entry.result != US_OK)
            return entry.result;
        out->list[entry.place].index = (int)index->valuedouble;
        read_entry(&entry, &out->list[entry.place]);
        out->count = ++entry.place;
    }
    return entry.result;
}

const struct tool_iwer_input *tool_iwer_schema_find(const struct tool_iwer_schema *schema,
                                                    double index)
{
    for (unsigned i = 0; i < schema->count; i++)
        if ((double)schema->list[i].index == index)
            return &schema->list[i];
    return NULL;
}

/* ---- The reference space ---- */

enum us_result tool_iwer_reference_read(const cJSON *json, struct tool_iwer_reference *out,
                                        struct us_error *error)
{
    const cJSON *origin = tool_json_get(json, "origin"), *item;
    const char *space = tool_json_text(json, "referenceSpace", "");
    float numbers[TOOL_IWER_NUMBERS] = {0.0f};
    unsigned count = 0;
    *out = (struct tool_iwer_reference){.T_local_it = us_pose_identity};
    if (json == NULL)
        return US_OK;
    cJSON_ArrayForEach(item, origin)
        if (cJSON_IsNumber(item) && fabs(item->valuedouble) < 1e6 && count < TOOL_IWER_NUMBERS)
            numbers[count++] = (float)item->valuedouble;
    const struct us_pose pose = {{numbers[3], numbers[4], numbers[5], numbers[6]},
                                 {numbers[0], numbers[1], numbers[2]}};
    out->is_said = true;
    out->is_floor = strcmp(space, "local-floor") == 0;
    if ((!out->is_floor && strcmp(space, "local") != 0) || count != TOOL_IWER_NUMBERS ||
        cJSON_GetArraySize(origin) != TOOL_IWER_NUMBERS || tool_convert_pose_flags(&pose) == 0)
        return us_result_fail(error, US_ERROR_USAGE, US_NO_BYTE, NULL,
                              "understudy: referenceSpace is not local or local-floor, or origin "
                              "is no pose of seven numbers; leave the member out");
    out->is_moved = memcmp(&pose, &us_pose_identity, sizeof pose) != 0;
    out->T_local_it = pose;
    return US_OK;
}
