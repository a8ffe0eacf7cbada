/* SPDX-License-Identifier: MIT */
/*
 * suite_before: what an earlier suite's page said, so that a new page can say what changed.
 */
#ifndef TOOL_SUITE_BEFORE_H
#define TOOL_SUITE_BEFORE_H

#include <cjson/cJSON.h>

/* The identifier of the JSON in a suite's page, and the number of its layout. */
#define TOOL_SUITE_ID "suite"
enum { TOOL_SUITE_LAYOUT = 1 };

/*
 * Reads a page that `report` wrote. Returns {"made", "runs": [{"recording", "app", "state"}]},
 * which the caller deletes; NULL after a message if the file is no such page.
 */
cJSON *tool_suite_before_read(const char *path);

#endif
