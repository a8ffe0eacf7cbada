/* SPDX-License-Identifier: MIT */
/*
 * compare_print: prints how two things differ, as text and as JSON. `a` and `b` are their names.
 */
#ifndef TOOL_COMPARE_PRINT_H
#define TOOL_COMPARE_PRINT_H

#include <cjson/cJSON.h>
#include <stdio.h>

#include "tool/compare/recordings/recording_compare.h"
#include "tool/compare/run_compare.h"

/* The value of one side at the first difference. */
struct tool_compare_side {
    const char *name, *value, *unit; /* unit "": none */
    uint64_t line;                   /* of a log; 0: none */
};

/* Prints the lines below "the first difference is ...", for every kind of thing: both sides, how
 * far apart they are, and the last equal place before. NULL: not known. */
void tool_compare_print_sides(FILE *out, const struct tool_compare_side sides[2], const char *apart,
                              const char *equal);

/* Prints one line if nothing differs. */
void tool_compare_print_log(FILE *out, const char *a, const char *b,
                            const struct tool_log_difference *difference, bool differs);
/* Prints a note if the runs had different options. */
void tool_compare_print_options(FILE *out, const struct tool_log_difference *difference);

/* The same for two images alone. */
void tool_compare_print_image(FILE *out, const struct tool_image_outcome *outcome,
                              const struct tool_image_tolerance *allow);
void tool_compare_add_image(cJSON *object, const struct tool_image_outcome *outcome);

/* The same for two folders of screenshots; `why` is the reason for the rule, or empty. Nothing is
 * printed if nothing differs. With `hides_paths` no file is named. */
void tool_compare_print_pictures(FILE *out, const struct tool_picture_order *order,
                                 const struct tool_picture_comparison *pictures, bool hides_paths);
/* "12.5 % of the pixels differ, the furthest by 0.9 at 3, 4" */
void tool_compare_describe_picture(const struct tool_picture_difference *difference, char *out,
                                   size_t size);
/* "compared exactly, because the graphics driver is the same (...)" */
void tool_compare_describe_rule(const struct tool_picture_comparison *pictures, const char *why,
                                char *out, size_t out_size);
cJSON *tool_compare_pictures_to_json(const struct tool_picture_comparison *pictures,
                                     const char *why);

/* For two runs: prints one line if they are the same. Otherwise it prints the first difference of
 * each kind, the earliest one first, and the machines and versions of the runs if those differ. */
void tool_compare_print_runs(FILE *out, const struct tool_run_side *a,
                             const struct tool_run_side *b,
                             const struct tool_run_comparison *comparison);
/* One sentence about the first difference with both values, or that there is none. */
void tool_compare_describe_runs(const struct tool_run_comparison *comparison, char *out,
                                size_t out_size);
/* The object that understudy-run-folder(5) describes. The caller deletes it. */
cJSON *tool_compare_runs_to_json(const struct tool_run_side *a, const struct tool_run_side *b,
                                 const struct tool_run_comparison *comparison);

/* For two recordings. */
void tool_compare_print_recordings(const struct tool_recording_difference *difference,
                                   const char *a, const char *b);
cJSON *tool_compare_recordings_to_json(const struct tool_recording_difference *difference);

#endif
