/* SPDX-License-Identifier: MIT */
#include "tool/record/animation_file.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "animation/convert_session.h"
#include "tool/cli/command.h"
#include "tool/cli/progress.h"
#include "tool/cli/text.h"
#include "tool/record/animation_words.h"
#include "tool/output/interruption.h"
#include "tool/output/part_file.h"
#include "tool/session/recording_words.h"

#define RAD_IN_DEGREE (3.14159265358979323846 / 180.0)
#define REDUCE_MM 1.0
#define REDUCE_DEGREES 0.5

bool tool_animation_file_check(const char *command, const char *option,
                               const struct tool_animation_order *order)
{
    return tool_part_file_check(command, option, order->path, order->replaces);
}

static bool show_progress(void *data, uint64_t done, uint64_t total)
{
    tool_progress_show(data, done, total);
    return tool_interruption() == 0;
}

/* ---- The file ---- */

static double or_default(double value, double otherwise)
{
    return isnan(value) ? otherwise : value;
}

static struct us_convert_options options_of(const struct tool_animation_order *order,
                                            struct tool_progress *progress)
{
    bool reduces = order->reduces || !isnan(order->reduce_mm) || !isnan(order->reduce_degrees);
    struct us_convert_options options = {
        .key_size = order->keys != NULL && strcmp(order->keys, "28") == 0 ? US_KEY_SIZE_FULL
                                                                          : US_KEY_SIZE_SHORT,
        .progress = show_progress,
        .data = progress,
    };
    if (reduces) {
        options.tolerance_m = or_default(order->reduce_mm, REDUCE_MM) / 1000.0;
        options.tolerance_rad = or_default(order->reduce_degrees, REDUCE_DEGREES) * RAD_IN_DEGREE;
    }
    return options;
}

static int say_failure(const char *session, const struct tool_animation_order *order,
                       const struct us_convert_report *report, const struct us_error *error)
{
    if (report->is_stopped) {
        tool_text_complain("%s was not written: interrupted", order->path);
        return TOOL_EXIT_SIGNAL + tool_interruption();
    }
    if (!report->in_output) {
        tool_report_failure(session, false, error);
        return TOOL_EXIT_RECORDING;
    }
    tool_text_complain("%s was not written: %s", order->path, error->text);
    return TOOL_EXIT_OUTPUT;
}

static enum us_result convert(const char *session, int file,
                              const struct tool_animation_order *order,
                              struct us_convert_report *report, struct us_error *error)
{
    struct tool_interruptions before;
    struct tool_progress progress;
    tool_progress_begin(&progress, session);
    const struct us_convert_options options = options_of(order, &progress);
    tool_interruptions_catch(&before);
    enum us_result result = us_convert_session(session, file, &options, report, error);
    tool_interruptions_release(&before);
    tool_progress_end(&progress);
    return result;
}

int tool_animation_file_write(const char *command, const char *session,
                              const struct tool_animation_order *order)
{
    struct us_convert_report report;
    struct us_error error = {.byte = US_NO_BYTE};
    char part[PATH_MAX];
    int file = tool_part_file_make(order->path, part);
    if (file < 0) {
        tool_text_complain("%s: %s cannot be written: %s", command, order->path, strerror(errno));
        return TOOL_EXIT_USAGE;
    }
    tool_text_survive_limits();
    enum us_result result = convert(session, file, order, &report, &error);
    if (result != US_OK) {
        close(file);
        unlink(part);
        return say_failure(session, order, &report, &error);
    }
    if (!tool_part_file_finish(file, part, order->path)) {
        tool_text_complain("%s was not written: %s", order->path, strerror(errno));
        return TOOL_EXIT_OUTPUT;
    }
    tool_animation_words_say(command, session, order, &report);
    return report.damages > 0 || !report.is_finished ? TOOL_EXIT_REPAIRED : TOOL_EXIT_OK;
}
