/* SPDX-License-Identifier: MIT */
/* The method `aim`: the person points at a target, touches it, grabs there or looks at it. */

#include "tool/cli/json.h"
#include "tool/drive/drive.h"
#include "tool/drive/person/live_aim.h"

#define LONGEST_S 3600.0

/* ---- The request ---- */

static bool read_aim(const cJSON *params, struct tool_live_aim *out, struct tool_drive_reply *reply)
{
    static const char *const kinds[] = {"point_at", "poke", "grab_at", "look_at", "gaze_at", NULL};
    static const char *const hands[] = {"left", "right", NULL};
    static const char *const shapes[] = {"pinch", "fist", "squeeze", NULL};
    int kind = tool_drive_read_word(params, "do", kinds, reply);
    bool has_hand = kind >= 0 && kind < TOOL_LIVE_LOOK_AT;
    int hand = has_hand ? tool_drive_read_word(params, "hand", hands, reply) : 0;
    bool goes_there = kind == TOOL_LIVE_POKE || kind == TOOL_LIVE_GRAB_AT;
    if (reply->error != 0)
        return false;
    *out = (struct tool_live_aim){.kind = (enum tool_live_aim_kind)kind,
                                  .hand = (enum us_hand)hand,
                                  .over_s = goes_there ? 0.5 : 0.0,
                                  .depth_m = 0.01};
    tool_drive_read_number(params, "over", "a number", 0.0, LONGEST_S, &out->over_s, reply);
    tool_drive_read_number(params, "after", "a number", 0.0, LONGEST_S, &out->after_s, reply);
    tool_drive_read_number(params, "depth", "a number", 0.0, 1.0, &out->depth_m, reply);
    if (tool_json_get(params, "shape") != NULL &&
        tool_drive_read_word(params, "shape", shapes, reply) >= 0)
        out->shape = tool_json_get(params, "shape")->valuestring;
    if (!has_hand && tool_json_get(params, "hand") != NULL)
        tool_drive_fail(reply, TOOL_DRIVE_PARAMS, "%s is without 'hand'", kinds[kind]);
    if (out->shape != NULL && kind != TOOL_LIVE_GRAB_AT)
        tool_drive_fail(reply, TOOL_DRIVE_PARAMS, "'shape' belongs to grab_at");
    if (tool_json_get(params, "depth") != NULL && kind != TOOL_LIVE_POKE)
        tool_drive_fail(reply, TOOL_DRIVE_PARAMS, "'depth' belongs to poke");
    return reply->error == 0;
}

/* The way into the target: into its surface, where that is known, or on from the head. */
static void set_target(const struct tool_drive *drive, const struct tool_aim_point *target,
                       struct tool_live_aim *out)
{
    const struct us_vec3 p = target->point_m;
    const struct us_vec3 from_head =
        us_vec3_sub(p, tool_drive_world_newest(&drive->world)->head.pose.position_m);
    struct us_vec3 into = from_head;
    if (us_vec3_norm(target->normal) > 0.5f)
        into = us_vec3_scale(target->normal,
                             us_vec3_dot(target->normal, from_head) < 0.0f ? -1.0f : 1.0f);
    const float length = us_vec3_norm(into);
    into = length > 1e-6f ? us_vec3_scale(into, 1.0f / length) : (struct us_vec3){0, 0, -1};
    out->point_m = (struct rt_vector){(double)p.x, (double)p.y, (double)p.z};
    out->into = (struct rt_vector){(double)into.x, (double)into.y, (double)into.z};
}

/* ---- What is done ---- */

static cJSON *list_commands(const struct tool_live_aim_plan *plan)
{
    cJSON *commands = cJSON_CreateArray();
    for (unsigned i = 0; i < plan->count; i++) {
        const struct tool_live_command *command = &plan->commands[i];
        cJSON *object = tool_json_append_object(commands);
        tool_json_add_text(object, "line", command->line);
        if (command->over_s > 0.0)
            tool_json_add_number(object, "over", command->over_s);
        if (command->after_s > 0.0)
            tool_json_add_number(object, "after", command->after_s);
    }
    return commands;
}

static bool perform(struct tool_drive *drive, const struct tool_live_aim_plan *plan,
                    struct tool_drive_reply *out)
{
    char why[512];
    size_t wrong;
    if (!tool_drive_perform(drive, plan->commands, plan->count, &wrong, why, sizeof why))
        return tool_drive_fail(out, TOOL_DRIVE_PARAMS, "'%.60s': %s", plan->commands[wrong].line,
                               why);
    return true;
}

void tool_drive_aim(struct tool_drive *drive, const cJSON *params, struct tool_drive_reply *out)
{
    const struct tool_drive_world *world = &drive->world;
    const cJSON *plans = tool_json_get(params, "plan");
    struct tool_live_aim aim;
    struct tool_live_aim_plan plan;
    struct tool_aim_point target;
    char why[512];
    if (!read_aim(params, &aim, out))
        return;
    if (plans != NULL && !cJSON_IsBool(plans)) {
        tool_drive_fail(out, TOOL_DRIVE_PARAMS, "'plan' must be true or false");
        return;
    }
    cJSON *result = cJSON_CreateObject();
    bool is_found =
        tool_drive_find_target(drive, tool_json_get(params, "target"), &target, result, out);
    if (is_found) {
        set_target(drive, &target, &aim);
        is_found = tool_live_aim_plan(world->person, world->put - 1, &aim, &plan, why, sizeof why);
        if (!is_found)
            tool_drive_fail(out, TOOL_DRIVE_PARAMS, "%s", why);
    }
    if (!is_found || (!cJSON_IsTrue(plans) && !perform(drive, &plan, out))) {
        cJSON_Delete(result);
        return;
    }
    cJSON_DeleteItemFromObjectCaseSensitive(result, "frame");
    cJSON_AddItemToObject(result, "commands", list_commands(&plan));
    tool_json_add_number(result, "seconds", plan.seconds);
    tool_drive_add_time(drive, result, world->put);
    out->result = result;
}
