/* SPDX-License-Identifier: MIT */
/* Who said something, and how it was made. */
#include <math.h>

#include "layer/answer/input.h"
#include "layer/answer/playback.h"
#include "layer/eventlog/event_log.h"

void us_event_log_note_late(struct us_event_log *record, const struct us_session *session)
{
    uint64_t late = record->instance->bindings.plays.any ? us_instance_late(record->instance) : 0;
    uint64_t before = atomic_load_explicit(&record->late_written, memory_order_relaxed);
    struct us_log_event *event;
    if (late <= before || (event = us_event_log_begin(record, session, US_LOG_EVENT_LEVEL_EVENTS,
                                                      US_LOG_EVENT_LATE)) == NULL)
        return;
    atomic_store_explicit(&record->late_written, late, memory_order_relaxed);
    event->of.late.count = late - before;
    us_journal_commit(event);
}

/* A session that the layer does not know plays nothing. */
static double ask(const struct us_session *session, XrTime time)
{
    return session != NULL ? us_playback_ask(session, time) : (double)NAN;
}

/* The app's answer again, for how it was made. What that costs in late answers is not the app's. */
static enum us_how ask_again(struct us_event_log *record, unsigned part, double time_s)
{
    const struct us_sampler *sampler = record->instance->loaded.sampler;
    struct us_frame_sample frame;
    uint64_t late = us_sampler_late_count(sampler);
    us_sampler_frame(sampler, time_s, part, &frame);
    if (us_sampler_late_count(sampler) > late)
        atomic_fetch_add_explicit(&record->instance->counts.late_of_log, 1, memory_order_relaxed);
    if (part == US_SAMPLE_HEAD)
        return frame.head.how;
    if (part == US_SAMPLE_GAZE)
        return frame.gaze.how;
    return frame.hands[part == US_SAMPLE_RIGHT ? US_HAND_RIGHT : US_HAND_LEFT].how;
}

/* `part` is a bit of us_sample_parts; 0: something that does not move. */
static enum us_how find_how(struct us_event_log *record, unsigned part, struct us_clock_time at)
{
    if (part == 0)
        return US_HOW_EXACT;
    enum us_how how = ask_again(record, part, at.recording_s);
    if (how == US_HOW_ABSENT || at.phase == US_CLOCK_PLAYING)
        return how;
    return at.phase == US_CLOCK_WAITING ? US_HOW_BEFORE_START : US_HOW_HELD;
}

static bool is_recorded(enum us_space_source source)
{
    return source != US_SPACE_RUNTIME && source != US_SPACE_NOWHERE;
}

static unsigned part_of(struct us_resolved resolved)
{
    enum us_space_source source = resolved.source;
    if (source == US_SPACE_HEAD)
        return US_SAMPLE_HEAD;
    if (source == US_SPACE_GAZE)
        return US_SAMPLE_GAZE;
    if (source != US_SPACE_HAND)
        return 0;
    return (unsigned)US_SAMPLE_LEFT << resolved.hand;
}

/* What the recording's world is put on: as seen from there nothing but the recording says where
 * something recorded is. */
static bool is_anchor(const struct us_space *space)
{
    return space != NULL && space->is_reference && space->session->has_spaces &&
           space->reference == space->session->anchor_type;
}

static enum us_source find_from(enum us_space_source a, bool a_is_anchor, enum us_space_source b,
                                bool b_is_anchor)
{
    if ((a_is_anchor && is_recorded(b)) || (b_is_anchor && is_recorded(a)))
        return US_SOURCE_RECORDING;
    if (a == US_SPACE_NOWHERE || b == US_SPACE_NOWHERE)
        return US_SOURCE_NOBODY;
    if (is_recorded(a) != is_recorded(b))
        return US_SOURCE_BOTH;
    return is_recorded(a) ? US_SOURCE_RECORDING : US_SOURCE_RUNTIME;
}

struct us_log_event_answer us_log_answer(struct us_event_log *record,
                                         const struct us_session *session,
                                         const struct us_space *space, const struct us_space *base,
                                         XrTime time)
{
    struct us_resolved of_space = us_space_resolve(space), of_base = us_space_resolve(base);
    struct us_log_event_answer answer = {
        ask(session, time), (double)NAN,
        find_from(of_space.source, is_anchor(space), of_base.source, is_anchor(base)),
        US_HOW_ABSENT};
    /* The chain below answered for a session that the layer does not know. */
    if (session == NULL)
        answer.from = US_SOURCE_RUNTIME;
    if (answer.from != US_SOURCE_RECORDING && answer.from != US_SOURCE_BOTH)
        return answer;
    struct us_clock_time at = us_playback_time(session, time);
    unsigned part = is_recorded(of_space.source) ? part_of(of_space) : 0;
    if (part == 0 && is_recorded(of_base.source))
        part = part_of(of_base);
    answer.at_s = at.recording_s;
    answer.how = find_how(record, part, at);
    return answer;
}

struct us_log_event_answer us_log_answer_hand(struct us_event_log *record,
                                              const struct us_session *session, enum us_hand hand,
                                              const struct us_space *base, XrTime time)
{
    struct us_clock_time at = us_playback_time(session, time);
    return (struct us_log_event_answer){
        ask(session, time), at.recording_s,
        find_from(US_SPACE_HAND, false, us_space_resolve(base).source, is_anchor(base)),
        find_how(record, (unsigned)US_SAMPLE_LEFT << hand, at)};
}

struct us_log_state_slot *us_event_log_find_slot(const struct us_action *action, XrPath path)
{
    struct us_log_state_action *noted = action != NULL ? action->log_state : NULL;
    for (uint32_t i = 0; noted != NULL && i < noted->count; i++) {
        if (noted->slots[i].path == path)
            return &noted->slots[i];
    }
    return NULL;
}
