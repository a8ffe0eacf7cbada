/* SPDX-License-Identifier: MIT */
#include "divergence.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "event_words.h"
#include "events.h"
#include "text.h"

struct side {
    struct us_events events;
    struct us_events_frames frames;
    struct us_event_words words;
    const struct us_events_frame *now; /* NULL: the log is over */
    bool lost;                         /* lines were dropped when it was written */
};

struct comparison {
    const struct us_divergence_options *options;
    struct side a, b;
    struct us_divergence *out;
    bool found;
    bool *b_used; /* a flag for each line of b's frame */
    size_t b_room;
};

/* Does not matter for a comparison: how long the app waited, and what hangs on the clock. */
static bool is_ignored(const struct comparison *comparison, const struct us_event *event)
{
    static const char *const always[] = {"log", "late", "dropped"};
    static const char *const before[] = {"wait",  "submit", "sync",   "locate",
                                         "views", "hand",   "layers", "error"};
    for (size_t i = 0; i < sizeof always / sizeof always[0]; i++)
        if (strcmp(event->name, always[i]) == 0)
            return true;
    for (size_t i = 0; i < sizeof before / sizeof before[0]; i++)
        if (event->frame == US_EVENTS_BEFORE && strcmp(event->name, before[i]) == 0)
            return true;
    return us_event_is_listed(event->name, comparison->options->ignore);
}

/* The fields that say what a line is about. */
static bool is_same_thing(const struct us_event *a, const struct us_event *b)
{
    static const char *const fields[] = {"call", "space", "base", "hand",    "action", "subaction",
                                         "user", "what",  "name", "profile", "session"};
    if (strcmp(a->name, b->name) != 0)
        return false;
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        /* What a query of a profile gave is its answer. */
        if (strcmp(fields[i], "profile") == 0 && strcmp(a->name, "profile") == 0)
            continue;
        const cJSON *of_a = cJSON_GetObjectItemCaseSensitive(a->json, fields[i]);
        const cJSON *of_b = cJSON_GetObjectItemCaseSensitive(b->json, fields[i]);
        if ((of_a == NULL) != (of_b == NULL))
            return false;
        if (of_a != NULL && !cJSON_Compare(of_a, of_b, true))
            return false;
    }
    return true;
}

static double item_at(const cJSON *array, int index)
{
    const cJSON *item = cJSON_GetArrayItem(array, index);
    return cJSON_IsNumber(item) ? item->valuedouble : (double)NAN;
}

static bool is_near(double a, double b, double tolerance)
{
    return a == b || fabs(a - b) <= tolerance || (isnan(a) && isnan(b));
}

/* [x, y, z, qx, qy, qz, qw]: a rotation and its negative are the same. */
static bool is_near_pose(const cJSON *a, const cJSON *b, const struct us_divergence_options *allow)
{
    double apart_2 = 0.0, dot = 0.0, norms = 0.0, norm_a = 0.0;
    for (int i = 0; i < 3; i++)
        apart_2 += pow(item_at(a, i) - item_at(b, i), 2.0);
    for (int i = 3; i < 7; i++) {
        dot += item_at(a, i) * item_at(b, i);
        norm_a += item_at(a, i) * item_at(a, i);
        norms += item_at(b, i) * item_at(b, i);
    }
    norms = sqrt(norms * norm_a);
    double cosine = norms > 0.0 ? fmin(fabs(dot) / norms, 1.0) : 1.0;
    /* acos near 1 sees only every 3e-4 rad of what a float holds. */
    double angle = 2.0 * acos(cosine);
    if (cosine > 0.99999) {
        double sign = dot < 0.0 ? -1.0 : 1.0, chord_2 = 0.0;
        for (int i = 3; i < 7; i++)
            chord_2 += pow(item_at(a, i) - sign * item_at(b, i), 2.0);
        angle = 2.0 * sqrt(chord_2);
    }
    return sqrt(apart_2) <= allow->position_m && angle <= allow->angle_rad;
}

static bool is_pose(const cJSON *item)
{
    return cJSON_IsArray(item) && cJSON_GetArraySize(item) == 7 &&
           cJSON_IsNumber(cJSON_GetArrayItem(item, 0));
}

static bool is_same_value(const cJSON *a, const cJSON *b, const struct us_divergence_options *allow)
{
    if (cJSON_IsNumber(a) && cJSON_IsNumber(b))
        return is_near(a->valuedouble, b->valuedouble, allow->number);
    if (is_pose(a) && is_pose(b))
        return is_near_pose(a, b, allow);
    if ((cJSON_IsArray(a) && cJSON_IsArray(b)) || (cJSON_IsObject(a) && cJSON_IsObject(b))) {
        if (cJSON_GetArraySize(a) != cJSON_GetArraySize(b))
            return false;
        const cJSON *of_b = b->child;
        for (const cJSON *of_a = a->child; of_a != NULL; of_a = of_a->next, of_b = of_b->next) {
            bool is_named = of_a->string != NULL && of_b->string != NULL;
            if ((is_named && strcmp(of_a->string, of_b->string) != 0) ||
                !is_same_value(of_a, of_b, allow))
                return false;
        }
        return true;
    }
    return cJSON_Compare(a, b, true);
}

static bool is_compared(const cJSON *field)
{
    return strcmp(field->string, "n") != 0 && strcmp(field->string, "frame") != 0 &&
           strncmp(field->string, "wall_", 5) != 0;
}

/* Of fields with one name only the first is found. */
static bool is_repeated(const struct us_event *event, const cJSON *field)
{
    return cJSON_GetObjectItemCaseSensitive(event->json, field->string) != field;
}

/* The first field in which two lines about the same thing differ, or NULL. */
static const char *differing_field(const struct us_event *a, const struct us_event *b,
                                   const struct us_divergence_options *allow)
{
    for (const cJSON *of_a = a->json->child; of_a != NULL; of_a = of_a->next) {
        const cJSON *of_b = cJSON_GetObjectItemCaseSensitive(b->json, of_a->string);
        if (is_compared(of_a) && !is_repeated(a, of_a) &&
            (of_b == NULL || !is_same_value(of_a, of_b, allow)))
            return of_a->string;
    }
    for (const cJSON *of_b = b->json->child; of_b != NULL; of_b = of_b->next) {
        if (is_compared(of_b) && cJSON_GetObjectItemCaseSensitive(a->json, of_b->string) == NULL)
            return of_b->string;
    }
    return NULL;
}

static void write_value(const struct us_event *event, const char *field, char *out, size_t size)
{
    const cJSON *item =
        field != NULL ? cJSON_GetObjectItemCaseSensitive(event->json, field) : event->json;
    char *text = item != NULL ? cJSON_PrintUnformatted(item) : NULL;
    snprintf(out, size, "%s", text != NULL ? text : "");
    if (text != NULL && strlen(text) >= size && size > 4)
        memcpy(out + size - 4, "...", 4);
    cJSON_free(text);
}

static void note(struct comparison *comparison, const struct us_event *a, const struct us_event *b,
                 const char *field)
{
    const struct us_event *one = a != NULL ? a : b;
    if (comparison->found || one == NULL)
        return;
    comparison->found = true;
    struct us_divergence *out = comparison->out;
    const struct side *side = a != NULL ? &comparison->a : &comparison->b;
    out->frame = one->frame;
    out->at_s = us_event_number(one, "at_s", side->words.at_s);
    us_event_words_describe(&side->words, one, out->what, sizeof out->what);
    snprintf(out->field, sizeof out->field, "%s", field != NULL ? field : "");
    if (a != NULL) {
        out->a_line = a->line;
        write_value(a, field, out->a, sizeof out->a);
    }
    if (b != NULL) {
        out->b_line = b->line;
        write_value(b, field, out->b, sizeof out->b);
    }
}

/* The line of b's frame that answers to a's, or the count. */
static size_t find_partner(const struct comparison *comparison, const struct us_event *event)
{
    const struct us_events_frame *b = comparison->b.now;
    size_t index = 0;
    while (index < b->count &&
           (comparison->b_used[index] || is_ignored(comparison, &b->list[index]) ||
            !is_same_thing(event, &b->list[index])))
        index++;
    return index;
}

static void follow(struct side *side)
{
    for (size_t i = 0; side->now != NULL && i < side->now->count; i++)
        us_event_words_note(&side->words, &side->now->list[i]);
}

static bool make_room(struct comparison *comparison, size_t count)
{
    if (count > comparison->b_room) {
        bool *used = realloc(comparison->b_used, count * sizeof *used);
        if (used == NULL)
            return false;
        comparison->b_used = used;
        comparison->b_room = count;
    }
    memset(comparison->b_used, 0, count * sizeof *comparison->b_used);
    return true;
}

static bool is_last(const struct side *side)
{
    return side->frames.next.count == 0 && !side->frames.has_pending;
}

/* Compare the two current groups, which are of one frame. True: they are the same. */
static bool compare_frame(struct comparison *comparison)
{
    const struct us_events_frame *a = comparison->a.now, *b = comparison->b.now;
    bool same = true;
    /* One of the apps ended, or was ended, somewhere in this frame. */
    bool is_cut = comparison->options->common && is_last(&comparison->a) != is_last(&comparison->b);
    for (size_t i = 0; i < a->count; i++) {
        if (is_ignored(comparison, &a->list[i]))
            continue;
        size_t partner = find_partner(comparison, &a->list[i]);
        const struct us_event *other = partner < b->count ? &b->list[partner] : NULL;
        const char *field = NULL;
        if (other != NULL) {
            comparison->b_used[partner] = true;
            field = differing_field(&a->list[i], other, comparison->options);
        }
        if ((other == NULL && !is_cut) || field != NULL) {
            note(comparison, &a->list[i], other, field);
            same = false;
        }
    }
    for (size_t i = 0; i < b->count && !is_cut; i++) {
        if (comparison->b_used[i] || is_ignored(comparison, &b->list[i]))
            continue;
        note(comparison, NULL, &b->list[i], NULL);
        same = false;
    }
    return same;
}

static bool is_worth_noting(const struct comparison *comparison,
                            const struct us_events_frame *frame)
{
    for (size_t i = 0; i < frame->count; i++)
        if (!is_ignored(comparison, &frame->list[i]))
            return true;
    return false;
}

/* One log has a frame that the other has not. */
static void note_alone(struct comparison *comparison, const struct side *side)
{
    const struct us_events_frame *frame = side->now;
    if (comparison->options->common || !is_worth_noting(comparison, frame))
        return;
    size_t i = 0;
    while (is_ignored(comparison, &frame->list[i]))
        i++;
    bool is_a = side == &comparison->a;
    note(comparison, is_a ? &frame->list[i] : NULL, is_a ? NULL : &frame->list[i], NULL);
}

static void step(struct side *side)
{
    if (!us_events_frames_next(&side->frames, &side->now))
        side->now = NULL;
    for (size_t i = 0; side->now != NULL && i < side->now->count; i++)
        side->lost |= strcmp(side->now->list[i].name, "dropped") == 0;
}

static bool compare_all(struct comparison *comparison)
{
    struct side *a = &comparison->a, *b = &comparison->b;
    step(a);
    step(b);
    while (a->now != NULL || b->now != NULL) {
        bool has_a = a->now != NULL && (b->now == NULL || a->now->frame <= b->now->frame);
        bool has_b = b->now != NULL && (a->now == NULL || b->now->frame <= a->now->frame);
        if (has_a)
            follow(a);
        if (has_b)
            follow(b);
        if (has_a && has_b) {
            if (!make_room(comparison, b->now->count))
                return false;
            bool is_playing = a->now->frame != US_EVENTS_BEFORE;
            comparison->out->frames += is_playing;
            comparison->out->frames_differing += !compare_frame(comparison) && is_playing;
        } else if (comparison->options->common && (a->now == NULL || b->now == NULL)) {
            return true;
        } else {
            note_alone(comparison, has_a ? a : b);
        }
        if (has_a)
            step(a);
        if (has_b)
            step(b);
    }
    return true;
}

static bool open_side(struct side *side, const char *path)
{
    struct us_event first;
    if (!us_events_open(&side->events, path, &first))
        return false;
    us_event_free(&first);
    us_events_frames_init(&side->frames, &side->events);
    us_event_words_init(&side->words);
    return true;
}

static void close_side(struct side *side)
{
    us_events_frames_finish(&side->frames);
    us_event_words_finish(&side->words);
    us_events_close(&side->events);
}

static bool is_whole(const struct side *side)
{
    if (side->lost)
        us_text_complain("%s: lines were lost while it was written: it cannot be compared",
                         side->events.path);
    return !side->lost && !side->events.is_broken;
}

enum us_divergence_result us_divergence_find(const char *a_path, const char *b_path,
                                             const struct us_divergence_options *options,
                                             struct us_divergence *out)
{
    struct comparison comparison = {.options = options, .out = out};
    *out = (struct us_divergence){.frame = US_EVENTS_BEFORE, .at_s = (double)NAN};
    if (!open_side(&comparison.a, a_path))
        return US_DIVERGENCE_UNKNOWN;
    if (!open_side(&comparison.b, b_path)) {
        close_side(&comparison.a);
        return US_DIVERGENCE_UNKNOWN;
    }
    bool done = compare_all(&comparison);
    if (!done)
        us_text_complain("out of memory");
    bool known = done && is_whole(&comparison.a) && is_whole(&comparison.b);
    close_side(&comparison.a);
    close_side(&comparison.b);
    free(comparison.b_used);
    if (!known)
        return US_DIVERGENCE_UNKNOWN;
    return comparison.found ? US_DIVERGENCE_FOUND : US_DIVERGENCE_NONE;
}
