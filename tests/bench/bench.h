/* SPDX-License-Identifier: MIT */
/*
 * bench: clocks, rounds and the rows of the table.
 *
 * A figure is a ratio within one run. Its two sides are measured in turn, round by round; the ratio
 * of the least of each side is what is held against the goal, and the median and the largest of the
 * rounds' own ratios show the spread. A row is a line of standard output with tabs between figure,
 * least, median, most, goal, verdict and baseline; scripts/bench.sh sets them in a table.
 */
#ifndef US_BENCH_H
#define US_BENCH_H

#include <stdbool.h>
#include <stdint.h>

enum { BENCH_ROUNDS_MOST = 64 };

/* Processor time of this thread and of this process with all its threads; wall-clock time. */
double bench_thread_ns(void);
double bench_process_ns(void);
double bench_wall_ns(void);
void bench_sleep_ns(long ns);

/* Uniform in [0, 1) (Marsaglia's xorshift), the same in every run; a state is any number but 0. */
double bench_share(uint64_t *state);

enum bench_unit {
    BENCH_PERCENT, /* 0.02 is "2.0 %" */
    BENCH_TIMES,   /* 1.3 is "1.30x" */
    BENCH_ONE_IN,  /* 0.002 is "1/500" */
    BENCH_MB,      /* mebibytes */
    BENCH_COUNT,
};

struct bench_row {
    const char *figure;
    const char *baseline;
    enum bench_unit unit;
    double goal; /* at most; negative: none, the row is there for information */
};

struct bench_sides {
    double ours[BENCH_ROUNDS_MOST], base[BENCH_ROUNDS_MOST];
    int rounds;
};

void bench_sides_add(struct bench_sides *sides, double ours, double base);
double bench_least(const double *values, int count);
void bench_row_ratio(const struct bench_row *row, const struct bench_sides *sides);
/* Figures that are no ratios; of sizes and counts it is the largest that is held against the goal.
 */
void bench_row_values(const struct bench_row *row, const double *values, int count);
void bench_row_value(const struct bench_row *row, double value);
/* In the place of a row that cannot be measured here. */
void bench_row_skip(const char *figure, const char *reason);
/* A line below the table. */
void bench_note(const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 1, 2)))
#endif
    ;

/* Says what is wrong and ends with 1. */
_Noreturn void bench_die(const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 1, 2)))
#endif
    ;

#endif
