/* SPDX-License-Identifier: MIT */
#include "notice.h"

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "output.h"
#include "seconds.h"

#define IDLE_NS 5000000L

enum slot_state { SLOT_OPEN, SLOT_TAKEN, SLOT_GIVEN, SLOT_WRITTEN };

struct slot {
    char *path; /* NULL: not asked for */
    atomic_int state;
    int64_t time_ns, frame;
    double recording_s;
};

struct us_notice {
    struct slot slots[US_NOTICE_EVENTS];
    const struct us_log *log;
    pthread_t writer;
    atomic_bool stop;
};

static void describe(const struct slot *slot, const char *event, char *out, size_t size)
{
    /* Not %f: the app's locale may have a comma. */
    snprintf(out, size,
             "{\"event\":\"%s\",\"time_ns\":%" PRId64 ",\"frame\":%" PRId64
             ",\"recording_s\":%s}\n",
             event, slot->time_ns, slot->frame, us_seconds_text(slot->recording_s, 9).text);
}

/* False once there is nothing left that could happen. */
static bool write_due(struct us_notice *notice)
{
    static const char *const names[US_NOTICE_EVENTS] = {"started", "ended"};
    bool more = false;
    for (int i = 0; i < US_NOTICE_EVENTS; i++) {
        struct slot *slot = &notice->slots[i];
        int state = atomic_load_explicit(&slot->state, memory_order_acquire);
        more |= slot->path != NULL && state < SLOT_GIVEN;
        if (slot->path == NULL || state != SLOT_GIVEN)
            continue;
        char text[200];
        describe(slot, names[i], text, sizeof text);
        if (!us_output_replace(slot->path, text, strlen(text)))
            us_log(notice->log, US_LOG_WARN, "%s cannot be written: %s", slot->path,
                   strerror(errno));
        atomic_store_explicit(&slot->state, SLOT_WRITTEN, memory_order_release);
    }
    return more;
}

static void *watch(void *data)
{
    struct us_notice *notice = data;
    for (;;) {
        bool stop = atomic_load_explicit(&notice->stop, memory_order_acquire);
        if (!write_due(notice) || stop)
            return NULL;
        nanosleep(&(struct timespec){.tv_nsec = IDLE_NS}, NULL);
    }
}

/* With all signals blocked: the app's handlers are none of this thread's business. */
static bool start_writer(struct us_notice *notice)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool started = pthread_create(&notice->writer, NULL, watch, notice) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

static void release(struct us_notice *notice)
{
    for (int i = 0; i < US_NOTICE_EVENTS; i++)
        free(notice->slots[i].path);
    free(notice);
}

struct us_notice *us_notice_open(const char *started_path, const char *ended_path,
                                 const struct us_log *log)
{
    const char *paths[US_NOTICE_EVENTS] = {started_path, ended_path};
    if (started_path == NULL && ended_path == NULL)
        return NULL;
    struct us_notice *notice = calloc(1, sizeof *notice);
    bool made = notice != NULL;
    for (int i = 0; made && i < US_NOTICE_EVENTS; i++) {
        notice->slots[i].path = paths[i] != NULL ? strdup(paths[i]) : NULL;
        made = paths[i] == NULL || notice->slots[i].path != NULL;
    }
    if (made) {
        notice->log = log;
        made = start_writer(notice);
    }
    if (made)
        return notice;
    us_log(log, US_LOG_WARN, "nothing will be written to UNDERSTUDY_READY_FILE and _DONE_FILE");
    if (notice != NULL)
        release(notice);
    return NULL;
}

void us_notice_close(struct us_notice *notice)
{
    if (notice == NULL)
        return;
    atomic_store_explicit(&notice->stop, true, memory_order_release);
    pthread_join(notice->writer, NULL);
    release(notice);
}

void us_notice_give(struct us_notice *notice, enum us_notice_event event, int64_t time_ns,
                    int64_t frame, double recording_s)
{
    if (notice == NULL)
        return;
    struct slot *slot = &notice->slots[event];
    int open_state = SLOT_OPEN;
    if (!atomic_compare_exchange_strong(&slot->state, &open_state, SLOT_TAKEN))
        return;
    slot->time_ns = time_ns;
    slot->frame = frame;
    slot->recording_s = recording_s;
    atomic_store_explicit(&slot->state, SLOT_GIVEN, memory_order_release);
}
