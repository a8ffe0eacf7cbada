/* SPDX-License-Identifier: MIT */
#include "tool/verdict/expect.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tool/verdict/json_place.h"
#include "tool/cli/options.h"
#include "tool/cli/text.h"

enum { FILE_BYTES_MAX = 16 << 20, NAMES_MAX = 24 };

#define BIT(kind) (1u << (kind))
#define OCCURRENCES                                                                                \
    (BIT(TOOL_EXPECT_STATE) | BIT(TOOL_EXPECT_HAPTIC) | BIT(TOOL_EXPECT_LOCATED) |                 \
     BIT(TOOL_EXPECT_ACTION) | BIT(TOOL_EXPECT_LAYER) | BIT(TOOL_EXPECT_ERROR) |                   \
     BIT(TOOL_EXPECT_EVENT))
#define ALL (BIT(TOOL_EXPECT_KINDS) - 1u)

static const char *const kind_names[TOOL_EXPECT_KINDS + 1] = {
    [TOOL_EXPECT_STATE] = "state",           [TOOL_EXPECT_HAPTIC] = "haptic",
    [TOOL_EXPECT_LOCATED] = "located",       [TOOL_EXPECT_ACTION] = "action",
    [TOOL_EXPECT_LAYER] = "layer",           [TOOL_EXPECT_ERROR] = "error",
    [TOOL_EXPECT_EVENT] = "event",           [TOOL_EXPECT_FRAMES] = "frames",
    [TOOL_EXPECT_NO_GAP] = "no_gap",         [TOOL_EXPECT_NO_ERRORS] = "no_errors",
    [TOOL_EXPECT_ORDER] = "order",           [TOOL_EXPECT_ENDS] = "ends",
    [TOOL_EXPECT_FRAME_TIME] = "frame_time", [TOOL_EXPECT_MISSED] = "missed",
    [TOOL_EXPECT_BALANCE] = "balance",       [TOOL_EXPECT_MEMORY] = "memory",
    [TOOL_EXPECT_SAME_AS] = "same_as",       [TOOL_EXPECT_SEES] = "sees",
};

const char *tool_expect_kind_name(enum tool_expect_kind kind)
{
    return kind_names[kind];
}

enum value_type { TEXT, COUNT, SECONDS, MILLISECONDS, NUMBER, EDGE, ANY, OBJECT, TEXTS, LIST };

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
    {"threshold", BIT(TOOL_EXPECT_SAME_AS) | BIT(TOOL_EXPECT_SEES), 0, NUMBER, false},
    {"allow", BIT(TOOL_EXPECT_SAME_AS), 0, NUMBER, false},
    {"ssim", BIT(TOOL_EXPECT_SAME_AS), 0, NUMBER, false},
};
enum { KEY_COUNT = sizeof keys / sizeof keys[0] };

struct reader {
    const char *path, *text;
    const cJSON *root;
    bool failed;
};

static void wrong(struct reader *reader, const cJSON *item, const char *what, const char *then)
{
    reader->failed = true;
    unsigned line = tool_json_place_line(reader->text, reader->root, item);
    bool is_member = item->string != NULL;
    tool_text_complain("%s: line %u: %s%s%s%s%s", reader->path, line, is_member ? "'" : "",
                       is_member ? item->string : "", is_member ? "' " : "", what, then);
}

#define COUNT_MOST UINT64_C(1000000000000000)

static bool has_type(const cJSON *item, enum value_type type)
{
    const double number = cJSON_IsNumber(item) ? item->valuedouble : -1.0;
    switch (type) {
    case TEXT:
        return cJSON_IsString(item) && item->valuestring[0] != '\0';
    case COUNT:
        return number >= 0.0 && number <= (double)COUNT_MOST && number == floor(number);
    case SECONDS:
    case MILLISECONDS:
        return number > 0.0;
    case NUMBER:
        return number >= 0.0;
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
        [EDGE] = "needs seconds of recording time, or the name of a marker",
        [ANY] = "needs true, false, a number or an array of two",
        [OBJECT] = "needs an object",
        [TEXTS] = "needs an array of texts",
        [LIST] = "needs an array that is not empty",
    };
    return words[type];
}

static void unknown_key(struct reader *reader, const cJSON *item, enum tool_expect_kind kind,
                        bool in_order)
{
    const char *allowed[NAMES_MAX + 1] = {NULL};
    unsigned count = 0;
    for (unsigned i = 0; i < KEY_COUNT && count < NAMES_MAX; i++)
        if ((keys[i].kinds & BIT(kind)) && (keys[i].is_what || !in_order))
            allowed[count++] = keys[i].name;
    const char *closest = tool_options_closest(item->string, allowed);
    char then[256];
    if (closest != NULL)
        snprintf(then, sizeof then, " of the kind %s; did you mean '%s'?", kind_names[kind],
                 closest);
    else
        snprintf(then, sizeof then, " of the kind %s%s", kind_names[kind],
                 in_order ? " in an order" : "");
    wrong(reader, item, "is not a key", then);
}

static bool find_kind(struct reader *reader, const cJSON *object, enum tool_expect_kind *out)
{
    if (!cJSON_IsObject(object)) {
        wrong(reader, object, "an expectation must be an object: {\"kind\": ...}", "");
        return false;
    }
    const cJSON *kind = cJSON_GetObjectItemCaseSensitive(object, "kind");
    if (!cJSON_IsString(kind)) {
        wrong(reader, kind != NULL ? kind : object,
              kind != NULL ? "must be a text" : "the expectation needs a \"kind\", a text", "");
        return false;
    }
    for (unsigned i = 0; i < TOOL_EXPECT_KINDS; i++) {
        if (strcmp(kind->valuestring, kind_names[i]) == 0) {
            *out = (enum tool_expect_kind)i;
            return true;
        }
    }
    const char *closest = tool_options_closest(kind->valuestring, kind_names);
    char then[256];
    snprintf(then, sizeof then, " '%.40s'%s%s%s", kind->valuestring,
             closest != NULL ? "; did you mean '" : "", closest != NULL ? closest : "",
             closest != NULL ? "'?" : "");
    wrong(reader, kind, "is unknown:", then);
    return false;
}

static void check_keys(struct reader *reader, const cJSON *object, enum tool_expect_kind kind,
                       bool in_order)
{
    for (const cJSON *item = object->child; item != NULL; item = item->next) {
        unsigned i = 0;
        while (i < KEY_COUNT && strcmp(keys[i].name, item->string) != 0)
            i++;
        if (i == KEY_COUNT || !(keys[i].kinds & BIT(kind)) || (in_order && !keys[i].is_what))
            unknown_key(reader, item, kind, in_order);
        else if (!has_type(item, keys[i].type))
            wrong(reader, item, type_words(keys[i].type), "");
        else if (cJSON_GetObjectItemCaseSensitive(object, item->string) != item)
            wrong(reader, item, "is given twice", "");
    }
    for (unsigned i = 0; i < KEY_COUNT; i++) {
        if (!(keys[i].needed & BIT(kind)) ||
            cJSON_GetObjectItemCaseSensitive(object, keys[i].name) != NULL)
            continue;
        char then[64];
        snprintf(then, sizeof then, " '%s'", keys[i].name);
        wrong(reader, object, "this expectation needs", then);
    }
}

static const char *text_of(const cJSON *object, const char *key)
{
    return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, key));
}

/* Words that can be mistyped and would then never be seen. */
static void check_words(struct reader *reader, const cJSON *object)
{
    static const struct {
        const char *key;
        const char *words[9];
    } allowed[] = {
        {"hand", {"left", "right"}},
        {"clock", {"wall", "processor"}},
        {"state",
         {"IDLE", "READY", "SYNCHRONIZED", "VISIBLE", "FOCUSED", "STOPPING", "LOSS_PENDING",
          "EXITING"}},
        {"layer",
         {"projection", "quad", "cylinder", "equirect", "equirect2", "cube", "passthrough",
          "other"}},
    };
    for (size_t i = 0; i < sizeof allowed / sizeof allowed[0]; i++) {
        const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, allowed[i].key);
        if (!cJSON_IsString(item))
            continue;
        char list[160] = "is one of";
        bool found = false;
        for (const char *const *word = allowed[i].words; *word != NULL; word++) {
            found |= strcmp(*word, item->valuestring) == 0;
            size_t length = strlen(list);
            snprintf(list + length, sizeof list - length, "%s %s",
                     word != allowed[i].words ? "," : "", *word);
        }
        if (!found)
            wrong(reader, item, list, "");
    }
}

static bool read_what(struct reader *reader, const cJSON *object, bool in_order,
                      struct tool_expect_what *out)
{
    if (!find_kind(reader, object, &out->kind))
        return false;
    check_keys(reader, object, out->kind, in_order);
    check_words(reader, object);
    if (in_order && !(OCCURRENCES & BIT(out->kind)))
        wrong(reader, object, "an order cannot contain the kind ", kind_names[out->kind]);
    out->state = text_of(object, "state");
    out->hand = text_of(object, "hand");
    out->action = text_of(object, "action");
    out->space = text_of(object, "space");
    out->layer = text_of(object, "layer");
    out->call = text_of(object, "call");
    out->event = text_of(object, "event");
    out->value = cJSON_GetObjectItemCaseSensitive(object, "value");
    out->where = cJSON_GetObjectItemCaseSensitive(object, "where");
    return true;
}

static struct tool_expect_edge read_edge(const cJSON *object, const char *key)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    if (item == NULL)
        return (struct tool_expect_edge){0};
    return (struct tool_expect_edge){true, cJSON_GetStringValue(item),
                                     cJSON_IsNumber(item) ? item->valuedouble : 0.0};
}

static double number_of(const cJSON *object, const char *key, double otherwise)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    return cJSON_IsNumber(item) && item->valuedouble >= 0.0 ? item->valuedouble : otherwise;
}

static void read_order(struct reader *reader, const cJSON *object, struct tool_expectation *out)
{
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(object, "of");
    int count = cJSON_IsArray(list) ? cJSON_GetArraySize(list) : 0;
    if (count == 0)
        return;
    out->order = calloc((size_t)count, sizeof *out->order);
    if (out->order == NULL) {
        wrong(reader, object, "out of memory", "");
        return;
    }
    for (const cJSON *item = list->child; item != NULL; item = item->next)
        (void)read_what(reader, item, true, &out->order[out->order_count++]);
}

/* What is no count has been said; `most` of those that are stand for all above. */
static uint64_t count_of(const cJSON *object, const char *key, uint64_t otherwise, uint64_t most)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    if (!has_type(item, COUNT))
        return otherwise;
    return (uint64_t)fmin(item->valuedouble, (double)most);
}

static void read_times(struct reader *reader, const cJSON *object, struct tool_expect_times *out)
{
    const char *clock = text_of(object, "clock");
    out->is_processor = clock != NULL && strcmp(clock, "processor") == 0;
    out->median_ms = number_of(object, "median_ms", (double)INFINITY);
    out->p95_ms = number_of(object, "p95_ms", (double)INFINITY);
    out->p99_ms = number_of(object, "p99_ms", (double)INFINITY);
    out->longest_ms = number_of(object, "longest_ms", (double)INFINITY);
    if (isinf(out->median_ms) && isinf(out->p95_ms) && isinf(out->p99_ms) && isinf(out->longest_ms))
        wrong(reader, object,
              "this expectation needs one of 'median_ms', 'p95_ms', 'p99_ms' and 'longest_ms'", "");
}

static void read_memory(struct reader *reader, const cJSON *object, struct tool_expectation *out)
{
    out->most_mb = number_of(object, "at_most_mb", (double)INFINITY);
    static const char *const edges[] = {"from", "to"};
    for (int i = 0; i < 2; i++) {
        const cJSON *edge = cJSON_GetObjectItemCaseSensitive(object, edges[i]);
        if (cJSON_IsNumber(edge))
            wrong(reader, edge, "needs the name of a marker", "");
    }
}

static void read_picture(const cJSON *object, struct tool_expect_picture *out)
{
    out->at = read_edge(object, "at");
    out->view = number_of(object, "view", (double)NAN);
    out->file = text_of(object, "file");
    out->threshold = number_of(object, "threshold", 0.02);
    out->share = number_of(object, "allow", 0.0);
    out->ssim = number_of(object, "ssim", (double)NAN);
}

/* The handles that the log counts. */
static void read_handles(struct reader *reader, const cJSON *object, struct tool_expectation *out)
{
    static const char *const known[] = {"sessions",    "spaces",  "swapchains",
                                        "action_sets", "actions", "hand_trackers"};
    out->handles = cJSON_GetObjectItemCaseSensitive(object, "handles");
    const cJSON *first = cJSON_IsArray(out->handles) ? out->handles->child : NULL;
    for (const cJSON *item = first; item != NULL; item = item->next) {
        bool is_known = false;
        for (size_t i = 0; cJSON_IsString(item) && i < sizeof known / sizeof known[0]; i++)
            is_known |= strcmp(known[i], item->valuestring) == 0;
        if (!is_known)
            wrong(reader, item,
                  "'handles' holds any of sessions, spaces, swapchains, action_sets, actions and "
                  "hand_trackers",
                  "");
    }
}

static void read_resources(struct reader *reader, const cJSON *object, struct tool_expectation *out)
{
    if (out->what.kind == TOOL_EXPECT_FRAME_TIME)
        read_times(reader, object, &out->times);
    else if (out->what.kind == TOOL_EXPECT_MEMORY)
        read_memory(reader, object, out);
    else if (out->what.kind == TOOL_EXPECT_BALANCE)
        read_handles(reader, object, out);
    else if (out->what.kind == TOOL_EXPECT_SAME_AS || out->what.kind == TOOL_EXPECT_SEES)
        read_picture(object, &out->picture);
}

bool tool_expect_needs_processor(const struct tool_expect *expect)
{
    for (size_t i = 0; i < expect->count; i++)
        if (expect->list[i].what.kind == TOOL_EXPECT_FRAME_TIME &&
            expect->list[i].times.is_processor)
            return true;
    return false;
}

static void read_one(struct reader *reader, const cJSON *object, struct tool_expectation *out)
{
    if (!read_what(reader, object, false, &out->what))
        return;
    const char *name = text_of(object, "name");
    out->name = name != NULL ? name : kind_names[out->what.kind];
    out->line = tool_json_place_line(reader->text, reader->root, object);
    out->from = read_edge(object, "from");
    out->to = read_edge(object, "to");
    out->within_s = number_of(object, "within_s", (double)INFINITY);
    bool bounded = cJSON_GetObjectItemCaseSensitive(object, "at_most") != NULL;
    out->at_least = count_of(object, "at_least", bounded ? 0 : 1, COUNT_MOST);
    out->at_most = bounded ? count_of(object, "at_most", 0, COUNT_MOST) : UINT64_MAX;
    if (out->at_most < out->at_least)
        wrong(reader, object, "'at_most' is less than 'at_least'", "");
    out->gap_frames = count_of(object, "frames", 0, COUNT_MOST);
    out->except = cJSON_GetObjectItemCaseSensitive(object, "except");
    out->exit_code = (int)count_of(object, "exit_code", 0, INT_MAX);
    read_order(reader, object, out);
    read_resources(reader, object, out);
}

static bool read_list(struct reader *reader, struct tool_expect *expect)
{
    const cJSON *version = cJSON_GetObjectItemCaseSensitive(reader->root, "version");
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(reader->root, "expect");
    if (!cJSON_IsNumber(version) || version->valuedouble != 1.0)
        wrong(reader, version != NULL ? version : reader->root,
              version != NULL ? "must be 1" : "the file needs \"version\": 1", "");
    const cJSON *faults = cJSON_GetObjectItemCaseSensitive(reader->root, "fault");
    for (const cJSON *item = reader->root->child; item != NULL; item = item->next)
        if (item->string != NULL && item != version && item != list && item != faults &&
            strcmp(item->string, "comment") != 0)
            wrong(reader, item,
                  "is not a key here; the keys are 'version', 'expect', 'fault' and 'comment'", "");
    if (faults != NULL && !has_type(faults, TEXT))
        wrong(reader, faults, "needs a list of faults as --fault has it, a text", "");
    expect->faults = cJSON_GetStringValue(faults);
    if (!has_type(list, LIST)) {
        wrong(reader, list != NULL ? list : reader->root,
              list != NULL ? "must be a list that is not empty"
                           : "the file needs a list \"expect\": [...]",
              "");
        return false;
    }
    expect->list = calloc((size_t)cJSON_GetArraySize(list), sizeof *expect->list);
    if (expect->list == NULL) {
        wrong(reader, list, "out of memory", "");
        return false;
    }
    for (const cJSON *item = list->child; item != NULL; item = item->next)
        read_one(reader, item, &expect->list[expect->count++]);
    return !reader->failed;
}

/* The file's text, terminated; from malloc. NULL: said. */
static char *read_text(const char *path)
{
    FILE *file = fopen(path, "re");
    size_t room = 1 << 16, size = 0;
    char *text = file != NULL ? malloc(room) : NULL;
    while (text != NULL && size < FILE_BYTES_MAX) {
        size += fread(text + size, 1, room - 1 - size, file);
        if (size < room - 1)
            break;
        room *= 2;
        char *more = realloc(text, room);
        if (more == NULL)
            free(text);
        text = more;
    }
    int reason = errno;
    bool failed = text == NULL || ferror(file) || size >= FILE_BYTES_MAX;
    if (failed)
        tool_text_complain("%s: %s", path,
                           size >= FILE_BYTES_MAX ? "too large for a file of expectations"
                                                  : strerror(reason));
    else
        text[size] = '\0';
    if (file != NULL)
        fclose(file);
    if (failed) {
        free(text);
        return NULL;
    }
    return text;
}

bool tool_expect_read(struct tool_expect *expect, const char *path)
{
    *expect = (struct tool_expect){.text = read_text(path), .path = path};
    if (expect->text == NULL)
        return false;
    const char *end = expect->text;
    expect->json = cJSON_ParseWithOpts(expect->text, &end, true);
    if (expect->json == NULL) {
        tool_text_complain("%s: line %u: this is not JSON: '%.20s'", path,
                           tool_json_place_at(expect->text, end), end);
        tool_expect_free(expect);
        return false;
    }
    struct reader reader = {path, expect->text, expect->json, false};
    if (read_list(&reader, expect))
        return true;
    tool_expect_free(expect);
    return false;
}

void tool_expect_free(struct tool_expect *expect)
{
    for (size_t i = 0; i < expect->count; i++)
        free(expect->list[i].order);
    free(expect->list);
    cJSON_Delete(expect->json);
    free(expect->text);
    *expect = (struct tool_expect){0};
}
