/* SPDX-License-Identifier: MIT */
/*
 * report: opens a recording, and prints its layout and the findings of the repair.
 */
#ifndef TOOL_REPORT_H
#define TOOL_REPORT_H

#include "core/repair/repair.h"
#include "core/inspect/inspect.h"
#include "core/playback/loaded_recording.h"
#include "tool/session/recording_words.h"

/*
 * Opens a recording for playing, after a check of every key and of its channels. A session
 * recording is only opened: its chunks are checked while they are read. On failure it prints what
 * is wrong and what to do, and with `json` also {"file", "result": "unusable", "error"}.
 */
bool tool_report_open(const char *path, bool headerless, bool json,
                      struct us_loaded_recording *out);

/* The findings of a whole recording, which was read in bounded memory. */
struct tool_report_survey {
    struct us_file file;
    struct us_curve_index index;
    struct us_repair_report report;
    struct us_inspect_facts facts;
};

enum tool_report_depth {
    TOOL_REPORT_KEYS,  /* check the keys */
    TOOL_REPORT_ITEMS, /* and fill the report */
    TOOL_REPORT_FACTS, /* and the facts */
};

/*
 * Surveys a recording. On failure it prints what tool_report_open prints. On a terminal it shows
 * the progress of a long survey.
 */
bool tool_report_survey_open(const char *path, bool headerless, bool json,
                             enum tool_report_depth depth, struct tool_report_survey *out);
void tool_report_survey_close(struct tool_report_survey *survey);

/* "version 1.1, keys of 8 bytes, a marker list" */
void tool_report_layout(const struct us_layout *layout, char *out, unsigned out_size);

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
