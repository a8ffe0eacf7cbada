/* SPDX-License-Identifier: MIT */
#include "animation/animation_keys.h"

#include <math.h>

/* The deviation must stay within the tolerance after a reader has rounded, too. */
#define TOLERANCE_SHARE 0.999
/* A line never joins rotations whose quaternions are farther apart: it would come near zero.
 */
#define LEAST_DOT 0.5

/* The number of curves of a kind. */
static unsigned curves_of(enum us_key_kind kind)
{
    return kind == US_KEY_ROTATION ? 4 : 3;
}

static double tolerance_of(const struct us_key_output *output, enum us_key_kind kind)
{
    return kind == US_KEY_POSITION ? output->tolerance_m : output->tolerance_rad;
}

static double dot(const double *a, const double *b, unsigned count)
{
    double sum = 0.0;
    for (unsigned i = 0; i < count; i++)
        sum += a[i] * b[i];
    return sum;
}

static double distance(const double *a, const double *b, unsigned count)
{
    double sum = 0.0;
    for (unsigned i = 0; i < count; i++)
        sum += (a[i] - b[i]) * (a[i] - b[i]);
    return sqrt(sum);
}

/* The angle between the directions or rotations that two arrays of values stand for. */
static double angle(enum us_key_kind kind, double *a, double *b, unsigned count)
{
    const double a_norm = sqrt(dot(a, a, count)), b_norm = sqrt(dot(b, b, count));
    if (a_norm == 0.0 && b_norm == 0.0)
        return 0.0;
    if (!(a_norm > 1e-3 && b_norm > 1e-3))
        return INFINITY;
    for (unsigned i = 0; i < count; i++) {
        a[i] /= a_norm;
        b[i] /= b_norm;
    }
    const double half_chord = fmin(distance(a, b, count) / 2.0, 1.0);
    return (kind == US_KEY_ROTATION ? 4.0 : 2.0) * asin(half_chord);
}

/* How far a row is from the line between two others: metres or radians. */
static double error_of(enum us_key_kind kind, const struct us_key_row *from,
                       const struct us_key_row *to, const struct us_key_row *row)
{
    const unsigned count = curves_of(kind);
    const double length_s = (double)to->time_s - (double)from->time_s;
    const double share = ((double)row->time_s - (double)from->time_s) / length_s;
    double line[4], values[4];
    for (unsigned i = 0; i < count; i++) {
        const double first = (double)from->values[i];
        line[i] = first + ((double)to->values[i] - first) * share;
        values[i] = (double)row->values[i];
    }
    return kind == US_KEY_POSITION ? distance(line, values, count)
                                   : angle(kind, line, values, count);
}

/* Whether a line may lead from one row to another at all. */
static bool may_join(enum us_key_kind kind, const struct us_key_row *from,
                     const struct us_key_row *to)
{
    double a[4], b[4];
    if (kind == US_KEY_POSITION)
        return true;
    const unsigned count = curves_of(kind);
    for (unsigned i = 0; i < count; i++) {
        a[i] = (double)from->values[i];
        b[i] = (double)to->values[i];
    }
    return (dot(a, a, count) == 0.0 && dot(b, b, count) == 0.0) || dot(a, b, count) > LEAST_DOT;
}

/* Whether the rows that wait fit the line from the anchor to a row. */
static bool fits(const struct us_key_reducer *reducer, const struct us_key_row *to,
                 double tolerance)
{
    if (!may_join(reducer->kind, &reducer->anchor, to))
        return false;
    for (unsigned i = 0; i < reducer->count; i++)
        if (!(error_of(reducer->kind, &reducer->anchor, to, &reducer->rows[i]) <=
              tolerance * TOLERANCE_SHARE))
            return false;
    return true;
}

void us_key_output_take(struct us_key_output *output, unsigned first_curve, unsigned count,
                        const struct us_key_row *row)
{
    if (output->result == US_OK)
        output->result = output->take(output->data, first_curve, count, row, output->error);
}

/* Hands on the last row that waits, and leaves out the others. */
static void keep_last(struct us_key_reducer *reducer, struct us_key_output *output)
{
    if (reducer->count == 0)
        return;
    const struct us_key_row *kept = &reducer->rows[reducer->count - 1];
    double *worst = reducer->kind == US_KEY_POSITION ? &output->worst_m : &output->worst_rad;
    for (unsigned i = 0; i + 1 < reducer->count; i++)
        *worst = fmax(*worst, error_of(reducer->kind, &reducer->anchor, kept, &reducer->rows[i]));
    const unsigned curves = curves_of(reducer->kind);
    output->left_out[reducer->kind] += (uint64_t)curves * (reducer->count - 1);
    reducer->anchor = *kept;
    reducer->count = 0;
    us_key_output_take(output, reducer->first_curve, curves, &reducer->anchor);
}

static struct us_key_row align(const struct us_key_reducer *reducer, const struct us_key_row *row)
{
    struct us_key_row out = *row;
    double sum = 0.0;
    for (unsigned i = 0; i < 4; i++)
        sum += (double)row->values[i] * (double)reducer->last.values[i];
    if (reducer->kind == US_KEY_ROTATION && reducer->has_last && sum < 0.0)
        for (unsigned i = 0; i < 4; i++)
            out.values[i] = -row->values[i];
    return out;
}

void us_key_reducer_add(struct us_key_reducer *reducer, struct us_key_output *output,
                        const struct us_key_row *row)
{
    const double tolerance = tolerance_of(output, reducer->kind);
    reducer->last = align(reducer, row);
    reducer->has_last = true;
    if (!reducer->has_anchor || !(tolerance > 0.0)) {
        reducer->anchor = reducer->last;
        reducer->has_anchor = true;
        us_key_output_take(output, reducer->first_curve, curves_of(reducer->kind),
                           &reducer->anchor);
        return;
    }
    if (reducer->count == US_KEY_REDUCER_MOST || !fits(reducer, &reducer->last, tolerance))
        keep_last(reducer, output);
    reducer->rows[reducer->count++] = reducer->last;
}

void us_key_reducer_hold(struct us_key_reducer *reducer, struct us_key_output *output, float time_s)
{
    struct us_key_row row = reducer->last;
    if (!reducer->has_last || !(row.time_s < time_s))
        return;
    row.time_s = time_s;
    us_key_reducer_add(reducer, output, &row);
}

void us_key_reducer_break(struct us_key_reducer *reducer, struct us_key_output *output)
{
    keep_last(reducer, output);
    reducer->has_anchor = false;
}
