/* SPDX-License-Identifier: MIT */
/* The inspection of an input animation file. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "core/base/text.h"
#include "core/keys/sorted_keys.h"
#include "core/recording/channels.h"
#include "tool/cli/json.h"
#include "tool/cli/progress.h"
#include "tool/recording/inspection.h"

/* ---- The file ---- */

enum us_format_start tool_animation_start(const char *path)
{
    struct us_file file;
    uint8_t start[8];
    if (us_file_open(path, &file, NULL) != US_OK)
        return US_FORMAT_FOREIGN;
    const bool is_read = us_file_get(&file, 0, start, sizeof start);
    us_file_close(&file);
    return is_read ? us_format_start(start, sizeof start) : US_FORMAT_FOREIGN;
}

/* Go on with a copy in memory whose keys are sorted. */
static enum us_result use_sorted(struct tool_inspection *out, struct us_error *error)
{
    struct us_file file;
    struct us_curve_index index;
    enum us_result result = us_sorted_keys_read(&out->file, &file, &index, error);
    if (result != US_OK)
        return result;
    us_curve_index_finish(&out->index);
    us_file_close(&out->file);
    out->index = index;
    out->file = file;
    return US_OK;
}

static enum us_result open_animation(struct tool_inspection *out, enum tool_inspection_depth depth,
                                     struct us_error *error)
{
    enum us_result result = us_file_open_buffered(out->path, &out->file, error);
    if (result == US_OK)
        result = us_curve_index_read(&out->file, &out->index, error);
    if (result == US_OK)
        result = us_channels_check(&out->index.head, US_CHANNEL_ALL, error);
    if (result != US_OK)
        return result;
    struct tool_progress progress;
    tool_progress_begin(&progress, out->path);
    struct us_repair_report *report = depth >= TOOL_INSPECTION_DEFECTS ? &out->report : NULL;
    struct us_inspect_facts *facts = depth >= TOOL_INSPECTION_FACTS ? &out->facts : NULL;
    result = us_inspect_run(&out->file, &out->index, tool_progress_show, &progress, report, facts,
                            error);
    if (result == US_ERROR_UNSORTED) {
        result = use_sorted(out, error);
        if (result == US_OK)
            result = us_inspect_run(&out->file, &out->index, tool_progress_show, &progress, report,
                                    facts, error);
    }
    tool_progress_end(&progress);
    out->recording = &out->index.head;
    out->file_bytes = out->recording->file_size;
    return result;
}

static void close_animation(struct tool_inspection *inspection)
{
    us_repair_report_finish(&inspection->report);
    us_curve_index_finish(&inspection->index);
    us_file_close(&inspection->file);
}

/* ---- Facts ---- */

static void add_layout(const struct tool_inspection *inspection, cJSON *json, char *out,
                       size_t out_size)
{
    const struct us_layout *layout = &inspection->recording->layout;
    char version[32];
    snprintf(version, sizeof version, "%d.%d", (int)layout->version_major,
             (int)layout->version_minor);
    snprintf(out, out_size, "version %s%s, keys of %u bytes, %s", version,
             layout->headerless ? " without its header" : "", (unsigned)layout->key_size,
             layout->has_markers ? "a marker list" : "no marker list");
    cJSON *object = cJSON_AddObjectToObject(json, "layout");
    cJSON_AddStringToObject(object, "version", version);
    cJSON_AddNumberToObject(object, "key_size_bytes", (double)layout->key_size);
    cJSON_AddBoolToObject(object, "headerless", layout->headerless);
    cJSON_AddBoolToObject(object, "has_camera", layout->has_camera);
    cJSON_AddBoolToObject(object, "has_hands", layout->has_hands);
    cJSON_AddBoolToObject(object, "has_gaze", layout->has_gaze);
    cJSON_AddBoolToObject(object, "has_marker_list", layout->has_markers);
}

static void add_time(const struct us_recording *recording, const struct tool_fact_sheet *sheet)
{
    double start_s = us_recording_start_s(recording), end_s = recording->last_key_s;
    tool_fact_sheet_line(sheet, "time", "%s, from %s to %s (first key at %s)",
                         us_seconds_words(end_s - start_s).text, us_seconds_words(start_s).text,
                         us_seconds_words(end_s).text,
                         us_seconds_words(recording->first_key_s).text);
    tool_json_add_number(sheet->json, "start_s", start_s);
    tool_json_add_number(sheet->json, "end_s", end_s);
    tool_json_add_number(sheet->json, "duration_s", end_s - start_s);
    tool_json_add_number(sheet->json, "first_key_s", recording->first_key_s);
    tool_json_add_number(sheet->json, "last_key_s", end_s);
}

static void add_keys(const struct tool_inspection *inspection, const struct tool_fact_sheet *sheet)
{
    const struct us_inspect_facts *facts = &inspection->facts;
    const uint64_t keys = inspection->recording->key_count;
    tool_fact_sheet_line(sheet, "keys",
                         "%" PRIu64 " in %u of %u curves, about %.1f frames a second", keys,
                         facts->curves_with_keys, facts->curve_count, facts->rate_hz);
    cJSON_AddNumberToObject(sheet->json, "key_count", (double)keys);
    cJSON_AddNumberToObject(sheet->json, "curve_count", facts->curve_count);
    cJSON_AddNumberToObject(sheet->json, "curves_with_keys", facts->curves_with_keys);
    tool_json_add_number(sheet->json, "rate_hz", facts->rate_hz);
}

static void add_segments(const struct us_inspect_facts *facts, const struct tool_fact_sheet *sheet)
{
    const struct {
        const char *key, *words;
        uint64_t count;
    } kinds[] = {{"linear", "linear", facts->linear},
                 {"hermite", "Hermite", facts->hermite},
                 {"weighted", "weighted", facts->weighted},
                 {"stepped", "stepped", facts->stepped}};
    cJSON *segments = cJSON_AddObjectToObject(sheet->json, "segments");
    tool_fact_sheet_begin(sheet, "segments");
    for (unsigned i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        cJSON_AddNumberToObject(segments, kinds[i].key, (double)kinds[i].count);
        if (i == 0 || kinds[i].count > 0)
            tool_fact_sheet_add(sheet, "%s%" PRIu64 " %s", i == 0 ? "" : ", ", kinds[i].count,
                                kinds[i].words);
    }
    tool_fact_sheet_end(sheet);
}

static void add_wraps(const struct us_inspect_facts *facts, const struct tool_fact_sheet *sheet)
{
    const char *before = "";
    cJSON *wraps = cJSON_AddObjectToObject(sheet->json, "wrap_modes");
    tool_fact_sheet_begin(sheet, "wrapping");
    for (unsigned i = 0; i < US_INSPECT_WRAPS; i++) {
        if (facts->wraps[i] == 0)
            continue;
        cJSON_AddNumberToObject(wraps, us_inspect_wrap_name(i), (double)facts->wraps[i]);
        tool_fact_sheet_add(sheet, "%s%s (%" PRIu64 " curve ends)", before, us_inspect_wrap_name(i),
                            facts->wraps[i]);
        before = ", ";
    }
    tool_fact_sheet_add(sheet, "%s", before[0] == '\0' ? "no keys" : "");
    tool_fact_sheet_end(sheet);
}

static void add_hand(const struct tool_inspection *inspection, const struct tool_fact_sheet *sheet,
                     enum us_hand which)
{
    const struct us_recording *recording = inspection->recording;
    const struct us_inspect_hand *hand = &inspection->facts.hands[which];
    const char *name = us_hand_name(which);
    bool is_present = us_recording_has_hand(recording, which);
    double length_s = recording->last_key_s - us_recording_start_s(recording);
    cJSON *out = cJSON_AddObjectToObject(sheet->json, name);
    cJSON_AddBoolToObject(out, "present", is_present);
    cJSON_AddNumberToObject(out, "joints_with_keys", hand->joints_with_keys);
    tool_json_add_number(out, "tracked_share", hand->tracked_share);
    cJSON_AddNumberToObject(out, "pinch_count", (double)hand->pinches);
    if (is_present)
        tool_fact_sheet_line(
            sheet, name,
            "%u joints with keys, tracked %.1f %% of the time (%.3f s), %" PRIu64 " %s",
            hand->joints_with_keys, 100.0 * hand->tracked_share, hand->tracked_share * length_s,
            hand->pinches, hand->pinches == 1 ? "pinch" : "pinches");
    else
        tool_fact_sheet_line(sheet, name, "no");
}

static void add_head_and_gaze(const struct tool_inspection *inspection,
                              const struct tool_fact_sheet *sheet)
{
    const double valid_share = inspection->facts.gaze_valid_share;
    bool has_head = us_recording_has_head(inspection->recording);
    bool has_gaze = us_recording_has_gaze(inspection->recording);
    tool_fact_sheet_line(sheet, "head", "%s", has_head ? "yes" : "no");
    cJSON *head = cJSON_AddObjectToObject(sheet->json, "head");
    cJSON_AddBoolToObject(head, "present", has_head);
    cJSON *gaze = cJSON_AddObjectToObject(sheet->json, "gaze");
    cJSON_AddBoolToObject(gaze, "present", has_gaze);
    tool_json_add_number(gaze, "valid_share", valid_share);
    if (has_gaze)
        tool_fact_sheet_line(sheet, "gaze", "valid %.1f %% of the time", 100.0 * valid_share);
    else
        tool_fact_sheet_line(sheet, "gaze", "no");
}

static void add_facts(const struct tool_inspection *inspection, const struct tool_fact_sheet *sheet)
{
    const bool is_floor_based = inspection->facts.floor_based;
    add_time(inspection->recording, sheet);
    add_keys(inspection, sheet);
    add_segments(&inspection->facts, sheet);
    add_wraps(&inspection->facts, sheet);
    add_head_and_gaze(inspection, sheet);
    add_hand(inspection, sheet, US_HAND_LEFT);
    add_hand(inspection, sheet, US_HAND_RIGHT);
    cJSON_AddStringToObject(sheet->json, "anchor", is_floor_based ? "floor" : "local");
    tool_fact_sheet_line(sheet, "anchor", "%s",
                         is_floor_based ? "floor: the head starts at a standing or sitting height"
                                        : "local: the origin is where the head starts");
}

/* ---- Defects ---- */

static void visit_defects(const struct tool_inspection *inspection, tool_defect_visit *visit,
                          void *context)
{
    for (uint32_t i = 0; i < inspection->report.item_count; i++) {
        const struct us_repair_item *item = &inspection->report.items[i];
        struct tool_defect defect = {.kind = us_repair_name(item->kind),
                                     .weight = us_repair_weight(item->kind),
                                     .count = item->count,
                                     .seconds = item->seconds,
                                     .byte = US_NO_BYTE,
                                     .time_s = (double)NAN};
        if (item->curve_index < US_CURVE_COUNT)
            us_recording_curve_name(item->curve_index, defect.curve, sizeof defect.curve);
        us_repair_describe(item, defect.text, sizeof defect.text);
        visit(&defect, context);
    }
}

const struct tool_inspection_kind tool_inspection_of_animation = {
    open_animation, close_animation, add_layout, add_facts, visit_defects};
