/* SPDX-License-Identifier: MIT */
/*
 * bench_write SECONDS KIND FILE: a recording of any length, written curve by curve as it is
 * computed: understudy_generate holds a recording in memory, which an hour is too long for.
 *
 * Version 1.1 at 60 Hz, everything tracked throughout, slow sines. KIND is `short` (8-byte keys),
 * `full` (28-byte keys, linear as the toolkit writes them) or `bent` (28-byte keys; of 100 curves
 * 10 are Hermite throughout, 2 are weighted, and the others are linear).
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "core/base/bytes.h"
#include "core/recording/format.h"

#define RATE_HZ 60.0

enum kind { KIND_SHORT, KIND_FULL, KIND_BENT };

static FILE *file;
static enum kind kind;

static void put(const uint8_t *bytes, size_t size)
{
    if (fwrite(bytes, 1, size, file) != size)
        bench_die("the file cannot be written");
}

static void put_i32(int32_t value)
{
    uint8_t bytes[4];
    us_bytes_store_u32(bytes, (uint32_t)value);
    put(bytes, sizeof bytes);
}

static void put_short_key(double time_s, double value)
{
    uint8_t bytes[US_KEY_SIZE_SHORT];
    us_bytes_store_f32(bytes, (float)time_s);
    us_bytes_store_f32(bytes + 4, (float)value);
    put(bytes, sizeof bytes);
}

static void put_head(void)
{
    uint8_t magic[8];
    us_bytes_store_u64(magic, US_FORMAT_MAGIC);
    put(magic, sizeof magic);
    put_i32(1);
    put_i32(1);
    put((const uint8_t[3]){1, 1, 1}, 3);
}

static double sway(unsigned which, double time_s)
{
    return sin((0.7 + 0.01 * (which % 97)) * time_s + which);
}

/* A component of pose `pose`: positions within a metre, unit rotations about a slowly turning axis.
 */
static double pose_value(unsigned pose, unsigned component, double time_s)
{
    if (component < US_POSE_QX)
        return 0.02 * (pose % 27) + 0.2 * sway(pose + component, time_s);
    double x = 0.3 * sway(pose, time_s);
    double y = 0.2 * sway(pose + 1, time_s);
    double z = 0.1 * sway(pose + 2, time_s);
    const double q[4] = {x, y, z, sqrt(1.0 - x * x - y * y - z * z)};
    return q[component - US_POSE_QX];
}

static double value_at(unsigned curve, double time_s)
{
    if (curve >= US_CURVE_GAZE)
        return curve == US_CURVE_GAZE + US_RAY_DZ ? 1.0 : 0.2 * sway(curve, time_s);
    if (curve >= US_CURVE_JOINTS)
        return pose_value(1 + (curve - US_CURVE_JOINTS) / US_POSE_CURVES,
                          (curve - US_CURVE_JOINTS) % US_POSE_CURVES, time_s);
    return pose_value(0, curve, time_s);
}

static void put_full_key(unsigned curve, double time_s)
{
    uint8_t bytes[US_KEY_SIZE_FULL];
    struct us_key key = {.time_s = (float)time_s,
                         .value = (float)value_at(curve, time_s),
                         .weighted_mode = US_WEIGHTED_BOTH};
    unsigned choice = curve * 37 % 100; /* spreads them over all poses */
    bool is_bent = kind == KIND_BENT && choice < 12;
    if (is_bent) {
        double next = value_at(curve, time_s + 0.5 / RATE_HZ);
        double last = value_at(curve, time_s - 0.5 / RATE_HZ);
        key.in_tangent = key.out_tangent = (float)((next - last) * RATE_HZ);
        key.in_weight = key.out_weight = 0.4f;
        key.weighted_mode = choice < 10 ? US_WEIGHTED_NONE : US_WEIGHTED_BOTH;
    }
    us_key_store(&key, bytes);
    put(bytes, sizeof bytes);
}

static void put_curve(unsigned curve, int32_t frames)
{
    bool is_bool = us_recording_curve_is_bool(curve);
    put_i32(US_WRAP_CLAMP_FOREVER);
    put_i32(US_WRAP_CLAMP_FOREVER);
    put_i32(is_bool ? 1 : frames);
    if (is_bool)
        put_short_key(0.0, curve < US_CURVE_PINCHING ? 1.0 : 0.0);
    for (int32_t i = 0; !is_bool && i < frames; i++)
        if (kind == KIND_SHORT)
            put_short_key(i / RATE_HZ, value_at(curve, i / RATE_HZ));
        else
            put_full_key(curve, i / RATE_HZ);
}

static bool read_kind(const char *name)
{
    const char *const names[] = {"short", "full", "bent"};
    for (int i = 0; i < 3; i++) {
        kind = (enum kind)i;
        if (strcmp(names[i], name) == 0)
            return true;
    }
    return false;
}

int main(int argc, char **argv)
{
    double seconds = argc == 4 ? atof(argv[1]) : 0.0;
    if (!(seconds > 0.0 && seconds < 1e6) || !read_kind(argv[2]))
        bench_die("usage: bench_write SECONDS short|full|bent FILE");
    file = fopen(argv[3], "wb");
    if (file == NULL)
        bench_die("%s cannot be written", argv[3]);
    put_head();
    for (unsigned curve = 0; curve < US_CURVE_COUNT; curve++)
        put_curve(curve, (int32_t)(seconds * RATE_HZ) + 1);
    put_i32(0); /* markers */
    if (fclose(file) != 0)
        bench_die("%s cannot be written", argv[3]);
    return 0;
}
