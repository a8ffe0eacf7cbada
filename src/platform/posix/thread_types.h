/* SPDX-License-Identifier: MIT */
/* thread_types: the structs of platform/thread.h. Only that header includes this one. */
#ifndef US_THREAD_TYPES_H
#define US_THREAD_TYPES_H

#include <pthread.h>
#include <semaphore.h>

struct us_mutex {
    pthread_mutex_t of;
};
#define US_MUTEX_INIT                                                                              \
    {                                                                                              \
        PTHREAD_MUTEX_INITIALIZER                                                                  \
    }

struct us_condition {
    pthread_cond_t of;
};

struct us_semaphore {
    sem_t of;
};

struct us_once {
    pthread_once_t of;
};
#define US_ONCE_INIT                                                                               \
    {                                                                                              \
        PTHREAD_ONCE_INIT                                                                          \
    }

struct us_thread {
    pthread_t of;
};

#endif
