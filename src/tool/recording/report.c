/* SPDX-License-Identifier: MIT */
#include "tool/recording/report.h"

#include <stdio.h>

#include "core/recording/channels.h"
#include "tool/cli/json.h"
#include "tool/cli/progress.h"
#include "core/keys/sorted_keys.h"
#include "session/open_recording.h"
#include "tool/session/session_survey.h"
#include "tool/cli/text.h"

bool tool_report_open(const char *path, bool headerless, bool json, struct us_loaded_recording *out)
{
    struct us_decode_options options = {.headerless = headerless, .check_order = true};
    struct us_error error = {.byte = US_NO_BYTE};
    struct tool_report_survey checked;
    if (!tool_session_is(path)) {
        if (!tool_report_survey_open(path, headerless, json, TOOL_REPORT_KEYS, &checked))
            return false;
        tool_report_survey_close(&checked);
    }
    if (us_open_recording(path, &options, out, &error) == US_OK)
        return true;
    tool_report_failure(path, json, &error);
    return false;
}

/* Go on with a copy in memory whose keys are sorted. */
static enum us_result use_sorted(const struct us_decode_options *options,
                                 struct tool_report_survey *out, struct us_error *error)
{
    struct us_file file;
    struct us_curve_index index;
    enum us_result result = us_sorted_keys_read(&out->file, options, &file, &index, error);
    if (result != US_OK)
        return result;
    us_curve_index_finish(&out->index);
    us_file_close(&out->file);
    out->index = index;
    out->file = file;
    return US_OK;
}

static enum us_result survey(const char *path, bool headerless, enum tool_report_depth depth,
                             struct tool_report_survey *out, struct us_error *error)
{
    struct us_decode_options options = {.headerless = headerless};
    enum us_result result = us_file_open(path, &out->file, error);
    if (result == US_OK)
        result = us_curve_index_read(&out->file, &options, &out->index, error);
    if (result == US_OK)
        result = us_channels_check(&out->index.head, US_CHANNEL_ALL, error);
    if (result != US_OK)
        return result;
    struct tool_progress progress;
    tool_progress_begin(&progress, path);
    struct us_repair_report *report = depth >= TOOL_REPORT_ITEMS ? &out->report : NULL;
    struct us_inspect_facts *facts = depth >= TOOL_REPORT_FACTS ? &out->facts : NULL;
    result = us_inspect_run(&out->file, &out->index, tool_progress_show, &progress, report, facts,
                            error);
    if (result == US_ERROR_UNSORTED) {
        result = use_sorted(&options, out, error);
        if (result == US_OK)
            result = us_inspect_run(&out->file, &out->index, tool_progress_show, &progress, report,
                                    facts, error);
    }
    tool_progress_end(&progress);
    return result;
}

bool tool_report_survey_open(const char *path, bool headerless, bool json,
                             enum tool_report_depth depth, struct tool_report_survey *out)
{
    struct us_error error = {.byte = US_NO_BYTE};
    *out = (struct tool_report_survey){.file.descriptor = -1};
    if (survey(path, headerless, depth, out, &error) == US_OK)
        return true;
    tool_report_survey_close(out);
    tool_report_failure(path, json, &error);
    return false;
}

void tool_report_survey_close(struct tool_report_survey *survey)
{
    us_repair_report_finish(&survey->report);
    us_curve_index_finish(&survey->index);
    us_file_close(&survey->file);
}

void tool_report_layout(const struct us_layout *layout, char *out, unsigned out_size)
{
    snprintf(out, out_size, "version %d.%d%s, keys of %u bytes, %s", (int)layout->version_major,
             (int)layout->version_minor, layout->headerless ? " without its header" : "",
             (unsigned)layout->key_size, layout->has_markers ? "a marker list" : "no marker list");
}

enum us_repair_weight tool_report_heaviest(const struct us_repair_report *report)
{
    enum us_repair_weight heaviest = US_REPAIR_NOTE;
    for (uint32_t i = 0; i < report->item_count; i++) {
        enum us_repair_weight weight = us_repair_weight(report->items[i].kind);
        heaviest = weight > heaviest ? weight : heaviest;
    }
    return heaviest;
}

const char *tool_report_verdict(const struct us_repair_report *report)
{
    return tool_report_verdict_of(tool_report_heaviest(report));
}

void tool_report_print(const struct us_repair_report *report)
{
    for (uint32_t i = 0; i < report->item_count; i++) {
        char text[256];
        us_repair_describe(&report->items[i], text, sizeof(text));
        printf("  %-8s %s\n", tool_report_weight(us_repair_weight(report->items[i].kind)), text);
    }
}

void tool_report_summarize(const struct us_repair_report *report)
{
    for (unsigned i = 0; i < US_REPAIR_KIND_COUNT; i++) {
        enum us_repair_kind kind = (enum us_repair_kind)i;
        unsigned places = 0;
        for (uint32_t j = 0; j < report->item_count; j++)
            places += report->items[j].kind == kind;
        if (places > 0)
            printf("            %-8s %s, in %u place%s\n",
                   tool_report_weight(us_repair_weight(kind)), us_repair_name(kind), places,
                   places == 1 ? "" : "s");
    }
}
