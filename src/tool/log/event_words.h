/* SPDX-License-Identifier: MIT */
/*
 * event_words: describes events in words for a person. It follows a log from its beginning, because
 * its lines name spaces by number.
 */
#ifndef TOOL_EVENT_WORDS_H
#define TOOL_EVENT_WORDS_H

#include <stdbool.h>
#include <stddef.h>

#include "tool/log/log_reader.h"

/* The description of a space; members that are not known are empty. */
struct tool_event_space {
    char type[32]; /* of a reference space: "LOCAL" */
    char action[64];
    char subaction[64];
};

enum { TOOL_EVENT_WORDS_FRAMES = 32 };

struct tool_event_words {
    struct tool_event_space *spaces; /* by number, from 1 */
    size_t space_count;
    bool has_waits; /* the app waits for frames */
    int64_t told;   /* the newest frame that it waited for; TOOL_LOG_READER_BEFORE: none */
    double at_s;    /* the recording's time at the newest frame; NaN: not known */
    struct {
        int64_t frame;
        double at_s;
    } frames[TOOL_EVENT_WORDS_FRAMES]; /* the newest ones; number n is at n %
                                          TOOL_EVENT_WORDS_FRAMES */
};

void tool_event_words_init(struct tool_event_words *words);
void tool_event_words_finish(struct tool_event_words *words);

/* Stores what a line says about spaces and time. */
void tool_event_words_note(struct tool_event_words *words, const struct tool_log_event *event);

/* The recording's time that a line is about: its own, or else its frame's; NaN if not known. */
double tool_event_words_at(const struct tool_event_words *words,
                           const struct tool_log_event *event);

/* The space that a line's field names by its number, or NULL. */
const struct tool_event_space *tool_event_words_space(const struct tool_event_words *words,
                                                      const struct tool_log_event *event,
                                                      const char *field);

/* A space by its number: "LOCAL (space 1)", "grab of /user/hand/left (space 2)". */
void tool_event_words_name_space(const struct tool_event_words *words, double number,
                                 char out[192]);

/* The subject of the line: "xrLocateSpace of VIEW in LOCAL", "the action grab of /user/hand/left".
 */
void tool_event_words_describe(const struct tool_event_words *words,
                               const struct tool_log_event *event, char *out, size_t out_size);

/* The names of all events, ended by NULL. */
extern const char *const tool_event_names[];
/* The level of the log from which on it has such an event: 1 events, 2 frames, 3 calls. */
int tool_event_level(const char *name);
/* The level of such a name; 3 if it is NULL or none. */
int tool_event_level_of(const char *level);
const char *tool_event_level_name(int level); /* from 1 to 3 */

/* True if `name` is one of those in `list`, which have commas between; NULL is an empty list. */
bool tool_event_is_listed(const char *name, const char *list);

/*
 * live_input: finds in an event log which input came from the person who wore the headset, and not
 * from the recording.
 */

enum {
    TOOL_LIVE_HEAD = 1,
    TOOL_LIVE_HANDS = 2,   /* joints, and the poses of a hand's pose actions */
    TOOL_LIVE_BUTTONS = 4, /* buttons, triggers, sticks: actions that have a value */
    TOOL_LIVE_GAZE = 8,
};

/*
 * The kinds of live input, as bits, that the app got from the start of playback until its input was
 * released, and before playback as well if `with_before`. Absent input (an inactive action, a hand
 * that is not tracked) does not count. 0 also for a log that cannot be read.
 */
unsigned tool_live_input_find(const char *log, bool with_before);

/* "hands, buttons" */
void tool_live_input_describe(unsigned kinds, char *out, size_t out_size);

#endif
