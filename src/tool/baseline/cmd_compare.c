/* SPDX-License-Identifier: MIT */
#include <stdio.h>

#include "tool/baseline/allow.h"
#include "tool/baseline/run_compare.h"
#include "tool/baseline/run_compare_print.h"
#include "tool/cli/command.h"
#include "tool/cli/json.h"
#include "tool/cli/options.h"
#include "tool/cli/text.h"

static const char help[] =
    "usage: understudy compare A B [options]\n"
    "\n"
    "Compare two runs that 'understudy run --out DIR' kept, or two baselines: what the app was\n"
    "told and did, the screenshots, and how the app ended. The runs may be from different\n"
    "machines, versions and runtimes. The first difference of any kind comes first.\n"
    "\n"
    "  --allow FILE        what may differ, as in the allow.json of a baseline,\n"
    "                      understudy-run-folder(5)\n"
    "  --differences DIR   write an image of the differences for each screenshot that differs\n"
    "  --common            compare the frames that both runs have; one run may be longer\n"
    "  --json              print one JSON object\n"
    "\n"
    "The JSON object is that of 'comparison' in understudy-run-folder(5).\n"
    "\n"
    "Exit codes: 0 the same; 1 different; 2 usage, or compare cannot use a folder; 3 the output\n"
    "could not be written.\n";

static int compare(int argc, char **argv);

const struct tool_command tool_command_compare = {"compare", "compare two runs that were kept",
                                                  help, compare, NULL};

struct request {
    const char *a, *b, *allow, *differences;
    bool common, json;
};

static int conclude(const struct request *request, const struct tool_run_side *a,
                    const struct tool_run_side *b, const struct tool_run_comparison *comparison)
{
    if (comparison->first == TOOL_RUN_UNKNOWN)
        return TOOL_EXIT_USAGE;
    if (!request->json)
        tool_run_compare_print(stdout, a, b, comparison);
    else if (!tool_json_print(tool_run_compare_to_json(a, b, comparison)))
        return TOOL_EXIT_OUTPUT;
    return comparison->first == TOOL_RUN_SAME ? TOOL_EXIT_OK : TOOL_EXIT_DIFFERENT;
}

static int compare_folders(const struct request *request)
{
    static struct tool_allow allow;
    static struct tool_run_comparison comparison;
    struct tool_run_side a = {0}, b = {0};
    int code = TOOL_EXIT_USAGE;
    tool_allow_init(&allow);
    if ((request->allow == NULL || tool_allow_read(&allow, request->allow)) &&
        tool_run_side_open(&a, "compare", request->a, request->a) &&
        tool_run_side_open(&b, "compare", request->b, request->b)) {
        const struct tool_run_compare_order order = {&allow, request->common, request->differences};
        tool_run_compare(&a, &b, &order, &comparison);
        code = conclude(request, &a, &b, &comparison);
    }
    cJSON_Delete(a.facts);
    cJSON_Delete(b.facts);
    return code;
}

static int compare(int argc, char **argv)
{
    struct request request = {0};
    const struct tool_option options[] = {
        {"allow", TOOL_OPTION_TEXT, &request.allow, NULL},
        {"differences", TOOL_OPTION_TEXT, &request.differences, NULL},
        {"common", TOOL_OPTION_FLAG, &request.common, NULL},
        {"json", TOOL_OPTION_FLAG, &request.json, NULL},
        {NULL, TOOL_OPTION_FLAG, NULL, NULL},
    };
    struct tool_command_line line = {.command = &tool_command_compare,
                                     .options = options,
                                     .takes_two = true,
                                     .wanted = "two folders of runs are needed"};
    int code = tool_options_parse(&line, argc, argv);
    if (code != TOOL_OPTIONS_GO_ON)
        return code;
    request.a = line.operand;
    request.b = line.second;
    return compare_folders(&request);
}
