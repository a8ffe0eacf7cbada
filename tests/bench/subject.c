/* SPDX-License-Identifier: MIT */
#include "subject.h"

#include <math.h>

#include "bench.h"

/* A pose of another time is further off than this; rounding, and the port's time in single
 * precision, are not. */
#define LATE_M 1e-3f

enum { TRIES_MOST = 500 };

void subject_open_recording(const char *path, struct us_loaded_recording *out)
{
    struct us_error error;
    char text[US_ERROR_TEXT_SIZE];
    if (us_loaded_recording_open(path, false, out, &error) != US_OK) {
        us_error_describe(&error, text, sizeof text);
        bench_die("%s: %s", path, text);
    }
}

void subject_span(const struct us_loaded_recording *loaded, double *out_start_s,
                  double *out_length_s)
{
    *out_start_s = us_recording_start_s(&loaded->recording);
    *out_length_s = loaded->recording.last_key_s - *out_start_s;
}

void subject_open(struct subject *subject, const char *path, enum subject_with with)
{
    *subject = (struct subject){0};
    subject_open_recording(path, &subject->loaded);
    subject_span(&subject->loaded, &subject->start_s, &subject->length_s);
    if (with == SUBJECT_WITH_PORT && (subject->port = plain_port_create_from_file(path)) == NULL)
        bench_die("%s: the plain port cannot read it", path);
}

void subject_close(struct subject *subject)
{
    us_loaded_recording_close(&subject->loaded);
    plain_port_destroy(subject->port);
    *subject = (struct subject){0};
}

void subject_pose(struct subject *subject, double time_s)
{
    struct us_frame_sample frame;
    unsigned parts = US_SAMPLE_LEFT | US_SAMPLE_RIGHT | (subject->still ? US_SAMPLE_STILL : 0u);
    us_sampler_frame(subject->loaded.sampler, time_s, parts, &frame);
    subject->sink += frame.hands[1].joints[US_JOINT_INDEX_TIP].pose.position_m.x +
                     frame.hands[0].joints[US_JOINT_PALM].pose.rotation.w;
}

void subject_pose_by_port(struct subject *subject, double time_s)
{
    float joints[PLAIN_PORT_JOINTS][7];
    plain_port_pose(subject->port, (float)time_s, joints);
    subject->sink += joints[36][0] + joints[1][6];
}

void subject_compare(struct subject *subject, double time_s)
{
    enum { TIP = ORACLE_XR_JOINTS + US_JOINT_INDEX_TIP - 1, PALM = US_JOINT_PALM - 1 };
    float theirs[PLAIN_PORT_JOINTS][7];
    struct us_frame_sample frame;
    us_sampler_frame(subject->loaded.sampler, time_s, US_SAMPLE_LEFT | US_SAMPLE_RIGHT, &frame);
    plain_port_pose(subject->port, (float)time_s, theirs);
    struct us_vec3 tip = frame.hands[1].joints[US_JOINT_INDEX_TIP].pose.position_m;
    struct us_vec3 palm = frame.hands[0].joints[US_JOINT_PALM].pose.position_m;
    float off_m = fmaxf(fabsf(tip.x - theirs[TIP][0]), fabsf(tip.y - theirs[TIP][1]));
    off_m = fmaxf(off_m, fmaxf(fabsf(palm.x - theirs[PALM][0]), fabsf(palm.y - theirs[PALM][1])));
    subject->asked++;
    subject->late += !(off_m < LATE_M);
}

void subject_settle(struct subject *subject, double time_s)
{
    for (int i = 0; i < 20; i++) {
        subject_pose(subject, time_s);
        bench_sleep_ns(1000000);
    }
}

static double burst(struct subject *subject, double from_s,
                    void (*pose)(struct subject *subject, double time_s))
{
    double start_ns = bench_thread_ns();
    for (int i = 0; i < SUBJECT_RATE_HZ; i++)
        pose(subject, from_s + (double)i / SUBJECT_RATE_HZ);
    return bench_thread_ns() - start_ns;
}

/* A burst in which no answer was late. */
static double burst_in_time(struct subject *subject, double from_s)
{
    for (int tries = 0;; tries++) {
        uint64_t late = us_sampler_late_count(subject->loaded.sampler);
        double spent_ns = burst(subject, from_s, subject_pose);
        if (us_sampler_late_count(subject->loaded.sampler) == late || tries == TRIES_MOST)
            return spent_ns;
        bench_sleep_ns(SUBJECT_PAUSE_NS);
    }
}

static double wrapped(const struct subject *subject, double time_s)
{
    return subject->start_s + fmod(time_s - subject->start_s, floor(subject->length_s));
}

double subject_play(struct subject *subject, double from_s, double seconds)
{
    double spent_ns = 0.0;
    for (int i = 0; i < (int)seconds; i++) {
        double at_s = wrapped(subject, from_s + i);
        if (i == 0 || at_s == subject->start_s)
            subject_settle(subject, at_s);
        spent_ns += burst_in_time(subject, at_s);
        if (subject->port != NULL)
            subject_compare(subject, at_s + 1.0 - 1.0 / SUBJECT_RATE_HZ);
        bench_sleep_ns(SUBJECT_PAUSE_NS);
    }
    return spent_ns / ((int)seconds * SUBJECT_RATE_HZ);
}

double subject_play_by_port(struct subject *subject, double from_s, double seconds)
{
    double spent_ns = 0.0;
    for (int i = 0; i < (int)seconds; i++) {
        spent_ns += burst(subject, wrapped(subject, from_s + i), subject_pose_by_port);
        bench_sleep_ns(SUBJECT_PAUSE_NS);
    }
    return spent_ns / ((int)seconds * SUBJECT_RATE_HZ);
}
