/* SPDX-License-Identifier: MIT */
#include "frame_thread.h"

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

static _Thread_local bool counting;
static atomic_ulong allocations, locks, calls;
static atomic_int first_call;

/* A function of which each call counts as one of `what`. */
#define COUNTED(result, name, what, parameters, arguments)                                         \
    result __real_##name parameters;                                                               \
    result __wrap_##name parameters;                                                               \
    result __wrap_##name parameters                                                                \
    {                                                                                              \
        if (counting)                                                                              \
            atomic_fetch_add(&what, 1);                                                            \
        return __real_##name arguments;                                                            \
    }

COUNTED(void *, malloc, allocations, (size_t size), (size))
COUNTED(void *, calloc, allocations, (size_t count, size_t size), (count, size))
COUNTED(void *, realloc, allocations, (void *memory, size_t size), (memory, size))
COUNTED(void *, aligned_alloc, allocations, (size_t alignment, size_t size), (alignment, size))
COUNTED(int, posix_memalign, allocations, (void **out, size_t alignment, size_t size),
        (out, alignment, size))
COUNTED(int, pthread_mutex_lock, locks, (pthread_mutex_t * mutex), (mutex))
COUNTED(int, pthread_mutex_trylock, locks, (pthread_mutex_t * mutex), (mutex))
COUNTED(int, pthread_rwlock_rdlock, locks, (pthread_rwlock_t * lock), (lock))
COUNTED(int, pthread_rwlock_wrlock, locks, (pthread_rwlock_t * lock), (lock))
COUNTED(int, pthread_cond_wait, locks, (pthread_cond_t * cond, pthread_mutex_t *mutex),
        (cond, mutex))
COUNTED(int, pthread_cond_timedwait, locks,
        (pthread_cond_t * cond, pthread_mutex_t *mutex, const struct timespec *until),
        (cond, mutex, until))
COUNTED(int, pthread_cond_signal, locks, (pthread_cond_t * cond), (cond))
COUNTED(int, pthread_cond_broadcast, locks, (pthread_cond_t * cond), (cond))
COUNTED(int, sem_wait, locks, (sem_t * sem), (sem))
COUNTED(int, sem_post, locks, (sem_t * sem), (sem))

void __real_free(void *memory);
void __wrap_free(void *memory);
void __wrap_free(void *memory)
{
    if (counting)
        atomic_fetch_add(&allocations, 1);
    __real_free(memory);
}

void frame_thread_count(bool on)
{
    counting = on;
}

struct frame_counts frame_thread_counts(void)
{
    return (struct frame_counts){atomic_load(&allocations), atomic_load(&locks),
                                 atomic_load(&calls), atomic_load(&first_call)};
}

void frame_thread_reset(void)
{
    atomic_store(&allocations, 0);
    atomic_store(&locks, 0);
    atomic_store(&calls, 0);
}

static void on_call(int signal, siginfo_t *info, void *context)
{
    (void)signal, (void)context;
#ifdef __x86_64__
    /* The caller is told that there is no such call, and not the call's number. */
    ((ucontext_t *)context)->uc_mcontext.gregs[REG_RAX] = -ENOSYS;
#endif
    if (atomic_fetch_add(&calls, 1) == 0)
        atomic_store(&first_call, info->si_syscall);
}

bool frame_thread_confine(void)
{
    struct sigaction action = {.sa_sigaction = on_call, .sa_flags = SA_SIGINFO};
    struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_rt_sigreturn, 2, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_exit, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
    sigaction(SIGSYS, &action, NULL);
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

_Noreturn void frame_thread_exit(void)
{
    for (;;)
        syscall(SYS_exit, 0);
}
