/* SPDX-License-Identifier: MIT */
/*
 * Two methods, the same person: commands to a person that grows, and a script for the headless
 * runtime in which the test has written the value of every input at every frame, by the formula of
 * the motions. What an app is told by OpenXR calls is what the live person's frames say. Usage:
 * test_live_twin SCRIPT, which it writes. Run with UNDERSTUDY_HEADLESS_RATE_HZ=0.
 */
#include <math.h>
#include <string.h>

#include "test_client.h"
#include "tool/drive/person/live_person.h"

#define FRAMES 200
#define HZ 60.0
#define FRAME_NS INT64_C(16666666) /* of the runtime */

enum { VALUES_MOST = 4 };

/* An input that moves; a pose is X Y Z YAW, with no pitch and roll. */
struct moved {
    const char *line;
    int count;
    double least, most[VALUES_MOST];
    double from[VALUES_MOST], to[VALUES_MOST];
    int begin, steps;
};

static struct moved inputs[] = {
    {.line = "head pose", .count = 4, .least = -1, .most = {1, 1, 1, 85}},
    {.line = "right grip", .count = 4, .least = -1, .most = {1, 1, 1, 85}},
    {.line = "left wrist", .count = 4, .least = -1, .most = {1, 1, 1, 85}},
    {.line = "gaze direction", .count = 2, .least = -1, .most = {20, 0}},
    {.line = "right trigger/value", .count = 1, .least = 0, .most = {1}},
    {.line = "right thumbstick", .count = 2, .least = -1, .most = {1, 1}},
    {.line = "right a/click", .count = 1, .least = 0, .most = {1}},
    {.line = "left gesture fist", .count = 1, .least = 0, .most = {1}},
    {.line = "right finger index", .count = 1, .least = 0, .most = {1}},
    {.line = "right joint little_proximal", .count = 2, .least = -0.3, .most = {90, 20}},
};
enum { INPUTS = sizeof inputs / sizeof inputs[0], CLICK = 6 };

static uint32_t random_state = 12345;
static double random_to(double least, double most)
{
    random_state = random_state * 1664525u + 1013904223u;
    return least + (most - least) * (double)(random_state >> 8) / (1 << 24);
}

static double value_at(const struct moved *input, int axis, int frame)
{
    const double t = (double)(frame - input->begin) / (input->steps > 0 ? input->steps : 1);
    if (t >= 1)
        return input->to[axis];
    return input->from[axis] + (input->to[axis] - input->from[axis]) *
                                   (10 * pow(t, 3) - 15 * pow(t, 4) + 6 * pow(t, 5));
}

static void print_line(char *out, size_t size, const struct moved *input, const double *values)
{
    int used = snprintf(out, size, "%s", input->line);
    for (int axis = 0; axis < input->count; axis++)
        used += snprintf(out + used, size - (size_t)used, " %.17g", values[axis]);
    if (input->count == VALUES_MOST)
        snprintf(out + used, size - (size_t)used, " 0 0");
}

static void command(struct tool_live_person *person, const char *line, double over_s, int now)
{
    const struct tool_live_command command = {line, over_s, 0};
    char why[512];
    size_t wrong = 0;
    if (!tool_live_person_do(person, &command, 1, (uint64_t)now, &wrong, why, sizeof why)) {
        fprintf(stderr, "%s: %s\n", line, why);
        exit(1);
    }
}

/* Something else is to happen after frame `now`. */
static void change(struct tool_live_person *person, struct moved *input, int now)
{
    char line[256];
    for (int axis = 0; axis < input->count; axis++) {
        input->from[axis] = value_at(input, axis, now);
        input->to[axis] = random_to(input->least * input->most[axis], input->most[axis]);
    }
    const bool jumps = now == 0 || input == &inputs[CLICK] || random_to(0, 1) < 0.3;
    if (input == &inputs[CLICK])
        input->to[0] = input->to[0] > 0.5;
    input->begin = now;
    input->steps = jumps ? 0 : (int)random_to(1, 50);
    print_line(line, sizeof line, input, input->to);
    command(person, line, input->steps / HZ, now);
}

/* The line for the runtime: at the time of its own frame. */
static void write_values(FILE *file, int frame)
{
    for (int i = 0; i < INPUTS; i++) {
        double values[VALUES_MOST];
        char line[256];
        for (int axis = 0; axis < inputs[i].count; axis++)
            values[axis] = value_at(&inputs[i], axis, frame);
        print_line(line, sizeof line, &inputs[i], values);
        fprintf(file, "%.9f %s\n", (double)(frame * FRAME_NS) / 1e9, line);
    }
}

static struct us_session_frame frames[FRAMES + 1];
static struct us_session_input synced[FRAMES + 1];

/* Frame 0 is before all commands. */
static void play_live(struct tool_live_person *person, const char *script)
{
    FILE *file = fopen(script, "w");
    CHECK(file != NULL);
    tool_live_person_compose(person, 0, &frames[0], &synced[0]);
    command(person, "left profile oculus/touch_controller", 0, 0);
    command(person, "right profile oculus/touch_controller", 0, 0);
    fprintf(file, "0 left profile oculus/touch_controller\n"
                  "0 right profile oculus/touch_controller\n");
    for (int frame = 1; frame <= FRAMES; frame++) {
        for (int i = 0; i < INPUTS; i++)
            if (frame == 1 || random_to(0, 1) < 0.05)
                change(person, &inputs[i], frame - 1);
        tool_live_person_compose(person, (uint64_t)frame, &frames[frame], &synced[frame]);
        write_values(file, frame);
    }
    CHECK(fclose(file) == 0);
}

/* ---- What an app is told ---- */

struct app {
    struct client client;
    XrAction trigger, stick, click, aim;
    XrSpace aim_space;
    XrHandTrackerEXT hands[2];
};

static void suggest(struct app *app)
{
    struct client *client = &app->client;
    client_create_set(client);
    client->grip = client_create_action(client, "grip", XR_ACTION_TYPE_POSE_INPUT);
    client->gaze = client_create_action(client, "gaze", XR_ACTION_TYPE_POSE_INPUT);
    app->aim = client_create_action(client, "aim", XR_ACTION_TYPE_POSE_INPUT);
    app->trigger = client_create_action(client, "trigger", XR_ACTION_TYPE_FLOAT_INPUT);
    app->stick = client_create_action(client, "stick", XR_ACTION_TYPE_VECTOR2F_INPUT);
    app->click = client_create_action(client, "click", XR_ACTION_TYPE_BOOLEAN_INPUT);
    const XrActionSuggestedBinding bindings[] = {
        {client->grip, client_path(client, "/user/hand/right/input/grip/pose")},
        {app->aim, client_path(client, "/user/hand/right/input/aim/pose")},
        {app->trigger, client_path(client, "/user/hand/right/input/trigger/value")},
        {app->stick, client_path(client, "/user/hand/right/input/thumbstick")},
        {app->click, client_path(client, "/user/hand/right/input/a/click")},
    };
    const XrActionSuggestedBinding eyes = {
        client->gaze, client_path(client, "/user/eyes_ext/input/gaze_ext/pose")};
    OK(client_suggest(client, "/interaction_profiles/oculus/touch_controller", 5, bindings));
    OK(client_suggest(client, "/interaction_profiles/ext/eye_gaze_interaction", 1, &eyes));
    client_attach(client);
    client->grip_space = client_create_action_space(client, client->grip);
    client->gaze_space = client_create_action_space(client, client->gaze);
    app->aim_space = client_create_action_space(client, app->aim);
}

static void check_pose(struct us_pose live, XrPosef told)
{
    const struct rt_motion expected = {
        .position_m = {(double)live.position_m.x, (double)live.position_m.y,
                       (double)live.position_m.z},
        .rotation = {(double)live.rotation.x, (double)live.rotation.y, (double)live.rotation.z,
                     (double)live.rotation.w}};
    CHECK(client_is_pose(&told, &expected));
}

static void check_space(const struct app *app, XrSpace space,
                        const struct us_session_location *live)
{
    const XrSpaceLocation told = client_locate(&app->client, space, app->client.local, NULL);
    CHECK(told.locationFlags == (live->flags & 15u) && told.locationFlags == 15);
    check_pose(live->pose, told.pose);
}

static void check_hand(const struct app *app, int hand, const struct us_session_hand_joints *live)
{
    XrHandJointLocationEXT joints[XR_HAND_JOINT_COUNT_EXT];
    CHECK(client_locate_joints(&app->client, app->hands[hand], joints, NULL) && live->is_active);
    for (int i = 0; i < XR_HAND_JOINT_COUNT_EXT; i++) {
        check_pose(live->joints[i].pose, joints[i].pose);
        CHECK(joints[i].radius == live->joints[i].radius_m);
    }
}

static struct us_session_value live_value(const struct tool_live_person *person,
                                          const struct us_session_input *input, const char *path)
{
    const struct us_session_components *table = tool_live_person_components(person);
    uint32_t i = 0;
    while (i < table->count && strcmp(table->components[i].path, path) != 0)
        i++;
    CHECK(i < table->count && input->active[i]);
    return input->values[i];
}

static void check_inputs(const struct app *app, const struct tool_live_person *person,
                         const struct us_session_input *input)
{
    const XrActionStateFloat trigger = client_get_float(&app->client, app->trigger);
    const XrActionStateVector2f stick = client_get_vector(&app->client, app->stick);
    const XrActionStateBoolean click = client_get_boolean(&app->client, app->click);
    const struct us_session_value x =
        live_value(person, input, "/user/hand/right/input/thumbstick");
    CHECK(fabsf(trigger.currentState -
                live_value(person, input, "/user/hand/right/input/trigger/value").x) < 1e-6f);
    CHECK(fabsf(stick.currentState.x - x.x) < 1e-6f && fabsf(stick.currentState.y - x.y) < 1e-6f);
    CHECK((click.currentState == XR_TRUE) ==
          (live_value(person, input, "/user/hand/right/input/a/click").x == 1.0f));
}

int main(int argc, char **argv)
{
    struct app app = {.client = {.all = true}};
    struct tool_live_person *person = tool_live_person_make(HZ);
    CHECK(argc == 2 && person != NULL);
    play_live(person, argv[1]);
    CHECK(setenv("UNDERSTUDY_HEADLESS_PERSON", argv[1], 1) == 0);
    client_create_instance(&app.client);
    client_create_session(&app.client);
    suggest(&app);
    app.hands[0] = client_create_tracker(&app.client, XR_HAND_LEFT_EXT);
    app.hands[1] = client_create_tracker(&app.client, XR_HAND_RIGHT_EXT);
    client_begin(&app.client);
    for (int frame = 0; frame <= FRAMES; frame++) {
        const struct us_session_frame *live = &frames[frame];
        client_run_frame(&app.client);
        if (frame == 0)
            continue;
        check_space(&app, app.client.view, &live->head);
        check_space(&app, app.client.grip_space, &live->poses[1][US_SESSION_POSE_GRIP]);
        check_space(&app, app.aim_space, &live->poses[1][US_SESSION_POSE_AIM]);
        check_space(&app, app.client.gaze_space, &live->gaze);
        check_hand(&app, 0, &live->hands[0]);
        check_hand(&app, 1, &live->hands[1]);
        check_inputs(&app, person, &synced[frame]);
    }
    client_end(&app.client);
    tool_live_person_free(person);
    return 0;
}
