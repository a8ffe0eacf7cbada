/* SPDX-License-Identifier: MIT */
/* perform_print: what `understudy perform` says of the recordings that it has made. One thread. */
#ifndef TOOL_PERFORM_PRINT_H
#define TOOL_PERFORM_PRINT_H

#include <limits.h>
#include <stdint.h>

#include "tool/cli/json.h"
#include "tool/convert/conversion.h"
#include "tool/perform/people.h"
#include "tool/perform/reach.h"

struct tool_perform_made {
    char path[PATH_MAX];
    uint64_t number; /* of the person; 0: the script's own */
    struct tool_perform_person person;
    double duration_s;
    struct tool_perform_reach reach;
    struct tool_conversion_report report;
    struct tool_loss loss;
};

/* A line, and lines of what was lost. */
void tool_perform_print(const struct tool_perform_made *made);

/* The JSON object, to which recordings are added; NaN: there is no seed. NULL: no memory. */
cJSON *tool_perform_print_begin(const char *script, double seed);
void tool_perform_print_add(cJSON *json, const struct tool_perform_made *made);

#endif
