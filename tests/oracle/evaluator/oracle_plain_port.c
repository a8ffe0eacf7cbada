/* SPDX-License-Identifier: MIT */
#include "oracle_plain_port.h"

#include <math.h>
#include <stdlib.h>

struct port_key {
    float time, value, in_tangent, out_tangent, in_weight, out_weight;
    int32_t weighted_mode;
};

struct port_curve {
    int32_t pre_wrap, post_wrap;
    int32_t count;
    struct port_key *keys;
};

struct plain_port {
    float start_s, end_s;
    struct port_curve curves[PLAIN_PORT_JOINTS][7];
};

static int fill_curve(const struct oracle_curve *from, struct port_curve *out)
{
    out->pre_wrap = from->pre_wrap;
    out->post_wrap = from->post_wrap;
    out->count = (int32_t)from->count;
    out->keys = calloc(from->count + 1, sizeof *out->keys);
    for (size_t i = 0; out->keys && i < from->count; i++) {
        const struct oracle_key *key = &from->keys[i];
        out->keys[i] = (struct port_key){
            (float)key->time_s,      (float)key->value,     (float)key->in_tangent,
            (float)key->out_tangent, (float)key->in_weight, (float)key->out_weight,
            key->weighted_mode,
        };
    }
    return out->keys != NULL;
}

static struct plain_port *create_from(const struct oracle_recording *rec)
{
    struct plain_port *port = calloc(1, sizeof *port);
    if (!port)
        return NULL;
    port->start_s = (float)rec->start_s;
    port->end_s = (float)rec->end_s;
    for (int i = 0; i < PLAIN_PORT_JOINTS; i++) {
        const struct oracle_track *track =
            &rec->joints[i / ORACLE_XR_JOINTS][1 + i % ORACLE_XR_JOINTS];
        for (int c = 0; c < 7; c++) {
            const struct oracle_curve *from =
                c < 3 ? &track->position[c] : &track->rotation_raw[c - 3];
            if (!fill_curve(from, &port->curves[i][c])) {
                plain_port_destroy(port);
                return NULL;
            }
        }
    }
    return port;
}

static struct plain_port *create_and_drop(struct oracle_recording *rec)
{
    if (!rec)
        return NULL;
    struct plain_port *port = create_from(rec);
    oracle_destroy(rec);
    return port;
}

struct plain_port *plain_port_create_from_file(const char *path)
{
    char why[256];
    return create_and_drop(
        oracle_load(path, &(struct oracle_options){.keep_w = true}, why, sizeof why));
}

struct plain_port *plain_port_create_from_memory(const uint8_t *bytes, size_t size)
{
    char why[256];
    return create_and_drop(
        oracle_parse(bytes, size, &(struct oracle_options){.keep_w = true}, why, sizeof why));
}

void plain_port_destroy(struct plain_port *port)
{
    if (!port)
        return;
    for (int i = 0; i < PLAIN_PORT_JOINTS; i++)
        for (int c = 0; c < 7; c++)
            free(port->curves[i][c].keys);
    free(port);
}

float plain_port_start_s(const struct plain_port *port)
{
    return port->start_s;
}

float plain_port_end_s(const struct plain_port *port)
{
    return port->end_s;
}

static float repeat(float t, float length)
{
    float r = fmodf(t, length);
    return r < 0 ? r + length : r;
}

static float wrap(const struct port_curve *curve, float t)
{
    float first = curve->keys[0].time, last = curve->keys[curve->count - 1].time;
    if (t >= first && t < last)
        return t;
    int32_t mode = t < first ? curve->pre_wrap : curve->post_wrap;
    if (mode == ORACLE_WRAP_LOOP)
        return first + repeat(t - first, last - first);
    if (mode == ORACLE_WRAP_PING_PONG) {
        float x = repeat(t - first, 2 * (last - first));
        return first + (x > last - first ? 2 * (last - first) - x : x);
    }
    return t < first ? first : last;
}

static float bezier(float c0, float c1, float c2, float c3, float u)
{
    float w = 1 - u;
    return w * w * w * c0 + 3 * w * w * u * c1 + 3 * w * u * u * c2 + u * u * u * c3;
}

static float weighted(const struct port_key *left, const struct port_key *right, float s, float dx)
{
    float ow = left->weighted_mode & ORACLE_WEIGHTED_OUT ? left->out_weight : 1.0f / 3;
    float iw = right->weighted_mode & ORACLE_WEIGHTED_IN ? right->in_weight : 1.0f / 3;
    float low = 0, high = 1;
    for (int i = 0; i < 24; i++) {
        float u = 0.5f * (low + high);
        if (bezier(0, ow, 1 - iw, 1, u) < s)
            low = u;
        else
            high = u;
    }
    return bezier(left->value, left->value + ow * left->out_tangent * dx,
                  right->value - iw * right->in_tangent * dx, right->value, 0.5f * (low + high));
}

static float segment(const struct port_key *left, const struct port_key *right, float t)
{
    float m0 = left->out_tangent, m1 = right->in_tangent;
    if (isinf(m0) || isinf(m1))
        return m0 == INFINITY || m1 == INFINITY ? left->value : right->value;
    float dx = right->time - left->time;
    float s = (t - left->time) / dx;
    if (left->weighted_mode & ORACLE_WEIGHTED_OUT || right->weighted_mode & ORACLE_WEIGHTED_IN)
        return weighted(left, right, s, dx);
    float s2 = s * s, s3 = s2 * s;
    return (2 * s3 - 3 * s2 + 1) * left->value + (s3 - 2 * s2 + s) * m0 * dx +
           (3 * s2 - 2 * s3) * right->value + (s3 - s2) * m1 * dx;
}

static float evaluate(const struct port_curve *curve, float time_s)
{
    if (curve->count < 2)
        return curve->count ? curve->keys[0].value : 0;
    float t = wrap(curve, time_s);
    int32_t low = 0, high = curve->count;
    while (high - low > 1) {
        int32_t middle = low + (high - low) / 2;
        if (curve->keys[middle].time <= t)
            low = middle;
        else
            high = middle;
    }
    if (low == curve->count - 1)
        return curve->keys[low].value;
    return segment(&curve->keys[low], &curve->keys[low + 1], t);
}

void plain_port_pose(const struct plain_port *port, float time_s, float out[PLAIN_PORT_JOINTS][7])
{
    for (int i = 0; i < PLAIN_PORT_JOINTS; i++) {
        for (int c = 0; c < 7; c++)
            out[i][c] = evaluate(&port->curves[i][c], time_s);
        float *q = &out[i][3];
        float norm = sqrtf(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
        if (norm > 0)
            for (int c = 0; c < 4; c++)
                q[c] /= norm;
        else
            q[3] = 1;
    }
}
