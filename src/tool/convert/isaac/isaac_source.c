/* SPDX-License-Identifier: MIT */
#include "tool/convert/isaac/isaac_source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tool/convert/base/feed.h"
#include "tool/convert/base/stage_space.h"
#include "tool/convert/isaac/isaac_sample.h"

/* The profile for which IsaacTeleop suggests its bindings. */
#define PROFILE "/interaction_profiles/oculus/touch_controller"
/* A part that says nothing for longer is not tracked. */
#define HELD_MOST_NS UINT64_C(100000000)

enum control { PRIMARY, SECONDARY, STICK_CLICK, MENU, STICK, SQUEEZE, TRIGGER };

/* The components of a controller, in the order of the table of the recording. */
static const struct {
    unsigned hand;
    enum control control;
    const char *path;
    enum us_session_component_type type;
} components[] = {
    {0, PRIMARY, "/user/hand/left/input/x/click", US_SESSION_COMPONENT_BOOLEAN},
    {0, SECONDARY, "/user/hand/left/input/y/click", US_SESSION_COMPONENT_BOOLEAN},
    {0, STICK_CLICK, "/user/hand/left/input/thumbstick/click", US_SESSION_COMPONENT_BOOLEAN},
    {0, MENU, "/user/hand/left/input/menu/click", US_SESSION_COMPONENT_BOOLEAN},
    {0, STICK, "/user/hand/left/input/thumbstick", US_SESSION_COMPONENT_VECTOR2},
    {0, SQUEEZE, "/user/hand/left/input/squeeze/value", US_SESSION_COMPONENT_FLOAT},
    {0, TRIGGER, "/user/hand/left/input/trigger/value", US_SESSION_COMPONENT_FLOAT},
    {1, PRIMARY, "/user/hand/right/input/a/click", US_SESSION_COMPONENT_BOOLEAN},
    {1, SECONDARY, "/user/hand/right/input/b/click", US_SESSION_COMPONENT_BOOLEAN},
    {1, STICK_CLICK, "/user/hand/right/input/thumbstick/click", US_SESSION_COMPONENT_BOOLEAN},
    {1, STICK, "/user/hand/right/input/thumbstick", US_SESSION_COMPONENT_VECTOR2},
    {1, SQUEEZE, "/user/hand/right/input/squeeze/value", US_SESSION_COMPONENT_FLOAT},
    {1, TRIGGER, "/user/hand/right/input/trigger/value", US_SESSION_COMPONENT_FLOAT},
};
enum { COMPONENTS = sizeof components / sizeof components[0] };

struct counts {
    uint64_t frames, late, between, held, menus, head_valid, valid_parts;
};

struct isaac_source {
    struct tool_convert_source base; /* the first member */
    struct tool_convert_input input;
    struct tool_isaac_file file;
    struct tool_convert_stage stage;
    uint64_t messages[TOOL_ISAAC_PARTS]; /* in the whole file, with times that can be held */
    enum tool_isaac_part leader;         /* gives the times of the frames */
    uint64_t first_ns;                   /* of the leader's messages */
    uint64_t others;                     /* of other channels */
    struct counts counts;
    struct tool_isaac_person person;
    uint64_t times_ns[TOOL_ISAAC_PARTS]; /* of the newest of each part */
    bool has_part[TOOL_ISAAC_PARTS], is_used[TOOL_ISAAC_PARTS];
    bool waits; /* a frame waits for what comes at the same time */
    struct tool_isaac_message ahead;
    bool has_ahead, is_end;
    int64_t before_ns;
    struct us_session_frame frame;
    struct us_session_input inputs;
    struct tool_convert_feed feed;
};

/* ---- Messages into parts ---- */

static void begin_again(struct isaac_source *source)
{
    tool_isaac_rewind(&source->file);
    memset(&source->counts, 0, sizeof source->counts);
    memset(&source->person, 0, sizeof source->person);
    memset(source->has_part, 0, sizeof source->has_part);
    source->person.tells_tracked = source->file.tells_tracked;
    source->waits = source->has_ahead = source->is_end = false;
    tool_convert_feed_rewind(&source->feed);
}

static enum us_result look_ahead(struct isaac_source *source, struct us_error *error)
{
    enum us_result result = US_OK;
    if (!source->has_ahead && !source->is_end)
        result = tool_isaac_next(&source->file, &source->ahead, &source->is_end, error);
    source->has_ahead = result == US_OK && !source->is_end;
    if (source->input.progress != NULL)
        source->input.progress(source->input.data, source->file.at, source->file.file.size);
    return result;
}

static bool has_time(const struct tool_isaac_message *message)
{
    return message->time_ns <= (uint64_t)(US_SESSION_TIME_MAX - TOOL_CONVERT_ORIGIN_NS);
}

/* Whether a message is earlier than one of its part, at the same time as a frame that is begun, or
 * of no time that a recording can hold. */
static bool is_late(const struct isaac_source *source, const struct tool_isaac_message *message)
{
    const enum tool_isaac_part part = message->part;
    const uint64_t newest_ns = source->times_ns[part];
    return !has_time(message) ||
           (source->has_part[part] && (part == source->leader ? message->time_ns <= newest_ns
                                                              : message->time_ns < newest_ns));
}

static enum us_result take_message(struct isaac_source *source, struct us_error *error)
{
    const struct tool_isaac_message *message = &source->ahead;
    const enum tool_isaac_part part = message->part;
    source->has_ahead = false;
    if (!tool_isaac_sample(message, &source->person))
        return us_result_fail(error, US_ERROR_COUNT, message->chunk, NULL,
                              "a message of the %s, in the chunk that begins here, is not as the "
                              "schemas of IsaacTeleop say; the recording is damaged, or another "
                              "version made it",
                              tool_isaac_part_name(part));
    source->counts.between += source->has_part[part] && !source->is_used[part];
    source->has_part[part] = true;
    source->is_used[part] = false;
    source->times_ns[part] = message->time_ns;
    source->waits = source->waits || part == source->leader;
    return US_OK;
}

/* Reads until all messages of the next frame's time are there. */
static enum us_result gather(struct isaac_source *source, bool *out_end, struct us_error *error)
{
    source->waits = false;
    for (;;) {
        enum us_result result = look_ahead(source, error);
        if (result != US_OK)
            return result;
        const bool is_behind =
            source->is_end ||
            (source->waits && source->ahead.time_ns > source->times_ns[source->leader]);
        *out_end = source->is_end && !source->waits;
        if (source->has_ahead && is_late(source, &source->ahead)) {
            source->counts.late++;
            source->has_ahead = false;
            continue;
        }
        if (is_behind)
            return US_OK;
        result = take_message(source, error);
        if (result != US_OK)
            return result;
    }
}

/* ---- Parts into frames ---- */

/* Parts that say nothing any more are not tracked. */
static void hold_parts(struct isaac_source *source)
{
    const uint64_t now_ns = source->times_ns[source->leader];
    for (unsigned part = 0; part < TOOL_ISAAC_PARTS; part++) {
        source->is_used[part] = true;
        const uint64_t other_ns = source->times_ns[part];
        if (!source->has_part[part] || other_ns == now_ns)
            continue;
        if ((now_ns > other_ns ? now_ns - other_ns : other_ns - now_ns) <= HELD_MOST_NS) {
            source->counts.held++;
            continue;
        }
        tool_isaac_sample_lose((enum tool_isaac_part)part, &source->person);
    }
}

static void count_frame(struct isaac_source *source, const struct us_session_frame *frame)
{
    struct counts *counts = &source->counts;
    counts->frames++;
    counts->head_valid += frame->head.flags != 0;
    for (unsigned hand = 0; hand < US_SESSION_HANDS; hand++) {
        counts->valid_parts += frame->hands[hand].is_active;
        for (unsigned i = 0; i < US_SESSION_POSES; i++)
            counts->valid_parts += frame->poses[hand][i].flags != 0;
    }
    counts->menus += source->person.controls[US_SESSION_RIGHT].menu;
}

/* In STAGE. */
static void fill_frame(struct isaac_source *source)
{
    const struct tool_isaac_person *person = &source->person;
    struct us_session_frame *out = &source->frame;
    hold_parts(source);
    memset(out, 0, sizeof *out);
    out->time_ns =
        TOOL_CONVERT_ORIGIN_NS + (int64_t)(source->times_ns[source->leader] - source->first_ns);
    out->period_ns = source->counts.frames > 0 ? out->time_ns - source->before_ns : 0;
    out->number = source->counts.frames + 1;
    out->should_render = true;
    out->head = person->head;
    for (unsigned hand = 0; hand < US_SESSION_HANDS; hand++) {
        out->hands[hand] = person->hands[hand];
        out->poses[hand][US_SESSION_POSE_GRIP] = person->grips[hand];
        out->poses[hand][US_SESSION_POSE_AIM] = person->aims[hand];
    }
    source->before_ns = out->time_ns;
    count_frame(source, out);
}

static struct us_session_value value_of(const struct tool_isaac_controls *from,
                                        enum control control)
{
    const float x[] = {[PRIMARY] = from->primary ? 1.0f : 0.0f,
                       [SECONDARY] = from->secondary ? 1.0f : 0.0f,
                       [STICK_CLICK] = from->stick_click ? 1.0f : 0.0f,
                       [MENU] = from->menu ? 1.0f : 0.0f,
                       [STICK] = from->stick_x,
                       [SQUEEZE] = from->squeeze,
                       [TRIGGER] = from->trigger};
    return (struct us_session_value){x[control], control == STICK ? from->stick_y : 0.0f};
}

static bool has_controller(const struct isaac_source *source, unsigned hand)
{
    return source->messages[TOOL_ISAAC_LEFT_CONTROLLER + hand] > 0;
}

static void fill_input(struct isaac_source *source)
{
    struct us_session_input *out = &source->inputs;
    memset(out, 0, sizeof *out);
    out->time_ns = source->before_ns;
    for (unsigned i = 0; i < COMPONENTS; i++) {
        const struct tool_isaac_controls *from = &source->person.controls[components[i].hand];
        if (!has_controller(source, components[i].hand))
            continue;
        out->active[out->count] = from->is_active;
        if (from->is_active)
            out->values[out->count] = value_of(from, components[i].control);
        out->count++;
    }
    for (unsigned hand = 0; hand < US_SESSION_HANDS; hand++)
        out->profiles[US_SESSION_USER_LEFT + hand] = has_controller(source, hand);
}

/* ---- The messages ---- */

static enum us_result get(struct tool_convert_feed *feed, bool *out_end, struct us_error *error)
{
    struct isaac_source *source = feed->data;
    const enum us_result result = gather(source, out_end, error);
    if (result != US_OK || *out_end)
        return result;
    fill_frame(source);
    fill_input(source);
    tool_convert_stage_move(&source->stage, &source->frame);
    return US_OK;
}

static enum us_result next(struct tool_convert_source *base, struct us_session_message **out,
                           struct us_error *error)
{
    return tool_convert_feed_next(&((struct isaac_source *)base)->feed, out, error);
}

static void rewind_recording(struct tool_convert_source *base)
{
    begin_again((struct isaac_source *)base);
}

/* ---- The whole recording ---- */

/* What the file has, and which part gives the times. */
static enum us_result survey(struct isaac_source *source, struct us_error *error)
{
    struct tool_isaac_message message;
    uint64_t firsts[TOOL_ISAAC_PARTS] = {0};
    bool is_end = false;
    enum us_result result = US_OK;
    while ((result = tool_isaac_next(&source->file, &message, &is_end, error)) == US_OK && !is_end)
        if (has_time(&message) && source->messages[message.part]++ == 0)
            firsts[message.part] = message.time_ns;
    source->others = source->file.others;
    while (source->leader < TOOL_ISAAC_PARTS && source->messages[source->leader] == 0)
        source->leader++;
    if (result == US_OK && source->leader == TOOL_ISAAC_PARTS)
        return us_result_fail(error, US_ERROR_NOTHING, US_NO_BYTE, NULL,
                              "the recording has no message of a head, a hand or a controller "
                              "(core.HeadPoseRecord, core.HandPoseRecord, "
                              "core.ControllerSnapshotRecord): nothing would be played");
    if (result == US_OK)
        source->first_ns = firsts[source->leader];
    return result;
}

static enum us_result add_components(struct isaac_source *source, struct us_error *error)
{
    struct us_session_components *table = &source->base.outline.components;
    uint32_t place;
    enum us_result result = US_OK;
    for (unsigned i = 0; i < COMPONENTS && result == US_OK; i++) {
        struct us_session_component component = {.type = components[i].type};
        if (!has_controller(source, components[i].hand))
            continue;
        snprintf(component.path, sizeof component.path, "%s", components[i].path);
        result = tool_edit_component_add(table, &component, &place, error);
    }
    if (result == US_OK && table->count > 0)
        result = tool_edit_profile_add(table, PROFILE, &place, error);
    source->base.outline.has_components = table->count > 0;
    return result;
}

/* Reads the whole recording. */
static enum us_result check(struct isaac_source *source, struct us_error *error)
{
    struct tool_edit_outline *outline = &source->base.outline;
    bool is_end = false;
    enum us_result result = survey(source, error);
    begin_again(source);
    while (result == US_OK) {
        result = gather(source, &is_end, error);
        if (result != US_OK || is_end)
            break;
        fill_frame(source);
        tool_convert_stage_choose(&source->stage, &source->frame.head);
        outline->last_ns = source->frame.time_ns;
    }
    outline->is_session = true;
    outline->origin_ns = outline->start_ns = outline->info.time_ns = TOOL_CONVERT_ORIGIN_NS;
    outline->info.monotonic_ns = (int64_t)source->first_ns;
    outline->info.orientation_tracking = outline->info.position_tracking = true;
    outline->info.hand_tracking =
        source->messages[TOOL_ISAAC_LEFT_HAND] > 0 || source->messages[TOOL_ISAAC_RIGHT_HAND] > 0;
    return result == US_OK ? add_components(source, error) : result;
}

/* ---- The report ---- */

static void report_dropped(const struct isaac_source *source, struct tool_loss *loss)
{
    const struct counts *counts = &source->counts;
    tool_loss_add(loss, TOOL_LOSS_DROPPED, source->others, "%s of other channels",
                  tool_edit_count(source->others, "message").text);
    tool_loss_add(loss, TOOL_LOSS_DROPPED, counts->late,
                  "%s whose times are not later than those before",
                  tool_edit_count(counts->late, "message").text);
    tool_loss_add(loss, TOOL_LOSS_DROPPED, counts->between,
                  "%s between two frames; a frame is at each time of the %s",
                  tool_edit_count(counts->between, "message").text,
                  tool_isaac_part_name(source->leader));
    tool_loss_add(loss, TOOL_LOSS_DROPPED, source->person.poses_off,
                  "%s, called valid, without a place or with a quaternion whose length is not 1",
                  tool_edit_count(source->person.poses_off, "pose").text);
    tool_loss_add(loss, TOOL_LOSS_DROPPED, counts->menus,
                  "the menu button of the right controller, which the profile lacks");
    tool_loss_add(loss, TOOL_LOSS_DROPPED, !source->file.is_finished,
                  "what came after the last whole record: the recording was not finished");
}

static void report(const struct tool_convert_source *base, struct tool_loss *loss)
{
    const struct isaac_source *source = (const struct isaac_source *)base;
    const struct counts *counts = &source->counts;
    report_dropped(source, loss);
    tool_loss_add(
        loss, TOOL_LOSS_RESAMPLED, counts->held,
        "parts of frames, %llu, without a message at the frame's time: the newest before counts, "
        "for up to 0.1 s",
        (unsigned long long)counts->held);
    tool_convert_stage_report(&source->stage, loss);
    tool_loss_add(loss, TOOL_LOSS_INVENTED, base->outline.components.profile_count,
                  "the profile of the controllers, %s, for which IsaacTeleop suggests its bindings",
                  PROFILE);
    if (!source->file.tells_tracked)
        tool_loss_add(loss, TOOL_LOSS_INVENTED, counts->head_valid,
                      "that the head is tracked where it is valid");
    tool_loss_add(loss, TOOL_LOSS_INVENTED, counts->valid_parts,
                  "that hands and controllers are tracked where they are valid");
    tool_loss_add(loss, TOOL_LOSS_INVENTED, source->person.radii_off,
                  "the radii of %s are those of a hand of medium size",
                  tool_edit_count(source->person.radii_off, "joint").text);
    tool_loss_add(loss, TOOL_LOSS_NOTE, counts->frames - 1,
                  "the periods of frames are the times since the frame before");
    tool_loss_add(loss, TOOL_LOSS_NOTE, 1,
                  "times of devices are left out: those of the recorder's clock count");
}

/* ---- The file ---- */

static void close_recording(struct tool_convert_source *base)
{
    struct isaac_source *source = (struct isaac_source *)base;
    tool_edit_outline_finish(&base->outline);
    tool_isaac_close(&source->file);
    free(source);
}

enum us_result tool_isaac_source_open(const struct tool_convert_input *input,
                                      struct tool_convert_source **out, struct us_error *error)
{
    struct isaac_source *source = calloc(1, sizeof *source);
    *out = NULL;
    if (source == NULL)
        return us_result_fail(error, US_ERROR_MEMORY, US_NO_BYTE, NULL, "out of memory");
    source->base.next = next;
    source->base.rewind = rewind_recording;
    source->base.report = report;
    source->base.close = close_recording;
    source->input = *input;
    source->feed = (struct tool_convert_feed){.get = get,
                                              .data = source,
                                              .frame = &source->frame,
                                              .input = &source->inputs,
                                              .outline = &source->base.outline};
    enum us_result result = tool_isaac_open(&source->file, input->path, error);
    if (result == US_OK)
        result = check(source, error);
    if (result == US_OK) {
        begin_again(source);
        *out = &source->base;
    } else {
        close_recording(&source->base);
    }
    return result;
}
