/* SPDX-License-Identifier: MIT */
#include "tool/verdict/event_match.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tool/cli/json.h"

static bool is_text(const char *text, const char *wanted)
{
    return wanted == NULL || (text != NULL && strcmp(text, wanted) == 0);
}

/* A call for no subaction path in particular is one for either hand. */
static bool is_hand(const char *subaction, const char *hand)
{
    if (hand == NULL || subaction == NULL || subaction[0] == '\0')
        return true;
    const char *last = strrchr(subaction, '/');
    return strncmp(subaction, "/user/hand", 10) == 0 && last != NULL && strcmp(last + 1, hand) == 0;
}

static bool is_value(const cJSON *value, const cJSON *wanted)
{
    if (wanted == NULL)
        return true;
    if (cJSON_IsNumber(value) && cJSON_IsNumber(wanted))
        return fabs(value->valuedouble - wanted->valuedouble) <= 1e-6;
    return cJSON_Compare(value, wanted, true);
}

static bool is_valid(const struct tool_log_event *event)
{
    const char *flags = tool_log_event_text(event, "flags");
    return flags != NULL && strpbrk(flags, "op") != NULL;
}

static bool matches_located(const struct tool_event_words *words,
                            const struct tool_log_event *event, const struct tool_expect_what *what)
{
    const struct tool_event_space *space = tool_event_words_space(words, event, "space");
    if (space == NULL)
        return what->action == NULL && what->space == NULL && what->hand == NULL;
    if (what->hand != NULL && space->subaction[0] == '\0')
        return false;
    return is_text(space->action, what->action) && is_text(space->type, what->space) &&
           is_hand(space->subaction, what->hand);
}

static bool matches_layer(const struct tool_log_event *event, const struct tool_expect_what *what)
{
    const cJSON *layers = tool_json_get(event->json, "layers");
    const cJSON *layer;
    bool is_any = false;
    cJSON_ArrayForEach(layer, layers) {
        is_any = is_any || is_text(tool_json_text(layer, "kind", NULL), what->layer);
    }
    return is_any && is_text(tool_log_event_text(event, "result"), "XR_SUCCESS");
}

/* The fields that an expectation may name of other events. It names none of those that the event of
 * its kind does not have. */
static bool matches_fields(const struct tool_log_event *event, const struct tool_expect_what *what)
{
    const cJSON *field;
    cJSON_ArrayForEach(field, what->where) {
        if (!is_value(tool_json_get(event->json, field->string), field))
            return false;
    }
    return is_text(tool_log_event_text(event, "state"), what->state) &&
           is_text(tool_log_event_text(event, "action"), what->action) &&
           is_hand(tool_log_event_text(event, "subaction"), what->hand) &&
           is_text(tool_log_event_text(event, "call"), what->call) &&
           is_value(tool_json_get(event->json, "value"), what->value);
}

/* Whether the line is of the event that tells of it. */
static bool is_about(const struct tool_log_event *event, const struct tool_expect_what *what)
{
    static const char *const names[TOOL_EXPECT_KINDS] = {
        [TOOL_EXPECT_STATE] = "state",    [TOOL_EXPECT_HAPTIC] = "haptic",
        [TOOL_EXPECT_LOCATED] = "locate", [TOOL_EXPECT_ACTION] = "action",
        [TOOL_EXPECT_LAYER] = "submit",   [TOOL_EXPECT_ERROR] = "error",
    };
    const char *name = what->kind == TOOL_EXPECT_EVENT ? what->event : names[what->kind];
    return name != NULL && strcmp(event->name, name) == 0;
}

/* Whether it came to something: the hand felt it, the pose was valid, the action active. */
static bool is_effective(const struct tool_log_event *event, const struct tool_expect_what *what)
{
    switch (what->kind) {
    case TOOL_EXPECT_HAPTIC:
        return tool_log_event_is_felt(event);
    case TOOL_EXPECT_LOCATED:
        return is_valid(event);
    case TOOL_EXPECT_ACTION:
        return cJSON_IsTrue(tool_json_get(event->json, "active"));
    default:
        return true;
    }
}

/* Whether it is what is looked for, as far as it is named. */
static bool is_named(const struct tool_event_words *words, const struct tool_log_event *event,
                     const struct tool_expect_what *what)
{
    return what->kind == TOOL_EXPECT_LOCATED ? matches_located(words, event, what)
           : what->kind == TOOL_EXPECT_LAYER ? matches_layer(event, what)
                                             : matches_fields(event, what);
}

bool tool_event_matches(const struct tool_event_words *words, const struct tool_log_event *event,
                        const struct tool_expect_what *what)
{
    return is_about(event, what) && is_effective(event, what) && is_named(words, event, what);
}

/* ---- What comes nearest ---- */

/* 4: all is as expected, but not the time; 3: one condition is not met; 2: several; 0: it is
 * another event. */
static unsigned rank(const struct tool_event_words *words, const struct tool_log_event *event,
                     const struct tool_expect_what *what)
{
    struct tool_expect_what left_out[8];
    enum { COUNT = sizeof left_out / sizeof left_out[0] };
    if (!is_about(event, what))
        return 0;
    if (is_named(words, event, what))
        return is_effective(event, what) ? 4 : 3;
    for (size_t i = 0; i < COUNT; i++)
        left_out[i] = *what;
    left_out[0].state = left_out[1].hand = left_out[2].action = left_out[3].space = NULL;
    left_out[4].layer = left_out[5].call = NULL;
    left_out[6].value = left_out[7].where = NULL;
    for (size_t i = 0; i < COUNT; i++)
        if (is_effective(event, what) && is_named(words, event, &left_out[i]))
            return 3;
    return 2;
}

static void add_field(char *out, size_t size, const cJSON *line, const char *name)
{
    size_t length = strlen(out);
    char *value = cJSON_PrintUnformatted(tool_json_get(line, name));
    if (value != NULL)
        snprintf(out + length, size - length, ", %s %.40s", name, value);
    cJSON_free(value);
}

/* Adds the fields of the line that an expectation may be about and its description does not name.
 */
static void add_fields(char *out, size_t size, const struct tool_log_event *event,
                       const struct tool_expect_what *what)
{
    static const char *const fields[TOOL_EXPECT_KINDS][3] = {
        [TOOL_EXPECT_STATE] = {"state"},   [TOOL_EXPECT_HAPTIC] = {"what", "amplitude", "result"},
        [TOOL_EXPECT_LOCATED] = {"flags"}, [TOOL_EXPECT_ACTION] = {"active", "value"},
        [TOOL_EXPECT_LAYER] = {"result"},  [TOOL_EXPECT_ERROR] = {"result"},
    };
    for (int i = 0; i < 3 && fields[what->kind][i] != NULL; i++)
        add_field(out, size, event->json, fields[what->kind][i]);
    const bool is_layer = what->kind == TOOL_EXPECT_LAYER;
    const cJSON *item, *layers = is_layer ? tool_json_get(event->json, "layers") : NULL;
    cJSON_ArrayForEach(item, what->where) {
        add_field(out, size, event->json, item->string);
    }
    cJSON_ArrayForEach(item, layers) {
        add_field(out, size, item, "kind");
    }
}

void tool_nearest_note(struct tool_nearest *nearest, const struct tool_event_words *words,
                       const struct tool_log_event *event, const struct tool_expect_what *what)
{
    char call[256], text[112];
    unsigned own = rank(words, event, what);
    if (own <= nearest->rank)
        return;
    nearest->rank = own;
    tool_event_words_describe(words, event, call, sizeof call);
    snprintf(text, sizeof text, "%.70s", call);
    add_fields(text, sizeof text, event, what);
    char frame[48] = "before playback";
    if (event->frame != TOOL_LOG_READER_BEFORE)
        snprintf(frame, sizeof frame, "frame %lld", (long long)event->frame);
    snprintf(nearest->text, sizeof nearest->text, "; nearest: %s, %s%s", text, frame,
             own == 4 ? ", which is not in the span" : "");
}

void tool_event_match_describe(const struct tool_expect_what *what, char *out, size_t out_size)
{
    const char *subject = tool_expect_kind_names[what->kind];
    const char *detail = what->state != NULL    ? what->state
                         : what->layer != NULL  ? what->layer
                         : what->action != NULL ? what->action
                         : what->space != NULL  ? what->space
                         : what->call != NULL   ? what->call
                         : what->event != NULL  ? what->event
                                                : "";
    snprintf(out, out_size, "%s%s%s%s%s%s", subject, detail[0] != '\0' ? " " : "", detail,
             what->hand != NULL ? " of the " : "", what->hand != NULL ? what->hand : "",
             what->hand != NULL ? " hand" : "");
}
