/* SPDX-License-Identifier: MIT */
#include "eventlog/event_journal.h"

#include <errno.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/memory_file.h"
#include "core/base/own_use.h"
#include "eventlog/event_journal_ring.h"
#include "eventlog/log_event.h"
#include "platform/descriptor.h"
#include "platform/machine.h"
#include "platform/numbers.h"
#include "platform/time.h"
#include "status/output_file.h"

enum { IDLE_NS = 5000000, LONG_TEXT_MOST_NS = 1000000000 };

bool us_event_journal_wants(const struct us_journal *journal, enum us_log_event_level level)
{
    return journal != NULL && level <= journal->level;
}

/* Until half of the ring is free. False: nothing was written for a second. Other threads may take
 * the room first, many times on a busy machine, so only the writer's progress counts. */
static bool wait_for_room(const struct us_journal *journal)
{
    uint64_t seen = 0;
    for (int looks = 0; looks < 1000; looks++) {
        uint64_t tail = atomic_load_explicit(&journal->tail, memory_order_relaxed);
        if (atomic_load_explicit(&journal->head, memory_order_relaxed) <
            tail + US_JOURNAL_SLOTS / 2)
            return true;
        looks = tail == seen ? looks : 0;
        seen = tail;
        us_time_sleep(1000000);
    }
    return false;
}

struct us_log_event *us_event_journal_begin(struct us_journal *journal,
                                            enum us_log_event_level level,
                                            enum us_log_event_kind kind)
{
    if (!us_event_journal_wants(journal, level))
        return NULL;
    uint64_t position = atomic_load_explicit(&journal->head, memory_order_relaxed);
    struct us_event_journal_slot *slot;
    for (;;) {
        slot = &journal->slots[position % US_JOURNAL_SLOTS];
        uint64_t turn = atomic_load_explicit(&slot->turn, memory_order_acquire);
        if (turn == position) {
            if (atomic_compare_exchange_weak_explicit(&journal->head, &position, position + 1,
                                                      memory_order_relaxed, memory_order_relaxed))
                break;
        } else if (turn < position && !(journal->waits && wait_for_room(journal))) {
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
    slot->event.wall_ns = us_time_now_ns();
    return &slot->event;
}

static struct us_event_journal_slot *slot_of(struct us_log_event *event)
{
    return (struct us_event_journal_slot *)(void *)((char *)event -
                                                    offsetof(struct us_event_journal_slot, event));
}

void us_event_journal_commit(struct us_log_event *event)
{
    struct us_event_journal_slot *slot = slot_of(event);
    atomic_store_explicit(&slot->turn, slot->position + 1, memory_order_release);
}

void us_event_journal_commit_long_text(struct us_log_event *event)
{
    struct us_journal *journal = slot_of(event)->journal;
    us_event_journal_commit(event);
    us_event_journal_ring_flush(journal, LONG_TEXT_MOST_NS);
}

void us_event_journal_drop(struct us_journal *journal, uint64_t count)
{
    if (journal != NULL && count > 0)
        atomic_fetch_add_explicit(&journal->dropped, count, memory_order_relaxed);
}

uint64_t us_event_journal_dropped(const struct us_journal *journal)
{
    return journal != NULL ? atomic_load_explicit(&journal->dropped, memory_order_relaxed) : 0;
}

/* Nothing may follow a line that is missing: the log ends here. */
static void end_early(struct us_journal *journal, int error)
{
    char text[US_LOST_OUTPUT_SIZE];
    journal->error = error;
    uint64_t last = us_event_journal_end(journal->log_path, error, journal->began_ns);
    snprintf(text, sizeof text, "%s: everything after line %" PRIu64 " is missing", strerror(error),
             last);
    us_lost_output_note(journal->lost_path, US_LOST_OUTPUT_LOG, text);
    us_message_log(&journal->log, US_MESSAGE_LOG_ERROR, "the event log %s is incomplete: %s",
                   journal->log_path, text);
}

static void write_line(struct us_journal *journal, uint32_t length)
{
    if (journal->file < 0)
        return;
    int error = us_output_file_append(journal->file, journal->line, length);
    if (error == 0)
        return;
    end_early(journal, error);
    us_descriptor_close(journal->file);
    journal->file = -1;
}

/* Its number is `journal->number`. */
static void write_event(struct us_journal *journal, const struct us_log_event *event)
{
    uint32_t length = us_log_event_write(event, journal->number, journal->began_ns, journal->line,
                                         US_JOURNAL_LINE_SIZE);
    if (length > 0)
        write_line(journal, length);
    else
        atomic_fetch_add_explicit(&journal->dropped, 1, memory_order_relaxed);
    if (event->kind == US_LOG_EVENT_LONG_TEXT)
        free(event->of.long_text);
}

/* In the place where they are missing: everything older is written, everything newer is not. */
static void say_dropped(struct us_journal *journal)
{
    char text[US_LOST_OUTPUT_SIZE];
    uint64_t dropped = us_event_journal_dropped(journal);
    if (dropped == journal->dropped_said)
        return;
    const struct us_log_event event =
        us_event_journal_dropped_event(dropped - journal->dropped_said, us_time_now_ns());
    /* If the app dies from here on, the number tells whether the line is in the file. */
    journal->number++;
    atomic_store_explicit(&journal->dropped_to_say, dropped, memory_order_release);
    write_event(journal, &event);
    journal->dropped_said = dropped;
    if (journal->error == 0)
        us_lost_output_note(journal->lost_path, US_LOST_OUTPUT_LOG,
                            us_event_journal_dropped_words(dropped, text));
}

/* The resident memory of the app, for the events that a reader compares it between. */
static int64_t resident_kb(void)
{
    return us_machine_resident_kb() - us_own_use_bytes() / 1024;
}

static void measure_memory(struct us_log_event *event)
{
    if (event->kind == US_LOG_EVENT_PLAY)
        event->of.play.resident_kb = resident_kb();
    else if (event->kind == US_LOG_EVENT_MARKER)
        event->of.marker.resident_kb = resident_kb();
}

/* Write what is filled. False if there was nothing. */
static bool drain(struct us_journal *journal)
{
    bool any = false;
    for (;;) {
        uint64_t tail = atomic_load_explicit(&journal->tail, memory_order_relaxed);
        struct us_event_journal_slot *slot = &journal->slots[tail % US_JOURNAL_SLOTS];
        if (atomic_load_explicit(&slot->turn, memory_order_acquire) != tail + 1)
            break;
        measure_memory(&slot->event);
        /* If the app dies from here on, the number tells whether the line is in the file. */
        journal->number++;
        atomic_store_explicit(&journal->is_writing, true, memory_order_release);
        write_event(journal, &slot->event);
        atomic_store_explicit(&slot->turn, tail + US_JOURNAL_SLOTS, memory_order_release);
        /* Before `tail`: the next event is not the one that was written. */
        atomic_store_explicit(&journal->is_writing, false, memory_order_release);
        atomic_store_explicit(&journal->tail, tail + 1, memory_order_release);
        any = true;
    }
    say_dropped(journal);
    return any;
}

static void *write_on(void *data)
{
    struct us_journal *journal = data;
    struct us_numbers numbers;
    us_numbers_begin(&numbers);
    bool stop = false;
    while (!stop) {
        uint32_t turn = us_memory_turn_see(&journal->look);
        stop = atomic_load_explicit(&journal->stop, memory_order_acquire);
        if (drain(journal))
            us_memory_turn_change(&journal->written);
        else if (!stop) /* until it is time to look again, or a reader cannot wait */
            us_memory_turn_wait(&journal->look, turn, IDLE_NS);
    }
    us_numbers_end(&numbers);
    return NULL;
}

static void say_no_log(const struct us_event_journal_files *files, const struct us_message_log *log,
                       const char *why)
{
    char text[US_LOST_OUTPUT_SIZE];
    snprintf(text, sizeof text, "it could not be started: %s", why);
    us_lost_output_note(files->lost, US_LOST_OUTPUT_LOG, text);
    us_message_log(log, US_MESSAGE_LOG_WARN,
                   "UNDERSTUDY_EVENTS=%s cannot be written (%s): no event log", files->log, why);
}

static int open_log(const struct us_event_journal_files *files, const struct us_message_log *log)
{
    const char *why = NULL;
    int file = us_output_file_open(files->log, US_OUTPUT_FILE_PRIVATE, &why);
    if (file >= 0 && !us_event_journal_may_continue(files->log))
        why = "the file holds something else than an event log";
    else if (file >= 0 && files->lost == NULL && !us_output_file_lock(file))
        why = "another process is writing it";
    if (file >= 0 && why != NULL) {
        us_descriptor_close(file);
        file = -1;
    }
    if (file < 0)
        say_no_log(files, log, why);
    return file;
}

/* What is said of a log may be said when the instance that opened it is gone. */
static bool keep_names(struct us_journal *journal, const struct us_event_journal_files *files,
                       const struct us_message_log *log)
{
    journal->log = (struct us_message_log){.level = log->level, .file = -1};
    if (log->file >= 0)
        journal->log.file = us_descriptor_duplicate(log->file);
    journal->log_path = strdup(files->log);
    journal->lost_path = files->lost != NULL ? strdup(files->lost) : NULL;
    return journal->log_path != NULL && (files->lost == NULL || journal->lost_path != NULL);
}

static void give_back(struct us_journal *journal)
{
    if (journal == NULL)
        return;
    us_message_log_finish(&journal->log);
    free(journal->log_path);
    free(journal->lost_path);
    atomic_store(&journal->magic, 0);
    us_memory_file_give_back(journal, sizeof *journal, journal->ring_file);
}

/* The ring may hold the last lines of a process of the same run that has crashed. They go to the
 * log before the ring is emptied for this process. False: they cannot, and the log has ended. */
static bool recover_ring(const struct us_event_journal_files *files,
                         const struct us_message_log *log)
{
    char text[US_LOST_OUTPUT_SIZE];
    uint64_t dropped = 0;
    struct us_numbers numbers;
    if (files->ring == NULL)
        return true;
    us_numbers_begin(&numbers);
    bool is_whole = us_event_journal_recover(files->ring, files->log, &dropped) >= 0;
    us_numbers_end(&numbers);
    if (!is_whole)
        say_no_log(files, log, strerror(errno));
    else if (dropped > 0)
        us_lost_output_note(files->lost, US_LOST_OUTPUT_LOG,
                            us_event_journal_dropped_words(dropped, text));
    return is_whole;
}

struct us_journal *us_event_journal_open(const struct us_event_journal_files *files,
                                         enum us_log_event_level level,
                                         const struct us_message_log *log)
{
    if (level == US_LOG_EVENT_LEVEL_OFF || !recover_ring(files, log))
        return NULL;
    int file = open_log(files, log);
    if (file < 0)
        return NULL;
    int ring_file;
    struct us_journal *journal = us_memory_file_take(files->ring, sizeof *journal, &ring_file);
    if (journal != NULL)
        journal->ring_file = ring_file;
    if (journal != NULL && keep_names(journal, files, log)) {
        journal->level = level;
        journal->waits = files->waits;
        journal->file = file;
        journal->began_ns = us_time_now_ns();
        journal->number = us_event_journal_last_number(files->log, NULL);
        atomic_init(&journal->users, 1);
        for (uint64_t i = 0; i < US_JOURNAL_SLOTS; i++)
            atomic_init(&journal->slots[i].turn, i);
        journal->size = sizeof *journal;
        atomic_store_explicit(&journal->magic, US_JOURNAL_MAGIC, memory_order_release);
        if (us_own_use_start_thread(&journal->writer, 0, write_on, journal) == 0)
            return journal;
    }
    say_no_log(files, log, "there is no memory or no thread for it");
    give_back(journal);
    us_descriptor_close(file);
    return NULL;
}

struct us_journal *us_event_journal_share(struct us_journal *journal)
{
    atomic_fetch_add(&journal->users, 1);
    return journal;
}

uint32_t us_event_journal_number(struct us_journal *journal, enum us_numbered of)
{
    return journal != NULL
               ? atomic_fetch_add_explicit(&journal->numbers[of], 1, memory_order_relaxed) + 1
               : 0;
}

void us_event_journal_close(struct us_journal *journal)
{
    if (journal == NULL || atomic_fetch_sub(&journal->users, 1) > 1)
        return;
    atomic_store_explicit(&journal->stop, true, memory_order_release);
    us_memory_turn_change(&journal->look);
    us_thread_join(&journal->writer);
    /* Some file systems tell only now that there was no room. */
    int file = journal->file;
    journal->file = -1;
    if (file >= 0 && !us_descriptor_close(file))
        end_early(journal, errno);
    uint64_t dropped = us_event_journal_dropped(journal);
    if (dropped > 0 && journal->error == 0)
        us_message_log(&journal->log, US_MESSAGE_LOG_WARN, "the event log %s is incomplete: %s",
                       journal->log_path,
                       us_event_journal_dropped_words(dropped, (char[US_LOST_OUTPUT_SIZE]){0}));
    give_back(journal);
}
