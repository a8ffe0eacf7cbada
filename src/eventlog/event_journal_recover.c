/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "eventlog/event_journal.h"
#include "eventlog/event_journal_ring.h"
#include "eventlog/log_event.h"
#include "platform/descriptor.h"
#include "platform/machine.h"
#include "core/base/memory_file.h"
#include "platform/time.h"
#include "status/output_file.h"

static const char line_begin[] = "{\"n\":";

enum { TAIL_SIZE = 2 * US_JOURNAL_LINE_SIZE, MARK_SIZE = 512 };

/* The end of a log: whole lines, which may be none, and where they are in the file. */
struct tail {
    uint64_t from;
    size_t length;
    bool is_cut; /* a line that is not whole follows */
    char text[TAIL_SIZE + 1];
};

static bool read_tail(int file, struct tail *out)
{
    struct us_about about;
    if (!us_descriptor_about(file, &about))
        return false;
    out->from = about.size > TAIL_SIZE ? about.size - TAIL_SIZE : 0;
    int64_t length = us_descriptor_read_at(file, out->text, TAIL_SIZE, out->from);
    out->is_cut = length > 0 && out->text[length - 1] != '\n';
    while (length > 0 && out->text[length - 1] != '\n')
        length--;
    out->length = length > 0 ? (size_t)length : 0;
    out->text[out->length] = '\0';
    return length >= 0;
}

/* The beginning of the last of the first `length` bytes' lines. */
static size_t find_line(const struct tail *tail, size_t length)
{
    size_t at = length - 1;
    while (at > 0 && tail->text[at - 1] != '\n')
        at--;
    return at;
}

/* The number of that line; 0 if it is not there as a whole. */
static uint64_t number_of_last(const struct tail *tail, size_t length)
{
    if (length == 0)
        return 0;
    const char *line = tail->text + find_line(tail, length);
    const size_t begin = sizeof line_begin - 1;
    return strncmp(line, line_begin, begin) == 0 ? strtoull(line + begin, NULL, 10) : 0;
}

bool us_event_journal_may_continue(const char *log_path)
{
    char begin[sizeof line_begin - 1];
    int64_t length = 0;
    int file = us_descriptor_open(log_path, US_DESCRIPTOR_READ | US_DESCRIPTOR_NO_LINK, 0);
    if (file >= 0) {
        length = us_descriptor_read_at(file, begin, sizeof begin, 0);
        us_descriptor_close(file);
    }
    return length <= 0 || memcmp(begin, line_begin, (size_t)length) == 0;
}

/* The same of a file: that of its last whole line. `out_end` is where it ends, -1 if the file
 * cannot be read. */
static uint64_t look_at_end(const char *log_path, struct tail *tail, int64_t *out_end)
{
    uint64_t number = 0;
    *tail = (struct tail){.length = 0};
    *out_end = 0;
    int file = us_descriptor_open(log_path, US_DESCRIPTOR_READ | US_DESCRIPTOR_NO_LINK, 0);
    if (file >= 0) {
        *out_end = read_tail(file, tail) ? (int64_t)(tail->from + tail->length) : -1;
        us_descriptor_close(file);
    }
    for (size_t length = *out_end > 0 ? tail->length : 0; length > 0 && number == 0;
         length = find_line(tail, length))
        number = number_of_last(tail, length);
    return number;
}

uint64_t us_event_journal_last_number(const char *log_path, int64_t *out_end)
{
    struct tail tail;
    int64_t end;
    uint64_t number = look_at_end(log_path, &tail, &end);
    if (out_end != NULL)
        *out_end = end;
    return number;
}

static uint32_t write_mark(uint64_t number, int error, int64_t since_ns, char out[MARK_SIZE])
{
    struct us_log_event event = {.kind = US_LOG_EVENT_TEXT, .frame = -1, .wall_ns = since_ns};
    struct us_json_text text;
    us_json_text_init(&text, event.of.text, sizeof event.of.text);
    us_json_text_string(&text, "e", "incomplete");
    us_json_text_string(&text, "why", strerror(error));
    us_json_text_finish(&text);
    return us_log_event_write(&event, number, 0, out, MARK_SIZE);
}

/* Over the last lines, whose space the file has already. The first line of all stays. */
static uint64_t replace_last_lines(int file, const struct tail *tail, int error, int64_t began_ns)
{
    char mark[MARK_SIZE];
    uint64_t last = number_of_last(tail, tail->length), kept = last;
    /* The same time in both marks: another one may have more digits, and there may be no room. */
    int64_t since_ns = us_time_now_ns() - began_ns;
    uint32_t length = write_mark(INT64_MAX, error, since_ns, mark);
    size_t end = tail->length;
    while (end > 0 && tail->length - end < length) {
        end = find_line(tail, end);
        kept = number_of_last(tail, end);
    }
    if (length == 0 || kept == 0)
        return last;
    length = write_mark(kept + 1, error, since_ns, mark);
    uint64_t at = tail->from + end;
    if (us_descriptor_write_at(file, mark, length, at) != (int64_t)length)
        return last;
    (void)us_descriptor_truncate(file, at + length);
    return kept;
}

uint64_t us_event_journal_end(const char *path, int error, int64_t began_ns)
{
    uint64_t kept = 0;
    int file = us_descriptor_open(
        path, US_DESCRIPTOR_READ | US_DESCRIPTOR_WRITE | US_DESCRIPTOR_NO_LINK, 0);
    struct tail *tail = file >= 0 ? malloc(sizeof *tail) : NULL;
    if (tail != NULL && read_tail(file, tail))
        kept = replace_last_lines(file, tail, error, began_ns);
    free(tail);
    if (file >= 0)
        us_descriptor_close(file);
    return kept;
}

const char *us_log_event_describe_machine(char out[US_MACHINE_SIZE])
{
    struct us_machine machine;
    us_machine_describe(&machine);
    snprintf(out, US_MACHINE_SIZE, "%s %s %s, %ld processors%s%s", machine.system, machine.release,
             machine.hardware, machine.processors, machine.processor[0] != '\0' ? ": " : "",
             machine.processor);
    return out;
}

/* It is written once, whoever looks at the ring next. */
static void mark_recovered(int file)
{
    struct us_journal *ring = us_memory_file_map(file, sizeof *ring, US_MAPPING_SHARED);
    if (ring == NULL)
        return;
    atomic_store(&ring->magic, 0);
    us_mapping_unmap(ring, sizeof *ring);
}

/* A copy that nobody writes to; NULL: there is nothing to recover. */
static struct us_journal *map_copy(int file)
{
    struct us_journal *journal = us_memory_file_map(file, sizeof *journal, US_MAPPING_COPY);
    if (journal == NULL || (journal->magic == US_JOURNAL_MAGIC && journal->size == sizeof *journal))
        return journal;
    us_mapping_unmap(journal, sizeof *journal);
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
    uint64_t said = journal->dropped_said;
    /* The writer died between the line and its note that it was written. */
    if (rest->number == journal->number) {
        tail += atomic_load(&journal->is_writing) ? 1 : 0;
        said = atomic_load(&journal->dropped_to_say);
    }
    if (head < tail || head - tail > US_JOURNAL_SLOTS)
        return;
    for (uint64_t position = tail; position < head; position++) {
        const struct us_event_journal_slot *slot = &journal->slots[position % US_JOURNAL_SLOTS];
        if (atomic_load(&slot->turn) == position + 1)
            write_event(rest, &slot->event);
    }
    uint64_t lost = atomic_load(&journal->dropped) - said;
    if (lost == 0)
        return;
    const struct us_log_event event = us_event_journal_dropped_event(lost, journal->began_ns);
    write_event(rest, &event);
}

/* Opens the log to append behind its last whole line. A log without half a line is not cut: another
 * process of the run may have added lines since. */
static int open_log(const char *path, uint64_t *out_number)
{
    const char *why = NULL;
    int64_t end;
    struct tail tail;
    int log = us_output_file_open(path, US_OUTPUT_FILE_PRIVATE, &why);
    *out_number = look_at_end(path, &tail, &end);
    if (log >= 0 && (end < 0 || (tail.is_cut && !us_descriptor_truncate(log, (uint64_t)end)))) {
        us_descriptor_close(log);
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
    if (!us_descriptor_close(rest->log) && rest->error == 0)
        rest->error = errno;
    if (rest->error != 0)
        us_event_journal_end(log_path, rest->error, rest->journal->began_ns);
}

bool us_event_journal_prepare_ring(int file)
{
    return us_descriptor_reserve(file, sizeof(struct us_journal));
}

int64_t us_event_journal_recover(const char *ring_path, const char *log_path, uint64_t *out_dropped)
{
    int file = us_memory_file_open(ring_path);
    *out_dropped = 0;
    if (file < 0)
        return 0;
    struct rest rest = {.log = -1};
    if (us_memory_file_is_own(file) && us_descriptor_lock(file, true))
        rest.journal = map_copy(file);
    if (rest.journal != NULL) {
        /* A log that has ended early stays so, even if there is room again. */
        if (rest.journal->error == 0)
            write_to(&rest, log_path);
        *out_dropped = atomic_load(&rest.journal->dropped);
        us_mapping_unmap(rest.journal, sizeof *rest.journal);
        mark_recovered(file);
    }
    us_descriptor_close(file);
    errno = rest.error;
    return rest.error != 0 ? -1 : rest.written;
}
