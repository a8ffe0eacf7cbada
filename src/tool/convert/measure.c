/* SPDX-License-Identifier: MIT */
#include "tool/convert/conversion.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "session/open_recording.h"
#include "tool/convert/base/frame_losses.h"
#include "tool/convert/base/pairing.h"
#include "tool/edit/stage/sinks.h"

/* The poses of a frame, together where there are many. */
enum { HEAD, GAZE, POSES, AIMS = POSES + 10, HANDS = AIMS + 2, CHANNELS = HANDS + 2 };
static const char *const channels[CHANNELS] = {"head",
                                               "gaze",
                                               "left grip",
                                               "left aim",
                                               "left palm pose",
                                               "left pinch pose",
                                               "left poke pose",
                                               "right grip",
                                               "right aim",
                                               "right palm pose",
                                               "right pinch pose",
                                               "right poke pose",
                                               "left aim state",
                                               "right aim state",
                                               "left hand",
                                               "right hand"};
_Static_assert(US_SESSION_HANDS *US_SESSION_POSES == 10, "the names above");

/* The inputs at a time. */
struct inputs {
    const struct us_session_components *table;
    struct us_session_input values;
};

struct tool_measure {
    struct tool_edit_stage stage; /* the first member */
    const struct tool_edit_outline *outline;
    enum tool_convert_kind kind;
    struct us_loaded_recording made;    /* of a recording */
    struct tool_convert_source *source; /* of another kind */
    struct us_session_message *next;    /* of the source: the message that comes next */
    struct inputs in, out;
    struct us_session_frame frame, other; /* the frame that waits, and the output's */
    bool has_frame;
    uint64_t frames, frames_before, frames_lost, lost[CHANNELS], extra[CHANNELS];
    uint64_t topics[US_SESSION_TOPICS]; /* messages */
    struct tool_frame_losses of_frames; /* of an input animation file */
    uint64_t others; /* frames of a source of which anything but a pose or a control differs */
    uint64_t controls_lost, controls_extra, controls_changed, profiles;
    bool control_lost[US_SESSION_COMPONENTS_MAX];
    struct tool_edit_distance worst;
};

static bool has_source(const struct tool_measure *measure)
{
    return measure->source != NULL;
}

/* ---- What the output holds ---- */

/* Goes to the frame of a time, and to its input; false in `out_found`: the source lacks it. */
static enum us_result read_source(struct tool_measure *measure, int64_t time_ns, bool *out_found,
                                  struct us_error *error)
{
    const int64_t wanted_ns = time_ns - measure->outline->origin_ns;
    const int64_t origin_ns = measure->source->outline.origin_ns;
    enum us_result result = US_OK;
    *out_found = false;
    while (result == US_OK && measure->next != NULL &&
           measure->next->time_ns - origin_ns <= wanted_ns) {
        if (measure->next->topic == US_SESSION_TOPIC_INPUT) {
            measure->out.values = measure->next->of.input;
        } else {
            measure->other = measure->next->of.frame;
            *out_found = measure->other.time_ns - origin_ns == wanted_ns;
        }
        result = measure->source->next(measure->source, &measure->next, error);
    }
    return result;
}

static void read_inputs(struct tool_measure *measure, double at_s)
{
    static struct us_input_sample sample;
    struct us_session_input *out = &measure->out.values;
    memset(out, 0, sizeof *out);
    if (measure->made.session == NULL)
        return;
    us_sampler_inputs(measure->made.sampler, at_s, &sample);
    if (sample.how == US_HOW_ABSENT || sample.how == US_HOW_BEFORE_START)
        return;
    memcpy(out->profiles, sample.profiles, sizeof out->profiles);
    out->count = sample.count;
    for (uint32_t i = 0; i < sample.count; i++) {
        out->active[i] = sample.active[i];
        out->values[i] = (struct us_session_value){sample.values[i].x, sample.values[i].y};
        out->truths[i] = sample.truths[i];
    }
}

static enum us_result read_recording(struct tool_measure *measure, int64_t time_ns,
                                     struct us_error *error)
{
    const double at_s = tool_edit_seconds(measure->outline, time_ns);
    if (tool_edit_frame_at(measure->made.sampler, at_s, true, &measure->other, error) != US_OK)
        return US_ERROR_FILE;
    read_inputs(measure, at_s);
    return US_OK;
}

/* ---- Comparing ---- */

static unsigned channel_of(unsigned track)
{
    return track < TOOL_EDIT_TRACK_JOINTS
               ? track
               : HANDS + (track - TOOL_EDIT_TRACK_JOINTS) / US_SESSION_JOINTS;
}

static void compare_track(struct tool_measure *measure, unsigned index)
{
    struct tool_edit_track a, b;
    const uint8_t in =
        tool_edit_track(&measure->frame, index, &a) ? a.valid & US_SESSION_BOTH_VALID : 0;
    const uint8_t out =
        tool_edit_track(&measure->other, index, &b) ? b.valid & US_SESSION_BOTH_VALID : 0;
    /* An input animation file has the gaze as a ray, and knows no position without rotation. */
    const bool is_ray = index == TOOL_EDIT_TRACK_GAZE && measure->kind == TOOL_CONVERT_ANIMATION;
    measure->lost[channel_of(index)] += (in & ~out) != 0;
    measure->extra[channel_of(index)] += (out & ~in) != 0;
    if ((in & out) != 0)
        tool_edit_track_distance(&a, &b, is_ray, &measure->worst);
}

/* Counts the controls that are active in `a` and not in `b`, and those whose values differ. */
static void compare_controls(const struct inputs *a, const struct inputs *b, uint64_t *out_lost,
                             uint64_t *out_changed, bool *out_which)
{
    const uint32_t count = b->table != NULL ? b->table->count : 0;
    for (uint32_t i = 0; a->table != NULL && i < a->table->count; i++) {
        const uint32_t place =
            count > 0 ? us_session_component_find(b->table, a->table->components[i].path, i) : 0;
        const struct us_session_value *value = &a->values.values[i], *other;
        if (a->values.active[i] == 0)
            continue;
        if (place >= count || b->values.active[place] == 0) {
            ++*out_lost;
            if (out_which != NULL)
                out_which[i] = true;
            continue;
        }
        other = &b->values.values[place];
        *out_changed += memcmp(value, other, sizeof *value) != 0 ||
                        a->values.truths[i] != b->values.truths[place];
    }
}

static const char *profile_of(const struct inputs *inputs, unsigned user)
{
    return inputs->table != NULL
               ? us_session_profile_path(inputs->table, inputs->values.profiles[user])
               : "";
}

static enum us_result compare_frame(struct tool_measure *measure, struct us_error *error)
{
    bool is_found = true;
    uint64_t ignored = 0;
    if (!measure->has_frame)
        return US_OK;
    measure->has_frame = false;
    if (!has_source(measure) && measure->frame.time_ns < measure->outline->start_ns) {
        measure->frames_before += measure->kind == TOOL_CONVERT_ANIMATION;
        return US_OK;
    }
    enum us_result result = has_source(measure)
                                ? read_source(measure, measure->frame.time_ns, &is_found, error)
                                : read_recording(measure, measure->frame.time_ns, error);
    if (result != US_OK)
        return result;
    measure->frames++;
    measure->frames_lost += !is_found;
    if (!is_found)
        return US_OK;
    if (measure->kind == TOOL_CONVERT_ANIMATION)
        tool_frame_losses_count(&measure->of_frames, &measure->frame);
    measure->others += has_source(measure) && measure->outline->is_session &&
                       tool_frame_losses_is_other(&measure->frame, &measure->other);
    for (unsigned i = 0; i < TOOL_EDIT_TRACKS; i++)
        compare_track(measure, i);
    compare_controls(&measure->in, &measure->out, &measure->controls_lost,
                     &measure->controls_changed, measure->control_lost);
    compare_controls(&measure->out, &measure->in, &measure->controls_extra, &ignored, NULL);
    for (unsigned user = 0; user < US_SESSION_USERS; user++)
        measure->profiles +=
            strcmp(profile_of(&measure->in, user), profile_of(&measure->out, user)) != 0;
    return US_OK;
}

static enum us_result take(struct tool_edit_stage *stage, struct us_session_message *message,
                           struct us_error *error)
{
    struct tool_measure *measure = (struct tool_measure *)stage;
    enum us_result result = US_OK;
    const bool is_frame = message->topic == US_SESSION_TOPIC_FRAME;
    const bool is_input = message->topic == US_SESSION_TOPIC_INPUT;
    measure->topics[message->topic]++;
    if (is_frame ||
        (is_input && message->time_ns > measure->frame.time_ns + US_SESSION_INPUT_AHEAD_NS))
        result = compare_frame(measure, error);
    if (is_frame) {
        measure->frame = message->of.frame;
        measure->has_frame = true;
    }
    if (is_input)
        measure->in.values = message->of.input;
    return result;
}

static enum us_result end(struct tool_edit_stage *stage, struct us_error *error)
{
    return compare_frame((struct tool_measure *)stage, error);
}

/* ---- The report ---- */

static void report_controls(const struct tool_measure *measure, struct tool_loss *loss)
{
    char names[128] = "";
    unsigned count = 0;
    for (uint32_t i = 0; i < US_SESSION_COMPONENTS_MAX; i++) {
        if (!measure->control_lost[i])
            continue;
        const char *path = measure->in.table->components[i].path;
        if (count++ < 2)
            snprintf(names + strlen(names), sizeof names - strlen(names), "%s%.50s",
                     count > 1 ? ", " : "", path);
    }
    tool_loss_add(loss, TOOL_LOSS_DROPPED, measure->controls_lost, "values of %u control%s: %s%s",
                  count, count == 1 ? "" : "s", names, count > 2 ? " and more" : "");
    tool_loss_count(loss, TOOL_LOSS_INVENTED, measure->controls_extra, NULL,
                    "values of controls, #");
    tool_loss_count(loss, TOOL_LOSS_RESAMPLED, measure->controls_changed, NULL,
                    "values of controls, #, which are others at their frame");
    tool_loss_count(loss, TOOL_LOSS_DROPPED, measure->profiles, NULL,
                    "interaction profiles, # times");
}

static void report_rest(const struct tool_measure *measure, struct tool_loss *loss)
{
    const bool has_rest = measure->kind == TOOL_CONVERT_SESSION;
    const uint64_t *topics = measure->topics;
    const struct {
        uint64_t count;
        bool is_lost;
        const char *what;
    } rest[] = {
        {topics[US_SESSION_TOPIC_EVENT], !has_rest, "events, #"},
        {topics[US_SESSION_TOPIC_HAPTIC], !has_rest, "haptic calls, #"},
        {topics[US_SESSION_TOPIC_STRUCT], !has_rest, "structs of unknown extensions, #"},
        {topics[US_SESSION_TOPIC_MESH], !has_rest, "parts of visibility masks and hand meshes, #"},
    };
    for (size_t i = 0; i < sizeof rest / sizeof rest[0]; i++)
        if (rest[i].is_lost)
            tool_loss_count(loss, TOOL_LOSS_DROPPED, rest[i].count, NULL, rest[i].what);
    tool_frame_losses_report(&measure->of_frames, loss);
}

static bool has_name(const struct tool_measure *measure, uint32_t place, const char *name)
{
    const struct us_recording *made = &measure->made.recording;
    return has_source(measure) ? strcmp(measure->source->outline.markers[place].name, name) == 0
                               : made->markers[place].name_length == strlen(name) &&
                                     memcmp(made->markers[place].name, name, strlen(name)) == 0;
}

/* A recording in memory has the times of its markers as float32. */
static bool has_time(const struct tool_measure *measure, uint32_t place, int64_t time_ns)
{
    const double wanted_s = tool_edit_seconds(measure->outline, time_ns);
    if (!has_source(measure))
        return fabs((double)measure->made.recording.markers[place].time_s - wanted_s) <=
               1e-8 + fabs(wanted_s) * 1.2e-7;
    const struct tool_edit_outline *made = &measure->source->outline;
    return made->markers[place].time_ns - made->origin_ns == time_ns - measure->outline->origin_ns;
}

/* Both are sorted by time. */
static void report_markers(const struct tool_measure *measure, struct tool_loss *loss)
{
    const struct tool_edit_outline *outline = measure->outline;
    const uint32_t made = has_source(measure) ? measure->source->outline.marker_count
                                              : measure->made.recording.marker_count;
    uint64_t renamed = 0, moved = 0;
    for (uint32_t i = 0; i < outline->marker_count && made == outline->marker_count; i++) {
        renamed += !has_name(measure, i, outline->markers[i].name);
        moved += !has_time(measure, i, outline->markers[i].time_ns);
    }
    tool_loss_count(loss, TOOL_LOSS_DROPPED, renamed, "marker",
                    "characters in the names of # that the file cannot hold");
    tool_loss_count(loss, TOOL_LOSS_RESAMPLED, moved, "marker", "the times of #");
    if (made != outline->marker_count)
        tool_loss_add(loss, TOOL_LOSS_DROPPED, 1, "markers: there are %u, and %u were there",
                      (unsigned)made, (unsigned)outline->marker_count);
}

void tool_measure_report(const struct tool_measure *measure, struct tool_loss *loss)
{
    loss->is_measured = true;
    loss->frames = measure->frames - (has_source(measure) ? measure->frames_lost : 0);
    loss->worst = measure->worst;
    tool_loss_count(loss, TOOL_LOSS_DROPPED, measure->frames_before, "frame",
                    "# before the app had the focus");
    tool_loss_count(loss, TOOL_LOSS_DROPPED, measure->frames_lost, NULL, "frames, #");
    for (unsigned i = 0; i < CHANNELS; i++) {
        tool_loss_add(loss, TOOL_LOSS_DROPPED, measure->lost[i], "%s, %s", channels[i],
                      tool_edit_count(measure->lost[i], "pose").text);
        tool_loss_add(loss, TOOL_LOSS_INVENTED, measure->extra[i],
                      "%s, %llu poses or parts of poses that were not valid", channels[i],
                      (unsigned long long)measure->extra[i]);
    }
    tool_loss_count(
        loss, TOOL_LOSS_DROPPED, measure->others, "frame",
        "# whose views, spaces, sources or radii of hands, aim states, velocities, flags or "
        "values of the line differ");
    report_controls(measure, loss);
    report_rest(measure, loss);
    report_markers(measure, loss);
}

/* ---- The files ---- */

enum us_result tool_measure_open(const char *path, const struct tool_convert_format *format,
                                 const struct tool_edit_outline *outline, struct tool_measure **out,
                                 struct us_error *error)
{
    struct tool_measure *measure = calloc(1, sizeof *measure);
    *out = measure;
    if (measure == NULL)
        return us_result_no_memory(error);
    measure->stage = (struct tool_edit_stage){.take = take, .end = end};
    measure->outline = outline;
    measure->kind = format->kind;
    measure->in.table = &outline->components;
    enum us_result result;
    if (format->kind == TOOL_CONVERT_OTHER) {
        const struct tool_convert_input input = {.path = path};
        result = tool_convert_feed_open(format->feed, &input, &measure->source, error);
        if (result == US_OK)
            result = measure->source->next(measure->source, &measure->next, error);
        if (result == US_OK)
            measure->out.table = &measure->source->outline.components;
        return result;
    }
    result = tool_edit_open_written(path, &measure->made, error);
    if (result == US_OK && measure->made.session != NULL)
        measure->out.table = &measure->made.session->components;
    return result;
}

struct tool_edit_stage *tool_measure_stage(struct tool_measure *measure)
{
    return &measure->stage;
}

void tool_measure_close(struct tool_measure *measure)
{
    if (measure == NULL)
        return;
    us_loaded_recording_close(&measure->made);
    tool_convert_source_close(measure->source);
    free(measure);
}
