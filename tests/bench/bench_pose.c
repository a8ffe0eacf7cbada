/* SPDX-License-Identifier: MIT */
/*
 * bench_pose ROUNDS FULL SMALL BENT SCATTERED UNREDUCED REDUCED: what a pose of both hands (52
 * joints, with velocities where nothing else is said) costs, against the plain port (52 joints,
 * without).
 */
#include <math.h>
#include <stdlib.h>

#include "bench.h"
#include "subject.h"

enum { WINDOW_S = 120, PORT_WINDOW_S = 3, RANDOM_POSES = 4096, PORT_POSES = 256 };

/* Around a play head: what has just been played. */
#define NEAR_S 2.0

/* The next window's beginning; windows go round the recording. */
static double step(const struct subject *subject, int round)
{
    return subject->start_s + fmod((double)round * WINDOW_S, floor(subject->length_s));
}

static void report_late(const struct subject *subject, const char *what)
{
    if (subject->late > 0)
        bench_note("%s: %llu of %llu poses that were checked were another time's", what,
                   (unsigned long long)subject->late, (unsigned long long)subject->asked);
}

static void sequential(struct subject *full, int rounds, bool still, const struct bench_row *row)
{
    struct bench_sides sides = {0};
    full->still = still;
    for (int i = 0; i < rounds; i++)
        bench_sides_add(&sides, subject_play(full, step(full, i), WINDOW_S),
                        subject_play_by_port(full, step(full, i), PORT_WINDOW_S));
    full->still = false;
    bench_row_ratio(row, &sides);
    bench_note("%s: ours %.0f ns a pose of 52 joints, the port %.0f ns (least)", row->figure,
               bench_least(sides.ours, rounds), bench_least(sides.base, rounds));
}

/* Opening and playing the whole, all threads, without the frame thread's pauses, per pose. Counted
 * like this, it does not matter whether a recording is decoded when it is opened or while it plays.
 */
static double whole_pose_ns(const char *path)
{
    struct subject subject;
    double process_ns = bench_process_ns(), thread_ns = bench_thread_ns();
    subject_open(&subject, path, SUBJECT_ALONE);
    double open_ns = bench_thread_ns() - thread_ns;
    double seconds = floor(subject.length_s);
    double poses = seconds * SUBJECT_RATE_HZ;
    double played_ns = subject_play(&subject, subject.start_s, seconds) * poses;
    double others_ns = (bench_process_ns() - process_ns) - (bench_thread_ns() - thread_ns);
    subject_close(&subject);
    return (open_ns + played_ns + others_ns) / poses;
}

static void with_worker(struct subject *full, const char *path, int rounds)
{
    struct bench_sides sides = {0};
    for (int i = 0; i < rounds; i++)
        bench_sides_add(&sides, whole_pose_ns(path),
                        subject_play_by_port(full, step(full, i), PORT_WINDOW_S));
    bench_row_ratio(&(struct bench_row){"sequential pose, with all decoding", "plain port",
                                        BENCH_ONE_IN, 1.0 / 100},
                    &sides);
}

static void fill_times(double *times_s, int count, double from_s, double length_s)
{
    static uint64_t state = 88172645463325252u;
    for (int i = 0; i < count; i++)
        times_s[i] = from_s + length_s * bench_share(&state);
}

static double ask(struct subject *subject, const double *times_s, int count,
                  void (*pose)(struct subject *subject, double time_s))
{
    double start_ns = bench_thread_ns();
    for (int i = 0; i < count; i++)
        pose(subject, times_s[i]);
    return (bench_thread_ns() - start_ns) / count;
}

static void random_between(struct subject *subject, double from_s, double length_s,
                           struct bench_sides *sides)
{
    static double times_s[RANDOM_POSES];
    fill_times(times_s, RANDOM_POSES, from_s, length_s);
    double ours_ns = ask(subject, times_s, RANDOM_POSES, subject_pose);
    double port_ns = ask(subject, times_s, PORT_POSES, subject_pose_by_port);
    for (int i = 0; i < 8; i++)
        subject_compare(subject, times_s[i]);
    bench_sides_add(sides, ours_ns, port_ns);
}

static void random_poses(struct subject *full, struct subject *small, int rounds)
{
    struct bench_sides near_head = {0}, anywhere = {0};
    full->still = small->still = true;
    for (int i = 0; i < rounds; i++) {
        double from_s = step(full, i) + 1.0;
        subject_play(full, from_s, NEAR_S + 1.0);
        random_between(full, from_s, NEAR_S, &near_head);
        random_between(small, small->start_s, small->length_s, &anywhere);
    }
    full->still = small->still = false;
    bench_row_ratio(&(struct bench_row){"random pose, the 2 s just played", "plain port",
                                        BENCH_ONE_IN, 1.0 / 500},
                    &near_head);
    bench_row_ratio(&(struct bench_row){"random pose, all of a 10 s recording", "plain port",
                                        BENCH_ONE_IN, 1.0 / 500},
                    &anywhere);
}

/* Two recordings that are played in turn. `other` is compared with the port, which each recording
 * takes much memory for. */
static void against(const char *other_path, const char *base_path, int rounds,
                    const struct bench_row *row)
{
    struct bench_sides sides = {0};
    struct subject other, base;
    subject_open(&other, other_path, SUBJECT_WITH_PORT);
    subject_open(&base, base_path, SUBJECT_ALONE);
    for (int i = 0; i < rounds; i++)
        bench_sides_add(&sides, subject_play(&other, step(&other, i), WINDOW_S),
                        subject_play(&base, step(&base, i), WINDOW_S));
    bench_row_ratio(row, &sides);
    report_late(&other, row->figure);
    subject_close(&other);
    subject_close(&base);
}

static void against_port(const char *full_path, const char *small_path, int rounds)
{
    struct subject full, small;
    subject_open(&full, full_path, SUBJECT_WITH_PORT);
    subject_open(&small, small_path, SUBJECT_WITH_PORT);
    sequential(&full, rounds, true,
               &(struct bench_row){"sequential pose, as the port gives it", "plain port",
                                   BENCH_ONE_IN, 1.0 / 500});
    sequential(
        &full, rounds, false,
        &(struct bench_row){"sequential pose, with velocities", "plain port", BENCH_ONE_IN, -1.0});
    with_worker(&full, full_path, rounds / 2 > 3 ? rounds / 2 : 3);
    random_poses(&full, &small, rounds);
    report_late(&full, "10 min");
    report_late(&small, "10 s");
    subject_close(&full);
    subject_close(&small);
}

int main(int argc, char **argv)
{
    if (argc != 8)
        bench_die("usage: bench_pose ROUNDS FULL SMALL BENT SCATTERED UNREDUCED REDUCED");
    int rounds = atoi(argv[1]);
    against_port(argv[2], argv[3], rounds);
    against(argv[7], argv[6], rounds,
            &(struct bench_row){"reduced (104 groups), sequential", "unreduced, sequential",
                                BENCH_TIMES, 5.0});
    against(argv[4], argv[2], rounds,
            &(struct bench_row){"12 % of curves bent, sequential", "all linear, sequential",
                                BENCH_TIMES, 2.0});
    against(argv[5], argv[6], rounds,
            &(struct bench_row){"23 % of segments bent, in all curves", "all linear, sequential",
                                BENCH_TIMES, -1.0});
    return 0;
}
