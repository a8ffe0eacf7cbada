/* SPDX-License-Identifier: MIT */
#include "core/sampler/block_builder.h"

#include <math.h>

#include "core/base/bytes.h"
#include "core/keys/key_density.h"
#include "core/repair/repair.h"

enum { KEYS_A_CELL = 512, ROW_HALVINGS = 4, MOST_CELLS = 1 << 30 };
enum { WINDOW_LIMIT_BYTES = 6 << 20, ROWS_LIMIT_BYTES = 5 << 18 };
/* A span is cut to less than a window's limit, because the window also reads keys outside of it. */
enum { CUT_LIMIT_BYTES = 2 << 20 };
/* How often a window may grow until it holds a rotation with data. */
enum { MOST_GROWTHS = 3, SCAN_BYTES = 8192 };

static void find_track_times(struct us_block_builder *builder)
{
    for (unsigned t = 0; t < US_FRAME_TABLE_TRACKS; t++) {
        float first_s = INFINITY, last_s = -INFINITY;
        uint32_t floats =
            us_frame_table_track_poses((enum us_frame_table_track)t) * US_FRAME_TABLE_POSE_FLOATS;
        for (uint32_t i = 0; i < floats; i++) {
            int curve = us_frame_table_curve((enum us_frame_table_track)t, i);
            if (curve < 0 || builder->index->head.curves[curve].key_count == 0)
                continue;
            first_s = fminf(first_s, builder->index->first_s[curve]);
            last_s = fmaxf(last_s, builder->index->last_s[curve]);
        }
        builder->tracks.first_s[t] = first_s;
        builder->tracks.last_s[t] = last_s;
    }
}

void us_block_builder_init(struct us_block_builder *builder, const struct us_file *file,
                           const struct us_curve_index *index)
{
    *builder = (struct us_block_builder){.file = file, .index = index};
    find_track_times(builder);
    const struct us_recording *head = &index->head;
    uint32_t most_keys = 0;
    for (unsigned i = 0; i < US_CURVE_COUNT; i++)
        if (head->curves[i].key_count > most_keys)
            most_keys = head->curves[i].key_count;
    builder->first_s = head->first_key_s;
    double length_s = head->last_key_s - head->first_key_s;
    double cells = length_s > 0.0 ? ceil((double)most_keys / KEYS_A_CELL) : 1.0;
    builder->cell_count = cells > 1.0 ? (uint32_t)fmin(cells, MOST_CELLS) : 1;
    builder->cell_s = length_s / (double)builder->cell_count;
}

void us_block_builder_finish(struct us_block_builder *builder)
{
    us_key_window_finish(&builder->window);
}

struct us_span us_block_builder_cell(const struct us_block_builder *builder, double time_s)
{
    double last = (double)(builder->cell_count - 1);
    double cell =
        builder->cell_s > 0.0 ? floor((time_s - builder->first_s) / builder->cell_s) : 0.0;
    cell = fmin(fmax(cell, 0.0), last);
    /* Rounding may choose the neighbouring cell at a border; comparing with the borders corrects
     * it. */
    if (cell > 0.0 && time_s < builder->first_s + cell * builder->cell_s)
        cell -= 1.0;
    if (cell < last && time_s >= builder->first_s + (cell + 1.0) * builder->cell_s)
        cell += 1.0;
    return (struct us_span){
        cell > 0.0 ? builder->first_s + cell * builder->cell_s : -INFINITY,
        cell < last ? builder->first_s + (cell + 1.0) * builder->cell_s : INFINITY,
    };
}

/* A rotation whose components are all smaller than this has no data. */
#define LEAST_COMPONENT 1e-3f

/* Whether a curve of the file has a value that counts as data. True if the file cannot be read. */
static bool has_data(const struct us_block_builder *builder, unsigned curve_index)
{
    const struct us_curve *curve = &builder->index->head.curves[curve_index];
    const uint32_t most = SCAN_BYTES / US_KEY_SIZE_FULL;
    uint8_t keys[SCAN_BYTES];
    for (uint32_t key = 0; key < curve->key_count;) {
        uint32_t left = curve->key_count - key, count = left < most ? left : most;
        if (!us_file_get(builder->file, us_curve_index_key_byte(builder->index, curve_index, key),
                         keys, (uint64_t)count * curve->key_size))
            return true;
        for (uint32_t i = 0; i < count; i++)
            if (fabsf(us_bytes_load_f32(keys + (size_t)i * curve->key_size + 4)) >= LEAST_COMPONENT)
                return true;
        key += count;
    }
    return false;
}

static unsigned rotation_of(unsigned pose)
{
    return us_recording_pose_curve(pose) + US_POSE_QX;
}

/* Whether a rotation is played and has data anywhere in the file, so that a larger window may find
 * it. Reads the file once for each rotation. */
static bool has_data_elsewhere(struct us_block_builder *builder, unsigned pose)
{
    if (!us_recording_pose_is_expected(pose))
        return false;
    if (builder->rotation_data[pose] == US_BLOCK_BUILDER_UNKNOWN) {
        bool any = false;
        for (unsigned i = 0; i < 4 && !any; i++)
            any = has_data(builder, rotation_of(pose) + i);
        builder->rotation_data[pose] = any ? US_BLOCK_BUILDER_SOME : US_BLOCK_BUILDER_NONE;
    }
    return builder->rotation_data[pose] == US_BLOCK_BUILDER_SOME;
}

/* Whether no key of a rotation in the window has data, and the file has later keys. The repair then
 * needs a later key: if there is no good rotation before, it holds the first one after. */
static bool is_empty(const struct us_block_builder *builder, unsigned first_curve)
{
    const struct us_curve *rotation = &builder->window.recording.curves[first_curve];
    bool behind = false;
    for (unsigned i = 0; i < 4; i++) {
        for (uint32_t key = 0; key < rotation[i].key_count; key++)
            if (fabsf(us_curve_key(&rotation[i], key).value) >= LEAST_COMPONENT)
                return false;
        uint32_t count = rotation[i].key_count;
        behind |= count > 0 && us_curve_time_s(&rotation[i], count - 1) <
                                   builder->index->last_s[first_curve + i];
    }
    return behind;
}

/* Whether the window begins with a rotation without data, and the file has earlier keys. The repair
 * then needs an earlier key, because it holds the last good rotation. */
static bool begins_empty(const struct us_block_builder *builder, unsigned first_curve)
{
    const struct us_curve *rotation = &builder->window.recording.curves[first_curve];
    double square = 0.0;
    bool before = false;
    for (unsigned i = 0; i < 4; i++) {
        if (rotation[i].key_count == 0)
            continue;
        double value = (double)us_curve_key(&rotation[i], 0).value;
        square += value * value;
        before =
            before || us_curve_time_s(&rotation[i], 0) > builder->index->first_s[first_curve + i];
    }
    return before && square < (double)LEAST_COMPONENT * (double)LEAST_COMPONENT;
}

/* Whether any pose lacks a key that a larger window may hold. */
static bool wants_more(struct us_block_builder *builder,
                       bool (*lacks)(const struct us_block_builder *builder, unsigned first_curve))
{
    for (unsigned pose = 0; pose < US_RECORDING_POSES; pose++)
        if (lacks(builder, rotation_of(pose)) && has_data_elsewhere(builder, pose))
            return true;
    return false;
}

static enum us_result load_window(struct us_block_builder *builder, struct us_span span,
                                  bool *out_too_dense, struct us_error *error)
{
    const struct us_recording *head = &builder->index->head;
    const double span_from_s = fmax(span.from_s, head->first_key_s);
    const double span_to_s = fmin(span.to_s, head->last_key_s);
    double from_s = span_from_s, to_s = span_to_s, more_s = fmax(to_s - from_s, 1e-3);
    const double growth =
        fmax(pow((head->last_key_s - head->first_key_s) / more_s, 1.0 / MOST_GROWTHS), 2.0);
    enum us_result result =
        us_key_window_load(&builder->window, builder->file, builder->index, from_s, to_s,
                           WINDOW_LIMIT_BYTES, out_too_dense, error);
    while (result == US_OK) {
        if (from_s > head->first_key_s && wants_more(builder, begins_empty))
            from_s = fmax(from_s - more_s, head->first_key_s);
        else if (to_s < head->last_key_s && wants_more(builder, is_empty))
            to_s = fmin(to_s + more_s, head->last_key_s);
        else
            return US_OK;
        more_s *= growth;
        result = us_key_window_load(&builder->window, builder->file, builder->index, from_s, to_s,
                                    WINDOW_LIMIT_BYTES, out_too_dense, error);
        /* If the larger window is too large, use the span alone. */
        if (result != US_OK && *out_too_dense)
            return us_key_window_load(&builder->window, builder->file, builder->index, span_from_s,
                                      span_to_s, WINDOW_LIMIT_BYTES, out_too_dense, error);
    }
    return result;
}

/* Cuts a span to the half that contains a time. Infinite ends count as those of the recording.
 * False if the span is too short. */
static bool halve(const struct us_block_builder *builder, double time_s, struct us_span *span)
{
    double from_s = fmax(span->from_s, builder->index->head.first_key_s);
    double to_s = fmin(span->to_s, builder->index->head.last_key_s);
    double middle_s = from_s + 0.5 * (to_s - from_s);
    if (!(middle_s > from_s && middle_s < to_s))
        return false;
    if (time_s < middle_s)
        span->to_s = middle_s;
    else
        span->from_s = middle_s;
    return true;
}

static enum us_result make_span(struct us_block_builder *builder, struct us_span span,
                                struct us_block **out_block, bool *out_too_dense,
                                struct us_error *error)
{
    enum us_result result = load_window(builder, span, out_too_dense, error);
    if (result == US_OK)
        result = us_repair_window(&builder->window.recording, error);
    struct us_curve_block_options options = {ROWS_LIMIT_BYTES, &builder->tracks};
    if (result == US_OK)
        result = us_curve_block_create(&builder->window.recording, &options, out_block, error);
    us_key_window_clear(&builder->window);
    return result;
}

/* Cuts the span to the part around a time that has few enough keys. An end that is not cut stays
 * infinite. */
static enum us_result cut(const struct us_block_builder *builder, double time_s,
                          struct us_span *span, bool *out_shorter, struct us_error *error)
{
    const struct us_recording *head = &builder->index->head;
    const double first_s = fmax(span->from_s, head->first_key_s);
    const double last_s = nextafter(fmin(span->to_s, head->last_key_s), INFINITY);
    double from_s = first_s, to_s = last_s;
    enum us_result result = us_key_density_cut(builder->file, builder->index, time_s,
                                               CUT_LIMIT_BYTES, &from_s, &to_s, error);
    *out_shorter = result == US_OK && (from_s > first_s || to_s < last_s);
    if (!*out_shorter)
        return result;
    span->from_s = from_s > first_s ? from_s : span->from_s;
    span->to_s = to_s < last_s ? to_s : span->to_s;
    return US_OK;
}

/* If each curve has key times of its own, the table has more rows than the curves have keys. Halves
 * the span until its table fits, unless the rest would be so short that a table is not worth its
 * memory. False if the span stays as it is. */
static bool halve_to_rows(const struct us_block_builder *builder, const struct us_block *block,
                          double time_s, struct us_span *span)
{
    float excess = us_curve_block_excess(block);
    bool halved = false;
    if (excess > (float)(1 << ROW_HALVINGS))
        return false;
    while (excess > 1.0f) {
        halved = halve(builder, time_s, span) || halved;
        excess *= 0.5f;
    }
    return halved;
}

/* Makes a block of `*out_span`, or of a part of it around the time. */
static enum us_result make_within(struct us_block_builder *builder, double time_s,
                                  struct us_block **out_block, struct us_span *out_span,
                                  struct us_error *error)
{
    *out_block = NULL;
    bool is_cut = false, is_halved = false;
    for (;;) {
        bool too_dense;
        enum us_result result = make_span(builder, *out_span, out_block, &too_dense, error);
        if (result != US_OK && !(too_dense && !is_cut))
            return result;
        bool smaller;
        if (result != US_OK) {
            is_cut = true;
            enum us_result cutting = cut(builder, time_s, out_span, &smaller, error);
            if (cutting != US_OK)
                return cutting;
        } else {
            smaller = !is_halved && halve_to_rows(builder, *out_block, time_s, out_span);
            is_halved = true;
        }
        if (!smaller)
            return result;
        us_block_destroy(*out_block);
        *out_block = NULL;
    }
}

enum us_result us_block_builder_make(struct us_block_builder *builder, double time_s,
                                     struct us_block **out_block, struct us_span *out_span,
                                     struct us_error *error)
{
    *out_span = us_block_builder_cell(builder, time_s);
    return make_within(builder, time_s, out_block, out_span, error);
}

enum us_result us_block_builder_start(struct us_block_builder *builder, double time_s,
                                      uint32_t keys, struct us_block **out_block,
                                      struct us_span *out_span, struct us_error *error)
{
    double length_s = builder->cell_s * ((double)keys / KEYS_A_CELL);
    *out_span = us_block_builder_cell(builder, time_s);
    if (time_s > builder->index->head.first_key_s) /* before it, poses are those of the first key */
        out_span->from_s = fmax(out_span->from_s, time_s);
    if (time_s + length_s > time_s)
        out_span->to_s = fmin(out_span->to_s, time_s + length_s);
    return make_within(builder, time_s, out_block, out_span, error);
}

/* How often to halve a cell until it is as short as a block. */
static uint32_t halvings_to(const struct us_block_builder *builder, struct us_span block)
{
    const struct us_recording *head = &builder->index->head;
    double length_s = fmin(block.to_s, head->last_key_s) - fmax(block.from_s, head->first_key_s);
    uint32_t halvings = 0;
    while (builder->cell_count <= (uint32_t)MOST_CELLS >> (halvings + 1) &&
           ldexp(builder->cell_s, -(int)halvings) > length_s)
        halvings++;
    return halvings;
}

enum us_result us_block_builder_calibrate(struct us_block_builder *builder, double time_s,
                                          struct us_block **out_block, struct us_span *out_span,
                                          struct us_error *error)
{
    enum us_result result = us_block_builder_make(builder, time_s, out_block, out_span, error);
    struct us_span cell = us_block_builder_cell(builder, time_s);
    bool smaller = out_span->from_s != cell.from_s || out_span->to_s != cell.to_s;
    uint32_t halvings = result == US_OK && smaller ? halvings_to(builder, *out_span) : 0;
    if (halvings == 0)
        return result;
    builder->cell_count <<= halvings;
    builder->cell_s = ldexp(builder->cell_s, -(int)halvings);
    us_block_destroy(*out_block);
    return us_block_builder_make(builder, time_s, out_block, out_span, error);
}
