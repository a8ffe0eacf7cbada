/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "animation/convert_session.h"
#include "core/base/text.h"
#include "mcap/mcap_compression.h"
#include "tool/cli/command.h"
#include "tool/cli/file_roles.h"
#include "tool/cli/options.h"
#include "tool/cli/progress.h"
#include "tool/cli/text.h"
#include "tool/convert/compress_session.h"
#include "tool/output/part_file.h"
#include "tool/recording/inspection.h"

#define RAD_IN_DEGREE (3.14159265358979323846 / 180.0)

static const char help[] =
    "usage: understudy convert SESSION --output FILE [options]\n"
    "\n"
    "Make another file of a session recording. The end of FILE's name says which:\n"
    "  .bin   an input animation file of the Mixed Reality Toolkit, version 1.1: head, hands,\n"
    "         pinches, gaze and markers. It has no controllers\n"
    "  .mcap  the same session in a smaller file, without loss: its chunks are compressed with\n"
    "         zstd. Every command of understudy reads it, and so do the tools of MCAP\n"
    "SESSION does not change.\n"
    "\n"
    "  --output FILE  the file to write, also -o FILE\n"
    "  --reduce       .bin: leave out keys that straight lines between the others replace: within\n"
    "                 1 mm and 0.5 degrees\n"
    "  --keys SIZE    .bin: bytes of a key: 8 (default), as the toolkit writes version 1.1, or\n"
    "                 28, as its specification says\n"
    "  --level N      .mcap: from 1, fast, to 19, small; default 9. 0: without compression, as an\n"
    "                 app needs it that plays a recording without 'understudy run'\n"
    "  --force        replace FILE if it is there\n"
    "  --quiet        print only errors\n"
    "\n"
    "The output says what FILE holds, what it lacks and, with --reduce, how far off it is.\n"
    "\n"
    "Exit codes: 0; 1 SESSION is damaged or was not finished, and FILE (.bin) holds what is "
    "whole;\n"
    "2 usage, or FILE is there already or cannot be made; 3 FILE or the output could not be\n"
    "written; 4 SESSION is no session recording, or holds nothing that FILE can hold; for .mcap\n"
    "also: it is damaged or was not finished.\n";

static int convert(int argc, char **argv);

const struct tool_command tool_command_convert = {
    "convert", "make an input animation file or a smaller session of one", help, convert, NULL};

struct order {
    const char *session, *path;
    bool is_session; /* the file to make, by the end of its name */
    const char *keys;
    double level; /* NaN: not said */
    bool reduces, replaces, quiet;
};

/* What was made. */
struct product {
    struct us_convert_report animation;
    struct tool_compress_report session;
};

/* ---- The file ---- */

static enum us_result make_animation(const struct order *order, int file,
                                     struct tool_progress *progress,
                                     struct us_convert_report *report, struct us_error *error)
{
    struct us_convert_options options = {
        .key_size = order->keys != NULL && strcmp(order->keys, "28") == 0 ? US_KEY_SIZE_FULL
                                                                          : US_KEY_SIZE_SHORT,
        .progress = tool_progress_show,
        .data = progress,
    };
    if (order->reduces) {
        options.tolerance_m = 0.001;
        options.tolerance_rad = 0.5 * RAD_IN_DEGREE;
    }
    return us_convert_session(order->session, file, &options, report, error);
}

static enum us_result make(const struct order *order, int file, const char *part,
                           struct product *product, struct us_error *error)
{
    struct tool_interruptions before;
    struct tool_progress progress;
    const struct tool_compress_options options = {
        .level = isnan(order->level) ? US_MCAP_LEVEL_DEFAULT : (int)order->level,
        .progress = tool_progress_show,
        .data = &progress};
    tool_progress_begin(&progress, order->session);
    tool_interruptions_catch(part, order->path, &before);
    enum us_result result =
        order->is_session
            ? tool_compress_session(order->session, file, &options, &product->session, error)
            : make_animation(order, file, &progress, &product->animation, error);
    tool_interruptions_release(&before);
    tool_progress_end(&progress);
    return result;
}

/* ---- What is said of it ---- */

/* A line "  TITLE  text". */
static void say(const char *title, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;

static void say(const char *title, const char *format, ...)
{
    char text[512], safe[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    tool_text_escape(text, safe, sizeof safe);
    printf("  %-10s %s\n", title, safe);
}

static const char *hands_of(const struct us_convert_report *report)
{
    bool left = report->facts.tracked[US_HAND_LEFT] > 0;
    bool right = report->facts.tracked[US_HAND_RIGHT] > 0;
    return left && right       ? "both hands"
           : left              ? "the left hand"
           : right             ? "the right hand"
           : report->has_hands ? "hands that are never tracked"
                               : NULL;
}

static void say_parts(const struct us_convert_report *report)
{
    const struct us_session_keys_facts *facts = &report->facts;
    const char *parts[] = {report->has_head ? "head" : NULL, hands_of(report),
                           facts->gaze_valid > 0 ? "gaze" : NULL};
    char text[256] = "";
    for (unsigned i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        if (parts[i] == NULL)
            continue;
        if (text[0] != '\0')
            strcat(text, ", ");
        strcat(text, parts[i]);
    }
    if (report->markers > 0)
        snprintf(text + strlen(text), sizeof text - strlen(text), ", %" PRIu32 " marker%s",
                 report->markers, report->markers == 1 ? "" : "s");
    say("holds", "%s; %" PRIu64 " frame%s, %s", text, facts->frames, facts->frames == 1 ? "" : "s",
        us_seconds_words(facts->last_s).text);
}

static void say_reduced(const struct us_convert_report *report)
{
    const uint64_t all = report->keys + report->keys_left_out;
    say("reduced",
        "to %.1f %% of the keys; positions are off by up to %.3f mm, rotations by up to %.3f "
        "degrees",
        all > 0 ? 100.0 * (double)report->keys / (double)all : 100.0, report->worst_m * 1000.0,
        report->worst_rad / RAD_IN_DEGREE);
}

static void say_missing(const struct us_convert_report *report)
{
    const struct us_session_keys_facts *facts = &report->facts;
    bool has_hand = facts->tracked[US_HAND_LEFT] + facts->tracked[US_HAND_RIGHT] > 0;
    if (report->has_controllers)
        say("lacks", "the controllers, because an input animation file has none%s",
            has_hand ? "" : "; no hand was tracked");
    if (facts->frames_before > 0)
        say("lacks", "%" PRIu64 " frame%s before the app had the focus", facts->frames_before,
            facts->frames_before == 1 ? "" : "s");
    if (facts->frames_same > 0)
        say("lacks", "%" PRIu64 " frame%s whose times are too close for the file",
            facts->frames_same, facts->frames_same == 1 ? "" : "s");
    if (facts->head_lost > 0)
        say("lacks", "the loss of the head in %" PRIu64 " frame%s; it goes straight on",
            facts->head_lost, facts->head_lost == 1 ? "" : "s");
    if (facts->joints_lost > 0)
        say("lacks",
            "the loss of joints of a tracked hand, %" PRIu64 " pose%s; it goes straight on",
            facts->joints_lost, facts->joints_lost == 1 ? "" : "s");
    if (facts->head_height_m > (double)US_RECORDING_FLOOR_HEIGHT_M)
        say("begins", "with the head %.2f m above LOCAL; play it with --anchor local",
            facts->head_height_m);
}

static void say_animation(const struct order *order, const struct us_convert_report *report)
{
    char size[32], safe[1024];
    tool_text_bytes(report->bytes, size);
    tool_text_escape(order->session, safe, sizeof safe);
    printf("%s: converted\n", safe);
    say("written", "%s, %s, keys of %s bytes", order->path, size,
        order->keys != NULL ? order->keys : "8");
    say_parts(report);
    if (report->keys_left_out > 0)
        say_reduced(report);
    say_missing(report);
}

static void complain_of_damage(const struct order *order, const struct us_convert_report *report)
{
    if (report->damages > 0)
        tool_text_complain("%s is damaged in %" PRIu64 " place%s; %s lacks what was there",
                           order->session, report->damages, report->damages == 1 ? "" : "s",
                           order->path);
    if (!report->is_finished)
        tool_text_complain("%s was not finished; %s ends where it ends", order->session,
                           order->path);
}

static void say_session(const struct order *order, const struct tool_compress_report *report)
{
    char path[1024];
    tool_text_escape(order->path, path, sizeof path);
    printf("%s: %" PRIu64 " bytes, %.1f %% of %" PRIu64 ", in %" PRIu64 " chunk%s\n", path,
           report->after_bytes, 100.0 * (double)report->after_bytes / (double)report->before_bytes,
           report->before_bytes, report->chunks, report->chunks == 1 ? "" : "s");
}

/* The exit code of a file that is there. */
static int conclude(const struct order *order, const struct product *product)
{
    const struct us_convert_report *animation = &product->animation;
    if (!order->quiet && order->is_session)
        say_session(order, &product->session);
    else if (!order->quiet)
        say_animation(order, animation);
    if (order->is_session)
        return TOOL_EXIT_OK;
    complain_of_damage(order, animation);
    return animation->damages > 0 || !animation->is_finished ? TOOL_EXIT_REPAIRED : TOOL_EXIT_OK;
}

static int write_file(const struct order *order)
{
    struct product product;
    struct us_error error = {.byte = US_NO_BYTE};
    char part[PATH_MAX];
    int file = tool_part_file_make(order->path, part);
    if (file < 0) {
        tool_text_complain("convert: %s cannot be written: %s", order->path, strerror(errno));
        return TOOL_EXIT_USAGE;
    }
    tool_text_survive_limits();
    bool is_made = make(order, file, part, &product, &error) == US_OK;
    bool is_kept = tool_part_file_finish(file, part, order->path, is_made);
    bool in_output = order->is_session ? product.session.in_output : product.animation.in_output;
    if (!is_made && !in_output) {
        tool_inspection_say_failure(order->session, false, &error);
        return TOOL_EXIT_RECORDING;
    }
    if (!is_kept) {
        tool_text_complain("%s was not written: %s", order->path,
                           is_made ? strerror(errno) : error.text);
        return TOOL_EXIT_OUTPUT;
    }
    return conclude(order, &product);
}

/* ---- The command line ---- */

static const char *find_conflict(const struct order *order)
{
    if (order->path == NULL)
        return "--output is missing; pass --output FILE";
    if (!order->is_session && !tool_paths_ends_in(order->path, ".bin"))
        return "let the name of --output end in .bin for an input animation file, or in .mcap for "
               "a session recording";
    if (order->is_session && (order->keys != NULL || order->reduces))
        return "--keys and --reduce are for an input animation file (.bin)";
    if (!order->is_session && !isnan(order->level))
        return "--level is for a session recording (.mcap)";
    if (!isnan(order->level) && !(order->level >= 0.0 && order->level <= US_MCAP_LEVEL_MAX &&
                                  order->level == floor(order->level)))
        return "--level must be a whole number from 0 to 19";
    return NULL;
}

static int parse(int argc, char **argv, struct order *order)
{
    static const char *const keys[] = {"8", "28", NULL};
    const struct tool_option options[] = {
        {"output", TOOL_OPTION_TEXT, &order->path, NULL},
        {"reduce", TOOL_OPTION_FLAG, &order->reduces, NULL},
        {"keys", TOOL_OPTION_CHOICE, &order->keys, keys},
        {"level", TOOL_OPTION_NUMBER, &order->level, NULL},
        {"force", TOOL_OPTION_FLAG, &order->replaces, NULL},
        {"quiet", TOOL_OPTION_FLAG, &order->quiet, NULL},
        {NULL, TOOL_OPTION_FLAG, NULL, NULL},
    };
    struct tool_command_line line = {.command = &tool_command_convert, .options = options};
    int code = tool_options_parse(&line, argc, argv);
    order->session = line.operand;
    order->is_session = order->path != NULL && tool_paths_ends_in(order->path, ".mcap");
    return code;
}

static int convert(int argc, char **argv)
{
    struct order order = {.level = (double)NAN};
    int code = parse(argc, argv, &order);
    if (code != TOOL_OPTIONS_GO_ON)
        return code;
    const char *conflict = find_conflict(&order);
    if (conflict != NULL) {
        tool_text_complain("convert: %s", conflict);
        return TOOL_EXIT_USAGE;
    }
    if (access(order.session, R_OK) == 0 && !tool_session_is(order.session)) {
        tool_text_complain("convert: %s is no session recording, and convert makes another file of "
                           "one. 'understudy info' says what a file is",
                           order.session);
        return TOOL_EXIT_RECORDING;
    }
    const struct tool_file_role roles[] = {{"the recording", order.session, false},
                                           {"--output", order.path, true}};
    if (!tool_file_roles_check("convert", roles, sizeof roles / sizeof roles[0]) ||
        !tool_part_file_check("convert", "--output", order.path, order.replaces))
        return TOOL_EXIT_USAGE;
    return write_file(&order);
}
