/* SPDX-License-Identifier: MIT */
#include "jsonl.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void probe_jsonl_init(struct probe_jsonl *jsonl, FILE *out)
{
    *jsonl = (struct probe_jsonl){.out = out};
}

void probe_jsonl_finish(struct probe_jsonl *jsonl)
{
    free(jsonl->text);
    *jsonl = (struct probe_jsonl){.failed = jsonl->failed};
}

static void append(struct probe_jsonl *jsonl, const char *text, size_t size)
{
    if (jsonl->failed)
        return;
    if (size > jsonl->capacity - jsonl->length) {
        size_t capacity = (jsonl->length + size) * 2;
        char *grown = realloc(jsonl->text, capacity);
        if (!grown) {
            jsonl->failed = true;
            return;
        }
        jsonl->text = grown;
        jsonl->capacity = capacity;
    }
    memcpy(jsonl->text + jsonl->length, text, size);
    jsonl->length += size;
}

static void append_text(struct probe_jsonl *jsonl, const char *text)
{
    append(jsonl, text, strlen(text));
}

static void append_quoted(struct probe_jsonl *jsonl, const char *text)
{
    append_text(jsonl, "\"");
    for (const char *c = text; *c; c++) {
        char escaped[8];
        if (*c == '"' || *c == '\\')
            snprintf(escaped, sizeof escaped, "\\%c", *c);
        else if ((unsigned char)*c < 0x20)
            snprintf(escaped, sizeof escaped, "\\u%04x", (unsigned)*c);
        else
            snprintf(escaped, sizeof escaped, "%c", *c);
        append_text(jsonl, escaped);
    }
    append_text(jsonl, "\"");
}

/* The comma, if one is due, and the key. */
static void lead(struct probe_jsonl *jsonl, const char *key)
{
    char last = jsonl->length ? jsonl->text[jsonl->length - 1] : '{';
    if (last != '{' && last != '[')
        append_text(jsonl, ",");
    if (key) {
        append_quoted(jsonl, key);
        append_text(jsonl, ":");
    }
}

void probe_jsonl_begin(struct probe_jsonl *jsonl)
{
    jsonl->length = 0;
    append_text(jsonl, "{");
}

void probe_jsonl_end(struct probe_jsonl *jsonl)
{
    append_text(jsonl, "}\n");
    if (!jsonl->out || jsonl->failed)
        return;
    if (fwrite(jsonl->text, 1, jsonl->length, jsonl->out) != jsonl->length ||
        fflush(jsonl->out) != 0)
        jsonl->failed = true;
}

void probe_jsonl_text(struct probe_jsonl *jsonl, const char *key, const char *value)
{
    lead(jsonl, key);
    append_quoted(jsonl, value);
}

void probe_jsonl_integer(struct probe_jsonl *jsonl, const char *key, int64_t value)
{
    char text[24];
    snprintf(text, sizeof text, "%" PRId64, value);
    lead(jsonl, key);
    append_text(jsonl, text);
}

void probe_jsonl_boolean(struct probe_jsonl *jsonl, const char *key, bool value)
{
    lead(jsonl, key);
    append_text(jsonl, value ? "true" : "false");
}

void probe_jsonl_number(struct probe_jsonl *jsonl, const char *key, float value)
{
    char text[32] = "null";
    if (isfinite(value))
        snprintf(text, sizeof text, "%.9g", (double)value);
    /* The spy runs inside programs that may have chosen a locale with a decimal comma. */
    char *comma = strchr(text, ',');
    if (comma)
        *comma = '.';
    lead(jsonl, key);
    append_text(jsonl, text);
}

void probe_jsonl_numbers(struct probe_jsonl *jsonl, const char *key, const float *values,
                         size_t count)
{
    probe_jsonl_open_array(jsonl, key);
    for (size_t i = 0; i < count; i++)
        probe_jsonl_number(jsonl, NULL, values[i]);
    probe_jsonl_close_array(jsonl);
}

void probe_jsonl_open_object(struct probe_jsonl *jsonl, const char *key)
{
    lead(jsonl, key);
    append_text(jsonl, "{");
}

void probe_jsonl_close_object(struct probe_jsonl *jsonl)
{
    append_text(jsonl, "}");
}

void probe_jsonl_open_array(struct probe_jsonl *jsonl, const char *key)
{
    lead(jsonl, key);
    append_text(jsonl, "[");
}

void probe_jsonl_close_array(struct probe_jsonl *jsonl)
{
    append_text(jsonl, "]");
}
