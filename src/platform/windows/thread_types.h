/* SPDX-License-Identifier: MIT */
/* thread_types: the structs of platform/thread.h. Only that header includes this one. */
#ifndef US_THREAD_TYPES_H
#define US_THREAD_TYPES_H

struct us_mutex {
    void *of; /* an SRWLOCK */
};
#define US_MUTEX_INIT                                                                              \
    {                                                                                              \
        0                                                                                          \
    }

struct us_condition {
    void *of; /* a CONDITION_VARIABLE */
};

struct us_semaphore {
    void *of; /* a HANDLE */
};

struct us_once {
    void *of; /* an INIT_ONCE */
};
#define US_ONCE_INIT                                                                               \
    {                                                                                              \
        0                                                                                          \
    }

struct us_thread {
    void *of; /* a HANDLE */
};

#endif
