/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "mcap/mcap_compression.h"
#include "tool/cli/command.h"
#include "tool/cli/file_roles.h"
#include "tool/cli/options.h"
#include "tool/cli/progress.h"
#include "tool/cli/text.h"
#include "tool/compress/compress_session.h"
#include "tool/output/interruption.h"
#include "tool/output/part_file.h"
#include "tool/session/recording_words.h"

static const char help[] =
    "usage: understudy compress SESSION --output FILE [options]\n"
    "\n"
    "Make a smaller session recording of one, without loss: its chunks are compressed with zstd.\n"
    "Every command of understudy reads both, and so do the tools of MCAP. SESSION does not "
    "change.\n"
    "\n"
    "  --output FILE      the file to write, also -o FILE\n"
    "  --level N          from 1, fast, to 19, small; default 9\n"
    "  --decompress       make a recording without compression of a compressed one. An app that\n"
    "                     plays a recording without 'understudy run' needs such a file\n"
    "  --force            replace FILE if it is there\n"
    "  --quiet            print only errors\n"
    "\n"
    "Exit codes: 0; 2 usage, or FILE is there already or cannot be made; 3 FILE or the output\n"
    "could not be written; 4 SESSION is no session recording, or is damaged or was not finished.\n";

static int compress(int argc, char **argv);

const struct tool_command tool_command_compress = {
    "compress", "compress a session recording without loss", help, compress, NULL};

struct order {
    const char *session, *path;
    double level;
    bool decompresses, replaces, quiet;
};

static bool show_progress(void *data, uint64_t done, uint64_t total)
{
    tool_progress_show(data, done, total);
    return tool_interruption() == 0;
}

static enum us_result make(const struct order *order, int file, struct tool_compress_report *report,
                           struct us_error *error)
{
    struct tool_interruptions before;
    struct tool_progress progress;
    tool_progress_begin(&progress, order->session);
    const struct tool_compress_options options = {.level =
                                                      order->decompresses ? 0 : (int)order->level,
                                                  .progress = show_progress,
                                                  .data = &progress};
    tool_interruptions_catch(&before);
    enum us_result result = tool_compress_session(order->session, file, &options, report, error);
    tool_interruptions_release(&before);
    tool_progress_end(&progress);
    return result;
}

static int say_failure(const struct order *order, const struct tool_compress_report *report,
                       const struct us_error *error)
{
    if (report->is_stopped) {
        tool_text_complain("%s was not written: interrupted", order->path);
        return TOOL_EXIT_SIGNAL + tool_interruption();
    }
    if (report->in_output) {
        tool_text_complain("%s was not written: %s", order->path, error->text);
        return TOOL_EXIT_OUTPUT;
    }
    tool_report_failure(order->session, false, error);
    return TOOL_EXIT_RECORDING;
}

static void say(const struct order *order, const struct tool_compress_report *report)
{
    char path[1024];
    if (order->quiet)
        return;
    tool_text_escape(order->path, path, sizeof path);
    printf("%s: %" PRIu64 " bytes, %.1f %% of %" PRIu64 ", in %" PRIu64 " chunk%s\n", path,
           report->after_bytes, 100.0 * (double)report->after_bytes / (double)report->before_bytes,
           report->before_bytes, report->chunks, report->chunks == 1 ? "" : "s");
}

static int write_file(const struct order *order)
{
    struct tool_compress_report report;
    struct us_error error = {.byte = US_NO_BYTE};
    char part[PATH_MAX];
    int file = tool_part_file_make(order->path, part);
    if (file < 0) {
        tool_text_complain("compress: %s cannot be written: %s", order->path, strerror(errno));
        return TOOL_EXIT_USAGE;
    }
    tool_text_survive_limits();
    if (make(order, file, &report, &error) != US_OK) {
        close(file);
        unlink(part);
        return say_failure(order, &report, &error);
    }
    if (!tool_part_file_finish(file, part, order->path)) {
        tool_text_complain("%s was not written: %s", order->path, strerror(errno));
        return TOOL_EXIT_OUTPUT;
    }
    say(order, &report);
    return TOOL_EXIT_OK;
}

static const char *find_conflict(const struct order *order)
{
    if (order->path == NULL)
        return "--output is missing; pass --output FILE";
    if (order->decompresses && !isnan(order->level))
        return "--level and --decompress exclude each other";
    if (!isnan(order->level) &&
        (order->level < US_MCAP_LEVEL_MIN || order->level > US_MCAP_LEVEL_MAX ||
         order->level != floor(order->level)))
        return "--level must be a whole number from 1 to 19";
    return NULL;
}

static int compress(int argc, char **argv)
{
    struct order order = {.level = NAN};
    const struct tool_option options[] = {
        {"output", TOOL_OPTION_TEXT, &order.path, NULL},
        {"level", TOOL_OPTION_NUMBER, &order.level, NULL},
        {"decompress", TOOL_OPTION_FLAG, &order.decompresses, NULL},
        {"force", TOOL_OPTION_FLAG, &order.replaces, NULL},
        {"quiet", TOOL_OPTION_FLAG, &order.quiet, NULL},
        {NULL, TOOL_OPTION_FLAG, NULL, NULL},
    };
    struct tool_command_line line = {.command = &tool_command_compress, .options = options};
    int code = tool_options_parse(&line, argc, argv);
    if (code != TOOL_OPTIONS_GO_ON)
        return code;
    const char *conflict = find_conflict(&order);
    if (conflict != NULL) {
        tool_text_complain("compress: %s", conflict);
        return TOOL_EXIT_USAGE;
    }
    if (isnan(order.level))
        order.level = US_MCAP_LEVEL_DEFAULT;
    order.session = line.operand;
    const struct tool_file_role roles[] = {{"the recording", order.session, false},
                                           {"--output", order.path, true}};
    if (!tool_file_roles_check("compress", roles, sizeof roles / sizeof roles[0]) ||
        !tool_part_file_check("compress", "--output", order.path, order.replaces))
        return TOOL_EXIT_USAGE;
    return write_file(&order);
}
