/* SPDX-License-Identifier: MIT */
#include "report.h"

#include "eventlog/log_event.h"
#include "openxr/xr_names.h"
#include "platform/time.h"

#include <math.h>
#include <string.h>

const char *probe_report_reference_name(XrReferenceSpaceType type)
{
    const char *name = us_xr_names_reference(type);
    return name != NULL ? name : "UNKNOWN";
}

/* Members follow in report->text. The spy runs in programs that may have chosen a locale with a
 * decimal comma. */
static void begin_event(struct probe_report *report, struct us_log_event *event)
{
    us_numbers_begin(&report->numbers);
    event->wall_ns = us_time_now_ns();
    uint32_t length = us_log_event_write(event, ++report->number, report->began_ns, report->line,
                                         PROBE_REPORT_LINE_SIZE);
    us_json_text_init(&report->text, report->line, PROBE_REPORT_LINE_SIZE);
    if (length < 2)
        report->text.overflown = true;
    else
        report->text.at += length - 2; /* without "}\n" */
}

struct us_json_text *probe_report_begin(struct probe_report *report, const char *name)
{
    struct us_log_event event = {.kind = US_LOG_EVENT_TEXT, .frame = report->frame};
    snprintf(event.of.text, sizeof event.of.text, "\"e\":\"%s\"", name);
    begin_event(report, &event);
    return &report->text;
}

void probe_report_end(struct probe_report *report)
{
    us_json_text_raw(&report->text, "}\n");
    uint32_t length = us_json_text_finish(&report->text);
    us_numbers_end(&report->numbers);
    if (report->out == NULL || report->failed)
        return;
    if (length == 0 || fwrite(report->line, 1, length, report->out) != length ||
        fflush(report->out) != 0)
        report->failed = true;
}

void probe_report_init(struct probe_report *report, FILE *out, const char *writer)
{
    memset(report, 0, sizeof *report);
    report->out = out;
    report->frame = -1;
    report->began_ns = us_time_now_ns();
    struct us_json_text *text = probe_report_begin(report, "log");
    us_json_text_integer(text, "version", 1);
    us_json_text_string(text, "layer", writer);
    us_json_text_string(text, "level", "calls");
    probe_report_end(report);
}

void probe_report_finish(struct probe_report *report)
{
    report->out = NULL;
}

void probe_report_pose(struct us_json_text *text, const char *name, const XrPosef *pose)
{
    const XrVector3f *p = &pose->position;
    const XrQuaternionf *q = &pose->orientation;
    us_json_text_numbers(text, name, (const float[]){p->x, p->y, p->z, q->x, q->y, q->z, q->w}, 7);
}

/* The time as a number of frames since frame 0; NaN before it. */
static double ask_of(const struct probe_report *report, XrTime time)
{
    if (report->frame < 0)
        return (double)NAN;
    int64_t first = report->frame - PROBE_REPORT_TIMES + 1;
    int64_t n = report->frame;
    for (first = first < 0 ? 0 : first; n > first; n--)
        if (report->times[n % PROBE_REPORT_TIMES] <= time)
            break;
    XrTime at = report->times[n % PROBE_REPORT_TIMES];
    XrDuration length = report->period;
    if (n < report->frame)
        length = report->times[(n + 1) % PROBE_REPORT_TIMES] - at;
    return (double)n + (length > 0 ? (double)(time - at) / (double)length : 0.0);
}

/* The frame to which a question about a time belongs, by understudy-log(5). */
static int64_t frame_of(const struct probe_report *report, double ask)
{
    if (!isfinite(ask))
        return -1;
    double frame = floor(ask + 5e-4);
    if (fabs((double)report->frame - frame) > 8.0)
        return report->frame;
    return frame < 0.0 ? 0 : (int64_t)frame;
}

static struct us_log_event_answer answer_at(struct probe_report *report, XrTime time)
{
    return (struct us_log_event_answer){
        .ask = ask_of(report, time), .at_s = (double)NAN, .from = US_SOURCE_UNKNOWN};
}

static struct us_log_event begin_at(struct probe_report *report, enum us_log_event_kind kind,
                                    XrTime time)
{
    return (struct us_log_event){
        .kind = kind, .frame = frame_of(report, ask_of(report, time)), .session = 0};
}

static void write_time(struct probe_report *report, XrTime time)
{
    us_json_text_integer(&report->text, "wall_time_ns", time);
}

static void begin_error(struct probe_report *report, const char *call, XrResult result, XrTime time)
{
    struct us_log_event event = begin_at(report, US_LOG_EVENT_ERROR, time);
    event.of.error.call = us_log_event_word(call);
    event.of.error.result = result;
    begin_event(report, &event);
}

void probe_report_session_created(struct probe_report *report)
{
    report->focused = false;
    report->frame = -1;
    report->waits = 0;
    struct us_json_text *text = probe_report_begin(report, "session");
    us_json_text_integer(text, "session", ++report->sessions);
    us_json_text_string(text, "what", "created");
    probe_report_end(report);
}

void probe_report_session_state(struct probe_report *report, XrSessionState state, XrTime time)
{
    report->focused |= state == XR_SESSION_STATE_FOCUSED;
    struct us_json_text *text = probe_report_begin(report, "state");
    us_json_text_integer(text, "session", report->sessions);
    us_json_text_string(text, "state", us_xr_names_state(state));
    write_time(report, time);
    probe_report_end(report);
}

void probe_report_frame(struct probe_report *report, XrTime time, XrDuration period, bool render)
{
    if (report->focused || report->frame >= 0)
        report->times[++report->frame % PROBE_REPORT_TIMES] = time;
    report->period = period;
    struct us_log_event event = {
        .kind = US_LOG_EVENT_WAIT, .frame = report->frame, .session = report->sessions};
    event.of.wait.count = ++report->waits;
    event.of.wait.time_ns = time;
    event.of.wait.period_ns = period;
    event.of.wait.at_s = (double)NAN;
    event.of.wait.render = render;
    begin_event(report, &event);
    probe_report_end(report);
}

void probe_report_sync(struct probe_report *report, XrResult result)
{
    struct us_log_event event = {
        .kind = US_LOG_EVENT_SYNC, .frame = report->frame, .session = report->sessions};
    event.of.sync.result = result;
    begin_event(report, &event);
    probe_report_end(report);
}

static uint32_t write_space(struct probe_report *report, struct us_log_event *event,
                            const char *kind, const XrPosef *offset)
{
    event->kind = US_LOG_EVENT_SPACE;
    event->frame = report->frame;
    event->of.space.space = ++report->spaces;
    event->of.space.kind = us_log_event_word(kind);
    event->of.space.pose = *offset;
    begin_event(report, event);
    probe_report_end(report);
    return report->spaces;
}

uint32_t probe_report_reference_created(struct probe_report *report, XrReferenceSpaceType type,
                                        const XrPosef *offset)
{
    struct us_log_event event = {.of.space.type_value = type};
    return write_space(report, &event, "reference", offset);
}

static void copy_name(char out[US_LOG_EVENT_NAME_SIZE], const char *name)
{
    snprintf(out, US_LOG_EVENT_NAME_SIZE, "%s", name != NULL ? name : "");
}

uint32_t probe_report_action_space_created(struct probe_report *report, const char *action,
                                           const char *subaction, const XrPosef *offset)
{
    struct us_log_event event = {.frame = 0};
    copy_name(event.of.space.action, action);
    copy_name(event.of.space.subaction, subaction);
    return write_space(report, &event, "action", offset);
}

static void write_space_names(struct probe_report *report, const struct probe_report_space *space,
                              struct probe_report_space base, XrTime time)
{
    if (space != NULL)
        us_json_text_string(&report->text, "space_name", space->name);
    us_json_text_string(&report->text, "base_name", base.name);
    write_time(report, time);
}

static void locate(struct probe_report *report, const char *call, XrTime time,
                   struct probe_report_space space, struct probe_report_space base,
                   const XrSpaceLocationData *location, const XrSpaceVelocityData *velocity)
{
    struct us_log_event event = begin_at(report, US_LOG_EVENT_LOCATE, time);
    event.of.locate.call = us_log_event_word(call);
    event.of.locate.space = space.number;
    event.of.locate.base = base.number;
    event.of.locate.answer = answer_at(report, time);
    event.of.locate.flags = location->locationFlags;
    event.of.locate.pose = location->pose;
    event.of.locate.has_velocity = velocity != NULL;
    if (velocity != NULL) {
        event.of.locate.velocity_flags = velocity->velocityFlags;
        event.of.locate.linear = velocity->linearVelocity;
        event.of.locate.angular = velocity->angularVelocity;
    }
    begin_event(report, &event);
}

void probe_report_locate_space(struct probe_report *report, XrResult result, XrTime time,
                               struct probe_report_space space, struct probe_report_space base,
                               const XrSpaceLocation *location, const XrSpaceVelocity *velocity,
                               const XrEyeGazeSampleTimeEXT *sample_time)
{
    if (XR_FAILED(result)) {
        begin_error(report, "xrLocateSpace", result, time);
    } else {
        const XrSpaceLocationData data = {location->locationFlags, location->pose};
        XrSpaceVelocityData moving;
        if (velocity != NULL)
            moving = (XrSpaceVelocityData){velocity->velocityFlags, velocity->linearVelocity,
                                           velocity->angularVelocity};
        locate(report, "xrLocateSpace", time, space, base, &data,
               velocity != NULL ? &moving : NULL);
        if (sample_time != NULL)
            us_json_text_integer(&report->text, "wall_sample_ns", sample_time->time);
    }
    write_space_names(report, &space, base, time);
    probe_report_end(report);
}

void probe_report_locate_spaces(struct probe_report *report, XrResult result, XrTime time,
                                struct probe_report_space space, struct probe_report_space base,
                                const XrSpaceLocationData *location,
                                const XrSpaceVelocityData *velocity)
{
    if (XR_FAILED(result))
        begin_error(report, "xrLocateSpaces", result, time);
    else
        locate(report, "xrLocateSpaces", time, space, base, location, velocity);
    write_space_names(report, &space, base, time);
    probe_report_end(report);
}

void probe_report_locate_views(struct probe_report *report, XrResult result, XrTime time,
                               struct probe_report_space base, XrViewStateFlags flags,
                               const XrView *views, uint32_t view_count)
{
    if (XR_FAILED(result)) {
        begin_error(report, "xrLocateViews", result, time);
    } else {
        struct us_log_event event = begin_at(report, US_LOG_EVENT_VIEWS, time);
        event.of.views.base = base.number;
        event.of.views.count = view_count;
        event.of.views.answer = answer_at(report, time);
        event.of.views.flags = flags;
        for (uint32_t i = 0; i < view_count && i < US_LOG_EVENT_VIEWS_MAX; i++) {
            event.of.views.poses[i] = views[i].pose;
            event.of.views.fovs[i] = views[i].fov;
        }
        begin_event(report, &event);
    }
    write_space_names(report, NULL, base, time);
    probe_report_end(report);
}

static void write_joint_flags(struct us_json_text *text, const XrHandJointLocationsEXT *locations,
                              const XrHandJointVelocitiesEXT *velocities)
{
    us_json_text_value(text, "joint_flags", "[");
    for (uint32_t i = 0; i < locations->jointCount; i++) {
        char letters[US_LOG_EVENT_FLAGS_SIZE];
        us_log_event_flags(locations->jointLocations[i].locationFlags,
                           velocities != NULL ? velocities->jointVelocities[i].velocityFlags : 0,
                           letters);
        us_json_text_string(text, NULL, letters);
    }
    us_json_text_raw(text, "]");
}

static void write_joints(struct us_json_text *text, const XrHandJointLocationsEXT *locations,
                         const XrHandJointVelocitiesEXT *velocities)
{
    float radii[XR_HAND_JOINT_COUNT_EXT] = {0};
    uint32_t count = locations->jointCount;
    count = count < XR_HAND_JOINT_COUNT_EXT ? count : XR_HAND_JOINT_COUNT_EXT;
    for (uint32_t i = 0; i < count; i++)
        radii[i] = locations->jointLocations[i].radius;
    us_json_text_numbers(text, "radii", radii, count);
    if (velocities == NULL)
        return;
    us_json_text_value(text, "velocities", "[");
    for (uint32_t i = 0; i < velocities->jointCount; i++) {
        const XrVector3f *v = &velocities->jointVelocities[i].linearVelocity;
        const XrVector3f *w = &velocities->jointVelocities[i].angularVelocity;
        us_json_text_numbers(text, NULL, (const float[]){v->x, v->y, v->z, w->x, w->y, w->z}, 6);
    }
    us_json_text_raw(text, "]");
}

void probe_report_locate_joints(struct probe_report *report, XrResult result, XrTime time,
                                XrHandEXT hand, struct probe_report_space base,
                                const XrHandJointLocationsEXT *locations,
                                const XrHandJointVelocitiesEXT *velocities)
{
    if (XR_FAILED(result)) {
        begin_error(report, "xrLocateHandJointsEXT", result, time);
    } else {
        struct us_log_event event = begin_at(report, US_LOG_EVENT_HAND, time);
        event.of.hand.is_right = hand == XR_HAND_RIGHT_EXT;
        event.of.hand.active = locations->isActive;
        event.of.hand.base = base.number;
        event.of.hand.answer = answer_at(report, time);
        for (uint32_t i = 0; i < locations->jointCount && i < XR_HAND_JOINT_COUNT_EXT; i++)
            event.of.hand.joints[i] = locations->jointLocations[i].pose;
        begin_event(report, &event);
        write_joint_flags(&report->text, locations, velocities);
        if (locations->isActive)
            write_joints(&report->text, locations, velocities);
    }
    write_space_names(report, NULL, base, time);
    probe_report_end(report);
}

static void write_action(struct probe_report *report, const char *call, XrResult result,
                         XrTime time, const struct probe_report_action *action,
                         struct us_log_event *event, XrTime changed)
{
    event->kind = US_LOG_EVENT_ACTION;
    event->frame = report->frame;
    event->of.action.from = US_SOURCE_UNKNOWN;
    copy_name(event->of.action.action, action->name);
    copy_name(event->of.action.subaction, action->subaction);
    if (XR_SUCCEEDED(result)) {
        begin_event(report, event);
        if (event->of.action.type != XR_ACTION_TYPE_POSE_INPUT)
            us_json_text_integer(&report->text, "wall_change_ns", changed);
    } else {
        begin_error(report, call, result, time);
        us_json_text_string(&report->text, "action", action->name);
    }
    write_time(report, time);
    probe_report_end(report);
}

/* The writer of one type of actions; `x_of` and `y_of` are what its state has as numbers. */
#define ACTION_WRITER(function, State, call, type_of, x_of, y_of)                                  \
    void function(struct probe_report *report, XrResult result, XrTime time,                       \
                  const struct probe_report_action *action, const State *state)                    \
    {                                                                                              \
        struct us_log_event event = {.of.action = {.type = type_of,                                \
                                                   .active = state->isActive,                      \
                                                   .changed = state->changedSinceLastSync,         \
                                                   .x = x_of,                                      \
                                                   .y = y_of}};                                    \
        write_action(report, call, result, time, action, &event, state->lastChangeTime);           \
    }
ACTION_WRITER(probe_report_action_boolean, XrActionStateBoolean, "xrGetActionStateBoolean",
              XR_ACTION_TYPE_BOOLEAN_INPUT, state->currentState ? 1.0f : 0.0f, 0.0f)
ACTION_WRITER(probe_report_action_float, XrActionStateFloat, "xrGetActionStateFloat",
              XR_ACTION_TYPE_FLOAT_INPUT, state->currentState, 0.0f)
ACTION_WRITER(probe_report_action_vector2f, XrActionStateVector2f, "xrGetActionStateVector2f",
              XR_ACTION_TYPE_VECTOR2F_INPUT, state->currentState.x, state->currentState.y)
#undef ACTION_WRITER

void probe_report_action_pose(struct probe_report *report, XrResult result, XrTime time,
                              const struct probe_report_action *action,
                              const XrActionStatePose *state)
{
    struct us_log_event event = {
        .of.action = {.type = XR_ACTION_TYPE_POSE_INPUT, .active = state->isActive}};
    write_action(report, "xrGetActionStatePose", result, time, action, &event, 0);
}

void probe_report_profile(struct probe_report *report, const char *user, const char *profile)
{
    struct us_json_text *text = probe_report_begin(report, "profile");
    us_json_text_string(text, "user", user);
    us_json_text_string(text, "profile", profile[0] != '\0' ? profile : NULL);
    probe_report_end(report);
}

void probe_report_haptic(struct probe_report *report, XrResult result, XrTime time,
                         const struct probe_report_action *action,
                         const XrHapticVibration *vibration)
{
    struct us_log_event event = {.kind = US_LOG_EVENT_HAPTIC,
                                 .frame = report->frame,
                                 .of.haptic = {.is_stop = vibration == NULL, .result = result}};
    copy_name(event.of.haptic.action, action->name);
    copy_name(event.of.haptic.subaction, action->subaction);
    if (vibration != NULL) {
        event.of.haptic.duration_ns = vibration->duration;
        event.of.haptic.frequency = vibration->frequency;
        event.of.haptic.amplitude = vibration->amplitude;
    }
    begin_event(report, &event);
    write_time(report, time);
    probe_report_end(report);
}

static void add_poses(struct us_log_event *event, struct us_log_event_layer *out,
                      const XrCompositionLayerBaseHeader *layer, uint32_t *first)
{
    uint32_t room = US_LOG_EVENT_POSES_MAX - *first;
    XrPosef *poses = event->of.submit.poses + *first;
    if (room == 0)
        return;
    if (layer->type == XR_TYPE_COMPOSITION_LAYER_PROJECTION) {
        const XrCompositionLayerProjection *projection = (const void *)layer;
        uint32_t count = projection->viewCount < room ? projection->viewCount : room;
        for (uint32_t i = 0; i < count; i++)
            poses[i] = projection->views[i].pose;
        out->pose_count = (uint8_t)count;
    } else if (layer->type == XR_TYPE_COMPOSITION_LAYER_CUBE_KHR) {
        const XrCompositionLayerCubeKHR *cube = (const void *)layer;
        poses[0] = (XrPosef){cube->orientation, {0, 0, 0}};
        out->pose_count = 1;
    } else if (strcmp(us_xr_names_layer(layer->type), "other") != 0 &&
               strcmp(us_xr_names_layer(layer->type), "passthrough") != 0) {
        /* The other shapes all begin as a quad does. */
        poses[0] = ((const XrCompositionLayerQuad *)(const void *)layer)->pose;
        out->pose_count = 1;
    }
    *first += out->pose_count;
}

void probe_report_end_frame(struct probe_report *report, XrResult result,
                            const XrFrameEndInfo *info, probe_report_find_space_fn find_space,
                            void *user)
{
    struct us_log_event event = begin_at(report, US_LOG_EVENT_SUBMIT, info->displayTime);
    uint32_t first = 0, count = 0;
    event.session = report->sessions;
    event.of.submit.ask = ask_of(report, info->displayTime);
    event.of.submit.at_s = (double)NAN;
    event.of.submit.result = result;
    for (uint32_t i = 0; XR_SUCCEEDED(result) && i < info->layerCount; i++) {
        if (info->layers[i] == NULL || count == US_LOG_EVENT_LAYERS_MAX)
            continue;
        struct us_log_event_layer *layer = &event.of.submit.layers[count++];
        *layer = (struct us_log_event_layer){.type = info->layers[i]->type};
        if (layer->type != 1000118002 && layer->type != 1000317002) /* no space of a passthrough */
            layer->space = find_space(user, info->layers[i]->space).number;
        add_poses(&event, layer, info->layers[i], &first);
    }
    event.of.submit.layer_count = count;
    begin_event(report, &event);
    write_time(report, info->displayTime);
    probe_report_end(report);
}
