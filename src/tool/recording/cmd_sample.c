/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tool/cli/file_roles.h"
#include "tool/cli/json.h"
#include "tool/cli/options.h"
#include "tool/recording/report.h"
#include "tool/cli/text.h"
#include "tool/cli/command.h"

static const char help[] =
    "usage: understudy sample FILE --time T [--from-start] [--frame openxr|unity] [--json]\n"
    "                         [--headerless]\n"
    "\n"
    "Print head, hands and gaze at one time of a recording.\n"
    "\n"
    "  --time T      seconds on the recording's own clock, which its keys use\n"
    "  --from-start  T counts from the start of playback ('start_s' of 'understudy info')\n"
    "  --frame F     the axes. openxr (default): right-handed, -Z ahead. unity: as in the file,\n"
    "                left-handed, +Z ahead. From unity to openxr, positions, directions and "
    "linear\n"
    "                velocities (x, y, z) become (x, y, -z), rotations (x, y, z, w) become\n"
    "                (-x, -y, z, w), and angular velocities (x, y, z) become (-x, -y, z). Both "
    "use\n"
    "                the recording's origin; sample applies no anchor.\n"
    "  --json        print one JSON object\n"
    "  --headerless  the file is a recording of 2019 without its 16-byte header\n"
    "\n"
    "'how' tells how sample made a value: absent, before-start, exact, interpolated or held.\n"
    "Velocities are per second of recording time.\n"
    "\n"
    "The JSON object: file, time_s, frame, head {how, pose}, left and right {how, tracked,\n"
    "pinching, joints {NAME: pose}}, gaze {how, valid, origin_m, direction, origin_m_s,\n"
    "direction_per_s}; a pose is {position_m [x, y, z], rotation [x, y, z, w], linear_m_s [x, y,\n"
    "z], angular_rad_s [x, y, z]}. Joints have OpenXR's names and order (XrHandJointEXT).\n"
    "For an unusable file: file, result, error (as in check).\n"
    "\n"
    "Exit codes: 0; 2 usage; 3 the output could not be written; 4 the recording is unusable.\n";

static int sample(int argc, char **argv);

const struct tool_command tool_command_sample = {
    "sample", "print head, hands and gaze at one time of a recording", help, sample, NULL};

/* By XrHandJointEXT, without the prefix and the suffix. */
static const char *const xr_joints[] = {
    "PALM",          "WRIST",          "THUMB_METACARPAL", "THUMB_PROXIMAL",
    "THUMB_DISTAL",  "THUMB_TIP",
#define FINGER(NAME)                                                                               \
    NAME "_METACARPAL", NAME "_PROXIMAL", NAME "_INTERMEDIATE", NAME "_DISTAL", NAME "_TIP"
    FINGER("INDEX"), FINGER("MIDDLE"), FINGER("RING"),     FINGER("LITTLE"),
#undef FINGER
};
enum { XR_JOINT_COUNT = sizeof(xr_joints) / sizeof(xr_joints[0]) };

static const char *how_name(enum us_how how)
{
    static const char *const names[] = {"absent", "before-start", "exact", "interpolated", "held"};
    return names[how];
}

/* Adding 0 turns -0 into 0. */
static void turn_vector(struct us_vec3 *v)
{
    *v = us_vec3_mirror(*v);
    v->z += 0.0f;
}

static void turn_motion(struct us_motion *motion)
{
    turn_vector(&motion->pose.position_m);
    motion->pose.rotation = us_quat_mirror(motion->pose.rotation);
    motion->pose.rotation.x += 0.0f;
    motion->pose.rotation.y += 0.0f;
    turn_vector(&motion->linear_m_s);
    const struct us_vec3 angular = us_vec3_mirror(motion->angular_rad_s);
    motion->angular_rad_s = (struct us_vec3){0.0f - angular.x, 0.0f - angular.y, -angular.z};
}

/* From Unity's world to OpenXR's. */
static void turn_frame(struct us_frame_sample *frame)
{
    turn_motion(&frame->head.motion);
    for (unsigned hand = 0; hand < US_HAND_COUNT; hand++)
        for (unsigned i = 0; i < US_JOINT_COUNT; i++)
            turn_motion(&frame->hands[hand].joints[i]);
    turn_vector(&frame->gaze.origin_m);
    turn_vector(&frame->gaze.direction);
    turn_vector(&frame->gaze.origin_m_s);
    turn_vector(&frame->gaze.direction_rate);
}

static void add_vector(cJSON *object, const char *name, struct us_vec3 v)
{
    const float values[] = {v.x, v.y, v.z};
    tool_json_add_array(object, name, values, 3);
}

static void add_pose(cJSON *object, const char *name, const struct us_motion *motion)
{
    struct us_quat q = motion->pose.rotation;
    const float rotation[] = {q.x, q.y, q.z, q.w};
    cJSON *pose = cJSON_AddObjectToObject(object, name);
    add_vector(pose, "position_m", motion->pose.position_m);
    tool_json_add_array(pose, "rotation", rotation, 4);
    add_vector(pose, "linear_m_s", motion->linear_m_s);
    add_vector(pose, "angular_rad_s", motion->angular_rad_s);
}

static void add_hand(cJSON *object, const char *name, const struct us_hand_sample *hand)
{
    cJSON *out = cJSON_AddObjectToObject(object, name);
    cJSON_AddStringToObject(out, "how", how_name(hand->how));
    cJSON_AddBoolToObject(out, "tracked", hand->tracked);
    cJSON_AddBoolToObject(out, "pinching", hand->pinching);
    cJSON *joints = cJSON_AddObjectToObject(out, "joints");
    for (unsigned i = 0; i < XR_JOINT_COUNT; i++)
        add_pose(joints, xr_joints[i], &hand->joints[us_joint_from_openxr((int)i)]);
}

static bool print_json(const char *path, double time_s, const char *frame_name,
                       const struct us_frame_sample *frame)
{
    cJSON *object = cJSON_CreateObject();
    tool_json_add_text(object, "file", path);
    tool_json_add_number(object, "time_s", time_s);
    cJSON_AddStringToObject(object, "frame", frame_name);
    cJSON *head = cJSON_AddObjectToObject(object, "head");
    cJSON_AddStringToObject(head, "how", how_name(frame->head.how));
    add_pose(head, "pose", &frame->head.motion);
    for (unsigned i = 0; i < US_HAND_COUNT; i++)
        add_hand(object, us_hand_name((enum us_hand)i), &frame->hands[i]);
    cJSON *gaze = cJSON_AddObjectToObject(object, "gaze");
    cJSON_AddStringToObject(gaze, "how", how_name(frame->gaze.how));
    cJSON_AddBoolToObject(gaze, "valid", frame->gaze.valid);
    add_vector(gaze, "origin_m", frame->gaze.origin_m);
    add_vector(gaze, "direction", frame->gaze.direction);
    add_vector(gaze, "origin_m_s", frame->gaze.origin_m_s);
    add_vector(gaze, "direction_per_s", frame->gaze.direction_rate);
    return tool_json_print(object);
}

static void print_vector(struct us_vec3 v)
{
    printf("  %8.4f %8.4f %8.4f", (double)v.x, (double)v.y, (double)v.z);
}

static void print_pose(const char *name, const struct us_motion *motion)
{
    struct us_quat q = motion->pose.rotation;
    printf("  %-20s", name);
    print_vector(motion->pose.position_m);
    printf("  %8.5f %8.5f %8.5f %8.5f", (double)q.x, (double)q.y, (double)q.z, (double)q.w);
    print_vector(motion->linear_m_s);
    print_vector(motion->angular_rad_s);
    putchar('\n');
}

static void print_gaze(const struct us_gaze_sample *gaze)
{
    printf("gaze: %s%s\n", how_name(gaze->how),
           gaze->how != US_HOW_ABSENT && !gaze->valid ? ", not valid" : "");
    if (!gaze->valid)
        return;
    printf("  %-20s", "origin (m), m/s");
    print_vector(gaze->origin_m);
    print_vector(gaze->origin_m_s);
    printf("\n  %-20s", "direction, 1/s");
    print_vector(gaze->direction);
    print_vector(gaze->direction_rate);
    putchar('\n');
}

static void print_text(double time_s, const char *frame_name, const struct us_frame_sample *frame)
{
    printf("at %.6g s, %s axes; poses: position (m), rotation (x y z w), linear (m/s) and angular "
           "(rad/s) velocity\n",
           time_s, frame_name);
    printf("head: %s\n", how_name(frame->head.how));
    if (frame->head.how != US_HOW_ABSENT)
        print_pose("HEAD", &frame->head.motion);
    for (unsigned i = 0; i < US_HAND_COUNT; i++) {
        const struct us_hand_sample *hand = &frame->hands[i];
        printf("%s hand: %s", us_hand_name((enum us_hand)i), how_name(hand->how));
        if (hand->how != US_HOW_ABSENT)
            printf(", %s%s", hand->tracked ? "tracked" : "not tracked",
                   hand->pinching ? ", pinching" : "");
        putchar('\n');
        for (unsigned j = 0; j < XR_JOINT_COUNT && hand->how != US_HOW_ABSENT; j++)
            print_pose(xr_joints[j], &hand->joints[us_joint_from_openxr((int)j)]);
    }
    print_gaze(&frame->gaze);
}

static int print_at(const char *path, const struct us_loaded_recording *loaded, double time_s,
                    const char *frame_name, bool json)
{
    struct us_frame_sample frame;
    struct us_error error;
    us_sampler_set_wait(loaded->sampler, true);
    us_sampler_frame(loaded->sampler, time_s, US_SAMPLE_ALL, &frame);
    if (us_sampler_error(loaded->sampler, &error)) {
        tool_report_failure(path, json, &error);
        return TOOL_EXIT_RECORDING;
    }
    if (strcmp(frame_name, "openxr") == 0)
        turn_frame(&frame);
    if (json)
        return print_json(path, time_s, frame_name, &frame) ? TOOL_EXIT_OK : TOOL_EXIT_OUTPUT;
    print_text(time_s, frame_name, &frame);
    return TOOL_EXIT_OK;
}

static int sample(int argc, char **argv)
{
    static const char *const frames[] = {"openxr", "unity", NULL};
    bool json = false, headerless = false, from_start = false;
    const char *frame_name = frames[0];
    double time_s = NAN;
    const struct tool_option options[] = {
        {"time", TOOL_OPTION_SECONDS, &time_s, NULL},
        {"from-start", TOOL_OPTION_FLAG, &from_start, NULL},
        {"frame", TOOL_OPTION_CHOICE, &frame_name, frames},
        {"json", TOOL_OPTION_FLAG, &json, NULL},
        {"headerless", TOOL_OPTION_FLAG, &headerless, NULL},
        {NULL, TOOL_OPTION_FLAG, NULL, NULL},
    };
    struct tool_command_line line = {.command = &tool_command_sample, .options = options};
    int code = tool_options_parse(&line, argc, argv);
    if (code != TOOL_OPTIONS_GO_ON)
        return code;
    if (!tool_file_roles_check_inputs("sample", line.operand, NULL))
        return TOOL_EXIT_USAGE;

    if (isnan(time_s)) {
        tool_text_complain("sample: --time is missing; pass --time SECONDS");
        return TOOL_EXIT_USAGE;
    }
    struct us_loaded_recording loaded;
    if (!tool_report_open(line.operand, headerless, json, &loaded))
        return TOOL_EXIT_RECORDING;
    time_s += from_start ? us_recording_start_s(&loaded.recording) : 0.0;
    code = print_at(line.operand, &loaded, time_s, frame_name, json);
    us_loaded_recording_close(&loaded);
    return code;
}
