/* SPDX-License-Identifier: MIT */
/*
 * make_session FILE FRAMES [WORD...]: writes a session recording whose content is a closed form.
 *
 * Frame n is at 1 s + n / 64 s of XrTime. The head is at (n/64, 1.5, -n/128); it is tracked but in
 * frames 8 to 15. The left hand is recorded, and active in even frames; every joint j of it is at
 * (j, n/64, 0). The right hand is not recorded. Gaze is valid in every fourth frame. Both hands
 * have a grip pose at (-1 or 1, n/64, -0.5); the right one has an aim pose too, which is never
 * active. An input goes with each frame: left select/click is n/16 odd; left squeeze/value is
 * n/256; the right thumbstick (n/128, -n/128). Right trigger/value is not active. Until frame 31
 * the right hand has no profile. Markers: "first" at frame 16, "half way" at frame FRAMES/2. Frames
 * 4 and 5 make a haptic, frame 6 stops it, and frame 7 makes one of amplitude 0.
 *
 * Words: "chunks" waits now and then, so that there are several chunks; "flood" does not wait for
 * room in the ring; "nan" makes the head of frames 20 and 21 no number; "bare" leaves
 * everything but the head out; "headless" has no head; "asked" records all of
 * it, and nothing but the head is there at any time; "mask" makes the hidden mesh of the left eye
 * empty at frame 40; "focus" gives the app the focus at frame 32; "driven" says that it was driven;
 * "text=TEXT" puts a text in the place of the names of the app, the runtime, the system, the
 * markers and the haptics; "velocity" gives the head its velocity, (1, 0, -0.5) m/s, and 0.5 rad/s
 * about Y; "touch" gives the left hand the Touch controller, and x/click in the place of
 * select/click; "unnamed" leaves the name of the second marker empty; "views" gives each frame the
 * views of two eyes 0.06 m apart, with view flags 0, and no number in the second of frame 24;
 * "events" tells of the session state FOCUSED in frame 2, and of a fault in frame 3; "fault=TEXT"
 * begins a fault at frame 24.
 *
 * Words with a number K, 0 unless given: "grip=K" moves the left grip pose by K n/1024 (0.6, 0,
 * 0.8) m, which is K n/1024 m far; "turn=K" turns the right grip pose by K n/256 rad about Y;
 * "stick=K" moves the right thumbstick by K (-n/512, n/256). "trigger=K" makes right trigger/value
 * active, at K n/1024. "step=K" writes only every K-th frame, with its input.
 * "late=K" makes the inputs come K ns after their frames. "axes=K" adds thumbstick/x and /y of the
 * right hand, with the values of the stick; a boolean action reads true above K of them. "stage=K"
 * gives STAGE bounds of 2 m by K m. "space=K" records LOCAL at (0, 0, 0), LOCAL_FLOOR at (0, -1.5,
 * 0) and STAGE at (K n/1024, -1.5, 0). "aim=K", "pinch=K" and "status=K" record an aim state of the
 * left hand: its ray is at (K n/1024, n/64, -0.5), its index finger pinches by K n/1024, its status
 * is K, or 3 (computed, valid). "source=K" says what the left hand was made of.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "session/session_recorder.h"

#define FIRST_NS INT64_C(1000000000)
#define PERIOD_NS INT64_C(15625000)

enum { CLICK, SQUEEZE, STICK, TRIGGER, COMPONENTS, AXES = COMPONENTS, WITH_AXES = AXES + 2 };

static bool chunks, flood, nans, bare, headless, asked, masked, focus, driven, velocity, touch,
    unnamed, views, events;
static const char *other_text, *fault; /* NULL: there is none */
static float grip, turn, stick, trigger, step = 1.0f, late, axes, stage, space, aim, pinch,
                                         status = US_SESSION_AIM_COMPUTED | US_SESSION_AIM_VALID,
                                         source;
static bool has_trigger, has_axes, has_stage, has_space, has_aim;

static const uint8_t all_flags = US_SESSION_ORIENTATION_VALID | US_SESSION_POSITION_VALID |
                                 US_SESSION_ORIENTATION_TRACKED | US_SESSION_POSITION_TRACKED;

static struct us_pose pose_at(float x, float y, float z)
{
    return (struct us_pose){.position_m = {x, y, z}, .rotation = {0.0f, 0.0f, 0.0f, 1.0f}};
}

static struct us_session_location location_at(float x, float y, float z)
{
    return (struct us_session_location){
        .is_recorded = true, .is_active = true, .flags = all_flags, .pose = pose_at(x, y, z)};
}

/* A text of the recording, or the other one in its place. */
static void set_text(char *out, size_t size, const char *text)
{
    snprintf(out, size, "%s", other_text != NULL ? other_text : text);
}

static void put_session(struct us_session_recorder *recorder)
{
    static struct us_session_info info = {.time_ns = FIRST_NS,
                                          .monotonic_ns = FIRST_NS,
                                          .wall_ns = INT64_C(1700000000000000000),
                                          .app_version = 7,
                                          .engine_name = "an engine",
                                          .engine_version = 8,
                                          .api_version = UINT64_C(1) << 48 | 34,
                                          .runtime_version = UINT64_C(25) << 48 | UINT64_C(1) << 32,
                                          .form_factor = 1,
                                          .view_configuration = 2,
                                          .extension_count = 1,
                                          .extensions = {{"XR_EXT_hand_tracking", true}}};
    info.is_driven = driven;
    set_text(info.app_name, sizeof info.app_name, "an app");
    set_text(info.runtime_name, sizeof info.runtime_name, "a runtime");
    set_text(info.system_name, sizeof info.system_name, "a\033system");
    if (!us_session_recorder_put_session(recorder, &info))
        exit(1);
}

static void put_components(struct us_session_recorder *recorder)
{
    static struct us_session_components table = {
        .profile_count = 2,
        .count = COMPONENTS,
        .profiles = {"/interaction_profiles/khr/simple_controller",
                     "/interaction_profiles/valve/index_controller"},
        .components = {{"/user/hand/left/input/select/click", US_SESSION_COMPONENT_BOOLEAN},
                       {"/user/hand/left/input/squeeze/value", US_SESSION_COMPONENT_FLOAT},
                       {"/user/hand/right/input/thumbstick", US_SESSION_COMPONENT_VECTOR2},
                       {"/user/hand/right/input/trigger/value", US_SESSION_COMPONENT_FLOAT},
                       {"/user/hand/right/input/thumbstick/x", US_SESSION_COMPONENT_FLOAT},
                       {"/user/hand/right/input/thumbstick/y", US_SESSION_COMPONENT_FLOAT}}};
    table.count = has_axes ? WITH_AXES : COMPONENTS;
    if (touch) {
        snprintf(table.profiles[0], sizeof table.profiles[0],
                 "/interaction_profiles/oculus/touch_controller");
        snprintf(table.components[CLICK].path, sizeof table.components[CLICK].path,
                 "/user/hand/left/input/x/click");
    }
    if (!bare && !us_session_recorder_put_components(recorder, &table))
        exit(1);
}

/* Nothing but the head is ever there, though the recorder asks for it. */
static void lose_all(struct us_session_frame *frame)
{
    frame->gaze.flags = 0;
    for (int hand = 0; hand < US_SESSION_HANDS; hand++) {
        frame->hands[hand].is_recorded = true;
        frame->hands[hand].is_active = false;
        for (int pose = 0; pose < US_SESSION_POSES; pose++)
            frame->poses[hand][pose].is_active = false;
    }
}

static void put_spaces(struct us_session_frame *frame, int n)
{
    frame->spaces[US_SESSION_SPACE_LOCAL] = location_at(0.0f, 0.0f, 0.0f);
    frame->spaces[US_SESSION_SPACE_LOCAL_FLOOR] = location_at(0.0f, -1.5f, 0.0f);
    frame->spaces[US_SESSION_SPACE_STAGE] = location_at(space * (float)n / 1024.0f, -1.5f, 0.0f);
}

static void put_aim(struct us_session_frame *frame, int n)
{
    frame->aims[US_SESSION_LEFT] = (struct us_session_hand_aim){
        .is_recorded = true,
        .status = (uint64_t)status,
        .pose = pose_at(aim * (float)n / 1024.0f, (float)n / 64.0f, -0.5f),
        .pinch_index = pinch * (float)n / 1024.0f};
}

static void put_frame(struct us_session_recorder *recorder, int n)
{
    static struct us_session_frame frame;
    const float at = (float)n / 64.0f;
    memset(&frame, 0, sizeof frame);
    frame.time_ns = FIRST_NS + n * PERIOD_NS;
    frame.period_ns = PERIOD_NS;
    frame.number = (uint64_t)n + 1;
    frame.should_render = true;
    if (focus) /* XR_SESSION_STATE_VISIBLE, XR_SESSION_STATE_FOCUSED */
        frame.session_state = n < 32 ? 4 : 5;
    frame.has_stage_bounds = has_stage;
    frame.stage_width_m = 2.0f;
    frame.stage_depth_m = stage;
    frame.head = location_at(at, 1.5f, -at / 2.0f);
    if (nans && (n == 20 || n == 21))
        frame.head.pose.position_m.y = (float)NAN;
    if (velocity) {
        frame.head.flags |= US_SESSION_LINEAR_VALID | US_SESSION_ANGULAR_VALID;
        frame.head.linear_m_s = (struct us_vec3){1.0f, 0.0f, -0.5f};
        frame.head.angular_rad_s = (struct us_vec3){0.0f, 0.5f, 0.0f};
    }
    frame.view_count = views ? 2 : 0;
    for (int i = 0; i < 2 && views; i++)
        frame.views[i] = (struct us_session_view){
            .pose = pose_at(n == 24 && i == 1 ? (float)NAN : 0.06f * (float)i, 0.0f, 0.0f),
            .fov = {-0.75f, 0.75f, 0.5f, -0.5f}};
    frame.head.is_recorded &= !headless;
    if (n >= 8 && n <= 15)
        frame.head.flags &= (uint8_t)~US_SESSION_POSITION_TRACKED;
    for (int j = 0; j < US_SESSION_JOINTS && !bare; j++)
        frame.hands[US_SESSION_LEFT].joints[j] = (struct us_session_joint){
            .flags = all_flags, .pose = pose_at((float)j, at, 0.0f), .radius_m = 0.01f};
    frame.hands[US_SESSION_LEFT].is_recorded = !bare;
    frame.hands[US_SESSION_LEFT].is_active = n % 2 == 0;
    frame.hands[US_SESSION_LEFT].data_source = (uint32_t)source;
    if (has_space)
        put_spaces(&frame, n);
    if (has_aim)
        put_aim(&frame, n);
    if (!bare) {
        frame.gaze = location_at(0.0f, 0.0f, 0.0f);
        frame.gaze.flags = n % 4 == 0 ? all_flags : 0;
        const float far_m = grip * (float)n / 1024.0f, half_rad = turn * (float)n / 512.0f;
        frame.poses[US_SESSION_LEFT][US_SESSION_POSE_GRIP] =
            location_at(-1.0f + 0.6f * far_m, at, -0.5f + 0.8f * far_m);
        frame.poses[US_SESSION_RIGHT][US_SESSION_POSE_GRIP] = location_at(1.0f, at, -0.5f);
        frame.poses[US_SESSION_RIGHT][US_SESSION_POSE_GRIP].pose.rotation =
            (struct us_quat){0.0f, sinf(half_rad), 0.0f, cosf(half_rad)};
        frame.poses[US_SESSION_RIGHT][US_SESSION_POSE_AIM] =
            (struct us_session_location){.is_recorded = true};
    }
    if (asked)
        lose_all(&frame);
    us_session_recorder_put_frame(recorder, &frame);
}

static void put_input(struct us_session_recorder *recorder, int n)
{
    static struct us_session_input input;
    memset(&input, 0, sizeof input);
    input.time_ns = FIRST_NS + n * PERIOD_NS + (int64_t)late;
    input.profiles[US_SESSION_USER_LEFT] = 1;
    input.profiles[US_SESSION_USER_RIGHT] = n < 32 ? 0 : 2;
    input.count = has_axes ? WITH_AXES : COMPONENTS;
    for (int i = CLICK; i <= STICK; i++)
        input.active[i] = !asked;
    input.values[CLICK].x = n / 16 % 2 == 1 ? 1.0f : 0.0f;
    input.values[SQUEEZE].x = (float)n / 256.0f;
    input.values[STICK] = (struct us_session_value){(float)n / 128.0f - stick * (float)n / 512.0f,
                                                    (float)-n / 128.0f + stick * (float)n / 256.0f};
    input.active[TRIGGER] = has_trigger;
    input.values[TRIGGER].x = trigger * (float)n / 1024.0f;
    for (int i = AXES; i < WITH_AXES && has_axes; i++) {
        input.active[i] = 1;
        input.values[i].x = i == AXES ? input.values[STICK].x : input.values[STICK].y;
        input.truths[i] = input.values[i].x > axes ? US_SESSION_TRUTH_TRUE : US_SESSION_TRUTH_FALSE;
    }
    us_session_recorder_put_input(recorder, &input);
}

static void put_marker(struct us_session_recorder *recorder, int n, const char *name)
{
    struct us_session_marker marker = {.time_ns = FIRST_NS + n * PERIOD_NS,
                                       .source = US_SESSION_MARKER_USER};
    set_text(marker.name, sizeof marker.name, name);
    us_session_recorder_put_marker(recorder, &marker);
}

static void put_haptic(struct us_session_recorder *recorder, int n)
{
    struct us_session_haptic haptic = {.time_ns = FIRST_NS + n * PERIOD_NS,
                                       .subaction = "/user/hand/left",
                                       .structure_type = n == 6 ? 0 : 13,
                                       .is_stop = n == 6,
                                       .amplitude = n < 6 ? 1.0f : 0.0f};
    set_text(haptic.action, sizeof haptic.action, "buzz");
    us_session_recorder_put_haptic(recorder, &haptic);
}

static void put_event(struct us_session_recorder *recorder, int n, enum us_session_event_kind kind,
                      int value, const char *text)
{
    struct us_session_event event = {
        .time_ns = FIRST_NS + n * PERIOD_NS, .kind = kind, .value = value};
    snprintf(event.text, sizeof event.text, "%s", text);
    us_session_recorder_put_event(recorder, &event);
}

static void put_all(struct us_session_recorder *recorder, int count)
{
    put_session(recorder);
    put_components(recorder);
    for (int n = 0; n < count; n += (int)step) {
        if (!flood)
            us_session_recorder_wait(recorder);
        put_frame(recorder, n);
        if (!bare)
            put_input(recorder, n);
        if (!bare && n >= 4 && n <= 7)
            put_haptic(recorder, n);
        if (events && n == 3) {
            put_event(recorder, 2, US_SESSION_EVENT_STATE, 5, "");
            put_event(recorder, 3, US_SESSION_EVENT_FAULT, 0, "freeze:left");
        }
        if (masked && n == 40)
            us_session_recorder_put_mesh(
                recorder,
                &(struct us_session_mesh_part){.time_ns = FIRST_NS + n * PERIOD_NS,
                                               .head = {.kind = US_SESSION_MESH_MASK, .type = 1}});
        if (fault != NULL && n == 24)
            put_event(recorder, n, US_SESSION_EVENT_FAULT, 0, fault);
        if (!bare && n <= 16 && 16 < n + (int)step)
            put_marker(recorder, 16, "first");
        if (!bare && n <= count / 2 && count / 2 < n + (int)step)
            put_marker(recorder, count / 2, unnamed ? "" : "half way");
        if (chunks && n % 32 == 31)
            nanosleep(&(struct timespec){.tv_nsec = 700000000}, NULL);
    }
}

static bool take_number(const char *word, const char *name, float *out)
{
    bool is_it = strncmp(word, name, strlen(name)) == 0;
    if (is_it)
        *out = strtof(word + strlen(name), NULL);
    return is_it;
}

int main(int argc, char **argv)
{
    struct us_session_recorder *recorder;
    struct us_error error;
    if (argc < 3)
        return 2;
    for (int i = 3; i < argc; i++) {
        chunks |= strcmp(argv[i], "chunks") == 0;
        flood |= strcmp(argv[i], "flood") == 0;
        nans |= strcmp(argv[i], "nan") == 0;
        bare |= strcmp(argv[i], "bare") == 0;
        headless |= strcmp(argv[i], "headless") == 0;
        asked |= strcmp(argv[i], "asked") == 0;
        masked |= strcmp(argv[i], "mask") == 0;
        focus |= strcmp(argv[i], "focus") == 0;
        driven |= strcmp(argv[i], "driven") == 0;
        velocity |= strcmp(argv[i], "velocity") == 0;
        touch |= strcmp(argv[i], "touch") == 0;
        views |= strcmp(argv[i], "views") == 0;
        events |= strcmp(argv[i], "events") == 0;
        unnamed |= strcmp(argv[i], "unnamed") == 0;
        if (strncmp(argv[i], "text=", 5) == 0)
            other_text = argv[i] + 5;
        if (strncmp(argv[i], "fault=", 6) == 0)
            fault = argv[i] + 6;
        take_number(argv[i], "grip=", &grip);
        take_number(argv[i], "turn=", &turn);
        take_number(argv[i], "stick=", &stick);
        take_number(argv[i], "step=", &step);
        take_number(argv[i], "late=", &late);
        has_axes |= take_number(argv[i], "axes=", &axes);
        has_stage |= take_number(argv[i], "stage=", &stage);
        has_trigger |= take_number(argv[i], "trigger=", &trigger);
        has_space |= take_number(argv[i], "space=", &space);
        has_aim |= take_number(argv[i], "aim=", &aim);
        has_aim |= take_number(argv[i], "pinch=", &pinch);
        has_aim |= take_number(argv[i], "status=", &status);
        take_number(argv[i], "source=", &source);
    }
    const struct us_session_recorder_options options = {.path = argv[1], .version = "test"};
    if (us_session_recorder_open(&options, &recorder, &error) != US_OK) {
        fprintf(stderr, "%s\n", error.text);
        return 1;
    }
    put_all(recorder, atoi(argv[2]));
    return us_session_recorder_close(recorder) ? 0 : 1;
}
