/* SPDX-License-Identifier: MIT */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tool/cli/json.h"
#include "core/base/text.h"
#include "tool/log/event_words.h"
#include "tool/log/log_reader.h"

enum { GAZE_ACTIONS_MAX = 16 };

struct search {
    struct tool_event_words words;
    char gaze[GAZE_ACTIONS_MAX][64]; /* the actions that are bound to the eyes */
    size_t gaze_count;
    unsigned found;
    unsigned in_view; /* hands and gaze that were live, or located relative to a live head */
};

static bool is(const struct tool_log_event *event, const char *field, const char *text)
{
    return tool_json_is_text(event->json, field, text);
}

static void note_gaze_actions(struct search *search, const struct tool_log_event *event)
{
    const cJSON *name = NULL;
    cJSON_ArrayForEach(name, tool_json_get(event->json, "gaze")) {
        if (cJSON_IsString(name) && search->gaze_count < GAZE_ACTIONS_MAX)
            snprintf(search->gaze[search->gaze_count++], sizeof search->gaze[0], "%s",
                     name->valuestring);
    }
}

static bool is_view(const struct tool_event_space *space)
{
    return space != NULL && strcmp(space->type, "VIEW") == 0;
}

/* What a space is fixed to: a bit, or 0 for what no person moves. */
static unsigned kind_of(const struct search *search, const struct tool_event_space *space)
{
    if (is_view(space))
        return TOOL_LIVE_HEAD;
    if (space == NULL || space->action[0] == '\0')
        return 0;
    if (strcmp(space->subaction, "/user/eyes_ext") == 0)
        return TOOL_LIVE_GAZE;
    for (size_t i = 0; space->subaction[0] == '\0' && i < search->gaze_count; i++) {
        if (strcmp(search->gaze[i], space->action) == 0)
            return TOOL_LIVE_GAZE;
    }
    return TOOL_LIVE_HANDS;
}

static bool is_located(const struct tool_log_event *event)
{
    const char *flags = tool_log_event_text(event, "flags");
    return flags != NULL && strpbrk(flags, "op") != NULL;
}

static void check_locate(struct search *search, const struct tool_log_event *event)
{
    const struct tool_event_space *space = tool_event_words_space(&search->words, event, "space");
    const struct tool_event_space *base = tool_event_words_space(&search->words, event, "base");
    unsigned of_space = kind_of(search, space), of_base = kind_of(search, base);
    if (!is_located(event) || tool_log_event_number(event, "space", 0.0) <= 0.0 ||
        tool_log_event_number(event, "space", 0.0) == tool_log_event_number(event, "base", 0.0))
        return;
    if (is(event, "from", "runtime"))
        search->found |= of_space | of_base;
    /* One side is recorded. The other one can be live only if one of them is the head. */
    else if (is(event, "from", "both") && is_view(space) != is_view(base))
        search->in_view |= (of_space | of_base) & ~(unsigned)TOOL_LIVE_HEAD;
}

static void check_views(struct search *search, const struct tool_log_event *event)
{
    if (is(event, "from", "runtime") && is_located(event) &&
        !is_view(tool_event_words_space(&search->words, event, "base")))
        search->found |= TOOL_LIVE_HEAD;
}

static void check_event(struct search *search, const struct tool_log_event *event)
{
    bool is_runtime = is(event, "from", "runtime");
    bool is_active = cJSON_IsTrue(tool_json_get(event->json, "active"));
    if (strcmp(event->name, "locate") == 0)
        check_locate(search, event);
    else if (strcmp(event->name, "views") == 0)
        check_views(search, event);
    else if (strcmp(event->name, "hand") == 0 && is_runtime && is_active)
        search->found |= TOOL_LIVE_HANDS;
    else if (strcmp(event->name, "action") == 0 && is_active &&
             (is_runtime || is(event, "from", "both")) &&
             tool_json_get(event->json, "value") != NULL)
        search->found |= TOOL_LIVE_BUTTONS;
}

unsigned tool_live_input_find(const char *log, bool with_before)
{
    struct tool_log_reader events;
    struct tool_log_event event;
    struct search search = {0};
    if (!tool_log_reader_open(&events, log, &event))
        return 0;
    tool_log_event_free(&event);
    tool_event_words_init(&search.words);
    bool goes_on = true;
    while (goes_on && tool_log_reader_next(&events, &event)) {
        tool_event_words_note(&search.words, &event);
        if (strcmp(event.name, "bindings") == 0)
            note_gaze_actions(&search, &event);
        if (event.frame != TOOL_LOG_READER_BEFORE || with_before)
            check_event(&search, &event);
        goes_on = !tool_log_event_says(&event, "play", "released");
        tool_log_event_free(&event);
    }
    tool_event_words_finish(&search.words);
    tool_log_reader_close(&events);
    bool head_is_live = (search.found & TOOL_LIVE_HEAD) != 0;
    return search.found | (head_is_live ? 0 : search.in_view);
}

void tool_live_input_describe(unsigned kinds, char *out, size_t out_size)
{
    static const char *const names[] = {"head", "hands", "buttons", "gaze"};
    out[0] = '\0';
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++)
        if ((kinds >> i & 1u) != 0)
            us_text_add_word(out, out_size, names[i]);
}
