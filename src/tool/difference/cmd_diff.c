/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tool/difference/difference_print.h"
#include "tool/difference/recording_difference.h"
#include "tool/log/divergence.h"
#include "tool/log/divergence_print.h"
#include "tool/log/event_words.h"
#include "tool/log/log_reader.h"
#include "tool/cli/file_roles.h"
#include "tool/cli/json.h"
#include "tool/cli/options.h"
#include "tool/cli/text.h"
#include "tool/cli/command.h"

static const char help[] =
    "usage: understudy diff A B [options]\n"
    "\n"
    "Find the first difference between two runs of an app, or between two recordings. What A and\n"
    "B are is seen from their content; both must be event logs, or both recordings.\n"
    "\n"
    "Event logs ('understudy run --log FILE' writes them): the frame, the call, and both values.\n"
    "diff compares their meaning: it counts frames from the start of playback, and ignores\n"
    "wall-clock times, screenshots, and the order in which an app's threads call within a frame.\n"
    "It stops at the frame in which playback asks the app to end ('run --end quit') or makes the\n"
    "input live again ('run --end release').\n"
    "\n"
    "Recordings (input animation files, session recordings, or one of each): the time from the\n"
    "start of playback, the channel, both values, and how much each channel differs. diff\n"
    "compares what playback gives at the times of both files: head, hands, pinches, gaze,\n"
    "markers, durations, and of two session recordings controllers, views, profiles and\n"
    "components; not velocities, haptics and events.\n"
    "\n"
    "  --position-m X  allow two positions to differ by X metres (default 0.00001; of recordings\n"
    "                  0.000001)\n"
    "  --angle-rad X   allow two rotations to differ by X radians (default 0.0001; of recordings\n"
    "                  0.00001)\n"
    "  --number X      allow any other two numbers to differ by X (default 0.00001)\n"
    "  --ignore NAMES  of logs: ignore events with these names, separated by commas;\n"
    "                  understudy-log(5) lists the names\n"
    "  --headerless    of recordings: a file without the 16-byte header is a recording of 2019\n"
    "  --common        compare what both files have; one may be longer\n"
    "  --json          print one JSON object\n"
    "\n"
    "The JSON object of logs: result (equal or different), frames, frames_differing; and if the\n"
    "logs differ, first {frame or null, session or null, at_s or null, what, field or null, a, b,\n"
    "a_line, b_line}. Of recordings: result, times, times_differing, duration_s {a, b, differ},\n"
    "first {channel, at_s, part or null, what, a, b, amount or null, unit} if a value differs,\n"
    "and channels {NAME: {a, b, differing, most_m, most_rad, most_number, alone_in if one file\n"
    "holds it, first if it differs}}; a and b are at how many times a file holds it.\n"
    "\n"
    "Exit codes: 0 equal; 1 different; 2 usage, or diff cannot use a file; 3 the output could not\n"
    "be written.\n";

static int diff(int argc, char **argv);

const struct tool_command tool_command_diff = {
    "diff", "find the first difference between two runs or recordings", help, diff, NULL};

static void add_side(cJSON *first, const char *name, const char *text)
{
    cJSON *value = cJSON_Parse(text);
    if (value == NULL)
        value = text[0] != '\0' ? cJSON_CreateString(text) : cJSON_CreateNull();
    cJSON_AddItemToObject(first, name, value);
}

static bool print_json(const struct tool_divergence *divergence, bool different)
{
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "result", different ? "different" : "equal");
    tool_json_add_number(object, "frames", (double)divergence->frames);
    tool_json_add_number(object, "frames_differing", (double)divergence->frames_differing);
    if (different) {
        cJSON *first = cJSON_AddObjectToObject(object, "first");
        bool is_playing = divergence->frame != TOOL_LOG_READER_BEFORE;
        tool_json_add_number(first, "frame", is_playing ? (double)divergence->frame : (double)NAN);
        tool_json_add_number(first, "session",
                             divergence->session > 0 ? (double)divergence->session : (double)NAN);
        tool_json_add_number(first, "at_s", divergence->at_s);
        tool_json_add_text(first, "what", divergence->what);
        if (divergence->field[0] != '\0')
            tool_json_add_text(first, "field", divergence->field);
        else
            cJSON_AddNullToObject(first, "field");
        add_side(first, "a", divergence->a);
        add_side(first, "b", divergence->b);
        tool_json_add_number(first, "a_line", (double)divergence->a_line);
        tool_json_add_number(first, "b_line", (double)divergence->b_line);
    }
    return tool_json_print(object);
}

static int diff_logs(const char *a, const char *b, const struct tool_divergence_options *wanted,
                     bool json)
{
    struct tool_divergence divergence;
    enum tool_divergence_result result = tool_divergence_find(a, b, wanted, &divergence);
    if (result == TOOL_DIVERGENCE_UNKNOWN)
        return TOOL_EXIT_USAGE;
    bool different = result == TOOL_DIVERGENCE_FOUND;
    if (json && !print_json(&divergence, different))
        return TOOL_EXIT_OUTPUT;
    if (!json && different) {
        tool_divergence_print(stdout, a, b, &divergence);
    } else if (!json) {
        char frames[64];
        tool_divergence_count(&divergence, frames, sizeof frames);
        printf("no difference in %s\n", frames);
    }
    return different ? TOOL_EXIT_DIFFERENT : TOOL_EXIT_OK;
}

static int diff_recordings(const char *a, const char *b,
                           const struct tool_divergence_options *wanted, bool headerless, bool json)
{
    static struct tool_difference difference;
    const struct tool_recording_difference_options options = {
        .allow = {wanted->allow.position_m, wanted->allow.angle_rad, wanted->allow.number},
        .common = wanted->common,
        .headerless = headerless};
    if (wanted->ignore != NULL) {
        tool_text_complain("diff: --ignore is for event logs; %s is a recording", a);
        return TOOL_EXIT_USAGE;
    }
    if (headerless && tool_recording_difference_is(a) && tool_recording_difference_is(b)) {
        tool_text_complain("diff: both files have their header: drop the option --headerless");
        return TOOL_EXIT_USAGE;
    }
    if (!tool_recording_difference_find(&difference, a, b, &options))
        return TOOL_EXIT_USAGE;
    if (json && !tool_difference_print_json(&difference))
        return TOOL_EXIT_OUTPUT;
    if (!json)
        tool_difference_print(&difference, a, b);
    return tool_difference_is_any(&difference) ? TOOL_EXIT_DIFFERENT : TOOL_EXIT_OK;
}

/* What was not given has the default of the files' kind. */
static bool set_allowances(struct tool_event_tolerance *allow, bool recordings)
{
    if (isnan(allow->position_m))
        allow->position_m = recordings ? 1e-6 : 1e-5;
    if (isnan(allow->angle_rad))
        allow->angle_rad = recordings ? 1e-5 : 1e-4;
    if (allow->position_m >= 0.0 && allow->angle_rad >= 0.0 && allow->number >= 0.0)
        return true;
    tool_text_complain("diff: --position-m, --angle-rad and --number must be 0 or more");
    return false;
}

static int diff(int argc, char **argv)
{
    struct tool_divergence_options wanted = {{(double)NAN, (double)NAN, 1e-5}, NULL, false};
    bool json = false, headerless = false;
    const struct tool_option options[] = {
        {"position-m", TOOL_OPTION_NUMBER, &wanted.allow.position_m, NULL},
        {"angle-rad", TOOL_OPTION_NUMBER, &wanted.allow.angle_rad, NULL},
        {"number", TOOL_OPTION_NUMBER, &wanted.allow.number, NULL},
        {"ignore", TOOL_OPTION_LIST, &wanted.ignore, tool_event_names},
        {"headerless", TOOL_OPTION_FLAG, &headerless, NULL},
        {"common", TOOL_OPTION_FLAG, &wanted.common, NULL},
        {"json", TOOL_OPTION_FLAG, &json, NULL},
        {NULL, TOOL_OPTION_FLAG, NULL, NULL},
    };
    struct tool_command_line line = {.command = &tool_command_diff,
                                     .options = options,
                                     .takes_two = true,
                                     .wanted = "two event logs are needed, or two recordings"};
    int code = tool_options_parse(&line, argc, argv);
    if (code != TOOL_OPTIONS_GO_ON)
        return code;
    if (!tool_file_roles_check_inputs("diff", line.operand, line.second))
        return TOOL_EXIT_USAGE;
    const bool is_a = headerless || tool_recording_difference_is(line.operand),
               is_b = headerless || tool_recording_difference_is(line.second);
    if (!set_allowances(&wanted.allow, is_a && is_b))
        return TOOL_EXIT_USAGE;
    if (is_a && is_b)
        return diff_recordings(line.operand, line.second, &wanted, headerless, json);
    if ((is_a || is_b) && access(is_a ? line.second : line.operand, R_OK) != 0) {
        tool_text_complain("%s: %s", is_a ? line.second : line.operand, strerror(errno));
        return TOOL_EXIT_USAGE;
    }
    if (is_a || is_b) {
        tool_text_complain("diff: %s is a recording, and %s is none; diff compares two recordings "
                           "or two event logs",
                           is_a ? line.operand : line.second, is_a ? line.second : line.operand);
        return TOOL_EXIT_USAGE;
    }
    return diff_logs(line.operand, line.second, &wanted, json);
}
