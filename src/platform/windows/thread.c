/* SPDX-License-Identifier: MIT */
#include "platform/thread.h"

#include <errno.h>
#include <limits.h>
#include <process.h>
#include <stdlib.h>

#include "platform/time.h"
#include "platform/windows/system.h"

#define MS_NS INT64_C(1000000)

_Static_assert(sizeof(struct us_mutex) == sizeof(SRWLOCK), "thread_types.h");
_Static_assert(sizeof(struct us_condition) == sizeof(CONDITION_VARIABLE), "thread_types.h");
_Static_assert(sizeof(struct us_once) == sizeof(INIT_ONCE), "thread_types.h");

static SRWLOCK *lock_of(struct us_mutex *mutex)
{
    return (SRWLOCK *)(void *)mutex;
}

static CONDITION_VARIABLE *variable_of(struct us_condition *condition)
{
    return (CONDITION_VARIABLE *)(void *)condition;
}

bool us_mutex_init(struct us_mutex *mutex)
{
    InitializeSRWLock(lock_of(mutex));
    return true;
}

void us_mutex_destroy(struct us_mutex *mutex)
{
    (void)mutex;
}

void us_mutex_lock(struct us_mutex *mutex)
{
    AcquireSRWLockExclusive(lock_of(mutex));
}

void us_mutex_unlock(struct us_mutex *mutex)
{
    ReleaseSRWLockExclusive(lock_of(mutex));
}

bool us_condition_init(struct us_condition *condition)
{
    InitializeConditionVariable(variable_of(condition));
    return true;
}

void us_condition_destroy(struct us_condition *condition)
{
    (void)condition;
}

void us_condition_signal(struct us_condition *condition)
{
    WakeConditionVariable(variable_of(condition));
}

void us_condition_broadcast(struct us_condition *condition)
{
    WakeAllConditionVariable(variable_of(condition));
}

void us_condition_wait_until(struct us_condition *condition, struct us_mutex *mutex,
                             int64_t until_ns)
{
    int64_t left_ms = (until_ns - us_time_now_ns() + MS_NS - 1) / MS_NS;
    left_ms = left_ms < 0 ? 0 : left_ms < INT_MAX ? left_ms : INT_MAX;
    SleepConditionVariableSRW(variable_of(condition), lock_of(mutex), (DWORD)left_ms, 0);
}

bool us_semaphore_init(struct us_semaphore *semaphore)
{
    semaphore->of = CreateSemaphoreW(NULL, 0, LONG_MAX, NULL);
    return semaphore->of != NULL;
}

void us_semaphore_destroy(struct us_semaphore *semaphore)
{
    CloseHandle(semaphore->of);
}

void us_semaphore_post(struct us_semaphore *semaphore)
{
    ReleaseSemaphore(semaphore->of, 1, NULL);
}

void us_semaphore_wait(struct us_semaphore *semaphore)
{
    WaitForSingleObject(semaphore->of, INFINITE);
}

struct work {
    void (*run)(void);
};

static BOOL CALLBACK run_once(PINIT_ONCE once, void *data, void **context)
{
    const struct work *work = data;
    (void)once;
    (void)context;
    work->run();
    return TRUE;
}

void us_once_run(struct us_once *once, void (*run)(void))
{
    struct work work = {run};
    InitOnceExecuteOnce((INIT_ONCE *)(void *)once, run_once, &work, NULL);
}

struct start {
    void *(*run)(void *);
    void *data;
};

static unsigned __stdcall run_thread(void *data)
{
    struct start start = *(struct start *)data;
    free(data);
    start.run(start.data);
    return 0;
}

int us_thread_start(struct us_thread *out, size_t stack_size, void *(*run)(void *), void *data)
{
    struct start *start = malloc(sizeof *start);
    if (start == NULL)
        return ENOMEM;
    *start = (struct start){run, data};
    out->of = (HANDLE)_beginthreadex(NULL, (unsigned)stack_size, run_thread, start,
                                     STACK_SIZE_PARAM_IS_A_RESERVATION, NULL);
    if (out->of != NULL)
        return 0;
    int error = errno;
    free(start);
    return error != 0 ? error : EAGAIN;
}

void us_thread_join(struct us_thread *thread)
{
    WaitForSingleObject(thread->of, INFINITE);
    CloseHandle(thread->of);
}

uint64_t us_thread_self(void)
{
    return GetCurrentThreadId();
}

int us_thread_number(void)
{
    return (int)GetCurrentThreadId();
}

intptr_t us_thread_clock(void)
{
    return (intptr_t)GetCurrentThreadId();
}

int64_t us_thread_clock_ns(intptr_t clock)
{
    FILETIME begin, end, kernel, user;
    HANDLE thread = OpenThread(THREAD_QUERY_LIMITED_INFORMATION, FALSE, (DWORD)clock);
    if (thread == NULL)
        return -1;
    bool is_known = GetThreadTimes(thread, &begin, &end, &kernel, &user) != 0;
    CloseHandle(thread);
    return is_known ? us_system_ns(kernel) + us_system_ns(user) : -1;
}
