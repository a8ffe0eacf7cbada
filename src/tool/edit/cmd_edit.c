/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/file.h"
#include "core/base/text.h"
#include "platform/path.h"
#include "tool/cli/command.h"
#include "tool/cli/file_roles.h"
#include "tool/cli/json.h"
#include "tool/cli/options.h"
#include "tool/cli/text.h"
#include "tool/edit/edit_run.h"
#include "tool/output/part_file.h"
#include "tool/recording/inspection.h"

/* ---- What is said of an edit ---- */

/* What is said is in columns: a title, and lines. */
#define LINE "  %-11s "

static void say_stage(const char *name, char *said)
{
    for (char *line = strtok(said, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        tool_text_print_line(stdout, LINE "%s", name, line);
        name = "";
    }
}

static void say_sizes(const struct tool_edit_order *order, const struct tool_edit_result *result)
{
    const struct tool_edit_written *written = &result->written;
    char size[32];
    tool_text_bytes(written->bytes, size);
    printf(LINE "%s: %s, %s\n", "was", us_seconds_words(result->was_s).text,
           tool_edit_count(result->was_frames, "frame").text,
           tool_edit_count(result->was_markers, "marker").text);
    printf(LINE "%s: %s, %s, %s%s\n", "is", us_seconds_words(result->is_s).text,
           tool_edit_count(written->frames, "frame").text,
           tool_edit_count(result->is_markers, "marker").text, size,
           order->is_session ? "" : ", version 1.1");
    if (!order->is_session)
        printf(LINE "%s\n", "", tool_edit_count(written->keys, "key").text);
    if (result->unknown > 0)
        printf(LINE "%s of topics that this version does not know left out\n", "",
               tool_edit_count(result->unknown, "message").text);
    if (result->damages > 0)
        printf(LINE "what was in %s of the recording is missing\n", "",
               tool_edit_count(result->damages, "damaged place").text);
    if (result->curved[0] != '\0')
        printf(LINE "%s\n", "", result->curved);
    if (result->renamed > 0)
        printf(LINE "control characters, or what is too long, of the names of %s left out\n", "",
               tool_edit_count(result->renamed, "marker").text);
    if (result->is_unfinished)
        printf(LINE "the recording was not finished: what was written of it is there\n", "");
    if (written->frames_same > 0)
        printf(LINE "%s left out, whose times are too close for the file\n", "",
               tool_edit_count(written->frames_same, "frame").text);
}

static void print(const struct tool_edit_order *order, struct tool_edit_result *result)
{
    tool_text_print_line(stdout, "%s: edited", order->out);
    for (unsigned i = 0; i < result->stage_count; i++)
        say_stage(result->names[i], result->said[i]);
    say_sizes(order, result);
    if (result->has_proof)
        printf(LINE "at %s of the new file: off by %.4f mm and %.4f degrees at most, of %.4g mm "
                    "and %.4g degrees\n",
               "proved", tool_edit_count(result->proof_frames, "time").text,
               result->worst.metres * 1000.0, result->worst.radians * US_POSE_DEGREES_IN_RAD,
               result->bound.metres * 1000.0, result->bound.radians * US_POSE_DEGREES_IN_RAD);
}

/* ---- As JSON ---- */

static void add_steps(cJSON *object, const struct tool_edit_result *result)
{
    cJSON *steps = cJSON_AddArrayToObject(object, "steps");
    for (unsigned i = 0; i < result->stage_count; i++) {
        cJSON *step = tool_json_append_object(steps);
        cJSON_AddStringToObject(step, "step", result->names[i]);
        cJSON *said = cJSON_AddArrayToObject(step, "said");
        for (const char *line = result->said[i]; line[0] != '\0';) {
            char text[sizeof result->said[0]];
            const size_t length = strcspn(line, "\n");
            snprintf(text, sizeof text, "%.*s", (int)length, line);
            tool_json_append_text(said, text);
            line += length + (line[length] == '\n');
        }
    }
}

static cJSON *add_sizes(cJSON *object, const char *name, double duration_s, uint64_t frames,
                        uint32_t markers)
{
    cJSON *sizes = cJSON_AddObjectToObject(object, name);
    tool_json_add_number(sizes, "duration_s", duration_s);
    cJSON_AddNumberToObject(sizes, "frames", (double)frames);
    cJSON_AddNumberToObject(sizes, "markers", markers);
    return sizes;
}

static void add_proof(cJSON *object, const struct tool_edit_result *result)
{
    cJSON *proof = cJSON_AddObjectToObject(object, "proof");
    cJSON_AddNumberToObject(proof, "times", (double)result->proof_frames);
    tool_json_add_number(proof, "off_mm", result->worst.metres * 1000.0);
    tool_json_add_number(proof, "off_degrees", result->worst.radians * US_POSE_DEGREES_IN_RAD);
    tool_json_add_number(proof, "bound_mm", result->bound.metres * 1000.0);
    tool_json_add_number(proof, "bound_degrees", result->bound.radians * US_POSE_DEGREES_IN_RAD);
}

/* One object, which `understudy edit --help` describes. False after a message: there is no memory.
 */
static bool print_json(const struct tool_edit_order *order, const struct tool_edit_result *result)
{
    const struct tool_edit_written *written = &result->written;
    cJSON *object = cJSON_CreateObject();
    tool_json_add_text(object, "file", order->out);
    add_steps(object, result);
    add_sizes(object, "was", result->was_s, result->was_frames, result->was_markers);
    cJSON *is = add_sizes(object, "is", result->is_s, written->frames, result->is_markers);
    cJSON_AddNumberToObject(is, "bytes", (double)written->bytes);
    if (!order->is_session)
        cJSON_AddNumberToObject(is, "keys", (double)written->keys);
    cJSON_AddNumberToObject(object, "unknown_messages", (double)result->unknown);
    cJSON_AddNumberToObject(object, "damaged_places", (double)result->damages);
    cJSON_AddNumberToObject(object, "renamed_markers", (double)result->renamed);
    cJSON_AddNumberToObject(object, "frames_too_close", (double)written->frames_same);
    cJSON_AddBoolToObject(object, "finished", !result->is_unfinished);
    tool_json_add_text_or_null(object, "curved", result->curved);
    if (result->has_proof)
        add_proof(object, result);
    else
        cJSON_AddNullToObject(object, "proof");
    return tool_json_print(object);
}

/* ---- The command ---- */

static const char help[] =
    "usage: understudy edit RECORDING --output FILE [options] STEP...\n"
    "\n"
    "Make a new recording of one, by steps that are done in the order given. RECORDING does not\n"
    "change. FILE is of the same kind: .mcap of a session, .bin of an input animation file.\n"
    "FROM, TO and T are seconds or markers, as they are after the steps before. What is behind a\n"
    "part that changes its length moves with it, markers too. Curves of a .bin become straight\n"
    "lines between its keys; the output says how far off they are.\n"
    "\n"
    "Time:\n"
    "  cut FROM TO       leave out a part\n"
    "  keep FROM TO      leave out all but a part\n"
    "  join FILE [S]     put another recording behind; poses go over to it in S seconds (0.5),\n"
    "                    from the marker 'seam' on. 0: its first frame replaces the last one\n"
    "  speed X           make all X times as fast, from 0.1 to 10\n"
    "  retime MARKER T   let a marker come at T seconds: the part from the marker before it, or\n"
    "                    from the beginning, gets slower or faster\n"
    "  resample HZ       a frame at each n/HZ s\n"
    "Poses, in metres and in OpenXR's axes: X right, Y up, -Z ahead:\n"
    "  move X Y Z        move every pose\n"
    "  turn YAW          turn every pose about the origin, in degrees to the left\n"
    "  mirror            exchange left and right, with the buttons of the hands\n"
    "  scale-hands F     bones F times as long; the wrists stay\n"
    "  smooth HZ         make movements of HZ half as large, faster ones smaller\n"
    "  fill-gaps S       put poses where tracking was lost for S seconds or less\n"
    "  reduce MM DEGREES leave out frames or keys that lines between the others replace within\n"
    "                    this bound, which is proved of FILE. It is the last step\n"
    "  repair            mend what playback would not play; read what is whole of a damaged file\n"
    "Content:\n"
    "  only CHANNELS     leave out all but head, hands, gaze, pinch or controllers (with commas)\n"
    "  without CHANNELS  leave them out\n"
    "  mark NAME T       set a marker\n"
    "  unmark NAME       remove all markers of a name\n"
    "  rename NAME NEW   rename them\n"
    "\n"
    "  --output FILE  the file to write, also -o FILE\n"
    "  --force        replace FILE if it is there\n"
    "  --json         print one JSON object\n"
    "\n"
    "The output says what each step changed. A button that was pressed in a part that is cut away\n"
    "is pressed, or released, at the seam, and the output says which.\n"
    "\n"
    "The JSON object: file, steps [{step, said [TEXT]}], was {duration_s, frames, markers}, is\n"
    "(as was, and bytes, and keys of a .bin), unknown_messages, damaged_places, renamed_markers,\n"
    "frames_too_close (left out of a .bin), finished, curved (what curves of a .bin lost, or\n"
    "null) and proof {times, off_mm, off_degrees, bound_mm, bound_degrees} of reduce, or null.\n"
    "For an unusable RECORDING: file, result, error (as in check).\n"
    "\n"
    "Example: understudy edit take.mcap -o menu.mcap keep reach 8.5 rename reach start\n"
    "\n"
    "Exit codes: 0; 2 usage, a step that cannot be done, or FILE is there already or cannot be\n"
    "made; 3 FILE or the output could not be written; 4 RECORDING, or one that is joined, is\n"
    "unusable.\n";

/* ---- The file ---- */

static int write_file(const struct tool_edit_order *order)
{
    struct tool_edit_result made;
    struct us_error error = {.byte = US_NO_BYTE};
    struct tool_part_file part;
    struct tool_progress progress;
    if (!tool_part_file_begin("edit", order->out, &part))
        return TOOL_EXIT_USAGE;
    tool_progress_begin(&progress, order->in);
    const bool is_made =
        tool_edit_run(order, part.file, part.name, &progress, &made, &error) == US_OK;
    tool_progress_end(&progress);
    const bool is_kept = tool_part_file_end(&part, order->out, is_made);
    int code = TOOL_EXIT_OK;
    if (!is_made && made.in_step && !made.written.in_output) {
        tool_text_complain("edit: %s", error.text);
        code = error.result == US_ERROR_USAGE ? TOOL_EXIT_USAGE : TOOL_EXIT_RECORDING;
    } else if (!is_made && !made.written.in_output) {
        tool_inspection_say_failure(order->in, order->json, &error);
        code = TOOL_EXIT_RECORDING;
    } else if (!is_kept) {
        tool_text_complain("%s was not written: %s", order->out,
                           is_made ? strerror(errno) : error.text);
        code = TOOL_EXIT_OUTPUT;
    } else if (order->json) {
        code = print_json(order, &made) ? TOOL_EXIT_OK : TOOL_EXIT_OUTPUT;
    } else {
        print(order, &made);
    }
    free(made.said);
    return code;
}

/* ---- The command line ---- */

/* "-1" is a number of a step, and "-o" an option. */
static bool is_option(const char *word)
{
    return word[0] == '-' && word[1] != '\0' && strchr("0123456789.", word[1]) == NULL;
}

/* Whether the option's value is the next word. */
static bool has_value(const char *word)
{
    return strcmp(word, "-o") == 0 || strcmp(word, "--output") == 0;
}

/* Takes the options, and leaves the recording and the words of the steps in `words`. */
static int parse_options(int argc, char **argv, struct tool_edit_order *order, const char **words,
                         unsigned *out_count)
{
    const struct tool_option options[] = {
        {"output", TOOL_OPTION_TEXT, &order->out, NULL},
        {"force", TOOL_OPTION_FLAG, &order->replaces, NULL},
        {"json", TOOL_OPTION_FLAG, &order->json, NULL},
        {NULL, TOOL_OPTION_FLAG, NULL, NULL},
    };
    struct tool_command_line line = {.command = &tool_command_edit, .options = options};
    char **picked = calloc((size_t)argc + 1, sizeof *picked);
    int count = 1;
    if (picked == NULL)
        return TOOL_EXIT_OUTPUT;
    picked[0] = argv[0];
    for (int i = 1; i < argc; i++) {
        const bool is_one = is_option(argv[i]);
        if (is_one || (*out_count == 0 && line.operand == NULL))
            picked[count++] = argv[i];
        else
            words[(*out_count)++] = argv[i];
        if (is_one && has_value(argv[i]) && i + 1 < argc)
            picked[count++] = argv[++i];
        if (!is_one && line.operand == NULL)
            line.operand = argv[i];
    }
    int code = tool_options_parse(&line, count, picked);
    order->in = line.operand;
    free(picked);
    return code;
}

/* A step that is wrong, in words; a file in the wrong place may be the reason. */
static void complain_of_step(const struct tool_edit_order *order, const char *word, const char *why)
{
    struct us_about about;
    const bool is_output = order->out == NULL && (tool_file_path_ends_in(word, ".mcap") ||
                                                  tool_file_path_ends_in(word, ".bin"));
    if (order->count == 0 && !us_path_about_target(order->in, &about))
        tool_text_complain("edit: step 1: %s; the recording comes before the steps, and there is "
                           "no file '%s'",
                           why, order->in);
    else
        tool_text_complain("edit: step %u: %s%s; see 'understudy edit --help'", order->count + 1,
                           why, is_output ? "; name the new file by --output" : "");
}

static bool take_steps(struct tool_edit_order *order, const char *const *words, unsigned count)
{
    struct us_error error = {.byte = US_NO_BYTE};
    while (count > 0) {
        struct tool_edit_words *step = &order->steps[order->count];
        if (order->count == TOOL_EDIT_STEPS_MOST) {
            tool_text_complain("edit: there are more than %d steps", TOOL_EDIT_STEPS_MOST);
            return false;
        }
        if (tool_edit_words_take(words, count, step, &error) != US_OK) {
            complain_of_step(order, words[0], error.text);
            return false;
        }
        order->count++;
        words += step->count + 1;
        count -= step->count + 1;
    }
    if (order->count == 0)
        tool_text_complain("edit: no step is given; see 'understudy edit --help'");
    return order->count > 0;
}

/* Whether the first bytes are those of a file that is no recording: reading it says what it is. */
static bool is_foreign(const char *path)
{
    uint8_t start[US_FOREIGN_FORMAT_START];
    const char *advice;
    FILE *file = us_path_stream(path);
    const size_t size = file != NULL ? fread(start, 1, sizeof start, file) : 0;
    if (file != NULL)
        fclose(file);
    return us_file_foreign_kind(start, size, &advice) != NULL;
}

static bool check_files(struct tool_edit_order *order)
{
    struct tool_file_role roles[TOOL_EDIT_STEPS_MOST + 2] = {{"the recording", order->in, false},
                                                             {"--output", order->out, true}};
    size_t count = 2;
    for (unsigned i = 0; i < order->count; i++)
        if (strcmp(order->steps[i].name, "join") == 0)
            roles[count++] =
                (struct tool_file_role){"the joined recording", order->steps[i].words[0], false};
    order->is_session = tool_session_is(order->in);
    const char *ending = order->is_session ? ".mcap" : ".bin";
    if (order->out == NULL) {
        tool_text_complain("edit: --output is missing; pass --output FILE");
        return false;
    }
    struct us_about about;
    const bool is_file =
        us_path_about_target(order->in, &about) && about.kind == US_ABOUT_REGULAR && about.size > 0;
    if (!tool_file_path_ends_in(order->out, ending) && is_file && us_path_is_readable(order->in) &&
        !is_foreign(order->in)) {
        tool_text_complain(
            "edit: %s is %s, so let the name of --output end in %s; 'understudy "
            "convert' makes another kind of file",
            order->in, order->is_session ? "a session recording" : "no session recording", ending);
        return false;
    }
    return tool_file_roles_check("edit", roles, count) &&
           tool_part_file_check("edit", "--output", order->out, order->replaces);
}

static int edit(int argc, char **argv)
{
    static struct tool_edit_order order;
    const char **words = calloc((size_t)argc + 1, sizeof *words);
    unsigned count = 0;
    int code = words != NULL ? parse_options(argc, argv, &order, words, &count) : TOOL_EXIT_OUTPUT;
    if (code == TOOL_OPTIONS_GO_ON)
        code = take_steps(&order, words, count) && check_files(&order) ? write_file(&order)
                                                                       : TOOL_EXIT_USAGE;
    free(words);
    return code;
}

const struct tool_command tool_command_edit = {
    "edit", "make a new recording of one: cut, join, move, mirror, mark and more", help, edit,
    NULL};
