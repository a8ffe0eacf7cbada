/* SPDX-License-Identifier: MIT */
#include "tool/convert/conversion.h"

#include <string.h>

#include "tool/convert/base/pairing.h"
#include "tool/convert/whole_hands.h"
#include "tool/edit/stage/sinks.h"
#include "tool/edit/stage/source.h"

/* ---- The input ---- */

struct input {
    const struct tool_conversion *order;
    struct tool_edit_source *recording; /* one of the two */
    struct tool_convert_source *other;
    struct tool_edit_outline own; /* of a recording; a copy of the other's */
    const struct tool_edit_outline *outline;
    struct tool_whole_hands hands; /* for an input animation file, which has all joints */
    unsigned pass, passes;
};

static void show(void *data, uint64_t done, uint64_t total)
{
    const struct input *input = data;
    if (input->order->progress != NULL)
        input->order->progress(input->order->data, input->pass * total + done,
                               input->passes * total);
}

/* A recording as a session would hold it. */
static enum us_result open_recording(struct input *input, bool repairs, struct us_error *error)
{
    const struct tool_edit_source_options options = {
        .repairs = repairs, .progress = show, .data = input};
    enum us_result result =
        tool_edit_source_open(input->order->in, &options, &input->recording, error);
    if (result == US_OK)
        result = tool_edit_source_outline(input->recording, &input->own, error);
    input->outline = &input->own;
    if (input->own.is_session)
        return result;
    input->own.is_session = true;
    input->own.info.time_ns = input->own.origin_ns;
    input->own.info.orientation_tracking = input->own.info.position_tracking = true;
    input->own.info.hand_tracking = input->own.info.eye_gaze = true;
    return result;
}

static enum us_result open_input(struct input *input, bool repairs, struct us_error *error)
{
    const struct tool_conversion *order = input->order;
    const struct tool_convert_input from = {order->in, show, input, order->of};
    tool_whole_hands_init(&input->hands);
    if (order->from->kind != TOOL_CONVERT_OTHER)
        return open_recording(input, repairs, error);
    enum us_result result =
        order->from->feed != NULL
            ? tool_convert_feed_open(order->from->feed, &from, &input->other, error)
            : order->from->open(&from, &input->other, error);
    if (result == US_OK) {
        input->pass++;
        input->own = input->other->outline;
        input->outline = &input->own;
    }
    return result;
}

static void close_input(struct input *input)
{
    if (input->recording != NULL)
        tool_edit_outline_finish(&input->own);
    tool_edit_source_close(input->recording);
    tool_convert_source_close(input->other);
}

/* Gives the whole input to a stage, and ends it. */
static enum us_result read_all(struct input *input, struct tool_edit_stage *stage,
                               struct us_error *error)
{
    struct tool_edit_stage *first = stage;
    if (input->order->to->kind == TOOL_CONVERT_ANIMATION) {
        tool_whole_hands_begin(&input->hands);
        first = &input->hands.stage;
        first->next = stage;
    }
    enum us_result result = input->other != NULL
                                ? tool_convert_source_read(input->other, first, error)
                                : tool_edit_source_read(input->recording, first, error);
    input->pass++;
    return result == US_OK ? tool_edit_end(stage, error) : result;
}

/* ---- The output ---- */

static enum us_result write_session(struct input *input, int file,
                                    struct tool_conversion_report *report, struct us_error *error)
{
    struct tool_edit_session_sink sink;
    enum us_result result = tool_edit_session_sink_init(&sink, file, input->outline, error);
    if (result == US_OK)
        result = read_all(input, &sink.stage, error);
    report->frames = sink.written.frames;
    report->bytes = sink.written.bytes;
    report->in_output = sink.written.in_output;
    tool_edit_session_sink_finish(&sink);
    return result;
}

static enum us_result write_animation(struct input *input, int file,
                                      struct tool_conversion_report *report, struct us_error *error)
{
    struct tool_edit_animation_sink sink;
    input->own.key_size = input->order->key_size;
    input->own.reduce_m = input->order->reduce_m;
    input->own.reduce_rad = input->order->reduce_rad;
    enum us_result result = tool_edit_animation_sink_init(&sink, file, input->outline, error);
    if (result != US_OK)
        return result;
    for (unsigned pass = 0; pass < 2 && result == US_OK; pass++)
        result = read_all(input, &sink.stage, error);
    report->animation = *us_animation_file_report(sink.animation);
    report->has_controllers = sink.has_controllers;
    report->frames = report->animation.facts.frames;
    report->bytes = report->animation.bytes;
    report->in_output = report->animation.in_output;
    tool_edit_animation_sink_finish(&sink);
    return result;
}

static enum us_result write_other(struct input *input, int file,
                                  struct tool_conversion_report *report, struct tool_loss *loss,
                                  struct us_error *error)
{
    const struct tool_convert_sink_kind *kind = input->order->to->sink;
    struct tool_convert_sink *sink = NULL;
    enum us_result result = tool_convert_sink_open(kind, file, input->outline, &sink, error);
    if (result != US_OK)
        return result;
    for (unsigned pass = 0; pass < kind->passes && result == US_OK; pass++)
        result = read_all(input, &sink->stage, error);
    report->frames = sink->frames;
    report->bytes = sink->bytes;
    report->columns = sink->columns;
    report->markers = kind->lacks_markers ? 0 : report->markers;
    report->in_output = sink->in_output;
    if (result == US_OK)
        kind->report(sink, loss);
    tool_convert_sink_close(sink);
    return result;
}

static enum us_result write_file(struct input *input, int file,
                                 struct tool_conversion_report *report, struct tool_loss *loss,
                                 struct us_error *error)
{
    const enum tool_convert_kind kind = input->order->to->kind;
    report->markers = input->outline->marker_count;
    if (kind == TOOL_CONVERT_OTHER)
        return write_other(input, file, report, loss, error);
    if (kind == TOOL_CONVERT_SESSION)
        return write_session(input, file, report, error);
    const enum us_result result = write_animation(input, file, report, error);
    tool_loss_count(loss, TOOL_LOSS_RESAMPLED, report->animation.facts.frames_same, NULL,
                    "frames whose times are too close for the file, #: they are left out");
    return result;
}

/* ---- What was lost ---- */

static void report_recording(const struct input *input, struct tool_loss *loss)
{
    const struct tool_edit_source_counts counts = tool_edit_source_counts(input->recording);
    char curved[128];
    if (input->order->to->kind == TOOL_CONVERT_SESSION &&
        input->order->from->kind == TOOL_CONVERT_SESSION)
        return;
    tool_loss_count(loss, TOOL_LOSS_DROPPED, counts.unknown, "message",
                    "# of topics that this version does not know");
    if (input->order->from->kind == TOOL_CONVERT_SESSION) {
        tool_loss_add(loss, TOOL_LOSS_NOTE, 1,
                      "the names of app, runtime and system, and the extensions are left out");
        tool_loss_add(loss, TOOL_LOSS_DROPPED, input->outline->info.is_driven,
                      "that it was driven, frame by frame");
        tool_loss_add(loss, TOOL_LOSS_DROPPED, input->outline->info.mask_count,
                      "the visibility masks of the views");
        return;
    }
    tool_loss_count(loss, TOOL_LOSS_DROPPED, counts.renamed, "marker",
                    "control characters, or what is too long, of the names of #");
    if (tool_edit_source_curved(&counts, curved, sizeof curved))
        tool_loss_add(loss, TOOL_LOSS_RESAMPLED, counts.frames, "%s", curved);
    tool_loss_add(loss, TOOL_LOSS_INVENTED, 1,
                  "that each pose is tracked, the roll of the gaze, and radii of joints, which are "
                  "those of a hand of medium size");
}

static enum us_result measure_output(struct input *input, const char *part, struct tool_loss *loss,
                                     struct us_error *error)
{
    struct tool_measure *measure = NULL;
    if (input->order->to->kind == TOOL_CONVERT_OTHER && input->order->to->feed == NULL)
        return US_OK;
    enum us_result result =
        tool_measure_open(part, input->order->to, input->outline, &measure, error);
    if (result == US_OK)
        result = read_all(input, tool_measure_stage(measure), error);
    if (result == US_OK)
        tool_measure_report(measure, loss);
    tool_measure_close(measure);
    return result;
}

enum us_result tool_conversion_run(const struct tool_conversion *order, int file, const char *part,
                                   struct tool_conversion_report *report, struct tool_loss *loss,
                                   struct us_error *error)
{
    const bool is_written_only = order->to->kind == TOOL_CONVERT_OTHER && order->to->feed == NULL;
    struct input input = {.order = order,
                          .passes =
                              order->to->kind == TOOL_CONVERT_SESSION || is_written_only ? 2 : 3};
    *report = (struct tool_conversion_report){0};
    memset(loss, 0, sizeof *loss);
    input.passes += order->from->kind == TOOL_CONVERT_OTHER;
    enum us_result result = open_input(&input, false, error);
    if (result == US_OK)
        result = write_file(&input, file, report, loss, error);
    if (result == US_OK && input.recording != NULL)
        report_recording(&input, loss);
    else if (result == US_OK && input.other->report != NULL)
        input.other->report(input.other, loss);
    if (result == US_OK && part != NULL)
        result = measure_output(&input, part, loss, error);
    tool_whole_hands_report(&input.hands, loss);
    close_input(&input);
    return result;
}

enum us_result tool_conversion_animate(const struct tool_conversion *order, int file,
                                       struct tool_conversion_report *report,
                                       struct us_error *error)
{
    struct input input = {.order = order, .passes = 2};
    *report = (struct tool_conversion_report){0};
    enum us_result result = open_input(&input, true, error);
    if (result == US_OK) {
        input.own.keeps_keys = order->reduce_m == 0.0;
        result = write_animation(&input, file, report, error);
        const struct tool_edit_source_counts counts = tool_edit_source_counts(input.recording);
        report->markers = input.outline->marker_count;
        report->is_finished = counts.is_finished;
        report->damages = counts.damages;
    }
    close_input(&input);
    return result;
}

enum us_result tool_conversion_measure(const struct tool_conversion *order, const char *part,
                                       struct tool_loss *loss, struct us_error *error)
{
    struct input input = {.order = order, .passes = 1};
    memset(loss, 0, sizeof *loss);
    enum us_result result = open_input(&input, true, error);
    if (result == US_OK)
        result = measure_output(&input, part, loss, error);
    if (result == US_OK)
        report_recording(&input, loss);
    tool_whole_hands_report(&input.hands, loss);
    close_input(&input);
    return result;
}
