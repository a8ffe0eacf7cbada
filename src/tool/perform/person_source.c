/* SPDX-License-Identifier: MIT */
#include "tool/perform/performing.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "core/playback/clock.h"
#include "person/component.h"
#include "person/script.h"
#include "person/scripted_person.h"
#include "session/codec/session_message.h"
#include "tool/drive/person/live_person.h"
#include "tool/edit/steps/steps.h"
#include "tool/perform/people.h"
#include "tool/perform/traits.h"

/* ---- The inputs: those of the interaction profiles that the lines of the script name ---- */

struct script_inputs {
    struct us_session_components table;
    uint8_t profile_of[US_SESSION_PROFILES_MAX + 1]; /* by the live person's; 0: none */
    uint32_t from[US_SESSION_COMPONENTS_MAX];        /* the live person's component */
};

static bool names_profile(const struct rt_script *script, const char *name)
{
    for (int hand = 0; hand < US_HAND_COUNT; hand++) {
        const struct rt_track *track =
            rt_script_find(script, rt_script_subject_of((enum us_hand)hand), "profile");
        for (size_t k = 0; track != NULL && k < track->count; k++)
            if (strcmp(rt_component_profile_name((uint32_t)track->keys[k].values[0]), name) == 0)
                return true;
    }
    return false;
}

static bool is_chosen(const struct script_inputs *inputs, const struct tool_live_person *person,
                      const struct us_session_component *component)
{
    const char *name = NULL;
    const enum us_hand hand = tool_live_inputs_hand(component, &name);
    for (uint32_t p = 0; p < inputs->table.profile_count; p++)
        if (tool_live_person_has_input(person, hand, us_text_profile(inputs->table.profiles[p]),
                                       name))
            return true;
    return false;
}

/* The table is empty if the script names no profile and has no gaze. */
static void choose_inputs(const struct rt_script *script, const struct tool_live_person *person,
                          struct script_inputs *out)
{
    const struct us_session_components *all = tool_live_person_components(person);
    struct us_session_components *table = &out->table;
    memset(out, 0, sizeof *out);
    for (uint32_t p = 0; p < all->profile_count; p++) {
        const bool is_gaze = p + 1 == all->profile_count;
        if (is_gaze ? !rt_scripted_person_has_gaze(script)
                    : !names_profile(script, us_text_profile(all->profiles[p])))
            continue;
        memcpy(table->profiles[table->profile_count++], all->profiles[p], US_SESSION_PATH_SIZE);
        out->profile_of[p + 1] = (uint8_t)table->profile_count;
    }
    for (uint32_t i = 0; i < all->count; i++) {
        const bool is_part = us_session_component_vector(all, i) < all->count;
        if (is_part || !is_chosen(out, person, &all->components[i]))
            continue;
        out->from[table->count] = i;
        table->components[table->count++] = all->components[i];
    }
}

/* Makes a live person's input one of this table. */
static void take_inputs(const struct script_inputs *inputs, const struct us_session_input *live,
                        struct us_session_input *out)
{
    *out = (struct us_session_input){
        .time_ns = live->time_ns, .result = live->result, .count = inputs->table.count};
    for (unsigned user = 0; user < US_SESSION_USERS; user++)
        out->profiles[user] = inputs->profile_of[live->profiles[user]];
    for (uint32_t i = 0; i < inputs->table.count; i++) {
        out->active[i] = live->active[inputs->from[i]];
        out->values[i] = live->values[inputs->from[i]];
        out->truths[i] = live->truths[inputs->from[i]];
    }
}

/* ---- The source ---- */

#define FRAMES_HZ 60.0
#define LONGEST_S (7.0 * 24 * 3600)
/* A change is known to be over when so many frames are like the ones before. */
enum { SETTLED_FRAMES = 4 };

struct source {
    struct tool_convert_source base; /* the first member */
    const struct tool_perform_act *act;
    struct rt_script script; /* as the person does it */
    struct tool_live_person *live;
    struct script_inputs inputs;
    struct tool_edit_steps chain; /* what is done to each message */
    struct tool_edit_stage end;   /* of the chain */
    struct tool_edit_stage *first;
    uint64_t frame, frames; /* the next one, and the number after the last one */
    uint64_t moved;         /* the last one in which something changed */
    size_t event, event_count;
    bool has_frame, has_input; /* composed, and still to be given */
    bool gave_input;
    struct us_session_frame next_frame;
    struct us_session_input next_input, last_input;
    struct us_session_message message;
};

/* ---- What a person does to the messages ---- */

static enum us_result take_last(struct tool_edit_stage *stage, struct us_session_message *message,
                                struct us_error *error)
{
    (void)stage;
    (void)message;
    (void)error;
    return US_OK;
}

static enum us_result add_step(struct source *source, const char *name, const char *word,
                               struct us_error *error)
{
    const struct tool_edit_words words = {name, word != NULL, &word};
    return tool_edit_steps_add_step(&source->chain, &words, error);
}

static enum us_result make_chain(struct source *source, struct us_error *error)
{
    const struct tool_perform_person *person = &source->act->person;
    char factor[32];
    enum us_result result = US_OK;
    snprintf(factor, sizeof factor, "%.9f", person->hands);
    result = tool_perform_reach_add(&source->chain, person, source->act->reach, error);
    if (result == US_OK && person->tremor_mm > 0.0)
        result = tool_perform_tremor_add(&source->chain, person, error);
    if (result == US_OK && person->hands != 1.0)
        result = add_step(source, "scale-hands", factor, error);
    if (result == US_OK && person->is_left_handed)
        result = add_step(source, "mirror", NULL, error);
    source->end.take = take_last;
    source->first = tool_edit_steps_link(&source->chain, &source->end);
    return result;
}

/* ---- The frames ---- */

static double seconds_of(uint64_t frame)
{
    return (double)frame / FRAMES_HZ;
}

static int64_t time_of(uint64_t frame)
{
    return US_LIVE_PERSON_ORIGIN_NS + us_clock_frame_ns((double)frame, FRAMES_HZ);
}

/* The frame after this one: the next, or one within a second, if nothing changes up to there. */
static uint64_t frame_after(struct source *source, uint64_t frame)
{
    const double until_s = tool_perform_body_still_until(&source->script, seconds_of(frame));
    if (source->act->person.tremor_mm > 0.0 || until_s <= seconds_of(frame + 1))
        source->moved = frame + 1;
    if (frame < source->moved + SETTLED_FRAMES)
        return frame + 1;
    uint64_t to = frame + (uint64_t)FRAMES_HZ;
    if (to > source->frames - 1)
        to = source->frames - 1;
    /* What jumps then jumps from the frame right before it. */
    if (until_s <= seconds_of(to))
        to = (uint64_t)ceil(until_s * FRAMES_HZ);
    while (to > frame && seconds_of(to) >= until_s)
        to--;
    return to > frame ? to : frame + 1;
}

static void compose(struct source *source)
{
    struct us_session_input live;
    tool_live_person_compose(source->live, source->frame, &source->next_frame, &live);
    (void)tool_live_person_events(source->live, &source->event_count);
    source->event = 0;
    source->has_frame = true;
    take_inputs(&source->inputs, &live, &source->next_input);
    source->last_input.time_ns = source->next_input.time_ns;
    const bool is_same = source->gave_input && memcmp(&source->last_input, &source->next_input,
                                                      sizeof source->last_input) == 0;
    source->last_input = source->next_input;
    source->has_input = source->base.outline.has_components && !is_same;
    source->gave_input = source->gave_input || source->has_input;
    source->frame = frame_after(source, source->frame);
    if (source->act->progress != NULL)
        source->act->progress(source->act->data, source->frame, source->frames);
}

/* What happens in a frame comes before it, and what is pressed behind it, as in a drive. */
static bool put_next(struct source *source)
{
    struct us_session_message *message = &source->message;
    if (source->event == source->event_count && !source->has_frame && !source->has_input) {
        if (source->frame >= source->frames)
            return false;
        compose(source);
    }
    if (source->event < source->event_count) {
        size_t count;
        message->topic = US_SESSION_TOPIC_EVENT;
        message->of.event = tool_live_person_events(source->live, &count)[source->event++];
        message->time_ns = message->of.event.time_ns;
    } else if (source->has_frame) {
        source->has_frame = false;
        message->topic = US_SESSION_TOPIC_FRAME;
        message->of.frame = source->next_frame;
        message->time_ns = message->of.frame.time_ns;
    } else {
        source->has_input = false;
        message->topic = US_SESSION_TOPIC_INPUT;
        message->of.input = source->next_input;
        message->time_ns = message->of.input.time_ns;
    }
    return true;
}

/* The stages of the chain change the message where it is. */
static enum us_result next(struct tool_convert_source *base, struct us_session_message **out,
                           struct us_error *error)
{
    struct source *source = (struct source *)base;
    *out = NULL;
    if (source->live == NULL)
        return us_result_no_memory(error);
    if (!put_next(source))
        return US_OK;
    *out = &source->message;
    enum us_result result = source->first->take(source->first, &source->message, error);
    if (source->message.topic == US_SESSION_TOPIC_INPUT)
        source->message.of.input.count = base->outline.components.count;
    return result;
}

/* A live person forgets what it has done, so there is a new one for each reading. */
static void begin(struct tool_convert_source *base)
{
    struct source *source = (struct source *)base;
    tool_live_person_free(source->live);
    source->live = tool_live_person_make(FRAMES_HZ);
    if (source->live != NULL && !tool_live_person_set_script(source->live, &source->script)) {
        tool_live_person_free(source->live);
        source->live = NULL;
    }
    source->frame = source->moved = 0;
    source->event = source->event_count = 0;
    source->has_frame = source->has_input = source->gave_input = false;
}

/* ---- The whole ---- */

/* The first frame of a focused session; 0 if there is none. */
static uint64_t find_focus(const struct source *source)
{
    for (uint64_t frame = 0; frame < source->frames; frame++)
        if (rt_scripted_person_step(&source->script, RT_SCRIPT_SESSION, "state", seconds_of(frame),
                                    RT_SCRIPT_STATE_FOCUSED) == RT_SCRIPT_STATE_FOCUSED)
            return frame;
    return 0;
}

static void fill_outline(struct source *source, struct tool_edit_outline *out)
{
    tool_live_person_info(&out->info);
    snprintf(out->info.runtime_name, sizeof out->info.runtime_name, "Understudy perform");
    snprintf(out->info.system_name, sizeof out->info.system_name, "Understudy perform");
    out->info.eye_gaze = rt_scripted_person_has_gaze(&source->script);
    out->is_session = true;
    out->renumbers = true;
    out->origin_ns = out->start_ns = time_of(find_focus(source));
    out->last_ns = time_of(source->frames - 1);
    out->components = source->inputs.table;
    out->has_components = out->components.profile_count > 0;
}

static enum us_result prepare(struct source *source, struct us_error *error)
{
    const struct tool_perform_act *act = source->act;
    if (!tool_perform_body_fit(act->script, &act->person, &source->script))
        return us_result_no_memory(error);
    const double length_s = tool_perform_body_length_s(&source->script);
    if (!(length_s <= LONGEST_S))
        return us_result_fail(error, US_ERROR_USAGE, US_NO_BYTE, NULL,
                              "the script lasts %g s; a recording of one lasts a week at most",
                              length_s);
    /* A last line between two frames shows in the second of them. */
    source->frames = (uint64_t)ceil(length_s * FRAMES_HZ - 1e-6) + 1;
    if (source->frames < 2)
        return us_result_fail(error, US_ERROR_NOTHING, US_NO_BYTE, NULL,
                              "the script is over at %g s; let its last line say how long it "
                              "lasts, such as \"5 session state stopping\"",
                              length_s);
    begin(&source->base);
    if (source->live == NULL)
        return us_result_no_memory(error);
    choose_inputs(&source->script, source->live, &source->inputs);
    fill_outline(source, &source->chain.outline);
    enum us_result result = make_chain(source, error);
    source->base.outline = source->chain.outline;
    return result;
}

static void close_source(struct tool_convert_source *base)
{
    struct source *source = (struct source *)base;
    tool_edit_steps_finish(&source->chain);
    tool_live_person_free(source->live);
    rt_script_clear(&source->script);
    free(source);
}

static enum us_result open_source(const struct tool_convert_input *input,
                                  struct tool_convert_source **out, struct us_error *error)
{
    struct source *source = calloc(1, sizeof *source);
    if (source == NULL)
        return us_result_no_memory(error);
    source->base =
        (struct tool_convert_source){.next = next, .rewind = begin, .close = close_source};
    source->act = input->of;
    enum us_result result = prepare(source, error);
    if (result == US_OK)
        *out = &source->base;
    else
        close_source(&source->base);
    return result;
}

const struct tool_convert_format tool_perform_format = {
    .kind = TOOL_CONVERT_OTHER, .what = "a script of a person", .open = open_source};
