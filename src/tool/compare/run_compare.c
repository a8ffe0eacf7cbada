/* SPDX-License-Identifier: MIT */
#include "tool/compare/run_compare.h"

#include <stdio.h>
#include <string.h>

#include "platform/app.h"
#include "platform/path.h"
#include "tool/run_folder/run_folder.h"
#include "tool/cli/file_roles.h"
#include "tool/cli/json.h"
#include "tool/cli/text.h"
#include "tool/log/log_reader.h"

static const cJSON *find(const struct tool_run_side *side, const char *outer, const char *inner)
{
    return tool_json_get(tool_json_get(side->facts, outer), inner);
}

static bool is_same(const cJSON *a, const cJSON *b)
{
    return (a == NULL && b == NULL) || cJSON_Compare(a, b, true);
}

/* "llvmpipe (LLVM 15.0.6, 256 bits), Mesa 22.3.6" */
static void describe_device(const struct tool_run_side *side, char *out, size_t size)
{
    const cJSON *device = cJSON_GetArrayItem(find(side, "versions", "vulkan"), 0);
    const char *info = tool_json_text(device, "driver_info", "");
    snprintf(out, size, "%s%s%s", tool_json_text(device, "name", "no Vulkan device"),
             info[0] != '\0' ? ", " : "", info);
}

/* The rule for screenshots: an image of the same driver is the same in every pixel. */
static enum tool_allow_rule choose_rule(const struct tool_run_side *a,
                                        const struct tool_run_side *b, enum tool_allow_rule rule,
                                        struct tool_run_comparison *out)
{
    char of_a[200], of_b[200];
    bool is_known = a->facts != NULL && b->facts != NULL;
    const cJSON *device = find(a, "versions", "vulkan");
    bool has_same = is_same(device, find(b, "versions", "vulkan"));
    describe_device(a, of_a, sizeof of_a);
    describe_device(b, of_b, sizeof of_b);
    if (rule != TOOL_ALLOW_AUTO)
        snprintf(out->rule, sizeof out->rule, "that is what --allow or allow.json says");
    else if (is_known && !has_same)
        snprintf(out->rule, sizeof out->rule, "the graphics drivers differ (%s; %s)", of_a, of_b);
    else if (is_known && device != NULL)
        snprintf(out->rule, sizeof out->rule, "the graphics driver is the same (%s)", of_a);
    if (rule != TOOL_ALLOW_AUTO)
        return rule;
    return !is_known || has_same ? TOOL_ALLOW_EXACT : TOOL_ALLOW_PERCEPTUAL;
}

/* The event "instance" names the runtime. If the runtimes differ, a difference there does not come
 * from the app. */
static bool is_same_runtime(const struct tool_run_side *a, const struct tool_run_side *b)
{
    const cJSON *of_a = find(a, "versions", "runtime"), *of_b = find(b, "versions", "runtime");
    return is_same(tool_json_get(of_a, "name"), tool_json_get(of_b, "name")) &&
           is_same(tool_json_get(of_a, "version"), tool_json_get(of_b, "version"));
}

static void say_empty(const struct tool_run_side *a, const struct tool_run_side *b,
                      struct tool_run_comparison *out)
{
    const enum tool_log_empty empty = out->events.empty;
    const bool is_a = empty == TOOL_LOG_EMPTY_A;
    if (empty == TOOL_LOG_HAS_FRAMES)
        return;
    if (is_a || empty == TOOL_LOG_EMPTY_B)
        snprintf(out->empty, sizeof out->empty,
                 "the app showed no frame in %.100s, and some in %.100s", is_a ? a->name : b->name,
                 is_a ? b->name : a->name);
    else
        snprintf(out->empty, sizeof out->empty,
                 empty == TOOL_LOG_EMPTY_BOTH ? "the app showed no frame in either run"
                                              : "no frame is in both runs");
    tool_text_complain("nothing was compared: %s", out->empty);
}

static bool compare_events(const struct tool_run_side *a, const struct tool_run_side *b,
                           const struct tool_run_compare_order *order,
                           struct tool_picture_list pictures[2], struct tool_run_comparison *out)
{
    char ignore[sizeof order->allow->ignore + 16];
    const char *names = order->allow->ignore;
    bool adds = a->facts != NULL && b->facts != NULL && !is_same_runtime(a, b);
    snprintf(ignore, sizeof ignore, "%s%s%s", names, adds && names[0] != '\0' ? "," : "",
             adds ? "instance" : "");
    const struct tool_log_compare_options options = {.allow = order->allow->events,
                                                     .ignore = ignore[0] != '\0' ? ignore : NULL,
                                                     .common = order->common,
                                                     .same_end = order->same_end,
                                                     .pictures = pictures};
    enum tool_log_compare_result result =
        tool_log_compare(a->place.log, b->place.log, &options, &out->events);
    out->events_differ = result == TOOL_LOG_COMPARE_FOUND;
    say_empty(a, b, out);
    return result != TOOL_LOG_COMPARE_UNKNOWN;
}

static void compare_pictures(const struct tool_run_side *a, const struct tool_run_side *b,
                             const struct tool_run_compare_order *order,
                             const struct tool_picture_list lists[2],
                             struct tool_run_comparison *out)
{
    const struct tool_picture_order pictures = {
        .a = {a->name, a->place.pictures, &lists[0]},
        .b = {b->name, b->place.pictures, &lists[1]},
        .allow = order->allow,
        .rule = choose_rule(a, b, order->allow->rule, out),
        .alone_until = order->common ? (int64_t)out->events.frames : INT64_MAX,
        .differences = order->differences,
    };
    tool_picture_compare(&pictures, &out->pictures);
}

/* Not every run keeps the output. */
static bool compare_output(const struct tool_run_side *a, const struct tool_run_side *b,
                           const struct tool_allow *allow, struct tool_output_difference *out)
{
    const char *good = a->place.output[1], *other = b->place.output[1];
    if (good[0] == '\0' || other[0] == '\0')
        return true;
    const bool is_good = us_path_is_there(good), is_other = us_path_is_there(other);
    if (is_good == is_other)
        return tool_output_compare(good, other, allow, out);
    tool_text_complain("%s is not there, so what the apps printed cannot be compared",
                       is_good ? other : good);
    return false;
}

static void describe_end(const struct tool_run_side *side, char out[64])
{
    const cJSON *code = find(side, "end", "exit_code"), *number = find(side, "end", "signal");
    if (cJSON_IsNumber(code))
        snprintf(out, 64, "exit code %d", code->valueint);
    else if (cJSON_IsNumber(number))
        snprintf(out, 64, "signal %d (%.40s)", number->valueint,
                 us_app_signal_words(number->valueint, 0));
    else
        snprintf(out, 64, "%.60s",
                 tool_json_text(tool_json_get(side->facts, "end"), "how", "not known"));
}

static void compare_ends(const struct tool_run_side *a, const struct tool_run_side *b,
                         struct tool_run_comparison *out)
{
    if (a->facts == NULL || b->facts == NULL)
        return;
    describe_end(a, out->ends[0]);
    describe_end(b, out->ends[1]);
    out->ends_differ = strcmp(out->ends[0], out->ends[1]) != 0;
}

bool tool_run_compare_has_picture(const struct tool_run_comparison *comparison)
{
    return comparison->pictures.differing + comparison->pictures.alone > 0;
}

/* Whether the first difference is in a picture, and not in the events. In the same frame, the event
 * counts as first. */
static bool is_picture_first(const struct tool_run_comparison *comparison)
{
    const struct tool_log_difference *events = &comparison->events;
    const struct tool_picture *picture = &comparison->pictures.first.picture;
    if (!tool_run_compare_has_picture(comparison) || !comparison->events_differ)
        return tool_run_compare_has_picture(comparison);
    if (events->frame == TOOL_LOG_READER_BEFORE)
        return false;
    if (events->session > 0 && picture->session > 0 && events->session != picture->session)
        return picture->session < events->session;
    return picture->frame < events->frame;
}

/* Lines of standard error have no times, so they come after differences that have a frame. */
static enum tool_run_first find_first(const struct tool_run_comparison *comparison)
{
    if (is_picture_first(comparison))
        return TOOL_RUN_FIRST_PICTURE;
    if (comparison->events_differ)
        return TOOL_RUN_FIRST_EVENT;
    if (comparison->output.lines > 0)
        return TOOL_RUN_FIRST_OUTPUT;
    return comparison->ends_differ ? TOOL_RUN_FIRST_END : TOOL_RUN_SAME;
}

void tool_run_compare(const struct tool_run_side *a, const struct tool_run_side *b,
                      const struct tool_run_compare_order *order, struct tool_run_comparison *out)
{
    struct tool_picture_list lists[2] = {{0}};
    *out = (struct tool_run_comparison){.first = TOOL_RUN_UNKNOWN};
    bool done =
        compare_events(a, b, order, lists, out) && compare_output(a, b, order->allow, &out->output);
    if (done)
        compare_pictures(a, b, order, lists, out);
    if (done && !order->allow->ignores_end)
        compare_ends(a, b, out);
    if (done)
        out->first = find_first(out);
    if (out->first == TOOL_RUN_SAME && tool_picture_compare_is_blind(&out->pictures)) {
        out->first = TOOL_RUN_UNKNOWN;
        snprintf(out->empty, sizeof out->empty, "%s", TOOL_PICTURE_BLIND);
        tool_text_complain("no pixel was compared: %s", out->empty);
    }
    tool_picture_list_free(&lists[0]);
    tool_picture_list_free(&lists[1]);
}

bool tool_run_side_open(struct tool_run_side *side, const char *command, const char *name,
                        const char *folder)
{
    char inside[PATH_MAX];
    if (tool_file_path_join(folder, "/" TOOL_RUN_OF_BASELINE, inside) &&
        tool_run_folder_look(inside) == TOOL_RUN_FOLDER_RUN)
        folder = inside;
    *side = (struct tool_run_side){.name = name};
    return tool_run_place_in_folder(&side->place, folder, true) &&
           (side->facts = tool_run_folder_read_facts(command, folder)) != NULL;
}
