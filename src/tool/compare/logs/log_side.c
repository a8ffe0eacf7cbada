/* SPDX-License-Identifier: MIT */
#include "tool/compare/logs/log_side.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/grow.h"
#include "platform/path.h"
#include "tool/cli/text.h"

int tool_picture_list_order(const struct tool_picture *a, const struct tool_picture *b)
{
    if (a->session != b->session && a->session != 0 && b->session != 0)
        return a->session < b->session ? -1 : 1;
    if (a->frame != b->frame)
        return a->frame < b->frame ? -1 : 1;
    return strcmp(a->name, b->name);
}

static int compare_sorted(const void *a, const void *b)
{
    return tool_picture_list_order(a, b);
}

static bool add(struct tool_picture_list *list, const char *name, unsigned session)
{
    if (!US_GROW(list->items, list->count))
        return false;
    struct tool_picture *item = &list->items[list->count++];
    bool has_frame = strncmp(name, "frame-", 6) == 0;
    *item = (struct tool_picture){.frame = has_frame ? strtoll(name + 6, NULL, 10) : -1,
                                  .session = session};
    snprintf(item->name, sizeof item->name, "%s", name);
    return true;
}

/* The layer writes no other names. A name with a folder would lead to another place. */
static bool note_picture(struct tool_picture_list *list, const struct tool_log_event *event)
{
    const char *name = tool_log_event_text(event, "file");
    double session = tool_log_event_number(event, "session", 0.0);
    bool is_shot = strcmp(event->name, "shot") == 0 && name != NULL &&
                   strncmp(name, "frame-", 6) == 0 && us_path_name(name) == name &&
                   strlen(name) < sizeof list->items->name;
    return !is_shot || add(list, name, session > 0.0 && session < 1e9 ? (unsigned)session : 0);
}

/* A later session may write a file of the same name again. */
static void sort_pictures(struct tool_picture_list *list)
{
    size_t kept = 0;
    if (list->count > 0)
        qsort(list->items, list->count, sizeof *list->items, compare_sorted);
    for (size_t i = 0; i < list->count; i++)
        if (kept == 0 || strcmp(list->items[kept - 1].name, list->items[i].name) != 0)
            list->items[kept++] = list->items[i];
    list->count = kept;
}

bool tool_picture_list_read_folder(struct tool_picture_list *list, const char *path)
{
    struct us_path_list *folder = us_path_list_begin(path);
    bool done = folder != NULL;
    for (const char *name; done && (name = us_path_list_next(folder)) != NULL;) {
        size_t length = strlen(name);
        if (length > 4 && strcmp(name + length - 4, ".png") == 0 &&
            length < sizeof list->items->name)
            done = add(list, name, 0);
    }
    if (!done)
        tool_text_complain("%s: %s", path, strerror(errno));
    us_path_list_end(folder);
    sort_pictures(list);
    return done;
}

void tool_picture_list_free(struct tool_picture_list *list)
{
    free(list->items);
    *list = (struct tool_picture_list){0};
}

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
    if (side->pictures != NULL && !note_picture(side->pictures, event))
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
        sort_pictures(side->pictures);
}
