/* SPDX-License-Identifier: MIT */
#include "tool/convert/iwer/schema.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    PALM = 0,
    MIDDLE_METACARPAL = 11,
    MIDDLE_PROXIMAL = 12,
    JOINT_NUMBERS = TOOL_IWER_NUMBERS + 1,
    BUTTON_NUMBERS = 3
};

/* The recorder rounds to three decimals, and so the length of a quaternion is near 1 only. */
#define LENGTH_SLACK 0.02f
/* Of any number: no metres, radians or values are larger. */
#define NUMBER_MOST 1e9
/* Farther from 1 than what float32 makes of a unit quaternion. */
#define SAME_LENGTH 1e-6f

/* The first failure stays; what comes after it has no meaning. */
struct reading {
    const struct tool_iwer_schema *schema;
    struct tool_iwer_frame *out;
    struct tool_iwer_counts *counts;
    struct us_error *error;
    uint64_t number;
    int item; /* of the frame; TOOL_IWER_NONE: the frame itself */
    enum us_result result;
};

static void fail(struct reading *reading, const char *what)
{
    char item[16] = "";
    if (reading->result != US_OK)
        return;
    if (reading->item != TOOL_IWER_NONE)
        snprintf(item, sizeof item, "[%d]", reading->item);
    reading->result = us_result_fail(reading->error, US_ERROR_USAGE, US_NO_BYTE, NULL,
                                     "frames[%" PRIu64 "]%s: %s", reading->number, item, what);
}

/* ---- Numbers ---- */

/* The next of a list; null, which stands for a number that is none, becomes NaN. */
static float take_number(struct reading *reading, const cJSON **next)
{
    const cJSON *item = *next;
    if (item == NULL) {
        fail(reading, "it ends too early; the schema asks for more numbers");
        return NAN;
    }
    *next = item->next;
    if (!cJSON_IsNumber(item) && !cJSON_IsNull(item))
        fail(reading, "a number is missing, or something else is in its place");
    else if (cJSON_IsNumber(item) && !(fabs(item->valuedouble) <= NUMBER_MOST))
        fail(reading, "a number is too large");
    else if (cJSON_IsNumber(item))
        return (float)item->valuedouble;
    return NAN;
}

/* A pose; `*out_flags` is 0 where it has no numbers. */
static struct us_pose take_pose(struct reading *reading, const cJSON **next, uint8_t *out_flags)
{
    float numbers[TOOL_IWER_NUMBERS];
    bool is_number = true;
    for (unsigned i = 0; i < TOOL_IWER_NUMBERS; i++) {
        numbers[i] = take_number(reading, next);
        is_number &= !isnan(numbers[i]);
    }
    *out_flags = is_number ? TOOL_IWER_ALL_FLAGS : 0;
    if (!is_number)
        return us_pose_identity;
    struct us_pose pose = {{numbers[3], numbers[4], numbers[5], numbers[6]},
                           {numbers[0], numbers[1], numbers[2]}};
    const float length = us_quat_norm(pose.rotation);
    if (!(fabsf(length - 1.0f) <= LENGTH_SLACK))
        fail(reading, "the quaternion x y z w of a pose does not have the length 1");
    if (fabsf(length - 1.0f) > SAME_LENGTH)
        pose.rotation = us_quat_normalize(pose.rotation);
    return pose;
}

static struct us_session_location take_location(struct reading *reading, const cJSON **next)
{
    struct us_session_location out = {.is_recorded = true, .is_active = true};
    out.pose = take_pose(reading, next, &out.flags);
    return out;
}

/* The first element of the next item, which is an array of `count`. */
static const cJSON *take_array(struct reading *reading, const cJSON **next, unsigned count,
                               const char *what)
{
    const cJSON *item = *next;
    if (item == NULL || !cJSON_IsArray(item) || (unsigned)cJSON_GetArraySize(item) != count) {
        fail(reading, what);
        return NULL;
    }
    *next = item->next;
    return item->child;
}

/* ---- Hands ---- */

/* WebXR has no palm: it is halfway along the middle finger's metacarpal bone, turned as that, and
 * not tracked. */
static void make_palm(const struct reading *reading, struct us_session_joint *joints)
{
    const struct us_session_joint *from = &joints[MIDDLE_METACARPAL],
                                  *to = &joints[MIDDLE_PROXIMAL];
    struct us_session_joint *palm = &joints[PALM];
    palm->radius_m = us_joint_radius_m(US_JOINT_PALM);
    if (!us_session_is_placed(from->flags & to->flags))
        return;
    palm->flags = US_SESSION_BOTH_VALID;
    palm->pose.rotation = from->pose.rotation;
    palm->pose.position_m =
        us_vec3_scale(us_vec3_add(from->pose.position_m, to->pose.position_m), 0.5f);
    reading->counts->palms++;
}

/* The joints are given in the space of the target ray. */
static void take_hand(struct reading *reading, const struct tool_iwer_input *input,
                      const struct us_session_location *ray, const cJSON **next)
{
    struct us_session_hand_joints *hand = &reading->out->frame.hands[input->hand];
    const cJSON *joints = take_array(reading, next, TOOL_IWER_JOINTS * JOINT_NUMBERS,
                                     "the hand has not 200 numbers, 8 of each joint");
    for (unsigned i = 0; i < TOOL_IWER_JOINTS; i++) {
        struct us_session_joint *joint = &hand->joints[input->joints[i]];
        joint->pose = us_pose_multiply(ray->pose, take_pose(reading, &joints, &joint->flags));
        joint->radius_m = take_number(reading, &joints);
        joint->flags &= ray->flags;
        if (joint->radius_m > 0.0f)
            continue;
        joint->radius_m = us_joint_radius_m(us_joint_from_openxr(input->joints[i]));
        reading->counts->radii += joint->flags != 0;
    }
    hand->is_active = ray->flags != 0;
    make_palm(reading, hand->joints);
}

/* ---- Gamepads ---- */

static void set(struct us_session_input *input, int place, float x, float y)
{
    if (place == TOOL_IWER_NONE)
        return;
    input->active[place] = 1;
    input->values[place] = (struct us_session_value){x, y};
}

static void put_button(const struct reading *reading, const struct tool_iwer_slot *slot,
                       const float numbers[BUTTON_NUMBERS])
{
    struct us_session_input *input = &reading->out->input;
    const bool pressed = numbers[0] > 0.0f, touched = numbers[1] > 0.0f;
    const float value = isnan(numbers[2]) ? 0.0f : numbers[2];
    const bool is_there =
        slot != NULL && (slot->value != TOOL_IWER_NONE || slot->click != TOOL_IWER_NONE ||
                         slot->touch != TOOL_IWER_NONE);
    if (!is_there) {
        reading->counts->buttons += pressed || touched || value != 0.0f;
        return;
    }
    set(input, slot->value, value, 0.0f);
    if (slot->value != TOOL_IWER_NONE)
        input->truths[slot->value] = pressed ? US_SESSION_TRUTH_TRUE : US_SESSION_TRUTH_FALSE;
    set(input, slot->click, pressed ? 1.0f : 0.0f, 0.0f);
    set(input, slot->touch, touched ? 1.0f : 0.0f, 0.0f);
    reading->counts->touches += slot->touch == TOOL_IWER_NONE && touched != pressed;
}

/* `is_alone`: false if another input source has the hand's controls. */
static void take_buttons(struct reading *reading, const struct tool_iwer_input *input,
                         bool is_alone, const cJSON **next, float out_first[BUTTON_NUMBERS])
{
    for (unsigned i = 0; i < input->buttons; i++) {
        float numbers[BUTTON_NUMBERS] = {0.0f};
        if (*next != NULL && cJSON_IsNull(*next)) {
            *next = (*next)->next;
        } else {
            const cJSON *parts = take_array(reading, next, BUTTON_NUMBERS,
                                            "a button is not [pressed, touched, value]");
            for (unsigned k = 0; k < BUTTON_NUMBERS; k++)
                numbers[k] = take_number(reading, &parts);
        }
        if (i == 0)
            memcpy(out_first, numbers, sizeof numbers);
        const bool is_pinch = input->has_hand && i == 0; /* the aim state has it */
        if (is_alone && (!is_pinch || input->slots[0].value != TOOL_IWER_NONE))
            put_button(reading, i < TOOL_IWER_BUTTONS_MOST ? &input->slots[i] : NULL, numbers);
    }
}

static void take_gamepad(struct reading *reading, const struct tool_iwer_input *input,
                         bool is_alone, const cJSON **next, float out_first[BUTTON_NUMBERS])
{
    float axes[TOOL_IWER_ITEMS_MOST] = {0.0f};
    const cJSON *items = take_array(reading, next, input->buttons + input->axes,
                                    "the gamepad has not the buttons and axes of the schema");
    take_buttons(reading, input, is_alone, &items, out_first);
    for (unsigned i = 0; i < input->axes; i++) {
        axes[i] = take_number(reading, &items);
        axes[i] = isnan(axes[i]) ? 0.0f : axes[i];
    }
    for (unsigned i = 0; is_alone && i + 1 < input->axes && i < TOOL_IWER_AXES_MOST; i += 2)
        set(&reading->out->input, input->vectors[i / 2], axes[i], 0.0f - axes[i + 1]);
}

/* ---- Input sources ---- */

static void put_aim_state(struct us_session_hand_aim *out, const struct us_session_location *ray,
                          const float pinch[BUTTON_NUMBERS])
{
    out->is_recorded = true;
    if (!us_session_is_placed(ray->flags))
        return;
    out->status = US_SESSION_AIM_COMPUTED | US_SESSION_AIM_VALID;
    out->pose = ray->pose;
    out->pinch_index = isnan(pinch[2]) ? 0.0f : pinch[2];
    if (pinch[0] > 0.0f)
        out->status |= US_SESSION_AIM_INDEX_PINCHING;
}

static void take_input(struct reading *reading, const struct tool_iwer_input *input,
                       const cJSON *next)
{
    struct us_session_frame *frame = &reading->out->frame;
    struct us_session_location grip = {0}, *poses = frame->poses[input->hand];
    float pinch[BUTTON_NUMBERS] = {0.0f};
    const bool is_alone = !poses[US_SESSION_POSE_AIM].is_active;
    const struct us_session_location ray = take_location(reading, &next);
    if (input->has_grip) {
        const cJSON *numbers =
            take_array(reading, &next, TOOL_IWER_NUMBERS, "the grip has not seven numbers");
        grip = take_location(reading, &numbers);
    }
    if (input->has_hand)
        take_hand(reading, input, &ray, &next);
    if (input->has_gamepad)
        take_gamepad(reading, input, is_alone, &next, pinch);
    if (next != NULL)
        fail(reading, "it has more than the schema says");
    if (input->has_hand)
        put_aim_state(&frame->aims[input->hand], &ray, pinch);
    reading->counts->doubles += !is_alone && !input->has_hand;
    if (!is_alone)
        return;
    poses[US_SESSION_POSE_AIM] = ray;
    if (input->has_grip)
        poses[US_SESSION_POSE_GRIP] = grip;
    reading->out->input.profiles[input->hand] = input->profile;
}

/* What the file tells of in other frames is not active in this one, but recorded. */
static void begin(const struct tool_iwer_schema *schema, struct us_session_frame *frame)
{
    for (unsigned i = 0; i < schema->count; i++) {
        const struct tool_iwer_input *input = &schema->list[i];
        if (!input->is_known)
            continue;
        frame->poses[input->hand][US_SESSION_POSE_AIM].is_recorded = true;
        frame->poses[input->hand][US_SESSION_POSE_GRIP].is_recorded |= input->has_grip;
        frame->hands[input->hand].is_recorded |= input->has_hand;
    }
}

/* The controllers first: of a hand that holds one, only the joints are taken. */
static void take_inputs(struct reading *reading, const cJSON *first, bool hands)
{
    reading->item = 1 + TOOL_IWER_NUMBERS;
    for (const cJSON *item = first; item != NULL && reading->result == US_OK;
         item = item->next, reading->item++) {
        const cJSON *index = cJSON_IsArray(item) ? item->child : NULL;
        const struct tool_iwer_input *input =
            index != NULL && cJSON_IsNumber(index)
                ? tool_iwer_schema_find(reading->schema, index->valuedouble)
                : NULL;
        if (input == NULL) {
            fail(reading, "it does not begin with the number of an input source of the schema");
            return;
        }
        reading->counts->unknown += !input->is_known && !hands;
        if (input->is_known && input->has_hand == hands)
            take_input(reading, input, index->next);
    }
}

enum us_result tool_iwer_frame_read(const cJSON *json, uint64_t number,
                                    const struct tool_iwer_schema *schema,
                                    struct tool_iwer_frame *out, struct tool_iwer_counts *counts,
                                    struct us_error *error)
{
    struct reading reading = {schema, out, counts, error, number, TOOL_IWER_NONE, US_OK};
    const cJSON *next = cJSON_IsArray(json) ? json->child : NULL;
    memset(out, 0, sizeof *out);
    if (next == NULL || !cJSON_IsNumber(next)) {
        fail(&reading, "it is no array that begins with its time in milliseconds");
        return reading.result;
    }
    out->time_ms = next->valuedouble;
    next = next->next;
    out->frame.should_render = true;
    begin(schema, &out->frame);
    out->frame.head = take_location(&reading, &next);
    take_inputs(&reading, next, false);
    take_inputs(&reading, next, true);
    return reading.result;
}
