/* SPDX-License-Identifier: MIT */
/*
 * event_words: events in words a person reads. Follows a log, since its lines name spaces by
 * number.
 */
#ifndef US_TOOL_EVENT_WORDS_H
#define US_TOOL_EVENT_WORDS_H

#include <stdbool.h>
#include <stddef.h>

#include "events.h"

struct us_event_words {
    char (*spaces)[96]; /* by number, from 1: "LOCAL", "grab_pose of /user/hand/left" */
    size_t space_count;
    double at_s; /* the recording's time at the newest frame; NaN: not known */
};

void us_event_words_init(struct us_event_words *words);
void us_event_words_finish(struct us_event_words *words);

/* Take in what a line says of spaces and time. */
void us_event_words_note(struct us_event_words *words, const struct us_event *event);

/* What the line is about: "xrLocateSpace of VIEW in LOCAL", "the action grab of /user/hand/left".
 */
void us_event_words_describe(const struct us_event_words *words, const struct us_event *event,
                             char *out, size_t out_size);

/* True if `name` is one of those in `list`, which have commas between; NULL is an empty list. */
bool us_event_is_listed(const char *name, const char *list);

#endif
