/* SPDX-License-Identifier: MIT */
#include <stdio.h>

#include "tool/expect/expect.h"
#include "tool/cli/file_roles.h"
#include "tool/cli/json.h"
#include "tool/cli/options.h"
#include "tool/cli/text.h"
#include "tool/cli/command.h"
#include "tool/verdict/verdict.h"

static const char help[] =
    "usage: understudy judge LOG.jsonl --expect FILE [options]\n"
    "\n"
    "Check the event log of a run against a file of expectations, as 'run --expect' does at the\n"
    "end of a run. understudy-expect(5) describes the expectations. A log that ends early, for\n"
    "example because the disk was full, never passes; nor does one of a run without the faults on\n"
    "purpose that the file names, or in which one of them never began, or in which the recording\n"
    "was not played. The log of an app without a recording is judged as it is.\n"
    "\n"
    "  --expect FILE  the expectations, JSON\n"
    "  --shots DIR    the folder of the run's screenshots, for 'same_as' and 'sees'\n"
    "  --report FILE  write the verdict as JSON\n"
    "  --junit FILE   write the verdict as JUnit XML\n"
    "  --json         print the verdict as JSON\n"
    "  --allow-unused the verdict does not fail because nothing was played\n"
    "\n"
    "Only 'run' knows how the app ended. judge leaves such expectations out if the log is\n"
    "complete, and exits with 2 if no other is given. If playback started in several sessions,\n"
    "judge counts the frames and gaps of the session that played longest.\n"
    "\n"
    "The JSON object: result (passed or failed), frames, session (whose frames, or null),\n"
    "complete (the app ended its instance), incomplete (why the log ends early, or null),\n"
    "faults_missing (which fault of the expectations was not made, and why, or null),\n"
    "not_played (why nothing was played, or null),\n"
    "app_failed and shots_missing (of 'run': why the run failed as a whole, or null),\n"
    "dropped (lines of the log), machine (that wrote the log, or null), expectations [{name, "
    "kind,\n"
    "line, passed, left_out, seen, reason, measured, frame, at_s, wall_s, call, log_line}].\n"
    "\n"
    "Exit codes: 0 all expectations are met; 1 one is not, or nothing was played;\n"
    "2 usage, or judge cannot use a file; 3 the output could not be written.\n";

static int say(const struct tool_verdict *verdict, const struct tool_expect *expect,
               const struct tool_verdict_end *end, bool json)
{
    int code = verdict->passed ? TOOL_EXIT_OK : TOOL_EXIT_UNMET;
    if (!json)
        tool_verdict_print(stdout, verdict, expect);
    else if (!tool_json_print(tool_verdict_to_json(verdict, expect, end)))
        code = TOOL_EXIT_OUTPUT;
    return code;
}

/* As `run` does: a recording that was not played proves nothing of what must not happen. */
static void require_playback(struct tool_verdict *verdict)
{
    if (verdict->to_play[0] == '\0' || verdict->playbacks > 0 || verdict->frames > 0)
        return;
    verdict->passed = false;
    if (verdict->dropped > 0) {
        snprintf(verdict->unplayed, sizeof verdict->unplayed,
                 "the log lost lines, and does not show that playback of %s started",
                 verdict->to_play);
        return;
    }
    snprintf(
        verdict->unplayed, sizeof verdict->unplayed,
        "nothing was played: the layer had %s to play, but playback never started in a session",
        verdict->to_play);
}

/* A verdict that would pass without a single expectation judged. */
static bool is_empty(const struct tool_verdict *verdict)
{
    size_t judged = 0;
    for (size_t i = 0; i < verdict->count; i++)
        judged += !verdict->items[i].is_left_out;
    return verdict->passed && judged == 0;
}

/* `expect` is NULL until the file is read. */
static bool check_files(const char *const paths[4], const char *shots,
                        const struct tool_expect *expect)
{
    const struct tool_file_role roles[] = {{"the event log", paths[0], false},
                                           {"the file that --expect reads", paths[1], false},
                                           {"--report", paths[2], true},
                                           {"--junit", paths[3], true}};
    const size_t count = sizeof roles / sizeof roles[0];
    if (expect != NULL)
        return tool_expect_check_files(expect, "judge", roles, count);
    return tool_file_roles_check("judge", roles, count) &&
           tool_file_roles_check_folder("judge", "--report", paths[2], shots, "the screenshots") &&
           tool_file_roles_check_folder("judge", "--junit", paths[3], shots, "the screenshots");
}

static int judge(int argc, char **argv)
{
    const char *expect_path = NULL, *report = NULL, *junit = NULL, *shots = NULL;
    bool json = false, allow_unused = false;
    const struct tool_option options[] = {
        {"expect", TOOL_OPTION_TEXT, &expect_path, NULL},
        {"shots", TOOL_OPTION_TEXT, &shots, NULL},
        {"report", TOOL_OPTION_TEXT, &report, NULL},
        {"junit", TOOL_OPTION_TEXT, &junit, NULL},
        {"json", TOOL_OPTION_FLAG, &json, NULL},
        {"allow-unused", TOOL_OPTION_FLAG, &allow_unused, NULL},
        {NULL, TOOL_OPTION_FLAG, NULL, NULL},
    };
    struct tool_command_line line = {
        .command = &tool_command_judge, .options = options, .wanted = "no event log is given"};
    int code = tool_options_parse(&line, argc, argv);
    if (code != TOOL_OPTIONS_GO_ON)
        return code;
    if (expect_path == NULL) {
        tool_text_complain("judge: --expect is missing; pass --expect FILE");
        return TOOL_EXIT_USAGE;
    }
    if (report != NULL && tool_file_path_ends_in(report, ".html")) {
        tool_text_complain("judge: --report %s: 'judge' writes the verdict as JSON; name it .json, "
                           "or make a page of a run folder with 'understudy report'",
                           report);
        return TOOL_EXIT_USAGE;
    }
    const char *const paths[] = {line.operand, expect_path, report, junit};
    if (!check_files(paths, shots, NULL))
        return TOOL_EXIT_USAGE;
    struct tool_expect expect;
    struct tool_verdict verdict;
    const struct tool_verdict_end end = {.shots = shots};
    if (!tool_expect_read(&expect, expect_path))
        return TOOL_EXIT_USAGE;
    if (!check_files(paths, shots, &expect) ||
        !tool_verdict_of_log(&verdict, &expect, line.operand, &end)) {
        tool_expect_free(&expect);
        return TOOL_EXIT_USAGE;
    }
    if (!allow_unused)
        require_playback(&verdict);
    if (is_empty(&verdict)) {
        tool_text_complain("judge: %s: nothing was judged: only 'run' knows how the app ended and "
                           "what it wrote, and no other expectation is given",
                           expect_path);
        tool_verdict_free(&verdict);
        tool_expect_free(&expect);
        return TOOL_EXIT_USAGE;
    }
    code = say(&verdict, &expect, &end, json);
    if (report != NULL && !tool_verdict_write_json(report, &verdict, &expect, &end, NULL))
        code = TOOL_EXIT_OUTPUT;
    if (junit != NULL && !tool_verdict_write_junit(junit, expect_path, &verdict, &expect, NULL, 0))
        code = TOOL_EXIT_OUTPUT;
    tool_verdict_free(&verdict);
    tool_expect_free(&expect);
    return code;
}

const struct tool_command tool_command_judge = {"judge", "check an event log against expectations",
                                                help, judge, NULL};
