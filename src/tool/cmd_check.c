/* SPDX-License-Identifier: MIT */
#include <stdio.h>

#include "file_roles.h"
#include "json.h"
#include "options.h"
#include "report.h"
#include "text.h"
#include "verb.h"

static const char help[] =
    "usage: understudy check FILE [--json] [--headerless]\n"
    "\n"
    "Say whether a recording is sound, what of it is played, and each thing that was found in it.\n"
    "A recording with nothing to play is unusable.\n"
    "\n"
    "  --json        print one JSON object\n"
    "  --headerless  the file is a recording of 2019 without its 16-byte header\n"
    "\n"
    "Each thing has a weight: 'note' is only worth knowing, 'mended' is a defect that playback\n"
    "mends (the file is not changed), 'remains' is one that it cannot mend.\n"
    "\n"
    "The JSON object: file, result (sound, repaired, warned or unusable); then either\n"
    "layout {version, key_size_bytes, headerless, has_camera, has_hands, has_gaze,\n"
    "has_marker_list}, plays {head, left, right, gaze: true or false} and items [{kind, weight,\n"
    "curve, count, seconds_s, text}], or error {kind, curve, byte, text}.\n"
    "\n"
    "Exit codes: 0 sound; 1 repaired, or a defect remains; 2 unusable (or a usage error);\n"
    "3 the output could not be written.\n";

static int check(int argc, char **argv);

const struct us_verb us_verb_check = {"check", "say whether a recording is sound", help, check,
                                      NULL};

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

static bool print_json(const char *path, const struct us_report_survey *survey)
{
    cJSON *object = cJSON_CreateObject();
    us_json_add_text(object, "file", path);
    cJSON_AddStringToObject(object, "result", us_report_verdict(&survey->report));
    us_json_add_layout(object, &survey->index.head.layout);
    add_plays(object, &survey->index.head);
    us_json_add_items(object, &survey->report);
    return us_json_print(object);
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

static void print_text(const char *path, const struct us_report_survey *survey)
{
    char safe[1024], layout[128];
    us_text_escape(path, safe, sizeof(safe));
    us_report_layout(&survey->index.head.layout, layout, sizeof(layout));
    printf("%s: %s (%s)\n", safe, us_report_verdict(&survey->report), layout);
    print_plays(&survey->index.head);
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
    if (!us_file_roles_check_inputs("check", line.operand, NULL))
        return US_EXIT_USAGE;

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
