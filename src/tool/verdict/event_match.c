/* SPDX-License-Identifier: MIT */
#include "tool/verdict/event_match.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

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

static bool matches_haptic(const struct tool_log_event *event, const struct tool_expect_what *what)
{
    const char *result = tool_event_text(event, "result");
    return is_text(tool_event_text(event, "what"), "apply") && is_text(result, "XR_SUCCESS") &&
           is_text(tool_event_text(event, "action"), what->action) &&
           is_hand(tool_event_text(event, "subaction"), what->hand);
}

/* What was located, with a valid position or rotation. */
static bool matches_located(const struct tool_event_words *words,
                            const struct tool_log_event *event, const struct tool_expect_what *what)
{
    const struct tool_event_space *space = tool_event_words_space(words, event, "space");
    const char *flags = tool_event_text(event, "flags");
    if (flags == NULL || strpbrk(flags, "op") == NULL)
        return false;
    if (space == NULL)
        return what->action == NULL && what->space == NULL && what->hand == NULL;
    if (what->hand != NULL && space->subaction[0] == '\0')
        return false;
    return is_text(space->action, what->action) && is_text(space->type, what->space) &&
           is_hand(space->subaction, what->hand);
}

static bool matches_layer(const struct tool_log_event *event, const struct tool_expect_what *what)
{
    const cJSON *layers = cJSON_GetObjectItemCaseSensitive(event->json, "layers");
    const char *result = tool_event_text(event, "result");
    if (result == NULL || strcmp(result, "XR_SUCCESS") != 0 || layers == NULL)
        return false;
    for (const cJSON *layer = layers->child; layer != NULL; layer = layer->next)
        if (is_text(cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(layer, "kind")),
                    what->layer))
            return true;
    return false;
}

static bool matches_where(const struct tool_log_event *event, const cJSON *where)
{
    for (const cJSON *field = where != NULL ? where->child : NULL; field != NULL;
         field = field->next)
        if (!is_value(cJSON_GetObjectItemCaseSensitive(event->json, field->string), field))
            return false;
    return true;
}

bool tool_event_matches(const struct tool_event_words *words, const struct tool_log_event *event,
                        const struct tool_expect_what *what)
{
    static const char *const names[TOOL_EXPECT_KINDS] = {
        [TOOL_EXPECT_STATE] = "state",    [TOOL_EXPECT_HAPTIC] = "haptic",
        [TOOL_EXPECT_LOCATED] = "locate", [TOOL_EXPECT_ACTION] = "action",
        [TOOL_EXPECT_LAYER] = "submit",   [TOOL_EXPECT_ERROR] = "error",
    };
    const char *name = what->kind == TOOL_EXPECT_EVENT ? what->event : names[what->kind];
    if (name == NULL || strcmp(event->name, name) != 0)
        return false;
    switch (what->kind) {
    case TOOL_EXPECT_STATE:
        return is_text(tool_event_text(event, "state"), what->state);
    case TOOL_EXPECT_HAPTIC:
        return matches_haptic(event, what);
    case TOOL_EXPECT_LOCATED:
        return matches_located(words, event, what);
    case TOOL_EXPECT_ACTION:
        return is_text(tool_event_text(event, "action"), what->action) &&
               is_hand(tool_event_text(event, "subaction"), what->hand) &&
               cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(event->json, "active")) &&
               is_value(cJSON_GetObjectItemCaseSensitive(event->json, "value"), what->value);
    case TOOL_EXPECT_LAYER:
        return matches_layer(event, what);
    case TOOL_EXPECT_ERROR:
        return is_text(tool_event_text(event, "call"), what->call);
    case TOOL_EXPECT_EVENT:
        return matches_where(event, what->where);
    default:
        return false;
    }
}

void tool_event_match_describe(const struct tool_expect_what *what, char *out, size_t out_size)
{
    const char *subject = tool_expect_kind_name(what->kind);
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
