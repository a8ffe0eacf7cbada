/* SPDX-License-Identifier: MIT */
#include <stdio.h>

#include "tool/cli/file_roles.h"
#include "tool/cli/json.h"
#include "tool/cli/options.h"
#include "tool/recording/recording_json.h"
#include "tool/recording/report.h"
#include "tool/session/session_commands.h"
#include "tool/session/session_survey.h"
#include "tool/cli/text.h"
#include "tool/cli/command.h"

static const char help[] =
    "usage: understudy check FILE [--json] [--headerless]\n"
    "\n"
    "Find the defects of a recording, and print which parts of it will play. A recording without\n"
    "anything to play is unusable.\n"
    "\n"
    "  --json        print one JSON object\n"
    "  --headerless  the file is a recording of 2019 without its 16-byte header\n"
    "\n"
    "Each finding has a weight. A 'note' does not affect playback. Playback repairs a 'repaired'\n"
    "defect in memory; the file does not change. Playback cannot repair a defect that 'remains'.\n"
    "\n"
    "The JSON object: file, result (sound, repaired, warned or unusable); then either\n"
    "layout {version, key_size_bytes, headerless, has_camera, has_hands, has_gaze,\n"
    "has_marker_list}, plays {head, left, right, gaze: true or false} and items [{kind, weight,\n"
    "curve, count, seconds_s, text}], or error {kind, curve, byte, text}.\n"
    "Of a session recording: session {finished, whole_bytes, chunk_count, library}, plays {head,\n"
    "left, right, gaze, controllers} and items [{kind, weight, count, byte, time_s, text}]; byte\n"
    "and time_s tell where it is, and are null where it has no place.\n"
    "\n"
    "Exit codes: 0 sound; 1 repaired, or a defect remains; 2 unusable (or a usage error);\n"
    "3 the output could not be written.\n";

static int check(int argc, char **argv);

const struct tool_command tool_command_check = {"check", "find the defects of a recording", help,
                                                check, NULL};

enum { PARTS = 4 };
static const struct {
    const char *key, *words;
} parts[PARTS] = {
    {"head", "head"}, {"left", "left hand"}, {"right", "right hand"}, {"gaze", "gaze"}};

static void find_parts(const struct us_recording *recording, bool out_has[PARTS])
{
    out_has[0] = us_recording_has_head(recording);
    out_has[1] = us_recording_has_hand(recording, US_HAND_LEFT);
    out_has[2] = us_recording_has_hand(recording, US_HAND_RIGHT);
    out_has[3] = us_recording_has_gaze(recording);
}

static void add_plays(cJSON *object, const struct us_recording *recording)
{
    bool has[PARTS];
    find_parts(recording, has);
    cJSON *out = cJSON_AddObjectToObject(object, "plays");
    for (unsigned i = 0; i < PARTS; i++)
        cJSON_AddBoolToObject(out, parts[i].key, has[i]);
}

static bool print_json(const char *path, const struct tool_report_survey *survey)
{
    cJSON *object = cJSON_CreateObject();
    tool_json_add_text(object, "file", path);
    cJSON_AddStringToObject(object, "result", tool_report_verdict(&survey->report));
    tool_recording_json_add_layout(object, &survey->index.head.layout);
    add_plays(object, &survey->index.head);
    tool_recording_json_add_items(object, &survey->report);
    return tool_json_print(object);
}

static void print_parts(const char *before, const bool has[PARTS], bool wanted)
{
    for (unsigned i = 0; i < PARTS; i++) {
        if (has[i] != wanted)
            continue;
        printf("%s%s", before, parts[i].words);
        before = ", ";
    }
}

static void print_plays(const struct us_recording *recording)
{
    bool has[PARTS];
    find_parts(recording, has);
    print_parts("  plays    ", has, true);
    print_parts("; nothing for ", has, false);
    putchar('\n');
}

static void print_text(const char *path, const struct tool_report_survey *survey)
{
    char safe[1024], layout[128];
    tool_text_escape(path, safe, sizeof(safe));
    tool_report_layout(&survey->index.head.layout, layout, sizeof(layout));
    printf("%s: %s (%s)\n", safe, tool_report_verdict(&survey->report), layout);
    print_plays(&survey->index.head);
    tool_report_print(&survey->report);
}

static int check(int argc, char **argv)
{
    bool json = false, headerless = false;
    const struct tool_option options[] = {
        {"json", TOOL_OPTION_FLAG, &json, NULL},
        {"headerless", TOOL_OPTION_FLAG, &headerless, NULL},
        {NULL, TOOL_OPTION_FLAG, NULL, NULL},
    };
    struct tool_command_line line = {.command = &tool_command_check, .options = options};
    int code = tool_options_parse(&line, argc, argv);
    if (code != TOOL_OPTIONS_GO_ON)
        return code;
    if (!tool_file_roles_check_inputs("check", line.operand, NULL))
        return TOOL_EXIT_USAGE;
    if (tool_session_is(line.operand))
        return tool_session_check(line.operand, json);

    static struct tool_report_survey survey;
    if (!tool_report_survey_open(line.operand, headerless, json, TOOL_REPORT_ITEMS, &survey))
        return TOOL_EXIT_USAGE;
    code =
        tool_report_heaviest(&survey.report) == US_REPAIR_NOTE ? TOOL_EXIT_OK : TOOL_EXIT_REPAIRED;
    if (!json)
        print_text(line.operand, &survey);
    else if (!print_json(line.operand, &survey))
        code = TOOL_EXIT_OUTPUT;
    tool_report_survey_close(&survey);
    return code;
}
