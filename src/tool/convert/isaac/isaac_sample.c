/* SPDX-License-Identifier: MIT */
#include "tool/convert/isaac/isaac_sample.h"

#include <math.h>
#include <string.h>

#include "core/base/bytes.h"
#include "tool/convert/base/stage_space.h"
#include "tool/convert/isaac/flat_table.h"

/* Bytes of the structs, and where their members are. */
enum { POSE = 28, JOINT = 36, CONTROLLER_POSE = 32, INPUTS = 20 };
enum { IS_VALID = 28, RADIUS = 32 };
enum { TRACKED = US_SESSION_ORIENTATION_TRACKED | US_SESSION_POSITION_TRACKED };

static const struct us_session_location inactive = {.is_recorded = true};

static struct us_pose load_pose(const uint8_t *at)
{
    return (struct us_pose){
        {us_bytes_load_f32(at + 12), us_bytes_load_f32(at + 16), us_bytes_load_f32(at + 20),
         us_bytes_load_f32(at + 24)},
        {us_bytes_load_f32(at), us_bytes_load_f32(at + 4), us_bytes_load_f32(at + 8)}};
}

/* The flags of a pose that is said to be valid or not; `*out` stays if it is not. */
static uint8_t take_pose(struct tool_isaac_person *person, const uint8_t *at, bool is_valid,
                         struct us_pose *out)
{
    const struct us_pose pose = load_pose(at);
    const uint8_t flags = is_valid ? tool_convert_pose_flags(&pose) : 0;
    person->poses_off += is_valid && flags == 0;
    if (flags != 0)
        *out = pose;
    return flags;
}

/* ---- The head ---- */

static bool load_bool(const struct tool_flat_table *table, unsigned field, bool *out)
{
    const uint8_t *at;
    const enum tool_flat_found found = tool_flat_table_struct(table, field, 1, &at);
    *out = found == TOOL_FLAT_FOUND && *at != 0;
    return found != TOOL_FLAT_WRONG;
}

static bool take_head(const struct tool_flat_table *data, struct tool_isaac_person *person)
{
    const uint8_t *pose;
    bool is_valid, is_tracked = true;
    const enum tool_flat_found found = tool_flat_table_struct(data, 0, POSE, &pose);
    if (found == TOOL_FLAT_WRONG || !load_bool(data, 1, &is_valid) ||
        (person->tells_tracked && !load_bool(data, 2, &is_tracked)) ||
        (is_valid && found != TOOL_FLAT_FOUND))
        return false;
    person->head = (struct us_session_location){.is_recorded = true, .is_active = true};
    if (is_valid)
        person->head.flags = take_pose(person, pose, true, &person->head.pose);
    if (!is_tracked)
        person->head.flags = (uint8_t)(person->head.flags & ~TRACKED);
    return true;
}

/* ---- A hand ---- */

static bool take_hand(const struct tool_flat_table *data, struct tool_isaac_person *person,
                      struct us_session_hand_joints *out)
{
    const uint8_t *joints;
    if (tool_flat_table_struct(data, 0, US_SESSION_JOINTS * JOINT, &joints) != TOOL_FLAT_FOUND)
        return false;
    memset(out, 0, sizeof *out);
    out->is_recorded = out->is_active = true;
    for (unsigned i = 0; i < US_SESSION_JOINTS; i++) {
        const uint8_t *at = joints + i * (size_t)JOINT;
        struct us_session_joint *joint = &out->joints[i];
        joint->flags = take_pose(person, at, at[IS_VALID] != 0, &joint->pose);
        joint->radius_m = us_bytes_load_f32(at + RADIUS);
        if (isfinite(joint->radius_m) && joint->radius_m > 0.0f)
            continue;
        joint->radius_m = us_joint_radius_m(us_joint_from_openxr((int)i));
        person->radii_off += joint->flags != 0;
    }
    return true;
}

/* ---- A controller ---- */

static float load_number(const uint8_t *at)
{
    const float value = us_bytes_load_f32(at);
    return isfinite(value) ? value : 0.0f;
}

static bool take_controller(const struct tool_flat_table *data, struct tool_isaac_person *person,
                            unsigned hand)
{
    const uint8_t *grip, *aim, *inputs;
    struct us_session_location *grip_out = &person->grips[hand], *aim_out = &person->aims[hand];
    if (tool_flat_table_struct(data, 0, CONTROLLER_POSE, &grip) != TOOL_FLAT_FOUND ||
        tool_flat_table_struct(data, 1, CONTROLLER_POSE, &aim) != TOOL_FLAT_FOUND ||
        tool_flat_table_struct(data, 2, INPUTS, &inputs) != TOOL_FLAT_FOUND)
        return false;
    *grip_out = *aim_out = (struct us_session_location){.is_recorded = true, .is_active = true};
    grip_out->flags = take_pose(person, grip, grip[IS_VALID] != 0, &grip_out->pose);
    aim_out->flags = take_pose(person, aim, aim[IS_VALID] != 0, &aim_out->pose);
    person->controls[hand] = (struct tool_isaac_controls){
        .is_active = true,
        .primary = inputs[0] != 0,
        .secondary = inputs[1] != 0,
        .stick_click = inputs[2] != 0,
        .menu = inputs[3] != 0,
        .stick_x = load_number(inputs + 4),
        .stick_y = load_number(inputs + 8),
        .squeeze = load_number(inputs + 12),
        .trigger = load_number(inputs + 16),
    };
    return true;
}

/* ---- Any part ---- */

void tool_isaac_sample_lose(enum tool_isaac_part part, struct tool_isaac_person *person)
{
    const unsigned right =
        part == TOOL_ISAAC_RIGHT_HAND || part == TOOL_ISAAC_RIGHT_CONTROLLER ? 1 : 0;
    if (part == TOOL_ISAAC_HEAD) {
        person->head = (struct us_session_location){.is_recorded = true, .is_active = true};
    } else if (part == TOOL_ISAAC_LEFT_HAND || part == TOOL_ISAAC_RIGHT_HAND) {
        memset(&person->hands[right], 0, sizeof person->hands[right]);
        person->hands[right].is_recorded = true;
    } else {
        person->grips[right] = person->aims[right] = inactive;
        person->controls[right] = (struct tool_isaac_controls){0};
    }
}

bool tool_isaac_sample(const struct tool_isaac_message *message, struct tool_isaac_person *person)
{
    enum { DATA = 0 };
    struct tool_flat_table record, data;
    if (tool_flat_table_root(message->data, message->size, &record) != TOOL_FLAT_FOUND)
        return false;
    switch (tool_flat_table_child(&record, DATA, &data)) {
    case TOOL_FLAT_WRONG:
        return false;
    case TOOL_FLAT_ABSENT:
        tool_isaac_sample_lose(message->part, person);
        return true;
    default:
        break;
    }
    switch (message->part) {
    case TOOL_ISAAC_HEAD:
        return take_head(&data, person);
    case TOOL_ISAAC_LEFT_HAND:
        return take_hand(&data, person, &person->hands[US_SESSION_LEFT]);
    case TOOL_ISAAC_RIGHT_HAND:
        return take_hand(&data, person, &person->hands[US_SESSION_RIGHT]);
    case TOOL_ISAAC_LEFT_CONTROLLER:
        return take_controller(&data, person, US_SESSION_LEFT);
    default:
        return take_controller(&data, person, US_SESSION_RIGHT);
    }
}
