/* SPDX-License-Identifier: MIT */
#include "tool/recording/inspection.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "session/open_recording.h"
#include "tool/cli/file_roles.h"
#include "tool/cli/json.h"
#include "tool/cli/options.h"
#include "tool/cli/text.h"

/* ---- Opening ---- */

const char *tool_inspection_hint(const char *path)
{
    return strncmp(path, "performance:", strlen("performance:")) == 0 ||
                   tool_file_path_ends_in(path, ".person")
               ? "; it is what a person does: 'understudy perform' makes a recording of it"
               : "";
}

void tool_inspection_say_failure(const char *path, bool json, const struct us_error *error)
{
    char text[512];
    us_error_describe(error, text, sizeof text);
    tool_text_complain("%s: %s%s", path, text, tool_inspection_hint(path));
    if (!json)
        return;
    cJSON *object = cJSON_CreateObject();
    tool_json_add_text(object, "file", path);
    cJSON_AddStringToObject(object, "result", "unusable");
    tool_json_add_error(object, error);
    tool_json_print(object);
}

bool tool_inspection_open(const char *path, bool json, enum tool_inspection_depth depth,
                          struct tool_inspection *out)
{
    struct us_error error = {.byte = US_NO_BYTE};
    *out = (struct tool_inspection){.path = path,
                                    .file.descriptor = -1,
                                    .session.file.descriptor = -1,
                                    .kind = tool_session_is(path) ? &tool_inspection_of_session
                                                                  : &tool_inspection_of_animation};
    if (out->kind->open(out, depth, &error) == US_OK)
        return true;
    tool_inspection_close(out);
    tool_inspection_say_failure(path, json, &error);
    return false;
}

void tool_inspection_close(struct tool_inspection *inspection)
{
    inspection->kind->close(inspection);
}

bool tool_inspection_play(const struct tool_inspection *inspection, bool json,
                          struct us_loaded_recording *out)
{
    struct us_error error = {.byte = US_NO_BYTE};
    if (us_open_recording(inspection->path, true, out, &error) == US_OK)
        return true;
    tool_inspection_say_failure(inspection->path, json, &error);
    return false;
}

bool tool_inspection_load(const char *path, bool json, struct us_loaded_recording *out)
{
    struct tool_inspection inspection = {.path = path};
    if (!tool_session_is(path)) {
        if (!tool_inspection_open(path, json, TOOL_INSPECTION_KEYS, &inspection))
            return false;
        tool_inspection_close(&inspection);
    }
    return tool_inspection_play(&inspection, json, out);
}

/* ---- Defects ---- */

const char *tool_inspection_weight(enum us_repair_weight weight)
{
    return weight == US_REPAIR_NOTE       ? "note"
           : weight == US_REPAIR_REPAIRED ? "repaired"
                                          : "remains";
}

void tool_inspection_visit_defects(const struct tool_inspection *inspection,
                                   tool_defect_visit *visit, void *context)
{
    inspection->kind->visit_defects(inspection, visit, context);
}

static void weigh(const struct tool_defect *defect, void *context)
{
    enum us_repair_weight *heaviest = context;
    *heaviest = defect->weight > *heaviest ? defect->weight : *heaviest;
}

/* The weight of the heaviest defect; US_REPAIR_NOTE if there is none. */
static enum us_repair_weight heaviest_of(const struct tool_inspection *inspection)
{
    enum us_repair_weight heaviest = US_REPAIR_NOTE;
    tool_inspection_visit_defects(inspection, weigh, &heaviest);
    return heaviest;
}

const char *tool_inspection_verdict(const struct tool_inspection *inspection)
{
    static const char *const verdicts[] = {[US_REPAIR_NOTE] = "sound",
                                           [US_REPAIR_REPAIRED] = "repaired",
                                           [US_REPAIR_REMAINS] = "warned"};
    return verdicts[heaviest_of(inspection)];
}

static void add_defect(const struct tool_defect *defect, void *context)
{
    cJSON *out = tool_json_append_object(context);
    cJSON_AddStringToObject(out, "kind", defect->kind);
    cJSON_AddStringToObject(out, "weight", tool_inspection_weight(defect->weight));
    cJSON_AddNumberToObject(out, "count", (double)defect->count);
    tool_json_add_text_or_null(out, "curve", defect->curve);
    tool_json_add_number(out, "seconds_s", defect->seconds);
    if (defect->byte != US_NO_BYTE)
        cJSON_AddNumberToObject(out, "byte", (double)defect->byte);
    else
        cJSON_AddNullToObject(out, "byte");
    tool_json_add_number(out, "time_s", defect->time_s);
    cJSON_AddStringToObject(out, "text", defect->text);
}

/* [{"kind", "weight", "count", "curve", "seconds_s", "byte", "time_s", "text"}] as "items". */
static void add_defects(const struct tool_inspection *inspection, cJSON *json)
{
    tool_inspection_visit_defects(inspection, add_defect, cJSON_AddArrayToObject(json, "items"));
}

/* ---- Facts ---- */

static void add_markers(const struct us_recording *recording, const struct tool_fact_sheet *sheet)
{
    cJSON *markers = cJSON_AddArrayToObject(sheet->json, "markers");
    tool_fact_sheet_line(sheet, "markers", "%" PRIu32, recording->marker_count);
    for (uint32_t i = 0; i < recording->marker_count; i++) {
        const struct us_marker *marker = &recording->markers[i];
        cJSON *out = tool_json_append_object(markers);
        tool_json_add_number(out, "time_s", (double)marker->time_s);
        tool_json_add_text(out, "name", marker->name);
        tool_fact_sheet_line(sheet, "", "%9.3f s  %s", (double)marker->time_s, marker->name);
    }
}

void tool_inspection_add_facts(const struct tool_inspection *inspection,
                               const struct tool_fact_sheet *sheet)
{
    char layout[256];
    cJSON_AddNumberToObject(sheet->json, "file_size_bytes", (double)inspection->file_bytes);
    inspection->kind->add_layout(inspection, sheet->json, layout, sizeof layout);
    tool_fact_sheet_line(sheet, "layout", "%s", layout);
    inspection->kind->add_facts(inspection, sheet);
    add_markers(inspection->recording, sheet);
}

/* ---- Commands ---- */

static bool print_json(const struct tool_inspection_command *of,
                       const struct tool_inspection *inspection)
{
    cJSON *object = cJSON_CreateObject();
    tool_json_add_text(object, "file", inspection->path);
    cJSON_AddStringToObject(object, "result", tool_inspection_verdict(inspection));
    of->add_json(inspection, object);
    add_defects(inspection, object);
    return tool_json_print(object);
}

int tool_inspection_run(const struct tool_inspection_command *of, int argc, char **argv)
{
    static struct tool_inspection inspection;
    bool json = false;
    const struct tool_option options[] = {
        {"json", TOOL_OPTION_FLAG, &json, NULL},
        {NULL, TOOL_OPTION_FLAG, NULL, NULL},
    };
    struct tool_command_line line = {.command = of->command, .options = options};
    int code = tool_options_parse(&line, argc, argv);
    if (code != TOOL_OPTIONS_GO_ON)
        return code;
    if (!tool_file_roles_check_only(of->command->name, line.operand))
        return TOOL_EXIT_USAGE;
    if (!tool_inspection_open(line.operand, json, of->depth, &inspection))
        return of->unusable;
    bool is_repaired = heaviest_of(&inspection) != US_REPAIR_NOTE;
    code = of->tells_repairs && is_repaired ? TOOL_EXIT_REPAIRED : TOOL_EXIT_OK;
    if (!json)
        of->print_text(&inspection);
    else if (!print_json(of, &inspection))
        code = TOOL_EXIT_OUTPUT;
    tool_inspection_close(&inspection);
    return code;
}

static void print(const char *format, va_list arguments)
{
    char text[1024], safe[2048];
    vsnprintf(text, sizeof text, format, arguments);
    tool_text_escape(text, safe, sizeof safe);
    fputs(safe, stdout);
}

void tool_fact_sheet_begin(const struct tool_fact_sheet *sheet, const char *title)
{
    if (sheet->json == NULL)
        printf("  %-8s  ", title);
}

void tool_fact_sheet_add(const struct tool_fact_sheet *sheet, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    if (sheet->json == NULL)
        print(format, arguments);
    va_end(arguments);
}

void tool_fact_sheet_end(const struct tool_fact_sheet *sheet)
{
    if (sheet->json == NULL)
        putchar('\n');
}

void tool_fact_sheet_line(const struct tool_fact_sheet *sheet, const char *title,
                          const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    tool_fact_sheet_begin(sheet, title);
    if (sheet->json == NULL)
        print(format, arguments);
    tool_fact_sheet_end(sheet);
    va_end(arguments);
}
