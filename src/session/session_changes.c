/* SPDX-License-Identifier: MIT */
#include "session/session_changes.h"

#include <math.h>
#include <stdlib.h>

#include "core/base/grow.h"

/* Times that are nearer to each other are the same: a clock that counts frames rounds. */
#define SAME_S 2e-6

enum { SPACE_STAGE = 3 }; /* XrReferenceSpaceType */

/* A list that is being read. */
struct reading {
    struct us_session_changes *changes;
    int64_t origin_ns, begin_ns;
};

static enum us_result no_memory(struct us_error *error)
{
    return us_result_fail(error, US_ERROR_MEMORY, US_NO_BYTE, NULL, "out of memory");
}

static bool are_told(const struct us_session_event *event)
{
    return event->kind == US_SESSION_EVENT_REFERENCE_SPACE && event->value == SPACE_STAGE &&
           event->order > 0 && event->number != 0.0f;
}

static bool is_length(float length_m)
{
    return isfinite(length_m) && length_m > 0.0f;
}

/* Before the first frame the app was told at the beginning. */
static struct us_session_told_bounds told_bounds(const struct reading *reading,
                                                 const struct us_session_event *event)
{
    int64_t at_ns = event->frame_time_ns > 0 ? event->frame_time_ns : reading->begin_ns;
    return (struct us_session_told_bounds){us_session_seconds_between(reading->origin_ns, at_ns),
                                           is_length(event->number) && is_length(event->number2),
                                           event->number, event->number2};
}

static enum us_result take_event(const struct reading *reading,
                                 const struct us_session_event *event, struct us_error *error)
{
    struct us_session_changes *changes = reading->changes;
    uint32_t at = changes->bounds_count;
    if (!are_told(event) || at >= US_SESSION_CHANGES_MOST)
        return US_OK;
    if (!US_GROW(changes->bounds, at))
        return no_memory(error);
    const struct us_session_told_bounds told = told_bounds(reading, event);
    for (; at > 0 && changes->bounds[at - 1].at_s > told.at_s; at--)
        changes->bounds[at] = changes->bounds[at - 1];
    changes->bounds[at] = told;
    changes->bounds_count++;
    return US_OK;
}

static enum us_result read_topic(const struct reading *reading, struct us_session_reader *reader,
                                 enum us_session_topic topic, struct us_error *error)
{
    const struct us_session_message *message;
    enum us_result result = US_OK;
    if (us_session_reader_summary(reader)->counts[topic] == 0)
        return US_OK;
    us_session_reader_seek_topic(reader, topic);
    while (result == US_OK) {
        enum us_session_next next = us_session_reader_next(reader, &message);
        if (next == US_SESSION_NEXT_END)
            return US_OK;
        result = next == US_SESSION_NEXT_FAILED ? us_session_reader_failure(reader, error)
                                                : take_event(reading, &message->of.event, error);
    }
    return result;
}

enum us_result us_session_changes_read(struct us_session_reader *reader, int64_t origin_ns,
                                       struct us_session_changes *out, struct us_error *error)
{
    const struct reading reading = {out, origin_ns,
                                    us_session_reader_summary(reader)->info.time_ns};
    *out = (struct us_session_changes){0};
    return read_topic(&reading, reader, US_SESSION_TOPIC_EVENT, error);
}

void us_session_changes_finish(struct us_session_changes *changes)
{
    free(changes->bounds);
    *changes = (struct us_session_changes){0};
}

const struct us_session_told_bounds *
us_session_changes_bounds(const struct us_session_changes *changes, double from_s, double to_s)
{
    uint32_t low = 0, high = changes != NULL ? changes->bounds_count : 0;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (changes->bounds[middle].at_s <= to_s + SAME_S)
            low = middle + 1;
        else
            high = middle;
    }
    const struct us_session_told_bounds *last = low > 0 ? &changes->bounds[low - 1] : NULL;
    return last != NULL && last->at_s >= from_s - SAME_S ? last : NULL;
}
