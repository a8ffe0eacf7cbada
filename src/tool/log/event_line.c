/* SPDX-License-Identifier: MIT */
#include "tool/log/event_line.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tool/log/event_compare.h"

bool tool_event_line_make(struct tool_event_line *line, const struct tool_log_reader *events,
                          const struct tool_log_event *event, double at_s)
{
    *line = (struct tool_event_line){.offset = events->offset,
                                     .line = event->line,
                                     .frame = event->frame,
                                     .at_s = at_s,
                                     .thing = tool_event_hash_thing(event),
                                     .value = tool_event_hash_value(event),
                                     .length = events->length,
                                     .partner = TOOL_EVENT_LINE_ALONE,
                                     .is_question = tool_event_is_question(event),
                                     .is_layer = strcmp(event->name, "layer") == 0};
    line->time = tool_event_hash_time(event, line->thing);
    if (events->is_seekable)
        return true;
    line->text = strdup(events->text);
    return line->text != NULL;
}

bool tool_event_line_copy(struct tool_event_line *line, const struct tool_event_line *from)
{
    *line = *from;
    line->text = from->text != NULL ? strdup(from->text) : NULL;
    return (line->text != NULL) == (from->text != NULL);
}

void tool_event_line_free(struct tool_event_line *line)
{
    free(line->text);
    line->text = NULL;
}

static bool read_text(const struct tool_event_line *line, struct tool_log_reader *events,
                      char *text)
{
    size_t done = 0;
    while (done < line->length) {
        ssize_t count = pread(fileno(events->file), text + done, line->length - done,
                              (off_t)(line->offset + (int64_t)done));
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return false;
        done += (size_t)count;
    }
    return true;
}

bool tool_event_line_read(const struct tool_event_line *line, struct tool_log_reader *events,
                          struct tool_log_event *out)
{
    char *text = line->text == NULL ? malloc((size_t)line->length + 1) : NULL;
    *out = (struct tool_log_event){.line = line->line, .frame = line->frame};
    if (line->text != NULL)
        out->json = cJSON_ParseWithLength(line->text, line->length);
    else if (text != NULL && read_text(line, events, text))
        out->json = cJSON_ParseWithLength(text, line->length);
    free(text);
    out->name = tool_event_text(out, "e");
    if (out->name != NULL)
        return true;
    tool_event_free(out);
    events->line = line->line;
    tool_log_reader_give_up(events, "the line could not be read again; does the file change?");
    return false;
}
