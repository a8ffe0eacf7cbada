/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "core/base/file.h"
#include "core/base/text.h"
#include "session/file/session_recover.h"
#include "tool/cli/command.h"
#include "tool/cli/file_roles.h"
#include "tool/cli/options.h"
#include "tool/cli/progress.h"
#include "tool/cli/text.h"
#include "tool/output/part_file.h"
#include "tool/recording/inspection.h"

static const char help[] =
    "usage: understudy recover FILE [--output OUT]\n"
    "\n"
    "Make a whole session recording of one that is cut, damaged or was not finished. FILE does\n"
    "not change. What is whole in it is copied byte for byte; what is damaged is left out.\n"
    "\n"
    "  --output OUT  the new file, also -o OUT. It must not be there yet. Default: FILE with\n"
    "                '-recovered' before the end '.mcap'\n"
    "\n"
    "The output says what was recovered and what was lost.\n"
    "\n"
    "Exit codes: 0 nothing was lost; 1 something was lost; 2 usage, or OUT cannot be made or is\n"
    "there already; 3 OUT or the output could not be written, for example because the disk is\n"
    "full; 4 FILE holds nothing that can be recovered.\n";

/* "a-recovered.mcap" of "a.mcap". */
static bool name_output(const char *path, char out[US_FILE_PATH_SIZE])
{
    static const char end[] = ".mcap";
    size_t length = strlen(path);
    if (us_text_ends_in(path, end))
        length -= strlen(end);
    int size = snprintf(out, US_FILE_PATH_SIZE, "%.*s-recovered%s", (int)length, path, end);
    if (size > 0 && size < US_FILE_PATH_SIZE)
        return true;
    tool_text_complain("recover: the name of the new file is too long; pass --output OUT");
    return false;
}

static void print_losses(const struct us_session_recovery *recovery,
                         const struct tool_session_survey *survey)
{
    printf("  lost       %" PRIu64 " byte%s in %" PRIu64 " place%s, the first at byte %" PRIu64,
           recovery->skipped_bytes, recovery->skipped_bytes == 1 ? "" : "s", recovery->damages,
           recovery->damages == 1 ? "" : "s", recovery->first_offset);
    if (recovery->first_ns > 0)
        printf(" (%s)",
               us_seconds_words(tool_session_survey_seconds(survey, recovery->first_ns)).text);
    putchar('\n');
}

static int report(const char *path, const char *out, const struct us_session_recovery *recovery)
{
    static struct tool_inspection inspection;
    const struct tool_session_survey *survey = &inspection.session;
    if (!tool_inspection_open(out, false, TOOL_INSPECTION_FACTS, &inspection))
        return TOOL_EXIT_RECORDING;
    const uint64_t frames = survey->facts.counts[US_SESSION_TOPIC_FRAME];
    tool_text_print_line(stdout, "%s: %s", path,
                         recovery->was_whole     ? "it is whole"
                         : recovery->damages > 0 ? "recovered, with losses"
                                                 : "recovered");
    tool_text_print_line(stdout, "  written    %s", out);
    printf("  recovered  %s, %" PRIu64 " frame%s, %" PRIu64 " message%s in %" PRIu64 " chunk%s\n",
           us_seconds_words(tool_session_survey_seconds(survey, survey->facts.last_ns)).text,
           frames, frames == 1 ? "" : "s", recovery->messages, recovery->messages == 1 ? "" : "s",
           recovery->chunks, recovery->chunks == 1 ? "" : "s");
    if (recovery->damages > 0)
        print_losses(recovery, survey);
    else
        puts("  lost       nothing");
    tool_inspection_close(&inspection);
    return recovery->damages > 0 ? TOOL_EXIT_REPAIRED : TOOL_EXIT_OK;
}

static enum us_result make(const char *path, const char *out, struct us_session_recovery *recovery,
                           struct us_error *error)
{
    char part[US_FILE_PATH_SIZE];
    struct us_interruption before;
    struct tool_progress progress;
    const struct us_session_watch watch = {tool_progress_show, &progress};
    tool_progress_begin(&progress, path);
    tool_interruptions_catch(us_file_name_part(out, part) ? part : "", out, &before);
    enum us_result result =
        us_session_recover(path, NULL, out, US_TOOL_VERSION, &watch, recovery, error);
    us_interruption_release(&before);
    tool_progress_end(&progress);
    return result;
}

static int recover(int argc, char **argv)
{
    const char *out = NULL;
    char name[US_FILE_PATH_SIZE];
    const struct tool_option options[] = {
        {"output", TOOL_OPTION_TEXT, &out, NULL},
        {NULL, TOOL_OPTION_FLAG, NULL, NULL},
    };
    struct tool_command_line line = {.command = &tool_command_recover, .options = options};
    int code = tool_options_parse(&line, argc, argv);
    if (code != TOOL_OPTIONS_GO_ON)
        return code;
    if (out == NULL && !name_output(line.operand, name))
        return TOOL_EXIT_USAGE;
    out = out != NULL ? out : name;
    const struct tool_file_role roles[] = {{"the recording", line.operand, false},
                                           {"--output", out, true}};
    if (!tool_file_roles_check("recover", roles, sizeof roles / sizeof roles[0]) ||
        !tool_file_path_check_recording("recover", "--output", out))
        return TOOL_EXIT_USAGE;
    struct us_session_recovery recovery;
    struct us_error error = {.byte = US_NO_BYTE};
    enum us_result result = make(line.operand, out, &recovery, &error);
    if (result == US_OK)
        return report(line.operand, out, &recovery);
    tool_inspection_say_failure(line.operand, false, &error);
    if (recovery.in_output)
        return TOOL_EXIT_OUTPUT;
    return strncmp(error.text, "cannot write", 12) == 0 ? TOOL_EXIT_USAGE : TOOL_EXIT_RECORDING;
}

const struct tool_command tool_command_recover = {
    "recover", "make a whole session recording of a cut or damaged one", help, recover, NULL};
