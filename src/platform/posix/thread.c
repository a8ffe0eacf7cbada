/* SPDX-License-Identifier: MIT */
/* syscall is not in POSIX. */
#define _GNU_SOURCE
#include "platform/thread.h"

#include <signal.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define SECOND_NS INT64_C(1000000000)

bool us_mutex_init(struct us_mutex *mutex)
{
    return pthread_mutex_init(&mutex->of, NULL) == 0;
}

void us_mutex_destroy(struct us_mutex *mutex)
{
    pthread_mutex_destroy(&mutex->of);
}

void us_mutex_lock(struct us_mutex *mutex)
{
    pthread_mutex_lock(&mutex->of);
}

void us_mutex_unlock(struct us_mutex *mutex)
{
    pthread_mutex_unlock(&mutex->of);
}

bool us_condition_init(struct us_condition *condition)
{
    pthread_condattr_t attributes;
    if (pthread_condattr_init(&attributes) != 0)
        return false;
    bool is_made = pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC) == 0 &&
                   pthread_cond_init(&condition->of, &attributes) == 0;
    pthread_condattr_destroy(&attributes);
    return is_made;
}

void us_condition_destroy(struct us_condition *condition)
{
    pthread_cond_destroy(&condition->of);
}

void us_condition_signal(struct us_condition *condition)
{
    pthread_cond_signal(&condition->of);
}

void us_condition_broadcast(struct us_condition *condition)
{
    pthread_cond_broadcast(&condition->of);
}

void us_condition_wait_until(struct us_condition *condition, struct us_mutex *mutex,
                             int64_t until_ns)
{
    const struct timespec until = {.tv_sec = (time_t)(until_ns / SECOND_NS),
                                   .tv_nsec = (long)(until_ns % SECOND_NS)};
    pthread_cond_timedwait(&condition->of, &mutex->of, &until);
}

bool us_semaphore_init(struct us_semaphore *semaphore)
{
    return sem_init(&semaphore->of, 0, 0) == 0;
}

void us_semaphore_destroy(struct us_semaphore *semaphore)
{
    sem_destroy(&semaphore->of);
}

void us_semaphore_post(struct us_semaphore *semaphore)
{
    sem_post(&semaphore->of);
}

void us_semaphore_wait(struct us_semaphore *semaphore)
{
    while (sem_wait(&semaphore->of) != 0)
        ; /* EINTR */
}

void us_once_run(struct us_once *once, void (*run)(void))
{
    pthread_once(&once->of, run);
}

int us_thread_start(struct us_thread *out, size_t stack_size, void *(*run)(void *), void *data)
{
    pthread_attr_t attributes;
    sigset_t all, before;
    int error = pthread_attr_init(&attributes);
    if (error != 0)
        return error;
    if (stack_size > 0)
        (void)pthread_attr_setstacksize(&attributes, stack_size);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    error = pthread_create(&out->of, &attributes, run, data);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    return error;
}

void us_thread_join(struct us_thread *thread)
{
    pthread_join(thread->of, NULL);
}

uint64_t us_thread_self(void)
{
    return (uint64_t)(uintptr_t)pthread_self();
}

int us_thread_number(void)
{
    return (int)syscall(SYS_gettid);
}

intptr_t us_thread_clock(void)
{
    clockid_t clock = CLOCK_THREAD_CPUTIME_ID;
    (void)pthread_getcpuclockid(pthread_self(), &clock);
    return (intptr_t)clock;
}

int64_t us_thread_clock_ns(intptr_t clock)
{
    struct timespec now;
    return clock_gettime((clockid_t)clock, &now) == 0
               ? (int64_t)now.tv_sec * SECOND_NS + now.tv_nsec
               : -1;
}
