/* SPDX-License-Identifier: MIT */
#include <stdio.h>

#include "expect.h"
#include "file_roles.h"
#include "json.h"
#include "options.h"
#include "text.h"
#include "verb.h"
#include "verdict.h"
#include "verdict_print.h"

static const char help[] =
    "usage: understudy judge LOG.jsonl --expect FILE [options]\n"
    "\n"
    "Hold the event log of a run against a file of expectations, as 'run --expect' does at the\n"
    "end of a run. understudy-expect(5) says what can be expected. A log that ends early, for\n"
    "example because the disk was full, never passes.\n"
    "\n"
    "  --expect FILE  the expectations, JSON\n"
    "  --report FILE  write the verdict as JSON\n"
    "  --junit FILE   write it as JUnit's XML\n"
    "  --json         print the JSON instead of words\n"
    "\n"
    "Of a log that is whole, what only 'run' knew is left out: how the app ended. Where playback\n"
    "started in several sessions, frames and gaps are those of the session that played longest.\n"
    "\n"
    "The JSON object: result (passed or failed), frames, session (whose frames, or null),\n"
    "complete (the app ended its instance), incomplete (why the log ends early, or null),\n"
    "dropped (lines of the log), expectations [{name, kind, line, passed, left_out, seen, reason,\n"
    "frame, at_s, wall_s, call, log_line}].\n"
    "\n"
    "Exit codes: 0 all are met; 1 one is not; 2 usage, or a file that cannot be used; 3 the\n"
    "output could not be written.\n";

static int judge(int argc, char **argv);

const struct us_verb us_verb_judge = {"judge", "hold an event log against expectations", help,
                                      judge, NULL};

static int say(const struct us_verdict *verdict, const struct us_expect *expect,
               const struct us_verdict_end *end, bool json)
{
    int code = verdict->passed ? US_EXIT_OK : US_EXIT_UNMET;
    if (!json)
        us_verdict_print(stdout, verdict, expect);
    else if (!us_json_print(us_verdict_to_json(verdict, expect, end)))
        code = US_EXIT_OUTPUT;
    return code;
}

static bool check_files(const char *log, const char *expect, const char *report, const char *junit)
{
    const struct us_file_role roles[] = {{"the event log", log, false},
                                         {"the file that --expect reads", expect, false},
                                         {"--report", report, true},
                                         {"--junit", junit, true}};
    return us_file_roles_check("judge", roles, sizeof(roles) / sizeof(roles[0]));
}

static int judge(int argc, char **argv)
{
    const char *expect_path = NULL, *report = NULL, *junit = NULL;
    bool json = false;
    const struct us_option options[] = {
        {"expect", US_OPTION_TEXT, &expect_path, NULL},
        {"report", US_OPTION_TEXT, &report, NULL},
        {"junit", US_OPTION_TEXT, &junit, NULL},
        {"json", US_OPTION_FLAG, &json, NULL},
        {NULL, US_OPTION_FLAG, NULL, NULL},
    };
    struct us_command_line line = {
        .verb = &us_verb_judge, .options = options, .wanted = "which run? Pass its event log"};
    int code = us_options_parse(&line, argc, argv);
    if (code != US_OPTIONS_GO_ON)
        return code;
    if (expect_path == NULL) {
        us_text_complain("judge: what is expected? Pass --expect FILE");
        return US_EXIT_USAGE;
    }
    if (!check_files(line.operand, expect_path, report, junit))
        return US_EXIT_USAGE;
    struct us_expect expect;
    struct us_verdict verdict;
    const struct us_verdict_end end = {0};
    if (!us_expect_read(&expect, expect_path))
        return US_EXIT_USAGE;
    if (!us_verdict_judge(&verdict, &expect, line.operand, &end)) {
        us_expect_free(&expect);
        return US_EXIT_USAGE;
    }
    code = say(&verdict, &expect, &end, json);
    if (report != NULL && !us_verdict_write_json(report, &verdict, &expect, &end))
        code = US_EXIT_OUTPUT;
    if (junit != NULL && !us_verdict_write_junit(junit, expect_path, &verdict, &expect))
        code = US_EXIT_OUTPUT;
    us_verdict_free(&verdict);
    us_expect_free(&expect);
    return code;
}
