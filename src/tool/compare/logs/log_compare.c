/* SPDX-License-Identifier: MIT */
#include "tool/compare/logs/log_compare.h"

#include <stdlib.h>
#include <string.h>

#include "tool/compare/logs/line_pairs.h"
#include "tool/compare/logs/log_side.h"
#include "tool/cli/text.h"

struct comparison {
    const struct tool_log_compare_options *options;
    struct tool_log_side a, b;
    struct tool_line_pairs pairs;
    struct tool_log_difference *out;
    unsigned layers_apart; /* layers that are not as in the other log */
    bool found;            /* in a frame before */
    uint64_t weight;       /* of the noted difference of this frame; 0: none */
    bool failed;           /* memory ran out, or a line could not be read again */
};

/* A difference with more weight is nearer to the cause. */
enum weight { WEIGHT_OWN = 1, WEIGHT_ALONE, WEIGHT_FIELD };

/* Whether a difference is nearer to the cause than the noted one of this frame. `place` is the
 * place of its line in the frame. */
static bool weighs_more(struct comparison *comparison, enum weight weight, uint32_t place)
{
    uint64_t whole = (uint64_t)weight << 32 | (UINT32_MAX - place);
    if (comparison->found || whole <= comparison->weight)
        return false;
    comparison->weight = whole;
    return true;
}

/* In the frame in which playback asks the app to end, some calls may come after the end of the
 * session in one run, and before it in the other. */
static bool is_overtaken(const struct comparison *comparison, const char *field)
{
    return comparison->a.has_end && comparison->b.has_end && strcmp(field, "result") == 0;
}

/* Two lines that were read again, which the caller frees, and the first field in which they
 * differ. */
struct line_pair {
    struct tool_log_event a, b;
    struct tool_event_field field;
};

/* False: the lines say the same, or could not be read again. */
static bool find_field(struct comparison *comparison, const struct tool_event_line *of_a,
                       const struct tool_event_line *of_b, struct line_pair *out)
{
    *out = (struct line_pair){.a = {0}};
    if (of_a->value == of_b->value)
        return false;
    if (!tool_event_line_read(of_a, &comparison->a.events, &out->a) ||
        !tool_event_line_read(of_b, &comparison->b.events, &out->b)) {
        comparison->failed = true;
        return false;
    }
    return tool_event_find_difference(&out->a, &out->b, &comparison->options->allow, &out->field) &&
           !is_overtaken(comparison, out->field.path);
}

static void free_pair(struct line_pair *pair)
{
    tool_log_event_free(&pair->a);
    tool_log_event_free(&pair->b);
}

static bool is_equal(void *data, const struct tool_event_line *of_a,
                     const struct tool_event_line *of_b)
{
    struct line_pair pair;
    bool differs = find_field(data, of_a, of_b, &pair);
    free_pair(&pair);
    return !differs;
}

/* Compares two lines. `line` is the one of them that is in the frame, at `place`. False: they
 * differ, and that is noted. */
static bool compare_lines(struct comparison *comparison, const struct tool_event_line *of_a,
                          const struct tool_event_line *of_b, const struct tool_event_line *line,
                          uint32_t place)
{
    struct line_pair pair;
    bool differs = find_field(comparison, of_a, of_b, &pair);
    if (pair.a.json != NULL && pair.b.json != NULL)
        tool_log_difference_add_options(comparison->out, &pair.a, &pair.b);
    if (differs && weighs_more(comparison, line->is_own ? WEIGHT_OWN : WEIGHT_FIELD, place))
        tool_log_difference_note_field(comparison->out, &comparison->a.words, &comparison->b.words,
                                       &pair.a, &pair.b, &pair.field, line);
    free_pair(&pair);
    return !differs;
}

/* Notes a question that one app asked for the time of another frame than the other did. False: the
 * other did not ask it at all. */
static bool note_moved(struct comparison *comparison, bool is_a, const struct tool_event_line *line)
{
    struct tool_log_side *a = &comparison->a, *b = &comparison->b;
    const struct tool_event_line *moved =
        tool_log_side_find_moved(is_a ? a : b, is_a ? b : a, line);
    struct line_pair pair;
    if (moved == NULL)
        return false;
    bool differs = find_field(comparison, is_a ? line : moved, is_a ? moved : line, &pair);
    if (differs)
        tool_log_difference_note_field(comparison->out, &a->words, &b->words, &pair.a, &pair.b,
                                       &pair.field, line);
    free_pair(&pair);
    return differs;
}

/* A line that only one log has. */
static void miss_line(struct comparison *comparison, bool is_a, const struct tool_event_line *line,
                      uint32_t place)
{
    struct tool_log_side *side = is_a ? &comparison->a : &comparison->b;
    const struct tool_log_side *other = is_a ? &comparison->b : &comparison->a;
    struct tool_log_event event;
    enum weight weight = line->is_own ? WEIGHT_OWN : line->is_error ? WEIGHT_FIELD : WEIGHT_ALONE;
    if (!weighs_more(comparison, weight, place) || note_moved(comparison, is_a, line))
        return;
    if (!tool_event_line_read(line, &side->events, &event)) {
        comparison->failed = true;
        return;
    }
    tool_log_difference_note_line(comparison->out, &side->words, is_a,
                                  other->now == NULL && other->count == 0, &event, line);
    tool_log_event_free(&event);
}

/* The same layer in the other log. */
static struct tool_log_layer *other_layer(struct tool_log_side *from, struct tool_log_side *to,
                                          const struct tool_log_layer *layer)
{
    return &to->layers[0][0] + (layer - &from->layers[0][0]);
}

/* Stores the descriptions in the frame's `layer` lines; each applies until the next line about the
 * same layer. */
static void follow_layers(struct comparison *comparison, struct tool_log_side *side)
{
    struct tool_log_side *a = &comparison->a;
    for (uint32_t i = 0; i < side->count; i++) {
        struct tool_log_event event;
        if (!side->lines[i].is_layer || side->lines[i].is_carried)
            continue;
        if (!tool_event_line_read(&side->lines[i], &side->events, &event)) {
            comparison->failed = true;
            return;
        }
        struct tool_log_layer *layer = tool_log_side_layer(side, &event);
        tool_log_event_free(&event);
        if (layer == NULL)
            continue;
        tool_event_line_free(&layer->line);
        if (!tool_event_line_copy(&layer->line, &side->lines[i])) {
            comparison->failed = true;
            return;
        }
        struct tool_log_layer *of_a = side == a ? layer : other_layer(side, a, layer);
        struct tool_log_layer *of_b = other_layer(a, &comparison->b, of_a);
        bool is_known = of_a->line.line > 0 && of_b->line.line > 0;
        bool is_apart = is_known && !is_equal(comparison, &of_a->line, &of_b->line);
        comparison->layers_apart += (unsigned)is_apart - (unsigned)of_a->is_apart;
        of_a->is_apart = is_apart;
    }
}

/* The other log's line about the layer that a line without a partner describes; NULL: there is
 * none, or the line is no `layer` line. */
static const struct tool_event_line *find_told(struct tool_log_side *side,
                                               struct tool_log_side *other,
                                               const struct tool_event_line *line)
{
    struct tool_log_event event;
    if (!line->is_layer || !tool_event_line_read(line, &side->events, &event))
        return NULL;
    struct tool_log_layer *layer = tool_log_side_layer(side, &event);
    tool_log_event_free(&event);
    layer = layer != NULL ? other_layer(side, other, layer) : NULL;
    return layer != NULL && layer->line.line > 0 ? &layer->line : NULL;
}

/* Whether missing lines of a group have no meaning: one of the apps ended, or was ended, somewhere
 * in this frame. */
static bool is_cut(const struct comparison *comparison)
{
    const struct tool_log_side *a = &comparison->a, *b = &comparison->b;
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

/* Compares the lines of one log that have no partner in the other. True: none of them counts. */
static bool compare_alone(struct comparison *comparison, bool is_a, bool more)
{
    struct tool_log_side *side = is_a ? &comparison->a : &comparison->b;
    struct tool_log_side *other = is_a ? &comparison->b : &comparison->a;
    bool same = true;
    for (uint32_t i = 0; i < side->count && !comparison->failed; i++) {
        const struct tool_event_line *line = &side->lines[i];
        if (!is_missed(comparison, line, more))
            continue;
        const struct tool_event_line *told = find_told(side, other, line);
        if (told != NULL) {
            same &= compare_lines(comparison, is_a ? line : told, is_a ? told : line, line, i);
        } else {
            miss_line(comparison, is_a, line, i);
            same = false;
        }
    }
    return same;
}

/* Compares the lines of both logs of one frame, or of a part of it. True: they are the same. */
static bool compare_frame(struct comparison *comparison, bool more)
{
    struct tool_log_side *a = &comparison->a, *b = &comparison->b;
    bool same = true;
    follow_layers(comparison, a);
    follow_layers(comparison, b);
    comparison->failed |= !tool_line_pairs_find(
        &comparison->pairs, (struct tool_line_pairs_side){a->lines, a->count},
        (struct tool_line_pairs_side){b->lines, b->count}, more, is_equal, comparison);
    for (uint32_t i = 0; i < a->count && !comparison->failed; i++)
        if (a->lines[i].partner != TOOL_EVENT_LINE_ALONE)
            same &= compare_lines(comparison, &a->lines[i], &b->lines[a->lines[i].partner],
                                  &a->lines[i], i);
    same &= compare_alone(comparison, true, more);
    same &= compare_alone(comparison, false, more);
    return same && (comparison->layers_apart == 0 || !comparison->found);
}

/* One log has a frame that the other has not. */
static void note_alone(struct comparison *comparison, bool is_a)
{
    const struct tool_log_side *side = is_a ? &comparison->a : &comparison->b;
    for (uint32_t i = 0; !comparison->options->common && i < side->count; i++)
        miss_line(comparison, is_a, &side->lines[i], i);
}

/* Whether the next lines of a log are of this frame. */
static bool is_at(const struct tool_log_side *side, const struct tool_event_frame *place)
{
    return side->now != NULL && tool_event_frame_compare(side->now, place) == 0;
}

/* Compares the next frame of both logs, which may come in several parts. */
static void compare_next(struct comparison *comparison)
{
    struct tool_log_side *a = &comparison->a, *b = &comparison->b;
    int order = tool_event_frame_compare(a->now, b->now);
    const struct tool_event_frame *first = order <= 0 ? a->now : b->now;
    if (first == NULL)
        return;
    const struct tool_event_frame place = *first;
    bool is_playing = place.frame != TOOL_LOG_READER_BEFORE, same = true, more = true;
    while (more && !comparison->failed) {
        if (is_at(a, &place))
            comparison->failed |= !tool_log_side_take(a);
        if (is_at(b, &place))
            comparison->failed |= !tool_log_side_take(b);
        more = is_at(a, &place) || is_at(b, &place);
        if (order == 0 && !comparison->failed)
            same &= compare_frame(comparison, more);
        else if (!comparison->failed)
            note_alone(comparison, order < 0);
        tool_log_side_leave(a, more && order == 0);
        tool_log_side_leave(b, more && order == 0);
    }
    comparison->found |= comparison->weight > 0;
    if (is_playing && order == 0 && !comparison->found)
        comparison->out->equal_frame = place.frame;
    else if (!is_playing && !comparison->found)
        comparison->out->equal_frame = TOOL_LOG_READER_BEFORE;
    comparison->out->frames += is_playing && order == 0;
    comparison->out->frames_differing += is_playing && order == 0 && !same;
}

/* One log is over. Whether playback reaches its end behind that in the other one. */
static void find_end_alone(struct comparison *comparison)
{
    const bool is_a = comparison->a.now != NULL;
    struct tool_log_side *side = is_a ? &comparison->a : &comparison->b;
    while (!comparison->found && !comparison->failed && side->now != NULL) {
        comparison->failed |= !tool_log_side_take(side);
        for (uint32_t i = 0; i < side->count && !comparison->failed; i++)
            if (side->lines[i].is_play_end)
                miss_line(comparison, is_a, &side->lines[i], i);
        tool_log_side_leave(side, false);
        comparison->found |= comparison->weight > 0;
    }
}

static void compare_all(struct comparison *comparison)
{
    struct tool_log_side *a = &comparison->a, *b = &comparison->b;
    bool is_over = false;
    while (!is_over && !comparison->failed && (a->now != NULL || b->now != NULL)) {
        if (comparison->options->common && (a->now == NULL || b->now == NULL)) {
            if (comparison->options->same_end)
                find_end_alone(comparison);
            return;
        }
        a->has_end = b->has_end = false;
        compare_next(comparison);
        is_over = a->has_end || b->has_end;
    }
}

/* Two logs without frames would count as the same, whatever the apps did. */
static enum tool_log_empty find_empty(const struct comparison *comparison)
{
    const bool has_a = comparison->a.has_frames, has_b = comparison->b.has_frames;
    if (comparison->found || comparison->out->frames > 0)
        return TOOL_LOG_HAS_FRAMES;
    return has_a && has_b ? TOOL_LOG_EMPTY_APART
           : has_a        ? TOOL_LOG_EMPTY_B
           : has_b        ? TOOL_LOG_EMPTY_A
                          : TOOL_LOG_EMPTY_BOTH;
}

/* Both logs are open. */
static enum tool_log_compare_result compare_logs(struct comparison *comparison)
{
    struct tool_log_side *a = &comparison->a, *b = &comparison->b;
    compare_all(comparison);
    if (comparison->failed && !a->events.is_broken && !b->events.is_broken)
        tool_text_complain("out of memory");
    comparison->out->playbacks =
        a->frames.started > b->frames.started ? a->frames.started : b->frames.started;
    bool is_a_whole = tool_log_side_is_whole(a), is_b_whole = tool_log_side_is_whole(b);
    if (comparison->failed || !is_a_whole || !is_b_whole)
        return TOOL_LOG_COMPARE_UNKNOWN;
    comparison->out->empty = find_empty(comparison);
    if (comparison->out->empty != TOOL_LOG_HAS_FRAMES)
        return TOOL_LOG_COMPARE_UNKNOWN;
    tool_log_side_read_rest(a);
    tool_log_side_read_rest(b);
    if (a->events.is_broken || b->events.is_broken)
        return TOOL_LOG_COMPARE_UNKNOWN;
    comparison->out->is_a_cut = !a->is_ended;
    comparison->out->is_b_cut = !b->is_ended;
    return comparison->found ? TOOL_LOG_COMPARE_FOUND : TOOL_LOG_COMPARE_NONE;
}

enum tool_log_compare_result tool_log_compare(const char *a_path, const char *b_path,
                                              const struct tool_log_compare_options *options,
                                              struct tool_log_difference *out)
{
    enum tool_log_compare_result result = TOOL_LOG_COMPARE_UNKNOWN;
    struct comparison *comparison = calloc(1, sizeof *comparison);
    tool_log_difference_init(out);
    if (comparison == NULL) {
        tool_text_complain("out of memory");
        return result;
    }
    comparison->options = options;
    comparison->out = out;
    if (tool_log_side_open(&comparison->a, a_path, options->ignore, options->pictures)) {
        if (tool_log_side_open(&comparison->b, b_path, options->ignore,
                               options->pictures != NULL ? options->pictures + 1 : NULL)) {
            result = compare_logs(comparison);
            tool_log_side_close(&comparison->b);
        }
        tool_log_side_close(&comparison->a);
    }
    tool_line_pairs_finish(&comparison->pairs);
    free(comparison);
    return result;
}
