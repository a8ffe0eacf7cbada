/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/base/file.h"
#include "core/base/grow.h"
#include "core/base/search.h"
#include "layer/session_script/session_script.h"
#include "session/session_reader.h"

enum { EYES = 2 };

/* The script while it is read. */
struct reading {
    struct us_session_script *script;
    int64_t origin_ns, begin_ns; /* of time 0, and of the session */
    bool is_full;                /* the script takes no more, or memory ran out */
    bool denies_input, hides, renders_ever;
    float rate_hz;
    bool has_place[US_SCRIPT_SPACES];
    struct us_pose first[US_SCRIPT_SPACES], place[US_SCRIPT_SPACES];
};

static double to_s(const struct reading *reading, int64_t time_ns)
{
    return us_session_seconds_between(reading->origin_ns, time_ns);
}

/* When the app is told. Recordings of before say only when the event was made. */
static double told_at_s(const struct reading *reading, const struct us_session_event *event)
{
    if (event->order == 0)
        return to_s(reading, event->time_ns);
    return to_s(reading, event->frame_time_ns > 0 ? event->frame_time_ns : reading->begin_ns);
}

static void add_level(struct reading *reading, enum us_session_script_level level, int64_t time_ns,
                      struct us_session_script_step step)
{
    step.at_s = to_s(reading, time_ns);
    reading->is_full |= !us_session_script_add_level(reading->script, level, &step);
}

static bool fill_event(struct reading *reading, const struct us_session_event *recorded,
                       struct us_session_script_event *out)
{
    switch (recorded->kind) {
    case US_SESSION_EVENT_STATE:
        out->kind = US_SESSION_SCRIPT_STATE;
        out->state = (XrSessionState)recorded->value;
        return recorded->value >= XR_SESSION_STATE_SYNCHRONIZED &&
               recorded->value <= XR_SESSION_STATE_LOSS_PENDING;
    case US_SESSION_EVENT_PRESENCE:
        out->kind = US_SESSION_SCRIPT_PRESENCE;
        out->is_present = recorded->value != 0;
        return true;
    case US_SESSION_EVENT_REFERENCE_SPACE:
        out->kind = US_SESSION_SCRIPT_RECENTRING;
        out->change_s = to_s(reading, recorded->change_time_ns);
        out->has_pose = recorded->has_pose;
        out->T_before_after = recorded->pose;
        return us_script_space_of_type((XrReferenceSpaceType)recorded->value, &out->space);
    case US_SESSION_EVENT_REFRESH_RATE:
        out->kind = US_SESSION_SCRIPT_REFRESH_RATE;
        out->rate_hz = recorded->number;
        out->before_hz = recorded->number2;
        return recorded->number > 0.0f;
    case US_SESSION_EVENT_VISIBILITY:
        out->kind = US_SESSION_SCRIPT_MASK;
        out->views = UINT32_C(1) << (recorded->value2 & 31);
        return recorded->value == XR_VIEW_CONFIGURATION_TYPE_PRIMARY_STEREO &&
               recorded->value2 >= 0 && recorded->value2 < EYES;
    default:
        return false;
    }
}

static void take_event(struct reading *reading, const struct us_session_event *recorded)
{
    struct us_session_script_event event = {.at_s = told_at_s(reading, recorded),
                                            .order = recorded->order};
    if (!fill_event(reading, recorded, &event))
        return;
    reading->is_full |= !us_session_script_append_event(reading->script, &event);
}

static void take_input(struct reading *reading, const struct us_session_input *input)
{
    bool denies = input->result == XR_SESSION_NOT_FOCUSED;
    if (denies == reading->denies_input)
        return;
    reading->denies_input = denies;
    add_level(reading, US_SCRIPT_LEVEL_INPUT, input->time_ns,
              (struct us_session_script_step){.truth = !denies});
}

static void take_space(struct reading *reading, enum us_script_space space, int64_t time_ns,
                       const struct us_session_location *recorded)
{
    const unsigned valid = US_SESSION_BOTH_VALID;
    if (!recorded->is_recorded || (recorded->flags & valid) != valid)
        return;
    if (!reading->has_place[space]) {
        reading->has_place[space] = true;
        /* LOCAL at the beginning of the session is what the recorded poses are in. */
        reading->first[space] = space == US_SCRIPT_SPACE_LOCAL ? us_pose_identity : recorded->pose;
        reading->place[space] = us_pose_identity;
    }
    struct us_pose place = us_pose_multiply(us_pose_inverse(reading->first[space]), recorded->pose);
    if (us_session_script_is_same_place(place, reading->place[space]))
        return;
    reading->place[space] =
        us_session_script_is_same_place(place, us_pose_identity) ? us_pose_identity : place;
    add_level(reading, (enum us_session_script_level)(US_SCRIPT_LEVEL_LOCAL + (int)space), time_ns,
              (struct us_session_script_step){.pose = reading->place[space]});
}

static void take_rate(struct reading *reading, const struct us_session_frame *frame)
{
    if (frame->refresh_rate_hz == reading->rate_hz || !(frame->refresh_rate_hz >= 0.0f))
        return;
    reading->rate_hz = frame->refresh_rate_hz;
    add_level(reading, US_SCRIPT_LEVEL_RATE, frame->time_ns,
              (struct us_session_script_step){.number = reading->rate_hz});
}

static void take_frame(struct reading *reading, const struct us_session_frame *frame)
{
    static const enum us_script_space spaces[US_SESSION_SPACES] = {
        [US_SESSION_SPACE_LOCAL] = US_SCRIPT_SPACE_LOCAL,
        [US_SESSION_SPACE_LOCAL_FLOOR] = US_SCRIPT_SPACE_LOCAL_FLOOR,
        [US_SESSION_SPACE_STAGE] = US_SCRIPT_SPACE_STAGE,
    };
    for (int i = 0; i < US_SESSION_SPACES; i++)
        take_space(reading, spaces[i], frame->time_ns, &frame->spaces[i]);
    take_rate(reading, frame);
    reading->renders_ever |= frame->should_render;
    if (frame->should_render != reading->hides)
        return;
    reading->hides = !frame->should_render;
    add_level(reading, US_SCRIPT_LEVEL_RENDER, frame->time_ns,
              (struct us_session_script_step){.truth = frame->should_render});
}

static enum us_result take(void *data, const struct us_session_message *message,
                           struct us_error *error)
{
    struct reading *reading = data;
    if (message->topic == US_SESSION_TOPIC_EVENT)
        take_event(reading, &message->of.event);
    else if (message->topic == US_SESSION_TOPIC_INPUT)
        take_input(reading, &message->of.input);
    else if (message->topic == US_SESSION_TOPIC_FRAME)
        take_frame(reading, &message->of.frame);
    return reading->is_full ? us_result_fail(error, US_ERROR_COUNT, US_NO_BYTE, NULL,
                                             "the session has too many events")
                            : US_OK;
}

/* What follows STOPPING is of the session's next life, or happens without the script. */
static void end_at_stop(struct us_session_script *script)
{
    for (size_t i = 0; i < script->event_count; i++) {
        const struct us_session_script_event *event = &script->events[i];
        if (event->at_s >= 0.0 && event->kind == US_SESSION_SCRIPT_STATE &&
            event->state >= XR_SESSION_STATE_STOPPING) {
            script->event_count = i + 1;
            return;
        }
    }
}

static size_t first_after(const struct us_session_script_steps *steps, double time_s)
{
    struct us_search search = {.high = steps->count};
    while (us_search_next(&search))
        us_search_narrow(&search, steps->list[search.middle].at_s <= time_s);
    return search.low;
}

/* A space moves at the time that the event about it says, which is between two frames. The frame
 * before may be closer to it than times are compared. */
static void refine_moves(struct us_session_script *script)
{
    for (size_t i = 0; i < script->event_count; i++) {
        const struct us_session_script_event *event = &script->events[i];
        if (event->kind != US_SESSION_SCRIPT_RECENTRING)
            continue;
        struct us_session_script_steps *steps =
            &script->levels[US_SCRIPT_LEVEL_LOCAL + (int)event->space];
        size_t k = first_after(steps, event->change_s);
        if (k == steps->count)
            continue;
        double late_s = steps->list[k].at_s - event->change_s;
        double before_s = k > 0 ? steps->list[k - 1].at_s : -INFINITY;
        if (late_s < 0.02 && before_s < event->change_s)
            steps->list[k].at_s -= fmax(0.0, late_s - 2.0 * US_SESSION_SCRIPT_SAME_S);
    }
}

/* Gives all messages of a recording to `visit`, as long as it succeeds. `*out_begin_ns` is the
 * session's begin. */
static enum us_result
read_messages(const char *path, int64_t *out_begin_ns,
              enum us_result (*visit)(void *data, const struct us_session_message *message,
                                      struct us_error *error),
              void *data, struct us_error *error)
{
    struct us_file file;
    struct us_session_reader *reader = NULL;
    const struct us_session_message *message;
    enum us_result result = us_file_open(path, &file, error);
    if (result != US_OK)
        return result;
    result = us_session_reader_open(&file, &reader, error);
    if (result == US_OK) {
        *out_begin_ns = us_session_reader_summary(reader)->info.time_ns;
        result = us_session_reader_seek(reader, INT64_MIN, false, error);
    }
    while (result == US_OK && (result = us_session_reader_next(reader, &message, error)) == US_OK &&
           message != NULL)
        result = visit(data, message, error);
    us_session_reader_close(reader);
    us_file_close(&file);
    return result;
}

struct kept_events {
    struct us_session_event *list;
    size_t count, most;
};

static enum us_result keep_event(void *data, const struct us_session_message *message,
                                 struct us_error *error)
{
    struct kept_events *events = data;
    if (message->topic != US_SESSION_TOPIC_EVENT)
        return US_OK;
    if (events->count >= events->most) {
        *error = (struct us_error){.byte = US_NO_BYTE};
        snprintf(error->text, sizeof error->text, "it has more than %zu events", events->most);
        return US_ERROR_COUNT;
    }
    if (!US_GROW(events->list, events->count))
        return us_result_no_memory(error);
    events->list[events->count++] = message->of.event;
    return US_OK;
}

enum us_result us_recorded_script_read_driven(const char *path, size_t most,
                                              struct us_session_event **out_events,
                                              size_t *out_count, struct us_error *error)
{
    struct kept_events events = {.most = most};
    int64_t begin_ns;
    enum us_result result = read_messages(path, &begin_ns, keep_event, &events, error);
    *out_events = events.list;
    *out_count = events.count;
    return result;
}

enum us_result us_recorded_script_read(const char *path, int64_t origin_ns,
                                       struct us_session_script **out_script,
                                       struct us_error *error)
{
    struct us_session_script *script = us_session_script_create();
    struct reading reading = {.script = script, .origin_ns = origin_ns};
    *out_script = NULL;
    if (script == NULL)
        return us_result_no_memory(error);
    enum us_result result = read_messages(path, &reading.begin_ns, take, &reading, error);
    if (result != US_OK) {
        us_session_script_destroy(script);
        return result;
    }
    if (!reading.renders_ever) /* a session without graphics */
        script->levels[US_SCRIPT_LEVEL_RENDER].count = 0;
    us_session_script_sort_events(script);
    end_at_stop(script);
    refine_moves(script);
    *out_script = script;
    return US_OK;
}

struct us_session_script *us_recorded_script_create_driven(size_t room)
{
    struct us_session_script *script = us_session_script_create();
    if (script != NULL && us_session_script_reserve(script, room)) {
        script->has_presence = true; /* whether a command will be about it is not known yet */
        return script;
    }
    us_session_script_destroy(script);
    return NULL;
}

bool us_recorded_script_add_driven(struct us_session_script *script,
                                   const struct us_session_event *event, int64_t origin_ns)
{
    enum us_script_space space;
    double at_s = us_session_seconds_between(origin_ns, event->time_ns);
    switch (event->kind) {
    case US_SESSION_EVENT_STATE:
        return us_session_script_add_state(script, at_s, (XrSessionState)event->value);
    case US_SESSION_EVENT_PRESENCE:
        return us_session_script_add_presence(script, at_s, event->value != 0);
    case US_SESSION_EVENT_VISIBILITY:
        return us_session_script_add_mask(script, at_s, event->number != 0.0f);
    case US_SESSION_EVENT_REFERENCE_SPACE:
        return !event->has_pose ||
               !us_script_space_of_type((XrReferenceSpaceType)event->value, &space) ||
               us_session_script_add_move(
                   script, at_s, us_session_seconds_between(origin_ns, event->change_time_ns),
                   space, event->pose);
    default:
        return true;
    }
}
