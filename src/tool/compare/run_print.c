/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "tool/cli/json.h"
#include "tool/cli/text.h"
#include "tool/compare/compare_print.h"

static const char *text_of(const cJSON *facts, const char *kind, const char *name)
{
    const cJSON *versions = tool_json_get(facts, "versions");
    return name == NULL ? tool_json_text(versions, kind, "not known")
                        : tool_json_text(tool_json_get(versions, kind), name, "not known");
}

/* Versions that differ are a frequent reason. */
static void print_versions(FILE *out, const struct tool_run_side *a, const struct tool_run_side *b)
{
    static const struct {
        const char *what, *kind, *name;
    } versions[] = {{"tool", "tool", NULL},
                    {"layer", "layer", "version"},
                    {"runtime", "runtime", "name"},
                    {"runtime's version", "runtime", "version"},
                    {"loader", "loader", "version"}};
    if (a->facts == NULL || b->facts == NULL)
        return;
    for (unsigned i = 0; i < sizeof versions / sizeof versions[0]; i++) {
        const char *of_a = text_of(a->facts, versions[i].kind, versions[i].name);
        const char *of_b = text_of(b->facts, versions[i].kind, versions[i].name);
        if (strcmp(of_a, of_b) != 0)
            fprintf(out, "the %s differs: %s has %s, %s has %s\n", versions[i].what, a->name, of_a,
                    b->name, of_b);
    }
}

static void print_end(FILE *out, const struct tool_run_side *a, const struct tool_run_side *b,
                      const struct tool_run_comparison *comparison)
{
    fprintf(out, "the app ends in another way: %s: %s; %s: %s\n", a->name, comparison->ends[0],
            b->name, comparison->ends[1]);
}

/* New lines of standard error. */
static void print_output(FILE *out, const struct tool_run_side *b,
                         const struct tool_output_difference *output)
{
    tool_text_print_line(out,
                         "standard error of %s has %llu new line%s; the first is line %llu: %s",
                         b->name, (unsigned long long)output->lines, output->lines == 1 ? "" : "s",
                         (unsigned long long)output->line, output->first);
}

static void print_pictures(FILE *out, const struct tool_run_side *a, const struct tool_run_side *b,
                           const struct tool_run_comparison *comparison)
{
    const struct tool_picture_order order = {.a = {a->name, a->place.pictures, NULL},
                                             .b = {b->name, b->place.pictures, NULL}};
    tool_compare_print_pictures(out, &order, &comparison->pictures, a->is_passing || b->is_passing);
}

/* "no difference in 61 frames and 4 pictures, compared exactly, because ..." */
static void print_pictures_rule(FILE *out, const struct tool_run_comparison *comparison)
{
    char rule[900];
    tool_compare_describe_rule(&comparison->pictures, comparison->rule, rule, sizeof rule);
    if (comparison->pictures.compared > 0)
        fprintf(out, "%u picture%s %s %s\n", comparison->pictures.compared,
                comparison->pictures.compared == 1 ? "" : "s",
                comparison->pictures.compared == 1 ? "is" : "are", rule);
}

static void print_same(FILE *out, const struct tool_run_comparison *comparison)
{
    char rule[900];
    const struct tool_log_difference *events = &comparison->events;
    fprintf(out, "no difference in %llu frames", (unsigned long long)events->frames);
    if (events->playbacks > 1)
        fprintf(out, " of %u sessions", events->playbacks);
    tool_compare_describe_rule(&comparison->pictures, comparison->rule, rule, sizeof rule);
    if (comparison->pictures.compared > 0)
        fprintf(out, " and %u pictures, %s", comparison->pictures.compared, rule);
    fprintf(out, "\n");
}

void tool_compare_print_runs(FILE *out, const struct tool_run_side *a,
                             const struct tool_run_side *b,
                             const struct tool_run_comparison *comparison)
{
    bool is_picture_first = comparison->first == TOOL_RUN_FIRST_PICTURE;
    if (comparison->first == TOOL_RUN_UNKNOWN)
        return;
    if (comparison->first == TOOL_RUN_SAME)
        print_same(out, comparison);
    if (is_picture_first)
        print_pictures(out, a, b, comparison);
    if (comparison->events_differ)
        tool_compare_print_log(out, a->name, b->name, &comparison->events, true);
    else
        tool_compare_print_options(out, &comparison->events);
    if (!is_picture_first)
        print_pictures(out, a, b, comparison);
    if (comparison->output.lines > 0)
        print_output(out, b, &comparison->output);
    if (comparison->ends_differ)
        print_end(out, a, b, comparison);
    if (comparison->first == TOOL_RUN_SAME)
        return;
    print_pictures_rule(out, comparison);
    print_versions(out, a, b);
}

/* Prints both values, so that the sentence is complete where nothing else is shown. */
static void describe_event(const struct tool_log_difference *events, char *out, size_t size)
{
    char where[64] = "before playback";
    const char *unit = tool_log_compare_unit(events->field);
    const char *a = events->a_line == 0 ? events->lacks : events->a;
    const char *b = events->b_line == 0 ? events->lacks : events->b;
    if (events->frame != TOOL_LOG_READER_BEFORE)
        snprintf(where, sizeof where, "frame %lld", (long long)events->frame);
    snprintf(out, size, "%s, in %s%s%s: %.400s -> %.400s%s%s", where, events->what,
             events->field[0] != '\0' ? ": " : "", events->field, a[0] != '\0' ? a : "absent",
             b[0] != '\0' ? b : "absent", unit[0] != '\0' ? " " : "", unit);
}

void tool_compare_describe_runs(const struct tool_run_comparison *comparison, char *out,
                                size_t out_size)
{
    char what[600];
    switch (comparison->first) {
    case TOOL_RUN_SAME:
        snprintf(out, out_size, "no difference");
        break;
    case TOOL_RUN_FIRST_EVENT:
        describe_event(&comparison->events, out, out_size);
        break;
    case TOOL_RUN_FIRST_PICTURE:
        tool_compare_describe_picture(&comparison->pictures.first, what, sizeof what);
        snprintf(out, out_size, "frame %lld, %s: %s",
                 (long long)comparison->pictures.first.picture.frame,
                 comparison->pictures.first.picture.name, what);
        break;
    case TOOL_RUN_FIRST_OUTPUT:
        snprintf(out, out_size, "standard error has a new line, %llu: %s",
                 (unsigned long long)comparison->output.line, comparison->output.first);
        break;
    case TOOL_RUN_FIRST_END:
        snprintf(out, out_size, "the app's end: %s instead of %s", comparison->ends[1],
                 comparison->ends[0]);
        break;
    case TOOL_RUN_UNKNOWN:
        snprintf(out, out_size, "%s",
                 comparison->empty[0] != '\0' ? comparison->empty : "the runs cannot be compared");
        break;
    }
}

static cJSON *output_to_json(const struct tool_output_difference *output)
{
    cJSON *object = cJSON_CreateObject();
    cJSON_AddBoolToObject(object, "same", output->lines == 0);
    tool_json_add_number(object, "new_lines", (double)output->lines);
    if (output->lines == 0)
        return object;
    cJSON *first = cJSON_AddObjectToObject(object, "first");
    tool_json_add_number(first, "line", (double)output->line);
    tool_json_add_text(first, "text", output->first);
    return object;
}

cJSON *tool_compare_runs_to_json(const struct tool_run_side *a, const struct tool_run_side *b,
                                 const struct tool_run_comparison *comparison)
{
    static const char *const firsts[] = {[TOOL_RUN_FIRST_EVENT] = "event",
                                         [TOOL_RUN_FIRST_PICTURE] = "picture",
                                         [TOOL_RUN_FIRST_OUTPUT] = "output",
                                         [TOOL_RUN_FIRST_END] = "end"};
    cJSON *object = cJSON_CreateObject();
    bool is_known = comparison->first != TOOL_RUN_UNKNOWN;
    bool is_same = comparison->first == TOOL_RUN_SAME;
    cJSON_AddStringToObject(object, "result",
                            !is_known ? "unknown"
                            : is_same ? "same"
                                      : "different");
    tool_json_add_text(object, "a", a->name);
    tool_json_add_text(object, "b", b->name);
    if (!is_known)
        return object;
    if (is_same)
        cJSON_AddNullToObject(object, "first");
    else
        cJSON_AddStringToObject(object, "first", firsts[comparison->first]);
    cJSON_AddItemToObject(
        object, "events",
        tool_log_difference_to_json(&comparison->events, comparison->events_differ));
    cJSON_AddItemToObject(object, "pictures",
                          tool_compare_pictures_to_json(&comparison->pictures, comparison->rule));
    cJSON_AddItemToObject(object, "output", output_to_json(&comparison->output));
    cJSON *end = cJSON_AddObjectToObject(object, "end");
    cJSON_AddBoolToObject(end, "same", !comparison->ends_differ);
    tool_json_add_text(end, "a", comparison->ends[0]);
    tool_json_add_text(end, "b", comparison->ends[1]);
    return object;
}
