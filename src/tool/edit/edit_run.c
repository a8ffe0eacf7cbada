/* SPDX-License-Identifier: MIT */
#include "tool/edit/edit_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tool/edit/stage/source.h"

/* One reading of the recording. */
struct pass {
    const struct tool_edit_order *order;
    struct tool_progress *progress;
    unsigned number, count; /* of the passes */
    struct tool_edit_source *source;
    struct tool_edit_steps steps;
};

static void show(void *data, uint64_t done, uint64_t total)
{
    const struct pass *pass = data;
    tool_progress_show(pass->progress, pass->number * total + done, pass->count * total);
}

/* ---- The steps ---- */

static enum us_result fail_step(unsigned number, const char *name, struct us_error *error)
{
    char text[US_ERROR_TEXT_SIZE];
    snprintf(text, sizeof text, "%s", error->text);
    return us_result_fail(error, error->result, error->byte, NULL, "step %u, %s: %.200s", number,
                          name, text);
}

static bool has_step(const struct tool_edit_order *order, const char *name)
{
    for (unsigned i = 0; i < order->count; i++)
        if (strcmp(order->steps[i].name, name) == 0)
            return true;
    return false;
}

static double length_s(const struct tool_edit_outline *outline)
{
    return us_session_seconds_between(outline->start_ns, outline->last_ns);
}

static enum us_result begin_pass(struct pass *pass, struct tool_edit_result *out,
                                 struct us_error *error)
{
    const struct tool_edit_order *order = pass->order;
    pass->steps.repairs = has_step(order, "repair");
    const struct tool_edit_source_options options = {
        .repairs = pass->steps.repairs, .progress = show, .data = pass};
    enum us_result result = tool_edit_source_open(order->in, &options, &pass->source, error);
    if (result == US_OK)
        result = tool_edit_source_outline(pass->source, &pass->steps.outline, error);
    out->was_s = length_s(&pass->steps.outline);
    out->was_markers = pass->steps.outline.marker_count;
    for (unsigned i = 0; i < order->count && result == US_OK; i++) {
        result = tool_edit_steps_add_step(&pass->steps, &order->steps[i], error);
        out->in_step = result != US_OK;
        if (result != US_OK)
            return fail_step(i + 1, order->steps[i].name, error);
    }
    out->is_s = length_s(&pass->steps.outline);
    out->is_markers = pass->steps.outline.marker_count;
    return result;
}

static enum us_result read_all(struct pass *pass, struct tool_edit_stage *sink,
                               struct tool_edit_result *out, struct us_error *error)
{
    struct tool_edit_stage *first = tool_edit_steps_link(&pass->steps, sink);
    enum us_result result = tool_edit_source_read(pass->source, first, error);
    if (result == US_OK)
        result = tool_edit_end(first, error);
    const struct tool_edit_source_counts counts = tool_edit_source_counts(pass->source);
    out->was_frames = counts.frames;
    out->unknown = counts.unknown;
    out->damages = counts.damages;
    out->renamed = counts.renamed;
    if (!tool_edit_source_curved(&counts, out->curved, sizeof out->curved))
        out->curved[0] = '\0';
    out->is_unfinished = !counts.is_finished;
    for (unsigned i = 0; i < pass->steps.count; i++)
        out->in_step |= pass->steps.stages[i]->has_failed;
    return result;
}

static void end_pass(struct pass *pass)
{
    tool_edit_steps_finish(&pass->steps);
    tool_edit_source_close(pass->source);
    pass->source = NULL;
    memset(&pass->steps, 0, sizeof pass->steps);
    pass->number++;
}

/* Keeps what the stages said. */
static void keep_said(const struct pass *pass, struct tool_edit_result *out)
{
    out->said = calloc(pass->steps.count + 1, sizeof *out->said);
    for (; out->said != NULL && out->stage_count < pass->steps.count; out->stage_count++) {
        const struct tool_edit_stage *stage = pass->steps.stages[out->stage_count];
        memcpy(out->said[out->stage_count], stage->said, sizeof stage->said);
        out->names[out->stage_count] = stage->name;
    }
}

/* ---- The files ---- */

static enum us_result fail_empty(struct tool_edit_result *out, struct us_error *error)
{
    out->in_step = true;
    return us_result_fail(
        error, US_ERROR_USAGE, US_NO_BYTE, NULL,
        "nothing would be left to play: no head, no hand, no controller and no gaze");
}

static enum us_result write_session(struct pass *pass, int file, struct tool_edit_result *out,
                                    struct us_error *error)
{
    struct tool_edit_session_sink sink;
    enum us_result result = tool_edit_session_sink_init(&sink, file, &pass->steps.outline, error);
    if (result == US_OK)
        result = read_all(pass, &sink.stage, out, error);
    out->written = sink.written;
    tool_edit_session_sink_finish(&sink);
    return result;
}

/* Whether nothing but the number of keys changes. */
static bool only_reduces(const struct tool_edit_order *order)
{
    static const char *const names[] = {"reduce", "mark", "unmark", "rename"};
    for (unsigned i = 0; i < order->count; i++) {
        bool is_one = false;
        for (unsigned k = 0; k < sizeof names / sizeof names[0]; k++)
            is_one |= strcmp(order->steps[i].name, names[k]) == 0;
        if (!is_one)
            return false;
    }
    return has_step(order, "reduce");
}

/* Then no curve gets more keys than it has. */
static void keep_keys(const struct pass *pass, struct tool_edit_animation_sink *sink)
{
    if (only_reduces(pass->order))
        us_animation_file_keep(sink->animation, tool_edit_source_keys(pass->source));
}

/* The keys are counted first, and then written. */
static enum us_result write_animation(struct pass *pass, int file, struct tool_edit_result *out,
                                      struct us_error *error)
{
    struct tool_edit_animation_sink sink;
    enum us_result result = tool_edit_animation_sink_init(&sink, file, &pass->steps.outline, error);
    if (result != US_OK)
        return result;
    keep_keys(pass, &sink);
    result = read_all(pass, &sink.stage, out, error);
    if (result == US_OK) {
        end_pass(pass);
        result = begin_pass(pass, out, error);
    }
    if (result == US_OK) {
        keep_keys(pass, &sink);
        result = read_all(pass, &sink.stage, out, error);
    }
    out->written = tool_edit_animation_sink_written(&sink);
    tool_edit_animation_sink_finish(&sink);
    return result;
}

/* Compares the new file with what the steps before the reduction give. */
static enum us_result prove(struct pass *pass, const char *part, struct tool_edit_result *out,
                            struct us_error *error)
{
    struct tool_edit_proof proof;
    pass->steps.is_proof = true;
    enum us_result result = begin_pass(pass, out, error);
    if (result != US_OK)
        return result;
    out->bound = (struct tool_edit_distance){pass->steps.bound_m, pass->steps.bound_rad};
    result = tool_edit_proof_init(&proof, part, &pass->steps.outline, error);
    if (result == US_OK)
        result = read_all(pass, &proof.stage, out, error);
    out->worst = proof.worst;
    out->proof_frames = proof.frames;
    out->has_proof = result == US_OK;
    tool_edit_proof_finish(&proof);
    if (result != US_OK || (proof.unequal == 0 && out->worst.metres <= out->bound.metres &&
                            out->worst.radians <= out->bound.radians))
        return result;
    return us_result_fail(error, US_ERROR_FILE, US_NO_BYTE, NULL,
                          "the new file is not within the bound of 'reduce': it is off by %.4f mm "
                          "and %.4f degrees, and %llu frames have other poses; give a larger bound",
                          out->worst.metres * 1000.0, out->worst.radians * US_POSE_DEGREES_IN_RAD,
                          (unsigned long long)proof.unequal);
}

enum us_result tool_edit_run(const struct tool_edit_order *order, int file, const char *part,
                             struct tool_progress *progress, struct tool_edit_result *out,
                             struct us_error *error)
{
    const bool reduces = has_step(order, "reduce");
    struct pass *pass = calloc(1, sizeof *pass);
    *out = (struct tool_edit_result){0};
    if (pass == NULL)
        return us_result_no_memory(error);
    pass->order = order;
    pass->progress = progress;
    pass->count = (order->is_session ? 1u : 2u) + (reduces ? 1u : 0u);
    enum us_result result = begin_pass(pass, out, error);
    if (result == US_OK)
        result = order->is_session ? write_session(pass, file, out, error)
                                   : write_animation(pass, file, out, error);
    if (result == US_OK)
        result = tool_edit_check_written(part, error);
    if (result == US_ERROR_NOTHING)
        result = fail_empty(out, error);
    if (result == US_OK)
        keep_said(pass, out);
    end_pass(pass);
    if (result == US_OK && reduces) {
        result = prove(pass, part, out, error);
        out->written.in_output |= result != US_OK;
        end_pass(pass);
    }
    free(pass);
    return result;
}
