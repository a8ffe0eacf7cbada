/* SPDX-License-Identifier: MIT */
#include <stdio.h>

#include "json.h"
#include "options.h"
#include "report.h"
#include "text.h"
#include "verb.h"

static const char help[] =
    "usage: understudy check FILE [--json] [--headerless]\n"
    "\n"
    "Say whether a recording is sound, and each thing that was found in it.\n"
    "\n"
    "  --json        print one JSON object\n"
    "  --headerless  the file is a recording of 2019 without its 16-byte header\n"
    "\n"
    "Each thing has a weight: 'note' is only worth knowing, 'mended' is a defect that playback\n"
    "mends (the file is not changed), 'remains' is one that it cannot mend.\n"
    "\n"
    "The JSON object: file, result (sound, repaired, warned or unusable); then either\n"
    "layout {version, key_size_bytes, headerless, has_camera, has_hands, has_gaze,\n"
    "has_marker_list} and items [{kind, weight, curve, count, seconds_s, text}], or\n"
    "error {kind, curve, byte, text}.\n"
    "\n"
    "Exit codes: 0 sound; 1 repaired, or a defect remains; 2 unusable (or a usage error);\n"
    "3 the output could not be written.\n";

static int check(int argc, char **argv);

const struct us_verb us_verb_check = {"check", "say whether a recording is sound", help, check};

static bool print_json(const char *path, const struct us_report_survey *survey)
{
    cJSON *object = cJSON_CreateObject();
    us_json_add_text(object, "file", path);
    cJSON_AddStringToObject(object, "result", us_report_verdict(&survey->report));
    us_json_add_layout(object, &survey->index.head.layout);
    us_json_add_items(object, &survey->report);
    return us_json_print(object);
}

static void print_text(const char *path, const struct us_report_survey *survey)
{
    char safe[1024], layout[128];
    us_text_escape(path, safe, sizeof(safe));
    us_report_layout(&survey->index.head.layout, layout, sizeof(layout));
    printf("%s: %s (%s)\n", safe, us_report_verdict(&survey->report), layout);
    us_report_print(&survey->report);
}

static int check(int argc, char **argv)
{
    bool json = false, headerless = false;
    const struct us_option options[] = {
        {"json", US_OPTION_FLAG, &json, NULL},
        {"headerless", US_OPTION_FLAG, &headerless, NULL},
        {NULL, US_OPTION_FLAG, NULL, NULL},
    };
    struct us_command_line line = {.verb = &us_verb_check, .options = options};
    int code = us_options_parse(&line, argc, argv);
    if (code != US_OPTIONS_GO_ON)
        return code;

    static struct us_report_survey survey;
    if (!us_report_survey_open(line.operand, headerless, json, US_REPORT_ITEMS, &survey))
        return US_EXIT_USAGE;
    code = us_report_heaviest(&survey.report) == US_REPAIR_NOTE ? US_EXIT_OK : US_EXIT_REPAIRED;
    if (!json)
        print_text(line.operand, &survey);
    else if (!print_json(line.operand, &survey))
        code = US_EXIT_OUTPUT;
    us_report_survey_close(&survey);
    return code;
}
