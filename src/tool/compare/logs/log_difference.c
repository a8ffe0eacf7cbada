/* SPDX-License-Identifier: MIT */
#include "tool/compare/logs/log_difference.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/base/text.h"
#include "tool/cli/json.h"

void tool_log_difference_init(struct tool_log_difference *out)
{
    *out = (struct tool_log_difference){.frame = TOOL_LOG_READER_BEFORE,
                                        .equal_frame = TOOL_LOG_READER_BEFORE,
                                        .at_s = (double)NAN};
}

/* Writes a value as JSON, and a space by its description. */
static void write_value(const struct tool_event_words *words, const cJSON *item, const char *path,
                        char *out, size_t size)
{
    const char *dot = strrchr(path, '.');
    const char *name = dot != NULL ? dot + 1 : path;
    bool is_space =
        item != NULL && cJSON_IsNumber(item) && tool_event_is_listed(name, "space,base");
    char *text = item != NULL ? cJSON_PrintUnformatted(item) : NULL;
    char space[192];
    if (is_space)
        tool_event_words_name_space(words, item->valuedouble, space);
    snprintf(out, size, "%s", is_space ? space : text != NULL ? text : "");
    if (text != NULL && strlen(text) >= size && size > 4)
        memcpy(out + size - 4, "...", 4);
    cJSON_free(text);
}

/* Writes a line as JSON, without the members that do not describe the difference. */
static void write_line(const struct tool_log_event *event, char *out, size_t size)
{
    cJSON *copy = cJSON_CreateObject();
    for (const cJSON *item = event->json->child; item != NULL; item = item->next)
        if (tool_event_is_counted(item->string))
            cJSON_AddItemToObject(copy, item->string, cJSON_Duplicate(item, true));
    write_value(NULL, copy, "", out, size);
    cJSON_Delete(copy);
}

static void begin(struct tool_log_difference *out, const struct tool_event_words *words,
                  const struct tool_log_event *event, const struct tool_event_line *line)
{
    out->frame = line->frame;
    out->session = (unsigned)tool_log_event_number(event, "session", 0.0);
    out->at_s = line->at_s;
    out->a_line = out->b_line = 0;
    out->field[0] = out->a[0] = out->b[0] = out->apart[0] = out->lacks[0] = '\0';
    tool_event_words_describe(words, event, out->what, sizeof out->what);
}

void tool_log_difference_note_field(struct tool_log_difference *out,
                                    const struct tool_event_words *a_words,
                                    const struct tool_event_words *b_words,
                                    const struct tool_log_event *a, const struct tool_log_event *b,
                                    const struct tool_event_field *field,
                                    const struct tool_event_line *line)
{
    double apart_m, apart_rad;
    begin(out, a_words, a, line);
    snprintf(out->field, sizeof out->field, "%s", field->path);
    out->a_line = a->line;
    out->b_line = b->line;
    write_value(a_words, field->a, field->path, out->a, sizeof out->a);
    write_value(b_words, field->b, field->path, out->b, sizeof out->b);
    if (tool_event_measure_poses(field->a, field->b, &apart_m, &apart_rad))
        snprintf(out->apart, sizeof out->apart, "%.6g m and %.6g rad", apart_m, apart_rad);
}

void tool_log_difference_note_line(struct tool_log_difference *out,
                                   const struct tool_event_words *words, bool is_a, bool is_over,
                                   const struct tool_log_event *event,
                                   const struct tool_event_line *line)
{
    const cJSON *result = tool_json_get(event->json, "result");
    const char *call = tool_log_event_text(event, "call");
    bool is_failure = line->is_error && result != NULL && call != NULL;
    begin(out, words, event, line);
    *(is_a ? &out->a_line : &out->b_line) = event->line;
    if (!is_failure)
        write_line(event, is_a ? out->a : out->b, sizeof out->a);
    if (is_failure) {
        write_value(words, result, "", is_a ? out->a : out->b, sizeof out->a);
        snprintf(out->what, sizeof out->what, "%s", call);
        snprintf(out->field, sizeof out->field, "result");
    }
    snprintf(out->lacks, sizeof out->lacks, "%s",
             is_over                                 ? "the log ends before"
             : line->frame == TOOL_LOG_READER_BEFORE ? "nothing like it before playback"
             : is_failure                            ? "no such failure in this frame"
                                                     : "nothing like it in this frame");
}

/* "clock: frame and wall" */
static void add_option(struct tool_log_difference *out, const char *name, const cJSON *a,
                       const cJSON *b)
{
    char *of_a = a != NULL ? cJSON_PrintUnformatted(a) : NULL;
    char *of_b = b != NULL ? cJSON_PrintUnformatted(b) : NULL;
    char text[200];
    snprintf(text, sizeof text, "%.30s: %.80s and %.80s", name, of_a != NULL ? of_a : "the default",
             of_b != NULL ? of_b : "the default");
    if (strstr(out->options, text) == NULL)
        us_text_add(out->options, sizeof out->options, "; ", text);
    cJSON_free(of_a);
    cJSON_free(of_b);
}

/* The members of two objects; with an event only those that are options of such a line. */
static void add_members(struct tool_log_difference *out, const char *event, const cJSON *a,
                        const cJSON *b)
{
    for (int turn = 0; turn < 2; turn++) {
        const cJSON *item = turn == 0 ? a->child : b->child;
        for (; item != NULL; item = item->next) {
            const cJSON *of_a = tool_json_get(a, item->string);
            const cJSON *of_b = tool_json_get(b, item->string);
            bool is_meant = event == NULL || tool_event_is_option(event, item->string);
            if (!is_meant || (turn == 1 && of_a != NULL) ||
                (of_a != NULL && of_b != NULL && cJSON_Compare(of_a, of_b, true)))
                continue;
            if (event != NULL && of_a != NULL && of_b != NULL && cJSON_IsObject(of_a) &&
                cJSON_IsObject(of_b))
                add_members(out, NULL, of_a, of_b);
            else
                add_option(out, item->string, of_a, of_b);
        }
    }
}

void tool_log_difference_add_options(struct tool_log_difference *out,
                                     const struct tool_log_event *a, const struct tool_log_event *b)
{
    if (tool_event_is_listed(a->name, "instance,play"))
        add_members(out, a->name, a->json, b->json);
}

/* ---- As JSON ---- */

/* A value that is JSON stays what it is. */
static void add_value(cJSON *object, const char *name, const char *text)
{
    cJSON *value = cJSON_Parse(text);
    if (value == NULL)
        value = text[0] != '\0' ? cJSON_CreateString(text) : cJSON_CreateNull();
    cJSON_AddItemToObject(object, name, value);
}

static void add_frame(cJSON *object, const char *name, int64_t frame)
{
    bool is_any = frame != TOOL_LOG_READER_BEFORE;
    tool_json_add_number(object, name, is_any ? (double)frame : (double)NAN);
}

cJSON *tool_log_difference_to_json(const struct tool_log_difference *difference, bool differs)
{
    cJSON *object = cJSON_CreateObject();
    cJSON_AddBoolToObject(object, "same", !differs);
    tool_json_add_number(object, "frames", (double)difference->frames);
    tool_json_add_number(object, "frames_differing", (double)difference->frames_differing);
    cJSON_AddBoolToObject(object, "cut", difference->is_a_cut && difference->is_b_cut);
    if (difference->options[0] != '\0')
        tool_json_add_text(object, "options", difference->options);
    if (!differs)
        return object;
    cJSON *first = cJSON_AddObjectToObject(object, "first");
    add_frame(first, "frame", difference->frame);
    tool_json_add_number(first, "session",
                         difference->session > 0 ? (double)difference->session : (double)NAN);
    tool_json_add_number(first, "at_s", difference->at_s);
    tool_json_add_text(first, "what", difference->what);
    tool_json_add_text_or_null(first, "field", difference->field);
    add_value(first, "a", difference->a);
    add_value(first, "b", difference->b);
    tool_json_add_text(first, "unit", tool_log_compare_unit(difference->field));
    tool_json_add_number(first, "a_line", (double)difference->a_line);
    tool_json_add_number(first, "b_line", (double)difference->b_line);
    add_frame(first, "equal_frame", difference->equal_frame);
    return object;
}
