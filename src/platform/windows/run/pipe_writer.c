/* SPDX-License-Identifier: MIT */
#include "platform/windows/run/pipe_writer.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "platform/descriptor.h"
#include "platform/pipe.h"
#include "platform/thread.h"
#include "platform/time.h"
#include "platform/windows/system.h"

#define MS_NS INT64_C(1000000)
enum { ROOM = 65536, LOOK_MS = 1, CANCEL_MS = 10, CANCELS = 100 };

struct writer {
    struct writer *next;
    int file;
    struct us_thread thread;
    struct us_condition changed; /* any of what follows */
    size_t first, count;         /* of `bytes`, a ring */
    bool is_last;                /* nothing more is put */
    bool is_given_up;            /* what is left is not written */
    bool has_ended;              /* the thread does nothing more */
    int error;                   /* why a write has failed; 0: none has */
    char bytes[ROOM];
};

static struct us_mutex mutex = US_MUTEX_INIT; /* guards all writers */
static struct writer *writers;

static struct writer **find(int file)
{
    struct writer **writer = &writers;
    while (*writer != NULL && (*writer)->file != file)
        writer = &(*writer)->next;
    return writer;
}

/* ---- The thread ---- */

/* 0 or an error number. */
static int write_some(const struct writer *writer, const char *bytes, size_t size)
{
    while (size > 0) {
        int64_t written = us_descriptor_write(writer->file, bytes, size);
        if (written < 0)
            return errno;
        if (written == 0) /* whoever made the pipe has told it not to wait */
            us_time_sleep(LOOK_MS * MS_NS);
        us_mutex_lock(&mutex);
        bool is_given_up = writer->is_given_up;
        us_mutex_unlock(&mutex);
        if (is_given_up)
            return ETIMEDOUT;
        bytes += written;
        size -= (size_t)written;
    }
    return 0;
}

/* With the mutex. Copies what is next, which goes out of the ring once it is written. */
static size_t next_bytes(const struct writer *writer, char out[US_PIPE_AT_ONCE])
{
    size_t to_end = ROOM - writer->first;
    size_t size = writer->count < to_end ? writer->count : to_end;
    if (size > US_PIPE_AT_ONCE)
        size = US_PIPE_AT_ONCE;
    memcpy(out, writer->bytes + writer->first, size);
    return size;
}

static void *run_writer(void *data)
{
    struct writer *writer = data;
    char bytes[US_PIPE_AT_ONCE];
    us_mutex_lock(&mutex);
    while (writer->error == 0 && (writer->count > 0 || !writer->is_last)) {
        size_t size = next_bytes(writer, bytes);
        if (size == 0) {
            us_condition_wait_until(&writer->changed, &mutex, INT64_MAX);
            continue;
        }
        us_mutex_unlock(&mutex);
        int error = write_some(writer, bytes, size);
        us_mutex_lock(&mutex);
        writer->error = error;
        writer->first = (writer->first + size) % ROOM;
        writer->count -= size;
    }
    writer->has_ended = true;
    us_condition_broadcast(&writer->changed);
    us_mutex_unlock(&mutex);
    return NULL;
}

/* ---- The others ---- */

/* With the mutex. NULL, with errno: it cannot be started. */
static struct writer *start(int file)
{
    struct writer *writer = calloc(1, sizeof *writer);
    if (writer == NULL)
        return NULL;
    writer->file = file;
    us_condition_init(&writer->changed);
    int error = us_thread_start(&writer->thread, 0, run_writer, writer);
    if (error == 0) {
        writer->next = writers;
        writers = writer;
        return writer;
    }
    free(writer);
    errno = error;
    return NULL;
}

static size_t put(struct writer *writer, const char *bytes, size_t size)
{
    if (size > ROOM - writer->count)
        size = ROOM - writer->count;
    size_t at = (writer->first + writer->count) % ROOM;
    size_t to_end = size < ROOM - at ? size : ROOM - at;
    memcpy(writer->bytes + at, bytes, to_end);
    memcpy(writer->bytes, bytes + to_end, size - to_end);
    writer->count += size;
    us_condition_broadcast(&writer->changed);
    return size;
}

int64_t us_pipe_write(int to, const void *bytes, size_t size)
{
    us_mutex_lock(&mutex);
    struct writer *writer = *find(to);
    if (writer == NULL)
        writer = start(to);
    int error = writer == NULL ? errno : writer->error;
    size_t length = error == 0 ? put(writer, bytes, size) : 0;
    us_mutex_unlock(&mutex);
    if (length > 0)
        return (int64_t)length;
    errno = error != 0 ? error : EAGAIN;
    return -1;
}

void us_pipe_writer_look(int file, bool *out_has_room, bool *out_is_broken)
{
    us_mutex_lock(&mutex);
    const struct writer *writer = *find(file);
    *out_has_room = writer == NULL || writer->count < ROOM;
    *out_is_broken = writer != NULL && writer->error != 0;
    us_mutex_unlock(&mutex);
}

/* With the mutex, which it gives back meanwhile. */
static void wait_for_end(struct writer *writer, int most_ms)
{
    int64_t until_ns = us_time_now_ns() + most_ms * MS_NS;
    while (!writer->has_ended && us_time_now_ns() < until_ns)
        us_condition_wait_until(&writer->changed, &mutex, until_ns);
}

/* Where the thread hangs in a write, the descriptor must stay. */
void us_pipe_close(int to)
{
    us_mutex_lock(&mutex);
    struct writer **place = find(to), *writer = *place;
    if (writer == NULL) {
        us_mutex_unlock(&mutex);
        us_descriptor_close(to);
        return;
    }
    *place = writer->next;
    writer->is_last = true;
    us_condition_broadcast(&writer->changed);
    wait_for_end(writer, US_PIPE_LAST_MS);
    writer->is_given_up = true;
    /* It may be between two writes. */
    for (int i = 0; i < CANCELS && !writer->has_ended; i++) {
        CancelSynchronousIo(writer->thread.of);
        wait_for_end(writer, CANCEL_MS);
    }
    bool has_ended = writer->has_ended;
    us_mutex_unlock(&mutex);
    if (has_ended) {
        us_thread_join(&writer->thread);
        free(writer);
        us_descriptor_close(to);
    }
}
