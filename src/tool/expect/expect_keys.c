/* SPDX-License-Identifier: MIT */
#include "tool/expect/expect_keys.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/base/text.h"
#include "tool/cli/json.h"
#include "tool/cli/options.h"
#include "tool/log/event_words.h"

const char *const tool_expect_kind_names[TOOL_EXPECT_KINDS + 1] = {
    [TOOL_EXPECT_STATE] = "state",           [TOOL_EXPECT_HAPTIC] = "haptic",
    [TOOL_EXPECT_LOCATED] = "located",       [TOOL_EXPECT_ACTION] = "action",
    [TOOL_EXPECT_LAYER] = "layer",           [TOOL_EXPECT_ERROR] = "error",
    [TOOL_EXPECT_EVENT] = "event",           [TOOL_EXPECT_FRAMES] = "frames",
    [TOOL_EXPECT_NO_GAP] = "no_gap",         [TOOL_EXPECT_NO_ERRORS] = "no_errors",
    [TOOL_EXPECT_ORDER] = "order",           [TOOL_EXPECT_ENDS] = "ends",
    [TOOL_EXPECT_FRAME_TIME] = "frame_time", [TOOL_EXPECT_MISSED] = "missed",
    [TOOL_EXPECT_BALANCE] = "balance",       [TOOL_EXPECT_MEMORY] = "memory",
    [TOOL_EXPECT_SAME_AS] = "same_as",       [TOOL_EXPECT_SEES] = "sees",
    [TOOL_EXPECT_OUTPUT] = "output",
};

enum { NAMES_MAX = 24 };

#define BIT(kind) (1u << (kind))
#define OCCURRENCES                                                                                \
    (BIT(TOOL_EXPECT_STATE) | BIT(TOOL_EXPECT_HAPTIC) | BIT(TOOL_EXPECT_LOCATED) |                 \
     BIT(TOOL_EXPECT_ACTION) | BIT(TOOL_EXPECT_LAYER) | BIT(TOOL_EXPECT_ERROR) |                   \
     BIT(TOOL_EXPECT_EVENT))
#define ALL (BIT(TOOL_EXPECT_KINDS) - 1u)

enum value_type {
    TEXT,
    COUNT,
    SECONDS,
    MILLISECONDS,
    NUMBER,
    SHARE,
    SIMILARITY,
    EDGE,
    ANY,
    OBJECT,
    TEXTS,
    LIST
};

/* Each key: what kinds may have it, which must, and what it holds. In an element of an order only
 * those that say what to look for. */
static const struct key {
    const char *name;
    unsigned kinds, needed;
    enum value_type type;
    bool is_what;
} keys[] = {
    {"kind", ALL, ALL, TEXT, true},
    {"name", ALL, 0, TEXT, false},
    {"comment", ALL, 0, TEXT, true},
    {"state", BIT(TOOL_EXPECT_STATE), BIT(TOOL_EXPECT_STATE), TEXT, true},
    {"hand", BIT(TOOL_EXPECT_HAPTIC) | BIT(TOOL_EXPECT_LOCATED) | BIT(TOOL_EXPECT_ACTION), 0, TEXT,
     true},
    {"action", BIT(TOOL_EXPECT_HAPTIC) | BIT(TOOL_EXPECT_LOCATED) | BIT(TOOL_EXPECT_ACTION),
     BIT(TOOL_EXPECT_ACTION), TEXT, true},
    {"space", BIT(TOOL_EXPECT_LOCATED), 0, TEXT, true},
    {"value", BIT(TOOL_EXPECT_ACTION), 0, ANY, true},
    {"layer", BIT(TOOL_EXPECT_LAYER) | BIT(TOOL_EXPECT_NO_GAP), BIT(TOOL_EXPECT_LAYER), TEXT, true},
    {"call", BIT(TOOL_EXPECT_ERROR), 0, TEXT, true},
    {"event", BIT(TOOL_EXPECT_EVENT), BIT(TOOL_EXPECT_EVENT), TEXT, true},
    {"where", BIT(TOOL_EXPECT_EVENT), 0, OBJECT, true},
    {"from",
     OCCURRENCES | BIT(TOOL_EXPECT_NO_GAP) | BIT(TOOL_EXPECT_FRAMES) | BIT(TOOL_EXPECT_NO_ERRORS) |
         BIT(TOOL_EXPECT_FRAME_TIME) | BIT(TOOL_EXPECT_MISSED) | BIT(TOOL_EXPECT_MEMORY) |
         BIT(TOOL_EXPECT_SEES),
     0, EDGE, false},
    {"to",
     OCCURRENCES | BIT(TOOL_EXPECT_NO_GAP) | BIT(TOOL_EXPECT_FRAMES) | BIT(TOOL_EXPECT_NO_ERRORS) |
         BIT(TOOL_EXPECT_FRAME_TIME) | BIT(TOOL_EXPECT_MISSED) | BIT(TOOL_EXPECT_MEMORY) |
         BIT(TOOL_EXPECT_SEES),
     0, EDGE, false},
    {"within_s", OCCURRENCES | BIT(TOOL_EXPECT_FRAMES), 0, SECONDS, false},
    {"at_least", OCCURRENCES | BIT(TOOL_EXPECT_FRAMES), 0, COUNT, false},
    {"at_most",
     OCCURRENCES | BIT(TOOL_EXPECT_FRAMES) | BIT(TOOL_EXPECT_MISSED) | BIT(TOOL_EXPECT_BALANCE),
     BIT(TOOL_EXPECT_MISSED), COUNT, false},
    {"frames", BIT(TOOL_EXPECT_NO_GAP), BIT(TOOL_EXPECT_NO_GAP), COUNT, false},
    {"except", BIT(TOOL_EXPECT_NO_ERRORS), 0, TEXTS, false},
    {"of", BIT(TOOL_EXPECT_ORDER), BIT(TOOL_EXPECT_ORDER), LIST, false},
    {"exit_code", BIT(TOOL_EXPECT_ENDS), BIT(TOOL_EXPECT_ENDS), COUNT, false},
    {"clock", BIT(TOOL_EXPECT_FRAME_TIME), BIT(TOOL_EXPECT_FRAME_TIME), TEXT, false},
    {"median_ms", BIT(TOOL_EXPECT_FRAME_TIME), 0, MILLISECONDS, false},
    {"p95_ms", BIT(TOOL_EXPECT_FRAME_TIME), 0, MILLISECONDS, false},
    {"p99_ms", BIT(TOOL_EXPECT_FRAME_TIME), 0, MILLISECONDS, false},
    {"longest_ms", BIT(TOOL_EXPECT_FRAME_TIME), 0, MILLISECONDS, false},
    {"handles", BIT(TOOL_EXPECT_BALANCE), 0, TEXTS, false},
    {"at_most_mb", BIT(TOOL_EXPECT_MEMORY), BIT(TOOL_EXPECT_MEMORY), NUMBER, false},
    {"at", BIT(TOOL_EXPECT_SAME_AS) | BIT(TOOL_EXPECT_SEES), BIT(TOOL_EXPECT_SAME_AS), EDGE, false},
    {"view", BIT(TOOL_EXPECT_SAME_AS) | BIT(TOOL_EXPECT_SEES), 0, COUNT, false},
    {"file", BIT(TOOL_EXPECT_SAME_AS), BIT(TOOL_EXPECT_SAME_AS), TEXT, false},
    {"threshold", BIT(TOOL_EXPECT_SAME_AS) | BIT(TOOL_EXPECT_SEES), 0, SHARE, false},
    {"allow", BIT(TOOL_EXPECT_SAME_AS), 0, SHARE, false},
    {"ssim", BIT(TOOL_EXPECT_SAME_AS), 0, SIMILARITY, false},
    {"stream", BIT(TOOL_EXPECT_OUTPUT), 0, TEXT, false},
    {"has", BIT(TOOL_EXPECT_OUTPUT), 0, TEXT, false},
    {"has_not", BIT(TOOL_EXPECT_OUTPUT), 0, TEXT, false},
    {"matches", BIT(TOOL_EXPECT_OUTPUT), 0, TEXT, false},
    {"matches_not", BIT(TOOL_EXPECT_OUTPUT), 0, TEXT, false},
};
enum { KEY_COUNT = sizeof keys / sizeof keys[0] };

static bool has_type(const cJSON *item, enum value_type type)
{
    const double number = cJSON_IsNumber(item) ? item->valuedouble : -1.0;
    switch (type) {
    case TEXT:
        return cJSON_IsString(item) && item->valuestring[0] != '\0';
    case COUNT:
        return number >= 0.0 && number <= (double)TOOL_EXPECT_COUNT_MOST && number == floor(number);
    case SECONDS:
    case MILLISECONDS:
        return number > 0.0;
    case NUMBER:
        return number >= 0.0;
    case SHARE:
        return number >= 0.0 && number <= 1.0;
    case SIMILARITY:
        return cJSON_IsNumber(item) && fabs(number) <= 1.0;
    case EDGE:
        return cJSON_IsNumber(item) || (cJSON_IsString(item) && item->valuestring[0] != '\0');
    case ANY:
        return cJSON_IsNumber(item) || cJSON_IsBool(item) || cJSON_IsArray(item);
    case OBJECT:
        return cJSON_IsObject(item);
    case LIST:
        return cJSON_IsArray(item) && cJSON_GetArraySize(item) > 0;
    case TEXTS:
        break;
    }
    bool all_texts = cJSON_IsArray(item);
    for (const cJSON *child = item->child; all_texts && child != NULL; child = child->next)
        all_texts = cJSON_IsString(child);
    return all_texts;
}

static const char *type_words(enum value_type type)
{
    static const char *const words[] = {
        [TEXT] = "needs a text",
        [COUNT] = "needs a whole number, 0 or more",
        [SECONDS] = "needs a number of seconds above 0",
        [MILLISECONDS] = "needs a number of milliseconds above 0",
        [NUMBER] = "needs a number, 0 or more",
        [SHARE] = "needs a number from 0 to 1",
        [SIMILARITY] = "needs a number from -1 to 1",
        [EDGE] = "needs seconds of recording time, or the name of a marker",
        [ANY] = "needs true, false, a number or an array of two",
        [OBJECT] = "needs an object",
        [TEXTS] = "needs an array of texts",
        [LIST] = "needs an array that is not empty",
    };
    return words[type];
}

static void unknown_key(struct tool_json_place *reader, const cJSON *item,
                        enum tool_expect_kind kind, bool in_order)
{
    const char *allowed[NAMES_MAX + 1] = {NULL};
    unsigned count = 0;
    for (unsigned i = 0; i < KEY_COUNT && count < NAMES_MAX; i++)
        if ((keys[i].kinds & BIT(kind)) && (keys[i].is_what || !in_order))
            allowed[count++] = keys[i].name;
    char suggestion[96], then[256];
    tool_options_suggest(item->string, allowed, "", suggestion, sizeof suggestion);
    if (suggestion[0] == '\0' && in_order)
        snprintf(suggestion, sizeof suggestion, " in an order");
    snprintf(then, sizeof then, " of the kind %s%s", tool_expect_kind_names[kind], suggestion);
    tool_json_place_complain(reader, item, "is not a key", then);
}

bool tool_expect_keys_find_kind(struct tool_json_place *reader, const cJSON *object,
                                enum tool_expect_kind *out)
{
    if (!cJSON_IsObject(object)) {
        tool_json_place_complain(reader, object,
                                 "an expectation must be an object: {\"kind\": ...}", "");
        return false;
    }
    const cJSON *kind = tool_json_get(object, "kind");
    if (!cJSON_IsString(kind)) {
        tool_json_place_complain(
            reader, kind != NULL ? kind : object,
            kind != NULL ? "must be a text" : "the expectation needs a \"kind\", a text", "");
        return false;
    }
    const int place = us_text_find(tool_expect_kind_names, kind->valuestring);
    if (place >= 0) {
        *out = (enum tool_expect_kind)place;
        return true;
    }
    char suggestion[96], then[256];
    tool_options_suggest(kind->valuestring, tool_expect_kind_names, "", suggestion,
                         sizeof suggestion);
    snprintf(then, sizeof then, " '%.40s'%s", kind->valuestring, suggestion);
    tool_json_place_complain(reader, kind, "is unknown:", then);
    return false;
}

static void check_keys(struct tool_json_place *reader, const cJSON *object,
                       enum tool_expect_kind kind, bool in_order)
{
    for (const cJSON *item = object->child; item != NULL; item = item->next) {
        unsigned i = 0;
        while (i < KEY_COUNT && strcmp(keys[i].name, item->string) != 0)
            i++;
        if (i == KEY_COUNT || !(keys[i].kinds & BIT(kind)) || (in_order && !keys[i].is_what))
            unknown_key(reader, item, kind, in_order);
        else if (!has_type(item, keys[i].type))
            tool_json_place_complain(reader, item, type_words(keys[i].type), "");
        else if (tool_json_get(object, item->string) != item)
            tool_json_place_complain(reader, item, "is given twice", "");
    }
    for (unsigned i = 0; i < KEY_COUNT; i++) {
        if (!(keys[i].needed & BIT(kind)) || tool_json_get(object, keys[i].name) != NULL)
            continue;
        char then[64];
        snprintf(then, sizeof then, " '%s'", keys[i].name);
        tool_json_place_complain(reader, object, "this expectation needs", then);
    }
}

/* Words that can be mistyped and would then never be seen. */
static void check_words(struct tool_json_place *reader, const cJSON *object)
{
    static const struct {
        const char *key;
        const char *words[9];
    } allowed[] = {
        {"hand", {"left", "right"}},
        {"clock", {"wall", "processor"}},
        {"stream", {"stdout", "stderr"}},
        {"state",
         {"IDLE", "READY", "SYNCHRONIZED", "VISIBLE", "FOCUSED", "STOPPING", "LOSS_PENDING",
          "EXITING"}},
        {"layer",
         {"projection", "quad", "cylinder", "equirect", "equirect2", "cube", "passthrough",
          "other"}},
    };
    for (size_t i = 0; i < sizeof allowed / sizeof allowed[0]; i++) {
        const cJSON *item = tool_json_get(object, allowed[i].key);
        if (!cJSON_IsString(item))
            continue;
        char list[160] = "is one of ";
        bool found = false;
        for (const char *const *word = allowed[i].words; *word != NULL; word++)
            found |= strcmp(*word, item->valuestring) == 0;
        us_text_join(allowed[i].words, list, sizeof list);
        if (!found)
            tool_json_place_complain(reader, item, list, "");
    }
}

/* Names that no log has would never be seen, either. */
static void check_names(struct tool_json_place *reader, const cJSON *object)
{
    const cJSON *event = tool_json_get(object, "event"), *call = tool_json_get(object, "call");
    char suggestion[96];
    if (cJSON_IsString(event) && us_text_find(tool_event_names, event->valuestring) < 0) {
        tool_options_suggest(event->valuestring, tool_event_names, "", suggestion,
                             sizeof suggestion);
        tool_json_place_complain(reader, event, "is no event of understudy-log(5)", suggestion);
    }
    if (cJSON_IsString(call) && strncmp(call->valuestring, "xr", 2) != 0)
        tool_json_place_complain(reader, call,
                                 "is no function of OpenXR: it does not begin with xr", "");
}

void tool_expect_keys_check(struct tool_json_place *reader, const cJSON *object,
                            enum tool_expect_kind kind, bool in_order)
{
    check_keys(reader, object, kind, in_order);
    check_words(reader, object);
    check_names(reader, object);
    if (in_order && !(OCCURRENCES & BIT(kind)))
        tool_json_place_complain(reader, object, "an order cannot contain the kind ",
                                 tool_expect_kind_names[kind]);
}

bool tool_expect_keys_is_count(const cJSON *item)
{
    return has_type(item, COUNT);
}
