/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/base/text.h"
#include "mcap/mcap_record.h"
#include "platform/numbers.h"
#include "platform/path.h"
#include "tool/cli/command.h"
#include "tool/cli/file_roles.h"
#include "tool/cli/options.h"
#include "tool/cli/progress.h"
#include "tool/cli/text.h"
#include "tool/convert/compress_session.h"
#include "tool/convert/conversion.h"
#include "tool/convert/table/columns.h"
#include "tool/output/part_file.h"
#include "tool/recording/inspection.h"

static const char help[] =
    "usage: understudy convert IN --output FILE [options]\n"
    "\n"
    "Make another kind of file of a recording. The ends of the names say which:\n"
    "  .mcap          a session recording. Of one, it makes a smaller file without loss: its\n"
    "                 chunks are compressed with zstd. Every command of understudy reads it\n"
    "  .bin           an input animation file of the Mixed Reality Toolkit, version 1.1: head,\n"
    "                 hands, pinches, gaze and markers. It has no controllers\n"
    "  .csv           a table with a line for each frame, such as a script writes\n"
    "  .jsonl .ndjson the same, with a JSON object in each line\n"
    "  .json          a recording of IWER, the WebXR emulator of Meta (docs/formats.md)\n"
    "  .foxglove.mcap a file for the viewers Foxglove and Rerun: poses in 3D, controls as curves,\n"
    "                 markers and events as a log. It is only written: nothing reads it again\n"
    "  .glb           a glTF 2.0 animation of head, hands, gaze and controllers, with markers:\n"
    "                 for Blender, three.js and other 3D tools. It is only written\n"
    "  .bvh           the same as BVH motion, in metres, at a constant rate. It is only written\n"
    "Only read: .bsor, a replay of Beat Saber, .xror, a recording of the data set BOXRR-23, and\n"
    ".mcap recordings of NVIDIA IsaacTeleop (docs/formats.md).\n"
    "IN does not change. A table has 'time' and any of the columns below.\n"
    "\n"
    "  --output FILE  the file to write, also -o FILE\n"
    "  --reduce       .bin: leave out keys that straight lines between the others replace: within\n"
    "                 1 mm and 0.5 degrees\n"
    "  --keys SIZE    .bin: bytes of a key: 8 (default), as the toolkit writes version 1.1, or\n"
    "                 28, as its specification says\n"
    "  --level N      .mcap of .mcap: from 1, fast, to 19, small; default 9. 0: without\n"
    "                 compression, as an app needs it that plays without 'understudy run'\n"
    "  --strict       make no file if anything that plays would be lost, invented or moved\n"
    "  --json         print what was lost as one JSON object\n"
    "  --force        replace FILE if it is there\n"
    "\n"
    "The output says what FILE holds, what was dropped, invented or resampled, and how far its\n"
    "poses are from those of IN, at each frame of IN.\n"
    "\n"
    "The JSON object: file, output, lossless, losses [{kind, count, text}], measured {frames,\n"
    "position_m, rotation_rad} or null. 'kind' is dropped, invented, resampled or note; a note is\n"
    "no loss. For an unusable IN: file, result, error (as in check).\n"
    "\n"
    "Exit codes: 0; 1 a session is damaged or was not finished, and FILE (.bin) holds what is\n"
    "whole; 2 usage, or FILE is there already or cannot be made; 3 FILE or the output could not\n"
    "be written; 4 IN is unusable, or holds nothing that FILE can hold, or --strict finds a loss;\n"
    "for all but .bin also: a session is damaged or was not finished.\n";

struct order {
    const char *in, *path;
    const struct tool_convert_format *from, *to; /* NULL: none that is known */
    const char *keys;
    double level; /* NaN: not said */
    bool reduces, replaces, strict, json;
};

/* What was made. */
struct product {
    struct tool_compress_report session; /* .mcap of .mcap */
    struct tool_conversion_report made;  /* all others */
    struct tool_loss loss;
    bool is_lossy; /* and --strict forbids it */
};

static bool is_compression(const struct order *order)
{
    return order->from->kind == TOOL_CONVERT_SESSION && order->to == order->from;
}

static bool is_animation(const struct order *order)
{
    return order->from->kind == TOOL_CONVERT_SESSION && order->to->kind == TOOL_CONVERT_ANIMATION;
}

/* ---- What an input animation file of a session lacks ---- */

static void add_losses(const struct tool_conversion_report *report, struct tool_loss *loss)
{
    const struct us_animation_keys_facts *facts = &report->animation.facts;
    bool has_hand = facts->tracked[US_HAND_LEFT] + facts->tracked[US_HAND_RIGHT] > 0;
    tool_loss_add(loss, TOOL_LOSS_DROPPED, report->has_controllers,
                  "the controllers, because an input animation file has none%s",
                  has_hand ? "" : "; no hand was tracked");
    tool_loss_count(loss, TOOL_LOSS_DROPPED, facts->frames_same, "frame",
                    "# whose times are too close for the file");
    tool_loss_count(loss, TOOL_LOSS_DROPPED, facts->head_lost, "frame",
                    "the loss of the head in #; it goes straight on");
}

/* ---- The file ---- */

#define REDUCE_M 0.001
#define REDUCE_RAD (0.5 * US_POSE_RAD_IN_DEGREE)

static uint32_t key_size(const struct order *order)
{
    return order->keys != NULL && strcmp(order->keys, "28") == 0 ? US_KEY_SIZE_FULL
                                                                 : US_KEY_SIZE_SHORT;
}

static enum us_result make_session(const struct order *order, int file,
                                   struct tool_progress *progress,
                                   struct tool_compress_report *report, struct us_error *error)
{
    const struct tool_compress_options options = {
        .level = isnan(order->level) ? US_MCAP_LEVEL_DEFAULT : (int)order->level,
        .progress = tool_progress_show,
        .data = progress};
    return tool_compress_session(order->in, file, &options, report, error);
}

/* Measures what is made in a way of its own. What cannot be played cannot be measured. */
static void measure(const struct tool_conversion *conversion, const char *part,
                    struct product *product)
{
    struct us_error error = {.byte = US_NO_BYTE};
    if (tool_conversion_measure(conversion, part, &product->loss, &error) != US_OK)
        tool_loss_add(&product->loss, TOOL_LOSS_NOTE, 1, "not measured: %.150s", error.text);
}

static enum us_result make_file(const struct order *order, int file, const char *part,
                                struct tool_progress *progress, struct product *product,
                                struct us_error *error)
{
    const struct tool_conversion conversion = {.in = order->in,
                                               .from = order->from,
                                               .to = order->to,
                                               .key_size = key_size(order),
                                               .reduce_m = order->reduces ? REDUCE_M : 0.0,
                                               .reduce_rad = order->reduces ? REDUCE_RAD : 0.0,
                                               .progress = tool_progress_show,
                                               .data = progress};
    if (!is_compression(order) && !is_animation(order))
        return tool_conversion_run(&conversion, file, part, &product->made, &product->loss, error);
    enum us_result result = is_compression(order)
                                ? make_session(order, file, progress, &product->session, error)
                                : tool_conversion_animate(&conversion, file, &product->made, error);
    if (result == US_OK)
        measure(&conversion, part, product);
    if (result == US_OK && is_animation(order))
        add_losses(&product->made, &product->loss);
    return result;
}

/* ---- What is said of it ---- */

/* What is said is in columns: a title, and a text. */
#define LINE "  %-10s "

static const char *hands_of(const struct tool_conversion_report *report)
{
    bool left = report->animation.facts.tracked[US_HAND_LEFT] > 0;
    bool right = report->animation.facts.tracked[US_HAND_RIGHT] > 0;
    return left && right                 ? "both hands"
           : left                        ? "the left hand"
           : right                       ? "the right hand"
           : report->animation.has_hands ? "hands that are never tracked"
                                         : NULL;
}

static void say_parts(const struct tool_conversion_report *report)
{
    const struct us_animation_keys_facts *facts = &report->animation.facts;
    const char *parts[] = {report->animation.has_head ? "head" : NULL, hands_of(report),
                           facts->gaze_valid > 0 ? "gaze" : NULL};
    char text[256] = "";
    for (unsigned i = 0; i < sizeof parts / sizeof parts[0]; i++)
        if (parts[i] != NULL)
            us_text_add_word(text, sizeof text, parts[i]);
    if (report->markers > 0)
        us_text_add_word(text, sizeof text, tool_edit_count(report->markers, "marker").text);
    tool_text_print_line(stdout, LINE "%s; %s, %s", "holds", text,
                         tool_edit_count(facts->frames, "frame").text,
                         us_seconds_words(facts->last_s).text);
}

static void say_reduced(const struct tool_conversion_report *report)
{
    const uint64_t all = report->animation.keys + report->animation.keys_left_out;
    tool_text_print_line(
        stdout,
        LINE "to %.1f %% of the keys; positions are off by up to %.3f mm, rotations by up to %.3f "
             "degrees",
        "reduced", all > 0 ? 100.0 * (double)report->animation.keys / (double)all : 100.0,
        report->animation.worst_m * 1000.0, report->animation.worst_rad / US_POSE_RAD_IN_DEGREE);
}

static void say_animation(const struct order *order, const struct tool_conversion_report *report)
{
    char size[32];
    tool_text_bytes(report->animation.bytes, size);
    tool_text_print_line(stdout, "%s: converted", order->in);
    tool_text_print_line(stdout, LINE "%s, %s, keys of %s bytes", "written", order->path, size,
                         order->keys != NULL ? order->keys : "8");
    say_parts(report);
    if (report->animation.keys_left_out > 0)
        say_reduced(report);
    if (report->animation.facts.head_height_m > (double)US_RECORDING_FLOOR_HEIGHT_M)
        tool_text_print_line(stdout,
                             LINE "with the head %.2f m above LOCAL; play it with --anchor local",
                             "begins", report->animation.facts.head_height_m);
}

static void complain_of_damage(const struct order *order,
                               const struct tool_conversion_report *report)
{
    if (report->damages > 0)
        tool_text_complain("%s is damaged in %s; %s lacks what was there", order->in,
                           tool_edit_count(report->damages, "place").text, order->path);
    if (!report->is_finished)
        tool_text_complain("%s was not finished; %s ends where it ends", order->in, order->path);
}

static void say_session(const struct order *order, const struct tool_compress_report *report)
{
    tool_text_print_line(stdout, "%s: %" PRIu64 " bytes, %.1f %% of %" PRIu64 ", in %s",
                         order->path, report->after_bytes,
                         100.0 * (double)report->after_bytes / (double)report->before_bytes,
                         report->before_bytes, tool_edit_count(report->chunks, "chunk").text);
}

static void say_other(const struct order *order, const struct tool_conversion_report *report)
{
    char size[32], columns[48];
    tool_text_bytes(report->bytes, size);
    tool_text_print_line(stdout, "%s: converted", order->in);
    tool_text_print_line(stdout, LINE "%s, %s", "written", order->path, size);
    snprintf(columns, sizeof columns, ", %" PRIu64 " columns", report->columns);
    tool_text_print_line(
        stdout, LINE "%s, %s%s", "holds", tool_edit_count(report->frames, "frame").text,
        tool_edit_count(report->markers, "marker").text, report->columns > 0 ? columns : "");
}

static void say_all(const struct order *order, const struct product *product)
{
    if (product->is_lossy)
        printf("%s\n", "not converted");
    else if (is_compression(order))
        say_session(order, &product->session);
    else if (is_animation(order))
        say_animation(order, &product->made);
    else
        say_other(order, &product->made);
    tool_loss_print(&product->loss);
}

/* The exit code of a file that is there, or that --strict forbids. */
static int conclude(const struct order *order, const struct product *product)
{
    const struct tool_conversion_report *made = &product->made;
    if (order->json && !tool_loss_print_json(&product->loss, order->in, order->path))
        return TOOL_EXIT_OUTPUT;
    if (!order->json)
        say_all(order, product);
    if (product->is_lossy) {
        tool_text_complain("%s was not written, because --strict allows no loss", order->path);
        return TOOL_EXIT_RECORDING;
    }
    if (!is_animation(order))
        return TOOL_EXIT_OK;
    complain_of_damage(order, made);
    return made->damages > 0 || !made->is_finished ? TOOL_EXIT_REPAIRED : TOOL_EXIT_OK;
}

static int write_file(const struct order *order)
{
    static struct product product;
    struct us_error error = {.byte = US_NO_BYTE};
    struct tool_part_file part;
    struct tool_progress progress;
    if (!tool_part_file_begin("convert", order->path, &part))
        return TOOL_EXIT_USAGE;
    tool_progress_begin(&progress, order->in);
    bool is_made = make_file(order, part.file, part.name, &progress, &product, &error) == US_OK;
    tool_progress_end(&progress);
    product.is_lossy = is_made && order->strict && tool_loss_is_any(&product.loss);
    bool is_kept = tool_part_file_end(&part, order->path, is_made && !product.is_lossy);
    bool in_output = product.session.in_output || product.made.in_output;
    if (!is_made && !in_output) {
        tool_inspection_say_failure(order->in, order->json, &error);
        return TOOL_EXIT_RECORDING;
    }
    if (!is_kept && !product.is_lossy) {
        tool_text_complain("%s was not written: %s", order->path,
                           is_made ? strerror(errno) : error.text);
        return TOOL_EXIT_OUTPUT;
    }
    return conclude(order, &product);
}

/* ---- The command line ---- */

static const char *find_conflict(const struct order *order)
{
    if (order->to->kind != TOOL_CONVERT_ANIMATION && (order->keys != NULL || order->reduces))
        return "--keys and --reduce are for an input animation file (.bin)";
    if (!isnan(order->level) && !is_compression(order))
        return "--level is for a session recording (.mcap) of one";
    if (!isnan(order->level) && !(order->level >= 0.0 && order->level <= US_MCAP_LEVEL_MAX &&
                                  order->level == floor(order->level)))
        return "--level must be a whole number from 0 to 19";
    if (order->from == order->to && order->to->kind == TOOL_CONVERT_ANIMATION)
        return "the files are of the same kind; 'understudy edit' makes a new recording of one";
    if (order->from == order->to && !is_compression(order))
        return "the files are of the same kind; to change one, convert it to an .mcap, change that "
               "with 'understudy edit', and convert it back";
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
        {"strict", TOOL_OPTION_FLAG, &order->strict, NULL},
        {"json", TOOL_OPTION_FLAG, &order->json, NULL},
        {"force", TOOL_OPTION_FLAG, &order->replaces, NULL},
        {NULL, TOOL_OPTION_FLAG, NULL, NULL},
    };
    struct tool_command_line line = {.command = &tool_command_convert, .options = options};
    int code = tool_options_parse(&line, argc, argv);
    if (code != TOOL_OPTIONS_GO_ON)
        return code;
    order->in = line.operand;
    order->to = order->path != NULL ? tool_convert_format_of_output(order->path) : NULL;
    order->from = tool_convert_format_of_input(order->in);
    return code;
}

/* Whether the input's kind is known. A session that is not there fails later, with the reason. */
static bool check_input(const struct order *order)
{
    char kinds[512];
    struct us_about about = {.kind = US_ABOUT_OTHER};
    const bool is_there = us_path_is_readable(order->in);
    if (order->from == NULL && !is_there)
        tool_text_complain("%s: the file cannot be opened: %s%s", order->in, strerror(errno),
                           tool_inspection_hint(order->in));
    if (order->from != NULL &&
        (!is_there || order->from->kind != TOOL_CONVERT_SESSION || tool_session_is(order->in)))
        return true;
    tool_convert_formats_list(false, kinds, sizeof kinds);
    if (is_there && us_path_about_target(order->in, &about) && about.kind == US_ABOUT_FOLDER)
        tool_text_complain("%s: this is a directory, not a recording", order->in);
    else if (is_there && about.kind == US_ABOUT_REGULAR && about.size == 0)
        tool_text_complain("%s: the file is empty", order->in);
    else if (is_there)
        tool_text_complain("convert: %s cannot be read: convert reads %s. 'understudy info' says "
                           "what a file is%s",
                           order->in, kinds, tool_inspection_hint(order->in));
    return false;
}

static int convert(int argc, char **argv)
{
    struct order order = {.level = (double)NAN};
    int code = parse(argc, argv, &order);
    if (code != TOOL_OPTIONS_GO_ON)
        return code;
    if (!tool_convert_format_check_output("convert", "FILE", order.path, order.to) ||
        order.to == NULL)
        return TOOL_EXIT_USAGE;
    const bool is_input_known = check_input(&order);
    const char *conflict = order.from != NULL ? find_conflict(&order) : NULL;
    if (conflict != NULL) {
        tool_text_complain("convert: %s", conflict);
        return TOOL_EXIT_USAGE;
    }
    if (!is_input_known)
        return TOOL_EXIT_RECORDING;
    const struct tool_file_role roles[] = {{"the recording", order.in, false},
                                           {"--output", order.path, true}};
    if (!tool_file_roles_check("convert", roles, sizeof roles / sizeof roles[0]) ||
        !tool_part_file_check("convert", "--output", order.path, order.replaces))
        return TOOL_EXIT_USAGE;
    return write_file(&order);
}

const struct tool_command tool_command_convert = {
    "convert", "make another kind of file of a recording, or a smaller one", help, convert,
    tool_table_columns_print};
