/* SPDX-License-Identifier: MIT */
#include "tool/baseline/run_compare.h"

#include <stdio.h>
#include <string.h>

#include "tool/run_folder/run_folder.h"
#include "tool/cli/text.h"
#include "tool/log/log_reader.h"

static const cJSON *find(const cJSON *facts, const char *outer, const char *inner)
{
    return cJSON_GetObjectItemCaseSensitive(cJSON_GetObjectItemCaseSensitive(facts, outer), inner);
}

static bool is_same_item(const cJSON *a, const cJSON *b)
{
    return (a == NULL && b == NULL) || cJSON_Compare(a, b, true);
}

static bool is_same_fact(const struct tool_run_side *a, const struct tool_run_side *b,
                         const char *outer, const char *inner)
{
    return is_same_item(find(a->facts, outer, inner), find(b->facts, outer, inner));
}

/* "llvmpipe (LLVM 15.0.6, 256 bits), Mesa 22.3.6" */
static void describe_device(const cJSON *facts, char *out, size_t size)
{
    const cJSON *device = cJSON_GetArrayItem(find(facts, "versions", "vulkan"), 0);
    const char *name = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(device, "name"));
    const char *info =
        cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(device, "driver_info"));
    snprintf(out, size, "%s%s%s", name != NULL ? name : "no Vulkan device",
             info != NULL && info[0] != '\0' ? ", " : "", info != NULL ? info : "");
}

static bool is_perceptual(const struct tool_run_side *a, const struct tool_run_side *b,
                          enum tool_allow_rule rule, struct tool_run_comparison *out)
{
    char of_a[200], of_b[200];
    if (rule == TOOL_ALLOW_PERCEPTUAL)
        snprintf(out->rule, sizeof out->rule, "the rule is \"perceptual\"");
    if (rule != TOOL_ALLOW_AUTO || a->facts == NULL || b->facts == NULL ||
        is_same_fact(a, b, "versions", "vulkan"))
        return rule == TOOL_ALLOW_PERCEPTUAL;
    describe_device(a->facts, of_a, sizeof of_a);
    describe_device(b->facts, of_b, sizeof of_b);
    snprintf(out->rule, sizeof out->rule, "the graphics drivers differ (%s; %s)", of_a, of_b);
    return true;
}

/* The event "instance" names the runtime. Of two runtimes it says nothing of the app. */
static bool is_same_runtime(const struct tool_run_side *a, const struct tool_run_side *b)
{
    const cJSON *of_a = find(a->facts, "versions", "runtime");
    const cJSON *of_b = find(b->facts, "versions", "runtime");
    static const char *const names[] = {"name", "version"};
    for (int i = 0; i < 2; i++)
        if (!is_same_item(cJSON_GetObjectItemCaseSensitive(of_a, names[i]),
                          cJSON_GetObjectItemCaseSensitive(of_b, names[i])))
            return false;
    return true;
}

static bool compare_events(const struct tool_run_side *a, const struct tool_run_side *b,
                           const struct tool_run_compare_order *order,
                           struct tool_run_comparison *out)
{
    char ignore[sizeof order->allow->ignore + 16];
    const char *names = order->allow->ignore;
    bool adds = a->facts != NULL && b->facts != NULL && !is_same_runtime(a, b);
    snprintf(ignore, sizeof ignore, "%s%s%s", names, adds && names[0] != '\0' ? "," : "",
             adds ? "instance" : "");
    const struct tool_divergence_options options = {
        order->allow->events, ignore[0] != '\0' ? ignore : NULL, order->common};
    enum tool_divergence_result result =
        tool_divergence_find(a->place.log, b->place.log, &options, &out->events);
    out->events_differ = result == TOOL_DIVERGENCE_FOUND;
    return result != TOOL_DIVERGENCE_UNKNOWN;
}

static bool compare_pictures(const struct tool_run_side *a, const struct tool_run_side *b,
                             const struct tool_run_compare_order *order,
                             struct tool_run_comparison *out)
{
    const struct tool_picture_order pictures = {
        .a = &a->place,
        .b = &b->place,
        .a_name = a->name,
        .b_name = b->name,
        .allow = order->allow,
        .is_perceptual = is_perceptual(a, b, order->allow->rule, out),
        .alone_until = order->common ? (int64_t)out->events.frames : INT64_MAX,
        .differences = order->differences,
    };
    return tool_picture_compare_runs(&pictures, &out->pictures);
}

static void describe_end(const cJSON *facts, char out[64])
{
    const cJSON *code = find(facts, "end", "exit_code"), *number = find(facts, "end", "signal");
    const char *how = cJSON_GetStringValue(find(facts, "end", "how"));
    if (cJSON_IsNumber(code))
        snprintf(out, 64, "exit code %d", code->valueint);
    else if (cJSON_IsNumber(number))
        snprintf(out, 64, "signal %d (%.40s)", number->valueint, strsignal(number->valueint));
    else
        snprintf(out, 64, "%.60s", how != NULL ? how : "not known");
}

static void compare_ends(const struct tool_run_side *a, const struct tool_run_side *b,
                         struct tool_run_comparison *out)
{
    if (a->facts == NULL || b->facts == NULL)
        return;
    describe_end(a->facts, out->ends[0]);
    describe_end(b->facts, out->ends[1]);
    out->ends_differ = strcmp(out->ends[0], out->ends[1]) != 0;
}

/* Which comes first: what happened, or what was seen. In one frame, a call says more. */
static bool is_picture_first(const struct tool_run_comparison *comparison)
{
    const struct tool_divergence *events = &comparison->events;
    const struct tool_picture *picture = &comparison->pictures.first.picture;
    if (comparison->pictures.differing == 0 || !comparison->events_differ)
        return comparison->pictures.differing > 0;
    if (events->frame == TOOL_LOG_READER_BEFORE)
        return false;
    if (events->session > 0 && picture->session > 0 && events->session != picture->session)
        return picture->session < events->session;
    return picture->frame < events->frame;
}

void tool_run_compare(const struct tool_run_side *a, const struct tool_run_side *b,
                      const struct tool_run_compare_order *order, struct tool_run_comparison *out)
{
    *out = (struct tool_run_comparison){.first = TOOL_RUN_UNKNOWN};
    if (!compare_events(a, b, order, out) || !compare_pictures(a, b, order, out))
        return;
    if (!order->allow->ignores_end)
        compare_ends(a, b, out);
    if (is_picture_first(out))
        out->first = TOOL_RUN_FIRST_PICTURE;
    else if (out->events_differ)
        out->first = TOOL_RUN_FIRST_EVENT;
    else
        out->first = out->ends_differ ? TOOL_RUN_FIRST_END : TOOL_RUN_SAME;
}

bool tool_run_side_open(struct tool_run_side *side, const char *command, const char *name,
                        const char *folder)
{
    char inside[PATH_MAX];
    int length = snprintf(inside, sizeof inside, "%s/%s", folder, TOOL_RUN_OF_BASELINE);
    bool is_baseline =
        length > 0 && length < PATH_MAX && tool_run_folder_look(inside) == TOOL_RUN_FOLDER_RUN;
    *side = (struct tool_run_side){.name = name};
    return tool_run_place_in_folder(&side->place, is_baseline ? inside : folder, true) &&
           (side->facts = tool_run_folder_read_facts(command, is_baseline ? inside : folder)) !=
               NULL;
}
