/* SPDX-License-Identifier: MIT */
#include "tool/drive/base/log_tail.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/bytes.h"
#include "core/base/text.h"
#include "platform/descriptor.h"
#include "tool/cli/json.h"
#include "eventlog/event_journal_ring.h"

enum { READ_AT_ONCE = 1 << 18, LINE_MAX_SIZE = 1 << 22, KEPT_MAX = 4096 };
#define WAIT_MOST_NS INT64_C(1000000000)

bool tool_log_tail_open(struct tool_log_tail *tail, const char *path, const char *ring)
{
    *tail = (struct tool_log_tail){.file = -1,
                                   .submit_s = -1.0,
                                   .wait_s = -1.0,
                                   .size = READ_AT_ONCE,
                                   .bytes = malloc(READ_AT_ONCE),
                                   .actions = cJSON_CreateObject(),
                                   .profiles = cJSON_CreateObject(),
                                   .bindings = cJSON_CreateObject(),
                                   .layers = cJSON_CreateObject(),
                                   .spaces = cJSON_CreateObject(),
                                   .haptics = cJSON_CreateArray()};
    snprintf(tail->path, sizeof tail->path, "%s", path);
    tail->ring = ring != NULL ? us_event_journal_ring_join(ring) : NULL;
    return tail->bytes != NULL;
}

void tool_log_tail_close(struct tool_log_tail *tail)
{
    if (tail->file >= 0)
        us_descriptor_close(tail->file);
    us_event_journal_ring_leave(tail->ring);
    cJSON_Delete(tail->actions);
    cJSON_Delete(tail->profiles);
    cJSON_Delete(tail->bindings);
    cJSON_Delete(tail->layers);
    cJSON_Delete(tail->spaces);
    cJSON_Delete(tail->haptics);
    free(tail->submit);
    for (unsigned i = 0; i < TOOL_LOG_TAIL_LOCATED; i++)
        free(tail->located[i]);
    free(tail->bytes);
    *tail = (struct tool_log_tail){.file = -1};
}

void tool_log_tail_wait(const struct tool_log_tail *tail)
{
    us_event_journal_ring_flush(tail->ring, WAIT_MOST_NS);
}

void tool_log_tail_name(const char *line, size_t length, char out[TOOL_LOG_TAIL_NAME])
{
    static const char key[] = "\"e\":\"";
    const char *name = us_bytes_find(line, length, key, sizeof key - 1);
    size_t at = 0;
    if (name != NULL)
        for (name += sizeof key - 1; name < line + length && *name != '"'; name++)
            if (at + 1 < TOOL_LOG_TAIL_NAME)
                out[at++] = *name;
    out[at] = '\0';
}

/* ---- What is kept ---- */

/* In place of the line of the same key, or of the oldest of too many. Takes the line. */
static void keep_by(cJSON *kept, const char *key, cJSON *line)
{
    if (cJSON_ReplaceItemInObjectCaseSensitive(kept, key, line))
        return;
    if (cJSON_GetArraySize(kept) >= KEPT_MAX)
        cJSON_DeleteItemFromArray(kept, 0);
    cJSON_AddItemToObject(kept, key, line);
}

static void keep_haptic(struct tool_log_tail *tail, cJSON *line)
{
    const int64_t number = (int64_t)tool_json_number(line, "frame", -1.0);
    if (number != tail->haptic_frame || cJSON_GetArraySize(tail->haptics) >= KEPT_MAX) {
        cJSON_Delete(tail->haptics);
        tail->haptics = cJSON_CreateArray();
    }
    tail->haptic_frame = number;
    cJSON_AddItemToArray(tail->haptics, line);
}

static void keep_parsed(struct tool_log_tail *tail, const struct tool_log_tail_line *line)
{
    char key[256];
    cJSON *json = cJSON_ParseWithLength(line->text, line->length);
    if (strcmp(line->name, "log") == 0)
        tail->has_frames = !tool_json_is_text(json, "level", "events");
    if (strcmp(line->name, "session") == 0 && tool_json_is_text(json, "what", "created"))
        tail->submits = tail->has_frames && !tool_json_is_text(json, "graphics", "none");
    if (strcmp(line->name, "state") == 0)
        snprintf(tail->state, sizeof tail->state, "%s", tool_json_text(json, "state", ""));
    if (strcmp(line->name, "action") == 0) {
        snprintf(key, sizeof key, "%s %s", tool_json_text(json, "action", ""),
                 tool_json_text(json, "subaction", ""));
        keep_by(tail->actions, key, json);
    } else if (strcmp(line->name, "profile") == 0) {
        keep_by(tail->profiles, tool_json_text(json, "user", ""), json);
    } else if (strcmp(line->name, "bindings") == 0) {
        keep_by(tail->bindings, tool_json_text(json, "profile", ""), json);
    } else if (strcmp(line->name, "layer") == 0 || strcmp(line->name, "space") == 0) {
        bool is_layer = strcmp(line->name, "layer") == 0;
        snprintf(key, sizeof key, "%d", (int)tool_json_number(json, line->name, -1.0));
        keep_by(is_layer ? tail->layers : tail->spaces, key, json);
    } else if (strcmp(line->name, "haptic") == 0) {
        keep_haptic(tail, json);
    } else {
        cJSON_Delete(json);
    }
}

static const char at_s[] = "\"at_s\":";

/* Frames are many, and are not parsed. `key` is as in `at_s`. Leaves `out` if the line has no such
 * number. */
static void keep_number(const struct tool_log_tail_line *line, const char *key, double *out)
{
    const size_t length = strlen(key);
    const char *at = us_bytes_find(line->text, line->length, key, length);
    if (at != NULL)
        *out = strtod(at + length, NULL);
}

static void keep_located(struct tool_log_tail *tail, const struct tool_log_tail_line *line)
{
    double number = -1.0;
    keep_number(line, "\"space\":", &number);
    if (!(number >= 0.0 && number <= INT_MAX))
        return;
    char **kept = &tail->located[(unsigned)number % TOOL_LOG_TAIL_LOCATED];
    free(*kept);
    *kept = us_bytes_text(line->text, line->length);
}

static void keep_submit(struct tool_log_tail *tail, const struct tool_log_tail_line *line)
{
    free(tail->submit);
    tail->submit = us_bytes_text(line->text, line->length);
    keep_number(line, at_s, &tail->submit_s);
}

static void keep(struct tool_log_tail *tail, const struct tool_log_tail_line *line)
{
    static const char *const parsed[] = {"log",      "session", "state", "action", "profile",
                                         "bindings", "haptic",  "layer", "space",  NULL};
    if (strcmp(line->name, "submit") == 0)
        keep_submit(tail, line);
    if (strcmp(line->name, "locate") == 0)
        keep_located(tail, line);
    if (strcmp(line->name, "wait") == 0)
        keep_number(line, at_s, &tail->wait_s);
    if (us_text_find(parsed, line->name) >= 0)
        keep_parsed(tail, line);
}

/* ---- Reading ---- */

/* Reads what follows. False: there is nothing yet. */
static bool read_more(struct tool_log_tail *tail)
{
    if (tail->file < 0)
        tail->file = us_descriptor_open(tail->path, US_DESCRIPTOR_READ, 0);
    if (tail->length == tail->size && tail->size < LINE_MAX_SIZE) {
        char *more = realloc(tail->bytes, 2 * tail->size);
        if (more == NULL)
            return false;
        tail->bytes = more;
        tail->size *= 2;
    }
    int64_t length = tail->file >= 0 ? us_descriptor_read_at(tail->file, tail->bytes + tail->length,
                                                             tail->size - tail->length,
                                                             tail->offset + tail->length)
                                     : 0;
    tail->length += length > 0 ? (size_t)length : 0;
    return length > 0;
}

/* Lines that were given stay in the buffer until more is read. */
bool tool_log_tail_next(struct tool_log_tail *tail, struct tool_log_tail_line *out)
{
    const char *end;
    while ((end = memchr(tail->bytes + tail->used, '\n', tail->length - tail->used)) == NULL) {
        memmove(tail->bytes, tail->bytes + tail->used, tail->length - tail->used);
        tail->length -= tail->used;
        tail->offset += tail->used;
        tail->used = 0;
        if (!read_more(tail))
            return false;
    }
    out->text = tail->bytes + tail->used;
    out->length = (size_t)(end - out->text);
    tail->used += out->length + 1;
    tool_log_tail_name(out->text, out->length, out->name);
    keep(tail, out);
    return true;
}

/* ---- What is asked of it ---- */

/* Fields that say nothing of a layer. */
static const char *const of_line[] = {"n", "e", "wall_ms", "frame", NULL};

void tool_log_tail_add_space(const struct tool_log_tail *tail, cJSON *object, const char *name,
                             double number)
{
    char key[32], text[256];
    snprintf(key, sizeof key, "%.0f", number);
    const cJSON *space = tool_json_get(tail->spaces, key);
    const char *type = tool_json_text(space, "type", NULL);
    const char *action = tool_json_text(space, "action", NULL);
    const char *subaction = tool_json_text(space, "subaction", "");
    if (type == NULL && action == NULL)
        return;
    snprintf(text, sizeof text, "%s%s%s", type != NULL ? type : action,
             subaction[0] != '\0' ? " " : "", subaction);
    tool_json_add_text(object, name, text);
}

static void describe_layer(const struct tool_log_tail *tail, cJSON *layer, int index)
{
    char key[32];
    snprintf(key, sizeof key, "%d", index);
    const cJSON *line = tool_json_get(tail->layers, key), *field;
    cJSON_AddNumberToObject(layer, "layer", index);
    cJSON_ArrayForEach(field, line)
        if (tool_json_get(layer, field->string) == NULL && us_text_find(of_line, field->string) < 0)
            cJSON_AddItemToObject(layer, field->string, cJSON_Duplicate(field, true));
    tool_log_tail_add_space(tail, layer, "space_name", tool_json_number(layer, "space", -1.0));
}

cJSON *tool_log_tail_submitted(const struct tool_log_tail *tail)
{
    cJSON *submit = tail->submit != NULL ? cJSON_Parse(tail->submit) : NULL;
    cJSON *layers = cJSON_DetachItemFromObjectCaseSensitive(submit, "layers"), *layer;
    int index = 0;
    cJSON_ArrayForEach(layer, layers)
        describe_layer(tail, layer, index++);
    cJSON_Delete(submit);
    return layers;
}

cJSON *tool_log_tail_located(const struct tool_log_tail *tail, int space)
{
    const char *kept = tail->located[(unsigned)space % TOOL_LOG_TAIL_LOCATED];
    cJSON *line = kept != NULL ? cJSON_Parse(kept) : NULL;
    if (tool_json_number(line, "space", -1.0) == space)
        return line;
    cJSON_Delete(line);
    return NULL;
}

bool tool_log_tail_is_space(const cJSON *line, const char *name)
{
    return strcmp(tool_json_text(line, "type", ""), name) == 0 ||
           strcmp(tool_json_text(line, "action", ""), name) == 0;
}
