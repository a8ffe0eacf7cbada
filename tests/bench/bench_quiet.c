/* SPDX-License-Identifier: MIT */
/*
 * bench_quiet FILE: what must not happen on the frame thread, counted over 30 s of playing at 90 Hz
 * and 100 times as fast: allocations, locks, system calls and page faults. That each count can rise
 * is shown first.
 *
 * The frame thread waits for its next frame by watching a number that the main thread raises, since
 * a thread that may call nothing cannot sleep.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "bench.h"
#include "frame_thread.h"
#include "subject.h"

enum { FRAMES = 30 * SUBJECT_RATE_HZ, FRAME_NS = 1000000000 / SUBJECT_RATE_HZ / 100 };

static struct subject subject;
static atomic_int frames_due, stage;
static struct rusage before, after;
static struct frame_counts control, counted;
static bool is_confined;

static void play(void)
{
    for (int i = 0; i < FRAMES; i++) {
        while (atomic_load(&frames_due) <= i)
            ;
        subject_pose(&subject, subject.start_s + (double)i / SUBJECT_RATE_HZ);
    }
}

static void try_counts(void)
{
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    void *volatile memory = malloc(8);
    free(memory);
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    getppid();
}

/* First the faults, which only a system call tells of; then, confined, all the rest. */
static void *frame_thread(void *context)
{
    getrusage(RUSAGE_THREAD, &before);
    play();
    getrusage(RUSAGE_THREAD, &after);
    atomic_store(&stage, 1);
    while (atomic_load(&stage) != 2)
        ;
    void *volatile first = malloc(8); /* the allocator's own first steps are not the subject */
    free(first);
    is_confined = frame_thread_confine();
    frame_thread_count(true);
    try_counts();
    control = frame_thread_counts();
    frame_thread_reset();
    play();
    counted = frame_thread_counts();
    atomic_store(&stage, 3);
    if (is_confined)
        frame_thread_exit();
    return context;
}

static void show_frames(int done_stage)
{
    for (int i = 0; i <= FRAMES; i++) {
        bench_sleep_ns(FRAME_NS);
        atomic_store(&frames_due, i);
    }
    while (atomic_load(&stage) != done_stage)
        bench_sleep_ns(100000);
}

static void print_count(const char *what, bool can_rise, unsigned long count, const char *how)
{
    if (can_rise)
        bench_row_value(&(struct bench_row){what, how, BENCH_COUNT, 0.0}, (double)count);
    else
        bench_row_skip(what, "it cannot be counted here");
}

int main(int argc, char **argv)
{
    if (argc != 2)
        bench_die("usage: bench_quiet FILE");
    pthread_t thread;
    subject_open(&subject, argv[1], SUBJECT_ALONE);
    subject_settle(&subject, subject.start_s);
    if (pthread_create(&thread, NULL, frame_thread, NULL) != 0)
        bench_die("no thread");
    show_frames(1);
    atomic_store(&frames_due, 0);
    subject_settle(&subject, subject.start_s);
    atomic_store(&stage, 2);
    show_frames(3);
    print_count("allocations in 2700 poses", control.allocations == 2, counted.allocations,
                "malloc and its kin, --wrap");
    print_count("locks in 2700 poses", control.locks == 1, counted.locks,
                "pthread_*, sem_*, --wrap");
    print_count("system calls in 2700 poses", is_confined && control.calls == 1, counted.calls,
                "a seccomp filter that traps");
    print_count("major faults in 2700 poses", true,
                (unsigned long)(after.ru_majflt - before.ru_majflt), "getrusage of the thread");
    bench_row_value(&(struct bench_row){"minor faults in 2700 poses", "getrusage of the thread",
                                        BENCH_COUNT, -1.0},
                    (double)(after.ru_minflt - before.ru_minflt));
    if (counted.calls > 0)
        bench_note("the first system call on the frame thread was number %d", counted.first_call);
    _exit(0);
}
