/* SPDX-License-Identifier: MIT */
#include "testing.h"
#include "session_recording.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "fake_mesh.h"
#include "session/session_recorder.h"

#define PERIOD_NS INT64_C(10000000)
#define BEGIN_NS INT64_C(77000000000)
enum { EARLY_FRAMES = 5, FOCUSED = 5, SYNCHRONIZED = 3, NOT_FOCUSED = 8 };
enum { STEREO = 2, HIDDEN = 1, LOOP = 3, STAGE = 3 };
enum { LEFT_TRIGGER, LEFT_STICK, LEFT_X, LEFT_SELECT, RIGHT_TRIGGER, RIGHT_A, COUNT };
enum { NO_PROFILE, TOUCH, SIMPLE, INDEX, GAZE, PROFILES = GAZE };

/* A step is taken with the frame at its time, whatever the rounding of the seconds. */
static bool is_from(double t, double step_s)
{
    return t > step_s - 0.001;
}

float session_left_trigger(double t)
{
    return (float)(t / 4.0);
}

bool session_left_trigger_is_true(double t)
{
    return llround(t * 100.0) % 10 >= 5;
}

bool session_left_x(double t)
{
    return is_from(t, 1.1) && !is_from(t, 1.3);
}

bool session_left_select(double t)
{
    return is_from(t, 0.7);
}

float session_right_trigger(double t)
{
    if (!is_from(t, 1.0))
        return 0.69f;
    return !is_from(t, 1.2) ? 0.7f : !is_from(t, 1.4) ? 0.5f : 0.49f;
}

static struct us_session_location at(float x, double y, float z)
{
    struct us_session_location location = {
        .is_recorded = true, .is_active = true, .flags = 15, .pose = us_pose_identity};
    location.pose.position_m = (struct us_vec3){x, (float)y, z};
    return location;
}

static struct us_session_frame frame_at(int number)
{
    double t = (number - EARLY_FRAMES) * 0.01;
    struct us_session_frame frame = {.time_ns = BEGIN_NS + number * PERIOD_NS,
                                     .period_ns = PERIOD_NS,
                                     .number = (uint64_t)number + 1,
                                     .should_render = true,
                                     .session_state = t < 0 ? SYNCHRONIZED : FOCUSED,
                                     .view_flags = 15,
                                     .view_count = 2};
    frame.head = at((float)t, 1.0, 0.0f);
    frame.head.pose.rotation.y = (float)sin(t / 4.0);
    frame.head.pose.rotation.w = (float)cos(t / 4.0);
    for (int i = 0; i < 2; i++) {
        float wider = 0.1f * (float)i;
        frame.views[i].pose = us_pose_identity;
        frame.views[i].pose.position_m =
            (struct us_vec3){0.08f * (float)i - 0.04f, 0.01f * (float)i, 0.0f};
        frame.views[i].fov =
            (struct us_session_fov){-0.5f - wider, 0.6f + wider, 0.8f + wider, -0.7f - wider};
    }
    struct us_session_location *grip = &frame.poses[US_SESSION_LEFT][US_SESSION_POSE_GRIP];
    *grip = at(1.0f, t, 0.0f);
    grip->is_active = !is_from(t, 1.5);
    grip->flags = US_SESSION_ORIENTATION_VALID | US_SESSION_POSITION_VALID |
                  US_SESSION_POSITION_TRACKED | US_SESSION_LINEAR_VALID;
    grip->linear_m_s = (struct us_vec3){0.0f, 1.0f, 0.0f};
    struct us_session_location *aim = &frame.poses[US_SESSION_RIGHT][US_SESSION_POSE_AIM];
    *aim = at(2.0f, t, 0.0f);
    aim->flags = 15 | US_SESSION_LINEAR_VALID | US_SESSION_ANGULAR_VALID;
    aim->linear_m_s = (struct us_vec3){0.0f, 1.0f, 0.0f};
    aim->angular_rad_s = (struct us_vec3){0.0f, 0.0f, 0.5f};
    struct us_session_hand_joints *hand = &frame.hands[US_SESSION_LEFT];
    hand->is_recorded = hand->is_active = true;
    hand->data_source = is_from(t, 1.0) ? 2 : 1;
    for (int i = 0; i < US_SESSION_JOINTS; i++) {
        hand->joints[i] =
            (struct us_session_joint){.flags = 15, .pose = us_pose_identity, .radius_m = 0.01f};
        hand->joints[i].pose.position_m = (struct us_vec3){5.0f, (float)t, 0.0f};
    }
    struct us_session_hand_aim *state = &frame.aims[US_SESSION_LEFT];
    *state = (struct us_session_hand_aim){.is_recorded = true,
                                          .status = is_from(t, 2.0) ? 0x10b : 0x3,
                                          .pose = us_pose_identity,
                                          .pinch_index = 0.1f,
                                          .pinch_middle = 0.2f,
                                          .pinch_ring = 0.3f,
                                          .pinch_little = 0.4f};
    state->pose.position_m = (struct us_vec3){3.0f, (float)t, 0.0f};
    frame.spaces[US_SESSION_SPACE_LOCAL] = at(0.0f, 0.0, 0.0f);
    frame.spaces[US_SESSION_SPACE_LOCAL_FLOOR] = at(0.0f, -1.25, 0.0f);
    frame.spaces[US_SESSION_SPACE_STAGE] = at(0.5f, -1.25, -0.75f);
    frame.spaces[US_SESSION_SPACE_STAGE].pose.rotation = (struct us_quat){0.0f, 0.6f, 0.0f, 0.8f};
    frame.has_stage_bounds = !is_from(t, 2.0);
    frame.stage_width_m = is_from(t, 1.01) ? 3.0f : 2.5f;
    frame.stage_depth_m = is_from(t, 1.01) ? 2.0f : 1.75f;
    frame.gaze.is_recorded = true;
    frame.refresh_rate_hz = is_from(t, 0.5) ? 72.0f : 90.0f;
    return frame;
}

static struct us_session_input input_at(int number)
{
    double t = (number - EARLY_FRAMES) * 0.01;
    struct us_session_input input = {.time_ns = BEGIN_NS + number * PERIOD_NS, .count = COUNT};
    input.profiles[US_SESSION_USER_LEFT] = is_from(t, 1.5)   ? INDEX
                                           : is_from(t, 1.0) ? TOUCH
                                           : is_from(t, 0.5) ? SIMPLE
                                                             : NO_PROFILE;
    if (number < EARLY_FRAMES) {
        input.result = NOT_FOCUSED;
        return input;
    }
    input.profiles[US_SESSION_USER_RIGHT] = is_from(t, 2.5) ? INDEX : TOUCH;
    input.profiles[US_SESSION_USER_EYES] = is_from(t, 2.5) ? GAZE : NO_PROFILE;
    memset(input.active, 1, COUNT);
    input.active[LEFT_TRIGGER] = !is_from(t, 2.0);
    if (input.active[LEFT_TRIGGER]) {
        input.values[LEFT_TRIGGER].x = session_left_trigger(t);
        input.truths[LEFT_TRIGGER] =
            session_left_trigger_is_true(t) ? US_SESSION_TRUTH_TRUE : US_SESSION_TRUTH_FALSE;
    }
    input.values[LEFT_STICK] = (struct us_session_value){(float)(t / 4.0), (float)(-t / 8.0)};
    input.values[LEFT_X].x = session_left_x(t);
    input.values[LEFT_SELECT].x = session_left_select(t);
    input.values[RIGHT_TRIGGER].x = session_right_trigger(t);
    input.active[RIGHT_A] = !is_from(t, 0.3) || is_from(t, 0.4);
    input.values[RIGHT_A].x = input.active[RIGHT_A];
    return input;
}

static void name_components(struct us_session_components *out)
{
    static const struct us_session_component components[COUNT] = {
        {"/user/hand/left/input/trigger/value", US_SESSION_COMPONENT_FLOAT},
        {"/user/hand/left/input/thumbstick", US_SESSION_COMPONENT_VECTOR2},
        {"/user/hand/left/input/x/click", US_SESSION_COMPONENT_BOOLEAN},
        {"/user/hand/left/input/select/click", US_SESSION_COMPONENT_BOOLEAN},
        {"/user/hand/right/input/trigger/value", US_SESSION_COMPONENT_FLOAT},
        {"/user/hand/right/input/a/click", US_SESSION_COMPONENT_BOOLEAN}};
    static const char *const profiles[] = {"oculus/touch_controller", "khr/simple_controller",
                                           "valve/index_controller", "ext/eye_gaze_interaction"};
    memset(out, 0, sizeof *out);
    out->count = COUNT;
    memcpy(out->components, components, sizeof components);
    out->profile_count = PROFILES;
    for (int i = 0; i < PROFILES; i++)
        snprintf(out->profiles[i], sizeof out->profiles[i], "/interaction_profiles/%s",
                 profiles[i]);
}

/* The hidden meshes of both eyes, and the left eye's loop, which has no vertex. */
static void make_masks(struct us_session_info *info)
{
    info->mask_count = 3;
    for (uint32_t i = 0; i < 2; i++) {
        struct us_session_mask *mask = &info->masks[i];
        mask->view = i;
        mask->type = HIDDEN;
        mask->vertex_count = 4;
        mask->index_count = 6;
        for (uint32_t k = 0; k < 4; k++) {
            mask->vertices[2 * k] = (float)k;
            mask->vertices[2 * k + 1] = 10.0f * (float)i;
        }
        for (uint16_t k = 0; k < 6; k++)
            mask->indices[k] = k % 4;
    }
    info->masks[2] = (struct us_session_mask){.view = 0, .type = LOOP};
}

/* After the frame at 1 s the app hears that the right eye's masks changed. Its hidden mesh has
 * three vertices then; that of the left eye, of which the app is not told, is empty from 2 s on. */
static void put_mask_changes(struct us_session_recorder *recorder)
{
    const int64_t told_ns = BEGIN_NS + (EARLY_FRAMES + 100) * PERIOD_NS;
    const struct us_session_event event = {.time_ns = told_ns + 2,
                                           .kind = US_SESSION_EVENT_VISIBILITY,
                                           .value = STEREO,
                                           .value2 = 1,
                                           .frame_time_ns = told_ns,
                                           .order = 2};
    struct us_session_mesh_part part = {.time_ns = told_ns,
                                        .head = {.kind = US_SESSION_MESH_MASK,
                                                 .owner = 1,
                                                 .type = HIDDEN,
                                                 .vertex_count = 2,
                                                 .index_count = 4},
                                        .array = US_SESSION_MESH_POSITIONS,
                                        .count = 4};
    for (int i = 0; i < 4; i++)
        part.values[i].number = (float)((i / 2) * (1 - i % 2) + 10 * (i % 2));
    assert_true(us_session_recorder_put_mesh(recorder, &part));
    part.array = US_SESSION_MESH_INDICES;
    for (int i = 0; i < 4; i++)
        part.values[i].integer = i % 2;
    assert_true(us_session_recorder_put_mesh(recorder, &part));
    part = (struct us_session_mesh_part){
        .time_ns = told_ns + 100 * PERIOD_NS,
        .head = {.kind = US_SESSION_MESH_MASK, .owner = 0, .type = HIDDEN}};
    assert_true(us_session_recorder_put_mesh(recorder, &part));
    assert_true(us_session_recorder_put_event(recorder, &event));
}

static void put_hand_mesh(struct us_session_recorder *recorder)
{
    static const uint32_t per_vertex[] = {3, 3, 2, 4, 4}, per_joint[] = {7, 1, 1};
    const struct fake_mesh_counts counts = {SESSION_MESH_JOINTS, SESSION_MESH_VERTICES,
                                            SESSION_MESH_INDICES};
    for (uint32_t array = 0; array < US_SESSION_MESH_ARRAYS; array++) {
        struct us_session_mesh_part part = {.time_ns = BEGIN_NS,
                                            .head = {.kind = US_SESSION_MESH_HAND,
                                                     .owner = US_SESSION_LEFT,
                                                     .vertex_count = counts.vertices,
                                                     .index_count = counts.indices,
                                                     .joint_count = counts.joints},
                                            .array = (enum us_session_mesh_array)array};
        part.count = array < US_SESSION_MESH_INDICES    ? per_vertex[array] * counts.vertices
                     : array == US_SESSION_MESH_INDICES ? counts.indices
                                                        : per_joint[array - 6] * counts.joints;
        for (uint32_t i = 0; i < part.count; i++)
            part.values[i] = fake_mesh_value(part.array, i, counts, SESSION_MESH_SEED);
        assert_true(us_session_recorder_put_mesh(recorder, &part));
    }
}

static void put(struct us_session_recorder *recorder, int number)
{
    struct us_session_frame frame = frame_at(number);
    struct us_session_input input = input_at(number);
    us_session_recorder_wait(recorder);
    assert_true(us_session_recorder_put_frame(recorder, &frame));
    assert_true(us_session_recorder_put_input(recorder, &input));
}

/* The app hears of another STAGE after the frame at 1 s. */
static void put_stage_change(struct us_session_recorder *recorder)
{
    const int64_t told_ns = BEGIN_NS + (EARLY_FRAMES + 100) * PERIOD_NS;
    const struct us_session_event event = {.time_ns = told_ns + 1,
                                           .kind = US_SESSION_EVENT_REFERENCE_SPACE,
                                           .value = STAGE,
                                           .number = 3.0f,
                                           .number2 = 2.0f,
                                           .change_time_ns = told_ns + 1,
                                           .has_pose = true,
                                           .pose = us_pose_identity,
                                           .frame_time_ns = told_ns,
                                           .order = 1};
    assert_true(us_session_recorder_put_event(recorder, &event));
}

void session_recording_write(const char *path)
{
    const struct us_session_recorder_options options = {.path = path, .version = "test"};
    static struct us_session_info info = {.time_ns = BEGIN_NS - 1000, .view_configuration = STEREO};
    static struct us_session_components components;
    struct us_session_recorder *recorder;
    struct us_error error;
    unlink(path);
    if (us_session_recorder_open(&options, &recorder, &error) != US_OK)
        fail_msg("%s", error.text);
    name_components(&components);
    make_masks(&info);
    assert_true(us_session_recorder_put_session(recorder, &info));
    assert_true(us_session_recorder_put_components(recorder, &components));
    for (int i = 0; i <= EARLY_FRAMES + (int)(SESSION_END_S * 100.0); i++)
        put(recorder, i);
    put_stage_change(recorder);
    put_mask_changes(recorder);
    put_hand_mesh(recorder);
    assert_true(us_session_recorder_close(recorder));
}
