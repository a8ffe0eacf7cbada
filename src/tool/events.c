/* SPDX-License-Identifier: MIT */
#include "events.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "text.h"

void us_events_give_up(struct us_events *events, const char *what)
{
    events->is_broken = true;
    us_text_complain("%s: line %llu: %s", events->path, (unsigned long long)events->line, what);
}

static int64_t frame_of(const cJSON *json)
{
    const cJSON *frame = cJSON_GetObjectItemCaseSensitive(json, "frame");
    if (!cJSON_IsNumber(frame) || !(frame->valuedouble >= 0.0) || frame->valuedouble > 1e15)
        return US_EVENTS_BEFORE;
    return (int64_t)frame->valuedouble;
}

static void note_incomplete(struct us_events *events, const struct us_event *event)
{
    const char *why = us_event_text(event, "why");
    events->is_incomplete = true;
    snprintf(events->why, sizeof events->why, "%s", why != NULL ? why : "it does not say why");
}

static void note_cut(struct us_events *events)
{
    events->is_cut = true;
    snprintf(events->why, sizeof events->why, "its last line is not whole");
}

bool us_events_next(struct us_events *events, struct us_event *out)
{
    if (events->is_broken)
        return false;
    errno = 0;
    ssize_t length = getline(&events->text, &events->text_size, events->file);
    if (length <= 0) {
        if (ferror(events->file))
            us_events_give_up(events, strerror(errno));
        return false;
    }
    events->line++;
    cJSON *json = cJSON_ParseWithLength(events->text, (size_t)length);
    const cJSON *name = cJSON_GetObjectItemCaseSensitive(json, "e");
    if (cJSON_IsString(name)) {
        *out = (struct us_event){json, name->valuestring, events->line, frame_of(json)};
        if (strcmp(out->name, "incomplete") == 0)
            note_incomplete(events, out);
        return true;
    }
    cJSON_Delete(json);
    if (events->text[length - 1] != '\n')
        note_cut(events);
    else
        us_events_give_up(events, "this is no line of an event log");
    return false;
}

void us_event_free(struct us_event *event)
{
    cJSON_Delete(event->json);
    *event = (struct us_event){0};
}

bool us_events_open(struct us_events *events, const char *path, struct us_event *out_first)
{
    *events = (struct us_events){.path = path, .file = fopen(path, "re")};
    *out_first = (struct us_event){0};
    if (events->file == NULL) {
        us_text_complain("%s: %s", path, strerror(errno));
        return false;
    }
    bool found = us_events_next(events, out_first);
    bool is_log = found && strcmp(out_first->name, "log") == 0;
    double version = is_log ? us_event_number(out_first, "version", 0.0) : 0.0;
    if (!is_log && !events->is_broken)
        us_text_complain("%s: this is no event log; 'understudy run --log FILE' writes one", path);
    else if (is_log && !(version >= 1.0 && version < 2.0))
        us_text_complain("%s: an event log of a version that this understudy does not know", path);
    if (version >= 1.0 && version < 2.0)
        return true;
    us_event_free(out_first);
    us_events_close(events);
    return false;
}

void us_events_close(struct us_events *events)
{
    if (events->file != NULL)
        fclose(events->file);
    free(events->text);
    events->file = NULL;
    events->text = NULL;
}

const char *us_event_text(const struct us_event *event, const char *field)
{
    return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(event->json, field));
}

double us_event_number(const struct us_event *event, const char *field, double otherwise)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(event->json, field);
    return cJSON_IsNumber(item) ? item->valuedouble : otherwise;
}
