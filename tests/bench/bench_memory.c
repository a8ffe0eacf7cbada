/* SPDX-License-Identifier: MIT */
/*
 * bench_memory ROUNDS FILE LONG SHORT: what playing keeps in memory.
 *
 * Each measurement is a process of its own (this program again), which says the largest size that
 * it ever had (VmHWM); one that does nothing is what it is compared with. Files' pages in the
 * kernel's cache belong to no process and do not count.
 *   bench_memory --child [FILE SECONDS]
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "subject.h"

static long most_resident_kb(void)
{
    long kb = -1;
    char line[256];
    FILE *status = fopen("/proc/self/status", "r");
    while (status != NULL && kb < 0 && fgets(line, sizeof line, status) != NULL)
        sscanf(line, "VmHWM: %ld kB", &kb);
    if (status != NULL)
        fclose(status);
    return kb;
}

static int child(int argc, char **argv)
{
    if (argc == 4) {
        struct subject subject;
        subject_open(&subject, argv[2], SUBJECT_ALONE);
        subject_play(&subject, subject.start_s, fmin(atof(argv[3]), subject.length_s));
        subject_close(&subject);
    }
    printf("%ld\n", most_resident_kb());
    return 0;
}

/* In mebibytes. */
static double resident(const char *program, const char *path, double seconds)
{
    char command[2048];
    if (path == NULL)
        snprintf(command, sizeof command, "'%s' --child", program);
    else
        snprintf(command, sizeof command, "'%s' --child '%s' %g", program, path, seconds);
    FILE *pipe = popen(command, "r");
    long kb = -1;
    if (pipe == NULL || fscanf(pipe, "%ld", &kb) != 1 || pclose(pipe) != 0 || kb < 0)
        bench_die("%s: it cannot be measured", path != NULL ? path : "an empty process");
    return (double)kb / 1024.0;
}

int main(int argc, char **argv)
{
    if (argc >= 2 && strcmp(argv[1], "--child") == 0)
        return child(argc, argv);
    if (argc != 5)
        bench_die("usage: bench_memory ROUNDS FILE LONG SHORT");
    double minute[BENCH_ROUNDS_MOST], whole[BENCH_ROUNDS_MOST], longer[BENCH_ROUNDS_MOST],
        more[BENCH_ROUNDS_MOST];
    int rounds = atoi(argv[1]);
    for (int i = 0; i < rounds && i < BENCH_ROUNDS_MOST; i++) {
        double empty = resident(argv[0], NULL, 0.0);
        minute[i] = resident(argv[0], argv[2], 60.0) - empty;
        whole[i] = resident(argv[0], argv[2], INFINITY) - empty;
        longer[i] = resident(argv[0], argv[3], INFINITY) - empty;
        more[i] = longer[i] - (resident(argv[0], argv[4], INFINITY) - empty);
    }
    const char *empty = "an empty process";
    bench_row_values(&(struct bench_row){"resident, 1 min of 10 min played", empty, BENCH_MB, 8.0},
                     minute, rounds);
    bench_row_values(&(struct bench_row){"resident, all of 10 min played", empty, BENCH_MB, 8.0},
                     whole, rounds);
    bench_row_values(
        &(struct bench_row){"resident, LONG played (8-byte keys)", empty, BENCH_MB, 8.0}, longer,
        rounds);
    bench_row_values(&(struct bench_row){"resident, LONG played (8-byte keys)",
                                         "1 min played (8-byte keys)", BENCH_MB, 1.0},
                     more, rounds);
    return 0;
}
