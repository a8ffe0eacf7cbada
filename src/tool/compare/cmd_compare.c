/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/path.h"
#include "tool/cli/command.h"
#include "tool/cli/file_roles.h"
#include "tool/cli/json.h"
#include "tool/cli/options.h"
#include "tool/cli/text.h"
#include "tool/compare/compare_print.h"
#include "tool/compare/recordings/recording_compare.h"
#include "tool/run_folder/run_folder.h"

static const char help[] =
    "usage: understudy compare A B [options]\n"
    "\n"
    "Find the first difference between two things of one kind. What they are is seen from their\n"
    "content:\n"
    "\n"
    "Event logs ('understudy run --log FILE' writes them), by their meaning: the frame, the call,\n"
    "the field and both values. Frames are counted from the start of playback. Wall-clock times,\n"
    "screenshots, and the order in which an app's threads call within a frame do not count. The\n"
    "comparison stops where playback asks the app to end, or makes the input live again.\n"
    "\n"
    "Recordings (input animation files, session recordings, or one of each), as playback gives\n"
    "them: the time, the channel, both values, and how much each channel differs. Velocities,\n"
    "the presence of the person, the refresh rate, states of the session, haptics and events are\n"
    "not compared.\n"
    "\n"
    "PNG images, or folders of them: every changed pixel counts, also in alpha and in all 16 bits\n"
    "of a colour, unless an option allows it.\n"
    "\n"
    "Runs that 'understudy run --out DIR' kept, or baselines: what the app was told and did, the\n"
    "screenshots, new lines of standard error in B, and how the app ended. They may be from\n"
    "different machines, versions and runtimes. The first difference of any kind comes first.\n"
    "\n"
    "  --allow LIMITS     what may differ: the file allow.json of a baseline,\n"
    "                     understudy-run-folder(5), or the limits below, or both, separated by\n"
    "                     commas: allow.json,ssim=0.6\n"
    "  --differences PATH write an image of the differences: of two images this file, otherwise\n"
    "                     one for each that differs in this folder. A brighter pixel differs\n"
    "                     more, red is above the threshold, blue is masked\n"
    "  --common           compare what both have; one may be longer\n"
    "  --json             print one JSON object; understudy-run-folder(5) describes it\n"
    "\n"
    "The limits of --allow:\n"
    "  position_m=X       let two positions differ by X metres (default 0.00001; of recordings\n"
    "                     0.000001)\n"
    "  angle_rad=X        let two rotations differ by X radians (default 0.0001; of recordings\n"
    "                     0.00001)\n"
    "  number=X           let any other two numbers differ by X (default 0.00001)\n"
    "  ignore=NAME,...    of logs and runs: ignore events with these names; understudy-log(5)\n"
    "                     lists the names\n"
    "  threshold=X        let a colour differ by X, from 0 to 1 (default 0; with ssim 0.02)\n"
    "  ssim=X             compare images as a person sees them, for two graphics drivers: edges\n"
    "                     may be off by a pixel; in each patch of 8 by 8 pixels the structural\n"
    "                     similarity (SSIM) must be X or more (1 is equal; try 0.6), and the\n"
    "                     mean colour may be off by the threshold; alpha does not count\n"
    "\n"
    "Exit codes: 0 the same; 1 different; 2 usage, compare cannot use a file, or there was\n"
    "nothing to compare; 3 the output could not be written.\n";

enum kind { LOGS, RECORDINGS, IMAGES, FOLDERS, RUNS, KINDS };

static const char *const kind_names[KINDS] = {"an event log", "a recording", "a PNG image",
                                              "a folder of PNG images", "the folder of a run"};

struct request {
    const char *a, *b, *differences;
    const char *allowed;       /* what --allow says; NULL: nothing */
    char allow_path[PATH_MAX]; /* its file; "": none */
    unsigned given;            /* its parts, enum tool_allow_part */
    bool common, json;
    struct tool_allow allow; /* complete once the kinds of the two things are known */
};

#define BIT(kind) (1u << (kind))
#define VALUES (BIT(LOGS) | BIT(RECORDINGS) | BIT(RUNS))
#define PICTURES (BIT(IMAGES) | BIT(FOLDERS) | BIT(RUNS))
#define AT(member) offsetof(struct request, member)

/* Each option, and the kinds of things for which it has a meaning. */
static const struct {
    const char *name;
    size_t offset;
    enum tool_option_kind kind;
    unsigned kinds;
} table[] = {
    {"allow", AT(allowed), TOOL_OPTION_TEXT, VALUES | PICTURES},
    {"differences", AT(differences), TOOL_OPTION_TEXT, PICTURES},
    {"common", AT(common), TOOL_OPTION_FLAG, VALUES | BIT(FOLDERS)},
    {"json", AT(json), TOOL_OPTION_FLAG, VALUES | PICTURES},
};
enum { OPTIONS = sizeof table / sizeof table[0] };

static int conclude(cJSON *object, bool json, enum kind kind, bool is_same)
{
    static const char *const names[KINDS] = {"logs", "recordings", "images", "pictures", "runs"};
    int code = is_same ? TOOL_EXIT_OK : TOOL_EXIT_DIFFERENT;
    if (json) {
        if (!cJSON_HasObjectItem(object, "result"))
            cJSON_AddStringToObject(object, "result", is_same ? "same" : "different");
        cJSON_AddStringToObject(object, "kind", names[kind]);
        return tool_json_print(object) ? code : TOOL_EXIT_OUTPUT;
    }
    cJSON_Delete(object);
    return code;
}

/* A log that was cut behind playback's end has no difference, and yet does not say that the app
 * went on as in the other run. */
static void say_cut(const struct request *request, const struct tool_log_difference *difference)
{
    if (difference->is_a_cut && difference->is_b_cut)
        tool_text_complain("neither log has its last line 'end': the apps did not destroy their "
                           "instances, or the logs were cut; what came later is not compared");
    else if (difference->is_a_cut || difference->is_b_cut)
        tool_text_complain("%s lacks the last line 'end', which the other log has: the app did not "
                           "destroy its instance, or the log was cut; what came later is not "
                           "compared",
                           difference->is_a_cut ? request->a : request->b);
}

static void say_empty(const struct request *request, enum tool_log_empty empty)
{
    if (empty == TOOL_LOG_EMPTY_A || empty == TOOL_LOG_EMPTY_B)
        tool_text_complain("nothing was compared: %s has no frame of playback",
                           empty == TOOL_LOG_EMPTY_A ? request->a : request->b);
    else if (empty != TOOL_LOG_HAS_FRAMES)
        tool_text_complain("nothing was compared: %s; compare logs of runs in which the recording "
                           "was played",
                           empty == TOOL_LOG_EMPTY_APART ? "no frame is in both logs"
                                                         : "neither log has a frame of playback");
}

static int compare_logs(const struct request *request)
{
    struct tool_log_difference difference;
    const struct tool_log_compare_options options = {
        .allow = request->allow.events,
        .ignore = request->allow.ignore[0] != '\0' ? request->allow.ignore : NULL,
        .common = request->common};
    enum tool_log_compare_result result =
        tool_log_compare(request->a, request->b, &options, &difference);
    if (result == TOOL_LOG_COMPARE_UNKNOWN) {
        say_empty(request, difference.empty);
        return TOOL_EXIT_USAGE;
    }
    bool differs = result == TOOL_LOG_COMPARE_FOUND;
    if (!request->json)
        tool_compare_print_log(stdout, request->a, request->b, &difference, differs);
    if (!differs)
        say_cut(request, &difference);
    return conclude(tool_log_difference_to_json(&difference, differs), request->json, LOGS,
                    !differs);
}

static int compare_recordings(const struct request *request)
{
    static struct tool_recording_difference difference;
    const struct tool_event_tolerance *events = &request->allow.events;
    const struct tool_recording_compare_options options = {
        .allow = {events->position_m, events->angle_rad, events->number},
        .common = request->common};
    if (!tool_recording_compare(&difference, request->a, request->b, &options))
        return TOOL_EXIT_USAGE;
    if (!request->json)
        tool_compare_print_recordings(&difference, request->a, request->b);
    return conclude(tool_compare_recordings_to_json(&difference), request->json, RECORDINGS,
                    !tool_recording_difference_is_any(&difference));
}

/* The rule for images whose driver is not known. */
static enum tool_allow_rule image_rule(const struct request *request)
{
    return request->allow.rule != TOOL_ALLOW_AUTO ? request->allow.rule : TOOL_ALLOW_EXACT;
}

static cJSON *image_to_json(const struct tool_image_outcome *outcome)
{
    cJSON *object = cJSON_CreateObject();
    tool_json_add_number(object, "pixels", (double)outcome->pixels);
    tool_json_add_number(object, "differing", (double)outcome->differing);
    tool_json_add_number(object, "mean", outcome->mean);
    tool_json_add_number(object, "ssim", outcome->ssim_plain);
    tool_compare_add_image(object, outcome);
    return object;
}

/* False after a message: nothing was compared, and nobody asked for that. */
static bool has_pixels(const struct tool_image_outcome *outcome,
                       const struct tool_image_tolerance *limits)
{
    const bool has_pixels = outcome->pixels > 0 || tool_image_allows_all(limits);
    if (!has_pixels)
        tool_text_complain("nothing was compared: %s", TOOL_PICTURE_BLIND);
    return has_pixels;
}

static int compare_images(const struct request *request)
{
    struct tool_image_pair pair;
    struct tool_image_outcome outcome;
    const struct tool_image_tolerance limits =
        tool_allow_limits(&request->allow, image_rule(request));
    int code = TOOL_EXIT_USAGE;
    if (tool_image_pair_read(&pair, request->a, request->b) &&
        tool_allow_make_mask(&request->allow, "", pair.a.width, pair.a.height, &pair.mask) &&
        tool_image_compare(&pair, &limits, &outcome) && has_pixels(&outcome, &limits)) {
        if (!request->json)
            tool_compare_print_image(stdout, &outcome, &limits);
        code = conclude(image_to_json(&outcome), request->json, IMAGES, outcome.is_same);
        if (request->differences != NULL &&
            !tool_png_image_write(&pair.difference, request->differences))
            code = TOOL_EXIT_OUTPUT;
    }
    tool_image_pair_free(&pair);
    return code;
}

static int compare_lists(const struct request *request, const struct tool_picture_list lists[2])
{
    static struct tool_picture_comparison pictures;
    const struct tool_picture_order order = {.a = {request->a, request->a, &lists[0]},
                                             .b = {request->b, request->b, &lists[1]},
                                             .allow = &request->allow,
                                             .rule = image_rule(request),
                                             .alone_until = request->common ? -1 : INT64_MAX,
                                             .differences = request->differences};
    char rule[900];
    tool_picture_compare(&order, &pictures);
    bool is_same = pictures.differing + pictures.alone == 0;
    if (pictures.compared + pictures.alone == 0) {
        tool_text_complain("nothing was compared: %s and %s have no picture of the same name",
                           request->a, request->b);
        return TOOL_EXIT_USAGE;
    }
    if (is_same && tool_picture_compare_is_blind(&pictures)) {
        tool_text_complain("nothing was compared: %s", TOOL_PICTURE_BLIND);
        return TOOL_EXIT_USAGE;
    }
    tool_compare_describe_rule(&pictures, "", rule, sizeof rule);
    if (!request->json && is_same)
        printf("no difference in %u pictures, %s\n", pictures.compared, rule);
    else if (!request->json)
        tool_compare_print_pictures(stdout, &order, &pictures, false);
    int code =
        conclude(tool_compare_pictures_to_json(&pictures, ""), request->json, FOLDERS, is_same);
    return pictures.differences_failed ? TOOL_EXIT_OUTPUT : code;
}

static int compare_folders(const struct request *request)
{
    struct tool_picture_list lists[2] = {{0}};
    int code = TOOL_EXIT_USAGE;
    if (tool_picture_list_read_folder(&lists[0], request->a) &&
        tool_picture_list_read_folder(&lists[1], request->b))
        code = compare_lists(request, lists);
    tool_picture_list_free(&lists[0]);
    tool_picture_list_free(&lists[1]);
    return code;
}

static int compare_runs(const struct request *request)
{
    static struct tool_run_comparison comparison;
    struct tool_run_side a = {0}, b = {0};
    int code = TOOL_EXIT_USAGE;
    if (tool_run_side_open(&a, "compare", request->a, request->a) &&
        tool_run_side_open(&b, "compare", request->b, request->b)) {
        const struct tool_run_compare_order order = {.allow = &request->allow,
                                                     .common = request->common,
                                                     .differences = request->differences};
        tool_run_compare(&a, &b, &order, &comparison);
        if (comparison.first != TOOL_RUN_UNKNOWN) {
            if (!request->json)
                tool_compare_print_runs(stdout, &a, &b, &comparison);
            code = conclude(tool_compare_runs_to_json(&a, &b, &comparison), request->json, RUNS,
                            comparison.first == TOOL_RUN_SAME);
            if (comparison.pictures.differences_failed)
                code = TOOL_EXIT_OUTPUT;
        }
    }
    cJSON_Delete(a.facts);
    cJSON_Delete(b.facts);
    return code;
}

static bool is_run(const char *folder)
{
    char inside[PATH_MAX];
    return tool_run_folder_look(folder) == TOOL_RUN_FOLDER_RUN ||
           (tool_file_path_join(folder, "/" TOOL_RUN_OF_BASELINE, inside) &&
            tool_run_folder_look(inside) == TOOL_RUN_FOLDER_RUN);
}

static bool has_pictures(const char *folder)
{
    struct tool_picture_list list = {0};
    bool is_any = tool_picture_list_read_folder(&list, folder) && list.count > 0;
    tool_picture_list_free(&list);
    return is_any;
}

/* The kind of thing that a path leads to; KINDS after a message. */
static enum kind find_kind(const char *path)
{
    static const unsigned char png[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    uint8_t bytes[US_FOREIGN_FORMAT_START] = {0};
    struct us_about about;
    const char *advice;
    if (!us_path_about_target(path, &about)) {
        tool_text_complain("%s: %s", path, strerror(errno));
        return KINDS;
    }
    if (about.kind == US_ABOUT_FOLDER && is_run(path))
        return RUNS;
    if (about.kind == US_ABOUT_FOLDER && has_pictures(path))
        return FOLDERS;
    if (about.kind == US_ABOUT_FOLDER) {
        tool_text_complain("%s is neither the folder of a run ('understudy run --out DIR' makes "
                           "one), nor a baseline, nor a folder of PNG images",
                           path);
        return KINDS;
    }
    /* A pipe can be read only once; only a log may be one. */
    FILE *file = about.kind == US_ABOUT_REGULAR ? us_path_stream(path) : NULL;
    size_t length = file != NULL ? fread(bytes, 1, sizeof bytes, file) : 0;
    bool is_png = length >= sizeof png && memcmp(bytes, png, sizeof png) == 0;
    if (file != NULL)
        fclose(file);
    if (is_png)
        return IMAGES;
    if (about.kind == US_ABOUT_REGULAR && tool_recording_compare_is(path))
        return RECORDINGS;
    const char *foreign = us_file_foreign_kind(bytes, length, &advice);
    if (about.kind != US_ABOUT_REGULAR || (bytes[0] == '{' && advice == NULL))
        return LOGS;
    if (about.size == 0)
        tool_text_complain("%s: the file is empty", path);
    else if (advice != NULL)
        tool_text_complain("%s is %s, which cannot be compared; %s", path, foreign, advice);
    else
        tool_text_complain("%s is neither an event log ('understudy run --log FILE' writes one), "
                           "nor a recording, nor a PNG image%s%s",
                           path, foreign != NULL ? ", but " : "", foreign != NULL ? foreign : "");
    return KINDS;
}

/* Both must be of one kind. KINDS after a message. */
static enum kind find_kinds(const struct request *request)
{
    enum kind a = find_kind(request->a);
    enum kind b = a != KINDS ? find_kind(request->b) : KINDS;
    if (a == b || b == KINDS)
        return b;
    tool_text_complain("compare: %s is %s, and %s is %s; two of one kind are needed", request->a,
                       kind_names[a], request->b, kind_names[b]);
    return KINDS;
}

/* Checks that every given option has a meaning for the kind of things. */
static bool check_options(enum kind kind, const struct tool_option *options, uint64_t given)
{
    for (unsigned i = 0; i < OPTIONS; i++) {
        bool is_on = options[i].kind == TOOL_OPTION_FLAG && *(const bool *)options[i].target;
        if ((!is_on && (given >> i & 1u) == 0) || (table[i].kinds & BIT(kind)) != 0)
            continue;
        tool_text_complain("compare: --%s has no meaning for %s", options[i].name,
                           kind_names[kind]);
        return false;
    }
    return true;
}

/* What --allow says must have a meaning for the kind of things. */
static bool check_allowed(enum kind kind, const struct request *request)
{
    static const struct {
        enum tool_allow_part part;
        unsigned kinds;
        const char *name;
    } parts[] = {
        {TOOL_ALLOW_FILE, BIT(LOGS) | PICTURES, "FILE"},
        {TOOL_ALLOW_VALUES, VALUES, "position_m, angle_rad or number"},
        {TOOL_ALLOW_IGNORE, BIT(LOGS) | BIT(RUNS), "ignore"},
        {TOOL_ALLOW_PICTURES, PICTURES, "threshold or ssim"},
    };
    for (unsigned i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        if ((request->given & parts[i].part) == 0 || (parts[i].kinds & BIT(kind)) != 0)
            continue;
        tool_text_complain("compare: --allow %s has no meaning for %s", parts[i].name,
                           kind_names[kind]);
        return false;
    }
    return true;
}

/* Sets the allowed differences: the defaults of the kind, and then what --allow says. */
static bool make_allow(struct request *request, enum kind kind)
{
    struct tool_allow *allow = &request->allow;
    tool_allow_init(allow);
    if (kind == RECORDINGS)
        allow->events = (struct tool_event_tolerance){1e-6, 1e-5, 1e-5};
    return request->allowed == NULL || (tool_allow_take(allow, "compare", request->allowed,
                                                        request->allow_path, &request->given) &&
                                        check_allowed(kind, request));
}

/* The images of the differences have the names of the pictures. */
static bool is_apart(const struct request *request, const char *folder)
{
    char pictures[PATH_MAX];
    bool is_apart = request->differences == NULL ||
                    (!us_path_is_same_file(request->differences, folder) &&
                     tool_run_folder_part(folder, TOOL_RUN_PICTURES, pictures) &&
                     !us_path_is_same_file(request->differences, pictures));
    if (!is_apart)
        tool_text_complain("compare: --differences %s holds the pictures of %s, which would be "
                           "overwritten; choose another folder",
                           request->differences, folder);
    return is_apart;
}

static bool check_files(const struct request *request, enum kind kind)
{
    const struct tool_file_role roles[] = {
        {"the first file", request->a, false},
        {"the second file", request->b, false},
        {"the file that --allow reads", request->allow_path[0] != '\0' ? request->allow_path : NULL,
         false},
        {"--differences", kind == IMAGES ? request->differences : NULL, true}};
    bool has_folders = kind == FOLDERS || kind == RUNS;
    const size_t count = sizeof roles / sizeof roles[0];
    return tool_file_roles_check("compare", roles, count) &&
           tool_allow_check_files(&request->allow, "compare", roles, count) &&
           (!has_folders || (is_apart(request, request->a) && is_apart(request, request->b)));
}

static int compare(int argc, char **argv)
{
    static struct request request;
    static int (*const comparisons[KINDS])(const struct request *) = {
        compare_logs, compare_recordings, compare_images, compare_folders, compare_runs};
    request = (struct request){0};
    struct tool_option options[OPTIONS + 1] = {{0}};
    for (unsigned i = 0; i < OPTIONS; i++)
        options[i] = (struct tool_option){table[i].name, table[i].kind,
                                          (char *)&request + table[i].offset, NULL};
    struct tool_command_line line = {
        .command = &tool_command_compare,
        .options = options,
        .takes_two = true,
        .wanted = "two event logs, recordings, images or folders are needed"};
    int code = tool_options_parse(&line, argc, argv);
    if (code != TOOL_OPTIONS_GO_ON)
        return code;
    request.a = line.operand;
    request.b = line.second;
    enum kind kind = find_kinds(&request);
    if (kind == KINDS || !check_options(kind, options, line.given) || !make_allow(&request, kind) ||
        !check_files(&request, kind))
        return TOOL_EXIT_USAGE;
    return comparisons[kind](&request);
}

const struct tool_command tool_command_compare = {
    "compare", "find the first difference of two runs, logs, recordings or images", help, compare,
    NULL};
