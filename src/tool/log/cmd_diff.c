/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>

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
    "usage: understudy diff A.jsonl B.jsonl [options]\n"
    "\n"
    "Find the first difference between two runs of an app: the frame, the call, and both values.\n"
    "'understudy run --log FILE' writes the logs. diff compares their meaning: it counts frames\n"
    "from the start of playback, and ignores wall-clock times, screenshots, and the order in\n"
    "which an app's threads call within a frame. It stops at the frame in which playback asks the\n"
    "app to end ('run --end quit') or makes the input live again ('run --end release').\n"
    "\n"
    "  --position-m X  allow two positions to differ by X metres (default 0.00001)\n"
    "  --angle-rad X   allow two rotations to differ by X radians (default 0.0001)\n"
    "  --number X      allow any other two numbers to differ by X (default 0.00001)\n"
    "  --ignore NAMES  ignore events with these names, separated by commas; understudy-log(5)\n"
    "                  lists the names\n"
    "  --common        compare the frames that both logs have; one run may be longer\n"
    "  --json          print one JSON object\n"
    "\n"
    "The JSON object: result (equal or different), frames, frames_differing; and if the logs\n"
    "differ, first {frame or null, session or null, at_s or null, what, field or null, a, b,\n"
    "a_line, b_line}.\n"
    "\n"
    "Exit codes: 0 equal; 1 different; 2 usage, or diff cannot use a log; 3 the output could not\n"
    "be written.\n";

static int diff(int argc, char **argv);

const struct tool_command tool_command_diff = {"diff", "find the first difference between two runs",
                                               help, diff, NULL};

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

static int diff(int argc, char **argv)
{
    struct tool_divergence_options wanted = {{1e-5, 1e-4, 1e-5}, NULL, false};
    bool json = false;
    const struct tool_option options[] = {
        {"position-m", TOOL_OPTION_NUMBER, &wanted.allow.position_m, NULL},
        {"angle-rad", TOOL_OPTION_NUMBER, &wanted.allow.angle_rad, NULL},
        {"number", TOOL_OPTION_NUMBER, &wanted.allow.number, NULL},
        {"ignore", TOOL_OPTION_LIST, &wanted.ignore, tool_event_names},
        {"common", TOOL_OPTION_FLAG, &wanted.common, NULL},
        {"json", TOOL_OPTION_FLAG, &json, NULL},
        {NULL, TOOL_OPTION_FLAG, NULL, NULL},
    };
    struct tool_command_line line = {.command = &tool_command_diff,
                                     .options = options,
                                     .takes_two = true,
                                     .wanted = "two event logs are needed"};
    int code = tool_options_parse(&line, argc, argv);
    if (code != TOOL_OPTIONS_GO_ON)
        return code;
    if (!tool_file_roles_check_inputs("diff", line.operand, line.second))
        return TOOL_EXIT_USAGE;
    if (!(wanted.allow.position_m >= 0.0 && wanted.allow.angle_rad >= 0.0 &&
          wanted.allow.number >= 0.0)) {
        tool_text_complain("diff: --position-m, --angle-rad and --number must be 0 or more");
        return TOOL_EXIT_USAGE;
    }
    struct tool_divergence divergence;
    enum tool_divergence_result result =
        tool_divergence_find(line.operand, line.second, &wanted, &divergence);
    if (result == TOOL_DIVERGENCE_UNKNOWN)
        return TOOL_EXIT_USAGE;
    bool different = result == TOOL_DIVERGENCE_FOUND;
    if (json && !print_json(&divergence, different))
        return TOOL_EXIT_OUTPUT;
    if (!json && different) {
        tool_divergence_print(stdout, line.operand, line.second, &divergence);
    } else if (!json) {
        char frames[64];
        tool_divergence_count(&divergence, frames, sizeof frames);
        printf("no difference in %s\n", frames);
    }
    return different ? TOOL_EXIT_DIFFERENT : TOOL_EXIT_OK;
}
