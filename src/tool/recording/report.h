/* SPDX-License-Identifier: MIT */
/*
 * report: how the commands speak of a recording: opening it, its layout, and what the repair found.
 */
#ifndef TOOL_REPORT_H
#define TOOL_REPORT_H

#include "core/repair/repair.h"
#include "core/inspect/inspect.h"
#include "core/playback/loaded_recording.h"

/*
 * Check every key of a recording, and that there is something to play, and open it for playing. If
 * that fails, say on standard error what is wrong and what to do, and with `json` print
 * {"file", "result": "unusable", "error"} as well.
 */
bool tool_report_open(const char *path, bool headerless, bool json,
                      struct us_loaded_recording *out);

/* Say why a recording is unusable, as tool_report_open does. */
void tool_report_failure(const char *path, bool json, const struct us_error *error);

/* A recording that was looked through from end to end, in bounded memory. */
struct tool_report_survey {
    struct us_file file;
    struct us_curve_index index;
    struct us_repair_report report;
    struct us_inspect_facts facts;
};

enum tool_report_depth {
    TOOL_REPORT_KEYS,  /* the keys are checked, no more */
    TOOL_REPORT_ITEMS, /* and the report filled */
    TOOL_REPORT_FACTS, /* and the facts as well */
};

/*
 * Survey a recording; what goes wrong is said as tool_report_open says it. On a terminal, what
 * takes long shows how far it is.
 */
bool tool_report_survey_open(const char *path, bool headerless, bool json,
                             enum tool_report_depth depth, struct tool_report_survey *out);
void tool_report_survey_close(struct tool_report_survey *survey);

/* "version 1.1, keys of 8 bytes, a marker list" */
void tool_report_layout(const struct us_layout *layout, char *out, unsigned out_size);

/* "note", "repaired" or "remains". */
const char *tool_report_weight(enum us_repair_weight weight);

/* "sound" if there are only notes, "repaired" if every defect was repaired, "warned" if a defect
 * remains. */
const char *tool_report_verdict(const struct us_repair_report *report);

/* The heaviest item; US_REPAIR_NOTE if there is none. */
enum us_repair_weight tool_report_heaviest(const struct us_repair_report *report);

/* Print a sentence per item on standard output, indented. */
void tool_report_print(const struct us_repair_report *report);

/* Print a line per kind of item instead. */
void tool_report_summarize(const struct us_repair_report *report);

#endif
