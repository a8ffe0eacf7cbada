/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "tool/cli/command.h"
#include "tool/cli/text.h"
#include "tool/recording/inspection.h"

static const char help[] =
    "usage: understudy info FILE [--json]\n"
    "\n"
    "Print what a recording contains.\n"
    "\n"
    "  --json        print one JSON object\n"
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
    "view_count}, extensions [{name, added}], driven (made by 'understudy drive'), wall_time_s,\n"
    "start_s, end_s, duration_s, first_frame_s, frame_count, rate_hz, head {present,\n"
    "tracked_share}, left and right {present, tracked_share, poses {NAME: share}}, gaze\n"
    "{present, valid_share}, profiles {USER: [path]},\n"
    "components [{path, type, active}], messages {TOPIC: count}, dropped_messages, haptics\n"
    "{count, stops}, markers [{time_s, name}], anchor, items. Shares are of its frames.\n"
    "\n"
    "Exit codes: 0; 2 usage; 3 the output could not be written; 4 the recording is unusable.\n";

static void add_json(const struct tool_inspection *inspection, cJSON *object)
{
    const struct tool_fact_sheet sheet = {.json = object};
    tool_inspection_add_facts(inspection, &sheet);
}

/* How many defects there are of each kind. */
struct summary {
    unsigned count;
    struct {
        const char *kind, *weight;
        unsigned places;
    } kinds[64];
};

static void count_defect(const struct tool_defect *defect, void *context)
{
    struct summary *summary = context;
    unsigned i = 0;
    while (i < summary->count && strcmp(summary->kinds[i].kind, defect->kind) != 0)
        i++;
    if (i == sizeof summary->kinds / sizeof summary->kinds[0])
        return;
    if (i == summary->count)
        summary->count++;
    summary->kinds[i].kind = defect->kind;
    summary->kinds[i].weight = tool_inspection_weight(defect->weight);
    summary->kinds[i].places++;
}

static void print_text(const struct tool_inspection *inspection)
{
    const struct tool_fact_sheet sheet = {.json = NULL};
    struct summary summary = {0};
    tool_text_print_line(stdout, "%s: %" PRIu64 " bytes", inspection->path, inspection->file_bytes);
    tool_inspection_add_facts(inspection, &sheet);
    tool_inspection_visit_defects(inspection, count_defect, &summary);
    tool_fact_sheet_line(&sheet, "state", "%s%s", tool_inspection_verdict(inspection),
                         summary.count > 0 ? "; 'understudy check' lists the findings" : "");
    for (unsigned i = 0; i < summary.count; i++)
        tool_fact_sheet_line(&sheet, "", "%-8s %s, in %u place%s", summary.kinds[i].weight,
                             summary.kinds[i].kind, summary.kinds[i].places,
                             summary.kinds[i].places == 1 ? "" : "s");
}

static int info(int argc, char **argv)
{
    static const struct tool_inspection_command of = {.command = &tool_command_info,
                                                      .depth = TOOL_INSPECTION_FACTS,
                                                      .unusable = TOOL_EXIT_RECORDING,
                                                      .print_text = print_text,
                                                      .add_json = add_json};
    return tool_inspection_run(&of, argc, argv);
}

const struct tool_command tool_command_info = {"info", "print what a recording contains", help,
                                               info, NULL};
