/* SPDX-License-Identifier: MIT */
/*
 * understudy_bench: what a full pose of both hands (52 joints) costs, against the plain port.
 *
 *   understudy_bench RECORDING
 *
 * Baseline: tests/oracle/oracle_plain_port.h, a straightforward port with a search and a bisection
 * per curve, and no velocities; ours gives velocities as well. Both are measured in the processor
 * time of this thread, in turn, in windows of at least 20 ms; a figure is the least of its windows,
 * with the median beside it. What counts is the ratio.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "oracle_plain_port.h"
#include "take.h"

enum { WINDOWS = 15, TIMES = 1 << 15 };
#define WINDOW_NS 20e6

struct subject {
    const struct us_sampler *sampler;
    const struct plain_port *port;
    const double *times_s;
    float sink; /* keeps the work from being left out */
};

typedef void (*pose_func_t)(struct subject *subject, double time_s);

static void pose_by_sampler(struct subject *subject, double time_s)
{
    struct us_frame_sample frame;
    us_sampler_frame(subject->sampler, time_s, US_SAMPLE_LEFT | US_SAMPLE_RIGHT, &frame);
    subject->sink += frame.hands[1].joints[US_JOINT_INDEX_TIP].pose.position_m.x +
                     frame.hands[0].joints[US_JOINT_PALM].pose.rotation.w;
}

static void pose_by_port(struct subject *subject, double time_s)
{
    float joints[PLAIN_PORT_JOINTS][7];
    plain_port_pose(subject->port, (float)time_s, joints);
    subject->sink += joints[36][0] + joints[1][6];
}

static double processor_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

/* Nanoseconds a pose, over at least one window. */
static double window(struct subject *subject, pose_func_t pose, uint32_t *cursor)
{
    double start_ns = processor_ns(), spent_ns = 0.0;
    uint64_t poses = 0;
    while (spent_ns < WINDOW_NS) {
        for (int i = 0; i < 16; i++, poses++)
            pose(subject, subject->times_s[(*cursor)++ % TIMES]);
        spent_ns = processor_ns() - start_ns;
    }
    return spent_ns / (double)poses;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void measure(struct subject *subject, const char *name)
{
    double ours[WINDOWS], ports[WINDOWS];
    uint32_t our_cursor = 0, port_cursor = 0;
    for (int i = 0; i < WINDOWS; i++) {
        ours[i] = window(subject, pose_by_sampler, &our_cursor);
        ports[i] = window(subject, pose_by_port, &port_cursor);
    }
    qsort(ours, WINDOWS, sizeof(*ours), by_size);
    qsort(ports, WINDOWS, sizeof(*ports), by_size);
    printf("%-22s %9.0f %9.0f   %11.0f %11.0f   %7.0fx %7.0fx\n", name, ours[0], ours[WINDOWS / 2],
           ports[0], ports[WINDOWS / 2], ports[0] / ours[0],
           ports[WINDOWS / 2] / ours[WINDOWS / 2]);
}

/* A generator of its own, so that every run asks for the same times (Marsaglia's xorshift). */
static double random_share(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return (double)(*state >> 11) / 9007199254740992.0;
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: understudy_bench RECORDING\n");
        return 2;
    }
    struct us_take take;
    struct us_error error;
    char text[US_ERROR_TEXT_SIZE];
    struct plain_port *port = plain_port_create_from_file(argv[1]);
    if (us_take_open(argv[1], NULL, &take, &error) != US_OK || port == NULL) {
        us_error_describe(&error, text, sizeof(text));
        fprintf(stderr, "understudy_bench: %s: %s\n", argv[1], text);
        return 2;
    }

    static double times_s[TIMES];
    struct subject subject = {take.sampler, port, times_s, 0.0f};
    double start_s = us_recording_start_s(&take.recording);
    double length_s = take.recording.last_key_s - start_s;
    uint64_t state = 88172645463325252u;
    printf("%.0f s, %llu keys; nanoseconds of processor time for a pose of 52 joints\n", length_s,
           (unsigned long long)take.recording.key_count);
    printf("%-22s %9s %9s   %11s %11s   %8s %8s\n", "", "ours", "median", "plain port", "median",
           "ratio", "median");
    for (uint32_t i = 0; i < TIMES; i++)
        times_s[i] = start_s + fmod((double)i / 90.0, length_s);
    measure(&subject, "sequential, 90 Hz");
    for (uint32_t i = 0; i < TIMES; i++)
        times_s[i] = start_s + length_s * random_share(&state);
    measure(&subject, "random");
    plain_port_destroy(port);
    us_take_close(&take);
    return subject.sink == 12345.0f ? 1 : 0;
}
