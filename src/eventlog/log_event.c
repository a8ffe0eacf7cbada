/* SPDX-License-Identifier: MIT */
#include "eventlog/log_event.h"

#include <math.h>
#include <string.h>

#include "core/base/text.h"
#include "openxr/xr_names.h"

static void write_pose(struct us_json_text *text, const char *name, const XrPosef *pose)
{
    const float values[7] = {pose->position.x,    pose->position.y,    pose->position.z,
                             pose->orientation.x, pose->orientation.y, pose->orientation.z,
                             pose->orientation.w};
    us_json_text_numbers(text, name, values, 7);
}

static void write_poses(struct us_json_text *text, const char *name, const XrPosef *poses,
                        uint32_t count)
{
    us_json_text_value(text, name, "[");
    for (uint32_t i = 0; i < count; i++)
        write_pose(text, NULL, &poses[i]);
    us_json_text_raw(text, "]");
}

/* Absent before playback, where it is not known. */
static void write_if_finite(struct us_json_text *text, const char *name, double value)
{
    if (isfinite(value))
        us_json_text_number(text, name, value);
}

/* Three decimals of a frame are enough, and do not depend on the nanosecond. */
static void write_ask(struct us_json_text *text, double ask)
{
    if (fabs(ask) < 1e12)
        us_json_text_number(text, "ask", round(ask * 1e3) / 1e3);
}

static void write_from(struct us_json_text *text, enum us_source from)
{
    static const char *const words[] = {[US_SOURCE_NOBODY] = "nobody",
                                        [US_SOURCE_RUNTIME] = "runtime",
                                        [US_SOURCE_RECORDING] = "recording",
                                        [US_SOURCE_BOTH] = "both"};
    if ((unsigned)from < US_SOURCE_UNKNOWN)
        us_json_text_string(text, "from", words[from]);
}

static void write_answer(struct us_json_text *text, const struct us_log_event_answer *answer)
{
    static const char *const hows[] = {[US_HOW_ABSENT] = "absent",
                                       [US_HOW_BEFORE_START] = "before",
                                       [US_HOW_EXACT] = "exact",
                                       [US_HOW_INTERPOLATED] = "interpolated",
                                       [US_HOW_HELD] = "held"};
    write_ask(text, answer->ask);
    write_if_finite(text, "at_s", answer->at_s);
    write_from(text, answer->from);
    if ((answer->from == US_SOURCE_RECORDING || answer->from == US_SOURCE_BOTH) &&
        (unsigned)answer->how <= US_HOW_HELD)
        us_json_text_string(text, "how", hows[answer->how]);
}

static void write_space_number(struct us_json_text *text, const char *name, uint32_t number)
{
    if (number > 0)
        us_json_text_integer(text, name, number);
}

/* Absent where it is not known. */
static void write_resident(struct us_json_text *text, int64_t resident_kb)
{
    if (resident_kb > 0)
        us_json_text_integer(text, "wall_resident_kb", resident_kb);
}

static void write_play(struct us_json_text *text, const struct us_log_event *event)
{
    us_json_text_string(text, "what", event->of.play.what.text);
    write_resident(text, event->of.play.resident_kb);
    if (strcmp(event->of.play.what.text, "start") != 0) {
        write_if_finite(text, "at_s", event->of.play.at_s);
        return;
    }
    us_json_text_number(text, "from_s", event->of.play.from_s);
    us_json_text_number(text, "to_s", event->of.play.to_s);
    us_json_text_number(text, "speed", event->of.play.speed);
    us_json_text_string(text, "clock", event->of.play.frame_hz > 0.0 ? "frame" : "wall");
    if (event->of.play.frame_hz > 0.0)
        us_json_text_number(text, "frame_hz", event->of.play.frame_hz);
    us_json_text_string(text, "end", event->of.play.end.text);
    us_json_text_string(text, "anchor", event->of.play.anchor.text);
}

static void write_subaction(struct us_json_text *text, const char *subaction)
{
    us_json_text_string(text, "subaction", subaction[0] != '\0' ? subaction : NULL);
}

static void write_space(struct us_json_text *text, const struct us_log_event *event)
{
    us_json_text_integer(text, "space", event->of.space.space);
    us_json_text_string(text, "kind", event->of.space.kind.text);
    if (event->of.space.action[0] != '\0') {
        us_json_text_string(text, "action", event->of.space.action);
        write_subaction(text, event->of.space.subaction);
    } else {
        us_json_text_word(text, "type", us_xr_names_reference(event->of.space.type_value),
                          (int32_t)event->of.space.type_value);
    }
    write_pose(text, "pose", &event->of.space.pose);
}

static void write_action(struct us_json_text *text, const struct us_log_event *event)
{
    us_json_text_string(text, "action", event->of.action.action);
    write_subaction(text, event->of.action.subaction);
    us_json_text_bool(text, "active", event->of.action.active);
    const float both[2] = {event->of.action.x, event->of.action.y};
    if (event->of.action.type == XR_ACTION_TYPE_BOOLEAN_INPUT)
        us_json_text_bool(text, "value", both[0] != 0.0f);
    else if (event->of.action.type == XR_ACTION_TYPE_FLOAT_INPUT)
        us_json_text_number(text, "value", (double)both[0]);
    else if (event->of.action.type == XR_ACTION_TYPE_VECTOR2F_INPUT)
        us_json_text_numbers(text, "value", both, 2);
    if (event->of.action.type != XR_ACTION_TYPE_POSE_INPUT)
        us_json_text_bool(text, "changed", event->of.action.changed);
    write_from(text, event->of.action.from);
}

void us_log_event_write_result(struct us_json_text *text, XrResult result)
{
    us_json_text_word(text, "result", us_xr_names_result(result), result);
}

static void write_haptic(struct us_json_text *text, const struct us_log_event *event)
{
    us_json_text_string(text, "action", event->of.haptic.action);
    write_subaction(text, event->of.haptic.subaction);
    us_json_text_string(text, "what", event->of.haptic.is_stop ? "stop" : "apply");
    if (!event->of.haptic.is_stop) {
        us_json_text_integer(text, "duration_ns", event->of.haptic.duration_ns);
        us_json_text_number(text, "frequency", (double)event->of.haptic.frequency);
        us_json_text_number(text, "amplitude", (double)event->of.haptic.amplitude);
    }
    us_log_event_write_result(text, event->of.haptic.result);
}

static void write_error(struct us_json_text *text, const struct us_log_event *event)
{
    us_json_text_string(text, "call", event->of.error.call.text);
    us_log_event_write_result(text, event->of.error.result);
    if (event->of.error.what.text[0] != '\0')
        us_json_text_string(text, "what", event->of.error.what.text);
    if (event->of.error.repeated > 0)
        us_json_text_integer(text, "repeated", event->of.error.repeated);
}

static uint32_t layers_held(const struct us_log_event *event)
{
    uint32_t count = event->of.submit.layer_count;
    return count < US_LOG_EVENT_LAYERS_MAX ? count : US_LOG_EVENT_LAYERS_MAX;
}

static void write_kinds(struct us_json_text *text, const struct us_log_event *event)
{
    us_json_text_value(text, "kinds", "[");
    for (uint32_t i = 0; i < layers_held(event); i++)
        us_json_text_string(text, NULL, us_xr_names_layer(event->of.submit.layers[i].type));
    us_json_text_raw(text, "]");
}

/* In microseconds' steps; absent where it is 0. */
static void write_time_ms(struct us_json_text *text, const char *name, double time_ms)
{
    if (time_ms > 0.0)
        us_json_text_number(text, name, round(time_ms * 1e3) / 1e3);
}

/* Absent where it is not known. */
static void write_blend(struct us_json_text *text, XrEnvironmentBlendMode blend)
{
    static const char *const names[] = {"opaque", "additive", "alpha_blend"};
    bool is_known =
        blend >= XR_ENVIRONMENT_BLEND_MODE_OPAQUE && blend <= XR_ENVIRONMENT_BLEND_MODE_ALPHA_BLEND;
    if (blend != 0)
        us_json_text_word(text, "blend",
                          is_known ? names[blend - XR_ENVIRONMENT_BLEND_MODE_OPAQUE] : NULL,
                          (int32_t)blend);
}

static void write_layer(struct us_json_text *text, const struct us_log_event *event)
{
    us_log_layer_write(text, &event->of.layer);
}

static void write_submit(struct us_json_text *text, const struct us_log_event *event)
{
    write_ask(text, event->of.submit.ask);
    write_if_finite(text, "at_s", event->of.submit.at_s);
    if (event->of.submit.is_stray)
        us_json_text_bool(text, "stray", true);
    if (event->of.submit.apart != 0.0)
        write_if_finite(text, "apart", event->of.submit.apart);
    write_time_ms(text, "wall_frame_ms", event->of.submit.frame_ms);
    us_log_event_write_result(text, event->of.submit.result);
    write_blend(text, event->of.submit.blend);
    us_log_layer_write_chain(text, &event->of.submit.chain);
    us_json_text_value(text, "layers", "[");
    uint32_t first = 0;
    for (uint32_t i = 0; i < layers_held(event); i++) {
        const struct us_log_event_layer *layer = &event->of.submit.layers[i];
        uint32_t room = US_LOG_EVENT_POSES_MAX - first;
        uint32_t count = layer->pose_count < room ? layer->pose_count : room;
        us_json_text_value(text, NULL, "{");
        us_json_text_string(text, "kind", us_xr_names_layer(layer->type));
        write_space_number(text, "space", layer->space);
        if (layer->type == XR_TYPE_COMPOSITION_LAYER_PROJECTION)
            write_poses(text, "poses", event->of.submit.poses + first, count);
        else if (count > 0)
            write_pose(text, "pose", &event->of.submit.poses[first]);
        us_json_text_raw(text, "}");
        first += count;
    }
    us_json_text_raw(text, "]");
    if (event->of.submit.layer_count > US_LOG_EVENT_LAYERS_MAX)
        us_json_text_integer(text, "more",
                             (int64_t)event->of.submit.layer_count - US_LOG_EVENT_LAYERS_MAX);
}

static void write_wait(struct us_json_text *text, const struct us_log_event *event)
{
    us_json_text_integer(text, "wall_count", (int64_t)event->of.wait.count);
    us_json_text_bool(text, "render", event->of.wait.render);
    us_json_text_integer(text, "wall_time_ns", event->of.wait.time_ns);
    us_json_text_integer(text, "wall_period_ns", event->of.wait.period_ns);
    write_if_finite(text, "at_s", event->of.wait.at_s);
    write_time_ms(text, "wall_spent_ms", event->of.wait.spent_ms);
    write_time_ms(text, "wall_processor_ms", event->of.wait.processor_ms);
}

void us_log_event_flags(XrSpaceLocationFlags flags, XrSpaceVelocityFlags velocity_flags,
                        char out[US_LOG_EVENT_FLAGS_SIZE])
{
    static const struct {
        XrFlags64 bit;
        char letter;
    } places[] = {
        {XR_SPACE_LOCATION_ORIENTATION_VALID_BIT, 'o'},
        {XR_SPACE_LOCATION_POSITION_VALID_BIT, 'p'},
        {XR_SPACE_LOCATION_ORIENTATION_TRACKED_BIT, 'O'},
        {XR_SPACE_LOCATION_POSITION_TRACKED_BIT, 'P'},
    };
    unsigned count = 0;
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++)
        if (flags & places[i].bit)
            out[count++] = places[i].letter;
    if (velocity_flags & XR_SPACE_VELOCITY_LINEAR_VALID_BIT)
        out[count++] = 'v';
    if (velocity_flags & XR_SPACE_VELOCITY_ANGULAR_VALID_BIT)
        out[count++] = 'w';
    out[count] = '\0';
}

static void write_flags(struct us_json_text *text, XrSpaceLocationFlags flags,
                        XrSpaceVelocityFlags velocity_flags)
{
    char letters[US_LOG_EVENT_FLAGS_SIZE];
    us_log_event_flags(flags, velocity_flags, letters);
    us_json_text_string(text, "flags", letters);
}

static void write_locate(struct us_json_text *text, const struct us_log_event *event)
{
    us_json_text_string(text, "call", event->of.locate.call.text);
    write_space_number(text, "space", event->of.locate.space);
    write_space_number(text, "base", event->of.locate.base);
    write_answer(text, &event->of.locate.answer);
    write_flags(text, event->of.locate.flags,
                event->of.locate.has_velocity ? event->of.locate.velocity_flags : 0);
    write_pose(text, "pose", &event->of.locate.pose);
    if (!event->of.locate.has_velocity)
        return;
    const XrVector3f *linear = &event->of.locate.linear, *angular = &event->of.locate.angular;
    const float values[6] = {linear->x, linear->y, linear->z, angular->x, angular->y, angular->z};
    us_json_text_numbers(text, "velocity", values, 6);
}

static void write_views(struct us_json_text *text, const struct us_log_event *event)
{
    uint32_t count = event->of.views.count;
    count = count < US_LOG_EVENT_VIEWS_MAX ? count : US_LOG_EVENT_VIEWS_MAX;
    write_space_number(text, "base", event->of.views.base);
    write_answer(text, &event->of.views.answer);
    /* The bits of XrViewStateFlags are those of XrSpaceLocationFlags. */
    write_flags(text, event->of.views.flags, 0);
    write_poses(text, "poses", event->of.views.poses, count);
    us_json_text_value(text, "fovs", "[");
    for (uint32_t i = 0; i < count; i++)
        us_log_layer_write_fov(text, NULL, &event->of.views.fovs[i]);
    us_json_text_raw(text, "]");
}

static void write_hand(struct us_json_text *text, const struct us_log_event *event)
{
    us_json_text_string(text, "hand", event->of.hand.is_right ? "right" : "left");
    write_space_number(text, "base", event->of.hand.base);
    write_answer(text, &event->of.hand.answer);
    us_json_text_bool(text, "active", event->of.hand.active);
    if (event->of.hand.active)
        write_poses(text, "joints", event->of.hand.joints, XR_HAND_JOINT_COUNT_EXT);
}

static void write_marker(struct us_json_text *text, const struct us_log_event *event)
{
    us_json_text_string(text, "name", event->of.marker.name);
    us_json_text_number(text, "at_s", event->of.marker.at_s);
    write_resident(text, event->of.marker.resident_kb);
}

static void write_fault(struct us_json_text *text, const struct us_log_event *event)
{
    us_json_text_string(text, "what", event->of.fault.what.text);
    us_json_text_string(text, "kind", event->of.fault.kind.text);
    us_json_text_string(text, "fault", event->of.fault.item);
    us_json_text_number(text, "at_s", event->of.fault.at_s);
}

static void write_late(struct us_json_text *text, const struct us_log_event *event)
{
    us_json_text_integer(text, "wall_count", (int64_t)event->of.late.count);
}

static void write_sync(struct us_json_text *text, const struct us_log_event *event)
{
    us_log_event_write_result(text, event->of.sync.result);
}

static void write_ready_text(struct us_json_text *text, const struct us_log_event *event)
{
    us_json_text_value(text, NULL, event->of.text);
}

static void write_long_text(struct us_json_text *text, const struct us_log_event *event)
{
    us_json_text_value(text, NULL, event->of.long_text);
}

static const struct {
    const char *name; /* NULL: the text has it */
    void (*write)(struct us_json_text *, const struct us_log_event *);
} kinds[US_LOG_EVENT_KINDS] = {
    [US_LOG_EVENT_TEXT] = {NULL, write_ready_text},
    [US_LOG_EVENT_LONG_TEXT] = {NULL, write_long_text},
    [US_LOG_EVENT_PLAY] = {"play", write_play},
    [US_LOG_EVENT_MARKER] = {"marker", write_marker},
    [US_LOG_EVENT_FAULT] = {"fault", write_fault},
    [US_LOG_EVENT_SPACE] = {"space", write_space},
    [US_LOG_EVENT_ACTION] = {"action", write_action},
    [US_LOG_EVENT_HAPTIC] = {"haptic", write_haptic},
    [US_LOG_EVENT_ERROR] = {"error", write_error},
    [US_LOG_EVENT_LAYERS] = {"layers", write_kinds},
    [US_LOG_EVENT_LAYER] = {"layer", write_layer},
    [US_LOG_EVENT_LATE] = {"late", write_late},
    [US_LOG_EVENT_WAIT] = {"wait", write_wait},
    [US_LOG_EVENT_SUBMIT] = {"submit", write_submit},
    [US_LOG_EVENT_SYNC] = {"sync", write_sync},
    [US_LOG_EVENT_LOCATE] = {"locate", write_locate},
    [US_LOG_EVENT_VIEWS] = {"views", write_views},
    [US_LOG_EVENT_HAND] = {"hand", write_hand},
};

uint32_t us_log_event_write(const struct us_log_event *event, uint64_t number, int64_t log_began_ns,
                            char *out, uint32_t out_size)
{
    struct us_json_text text;
    us_json_text_init(&text, out, out_size);
    us_json_text_raw(&text, "{");
    us_json_text_integer(&text, "n", (int64_t)number);
    double wall_ms = (double)(event->wall_ns - log_began_ns) / 1e6;
    us_json_text_number(&text, "wall_ms", round(wall_ms * 1e3) / 1e3);
    if (event->frame >= 0)
        us_json_text_integer(&text, "frame", event->frame);
    if (kinds[event->kind].name != NULL)
        us_json_text_string(&text, "e", kinds[event->kind].name);
    if (event->session > 0 && kinds[event->kind].name != NULL)
        us_json_text_integer(&text, "session", event->session);
    kinds[event->kind].write(&text, event);
    us_json_text_raw(&text, "}\n");
    return us_json_text_finish(&text);
}
