/* SPDX-License-Identifier: MIT */
#include "tool/compare/logs/log_side.h"

#include <stdlib.h>
#include <string.h>

#include "tool/cli/text.h"

/* Events that do not matter for a comparison: how long the app waited, what depends on the clock,
 * and screenshots, which are compared as images. */
static bool is_ignored(const struct tool_log_side *side, const struct tool_log_event *event)
{
    static const char before[] = "wait,submit,sync,locate,views,hand,layers,layer,error";
    return tool_event_is_listed(event->name, "log,late,dropped,incomplete,shot") ||
           (event->frame == TOOL_LOG_READER_BEFORE && tool_event_is_listed(event->name, before)) ||
           tool_event_is_listed(event->name, side->ignore);
}

/* Notes a line when it is read, and returns whether it is compared. */
static bool keep_line(void *data, const struct tool_log_event *event)
{
    struct tool_log_side *side = data;
    tool_event_words_note(&side->words, event);
    side->is_ended |= strcmp(event->name, "end") == 0;
    side->has_frames |= event->frame != TOOL_LOG_READER_BEFORE;
    if (side->pictures != NULL && !tool_picture_list_note(side->pictures, event))
        tool_log_reader_give_up(&side->events, "out of memory");
    return !is_ignored(side, event);
}

static void read_next(struct tool_log_side *side)
{
    side->now = tool_event_frames_next(&side->frames);
    side->lost |= side->now != NULL && side->now->has_loss;
}

bool tool_log_side_take(struct tool_log_side *side)
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
    read_next(side);
    return true;
}

void tool_log_side_leave(struct tool_log_side *side, bool more)
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

struct tool_log_layer *tool_log_side_layer(struct tool_log_side *side,
                                           const struct tool_log_event *event)
{
    double session = tool_log_event_number(event, "session", 0.0);
    double layer = tool_log_event_number(event, "layer", -1.0);
    if (!(session >= 0.0 && session < TOOL_EVENT_FRAMES_SESSIONS && layer >= 0.0 &&
          layer < TOOL_LOG_SIDE_LAYERS))
        return NULL;
    return &side->layers[(int)session][(int)layer];
}

/* In the frames that are not compared yet, the line about the same thing that was written when the
 * app had waited for the same frame. `frame` is the line's; ..._BEFORE: any. */
static const struct tool_event_line *find_asked(const struct tool_log_side *side,
                                                const struct tool_event_line *like, int64_t frame)
{
    for (const struct tool_event_frame *group = side->now; group != NULL; group = group->next)
        for (uint32_t i = 0; i < group->count; i++) {
            const struct tool_event_line *line = &group->list[i];
            bool is_meant = frame == TOOL_LOG_READER_BEFORE || line->frame == frame;
            if (is_meant && line->thing == like->thing && line->told == like->told)
                return line;
        }
    return NULL;
}

const struct tool_event_line *tool_log_side_find_moved(const struct tool_log_side *side,
                                                       const struct tool_log_side *other,
                                                       const struct tool_event_line *line)
{
    if (!line->is_question || line->told == TOOL_LOG_READER_BEFORE)
        return NULL;
    const struct tool_event_line *moved = find_asked(other, line, TOOL_LOG_READER_BEFORE);
    bool has_both = moved != NULL && find_asked(side, line, moved->frame) != NULL;
    return has_both ? NULL : moved;
}

bool tool_log_side_open(struct tool_log_side *side, const char *path, const char *ignore,
                        struct tool_picture_list *pictures)
{
    struct tool_log_event first;
    side->ignore = ignore;
    side->pictures = pictures;
    if (!tool_log_reader_open(&side->events, path, &first))
        return false;
    tool_log_event_free(&first);
    tool_event_frames_init(&side->frames, &side->events,
                           (struct tool_event_frames_reader){keep_line, side, &side->words});
    tool_event_words_init(&side->words);
    read_next(side);
    return true;
}

void tool_log_side_close(struct tool_log_side *side)
{
    tool_log_side_leave(side, false);
    free(side->lines);
    for (int session = 0; session < TOOL_EVENT_FRAMES_SESSIONS; session++)
        for (int layer = 0; layer < TOOL_LOG_SIDE_LAYERS; layer++)
            tool_event_line_free(&side->layers[session][layer].line);
    tool_event_frames_finish(&side->frames);
    tool_event_words_finish(&side->words);
    tool_log_reader_close(&side->events);
}

bool tool_log_side_is_whole(const struct tool_log_side *side)
{
    if (side->lost)
        tool_text_complain(
            "%s: the log lacks lines that were lost while it was written; record it again",
            side->events.path);
    if (side->events.is_incomplete)
        tool_text_complain("%s: the log is incomplete (%s) and cannot be compared; record it again",
                           side->events.path, side->events.why);
    else if (side->events.is_cut)
        tool_text_complain("%s: the log is incomplete (%s); comparing the lines that it has",
                           side->events.path, side->events.why);
    return !side->lost && !side->events.is_broken && !side->events.is_incomplete;
}

void tool_log_side_read_rest(struct tool_log_side *side)
{
    struct tool_log_event event;
    while (tool_log_reader_next(&side->events, &event)) {
        (void)keep_line(side, &event);
        tool_log_event_free(&event);
    }
    if (side->pictures != NULL)
        tool_picture_list_sort(side->pictures);
}
