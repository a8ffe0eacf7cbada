/* SPDX-License-Identifier: MIT */
#include "tool/session/session_commands.h"

#include <inttypes.h>
#include <stdio.h>

#include "core/recording/channels.h"
#include "tool/cli/command.h"
#include "tool/cli/text.h"
#include "tool/session/recording_words.h"
#include "tool/session/session_facts_json.h"
#include "tool/session/session_facts_print.h"
#include "tool/session/session_findings.h"

int tool_session_info(const char *path, bool json)
{
    static struct tool_session_survey survey;
    int code = TOOL_EXIT_OK;
    if (!tool_session_survey_open(path, json, &survey))
        return TOOL_EXIT_RECORDING;
    if (!json)
        tool_session_facts_print(path, &survey);
    else if (!tool_session_facts_json_info(path, &survey))
        code = TOOL_EXIT_OUTPUT;
    tool_session_survey_close(&survey);
    return code;
}

static void print_check(const char *path, const struct tool_session_survey *survey)
{
    static const struct {
        const char *words;
        unsigned channel;
    } parts[] = {{"head", US_CHANNEL_HEAD},
                 {"hands", US_CHANNEL_HANDS},
                 {"gaze", US_CHANNEL_GAZE},
                 {"controllers", US_CHANNEL_CONTROLLERS}};
    char safe[1024];
    const unsigned plays = us_channels_recorded(&survey->loaded.recording);
    const struct us_session_summary *summary = survey->summary;
    tool_text_escape(path, safe, sizeof safe);
    printf("%s: %s (session recording, %" PRIu64 " chunk%s)\n", safe,
           tool_report_verdict_of(tool_session_findings_heaviest(survey)), summary->chunks,
           summary->chunks == 1 ? "" : "s");
    for (int wanted = 1; wanted >= 0; wanted--) {
        const char *before = wanted ? "  plays    " : "; nothing for ";
        for (unsigned i = 0; i < sizeof parts / sizeof parts[0]; i++) {
            if (((plays & parts[i].channel) != 0) != (wanted != 0))
                continue;
            printf("%s%s", before, parts[i].words);
            before = ", ";
        }
    }
    putchar('\n');
    tool_session_findings_print(survey);
}

int tool_session_check(const char *path, bool json)
{
    static struct tool_session_survey survey;
    if (!tool_session_survey_open(path, json, &survey))
        return TOOL_EXIT_USAGE;
    int code = tool_session_findings_heaviest(&survey) == US_REPAIR_NOTE ? TOOL_EXIT_OK
                                                                         : TOOL_EXIT_REPAIRED;
    if (!json)
        print_check(path, &survey);
    else if (!tool_session_facts_json_check(path, &survey))
        code = TOOL_EXIT_OUTPUT;
    tool_session_survey_close(&survey);
    return code;
}
