/* SPDX-License-Identifier: MIT */
#include "journal.h"

#include <fcntl.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "event_text.h"
#include "output.h"

/* About three megabytes, which are touched only as far as they are used: a burst of 80 frames of 50
 * lines. */
enum { SLOTS = 4096, LINE_SIZE = 16384, IDLE_NS = 5000000 };

/*
 * `turn` says whose the slot is: at position p of the ring it is p while a producer may take it,
 * p + 1 when it is filled, and p + SLOTS when it was written.
 */
struct slot {
    _Atomic uint64_t turn;
    struct us_journal *journal;
    uint64_t position;
    struct us_event event;
};

struct us_journal {
    enum us_event_level level;
    int file;
    int64_t began_ns;
    pthread_t writer;
    atomic_int users;
    _Atomic uint32_t numbers[US_JOURNAL_NUMBERED];
    atomic_bool stop;
    _Atomic uint64_t head;    /* the next position to take */
    _Atomic uint64_t dropped; /* all in all */
    _Atomic uint64_t tail;    /* the writer's: the next position to write */
    uint64_t number;          /* the writer's: of the last line */
    uint64_t dropped_said;    /* the writer's */
    char line[LINE_SIZE];     /* the writer's */
    struct slot slots[SLOTS];
};

static int64_t now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

bool us_journal_wants(const struct us_journal *journal, enum us_event_level level)
{
    return journal != NULL && level <= journal->level;
}

struct us_event *us_journal_begin(struct us_journal *journal, enum us_event_level level,
                                  enum us_event_kind kind)
{
    if (!us_journal_wants(journal, level))
        return NULL;
    uint64_t position = atomic_load_explicit(&journal->head, memory_order_relaxed);
    struct slot *slot;
    for (;;) {
        slot = &journal->slots[position % SLOTS];
        uint64_t turn = atomic_load_explicit(&slot->turn, memory_order_acquire);
        if (turn == position) {
            if (atomic_compare_exchange_weak_explicit(&journal->head, &position, position + 1,
                                                      memory_order_relaxed, memory_order_relaxed))
                break;
        } else if (turn < position) {
            atomic_fetch_add_explicit(&journal->dropped, 1, memory_order_relaxed);
            return NULL;
        } else {
            position = atomic_load_explicit(&journal->head, memory_order_relaxed);
        }
    }
    slot->journal = journal;
    slot->position = position;
    slot->event.kind = kind;
    slot->event.frame = -1;
    slot->event.session = 0;
    slot->event.wall_ns = now_ns();
    return &slot->event;
}

void us_journal_commit(struct us_event *event)
{
    struct slot *slot = (struct slot *)(void *)((char *)event - offsetof(struct slot, event));
    atomic_store_explicit(&slot->turn, slot->position + 1, memory_order_release);
}

void us_journal_make_room(struct us_journal *journal)
{
    for (int i = 0; journal != NULL && i < 1000; i++) {
        uint64_t tail = atomic_load_explicit(&journal->tail, memory_order_relaxed);
        if (atomic_load_explicit(&journal->head, memory_order_relaxed) < tail + SLOTS / 2)
            return;
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
}

uint64_t us_journal_dropped(const struct us_journal *journal)
{
    return journal != NULL ? atomic_load_explicit(&journal->dropped, memory_order_relaxed) : 0;
}

/* A line that cannot be written whole ends the log: half a line must not be followed by more. */
static void write_line(struct us_journal *journal, uint32_t length)
{
    if (journal->file < 0 || us_output_write(journal->file, journal->line, length))
        return;
    close(journal->file);
    journal->file = -1;
}

static void write_event(struct us_journal *journal, const struct us_event *event)
{
    journal->number++;
    uint32_t length =
        us_event_write(event, journal->number, journal->began_ns, journal->line, LINE_SIZE);
    if (length > 0)
        write_line(journal, length);
    else
        atomic_fetch_add_explicit(&journal->dropped, 1, memory_order_relaxed);
    if (event->kind == US_EVENT_LONG_TEXT)
        free(event->of.long_text);
}

static void write_text(struct us_journal *journal, const char *name, const char *field,
                       int64_t value)
{
    struct us_event event = {.kind = US_EVENT_TEXT, .frame = -1, .wall_ns = now_ns()};
    struct us_event_text text;
    us_event_text_init(&text, event.of.text, sizeof event.of.text);
    us_event_text_string(&text, "e", name);
    us_event_text_integer(&text, field, value);
    us_event_text_finish(&text);
    write_event(journal, &event);
}

/* In the place where they are missing: everything older is written, everything newer is not. */
static void say_dropped(struct us_journal *journal)
{
    uint64_t dropped = us_journal_dropped(journal);
    if (dropped == journal->dropped_said)
        return;
    write_text(journal, "dropped", "count", (int64_t)(dropped - journal->dropped_said));
    journal->dropped_said = dropped;
}

/* Write what is filled. False if there was nothing. */
static bool drain(struct us_journal *journal)
{
    bool any = false;
    for (;;) {
        uint64_t tail = atomic_load_explicit(&journal->tail, memory_order_relaxed);
        struct slot *slot = &journal->slots[tail % SLOTS];
        if (atomic_load_explicit(&slot->turn, memory_order_acquire) != tail + 1)
            break;
        write_event(journal, &slot->event);
        atomic_store_explicit(&slot->turn, tail + SLOTS, memory_order_release);
        atomic_store_explicit(&journal->tail, tail + 1, memory_order_relaxed);
        any = true;
    }
    say_dropped(journal);
    return any;
}

static void *write_on(void *data)
{
    struct us_journal *journal = data;
    /* The app's locale may write 0,5. */
    locale_t locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (locale != (locale_t)0)
        uselocale(locale);
    bool stop = false;
    while (!stop) {
        stop = atomic_load_explicit(&journal->stop, memory_order_acquire);
        if (!drain(journal) && !stop)
            nanosleep(&(struct timespec){.tv_nsec = IDLE_NS}, NULL);
    }
    if (locale != (locale_t)0) {
        uselocale(LC_GLOBAL_LOCALE);
        freelocale(locale);
    }
    return NULL;
}

/* With all signals blocked: the app's handlers are none of this thread's business. */
static bool start_writer(struct us_journal *journal)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool started = pthread_create(&journal->writer, NULL, write_on, journal) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

/* The number of the last line, 0 if there is none: apps make one instance after the other, and
 * start each other. */
static uint64_t last_number(const char *path)
{
    static const char begin[] = "\n{\"n\":";
    char text[LINE_SIZE + 1] = "\n";
    int file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    off_t size = file >= 0 ? lseek(file, 0, SEEK_END) : 0;
    off_t from = size > LINE_SIZE - 1 ? size - (LINE_SIZE - 1) : 0;
    ssize_t length = size > 0 ? pread(file, text + 1, LINE_SIZE - 1, from) : 0;
    if (file >= 0)
        close(file);
    text[length > 0 ? length + 1 : 0] = '\0';
    const char *last = NULL;
    for (const char *at = strstr(text, begin); at != NULL; at = strstr(at + 1, begin))
        last = at + sizeof begin - 1;
    return last != NULL ? strtoull(last, NULL, 10) : 0;
}

struct us_journal *us_journal_open(const char *path, enum us_event_level level,
                                   const struct us_log *log)
{
    const char *why = NULL;
    int file = level != US_EVENT_LEVEL_OFF ? us_output_open(path, &why) : -1;
    if (why != NULL)
        us_log(log, US_LOG_WARN, "UNDERSTUDY_EVENTS=%s cannot be written (%s): no event log", path,
               why);
    if (file < 0)
        return NULL;
    struct us_journal *journal = calloc(1, sizeof *journal);
    if (journal != NULL) {
        journal->level = level;
        journal->file = file;
        journal->began_ns = now_ns();
        journal->number = last_number(path);
        atomic_init(&journal->users, 1);
        for (uint64_t i = 0; i < SLOTS; i++)
            atomic_init(&journal->slots[i].turn, i);
        if (start_writer(journal))
            return journal;
    }
    us_log(log, US_LOG_WARN, "no event log: it could not be started");
    free(journal);
    close(file);
    return NULL;
}

struct us_journal *us_journal_share(struct us_journal *journal)
{
    atomic_fetch_add(&journal->users, 1);
    return journal;
}

uint32_t us_journal_number(struct us_journal *journal, enum us_journal_numbered what)
{
    return journal != NULL
               ? atomic_fetch_add_explicit(&journal->numbers[what], 1, memory_order_relaxed) + 1
               : 0;
}

void us_journal_close(struct us_journal *journal)
{
    if (journal == NULL || atomic_fetch_sub(&journal->users, 1) > 1)
        return;
    atomic_store_explicit(&journal->stop, true, memory_order_release);
    pthread_join(journal->writer, NULL);
    if (journal->file >= 0)
        close(journal->file);
    free(journal);
}
