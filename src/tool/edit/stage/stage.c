/* SPDX-License-Identifier: MIT */
#include "tool/edit/stage/stage.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/grow.h"
#include "core/base/text.h"

/* More would be a recording without a bound on its rate. */
enum { WINDOW_MOST = 8192, NAMED_MOST = 4 };

enum us_result tool_edit_end(struct tool_edit_stage *stage, struct us_error *error)
{
    enum us_result result = US_OK;
    for (; stage != NULL && result == US_OK; stage = stage->next)
        if (stage->end != NULL)
            result = stage->end(stage, error);
    return result;
}

void tool_edit_say(struct tool_edit_stage *stage, const char *format, ...)
{
    const size_t used = strlen(stage->said), left = sizeof stage->said - used;
    char *at = stage->said + used;
    va_list arguments;
    if (left < 2)
        return;
    if (used > 0)
        *at++ = '\n';
    va_start(arguments, format);
    int length = vsnprintf(at, left - (used > 0), format, arguments);
    va_end(arguments);
    if (length < 0 || (size_t)length >= left - (used > 0))
        stage->said[used] = '\0';
}

void tool_edit_say_components(struct tool_edit_stage *stage, const char *title,
                              const struct us_session_components *table, const uint8_t *which)
{
    char text[NAMED_MOST * (US_SESSION_PATH_SIZE + 2) + 64] = "";
    uint32_t count = 0;
    for (uint32_t i = 0; i < table->count; i++) {
        if (which[i] != 0 && count++ < NAMED_MOST)
            us_text_add_word(text, sizeof text, table->components[i].path);
    }
    if (count > NAMED_MOST)
        snprintf(text + strlen(text), 32, " and %" PRIu32 " more", count - NAMED_MOST);
    if (count > 0)
        tool_edit_say(stage, "%s%s", title, text);
}

void tool_edit_set_time(struct us_session_message *message, int64_t time_ns)
{
    message->time_ns = time_ns;
    memcpy(&message->of, &time_ns, sizeof time_ns); /* the first member of each */
}

static int64_t map_known(int64_t time_ns, tool_edit_map_time *map, const void *data)
{
    return time_ns != 0 ? map(data, time_ns) : 0;
}

void tool_edit_map(struct us_session_message *message, tool_edit_map_time *map, const void *data)
{
    tool_edit_set_time(message, map(data, message->time_ns));
    if (message->topic == US_SESSION_TOPIC_FRAME) {
        struct us_session_frame *frame = &message->of.frame;
        frame->gaze_time_ns = map_known(frame->gaze_time_ns, map, data);
    }
    if (message->topic == US_SESSION_TOPIC_EVENT) {
        struct us_session_event *event = &message->of.event;
        event->change_time_ns = map_known(event->change_time_ns, map, data);
        event->frame_time_ns = map_known(event->frame_time_ns, map, data);
    }
}

struct tool_edit_count tool_edit_count(uint64_t count, const char *noun)
{
    struct tool_edit_count out;
    snprintf(out.text, sizeof out.text, "%" PRIu64 " %s%s", count, noun, count == 1 ? "" : "s");
    return out;
}

/* ---- The window ---- */

enum us_result tool_edit_window_add(struct tool_edit_window *window,
                                    const struct us_session_message *message,
                                    struct us_error *error)
{
    if (window->count == WINDOW_MOST)
        return us_result_fail(error, US_ERROR_COUNT, US_NO_BYTE, NULL,
                              "more than %d messages come in the time that a step looks ahead; "
                              "resample to a lower rate first",
                              WINDOW_MOST);
    if (!US_GROW(window->messages, window->count))
        return us_result_no_memory(error);
    window->messages[window->count++] = *message;
    return US_OK;
}

void tool_edit_window_forget(struct tool_edit_window *window, int64_t before_ns)
{
    uint32_t old = 0;
    while (old < window->next && window->messages[old].time_ns < before_ns)
        old++;
    if (old < window->count / 4 + 1)
        return; /* moving the rest would cost more than it gains */
    memmove(window->messages, window->messages + old,
            (window->count - old) * sizeof *window->messages);
    window->count -= old;
    window->next -= old;
}

void tool_edit_window_finish(struct tool_edit_window *window)
{
    free(window->messages);
    *window = (struct tool_edit_window){0};
}
