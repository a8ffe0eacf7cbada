/* SPDX-License-Identifier: MIT */
/*
 * report: how the verbs speak of a recording: opening it, its layout, and what the repair found.
 */
#ifndef US_TOOL_REPORT_H
#define US_TOOL_REPORT_H

#include "repair.h"
#include "survey.h"
#include "take.h"

/*
 * Check every key of a recording, and that there is something to play, and open it for playing. If that fails, say on standard error
 * what is wrong and what to do, and with `json` print
 * {"file", "result": "unusable", "error"} as well.
 */
bool us_report_open(const char *path, bool headerless, bool json, struct us_take *out);

/* Say why a recording is unusable, as us_report_open does. */
void us_report_failure(const char *path, bool json, const struct us_error *error);

/* A recording that was looked through from end to end, in bounded memory. */
struct us_report_survey {
    struct us_file file;
    struct us_index index;
    struct us_repair_report report;
    struct us_survey_facts facts;
};

enum us_report_depth {
    US_REPORT_KEYS,  /* the keys are checked, no more */
    US_REPORT_ITEMS, /* and the report filled */
    US_REPORT_FACTS, /* and the facts as well */
};

/*
 * Survey a recording; what goes wrong is said as us_report_open says it. On a terminal, what takes
 * long shows how far it is.
 */
bool us_report_survey_open(const char *path, bool headerless, bool json, enum us_report_depth depth,
                           struct us_report_survey *out);
void us_report_survey_close(struct us_report_survey *survey);

/* "version 1.1, keys of 8 bytes, a marker list" */
void us_report_layout(const struct us_layout *layout, char *out, unsigned out_size);

/* "note", "mended" or "remains". */
const char *us_report_weight(enum us_repair_weight weight);

/* "sound" if there are but notes, "repaired" if all was mended, "warned" if something remains. */
const char *us_report_verdict(const struct us_repair_report *report);

/* The heaviest item; US_REPAIR_NOTE if there is none. */
enum us_repair_weight us_report_heaviest(const struct us_repair_report *report);

/* Print a sentence per item on standard output, indented. */
void us_report_print(const struct us_repair_report *report);

/* Print a line per kind of item instead. */
void us_report_summarize(const struct us_repair_report *report);

#endif
