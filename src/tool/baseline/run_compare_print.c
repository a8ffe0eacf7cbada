/* SPDX-License-Identifier: MIT */
#include "tool/baseline/run_compare_print.h"

#include <math.h>
#include <string.h>

#include "tool/cli/json.h"
#include "tool/cli/text.h"
#include "tool/log/divergence_print.h"
#include "tool/log/log_reader.h"

static double share_of(const struct tool_image_outcome *outcome)
{
    return outcome->pixels > 0 ? (double)outcome->differing / (double)outcome->pixels : 0.0;
}

/* "12.5 % of the pixels are off by more than the threshold, the furthest by 0.9 at 3, 4" */
static void describe_picture(const struct tool_picture_difference *difference, char *out,
                             size_t size)
{
    const struct tool_image_outcome *outcome = &difference->outcome;
    if (difference->only_in != NULL) {
        snprintf(out, size, "only %s has it", difference->only_in);
        return;
    }
    if (difference->is_unreadable) {
        snprintf(out, size, "the two files cannot be compared");
        return;
    }
    int length = snprintf(out, size, "%.3g %% of the pixels differ, the furthest by %.3f at %u, %u",
                          100.0 * share_of(outcome), outcome->largest, outcome->x, outcome->y);
    if (!isnan(outcome->ssim_lowest) && length > 0 && (size_t)length < size)
        snprintf(out + length, size - (size_t)length,
                 "; the worst patch, at %u, %u, has an SSIM of %.3f, and a colour of a patch is "
                 "off by %.3f",
                 outcome->patch_x, outcome->patch_y, outcome->ssim_lowest, outcome->patch_largest);
}

/* "view-0" of "frame-000090-view-0.png" */
static void name_view(const char *name, char out[64])
{
    const char *dash = strchr(name + strlen("frame-"), '-');
    snprintf(out, 64, "%s", dash != NULL ? dash + 1 : name);
    char *dot = strrchr(out, '.');
    if (dot != NULL)
        *dot = '\0';
}

static void print_picture(FILE *out, const struct tool_run_side *a, const struct tool_run_side *b,
                          const struct tool_picture_comparison *pictures)
{
    const struct tool_picture_difference *first = &pictures->first;
    char what[512], view[64];
    describe_picture(first, what, sizeof what);
    name_view(first->picture.name, view);
    fprintf(out, "the first picture that differs is in frame %lld, %s: %s\n",
            (long long)first->picture.frame, view, what);
    if (first->only_in == NULL) {
        fprintf(out, "  %s: %s/%s\n", a->name, a->place.pictures, first->picture.name);
        fprintf(out, "  %s: %s/%s\n", b->name, b->place.pictures, first->picture.name);
    }
    if (first->path[0] != '\0')
        fprintf(out, "  the differences: %s\n", first->path);
    fprintf(out, "%u of %u common pictures differ, or one run lacks them\n", pictures->differing,
            pictures->compared);
}

static void print_rule(FILE *out, const struct tool_run_comparison *comparison)
{
    const struct tool_picture_comparison *pictures = &comparison->pictures;
    if (comparison->rule[0] == '\0' || pictures->compared == 0)
        return;
    fprintf(out, "the pictures are compared as a person sees them, because %s", comparison->rule);
    if (!isnan(pictures->ssim_lowest))
        fprintf(out, "; the worst patch of all has an SSIM of %.3f, and a colour is off by %.3f",
                pictures->ssim_lowest, pictures->patch_largest);
    fprintf(out, "\n");
}

static const char *text_of(const cJSON *facts, const char *kind, const char *name)
{
    const cJSON *versions = cJSON_GetObjectItemCaseSensitive(facts, "versions");
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(versions, kind);
    if (name != NULL)
        item = cJSON_GetObjectItemCaseSensitive(item, name);
    const char *text = cJSON_GetStringValue(item);
    return text != NULL ? text : "not known";
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

static void print_same(FILE *out, const struct tool_run_comparison *comparison)
{
    char frames[64];
    tool_divergence_count(&comparison->events, frames, sizeof frames);
    fprintf(out, "no difference in %s", frames);
    if (comparison->pictures.compared > 0)
        fprintf(out, " and %u pictures", comparison->pictures.compared);
    fprintf(out, "\n");
}

void tool_run_compare_print(FILE *out, const struct tool_run_side *a, const struct tool_run_side *b,
                            const struct tool_run_comparison *comparison)
{
    bool is_picture_first = comparison->first == TOOL_RUN_FIRST_PICTURE;
    if (comparison->first == TOOL_RUN_UNKNOWN)
        return;
    if (comparison->first == TOOL_RUN_SAME)
        print_same(out, comparison);
    if (is_picture_first)
        print_picture(out, a, b, &comparison->pictures);
    if (comparison->events_differ)
        tool_divergence_print(out, a->name, b->name, &comparison->events);
    if (!is_picture_first && comparison->pictures.differing > 0)
        print_picture(out, a, b, &comparison->pictures);
    if (comparison->ends_differ)
        print_end(out, a, b, comparison);
    print_rule(out, comparison);
    if (comparison->first != TOOL_RUN_SAME)
        print_versions(out, a, b);
}

static void describe_event(const struct tool_divergence *events, char *out, size_t size)
{
    const char *colon = events->field[0] != '\0' ? ": " : "";
    if (events->frame == TOOL_LOG_READER_BEFORE)
        snprintf(out, size, "before playback, in %s%s%s", events->what, colon, events->field);
    else
        snprintf(out, size, "frame %lld, in %s%s%s", (long long)events->frame, events->what, colon,
                 events->field);
}

void tool_run_compare_describe(const struct tool_run_comparison *comparison, char *out,
                               size_t out_size)
{
    const struct tool_picture_difference *picture = &comparison->pictures.first;
    char what[512];
    switch (comparison->first) {
    case TOOL_RUN_SAME:
        snprintf(out, out_size, "no difference");
        break;
    case TOOL_RUN_FIRST_EVENT:
        describe_event(&comparison->events, what, sizeof what);
        snprintf(out, out_size, "%s", what);
        break;
    case TOOL_RUN_FIRST_PICTURE:
        describe_picture(picture, what, sizeof what);
        snprintf(out, out_size, "frame %lld, %s: %s", (long long)picture->picture.frame,
                 picture->picture.name, what);
        break;
    case TOOL_RUN_FIRST_END:
        snprintf(out, out_size, "the app's end: %s instead of %s", comparison->ends[1],
                 comparison->ends[0]);
        break;
    case TOOL_RUN_UNKNOWN:
        snprintf(out, out_size, "the runs cannot be compared");
        break;
    }
}

static void add_value(cJSON *object, const char *name, const char *text)
{
    cJSON *value = cJSON_Parse(text);
    if (value == NULL)
        value = text[0] != '\0' ? cJSON_CreateString(text) : cJSON_CreateNull();
    cJSON_AddItemToObject(object, name, value);
}

static cJSON *events_to_json(const struct tool_run_comparison *comparison)
{
    const struct tool_divergence *events = &comparison->events;
    cJSON *object = cJSON_CreateObject();
    cJSON_AddBoolToObject(object, "same", !comparison->events_differ);
    tool_json_add_number(object, "frames", (double)events->frames);
    tool_json_add_number(object, "frames_differing", (double)events->frames_differing);
    if (!comparison->events_differ)
        return object;
    cJSON *first = cJSON_AddObjectToObject(object, "first");
    bool is_playing = events->frame != TOOL_LOG_READER_BEFORE;
    tool_json_add_number(first, "frame", is_playing ? (double)events->frame : (double)NAN);
    tool_json_add_number(first, "session",
                         events->session > 0 ? (double)events->session : (double)NAN);
    tool_json_add_number(first, "at_s", events->at_s);
    tool_json_add_text(first, "what", events->what);
    tool_json_add_text(first, "field", events->field);
    add_value(first, "a", events->a);
    add_value(first, "b", events->b);
    tool_json_add_number(first, "a_line", (double)events->a_line);
    tool_json_add_number(first, "b_line", (double)events->b_line);
    return object;
}

static void add_picture(cJSON *object, const struct tool_picture_difference *first)
{
    char what[512], view[64];
    describe_picture(first, what, sizeof what);
    name_view(first->picture.name, view);
    cJSON *item = cJSON_AddObjectToObject(object, "first");
    tool_json_add_text(item, "file", first->picture.name);
    tool_json_add_number(item, "frame", (double)first->picture.frame);
    tool_json_add_text(item, "view", view);
    tool_json_add_text(item, "what", what);
    if (first->only_in != NULL || first->is_unreadable)
        return;
    tool_json_add_number(item, "share", share_of(&first->outcome));
    tool_json_add_number(item, "largest", first->outcome.largest);
    tool_json_add_number(item, "x", (double)first->outcome.x);
    tool_json_add_number(item, "y", (double)first->outcome.y);
    tool_json_add_number(item, "ssim_lowest", first->outcome.ssim_lowest);
    tool_json_add_number(item, "patch_largest", first->outcome.patch_largest);
    if (first->path[0] != '\0')
        tool_json_add_text(item, "difference", first->path);
}

static cJSON *pictures_to_json(const struct tool_run_comparison *comparison)
{
    const struct tool_picture_comparison *pictures = &comparison->pictures;
    cJSON *object = cJSON_CreateObject();
    cJSON_AddBoolToObject(object, "same", pictures->differing == 0);
    cJSON_AddStringToObject(object, "rule", pictures->is_perceptual ? "perceptual" : "pixels");
    if (comparison->rule[0] != '\0')
        tool_json_add_text(object, "because", comparison->rule);
    tool_json_add_number(object, "compared", (double)pictures->compared);
    tool_json_add_number(object, "differing", (double)pictures->differing);
    tool_json_add_number(object, "ssim_lowest", pictures->ssim_lowest);
    tool_json_add_number(object, "patch_largest", pictures->patch_largest);
    if (pictures->differing > 0)
        add_picture(object, &pictures->first);
    return object;
}

cJSON *tool_run_compare_to_json(const struct tool_run_side *a, const struct tool_run_side *b,
                                const struct tool_run_comparison *comparison)
{
    static const char *const firsts[] = {[TOOL_RUN_FIRST_EVENT] = "event",
                                         [TOOL_RUN_FIRST_PICTURE] = "picture",
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
    cJSON_AddItemToObject(object, "events", events_to_json(comparison));
    cJSON_AddItemToObject(object, "pictures", pictures_to_json(comparison));
    cJSON *end = cJSON_AddObjectToObject(object, "end");
    cJSON_AddBoolToObject(end, "same", !comparison->ends_differ);
    tool_json_add_text(end, "a", comparison->ends[0]);
    tool_json_add_text(end, "b", comparison->ends[1]);
    return object;
}
