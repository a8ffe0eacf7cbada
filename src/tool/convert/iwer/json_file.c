/* SPDX-License-Identifier: MIT */
#include "tool/convert/iwer/json_file.h"

#include <stdlib.h>
#include <string.h>

enum { NAME_MOST = 256, END = -1 };

static enum us_result fail(const struct tool_window *json, struct us_error *error, const char *what)
{
    return us_result_fail(error, US_ERROR_USAGE, json->at, NULL,
                          "the file is no JSON: %s; export it again, or repair it with an editor",
                          what);
}

/* ---- Bytes ---- */

/* The next byte, which stays; END at the end of the file. */
static int peek(struct tool_window *json)
{
    uint32_t count;
    const uint8_t *byte = tool_window_look(json, 1, &count);
    return byte != NULL ? *byte : END;
}

static int take(struct tool_window *json)
{
    const int byte = peek(json);
    json->at += byte != END;
    return byte;
}

/* The next byte that is no white space, which stays. */
static int peek_word(struct tool_window *json)
{
    int byte = peek(json);
    while (byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r') {
        json->at++;
        byte = peek(json);
    }
    return byte;
}

/* ---- Values ---- */

/* Behind its first quote. */
static bool skip_string(struct tool_window *json)
{
    int byte;
    do {
        byte = take(json);
        if (byte == '\\')
            byte = take(json) == END ? END : ' ';
    } while (byte != '"' && byte != END);
    return byte == '"';
}

/* A value, of which only quotes and brackets are looked at. */
static enum us_result skip_value(struct tool_window *json, struct tool_json_span *out,
                                 struct us_error *error)
{
    uint64_t depth = 0;
    (void)peek_word(json);
    out->begin = json->at;
    do {
        const int byte = peek(json);
        if (byte == END)
            return fail(json, error, "it ends inside of a value");
        if (depth == 0 && (byte == ',' || byte == ']' || byte == '}'))
            break;
        json->at++;
        if (byte == '"' && !skip_string(json))
            return fail(json, error, "a text has no end");
        depth += byte == '{' || byte == '[';
        depth -= byte == '}' || byte == ']';
    } while (depth > 0 || (peek_word(json) != ',' && peek(json) != ']' && peek(json) != '}'));
    out->end = json->at;
    return out->end > out->begin ? US_OK : fail(json, error, "a value is missing");
}

enum us_result tool_json_file_value(struct tool_window *json, struct tool_json_span span,
                                    const char *what, cJSON **out, struct us_error *error)
{
    const uint64_t size = span.end - span.begin;
    *out = NULL;
    if (size > TOOL_JSON_VALUE_MOST)
        return us_result_fail(error, US_ERROR_COUNT, span.begin, NULL,
                              "%s is longer than %d bytes; leave out what is too much", what,
                              TOOL_JSON_VALUE_MOST);
    char *text = malloc((size_t)size + 1);
    if (text == NULL)
        return us_result_no_memory(error);
    const char *end = text;
    if (us_file_get(&json->file, span.begin, text, size)) {
        text[size] = '\0';
        if (memchr(text, '\0', (size_t)size) == NULL)
            *out = cJSON_ParseWithOpts(text, &end, true);
    }
    const uint64_t at = *out != NULL ? 0 : (uint64_t)(end - text);
    free(text);
    if (*out == NULL)
        return us_result_fail(error, US_ERROR_USAGE, span.begin + at, NULL,
                              "%s is no JSON; export the file again, or repair it with an editor",
                              what);
    return US_OK;
}

enum us_result tool_json_file_next(struct tool_window *json, uint64_t *at, const char *what,
                                   cJSON **out, struct us_error *error)
{
    struct tool_json_span span = {0};
    *out = NULL;
    json->at = *at;
    const int before = peek_word(json);
    if (before != '[' && before != ',' && before != ']')
        return fail(json, error, "a member is no array, or an array lacks a comma or its end");
    json->at++;
    if (before == ']' || (before == '[' && peek_word(json) == ']')) {
        *at = before == ']' ? json->at - 1 : json->at;
        return US_OK;
    }
    enum us_result result = skip_value(json, &span, error);
    *at = json->at;
    return result == US_OK ? tool_json_file_value(json, span, what, out, error) : result;
}

/* ---- Members ---- */

/* Without escapes, which none of the names has. */
static bool take_name(struct tool_window *json, char *out, unsigned size)
{
    unsigned length = 0;
    int byte;
    if (peek_word(json) != '"')
        return false;
    json->at++;
    while ((byte = take(json)) != '"') {
        if (byte == END || (byte == '\\' && take(json) == END))
            return false;
        if (length + 1 < size)
            out[length++] = (char)byte;
    }
    out[length] = '\0';
    return true;
}

static enum us_result take_member(struct tool_window *json, const char *const *names,
                                  unsigned count, struct tool_json_span *out,
                                  struct us_error *error)
{
    char name[NAME_MOST];
    struct tool_json_span span = {0};
    if (!take_name(json, name, sizeof name) || peek_word(json) != ':')
        return fail(json, error, "an object lacks a name or a colon");
    json->at++;
    enum us_result result = skip_value(json, &span, error);
    for (unsigned i = 0; i < count && result == US_OK; i++) {
        if (strcmp(name, names[i]) != 0)
            continue;
        if (out[i].end != 0)
            return us_result_fail(error, US_ERROR_USAGE, span.begin, NULL,
                                  "the member \"%s\" is there twice; leave one out", name);
        out[i] = span;
    }
    return result;
}

enum us_result tool_json_file_members(struct tool_window *json, const char *const *names,
                                      unsigned count, struct tool_json_span *out,
                                      struct us_error *error)
{
    enum us_result result = US_OK;
    memset(out, 0, count * sizeof *out);
    json->at = 0;
    if (peek_word(json) != '{')
        return fail(json, error, "it does not begin with '{'");
    json->at++;
    while (result == US_OK && peek_word(json) != '}') {
        result = take_member(json, names, count, out, error);
        const int byte = result == US_OK ? peek_word(json) : END;
        if (byte == ',')
            json->at++;
        else if (result == US_OK && byte != '}')
            result = fail(json, error, "an object lacks a comma or its end");
    }
    if (result != US_OK)
        return result;
    json->at++;
    return peek_word(json) == END ? US_OK : fail(json, error, "something is behind its end");
}

/* ---- The file ---- */

bool tool_json_file_first(const char *path, char *out, unsigned size)
{
    struct tool_window json;
    bool is_found =
        tool_window_open(&json, path, TOOL_WINDOW_SIZE, NULL) == US_OK && peek_word(&json) == '{';
    if (is_found) {
        json.at++;
        is_found = take_name(&json, out, size) && peek_word(&json) == ':';
    }
    tool_window_close(&json);
    return is_found;
}
