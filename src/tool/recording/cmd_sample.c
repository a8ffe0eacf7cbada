/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tool/cli/file_roles.h"
#include "tool/cli/json.h"
#include "tool/cli/options.h"
#include "tool/recording/report.h"
#include "tool/session/sample_values.h"
#include "tool/session/session_sample.h"
#include "tool/cli/text.h"
#include "tool/cli/command.h"

static const char help[] =
    "usage: understudy sample FILE --time T [--from-start] [--frame openxr|unity] [--json]\n"
    "                         [--headerless]\n"
    "\n"
    "Print head, hands and gaze at one time of a recording, and of a session recording the\n"
    "controllers' poses and components too.\n"
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
    "Of a session recording also: controllers {left, right {how, poses {NAME: {active, pose}}}} "
    "and\n"
    "inputs {how, profiles {USER: path}, components {PATH: {active, value, boolean}}}; a value is\n"
    "true or false, a number, or [x, y]; boolean is what a boolean action reads of a number, if\n"
    "it was recorded.\n"
    "For an unusable file: file, result, error (as in check).\n"
    "\n"
    "Exit codes: 0; 2 usage; 3 the output could not be written; 4 the recording is unusable.\n";

static int sample(int argc, char **argv);

const struct tool_command tool_command_sample = {
    "sample", "print head, hands and gaze at one time of a recording", help, sample, NULL};

static void add_hand(cJSON *object, const char *name, const struct us_hand_sample *hand)
{
    cJSON *out = cJSON_AddObjectToObject(object, name);
    cJSON_AddStringToObject(out, "how", tool_sample_how_name(hand->how));
    cJSON_AddBoolToObject(out, "tracked", hand->tracked);
    cJSON_AddBoolToObject(out, "pinching", hand->pinching);
    cJSON *joints = cJSON_AddObjectToObject(out, "joints");
    for (unsigned i = 0; i < TOOL_SAMPLE_JOINTS; i++)
        tool_sample_add_pose(joints, tool_sample_joint_name(i),
                             &hand->joints[us_joint_from_openxr((int)i)]);
}

static bool print_json(const char *path, const struct us_loaded_recording *loaded, double time_s,
                       const char *frame_name, const struct us_frame_sample *frame)
{
    cJSON *object = cJSON_CreateObject();
    tool_json_add_text(object, "file", path);
    tool_json_add_number(object, "time_s", time_s);
    cJSON_AddStringToObject(object, "frame", frame_name);
    cJSON *head = cJSON_AddObjectToObject(object, "head");
    cJSON_AddStringToObject(head, "how", tool_sample_how_name(frame->head.how));
    tool_sample_add_pose(head, "pose", &frame->head.motion);
    for (unsigned i = 0; i < US_HAND_COUNT; i++)
        add_hand(object, us_hand_name((enum us_hand)i), &frame->hands[i]);
    cJSON *gaze = cJSON_AddObjectToObject(object, "gaze");
    cJSON_AddStringToObject(gaze, "how", tool_sample_how_name(frame->gaze.how));
    cJSON_AddBoolToObject(gaze, "valid", frame->gaze.valid);
    tool_sample_add_vector(gaze, "origin_m", frame->gaze.origin_m);
    tool_sample_add_vector(gaze, "direction", frame->gaze.direction);
    tool_sample_add_vector(gaze, "origin_m_s", frame->gaze.origin_m_s);
    tool_sample_add_vector(gaze, "direction_per_s", frame->gaze.direction_rate);
    tool_session_sample_add(object, loaded, time_s, frame);
    return tool_json_print(object);
}

static void print_gaze(const struct us_gaze_sample *gaze)
{
    printf("gaze: %s%s\n", tool_sample_how_name(gaze->how),
           gaze->how != US_HOW_ABSENT && !gaze->valid ? ", not valid" : "");
    if (!gaze->valid)
        return;
    printf("  %-20s", "origin (m), m/s");
    tool_sample_print_vector(gaze->origin_m);
    tool_sample_print_vector(gaze->origin_m_s);
    printf("\n  %-20s", "direction, 1/s");
    tool_sample_print_vector(gaze->direction);
    tool_sample_print_vector(gaze->direction_rate);
    putchar('\n');
}

static void print_text(double time_s, const char *frame_name, const struct us_frame_sample *frame)
{
    printf("at %.6g s, %s axes; poses: position (m), rotation (x y z w), linear (m/s) and angular "
           "(rad/s) velocity\n",
           time_s, frame_name);
    printf("head: %s\n", tool_sample_how_name(frame->head.how));
    if (frame->head.how != US_HOW_ABSENT)
        tool_sample_print_pose("HEAD", &frame->head.motion);
    for (unsigned i = 0; i < US_HAND_COUNT; i++) {
        const struct us_hand_sample *hand = &frame->hands[i];
        printf("%s hand: %s", us_hand_name((enum us_hand)i), tool_sample_how_name(hand->how));
        if (hand->how != US_HOW_ABSENT)
            printf(", %s%s", hand->tracked ? "tracked" : "not tracked",
                   hand->pinching ? ", pinching" : "");
        putchar('\n');
        for (unsigned j = 0; j < TOOL_SAMPLE_JOINTS && hand->how != US_HOW_ABSENT; j++)
            tool_sample_print_pose(tool_sample_joint_name(j),
                                   &hand->joints[us_joint_from_openxr((int)j)]);
    }
    print_gaze(&frame->gaze);
}

static int print_at(const char *path, const struct us_loaded_recording *loaded, double time_s,
                    const char *frame_name, bool json)
{
    struct us_frame_sample frame;
    struct us_error error;
    us_sampler_set_wait(loaded->sampler, true);
    us_sampler_frame(loaded->sampler, time_s,
                     US_SAMPLE_ALL | US_SAMPLE_LEFT_CONTROLLER | US_SAMPLE_RIGHT_CONTROLLER,
                     &frame);
    if (us_sampler_error(loaded->sampler, &error)) {
        tool_report_failure(path, json, &error);
        return TOOL_EXIT_RECORDING;
    }
    if (strcmp(frame_name, "openxr") == 0)
        tool_sample_turn_frame(&frame);
    if (json)
        return print_json(path, loaded, time_s, frame_name, &frame) ? TOOL_EXIT_OK
                                                                    : TOOL_EXIT_OUTPUT;
    print_text(time_s, frame_name, &frame);
    tool_session_sample_print(loaded, time_s, &frame);
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
