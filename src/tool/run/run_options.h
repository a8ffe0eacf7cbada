/* SPDX-License-Identifier: MIT */
/*
 * run_options: the command line of `run`, and of `drive` and `record`, which have the options of
 * `run` that make sense there. The options of the layer's settings come from setting_table.h.
 */
#ifndef TOOL_RUN_OPTIONS_H
#define TOOL_RUN_OPTIONS_H

#include "tool/cli/options.h"
#include "tool/run/run_request.h"
#include "tool/run/verdict_run.h"

/* Reads the command line. TOOL_OPTIONS_GO_ON, with the index of the app in `out_app`, or an exit
 * code. */
int tool_run_options_parse(const struct tool_command *command, int argc, char **argv,
                           struct tool_run_request *request, struct tool_verdict_run *verdict_run,
                           int *out_app);

/* The options of `run` that `record` has, from `options` on, 8 at most: how many. */
unsigned tool_run_options_of_record(struct tool_run_request *request, struct tool_option *options);
void tool_run_options_print_record(void);

/* Prints a line or more for each option; for `drive`, its own come first. */
void tool_run_options_print_help(bool drives);

/* Runs the app by what the command line says. Returns the exit code. It is in cmd_run.c. */
int tool_run_perform(struct tool_run_request *request, struct tool_verdict_run *verdict_run,
                     char **app);

#endif
