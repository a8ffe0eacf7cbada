/* SPDX-License-Identifier: MIT */
#include "tool/compare/logs/event_frames.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/grow.h"

void tool_event_frames_init(struct tool_event_frames *frames, struct tool_log_reader *events,
                            struct tool_event_frames_reader reader)
{
    *frames = (struct tool_event_frames){.events = events, .reader = reader};
}

static void drop_first(struct tool_event_frames *frames)
{
    struct tool_event_frame *first = frames->groups;
    frames->gone_playback = first->playback;
    frames->gone_frame = first->frame;
    for (uint32_t i = 0; i < first->count; i++)
        tool_event_line_free(&first->list[i]);
    frames->held -= first->count;
    free(first->list);
    frames->groups = first->next;
    frames->is_given = false;
    free(first);
}

void tool_event_frames_finish(struct tool_event_frames *frames)
{
    while (frames->groups != NULL)
        drop_first(frames);
}

static int compare_places(unsigned playback_a, int64_t frame_a, unsigned playback_b,
                          int64_t frame_b)
{
    if (playback_a != playback_b)
        return playback_a < playback_b ? -1 : 1;
    return frame_a < frame_b ? -1 : frame_a > frame_b;
}

int tool_event_frame_compare(const struct tool_event_frame *a, const struct tool_event_frame *b)
{
    if (a == NULL || b == NULL)
        return a == b ? 0 : a == NULL ? 1 : -1;
    return compare_places(a->playback, a->frame, b->playback, b->frame);
}

static unsigned *playback_of(struct tool_event_frames *frames, const struct tool_log_event *event)
{
    double session = tool_log_event_number(event, "session", 0.0);
    bool known = session >= 1.0 && session < (double)TOOL_EVENT_FRAMES_SESSIONS;
    return &frames->of_session[known ? (size_t)session : 0];
}

/* The playback that a line belongs to: that of its session, or the next one. */
static unsigned find_playback(struct tool_event_frames *frames, const struct tool_log_event *event)
{
    unsigned *own = playback_of(frames, event);
    if (strcmp(event->name, "log") == 0)
        memset(frames->of_session, 0, sizeof frames->of_session);
    if (tool_log_event_says(event, "session", "begun"))
        *own = 0;
    if (tool_log_event_says(event, "play", "start"))
        *own = ++frames->started;
    if (own != &frames->of_session[0] && *own > 0)
        return *own;
    bool is_playing = event->frame != TOOL_LOG_READER_BEFORE && frames->started > 0;
    return is_playing ? frames->started : frames->started + 1;
}

/* Room for one more. */
static struct tool_event_line *append(struct tool_event_frame *group)
{
    return US_GROW(group->list, group->count) ? &group->list[group->count] : NULL;
}

/* After this event, the calls of an app depend on the wall clock, or on the person at the headset.
 */
static bool is_end_of_playback(const struct tool_log_event *event)
{
    return tool_log_event_says(event, "play", "quit") ||
           tool_log_event_says(event, "play", "released");
}

/* The group of a line, which is made if there is none. A line whose group is already gone belongs
 * to the oldest group. NULL: memory ran out. */
static struct tool_event_frame *find_group(struct tool_event_frames *frames, unsigned playback,
                                           int64_t frame)
{
    struct tool_event_frame **at = &frames->groups;
    bool is_late = frames->gone_playback > 0 &&
                   compare_places(playback, frame, frames->gone_playback, frames->gone_frame) <=
                       (frames->gone_is_part ? -1 : 0);
    if (is_late && *at != NULL)
        return *at;
    while (*at != NULL && compare_places((*at)->playback, (*at)->frame, playback, frame) < 0)
        at = &(*at)->next;
    if (*at != NULL && compare_places((*at)->playback, (*at)->frame, playback, frame) == 0)
        return *at;
    struct tool_event_frame *group = calloc(1, sizeof *group);
    if (group == NULL)
        return NULL;
    *group = (struct tool_event_frame){.playback = playback, .frame = frame, .next = *at};
    *at = group;
    return group;
}

/* Whether no more lines can come for the first group: there are lines of frames far behind it. */
static bool is_complete(const struct tool_event_frame *first)
{
    for (const struct tool_event_frame *at = first->next; at != NULL; at = at->next) {
        int64_t behind = at->playback == first->playback ? at->frame - first->frame : at->frame;
        if (behind >= TOOL_EVENT_FRAMES_HELD)
            return true;
    }
    return false;
}

static bool add_event(struct tool_event_frames *frames, const struct tool_log_event *event)
{
    const struct tool_event_frames_reader *reader = &frames->reader;
    bool is_kept = reader->keep(reader->data, event);
    struct tool_event_frame *group = find_group(frames, find_playback(frames, event), event->frame);
    struct tool_event_line *line = group != NULL && is_kept ? append(group) : NULL;
    if (group == NULL || (is_kept && line == NULL) ||
        (is_kept && !tool_event_line_make(line, frames->events, event, reader->words))) {
        tool_log_reader_give_up(frames->events, "out of memory");
        return false;
    }
    group->has_end |= is_end_of_playback(event);
    group->has_loss |= strcmp(event->name, "dropped") == 0;
    group->count += is_kept;
    frames->held += is_kept;
    return true;
}

/* Whether the caller can get the first group now. */
static bool is_ready(const struct tool_event_frames *frames)
{
    return frames->groups != NULL &&
           (frames->held >= TOOL_EVENT_FRAMES_LINES || is_complete(frames->groups));
}

struct tool_event_frame *tool_event_frames_next(struct tool_event_frames *frames)
{
    struct tool_log_event event;
    if (frames->is_given)
        drop_first(frames);
    while (!is_ready(frames)) {
        if (!tool_log_reader_next(frames->events, &event)) {
            frames->is_over = true;
            break;
        }
        bool is_added = add_event(frames, &event);
        tool_log_event_free(&event);
        if (!is_added)
            return NULL;
    }
    if (frames->events->is_broken || frames->groups == NULL)
        return NULL;
    frames->is_given = true;
    frames->gone_is_part = !frames->is_over && !is_complete(frames->groups);
    return frames->groups;
}

void tool_event_frames_take(struct tool_event_frames *frames)
{
    frames->held -= frames->groups->count;
    frames->groups->count = 0;
}
