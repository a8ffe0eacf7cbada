/* SPDX-License-Identifier: MIT */
#include "tool/log/divergence.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tool/log/event_frames.h"
#include "tool/log/event_words.h"
#include "tool/log/line_pairs.h"
#include "tool/cli/text.h"

enum { LAYERS_HELD = 16 };

/* A layer as its last line describes it. */
struct layer {
    struct tool_event_line line; /* line 0: there is none yet */
    bool is_apart;               /* of the first log: it is not as in the other log */
};

struct side {
    struct tool_log_reader events;
    struct tool_event_frames frames;
    struct tool_event_words words;
    const struct comparison *comparison;
    struct tool_event_frame *now; /* NULL: the log is over */
    bool lost;                    /* lines were dropped when it was written */
    bool has_end;                 /* of the frame that is compared: playback ends in it */
    /* Of that frame, the lines that are compared. */
    struct tool_event_line *lines;
    uint32_t count, room;
    struct layer layers[TOOL_EVENT_FRAMES_SESSIONS][LAYERS_HELD];
};

struct comparison {
    const struct tool_divergence_options *options;
    struct side a, b;
    struct tool_line_pairs pairs;
    struct tool_divergence *out;
    unsigned layers_apart; /* layers that are not as in the other log */
    bool found;
    bool failed; /* memory ran out, or a line could not be read again */
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
                 const struct tool_log_event *b, const char *field,
                 const struct tool_event_line *line)
{
    const struct tool_log_event *one = a != NULL ? a : b;
    if (comparison->found || one == NULL)
        return;
    comparison->found = true;
    struct tool_divergence *out = comparison->out;
    const struct side *side = a != NULL ? &comparison->a : &comparison->b;
    out->frame = line->frame;
    out->session = (unsigned)tool_event_number(one, "session", 0.0);
    out->at_s = line->at_s;
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

/* Takes notice of a line when it is read, and says whether it is compared. */
static bool keep_line(void *data, const struct tool_log_event *event, double *out_at_s)
{
    struct side *side = data;
    tool_event_words_note(&side->words, event);
    *out_at_s = tool_event_words_at(&side->words, event);
    return !is_ignored(side->comparison, event);
}

/* The first field in which two lines differ, or NULL; the name is valid while `a` and `b` are,
 * which the caller frees. */
static const char *find_field(struct comparison *comparison, const struct tool_event_line *of_a,
                              const struct tool_event_line *of_b, struct tool_log_event *a,
                              struct tool_log_event *b)
{
    *a = *b = (struct tool_log_event){0};
    if (of_a->value == of_b->value)
        return NULL;
    if (!tool_event_line_read(of_a, &comparison->a.events, a) ||
        !tool_event_line_read(of_b, &comparison->b.events, b)) {
        comparison->failed = true;
        return NULL;
    }
    return tool_event_differing_field(a, b, &comparison->options->allow);
}

static bool is_equal(void *data, const struct tool_event_line *of_a,
                     const struct tool_event_line *of_b)
{
    struct tool_log_event a, b;
    bool differs = find_field(data, of_a, of_b, &a, &b) != NULL;
    tool_event_free(&a);
    tool_event_free(&b);
    return !differs;
}

/* Compares two lines; one may be NULL. `line` is the one of them that is in the frame. False: they
 * differ, and that is noted. */
static bool compare_lines(struct comparison *comparison, const struct tool_event_line *of_a,
                          const struct tool_event_line *of_b, const struct tool_event_line *line)
{
    struct tool_log_event a = {0}, b = {0};
    const char *field = NULL;
    bool differs = true;
    if (of_a != NULL && of_b != NULL) {
        field = find_field(comparison, of_a, of_b, &a, &b);
        differs = field != NULL;
    } else if (!comparison->found) {
        struct side *side = of_a != NULL ? &comparison->a : &comparison->b;
        comparison->failed |= !tool_event_line_read(line, &side->events, of_a != NULL ? &a : &b);
    }
    if (differs && !comparison->failed)
        note(comparison, a.json != NULL ? &a : NULL, b.json != NULL ? &b : NULL, field, line);
    tool_event_free(&a);
    tool_event_free(&b);
    return !differs;
}

/* Appends the lines of the current group to those of the frame that is compared, and reads the next
 * group. */
static bool collect(struct side *side)
{
    struct tool_event_frame *group = side->now;
    uint32_t wanted = side->count + group->count;
    if (wanted > side->room) {
        void *lines = realloc(side->lines, wanted * sizeof *side->lines);
        if (lines == NULL)
            return false;
        side->lines = lines;
        side->room = wanted;
    }
    if (group->count > 0)
        memcpy(side->lines + side->count, group->list, group->count * sizeof *group->list);
    side->count = wanted;
    side->has_end |= group->has_end;
    tool_event_frames_take(&side->frames);
    return true;
}

static void step(struct side *side)
{
    side->now = tool_event_frames_next(&side->frames);
    side->lost |= side->now != NULL && side->now->has_loss;
}

static struct layer *find_layer(struct side *side, const struct tool_log_event *event)
{
    double session = tool_event_number(event, "session", 0.0);
    double layer = tool_event_number(event, "layer", -1.0);
    if (!(session >= 0.0 && session < TOOL_EVENT_FRAMES_SESSIONS && layer >= 0.0 &&
          layer < LAYERS_HELD))
        return NULL;
    return &side->layers[(int)session][(int)layer];
}

/* The same layer in the other log. */
static struct layer *other_layer(struct side *from, struct side *to, const struct layer *layer)
{
    return &to->layers[0][0] + (layer - &from->layers[0][0]);
}

/* Remembers what the frame's `layer` lines say, which holds until other lines say otherwise. */
static void follow_layers(struct comparison *comparison, struct side *side)
{
    struct side *a = &comparison->a;
    for (uint32_t i = 0; i < side->count; i++) {
        struct tool_log_event event;
        if (!side->lines[i].is_layer || side->lines[i].is_carried)
            continue;
        if (!tool_event_line_read(&side->lines[i], &side->events, &event)) {
            comparison->failed = true;
            return;
        }
        struct layer *layer = find_layer(side, &event);
        tool_event_free(&event);
        if (layer == NULL)
            continue;
        tool_event_line_free(&layer->line);
        if (!tool_event_line_copy(&layer->line, &side->lines[i])) {
            comparison->failed = true;
            return;
        }
        struct layer *of_a = side == a ? layer : other_layer(side, a, layer);
        struct layer *of_b = other_layer(a, &comparison->b, of_a);
        bool is_known = of_a->line.line > 0 && of_b->line.line > 0;
        bool is_apart = is_known && !is_equal(comparison, &of_a->line, &of_b->line);
        comparison->layers_apart += (unsigned)is_apart - (unsigned)of_a->is_apart;
        of_a->is_apart = is_apart;
    }
}

/* What the other log says about the layer that a line without a partner describes; NULL: nothing,
 * or the line is no `layer` line. */
static const struct tool_event_line *find_told(struct side *side, struct side *other,
                                               const struct tool_event_line *line)
{
    struct tool_log_event event;
    if (!line->is_layer || !tool_event_line_read(line, &side->events, &event))
        return NULL;
    struct layer *layer = find_layer(side, &event);
    tool_event_free(&event);
    layer = layer != NULL ? other_layer(side, other, layer) : NULL;
    return layer != NULL && layer->line.line > 0 ? &layer->line : NULL;
}

/* Whether what one of the two groups lacks says nothing: one of the apps ended, or was ended,
 * somewhere in this frame. */
static bool is_cut(const struct comparison *comparison)
{
    const struct side *a = &comparison->a, *b = &comparison->b;
    if (a->has_end && b->has_end)
        return true;
    return comparison->options->common && (a->now == NULL) != (b->now == NULL);
}

/* Whether a line that has no partner counts. With `more`, an equal line may still come for one that
 * is not carried yet. */
static bool is_missed(const struct comparison *comparison, const struct tool_event_line *line,
                      bool more)
{
    return line->partner == TOOL_EVENT_LINE_ALONE && !is_cut(comparison) &&
           (!more || line->is_carried);
}

/* Compares the lines of both logs of one frame, or of a part of it. True: they are the same. */
static bool compare_frame(struct comparison *comparison, bool more)
{
    struct side *a = &comparison->a, *b = &comparison->b;
    bool same = true;
    follow_layers(comparison, a);
    follow_layers(comparison, b);
    comparison->failed |= !tool_line_pairs_find(
        &comparison->pairs, (struct tool_line_pairs_side){a->lines, a->count},
        (struct tool_line_pairs_side){b->lines, b->count}, more, is_equal, comparison);
    for (uint32_t i = 0; i < a->count && !comparison->failed; i++) {
        const struct tool_event_line *line = &a->lines[i];
        if (line->partner != TOOL_EVENT_LINE_ALONE)
            same &= compare_lines(comparison, line, &b->lines[line->partner], line);
        else if (is_missed(comparison, line, more))
            same &= compare_lines(comparison, line, find_told(a, b, line), line);
    }
    for (uint32_t i = 0; i < b->count && !comparison->failed; i++)
        if (is_missed(comparison, &b->lines[i], more))
            same &= compare_lines(comparison, find_told(b, a, &b->lines[i]), &b->lines[i],
                                  &b->lines[i]);
    return same && (comparison->layers_apart == 0 || !comparison->found);
}

/* Frees the lines that were compared. Carries those that may still find a partner. */
static void leave_lines(struct side *side, bool more)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < side->count; i++) {
        struct tool_event_line *line = &side->lines[i];
        if (!more || line->partner != TOOL_EVENT_LINE_ALONE || line->is_carried) {
            tool_event_line_free(line);
            continue;
        }
        line->is_carried = true;
        side->lines[kept++] = *line;
    }
    side->count = kept;
}

/* One log has a frame that the other has not. */
static void note_alone(struct comparison *comparison, bool is_a)
{
    const struct side *side = is_a ? &comparison->a : &comparison->b;
    if (!comparison->options->common && side->count > 0)
        (void)compare_lines(comparison, is_a ? side->lines : NULL, is_a ? NULL : side->lines,
                            side->lines);
}

/* Whether the next lines of a log are of this frame. */
static bool is_at(const struct side *side, const struct tool_event_frame *place)
{
    return side->now != NULL && tool_event_frame_compare(side->now, place) == 0;
}

static void take(struct comparison *comparison, struct side *side)
{
    comparison->failed |= !collect(side);
    step(side);
}

/* Compares the frame of both logs that is next, in as many parts as it comes. */
static void compare_next(struct comparison *comparison)
{
    struct side *a = &comparison->a, *b = &comparison->b;
    int order = tool_event_frame_compare(a->now, b->now);
    const struct tool_event_frame *first = order <= 0 ? a->now : b->now;
    if (first == NULL)
        return;
    const struct tool_event_frame place = *first;
    bool is_playing = place.frame != TOOL_LOG_READER_BEFORE, same = true, more = true;
    while (more && !comparison->failed) {
        if (is_at(a, &place))
            take(comparison, a);
        if (is_at(b, &place))
            take(comparison, b);
        more = is_at(a, &place) || is_at(b, &place);
        if (order == 0 && !comparison->failed)
            same &= compare_frame(comparison, more);
        else if (!comparison->failed)
            note_alone(comparison, order < 0);
        leave_lines(a, more && order == 0);
        leave_lines(b, more && order == 0);
    }
    comparison->out->frames += is_playing && order == 0;
    comparison->out->frames_differing += is_playing && order == 0 && !same;
}

static void compare_all(struct comparison *comparison)
{
    struct side *a = &comparison->a, *b = &comparison->b;
    bool is_over = false;
    step(a);
    step(b);
    while (!is_over && !comparison->failed && (a->now != NULL || b->now != NULL)) {
        if (comparison->options->common && (a->now == NULL || b->now == NULL))
            return;
        a->has_end = b->has_end = false;
        compare_next(comparison);
        is_over = a->has_end || b->has_end;
    }
}

static bool open_side(struct side *side, const struct comparison *comparison, const char *path)
{
    struct tool_log_event first;
    side->comparison = comparison;
    if (!tool_log_reader_open(&side->events, path, &first))
        return false;
    tool_event_free(&first);
    tool_event_frames_init(&side->frames, &side->events,
                           (struct tool_event_frames_reader){keep_line, side});
    tool_event_words_init(&side->words);
    return true;
}

static void close_side(struct side *side)
{
    leave_lines(side, false);
    free(side->lines);
    for (int session = 0; session < TOOL_EVENT_FRAMES_SESSIONS; session++)
        for (int layer = 0; layer < LAYERS_HELD; layer++)
            tool_event_line_free(&side->layers[session][layer].line);
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

/* Both logs are open. */
static enum tool_divergence_result compare_logs(struct comparison *comparison)
{
    struct side *a = &comparison->a, *b = &comparison->b;
    compare_all(comparison);
    if (comparison->failed && !a->events.is_broken && !b->events.is_broken)
        tool_text_complain("out of memory");
    comparison->out->playbacks =
        a->frames.started > b->frames.started ? a->frames.started : b->frames.started;
    bool is_a_whole = is_whole(a), is_b_whole = is_whole(b);
    if (comparison->failed || !is_a_whole || !is_b_whole)
        return TOOL_DIVERGENCE_UNKNOWN;
    return comparison->found ? TOOL_DIVERGENCE_FOUND : TOOL_DIVERGENCE_NONE;
}

enum tool_divergence_result tool_divergence_find(const char *a_path, const char *b_path,
                                                 const struct tool_divergence_options *options,
                                                 struct tool_divergence *out)
{
    enum tool_divergence_result result = TOOL_DIVERGENCE_UNKNOWN;
    struct comparison *comparison = calloc(1, sizeof *comparison);
    *out = (struct tool_divergence){.frame = TOOL_LOG_READER_BEFORE, .at_s = (double)NAN};
    if (comparison == NULL) {
        tool_text_complain("out of memory");
        return result;
    }
    comparison->options = options;
    comparison->out = out;
    if (open_side(&comparison->a, comparison, a_path)) {
        if (open_side(&comparison->b, comparison, b_path)) {
            result = compare_logs(comparison);
            close_side(&comparison->b);
        }
        close_side(&comparison->a);
    }
    tool_line_pairs_finish(&comparison->pairs);
    free(comparison);
    return result;
}
