/* SPDX-License-Identifier: MIT */
#include "tool/convert/isaac/isaac_gather.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "core/base/bytes.h"
#include "tool/convert/base/stage_space.h"

/* ---- The message ---- */

/*
 * Reads tables and structs of a FlatBuffers message
 * (https://flatbuffers.dev/internals), from bytes whose every offset is checked before it is used.
 *
 * A table's fields are numbered from 0. A field that the writer left out is absent: NULL, or the
 * default that the caller names. Pure; nothing is allocated, and results point into the message.
 */

struct flat_table {
    const uint8_t *bytes; /* of the whole message; borrowed */
    uint32_t size;
    uint32_t at;        /* of the table */
    uint32_t fields_at; /* of the offsets of its fields */
    uint16_t fields;    /* how many offsets there are */
    uint16_t span;      /* bytes of the table itself */
};

enum found {
    ABSENT,
    FOUND,
    WRONG, /* the message is damaged */
};

enum { OFFSET = 4, FIELD = 2, HEAD = 2 * FIELD }; /* sizes; HEAD: of a list of offsets */

static uint16_t load_u16(const uint8_t *at)
{
    return (uint16_t)((uint32_t)at[0] | (uint32_t)at[1] << 8);
}

/* Whether `count` bytes are at `at`, which may be any number. */
static bool has(const struct flat_table *table, int64_t at, uint32_t count)
{
    return at >= 0 && at <= (int64_t)table->size && count <= table->size - (uint64_t)at;
}

/* Goes to the table at an offset of the message: it begins with how far before it the list of its
 * fields' offsets is. */
static enum found open_table(struct flat_table *table, int64_t at)
{
    if (!has(table, at, OFFSET))
        return WRONG;
    table->at = (uint32_t)at;
    const int64_t list = at - (int32_t)us_bytes_load_u32(table->bytes + at);
    if (!has(table, list, HEAD))
        return WRONG;
    const uint16_t size = load_u16(table->bytes + list);
    table->span = load_u16(table->bytes + list + FIELD);
    if (size < HEAD || size % FIELD != 0 || !has(table, list, size) || table->span < OFFSET ||
        !has(table, at, table->span))
        return WRONG;
    table->fields_at = (uint32_t)list + HEAD;
    table->fields = (uint16_t)((size - HEAD) / FIELD);
    return FOUND;
}

/* The table that a message is. Never ABSENT. */
static enum found open_root(const uint8_t *bytes, uint64_t size, struct flat_table *out)
{
    *out = (struct flat_table){.bytes = bytes, .size = (uint32_t)size};
    if (bytes == NULL || size > INT32_MAX || size < OFFSET)
        return WRONG;
    return open_table(out, us_bytes_load_u32(bytes));
}

/* A struct, or a number, of `size` bytes that is in the table itself. `*out` is NULL unless it is
 * found. */
static enum found find_struct(const struct flat_table *table, unsigned field, uint32_t size,
                              const uint8_t **out)
{
    *out = NULL;
    if (field >= table->fields)
        return ABSENT;
    const uint16_t inside = load_u16(table->bytes + table->fields_at + field * (size_t)FIELD);
    if (inside == 0)
        return ABSENT;
    if (inside < OFFSET || inside > table->span || size > (uint32_t)(table->span - inside))
        return WRONG;
    *out = table->bytes + table->at + inside;
    return FOUND;
}

/* A table that a field refers to. */
static enum found open_child(const struct flat_table *table, unsigned field, struct flat_table *out)
{
    const uint8_t *at;
    const enum found found = find_struct(table, field, OFFSET, &at);
    *out = (struct flat_table){.bytes = table->bytes, .size = table->size};
    return found == FOUND ? open_table(out, (int64_t)(at - table->bytes) + us_bytes_load_u32(at))
                          : found;
}

/* ---- Poses ---- */

/* Bytes of the structs, and where their members are. */
enum { POSE = 28, JOINT = 36, CONTROLLER_POSE = 32, INPUTS = 20 };
enum { IS_VALID = 28, RADIUS = 32 };
static const struct us_session_location inactive = {.is_recorded = true};

/* The flags of a pose that is said to be valid or not; `*out` stays if it is not. */
static uint8_t take_pose(struct tool_isaac_person *person, const uint8_t *at, bool is_valid,
                         struct us_pose *out)
{
    const struct us_pose pose = tool_convert_pose_load(at);
    const uint8_t flags = is_valid ? tool_convert_pose_flags(&pose) : 0;
    person->poses_off += is_valid && flags == 0;
    if (flags != 0)
        *out = pose;
    return flags;
}

/* ---- The head ---- */

static bool load_bool(const struct flat_table *table, unsigned field, bool *out)
{
    const uint8_t *at;
    const enum found found = find_struct(table, field, 1, &at);
    *out = found == FOUND && *at != 0;
    return found != WRONG;
}

static bool take_head(const struct flat_table *data, struct tool_isaac_person *person)
{
    const uint8_t *pose;
    bool is_valid, is_tracked = true;
    const enum found found = find_struct(data, 0, POSE, &pose);
    if (found == WRONG || !load_bool(data, 1, &is_valid) ||
        (person->tells_tracked && !load_bool(data, 2, &is_tracked)) || (is_valid && found != FOUND))
        return false;
    person->head = (struct us_session_location){.is_recorded = true, .is_active = true};
    if (is_valid)
        person->head.flags = take_pose(person, pose, true, &person->head.pose);
    if (!is_tracked)
        person->head.flags = (uint8_t)(person->head.flags & ~US_SESSION_BOTH_TRACKED);
    return true;
}

/* ---- A hand ---- */

static bool take_hand(const struct flat_table *data, struct tool_isaac_person *person,
                      struct us_session_hand_joints *out)
{
    const uint8_t *joints;
    if (find_struct(data, 0, US_SESSION_JOINTS * JOINT, &joints) != FOUND)
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

static bool take_controller(const struct flat_table *data, struct tool_isaac_person *person,
                            unsigned hand)
{
    const uint8_t *grip, *aim, *inputs;
    struct us_session_location *grip_out = &person->grips[hand], *aim_out = &person->aims[hand];
    if (find_struct(data, 0, CONTROLLER_POSE, &grip) != FOUND ||
        find_struct(data, 1, CONTROLLER_POSE, &aim) != FOUND ||
        find_struct(data, 2, INPUTS, &inputs) != FOUND)
        return false;
    *grip_out = *aim_out = (struct us_session_location){.is_recorded = true, .is_active = true};
    grip_out->flags = take_pose(person, grip, grip[IS_VALID] != 0, &grip_out->pose);
    aim_out->flags = take_pose(person, aim, aim[IS_VALID] != 0, &aim_out->pose);
    person->controls[hand].is_active = true;
    for (unsigned i = 0; i < TOOL_ISAAC_CONTROLS; i++) {
        const bool is_button = i < TOOL_ISAAC_STICK_X; /* a byte; the others are floats */
        const float value =
            is_button ? inputs[i] != 0
                      : us_bytes_load_f32(inputs + 4 * (i - TOOL_ISAAC_STICK_X + (size_t)1));
        person->controls[hand].values[i] = isfinite(value) ? value : 0.0f;
    }
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
    struct flat_table record, data;
    if (open_root(message->data, message->size, &record) != FOUND)
        return false;
    switch (open_child(&record, DATA, &data)) {
    case WRONG:
        return false;
    case ABSENT:
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
