/* SPDX-License-Identifier: MIT */
/*
 * session_findings: what is wrong with a session recording, as `check` lists it.
 */
#ifndef TOOL_SESSION_FINDINGS_H
#define TOOL_SESSION_FINDINGS_H

#include <cjson/cJSON.h>

#include "core/repair/repair.h"
#include "tool/session/session_survey.h"

struct tool_session_finding {
    const char *kind;
    enum us_repair_weight weight;
    uint64_t count; /* of messages, bytes or frames, as the text says */
    uint64_t byte;  /* where in the file; US_NO_BYTE: it has no place */
    double time_s;  /* where it begins, of recording time; NaN: not known */
    char text[256];
};

typedef void tool_session_finding_visit(const struct tool_session_finding *finding, void *context);

/* Calls `visit` for each finding: first of the whole file, then of chunks in the order of their
 * times. */
void tool_session_findings_visit(const struct tool_session_survey *survey,
                                 tool_session_finding_visit *visit, void *context);

/* The weight of the heaviest; US_REPAIR_NOTE if there is none. */
enum us_repair_weight tool_session_findings_heaviest(const struct tool_session_survey *survey);

/* A sentence for each on standard output, as tool_report_print does it. */
void tool_session_findings_print(const struct tool_session_survey *survey);

/* [{"kind", "weight", "count", "byte", "time_s", "text"}] as "items". */
void tool_session_findings_add(cJSON *object, const struct tool_session_survey *survey);

#endif
