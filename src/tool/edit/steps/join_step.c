/* SPDX-License-Identifier: MIT */
/* join: another recording behind this one, with poses that go over to it. */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "core/base/text.h"
#include "tool/edit/stage/frame_tracks.h"
#include "tool/edit/stage/source.h"
#include "tool/edit/steps/steps.h"

#define PERIOD_NS INT64_C(16666667) /* of frames that do not tell theirs */
#define BLEND_S 0.5
enum { STATE_IDLE = 1, STATE_SYNCHRONIZED = 3, STATE_FOCUSED = 5 };

struct join {
    struct tool_edit_stage stage;    /* takes the messages of the recording before the seam */
    struct tool_edit_stage receiver; /* those of the other one */
    struct tool_edit_source *source;
    const char *path; /* of the other one */
    int64_t other_start_ns;
    int64_t last_ns, blend_ns; /* the last frame before the seam, and how long poses blend */
    uint32_t order;            /* the number of the last event */
    int64_t state;             /* the last XrSessionState */
    bool has_last, has_begun, has_held, has_input;
    bool was_focused;                           /* a frame before the seam had the focus */
    bool loses_focus;                           /* the other one had it, and must not */
    struct us_session_components components;    /* of both */
    struct us_session_message last, held, made; /* last frame; the other one's first input */
    struct us_session_input input;              /* the last one before the seam */
    uint8_t component_to[US_SESSION_COMPONENTS_MAX], profile_to[US_SESSION_PROFILES_MAX + 1];
    uint64_t frames, ended;
};

/* ---- Before the seam ---- */

static bool is_state(const struct us_session_message *message)
{
    return message->topic == US_SESSION_TOPIC_EVENT &&
           message->of.event.kind == US_SESSION_EVENT_STATE;
}

/* The session goes on: its end is not told. */
static bool ends_session(const struct join *join, const struct us_session_message *message)
{
    const struct us_session_event *event = &message->of.event;
    return is_state(message) &&
           (event->value > STATE_FOCUSED || (event->value == STATE_IDLE && join->has_last));
}

static enum us_result take_first(struct tool_edit_stage *stage, struct us_session_message *message,
                                 struct us_error *error)
{
    struct join *join = (struct join *)stage;
    const bool is_last = message->time_ns >= join->last_ns - TOOL_EDIT_SAME_NS;
    if (ends_session(join, message)) {
        join->ended++;
        return US_OK;
    }
    if (message->time_ns > join->last_ns)
        tool_edit_set_time(message, join->last_ns);
    if (message->topic == US_SESSION_TOPIC_INPUT) {
        join->input = message->of.input;
        join->has_input = true;
    }
    if (message->topic == US_SESSION_TOPIC_EVENT) {
        join->order = message->of.event.order > join->order ? message->of.event.order : join->order;
        if (message->of.event.kind == US_SESSION_EVENT_STATE)
            join->state = message->of.event.value;
    }
    if (message->topic != US_SESSION_TOPIC_FRAME)
        return tool_edit_pass(stage, message, error);
    join->last = *message;
    join->has_last = true;
    join->was_focused |= message->of.frame.session_state == STATE_FOCUSED;
    /* Without a blend, the other one's first frame takes the place of the last one. */
    return is_last && join->blend_ns == 0 ? US_OK : tool_edit_pass(stage, message, error);
}

/* ---- The seam ---- */

static int64_t map(const void *data, int64_t time_ns)
{
    const struct join *join = data;
    return us_session_time_add(time_ns - join->other_start_ns, join->last_ns + join->blend_ns);
}

/* The velocities of a way with smooth ends: its speed is that of 3 s^2 - 2 s^3. */
static void set_velocities(struct us_session_frame *frame, struct us_session_frame *from,
                           struct us_session_frame *to, double per_s)
{
    struct tool_edit_track track, a, b;
    for (unsigned i = 0; i < TOOL_EDIT_TRACKS; i++) {
        if (!tool_edit_track(frame, i, &track) || track.flags == NULL ||
            !tool_edit_track(from, i, &a) || !tool_edit_track(to, i, &b))
            continue;
        struct us_quat q = us_quat_multiply(b.pose->rotation, us_quat_conjugate(a.pose->rotation));
        const float sign = q.w < 0.0f ? -1.0f : 1.0f;
        const struct us_vec3 axis = {sign * q.x, sign * q.y, sign * q.z};
        const float sine = us_vec3_norm(axis);
        const float angle = 2.0f * atan2f(sine, sign * q.w);
        *track.linear =
            us_vec3_scale(us_vec3_sub(b.pose->position_m, a.pose->position_m), (float)per_s);
        *track.angular = us_vec3_scale(axis, sine > 1e-6f ? angle / sine * (float)per_s : 0.0f);
    }
}

static enum us_result blend(struct join *join, struct us_session_frame *to, struct us_error *error)
{
    struct us_session_frame *from = &join->last.of.frame;
    const int64_t period_ns = from->period_ns > 1000000 ? from->period_ns : PERIOD_NS;
    enum us_result result = US_OK;
    for (int64_t at_ns = period_ns; result == US_OK && at_ns < join->blend_ns - period_ns / 2;
         at_ns += period_ns) {
        const double s = (double)at_ns / (double)join->blend_ns;
        join->made = join->last;
        tool_edit_mix(&join->made.of.frame, to, (float)(s * s * (3.0 - 2.0 * s)));
        set_velocities(&join->made.of.frame, from, to,
                       6.0 * s * (1.0 - s) / ((double)join->blend_ns * 1e-9));
        tool_edit_set_time(&join->made, join->last_ns + at_ns);
        join->frames++;
        result = tool_edit_pass(&join->stage, &join->made, error);
    }
    return result;
}

static enum us_result pass_event(struct join *join, struct us_session_event event,
                                 struct us_error *error)
{
    event.order = join->order > 0 ? ++join->order : 0;
    join->made = (struct us_session_message){.topic = US_SESSION_TOPIC_EVENT, .of.event = event};
    tool_edit_set_time(&join->made, join->last_ns + join->blend_ns);
    join->made.of.event.frame_time_ns = join->last_ns;
    return tool_edit_pass(&join->stage, &join->made, error);
}

/* The app has the focus, and each hand its profile, as the other one begins. */
static enum us_result pass_events(struct join *join, const struct us_session_input *now,
                                  struct us_error *error)
{
    enum us_result result = US_OK;
    for (int64_t state = join->state + 1; !join->loses_focus && join->state >= STATE_SYNCHRONIZED &&
                                          state <= STATE_FOCUSED && result == US_OK;
         state++)
        result = pass_event(
            join, (struct us_session_event){.kind = US_SESSION_EVENT_STATE, .value = state}, error);
    for (unsigned user = 0; join->has_input && user < US_SESSION_USERS && result == US_OK; user++) {
        struct us_session_event event = {.kind = US_SESSION_EVENT_PROFILE,
                                         .user = (enum us_session_user)user};
        if (now->profiles[user] == join->input.profiles[user])
            continue;
        snprintf(event.text, sizeof event.text, "%s",
                 us_session_profile_path(&join->components, now->profiles[user]));
        result = pass_event(join, event, error);
    }
    return result;
}

/* What was held before the seam is held no longer, unless the other one holds it. */
static enum us_result begin(struct join *join, struct us_session_frame *to, struct us_error *error)
{
    join->has_begun = true;
    /* Time 0 is that of the first frame with the focus, if there is one: it must not move. */
    join->loses_focus = join->has_last && !join->was_focused && to->session_state == STATE_FOCUSED;
    if (!join->has_held) {
        join->held = (struct us_session_message){.topic = US_SESSION_TOPIC_INPUT};
        memcpy(join->held.of.input.profiles, join->input.profiles, sizeof join->input.profiles);
    }
    tool_edit_set_time(&join->held, join->last_ns + join->blend_ns);
    enum us_result result = join->has_last ? blend(join, to, error) : US_OK;
    if (result == US_OK)
        result = pass_events(join, &join->held.of.input, error);
    return result == US_OK && (join->has_held || join->has_input)
               ? tool_edit_pass(&join->stage, &join->held, error)
               : result;
}

/* ---- Behind the seam ---- */

static void remap_input(const struct join *join, struct us_session_input *input)
{
    const struct us_session_input old = *input;
    memset(input->active, 0, sizeof input->active);
    memset(input->values, 0, sizeof input->values);
    memset(input->truths, 0, sizeof input->truths);
    input->count = join->components.count;
    for (uint32_t i = 0; i < old.count && i < US_SESSION_COMPONENTS_MAX; i++) {
        const uint8_t to = join->component_to[i];
        input->active[to] = old.active[i];
        input->values[to] = old.values[i];
        input->truths[to] = old.truths[i];
    }
    for (unsigned user = 0; user < US_SESSION_USERS; user++)
        input->profiles[user] = join->profile_to[old.profiles[user]];
}

static enum us_result take_other(struct tool_edit_stage *stage, struct us_session_message *message,
                                 struct us_error *error)
{
    struct join *join = (struct join *)((char *)stage - offsetof(struct join, receiver));
    const bool is_frame = message->topic == US_SESSION_TOPIC_FRAME;
    enum us_result result = US_OK;
    if (message->topic == US_SESSION_TOPIC_INPUT)
        remap_input(join, &message->of.input);
    if (message->time_ns < join->other_start_ns ||
        (!join->has_begun && message->topic == US_SESSION_TOPIC_INPUT)) {
        if (message->topic == US_SESSION_TOPIC_INPUT) {
            join->held = *message;
            join->has_held = true;
        }
        return US_OK; /* from before its app had the focus */
    }
    if (is_frame && !join->has_begun)
        result = begin(join, &message->of.frame, error);
    if (join->loses_focus && is_state(message))
        return result;
    if (join->loses_focus && is_frame)
        message->of.frame.session_state = join->last.of.frame.session_state;
    tool_edit_map(message, map, join);
    if (message->topic == US_SESSION_TOPIC_EVENT && join->order > 0)
        message->of.event.order = ++join->order;
    return result == US_OK ? tool_edit_pass(&join->stage, message, error) : result;
}

/* Puts the other one's path before an error's text. */
static enum us_result name_path(const struct join *join, struct us_error *error)
{
    char text[US_ERROR_TEXT_SIZE];
    snprintf(text, sizeof text, "%s", error->text);
    return us_result_fail(error, error->result, error->byte, NULL, "%.100s: %.150s", join->path,
                          text);
}

static enum us_result end(struct tool_edit_stage *stage, struct us_error *error)
{
    struct join *join = (struct join *)stage;
    enum us_result result = tool_edit_source_read(join->source, &join->receiver, error);
    const struct tool_edit_source_counts counts = tool_edit_source_counts(join->source);
    stage->has_failed = result != US_OK;
    if (result != US_OK)
        return name_path(join, error);
    tool_edit_say(stage, "%s blend, and %s more come%s",
                  tool_edit_count(join->frames, "frame").text,
                  tool_edit_count(counts.frames, "frame").text, counts.frames == 1 ? "s" : "");
    if (join->loses_focus)
        tool_edit_say(stage, "no frame before the seam has the focus, so none behind it has it");
    char curved[128];
    if (tool_edit_source_curved(&counts, curved, sizeof curved))
        tool_edit_say(stage, "of %s, %s", join->path, curved);
    if (!counts.is_finished)
        tool_edit_say(stage, "%s was not finished: what was written of it is there", join->path);
    if (counts.damages > 0)
        tool_edit_say(stage, "what was in %s of %s is missing",
                      tool_edit_count(counts.damages, "damaged place").text, join->path);
    if (join->ended > 0)
        tool_edit_say(stage, "%s of the session's end left out",
                      tool_edit_count(join->ended, "event").text);
    return result;
}

static void finish(struct tool_edit_stage *stage)
{
    tool_edit_source_close(((struct join *)stage)->source);
}

/* ---- The step ---- */

static enum us_result join_components(struct join *join, struct tool_edit_outline *outline,
                                      const struct tool_edit_outline *other, struct us_error *error)
{
    const struct us_session_components *from = &other->components;
    uint32_t index;
    enum us_result result = US_OK;
    for (uint32_t i = 0; i < from->count && result == US_OK; i++) {
        result = tool_edit_component_add(&outline->components, &from->components[i], &index, error);
        join->component_to[i] = (uint8_t)index;
        if (result == US_OK &&
            outline->components.components[index].type != from->components[i].type)
            return us_result_fail(error, US_ERROR_USAGE, US_NO_BYTE, NULL,
                                  "%.100s has another type in the two recordings; join them with "
                                  "'without controllers' first",
                                  from->components[i].path);
    }
    for (uint32_t i = 0; i < from->profile_count && result == US_OK; i++) {
        result = tool_edit_profile_add(&outline->components, from->profiles[i], &index, error);
        join->profile_to[i + 1] = (uint8_t)(index + 1);
    }
    outline->has_components |= other->has_components;
    join->components = outline->components;
    return result;
}

static enum us_result join_markers(const struct join *join, struct tool_edit_outline *outline,
                                   const struct tool_edit_outline *other, struct us_error *error)
{
    struct tool_edit_marker marker = {.time_ns = join->last_ns, .source = US_SESSION_MARKER_USER};
    enum us_result result = US_OK;
    outline->seams++;
    snprintf(marker.name, sizeof marker.name, outline->seams > 1 ? "seam-%u" : "seam",
             outline->seams);
    result = tool_edit_marker_add(outline, &marker, error);
    for (uint32_t i = 0; i < other->marker_count && result == US_OK; i++) {
        marker = other->markers[i];
        marker.time_ns = map(join, marker.time_ns < join->other_start_ns ? join->other_start_ns
                                                                         : marker.time_ns);
        result = tool_edit_marker_add(outline, &marker, error);
    }
    return result;
}

static void say_space(struct join *join, const char *name, bool has_both, const struct us_pose *a,
                      const struct us_pose *b)
{
    const float away_m = us_vec3_norm(us_vec3_sub(b->position_m, a->position_m));
    const float angle_rad = us_quat_angle_rad(a->rotation, b->rotation);
    if (has_both && (away_m > 0.01f || angle_rad > 0.0175f))
        tool_edit_say(&join->stage,
                      "%s is elsewhere behind the seam, by %.2f m and %.0f degrees: the poses stay "
                      "in LOCAL as it was when each session began; 'move' and 'turn' align them",
                      name, (double)away_m, (double)angle_rad * US_POSE_DEGREES_IN_RAD);
}

static enum us_result prepare(struct join *join, struct tool_edit_steps *steps,
                              const struct tool_edit_outline *other, struct us_error *error)
{
    struct tool_edit_outline *outline = &steps->outline;
    const struct us_recorded_spaces *a = &outline->spaces, *b = &other->spaces;
    join->last_ns = outline->last_ns;
    join->other_start_ns = other->start_ns;
    enum us_result result = join_components(join, outline, other, error);
    if (result == US_OK)
        result = join_markers(join, outline, other, error);
    outline->last_ns = map(join, other->last_ns);
    tool_edit_say(&join->stage, "the seam is at %s; the new end is at %s",
                  us_seconds_words(tool_edit_seconds(outline, join->last_ns)).text,
                  us_seconds_words(tool_edit_seconds(outline, outline->last_ns)).text);
    say_space(join, "LOCAL_FLOOR", a->has_local_floor && b->has_local_floor, &a->T_local_floor,
              &b->T_local_floor);
    say_space(join, "STAGE", a->has_stage && b->has_stage, &a->T_local_stage, &b->T_local_stage);
    tool_edit_steps_lose_drive(steps, &join->stage);
    return result;
}

enum us_result tool_edit_make_join(struct tool_edit_making *making)
{
    struct tool_edit_steps *steps = making->steps;
    const struct tool_edit_words *words = making->words;
    struct us_error *error = making->error;
    const struct tool_edit_source_options options = {.repairs = steps->repairs};
    struct tool_edit_outline other = {0};
    double blend_s = BLEND_S;
    enum us_result result = US_OK;
    if (words->words[0][0] == '\0')
        return us_result_fail(error, US_ERROR_USAGE, US_NO_BYTE, NULL,
                              "an empty name was given: ''");
    if (words->count > 1)
        result = tool_edit_number(words, 1, 0.0, 60.0, &blend_s, error);
    struct join *join =
        result == US_OK ? tool_edit_add(making, sizeof *join, take_first, end, finish) : NULL;
    if (join == NULL)
        return result == US_OK ? US_ERROR_MEMORY : result;
    join->receiver.take = take_other;
    join->blend_ns = llround(blend_s * 1e9);
    join->path = words->words[0];
    result = tool_edit_source_open(join->path, &options, &join->source, error);
    if (result == US_OK)
        result = tool_edit_source_outline(join->source, &other, error);
    if (result != US_OK)
        result = name_path(join, error);
    if (result == US_OK && other.is_session != steps->outline.is_session)
        result = us_result_fail(error, US_ERROR_USAGE, US_NO_BYTE, NULL,
                                "one of the two is a session and the other an input animation "
                                "file; make a file of the session with `understudy convert` first");
    if (result == US_OK)
        result = prepare(join, steps, &other, error);
    tool_edit_outline_finish(&other);
    return result;
}
