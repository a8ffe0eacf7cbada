/* SPDX-License-Identifier: MIT */
/*
 * bench_evicted ROUNDS SECONDS FILE: a file that is not in the page cache, played in real time at
 * 90 Hz; each round evicts it anew.
 *
 * Waiting for a disk is no processor time, so this one figure is in wall-clock time: a thread that
 * was not running when its pose was due counts as slow, whoever took the processor. Whether a pose
 * was held is found out afterwards, from the plain port (which reads the whole file).
 */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bench.h"
#include "subject.h"

enum { ROUNDS_MOST = 8, FRAMES_MOST = 30 * SUBJECT_RATE_HZ };
#define START_UP_S 0.2 /* poses may be held for so long */
#define LATE_M 1e-4f

struct round {
    double took_ns[FRAMES_MOST];
    float tip_x[FRAMES_MOST], tip_y[FRAMES_MOST];
    double open_ns, start_s;
    long major_faults;
    unsigned long long late; /* by the sampler's own count, from the opening on */
};

static struct round played[ROUNDS_MOST];

/* The share of the file that is in the page cache; negative if the kernel does not say. */
static double cached_share(int file, size_t size)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE), pages = (size + page - 1) / page, in = 0;
    unsigned char *resident = malloc(pages);
    void *map = mmap(NULL, size, PROT_READ, MAP_SHARED, file, 0);
    bool known = resident != NULL && map != MAP_FAILED && mincore(map, size, resident) == 0;
    for (size_t i = 0; known && i < pages; i++)
        in += resident[i] & 1;
    if (map != MAP_FAILED)
        munmap(map, size);
    free(resident);
    return known ? (double)in / (double)pages : -1.0;
}

static double evict(const char *path)
{
    struct stat about;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0 || fstat(file, &about) != 0)
        bench_die("%s cannot be opened", path);
    fdatasync(file);
    posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED);
    double share = cached_share(file, (size_t)about.st_size);
    close(file);
    return share;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void play(struct subject *subject, int frames, struct round *out)
{
    double start_ns = bench_wall_ns();
    for (int i = 0; i < frames; i++) {
        double due_ns = start_ns + 1e9 * i / SUBJECT_RATE_HZ, now_ns = bench_wall_ns();
        if (now_ns < due_ns)
            bench_sleep_ns((long)(due_ns - now_ns));
        struct us_frame_sample frame;
        double before_ns = bench_wall_ns();
        us_sampler_frame(subject->loaded.sampler, subject->start_s + (double)i / SUBJECT_RATE_HZ,
                         US_SAMPLE_LEFT | US_SAMPLE_RIGHT, &frame);
        out->took_ns[i] = bench_wall_ns() - before_ns;
        out->tip_x[i] = frame.hands[1].joints[US_JOINT_INDEX_TIP].pose.position_m.x;
        out->tip_y[i] = frame.hands[1].joints[US_JOINT_INDEX_TIP].pose.position_m.y;
    }
}

static void play_evicted(const char *path, int frames, struct round *out)
{
    struct subject subject;
    struct rusage before, after;
    double start_ns = bench_wall_ns();
    subject_open(&subject, path, SUBJECT_ALONE);
    out->open_ns = bench_wall_ns() - start_ns;
    out->start_s = subject.start_s;
    getrusage(RUSAGE_THREAD, &before);
    play(&subject, frames, out);
    getrusage(RUSAGE_THREAD, &after);
    out->late = us_sampler_late_count(subject.loaded.sampler);
    out->major_faults = after.ru_majflt - before.ru_majflt;
    subject_close(&subject);
}

/* Frames from `first` up to `end` whose answer was another time's. */
static int count_held(const struct plain_port *port, const struct round *round, int first, int end)
{
    enum { TIP = ORACLE_XR_JOINTS + US_JOINT_INDEX_TIP - 1 };
    int held = 0;
    for (int i = first; i < end; i++) {
        float joints[PLAIN_PORT_JOINTS][7];
        plain_port_pose(port, (float)(round->start_s + (double)i / SUBJECT_RATE_HZ), joints);
        float x = joints[TIP][0] - round->tip_x[i], y = joints[TIP][1] - round->tip_y[i];
        held += !(x * x + y * y < LATE_M * LATE_M);
    }
    return held;
}

static void report(const char *path, int rounds, int frames)
{
    double held[ROUNDS_MOST], slowness[ROUNDS_MOST], faults[ROUNDS_MOST];
    int first = (int)(START_UP_S * SUBJECT_RATE_HZ);
    struct plain_port *port = plain_port_create_from_file(path);
    if (port == NULL)
        bench_die("%s: the plain port cannot read it", path);
    for (int i = 0; i < rounds; i++) {
        struct round *round = &played[i];
        held[i] = count_held(port, round, first, frames);
        faults[i] = (double)round->major_faults;
        qsort(round->took_ns, (size_t)frames, sizeof *round->took_ns, by_size);
        double median_ns = round->took_ns[frames / 2];
        double slow_ns = round->took_ns[(int)(0.999 * frames)];
        slowness[i] = slow_ns / median_ns;
        bench_note(
            "evicted, round %d: open took %.1f ms (wall), %d of the first %d poses were held, "
            "%llu by the sampler's own count in all; median %.1f us, p99.9 %.1f us of %d poses",
            i + 1, round->open_ns * 1e-6, count_held(port, round, 0, first), first, round->late,
            median_ns * 1e-3, slow_ns * 1e-3, frames);
    }
    plain_port_destroy(port);
    bench_row_values(&(struct bench_row){"evicted, 90 Hz: poses held after 0.2 s",
                                         "the plain port's answers", BENCH_COUNT, 0.0},
                     held, rounds);
    bench_row_values(&(struct bench_row){"evicted, 90 Hz: p99.9 of a pose (wall)",
                                         "its median (wall)", BENCH_TIMES, 20.0},
                     slowness, rounds);
    bench_row_values(&(struct bench_row){"evicted, 90 Hz: major faults", "getrusage of the thread",
                                         BENCH_COUNT, 0.0},
                     faults, rounds);
}

int main(int argc, char **argv)
{
    int rounds = argc == 4 ? atoi(argv[1]) : 0;
    int frames = argc == 4 ? atoi(argv[2]) * SUBJECT_RATE_HZ : 0;
    if (rounds < 1 || rounds > ROUNDS_MOST || frames < 1 || frames > FRAMES_MOST)
        bench_die("usage: bench_evicted ROUNDS (1 to 8) SECONDS (1 to 30) FILE");
    for (int i = 0; i < rounds; i++) {
        double share = evict(argv[3]);
        if (share < 0.0 || share > 0.01) {
            bench_row_skip("evicted file at 90 Hz", "the kernel keeps the file in its cache");
            return 0;
        }
        play_evicted(argv[3], frames, &played[i]);
    }
    report(argv[3], rounds, frames);
    return 0;
}
