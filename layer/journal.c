/* SPDX-License-Identifier: MIT */
#include "journal.h"

#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "event_text.h"
#include "journal_ring.h"
#include "output.h"

enum { IDLE_NS = 5000000 };

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
    struct us_journal_slot *slot;
    for (;;) {
        slot = &journal->slots[position % US_JOURNAL_SLOTS];
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
    struct us_journal_slot *slot =
        (struct us_journal_slot *)(void *)((char *)event - offsetof(struct us_journal_slot, event));
    atomic_store_explicit(&slot->turn, slot->position + 1, memory_order_release);
}

void us_journal_make_room(struct us_journal *journal)
{
    for (int i = 0; journal != NULL && i < 1000; i++) {
        uint64_t tail = atomic_load_explicit(&journal->tail, memory_order_relaxed);
        if (atomic_load_explicit(&journal->head, memory_order_relaxed) <
            tail + US_JOURNAL_SLOTS / 2)
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
    uint32_t length = us_event_write(event, journal->number, journal->began_ns, journal->line,
                                     US_JOURNAL_LINE_SIZE);
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
        struct us_journal_slot *slot = &journal->slots[tail % US_JOURNAL_SLOTS];
        if (atomic_load_explicit(&slot->turn, memory_order_acquire) != tail + 1)
            break;
        atomic_store_explicit(&journal->is_writing, true, memory_order_release);
        write_event(journal, &slot->event);
        atomic_store_explicit(&slot->turn, tail + US_JOURNAL_SLOTS, memory_order_release);
        atomic_store_explicit(&journal->tail, tail + 1, memory_order_release);
        atomic_store_explicit(&journal->is_writing, false, memory_order_release);
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

struct us_journal *us_journal_open(const char *path, const char *ring_path,
                                   enum us_event_level level, const struct us_log *log)
{
    const char *why = NULL;
    int file = level != US_EVENT_LEVEL_OFF ? us_output_open(path, &why) : -1;
    if (why != NULL)
        us_log(log, US_LOG_WARN, "UNDERSTUDY_EVENTS=%s cannot be written (%s): no event log", path,
               why);
    if (file < 0)
        return NULL;
    struct us_journal *journal = us_journal_ring_take(ring_path);
    if (journal != NULL) {
        journal->level = level;
        journal->file = file;
        journal->began_ns = now_ns();
        journal->number = us_journal_last_number(path, NULL);
        atomic_init(&journal->users, 1);
        for (uint64_t i = 0; i < US_JOURNAL_SLOTS; i++)
            atomic_init(&journal->slots[i].turn, i);
        journal->size = sizeof *journal;
        journal->magic = US_JOURNAL_MAGIC;
        if (start_writer(journal))
            return journal;
    }
    us_log(log, US_LOG_WARN, "no event log: it could not be started");
    us_journal_ring_give_back(journal);
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
    us_journal_ring_give_back(journal);
}
