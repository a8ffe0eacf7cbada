/* SPDX-License-Identifier: MIT */
#include "tool/log/log_reader.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "platform/path.h"
#include "tool/cli/json.h"
#include "tool/cli/text.h"

bool tool_log_text_reader_open(struct tool_log_text_reader *reader, const char *path)
{
    *reader = (struct tool_log_text_reader){.file = us_path_stream(path)};
    if (reader->file != NULL || errno == ENOENT)
        return true;
    tool_text_complain("%s cannot be read: %s", path, strerror(errno));
    return false;
}

static void clean(char *line)
{
    char *to = line;
    for (const char *from = line; *from != '\0'; from++) {
        if (from[0] == '\033' && from[1] == '[') {
            from += 2 + strspn(from + 2, "0123456789;?");
            if (*from == '\0')
                break;
        } else {
            *to++ = *from;
        }
    }
    while (to > line && isspace((unsigned char)to[-1]))
        to--;
    *to = '\0';
}

bool tool_log_text_reader_next(struct tool_log_text_reader *reader)
{
    while (reader->file != NULL &&
           us_path_stream_line(reader->file, &reader->text, &reader->size) > 0) {
        reader->line++;
        clean(reader->text);
        if (reader->text[0] != '\0' && strncmp(reader->text, "understudy: ", 12) != 0)
            return true;
    }
    return false;
}

void tool_log_text_reader_close(struct tool_log_text_reader *reader)
{
    if (reader->file != NULL)
        fclose(reader->file);
    free(reader->text);
    *reader = (struct tool_log_text_reader){0};
}

void tool_log_reader_give_up(struct tool_log_reader *events, const char *what)
{
    events->is_broken = true;
    tool_text_complain("%s: line %llu: %s", events->path, (unsigned long long)events->line, what);
}

static int64_t frame_of(const cJSON *json)
{
    const cJSON *frame = tool_json_get(json, "frame");
    if (!cJSON_IsNumber(frame) || !(frame->valuedouble >= 0.0) || frame->valuedouble > 1e15)
        return TOOL_LOG_READER_BEFORE;
    return (int64_t)frame->valuedouble;
}

static void note_incomplete(struct tool_log_reader *events, const struct tool_log_event *event)
{
    const char *why = tool_log_event_text(event, "why");
    events->is_incomplete = true;
    snprintf(events->why, sizeof events->why, "%s", why != NULL ? why : "it does not say why");
}

static void note_cut(struct tool_log_reader *events)
{
    events->is_cut = true;
    snprintf(events->why, sizeof events->why, "its last line is not whole");
}

bool tool_log_reader_next(struct tool_log_reader *events, struct tool_log_event *out)
{
    if (events->is_broken)
        return false;
    errno = 0;
    int64_t length = us_path_stream_line(events->file, &events->text, &events->text_size);
    if (length > UINT32_MAX) {
        tool_log_reader_give_up(events, "this is not a line of an event log");
        return false;
    }
    if (length <= 0) {
        if (ferror(events->file))
            tool_log_reader_give_up(events, strerror(errno));
        return false;
    }
    events->line++;
    events->offset += events->length;
    events->length = (uint32_t)length;
    cJSON *json = cJSON_ParseWithLength(events->text, (size_t)length);
    const cJSON *name = tool_json_get(json, "e");
    if (cJSON_IsString(name)) {
        *out = (struct tool_log_event){json, name->valuestring, events->line, frame_of(json)};
        if (strcmp(out->name, "incomplete") == 0)
            note_incomplete(events, out);
        return true;
    }
    cJSON_Delete(json);
    if (events->text[length - 1] != '\n')
        note_cut(events);
    else
        tool_log_reader_give_up(events, events->line == 1
                                            ? "this is no event log; 'understudy run --play "
                                              "RECORDING --log LOG' writes one"
                                            : "this is not a line of an event log");
    return false;
}

void tool_log_event_free(struct tool_log_event *event)
{
    cJSON_Delete(event->json);
    *event = (struct tool_log_event){0};
}

bool tool_log_reader_open(struct tool_log_reader *events, const char *path,
                          struct tool_log_event *out_first)
{
    *events = (struct tool_log_reader){.path = path};
    *out_first = (struct tool_log_event){0};
    if (us_path_is_folder(path)) {
        tool_text_complain(
            "%s: this is a folder, not an event log; a run folder has its log in log.jsonl", path);
        return false;
    }
    events->file = us_path_stream(path);
    if (events->file == NULL) {
        tool_text_complain("%s: %s", path, strerror(errno));
        return false;
    }
    events->is_seekable = fseek(events->file, 0, SEEK_CUR) == 0;
    bool found = tool_log_reader_next(events, out_first);
    bool is_log = found && strcmp(out_first->name, "log") == 0;
    double version = is_log ? tool_log_event_number(out_first, "version", 0.0) : 0.0;
    if (!found && !events->is_broken)
        tool_text_complain("%s: the event log is empty; so is that of an app that does not load "
                           "the layer",
                           path);
    else if (!is_log && !events->is_broken)
        tool_text_complain("%s: this is not an event log; 'understudy run --log FILE' writes one",
                           path);
    else if (is_log && !(version >= 1.0 && version < 2.0))
        tool_text_complain(
            "%s: this Understudy cannot read this version of the event log; install a newer one",
            path);
    if (version >= 1.0 && version < 2.0)
        return true;
    tool_log_event_free(out_first);
    tool_log_reader_close(events);
    return false;
}

void tool_log_reader_close(struct tool_log_reader *events)
{
    if (events->file != NULL)
        fclose(events->file);
    free(events->text);
    events->file = NULL;
    events->text = NULL;
}

const char *tool_log_event_text(const struct tool_log_event *event, const char *field)
{
    return tool_json_text(event->json, field, NULL);
}

double tool_log_event_number(const struct tool_log_event *event, const char *field,
                             double otherwise)
{
    return tool_json_number(event->json, field, otherwise);
}

bool tool_log_event_says(const struct tool_log_event *event, const char *name, const char *what)
{
    return strcmp(event->name, name) == 0 && tool_json_is_text(event->json, "what", what);
}

bool tool_log_event_is_felt(const struct tool_log_event *event)
{
    return tool_log_event_says(event, "haptic", "apply") &&
           tool_json_is_text(event->json, "result", "XR_SUCCESS") &&
           tool_log_event_number(event, "amplitude", 1.0) > 0.0;
}

bool tool_log_event_is_marker(const struct tool_log_event *event, const char *name)
{
    return strcmp(event->name, "marker") == 0 && tool_json_is_text(event->json, "name", name);
}
