/* SPDX-License-Identifier: MIT */
#include "tool/record/animation_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "animation/convert_session.h"
#include "tool/cli/command.h"
#include "tool/cli/progress.h"
#include "tool/cli/text.h"
#include "tool/record/animation_words.h"
#include "tool/session/recording_words.h"

#define RAD_IN_DEGREE (3.14159265358979323846 / 180.0)
#define REDUCE_MM 1.0
#define REDUCE_DEGREES 0.5

/* ---- The name ---- */

/* The file is written under this name, and gets its own when it is whole. */
static bool name_part(const char *path, char out[PATH_MAX])
{
    int length = snprintf(out, PATH_MAX, "%s.%ld.part", path, (long)getpid());
    errno = ENAMETOOLONG;
    return length > 0 && length < PATH_MAX;
}

static int make_part(const char *part)
{
    return open(part, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_NOCTTY | O_CLOEXEC,
                S_IRUSR | S_IWUSR);
}

bool tool_animation_file_check(const char *command, const char *option,
                               const struct tool_animation_order *order)
{
    struct stat status;
    char part[PATH_MAX];
    bool is_there = lstat(order->path, &status) == 0;
    if (is_there && !S_ISREG(status.st_mode)) {
        tool_text_complain("%s: %s %s is not a regular file", command, option, order->path);
        return false;
    }
    if (is_there && status.st_size > 0 && !order->replaces) {
        tool_text_complain("%s: %s %s is there already; choose another name, or pass --force to "
                           "replace it",
                           command, option, order->path);
        return false;
    }
    int file = name_part(order->path, part) ? make_part(part) : -1;
    if (file < 0) {
        tool_text_complain("%s: %s %s cannot be written: %s", command, option, order->path,
                           strerror(errno));
        return false;
    }
    close(file);
    unlink(part);
    return true;
}

/* ---- Interruption ---- */

static const int interruptions[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
enum { INTERRUPTIONS = sizeof interruptions / sizeof interruptions[0] };
static volatile sig_atomic_t interrupted;

static void note_interruption(int number)
{
    interrupted = number;
}

static void catch_interruptions(struct sigaction before[INTERRUPTIONS])
{
    struct sigaction action = {.sa_handler = note_interruption, .sa_flags = SA_RESTART};
    interrupted = 0;
    for (unsigned i = 0; i < INTERRUPTIONS; i++)
        if (sigaction(interruptions[i], NULL, &before[i]) == 0 && before[i].sa_handler != SIG_IGN)
            sigaction(interruptions[i], &action, NULL);
}

static void release_interruptions(const struct sigaction before[INTERRUPTIONS])
{
    for (unsigned i = 0; i < INTERRUPTIONS; i++)
        sigaction(interruptions[i], &before[i], NULL);
}

static bool show_progress(void *data, uint64_t done, uint64_t total)
{
    tool_progress_show(data, done, total);
    return interrupted == 0;
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

/* Renames nothing over a folder, and closes before the name is given: a full disk may show late. */
static bool give_name(int file, const char *part, const char *path)
{
    bool is_written = fsync(file) == 0 || errno == EINVAL;
    int why = errno;
    if (close(file) != 0 && is_written) {
        is_written = false;
        why = errno;
    }
    errno = why;
    return is_written && rename(part, path) == 0;
}

static int say_failure(const char *session, const struct tool_animation_order *order,
                       const struct us_convert_report *report, const struct us_error *error)
{
    if (report->is_stopped) {
        tool_text_complain("%s was not written: interrupted", order->path);
        return TOOL_EXIT_SIGNAL + interrupted;
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
    struct sigaction before[INTERRUPTIONS];
    struct tool_progress progress;
    tool_progress_begin(&progress, session);
    const struct us_convert_options options = options_of(order, &progress);
    catch_interruptions(before);
    enum us_result result = us_convert_session(session, file, &options, report, error);
    release_interruptions(before);
    tool_progress_end(&progress);
    return result;
}

int tool_animation_file_write(const char *command, const char *session,
                              const struct tool_animation_order *order)
{
    struct us_convert_report report;
    struct us_error error = {.byte = US_NO_BYTE};
    char part[PATH_MAX];
    int file = name_part(order->path, part) ? make_part(part) : -1;
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
    if (!give_name(file, part, order->path)) {
        tool_text_complain("%s was not written: %s", order->path, strerror(errno));
        unlink(part);
        return TOOL_EXIT_OUTPUT;
    }
    tool_animation_words_say(command, session, order, &report);
    return report.damages > 0 || !report.is_finished ? TOOL_EXIT_REPAIRED : TOOL_EXIT_OK;
}
