/* SPDX-License-Identifier: MIT */
#include "eventlog/journal_recover.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "core/base/json_text.h"
#include "eventlog/journal_end.h"
#include "eventlog/journal_ring.h"
#include "status/memory_file.h"
#include "status/output_file.h"

/* A copy that nobody writes to; NULL: there is nothing to recover. */
static struct us_journal *map_copy(int file)
{
    struct us_journal *journal = us_memory_file_map(file, sizeof *journal, US_MEMORY_FILE_COPY);
    if (journal == NULL || (journal->magic == US_JOURNAL_MAGIC && journal->size == sizeof *journal))
        return journal;
    munmap(journal, sizeof *journal);
    return NULL;
}

struct rest {
    struct us_journal *journal;
    int log;
    uint64_t number;
    int64_t written;
    int error;
};

static void write_event(struct rest *rest, const struct us_log_event *event)
{
    char *line = rest->journal->line;
    uint32_t length = 0;
    /* Its text was in the memory that is gone. */
    if (event->kind < US_LOG_EVENT_KINDS && event->kind != US_LOG_EVENT_LONG_TEXT)
        length = us_log_event_write(event, rest->number + 1, rest->journal->began_ns, line,
                                    US_JOURNAL_LINE_SIZE);
    if (length == 0 || rest->error != 0)
        return;
    rest->error = us_output_file_append(rest->log, line, length);
    rest->number++;
    rest->written++;
}

static void write_rest(struct rest *rest)
{
    struct us_journal *journal = rest->journal;
    uint64_t tail = atomic_load(&journal->tail), head = atomic_load(&journal->head);
    /* The writer died between the line and its note that it was written. */
    if (atomic_load(&journal->is_writing) && rest->number == journal->number)
        tail++;
    if (head < tail || head - tail > US_JOURNAL_SLOTS)
        return;
    for (uint64_t position = tail; position < head; position++) {
        const struct us_journal_slot *slot = &journal->slots[position % US_JOURNAL_SLOTS];
        if (atomic_load(&slot->turn) == position + 1)
            write_event(rest, &slot->event);
    }
    uint64_t lost = atomic_load(&journal->dropped) - journal->dropped_said;
    if (lost == 0)
        return;
    struct us_log_event event = {
        .kind = US_LOG_EVENT_TEXT, .frame = -1, .wall_ns = journal->began_ns};
    struct us_json_text text;
    us_json_text_init(&text, event.of.text, sizeof event.of.text);
    us_json_text_string(&text, "e", "dropped");
    us_json_text_integer(&text, "count", (int64_t)lost);
    us_json_text_finish(&text);
    write_event(rest, &event);
}

/* Behind the last whole line. */
static int open_log(const char *path, uint64_t *out_number)
{
    const char *why = NULL;
    int64_t end = 0;
    int log = us_output_file_open(path, &why);
    *out_number = us_journal_last_number(path, &end);
    if (log >= 0 && ftruncate(log, (off_t)end) != 0) {
        close(log);
        log = -1;
    }
    return log;
}

static void write_to(struct rest *rest, const char *log_path)
{
    rest->log = open_log(log_path, &rest->number);
    if (rest->log < 0) {
        rest->error = errno;
        return;
    }
    write_rest(rest);
    if (close(rest->log) != 0 && rest->error == 0)
        rest->error = errno;
    if (rest->error != 0)
        us_journal_end(log_path, rest->error, rest->journal->began_ns);
}

bool us_journal_prepare_ring(int file)
{
    return us_journal_ring_reserve(file);
}

int64_t us_journal_recover(const char *ring_path, const char *log_path)
{
    int file = us_memory_file_open(ring_path);
    if (file < 0)
        return 0;
    struct rest rest = {.log = -1};
    if (us_memory_file_lock(file))
        rest.journal = map_copy(file);
    if (rest.journal != NULL) {
        /* A log that has ended early stays so, even if there is room again. */
        if (rest.journal->error == 0)
            write_to(&rest, log_path);
        munmap(rest.journal, sizeof *rest.journal);
    }
    close(file);
    errno = rest.error;
    return rest.error != 0 ? -1 : rest.written;
}
