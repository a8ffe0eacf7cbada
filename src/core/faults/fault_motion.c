/* SPDX-License-Identifier: MIT */
#include "core/faults/fault_frame.h"

#include <math.h>

#include "core/base/bytes.h"

/* A random number from -1 to 1. */
static double random_at(uint64_t seed, unsigned channel, int64_t step)
{
    return us_random_of(
        us_random_mix(us_random_mix(seed ^ (uint64_t)channel << 40) ^ (uint64_t)step));
}

struct noise {
    double value, rate; /* from -1 to 1; for each second */
};

/* Cubic between random numbers, with a rate of 0 at each of them. */
static struct noise noise_at(uint64_t seed, unsigned channel, double time_s)
{
    double steps = time_s / US_FAULT_JITTER_STEP_S, whole = floor(steps), x = steps - whole;
    double a = random_at(seed, channel, (int64_t)whole);
    double b = random_at(seed, channel, (int64_t)whole + 1);
    return (struct noise){a + (b - a) * x * x * (3.0 - 2.0 * x),
                          (b - a) * 6.0 * x * (1.0 - x) / US_FAULT_JITTER_STEP_S};
}

/* A random vector that is at most `most` long, and its rate. */
static void random_vector(uint64_t seed, unsigned channel, double time_s, double most,
                          struct us_vec3 *out, struct us_vec3 *out_rate)
{
    double scale = most / sqrt(3.0);
    struct noise x = noise_at(seed, channel, time_s), y = noise_at(seed, channel + 1, time_s),
                 z = noise_at(seed, channel + 2, time_s);
    *out = (struct us_vec3){(float)(x.value * scale), (float)(y.value * scale),
                            (float)(z.value * scale)};
    *out_rate =
        (struct us_vec3){(float)(x.rate * scale), (float)(y.rate * scale), (float)(z.rate * scale)};
}

/* The rotation by `angle`, an axis times radians. */
static struct us_quat quat_of(struct us_vec3 angle)
{
    float norm = us_vec3_norm(angle);
    float scale = norm > 1e-6f ? sinf(norm * 0.5f) / norm : 0.5f;
    return us_quat_normalize(
        (struct us_quat){angle.x * scale, angle.y * scale, angle.z * scale, cosf(norm * 0.5f)});
}

/* The angular velocity of quat_of(angle) while `angle` changes at `rate`. */
static struct us_vec3 turning_of(struct us_vec3 angle, struct us_vec3 rate)
{
    float norm = us_vec3_norm(angle);
    if (norm < 1e-4f)
        return rate;
    struct us_vec3 axis = us_vec3_scale(angle, 1.0f / norm);
    float along = sinf(norm) / norm, across = (1.0f - cosf(norm)) / norm;
    struct us_vec3 out = us_vec3_scale(rate, along);
    out = us_vec3_add(out, us_vec3_scale(axis, (1.0f - along) * us_vec3_dot(axis, rate)));
    return us_vec3_add(out, us_vec3_scale(us_vec3_cross(axis, rate), across));
}

struct us_displacement us_fault_jitter(const struct us_fault *fault, unsigned who, double time_s)
{
    struct us_displacement out;
    struct us_vec3 angle, rate;
    uint64_t seed = us_random_mix((uint64_t)fault->numbers[2]) + who;
    random_vector(seed, 0, time_s, fault->numbers[0] * 0.001, &out.move_m, &out.move_m_s);
    random_vector(seed, 3, time_s, fault->numbers[1] * US_POSE_RAD_IN_DEGREE, &angle, &rate);
    out.turn = quat_of(angle);
    out.turn_rad_s = turning_of(angle, rate);
    return out;
}

struct us_displacement us_fault_drift(const struct us_fault *fault, double time_s)
{
    double since_s = time_s - fault->from_s;
    double m_s = fault->numbers[0] * 0.001, rad_s = fault->numbers[1] * US_POSE_RAD_IN_DEGREE;
    /* The recording's axes are left-handed, so the sign of a rotation about +Y changes. */
    double angle = -rad_s * since_s;
    return (struct us_displacement){
        .turn = {0.0f, (float)sin(angle * 0.5), 0.0f, (float)cos(angle * 0.5)},
        .move_m = {(float)(m_s * since_s), 0.0f, 0.0f},
        .turn_rad_s = {0.0f, (float)-rad_s, 0.0f},
        .move_m_s = {(float)m_s, 0.0f, 0.0f}};
}

struct us_motion us_fault_motion_displace(const struct us_displacement *by,
                                          const struct us_motion *pivot, struct us_motion motion)
{
    struct us_vec3 arm =
        us_quat_rotate(by->turn, us_vec3_sub(motion.pose.position_m, pivot->pose.position_m));
    struct us_vec3 moving =
        us_quat_rotate(by->turn, us_vec3_sub(motion.linear_m_s, pivot->linear_m_s));
    struct us_motion out;
    out.pose.rotation = us_quat_normalize(us_quat_multiply(by->turn, motion.pose.rotation));
    out.pose.position_m = us_vec3_add(us_vec3_add(pivot->pose.position_m, arm), by->move_m);
    out.linear_m_s = us_vec3_add(us_vec3_add(pivot->linear_m_s, moving),
                                 us_vec3_add(us_vec3_cross(by->turn_rad_s, arm), by->move_m_s));
    out.angular_rad_s = us_vec3_add(by->turn_rad_s, us_quat_rotate(by->turn, motion.angular_rad_s));
    return out;
}
