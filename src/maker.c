/* SPDX-License-Identifier: MIT */
#include "maker.h"

#include <math.h>

#include "repair.h"

enum { KEYS_A_CELL = 512, ROW_HALVINGS = 4, MOST_CELLS = 1 << 30 };
enum { WINDOW_LIMIT_BYTES = 6 << 20, ROWS_LIMIT_BYTES = 5 << 18 };

static void lay_tracks(struct us_maker *maker)
{
    for (unsigned t = 0; t < US_ROWS_TRACKS; t++) {
        float first_s = INFINITY, last_s = -INFINITY;
        uint32_t floats = us_rows_track_poses((enum us_rows_track)t) * US_ROWS_POSE_FLOATS;
        for (uint32_t i = 0; i < floats; i++) {
            int curve = us_rows_curve((enum us_rows_track)t, i);
            if (curve < 0 || maker->index->head.curves[curve].key_count == 0)
                continue;
            first_s = fminf(first_s, maker->index->first_s[curve]);
            last_s = fmaxf(last_s, maker->index->last_s[curve]);
        }
        maker->tracks.first_s[t] = first_s;
        maker->tracks.last_s[t] = last_s;
    }
}

void us_maker_init(struct us_maker *maker, const struct us_file *file, const struct us_index *index)
{
    *maker = (struct us_maker){.file = file, .index = index};
    lay_tracks(maker);
    const struct us_recording *head = &index->head;
    uint32_t most_keys = 0;
    for (unsigned i = 0; i < US_CURVE_COUNT; i++)
        if (head->curves[i].key_count > most_keys)
            most_keys = head->curves[i].key_count;
    maker->first_s = head->first_key_s;
    double length_s = head->last_key_s - head->first_key_s;
    double cells = length_s > 0.0 ? ceil((double)most_keys / KEYS_A_CELL) : 1.0;
    maker->cell_count = cells > 1.0 ? (uint32_t)fmin(cells, MOST_CELLS) : 1;
    maker->cell_s = length_s / (double)maker->cell_count;
}

void us_maker_finish(struct us_maker *maker)
{
    us_window_finish(&maker->window);
}

struct us_span us_maker_cell(const struct us_maker *maker, double time_s)
{
    double last = (double)(maker->cell_count - 1);
    double cell = maker->cell_s > 0.0 ? floor((time_s - maker->first_s) / maker->cell_s) : 0.0;
    cell = fmin(fmax(cell, 0.0), last);
    /* What rounding does at a border, the borders decide. */
    if (cell > 0.0 && time_s < maker->first_s + cell * maker->cell_s)
        cell -= 1.0;
    if (cell < last && time_s >= maker->first_s + (cell + 1.0) * maker->cell_s)
        cell += 1.0;
    return (struct us_span){
        cell > 0.0 ? maker->first_s + cell * maker->cell_s : -INFINITY,
        cell < last ? maker->first_s + (cell + 1.0) * maker->cell_s : INFINITY,
    };
}

/* Whether all keys of a rotation in the window are without data, and the file has more behind it.
 */
static bool is_empty(const struct us_maker *maker, unsigned first_curve)
{
    const struct us_curve *rotation = &maker->window.recording.curves[first_curve];
    bool behind = false;
    for (unsigned i = 0; i < 4; i++) {
        for (uint32_t key = 0; key < rotation[i].key_count; key++)
            if (fabsf(us_curve_key(&rotation[i], key).value) >= 1e-3f)
                return false;
        uint32_t count = rotation[i].key_count;
        behind |= count > 0 &&
                  us_curve_time_s(&rotation[i], count - 1) < maker->index->last_s[first_curve + i];
    }
    return behind;
}

/* Where there is no good rotation before, the first good one behind is held. */
static bool wants_more_behind(const struct us_maker *maker)
{
    for (unsigned curve = US_CURVE_CAMERA; curve < US_CURVE_GAZE; curve += US_POSE_CURVES) {
        if (curve == US_CURVE_TRACKED)
            curve = US_CURVE_JOINTS;
        if (is_empty(maker, curve + US_POSE_QX))
            return true;
    }
    return false;
}

/* A rotation without data holds the good one before it: is that one in front of the window? */
static bool wants_more_before(const struct us_maker *maker)
{
    const struct us_recording *recording = &maker->window.recording;
    for (unsigned curve = US_CURVE_CAMERA; curve < US_CURVE_GAZE; curve += US_POSE_CURVES) {
        if (curve == US_CURVE_TRACKED)
            curve = US_CURVE_JOINTS;
        const struct us_curve *rotation = &recording->curves[curve + US_POSE_QX];
        double square = 0.0;
        bool before = false;
        for (unsigned i = 0; i < 4; i++) {
            if (rotation[i].key_count == 0)
                continue;
            double value = (double)us_curve_key(&rotation[i], 0).value;
            square += value * value;
            before = before || us_curve_time_s(&rotation[i], 0) >
                                   maker->index->first_s[curve + US_POSE_QX + i];
        }
        if (before && square < 1e-6)
            return true;
    }
    return false;
}

static enum us_result load(struct us_maker *maker, struct us_span span, bool *out_too_dense,
                           struct us_error *error)
{
    const struct us_recording *head = &maker->index->head;
    const double span_from_s = fmax(span.from_s, head->first_key_s);
    const double span_to_s = fmin(span.to_s, head->last_key_s);
    double from_s = span_from_s, to_s = span_to_s, more_s = fmax(to_s - from_s, 1e-3);
    enum us_result result = us_window_load(&maker->window, maker->file, maker->index, from_s, to_s,
                                           WINDOW_LIMIT_BYTES, out_too_dense, error);
    while (result == US_OK) {
        if (from_s > head->first_key_s && wants_more_before(maker))
            from_s = fmax(from_s - more_s, head->first_key_s);
        else if (to_s < head->last_key_s && wants_more_behind(maker))
            to_s = fmin(to_s + more_s, head->last_key_s);
        else
            return US_OK;
        more_s *= 2.0;
        result = us_window_load(&maker->window, maker->file, maker->index, from_s, to_s,
                                WINDOW_LIMIT_BYTES, out_too_dense, error);
        /* A rotation that has no data anywhere, say: then the span alone must do. */
        if (result != US_OK && *out_too_dense)
            return us_window_load(&maker->window, maker->file, maker->index, span_from_s, span_to_s,
                                  WINDOW_LIMIT_BYTES, out_too_dense, error);
    }
    return result;
}

/* The half of a span that a time lies in; infinite ends count as the recording's. */
static bool halve(const struct us_maker *maker, double time_s, struct us_span *span)
{
    double from_s = fmax(span->from_s, maker->index->head.first_key_s);
    double to_s = fmin(span->to_s, maker->index->head.last_key_s);
    double middle_s = from_s + 0.5 * (to_s - from_s);
    if (!(middle_s > from_s && middle_s < to_s))
        return false;
    if (time_s < middle_s)
        span->to_s = middle_s;
    else
        span->from_s = middle_s;
    return true;
}

static enum us_result make_span(struct us_maker *maker, struct us_span span,
                                struct us_block **out_block, bool *out_too_dense,
                                struct us_error *error)
{
    enum us_result result = load(maker, span, out_too_dense, error);
    if (result == US_OK)
        result = us_repair_window(&maker->window.recording, error);
    struct us_block_options options = {ROWS_LIMIT_BYTES, &maker->tracks};
    if (result == US_OK)
        result = us_block_create(&maker->window.recording, &options, out_block, error);
    us_window_clear(&maker->window);
    return result;
}

/* Of `*out_span`, or of less around the time. */
static enum us_result make_within(struct us_maker *maker, double time_s,
                                  struct us_block **out_block, struct us_span *out_span,
                                  struct us_error *error)
{
    *out_block = NULL;
    for (unsigned halvings = 0;; halvings++) {
        bool too_dense;
        enum us_result result = make_span(maker, *out_span, out_block, &too_dense, error);
        /* Where every curve has times of its own, there are more rows than keys: then rows are not
         * worth their memory. */
        bool too_many_rows =
            result == US_OK && !us_block_has_rows(*out_block) && halvings < ROW_HALVINGS;
        if (!too_dense && !too_many_rows)
            return result;
        if (!halve(maker, time_s, out_span))
            return result;
        us_block_destroy(*out_block);
        *out_block = NULL;
    }
}

enum us_result us_maker_make(struct us_maker *maker, double time_s, struct us_block **out_block,
                             struct us_span *out_span, struct us_error *error)
{
    *out_span = us_maker_cell(maker, time_s);
    return make_within(maker, time_s, out_block, out_span, error);
}

enum us_result us_maker_start(struct us_maker *maker, double time_s, uint32_t keys,
                              struct us_block **out_block, struct us_span *out_span,
                              struct us_error *error)
{
    double length_s = maker->cell_s * ((double)keys / KEYS_A_CELL);
    *out_span = us_maker_cell(maker, time_s);
    out_span->from_s = fmax(out_span->from_s, time_s);
    if (time_s + length_s > time_s)
        out_span->to_s = fmin(out_span->to_s, time_s + length_s);
    return make_within(maker, time_s, out_block, out_span, error);
}

enum us_result us_maker_calibrate(struct us_maker *maker, double time_s,
                                  struct us_block **out_block, struct us_span *out_span,
                                  struct us_error *error)
{
    for (;;) {
        enum us_result result = us_maker_make(maker, time_s, out_block, out_span, error);
        struct us_span cell = us_maker_cell(maker, time_s);
        bool halved = out_span->from_s != cell.from_s || out_span->to_s != cell.to_s;
        if (result != US_OK || !halved || maker->cell_count > MOST_CELLS / 2)
            return result;
        maker->cell_count *= 2;
        maker->cell_s *= 0.5;
        us_block_destroy(*out_block);
    }
}
