/* SPDX-License-Identifier: MIT */
#include <stdio.h>

#include "tool/cli/command.h"
#include "tool/cli/text.h"
#include "tool/recording/inspection.h"

static const char help[] =
    "usage: understudy check FILE [--json]\n"
    "\n"
    "Find the defects of a recording, and print which parts of it will play. A recording without\n"
    "anything to play is unusable. Of a session recording it names what was valid or active at\n"
    "any time: a hand that was never tracked is not among them.\n"
    "\n"
    "  --json        print one JSON object\n"
    "\n"
    "Each finding has a weight. A 'note' does not affect playback. Playback repairs a 'repaired'\n"
    "defect in memory; the file does not change. Playback cannot repair a defect that 'remains'.\n"
    "\n"
    "The JSON object: file, result (sound, repaired, warned or unusable); then either error\n"
    "{kind, curve, byte, text}, or file_size_bytes, layout {version, key_size_bytes, headerless,\n"
    "has_camera, has_hands, has_gaze, has_marker_list} or of a session recording session\n"
    "{finished, whole_bytes, chunk_count, compressed_chunks, library}, plays {head, left, right,\n"
    "gaze, controllers: true or false} and items [{kind, weight, count, curve, seconds_s, byte,\n"
    "time_s, text}]. seconds_s tells how long a finding lasts, and curve, byte and time_s where\n"
    "it is; they are null where that is not known.\n"
    "\n"
    "Exit codes: 0 sound; 1 repaired, or a defect remains; 2 unusable (or a usage error);\n"
    "3 the output could not be written.\n";

/* What a recording may hold. An input animation file never has controllers. */
enum { PARTS = 5, ANIMATION_PARTS = 4 };
static const struct {
    const char *key, *words;
    enum us_session_part part;
} parts[PARTS] = {{"head", "head", US_SESSION_PART_HEAD},
                  {"left", "left hand", US_SESSION_PART_LEFT},
                  {"right", "right hand", US_SESSION_PART_RIGHT},
                  {"gaze", "gaze", US_SESSION_PART_GAZE},
                  {"controllers", "controllers", US_SESSION_PART_CONTROLLERS}};

/* A session records a part in each frame, whether it was there at any time or not. */
static void find_parts(const struct tool_inspection *inspection, bool out_has[PARTS])
{
    const struct us_recording *recording = inspection->recording;
    out_has[0] = us_recording_has_head(recording);
    out_has[1] = us_recording_has_hand(recording, US_HAND_LEFT);
    out_has[2] = us_recording_has_hand(recording, US_HAND_RIGHT);
    out_has[3] = us_recording_has_gaze(recording);
    out_has[4] = recording->has_controllers;
    for (unsigned i = 0; recording->is_session && i < PARTS; i++)
        out_has[i] = out_has[i] && (inspection->session.facts.parts & parts[i].part) != 0;
}

static void add_json(const struct tool_inspection *inspection, cJSON *object)
{
    char layout[256];
    bool has[PARTS];
    cJSON_AddNumberToObject(object, "file_size_bytes", (double)inspection->file_bytes);
    inspection->kind->add_layout(inspection, object, layout, sizeof layout);
    cJSON *plays = cJSON_AddObjectToObject(object, "plays");
    find_parts(inspection, has);
    for (unsigned i = 0; i < PARTS; i++)
        cJSON_AddBoolToObject(plays, parts[i].key, has[i]);
}

static void print_plays(const struct tool_inspection *inspection)
{
    const unsigned count = inspection->recording->is_session ? PARTS : ANIMATION_PARTS;
    bool has[PARTS], has_any = false;
    find_parts(inspection, has);
    for (unsigned i = 0; i < count; i++)
        has_any |= has[i];
    for (int wanted = 1; wanted >= 0; wanted--) {
        const char *before = wanted    ? "  plays    "
                             : has_any ? "; nothing for "
                                       : "  plays    nothing valid: no ";
        for (unsigned i = 0; i < count; i++) {
            if (has[i] != (wanted != 0))
                continue;
            printf("%s%s", before, parts[i].words);
            before = ", ";
        }
    }
    putchar('\n');
}

static void print_defect(const struct tool_defect *defect, void *context)
{
    (void)context;
    printf("  %-8s %s\n", tool_inspection_weight(defect->weight), defect->text);
}

static void print_text(const struct tool_inspection *inspection)
{
    char layout[256];
    inspection->kind->add_layout(inspection, NULL, layout, sizeof layout);
    tool_text_print_line(stdout, "%s: %s (%s)", inspection->path,
                         tool_inspection_verdict(inspection), layout);
    print_plays(inspection);
    tool_inspection_visit_defects(inspection, print_defect, NULL);
}

static int check(int argc, char **argv)
{
    static const struct tool_inspection_command of = {.command = &tool_command_check,
                                                      .depth = TOOL_INSPECTION_DEFECTS,
                                                      .unusable = TOOL_EXIT_USAGE,
                                                      .tells_repairs = true,
                                                      .print_text = print_text,
                                                      .add_json = add_json};
    return tool_inspection_run(&of, argc, argv);
}

const struct tool_command tool_command_check = {"check", "find the defects of a recording", help,
                                                check, NULL};
