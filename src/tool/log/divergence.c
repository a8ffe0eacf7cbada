/* SPDX-License-Identifier: MIT */
#include "tool/log/divergence.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tool/log/event_frames.h"
#include "tool/log/event_words.h"
#include "tool/cli/text.h"

struct side {
    struct tool_log_reader events;
    struct tool_event_frames frames;
    struct tool_event_words words;
    const struct tool_event_frame *now; /* NULL: the log is over */
    bool lost;                          /* lines were dropped when it was written */

    /* Of the current group, the lines that are compared, and which of the other side's each goes
     * with. */
    struct {
        const struct tool_log_event *event;
        size_t partner; /* NO_PARTNER: none */
    } * lines;
    size_t count, room;
};

#define NO_PARTNER SIZE_MAX

struct comparison {
    const struct tool_divergence_options *options;
    struct side a, b;
    struct tool_divergence *out;
    bool found;
};

/* Does not matter for a comparison: how long the app waited, what hangs on the clock, and
 * screenshots, which compare-images compares. */
static bool is_ignored(const struct comparison *comparison, const struct tool_log_event *event)
{
    static const char *const always[] = {"log", "late", "dropped", "incomplete", "shot"};
    static const char *const before[] = {"wait", "submit", "sync",  "locate", "views",
                                         "hand", "layers", "layer", "error"};
    for (size_t i = 0; i < sizeof always / sizeof always[0]; i++)
        if (strcmp(event->name, always[i]) == 0)
            return true;
    for (size_t i = 0; i < sizeof before / sizeof before[0]; i++)
        if (event->frame == TOOL_LOG_READER_BEFORE && strcmp(event->name, before[i]) == 0)
            return true;
    return tool_event_is_listed(event->name, comparison->options->ignore);
}

static void write_value(const struct tool_log_event *event, const char *field, char *out,
                        size_t size)
{
    const cJSON *item =
        field != NULL ? cJSON_GetObjectItemCaseSensitive(event->json, field) : event->json;
    char *text = item != NULL ? cJSON_PrintUnformatted(item) : NULL;
    snprintf(out, size, "%s", text != NULL ? text : "");
    if (text != NULL && strlen(text) >= size && size > 4)
        memcpy(out + size - 4, "...", 4);
    cJSON_free(text);
}

static void note(struct comparison *comparison, const struct tool_log_event *a,
                 const struct tool_log_event *b, const char *field)
{
    const struct tool_log_event *one = a != NULL ? a : b;
    if (comparison->found || one == NULL)
        return;
    comparison->found = true;
    struct tool_divergence *out = comparison->out;
    const struct side *side = a != NULL ? &comparison->a : &comparison->b;
    out->frame = one->frame;
    out->session = (unsigned)tool_event_number(one, "session", 0.0);
    out->at_s = tool_event_words_at(&side->words, one);
    tool_event_words_describe(&side->words, one, out->what, sizeof out->what);
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

static void follow(struct side *side)
{
    for (size_t i = 0; side->now != NULL && i < side->now->count; i++)
        tool_event_words_note(&side->words, &side->now->list[i]);
}

/* Find the lines of the current group that are compared. False: memory ran out. */
static bool collect(const struct comparison *comparison, struct side *side)
{
    size_t wanted = side->now->count;
    if (wanted > side->room) {
        void *lines = realloc(side->lines, wanted * sizeof *side->lines);
        if (lines == NULL)
            return false;
        side->lines = lines;
        side->room = wanted;
    }
    side->count = 0;
    for (size_t i = 0; i < wanted; i++) {
        if (is_ignored(comparison, &side->now->list[i]))
            continue;
        side->lines[side->count].event = &side->now->list[i];
        side->lines[side->count++].partner = NO_PARTNER;
    }
    return true;
}

/* How much a line of b has to have in common with one of a. */
enum likeness { LIKE_EQUAL, LIKE_TIME, LIKE_THING, LIKENESSES };

static bool is_alike(const struct comparison *comparison, const struct tool_log_event *a,
                     const struct tool_log_event *b, enum likeness likeness)
{
    const struct tool_event_tolerance *allow = &comparison->options->allow;
    if (!tool_event_is_same_thing(a, b))
        return false;
    switch (likeness) {
    case LIKE_EQUAL:
        return tool_event_differing_field(a, b, allow) == NULL;
    case LIKE_TIME:
        return tool_event_is_same_time(a, b, allow);
    case LIKE_THING:
    case LIKENESSES:
        break;
    }
    return true;
}

static void find_partner(struct comparison *comparison, size_t index, enum likeness likeness)
{
    struct side *a = &comparison->a, *b = &comparison->b;
    for (size_t i = 0; i < b->count; i++) {
        if (b->lines[i].partner != NO_PARTNER ||
            !is_alike(comparison, a->lines[index].event, b->lines[i].event, likeness))
            continue;
        a->lines[index].partner = i;
        b->lines[i].partner = index;
        return;
    }
}

/* Questions go with equal ones, whichever thread asked first; then with those about the same time.
 * Everything else has an order. */
static void pair_lines(struct comparison *comparison)
{
    struct side *a = &comparison->a;
    for (int likeness = LIKE_EQUAL; likeness < LIKENESSES; likeness++)
        for (size_t i = 0; i < a->count; i++)
            if (a->lines[i].partner == NO_PARTNER &&
                (likeness == LIKE_THING || tool_event_is_question(a->lines[i].event)))
                find_partner(comparison, i, (enum likeness)likeness);
}

/* Where an app is asked to end, or gets its own input back: what it does from then on hangs on the
 * wall clock, or on who is there. */
static bool is_end_of_playback(const struct tool_log_event *event)
{
    const char *what = tool_event_text(event, "what");
    return strcmp(event->name, "play") == 0 && what != NULL &&
           (strcmp(what, "quit") == 0 || strcmp(what, "released") == 0);
}

static bool has_end(const struct tool_event_frame *frame)
{
    for (size_t i = 0; frame != NULL && i < frame->count; i++)
        if (is_end_of_playback(&frame->list[i]))
            return true;
    return false;
}

/* Whether what one of the two groups lacks says nothing: one of the apps ended, or was ended,
 * somewhere in this frame. */
static bool is_cut(const struct comparison *comparison)
{
    const struct side *a = &comparison->a, *b = &comparison->b;
    if (has_end(a->now) && has_end(b->now))
        return true;
    return comparison->options->common &&
           tool_event_frames_is_last(&a->frames) != tool_event_frames_is_last(&b->frames);
}

/* Compare the two current groups, which are of one frame. True: they are the same. */
static bool compare_frame(struct comparison *comparison)
{
    const struct side *a = &comparison->a, *b = &comparison->b;
    bool same = true, cut = is_cut(comparison);
    pair_lines(comparison);
    for (size_t i = 0; i < a->count; i++) {
        size_t partner = a->lines[i].partner;
        const struct tool_log_event *event = a->lines[i].event;
        const struct tool_log_event *other = partner != NO_PARTNER ? b->lines[partner].event : NULL;
        const char *field =
            other != NULL ? tool_event_differing_field(event, other, &comparison->options->allow)
                          : NULL;
        if (field == NULL && (other != NULL || cut))
            continue;
        note(comparison, event, other, field);
        same = false;
    }
    for (size_t i = 0; i < b->count && !cut; i++) {
        if (b->lines[i].partner != NO_PARTNER)
            continue;
        note(comparison, NULL, b->lines[i].event, NULL);
        same = false;
    }
    return same;
}

/* One log has a frame that the other has not. */
static void note_alone(struct comparison *comparison, struct side *side)
{
    bool is_a = side == &comparison->a;
    if (comparison->options->common || side->count == 0)
        return;
    const struct tool_log_event *event = side->lines[0].event;
    note(comparison, is_a ? event : NULL, is_a ? NULL : event, NULL);
}

static void step(struct side *side)
{
    side->now = tool_event_frames_next(&side->frames);
    for (size_t i = 0; side->now != NULL && i < side->now->count; i++)
        side->lost |= strcmp(side->now->list[i].name, "dropped") == 0;
}

static bool compare_group(struct comparison *comparison, bool has_a, bool has_b)
{
    struct side *a = &comparison->a, *b = &comparison->b;
    if (has_a)
        follow(a);
    if (has_b)
        follow(b);
    if ((has_a && !collect(comparison, a)) || (has_b && !collect(comparison, b)))
        return false;
    if (has_a && has_b) {
        bool is_playing = a->now->frame != TOOL_LOG_READER_BEFORE;
        comparison->out->frames += is_playing;
        comparison->out->frames_differing += !compare_frame(comparison) && is_playing;
    } else {
        note_alone(comparison, has_a ? a : b);
    }
    return true;
}

static bool compare_all(struct comparison *comparison)
{
    struct side *a = &comparison->a, *b = &comparison->b;
    bool is_over = false;
    step(a);
    step(b);
    while (!is_over && (a->now != NULL || b->now != NULL)) {
        int order = tool_event_frame_compare(a->now, b->now);
        bool has_a = order <= 0, has_b = order >= 0;
        if (comparison->options->common && (a->now == NULL || b->now == NULL))
            return true;
        if (!compare_group(comparison, has_a, has_b))
            return false;
        is_over = (has_a && has_end(a->now)) || (has_b && has_end(b->now));
        if (has_a)
            step(a);
        if (has_b)
            step(b);
    }
    return true;
}

static bool open_side(struct side *side, const char *path)
{
    struct tool_log_event first;
    if (!tool_log_reader_open(&side->events, path, &first))
        return false;
    tool_event_free(&first);
    tool_event_frames_init(&side->frames, &side->events);
    tool_event_words_init(&side->words);
    return true;
}

static void close_side(struct side *side)
{
    free(side->lines);
    tool_event_frames_finish(&side->frames);
    tool_event_words_finish(&side->words);
    tool_log_reader_close(&side->events);
}

static bool is_whole(const struct side *side)
{
    if (side->lost)
        tool_text_complain(
            "%s: the log lacks lines that were lost while it was written; record it again",
            side->events.path);
    if (side->events.is_incomplete)
        tool_text_complain(
            "%s: the log is incomplete (%s), so diff cannot compare it; record it again",
            side->events.path, side->events.why);
    else if (side->events.is_cut)
        tool_text_complain("%s: the log is incomplete (%s); comparing the lines that it has",
                           side->events.path, side->events.why);
    return !side->lost && !side->events.is_broken && !side->events.is_incomplete;
}

enum tool_divergence_result tool_divergence_find(const char *a_path, const char *b_path,
                                                 const struct tool_divergence_options *options,
                                                 struct tool_divergence *out)
{
    struct comparison comparison = {.options = options, .out = out};
    *out = (struct tool_divergence){.frame = TOOL_LOG_READER_BEFORE, .at_s = (double)NAN};
    if (!open_side(&comparison.a, a_path))
        return TOOL_DIVERGENCE_UNKNOWN;
    if (!open_side(&comparison.b, b_path)) {
        close_side(&comparison.a);
        return TOOL_DIVERGENCE_UNKNOWN;
    }
    bool done = compare_all(&comparison);
    if (!done)
        tool_text_complain("out of memory");
    unsigned a_started = comparison.a.frames.started, b_started = comparison.b.frames.started;
    out->playbacks = a_started > b_started ? a_started : b_started;
    bool known = done && is_whole(&comparison.a) && is_whole(&comparison.b);
    close_side(&comparison.a);
    close_side(&comparison.b);
    if (!known)
        return TOOL_DIVERGENCE_UNKNOWN;
    return comparison.found ? TOOL_DIVERGENCE_FOUND : TOOL_DIVERGENCE_NONE;
}
