/* SPDX-License-Identifier: MIT */
#include "oracle.h"

#include <math.h>

enum wrap_kind { WRAP_CLAMP, WRAP_LOOP, WRAP_PING_PONG };

static enum wrap_kind wrap_kind(int mode)
{
    if (mode == ORACLE_WRAP_LOOP)
        return WRAP_LOOP;
    return mode == ORACLE_WRAP_PING_PONG ? WRAP_PING_PONG : WRAP_CLAMP;
}

static double posmod(double a, double b)
{
    double r = fmod(a, b);
    return r < 0 ? r + b : r;
}

/* Time inside [first, last], and whether it runs backwards or stands still there. */
struct wrapped {
    double time_s;
    bool clamped, backwards;
};

static struct wrapped wrap_time(const struct oracle_curve *curve, double time_s)
{
    double t0 = curve->keys[0].time_s;
    double t1 = curve->keys[curve->count - 1].time_s;
    double length = t1 - t0;
    if (time_s >= t0 && time_s < t1)
        return (struct wrapped){time_s, false, false};
    switch (wrap_kind(time_s < t0 ? curve->pre_wrap : curve->post_wrap)) {
    case WRAP_LOOP:
        return (struct wrapped){t0 + posmod(time_s - t0, length), false, false};
    case WRAP_PING_PONG: {
        double x = posmod(time_s - t0, 2 * length);
        bool back = x >= length;
        return (struct wrapped){t0 + (back ? 2 * length - x : x), false, back};
    }
    case WRAP_CLAMP:
        break;
    }
    return (struct wrapped){time_s < t0 ? t0 : t1, true, false};
}

static double bezier(double c0, double c1, double c2, double c3, double u)
{
    double w = 1 - u;
    return w * w * w * c0 + 3 * w * w * u * c1 + 3 * w * u * u * c2 + u * u * u * c3;
}

static double first_crossing(double ow, double iw, double s)
{
    bool monotone = ow >= 0 && ow <= 1 && iw >= 0 && iw <= 1;
    int steps = monotone ? 1 : 20000;
    for (int i = 1; i <= steps; i++) {
        double high = (double)i / steps;
        if (bezier(0, ow, 1 - iw, 1, high) < s && i < steps)
            continue;
        double low = (double)(i - 1) / steps;
        for (int n = 0; n < 80; n++) {
            double middle = (low + high) / 2;
            if (bezier(0, ow, 1 - iw, 1, middle) < s)
                low = middle;
            else
                high = middle;
        }
        return high;
    }
    return 1;
}

double oracle_bezier_value(double ow, double iw, const double v[4], double s)
{
    double u = s <= 0 ? 0 : first_crossing(ow, iw, s);
    return bezier(v[0], v[1], v[2], v[3], u);
}

static double hermite(double v0, double v1, double m0, double m1, double s)
{
    double s2 = s * s, s3 = s2 * s;
    return (2 * s3 - 3 * s2 + 1) * v0 + (s3 - 2 * s2 + s) * m0 + (-2 * s3 + 3 * s2) * v1 +
           (s3 - s2) * m1;
}

static double segment_value(const struct oracle_key *left, const struct oracle_key *right,
                            double time_s)
{
    double m0 = left->out_tangent, m1 = right->in_tangent;
    double v0 = left->value, v1 = right->value;
    if (m0 == (double)INFINITY || m1 == (double)INFINITY)
        return v0;
    if (m0 == -(double)INFINITY || m1 == -(double)INFINITY)
        return v1;
    double dx = right->time_s - left->time_s;
    double s = (time_s - left->time_s) / dx;
    bool out = (left->weighted_mode & ORACLE_WEIGHTED_OUT) != 0;
    bool in = (right->weighted_mode & ORACLE_WEIGHTED_IN) != 0;
    if (!out && !in)
        return hermite(v0, v1, m0 * dx, m1 * dx, s);
    double ow = out ? left->out_weight : 1.0 / 3;
    double iw = in ? right->in_weight : 1.0 / 3;
    double values[4] = {v0, v0 + ow * m0 * dx, v1 - iw * m1 * dx, v1};
    return oracle_bezier_value(ow, iw, values, s);
}

double oracle_curve_value(const struct oracle_curve *curve, double time_s)
{
    if (curve->count == 0)
        return 0;
    if (curve->count == 1)
        return curve->keys[0].value;
    struct wrapped wrapped = wrap_time(curve, time_s);
    double t = wrapped.time_s;
    if (wrapped.clamped) /* the edge's value, whatever the segment behind it does */
        return curve->keys[time_s < t ? 0 : curve->count - 1].value;
    size_t left = 0;
    while (left + 1 < curve->count && curve->keys[left + 1].time_s <= t)
        left++;
    if (left + 1 == curve->count || curve->is_boolean)
        return curve->keys[left].value;
    return segment_value(&curve->keys[left], &curve->keys[left + 1], t);
}

bool oracle_curve_near_key(const struct oracle_curve *curve, double time_s, double within_s)
{
    if (curve->count < 2)
        return false; /* constant: no key makes a difference */
    double t = wrap_time(curve, time_s).time_s;
    for (size_t i = 0; i < curve->count; i++) {
        double key_s = curve->keys[i].time_s;
        if (fabs(key_s - time_s) <= within_s ||
            (fabs(key_s - t) <= within_s && !wrap_time(curve, time_s).clamped))
            return true;
    }
    return false;
}

double oracle_curve_gap_s(const struct oracle_curve *curve, double time_s)
{
    if (curve->count < 2)
        return (double)INFINITY;
    struct wrapped w = wrap_time(curve, time_s);
    if (w.clamped) {
        double gap = curve->keys[0].time_s - time_s;
        return gap > 0 ? gap : (double)INFINITY;
    }
    double gap = (double)INFINITY;
    for (size_t i = 0; i < curve->count; i++) {
        double ahead = curve->keys[i].time_s - w.time_s;
        ahead = w.backwards ? -ahead : ahead;
        if (ahead > 0 && ahead < gap)
            gap = ahead;
    }
    return gap;
}

bool oracle_curve_is_linear(const struct oracle_curve *curve)
{
    for (size_t i = 0; i + 1 < curve->count; i++) {
        const struct oracle_key *left = &curve->keys[i], *right = &curve->keys[i + 1];
        if (!(left->weighted_mode & ORACLE_WEIGHTED_OUT) ||
            !(right->weighted_mode & ORACLE_WEIGHTED_IN) || left->out_weight != 0 ||
            right->in_weight != 0 || !isfinite(left->out_tangent) || !isfinite(right->in_tangent))
            return false;
    }
    return true;
}
