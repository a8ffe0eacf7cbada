/* SPDX-License-Identifier: MIT */
#include "tool/expect/write/observed.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "core/base/pose.h"
#include "core/base/text.h"
#include "tool/cli/json.h"
#include "tool/cli/text.h"
#include "tool/log/event_words.h"
#include "tool/log/log_reader.h"

/* Vibrations that are nearer belong together; so far a later run may be off. */
#define TOGETHER_S 0.5
#define MARGIN_S 0.25

enum { STATES = 24, SEEN = 64, BURSTS = 24, PICTURES = 16, NAME = 128, GAP_MARGIN = 2 };

/* Vibrations of an action on a hand, one soon after the other. */
struct burst {
    char action[NAME], hand[8];
    double from_s, to_s;
};

struct observed {
    cJSON *list, *except; /* of no_errors */
    const char *pictures;
    struct tool_event_words words;
    char states[STATES][32];
    unsigned state_count;
    int64_t frames;      /* the app waited for */
    int64_t shown_frame; /* the newest with the layer; before the first -1 */
    int64_t longest_gap; /* frames without it */
    char layer[32];      /* the kind of the first layer; "": none yet */
    struct burst bursts[BURSTS];
    unsigned burst_count;
    bool has_felt[2], has_felt_any; /* a hand; a vibration without a hand */
    char actions[SEEN][NAME];       /* that have an expectation */
    unsigned action_count, picture_count;
    char *shoot;
};

static cJSON *add(struct observed *observed, const char *kind, const char *name)
{
    cJSON *expectation = tool_json_append_object(observed->list);
    if (name != NULL)
        tool_json_add_text(expectation, "name", name);
    cJSON_AddStringToObject(expectation, "kind", kind);
    return expectation;
}

/* A name that tells the expectation from others like it, as JUnit's readers need it. */
static cJSON *add_at(struct observed *observed, const char *kind, const char *what, double at_s)
{
    char name[NAME];
    snprintf(name, sizeof name, "%s at %s s", what, us_seconds_text(at_s, 3).text);
    return add(observed, kind, name);
}

static void add_time(cJSON *object, const char *name, double time_s)
{
    tool_json_add_number(object, name, round(time_s * 1000.0) / 1000.0);
}

/* The part of the recording around these times. */
static void add_span(cJSON *expectation, double from_s, double to_s)
{
    if (from_s > MARGIN_S)
        add_time(expectation, "from", from_s - MARGIN_S);
    add_time(expectation, "to", to_s + MARGIN_S);
}

/* "left" of "/user/hand/left"; NULL: no hand. */
static const char *hand_of(const struct tool_log_event *event)
{
    static const char user[] = "/user/hand/";
    const char *subaction = tool_log_event_text(event, "subaction");
    const char *hand = subaction != NULL && strncmp(subaction, user, sizeof user - 1) == 0
                           ? subaction + sizeof user - 1
                           : NULL;
    return hand != NULL && (strcmp(hand, "left") == 0 || strcmp(hand, "right") == 0) ? hand : NULL;
}

/* ---- Lines ---- */

static void take_state(struct observed *observed, const struct tool_log_event *event)
{
    const char *state = tool_log_event_text(event, "state");
    if (state != NULL && observed->state_count < STATES)
        snprintf(observed->states[observed->state_count++], sizeof observed->states[0], "%s",
                 state);
}

static void take_submit(struct observed *observed, const struct tool_log_event *event)
{
    const cJSON *layers = tool_json_get(event->json, "layers");
    if (event->frame < 0)
        return;
    for (const cJSON *layer = layers != NULL ? layers->child : NULL; layer != NULL;
         layer = layer->next) {
        const char *kind = tool_json_text(layer, "kind", "");
        if (observed->layer[0] == '\0')
            snprintf(observed->layer, sizeof observed->layer, "%s", kind);
        if (strcmp(kind, observed->layer) != 0)
            continue;
        if (event->frame - observed->shown_frame - 1 > observed->longest_gap)
            observed->longest_gap = event->frame - observed->shown_frame - 1;
        observed->shown_frame = event->frame;
    }
}

static void take_haptic(struct observed *observed, const struct tool_log_event *event)
{
    const char *action = tool_log_event_text(event, "action"), *hand = hand_of(event);
    double at_s = tool_event_words_at(&observed->words, event);
    if (!tool_log_event_is_felt(event) || action == NULL || isnan(at_s))
        return;
    observed->has_felt_any |= hand == NULL;
    if (hand != NULL)
        observed->has_felt[strcmp(hand, "right") == 0] = true;
    for (unsigned i = observed->burst_count; i-- > 0;) {
        struct burst *burst = &observed->bursts[i];
        if (strcmp(burst->action, action) != 0 ||
            strcmp(burst->hand, hand != NULL ? hand : "") != 0)
            continue;
        /* Another pass of a loop, or another session, is another burst: its times may be earlier.
         */
        if (at_s - burst->to_s > TOGETHER_S || at_s < burst->from_s - TOGETHER_S)
            break;
        burst->from_s = fmin(burst->from_s, at_s);
        burst->to_s = fmax(burst->to_s, at_s);
        return;
    }
    if (observed->burst_count == BURSTS)
        return;
    struct burst *burst = &observed->bursts[observed->burst_count++];
    snprintf(burst->action, sizeof burst->action, "%s", action);
    snprintf(burst->hand, sizeof burst->hand, "%s", hand != NULL ? hand : "");
    burst->from_s = burst->to_s = at_s;
}

/* The first time that an action is pressed: true, or pressed through. */
static void take_action(struct observed *observed, const struct tool_log_event *event)
{
    const cJSON *value = tool_json_get(event->json, "value");
    const char *action = tool_log_event_text(event, "action"), *hand = hand_of(event);
    double at_s = tool_event_words_at(&observed->words, event);
    char key[NAME], name[2 * NAME];
    bool is_pressed = cJSON_IsTrue(value) || (cJSON_IsNumber(value) && value->valuedouble == 1.0);
    if (!is_pressed || action == NULL || isnan(at_s) ||
        !cJSON_IsTrue(tool_json_get(event->json, "active")))
        return;
    snprintf(key, sizeof key, "%.100s %s", action, hand != NULL ? hand : "");
    for (unsigned i = 0; i < observed->action_count; i++)
        if (strcmp(observed->actions[i], key) == 0)
            return;
    if (observed->action_count == SEEN)
        return;
    snprintf(observed->actions[observed->action_count++], NAME, "%s", key);
    snprintf(name, sizeof name, "%.100s%s%s%s is pressed", action, hand != NULL ? " of the " : "",
             hand != NULL ? hand : "", hand != NULL ? " hand" : "");
    cJSON *expectation = add(observed, "action", name);
    tool_json_add_text(expectation, "action", action);
    if (hand != NULL)
        cJSON_AddStringToObject(expectation, "hand", hand);
    cJSON_AddItemToObject(expectation, "value", cJSON_Duplicate(value, false));
    add_span(expectation, at_s, at_s);
}

static void take_marker(struct observed *observed, const struct tool_log_event *event)
{
    const char *name = tool_log_event_text(event, "name");
    if (name == NULL)
        return;
    char what[2 * NAME];
    snprintf(what, sizeof what, "the marker '%.200s' is passed", name);
    cJSON *expectation = add(observed, "event", what);
    cJSON_AddStringToObject(expectation, "event", "marker");
    tool_json_add_text(cJSON_AddObjectToObject(expectation, "where"), "name", name);
}

/* The picture of the first view; its frame is shot again. */
static void take_shot(struct observed *observed, const struct tool_log_event *event)
{
    const char *file = tool_log_event_text(event, "file");
    const char *view = file != NULL ? strstr(file, "-view-0.png") : NULL;
    double at_s = tool_event_words_at(&observed->words, event);
    char path[PATH_MAX + NAME];
    size_t used = strlen(observed->shoot);
    if (view == NULL || event->frame < 0 || isnan(at_s) || observed->picture_count == PICTURES)
        return;
    observed->picture_count++;
    snprintf(path, sizeof path, "%s/%s", observed->pictures, file);
    cJSON *expectation = add_at(observed, "same_as", "it looks the same", at_s);
    add_time(expectation, "at", at_s > 0.001 ? at_s - 0.001 : 0.0);
    cJSON_AddNumberToObject(expectation, "view", 0.0);
    tool_json_add_text(expectation, "file", path);
    snprintf(observed->shoot + used, TOOL_OBSERVED_SHOOT - used, "%sframe:%lld",
             used > 0 ? "," : "", (long long)event->frame);
}

static void take_error(struct observed *observed, const struct tool_log_event *event)
{
    const char *call = tool_log_event_text(event, "call");
    for (const cJSON *item = observed->except->child; call != NULL && item != NULL;
         item = item->next)
        if (strcmp(item->valuestring, call) == 0)
            return;
    if (call != NULL)
        tool_json_append_text(observed->except, call);
}

static void take(struct observed *observed, const struct tool_log_event *event)
{
    static const struct {
        const char *name;
        void (*take)(struct observed *observed, const struct tool_log_event *event);
    } kinds[] = {
        {"state", take_state},   {"submit", take_submit}, {"haptic", take_haptic},
        {"action", take_action}, {"marker", take_marker}, {"shot", take_shot},
        {"error", take_error},
    };
    tool_event_words_note(&observed->words, event);
    if (strcmp(event->name, "wait") == 0 && event->frame >= observed->frames)
        observed->frames = event->frame + 1;
    for (unsigned i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (strcmp(event->name, kinds[i].name) == 0)
            kinds[i].take(observed, event);
}

/* ---- What the lines say together ---- */

static void add_states(struct observed *observed)
{
    if (observed->state_count == 0)
        return;
    cJSON *of = cJSON_AddArrayToObject(add(observed, "order", "the session's states"), "of");
    for (unsigned i = 0; i < observed->state_count; i++) {
        cJSON *state = tool_json_append_object(of);
        cJSON_AddStringToObject(state, "kind", "state");
        tool_json_add_text(state, "state", observed->states[i]);
    }
}

static void add_frames(struct observed *observed)
{
    if (observed->frames == 0)
        return;
    cJSON *frames = add(observed, "frames", "nine of ten frames");
    cJSON_AddNumberToObject(frames, "at_least", floor(0.9 * (double)observed->frames));
    /* Something that is rarely shown is no rule. */
    if (observed->layer[0] == '\0' || 4 * observed->longest_gap > observed->frames)
        return;
    cJSON *gap = add(observed, "no_gap", "there is always a picture");
    tool_json_add_text(gap, "layer", observed->layer);
    cJSON_AddNumberToObject(gap, "frames", (double)(observed->longest_gap + GAP_MARGIN));
}

static void add_haptics(struct observed *observed)
{
    for (unsigned i = 0; i < observed->burst_count; i++) {
        const struct burst *burst = &observed->bursts[i];
        cJSON *haptic = add_at(observed, "haptic",
                               burst->hand[0] == '\0'             ? "a hand feels it"
                               : strcmp(burst->hand, "left") == 0 ? "the left hand feels it"
                                                                  : "the right hand feels it",
                               burst->from_s);
        if (burst->hand[0] != '\0')
            cJSON_AddStringToObject(haptic, "hand", burst->hand);
        tool_json_add_text(haptic, "action", burst->action);
        add_span(haptic, burst->from_s, burst->to_s);
    }
    for (int i = 0; i < 2 && observed->burst_count > 0 && !observed->has_felt_any; i++) {
        if (observed->has_felt[i])
            continue;
        cJSON *haptic = add(observed, "haptic", "the other hand feels nothing");
        cJSON_AddStringToObject(haptic, "hand", us_hand_name((enum us_hand)i));
        cJSON_AddNumberToObject(haptic, "at_most", 0.0);
    }
}

/* What a hand does says more than that some hand does it. */
static bool is_of_any_hand(const cJSON *list, const cJSON *expectation)
{
    const char *action = tool_json_text(expectation, "action", "");
    bool is_of_hand = false;
    for (const cJSON *item = list->child; item != NULL; item = item->next)
        is_of_hand |= strcmp(tool_json_text(item, "action", ""), action) == 0 &&
                      cJSON_HasObjectItem(item, "hand");
    return is_of_hand && action[0] != '\0' && !cJSON_HasObjectItem(expectation, "hand");
}

/* Adds all others. */
static void add_later(cJSON *list, const cJSON *later)
{
    for (const cJSON *item = later->child; item != NULL; item = item->next)
        if (!is_of_any_hand(later, item))
            cJSON_AddItemToArray(list, cJSON_Duplicate(item, true));
}

static void add_errors(struct observed *observed)
{
    cJSON *errors = add(observed, "no_errors", "no call fails");
    if (observed->except->child != NULL)
        cJSON_AddItemToObject(errors, "except", cJSON_Duplicate(observed->except, true));
}

static bool read_log(struct observed *observed, const char *log)
{
    struct tool_log_reader reader;
    struct tool_log_event event;
    if (!tool_log_reader_open(&reader, log, &event))
        return false;
    tool_log_event_free(&event);
    while (tool_log_reader_next(&reader, &event)) {
        take(observed, &event);
        tool_log_event_free(&event);
    }
    bool is_whole = !reader.is_broken && !reader.is_incomplete && !reader.is_cut;
    if (!is_whole && !reader.is_broken)
        tool_text_complain("expect: %s is not whole: %s; expectations come from a good run", log,
                           reader.why);
    tool_log_reader_close(&reader);
    if (is_whole && observed->frames == 0)
        tool_text_complain("expect: %s has no frame of playback; play the recording to the app, "
                           "with --out",
                           log);
    return is_whole && observed->frames > 0;
}

bool tool_observed_add(cJSON *list, const char *log, const char *pictures,
                       char out_shoot[TOOL_OBSERVED_SHOOT])
{
    static struct observed observed;
    cJSON *later = cJSON_CreateArray();
    observed = (struct observed){.list = later,
                                 .except = cJSON_CreateArray(),
                                 .pictures = pictures,
                                 .shown_frame = -1,
                                 .shoot = out_shoot};
    out_shoot[0] = '\0';
    tool_event_words_init(&observed.words);
    bool is_read = read_log(&observed, log);
    /* What counts for the whole run stands first. */
    observed.list = list;
    add_states(&observed);
    add_frames(&observed);
    add_errors(&observed);
    add_later(list, later);
    add_haptics(&observed);
    tool_event_words_finish(&observed.words);
    cJSON_Delete(observed.except);
    cJSON_Delete(later);
    return is_read;
}
