/* SPDX-License-Identifier: MIT */
#include "tool/cli/json.h"
#include "tool/drive/prompt/prompt_words.h"

#include <stdbool.h>
#include <string.h>

#include "tool/cli/text.h"

enum { TEXT_MOST = 4096 };

static void print_text(FILE *out, const char *text)
{
    char safe[TEXT_MOST];
    tool_text_escape(text, safe, sizeof safe);
    fputs(safe, out);
}

static bool is_scalar(const cJSON *item)
{
    return !cJSON_IsObject(item) && !cJSON_IsArray(item);
}

static void print_scalar(FILE *out, const cJSON *item)
{
    if (cJSON_IsString(item))
        print_text(out, item->valuestring);
    else if (cJSON_IsNumber(item))
        fprintf(out, "%.6g", item->valuedouble);
    else
        fputs(cJSON_IsTrue(item) ? "yes" : cJSON_IsFalse(item) ? "no" : "none", out);
}

/* Whether it is short enough for one line: values and rows of them, but no sentences. */
static bool is_flat(const cJSON *item)
{
    const cJSON *part;
    cJSON_ArrayForEach(part, item)
        if (!is_scalar(part) ||
            (cJSON_IsArray(item) && cJSON_IsString(part) && strchr(part->valuestring, ' ') != NULL))
            return false;
    return true;
}

/* Whether each of its parts gets a line of its own, below that of the object which has it. */
static bool is_list(const cJSON *item)
{
    return cJSON_IsArray(item) && cJSON_IsObject(item->child);
}

/* What a person does not look for. */
static bool is_left_out(const cJSON *part)
{
    return part->string != NULL &&
           (strcmp(part->string, "n") == 0 || strcmp(part->string, "wall_ms") == 0);
}

/* In one line: "action=grab value=yes pose=[0 1 0]"; without the lists of the item, if they follow.
 */
static void print_inline(FILE *out, const cJSON *item, bool lists_follow)
{
    if (is_scalar(item)) {
        print_scalar(out, item);
        return;
    }
    bool is_first = true;
    const cJSON *part;
    cJSON_ArrayForEach(part, item) {
        if (is_left_out(part) || (lists_follow && is_list(part)))
            continue;
        if (!is_first)
            fputc(' ', out);
        is_first = false;
        /* The name of an event stands for itself. */
        if (part->string != NULL && strcmp(part->string, "e") != 0) {
            print_text(out, part->string);
            fputc('=', out);
        }
        if (!is_scalar(part))
            fputc('[', out);
        print_inline(out, part, false);
        if (!is_scalar(part))
            fputc(']', out);
    }
}

/* A part of an array: a line, and indented below it one for each part of its lists. */
static void print_part(FILE *out, const cJSON *item, int indent)
{
    const cJSON *list, *part;
    fprintf(out, "%*s", indent, "");
    print_inline(out, item, cJSON_IsObject(item));
    fputc('\n', out);
    cJSON_ArrayForEach(list, item)
        if (cJSON_IsObject(item) && is_list(list))
            cJSON_ArrayForEach(part, list)
                print_part(out, part, indent + 2);
}

static void print_member(FILE *out, const cJSON *member, int indent)
{
    const cJSON *part;
    fprintf(out, "%*s", indent, "");
    print_text(out, member->string);
    fputs(": ", out);
    if (member->child != NULL ? is_flat(member) : is_scalar(member)) {
        print_inline(out, member, false);
        fputc('\n', out);
        return;
    }
    fputs(member->child == NULL ? "none\n" : "\n", out);
    cJSON_ArrayForEach(part, member) {
        if (cJSON_IsObject(member))
            print_member(out, part, indent + 2);
        else
            print_part(out, part, indent + 2);
    }
}

/* "frame 30, 0.5 s, FOCUSED" */
static void print_position(FILE *out, const cJSON *result)
{
    const cJSON *frame = tool_json_get(result, "frame");
    const cJSON *time = tool_json_get(result, "time_s");
    const cJSON *state = tool_json_get(result, "state");
    const cJSON *met = tool_json_get(result, "met");
    if (frame == NULL)
        return;
    if (cJSON_IsBool(met))
        fputs(cJSON_IsTrue(met) ? "met: " : "not met: ", out);
    if (cJSON_IsNumber(frame))
        fprintf(out, "frame %.0f", frame->valuedouble);
    else
        fputs("before the first frame", out);
    if (cJSON_IsNumber(time))
        fprintf(out, ", %.6g s", time->valuedouble);
    if (cJSON_IsString(state)) {
        fputs(", ", out);
        print_text(out, state->valuestring);
    }
    fputc('\n', out);
}

static bool is_listed(const char *name, const char *parts)
{
    size_t length = strlen(name);
    for (const char *at = parts; (at = strstr(at, name)) != NULL; at += length)
        if ((at == parts || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0'))
            return true;
    return parts[0] == '\0';
}

void tool_prompt_print(FILE *out, const cJSON *result, const char *parts)
{
    static const char told[] = "frame time_s state met app_waits more";
    bool has_frame = cJSON_HasObjectItem(result, "frame");
    const cJSON *events = tool_json_get(result, "events"), *item;
    if (parts[0] == '\0')
        print_position(out, result);
    cJSON_ArrayForEach(item, events) {
        print_inline(out, item, false);
        fputc('\n', out);
    }
    if (cJSON_IsTrue(tool_json_get(result, "more")))
        fputs("there are more: type events again\n", out);
    if (strcmp(parts, "threads") == 0 && !cJSON_HasObjectItem(result, parts))
        fputs("threads: none; the app waits for its next frame\n", out);
    cJSON_ArrayForEach(item, result)
        if (item != events && is_listed(item->string, parts) &&
            !((has_frame || events != NULL) && is_listed(item->string, told)))
            print_member(out, item, 0);
}
