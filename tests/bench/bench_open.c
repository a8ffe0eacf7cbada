/* SPDX-License-Identifier: MIT */
/* bench_open ROUNDS LONG SHORT: opening a recording and its first pose, against reading the file.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench.h"
#include "subject.h"

enum { CHUNK = 1 << 20 };

/* What `cat` has to do at least: read all of it, warm, into one buffer. */
static double read_all(const char *path)
{
    static char chunk[CHUNK];
    double start_ns = bench_process_ns();
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        bench_die("%s cannot be opened", path);
    while (read(file, chunk, sizeof chunk) > 0)
        ;
    close(file);
    return bench_process_ns() - start_ns;
}

static double in_ns(struct timeval time)
{
    return (double)time.tv_sec * 1e9 + (double)time.tv_usec * 1e3;
}

static double run_cat(const char *path)
{
    pid_t pid = fork();
    if (pid == 0) {
        if (freopen("/dev/null", "w", stdout) == NULL)
            _exit(127);
        execlp("cat", "cat", path, (char *)NULL);
        _exit(127);
    }
    struct rusage used;
    int status;
    if (pid < 0 || wait4(pid, &status, 0, &used) != pid || status != 0)
        bench_die("cat cannot be run");
    return in_ns(used.ru_utime) + in_ns(used.ru_stime);
}

struct opened {
    double open_ns, pose_ns; /* of the process: a worker's share is in it */
};

static bool is_there(const struct us_loaded_recording *loaded, double time_s)
{
    struct us_frame_sample frame;
    us_sampler_frame(loaded->sampler, time_s, US_SAMPLE_RIGHT, &frame);
    const enum us_how how = frame.hands[US_HAND_RIGHT].how;
    return how == US_HOW_EXACT || how == US_HOW_INTERPOLATED;
}

static struct opened open_once(const char *path)
{
    struct us_loaded_recording loaded;
    struct opened opened;
    double start_s, length_s;
    double start_ns = bench_process_ns();
    subject_open_recording(path, &loaded);
    opened.open_ns = bench_process_ns() - start_ns;
    subject_span(&loaded, &start_s, &length_s);
    for (int tries = 0; !is_there(&loaded, start_s); tries++) {
        if (tries == 20000)
            bench_die("%s: the first pose does not come", path);
        bench_sleep_ns(100000);
    }
    opened.pose_ns = bench_process_ns() - start_ns;
    us_loaded_recording_close(&loaded);
    return opened;
}

int main(int argc, char **argv)
{
    if (argc != 4)
        bench_die("usage: bench_open ROUNDS LONG SHORT");
    static struct bench_sides opens, cats, poses, lengths;
    read_all(argv[2]);
    read_all(argv[3]);
    for (int i = 0; i < atoi(argv[1]); i++) {
        double read_ns = read_all(argv[2]);
        struct opened whole = open_once(argv[2]), part = open_once(argv[3]);
        bench_sides_add(&opens, whole.open_ns, read_ns);
        bench_sides_add(&poses, whole.pose_ns, read_ns);
        bench_sides_add(&cats, whole.open_ns, run_cat(argv[2]));
        bench_sides_add(&lengths, whole.open_ns, part.open_ns);
    }
    bench_row_ratio(&(struct bench_row){"open, 10 min, warm", "read() of the file, 1 MB at a time",
                                        BENCH_PERCENT, 0.02},
                    &opens);
    bench_row_ratio(
        &(struct bench_row){"open, 10 min, warm", "cat FILE >/dev/null", BENCH_PERCENT, 0.02},
        &cats);
    bench_row_ratio(&(struct bench_row){"open, 10 min", "open, 1 min", BENCH_TIMES, 1.3}, &lengths);
    bench_row_ratio(&(struct bench_row){"open and first pose, worker too",
                                        "read() of the file, 1 MB at a time", BENCH_PERCENT, 0.03},
                    &poses);
    bench_note("10 min: read() %.2f ms, opened in %.3f ms, first pose after %.3f ms (least)",
               1e-6 * bench_least(opens.base, opens.rounds),
               1e-6 * bench_least(opens.ours, opens.rounds),
               1e-6 * bench_least(poses.ours, poses.rounds));
    return 0;
}
