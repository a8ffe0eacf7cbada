/* SPDX-License-Identifier: MIT */
/*
 * recording_words: the words of every command for what is wrong with a recording of either kind.
 */
#ifndef TOOL_RECORDING_WORDS_H
#define TOOL_RECORDING_WORDS_H

#include <stdbool.h>

#include "core/base/result.h"
#include "core/repair/repair.h"

/* Says on standard error why a recording is unusable, and with `json` prints {"file",
 * "result": "unusable", "error"} as well. */
void tool_report_failure(const char *path, bool json, const struct us_error *error);

/* "note", "repaired" or "remains". */
const char *tool_report_weight(enum us_repair_weight weight);

/* "sound" if the heaviest finding is a note, "repaired" if every defect was repaired, "warned" if a
 * defect remains. */
const char *tool_report_verdict_of(enum us_repair_weight heaviest);

#endif
