/* SPDX-License-Identifier: MIT */
#include "animation/animation_file.h"

#include <stdlib.h>

#include "core/recording/format.h"

struct us_animation_file {
    struct us_animation_file_options options;
    struct us_animation_file_report report;
    struct us_animation_plan plan;
    struct us_animation_writer *writer; /* NULL: the keys are counted */
    struct us_animation_keys *keys;
    struct us_key_output output;
    const struct us_key_source *original; /* NULL: none */
    unsigned group_size[US_CURVE_COUNT];  /* of the curves that begin there; 0: none do */
    bool keeps[US_CURVE_COUNT];           /* the keys of the original */
};

/* ---- Where keys go ---- */

static enum us_result count_keys(void *data, unsigned first_curve, unsigned count,
                                 const struct us_key_row *row, struct us_error *error)
{
    struct us_animation_file *file = data;
    (void)row;
    (void)error;
    file->group_size[first_curve] = count;
    for (unsigned i = 0; i < count; i++)
        file->plan.key_counts[first_curve + i]++;
    return US_OK;
}

static enum us_result write_keys(void *data, unsigned first_curve, unsigned count,
                                 const struct us_key_row *row, struct us_error *error)
{
    struct us_animation_file *file = data;
    enum us_result result = US_OK;
    if (!us_format_has_curve(&file->plan.layout, first_curve) || file->keeps[first_curve])
        return US_OK;
    for (unsigned i = 0; i < count && result == US_OK; i++)
        result = us_animation_writer_add(file->writer, first_curve + i, row->time_s, row->values[i],
                                         error);
    file->report.keys += count;
    file->report.in_output |= result != US_OK;
    return result;
}

/* ---- The keys of the original ---- */

/* Whether the curves of a group have as many keys as in the original, or more. */
static bool gains_nothing(const struct us_animation_file *file, unsigned first, unsigned count)
{
    const struct us_recording *original = file->original->recording;
    uint64_t now = 0, before = 0;
    for (unsigned i = first; i < first + count; i++) {
        const struct us_curve *curve = &original->curves[i];
        if (curve->key_count > 0 && !us_recording_curve_is_bool(i) &&
            curve->key_size != file->options.key_size)
            return false;
        now += file->plan.key_counts[i];
        before += curve->key_count;
    }
    return now >= before;
}

static void choose_kept(struct us_animation_file *file)
{
    for (unsigned first = 0; file->original != NULL && first < US_CURVE_COUNT; first++) {
        const unsigned count = file->group_size[first];
        if (count == 0 || !gains_nothing(file, first, count))
            continue;
        for (unsigned i = first; i < first + count; i++) {
            const struct us_curve *curve = &file->original->recording->curves[i];
            file->keeps[i] = true;
            file->plan.kept[i] = curve;
            file->plan.key_counts[i] = curve->key_count;
        }
    }
}

static enum us_result copy_curve(struct us_animation_file *file, unsigned curve,
                                 struct us_error *error)
{
    struct us_curve_reader reader = us_key_source_open(file->original, 0, curve);
    enum us_result result = US_OK;
    for (uint32_t i = 0; i < reader.curve.key_count && result == US_OK; i++) {
        const struct us_key key = us_curve_reader_key(&reader, i);
        if (reader.failed)
            return us_result_fail(error, US_ERROR_FILE, US_NO_BYTE, NULL,
                                  "the recording cannot be read any more");
        result = us_animation_writer_copy(file->writer, curve, &key, error);
        file->report.in_output |= result != US_OK;
        file->report.keys++;
    }
    return result;
}

static enum us_result copy_kept(struct us_animation_file *file, struct us_error *error)
{
    enum us_result result = US_OK;
    uint64_t all = 0;
    for (unsigned i = 0; file->original != NULL && i < US_CURVE_COUNT && result == US_OK; i++) {
        all += file->original->recording->curves[i].key_count;
        if (file->keeps[i] && us_format_has_curve(&file->plan.layout, i))
            result = copy_curve(file, i, error);
    }
    if (file->original != NULL)
        file->report.keys_left_out = all > file->report.keys ? all - file->report.keys : 0;
    return result;
}

/* ---- A pass ---- */

static bool begin_pass(struct us_animation_file *file, us_key_take *take)
{
    us_animation_keys_destroy(file->keys);
    file->keys = us_animation_keys_create(file->options.origin_ns);
    file->output = (struct us_key_output){.tolerance_m = file->options.tolerance_m,
                                          .tolerance_rad = file->options.tolerance_rad,
                                          .take = take,
                                          .data = file};
    return file->keys != NULL;
}

static void report_pass(struct us_animation_file *file)
{
    struct us_animation_file_report *report = &file->report;
    const struct us_key_output *output = &file->output;
    report->facts = *us_animation_keys_facts(file->keys);
    report->worst_m = output->worst_m;
    report->worst_rad = output->worst_rad;
    report->keys_left_out = output->left_out[US_KEY_POSITION] + output->left_out[US_KEY_ROTATION];
    if (file->plan.layout.has_gaze)
        report->keys_left_out += output->left_out[US_KEY_DIRECTION];
}

/* A half of a head is none: the file has both, and apps that read it would take what lacks for 0.
 */
static enum us_result refuse(const struct us_animation_keys_facts *facts, struct us_error *error)
{
    const bool has_positions = facts->head_positions > 0, has_turns = facts->head_orientations > 0;
    if (!has_positions && !has_turns)
        return us_result_fail(error, US_ERROR_NOTHING, US_NO_BYTE, NULL,
                              "the session holds no head, no hand and no gaze");
    return us_result_fail(
        error, US_ERROR_NOTHING, US_NO_BYTE, NULL,
        "the head has %s, and an input animation file needs both; there is no hand and no gaze. "
        "Add what is missing in a table: convert to .csv, and that to .bin",
        !has_turns       ? "positions and no orientations"
        : !has_positions ? "orientations and no positions"
                         : "positions and orientations, but never in the same frame");
}

/* The layout is version 1.1, with the sections for which the recording has data. */
static enum us_result plan(struct us_animation_file *file, struct us_error *error)
{
    struct us_animation_file_report *report = &file->report;
    const struct us_animation_keys_facts *facts = &report->facts;
    report->has_head = facts->head > facts->head_lost;
    report->has_hands = facts->hands[US_HAND_LEFT] + facts->hands[US_HAND_RIGHT] > 0;
    report->has_gaze = facts->gaze > 0;
    file->plan.layout = (struct us_layout){.version_major = 1,
                                           .version_minor = 1,
                                           .key_size = file->options.key_size,
                                           .has_markers = true,
                                           .has_camera = report->has_head,
                                           .has_hands = report->has_hands,
                                           .has_gaze = report->has_gaze};
    if (report->has_head || report->has_hands || report->has_gaze)
        return US_OK;
    return refuse(facts, error);
}

static enum us_result begin_writing(struct us_animation_file *file, const struct us_marker *markers,
                                    uint32_t marker_count, struct us_error *error)
{
    enum us_result result = plan(file, error);
    if (result != US_OK)
        return result;
    choose_kept(file);
    file->plan.markers = markers;
    file->plan.marker_count = marker_count;
    result = us_animation_writer_create(file->options.file, &file->plan, &file->writer, error);
    file->report.in_output = result == US_ERROR_FILE;
    if (result == US_OK && !begin_pass(file, write_keys))
        result = us_result_no_memory(error);
    return result;
}

/* ---- The file ---- */

struct us_animation_file *us_animation_file_create(const struct us_animation_file_options *options)
{
    struct us_animation_file *file = calloc(1, sizeof *file);
    if (file == NULL)
        return NULL;
    file->options = *options;
    if (begin_pass(file, count_keys))
        return file;
    us_animation_file_destroy(file);
    return NULL;
}

void us_animation_file_keep(struct us_animation_file *file, const struct us_key_source *original)
{
    file->original = original;
}

enum us_result us_animation_file_add(struct us_animation_file *file,
                                     const struct us_session_frame *frame, struct us_error *error)
{
    return us_animation_keys_add(file->keys, &file->output, frame, error);
}

enum us_result us_animation_file_end_pass(struct us_animation_file *file,
                                          const struct us_marker *markers, uint32_t marker_count,
                                          struct us_error *error)
{
    enum us_result result = us_animation_keys_end(file->keys, &file->output, error);
    if (result != US_OK)
        return result;
    report_pass(file);
    if (file->writer == NULL)
        return begin_writing(file, markers, marker_count, error);
    result = copy_kept(file, error);
    if (result != US_OK)
        return result;
    result = us_animation_writer_finish(file->writer, &file->report.bytes, error);
    file->report.in_output = result != US_OK;
    return result;
}

const struct us_animation_file_report *
us_animation_file_report(const struct us_animation_file *file)
{
    return &file->report;
}

void us_animation_file_destroy(struct us_animation_file *file)
{
    if (file == NULL)
        return;
    us_animation_writer_destroy(file->writer);
    us_animation_keys_destroy(file->keys);
    free(file);
}
