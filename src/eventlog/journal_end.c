/* SPDX-License-Identifier: MIT */
#include "eventlog/journal_end.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "core/base/json_text.h"
#include "eventlog/journal_ring.h"

enum { TAIL_SIZE = 2 * US_JOURNAL_LINE_SIZE, MARK_SIZE = 512 };

/* The end of a log: whole lines, and where they are in the file. */
struct tail {
    off_t from;
    size_t length;
    char text[TAIL_SIZE + 1];
};

static bool read_tail(int file, struct tail *out)
{
    off_t size = lseek(file, 0, SEEK_END);
    if (size <= 0)
        return false;
    out->from = size > TAIL_SIZE ? size - TAIL_SIZE : 0;
    ssize_t length = pread(file, out->text, TAIL_SIZE, out->from);
    while (length > 0 && out->text[length - 1] != '\n')
        length--;
    out->length = length > 0 ? (size_t)length : 0;
    out->text[out->length] = '\0';
    return out->length > 0;
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
    static const char begin[] = "{\"n\":";
    if (length == 0)
        return 0;
    const char *line = tail->text + find_line(tail, length);
    return strncmp(line, begin, sizeof begin - 1) == 0 ? strtoull(line + sizeof begin - 1, NULL, 10)
                                                       : 0;
}

static int64_t now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
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
    int64_t since_ns = now_ns() - began_ns;
    uint32_t length = write_mark(INT64_MAX, error, since_ns, mark);
    size_t end = tail->length;
    while (end > 0 && tail->length - end < length) {
        end = find_line(tail, end);
        kept = number_of_last(tail, end);
    }
    if (length == 0 || kept == 0)
        return last;
    length = write_mark(kept + 1, error, since_ns, mark);
    off_t at = tail->from + (off_t)end;
    if (pwrite(file, mark, length, at) != (ssize_t)length)
        return last;
    (void)!ftruncate(file, at + (off_t)length);
    return kept;
}

uint64_t us_journal_end(const char *path, int error, int64_t began_ns)
{
    uint64_t kept = 0;
    int file = open(path, O_RDWR | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    struct tail *tail = file >= 0 ? malloc(sizeof *tail) : NULL;
    if (tail != NULL && read_tail(file, tail))
        kept = replace_last_lines(file, tail, error, began_ns);
    free(tail);
    if (file >= 0)
        close(file);
    return kept;
}
