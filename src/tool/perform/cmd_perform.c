/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "core/base/file.h"
#include "core/base/text.h"
#include "tool/cli/command.h"
#include "tool/cli/file_roles.h"
#include "tool/cli/json.h"
#include "tool/cli/options.h"
#include "tool/cli/progress.h"
#include "tool/cli/text.h"
#include "tool/convert/conversion.h"
#include "tool/output/part_file.h"
#include "tool/perform/library.h"
#include "tool/perform/people.h"
#include "tool/perform/performing.h"
#include "tool/perform/traits.h"

/* ---- What is said of the recordings ---- */

struct made {
    char path[US_FILE_PATH_SIZE];
    uint64_t number; /* of the person; 0: the script's own */
    struct tool_perform_person person;
    double duration_s;
    struct tool_perform_reach reach;
    struct tool_conversion_report report;
    struct tool_loss loss;
};

/* A line, and lines of what was lost. */
static void print_made(const struct made *made)
{
    const struct tool_perform_person *person = &made->person;
    char safe[2 * US_FILE_PATH_SIZE], size[32];
    tool_text_escape(made->path, safe, sizeof safe);
    tool_text_bytes(made->report.bytes, size);
    printf("%s: %s, %" PRIu64 " frames, %s", safe, us_seconds_words(made->duration_s).text,
           made->report.frames, size);
    if (made->number > 0)
        printf("; %.2f m tall, reach %.2f, hands %.2f, speed %.2f, tremor %.2f mm%s",
               person->height_m, person->reach, person->hands, person->speed, person->tremor_mm,
               person->is_left_handed ? ", left-handed" : "");
    putchar('\n');
    if (made->loss.count > 0)
        tool_loss_print(&made->loss);
}

/* The JSON object, to which recordings are added; NaN: there is no seed. NULL: no memory. */
static cJSON *begin_json(const char *script, double seed)
{
    cJSON *json = cJSON_CreateObject();
    tool_json_add_text(json, "script", script);
    tool_json_add_number(json, "seed", seed);
    cJSON_AddArrayToObject(json, "recordings");
    return json;
}

static void add_losses(cJSON *entry, const struct tool_loss *loss)
{
    cJSON *list = cJSON_AddArrayToObject(entry, "lost");
    for (unsigned i = 0; i < loss->count; i++)
        if (loss->list[i].kind != TOOL_LOSS_NOTE)
            tool_json_append_text(list, loss->list[i].text);
}

static void add_reach(cJSON *entry, const struct tool_perform_reach *reach)
{
    cJSON *list = cJSON_AddArrayToObject(entry, "beyond_reach");
    for (unsigned hand = 0; hand < US_SESSION_HANDS; hand++) {
        if (!(reach->beyond_m[hand] > 0.0))
            continue;
        cJSON *out = tool_json_append_object(list);
        cJSON_AddStringToObject(out, "hand", us_hand_name((enum us_hand)hand));
        tool_json_add_number(out, "beyond_m", reach->beyond_m[hand]);
        tool_json_add_number(out, "time_s", reach->at_s[hand]);
    }
}

static void add_made(cJSON *json, const struct made *made)
{
    const struct tool_perform_person *person = &made->person;
    cJSON *entry = tool_json_append_object(cJSON_GetObjectItem(json, "recordings"));
    tool_json_add_text(entry, "file", made->path);
    tool_json_add_number(entry, "person", made->number > 0 ? (double)made->number : (double)NAN);
    tool_json_add_number(entry, "height_m", person->height_m);
    tool_json_add_number(entry, "reach", person->reach);
    tool_json_add_number(entry, "hands", person->hands);
    tool_json_add_number(entry, "speed", person->speed);
    tool_json_add_number(entry, "tremor_mm", person->tremor_mm);
    cJSON_AddStringToObject(entry, "handedness", person->is_left_handed ? "left" : "right");
    tool_json_add_number(entry, "duration_s", made->duration_s);
    tool_json_add_number(entry, "frames", (double)made->report.frames);
    tool_json_add_number(entry, "bytes", (double)made->report.bytes);
    add_reach(entry, &made->reach);
    add_losses(entry, &made->loss);
}

/* ---- The command ---- */

#define SEED_MOST 9007199254740991.0 /* each whole number up to here is a double */
enum { PEOPLE_MOST = 100000, DIGITS_LEAST = 3 };

static const char help[] =
    "usage: understudy perform SCRIPT --output FILE [options]\n"
    "       understudy perform [--json]\n"
    "\n"
    "Make a recording of what a script says a person does, understudy-person(5), without a\n"
    "headset and without an app. SCRIPT is a file, or performance:NAME, one that comes with\n"
    "Understudy. The recording has 60 frames in a second, or one while nothing changes and nobody\n"
    "trembles, until the script's last line. Each file appears whole or not at all.\n"
    "\n"
    "  --output FILE  the file to write, also -o FILE. Its name says the kind, as that of convert\n"
    "                 does: .mcap is a session recording, which holds everything\n"
    "  --vary N       make N recordings of N people who do the same, 1 to 100000: FILE.mcap\n"
    "                 becomes FILE-001.mcap, FILE-002.mcap and so on\n"
    "  --seed S       draw the people from this whole number (default 1). The same seed gives the\n"
    "                 same files, and person n does not depend on N\n"
    "  --differ LIST  in what they differ: any of height, reach, hands, speed, tremor and\n"
    "                 handedness, with commas, or all, the default. Without height and reach,\n"
    "                 hands are where the script has them, so that they meet what an app shows\n"
    "                 there\n"
    "  --force        replace files that are there\n"
    "  --json         print one JSON object, or a list without SCRIPT\n"
    "\n"
    "Without SCRIPT it lists the performances that come with Understudy, one in a line.\n"
    "\n"
    "height: 1.45 to 2.00 m, 1.70 on average; the script's person is 1.71 m. reach and hands: how\n"
    "far the arms reach and how long the bones of the hands are, both in proportion to the "
    "height.\n"
    "speed: 0.65 to 1.5 times the script's. tremor: up to 0.6 mm, 4 to 12 Hz; the head sways.\n"
    "handedness: one person in ten does everything mirrored, with the buttons of the other hand.\n"
    "Fingers bend as the script says, and bones keep their lengths.\n"
    "\n"
    "The JSON object: script, seed (null without --vary), recordings [{file, person, height_m,\n"
    "reach, hands, speed, tremor_mm, handedness, duration_s, frames, bytes,\n"
    "beyond_reach [{hand, beyond_m, time_s}], lost}]. 'reach' and\n"
    "'hands' are relative to the script's person, and 'lost' says what FILE cannot hold.\n"
    "Without SCRIPT: [{name, says, script, expect}].\n"
    "\n"
    "Example: understudy perform performance:menu-poke -o poke.mcap --vary 20 --differ "
    "speed,tremor\n"
    "\n"
    "Exit codes: 0; 2 usage, a line of SCRIPT is wrong, or FILE is there already or cannot be\n"
    "made; 3 FILE or the output could not be written; 4 SCRIPT is over at once, or FILE cannot\n"
    "hold what it does.\n";

struct order {
    const char *script, *path, *differ;
    char found[US_FILE_PATH_SIZE]; /* of a performance */
    const struct tool_convert_format *to;
    double vary, seed; /* NaN: not given */
    unsigned differs;
    uint64_t people; /* 0: the script's own person alone */
    bool replaces, json;
};

/* How far all files are. */
struct course {
    struct tool_progress progress;
    uint64_t number, count; /* of the files */
};

/* ---- The files ---- */

static uint64_t count_files(const struct order *order)
{
    return order->people > 0 ? order->people : 1;
}

/* The length of the name without the ending that says its kind. */
static size_t stem_of(const struct order *order)
{
    for (size_t i = 0; i < sizeof order->to->ends / sizeof order->to->ends[0]; i++)
        if (order->to->ends[i] != NULL && tool_file_path_ends_in(order->path, order->to->ends[i]))
            return strlen(order->path) - strlen(order->to->ends[i]);
    return strlen(order->path);
}

/* "take-007.mcap" of "take.mcap". False: the name is too long. */
static bool name_file(const struct order *order, uint64_t number, char out[US_FILE_PATH_SIZE])
{
    int digits = DIGITS_LEAST, length;
    for (uint64_t most = 1000; most <= order->people; most *= 10)
        digits++;
    const size_t stem = stem_of(order);
    if (order->people == 0)
        length = snprintf(out, US_FILE_PATH_SIZE, "%s", order->path);
    else
        length = snprintf(out, US_FILE_PATH_SIZE, "%.*s-%0*" PRIu64 "%s", (int)stem, order->path,
                          digits, number, order->path + stem);
    return length > 0 && length < US_FILE_PATH_SIZE;
}

/* All of them, before the first is written. */
static bool check_files(const struct order *order)
{
    for (uint64_t number = 1; number <= count_files(order); number++) {
        char path[US_FILE_PATH_SIZE];
        const struct tool_file_role roles[] = {{"the script", order->script, false},
                                               {"--output", path, true}};
        if (!name_file(order, number, path)) {
            tool_text_complain("perform: --output is too long for a path");
            return false;
        }
        if (!tool_file_roles_check("perform", roles, 2) ||
            !tool_part_file_check("perform", "--output", path, order->replaces))
            return false;
    }
    return true;
}

static void show(void *data, uint64_t done, uint64_t total)
{
    struct course *course = data;
    tool_progress_show(&course->progress, (course->number - 1) * total + done,
                       course->count * total);
}

static struct tool_perform_act act_of(const struct order *order, const struct rt_script *script,
                                      struct course *course)
{
    return (struct tool_perform_act){
        .script = script,
        .person = order->people > 0 ? tool_perform_people_draw((uint64_t)order->seed,
                                                               course->number, order->differs)
                                    : tool_perform_people_plain(),
        .progress = show,
        .data = course,
    };
}

/* One recording. Returns an exit code; what is wrong is said. */
static int write_file(const struct order *order, const struct rt_script *script,
                      struct course *course, struct made *out)
{
    struct us_error error = {.byte = US_NO_BYTE};
    struct tool_part_file part;
    struct tool_perform_act act = act_of(order, script, course);
    out->number = order->people > 0 ? course->number : 0;
    out->person = act.person;
    out->reach = (struct tool_perform_reach){0};
    act.reach = &out->reach;
    if (!name_file(order, course->number, out->path))
        return TOOL_EXIT_USAGE;
    if (!tool_part_file_begin("perform", out->path, &part))
        return TOOL_EXIT_USAGE;
    const bool is_made = tool_perform_write(&act, order->script, order->to, part.file, part.name,
                                            &out->report, &out->loss, &error) == US_OK;
    const bool is_kept = tool_part_file_end(&part, out->path, is_made);
    tool_progress_end(&course->progress);
    if (is_kept)
        return TOOL_EXIT_OK;
    const bool in_script = !is_made && !out->report.in_output;
    tool_text_complain("perform: %s%s: %s", in_script ? order->script : out->path,
                       in_script ? "" : " was not written", is_made ? strerror(errno) : error.text);
    return in_script ? TOOL_EXIT_RECORDING : TOOL_EXIT_OUTPUT;
}

static int write_files(const struct order *order, const struct rt_script *script)
{
    static struct made made;
    struct course course = {.count = count_files(order)};
    cJSON *json = order->json
                      ? begin_json(order->script, order->people > 0 ? order->seed : (double)NAN)
                      : NULL;
    int code = TOOL_EXIT_OK;
    tool_progress_begin(&course.progress, order->script);
    for (course.number = 1; course.number <= course.count && code == TOOL_EXIT_OK;
         course.number++) {
        code = write_file(order, script, &course, &made);
        made.duration_s = tool_perform_body_length_s(script) / made.person.speed;
        if (code == TOOL_EXIT_OK && order->json)
            add_made(json, &made);
        else if (code == TOOL_EXIT_OK)
            print_made(&made);
    }
    if (code != TOOL_EXIT_OK && course.number > 2)
        tool_text_complain("perform: the %" PRIu64 " recordings before it were written",
                           course.number - 2);
    if (order->json && !tool_json_print(json) && code == TOOL_EXIT_OK)
        code = TOOL_EXIT_OUTPUT;
    return code;
}

/* ---- The command line ---- */

static bool is_whole(double number, double least, double most)
{
    return number >= least && number <= most && number == floor(number);
}

static const char *find_conflict(struct order *order)
{
    if (isnan(order->vary) && (!isnan(order->seed) || order->differ != NULL))
        return "--seed and --differ need --vary N: without it, the script's own person acts";
    if (!isnan(order->vary) && !is_whole(order->vary, 1, PEOPLE_MOST))
        return "--vary must be a whole number from 1 to 100000";
    if (!isnan(order->seed) && !is_whole(order->seed, 0, SEED_MOST))
        return "--seed must be a whole number from 0 to 9007199254740991";
    return NULL;
}

static unsigned traits_of(const char *list)
{
    const unsigned all = (1u << TOOL_PERFORM_TRAITS) - 1;
    unsigned out = 0;
    for (unsigned i = 0; i <= TOOL_PERFORM_TRAITS; i++) {
        const size_t length = strlen(tool_perform_traits[i]);
        for (const char *at = list; at != NULL; at = strchr(at, ',')) {
            at += *at == ',';
            if (strncmp(at, tool_perform_traits[i], length) == 0 &&
                (at[length] == ',' || at[length] == '\0'))
                out |= i < TOOL_PERFORM_TRAITS ? 1u << i : all;
        }
    }
    return list != NULL ? out : all;
}

static int parse(int argc, char **argv, struct order *order)
{
    const struct tool_option options[] = {
        {"output", TOOL_OPTION_TEXT, &order->path, NULL},
        {"vary", TOOL_OPTION_NUMBER, &order->vary, NULL},
        {"seed", TOOL_OPTION_NUMBER, &order->seed, NULL},
        {"differ", TOOL_OPTION_LIST, &order->differ, tool_perform_traits},
        {"force", TOOL_OPTION_FLAG, &order->replaces, NULL},
        {"json", TOOL_OPTION_FLAG, &order->json, NULL},
        {NULL, TOOL_OPTION_FLAG, NULL, NULL},
    };
    struct tool_command_line line = {
        .command = &tool_command_perform, .options = options, .may_take_none = true};
    int code = tool_options_parse(&line, argc, argv);
    order->script = line.operand;
    order->to = order->path != NULL ? tool_convert_format_of_output(order->path) : NULL;
    return code;
}

static int list(const struct order *order)
{
    struct tool_perform_library library;
    if (order->path != NULL || !isnan(order->vary)) {
        tool_text_complain("perform: which script? It is a file, or performance:NAME; see "
                           "'understudy perform --help'");
        return TOOL_EXIT_USAGE;
    }
    int code = TOOL_EXIT_USAGE;
    if (tool_perform_library_read("perform", &library))
        code = tool_perform_library_print(&library, order->json) ? TOOL_EXIT_OK : TOOL_EXIT_OUTPUT;
    tool_perform_library_finish(&library);
    return code;
}

static int perform(int argc, char **argv)
{
    static struct order order;
    order = (struct order){.vary = (double)NAN, .seed = (double)NAN};
    int code = parse(argc, argv, &order);
    if (code != TOOL_OPTIONS_GO_ON)
        return code;
    const char *conflict = find_conflict(&order);
    if (conflict != NULL) {
        tool_text_complain("perform: %s", conflict);
        return TOOL_EXIT_USAGE;
    }
    if (order.script == NULL)
        return list(&order);
    order.people = isnan(order.vary) ? 0 : (uint64_t)order.vary;
    order.seed = isnan(order.seed) ? 1.0 : order.seed;
    order.differs = traits_of(order.differ);
    if (!tool_convert_format_check_output("perform", "FILE.mcap", order.path, order.to) ||
        !tool_perform_library_resolve("perform", &order.script, false, order.found))
        return TOOL_EXIT_USAGE;
    struct rt_script *script = tool_perform_read("perform", order.script);
    code = script != NULL && check_files(&order) ? write_files(&order, script) : TOOL_EXIT_USAGE;
    rt_script_destroy(script);
    return code;
}

const struct tool_command tool_command_perform = {
    "perform", "make recordings of a script's person, or of many people", help, perform, NULL};
