/* SPDX-License-Identifier: MIT */
#include "bench.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double clock_ns(clockid_t id)
{
    struct timespec now;
    clock_gettime(id, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

double bench_thread_ns(void)
{
    return clock_ns(CLOCK_THREAD_CPUTIME_ID);
}

double bench_process_ns(void)
{
    return clock_ns(CLOCK_PROCESS_CPUTIME_ID);
}

double bench_wall_ns(void)
{
    return clock_ns(CLOCK_MONOTONIC);
}

void bench_sleep_ns(long ns)
{
    nanosleep(&(struct timespec){ns / 1000000000, ns % 1000000000}, NULL);
}

double bench_share(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return (double)(*state >> 11) / 9007199254740992.0;
}

void bench_sides_add(struct bench_sides *sides, double ours, double base)
{
    if (sides->rounds == BENCH_ROUNDS_MOST)
        return;
    sides->ours[sides->rounds] = ours;
    sides->base[sides->rounds++] = base;
}

double bench_least(const double *values, int count)
{
    double least = values[0];
    for (int i = 1; i < count; i++)
        least = values[i] < least ? values[i] : least;
    return least;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

enum { TEXT_SIZE = 32 };

static const char *text_of(enum bench_unit unit, double value, char out[TEXT_SIZE])
{
    switch (unit) {
    case BENCH_PERCENT:
        snprintf(out, TEXT_SIZE, "%.*f %%", value < 0.1 ? 2 : 1, 100.0 * value);
        break;
    case BENCH_TIMES:
        snprintf(out, TEXT_SIZE, "%.*fx", value < 1.1 ? 3 : 2, value);
        break;
    case BENCH_ONE_IN:
        snprintf(out, TEXT_SIZE, value < 0.5 ? "1/%.0f" : "1/%.2f", 1.0 / value);
        break;
    case BENCH_MB:
        snprintf(out, TEXT_SIZE, "%.2f MB", value);
        break;
    case BENCH_COUNT:
        snprintf(out, TEXT_SIZE, "%.0f", value);
        break;
    }
    return out;
}

static void print_row(const struct bench_row *row, double least, double median, double most,
                      double judged)
{
    char texts[4][TEXT_SIZE];
    bool has_goal = row->goal >= 0.0;
    printf("%s\t%s\t%s\t%s\t%s\t%s\t%s\n", row->figure, text_of(row->unit, least, texts[0]),
           text_of(row->unit, median, texts[1]), text_of(row->unit, most, texts[2]),
           has_goal ? text_of(row->unit, row->goal, texts[3]) : "-",
           !has_goal             ? "-"
           : judged <= row->goal ? "yes"
                                 : "NO",
           row->baseline);
    fflush(stdout);
}

void bench_row_ratio(const struct bench_row *row, const struct bench_sides *sides)
{
    double ratios[BENCH_ROUNDS_MOST];
    int count = sides->rounds;
    for (int i = 0; i < count; i++)
        ratios[i] = sides->ours[i] / sides->base[i];
    qsort(ratios, (size_t)count, sizeof *ratios, by_size);
    double least = bench_least(sides->ours, count) / bench_least(sides->base, count);
    print_row(row, least, ratios[count / 2], ratios[count - 1], least);
}

void bench_row_values(const struct bench_row *row, const double *values, int count)
{
    double sorted[BENCH_ROUNDS_MOST];
    for (int i = 0; i < count; i++)
        sorted[i] = values[i];
    qsort(sorted, (size_t)count, sizeof *sorted, by_size);
    bool by_most = row->unit == BENCH_MB || row->unit == BENCH_COUNT;
    print_row(row, sorted[0], sorted[count / 2], sorted[count - 1],
              sorted[by_most ? count - 1 : 0]);
}

void bench_row_value(const struct bench_row *row, double value)
{
    bench_row_values(row, &value, 1);
}

void bench_row_skip(const char *figure, const char *reason)
{
    printf("%s\t-\t-\t-\t-\tskipped\t%s\n", figure, reason);
    fflush(stdout);
}

void bench_note(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("note: ", stdout);
    vprintf(format, arguments);
    putchar('\n');
    fflush(stdout);
    va_end(arguments);
}

_Noreturn void bench_die(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("bench: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    exit(1);
}
