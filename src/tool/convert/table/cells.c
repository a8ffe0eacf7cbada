/* SPDX-License-Identifier: MIT */
#include "tool/convert/table/cells.h"

#include <cjson/cJSON.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"

#define TIME_MOST_NS INT64_C(4000000000000000000)
#define TIME_LEAST_NS INT64_C(-900000000000000)

/* ---- Numbers ---- */

static const char *skip_digits(const char *at, bool *out_any)
{
    while (*at >= '0' && *at <= '9') {
        *out_any = true;
        at++;
    }
    return at;
}

static const char not_a_number[] = "is no number; write digits with a decimal point, such as -1.5";

/* A decimal number, in any locale. */
static const char *check_number(const char *text)
{
    bool any = false, any_power = false;
    const char *at = text + (*text == '-' || *text == '+');
    if (strncmp(at, "nan", 3) == 0 || strncmp(at, "NaN", 3) == 0 || strncmp(at, "inf", 3) == 0 ||
        strncmp(at, "Inf", 3) == 0)
        return "is not finite; leave the cell empty (in JSON lines: null) where there is no value";
    at = skip_digits(at, &any);
    if (*at == '.')
        at = skip_digits(at + 1, &any);
    if (any && (*at == 'e' || *at == 'E')) {
        at += 1 + (at[1] == '-' || at[1] == '+');
        at = skip_digits(at, &any_power);
        any = any_power;
    }
    return any && *at == '\0' ? NULL : not_a_number;
}

const char *tool_table_read_float(const char *text, float *out)
{
    const char *wrong = check_number(text);
    if (wrong != NULL)
        return wrong;
    *out = strtof(text, NULL);
    return isfinite(*out) ? NULL : "is too large; write metres, radians or the control's value";
}

static const char time_range[] =
    "is no time from -900000 to 4000000000; write seconds, such as 12.016666667";

const char *tool_table_read_seconds(const char *text, int64_t *out_ns)
{
    const char *wrong = check_number(text);
    const char *at = text + (*text == '-' || *text == '+');
    const double about_ns = wrong == NULL ? strtod(text, NULL) * 1e9 : 0.0;
    int64_t ns = 0, unit = 1000000000;
    if (wrong != NULL)
        return wrong;
    if (!(about_ns >= (double)TIME_LEAST_NS && about_ns <= (double)TIME_MOST_NS))
        return time_range;
    *out_ns = llround(about_ns);
    if (strpbrk(text, "eE") != NULL)
        return NULL;
    while (*at == '0')
        at++;
    for (; *at >= '0' && *at <= '9'; at++)
        ns = ns * 10 + (*at - '0');
    ns *= unit;
    if (*at == '.')
        for (at++; *at != '\0' && unit > 1; at++)
            ns += (*at - '0') * (unit /= 10);
    ns += *at >= '5' && unit == 1;
    *out_ns = *text == '-' ? -ns : ns;
    return NULL;
}

const char *tool_table_read_whole(const char *text, uint64_t most, uint64_t *out)
{
    bool any = false;
    uint64_t value = 0;
    if (*skip_digits(text, &any) != '\0' || !any)
        return "is no whole number; write digits only";
    for (; *text != '\0'; text++) {
        const uint64_t digit = (uint64_t)(*text - '0');
        if (digit > most || value > (most - digit) / 10)
            return "is too large for this column";
        value = value * 10 + digit;
    }
    *out = value;
    return NULL;
}

void tool_table_write_float(float value, char out[TOOL_TABLE_NUMBER_SIZE])
{
    snprintf(out, TOOL_TABLE_NUMBER_SIZE, "%.7g", (double)value);
    if (strtof(out, NULL) != value)
        snprintf(out, TOOL_TABLE_NUMBER_SIZE, "%.9g", (double)value);
}

void tool_table_write_seconds(int64_t ns, char out[TOOL_TABLE_NUMBER_SIZE])
{
    const uint64_t size = ns < 0 ? UINT64_C(0) - (uint64_t)ns : (uint64_t)ns;
    snprintf(out, TOOL_TABLE_NUMBER_SIZE, "%s%" PRIu64 ".%09" PRIu64, ns < 0 ? "-" : "",
             size / 1000000000, size % 1000000000);
    size_t length = strlen(out);
    while (out[length - 1] == '0')
        out[--length] = '\0';
    if (out[length - 1] == '.')
        out[length - 1] = '\0';
}

/* ---- Lines ---- */

static enum us_result fail_line(const struct tool_table_lines *lines, struct us_error *error,
                                const char *text)
{
    return us_result_fail(error, US_ERROR_USAGE, US_NO_BYTE, NULL, "line %" PRIu64 ": the line %s",
                          lines->line, text);
}

/* The next line as a text of its own; NULL with US_OK at the end. */
static enum us_result take_line(struct tool_table_lines *lines, char **out, struct us_error *error)
{
    struct tool_window *window = &lines->window;
    uint32_t left;
    *out = NULL;
    if (window->at >= window->file.size)
        return US_OK;
    lines->line++;
    char *line = (char *)tool_window_look(window, TOOL_TABLE_LINE_MOST + 1, &left);
    if (line == NULL)
        return us_result_fail(error, US_ERROR_FILE, US_NO_BYTE, NULL, "the file cannot be read");
    char *end = memchr(line, '\n', left);
    size_t length = end != NULL ? (size_t)(end - line) : left;
    if (length > TOOL_TABLE_LINE_MOST)
        return fail_line(lines, error, "is longer than 262144 bytes; is this a table?");
    window->at += length + (end != NULL);
    if (memchr(line, '\0', length) != NULL)
        return fail_line(lines, error, "holds a zero byte; save the file as UTF-8 text");
    if (length > 0 && line[length - 1] == '\r')
        length--;
    line[length] = '\0';
    *out = line + (lines->line == 1 ? us_utf8_mark(line) : 0);
    for (const char *at = *out; *at != '\0';) {
        const size_t step = *at == '\t' ? 1 : us_utf8_length(at);
        if (step == 0)
            return fail_line(lines, error,
                             (unsigned char)*at < ' ' || *at == 0x7f
                                 ? "holds a control character; lines end with LF or CRLF"
                                 : "is no UTF-8 text; save the file as UTF-8");
        at += step;
    }
    return US_OK;
}

static char *skip_space(char *at)
{
    while (*at == ' ' || *at == '\t')
        at++;
    return at;
}

static enum us_result add_cell(struct tool_table_lines *lines, const char *name, const char *text,
                               struct us_error *error)
{
    if (lines->count == TOOL_TABLE_CELLS_MOST)
        return fail_line(lines, error, "has more than 4096 cells");
    lines->cells[lines->count++] = (struct tool_table_cell){name, text};
    return US_OK;
}

/* ---- CSV ---- */

/* Takes the quotes away; `*at` goes behind the last one. NULL: it is missing. */
static char *unquote(char **at)
{
    char *from = *at + 1, *to = from, *text = from;
    for (; from[0] != '\0' && (from[0] != '"' || from[1] == '"'); from++) {
        from += from[0] == '"';
        *to++ = *from;
    }
    const bool is_whole = *from == '"';
    *at = from + is_whole;
    *to = '\0';
    return is_whole ? text : NULL;
}

static enum us_result split_csv(struct tool_table_lines *lines, char *at, struct us_error *error)
{
    enum us_result result = US_OK;
    for (bool goes_on = true; goes_on && result == US_OK; at++) {
        at = skip_space(at);
        char *text = at, *end;
        if (*at == '"') {
            text = unquote(&at);
            end = at;
            at = skip_space(at);
            if (text == NULL || (*at != ',' && *at != '\0'))
                return fail_line(lines, error,
                                 "lacks a quote; write \"...\" around a cell, and two quotes "
                                 "for one inside. A cell must end in its line");
        } else {
            at += strcspn(at, ",");
            for (end = at; end > text && (end[-1] == ' ' || end[-1] == '\t');)
                end--;
        }
        goes_on = *at == ',';
        if (text == end || *text != '\0')
            *end = '\0';
        result = add_cell(lines, NULL, text, error);
    }
    return result;
}

/* ---- JSON ---- */

/* A string; `*at` goes behind it. NULL: it is not well-formed, or has the character 0. */
static char *take_string(char **at)
{
    char *const text = *at + 1, *end = text;
    bool is_escaped = false;
    if (**at != '"')
        return NULL;
    for (; *end != '"'; end++) {
        is_escaped |= *end == '\\';
        /* cJSON reads an escape without four digits as the character 0. */
        if (strncmp(end, "\\u0000", 6) == 0 ||
            (strncmp(end, "\\u", 2) == 0 && strspn(end + 2, "0123456789abcdefABCDEF") < 4))
            return NULL;
        end += *end == '\\';
        if (*end == '\0')
            return NULL;
    }
    if (is_escaped) {
        cJSON *string = cJSON_ParseWithLength(*at, (size_t)(end + 1 - *at));
        if (string == NULL)
            return NULL;
        strcpy(text, string->valuestring); /* it is shorter than with escapes */
        cJSON_Delete(string);
    }
    *at = end + 1;
    if (!is_escaped)
        *end = '\0';
    return text;
}

/* A value as the text of a cell. `*at` goes behind it, and `*out_end` is to become its end. */
static const char *take_value(char **at, char **out_end)
{
    static const char *const words[][2] = {{"true", "1"}, {"false", "0"}, {"null", ""}};
    *out_end = NULL;
    if (**at == '"')
        return take_string(at);
    for (unsigned i = 0; i < 3; i++)
        if (strncmp(*at, words[i][0], strlen(words[i][0])) == 0) {
            *at += strlen(words[i][0]);
            return words[i][1];
        }
    const char *text = *at;
    *at += strcspn(*at, ", \t}]");
    *out_end = *at;
    return *at > text && strchr("[{", *text) == NULL ? text : NULL;
}

static enum us_result split_json(struct tool_table_lines *lines, char *at, struct us_error *error)
{
    static const char wrong[] = "is no JSON object of names and single values, such as "
                                "{\"time\": 0.5, \"head.x\": 1}";
    enum us_result result = US_OK;
    char mark = *at;
    if (mark != '{')
        return fail_line(lines, error, wrong);
    at = skip_space(at + 1);
    mark = *at == '}' ? *at : ',';
    if (mark == '}')
        at = skip_space(at + 1);
    while (mark == ',' && result == US_OK) {
        char *end;
        const char *name = take_string(&at), *text = NULL;
        at = skip_space(at);
        if (name != NULL && *at == ':') {
            at = skip_space(at + 1);
            text = take_value(&at, &end);
        }
        if (text == NULL)
            return fail_line(lines, error, wrong);
        at = skip_space(at);
        mark = *at;
        if (mark != '\0')
            at = skip_space(at + 1);
        if (end != NULL)
            *end = '\0';
        result = add_cell(lines, name, text, error);
    }
    if (result == US_OK && (mark != '}' || *at != '\0'))
        return fail_line(lines, error, wrong);
    return result;
}

enum us_result tool_table_lines_next(struct tool_table_lines *lines, bool *out_end,
                                     struct us_error *error)
{
    char *line;
    enum us_result result;
    lines->count = 0;
    do {
        result = take_line(lines, &line, error);
        if (result == US_OK && line != NULL)
            line = skip_space(line);
    } while (result == US_OK && line != NULL && *line == '\0');
    *out_end = line == NULL;
    if (result != US_OK || line == NULL)
        return result;
    return lines->is_json ? split_json(lines, line, error) : split_csv(lines, line, error);
}
