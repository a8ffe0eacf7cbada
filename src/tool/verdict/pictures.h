/* SPDX-License-Identifier: MIT */
/*
 * pictures: judges the screenshots of a run: the expectations same_as and sees of
 * understudy-expect(5).
 */
#ifndef TOOL_PICTURES_H
#define TOOL_PICTURES_H

#include <stdbool.h>

#include "tool/log/log_reader.h"
#include "tool/expect/expect.h"

/* Where the pictures are. */
struct tool_pictures {
    const char *folder; /* of the screenshots; NULL: not known */
    const char *expect; /* the path of the file of expectations */
};

enum { TOOL_PICTURES_TEXT = 256 };

enum tool_pictures_result {
    TOOL_PICTURES_OTHER, /* the line is about no picture that is looked for */
    TOOL_PICTURES_PASSED,
    TOOL_PICTURES_FAILED,
};

/* Whether a line is a `shot` line of a view that is looked for. */
bool tool_pictures_is_wanted(const struct tool_expectation *expectation,
                             const struct tool_log_event *event);

/* Judges the screenshot that a `shot` line names. `reason` says why it fails. */
enum tool_pictures_result tool_pictures_judge(const struct tool_pictures *pictures,
                                              const struct tool_expectation *expectation,
                                              const struct tool_log_event *event,
                                              char reason[TOOL_PICTURES_TEXT]);

#endif
