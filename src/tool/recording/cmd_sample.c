/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/playback/play_choices.h"
#include "tool/cli/file_roles.h"
#include "tool/cli/json.h"
#include "tool/cli/options.h"
#include "tool/recording/inspection.h"
#include "tool/recording/samples.h"
#include "tool/cli/text.h"
#include "tool/cli/command.h"

static const char help[] =
    "usage: understudy sample FILE --time T [--frame openxr|unity] [--json]\n"
    "\n"
    "Print head, hands and gaze at one time of a recording, and of a session recording the\n"
    "controllers' poses and components too.\n"
    "\n"
    "  --time T      seconds on the recording's own clock, which its keys use, or a marker's\n"
    "                name. It must be inside of the recording. +SECONDS counts from the start of\n"
    "                playback ('start_s' of 'understudy info')\n"
    "  --frame F     the axes. openxr (default): right-handed, -Z ahead. unity: as in the file,\n"
    "                left-handed, +Z ahead. From unity to openxr, positions, directions and\n"
    "                linear velocities (x, y, z) become (x, y, -z), rotations (x, y, z, w) become\n"
    "                (-x, -y, z, w), and angular velocities (x, y, z) become (-x, -y, z). Both\n"
    "                use the recording's origin; sample applies no anchor.\n"
    "  --json        print one JSON object\n"
    "\n"
    "'how' tells how sample made a value: absent, before-start, exact, interpolated or held.\n"
    "Velocities are per second of recording time.\n"
    "\n"
    "The JSON object: file, time_s, frame, head {how, pose}, left and right {how, tracked,\n"
    "pinching, joints {NAME: pose}}, gaze {how, valid, origin_m, direction, origin_m_s,\n"
    "direction_per_s}; a pose is {position_m [x, y, z], rotation [x, y, z, w], linear_m_s [x, y,\n"
    "z], angular_rad_s [x, y, z]}. Joints have OpenXR's names and order (XrHandJointEXT).\n"
    "Of a session recording also: controllers {left, right {how, poses {NAME: {active, pose}}}}\n"
    "and inputs {how, profiles {USER: path}, components {PATH: {active, value, boolean}}}; a\n"
    "value is true or false, a number, or [x, y]; boolean is what a boolean action reads of a\n"
    "number, if it was recorded.\n"
    "For an unusable file: file, result, error (as in check).\n"
    "\n"
    "Exit codes: 0; 2 usage; 3 the output could not be written; 4 the recording is unusable.\n";

static int print_at(const char *path, const struct us_loaded_recording *loaded, double time_s,
                    const char *frame_name, bool json)
{
    struct us_frame_sample frame = {0};
    struct us_error error;
    us_sampler_set_wait(loaded->sampler, true);
    us_sampler_frame(loaded->sampler, time_s,
                     US_SAMPLE_ALL | US_SAMPLE_LEFT_CONTROLLER | US_SAMPLE_RIGHT_CONTROLLER,
                     &frame);
    if (us_sampler_error(loaded->sampler, &error)) {
        tool_inspection_say_failure(path, json, &error);
        return TOOL_EXIT_RECORDING;
    }
    if (strcmp(frame_name, "openxr") == 0)
        tool_sample_turn_frame(&frame);
    const struct tool_fact_sheet sheet = {.json = json ? cJSON_CreateObject() : NULL};
    tool_json_add_text(sheet.json, "file", path);
    tool_json_add_number(sheet.json, "time_s", time_s);
    cJSON_AddStringToObject(sheet.json, "frame", frame_name);
    tool_fact_sheet_add(&sheet,
                        "at %.6g s, %s axes; poses: position (m), rotation (x y z w), linear (m/s) "
                        "and angular (rad/s) velocity",
                        time_s, frame_name);
    tool_fact_sheet_end(&sheet);
    tool_sample_facts_add(&sheet, loaded, time_s, &frame);
    return json && !tool_json_print(sheet.json) ? TOOL_EXIT_OUTPUT : TOOL_EXIT_OK;
}

/* Returns false after a message. Numbers are printed with three decimals, so that the last moment
 * may be copied a little too late. */
static bool find_time(const struct us_recording *recording, const char *text, double *out_s)
{
    const double slack_s = 0.0005;
    const bool from_start = text[0] == '+';
    double start_s = us_recording_start_s(recording), last_s = recording->last_key_s;
    struct us_error error = {.byte = US_NO_BYTE};
    bool is_number = us_play_range_seconds(text + from_start, strlen(text + from_start), out_s);
    if (!is_number && us_play_range_moment(recording, text, strlen(text), out_s, &error) != US_OK) {
        tool_text_complain("sample: --time: %s", error.text);
        return false;
    }
    *out_s += is_number && from_start ? start_s : 0.0;
    if (*out_s >= fmin(fmin(0.0, start_s), recording->first_key_s) - slack_s &&
        *out_s <= last_s + slack_s)
        return true;
    tool_text_complain(
        "sample: --time: '%s' is outside of the recording, which lasts from %.3f s to "
        "%.3f s%s",
        text, start_s, last_s, is_number && from_start ? "; with + it begins at 0 s" : "");
    return false;
}

static int sample(int argc, char **argv)
{
    static const char *const frames[] = {"openxr", "unity", NULL};
    bool json = false;
    const char *frame_name = frames[0];
    const char *time = NULL;
    double time_s;
    const struct tool_option options[] = {
        {"time", TOOL_OPTION_TEXT, &time, NULL},
        {"frame", TOOL_OPTION_CHOICE, &frame_name, frames},
        {"json", TOOL_OPTION_FLAG, &json, NULL},
        {NULL, TOOL_OPTION_FLAG, NULL, NULL},
    };
    struct tool_command_line line = {.command = &tool_command_sample, .options = options};
    int code = tool_options_parse(&line, argc, argv);
    if (code != TOOL_OPTIONS_GO_ON)
        return code;
    if (!tool_file_roles_check_only("sample", line.operand))
        return TOOL_EXIT_USAGE;

    if (time == NULL) {
        tool_text_complain("sample: --time is missing; pass --time SECONDS or a marker's name");
        return TOOL_EXIT_USAGE;
    }
    struct us_loaded_recording loaded;
    if (!tool_inspection_load(line.operand, json, &loaded))
        return TOOL_EXIT_RECORDING;
    code = TOOL_EXIT_USAGE;
    if (find_time(&loaded.recording, time, &time_s))
        code = print_at(line.operand, &loaded, time_s, frame_name, json);
    us_loaded_recording_close(&loaded);
    return code;
}

const struct tool_command tool_command_sample = {
    "sample", "print head, hands and gaze at one time of a recording", help, sample, NULL};
