/* SPDX-License-Identifier: MIT */
/* cut and keep: a part of the recording goes, and what is behind it moves to where it was. */

#include "core/base/text.h"
#include "tool/edit/stage/frame_tracks.h"
#include "tool/edit/steps/steps.h"

/* A frame that is longer away than this must not lead to the seam: one more stands before it. */
#define FAR_NS INT64_C(50000000)
#define NEAR_NS INT64_C(1000000)
/* The end may be copied as it is printed, with three decimals. */
#define ROUNDED_NS INT64_C(500000)

struct cut {
    struct tool_edit_stage stage;
    int64_t from_ns, to_ns; /* the part that goes; up to the end if `is_tail` */
    bool is_head, is_tail;
    bool has_begun, has_ended; /* the first frame of the part, and the first message behind it */
    bool needs_frame;          /* the first frame behind the part has not come yet */
    bool owes_input;           /* the part's last input holds, unless one comes at its end */
    int64_t start_ns;
    struct us_session_components components;
    bool has_last, has_before, has_held, has_behind;
    struct us_session_message last, extra; /* the last frame; one that is made */
    struct us_session_message held;        /* the last input of the part */
    struct us_session_input before;        /* the last input before the part */
    struct us_session_input behind;        /* the input at the end of the part, if there is one */
    int64_t state;                         /* the last XrSessionState before the part */
    struct tool_edit_window events;        /* of the part */
    uint64_t frames, inputs, others, moved;
    uint32_t markers;
};

static int64_t map(const void *data, int64_t time_ns)
{
    const struct cut *cut = data;
    if (time_ns < cut->from_ns)
        return time_ns;
    if (cut->is_tail)
        return cut->from_ns;
    /* A frame that counts as the one at the end of the part may be a little earlier. */
    return time_ns < cut->to_ns - TOOL_EDIT_SAME_NS ? cut->from_ns
                                                    : time_ns - (cut->to_ns - cut->from_ns);
}

static bool is_before(const struct cut *cut, int64_t time_ns)
{
    return time_ns < cut->from_ns + (cut->is_tail ? TOOL_EDIT_SAME_NS + 1 : -TOOL_EDIT_SAME_NS);
}

static bool is_inside(const struct cut *cut, int64_t time_ns)
{
    return cut->is_tail || time_ns < cut->to_ns - TOOL_EDIT_SAME_NS;
}

/* ---- Frames at the seam ---- */

/* Hands on a frame between the last one and another one. */
static enum us_result insert(struct cut *cut, const struct us_session_frame *next, int64_t at_ns,
                             struct us_error *error)
{
    const struct us_session_frame *last = &cut->last.of.frame;
    const double share = (double)(at_ns - last->time_ns) / (double)(next->time_ns - last->time_ns);
    cut->extra = cut->last;
    tool_edit_mix(&cut->extra.of.frame, next, (float)share);
    if (last->time_ns < cut->start_ns) /* from before the app had the focus */
        cut->extra.of.frame.session_state = next->session_state;
    tool_edit_set_time(&cut->extra, at_ns);
    tool_edit_map(&cut->extra, map, cut);
    return tool_edit_pass(&cut->stage, &cut->extra, error);
}

/* With the first frame behind the beginning of the part. */
static enum us_result begin(struct cut *cut, const struct us_session_frame *next,
                            struct us_error *error)
{
    const int64_t away_ns = cut->from_ns - cut->last.time_ns;
    cut->has_begun = true;
    if (!cut->has_last || cut->last.time_ns < cut->start_ns)
        return US_OK;
    if (cut->is_tail)
        return away_ns > TOOL_EDIT_SAME_NS ? insert(cut, next, cut->from_ns, error) : US_OK;
    return away_ns > FAR_NS ? insert(cut, next, cut->from_ns - NEAR_NS, error) : US_OK;
}

/* ---- What goes on behind the seam ---- */

/* Whether the part's events of this kind change nothing, or another one comes later. */
static bool is_settled(const struct cut *cut, uint32_t index)
{
    const struct us_session_event *event = &cut->events.messages[index].of.event;
    int64_t last_state = cut->state;
    bool has_later = false;
    for (uint32_t i = 0; i < cut->events.count; i++) {
        const struct us_session_event *other = &cut->events.messages[i].of.event;
        if (other->kind == US_SESSION_EVENT_STATE)
            last_state = other->value;
        has_later |= i > index && other->kind == event->kind && other->user == event->user;
    }
    if (event->kind == US_SESSION_EVENT_STATE)
        return last_state == cut->state;
    return has_later && event->kind != US_SESSION_EVENT_REFERENCE_SPACE &&
           event->kind != US_SESSION_EVENT_DROPPED;
}

static bool lasts(const struct us_session_event *event)
{
    return event->kind != US_SESSION_EVENT_VISIBILITY && event->kind != US_SESSION_EVENT_OTHER;
}

/* What the part's events brought about holds from the seam on. */
static enum us_result pass_state(struct cut *cut, struct us_error *error)
{
    enum us_result result = US_OK;
    for (uint32_t i = 0; i < cut->events.count && result == US_OK; i++) {
        struct us_session_message *message = &cut->events.messages[i];
        if (!lasts(&message->of.event) || is_settled(cut, i)) {
            cut->others++;
            continue;
        }
        cut->moved++;
        tool_edit_map(message, map, cut);
        tool_edit_set_time(message, cut->from_ns);
        result = tool_edit_pass(&cut->stage, message, error);
    }
    cut->owes_input = cut->has_held && !cut->is_tail;
    return result;
}

static enum us_result pass_input(struct cut *cut, struct us_error *error)
{
    if (!cut->owes_input)
        return US_OK;
    cut->owes_input = false;
    cut->extra = cut->held;
    tool_edit_set_time(&cut->extra, cut->from_ns);
    return tool_edit_pass(&cut->stage, &cut->extra, error);
}

/* What the app could get in the part, it could get from the seam on. */
static enum us_result pass_mesh(struct cut *cut, const struct us_session_message *message,
                                struct us_error *error)
{
    if (cut->is_tail) {
        cut->others++;
        return US_OK;
    }
    cut->extra = *message;
    tool_edit_set_time(&cut->extra, cut->from_ns);
    return tool_edit_pass(&cut->stage, &cut->extra, error);
}

static enum us_result leave_out(struct cut *cut, const struct us_session_message *message,
                                struct us_error *error)
{
    switch (message->topic) {
    case US_SESSION_TOPIC_FRAME:
        cut->frames++;
        return US_OK;
    case US_SESSION_TOPIC_INPUT:
        cut->inputs++;
        cut->held = *message;
        cut->has_held = true;
        return US_OK;
    case US_SESSION_TOPIC_EVENT:
        return tool_edit_window_add(&cut->events, message, error);
    case US_SESSION_TOPIC_MESH:
        return pass_mesh(cut, message, error);
    default:
        cut->others++;
        return US_OK;
    }
}

static void note(struct cut *cut, const struct us_session_message *message)
{
    if (message->topic == US_SESSION_TOPIC_INPUT) {
        cut->before = message->of.input;
        cut->has_before = true;
    }
    if (message->topic == US_SESSION_TOPIC_EVENT &&
        message->of.event.kind == US_SESSION_EVENT_STATE)
        cut->state = message->of.event.value;
}

static enum us_result take_behind(struct cut *cut, struct us_session_message *message,
                                  struct us_error *error)
{
    enum us_result result = US_OK;
    if (!cut->has_ended) {
        cut->has_ended = cut->needs_frame = true;
        result = pass_state(cut, error);
    }
    if (cut->owes_input && message->topic == US_SESSION_TOPIC_INPUT &&
        message->time_ns <= cut->to_ns + TOOL_EDIT_SAME_NS) {
        cut->owes_input = false;
        cut->has_behind = true;
        cut->behind = message->of.input;
    }
    if (result == US_OK && message->time_ns > cut->to_ns + TOOL_EDIT_SAME_NS)
        result = pass_input(cut, error);
    if (result == US_OK && cut->needs_frame && message->topic == US_SESSION_TOPIC_FRAME) {
        cut->needs_frame = false;
        if (message->time_ns > cut->to_ns + TOOL_EDIT_SAME_NS && cut->has_last)
            result = insert(cut, &message->of.frame, cut->to_ns, error);
    }
    tool_edit_map(message, map, cut);
    return result == US_OK ? tool_edit_pass(&cut->stage, message, error) : result;
}

static enum us_result take(struct tool_edit_stage *stage, struct us_session_message *message,
                           struct us_error *error)
{
    struct cut *cut = (struct cut *)stage;
    const bool is_frame = message->topic == US_SESSION_TOPIC_FRAME;
    enum us_result result = US_OK;
    if (is_before(cut, message->time_ns)) {
        note(cut, message);
        if (is_frame)
            cut->last = *message;
        cut->has_last |= is_frame;
        return tool_edit_pass(stage, message, error);
    }
    if (is_frame && !cut->has_begun)
        result = begin(cut, &message->of.frame, error);
    if (result != US_OK)
        return result;
    if (!is_inside(cut, message->time_ns))
        return take_behind(cut, message, error);
    if (is_frame)
        cut->last = *message;
    cut->has_last |= is_frame;
    return leave_out(cut, message, error);
}

/* ---- What is said ---- */

static bool is_pressed(const struct us_session_components *table,
                       const struct us_session_input *input, uint32_t i)
{
    if (input->active[i] == 0)
        return false;
    if (input->truths[i] != US_SESSION_TRUTH_UNKNOWN)
        return input->truths[i] == US_SESSION_TRUTH_TRUE;
    return table->components[i].type != US_SESSION_COMPONENT_VECTOR2 && input->values[i].x > 0.5f;
}

static void say_presses(struct cut *cut)
{
    static const struct us_session_input none;
    uint8_t pressed[US_SESSION_COMPONENTS_MAX] = {0}, released[US_SESSION_COMPONENTS_MAX] = {0};
    const struct us_session_input *before = cut->has_before ? &cut->before : &none;
    const struct us_session_input *held = cut->has_held ? &cut->held.of.input : before;
    const struct us_session_input *behind = cut->has_behind ? &cut->behind : held;
    for (uint32_t i = 0; i < cut->components.count; i++) {
        const bool was = is_pressed(&cut->components, before, i);
        const bool became = is_pressed(&cut->components, held, i);
        const bool is = is_pressed(&cut->components, behind, i);
        pressed[i] = cut->is_tail ? was : !was && became && is;
        released[i] = !cut->is_tail && was && !became && !is;
    }
    tool_edit_say_components(&cut->stage,
                             cut->is_tail ? "ends while these are pressed: "
                             : cut->is_head
                                 ? "begins with these pressed, whose press was cut away: "
                                 : "pressed at the seam, because the press was cut "
                                   "away: ",
                             &cut->components, pressed);
    tool_edit_say_components(
        &cut->stage, "released at the seam, because the release was cut away: ", &cut->components,
        released);
}

static enum us_result end(struct tool_edit_stage *stage, struct us_error *error)
{
    struct cut *cut = (struct cut *)stage;
    enum us_result result = cut->has_ended ? US_OK : pass_state(cut, error);
    if (result == US_OK)
        result = pass_input(cut, error);
    const uint64_t counts[] = {cut->frames, cut->inputs, cut->others, cut->markers};
    static const char *const nouns[] = {"frame", "input", "other message", "marker"};
    char text[256] = "";
    for (unsigned i = 0; i < 4; i++)
        if (counts[i] > 0)
            us_text_add_word(text, sizeof text, tool_edit_count(counts[i], nouns[i]).text);
    tool_edit_say(stage, "left out: %s", text[0] != '\0' ? text : "nothing");
    if (cut->moved > 0)
        tool_edit_say(stage, "%s of this part last%s, and came to the seam",
                      tool_edit_count(cut->moved, "event").text, cut->moved == 1 ? "s" : "");
    say_presses(cut);
    return result;
}

static void finish(struct tool_edit_stage *stage)
{
    tool_edit_window_finish(&((struct cut *)stage)->events);
}

/* ---- The steps ---- */

static uint32_t cut_markers(struct tool_edit_outline *outline, const struct cut *cut)
{
    uint32_t kept = 0, count = outline->marker_count;
    for (uint32_t i = 0; i < count; i++) {
        struct tool_edit_marker marker = outline->markers[i];
        if (marker.time_ns > cut->from_ns && (cut->is_tail || marker.time_ns < cut->to_ns))
            continue;
        marker.time_ns = map(cut, marker.time_ns);
        outline->markers[kept++] = marker;
    }
    outline->marker_count = kept;
    return count - kept;
}

/* Adds a stage that takes away [from_ns, to_ns), or all behind from_ns. */
static enum us_result add(struct tool_edit_making *making, int64_t from_ns, int64_t to_ns,
                          bool is_tail)
{
    struct tool_edit_outline *outline = &making->steps->outline;
    struct cut *cut = tool_edit_add(making, sizeof *cut, take, end, finish);
    if (cut == NULL)
        return US_ERROR_MEMORY;
    cut->from_ns = from_ns;
    cut->to_ns = to_ns;
    cut->is_tail = is_tail;
    cut->start_ns = outline->start_ns;
    cut->is_head = from_ns == outline->start_ns;
    cut->components = outline->components;
    tool_edit_say(&cut->stage, "leaves out %s to %s",
                  us_seconds_words(tool_edit_seconds(outline, from_ns)).text,
                  is_tail ? "the end" : us_seconds_words(tool_edit_seconds(outline, to_ns)).text);
    cut->markers = cut_markers(outline, cut);
    outline->last_ns = is_tail ? from_ns : outline->last_ns - (to_ns - from_ns);
    tool_edit_steps_lose_drive(making->steps, &cut->stage);
    return US_OK;
}

static enum us_result find_range(const struct tool_edit_making *making, int64_t *out_from_ns,
                                 int64_t *out_to_ns)
{
    const struct tool_edit_outline *outline = &making->steps->outline;
    const char *const *words = making->words->words;
    enum us_result result = tool_edit_moment(outline, words[0], out_from_ns, making->error);
    if (result == US_OK)
        result = tool_edit_moment(outline, words[1], out_to_ns, making->error);
    if (result == US_OK && outline->last_ns - *out_to_ns <= ROUNDED_NS)
        *out_to_ns = outline->last_ns;
    if (result == US_OK && *out_from_ns >= *out_to_ns)
        result = us_result_fail(making->error, US_ERROR_USAGE, US_NO_BYTE, NULL,
                                "the part from '%.40s' to '%.40s' is empty", words[0], words[1]);
    return result;
}

enum us_result tool_edit_make_cut(struct tool_edit_making *making)
{
    const struct tool_edit_outline *outline = &making->steps->outline;
    int64_t from_ns, to_ns;
    enum us_result result = find_range(making, &from_ns, &to_ns);
    if (result != US_OK)
        return result;
    if (from_ns == outline->start_ns && to_ns == outline->last_ns)
        return us_result_fail(making->error, US_ERROR_USAGE, US_NO_BYTE, NULL,
                              "nothing would be left of the recording");
    return add(making, from_ns, to_ns, to_ns == outline->last_ns);
}

enum us_result tool_edit_make_keep(struct tool_edit_making *making)
{
    const struct tool_edit_outline *outline = &making->steps->outline;
    int64_t from_ns, to_ns;
    enum us_result result = find_range(making, &from_ns, &to_ns);
    const bool is_all =
        result == US_OK && from_ns == outline->start_ns && to_ns == outline->last_ns;
    if (result == US_OK && to_ns < outline->last_ns)
        result = add(making, to_ns, outline->last_ns, true);
    if (result == US_OK && from_ns > outline->start_ns)
        result = add(making, outline->start_ns, from_ns, false);
    if (result != US_OK || !is_all)
        return result;
    struct tool_edit_stage *stage = tool_edit_add(making, sizeof *stage, NULL, NULL, NULL);
    if (stage == NULL)
        return US_ERROR_MEMORY;
    tool_edit_say(stage, "this part is the whole recording: nothing is left out");
    return US_OK;
}
