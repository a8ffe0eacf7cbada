/* SPDX-License-Identifier: MIT */
#include "tool/log/event_words.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "status/setting_table.h"
#include "tool/cli/json.h"

/* No app has more; a log with more of them is taken for damaged. */
enum { SPACES_MAX = 100000 };

/* In the order of the levels: from "wait" on frames, from "locate" on calls. */
const char *const tool_event_names[] = {"log",
                                        "instance",
                                        "system",
                                        "session",
                                        "state",
                                        "play",
                                        "marker",
                                        "space",
                                        "bindings",
                                        "profile",
                                        "profile_changed",
                                        "space_change",
                                        "presence",
                                        "refresh_rate",
                                        "fault",
                                        "action",
                                        "haptic",
                                        "error",
                                        "odd",
                                        "layers",
                                        "layer",
                                        "swapchain",
                                        "late",
                                        "shot",
                                        "dropped",
                                        "incomplete",
                                        "end",
                                        "wait",
                                        "submit",
                                        "sync",
                                        "locate",
                                        "views",
                                        "hand",
                                        NULL};

int tool_event_level(const char *name)
{
    const int place = us_text_find(tool_event_names, name);
    return place >= us_text_find(tool_event_names, "locate") ? 3
           : place >= us_text_find(tool_event_names, "wait") ? 2
                                                             : 1;
}

int tool_event_level_of(const char *level)
{
    const int place = us_text_find(us_setting_table[US_SETTING_EVENTS_LEVEL].values, level);
    return place >= 0 ? place + 1 : 3;
}

const char *tool_event_level_name(int level)
{
    return us_setting_table[US_SETTING_EVENTS_LEVEL].values[level - 1];
}

void tool_event_words_init(struct tool_event_words *words)
{
    *words = (struct tool_event_words){.at_s = (double)NAN, .told = TOOL_LOG_READER_BEFORE};
    for (int i = 0; i < TOOL_EVENT_WORDS_FRAMES; i++)
        words->frames[i].frame = TOOL_LOG_READER_BEFORE;
}

void tool_event_words_finish(struct tool_event_words *words)
{
    free(words->spaces);
    words->spaces = NULL;
    words->space_count = 0;
}

static size_t space_number(const struct tool_log_event *event, const char *field)
{
    double number = tool_log_event_number(event, field, 0.0);
    return number >= 1.0 && number <= (double)SPACES_MAX ? (size_t)number : 0;
}

static bool make_room(struct tool_event_words *words, size_t number)
{
    if (number <= words->space_count)
        return true;
    size_t count = number + 63;
    struct tool_event_space *spaces = realloc(words->spaces, count * sizeof *spaces);
    if (spaces == NULL)
        return false;
    words->spaces = spaces;
    memset(&words->spaces[words->space_count], 0,
           (count - words->space_count) * sizeof *words->spaces);
    words->space_count = count;
    return true;
}

static void note_space(struct tool_event_words *words, const struct tool_log_event *event)
{
    size_t number = space_number(event, "space");
    if (number == 0 || !make_room(words, number))
        return;
    struct tool_event_space *space = &words->spaces[number - 1];
    snprintf(space->type, sizeof space->type, "%s", tool_json_text(event->json, "type", ""));
    snprintf(space->action, sizeof space->action, "%s", tool_json_text(event->json, "action", ""));
    snprintf(space->subaction, sizeof space->subaction, "%s",
             tool_json_text(event->json, "subaction", ""));
}

const struct tool_event_space *tool_event_words_space(const struct tool_event_words *words,
                                                      const struct tool_log_event *event,
                                                      const char *field)
{
    size_t number = space_number(event, field);
    return number > 0 && number <= words->space_count ? &words->spaces[number - 1] : NULL;
}

void tool_event_words_note(struct tool_event_words *words, const struct tool_log_event *event)
{
    if (strcmp(event->name, "space") == 0)
        note_space(words, event);
    bool is_wait = strcmp(event->name, "wait") == 0;
    double at_s = tool_log_event_number(event, "at_s", words->at_s);
    words->has_waits |= is_wait;
    /* A question may ask about any time. */
    if (is_wait || !words->has_waits)
        words->at_s = at_s;
    if (!is_wait || event->frame == TOOL_LOG_READER_BEFORE)
        return;
    words->told = event->frame;
    words->frames[event->frame % TOOL_EVENT_WORDS_FRAMES].frame = event->frame;
    words->frames[event->frame % TOOL_EVENT_WORDS_FRAMES].at_s = at_s;
}

double tool_event_words_at(const struct tool_event_words *words, const struct tool_log_event *event)
{
    double at_s = words->at_s;
    size_t place = event->frame == TOOL_LOG_READER_BEFORE
                       ? 0
                       : (size_t)(event->frame % (int64_t)TOOL_EVENT_WORDS_FRAMES);
    if (event->frame != TOOL_LOG_READER_BEFORE && words->frames[place].frame == event->frame)
        at_s = words->frames[place].at_s;
    return tool_log_event_number(event, "at_s", at_s);
}

void tool_event_words_name_space(const struct tool_event_words *words, double number, char out[192])
{
    bool is_known = number >= 1.0 && number <= (double)words->space_count;
    const struct tool_event_space *space = is_known ? &words->spaces[(size_t)number - 1] : NULL;
    if (!(number >= 1.0))
        snprintf(out, 192, "a space of the runtime");
    else if (space != NULL && space->action[0] != '\0')
        snprintf(out, 192, "%s%s%s (space %.0f)", space->action,
                 space->subaction[0] != '\0' ? " of " : "", space->subaction, number);
    else if (space != NULL && space->type[0] != '\0')
        snprintf(out, 192, "%s (space %.0f)", space->type, number);
    else
        snprintf(out, 192, "space %.0f", number);
}

static const char *space_words(const struct tool_event_words *words,
                               const struct tool_log_event *event, const char *field, char out[192])
{
    tool_event_words_name_space(words, (double)space_number(event, field), out);
    return out;
}

/* Questions about the places of things. */
static bool describe_question(const struct tool_event_words *words,
                              const struct tool_log_event *event, char *out, size_t size)
{
    char space[192], base[192];
    if (strcmp(event->name, "locate") == 0)
        snprintf(out, size, "%s of %s in %s", tool_json_text(event->json, "call", "xrLocateSpace"),
                 space_words(words, event, "space", space),
                 space_words(words, event, "base", base));
    else if (strcmp(event->name, "views") == 0)
        snprintf(out, size, "xrLocateViews in %s", space_words(words, event, "base", base));
    else if (strcmp(event->name, "hand") == 0)
        snprintf(out, size, "xrLocateHandJointsEXT of the %s hand in %s",
                 tool_json_text(event->json, "hand", "?"), space_words(words, event, "base", base));
    else
        return false;
    return true;
}

void tool_event_words_describe(const struct tool_event_words *words,
                               const struct tool_log_event *event, char *out, size_t out_size)
{
    static const struct {
        const char *name, *call;
    } calls[] = {{"wait", "xrWaitFrame"},
                 {"submit", "xrEndFrame"},
                 {"sync", "xrSyncActions"},
                 {"system", "xrGetSystemProperties"}};
    const char *action = tool_log_event_text(event, "action");
    if (describe_question(words, event, out, out_size))
        return;
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) {
        if (strcmp(event->name, calls[i].name) == 0) {
            snprintf(out, out_size, "%s", calls[i].call);
            return;
        }
    }
    if (strcmp(event->name, "layer") == 0) {
        snprintf(out, out_size, "layer %.0f (%s) of xrEndFrame",
                 tool_log_event_number(event, "layer", 0.0),
                 tool_json_text(event->json, "kind", "?"));
        return;
    }
    if (action != NULL)
        snprintf(out, out_size, "%s %s of %s",
                 strcmp(event->name, "haptic") == 0 ? "the haptic output" : "the action", action,
                 tool_json_text(event->json, "subaction", "any hand"));
    else if (strcmp(event->name, "error") == 0)
        snprintf(out, out_size, "the failed call %s", tool_json_text(event->json, "call", "?"));
    else
        snprintf(out, out_size, "the event '%s'", event->name);
}

bool tool_event_is_listed(const char *name, const char *list)
{
    size_t length = strlen(name);
    while (list != NULL && *list != '\0') {
        size_t this_one = strcspn(list, ",");
        if (this_one == length && strncmp(list, name, length) == 0)
            return true;
        list += this_one + (list[this_one] == ',');
    }
    return false;
}
