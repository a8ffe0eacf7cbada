/* SPDX-License-Identifier: MIT */
/*
 * The headless runtime with scripts, through the real loader, or linked with the runtime for an app
 * of OpenXR 1.1, which Debian 12's loader refuses. Every expected value is a formula of the
 * script's lines. Run with UNDERSTUDY_HEADLESS_RATE_HZ=0: frame n is then at n periods of the
 * script. Usage: test_scripted FOLDER MINOR, where FOLDER holds the example scripts.
 */
#include <math.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "profiles/bindings.h"
#include "../test_client.h"

#define INPUT_LIMIT 64

static uint32_t minor; /* of OpenXR 1 */

static const double pi = 3.14159265358979323846;

struct input {
    enum us_hand hand;
    char name[64]; /* such as "trigger/value" */
    double value;  /* the number at 1 s; the number is 0 at 0 s and changes linearly */
    double at_s;   /* a truth value changes at this time and 0.1 s later */
    XrAction action;
};

struct inputs {
    size_t count;
    struct input list[INPUT_LIMIT];
};

static bool ends_with(const char *text, const char *end)
{
    const size_t length = strlen(text);
    return length > strlen(end) && strcmp(text + length - strlen(end), end) == 0;
}

static bool is_truth(const struct input *input)
{
    static const char *const ends[] = {
        "/click",        "/touch",          "/ready_ext",       "/proximity",
        "/proximity_fb", "/proximity_meta", "/docked_logitech", "/double_tap_logitech"};
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++)
        if (ends_with(input->name, ends[i]))
            return true;
    return false;
}

/* As a script names it. */
static const char *name_of(const struct us_profile *profile)
{
    return profile->path + strlen("/interaction_profiles/");
}

/* Only an app of OpenXR 1.1 has it. */
static bool is_newer(const char *extension, uint32_t core_since)
{
    return extension == NULL && core_since > minor;
}

static void add_input(struct inputs *out, enum us_hand hand, const char *name)
{
    CHECK(out->count < INPUT_LIMIT);
    struct input *input = &out->list[out->count];
    input->hand = hand;
    snprintf(input->name, sizeof input->name, "%s", name);
    input->value = (double)(out->count + 1) / INPUT_LIMIT;
    if (hand == US_HAND_RIGHT && (ends_with(name, "/x") || ends_with(name, "/y")))
        input->value = -input->value;
    input->at_s = 0.015 * (double)(out->count + 1);
    out->count++;
}

/* Those of one value. */
static void list_inputs(const struct us_profile *profile, struct inputs *out)
{
    *out = (struct inputs){0};
    for (int hand = 0; hand < US_HAND_COUNT; hand++)
        for (size_t i = 0; i < profile->component_count; i++) {
            const struct us_component *component = &profile->components[i];
            if ((hand == US_HAND_RIGHT ? component->right : component->left) &&
                (component->type == XR_ACTION_TYPE_BOOLEAN_INPUT ||
                 component->type == XR_ACTION_TYPE_FLOAT_INPUT) &&
                !is_newer(component->extension, component->core_since))
                add_input(out, (enum us_hand)hand, component->path + strlen("/input/"));
        }
}

/* Writes a script in which each input of the profile does something else. */
static void write_script(const char *path, const struct us_profile *profile,
                         const struct inputs *inputs)
{
    static const char *const hands[] = {"left", "right"};
    FILE *file = fopen(path, "w");
    CHECK(file != NULL);
    for (int hand = 0; hand < US_HAND_COUNT; hand++)
        fprintf(file, "0 %s profile %s\n", hands[hand], name_of(profile));
    for (size_t i = 0; i < inputs->count; i++) {
        const struct input *input = &inputs->list[i];
        const char *hand = hands[input->hand];
        const bool ready = ends_with(input->name, "/ready_ext");
        if (is_truth(input))
            fprintf(file, "%.9f %s %s %s\n%.9f %s %s %s\n", input->at_s, hand, input->name,
                    ready ? "no" : "yes", input->at_s + 0.1, hand, input->name,
                    ready ? "yes" : "no");
        else
            fprintf(file, "0 %s %s 0\n1 %s %s %.17g\n", hand, input->name, hand, input->name,
                    input->value);
    }
    CHECK(fclose(file) == 0);
}

static XrPath hand_path(const struct client *client, enum us_hand hand, const char *name)
{
    char path[128];
    snprintf(path, sizeof path, "/user/hand/%s/input/%s", hand == US_HAND_LEFT ? "left" : "right",
             name);
    return client_path(client, path);
}

static void bind_inputs(struct client *client, const char *profile, struct inputs *inputs)
{
    XrActionSuggestedBinding bindings[INPUT_LIMIT];
    for (size_t i = 0; i < inputs->count; i++) {
        struct input *input = &inputs->list[i];
        char name[32], path[128];
        snprintf(name, sizeof name, "action_%zu", i);
        snprintf(path, sizeof path, "/interaction_profiles/%s", profile);
        input->action = client_create_action(client, name,
                                             is_truth(input) ? XR_ACTION_TYPE_BOOLEAN_INPUT
                                                             : XR_ACTION_TYPE_FLOAT_INPUT);
        bindings[i] =
            (XrActionSuggestedBinding){input->action, hand_path(client, input->hand, input->name)};
        if (i + 1 == inputs->count)
            OK(client_suggest(client, path, (uint32_t)inputs->count, bindings));
    }
}

static void check_input(const struct client *client, const struct input *input, double t)
{
    if (!is_truth(input)) {
        const XrActionStateFloat state = client_get_float(client, input->action);
        CHECK(state.isActive);
        CHECK(fabs((double)state.currentState - input->value * (t < 1 ? t : 1)) < 1e-6);
        return;
    }
    const bool inside = t >= input->at_s && t < input->at_s + 0.1;
    const XrActionStateBoolean state = client_get_boolean(client, input->action);
    CHECK(state.isActive);
    CHECK((state.currentState == XR_TRUE) == (inside != ends_with(input->name, "/ready_ext")));
}

/* Every input of a profile on both hands, for 80 frames. */
static void test_profile(const char *script, const struct us_profile *profile)
{
    struct inputs inputs;
    struct client client = {.minor = minor, .all = true};
    list_inputs(profile, &inputs);
    CHECK(inputs.count >= 4);
    write_script(script, profile, &inputs);
    CHECK(setenv("UNDERSTUDY_HEADLESS_PERSON", script, 1) == 0);
    client_create_instance(&client);
    client_create_session(&client);
    client_create_set(&client);
    bind_inputs(&client, name_of(profile), &inputs);
    client_attach(&client);
    client_begin(&client);
    XrTime start = 0;
    for (int frame = 0; frame < 80; frame++) {
        client_run_frame(&client);
        start = frame == 0 ? client.time : start;
        CHECK(client.time - start == frame * INT64_C(16666666));
        for (size_t i = 0; i < inputs.count; i++)
            check_input(&client, &inputs.list[i], (double)(client.time - start) / 1e9);
    }
    char path[128];
    snprintf(path, sizeof path, "/interaction_profiles/%s", name_of(profile));
    CHECK(client_profile(&client, "/user/hand/right") == client_path(&client, path));
    client_end(&client);
}

/* What events told the app. */
struct told {
    XrSessionState state;
    int profile_changes;
    int recentrings;
    XrTime recentred_at;
    XrPosef recentred;
    int presence; /* -1: nothing since client_begin */
};

struct presence_event { /* XrEventDataUserPresenceChangedEXT */
    XrStructureType type;
    const void *next;
    XrSession session;
    XrBool32 present;
};

static void poll_events(const struct client *client, struct told *told)
{
    XrEventDataBuffer event = {.type = XR_TYPE_EVENT_DATA_BUFFER};
    while (xrPollEvent(client->instance, &event) == XR_SUCCESS) {
        const void *data = &event;
        if (event.type == XR_TYPE_EVENT_DATA_SESSION_STATE_CHANGED)
            told->state = ((const XrEventDataSessionStateChanged *)data)->state;
        else if (event.type == XR_TYPE_EVENT_DATA_INTERACTION_PROFILE_CHANGED)
            told->profile_changes++;
        else if (event.type == (XrStructureType)1000470000)
            told->presence = (int)((const struct presence_event *)data)->present;
        else if (event.type == XR_TYPE_EVENT_DATA_REFERENCE_SPACE_CHANGE_PENDING) {
            const XrEventDataReferenceSpaceChangePending *change = data;
            told->recentrings++;
            told->recentred_at = change->changeTime;
            told->recentred = change->poseInPreviousSpace;
        }
        event.type = XR_TYPE_EVENT_DATA_BUFFER;
    }
}

/* A frame in any state of the session. */
static void run_frame(struct client *client, struct told *told)
{
    XrFrameState state = {.type = XR_TYPE_FRAME_STATE};
    OK(xrWaitFrame(client->session, NULL, &state));
    client->time = state.predictedDisplayTime;
    poll_events(client, told);
    OK(xrBeginFrame(client->session, NULL));
    CHECK(client_sync(client, 1, &(XrActiveActionSet){.actionSet = client->set}) ==
          (told->state == XR_SESSION_STATE_FOCUSED ? XR_SUCCESS : XR_SESSION_NOT_FOCUSED));
    poll_events(client, told);
    OK(client_end_frame(client->session, client->time));
}

static void open_example(struct client *client, const char *folder, const char *name)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s.person", folder, name);
    CHECK(setenv("UNDERSTUDY_HEADLESS_PERSON", path, 1) == 0);
    client_create_instance(client);
    client_create_session(client);
    client_create_set(client);
}

static void finish(struct client *client)
{
    OK(xrEndSession(client->session));
    OK(xrDestroySession(client->session));
    OK(xrDestroyInstance(client->instance));
}

/* interruptions.person: the state that the session is told of at a time. */
static XrSessionState interrupted_state(double t)
{
    if (t >= 9)
        return XR_SESSION_STATE_STOPPING;
    if ((t >= 4.8 && t < 5) || (t >= 7 && t < 8))
        return XR_SESSION_STATE_SYNCHRONIZED;
    return t >= 4.5 && t < 4.8 ? XR_SESSION_STATE_VISIBLE : XR_SESSION_STATE_FOCUSED;
}

static void check_left_profile(const struct client *client, double t)
{
    const XrPath profile = client_profile(client, "/user/hand/left");
    if (t >= 2 && t < 2.5)
        CHECK(profile == XR_NULL_PATH);
    else
        CHECK(profile == client_path(client, t < 3
                                                 ? "/interaction_profiles/oculus/touch_controller"
                                                 : "/interaction_profiles/valve/index_controller"));
}

/* Ry(yaw) Rx(pitch), in degrees. */
static struct rt_quaternion yaw_pitch(double yaw, double pitch)
{
    const double cy = cos(yaw * pi / 360), sy = sin(yaw * pi / 360);
    const double cx = cos(pitch * pi / 360), sx = sin(pitch * pi / 360);
    return (struct rt_quaternion){cy * sx, sy * cx, -sy * sx, cy * cx};
}

static void check_head(const struct client *client, double t, XrTime start, const struct told *told)
{
    const XrSpaceLocation head = client_locate(client, client->view, client->local, NULL);
    const bool tracked = t < 7 || t >= 8;
    CHECK(head.locationFlags == (tracked ? 15u : 3u));
    const double turn = t < 5 ? 0 : t < 6 ? t - 5 : 1;
    struct rt_motion expected = {
        .position_m = {0.4 * turn, 0, -0.3 * turn},
        .rotation = yaw_pitch(40 * turn, 0),
    };
    const struct rt_motion moved = {
        .position_m = {0.4, 0, -0.3},
        .rotation = yaw_pitch(40, 0),
    };
    if (t >= 6.5)
        expected = (struct rt_motion){.rotation = {0, 0, 0, 1}}; /* LOCAL is where the head is */
    CHECK(client_is_pose(&head.pose, &expected));
    const bool announced = t + 2 / 60.0 >= 6.5 + 1e-6;
    CHECK(!announced || (told->recentrings == 2 && told->recentred_at == start + 6500000000 &&
                         client_is_pose(&told->recentred, &moved)));
    CHECK(announced || told->recentrings == 0);
}

static void test_interruptions(const char *folder)
{
    struct client client = {.extension = "XR_EXT_user_presence", .newer = true};
    struct told told = {.state = XR_SESSION_STATE_FOCUSED, .presence = -1};
    open_example(&client, folder, "interruptions");
    client.grip = client_create_action(&client, "grip", XR_ACTION_TYPE_POSE_INPUT);
    client.select = client_create_action(&client, "button", XR_ACTION_TYPE_BOOLEAN_INPUT);
    const XrAction force = client_create_action(&client, "force", XR_ACTION_TYPE_FLOAT_INPUT);
    const XrActionSuggestedBinding touch[] = {
        {client.grip, hand_path(&client, US_HAND_RIGHT, "grip/pose")},
        {client.select, hand_path(&client, US_HAND_RIGHT, "a/click")},
    };
    const XrActionSuggestedBinding pad = {force,
                                          hand_path(&client, US_HAND_LEFT, "trackpad/force")};
    OK(client_suggest(&client, "/interaction_profiles/oculus/touch_controller", 2, touch));
    OK(client_suggest(&client, "/interaction_profiles/valve/index_controller", 1, &pad));
    client_attach(&client);
    client.grip_space = client_create_action_space(&client, client.grip);
    client_begin(&client);
    XrTime start = 0;
    for (int frame = 0; frame < 600 && told.state != XR_SESSION_STATE_STOPPING; frame++) {
        run_frame(&client, &told);
        start = frame == 0 ? client.time : start;
        const double t = (double)(client.time - start) / 1e9;
        CHECK(told.state == interrupted_state(t));
        CHECK(told.presence == (t < 7 ? -1 : t >= 8));
        check_head(&client, t, start, &told);
        if (told.state != XR_SESSION_STATE_FOCUSED)
            continue;
        check_left_profile(&client, t);
        const bool lost = t >= 1 && t < 1.5;
        CHECK(client_locate(&client, client.grip_space, client.local, NULL).locationFlags ==
              (lost ? 0u : 15u));
        const XrActionStateBoolean button = client_get_boolean(&client, client.select);
        CHECK(button.isActive && (button.currentState == XR_TRUE) == (t >= 1.2 && t < 1.4));
        const XrActionStateFloat state = client_get_float(&client, force);
        const double pressed = t < 3.5 || t >= 4 ? 0 : t < 3.8 ? (t - 3.5) / 0.6 : (4 - t) * 2.5;
        CHECK((state.isActive == XR_TRUE) == (t >= 3));
        CHECK(fabs((double)state.currentState - pressed) < 1e-6);
    }
    CHECK(told.state == XR_SESSION_STATE_STOPPING && told.profile_changes == 4);
    finish(&client);
}

/* hands-and-gaze.person: how far the right hand has reached, from 0 to 1. */
static double reach(double t)
{
    return t < 1 || t >= 5 ? 0 : t < 2 ? t - 1 : t < 4 ? 1 : 5 - t;
}

/* The rotation a part of the way from none to `end`: the same axis, and a part of the angle. */
static struct rt_quaternion part_of(struct rt_quaternion end, double part)
{
    const double half = acos(end.w);
    const double s = half < 1e-9 ? 0 : sin(part * half) / sin(half);
    return (struct rt_quaternion){s * end.x, s * end.y, s * end.z, cos(part * half)};
}

static void check_right_hand(const struct client *client, XrHandTrackerEXT tracker, double t)
{
    XrHandJointLocationEXT joints[XR_HAND_JOINT_COUNT_EXT];
    CHECK(client_locate_joints(client, tracker, joints, NULL));
    const double r = reach(t);
    const struct rt_motion wrist = {
        .position_m = {0.2 - 0.15 * r, -0.3 + 0.2 * r, -0.3 - 0.15 * r},
        .rotation = part_of(yaw_pitch(10, 20), r),
    };
    CHECK(client_is_pose(&joints[XR_HAND_JOINT_WRIST_EXT].pose, &wrist));
    const XrVector3f thumb = joints[XR_HAND_JOINT_THUMB_TIP_EXT].pose.position;
    const XrVector3f index = joints[XR_HAND_JOINT_INDEX_TIP_EXT].pose.position;
    const double gap_m =
        hypot(hypot((double)thumb.x - (double)index.x, (double)thumb.y - (double)index.y),
              (double)thumb.z - (double)index.z);
    CHECK((t < 2 || t >= 4) || fabs(gap_m - 0.015) < 1e-4);                   /* a pinch */
    CHECK((t >= 1.5 && t < 4.3) || fabs(gap_m - hypot(0.015, 0.065)) < 1e-6); /* an open hand */
}

static void check_gaze(const struct client *client, double t)
{
    const XrSpaceLocation gaze = client_locate(client, client->gaze_space, client->view, NULL);
    const bool closed = t >= 4 && t < 4.5;
    CHECK(gaze.locationFlags == (closed ? 0u : 15u));
    const double part = t < 1 || t >= 3.5 ? 0 : t < 1.5 ? 2 * (t - 1) : t < 3 ? 1 : 2 * (3.5 - t);
    const struct rt_motion expected = {.rotation = part_of(yaw_pitch(15, -5), part)};
    CHECK(closed || client_is_pose(&gaze.pose, &expected));
}

static void test_hands_and_gaze(const char *folder)
{
    struct client client = {.newer = true};
    struct told told = {.state = XR_SESSION_STATE_FOCUSED};
    open_example(&client, folder, "hands-and-gaze");
    client.gaze = client_create_action(&client, "gaze", XR_ACTION_TYPE_POSE_INPUT);
    const XrAction pinch = client_create_action(&client, "pinch", XR_ACTION_TYPE_FLOAT_INPUT);
    const XrAction ready = client_create_action(&client, "ready", XR_ACTION_TYPE_BOOLEAN_INPUT);
    const XrActionSuggestedBinding hands[] = {
        {pinch, hand_path(&client, US_HAND_RIGHT, "pinch_ext/value")},
        {ready, hand_path(&client, US_HAND_LEFT, "pinch_ext/ready_ext")},
    };
    const XrActionSuggestedBinding eyes = {
        client.gaze, client_path(&client, "/user/eyes_ext/input/gaze_ext/pose")};
    OK(client_suggest(&client, "/interaction_profiles/ext/hand_interaction_ext", 2, hands));
    OK(client_suggest(&client, "/interaction_profiles/ext/eye_gaze_interaction", 1, &eyes));
    client_attach(&client);
    client.gaze_space = client_create_action_space(&client, client.gaze);
    const XrHandTrackerEXT right = client_create_tracker(&client, XR_HAND_RIGHT_EXT);
    const XrHandTrackerEXT left = client_create_tracker(&client, XR_HAND_LEFT_EXT);
    client_begin(&client);
    XrTime start = 0;
    for (int frame = 0; frame < 600; frame++) {
        run_frame(&client, &told);
        start = frame == 0 ? client.time : start;
        const double t = (double)(client.time - start) / 1e9;
        CHECK((told.state == XR_SESSION_STATE_STOPPING) == (t >= 9));
        if (told.state == XR_SESSION_STATE_STOPPING)
            break;
        XrHandJointLocationEXT joints[XR_HAND_JOINT_COUNT_EXT];
        const bool lost = t >= 7 && t < 8;
        CHECK(client_locate_joints(&client, left, joints, NULL) == !lost);
        CHECK((client_get_boolean(&client, ready).currentState == XR_TRUE) == !lost);
        const double p = t < 1.5 || t >= 4.3 ? 0
                         : t < 2             ? 2 * (t - 1.5)
                         : t < 4             ? 1
                                             : (4.3 - t) / 0.3;
        CHECK(fabs((double)client_get_float(&client, pinch).currentState - p) < 1e-6);
        check_right_hand(&client, right, t);
        check_gaze(&client, t);
    }
    CHECK(told.state == XR_SESSION_STATE_STOPPING);
    finish(&client);
}

/* The number of an input with 0 at `start`, `top` in the middle, and 0 at `end`. */
static double peak(double t, double start, double end, double top)
{
    const double middle = (start + end) / 2;
    if (t < start || t >= end)
        return 0;
    return t < middle ? top * (t - start) / (middle - start) : top * (end - t) / (end - middle);
}

/* touch.person: a vector, a boolean action on a trigger, and a squeeze. */
static void test_touch(const char *folder)
{
    struct client client = {.newer = true};
    struct told told = {.state = XR_SESSION_STATE_FOCUSED};
    open_example(&client, folder, "touch");
    const XrAction stick = client_create_action(&client, "stick", XR_ACTION_TYPE_VECTOR2F_INPUT);
    const XrAction squeeze = client_create_action(&client, "squeeze", XR_ACTION_TYPE_FLOAT_INPUT);
    client.select = client_create_action(&client, "pull", XR_ACTION_TYPE_BOOLEAN_INPUT);
    const XrActionSuggestedBinding bindings[] = {
        {stick, hand_path(&client, US_HAND_LEFT, "thumbstick")},
        {squeeze, hand_path(&client, US_HAND_RIGHT, "squeeze")},
        {client.select, hand_path(&client, US_HAND_RIGHT, "trigger")},
    };
    OK(client_suggest(&client, "/interaction_profiles/oculus/touch_controller", 3, bindings));
    client_attach(&client);
    client_begin(&client);
    XrTime start = 0;
    for (int frame = 0; frame < 590; frame++) {
        run_frame(&client, &told);
        start = frame == 0 ? client.time : start;
        const double t = (double)(client.time - start) / 1e9;
        const XrActionStateVector2f state = client_get_vector(&client, stick);
        CHECK(state.isActive &&
              fabs((double)state.currentState.x - peak(t, 6.6, 7.4, 0.3)) < 1e-6 &&
              fabs((double)state.currentState.y + peak(t, 6.6, 7.4, 0.5)) < 1e-6);
        const double pulled = peak(t, 2.6, 3.4, 0.7); /* a press from one half on */
        CHECK(fabs(pulled - 0.5) < 1e-6 ||
              (client_get_boolean(&client, client.select).currentState == XR_TRUE) ==
                  (pulled > 0.5));
        const double squeezed = t < 1.9 || t >= 4.5 ? 0
                                : t < 2.2           ? (t - 1.9) / 0.3
                                : t < 4.2           ? 1
                                                    : (4.5 - t) / 0.3;
        CHECK(fabs((double)client_get_float(&client, squeeze).currentState - squeezed) < 1e-6);
    }
    client_end(&client);
}

/* The app suggests bindings for a gamepad only: a hand does not get its profile. Then it suggests
 * them for another controller than the script's: the hand gets that one, with the inputs at rest.
 */
static void test_other_profiles(const char *folder)
{
    static const struct {
        const char *profile, *path;
        bool is_hand;
    } cases[] = {
        {"/interaction_profiles/microsoft/xbox_controller", "/user/gamepad/input/a/click", false},
        {"/interaction_profiles/khr/simple_controller", "/user/hand/right/input/select/click",
         true},
    };
    for (int i = 0; i < 2; i++) {
        struct client client = {.instance = XR_NULL_HANDLE};
        struct told told = {.state = XR_SESSION_STATE_FOCUSED};
        open_example(&client, folder, "touch");
        client.select = client_create_action(&client, "select", XR_ACTION_TYPE_BOOLEAN_INPUT);
        const XrActionSuggestedBinding binding = {client.select,
                                                  client_path(&client, cases[i].path)};
        OK(client_suggest(&client, cases[i].profile, 1, &binding));
        client_attach(&client);
        client_begin(&client);
        run_frame(&client, &told);
        const XrActionStateBoolean state = client_get_boolean(&client, client.select);
        CHECK((state.isActive == XR_TRUE) == cases[i].is_hand && !state.currentState);
        CHECK(client_profile(&client, "/user/hand/right") ==
              (cases[i].is_hand ? client_path(&client, cases[i].profile) : XR_NULL_PATH));
        client_end(&client);
    }
}

/* A script with a wrong line, and a name that is no file, make xrCreateInstance fail. */
static void test_broken(const char *script)
{
    FILE *file = fopen(script, "w");
    CHECK(file != NULL);
    fputs("0 head pose 0 0 0\n1 head pose up\n", file);
    CHECK(fclose(file) == 0);
    const char *const values[] = {script, "movng", "/nonexistent/x.person"};
    for (size_t i = 0; i < 3; i++) {
        CHECK(setenv("UNDERSTUDY_HEADLESS_PERSON", values[i], 1) == 0);
        const char *const extension = XR_MND_HEADLESS_EXTENSION_NAME;
        const XrInstanceCreateInfo info = {
            .type = XR_TYPE_INSTANCE_CREATE_INFO,
            .applicationInfo = {.applicationName = "test", .apiVersion = XR_MAKE_VERSION(1, 0, 0)},
            .enabledExtensionCount = 1,
            .enabledExtensionNames = &extension,
        };
        XrInstance instance = XR_NULL_HANDLE;
        CHECK(xrCreateInstance(&info, &instance) == XR_ERROR_INITIALIZATION_FAILED);
    }
}

/* The time of the event of a state that comes to an app that does nothing but to poll events. */
static XrTime poll_until(const struct client *client, XrSessionState wanted)
{
    for (;;) {
        XrEventDataBuffer event = {.type = XR_TYPE_EVENT_DATA_BUFFER};
        XrEventDataSessionStateChanged changed;
        const XrResult result = xrPollEvent(client->instance, &event);
        CHECK(result == XR_SUCCESS || result == XR_EVENT_UNAVAILABLE);
        memcpy(&changed, &event, sizeof changed);
        if (result == XR_EVENT_UNAVAILABLE)
            nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
        else if (changed.type == XR_TYPE_EVENT_DATA_SESSION_STATE_CHANGED &&
                 changed.state == wanted)
            return changed.time;
    }
}

/* Without frames, the script goes on while the app polls. */
static void test_polling(const char *script)
{
    struct client client = {.instance = XR_NULL_HANDLE};
    FILE *file = fopen(script, "w");
    CHECK(file != NULL);
    fputs("1.2 session state synchronized\n", file);
    CHECK(fclose(file) == 0);
    CHECK(setenv("UNDERSTUDY_HEADLESS_PERSON", script, 1) == 0);
    client_create_instance(&client);
    client_create_session(&client);
    const XrSessionBeginInfo info = {.type = XR_TYPE_SESSION_BEGIN_INFO,
                                     .primaryViewConfigurationType = client.view_type};
    poll_until(&client, XR_SESSION_STATE_READY);
    OK(xrBeginSession(client.session, &info));
    const XrTime begun = poll_until(&client, XR_SESSION_STATE_FOCUSED);
    poll_until(&client, XR_SESSION_STATE_VISIBLE);
    CHECK(poll_until(&client, XR_SESSION_STATE_SYNCHRONIZED) - begun > 1100000000);
    OK(xrRequestExitSession(client.session));
    poll_until(&client, XR_SESSION_STATE_STOPPING);
    OK(xrEndSession(client.session));
    OK(xrDestroySession(client.session));
    OK(xrDestroyInstance(client.instance));
}

int main(int argc, char **argv)
{
    CHECK(argc == 3);
    minor = (uint32_t)atoi(argv[2]);
    char script[] = "test_scripted.XXXXXX";
    const int descriptor = mkstemp(script);
    CHECK(descriptor >= 0 && close(descriptor) == 0);
    uint32_t profiles = 0;
    for (size_t i = 0; i < us_profile_table_count; i++) {
        const struct us_profile *profile = &us_profile_table[i];
        if (strcmp(profile->users[0], "/user/hand/left") != 0 ||
            is_newer(profile->extension, profile->core_since))
            continue;
        test_profile(script, profile);
        profiles++;
    }
    CHECK(profiles == (minor == 0 ? 27 : 32)); /* core has five of Meta's since OpenXR 1.1 */
    test_touch(argv[1]);
    test_other_profiles(argv[1]);
    test_interruptions(argv[1]);
    test_hands_and_gaze(argv[1]);
    test_polling(script);
    test_broken(script);
    CHECK(unlink(script) == 0);
    return 0;
}
