/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdio.h>

#include "tool/cli/file_roles.h"
#include "tool/cli/json.h"
#include "tool/cli/options.h"
#include "tool/recording/recording_json.h"
#include "tool/recording/report.h"
#include "tool/session/session_commands.h"
#include "tool/session/session_survey.h"
#include "core/base/seconds.h"
#include "tool/cli/text.h"
#include "tool/cli/command.h"

static const char help[] =
    "usage: understudy info FILE [--json] [--headerless]\n"
    "\n"
    "Print what a recording contains.\n"
    "\n"
    "  --json        print one JSON object\n"
    "  --headerless  the file is a recording of 2019 without its 16-byte header\n"
    "\n"
    "Shares refer to the time that plays. 'rate' is estimated from the distances of key times.\n"
    "'anchor' tells where 'run --anchor auto' puts the recording: 'floor' if the head's height at\n"
    "the start shows that the origin is on the floor, otherwise 'local'.\n"
    "\n"
    "The JSON object: file, result (sound, repaired or warned), file_size_bytes, layout (as in\n"
    "check), start_s, end_s, duration_s, first_key_s, last_key_s, key_count, curve_count,\n"
    "curves_with_keys, rate_hz, segments {linear, hermite, weighted, stepped}, wrap_modes\n"
    "{NAME: count of curve ends}, head {present}, left and right {present, joints_with_keys,\n"
    "tracked_share, pinch_count}, gaze {present, valid_share}, markers [{time_s, name}], anchor,\n"
    "items (as in check). For an unusable file: file, result, error (as in check).\n"
    "Of a session recording: file, result, file_size_bytes, session (as in check), app {name,\n"
    "version, engine, engine_version, openxr_version}, runtime {name, version, system,\n"
    "view_count}, extensions [{name, added}], wall_time_s, start_s, end_s, duration_s,\n"
    "first_frame_s, frame_count, rate_hz, head {present, tracked_share}, left and right {present,\n"
    "tracked_share, poses {NAME: share}}, gaze {present, valid_share}, profiles {USER: [path]},\n"
    "components [{path, type, active}], messages {TOPIC: count}, dropped_messages, haptics\n"
    "{count, stops}, markers [{time_s, name}], anchor, items. Shares are of its frames.\n"
    "\n"
    "Exit codes: 0; 2 usage; 3 the output could not be written; 4 the recording is unusable.\n";

static int info(int argc, char **argv);

const struct tool_command tool_command_info = {"info", "print what a recording contains", help,
                                               info, NULL};

static void add_hand(cJSON *object, const struct tool_report_survey *survey, enum us_hand hand)
{
    const struct us_inspect_hand *of_hand = &survey->facts.hands[hand];
    cJSON *out = cJSON_AddObjectToObject(object, us_hand_name(hand));
    cJSON_AddBoolToObject(out, "present", us_recording_has_hand(&survey->index.head, hand));
    cJSON_AddNumberToObject(out, "joints_with_keys", of_hand->joints_with_keys);
    tool_json_add_number(out, "tracked_share", of_hand->tracked_share);
    cJSON_AddNumberToObject(out, "pinch_count", (double)of_hand->pinches);
}

static void add_curves(cJSON *object, const struct us_inspect_facts *facts)
{
    cJSON_AddNumberToObject(object, "curve_count", facts->curve_count);
    cJSON_AddNumberToObject(object, "curves_with_keys", facts->curves_with_keys);
    tool_json_add_number(object, "rate_hz", facts->rate_hz);
    cJSON *segments = cJSON_AddObjectToObject(object, "segments");
    cJSON_AddNumberToObject(segments, "linear", (double)facts->linear);
    cJSON_AddNumberToObject(segments, "hermite", (double)facts->hermite);
    cJSON_AddNumberToObject(segments, "weighted", (double)facts->weighted);
    cJSON_AddNumberToObject(segments, "stepped", (double)facts->stepped);
    cJSON *wraps = cJSON_AddObjectToObject(object, "wrap_modes");
    for (unsigned i = 0; i < US_INSPECT_WRAPS; i++)
        if (facts->wraps[i] > 0)
            cJSON_AddNumberToObject(wraps, us_inspect_wrap_name(i), (double)facts->wraps[i]);
}

static void add_markers(cJSON *object, const struct us_recording *recording)
{
    cJSON *markers = cJSON_AddArrayToObject(object, "markers");
    for (uint32_t i = 0; i < recording->marker_count; i++) {
        cJSON *out = cJSON_CreateObject();
        tool_json_add_number(out, "time_s", (double)recording->markers[i].time_s);
        tool_json_add_text(out, "name", recording->markers[i].name);
        cJSON_AddItemToArray(markers, out);
    }
}

static bool print_json(const char *path, const struct tool_report_survey *survey)
{
    const struct us_inspect_facts *facts = &survey->facts;
    const struct us_recording *recording = &survey->index.head;
    double start_s = us_recording_start_s(recording);
    cJSON *object = cJSON_CreateObject();
    tool_json_add_text(object, "file", path);
    cJSON_AddStringToObject(object, "result", tool_report_verdict(&survey->report));
    cJSON_AddNumberToObject(object, "file_size_bytes", (double)recording->file_size);
    tool_recording_json_add_layout(object, &recording->layout);
    tool_json_add_number(object, "start_s", start_s);
    tool_json_add_number(object, "end_s", recording->last_key_s);
    tool_json_add_number(object, "duration_s", recording->last_key_s - start_s);
    tool_json_add_number(object, "first_key_s", recording->first_key_s);
    tool_json_add_number(object, "last_key_s", recording->last_key_s);
    cJSON_AddNumberToObject(object, "key_count", (double)recording->key_count);
    add_curves(object, facts);
    cJSON *head = cJSON_AddObjectToObject(object, "head");
    cJSON_AddBoolToObject(head, "present", us_recording_has_head(recording));
    add_hand(object, survey, US_HAND_LEFT);
    add_hand(object, survey, US_HAND_RIGHT);
    cJSON *gaze = cJSON_AddObjectToObject(object, "gaze");
    cJSON_AddBoolToObject(gaze, "present", us_recording_has_gaze(recording));
    tool_json_add_number(gaze, "valid_share", facts->gaze_valid_share);
    add_markers(object, recording);
    cJSON_AddStringToObject(object, "anchor", facts->floor_based ? "floor" : "local");
    tool_recording_json_add_items(object, &survey->report);
    return tool_json_print(object);
}

static void print_curves(const struct us_inspect_facts *facts)
{
    printf("  segments  %" PRIu64 " linear", facts->linear);
    if (facts->hermite > 0)
        printf(", %" PRIu64 " Hermite", facts->hermite);
    if (facts->weighted > 0)
        printf(", %" PRIu64 " weighted", facts->weighted);
    if (facts->stepped > 0)
        printf(", %" PRIu64 " stepped", facts->stepped);
    printf("\n  wrapping ");
    bool any = false;
    for (unsigned i = 0; i < US_INSPECT_WRAPS; i++) {
        if (facts->wraps[i] > 0)
            printf("%s %s (%" PRIu64 " curve ends)", any ? "," : "", us_inspect_wrap_name(i),
                   facts->wraps[i]);
        any = any || facts->wraps[i] > 0;
    }
    puts(any ? "" : " no keys");
}

static void print_tracks(const struct tool_report_survey *survey)
{
    const struct us_recording *recording = &survey->index.head;
    double length_s = recording->last_key_s - us_recording_start_s(recording);
    printf("  head      %s\n", us_recording_has_head(recording) ? "yes" : "no");
    for (unsigned i = 0; i < US_HAND_COUNT; i++) {
        const struct us_inspect_hand *hand = &survey->facts.hands[i];
        printf("  %-5s     ", us_hand_name((enum us_hand)i));
        if (!us_recording_has_hand(recording, (enum us_hand)i))
            puts("no");
        else
            printf("%u joints with keys, tracked %.1f %% of the time (%.3f s), %" PRIu64 " %s\n",
                   hand->joints_with_keys, 100.0 * hand->tracked_share,
                   hand->tracked_share * length_s, hand->pinches,
                   hand->pinches == 1 ? "pinch" : "pinches");
    }
    if (us_recording_has_gaze(recording))
        printf("  gaze      valid %.1f %% of the time\n", 100.0 * survey->facts.gaze_valid_share);
    else
        puts("  gaze      no");
}

static void print_markers(const struct us_recording *recording)
{
    printf("  markers   %" PRIu32 "\n", recording->marker_count);
    for (uint32_t i = 0; i < recording->marker_count; i++) {
        char name[512];
        tool_text_escape(recording->markers[i].name, name, sizeof(name));
        printf("            %9.3f s  %s\n", (double)recording->markers[i].time_s, name);
    }
}

static void print_text(const char *path, const struct tool_report_survey *survey)
{
    const struct us_inspect_facts *facts = &survey->facts;
    const struct us_recording *recording = &survey->index.head;
    char safe[1024], layout[128];
    tool_text_escape(path, safe, sizeof(safe));
    tool_report_layout(&recording->layout, layout, sizeof(layout));
    double start_s = us_recording_start_s(recording);
    printf("%s: %" PRIu64 " bytes\n", safe, recording->file_size);
    printf("  layout    %s\n", layout);
    printf("  time      %s, from %s to %s (first key at %s)\n",
           us_seconds_words(recording->last_key_s - start_s).text, us_seconds_words(start_s).text,
           us_seconds_words(recording->last_key_s).text,
           us_seconds_words(recording->first_key_s).text);
    printf("  keys      %" PRIu64 " in %u of %u curves, about %.1f frames a second\n",
           recording->key_count, facts->curves_with_keys, facts->curve_count, facts->rate_hz);
    print_curves(facts);
    print_tracks(survey);
    print_markers(recording);
    printf("  anchor    %s\n", facts->floor_based
                                   ? "floor: the head starts at a standing or sitting height"
                                   : "local: the origin is where the head starts");
    printf("  state     %s%s\n", tool_report_verdict(&survey->report),
           survey->report.item_count > 0 ? "; 'understudy check' lists the findings" : "");
    tool_report_summarize(&survey->report);
}

static int info(int argc, char **argv)
{
    bool json = false, headerless = false;
    const struct tool_option options[] = {
        {"json", TOOL_OPTION_FLAG, &json, NULL},
        {"headerless", TOOL_OPTION_FLAG, &headerless, NULL},
        {NULL, TOOL_OPTION_FLAG, NULL, NULL},
    };
    struct tool_command_line line = {.command = &tool_command_info, .options = options};
    int code = tool_options_parse(&line, argc, argv);
    if (code != TOOL_OPTIONS_GO_ON)
        return code;
    if (!tool_file_roles_check_inputs("info", line.operand, NULL))
        return TOOL_EXIT_USAGE;
    if (tool_session_is(line.operand))
        return tool_session_info(line.operand, json);

    static struct tool_report_survey survey;
    if (!tool_report_survey_open(line.operand, headerless, json, TOOL_REPORT_FACTS, &survey))
        return TOOL_EXIT_RECORDING;
    code = TOOL_EXIT_OK;
    if (!json)
        print_text(line.operand, &survey);
    else if (!print_json(line.operand, &survey))
        code = TOOL_EXIT_OUTPUT;
    tool_report_survey_close(&survey);
    return code;
}
