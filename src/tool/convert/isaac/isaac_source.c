/* SPDX-License-Identifier: MIT */
/*
 * isaac_source: an MCAP recording of NVIDIA IsaacTeleop as a session recording (docs/formats.md).
 * One thread.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tool/convert/base/format.h"
#include "tool/convert/base/pairing.h"
#include "tool/convert/base/stage_space.h"
#include "tool/convert/isaac/isaac_gather.h"
#include "tool/edit/stage/outline.h"

/* ---- The controls ---- */

/* The profile for which IsaacTeleop suggests its bindings. */
#define PROFILE "/interaction_profiles/oculus/touch_controller"

/* The components of both controllers. */
static const struct {
    enum tool_isaac_control control;
    enum us_session_component_type type;
    const char *paths[US_SESSION_HANDS]; /* behind /user/hand/.../input/; NULL: it has none */
} components[] = {
    {TOOL_ISAAC_PRIMARY, US_SESSION_COMPONENT_BOOLEAN, {"x/click", "a/click"}},
    {TOOL_ISAAC_SECONDARY, US_SESSION_COMPONENT_BOOLEAN, {"y/click", "b/click"}},
    {TOOL_ISAAC_STICK_CLICK,
     US_SESSION_COMPONENT_BOOLEAN,
     {"thumbstick/click", "thumbstick/click"}},
    {TOOL_ISAAC_MENU, US_SESSION_COMPONENT_BOOLEAN, {"menu/click", NULL}},
    {TOOL_ISAAC_STICK_X, US_SESSION_COMPONENT_VECTOR2, {"thumbstick", "thumbstick"}},
    {TOOL_ISAAC_SQUEEZE, US_SESSION_COMPONENT_FLOAT, {"squeeze/value", "squeeze/value"}},
    {TOOL_ISAAC_TRIGGER, US_SESSION_COMPONENT_FLOAT, {"trigger/value", "trigger/value"}},
};
enum { COMPONENTS = sizeof components / sizeof components[0] };

/* Adds the components of the controllers that the recording has, and their profile. */
static enum us_result add_components(const bool has_controller[US_SESSION_HANDS],
                                     struct us_session_components *table, struct us_error *error)
{
    uint32_t place;
    enum us_result result = US_OK;
    for (unsigned i = 0; i < US_SESSION_HANDS * COMPONENTS && result == US_OK; i++) {
        const unsigned hand = i / COMPONENTS;
        const char *path = components[i % COMPONENTS].paths[hand];
        struct us_session_component component = {.type = components[i % COMPONENTS].type};
        if (!has_controller[hand] || path == NULL)
            continue;
        snprintf(component.path, sizeof component.path, "%s/input/%s",
                 us_session_user_path((enum us_session_user)hand), path);
        result = tool_edit_component_add(table, &component, &place, error);
    }
    if (result == US_OK && table->count > 0)
        result = tool_edit_profile_add(table, PROFILE, &place, error);
    return result;
}

/* The inputs of such a table. `out` is set whole. */
static void fill_inputs(const bool has_controller[US_SESSION_HANDS],
                        const struct tool_isaac_controls controls[US_SESSION_HANDS],
                        struct us_session_input *out)
{
    memset(out, 0, sizeof *out);
    for (unsigned i = 0; i < US_SESSION_HANDS * COMPONENTS; i++) {
        const unsigned hand = i / COMPONENTS;
        const enum tool_isaac_control control = components[i % COMPONENTS].control;
        const float *values = controls[hand].values;
        if (!has_controller[hand] || components[i % COMPONENTS].paths[hand] == NULL)
            continue;
        out->active[out->count] = controls[hand].is_active;
        out->values[out->count++] = (struct us_session_value){
            values[control], control == TOOL_ISAAC_STICK_X ? values[TOOL_ISAAC_STICK_Y] : 0.0f};
    }
    for (unsigned hand = 0; hand < US_SESSION_HANDS; hand++)
        out->profiles[US_SESSION_USER_LEFT + hand] = has_controller[hand];
}

/* ---- Frames ---- */

struct counts {
    uint64_t menus, head_valid, valid_parts;
};

struct isaac_source {
    struct tool_convert_feed feed; /* the first member */
    struct tool_isaac_gather gather;
    struct counts counts;
    bool has_controller[US_SESSION_HANDS];
    struct us_session_frame frame;
    struct us_session_input inputs;
};

static void count_frame(struct isaac_source *source, const struct us_session_frame *frame)
{
    struct counts *counts = &source->counts;
    counts->head_valid += frame->head.flags != 0;
    for (unsigned hand = 0; hand < US_SESSION_HANDS; hand++) {
        counts->valid_parts += frame->hands[hand].is_active;
        for (unsigned i = 0; i < US_SESSION_POSES; i++)
            counts->valid_parts += frame->poses[hand][i].flags != 0;
    }
    counts->menus +=
        source->gather.person.controls[US_SESSION_RIGHT].values[TOOL_ISAAC_MENU] != 0.0f;
}

/* In STAGE. */
static void fill_frame(struct isaac_source *source)
{
    const struct tool_isaac_person *person = &source->gather.person;
    struct us_session_frame *out = &source->frame;
    memset(out, 0, sizeof *out);
    out->time_ns = TOOL_CONVERT_ORIGIN_NS + tool_isaac_gather_time(&source->gather);
    out->should_render = true;
    out->head = person->head;
    for (unsigned hand = 0; hand < US_SESSION_HANDS; hand++) {
        out->hands[hand] = person->hands[hand];
        out->poses[hand][US_SESSION_POSE_GRIP] = person->grips[hand];
        out->poses[hand][US_SESSION_POSE_AIM] = person->aims[hand];
    }
    count_frame(source, out);
}

/* ---- The source ---- */

static enum us_result get(struct tool_convert_feed *feed, bool *out_end, struct us_error *error)
{
    struct isaac_source *source = (struct isaac_source *)feed;
    const enum us_result result = tool_isaac_gather_next(&source->gather, out_end, error);
    tool_convert_feed_show(feed, source->gather.file.at, source->gather.file.file.size);
    if (result != US_OK || *out_end)
        return result;
    fill_frame(source);
    fill_inputs(source->has_controller, source->gather.person.controls, &source->inputs);
    return US_OK;
}

static void restart(struct tool_convert_feed *feed)
{
    struct isaac_source *source = (struct isaac_source *)feed;
    tool_isaac_gather_rewind(&source->gather);
    memset(&source->counts, 0, sizeof source->counts);
}

static enum us_result open_file(struct tool_convert_feed *feed, struct us_error *error)
{
    struct isaac_source *source = (struct isaac_source *)feed;
    struct tool_edit_outline *outline = &feed->base.outline;
    const uint64_t *messages = source->gather.messages;
    feed->is_in_stage = true;
    feed->frame = &source->frame;
    feed->input = &source->inputs;
    enum us_result result = tool_isaac_gather_open(&source->gather, feed->from.path, error);
    if (result != US_OK)
        return result;
    outline->info.monotonic_ns = (int64_t)source->gather.first_ns;
    outline->info.hand_tracking =
        messages[TOOL_ISAAC_LEFT_HAND] > 0 || messages[TOOL_ISAAC_RIGHT_HAND] > 0;
    for (unsigned hand = 0; hand < US_SESSION_HANDS; hand++)
        source->has_controller[hand] = messages[TOOL_ISAAC_LEFT_CONTROLLER + hand] > 0;
    result = add_components(source->has_controller, &outline->components, error);
    outline->has_components = outline->components.count > 0;
    return result;
}

static void finish(struct tool_convert_feed *feed)
{
    tool_isaac_gather_close(&((struct isaac_source *)feed)->gather);
}

/* ---- The report ---- */

static void report_dropped(const struct isaac_source *source, struct tool_loss *loss)
{
    const struct tool_isaac_gather *gather = &source->gather;
    const uint64_t between = gather->between;
    tool_loss_count(loss, TOOL_LOSS_DROPPED, gather->others, "message", "# of other channels");
    tool_loss_count(loss, TOOL_LOSS_DROPPED, gather->late, "message",
                    "# whose times are not later than those before");
    tool_loss_add(loss, TOOL_LOSS_DROPPED, between,
                  "%s between two frames; a frame is at each time of the %s",
                  tool_edit_count(between, "message").text, tool_isaac_part_name(gather->leader));
    tool_loss_count(loss, TOOL_LOSS_DROPPED, gather->person.poses_off, "pose",
                    "#, called valid, without a place or with a quaternion whose length is not 1");
    tool_loss_count(loss, TOOL_LOSS_DROPPED, source->counts.menus, NULL,
                    "the menu button of the right controller, which the profile lacks");
    tool_loss_count(loss, TOOL_LOSS_DROPPED, !gather->file.is_finished, NULL,
                    "what came after the last whole record: the recording was not finished");
}

static void report(const struct tool_convert_source *base, struct tool_loss *loss)
{
    const struct isaac_source *source = (const struct isaac_source *)base;
    const struct counts *counts = &source->counts;
    report_dropped(source, loss);
    tool_loss_count(loss, TOOL_LOSS_RESAMPLED, source->gather.held, NULL,
                    "parts of frames, #, without a message at the frame's time: the newest before "
                    "counts, for up to 0.1 s");
    tool_convert_stage_report(&source->feed.stage, loss);
    tool_loss_count(loss, TOOL_LOSS_INVENTED, base->outline.components.profile_count, NULL,
                    "the profile of the controllers, " PROFILE
                    ", for which IsaacTeleop suggests its bindings");
    if (!source->gather.file.tells_tracked)
        tool_loss_count(loss, TOOL_LOSS_INVENTED, counts->head_valid, NULL,
                        "that the head is tracked where it is valid");
    tool_loss_count(loss, TOOL_LOSS_INVENTED, counts->valid_parts, NULL,
                    "that hands and controllers are tracked where they are valid");
    tool_loss_count(loss, TOOL_LOSS_INVENTED, source->gather.person.radii_off, "joint",
                    "the radii of # are those of a hand of medium size");
    tool_loss_count(loss, TOOL_LOSS_NOTE, source->feed.periods, NULL,
                    "the periods of frames are the times since the frame before");
    tool_loss_count(loss, TOOL_LOSS_NOTE, 1, NULL,
                    "times of devices are left out: those of the recorder's clock count");
}

const struct tool_convert_feed_kind tool_isaac_feed = {.size = sizeof(struct isaac_source),
                                                       .nothing = "the recording has no frame",
                                                       .open = open_file,
                                                       .restart = restart,
                                                       .get = get,
                                                       .report = report,
                                                       .finish = finish};
